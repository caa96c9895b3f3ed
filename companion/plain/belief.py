"""What may be told now, out of several readings: the plies on which they agree, and what is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, NamedTuple

from companion.plain import costs
from companion.plain.contract import Inferable, Look
from companion.plain.links import Link
from companion.plain.reading import Ground, Reading, is_base
from companion.plain.story import View, filled, owners
from companion.plain.wrong import Wrong
from engine.contract import Card, Cell, Displacement, Explanation, Option, Seat

SURE = 0.98
"""A ply is told when it is as certain as this."""
REJOINED, FOLLOWERS, RESTED_S, LIKELY, UNLIKELY = 0.97, 2, 5.0, 0.5, 0.2
"""Where so much of all weight agrees on how the board looks now, and so many plies have followed, or the board has
rested for so long, the likeliest way there is told if it is as certain as this among those that begin with what has
been told; and what has been told is taken back when it is less likely than the last of these."""
LIKELIEST = 0.25
"""The same where nothing is to come that could decide it."""
CALM_S, OVER_S = 20.0, 60.0
"""No rest counts for more than the first of these; the second stands for any rest once the game is over."""
WAITED = ((3.3, 0.97), (5.0, 0.965), (8.0, 0.96), (CALM_S, 0.85), (OVER_S, LIKELY))
"""Or as this, when the board has rested for so many seconds."""
SUREST = 0.99
"""No ply is told as surer than this: of 9892 that weighed more, 99.1 % were right (`tests.bench.plain --strangers
--evenings 40 --seed 441000 --curve`). What no reading thinks of has no weight."""
SHARED = 3
"""All plies that follow from a wrong one are wrong with it: with so many of them only half as much doubt is allowed."""
SPOKEN_S = 8.0
"""Where the board has rested for so long, a ply that follows from what has been told is told as well, although that is
in some doubt by now: silence helps nobody. What has another way beside it that is worth asking about is left alone."""
MISTAKEN = 0.03
"""What was told is taken back when its certainty has fallen to this."""
MUSING = 0.5
"""Where it is as likely as this that somebody thinks for long where a piece might stay, no rest is trusted."""
ASKED = 0.15
"""What is as likely as this is one of the choices of a question."""
NOTHING = "nothing"
"""The choice that pieces were only felt, and no action made."""
RECENT = 24
"""So many plies of each reading are searched for a board that was told."""
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
    """Two or more readings that lead to different boards: `choices` for ply number `ply` (from 1 since `begin`; what
    was taken as it stood is none)."""

    ply: int
    choices: tuple[Option, ...]

    @property
    def actions(self) -> frozenset[str]:
        """The actions to choose from."""
        return frozenset(option.action for option in self.choices)


@dataclass(frozen=True, slots=True)
class Belief:
    """All that may be told now. `wrong`: displaced pieces where nothing explains a resting board, else None; `broken`:
    the rule that they break with every card, None where nobody is to blame; `is_pending`: they break one, and it is not
    yet time to say so."""

    plies: tuple[Ply, ...] = ()
    part: Part | None = None
    question: Question | None = None
    wrong: tuple[Displacement, ...] | None = None
    broken: Explanation | None = None
    is_pending: bool = False

    @property
    def is_named(self) -> bool:
        """Whether a wrong board is told as such."""
        return self.wrong is not None and not self.is_pending


def named(game: Inferable, was: Belief, found: Wrong | None, is_open: bool, is_early: bool) -> Belief:
    """What is wrong now; what was named stays named until the board is calm and explained (`is_open`). `is_early`: it
    is not yet time to name a rule."""
    if found is None and not is_open:
        return Belief()
    if found is None or (was.wrong == found.moved and not was.is_pending):
        return Belief(wrong=was.wrong, broken=was.broken, is_pending=was.is_pending)
    broken = found.broken(game)
    is_pending = broken is not None and is_early
    return Belief(wrong=found.moved, broken=None if is_pending else broken, is_pending=is_pending)


class Mark(NamedTuple):
    """How far has been told: the depth and the key of the readings that agree, the number of plies, and how the board
    looked then."""

    depth: int = 0
    key: int = 0
    plies: int = 0
    look: Look = ()


def weights(totals: Sequence[float], doubt: float = 1.0) -> list[float]:
    """The chance of each reading from what it costs; `doubt`: by how much all that was seen counts for less."""
    least = min(totals)
    shares = [exp((least - total) / doubt) for total in totals]
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


def is_told(reading: Reading, mark: Mark) -> bool:
    """Whether a reading is what has been told, and nothing more."""
    link = reading.link
    is_taken = link is not None and link.is_found
    return reading.depth == mark.depth and key_at(reading, mark.depth) == mark.key and not is_taken


def agreeing(readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> float:
    """The chance of what has been told so far."""
    return sum(
        share for reading, share in zip(readings, shares, strict=True) if key_at(reading, mark.depth) == mark.key
    )


class Following(NamedTuple):
    """The likeliest next ply, its chance, how many more have followed it, and how much weight agrees with the likeliest
    reading in which it was made on how the board looks now."""

    link: Link
    chance: float
    followers: int
    rejoined: float
    agreed: float
    """The chance of all that has been told before it."""


def following(readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> Following | None:
    """The likeliest next ply; None if there is none."""
    chances: dict[int, float] = {}
    best: dict[int, tuple[float, Link, Reading]] = {}
    for reading, share in zip(readings, shares, strict=True):
        if reading.depth <= mark.depth or key_at(reading, mark.depth) != mark.key:
            continue
        link = link_at(reading, mark.depth + 1)
        if link is None:
            continue
        chances[link.key] = chances.get(link.key, 0.0) + share
        if link.key not in best or share > best[link.key][0]:
            best[link.key] = (share, link, reading)
    if not chances:
        return None
    key = max(chances, key=chances.__getitem__)
    _, link, reading = best[key]
    rejoined, agreed = rejoined_by(readings, shares, reading), agreeing(readings, shares, mark)
    return Following(link, chances[key], reading.depth - link.depth, rejoined, agreed)


def doubt(
    ground: Ground, readings: Sequence[Reading], totals: Sequence[float], mark: Mark, rest_s: float
) -> float:
    """By how much all that was seen counts for less, the board having rested for so long."""
    is_hidden = any(ground.hidden)
    limit = min(totals) + (costs.IN_QUESTION if is_hidden else costs.EVEN)
    near = [each for each, total in zip(readings, totals, strict=True) if total < limit]
    if not is_hidden and any(each.told is not None for each in near):
        return 1.0
    unseen = {look_unseen(ground.game, each, mark) for each in near}
    if not is_hidden:
        return costs.EXCHANGE_DOUBT if len(unseen) > 1 else 1.0
    if not any(unseen):
        return 1.0
    return costs.HIDDEN_DOUBT if rest_s < SPOKEN_S else costs.CALM_DOUBT


def look_unseen(game: Inferable, reading: Reading, mark: Mark) -> Look:
    """How the board looked after the newest ply of a reading, beyond what has been told, that leaves the same holes
    filled: an exchange, an opening onto another piece; () where it has none."""
    link = reading.link
    while link is not None and link.depth > mark.depth:
        before = link.before
        is_same = before is not None and filled(game.look(before.moment)) == filled(game.look(link.moment))
        if link.is_visible and (is_same or game.is_exchange(link.option)):
            return game.look(link.moment)
        link = before
    return ()


def passing(game: Inferable, readings: Sequence[Reading], shares: Sequence[float], link: Link) -> float:
    """The chance that the board has looked as it does after this ply, whichever way it came there."""
    look = game.look(link.moment)
    return sum(
        share for reading, share in zip(readings, shares, strict=True) if link_to(game, reading, look) is not None
    )


def joined(game: Inferable, readings: Sequence[Reading], shares: Sequence[float], mark: Mark) -> Mark | None:
    """What has been told, as the readings have it in which the board came to look so in another way; None if next to
    all weight does not."""
    link = link_to(game, likeliest(readings, shares), mark.look)
    if link is None or not link.depth:
        return None
    moved = mark._replace(depth=link.depth, key=link.key)
    return moved if agreeing(readings, shares, moved) >= REJOINED else None


def certainty(game: Inferable, readings: Sequence[Reading], shares: Sequence[float], found: Following) -> float:
    """How certain a ply is told as: the chance that the board has looked so, though nothing is beyond doubt."""
    return min(SUREST, max(found.chance, passing(game, readings, shares, found.link)))


def link_to(game: Inferable, reading: Reading, look: Look) -> Link | None:
    """The newest ply of a reading after which the board looked so; None if none of the last ones did."""
    at, steps = reading.link, 0
    while at is not None and steps < RECENT and game.look(at.moment) != look:
        at, steps = at.before, steps + 1
    return at if steps < RECENT else None


def likeliest(readings: Sequence[Reading], shares: Sequence[float]) -> Reading:
    """The reading with the greatest chance."""
    return max(zip(shares, readings, strict=True), key=lambda pair: pair[0])[1]


def rejoined_by(readings: Sequence[Reading], shares: Sequence[float], one: Reading) -> float:
    """How much weight agrees with one reading on how the board looks now."""
    return sum(share for each, share in zip(readings, shares, strict=True) if each.look == one.look)


def is_musing(readings: Sequence[Reading], shares: Sequence[float]) -> bool:
    """Whether a rest tells nothing at this table, and only the next play that an action is over."""
    return likeliest(readings, shares).paces.musing > MUSING


def unmistaken(
    marks: tuple[Mark, ...], readings: Sequence[Reading], shares: Sequence[float], rest_s: float
) -> tuple[Mark, ...]:
    """What has been told and is not mistaken."""
    mistaken = mistaken_at(readings, shares, rest_s)
    while len(marks) > 1 and agreeing(readings, shares, marks[-1]) <= mistaken:
        marks = marks[:-1]
    return marks


def mistaken_at(readings: Sequence[Reading], shares: Sequence[float], rest_s: float) -> float:
    """What was told is taken back when its certainty has fallen to this."""
    is_rejoined = rejoined_by(readings, shares, likeliest(readings, shares)) >= REJOINED
    return UNLIKELY if rest_s >= RESTED_S and is_rejoined else MISTAKEN


def counted(game: Inferable, readings: Sequence[Reading], shares: Sequence[float], rest_s: float) -> float:
    """For how long a rest counts: once the game is over nobody plays on, and a longer one would tell nothing more."""
    is_over = rest_s >= SPOKEN_S and not game.silent(likeliest(readings, shares).moment)
    return OVER_S if is_over else min(rest_s, CALM_S)


def sure_after(found: Following, rest_s: float, is_told_again: bool) -> float:
    """How certain a ply has to be, the board having rested for so long; who has been mistaken speaks again only when
    it is sure."""
    is_settled = found.followers >= FOLLOWERS or rest_s >= RESTED_S
    if is_settled and found.rejoined >= REJOINED:
        return (LIKELY if rest_s < CALM_S else LIKELIEST) * found.agreed
    if is_told_again and found.followers < FOLLOWERS:
        return SURE
    least = min([SURE, *(sure for since, sure in WAITED if rest_s >= since)])
    sure = min(SURE, 1 - (1 - least) / (1 + found.followers / SHARED))
    return sure * found.agreed if rest_s >= SPOKEN_S and found.agreed > 1 - ASKED else sure


def asked(
    game: Inferable, readings: Sequence[Reading], shares: Sequence[float], mark: Mark
) -> tuple[tuple[Option, ...], int]:
    """The actions that the next ply may have been, if at least two of them have to be reckoned with; else none. Also
    how many plies the likeliest one comes after what has been told."""
    links = [(share, link_at(reading, mark.depth + 1)) for reading, share in zip(readings, shares, strict=True)
             if key_at(reading, mark.depth) == mark.key]  # fmt: skip
    chances: dict[int, float] = {}
    best: dict[int, Link] = {}
    for share, link in sorted(links, key=lambda pair: -pair[0]):
        if link is not None and not link.is_found:
            chances[link.key] = chances.get(link.key, 0.0) + share
            best.setdefault(link.key, link)
    ranked = sorted((key for key, chance in chances.items() if chance >= ASKED), key=lambda key: chances[key])
    named = {best[key].option.action: key for key in ranked}  # an answer tells apart only what is named differently
    likely = list(named.values())[::-1]
    swaps = [best[key] for key in likely if game.is_exchange(best[key].option)]
    if swaps:
        since = min(link.ended_at for link in swaps)
        unmoved = sum(share for share, link in links if link is None or link.ended_at > since)
        likely = [key for key in likely if best[key].ended_at <= since]
        if unmoved >= ASKED:
            nothing = replace(swaps[0].option, card="", action=NOTHING, also=())
            return (*(best[key].option for key in likely), nothing), _after(best[likely[0]], mark)
    return (tuple(best[key].option for key in likely), _after(best[likely[0]], mark)) if len(likely) > 1 else ((), 0)


def agrees(reading: Reading, depth: int, choice: str, others: frozenset[str]) -> bool:
    """Whether the ply of a reading that brought it to this depth agrees with an answer; `others`: the choices that
    were not taken."""
    link = link_at(reading, depth)
    actions = set() if link is None else {link.option.action, *link.option.also}
    return not others & actions if choice == NOTHING else choice in actions


def part_of(ground: Ground, readings: Sequence[Reading], now: View, mark: Mark) -> Part | None:
    """What is sure of an action that may still go on: a piece that has gone some fields."""
    game, holes = ground.game, ground.game.layout.holes
    for reading in readings:
        look = owners(reading.story)
        if reading.depth == mark.depth and key_at(reading, mark.depth) == mark.key and look is not None:
            found = game.part(reading.moment, look)
            if found is None or is_base(ground, reading, now):
                return None
            seat, origin, target, fields = found
            return Part(seat, holes[origin], holes[target], fields)
    return None


def _after(link: Link, mark: Mark) -> int:
    """How many plies a link comes after what has been told: those without trace before it, and itself."""
    number, at = 1, link.before
    while at is not None and at.depth >= mark.depth and not at.is_visible:
        number, at = number + 1, at.before
    return number


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
