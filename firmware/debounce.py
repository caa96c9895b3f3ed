"""Debouncing: a contact that chatters counts once, and only what has rested counts at all.

Three ways, named as in QMK: *sym* treats filling and emptying alike, *asym* does not; *defer* waits before it believes,
*eager* believes at once and then ignores the contact for a while; *pk* has a clock for each contact, *g* one for all.
Written in the common subset of MicroPython and CPython. `update` allocates no memory; for that, at most two names are
set at once: MicroPython makes a tuple of three.
Source: QMK Firmware, contact bounce and contact chatter.
"""

from array import array

MOST_RESTARTS = 255


class _Debouncer:
    """Contacts as bits of bytes, highest bit first: contact 0 is bit 7 of byte 0.

    stable: what is believed. changed: what the last `update` changed. pending: contacts whose clock is running.
    soonest_us: while clocks are running, how long none of them will have run out; told by `SymDeferPk` alone.
    restarts: for each contact how often it went back before it was believed, up to 255; whoever reads it sets it to 0.
    """

    def __init__(self, size: int, hold_us: int, first: "bytes | bytearray | None" = None) -> None:
        self.hold_us = hold_us
        self.stable = bytearray(size)
        self.changed = bytearray(size)
        self.restarts = bytearray(8 * size)
        self.pending, self.soonest_us = 0, 0
        self._waiting = bytearray(size)
        if first is not None:
            for place in range(size):
                self.stable[place] = first[place]

    def update(self, raw: "bytes | bytearray", elapsed_us: int) -> int:
        """Takes a scan, `elapsed_us` after the one before it; how many contacts changed."""
        if self.pending == 0 and raw == self.stable:
            return 0
        return self._update(raw, elapsed_us)

    def _update(self, raw: "bytes | bytearray", elapsed_us: int) -> int:
        stable, waiting = self.stable, self._waiting
        changed, count = self.changed, 0
        self.soonest_us = self.hold_us
        for place in range(len(stable)):
            changed[place] = 0
            if raw[place] != stable[place] or waiting[place]:
                count += self._byte(place, raw[place], elapsed_us)
        return count

    def _byte(self, place: int, now: int, elapsed_us: int) -> int:
        raise TypeError("one of the ways below")

    def _believe(self, place: int, bit: int) -> None:
        self.stable[place] ^= bit
        self.changed[place] |= bit

    def _start(self, place: int, bit: int) -> None:
        self._waiting[place] |= bit
        self.pending += 1

    def _stop(self, place: int, bit: int) -> None:
        self._waiting[place] &= ~bit & 255
        self.pending -= 1

    def _went_back(self, contact: int) -> None:
        if self.restarts[contact] < MOST_RESTARTS:
            self.restarts[contact] += 1


class SymDeferPk(_Debouncer):
    """A change is believed when its contact has not gone back for the hold time. What the board uses."""

    def __init__(self, size: int, hold_us: int, first: "bytes | bytearray | None" = None) -> None:
        super().__init__(size, hold_us, first)
        self._left_us = array("i", [0] * (8 * size))

    def _byte(self, place: int, now: int, elapsed_us: int) -> int:
        differs, bit = now ^ self.stable[place], 128
        contact, count = 8 * place, 0
        left = differs | self._waiting[place]
        while left:
            left &= ~bit
            if differs & bit:
                if not self._waiting[place] & bit:
                    self._start(place, bit)
                    self._left_us[contact] = self.hold_us
                else:
                    self._left_us[contact] -= elapsed_us
                    if self._left_us[contact] <= 0:
                        self._stop(place, bit)
                        self._believe(place, bit)
                        count += 1
                    elif self._left_us[contact] < self.soonest_us:
                        self.soonest_us = self._left_us[contact]
            elif self._waiting[place] & bit:
                self._stop(place, bit)
                self._went_back(contact)
            bit >>= 1
            contact += 1
        return count


class SymDeferG(_Debouncer):
    """The whole picture is believed when nothing at all has changed for the hold time."""

    def __init__(self, size: int, hold_us: int, first: "bytes | bytearray | None" = None) -> None:
        super().__init__(size, hold_us, first)
        self._left_us = 0
        self._last = bytearray(self.stable)

    def _update(self, raw: "bytes | bytearray", elapsed_us: int) -> int:
        for place in range(len(self.changed)):
            self.changed[place] = 0
        if raw != self._last or not self.pending:
            self._note(raw)
            self._left_us = self.hold_us
            self.pending = 1
            return 0
        self._left_us -= elapsed_us
        if self._left_us > 0:
            return 0
        self.pending = 0
        return self._take(raw)

    def _note(self, raw: "bytes | bytearray") -> None:
        for place in range(len(self._last)):
            edges, bit = raw[place] ^ self._last[place] if self.pending else 0, 128
            contact = 8 * place
            while edges:
                if edges & bit and not (raw[place] ^ self.stable[place]) & bit:
                    self._went_back(contact)
                edges &= ~bit
                bit >>= 1
                contact += 1
            self._last[place] = raw[place]

    def _take(self, raw: "bytes | bytearray") -> int:
        count = 0
        for place in range(len(self.stable)):
            differs, bit = raw[place] ^ self.stable[place], 128
            while differs:
                if differs & bit:
                    self._believe(place, bit)
                    count += 1
                    differs &= ~bit
                bit >>= 1
        return count


class AsymEagerDeferPk(SymDeferPk):
    """Closing is believed at once, and then nothing for the hold time; opening is believed after the hold time.

    `closed` is the level of a closed contact. Quick for buttons; a magnet that only brushes past would count.
    """

    def __init__(self, size: int, hold_us: int, first: "bytes | bytearray | None" = None, closed: int = 1) -> None:
        super().__init__(size, hold_us, first)
        self._flip = 0 if closed else 255
        self._is_blind = bytearray(size)

    def _byte(self, place: int, now: int, elapsed_us: int) -> int:
        differs, bit = now ^ self.stable[place], 128
        contact, count = 8 * place, 0
        was_closed = self.stable[place] ^ self._flip
        while bit:
            if self._is_blind[place] & bit:
                self._see(place, bit, contact, elapsed_us)
            elif differs & bit and not was_closed & bit:
                self._believe(place, bit)
                self._is_blind[place] |= bit
                self._start(place, bit)
                self._left_us[contact] = self.hold_us
                count += 1
            elif differs & bit and self._opened(place, bit, contact, elapsed_us):
                count += 1
            elif not differs & bit and self._waiting[place] & bit:
                self._stop(place, bit)
                self._went_back(contact)
            bit >>= 1
            contact += 1
        return count

    def _see(self, place: int, bit: int, contact: int, elapsed_us: int) -> None:
        """Lets the blind time of a contact pass."""
        self._left_us[contact] -= elapsed_us
        if self._left_us[contact] <= 0:
            self._is_blind[place] &= ~bit & 255
            self._stop(place, bit)

    def _opened(self, place: int, bit: int, contact: int, elapsed_us: int) -> bool:
        """Whether an open contact has been open for the hold time."""
        if not self._waiting[place] & bit:
            self._start(place, bit)
            self._left_us[contact] = self.hold_us
            return False
        self._left_us[contact] -= elapsed_us
        if self._left_us[contact] > 0:
            return False
        self._stop(place, bit)
        self._believe(place, bit)
        return True
