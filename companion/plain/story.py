"""Which seat's piece may stand on each sensed place, since a reading of the game began.

A place that empties is emptied; a place that fills may hold a piece of every seat that has one off the board. What
several seats may have left there is kept as a set, so that a story stays small whatever is lifted at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.plain.contract import Look

FLICKER_S = 0.15
"""A weak magnet is lost for no longer than this."""


class View(NamedTuple):
    """What the sensors tell at one instant: filled holes as bits, pieces in each heap."""

    holes: int
    heaps: tuple[int, ...]


def filled(look: Look) -> int:
    """All holes that are filled, whoever's piece stands there."""
    return reduce(or_, look)


def unlike(one: Look, other: Look) -> int:
    """The holes on which another piece, or none, stands, as bits."""
    return reduce(or_, (was ^ now for was, now in zip(one, other, strict=True)))


class Story(NamedTuple):
    """`may`: for each owner the holes on which a piece of it may stand. `touched`: holes that were filled when the
    reading began and have been seen empty since. `paired`: those that were empty at the same time as another."""

    may: Look
    touched: int = 0
    paired: int = 0
    yards: int = 0
    """Heaps from which a piece was lifted, as bits."""
    again: int = 0
    """Holes touched that were filled and seen empty once more."""
    visited: int = 0
    """Holes that were empty when the reading began and have been seen filled since."""
    moved_on: int = 0
    """Of these the ones that have been seen empty again."""
    known: Look = ()
    """For each owner the holes on which a piece of it stands if what came down was always what was in the hand."""
    hand: tuple[int, ...] = ()
    """Whose pieces are in a hand, the last one lifted last; -1 where that is not known."""
    flickered: int = 0
    """Holes touched that were empty for no longer than a flicker, though another piece may have come down there."""

    @classmethod
    def begin(cls, may: Look, look: Look) -> Story:
        """A story that begins with this look, though other pieces may stand there."""
        return cls(may, known=look)


def follow(story: Story, base: int, before: View, now: View, pieces: tuple[int, ...], hidden: tuple[int, ...]) -> Story:
    """The story after the next picture. `base`: holes filled when the reading began; `hidden`: places of each heap
    that have no sensor."""
    emptied, filled = before.holes & ~now.holes, now.holes & ~before.holes
    again = story.again | emptied & story.touched
    may = tuple(bits & ~emptied for bits in story.may)
    touched, paired = story.touched | emptied & base, story.paired
    empty = base & ~now.holes
    if empty & empty - 1:
        paired |= empty
    yards = story.yards
    for heap, (old, new) in enumerate(zip(before.heaps, now.heaps, strict=True)):
        if new < old:
            yards |= 1 << heap
    if filled:
        certain = _certain(may)
        may = tuple(
            bits | filled if count - certain[place] - min(before.heaps[place], now.heaps[place]) > 0 else bits
            for place, (bits, count) in enumerate(zip(may, pieces, strict=True))
        )
    known, hand = _carried(story, before, now)
    visited, moved_on = story.visited | filled & ~base, story.moved_on | emptied & ~base
    if len(hand) > 1 and moved_on & ~now.holes:
        paired |= empty | moved_on & ~now.holes  # one of them had just been laid down
    flickered = story.flickered & ~emptied
    narrowed = _narrowed(may, now, pieces, hidden)
    return Story(narrowed, touched, paired, yards, again, visited, moved_on, known, hand, flickered)


def lifted(story: Story, holes: int, owner: int) -> Story:
    """A story that has just begun, with pieces from these holes (as bits) in hands, one of them the owner's; or one out
    of its yard (0)."""
    may, known = (tuple(bits & ~holes for bits in look) for look in (story.may, story.known))
    yards, hand = (story.yards, holes.bit_count()) if holes else (story.yards | 1 << owner, 1)
    held = (*story.hand, *(-1,) * (hand - 1), owner)
    return story._replace(may=may, known=known, touched=story.touched | holes, yards=yards, hand=held)


def left(story: Story, look: Look, holes: int) -> Story:
    """A story in which the pieces on these holes (as bits), which are in hands, have not been lifted yet."""
    may, known = (
        tuple(bits | holes & was for bits, was in zip(of, look, strict=True)) for of in (story.may, story.known)
    )
    return story._replace(
        may=may, known=known, touched=story.touched & ~holes, paired=story.paired & ~holes, again=story.again & ~holes
    )  # fmt: skip


def _carried(story: Story, before: View, now: View) -> tuple[Look, tuple[int, ...]]:
    """What is known of the pieces after the next picture, and of those in the hand: the only one there comes down."""
    emptied, filled = before.holes & ~now.holes, now.holes & ~before.holes
    hand = [*story.hand]
    for hole in bits_of(emptied):
        hand.append(next((place for place, bits in enumerate(story.known) if bits & 1 << hole), -1))
    for place, (old, new) in enumerate(zip(before.heaps, now.heaps, strict=True)):
        hand += [place] * (old - new)
        for _ in range(new - old):
            if place in hand:
                hand.remove(place)
    down = hand[0] if len(hand) == 1 and filled.bit_count() == 1 else -1
    known = tuple(bits & ~emptied | (filled if place == down else 0) for place, bits in enumerate(story.known))
    return known, tuple(hand[: max(0, len(hand) - filled.bit_count())])


def bits_of(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Gone(NamedTuple):
    """When places were emptied that are empty still: (hole, or minus one minus the heap; seconds)."""

    since: tuple[tuple[int, float], ...] = ()

    def after(self, before: View, now: View, t: float) -> tuple[Gone, int, int]:
        """The same after a picture; holes and heaps, as bits, that were empty for no longer than a flicker."""
        kept, holes, heaps = [], 0, 0
        for place, at in self.since:
            is_back = now.holes >> place & 1 if place >= 0 else now.heaps[-1 - place] > before.heaps[-1 - place]
            if not is_back:
                kept.append((place, at))
            elif t - at <= FLICKER_S:
                holes |= 1 << place if place >= 0 else 0
                heaps |= 1 << -1 - place if place < 0 else 0
        kept += [(hole, t) for hole in bits_of(before.holes & ~now.holes)]
        kept += [(-1 - heap, t) for heap, old in enumerate(before.heaps) if now.heaps[heap] < old]
        return Gone(tuple(kept)), holes, heaps


def forget(story: Story, look: Look, holes: int, heaps: int) -> Story:
    """The story without the touches of pieces that only flickered. Where another piece may have come down that fast,
    be it one of the same owner out of the yard, the hole stays touched."""
    union = several = 0
    for place, bits in enumerate(story.may):
        several |= union & bits | (bits if story.yards >> place & 1 else 0)
        union |= bits
    same = 0
    for bits, may in zip(look, story.may, strict=True):
        same |= bits & may
    sure = holes & same & ~several
    return story._replace(
        touched=story.touched & ~sure, yards=story.yards & ~heaps, again=story.again & ~holes,
        flickered=story.flickered | holes & ~sure,
    )  # fmt: skip


def _certain(may: Look) -> list[int]:
    """For each owner the number of holes that can only be its."""
    found = []
    for place, bits in enumerate(may):
        for other, more in enumerate(may):
            if other != place:
                bits &= ~more
        found.append(bits.bit_count())
    return found


def _narrowed(may: Look, now: View, pieces: tuple[int, ...], hidden: tuple[int, ...]) -> Look:
    """The same holes without the owners that have no piece left for them."""
    for _ in range(4):
        union = several = 0
        for bits in may:
            several |= union & bits
            union |= bits
        if not several:
            return may
        found = tuple(
            bits & ~several if (bits & ~several).bit_count() + now.heaps[place] >= pieces[place] else bits
            for place, bits in enumerate(may)
        )
        if not any(hidden) and now.holes.bit_count() + sum(now.heaps) >= sum(pieces):
            found = _filled_up(found, now, pieces)
        if found == may:
            return may
        may = found
    return may


def _filled_up(may: Look, now: View, pieces: tuple[int, ...]) -> Look:
    """All pieces stand on the board: who needs every hole that may be its gets them all."""
    for place, bits in enumerate(may):
        if bits.bit_count() + now.heaps[place] == pieces[place]:
            may = tuple(each if other == place else each & ~bits for other, each in enumerate(may))
    return may


def against(story: Story, look: Look, sensed: int) -> int:
    """The number of holes where this look is against the story."""
    return sum((bits & sensed & ~may).bit_count() for bits, may in zip(look, story.may, strict=True))


def standings(
    story: Story, now: View, pieces: tuple[int, ...], most: int, origins: Sequence[Look] = ()
) -> list[Look]:
    """How the board may look, as far as the story and the number of pieces leave it open; the first `most` of them,
    beginning with what was in the hand, and what stood there in one of the `origins`."""
    wanted = [count - seen for count, seen in zip(pieces, now.heaps, strict=True)]
    certain = _certain(story.may)
    over = [place for place, count in enumerate(certain) if count > wanted[place]]
    choices: list[tuple[int, list[int]]] = []
    for hole in range(now.holes.bit_length()):
        if now.holes >> hole & 1:
            here = [place for place, bits in enumerate(story.may) if bits >> hole & 1]
            if not here or here[0] in over:
                here += [place for place in range(len(pieces)) if place not in here and certain[place] < wanted[place]]
            here.sort(key=lambda place: (
                not story.known[place] >> hole & 1, not any(look[place] >> hole & 1 for look in origins)
            ))  # fmt: skip
            choices.append((1 << hole, here))
    choices.sort(key=lambda choice: len(choice[1]))
    assigned = _Assigning(choices, most)
    assigned.go_on(0, [0] * len(pieces), wanted)
    return assigned.found


class _Assigning:
    """Gives holes to owners, one after the other; `found` are the first `most` ways."""

    def __init__(self, choices: Sequence[tuple[int, list[int]]], most: int) -> None:
        self.choices, self.most = choices, most
        self.found: list[Look] = []
        self._in_vain: set[tuple[int, ...]] = set()
        """With so many pieces left for the holes from this one on, there is no way."""

    def go_on(self, number: int, look: list[int], left: list[int]) -> None:
        """Gives the pieces from this one on to owners."""
        if number == len(self.choices):
            self.found.append(tuple(look))
            return
        before, state = len(self.found), (number, *left)
        if state in self._in_vain:
            return
        bit, here = self.choices[number]
        for place in here:
            if left[place] and len(self.found) < self.most:
                left[place] -= 1
                look[place] |= bit
                self.go_on(number + 1, look, left)
                look[place] ^= bit
                left[place] += 1
        if len(self.found) == before:
            self._in_vain.add(state)


def misplaced(story: Story, look: Look) -> int:
    """The number of holes where this look is against what was in the hand when they were filled."""
    return sum((bits & ~look[place]).bit_count() for place, bits in enumerate(story.known))


def placed(look: Look) -> list[tuple[int, int]]:
    """The hole of each piece, as a bit, and its owner."""
    return [(1 << hole, owner) for owner, bits in enumerate(look) for hole in bits_of(bits)]


def exchange(look: Look, one: tuple[int, int], other: tuple[int, int]) -> Look:
    """The same board with these two pieces (hole as a bit, owner) taken for one another."""
    both, owners_of = one[0] | other[0], (one[1], other[1])
    return tuple(bits ^ both if owner in owners_of else bits for owner, bits in enumerate(look))


def exchanged(look: Look) -> list[Look]:
    """The same board with two pieces of different owners taken for one another."""
    pieces = placed(look)
    return [
        exchange(look, one, other)
        for number, one in enumerate(pieces) for other in pieces[number + 1 :] if one[1] != other[1]
    ]  # fmt: skip


def owners_moved(story: Story, origin: Look, look: Look) -> int:
    """How many owners have a piece, carried there by a hand, on a hole where none of them stood, neither in this look
    of late nor in the origin of the action."""
    before = zip(story.known, origin, look, strict=True)
    return sum(bool(known & ~(bits | late)) for known, bits, late in before)


def owners(story: Story) -> Look | None:
    """How the board looks, if the story leaves only one way."""
    union = 0
    for bits in story.may:
        if union & bits:
            return None
        union |= bits
    return story.may
