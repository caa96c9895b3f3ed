"""A table without cards: what its holes alone tell of the game.

1. Several readings live side by side; each picture moves every one of them (`after`).
2. A picture that rests may be the end of an action in each of them: then a reading begins anew from there.
3. Readings that agree are merged, those that are much too dear are given up.
4. `belief` is what may be told: told plies stay as long as the evidence does not turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.inputs import OccupancyFrame
from companion.plain import costs
from companion.plain.belief import (
    SURE,
    Belief,
    Mark,
    Ply,
    Question,
    agrees,
    asked,
    certainty,
    counted,
    doubt,
    following,
    is_musing,
    is_told,
    joined,
    likeliest,
    named,
    part_of,
    plies_of,
    sure_after,
    unmistaken,
    weights,
)
from companion.plain.colours import SEEN_S, dearer, seen_by
from companion.plain.contract import Inferable, Look
from companion.plain.finding import with_found
from companion.plain.reading import (
    Change,
    Ground,
    Reading,
    anew,
    calmed,
    is_base,
    moved,
    standing_cost,
)
from companion.plain.reading import begin as begin_reading
from companion.plain.resting import ended
from companion.plain.story import Gone, View
from companion.plain.surviving import surviving
from companion.plain.telling import card_told
from companion.plain.ways import apart
from companion.plain.wrong import RECENT, Told, are_gone, looked_over
from companion.reconcile.sensors import Sensors
from engine.contract import Card, Seat

NOTHING_GONE = Gone()
STEPS_S = (0.22, 0.9, 1.6, 2.6, 3.3, 5.0, 8.0, 9.25, 20.0)
"""How long a picture has to rest before it is looked at, again and again."""
LEAST_REST_S = 0.03
"""A picture that has rested for so long may be the end of an action, if hands go on with another piece at once."""
HOLD_S = 0.9
"""An end has to rest for so long before it is told."""
FOUND_S = 2.6
"""A board that nothing explains is taken as it stands after this."""
UNDECIDED, ASK_S = 2, 8.0
"""After so many plies more that decided nothing the table is asked, or when the board has rested for so long."""
FOUND_AGAIN = 2
"""So many plies have to make sense before a board taken as it stands is told."""
WRONG_S, BROKEN_S = 8.0, 9.25
"""After this a board that nothing explains is wrong: without cards, half an action looks so more easily. After the
second the rule that it breaks is named: who put a piece into a wrong hole often sees it only then."""
PATIENT_S = 5.0
"""What turned out wrong is taken back at the latest after this, even if nothing can be said instead."""


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
    placed: int = 0
    """Holes that were filled by the last change of the picture."""
    is_pressed: bool = False
    marks: tuple[Mark, ...] = (Mark(),)
    gone: Gone = NOTHING_GONE
    deepest: int = 0
    """The most plies that changed the position that have ever been told."""
    seen: Look = ()
    """Whose pieces a camera sees; none without one."""
    is_seen: bool = False
    """Whether that has counted for this picture."""

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
        before = value.view
        if value._goes_on_elsewhere(now, frame.t):
            value = value._ended(costs.HASTE)
        gone, holes, heaps = value.gone.after(before, now, frame.t)
        change = Change(before, now, frame.t, frame.t - value.changed_at, holes, heaps)
        readings = tuple(moved(value.ground, reading, change) for reading in value.readings)
        value = replace(
            value, readings=readings, view=now, changed_at=frame.t, looked=0, is_pressed=False, gone=gone,
            is_seen=False, placed=now.holes & ~before.holes,
        )  # fmt: skip
        return value._judged()

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
            each if is_base(value.ground, each, now) else each._replace(cost=each.cost + costs.NOT_DONE)
            for each in value.readings
        )
        return replace(value, readings=readings, is_pressed=True)._retold()

    def told(self, seat: Seat, card: Card, t: float) -> Plain:
        """Somebody told a card of this seat, of what it has just done or is going to do."""
        value = self.at(t)
        readings = card_told(value.ground, apart(value.readings), seat, card, t)
        if not readings:
            return value
        value = replace(value, readings=readings)
        return value if value.view is None else value._judged()

    def answered(self, choice: str) -> Plain:
        """Somebody answered a question with this action."""
        if self.belief.question is None:
            return self
        depth, others = self.marks[-1].depth + 1, self.belief.question.actions - {choice}
        readings = tuple(
            reading if agrees(reading, depth, choice, others)
            else reading._replace(cost=reading.cost + costs.AGAINST_TOLD)
            for reading in apart(self.readings)
        )
        return replace(self, readings=readings)._retold()

    def with_sensors(self, sensors: Sensors) -> Plain:
        """With another set of sensors to believe."""
        if sensors == self.sensors:
            return self.gap(1, self.t)
        ground = self.ground._replace(sensed=sensors.holes_mask, hidden=sensors.heap_unseen)
        return replace(self, sensors=sensors, ground=ground, view=None, looked=0).gap(1, self.t)

    def coloured(self, owners: str, t: float) -> Plain:
        """A camera tells whose pieces it sees. owners: one character a hole, as in `Identities`."""
        value = replace(self.at(t), seen=seen_by(self.ground.game.layout, owners), is_seen=False)
        is_late = value.view is not None and t - value.changed_at >= SEEN_S
        return value._with_colours()._judged(t) if is_late else value

    def _with_colours(self) -> Plain:
        """With readings dearer by what a camera sees of this picture."""
        if not self.seen or self.is_seen or self.view is None:
            return self
        readings = tuple(dearer(each, self.seen, self.view) for each in self.readings)
        return replace(self, readings=readings, is_seen=True)

    def gap(self, lost: int, t: float) -> Plain:
        """Lines of the board were lost: pieces may have moved unseen."""
        if not lost:
            return self
        return replace(self, t=t, readings=tuple(each._replace(is_gapped=True) for each in self.readings))

    def _look(self, t: float) -> Plain:
        """The picture has rested for one more while: it may be the end of an action."""
        assert self.view is not None
        number, value = self.looked, replace(self, looked=self.looked + 1)
        if told := value._put_back():
            whole = tuple(anew(value.ground.game, each) for each in told if is_base(value.ground, each, self.view))
            belief = replace(self.belief, wrong=None, broken=None) if whole else self.belief  # hands may go on at once
            return replace(value, t=max(self.t, t), readings=whole or value.readings, belief=belief)._judged(t)
        if number == 0:
            value = value._ended()
        if STEPS_S[number] == HOLD_S:
            value = value._calmed()
        if STEPS_S[number] == FOUND_S or value._is_lost():
            value = value._found()
        if STEPS_S[number] >= SEEN_S:
            value = value._with_colours()
        return replace(value, t=max(self.t, t))._judged(t)

    def _put_back(self) -> tuple[Reading, ...]:
        """What has been told, while the table that was cleared is put back as it was: nothing stands anywhere else."""
        now = self.view
        assert now is not None
        if not are_gone(self.belief.wrong):
            return ()
        return tuple(
            each for each in self.readings if is_told(each, self.marks[-1]) and not now.holes & ~each.holes
        )

    def _goes_on_elsewhere(self, now: View, t: float) -> bool:
        """Whether another piece is lifted, or comes down, so soon after one was placed that nobody looked at that."""
        assert self.view is not None
        lifted, is_new = self.view.holes & ~now.holes, self.looked == 0 and t - self.changed_at >= LEAST_REST_S
        hops = self.placed & ~self.readings[0].holes  # where another piece stood none hops on
        opens = any(new < old for old, new in zip(self.view.heaps, now.heaps, strict=True))
        is_elsewhere = opens or bool(lifted | now.holes & ~self.view.holes)
        return is_new and bool(self.placed) and is_elsewhere and not lifted & hops

    def _ended(self, haste: float = 0.0) -> Plain:
        """With all readings in which the picture ends an action; `haste`: what it costs besides."""
        assert self.view is not None
        right = None if self.belief.wrong is None else self.marks[-1]
        readings = ended(
            self.ground, self.readings, self.view, self.changed_at, bool(self.placed), haste, right,
        )  # fmt: skip
        return replace(self, readings=readings)

    def _calmed(self) -> Plain:
        """With what was only touched put back for certain."""
        now, ground = self.view, self.ground
        assert now is not None
        return replace(self, readings=tuple(calmed(ground, e) if is_base(ground, e, now) else e for e in self.readings))

    def _is_lost(self) -> bool:
        """Whether what hands do makes so little sense that the board as it stands is the simpler explanation."""
        assert self.view is not None
        costly = (standing_cost(self.ground, each, self.view, 0.0) - each.cost - each.way for each in self.readings)
        return all(cost > costs.FOUND for cost in costly)

    def _found(self) -> Plain:
        """With the board taken as it stands, if nothing explains it."""
        assert self.view is not None
        found = with_found(self.ground, self.readings, self.view, self.changed_at, self.marks[-1])
        return replace(self, readings=found)

    def _judged(self, t: float | None = None) -> Plain:
        """With what may be told now, without what is much too dear; equal readings merged."""
        now = self.view
        assert now is not None
        rest_s = 0.0 if t is None else round(t - self.changed_at, 6)
        kept = surviving(self.ground, self.readings, now, rest_s, self._told_keys(), self.marks[-1])
        least = min(each.cost for _, each in kept)
        readings = tuple(each._replace(cost=each.cost - least) if least else each for _, each in kept)
        return replace(self, readings=readings)._told(rest_s, [total for total, _ in kept])

    def _retold(self) -> Plain:
        """With what may be told now that readings have become dearer."""
        assert self.view is not None
        rest_s = round(self.t - self.changed_at, 6)
        return self._told(rest_s, [standing_cost(self.ground, each, self.view, rest_s) for each in self.readings])

    def _told(self, rest_s: float, totals: list[float], deepest: int = 0) -> Plain:
        """With what may be told now that the picture has stood for so long; what each reading costs.
        `deepest`: the most plies of any reading, if it is another one than here."""
        now, deepest = self.view, deepest or max(each.depth for each in self.readings)
        assert now is not None
        if any(each.ways for each in self.readings):
            several = [(way, total + way.cost - each.cost)
                       for each, total in zip(self.readings, totals, strict=True) for way in apart([each])]  # fmt: skip
            value = replace(self, readings=tuple(way for way, _ in several))
            return replace(value._told(rest_s, [total for _, total in several], deepest), readings=self.readings)
        shares = weights(totals, doubt(self.ground, self.readings, totals, self.marks[-1], rest_s))
        # Nothing is taken back while hands are moving: what looks wrong on the way is often right at its end.
        is_calm = rest_s >= HOLD_S or self.is_pressed
        kept = unmistaken(self.marks, self.readings, shares, rest_s) if is_calm else self.marks
        marks, plies = self._followed(kept, shares, rest_s)
        if marks == kept != self.marks:
            # Nor where it came out alike; nor without anything to say instead, for a while.
            same = joined(self.ground.game, self.readings, shares, self.marks[-1])
            if same is not None:
                marks, plies = self._followed((*self.marks[:-1], same), shares, rest_s)
            elif rest_s < PATIENT_S and not self.is_pressed:
                marks, plies = self.marks, self.belief.plies
        told, was = self._told_keys(), self.belief.wrong
        is_lost, found = looked_over(self.ground, self.readings, totals, now, told, rest_s, was, marks[-1].look)
        if rest_s < WRONG_S - 0.001 and not self.is_pressed:
            found = None
        part = part_of(self.ground, self.readings, now, marks[-1]) if rest_s >= HOLD_S else None
        asked_now = self._question(marks[-1], plies, weights(totals), rest_s, deepest)
        is_open = (is_lost or not is_calm) and plies == self.belief.plies
        is_early = rest_s < BROKEN_S - 0.001 and not self.is_pressed
        belief = named(self.ground.game, self.belief, found, is_open, is_early)
        belief = replace(belief, plies=plies, part=part, question=asked_now)
        if belief == self.belief:
            return self
        return replace(self, belief=belief, marks=marks, deepest=max(self.deepest, marks[-1].depth))

    def _followed(
        self, marks: tuple[Mark, ...], shares: list[float], rest_s: float
    ) -> tuple[tuple[Mark, ...], tuple[Ply, ...]]:
        """What has been told, and what may be told now."""
        plies = self.belief.plies[: marks[-1].plies]
        best = likeliest(self.readings, shares)  # what is on its way may look like anything
        is_down = self.view is not None and is_base(self.ground, best, self.view)
        if not self.is_pressed and rest_s < (STEPS_S[0] if is_down else HOLD_S):
            return marks, plies  # who only feels a piece seems to begin an action
        counted_s = counted(self.ground.game, self.readings, shares, rest_s)
        is_settled = counted_s > rest_s if is_musing(self.readings, shares) else rest_s >= HOLD_S
        while (found := following(self.readings, shares, marks[-1])) is not None:
            link, chance, followers, *_ = found
            is_held = link.ended_at < self.changed_at or is_settled or self.is_pressed
            sure = sure_after(found, counted_s, link.depth <= self.deepest)
            least = SURE if link.is_found else sure
            if chance < least or not (followers >= FOUND_AGAIN if link.is_found else followers or is_held):
                break
            sure_as = certainty(self.ground.game, self.readings, shares, found)
            plies += tuple(plies_of(self.ground.game, link, marks[-1], sure_as))
            marks = (*marks, Mark(link.depth, link.key, len(plies), self.ground.game.look(link.moment)))
        return marks, plies

    def standing_state(self) -> Any:
        """The game with the pieces as they most likely stand, if any reading says so; else None."""
        if self.view is None:
            return None
        fitting = [each for each in self.readings if is_base(self.ground, each, self.view)]
        return self.ground.game.state(min(fitting, key=lambda each: each.cost).moment) if fitting else None

    def _question(
        self, mark: Mark, plies: tuple[Ply, ...], shares: list[float], rest_s: float, deepest: int
    ) -> Question | None:
        """What has to be asked since play went on and nothing decided it. An open question stays while it is one, and
        while hands move: what they do may look like an answer on the way. `deepest`: the most plies of any reading."""
        options, after = asked(self.ground.game, self.readings, shares, mark)
        old = self.belief.question
        named = {each.action for each in options}
        if old is not None and plies == self.belief.plies and (rest_s < HOLD_S or (named and named <= old.actions)):
            return old
        if not options:
            return None
        followers = deepest - mark.depth - 1
        if old is None and followers < UNDECIDED and rest_s < ASK_S:
            return None
        return Question(sum(not ply.is_found for ply in plies) + after, options)

    def _told_keys(self) -> Told:
        return frozenset(mark.key for mark in self.marks[-RECENT:])


def begin(game: Inferable, state: Any, sensors: Sensors, t: float, shown: int | None = None) -> Plain:
    """A table without cards that begins at this state; what the board has `shown` since, if it does, has come so."""
    ground = Ground(game, sensors.holes_mask, sensors.heap_unseen)
    reading = begin_reading(game, game.moment(state), None, 0.0, t)
    view = None if shown is None else _expected(ground, reading, sensors.heap_counts(shown))
    return Plain(ground, sensors, (reading,), Belief(), t, view, t, marks=(Mark(look=reading.look),))


def _expected(ground: Ground, reading: Reading, counts: Sequence[int]) -> View:
    """What the board shows at a reading's position; `counts`: what it shows of each heap. Any of its places may be
    filled."""
    heaps = zip(counts, reading.heaps, ground.hidden, strict=True)
    return View(reading.holes & ground.sensed, tuple(min(max(seen, all_ - free), all_) for seen, all_, free in heaps))
