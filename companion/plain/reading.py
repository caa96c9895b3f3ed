"""One reading of the table: a moment of the game, how it came about, and what hands have done since.

1. `begin` starts a reading at a moment that the board shows.
2. `moved` follows the next picture; `rested` pays for the time that a picture stood.
3. `ends` are the readings in which the picture is the end of an action, after silent plays if need be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.plain import costs, story
from companion.plain.contract import Inferable, Look, Moment, Use
from companion.plain.story import Story, View
from engine.contract import Card, Option, Seat


@dataclass(frozen=True, slots=True)
class Link:
    """One ply of a reading, and all before it. `depth` counts plies that changed the position, `key` is what they
    changed it to, one after the other."""

    before: Link | None
    depth: int
    key: int
    seat: Seat
    cards: tuple[tuple[Card, float], ...]
    option: Option
    moment: Moment
    ended_at: float
    is_visible: bool
    is_found: bool = False
    is_told: bool = False
    origin: Look = ()
    """How the board looked before it was taken as it stands, and the moment then."""
    was: Moment = None


class Ground(NamedTuple):
    """What stays the same for all readings: the game, its sensors."""

    game: Inferable
    sensed: int
    hidden: tuple[int, ...]
    """Places of each heap without sensor."""


@dataclass(frozen=True, slots=True)
class Reading:
    """`cost`: of all that is settled; `way`: of the rests since the board left its look; `owed`: what the cheapest
    end so far of the action in progress costs; `gap_lost`: whether a line was lost since."""

    moment: Moment
    link: Link | None
    cost: float
    look: Look
    pieces: tuple[int, ...]
    holes: int
    story: Story
    ended_at: float
    left_at: float | None = None
    way: float = 0.0
    plain_way: float = 0.0
    """The same if the action turns out to be one that nobody interrupts."""
    owed: float = 0.0
    owed_for: int = 0
    owed_rests: int = 0
    rests: int = 0
    rested: int = 0
    """Holes in which a piece that is on its way rested for long, as bits."""
    is_gapped: bool = False
    is_half: bool = False
    """Whether it began in the middle of an action, which goes on with the next touch."""
    told: tuple[Seat, Card] | None = None
    paces: tuple[costs.Paces, ...] = (costs.ANY_PACE,)
    """For each seat how likely each pace is, by the gaps so far."""

    @property
    def heaps(self) -> tuple[int, ...]:
        """Pieces in each heap when the board looks as this reading has it."""
        return tuple(n - bits.bit_count() for n, bits in zip(self.pieces, self.look, strict=True))

    @property
    def depth(self) -> int:
        """Plies so far that changed the position."""
        return 0 if self.link is None else self.link.depth


def begin(game: Inferable, moment: Moment, link: Link | None, cost: float, t: float) -> Reading:
    """A reading that begins at this moment."""
    look = game.look(moment)
    holes = 0
    for bits in look:
        holes |= bits
    paces = (costs.ANY_PACE,) * len(look)
    return Reading(moment, link, cost, look, game.pieces(moment), holes, Story(look), t, paces=paces)


def is_base(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether the board shows what this reading says."""
    return reading.holes & ground.sensed == now.holes and all(
        wanted - hidden <= seen <= wanted
        for wanted, seen, hidden in zip(reading.heaps, now.heaps, ground.hidden, strict=True)
    )


class Change(NamedTuple):
    """The picture changed at `t` after it had rested for `rest_s`; `holes`, `heaps`: bits of what only flickered."""

    before: View
    now: View
    t: float
    rest_s: float
    holes: int
    heaps: int


def moved(ground: Ground, reading: Reading, change: Change) -> Reading:
    """The reading after the picture has changed."""
    before, now, t, rest_s, *_ = change
    was_base = is_base(ground, reading, before)
    followed = story.follow(reading.story, reading.holes & ground.sensed, before, now, reading.pieces, ground.hidden)
    if change.holes or change.heaps:
        followed = story.forget(followed, reading.look, change.holes, change.heaps)
    if was_base:
        return replace(reading, story=followed, left_at=t, way=0.0, plain_way=0.0)
    way, plain_way = reading.way, reading.plain_way
    rests, rested, pace_s = reading.rests, reading.rested, costs.common(reading.paces)
    if rest_s >= costs.SHORT_S:
        way += costs.within(rest_s, kind_of(ground, reading, before), pace_s)
        is_moved = displaced(reading, before) > 0
        is_going_on = is_moved and is_whole(ground, reading, before)
        plain_way += costs.within(rest_s, costs.Rest.PLAIN if is_going_on else costs.Rest.HAND, pace_s)
        # Without sensors in the yards a piece that captured looks like one in a hand.
        is_gone = any(ground.hidden) and bool(reading.holes & ground.sensed & ~before.holes)
        if (is_moved or is_gone) and costs.is_episode(rest_s, pace_s):
            rests, rested = rests + 1, rested | before.holes & ~reading.holes
    left_at = reading.left_at if reading.left_at is not None else t
    return replace(
        reading, story=followed, way=way, plain_way=plain_way, left_at=left_at, rests=rests,
        rested=rested,
    )  # fmt: skip


def is_whole(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether no piece is seen to be missing on the board."""
    return any(ground.hidden) or now.holes.bit_count() + sum(now.heaps) >= sum(reading.pieces)


def displaced(reading: Reading, now: View) -> int:
    """Pieces that stand where none stood when the reading began."""
    heaps = zip(now.heaps, reading.heaps, strict=True)
    return (now.holes & ~reading.holes).bit_count() + sum(max(0, seen - wanted) for seen, wanted in heaps)


def calmed(reading: Reading) -> Reading:
    """The reading when the board rests as it says: whatever was touched was put back."""
    if reading.left_at is None:
        return reading
    return replace(
        reading, cost=reading.cost + _fuss(reading), story=Story(reading.look), left_at=None, way=0.0,
        plain_way=0.0, owed=0.0, owed_for=0, owed_rests=0, rests=0, rested=0, is_gapped=False,
    )  # fmt: skip


def _fuss(reading: Reading) -> float:
    """What it costs that pieces were felt and put back."""
    touched = reading.story.touched.bit_count() + reading.story.yards.bit_count()
    tried = costs.PIECE * reading.rests
    return reading.way + tried + costs.TOUCH * touched + (costs.PAIR if reading.story.paired else 0.0)


def standing_cost(ground: Ground, reading: Reading, now: View, rest_s: float) -> float:
    """What this reading costs at this moment, the picture having stood for `rest_s`."""
    if is_base(ground, reading, now):
        waits = costs.within_still(rest_s, costs.Rest.PARTS, costs.common(reading.paces)) if reading.is_half else 0.0
        return reading.cost + waits + (0.0 if reading.left_at is None else _fuss(reading))
    count = displaced(reading, now)
    owed = costs.PIECE * (reading.rests + (count > 0))
    if reading.owed:
        owed = reading.owed + costs.PIECE * max(0, count - reading.owed_for, reading.rests - reading.owed_rests)
    owed += costs.OTHERS * max(0, story.owners_moved(reading.story, reading.look) - 1)
    gap = 0.0
    if not reading.owed and reading.left_at is not None:
        gap = _waited(ground, reading, reading.left_at - reading.ended_at, reading.moment, ())
    still = costs.within_still(rest_s, kind_of(ground, reading, now), costs.common(reading.paces))
    missing = reading.holes & ground.sensed & ~now.holes
    if missing and not count and not missing & ground.game.own(reading.moment):
        still += costs.LIFTED
    return reading.cost + reading.way + owed + gap + still


def _waited(
    ground: Ground, reading: Reading, seconds: float, moment: Moment, silent: tuple[Moment, ...]
) -> float:
    """What it costs that the seat to act at `moment` began so long after the last action, with what came between."""
    if reading.is_half:
        return costs.within(seconds, costs.Rest.PARTS, costs.common(reading.paces))
    return costs.gap(_between(ground, reading, seconds, moment, silent), reading.paces)


def _between(
    ground: Ground, reading: Reading, seconds: float, moment: Moment, silent: tuple[Moment, ...]
) -> costs.Gap:
    game, owners = ground.game, ground.game.layout.owners
    deals = game.deal(moment) - game.deal(reading.moment) + (reading.link is None)
    seats = tuple(owners.index(game.seat(each)) for each in silent)
    return costs.Gap(seconds, seats, owners.index(game.seat(moment)), deals)


def kind_of(ground: Ground, reading: Reading, now: View) -> costs.Rest:
    """What a picture shows that rests while an action is on its way."""
    if not displaced(reading, now) or not is_whole(ground, reading, now):
        return costs.Rest.HAND
    return costs.Rest.PARTS if is_halfway(ground, reading, now) else costs.Rest.PLAIN


def is_halfway(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether an action may go on from here."""
    look = story.owners(reading.story)
    card = None if reading.told is None else reading.told[1]
    count = displaced(reading, now)
    if look is None:
        is_missing = reading.holes & ground.sensed & ~now.holes
        return count == 0 or (count <= 2 and reading.rests <= 1 and bool(is_missing))
    return count == 0 or ground.game.is_halfway(reading.moment, look, card)


class Step(NamedTuple):
    """Silent plays that lead to a moment, in their order with the moments before and after each."""

    moment: Moment
    cost: float
    plays: tuple[tuple[Moment, str, Moment], ...]


def silences(game: Inferable, moment: Moment, limit: float) -> Iterator[list[Step]]:
    """After no, one, two ... silent plays: the moments that may be reached for less than `limit`."""
    steps = [Step(moment, 0.0, ())]
    while steps:
        yield steps
        found: dict[Moment, Step] = {}
        for step in steps:
            for silent in game.silent(step.moment):
                cost = step.cost + silent.cost
                same = game.same(silent.after)
                if cost < limit and (same not in found or cost < found[same].cost):
                    found[same] = Step(silent.after, cost, (*step.plays, (step.moment, silent.action, silent.after)))
        steps = list(found.values())


def ends(ground: Ground, reading: Reading, now: View, since: float, limit: float) -> list[Reading]:
    """The readings in which this picture, standing `since` then, is the end of an action; none dearer than `limit`."""
    found: list[Reading] = []
    room = limit - reading.cost - reading.way
    if room <= 0:
        return found
    game = ground.game
    is_same = is_base(ground, reading, now)
    lifted = reading.story.touched
    if is_same and not lifted:
        return found
    is_pair = reading.story.paired and now.holes == reading.holes & ground.sensed
    changed = (reading.holes ^ now.holes) & ground.sensed | reading.story.touched
    began = reading.left_at if reading.left_at is not None else since
    elapsed = began - reading.ended_at
    for number, steps in enumerate(silences(game, reading.moment, room)):
        if number * costs.LEAST_S > elapsed:
            break
        for step in steps:
            silent = tuple(moment for moment, _, _ in step.plays)
            cost = step.cost + _waited(ground, reading, elapsed, step.moment, silent)
            if cost >= room:
                continue
            uses = list(game.uses(step.moment, now.holes, changed, ground.sensed))
            if is_pair:
                uses += game.exchanges(step.moment, lifted)
            for use in uses:
                astray = reading.rested & ~use.route & ~now.holes
                pause = reading.plain_way - reading.way + costs.ASTRAY * astray.bit_count()
                whole = cost + min(use.cost + pause, use.long_cost)
                whole += _told_cost(game, reading, step.moment, number, use)
                if whole < room and _fills(ground, use, now):
                    whole += _surprise(ground, reading, now, use)
                    if whole < room:
                        ended = _ended(game, reading, step, use, whole, since)
                        found.append(replace(ended, paces=_learnt(ground, reading, elapsed, step)))
    return found


def _learnt(ground: Ground, reading: Reading, elapsed: float, step: Step) -> tuple[costs.Paces, ...]:
    if reading.is_half:
        return reading.paces
    silent = tuple(moment for moment, _, _ in step.plays)
    return costs.learnt(_between(ground, reading, elapsed, step.moment, silent), reading.paces)


def is_doing(reading: Reading) -> bool:
    """Whether the board has left the look of this reading."""
    return reading.left_at is not None


def _told_cost(game: Inferable, reading: Reading, moment: Moment, number: int, use: Use) -> float:
    """What a use costs, or saves, where the card was told before."""
    if reading.told is None:
        return 0.0
    seat, card = reading.told
    prices = dict(use.cards)
    if number or game.seat(moment) != seat or card not in prices:
        return costs.AGAINST_TOLD
    return prices[card] - use.cost


def _fills(ground: Ground, use: Use, now: View) -> bool:
    """Whether just the holes of this result are filled."""
    holes = 0
    for bits in use.look:
        holes |= bits
    return holes & ground.sensed == now.holes


def _surprise(ground: Ground, reading: Reading, now: View, use: Use) -> float:
    """What this end costs for all that does not agree with what was seen; very much where it cannot be."""
    total, look = 0.0, use.look
    for place, (bits, pieces) in enumerate(zip(look, reading.pieces, strict=True)):
        wanted = pieces - bits.bit_count()
        seen, hidden = now.heaps[place], ground.hidden[place]
        if seen > wanted or seen + hidden < wanted - 2:
            return 1e9
        total += costs.STILL_OUT * max(0, wanted - hidden - seen)
    unseen = story.against(reading.story, look, ground.sensed)
    unseen += (use.cells & ground.sensed & ~reading.story.touched).bit_count()
    needed = use.cells
    yards = reading.story.yards
    missed = use.yards & ~yards
    unseen += sum(missed >> heap & 1 for heap, hidden in enumerate(ground.hidden) if not hidden)
    yards &= ~use.yards
    total += unseen * (costs.LOST_CHANGE if reading.is_gapped else costs.UNSEEN_CHANGE)
    for place, (old, new) in enumerate(zip(reading.look, look, strict=True)):
        needed |= old ^ new
        if new.bit_count() != old.bit_count():
            yards &= ~(1 << place)
    felt = reading.story.touched & ~needed
    if any(ground.hidden) and felt & reading.story.paired:
        total += costs.PAIR  # two pieces in the air are an exchange rather than an opening that no yard shows
    return total + costs.TOUCH * (felt.bit_count() + yards.bit_count())


def _ended(game: Inferable, reading: Reading, step: Step, use: Use, cost: float, since: float) -> Reading:
    link = reading.link
    for moment, action, following in step.plays:
        link = added(game, link, moment, following, game.mark(moment, action), (), since)
    after = game.after(step.moment, use)
    if use.is_half:
        return replace(begin(game, after, link, reading.cost + reading.way + cost, since), is_half=True)
    before = link.moment if reading.is_half and link is not None else step.moment
    link = added(game, link, before, after, game.option(step.moment, use), use.cards, since)
    return begin(game, after, link, reading.cost + reading.way + cost, since)


def added(
    game: Inferable, link: Link | None, moment: Moment, after: Moment, option: Option,
    cards: tuple[tuple[Card, float], ...], t: float, is_found: bool = False,
) -> Link:  # fmt: skip
    """The plies with one more that changed the position, or was an exchange of alike pieces."""
    depth, key = (0, 0) if link is None else (link.depth, link.key)
    is_changed = game.look(moment) != game.look(after)
    if is_changed:
        depth, key = depth + 1, hash((key, game.look(after)))
    origin, was = (game.look(moment), moment) if is_found else ((), None)
    return Link(
        link, depth, key, game.seat(moment), cards, option, after, t, is_changed, is_found, origin=origin, was=was
    )  # fmt: skip
