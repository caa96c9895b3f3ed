"""A table without cards: what its holes alone tell of the game.

1. Several readings live side by side; each picture moves every one of them (`after`).
2. A picture that rests may be the end of an action in each of them: then a reading begins anew from there.
3. Readings that agree are merged, those that are much too dear are given up.
4. `belief` is what may be told: told plies stay as long as the evidence does not turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

from companion.inputs import OccupancyFrame
from companion.plain import costs
from companion.plain.belief import (
    MISTAKEN,
    SURE,
    Belief,
    Mark,
    Part,
    Question,
    agreeing,
    asked,
    displacements,
    following,
    key_at,
    link_at,
    plies_of,
    sure_after,
    weights,
)
from companion.plain.contract import Inferable
from companion.plain.reading import (
    Change,
    Ground,
    Reading,
    added,
    calmed,
    displaced,
    ends,
    is_base,
    is_halfway,
    is_whole,
    moved,
    standing_cost,
)
from companion.plain.reading import begin as begin_reading
from companion.plain.story import Gone, View, exchanged, owners, standings
from companion.plain.telling import card_told
from companion.reconcile.sensors import Sensors
from engine.contract import Card, Seat

NOTHING_GONE = Gone()
STEPS_S = (0.22, 0.9, 1.6, 2.6, 3.3, 5.0, 8.0, 11.0)
"""How long a picture has to rest before it is looked at, again and again."""
HOLD_S = 0.9
"""An end has to rest for so long before it is told."""
FOUND_S = 2.6
"""A board that nothing explains is taken as it stands after this."""
UNDECIDED = 2
"""After so many plies more that decided nothing the table is asked."""
FOUND_AGAIN = 2
"""So many plies have to make sense before a board taken as it stands is told."""
LIKELIEST = 4
"""So many readings are asked how the pieces stand then."""
WAYS = 12
"""So many ways for the pieces to stand are kept then."""
WRONG_S = 8.0
"""After this a board that nothing explains is named: without cards, half an action looks wrong more easily."""


@dataclass(frozen=True, slots=True)
class Plain:
    """What is known of a table without cards. All methods give the value after something happened."""

    ground: Ground
    sensors: Sensors
    readings: tuple[Reading, ...]
    belief: Belief
    t: float
    view: View | None = None
    changed_at: float = 0.0
    looked: int = 0
    """How many of the looks at this picture have been taken."""
    is_pressed: bool = False
    marks: tuple[Mark, ...] = (Mark(),)
    gone: Gone = NOTHING_GONE
    deepest: int = 0
    """The most plies that changed the position that have ever been told."""

    def after(self, frame: OccupancyFrame) -> Plain:
        """After a picture of the board."""
        value = self.at(frame.t)
        if frame.lost:
            value = value.gap(frame.lost, frame.t)
        now = View(frame.occupied & value.sensors.holes_mask, value.sensors.heap_counts(frame.occupied))
        if value.view is None:
            return replace(value, view=now, changed_at=frame.t, looked=0)
        if now == value.view:
            return value
        gone, holes, heaps = value.gone.after(value.view, now, frame.t)
        change = Change(value.view, now, frame.t, frame.t - value.changed_at, holes, heaps)
        readings = tuple(moved(value.ground, reading, change) for reading in value.readings)
        value = replace(
            value, readings=readings, view=now, changed_at=frame.t, looked=0, is_pressed=False, gone=gone
        )  # fmt: skip
        return value._pruned()._told()

    def at(self, t: float) -> Plain:
        """After time has passed."""
        value = replace(self, t=t) if t != self.t else self
        while value.view is not None and value.looked < len(STEPS_S):
            due = value.changed_at + STEPS_S[value.looked]
            if due > t + 1e-9:
                break
            value = value._look(due)
        return value

    def next_deadline(self) -> float | None:
        """When `at` has to be called at the latest; None if time alone changes nothing."""
        if self.view is None or self.looked >= len(STEPS_S):
            return None
        return self.changed_at + STEPS_S[self.looked]

    def pressed(self, t: float) -> Plain:
        """Somebody said "done": the action on the board is complete."""
        value = self.at(t)
        if value.view is None:
            return value
        while value.looked < 2:
            value = value._look(t)
        now = value.view
        assert now is not None
        readings = tuple(
            each if is_base(value.ground, each, now) else replace(each, cost=each.cost + costs.NOT_DONE)
            for each in value.readings
        )
        return replace(value, readings=readings, is_pressed=True)._told(t)

    def told(self, seat: Seat, card: Card, t: float) -> Plain:
        """Somebody told a card of this seat, of what it has just done or is going to do."""
        value = self.at(t)
        readings = tuple(found for each in value.readings for found in card_told(value.ground, each, seat, card, t))
        if not readings:
            return value
        value = replace(value, readings=readings)
        return value if value.view is None else value._pruned()._told()

    def answered(self, choice: str) -> Plain:
        """Somebody answered a question with this action."""
        if self.belief.question is None:
            return self
        depth = self.marks[-1].depth + 1
        readings = tuple(
            reading if choice in _actions(reading, depth) else replace(reading, cost=reading.cost + costs.AGAINST_TOLD)
            for reading in self.readings
        )
        return replace(self, readings=readings)._told()

    def with_sensors(self, sensors: Sensors) -> Plain:
        """With another set of sensors to believe."""
        ground = self.ground._replace(sensed=sensors.holes_mask, hidden=sensors.heap_unseen)
        value = replace(self, sensors=sensors, ground=ground, view=None, looked=0)
        return value.gap(1, self.t)

    def gap(self, lost: int, t: float) -> Plain:
        """Lines of the board were lost: pieces may have moved unseen."""
        if not lost:
            return self
        return replace(self, t=t, readings=tuple(replace(each, is_gapped=True) for each in self.readings))

    def set_to(self, state: Any, t: float) -> Plain:
        """The table set the game to this state; plies count from here."""
        fresh = begin(self.ground.game, state, self.sensors, t)
        return replace(fresh, view=self.view, changed_at=t, looked=0)

    def _look(self, t: float) -> Plain:
        """The picture has rested for one more while: it may be the end of an action."""
        assert self.view is not None
        number, value = self.looked, replace(self, looked=self.looked + 1)
        if number == 0:
            value = value._ended()
        if number < len(STEPS_S) and STEPS_S[number] == FOUND_S:
            value = value._found()
        return replace(value, t=max(self.t, t))._pruned(t)._told(t)

    def _ended(self) -> Plain:
        """With all readings in which the picture ends an action."""
        now = self.view
        assert now is not None
        totals = [standing_cost(self.ground, reading, now, 0.0) for reading in self.readings]
        limit = min(totals) + costs.MARGIN
        found: list[Reading] = []
        for reading in self.readings:
            children = ends(self.ground, reading, now, self.changed_at, limit)
            if children and displaced(reading, now) and is_whole(self.ground, reading, now):
                least = min(child.cost for child in children)
                reading = replace(
                    reading, owed=max(0.01, least - reading.cost - reading.way), owed_for=displaced(reading, now),
                    owed_rests=reading.rests,
                )
            if is_base(self.ground, reading, now):
                reading = calmed(reading)
            found += [reading, *children]
        return replace(self, readings=tuple(found))

    def _found(self) -> Plain:
        """With the board taken as it stands, if nothing explains it."""
        now, game = self.view, self.ground.game
        assert now is not None
        if any(is_base(self.ground, reading, now) for reading in self.readings):
            return self
        if not is_whole(self.ground, self.readings[0], now):
            return self
        totals = [(standing_cost(self.ground, each, now, 0.0), each) for each in self.readings]
        found = list(self.readings)
        for rank, (_, reading) in enumerate(sorted(totals, key=lambda pair: pair[0])[:LIKELIEST]):
            looks = standings(reading.story, now, reading.pieces, WAYS)
            for look in looks:
                cost = costs.FOUND + log(len(looks))
                found += [self._taken(reading, moment, cost) for moment in game.standing(reading.moment, look)]
            if not rank and len(looks) == 1:
                cost = costs.FOUND + costs.MISTAKEN
                for look in exchanged(looks[0]):
                    found += [self._taken(reading, each, cost) for each in game.standing(reading.moment, look)[:1]]
        return replace(self, readings=tuple(found))

    def _taken(self, reading: Reading, moment: Any, cost: float) -> Reading:
        """A reading that takes the board as it stands."""
        game = self.ground.game
        link = added(
            game, reading.link, reading.moment, moment, game.mark(moment, "discard"), (), self.changed_at, True
        )  # fmt: skip
        fresh = begin_reading(game, moment, link, reading.cost + reading.way + cost, self.changed_at)
        return replace(fresh, paces=reading.paces)

    def _pruned(self, t: float | None = None) -> Plain:
        """Without what is much too dear; equal readings merged."""
        now = self.view
        assert now is not None
        rest_s = 0.0 if t is None else t - self.changed_at
        game = self.ground.game
        merged: dict[Any, Reading] = {}
        for reading in sorted(self.readings, key=lambda each: each.cost):
            key = (game.same(reading.moment), reading.story, reading.left_at, reading.told)
            if key in merged:
                first = merged[key]
                cost = first.cost - log(1 + exp(first.cost - reading.cost))
                merged[key] = replace(first, cost=cost)
            else:
                merged[key] = reading
        totals = [(standing_cost(self.ground, each, now, rest_s), each) for each in merged.values()]
        ranked = sorted(totals, key=lambda pair: pair[0])
        limit = ranked[0][0] + costs.MARGIN
        kept: list[Reading] = []
        alike: Counter[Any] = Counter()
        for total, reading in ranked:
            if total > limit or len(kept) == costs.MOST:
                break
            board = game.board(reading.moment)
            alike[board] += 1
            if alike[board] <= costs.MOST_ALIKE:
                kept.append(reading)
        least = min(each.cost for each in kept)
        return replace(self, readings=tuple(replace(each, cost=each.cost - least) for each in kept))

    def _told(self, t: float | None = None) -> Plain:
        """With what may be told now."""
        assert self.view is not None
        game, rest_s = self.ground.game, 0.0 if t is None else t - self.changed_at
        totals = [standing_cost(self.ground, each, self.view, rest_s) for each in self.readings]
        shares = weights(totals)
        marks = list(self.marks)
        # Nothing is taken back while hands are moving: what looks wrong on the way is often right at its end.
        is_calm = rest_s >= HOLD_S or self.is_pressed
        while is_calm and len(marks) > 1 and agreeing(self.readings, shares, marks[-1]) <= MISTAKEN:
            marks.pop()
        plies = self.belief.plies[: marks[-1].plies]
        while (found := following(self.readings, shares, marks[-1])) is not None:
            link, chance, followers = found
            is_held = link.ended_at < self.changed_at or rest_s >= HOLD_S or self.is_pressed
            # Who has been mistaken once speaks again only when it is sure.
            sure = SURE[0] if link.depth <= self.deepest else sure_after(followers, rest_s)
            if link.is_found and followers < FOUND_AGAIN:
                break
            if chance < (SURE[0] if link.is_found else sure) or not (followers or is_held):
                break
            plies += tuple(plies_of(game, link, marks[-1], chance))
            marks.append(Mark(link.depth, link.key, len(plies)))
        lost = self._lost(totals)
        wrong = None
        if lost is not None and (rest_s >= WRONG_S - 0.001 or self.is_pressed):
            wrong = displacements(game.layout, lost)
        part = self._part(marks[-1]) if rest_s >= HOLD_S else None
        belief = Belief(plies, part, self._question(marks[-1], shares, rest_s), wrong, lost is not None)
        if belief == self.belief:
            return self
        return replace(self, belief=belief, marks=tuple(marks), deepest=max(self.deepest, marks[-1].depth))

    def _part(self, mark: Mark) -> Part | None:
        """What is sure of an action that may still go on: a piece that has gone some fields."""
        assert self.view is not None
        game, holes = self.ground.game, self.ground.game.layout.holes
        for reading in self.readings:
            look = owners(reading.story)
            if reading.depth == mark.depth and key_at(reading, mark.depth) == mark.key and look is not None:
                found = game.part(reading.moment, look)
                if found is None or is_base(self.ground, reading, self.view):
                    return None
                seat, origin, target, fields = found
                return Part(seat, holes[origin], holes[target], fields)
        return None

    def _question(self, mark: Mark, shares: list[float], rest_s: float) -> Question | None:
        """What has to be asked since play went on and nothing decided it; an open question stays while it is one."""
        options = asked(self.readings, shares, mark)
        if not options:
            return None
        old = self.belief.question
        followers = max(each.depth for each in self.readings) - mark.depth - 1
        if old is None and followers < UNDECIDED and rest_s < FOUND_S:
            return None
        if old is not None and old.ply == mark.plies + 1 and {each.action for each in options} <= old.actions:
            return old
        return Question(mark.plies + 1, options)

    def _lost(self, totals: list[float]) -> Reading | None:
        """The board as it stands, where no reading explains it and no action may be on its way; else None."""
        assert self.view is not None
        standing: Reading | None = None
        limit = min(totals) + costs.DOUBT
        for total, reading in sorted(zip(totals, self.readings, strict=True), key=lambda pair: pair[0]):
            if not is_base(self.ground, reading, self.view):
                if total < limit and is_halfway(self.ground, reading, self.view):
                    return None
            elif reading.link is None or not reading.link.is_found:
                if total < limit:
                    return None
            elif standing is None:
                standing = reading
        return standing


def begin(game: Inferable, state: Any, sensors: Sensors, t: float) -> Plain:
    """A table without cards that begins at this state."""
    ground = Ground(game, sensors.holes_mask, sensors.heap_unseen)
    return Plain(ground, sensors, (begin_reading(game, game.moment(state), None, 0.0, t),), Belief(), t)


def _actions(reading: Reading, depth: int) -> tuple[str, ...]:
    link = link_at(reading, depth)
    return () if link is None else (link.option.action, *link.option.also)
