"""What is wrong with a board that no reading explains: which pieces stand where no card can have put them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.plain import costs
from companion.plain.contract import Inferable, Look, Moment
from companion.plain.links import Link
from companion.plain.reading import Ground, Reading, displaced, is_base, is_halfway, is_whole
from companion.plain.story import View, owners
from engine.contract import Displacement, Explanation, Layout

Told = frozenset[int]
"""The keys of what has been told of late."""
MOST_TOUCHED = 2
"""Where more pieces were touched play has gone on."""
RECENT = 24
"""So many plies of a reading are searched for what has been told."""

MOST_HELD = 4
"""Where more pieces are gone than this nobody thinks with them in the hand: the table was cleared, or knocked. A TAC
that takes an exchange back and makes another one has four of them in hands."""
LEFT_OUT_S = 20.0
"""After this a captured piece that still stands on the board has been forgotten."""


class Wrong(NamedTuple):
    """Pieces out of place, and the moment before they were moved; pieces that are gone have no target."""

    before: Moment
    moved: tuple[Displacement, ...]
    is_certain: bool = False
    """Whether it is beyond doubt how the board looked before."""

    @property
    def is_cleared(self) -> bool:
        """Whether pieces are gone from the board, and nothing else is wrong."""
        return are_gone(self.moved)

    def broken(self, game: Inferable) -> Explanation | None:
        """The rule that is broken with every card; None where no action is to blame: it is in doubt how the board
        looked before, pieces are gone, or went home and none has captured them yet, or those of several owners stand
        in other holes, so that play has gone on."""
        layout, homes = game.layout, {(one.owner, one.target) for one in self.moved}
        owners_moved = {one.owner for one in self.moved if one.target in layout.holes}
        is_home = homes <= {*zip(layout.owners, layout.heaps, strict=True)}
        if not self.is_certain or self.is_cleared or is_home or len(owners_moved) > 1:
            return None
        return game.broken(self.before, self.moved)


def are_gone(moved: Sequence[Displacement] | None) -> bool:
    """Whether these are pieces that are gone from the board."""
    return bool(moved) and all(not one.target for one in moved or ())


def cleared(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], now: View, most: int = MOST_HELD
) -> Wrong | None:
    """The pieces that are gone from the board, if they are more than this; else None."""
    _, reading = min(zip(totals, readings, strict=True), key=lambda pair: pair[0])
    layout, gone = ground.game.layout, reading.holes & ground.sensed & ~now.holes
    if gone.bit_count() - displaced(reading, now) <= most:
        return None
    owners_of = zip(layout.owners, reading.look, strict=True)
    pairs = [(owner, hole) for owner, bits in owners_of for n, hole in enumerate(layout.holes) if bits & gone & 1 << n]
    return Wrong(reading.moment, tuple(Displacement(owner, hole, "") for owner, hole in pairs))


def looked_over(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], now: View, told: Told, rest_s: float,
    named: Sequence[Displacement] | None, look: Look,
) -> tuple[bool, Wrong | None]:  # fmt: skip
    """Whether no reading explains the board, and what is wrong with it then; `named`: what was called wrong before,
    `look`: how the board looked after all that has been told."""
    # What is put back piece by piece is wrong until the last one stands.
    gone = cleared(ground, readings, totals, now, 0 if are_gone(named) else MOST_HELD)
    found, is_certain = gone or in_a_wrong_heap(ground, readings, totals, now), True
    if found is None:
        if not is_unexplained(ground, readings, totals, now, told, rest_s):
            return False, None
        found, near = displacements(ground, readings, totals, now, told), min(totals) + costs.IN_QUESTION
        is_certain = all(
            _is_of_told(each, told) for total, each in zip(totals, readings, strict=True) if total < near
        )
    if found is None or ground.game.look(found.before) != look:
        return True, found
    return True, found._replace(is_certain=is_certain)


def _is_of_told(reading: Reading, told: Told) -> bool:
    """Whether anything that went wrong came after what has been told, and after nothing else."""
    taken = _taken(reading, told)
    link = reading.link if taken is None else taken.before
    return (0 if link is None else link.key) in told


def is_unexplained(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], now: View, told: Told, rest_s: float = 0.0
) -> bool:
    """Whether no reading explains the board and no action may be on its way, the board having rested for so long."""
    if not is_whole(ground, readings[0], now):
        return False
    least = min(totals)
    for total, reading in zip(totals, readings, strict=True):
        if is_base(ground, reading, now):
            if total < least + costs.DOUBT and not is_taken(reading, told):
                return False
        elif total < least + costs.PATIENCE and is_halfway(ground, reading, now) and (
            rest_s < LEFT_OUT_S or not is_left_out(ground, reading)
        ):
            return False
    return True


def is_left_out(ground: Ground, reading: Reading) -> bool:
    """Whether only captured pieces that still stand on the board are open."""
    look = owners(reading.story)
    return look is not None and ground.game.is_left_out(reading.moment, look)


def is_taken(reading: Reading, told: Told) -> bool:
    """Whether the board was taken as it stood, and that has not been told yet."""
    return _taken(reading, told) is not None


def _taken(reading: Reading, told: Told) -> Link | None:
    """The first time since then that the board was taken as it stood, and that has not been told yet."""
    link, found, steps = reading.link, None, 0
    while link is not None and link.key not in told and steps < RECENT:
        found = link if link.is_found else found
        link, steps = link.before, steps + 1
    return found


def displacements(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], now: View, told: Told
) -> Wrong | None:
    """What moved, without any card that could do it: by what hands were seen to do, else by the board as it stood."""
    ranked = [reading for _, reading in sorted(zip(totals, readings, strict=True), key=lambda pair: pair[0])]
    gone_on = _taken(ranked[0], told)
    if gone_on is not None and gone_on is not ranked[0].link:
        return Wrong(gone_on.was, _moved(ground.game.layout, gone_on.origin, ground.game.look(gone_on.moment)))
    for reading in ranked:
        look = owners(reading.story)
        if look is not None and look != reading.look and not (
            is_base(ground, reading, now) or is_taken(reading, told)
        ):
            return Wrong(reading.moment, _moved(ground.game.layout, reading.look, look))
    for reading in ranked:
        link = _taken(reading, told)
        if link is not None:
            return Wrong(link.was, _moved(ground.game.layout, link.origin, ground.game.look(link.moment)))
    return None


def _moved(layout: Layout, before: Look, after: Look) -> tuple[Displacement, ...]:
    found: list[Displacement] = []
    for owner, heap, old, new in zip(layout.owners, layout.heaps, before, after, strict=True):
        gone = [hole for n, hole in enumerate(layout.holes) if (old & ~new) >> n & 1]
        come = [hole for n, hole in enumerate(layout.holes) if (new & ~old) >> n & 1]
        for number in range(max(len(gone), len(come))):
            origin = gone[number] if number < len(gone) else heap
            target = come[number] if number < len(come) else heap
            found.append(Displacement(owner, origin, target))
    return tuple(found)


def in_a_wrong_heap(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], now: View
) -> Wrong | None:
    """Pieces that stand in the heap of another owner, where the likeliest reading is sure of it; else None."""
    moving = [pair for pair in zip(totals, readings, strict=True) if not is_base(ground, pair[1], now)]
    plain = [pair for pair in zip(totals, readings, strict=True) if is_base(ground, pair[1], now)
             and not (pair[1].link is not None and pair[1].link.is_found)]  # fmt: skip
    if any(ground.hidden) or not moving or plain or not is_whole(ground, readings[0], now):
        return None
    reading = min(moving, key=lambda pair: pair[0])[1]
    layout, story = ground.game.layout, reading.story
    if story.touched.bit_count() > MOST_TOUCHED:
        return None
    over = [
        place for place, (seen, wanted) in enumerate(zip(reading.seen(now).heaps, reading.heaps, strict=True))
        if seen > wanted and not reading.look[place] & (story.touched | ~now.holes)
    ]
    taken = [
        (owner, hole) for owner, bits in enumerate(reading.look) for hole in range(len(layout.holes))
        if bits & story.touched & now.holes & ~_only(story.may, owner) & 1 << hole and owner not in over
    ]
    if len(over) != 1 or not taken:
        return None
    owner, hole = taken[0]
    one = Displacement(layout.owners[owner], layout.holes[hole], layout.heaps[over[0]])
    return Wrong(reading.moment, (*_moved_onto(layout, reading, now, hole, owner), one))


def _only(may: tuple[int, ...], owner: int) -> int:
    """The holes in which only pieces of this owner may stand."""
    others = 0
    for place, bits in enumerate(may):
        others |= bits if place != owner else 0
    return may[owner] & ~others


def _moved_onto(layout: Layout, reading: Reading, now: View, hole: int, taken: int) -> tuple[Displacement, ...]:
    """The piece that left its hole for this one, if only one did."""
    gone = [
        (layout.owners[owner], layout.holes[n]) for owner, bits in enumerate(reading.look) if owner != taken
        for n in range(len(layout.holes)) if bits & ~now.holes & 1 << n
    ]
    return (Displacement(*gone[0], layout.holes[hole]),) if len(gone) == 1 else ()
