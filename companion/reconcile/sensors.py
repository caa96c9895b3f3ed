"""Which places the board can see, and what a frame tells of them.

A place without sensor (the mask), or one whose sensor is known to be stuck, tells nothing: whatever the rules put
there is believed, and no piece is missed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.contract import Cell, Layout, Picture

UNSEEN = ord("?")
EMPTY = ord(".")
_FILLED = bytes(ord("0") if mark == EMPTY else ord("1") for mark in range(256))
"""Translates marks into digits of two: whether there is a piece."""

Touches = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""Cells lifted from, and cells placed on."""


@dataclass(frozen=True)
class Sensors:
    """The places of `layout` that are sensed: bit i of `mask` is wire index i."""

    layout: Layout
    mask: int
    held: tuple[int, ...] = ()
    """For each heap how many pieces of it are still in somebody's hand, after an action that is over; () is none."""

    @staticmethod
    def all_of(layout: Layout) -> Sensors:
        """A board with a sensor at every place."""
        return Sensors(layout, (1 << layout.size) - 1)

    def without(self, index: int) -> Sensors:
        """The same board with the sensor at `index` no longer believed."""
        return Sensors(self.layout, self.mask & ~(1 << index), self.held)

    def holding(self, picture: Picture, occupied: int) -> Sensors:
        """The same board where what the heaps of this picture lack in a frame is still in a hand."""
        counts = zip(self.layout.counts(picture), self.heap_counts(occupied), self._places_unseen, strict=True)
        held = tuple(max(0, wanted - seen - unseen) for wanted, seen, unseen in counts)
        return Sensors(self.layout, self.mask, held if any(held) else ())

    def given_home(self, picture: Picture, occupied: int) -> Sensors:
        """The same board without what was in a hand and has come home in this frame."""
        if not self.held:
            return self
        lacks = self.holding(picture, occupied).held
        left = tuple(map(min, self.held, lacks)) if lacks else ()
        return Sensors(self.layout, self.mask, left if any(left) else ())

    @cached_property
    def hole_count(self) -> int:
        return len(self.layout.holes)

    @cached_property
    def holes_mask(self) -> int:
        """Bits of the holes that are sensed."""
        return self.mask & ((1 << self.hole_count) - 1)

    @cached_property
    def unseen_holes(self) -> tuple[int, ...]:
        return tuple(i for i in range(self.hole_count) if not self.mask >> i & 1)

    @cached_property
    def heap_bits(self) -> tuple[int, ...]:
        """For each heap the bits of its sensed places."""
        n, k = self.hole_count, self.layout.places
        full = (1 << k) - 1
        return tuple(self.mask & (full << (n + h * k)) for h in range(len(self.layout.heaps)))

    @cached_property
    def _places_unseen(self) -> tuple[int, ...]:
        return tuple(self.layout.places - bits.bit_count() for bits in self.heap_bits)

    @cached_property
    def heap_unseen(self) -> tuple[int, ...]:
        """For each heap how many of its pieces may be where no sensor is: on a place without one, or in a hand."""
        if not self.held:
            return self._places_unseen
        return tuple(map(sum, zip(self._places_unseen, self.held, strict=True)))

    def heap_counts(self, occupied: int) -> tuple[int, ...]:
        """Pieces seen in each heap."""
        return tuple((occupied & bits).bit_count() for bits in self.heap_bits)

    def visible_owners(self, picture: Picture) -> bytes:
        """The owners on the holes of a picture, `?` where no sensor is."""
        owners = bytearray(self.layout.marks(picture).encode())
        for index in self.unseen_holes:
            owners[index] = UNSEEN
        return bytes(owners)

    def expected_holes(self, picture: Picture) -> int:
        """Bits of the sensed holes that a picture fills."""
        filled = self.layout.marks(picture).encode().translate(_FILLED)
        return int(filled[::-1], 2) & self.holes_mask

    def shape(self, picture: Picture) -> tuple[int, tuple[int, ...]]:
        """What of a picture has no owners: the sensed holes that it fills, and the numbers in its heaps."""
        return self.expected_holes(picture), self.layout.counts(picture)

    def heap_fits(self, heap: int, seen: int, wanted: int) -> bool:
        """Whether `seen` pieces in a heap can be `wanted` ones, the unseen places taken into account."""
        return seen <= wanted <= seen + self.heap_unseen[heap]

    def fits(self, picture: Picture, occupied: int) -> bool:
        """Whether a frame can be this picture, owners aside."""
        if self.expected_holes(picture) != occupied & self.holes_mask:
            return False
        return self.heaps_fit(picture, occupied)

    def heaps_fit(self, picture: Picture, occupied: int) -> bool:
        """Whether the heaps of a frame can be those of this picture."""
        pairs = enumerate(zip(self.heap_counts(occupied), self.layout.counts(picture), strict=True))
        return all(self.heap_fits(heap, seen, wanted) for heap, (seen, wanted) in pairs)

    def touches(self, before: int, occupied: int) -> Touches:
        """Cells lifted from and cells placed on between two frames (heaps by number)."""
        seen, was = occupied & self.holes_mask, before & self.holes_mask
        names = self.layout.holes
        lifted = [names[i] for i in bits(was & ~seen)]
        placed = [names[i] for i in bits(seen & ~was)]
        old, new = self.heap_counts(before), self.heap_counts(occupied)
        for heap, name in enumerate(self.layout.heaps):
            lifted += [name] * max(0, old[heap] - new[heap])
            placed += [name] * max(0, new[heap] - old[heap])
        return tuple(lifted), tuple(placed)

    def cells_without_sensor(self) -> tuple[Cell, ...]:
        """Names of the places that cannot be seen, heaps once."""
        names = dict.fromkeys(self.layout.cell(i) for i in range(self.layout.size) if not self.mask >> i & 1)
        return tuple(names)


def bits(value: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while value:
        low = value & -value
        yield low.bit_length() - 1
        value ^= low
