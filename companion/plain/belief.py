"""What may be told now, out of several readings: the plies on which they agree, and what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, NamedTuple

from companion.plain.contract import Inferable
from companion.plain.reading import Link, Reading
from engine.contract import Card, Cell, Displacement, Layout, Option, Seat

SURE = (0.97, 0.97, 0.97, 0.96, 0.95, 0.93, 0.9, 0.85, 0.8, 0.7, 0.6)
"""A ply is told when it is as certain as this, with none, one, two ... more plies after it."""
WAITED = ((3.3, 0.95), (5.0, 0.93), (8.0, 0.9), (11.0, 0.8))
"""Or as this, when the board has rested for so many seconds."""
MISTAKEN = 0.03
"""What was told is taken back when its certainty has fallen to this."""
ASKED = 0.2
"""What is as likely as this is one of the choices of a question."""
CARD_MARGIN = 3.5
"""A card is named when every other one is dearer by this."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply as it may be told. `card` is None unless it is certain; `state` is the game after it.

    `is_found`: no ply at all, but the position taken over as it stands."""

    seat: Seat
    card: Card | None
    option: Option
    state: Any
    certainty: float
    is_found: bool = False

    @property
    def position(self) -> str:
        """The position after it."""
        return self.option.position


@dataclass(frozen=True, slots=True)
class Part:
    """The sure part of an action on its way: a piece of `seat` went from `origin` to `target`."""

    seat: Seat
    origin: Cell
    target: Cell
    fields: int


@dataclass(frozen=True, slots=True)
class Question:
    """Two or more readings that lead to different boards: `choices` for ply number `ply` (from 1 since `begin`)."""

    ply: int
    choices: tuple[Option, ...]

    @property
    def actions(self) -> frozenset[str]:
        """The actions to choose from."""
        return frozenset(option.action for option in self.choices)


@dataclass(frozen=True, slots=True)
class Belief:
    """All that may be told now. `wrong`: displaced pieces where nothing explains a resting board, else None."""

    plies: tuple[Ply, ...] = ()
    part: Part | None = None
    question: Question | None = None
    wrong: tuple[Displacement, ...] | None = None
    is_lost: bool = False


class Mark(NamedTuple):
    """How far has been told: the depth and the key of the readings that agree, and the number of plies."""

    depth: int = 0
    key: int = 0
    plies: int = 0


def weights(totals: Sequence[float]) -> list[float]:
    """The chance of each reading from what it costs."""
    least = min(totals)
    shares = [exp(least - total) for total in totals]
    whole = sum(shares)
    return [share / whole for share in shares]


def link_at(reading: Reading, depth: int) -> Link | None:
    """The ply of a reading that brought it to this depth; None if it has not got so far."""
    link = reading.link
    if link is None or link.depth < depth:
        return None
    while link is not None and (link.depth > depth or not link.is_visible):
        link = link.before
    return link


def key_at(reading: Reading, depth: int) -> int | None:
    """What all plies of a reading up to this depth led to; None if it has not got so far."""
    if depth == 0:
        return 0
    link = link_at(reading, depth)
    return None if link is None or link.depth != depth else link.key


def agreeing(readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> float:
    """The chance of what has been told so far."""
    return sum(
        share for reading, share in zip(readings, shares, strict=True) if key_at(reading, mark.depth) == mark.key
    )


def following(readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> tuple[Link, float, int] | None:
    """The likeliest next ply, with its chance, and how many more have followed it; None if there is none."""
    chances: dict[int, float] = {}
    best: dict[int, tuple[float, Link, int]] = {}
    for reading, share in zip(readings, shares, strict=True):
        if reading.depth <= mark.depth or key_at(reading, mark.depth) != mark.key:
            continue
        link = link_at(reading, mark.depth + 1)
        if link is None:
            continue
        chances[link.key] = chances.get(link.key, 0.0) + share
        if link.key not in best or share > best[link.key][0]:
            best[link.key] = (share, link, reading.depth - link.depth)
    if not chances:
        return None
    key = max(chances, key=chances.__getitem__)
    return best[key][1], chances[key], best[key][2]


def sure_after(followers: int, rest_s: float) -> float:
    """How certain a ply has to be, with so many plies after it, the board having rested for so long."""
    return min([SURE[min(followers, len(SURE) - 1)], *(sure for since, sure in WAITED if rest_s >= since)])


def asked(readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> tuple[Option, ...]:
    """The actions that the next ply may have been, if at least two of them have to be reckoned with; else none."""
    chances: dict[int, float] = {}
    options: dict[int, Option] = {}
    for reading, share in zip(readings, shares, strict=True):
        link = link_at(reading, mark.depth + 1) if key_at(reading, mark.depth) == mark.key else None
        if link is not None and not link.is_found:
            chances[link.key] = chances.get(link.key, 0.0) + share
            options.setdefault(link.key, link.option)
    likely = sorted((key for key, chance in chances.items() if chance >= ASKED), key=lambda key: -chances[key])
    return tuple(options[key] for key in likely) if len(likely) > 1 else ()


def plies_of(game: Inferable, link: Link, mark: Mark, certainty: float) -> list[Ply]:
    """The plies from what has been told to this one."""
    found: list[Ply] = []
    at: Link | None = link
    while at is not None and (at.depth > mark.depth or not at.is_visible):
        card = at.cards[0][0] if at.cards and _is_certain(at) else None
        found.append(Ply(at.seat, card, at.option, game.state(at.moment), certainty, at.is_found))
        at = at.before
    return found[::-1]


def _is_certain(link: Link) -> bool:
    return len(link.cards) == 1 or link.cards[1][1] - link.cards[0][1] > CARD_MARGIN


def displacements(layout: Layout, reading: Reading) -> tuple[Displacement, ...]:
    """What moved, without any card that could do it, before the board was taken as it stands."""
    link = reading.link
    assert link is not None
    found: list[Displacement] = []
    for owner, heap, old, new in zip(layout.owners, layout.heaps, link.origin, reading.look, strict=True):
        gone = [hole for n, hole in enumerate(layout.holes) if (old & ~new) >> n & 1]
        come = [hole for n, hole in enumerate(layout.holes) if (new & ~old) >> n & 1]
        for number in range(max(len(gone), len(come))):
            origin = gone[number] if number < len(gone) else heap
            target = come[number] if number < len(come) else heap
            found.append(Displacement(owner, origin, target))
    return tuple(found)
