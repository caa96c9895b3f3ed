"""The sensing board: scans its places, waits until they rest, and says what changed.

Flow of control
1. `step` runs once a millisecond. It scans the chain, debounces, and when a place changed says the whole picture at
   once.
2. What is left of the time goes to one other thing: a line from the computer, a step of one card reader, a line of raw
   values, the heartbeat. Not while a place is about to change, so that nothing delays a picture; but a place that
   chatters for ever holds them up for 30 ms at most.
3. Once a second the board looks after itself, a few places at a time: those that chatter without rest, the supply.
`step` allocates no memory, pictures and heartbeats included, unless something else is said: a card, a button, a fault.
What these leave behind is collected right after a picture that changed, when no hand can be at the next place yet: that
takes a Pico 11 ms.
"""

import gc
from binascii import hexlify
from time import ticks_diff, ticks_ms, ticks_us

import wire
from debounce import AsymEagerDeferPk, SymDeferPk
from occ import Occ

VERSION = "1.0.0"
LONGEST_SCAN_US = 5000
"""More than this does not count as rest, however long nobody looked."""
HEARTBEAT_MS = 1000
RAW_EVERY_MS = 100
RAW_VALUES = 16
BUTTONS_EVERY_STEPS = 5
ASIDE_TURNS = 10
MOST_STARVED_STEPS = 30
BUTTON_HOLD_US = 20000
CHATTER = 20
"""A place that goes back so often within a second has not rested."""
CHATTER_S = 3
"""So many seconds of that, or of rest, and the board says so."""
BROKEN_STEPS = 20
"""Scans of a broken chain before the board says so; as many good ones before it is believed again."""
LOOKED_AFTER = 4
"""Places that are looked after at once: a tenth of a millisecond each."""
COLLECT_AFTER, COLLECT_AT_LAST = 60, 100
"""Sentences that are no pictures, after which memory is collected behind a picture that changed, and behind any
heartbeat."""
LAST_S, LAST_MS = wire.MS_COUNT // 1000, wire.MS_COUNT % 1000
"""The uptime at which the count of milliseconds begins anew."""


class Board:
    """One board. `sensors`: `Chain` or `Hall`; `order`: wire index of each contact; `readers`: PN532 by name;
    `buttons`: pins by name; `lights`, `supply`: None where there are none."""

    def __init__(self, name, layout, sensors, order, link, mask, readers, buttons, lights=None, supply=None) -> None:
        self._name, self._layout, self._sensors, self._order, self._link = name, layout, sensors, order, link
        self._size, self._mask = len(order), mask
        self._readers, self._buttons, self._lights, self._supply = readers, buttons, lights, supply
        self._picture = bytearray((self._size + 7) // 8)
        self._sentence = Occ(self._size)
        self._seq, self._up_s, self._up_ms = 0, 0, 0
        self._last_ms = ticks_ms()
        self._last_us = ticks_us()
        self._steps, self._turn, self._starved, self._reader = 0, 0, 0, 0
        self._looked, self._said = self._size, 0
        """The next place to look after; sentences since memory was collected."""
        self._contact = bytearray(self._size)
        for contact in range(self._size):
            self._contact[order[contact]] = contact
        self._beat_ms, self._raw_ms, self._raw_first = 0, 0, -1
        self._is_raw, self._is_broken, self._weak, self._broken_for = False, False, False, 0
        self._button_names, self._button_pins = list(buttons), [buttons[each] for each in buttons]
        self._button_raw = bytearray((len(buttons) + 7) // 8)
        loose = bytes([255] * len(self._button_raw))
        self._pressing = AsymEagerDeferPk(len(loose), BUTTON_HOLD_US, loose, 0)
        self._noisy, self._is_stuck = bytearray(self._size), bytearray(self._size)
        self._reader_state = bytearray(len(readers))
        """0: never heard of; 1: there; 2: vanished."""
        self._debouncer = SymDeferPk(sensors.size, wire.DEBOUNCE_MS[2] * 1000)

    def start(self) -> None:
        """Takes the first picture as it is, and names the board."""
        if self._sensors.scan():
            for place in range(self._sensors.size):
                self._debouncer.stable[place] = self._sensors.raw[place]
        else:
            self._is_broken = True
        for contact in range(self._size):
            if self._debouncer.stable[contact >> 3] & 128 >> (contact & 7):
                self._flip(contact)
        self._last_us, self._last_ms = ticks_us(), ticks_ms()
        self._beat_ms = self._last_ms
        self._hello()

    def step(self) -> None:
        """One scan, and one other thing."""
        now_us = ticks_us()
        elapsed_us = ticks_diff(now_us, self._last_us)
        self._last_us = now_us
        if not 0 <= elapsed_us <= LONGEST_SCAN_US:
            elapsed_us = LONGEST_SCAN_US if elapsed_us > 0 else 0
        if not self._sensors.scan() or self._is_broken:
            self._watch_chain()
        elif self._debouncer.update(self._sensors.raw, elapsed_us):
            self._changed()
        self._steps += 1
        if self._steps == BUTTONS_EVERY_STEPS:
            self._steps = 0
            self._press(elapsed_us * BUTTONS_EVERY_STEPS)
        self._starved += 1
        if self._debouncer.pending == 0 or self._starved >= MOST_STARVED_STEPS:
            self._starved = 0
            self._aside()

    def _changed(self) -> None:
        changed = self._debouncer.changed
        for place in range(self._sensors.size):
            bits, contact = changed[place], 8 * place
            while bits:
                if bits & 128:
                    self._flip(contact)
                bits = bits << 1 & 255
                contact += 1
        self._occ()
        self._collect(COLLECT_AFTER)

    def _flip(self, contact: int) -> None:
        index = self._order[contact]
        self._picture[index >> 3] ^= 128 >> (index & 7)

    def _aside(self) -> None:
        turn = self._turn = (self._turn + 1) % ASIDE_TURNS
        if turn == 1:
            self._obey(self._link.receive())
        elif turn == 3 and self._readers:
            self._reader = (self._reader + 1) % len(self._readers)
            self._read(self._reader)
        elif turn == 5 and self._is_raw:
            self._raw()
        elif turn == 7 and ticks_diff(ticks_ms(), self._beat_ms) >= HEARTBEAT_MS:
            self._beat_ms = ticks_ms()
            self._occ()
            self._watch_supply()
            if self._looked == self._size:
                self._looked = 0
            self._collect(COLLECT_AT_LAST)
        elif self._looked < self._size:
            self._look_after()

    def _collect(self, after: int) -> None:
        if self._said >= after:
            self._said = 0
            gc.collect()

    def _press(self, elapsed_us: int) -> None:
        raw = self._button_raw
        for place in range(len(raw)):
            raw[place] = 255
        for number in range(len(self._button_pins)):
            if not self._button_pins[number]():
                raw[number >> 3] &= ~(128 >> (number & 7)) & 255
        if self._pressing.update(raw, elapsed_us):
            for number in range(len(self._button_pins)):
                bit = 128 >> (number & 7)
                if self._pressing.changed[number >> 3] & bit:
                    state = "up" if self._pressing.stable[number >> 3] & bit else "down"
                    self._say("BTN", (self._button_names[number], state))

    def _read(self, number: int) -> None:
        name, reader = self._readers[number]
        tag = reader.step()
        state = self._reader_state[number]
        if reader.is_there and state != 1:
            self._reader_state[number] = 1
            if state == 2:
                self._say("FAULT", ("clear", "-"))
        if tag is not None:
            self._say("CARD", (name, tag))
        if not reader.is_there and state == 1:
            self._reader_state[number] = 2
            self._say("FAULT", ("bus", "-"))

    def _raw(self) -> None:
        """One line of raw values at a time: a row of them is begun every 100 ms."""
        if self._raw_first < 0:
            if ticks_diff(ticks_ms(), self._raw_ms) < RAW_EVERY_MS:
                return
            self._raw_ms, self._raw_first = ticks_ms(), 0
        last = min(self._raw_first + RAW_VALUES, self._size)
        values = [str(self._sensors.value(self._contact[index])) for index in range(self._raw_first, last)]
        self._say("RAW", [str(self._raw_first)] + values)  # noqa: RUF005 - MicroPython has no star in lists
        self._raw_first = last if last < self._size else -1

    def _obey(self, line: "bytes | None") -> None:
        if line is None:
            return
        try:
            name, value, text = wire.command(line)
        except wire.BadSentence:
            self._say("FAULT", ("input", "-"))
            return
        if name == "HELLO":
            self._hello()
        elif name == "RAW":
            self._is_raw, self._raw_first = bool(value), -1
        elif name == "DEBOUNCE":
            self._debouncer.hold_us = value * 1000
        elif value >= self._size:
            self._say("FAULT", ("input", "-"))
        elif self._lights is not None:
            self._lights.set(value, text)

    def _watch_chain(self) -> None:
        """A broken chain is told after a while and its pictures are not believed; so is one that is whole again."""
        if self._sensors.is_whole != self._is_broken:
            self._broken_for = 0
            return
        self._broken_for += 1
        if self._broken_for >= BROKEN_STEPS:
            self._broken_for = 0
            self._is_broken = not self._is_broken
            self._say("FAULT", ("bus" if self._is_broken else "clear", "-"))

    def _look_after(self) -> None:
        first = self._looked
        self._looked = min(first + LOOKED_AFTER, self._size)
        for contact in range(first, self._looked):
            restarts = self._debouncer.restarts[contact]
            self._debouncer.restarts[contact] = 0
            is_bad = restarts >= CHATTER or self._sensors.suspect(contact)
            if is_bad == bool(self._is_stuck[contact]):
                self._noisy[contact] = 0
                continue
            self._noisy[contact] += 1
            if self._noisy[contact] >= CHATTER_S:
                self._noisy[contact], self._is_stuck[contact] = 0, is_bad
                self._say("FAULT", (self._stuck_code(contact) if is_bad else "clear", str(self._order[contact])))

    def _watch_supply(self) -> None:
        if self._supply is not None and self._supply() != self._weak:
            self._weak = not self._weak
            self._say("FAULT", ("brownout" if self._weak else "clear", "-"))

    def _hello(self) -> None:
        self._say("HELLO", (wire.PROTOCOL, self._name, VERSION, self._layout, self._hex(self._mask)))
        self._occ()
        self._standing()

    def _standing(self) -> None:
        """Faults that last: who has just come did not hear of them when they began."""
        if self._is_broken or any(state == 2 for state in self._reader_state):
            self._say("FAULT", ("bus", "-"))
        if self._weak:
            self._say("FAULT", ("brownout", "-"))
        for contact in range(self._size):
            if self._is_stuck[contact]:
                self._say("FAULT", (self._stuck_code(contact), str(self._order[contact])))

    def _stuck_code(self, contact: int) -> str:
        is_on = self._debouncer.stable[contact >> 3] & 128 >> (contact & 7)
        return "stuck-on" if is_on else "stuck-off"

    def _occ(self) -> None:
        self._tick()
        length = self._sentence.put(self._picture, self._seq, self._up_s, self._up_ms)
        self._link.send(self._sentence.data, length)
        self._seq = (self._seq + 1) % wire.SEQ_COUNT

    def _hex(self, picture: "bytes | bytearray") -> str:
        return hexlify(picture).decode().upper()[: wire.digits(self._size)]

    def _tick(self) -> None:
        """Lets the uptime go on: seconds, and milliseconds of the next one."""
        now_ms = ticks_ms()
        passed = self._up_ms + ticks_diff(now_ms, self._last_ms)
        self._last_ms = now_ms
        self._up_s += passed // 1000
        self._up_ms = passed % 1000
        if self._up_s > LAST_S or (self._up_s == LAST_S and self._up_ms >= LAST_MS):
            passed = self._up_ms - LAST_MS
            self._up_s += passed // 1000 - LAST_S
            self._up_ms = passed % 1000

    def _say(self, kind: str, fields) -> None:
        self._tick()
        sentence = wire.encode(kind, self._seq, 1000 * self._up_s + self._up_ms, fields)
        self._link.send(sentence, len(sentence))
        self._seq = (self._seq + 1) % wire.SEQ_COUNT
        self._said += 1
