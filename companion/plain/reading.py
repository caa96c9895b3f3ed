"""One reading of the table: a moment of the game, how it came about, and what hands have done since.

1. `begin` starts a reading at a moment that the board shows.
2. `moved` follows the next picture; `rested` pays for the time that a picture stood.
3. `standing_cost` is what it costs at any moment; `ending.ends` tells what the picture may be the end of.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.plain import costs, story
from companion.plain.contract import Inferable, Look, Moment
from companion.plain.links import Link
from companion.plain.story import Story, View
from engine.contract import Card, Seat

MOST_LOOKS = 4
"""Of a board that may look in several ways so many are asked whether an action may go on from there."""
PIECES_OF_ONE = 2
"""A plain action displaces no more pieces than this: its own one, and one that it captures."""


class Ground(NamedTuple):
    """What stays the same for all readings: the game, its sensors."""

    game: Inferable
    sensed: int
    hidden: tuple[int, ...]
    """Places of each heap without sensor."""


class Reading(NamedTuple):
    """`cost`: of all that is settled; `way`: of the rests since the board left its look; `owed`: what the cheapest
    end so far of the action in progress costs; `gap_lost`: whether a line was lost since."""

    moment: Moment
    link: Link | None
    cost: float
    look: Look
    pieces: tuple[int, ...]
    holes: int
    heaps: tuple[int, ...]
    """Pieces in each heap when the board looks as this reading has it."""
    story: Story
    ended_at: float
    paces: costs.Paces
    """How fast each seat is, by the gaps so far."""
    left_at: float | None = None
    way: float = 0.0
    plain_way: float = 0.0
    """The same if the action turns out to be one that nobody interrupts."""
    owed: float = 0.0
    owed_for: int = 0
    owed_rests: int = 0
    owed_landed: int = 0
    owed_again: int = 0
    landed: int = 0
    """How often a piece was carried to a hole that no piece had been in, whether it stands there still or not; who
    slides or hops on from there counts no more."""
    left: int = 0
    """The holes, as bits, out of which pieces went on like that just now: those that came down last."""
    down: int = 0
    """The holes that were filled last, as bits."""
    rests: int = 0
    rested: int = 0
    """Holes in which a piece that is on its way rested for long, as bits."""
    stills: int = 0
    mused: int = 0
    """How often all pieces stood where they might have stayed, though hands went on; where they did for long, as
    bits."""
    is_gapped: bool = False
    is_half: bool = False
    """Whether it began in the middle of an action, which goes on with the next touch."""
    is_early: bool = False
    """Whether it began with a piece of its action in the hand, while the last action was still being made."""
    told: tuple[Seat, Card] | None = None
    held: tuple[int, ...] = ()
    """For each heap how many of its pieces are still in somebody's hand, after an action that is over; () is none."""
    ways: tuple[tuple[float, Link | None], ...] = ()
    """Other ways in which the same moment may have come about: the chance of each (the rest is `link`), its plies."""

    def seen(self, view: View) -> View:
        """A picture as this reading takes it: what it has in a hand counts as home."""
        if not self.held:
            return view
        return view._replace(heaps=tuple(map(sum, zip(view.heaps, self.held, strict=True))))

    @property
    def depth(self) -> int:
        """Plies so far that changed the position."""
        return 0 if self.link is None else self.link.depth


def begin(
    game: Inferable, moment: Moment, link: Link | None, cost: float, t: float, paces: costs.Paces | None = None
) -> Reading:
    """A reading that begins at this moment."""
    look, pieces = game.look(moment), game.pieces(moment)
    heaps, holes, paces = _heaps(pieces, look), story.filled(look), paces or costs.any_paces(len(look))
    return Reading(moment, link, cost, look, pieces, holes, heaps, Story.begin(look, look), t, paces)


def anew(game: Inferable, reading: Reading) -> Reading:
    """The reading as if nothing had been touched since it began."""
    fresh = begin(game, reading.moment, reading.link, reading.cost, reading.ended_at, reading.paces)
    return fresh._replace(ways=reading.ways)


def early(reading: Reading, holes: int, owner: int) -> Reading:
    """A reading that has just begun, with pieces from these holes (as bits) in hands already, one of them the owner's;
    or one out of its yard (0)."""
    return reading._replace(story=story.lifted(reading.story, holes, owner), left_at=reading.ended_at, is_early=True)


def holding(ground: Ground, reading: Reading, now: View) -> Reading:
    """A reading that has just begun; what the yards lack of it is still in a hand."""
    counts = zip(reading.heaps, now.heaps, ground.hidden, strict=True)
    held = tuple(max(0, wanted - seen - hidden) for wanted, seen, hidden in counts)
    return with_held(reading, held)


def with_held(reading: Reading, held: tuple[int, ...]) -> Reading:
    """The reading with so many pieces of each heap in a hand."""
    return reading._replace(held=held if any(held) else ())


def is_base(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether the board shows what this reading says."""
    heaps = reading.seen(now).heaps
    return reading.holes & ground.sensed == now.holes and (
        reading.heaps == heaps or all(
            wanted - hidden <= seen <= wanted
            for wanted, seen, hidden in zip(reading.heaps, heaps, ground.hidden, strict=True)
        )
    )  # fmt: skip


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
    was_base = is_base(ground, reading, change.before)
    rested = reading if was_base else _rested(ground, reading, change)
    before, after = reading.seen(change.before), _given_home(rested, change)
    now = after.seen(change.now)
    if was_base and before == now:
        return after  # a captured piece has come home, which no action needs
    after = _carried(ground, after, change)
    followed = story.follow(after.story, after.holes & ground.sensed, before, now, after.pieces, ground.hidden)
    if change.holes or change.heaps:
        followed = story.forget(followed, after.look, change.holes, change.heaps)
    if was_base:
        cost = after.cost + after.way  # what was tried and put back was tried all the same
        return after._replace(cost=cost, story=followed, left_at=change.t, way=0.0, plain_way=0.0, stills=0, mused=0)
    return after._replace(story=followed, left_at=change.t if after.left_at is None else after.left_at)


def _carried(ground: Ground, reading: Reading, change: Change) -> Reading:
    """The reading with the pieces counted that were carried somewhere with this change."""
    emptied, filled = change.before.holes & ~change.now.holes, change.now.holes & ~change.before.holes
    new = filled & ~reading.holes
    # What flickers where it has always stood has not come down, and leaves the one that comes down with it its way.
    if emptied & ~reading.holes or (emptied and not new):
        reading = reading._replace(left=emptied & reading.down)
    if new:
        reading = reading._replace(down=new)
        new &= ~_taken_back(ground, reading)
    far = sum(not ground.game.near(hole) & reading.left for hole in story.bits_of(new))
    return reading._replace(landed=reading.landed + far) if far else reading


def _given_home(reading: Reading, change: Change) -> Reading:
    """The reading without what was in a hand and has come home with this change."""
    if not reading.held:
        return reading
    came = (max(0, new - old) for old, new in zip(change.before.heaps, change.now.heaps, strict=True))
    return with_held(reading, tuple(max(0, count - home) for count, home in zip(reading.held, came, strict=True)))


def _rested(ground: Ground, reading: Reading, change: Change) -> Reading:
    """The reading with what it costs that the picture rested in the middle of its action."""
    before, rest_s, paces = change.before, change.rest_s, reading.paces
    if rest_s < costs.SHORT_S:
        return reading
    way = reading.way + costs.within(rest_s, kind_of(ground, reading, before), paces)
    is_moved = displaced(reading, before) > 0
    is_still = is_moved and is_whole(ground, reading, before)
    plain_way = reading.plain_way + costs.within(rest_s, costs.Rest.PLAIN if is_still else costs.Rest.HAND, paces)
    rests, rested = reading.rests, reading.rested
    # Without sensors in the yards a piece that captured looks like one in a hand.
    is_gone = any(ground.hidden) and bool(reading.holes & ground.sensed & ~before.holes)
    # What is only felt while a part of an action rests does not begin another part.
    is_new = not rested or before.holes & ~reading.holes & ~rested & ~_taken_back(ground, reading)
    if is_new and (is_moved or is_gone) and costs.is_episode(rest_s, paces.common_s):
        rests, rested = rests + 1, rested | before.holes & ~reading.holes
    stills, mused = reading.stills + is_still, reading.mused
    if is_still and costs.is_thought(rest_s, paces.common_s) and is_going_on(ground, reading, before):
        mused |= before.holes & ~reading.holes
    return reading._replace(way=way, plain_way=plain_way, rests=rests, rested=rested, stills=stills, mused=mused)


def is_whole(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether no piece is seen to be missing on the board."""
    return any(ground.hidden) or now.holes.bit_count() + sum(reading.seen(now).heaps) >= sum(reading.pieces)


def displaced(reading: Reading, now: View) -> int:
    """Pieces that stand where none stood when the reading began."""
    return _beyond(reading.seen(now), reading.holes, reading.heaps)


def on_their_way(ground: Ground, reading: Reading, now: View) -> int:
    """Pieces that stand where none stood when the reading began; all that a TAC takes back are one."""
    return displaced(reading, now) - _more_taken_back(ground, reading, now)


def _more_taken_back(ground: Ground, reading: Reading, now: View) -> int:
    """Pieces, beyond the first one, that stand again where they stood before the last card was used."""
    filled = now.holes & ~reading.holes
    return max(0, (filled & _taken_back(ground, reading)).bit_count() - 1) if filled.bit_count() > 1 else 0


def _taken_back(ground: Ground, reading: Reading) -> int:
    """The holes, as bits, that are filled again once a TAC has taken back what the last card did."""
    holes = 0
    for origin in ground.game.origins(reading.moment)[1:]:
        holes |= story.filled(origin)
    return holes & ~reading.holes


def _beyond(now: View, holes: int, heaps: tuple[int, ...]) -> int:
    """Pieces that stand where these holes and heaps have none."""
    count = (now.holes & ~holes).bit_count()
    for seen, wanted in zip(now.heaps, heaps, strict=True):
        if seen > wanted:
            count += seen - wanted
    return count


def _heaps(pieces: tuple[int, ...], look: Look) -> tuple[int, ...]:
    """Pieces in each heap when the others stand so."""
    return tuple(count - bits.bit_count() for count, bits in zip(pieces, look, strict=True))


def calmed(ground: Ground, reading: Reading) -> Reading:
    """The reading when the board rests as it says: whatever was touched was put back."""
    if reading.left_at is None:
        return reading
    # Where no yard tells how many pieces are in a hand, what stands there may still be another's.
    seen = Story.begin(reading.story.may if any(ground.hidden) else reading.look, reading.look)
    return reading._replace(
        cost=reading.cost + _fuss(reading), story=seen, left_at=None, way=0.0,
        plain_way=0.0, owed=0.0, owed_for=0, owed_rests=0, owed_landed=0, owed_again=0, landed=0, rests=0, rested=0,
        stills=0, mused=0, is_gapped=False, is_early=False,
    )  # fmt: skip


def is_doubtful(ground: Ground, reading: Reading) -> bool:
    """Whether other pieces than it says may stand on the board, one of them still in a hand, and no yard tells it."""
    return any(ground.hidden) and reading.story.may != reading.look


def _fuss(reading: Reading) -> float:
    """What it costs that pieces were felt and put back."""
    # After a card was told hands are at work, and what flickers then is hardly a weak magnet.
    free = reading.story.flickered if reading.told is None else 0
    touched = (reading.story.touched & ~free).bit_count() + reading.story.yards.bit_count()
    touched = max(touched, bool(reading.story.visited))  # what no yard misses was touched all the same
    tried = costs.PIECE * max(reading.rests, reading.landed)
    pair = costs.PAIR if reading.told is None else costs.TOLD_PAIR
    return reading.way + tried + costs.TOUCH * touched + (pair if reading.story.paired else 0.0)


def standing_cost(ground: Ground, reading: Reading, now: View, rest_s: float) -> float:
    """What this reading costs at this moment, the picture having stood for `rest_s`."""
    if is_base(ground, reading, now):
        waits = costs.within_still(rest_s, costs.Rest.PARTS, reading.paces) if reading.is_half else 0.0
        return reading.cost + waits + (0.0 if reading.left_at is None else _fuss(reading))
    again, landed = _more_taken_back(ground, reading, now), reading.landed
    count, filled = displaced(reading, now) - again, (now.holes & ~reading.holes).bit_count() - again
    owed = costs.PIECE * max(reading.rests + max(count > 0, filled), landed) + began(ground, reading)
    if reading.owed:
        more = max(0, count - reading.owed_for, reading.rests - reading.owed_rests, landed - reading.owed_landed)
        # Who goes on from a far-fetched end has not made it.
        owed = min(reading.owed + costs.PIECE * more, owed + costs.FURTHER) if more else reading.owed
    # What is lifted once more is needed by no end.
    owed += costs.TOUCH * max(0, reading.story.again.bit_count() - reading.owed_again)
    kind = kind_of(ground, reading, now)
    if kind != costs.Rest.PARTS:
        owed += costs.TOUCH * max(0, landed - PIECES_OF_ONE)
        owed += min(_too_many(reading, origin, now) for origin in ground.game.origins(reading.moment))
    still = costs.within_still(rest_s, kind, reading.paces)
    missing = reading.holes & ground.sensed & ~now.holes
    if rest_s < costs.FELT_S and missing and not count and not missing & ground.game.own(reading.moment):
        still += costs.LIFTED
    return reading.cost + reading.way + owed + still


def _too_many(reading: Reading, origin: Look, now: View) -> float:
    """What it costs that pieces of several owners, or more than one action moves, are on their way from there."""
    owners = story.owners_moved(reading.story, origin, reading.look)
    still = reading.holes & ~reading.story.touched  # what a TAC has yet to take back has not moved
    home = tuple(map(max, reading.heaps, _heaps(reading.pieces, origin)))
    pieces = _beyond(reading.seen(now), story.filled(origin) | still, home)
    return costs.OTHERS * max(0, owners - 1) + costs.PIECE * max(0, pieces - PIECES_OF_ONE)


def began(ground: Ground, reading: Reading) -> float:
    """What it costs that the action on its way began so long after the last one."""
    if reading.left_at is None:
        return 0.0
    actor = ground.game.layout.owners.index(ground.game.seat(reading.moment))
    return waited(reading, costs.Gap(reading.left_at - reading.ended_at, (), actor, int(reading.link is None)))


def waited(reading: Reading, between: costs.Gap) -> float:
    """What it costs that an action began so long after the last one, with what came between."""
    if reading.is_early:
        return 0.0
    if reading.is_half:
        return costs.within(between.seconds, costs.Rest.PARTS, reading.paces)
    return costs.gap(between, reading.paces)


def is_going_on(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether all pieces stand on the board, some of them where an action may go on from; but none that a TAC takes
    back, since its own begins anew from there."""
    is_moved = displaced(reading, now) > 0 and is_whole(ground, reading, now)
    return is_moved and not ground.game.is_taken_back(reading.moment, now.holes, ground.sensed)


def kind_of(ground: Ground, reading: Reading, now: View) -> costs.Rest:
    """What a picture shows that rests while an action is on its way."""
    if not is_going_on(ground, reading, now):
        return costs.Rest.HAND
    return costs.Rest.PARTS if is_halfway(ground, reading, now) else costs.Rest.PLAIN


def is_halfway(ground: Ground, reading: Reading, now: View) -> bool:
    """Whether an action may go on from here."""
    if not displaced(reading, now):
        return True
    card, look = None if reading.told is None else reading.told[1], story.owners(reading.story)
    looks = [look] if look is not None else story.standings(
        reading.story, reading.seen(now), reading.pieces, MOST_LOOKS, ground.game.origins(reading.moment)[1:]
    )
    return any(ground.game.is_halfway(reading.moment, look, card) for look in looks)


def is_doing(reading: Reading) -> bool:
    """Whether the board has left the look of this reading."""
    return reading.left_at is not None
