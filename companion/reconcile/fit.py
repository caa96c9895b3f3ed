"""Which legal actions a picture can be: the whole board against the legal set; the trail tells apart what looks alike.

Pure: a `Fit` is made once per card laid, and asked after each frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from companion.reconcile.sensors import Sensors
from companion.reconcile.trail import Trail, World
from companion.reconcile.underway import Underway
from engine.contract import Cell, Option, Picture


class Fit:
    """The legal options of one card against what the board shows.

    `before` is the picture before the card; `undone` what a TAC on the pile would bring back, if anything.
    """

    def __init__(self, sensors: Sensors, options: Sequence[Option], before: Picture, undone: Picture | None) -> None:
        self.sensors = sensors
        self.options = tuple(options)
        self.before = before
        self.undone = undone

    @cached_property
    def _by_holes(self) -> dict[int, list[Option]]:
        table: dict[int, list[Option]] = {}
        for option in self.options:
            table.setdefault(self.sensors.expected_holes(option.picture), []).append(option)
        return table

    @cached_property
    def _resting(self) -> tuple[Picture, ...]:
        return (self.before,) if self.undone is None else (self.before, self.undone)

    def silent_now(self, trail: Trail) -> tuple[Option, ...]:
        """Options without gesture whose picture the board shows: settled by what follows (a skip, say)."""
        return tuple(option for option in self.options if not option.gesture and self.shows(option.picture, trail))

    def complete(self, trail: Trail) -> tuple[Option, ...]:
        """Options that this picture can be the end of, as the trail proves or allows."""
        candidates = self.possible(trail)
        if not candidates or trail.is_broken:
            return candidates
        worlds = _orderly(trail)
        # Pieces on places without sensor may have moved too, but only where nothing that was seen explains the board.
        plain = [world for world in worlds if world.pool == trail.start.pool]
        return self._told(candidates, trail, plain) or self._told(candidates, trail, worlds)

    def possible(self, trail: Trail) -> tuple[Option, ...]:
        """Options that occupancy alone allows: what can have happened while nobody saw it."""
        shown = self._by_holes.get(trail.occupied & self.sensors.holes_mask, ())
        return tuple(option for option in shown if option.gesture and self._heaps_fit(option.picture, trail))

    def _told(self, candidates: Iterable[Option], trail: Trail, worlds: Sequence[World]) -> tuple[Option, ...]:
        seen = {trail.visible(world) for world in worlds}
        return tuple(option for option in candidates if self._is_told(option, trail, worlds, seen))

    @cached_property
    def can_exchange(self) -> bool:
        """Whether an option changes whose pieces stand where, but not which holes are filled."""
        shapes = {self.sensors.shape(picture) for picture in self._resting}
        moved = [option for option in self.options if option.gesture and option.picture not in self._resting]
        return any(self.sensors.shape(option.picture) in shapes for option in moved)

    @cached_property
    def exchanged_holes(self) -> frozenset[int]:
        """Holes whose piece an option of this card can exchange (by index)."""
        found: set[int] = set()
        for option in self.options:
            for before in self._resting:
                found.update(i for i, pair in enumerate(zip(before, option.picture, strict=True)) if pair[0] != pair[1])
            found.update(i for i, cell in enumerate(self.sensors.layout.holes) if cell in _cells(option))
        return frozenset(i for i in found if i < self.sensors.hole_count)

    @cached_property
    def only_unseen(self) -> tuple[Option, ...]:
        """The options if none of them changes anything that the board shows: then one of them was meant."""
        return self.options if all(option.picture == self.before for option in self.options) else ()

    def is_hidden(self, option: Option, trail: Trail) -> bool:
        """Whether the board looks as before this option, and nobody can have seen the hands do it."""
        if self._look(option.picture) != self._look(self.before):
            return False
        if option.picture != self.before or trail.is_broken:
            return True
        unseen = self.sensors.heap_unseen
        heaps = enumerate(self.sensors.layout.heaps)
        return any(unseen[heap] and name in _cells(option) for heap, name in heaps)

    def _look(self, picture: Picture) -> tuple[bytes, tuple[str, ...]]:
        """What can be seen of a picture: owners on sensed holes, numbers in heaps that are wholly sensed."""
        digits = picture[self.sensors.hole_count :]
        heaps = tuple("" if unseen else digit for digit, unseen in zip(digits, self.sensors.heap_unseen, strict=True))
        return self.sensors.visible_owners(picture), heaps

    def _is_told(self, option: Option, trail: Trail, worlds: Iterable[World], seen: set[bytes]) -> bool:
        owners = self.sensors.visible_owners(option.picture)
        if owners not in seen:
            return False
        if option.picture != self.before or self.undone is not None or not option.ways:
            return True
        # The board looks as before: only hands that were seen to exchange alike pieces tell.
        alike = [world for world in worlds if trail.visible(world) == owners]
        return any(trail.shows_way(world, way) for world in alike for way in option.ways)

    def _heaps_fit(self, picture: Picture, trail: Trail) -> bool:
        counts = self.sensors.heap_counts(trail.occupied)
        wanted = picture[self.sensors.hole_count :]
        return all(self.sensors.heap_fits(h, counts[h], int(wanted[h])) for h in range(len(counts)))

    def shows(self, picture: Picture, trail: Trail) -> bool:
        """Whether the board can be this picture, owners included where the trail knows them."""
        if not self.sensors.fits(picture, trail.occupied):
            return False
        if trail.is_broken:
            return True
        owners = self.sensors.visible_owners(picture)
        return any(trail.visible(world) == owners for world in _orderly(trail))

    def is_at_rest(self, trail: Trail) -> bool:
        """Whether the board shows what it held before the card, or what a TAC brings back."""
        return any(self.shows(picture, trail) for picture in self._resting)

    def is_on_its_way(self, trail: Trail) -> bool:
        """Whether nothing is wrong yet: at rest, or on the way to one of the options."""
        underway = Underway(self.sensors, self._resting, trail)
        return underway.is_at_rest() or underway.leads_to(self.options)

    def is_reached(self, trail: Trail) -> bool:
        """Whether all holes show the end of an option, and only the heaps do not."""
        shown = self._by_holes.get(trail.occupied & self.sensors.holes_mask, ())
        seen = {trail.visible(world) for world in trail.worlds}
        moved = (option for option in shown if option.picture != self.before)
        return any(self.sensors.visible_owners(option.picture) in seen for option in moved)

    def only_wrong_hole(self, option: Option, trail: Trail) -> int | None:
        """The hole (index) that alone tells the board from the end of this action; None if there is none, or more."""
        wrong = (trail.occupied ^ self.sensors.expected_holes(option.picture)) & self.sensors.holes_mask
        if wrong.bit_count() != 1 or not self._heaps_fit(option.picture, trail):
            return None
        return wrong.bit_length() - 1

    def enters_unseen(self, option: Option) -> bool:
        """Whether the action puts a piece where no sensor may see it arrive."""
        if any(option.picture[i] not in (".", self.before[i]) for i in self.sensors.unseen_holes):
            return True
        gained = zip(self.before[self.sensors.hole_count :], option.picture[self.sensors.hole_count :], strict=True)
        return any(
            unseen and now > was for unseen, (was, now) in zip(self.sensors.heap_unseen, gained, strict=True)
        )

    def sends_home(self, cell: Cell, ends: Sequence[Option]) -> bool:
        """Whether each of these actions puts one more piece into a heap than it held before."""
        heaps, n = self.sensors.layout.heaps, self.sensors.hole_count
        at = n + heaps.index(cell)
        return cell in heaps and all(option.picture[at] > self.before[at] for option in ends)

    def is_half_undone(self, trail: Trail) -> bool:
        """Whether every place shows what it held before, what a TAC brings back, or nothing."""
        return Underway(self.sensors, self._resting, trail).is_at_rest()

    def can_go_on(self, trail: Trail, ends: Sequence[Option]) -> bool:
        """Whether the board can also be on its way to another action than `ends`: a captured piece went home first."""
        others = [option for option in self.options if option not in ends]
        return Underway(self.sensors, self._resting, trail).leads_to(others)


def _orderly(trail: Trail) -> list[World]:
    """The stories in which no heap holds a foreign piece."""
    return [world for world in trail.worlds if not trail.has_foreign_heap(world)]


def _cells(option: Option) -> set[str]:
    return {cell for way in option.ways for pair in way for cell in pair}
