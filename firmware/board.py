"""The sensing board: scans its places, waits until they rest, and says what changed.

Flow of control
1. `step` runs once a millisecond. It scans the chain, debounces, and when a place changed says the whole picture at
   once.
2. What is left of the time goes to one other thing, of one sentence at most: a button, a line from the computer, a step
   of one card reader, a line of raw values, the heartbeat. Not while a place is to be believed within 5 ms, so that
   nothing delays a picture; places that change without end hold the rest up for 30 ms at most.
3. Once a second the board looks after itself, a few places at a time: those that chatter without rest, the supply.
`step` allocates no memory, whatever is said or comes: what is left behind would have to be collected, and no magnet is
seen meanwhile. The one exception is a card reader that does not answer (`pn532`); its few errors are collected when a
computer says `?HELLO`, before anybody plays.
"""

import gc
from time import ticks_diff, ticks_ms, ticks_us

import wire
from debounce import AsymEagerDeferPk, SymDeferPk
from pn532 import LAID, NOTHING
from sentence import Sentence

VERSION = "1.0.0"
LONGEST_SCAN_US = 5000
"""More than this does not count as rest, however long nobody looked."""
HEARTBEAT_MS = 1000
RAW_EVERY_MS = 100
RAW_VALUES = 16
BUTTONS_EVERY_US = 5000
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
LAST_S, LAST_MS = wire.MS_COUNT // 1000, wire.MS_COUNT % 1000
"""The uptime at which the count of milliseconds begins anew."""


class Board:
    """One board. `sensors`: `Chain` or `Hall`; `order`: wire index of each contact; `readers`: PN532 by name;
    `buttons`: pins by name; `lights`, `supply`: None where there are none.

    Raises: wire.BadSentence for a name that no sentence can hold.
    """

    def __init__(self, name, layout, sensors, order, link, mask, readers, buttons, lights=None, supply=None) -> None:
        self._sensors, self._order, self._link = sensors, order, link
        self._size, self._mask = len(order), mask
        self._lights, self._supply = lights, supply
        self._readers = [(name.encode(), reader) for name, reader in readers]
        self._picture = bytearray((self._size + 7) // 8)
        self._sentence, self._command = Sentence(), wire.Command()
        about = [wire.PROTOCOL, name, VERSION, layout]
        self._about = [each.encode() for each in about]
        about.append("0" * wire.digits(self._size))
        wire.encode("HELLO", wire.SEQ_COUNT - 1, wire.MS_COUNT - 1, about)  # raises what no sentence can hold
        self._seq, self._up_s, self._up_ms = 0, 0, 0
        self._last_ms = ticks_ms()
        self._last_us = ticks_us()
        self._turn, self._starved, self._reader, self._unpressed_us = 0, 0, 0, 0
        self._answer_at = 0
        """What is still owed of an answer to `?HELLO`."""
        self._looked = self._size
        """The next place to look after."""
        self._contact = bytearray(self._size)
        for contact in range(self._size):
            self._contact[order[contact]] = contact
        self._beat_ms, self._raw_ms, self._raw_first = 0, 0, -1
        self._is_raw, self._is_broken, self._weak, self._broken_for = False, False, False, 0
        self._button_names = [each.encode() for each in buttons]
        self._button_pins = [buttons[each] for each in buttons]
        self._button_raw = bytearray((len(buttons) + 7) // 8)
        loose = bytes([255] * len(self._button_raw))
        self._button_told = bytearray(loose)
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
        self._unpressed_us += elapsed_us
        self._starved += 1
        has_said = False
        if not self._sensors.scan() or self._is_broken:
            has_said = self._watch_chain()
        elif self._debouncer.update(self._sensors.raw, elapsed_us):
            self._changed()
            has_said = True
        if has_said or (self._is_about_to_change() and self._starved < MOST_STARVED_STEPS):
            return
        self._starved = 0
        if self._unpressed_us < BUTTONS_EVERY_US or not self._press():
            self._aside()

    def _is_about_to_change(self) -> bool:
        """Whether a place may be believed before another thing would be over."""
        return self._debouncer.pending > 0 and self._debouncer.soonest_us <= LONGEST_SCAN_US

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

    def _flip(self, contact: int) -> None:
        index = self._order[contact]
        self._picture[index >> 3] ^= 128 >> (index & 7)

    def _aside(self) -> None:
        turn = self._turn = (self._turn + 1) % ASIDE_TURNS
        if self._answer_at:
            self._answer()
        elif turn == 1:
            self._obey(self._link.receive())
        elif turn == 3 and self._readers:
            self._reader = (self._reader + 1) % len(self._readers)
            self._read(self._reader)
        elif turn == 5 and self._is_raw:
            self._raw()
        elif turn == 7 and ticks_diff(ticks_ms(), self._beat_ms) >= HEARTBEAT_MS:
            self._beat_ms = ticks_ms()
            self._occ()
            if self._looked == self._size:
                self._looked = 0
        elif turn == 9:
            self._watch_supply()
        elif self._looked < self._size:
            self._look_after()

    def _press(self) -> bool:
        """Looks at the buttons; whether one of them was told."""
        raw = self._button_raw
        for place in range(len(raw)):
            raw[place] = 255
        for number in range(len(self._button_pins)):
            if not self._button_pins[number]():
                raw[number >> 3] &= ~(128 >> (number & 7)) & 255
        self._pressing.update(raw, self._unpressed_us)
        self._unpressed_us = 0
        for number in range(len(self._button_pins)):
            place, bit = number >> 3, 128 >> (number & 7)
            if (self._pressing.stable[place] ^ self._button_told[place]) & bit:
                self._button_told[place] ^= bit
                self._begin(b"BTN")
                self._sentence.text(self._button_names[number])
                self._sentence.text(b"up" if self._button_told[place] & bit else b"down")
                self._send()
                return True
        return False

    def _read(self, number: int) -> None:
        name, reader = self._readers[number]
        told = reader.step()
        state = self._reader_state[number]
        if told != NOTHING:
            self._begin(b"CARD")
            self._sentence.text(name)
            if told == LAID:
                self._sentence.hex(reader.card, 2 * reader.size)
            else:
                self._sentence.text(b"-")
            self._send()
        elif reader.is_there and state != 1:
            self._reader_state[number] = 1
            if state == 2:
                self._fault(b"clear")
        elif not reader.is_there and state == 1:
            self._reader_state[number] = 2
            self._fault(b"bus")

    def _raw(self) -> None:
        """One line of raw values at a time: a row of them is begun every 100 ms."""
        if self._raw_first < 0:
            if ticks_diff(ticks_ms(), self._raw_ms) < RAW_EVERY_MS:
                return
            self._raw_ms, self._raw_first = ticks_ms(), 0
        last = min(self._raw_first + RAW_VALUES, self._size)
        self._begin(b"RAW")
        self._sentence.number(self._raw_first)
        for index in range(self._raw_first, last):
            self._sentence.number(self._sensors.value(self._contact[index]))
        self._send()
        self._raw_first = last if last < self._size else -1

    def _obey(self, length: int) -> None:
        if not length:
            return
        told = self._command
        if not told.read(self._link.line, length) or (told.name == "LED" and told.value >= self._size):
            self._fault(b"input")
        elif told.name == "HELLO":
            self._hello()
            self._look_for_readers()
        elif told.name == "RAW":
            self._is_raw, self._raw_first = bool(told.value), -1
        elif told.name == "DEBOUNCE":
            self._debouncer.hold_us = told.value * 1000
        elif self._lights is not None:
            self._lights.set(told.value, told.colour)

    def _look_for_readers(self) -> None:
        """Those that are not there are looked for anew; what that left behind is collected."""
        has_lost = False
        for number in range(len(self._readers)):
            reader = self._readers[number][1]
            has_lost = has_lost or reader.lost > 0
            reader.look_anew()
        if has_lost:
            gc.collect()

    def _watch_chain(self) -> bool:
        """A broken chain is told after a while and its pictures are not believed; so is one that is whole again.
        Whether it was told just now."""
        if self._sensors.is_whole != self._is_broken:
            self._broken_for = 0
            return False
        self._broken_for += 1
        if self._broken_for < BROKEN_STEPS:
            return False
        self._broken_for = 0
        self._is_broken = not self._is_broken
        self._fault(b"bus" if self._is_broken else b"clear")
        return True

    def _look_after(self) -> None:
        """A few places more; one sentence at most."""
        last = min(self._looked + LOOKED_AFTER, self._size)
        while self._looked < last:
            contact = self._looked
            self._looked += 1
            restarts = self._debouncer.restarts[contact]
            self._debouncer.restarts[contact] = 0
            is_bad = restarts >= CHATTER or self._sensors.suspect(contact)
            if is_bad == bool(self._is_stuck[contact]):
                self._noisy[contact] = 0
                continue
            self._noisy[contact] += 1
            if self._noisy[contact] >= CHATTER_S:
                self._noisy[contact], self._is_stuck[contact] = 0, is_bad
                self._fault(self._stuck_code(contact) if is_bad else b"clear", self._order[contact])
                return

    def _watch_supply(self) -> None:
        if self._supply is not None and self._supply() != self._weak:
            self._weak = not self._weak
            self._fault(b"brownout" if self._weak else b"clear")

    def _hello(self) -> None:
        self._begin(b"HELLO")
        for each in self._about:
            self._sentence.text(each)
        self._sentence.hex(self._mask, wire.digits(self._size))
        self._send()
        self._answer_at = 1

    def _answer(self) -> None:
        """What follows `HELLO`, a sentence at a time: the picture, then faults that last; who has just come did not
        hear of them when they began."""
        at = self._answer_at
        self._answer_at += 1
        if at == 1:
            self._occ()
        elif at == 2 and (self._is_broken or self._has_lost_reader()):
            self._fault(b"bus")
        elif at == 3 and self._weak:
            self._fault(b"brownout")
        elif at > 3:
            for contact in range(at - 4, self._size):
                if self._is_stuck[contact]:
                    self._answer_at = contact + 5
                    self._fault(self._stuck_code(contact), self._order[contact])
                    return
            self._answer_at = 0

    def _has_lost_reader(self) -> bool:
        for state in self._reader_state:  # noqa: SIM110 - any() would allocate
            if state == 2:
                return True
        return False

    def _stuck_code(self, contact: int) -> bytes:
        is_on = self._debouncer.stable[contact >> 3] & 128 >> (contact & 7)
        return b"stuck-on" if is_on else b"stuck-off"

    def _occ(self) -> None:
        self._begin(b"OCC")
        self._sentence.hex(self._picture, wire.digits(self._size))
        self._send()

    def _fault(self, code: bytes, index: int = -1) -> None:
        self._begin(b"FAULT")
        self._sentence.text(code)
        if index < 0:
            self._sentence.text(b"-")
        else:
            self._sentence.number(index)
        self._send()

    def _begin(self, kind: bytes) -> None:
        self._tick()
        self._sentence.begin(kind, self._seq, self._up_s, self._up_ms)

    def _send(self) -> None:
        self._link.send(self._sentence.data, self._sentence.end())
        self._seq = (self._seq + 1) % wire.SEQ_COUNT

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
