"""Fingers that touch without moving anything: feeling, nudging, lifting and putting back."""

from __future__ import annotations

from companion.virtual.gestures import Stroke
from tests.people.hand import Third
from tests.people.night import FULL, Night
from tests.people.play import Ply

RING = 64


def feel(night: Night, t: float, number: int, until: float) -> float:
    """Somebody feels a piece or two, or nudges one; the time of the last touch (`t` if nothing was done).

    Never two at once where that could be an exchange or an opening, and never so that it looks like an action.
    """
    rng = night.rng
    forbidden = night.danger(night.plies[number], True) | night.danger(night.following(number), True)
    is_anywhere = night.profile.quirks.feels_anywhere
    is_pair = rng.random() < night.profile.pairs and (is_anywhere or not night.is_delicate(number))
    picked = rng.sample(sorted(night.board.pieces), 2 if is_pair else 1)
    groups = [picked, *([one] for one in picked)]
    if any(night.looks(night.board.wire & ~sum(1 << i for i in group)) in forbidden for group in groups):
        return t
    for _ in range(1 if is_pair else rng.choice((1, 1, 2, 3))):
        begin = t + rng.uniform(0.1, 1.2)
        end = begin + (rng.uniform(0.4, 3.0) if rng.random() < 0.5 else rng.uniform(0.04, 0.15))
        if end + 0.7 > until:
            break
        t = _touch(night, begin, end, picked)
        picked = picked if is_pair else [night.board.touches[-1][1]]
    return t


def _touch(night: Night, begin: float, end: float, picked: list[int]) -> float:
    """Lifts these places one after the other and puts the pieces back, yard pieces perhaps on another place."""
    held = {}
    for index in picked:
        held[index] = night.board.lift(begin, index)
        begin += night.rng.uniform(0.0, 0.05)
    for index, owner in held.items():
        cell = night.layout.cell(index)
        back = index
        if cell in night.layout.heaps and night.rng.random() < 0.3:
            back = night.rng.choice([i for i in night.board.free(cell) if i == index or i not in held])
        end = max(end, begin + 0.03) + night.rng.uniform(0.0, 0.12)
        night.board.put(end, back, owner)
    return end


def thirds(night: Night, ply: Ply, number: int, strokes: tuple[Stroke, ...]) -> list[Third]:
    """A third piece that is touched meanwhile; none where that could be taken for something else.

    Clumsy people lift one together with two that are exchanged: then nobody can tell which two it was.
    """
    rng, used = night.rng, {stroke.cell for stroke in strokes}
    if "~" in ply.option.action and ply.card == "trickster":
        ring = [i for i in night.board.pieces if i < RING and night.layout.cell(i) not in used]
        if not ring or rng.random() > night.profile.clumsy:
            return []
        return [Third(rng.choice(ring), rng.choice((0, 1, 2)), len(strokes) + 1)]
    is_plain = night.board.eyes.mask == FULL and not night.is_delicate(number)
    free = [i for i in night.board.pieces if night.layout.cell(i) not in used]
    if not is_plain or not free or len(strokes) < 2 or rng.random() > night.profile.third:
        return []
    lift = rng.randrange(1, len(strokes))
    return [Third(rng.choice(free), lift, rng.randrange(lift + 1, len(strokes) + 3))]
