"""The end of an action: what a picture that rests may have been, after plays without trace if need be.

From each moment of `turns` the game tells what may have filled just these holes; `ends` begins a reading anew after
each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import combinations
from typing import NamedTuple

from companion.plain import costs, story
from companion.plain.contract import Inferable, Look, Moment, Use
from companion.plain.links import Entry, linked
from companion.plain.reading import Ground, Reading, begin, early, holding, is_base, waited, with_held
from companion.plain.story import View
from companion.plain.turns import Step, between, counted, miscounted

MOST_ENDS = 2 * costs.MOST_ALIKE
"""So many ends of a reading at most that look the same are thought of, the likeliest ones: after a long silence there
are hundreds of ways to count what was played without trace."""


class _End(NamedTuple):
    """One end of a reading: what it costs, the reading, where the action began, what did it, what that costs if nobody
    interrupted it, and the pieces in the hands of the next seats already."""

    cost: float
    reading: Reading
    step: Step
    gap: costs.Gap
    use: Use
    plain: float
    held: _Held | None = None


def ends(
    ground: Ground, reading: Reading, now: View, since: float, limit: float, is_put_down: bool = False
) -> list[Reading]:
    """The readings in which this picture, standing `since` then, is the end of an action; none dearer than `limit`.
    `is_put_down`: with it a piece came down, while the next seat may have had its own in the hand already."""
    room = limit - reading.cost - reading.way
    if room <= 0 or (is_base(ground, reading, now) and not reading.story.touched):
        return []
    found: list[_End] = []
    began = reading.left_at if reading.left_at is not None else since
    elapsed = began - reading.ended_at
    held = _held(ground, reading, now) if is_put_down and room > costs.TWICE else []
    gaps: dict[costs.Gap, float] = {}
    for steps in (counted(ground, reading, elapsed, room), miscounted(ground, reading, elapsed)):
        for step in steps:
            gap = between(ground, reading, elapsed, step)
            if gap not in gaps:
                gaps[gap] = waited(reading, gap)
            cost = step.cost + gaps[gap]
            if cost < room:
                found += _ends_at(ground, reading, now, step, gap, cost, room)
            for each in held:
                if cost + each.cost < room:
                    several = _ends_at(ground, each.reading, each.whole, step, gap, cost + each.cost, room)
                    found += [end._replace(held=each) for end in several]
        if any(end.cost < costs.IN_QUESTION for end in found):
            break
    return [each for end in _likeliest(found) for each in _begun(ground, end, now, since)]


def _likeliest(several: list[_End]) -> Iterator[_End]:
    """The likeliest ends of those that look the same."""
    count: Counter[tuple[Look, bool]] = Counter()
    for end in sorted(several, key=lambda each: each.cost):
        alike = end.use.look, end.held is None
        count[alike] += 1
        if count[alike] <= MOST_ENDS:
            yield end


MOST_OUT = 2
"""So many more pieces of one owner at most are still in a hand when an action is over."""
MOST_GONE, MOST_HELD = 3, 2
"""So many holes at most are empty whose pieces are in hands, of a board that is cleared more; so many of these pieces
are not of the action that ends."""


class _Held(NamedTuple):
    """A picture with pieces (their holes as bits) in the hands of the next seats, as it was before they were lifted,
    and what that costs."""

    holes: int
    cost: float
    reading: Reading
    whole: View


def _held(ground: Ground, reading: Reading, now: View) -> list[_Held]:
    """One or two pieces that may be in the next seats' hands already, where others may have come down meanwhile."""
    gone = reading.holes & ground.sensed & ~now.holes
    if gone.bit_count() > MOST_GONE:
        return []
    found = []
    for number in range(1, MOST_HELD + 1):
        for several in combinations([1 << hole for hole in story.bits_of(gone)], number):
            holes = sum(several)
            before = story.left(reading.story, reading.look, holes)
            if before.touched or before.yards or any(ground.hidden):
                whole = View(now.holes | holes, now.heaps)
                found.append(_Held(holes, costs.TWICE * number, reading._replace(story=before), whole))
    return found


def _begun(ground: Ground, end: _End, now: View, since: float) -> Iterator[Reading]:
    """The readings that begin with this end."""
    reading, held = end.reading, end.held
    paces = reading.paces if reading.is_half or reading.is_early else costs.learnt(end.gap, reading.paces)
    if end.plain < end.use.long_cost and reading.stills:
        went_on = (reading.mused & ~story.filled(end.use.look)).bit_count()
        paces = paces.mused(max(reading.stills, went_on), went_on)
    new = _ended(ground.game, reading, end.step, (end.use,), end.cost, since, paces)
    if held is None:
        yield from _with_hands(ground, new, now)
    elif not new.is_half and (own := ground.game.own(new.moment) & held.holes):
        owner = next(place for place, bits in enumerate(new.look) if bits & own)
        yield early(holding(ground, new, held.whole), held.holes, owner)


def _with_hands(ground: Ground, end: Reading, now: View) -> Iterator[Reading]:
    """The same end with what the yards lack still in a hand; a piece of the seat to act may be on its way onto the
    board already."""
    held = holding(ground, end, now)
    yield held
    place = ground.game.layout.owners.index(ground.game.seat(end.moment))
    if held.held and held.held[place] and not end.is_half:
        left = tuple(count - (other == place) for other, count in enumerate(held.held))
        yield early(with_held(held, left), 0, place)


def _ends_at(
    ground: Ground, reading: Reading, now: View, step: Step, gap: costs.Gap, cost: float, room: float
) -> Iterator[_End]:
    """The ends after these silent plays, which cost so much with the time that they took."""
    game, lifted = ground.game, reading.story.touched
    changed = (reading.holes ^ now.holes) & ground.sensed | lifted
    uses = list(game.uses(step.moment, now.holes, changed, ground.sensed))
    if now.holes == reading.holes & ground.sensed:
        if reading.story.paired:
            uses += game.exchanges(step.moment, lifted)
        elif reading.is_gapped:  # the other one of two pieces may have been lifted while a line was lost
            several = game.exchanges(step.moment, reading.holes)
            uses += [each for each in several if (each.cells | story.unlike(reading.look, each.look)) & lifted]
    for use in uses:
        whole = cost + _strayed(reading, use.route, now)
        plain = use.cost + reading.plain_way - reading.way
        whole += min(plain, use.long_cost)
        whole += _told_cost(game, reading, step, use)
        if whole < room and _fills(ground, use, now):
            whole += _surprise(ground, reading, now, (use,))
            if whole < room:
                yield _End(whole, reading, step, gap, use, plain)


def _strayed(reading: Reading, route: int, now: View) -> float:
    """What it costs that pieces were off this route (holes as bits), and rested there for long."""
    astray, visited = (holes & ~route & ~now.holes for holes in (reading.rested, reading.story.visited))
    return costs.ASTRAY * astray.bit_count() + costs.TOUCH * visited.bit_count()


LIKELIEST, LESS_LIKELY = 8, 20
"""So many readings are asked whether two actions ended at once; so many where nothing at all explains the picture."""
MOST_STARTS = 3
"""So many moments of a reading, the likeliest ones, are tried out as the beginning of two such actions."""
MOST_PAIRS = 4 * costs.MOST
"""So many ways at most in which two such actions may have been made, the likeliest ones, are played: after four pieces
were in the air there are a thousand pairs of exchanges, and few readings live on."""
MOST_TWIN = 6
"""Two actions at once touch and fill no more holes than this: a board that is cleared, or set up anew, is none of them,
and there are too many pairs of its marbles to try them all."""


class Tried(NamedTuple):
    """A reading, what it or its cheapest end costs, and all of these that explain the picture."""

    cost: float
    reading: Reading
    explained: list[Reading]

    @property
    def is_simple(self) -> bool:
        """Whether one action explains the picture well."""
        return not self.reading.story.paired and any(each.cost < self.cost + costs.DOUBT for each in self.explained)


def twins(ground: Ground, tried: Sequence[Tried], now: View, since: float, limit: float) -> list[Reading]:
    """The readings in which two actions ended at once, where nothing simpler explains a picture well; none dearer than
    `limit`."""
    ranked = sorted(tried, key=lambda each: each.cost)
    least, explained = ranked[0].cost, [end for each in tried for end in each.explained]
    limit = min(limit, least + costs.MARGIN)
    near = [each for each in ranked[:LIKELIEST] if each.cost < least + costs.IN_QUESTION]
    known = {_way(ground, each) for each in explained}
    further = [] if explained else ranked[len(near) : LESS_LIKELY]
    for several in (near, further):
        readings = [each.reading for each in several if not each.is_simple]
        starts = [start for each in readings for start in _twin_starts(ground, each, now, since, limit)]
        every = (pair for start in starts for pair in _twin_ends(ground, start, now))
        likeliest = nsmallest(MOST_PAIRS, every, key=lambda pair: pair.cost)
        ends_at_once = (_twin(ground, pair, now, since) for pair in likeliest)
        if found := [end for end in ends_at_once if _way(ground, end) not in known]:
            return found
    return []


def _way(ground: Ground, reading: Reading) -> tuple[int, object]:
    """How the board came to look so, and all that matters of its pieces: an exchange of alike pieces shows only in
    what they may do next."""
    return (0 if reading.link is None else reading.link.key), ground.game.board(reading.moment)


class _Start(NamedTuple):
    """Where two actions that ended at once may have begun: after these silent plays in this reading."""

    cost: float
    room: float
    reading: Reading
    step: Step
    gap: costs.Gap


def _twin_starts(ground: Ground, reading: Reading, now: View, since: float, limit: float) -> list[_Start]:
    """Where two seats one after the other may have had their pieces in the hand at once: the likeliest moments."""
    room = limit - reading.cost - reading.way - costs.TWICE
    lifted, filled = reading.story.touched, now.holes & ~reading.holes
    pieces = _lifted(reading).bit_count() + reading.story.yards.bit_count()
    if room <= 0 or max(pieces, filled.bit_count() if any(ground.hidden) else 0) < 2:
        return []  # a piece that no yard misses shows only where it comes down
    if max(filled.bit_count(), lifted.bit_count()) > MOST_TWIN:
        return []
    found: list[_Start] = []
    began = reading.left_at if reading.left_at is not None else since
    for step in counted(ground, reading, began - reading.ended_at, room):
        gap = between(ground, reading, began - reading.ended_at, step)
        cost = step.cost + waited(reading, gap)
        if cost < room:
            found.append(_Start(cost + costs.TWICE, room + costs.TWICE, reading, step, gap))
    return sorted(found, key=lambda start: start.cost)[:MOST_STARTS]


class _Pair(NamedTuple):
    """Two actions that ended at once, and what the reading costs in which they did."""

    cost: float
    whole: float
    start: _Start
    first: Use
    second: Use


def _twin_ends(ground: Ground, start: _Start, now: View) -> Iterator[_Pair]:
    """The pairs of actions from there that end with this picture."""
    game, reading, step = ground.game, start.reading, start.step
    lifted, filled = _lifted(reading), now.holes & ~reading.holes | reading.story.moved_on
    firsts = [*game.begun(step.moment, lifted, filled, ground.sensed), *game.exchanges(step.moment, lifted)]
    for first in firsts:
        if first.is_half or start.cost + first.cost >= start.room:
            continue
        for second in _seconds(ground, reading, game.after(step.moment, first), first, now):
            whole = start.cost + first.cost + second.cost + _told_cost(game, reading, step, first)
            whole += _strayed(reading, first.route | second.route, now)
            if whole < start.room and not second.is_half and _fills(ground, second, now):
                whole += _surprise(ground, reading, now, (first, second))
                if whole < start.room:
                    yield _Pair(reading.cost + reading.way + whole, whole, start, first, second)


def _twin(ground: Ground, pair: _Pair, now: View, since: float) -> Reading:
    """The reading in which these two actions end with this picture."""
    start = pair.start
    paces = costs.learnt(start.gap, start.reading.paces)
    uses = pair.first, pair.second
    end = _ended(ground.game, start.reading, start.step, uses, pair.whole, since, paces)
    return holding(ground, end, now)


def _seconds(ground: Ground, reading: Reading, moment: Moment, first: Use, now: View) -> Iterator[Use]:
    """What the next seat may have done at this moment, after the first of two actions."""
    game, holes, lifted = ground.game, story.filled(first.look) & ground.sensed, _lifted(reading)
    if holes == now.holes:
        yield from game.exchanges(moment, lifted)
    if _went_home(ground, moment, first.look, holes & ~now.holes & ~game.reach(moment), now):
        changed = (reading.holes ^ now.holes) & ground.sensed | lifted
        yield from game.uses(moment, now.holes, changed, ground.sensed)


def _lifted(reading: Reading) -> int:
    """The holes that were seen empty: of two actions at once the second may lift what the first has just put down."""
    return reading.story.touched | reading.story.moved_on


def _went_home(ground: Ground, moment: Moment, look: Look, emptied: int, now: View) -> bool:
    """Whether all pieces that stood on these holes may be in their yards now."""
    return not emptied or all(
        hidden or (bits & emptied).bit_count() <= seen - (count - bits.bit_count())
        for bits, count, seen, hidden in zip(look, ground.game.pieces(moment), now.heaps, ground.hidden, strict=True)
    )


def _told_cost(game: Inferable, reading: Reading, step: Step, use: Use) -> float:
    """What a use costs, or saves, where the card was told before."""
    if reading.told is None:
        return 0.0
    seat, card = reading.told
    prices = dict(use.cards)
    if step.plays or game.seat(step.moment) != seat or card not in prices:
        return costs.AGAINST_TOLD
    return prices[card] - use.cost - costs.TOLD


def _fills(ground: Ground, use: Use, now: View) -> bool:
    """Whether just the holes of this result are filled."""
    return story.filled(use.look) & ground.sensed == now.holes


def _surprise(ground: Ground, reading: Reading, now: View, uses: tuple[Use, ...]) -> float:
    """What this end costs for all that does not agree with what was seen; very much where it cannot be."""
    total, placed, look = 0.0, 0, uses[-1].look
    for place, (bits, pieces) in enumerate(zip(look, reading.pieces, strict=True)):
        wanted = pieces - bits.bit_count()
        seen, hidden, held = now.heaps[place], ground.hidden[place], reading.held[place] if reading.held else 0
        missing = wanted - hidden - seen - held
        if seen > wanted or missing > MOST_OUT:
            return 1e9
        total += costs.STILL_OUT * max(0, missing)
        placed += max(0, seen + held - wanted)
    needed = needed_yards = changed = changed_yards = 0
    before = reading.look
    for use in uses:
        needed |= use.cells & reading.holes
        needed_yards |= use.yards
        for place, (old, new) in enumerate(zip(before, use.look, strict=True)):
            changed |= old ^ new
            if new.bit_count() != old.bit_count():
                changed_yards |= 1 << place
        before = use.look
    touched, yards = reading.story.touched, reading.story.yards
    missed = needed_yards & ~yards
    # Out of a hand a captured piece may come onto the board again at once.
    unseen = max(0, story.against(reading.story, look, ground.sensed) - placed)
    unseen += (needed & ground.sensed & ~touched).bit_count()
    unseen += sum(missed >> heap & 1 for heap, hidden in enumerate(ground.hidden) if not hidden)
    total += unseen * (costs.LOST_CHANGE if reading.is_gapped else costs.UNSEEN_CHANGE)
    felt, felt_yards = touched & ~(needed | changed | reading.story.flickered), yards & ~(needed_yards | changed_yards)
    paired = changed & reading.story.paired
    if felt & reading.story.paired and (any(ground.hidden) or paired) and not paired & paired - 1:
        total += costs.PAIR  # two pieces in the air are an exchange rather than what no yard shows, or one gone on
    idle = reading.story.again.bit_count() + _laid_again(reading, now, uses).bit_count()
    return total + costs.TOUCH * (felt.bit_count() + felt_yards.bit_count() + idle)


def _laid_again(reading: Reading, now: View, uses: tuple[Use, ...]) -> int:
    """The holes, as bits, into which one piece that went straight there was laid twice."""
    if uses[-1].route < 0:
        return 0
    laid = reading.story.moved_on & now.holes
    for use in uses[:-1]:
        laid &= ~story.filled(use.look)  # lifted for the next action
    return laid


def _ended(
    game: Inferable, reading: Reading, step: Step, uses: tuple[Use, ...], cost: float, since: float,
    paces: costs.Paces,
) -> Reading:  # fmt: skip
    plies, moment = _played(game, reading, step, uses, since)
    ways = tuple((chance, linked(game, way, plies)) for chance, way in reading.ways)
    fresh = begin(game, moment, linked(game, reading.link, plies), reading.cost + reading.way + cost, since, paces)
    is_half = any(use.is_half for use in uses)
    return fresh._replace(is_half=is_half, ways=ways) if is_half or ways else fresh


def _played(
    game: Inferable, reading: Reading, step: Step, uses: tuple[Use, ...], since: float
) -> tuple[list[Entry], Moment]:
    """The silent plies and the uses after them, and the moment then; the first half of an action is no ply yet."""
    plies, at = step.entries(game, since), step.moment
    before = reading.moment if reading.is_half else at
    for use in uses:
        after = game.after(at, use)
        if use.is_half:
            return plies, after
        plies.append(Entry(before, after, game.option(at, use), use.cards, since, is_miscounted=step.is_miscounted))
        at = before = after
    return plies, at
