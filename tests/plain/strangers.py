"""Other people at a table without cards: habits that no evening of `tests.people` has, timed in another way.

1. `tests.people.play` plays the game; each action becomes strokes, each stroke a time (log-normal, one pace a person).
2. A habit (`Habit`) says what is odd about these people: each of its numbers is a chance for each action.
3. `stranger(seed, habit, variant, deck)` gives the trace and the truth, in the form of the other evenings. What is
   true is known here alone: nothing says how the companion thinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random
from typing import Any

from companion.virtual.gestures import Captured, Manner, Stroke, displacements, plan, undo_first
from companion.virtual.hands import occupied
from engine.contract import Cell, Picture, Seat
from tests.people.habits import Wire
from tests.people.hand import Board
from tests.people.night import FULL, is_swap, needs_hands
from tests.people.play import SEATS, Ply, Table
from tests.people.tac_game import tac
from tests.people.truth import Eyes
from tests.people.wire import PLACES, Evening, bits, write
from tests.plain.stranger_habits import STRANGERS, Habit, Said

Row = dict[str, Any]
LAID_S = 0.6
"""Nobody lays a card that moves nothing in less time."""
CAPTURED: tuple[Captured, ...] = ("before", "while", "then", "after")


@dataclass(slots=True)
class _Party:
    """One evening while it is made: `t` is when hands are off the board."""

    habit: Habit
    rng: Random
    layout: Any
    plies: list[Ply]
    paces: dict[Seat, float]
    board: Board
    t: float
    early: float = 0.0
    """How long before that the next seat may begin."""
    busy: frozenset[Cell] = frozenset()
    """The cells that are touched meanwhile."""
    owed: list[tuple[float, Stroke]] = field(default_factory=list)
    """Captured pieces in somebody's hand, and when they go home."""
    fingers: dict[Cell, float] = field(default_factory=dict)
    """Until when somebody plays with pieces of a yard."""
    rows: list[Row] = field(default_factory=list)

    def about(self, median_s: float) -> float:
        """A time around this one."""
        return median_s * exp(self.rng.gauss(0.0, self.habit.spread))

    def does(self, chance: float) -> bool:
        """Whether somebody does something of such a chance now."""
        return self.rng.random() < chance

    def play(self) -> None:
        """The whole evening."""
        for number, ply in enumerate(self.plies):
            following = self.plies[number + 1] if number + 1 < len(self.plies) else None
            if ply.hands is not None and ply.deal > 1:
                self.t += self.rng.uniform(8.0, 25.0)
            begin = self.t
            if needs_hands(ply):
                first, done = self._hands(ply, following)
            else:
                self.t += max(LAID_S, self.about(0.67 * self.paces[ply.seat]))
                self.early, first, done = 0.0, self.t, self.t
            self.rows.append({
                "n": ply.n, "seat": ply.seat, "card": ply.card, "action": ply.option.action, "expect": "move",
                "position": ply.option.position, "t_card": round(begin, 3), "t_first": round(first, 3),
                "t_done": round(done, 3), "t_quiet": round(self.t, 3), "t_next": round(self.t, 3),
                "changes": ply.option.picture != ply.before,
            })  # fmt: skip
        self._give_home(self.t + 100.0)
        if self.board.picture() != self.plies[-1].option.picture:
            raise AssertionError(f"{self.board.picture()} is not {self.plies[-1].option.picture}")

    def _hands(self, ply: Ply, following: Ply | None) -> tuple[float, float]:
        """An action with the hands; its first touch and its last stroke."""
        strokes, seat = list(self._strokes(ply)), ply.by or ply.seat
        self._reuse(ply, strokes)
        cells = frozenset(stroke.cell for stroke in strokes)
        wanted = self.about(self.paces[seat])
        free = self.early if not cells & self.busy and ply.card != "tac" else 0.0
        t = self.t - free if free else self.t + wanted
        if any(stroke.cell in cells for _, stroke in self.owed) or ply.card == "tac":
            t = max(t, self._give_home(t + 100.0) + 0.3)
        t = max([t, *(end + 0.3 for heap, end in self.fingers.items() if heap in cells)])
        if not free:
            self._give_home(t)
            t = self._fingers(ply, cells, t)
            self._meanwhile(cells, t)
        first, kept, last = t, self._kept(ply, following, strokes), t
        for number, stroke in enumerate(strokes):
            last = t
            if number:
                t += self._pause(ply, strokes, number)
            if self._is_missed(ply, strokes, number):
                t = self._missed(stroke, t)
            elif stroke.kind == "place" and stroke.role == "own" and self.does(self.habit.crosses):
                t = self._crossed(stroke, cells, t)
            self._make(t, stroke)
        done = t = max(t, self.t) if free else t
        self.owed += [(done + self.rng.uniform(3.0, 12.0), stroke) for stroke in kept]
        is_set_straight = self.does(self.habit.straightens)
        if is_set_straight:
            t = self._straighten(cells, t)
        self.t = max(self.t, t)
        # Nobody plays with a piece that somebody else is just setting straight.
        may_overlap = free == 0.0 and not is_set_straight and self.does(self.habit.overlaps)
        self.early = self.rng.uniform(0.1, 0.8) * (done - last) if may_overlap else 0.0
        self.busy = cells
        return first, done

    def _strokes(self, ply: Ply) -> Sequence[Stroke]:
        way = self.rng.choices([way for way, _ in self.habit.ways], [weight for _, weight in self.habit.ways])[0]
        is_exchange = "~" in ply.option.action
        way = "carry" if is_exchange else way
        manner = Manner(way, self.rng.choice((1, 2)), self.rng.choice(CAPTURED), is_exchange)
        before, after = ply.before, ply.option.picture
        if ply.undone is not None and ply.undone != before:
            if is_exchange or is_swap(before, ply.undone) or self.does(0.6):
                together = replace(manner, together=True) if is_swap(before, ply.undone) else manner
                return undo_first(self.layout, before, ply.undone, after, ply.moved, together)
            return plan(self.layout, before, displacements(self.layout, before, after), manner)
        moved = list(displacements(self.layout, before, after, ply.moved))
        self.rng.shuffle(moved)
        return plan(self.layout, before, moved, manner)

    def _pause(self, ply: Ply, strokes: Sequence[Stroke], number: int) -> float:
        """How long before this stroke nothing happens."""
        stroke, before = strokes[number], strokes[number - 1]
        if self.does(self.habit.ponders):
            return self.rng.uniform(15.0, 40.0)
        if "way" in (stroke.role, before.role):
            return self.about(0.12 if stroke.kind == "lift" else 0.2)
        if ply.card == "7" and stroke.kind == "lift" and before.kind == "place" and self.does(self.habit.broods):
            return self.rng.uniform(2.0, 15.0)
        is_put = stroke.kind == "place" and stroke.role == "own" and "~" not in ply.option.action
        if is_put and self.does(self.habit.beside):
            return self.rng.uniform(3.0, 15.0)
        return self.about(self.habit.hand_s)

    def _make(self, t: float, stroke: Stroke) -> None:
        fitting = self.board.filled(stroke.cell) if stroke.kind == "lift" else self.board.free(stroke.cell)
        if stroke.kind == "lift":
            index = self.rng.choice([i for i in fitting if self.board.pieces[i] == stroke.owner])
            self.board.lift(t, index)
        else:
            index = self.rng.choice(fitting)
            self.board.put(t, index, stroke.owner)
        if stroke.role != "way" and self.does(self.habit.bounces):
            is_up = stroke.kind == "lift"
            late = t + self.rng.uniform(0.02, 0.06)
            self.board.touches += [(late, index, is_up), (late + self.rng.uniform(0.01, 0.04), index, not is_up)]

    def _kept(self, ply: Ply, following: Ply | None, strokes: list[Stroke]) -> list[Stroke]:
        """The captured pieces that are kept in the hand for a while, taken out of the strokes."""
        if following is None or not self.does(self.habit.keeps) or "~" in ply.option.action or self.owed:
            return []
        late = [stroke for stroke in strokes if stroke.role == "captured" and stroke.kind == "place"]
        lifted = {stroke.cell for stroke in strokes if stroke.kind == "lift"}
        if any(stroke.cell in lifted for stroke in late):
            return []
        strokes[:] = [stroke for stroke in strokes if stroke not in late]
        return late

    def _reuse(self, ply: Ply, strokes: list[Stroke]) -> None:
        """A captured piece in a hand that opens instead of one out of its yard."""
        kept = [each for each in self.owed if strokes and each[1].cell == strokes[0].cell and strokes[0].kind == "lift"]
        if kept and ply.card != "tac" and self.does(self.habit.reuses):
            self.owed.remove(kept[0])
            del strokes[0]

    def _give_home(self, t: float) -> float:
        """Captured pieces whose time has come go home; when the last of them did."""
        due, at = [each for each in self.owed if each[0] <= t], self.t
        self.owed = [each for each in self.owed if each[0] > t]
        for when, stroke in due:
            at = max(at + 0.2, min(when, at + 2.0))
            self._make(at, stroke)
        if due:
            self.t = max(self.t, at)
        return at

    def _fingers(self, ply: Ply, cells: frozenset[Cell], t: float) -> float:
        """Fingers before an action; when it begins."""
        seat, holes = ply.by or ply.seat, self.layout.holes
        own = [i for i, owner in self.board.pieces.items() if owner == seat and i < len(holes)]
        others = [i for i in own if holes[i] not in cells]
        if others and self.does(self.habit.hovers):
            index = self.rng.choice(others)
            owner = self.board.lift(t, index)
            t += self.about(0.9)
            self.board.put(t, index, owner)
            t += self.about(0.6)
        if self.does(self.habit.explores):
            t = self._explore(t)
        yards = [heap for heap in self.layout.heaps
                 if heap not in cells and self.board.filled(heap) and self.fingers.get(heap, 0.0) < t]  # fmt: skip
        if yards and self.does(self.habit.lingers):
            t = self._linger(self.rng.choice(yards), t)
        return t

    def _explore(self, t: float) -> float:
        """Somebody finds out where everybody stands."""
        there = [*self.board.pieces]
        for index in self.rng.sample(there, min(len(there), self.rng.randint(4, 12))):
            if any(self.layout.cell(index) == cell and end + 0.3 > t for cell, end in self.fingers.items()):
                continue
            owner = self.board.lift(t, index)
            t += self.about(0.5)
            self.board.put(t, index, owner)
            t += self.about(0.4)
        return t + self.about(0.4)

    def _meanwhile(self, cells: frozenset[Cell], t: float) -> None:
        """What others do with pieces that the action leaves alone, while it is made."""
        holes = self.layout.holes
        if self.does(self.habit.joins):
            others = [i for i in self.board.pieces if i < len(holes) and holes[i] not in cells
                      and self.fingers.get(holes[i], 0.0) < t]  # fmt: skip
            if others:
                index, begin = self.rng.choice(others), t + self.rng.uniform(0.0, 0.8)
                owner, end = self.board.lift(begin, index), begin + self.rng.uniform(0.3, 2.5)
                self.board.put(end, index, owner)
                self.fingers[holes[index]] = end
        heaps = [heap for heap in self.layout.heaps
                 if heap not in cells and self.board.filled(heap) and self.fingers.get(heap, 0.0) < t]  # fmt: skip
        if heaps and self.does(self.habit.tidies):
            heap = self.rng.choice(heaps)
            for index in self.board.filled(heap):
                t += self.about(0.4)
                owner = self.board.lift(t, index)
                t += self.about(0.4)
                self.board.put(t, self.rng.choice(self.board.free(heap)), owner)
            self.fingers[heap] = t

    def _linger(self, heap: Cell, t: float) -> float:
        """Somebody plays with pieces of a yard, perhaps still while the action is made."""
        filled = self.board.filled(heap)
        picked = self.rng.sample(filled, min(len(filled), self.rng.choice((1, 1, 2))))
        end = t + self.rng.uniform(1.0, 10.0)
        for index in picked:
            owner = self.board.lift(t, index)
            t += 0.1
            self.board.put(end, index, owner)
            end += 0.2
        self.fingers[heap] = end
        return t + self.about(0.3) if self.does(0.5) else end + self.about(0.4)

    def _straighten(self, cells: frozenset[Cell], t: float) -> float:
        near = [i for i in self.board.pieces if i < len(self.layout.holes) and self.layout.holes[i] not in cells]
        for index in self.rng.sample(near, min(len(near), self.rng.choice((1, 2, 3)))):
            t += self.about(0.5)
            owner = self.board.lift(t, index)
            t += self.about(0.3)
            self.board.put(t, index, owner)
        return t

    def _is_missed(self, ply: Ply, strokes: Sequence[Stroke], number: int) -> bool:
        stroke = strokes[number]
        is_end = stroke.kind == "place" and stroke.role == "own" and stroke.cell.isdigit()
        return is_end and ply.option.action.count("-") == 1 and self.does(self.habit.misses)

    def _missed(self, stroke: Stroke, t: float) -> float:
        """The piece is put into a hole near its own first."""
        number = int(stroke.cell)
        near = [f"{(number + step) % 64:02d}" for step in (-2, -1, 1, 2)]
        free = [cell for cell in near if not self.board.filled(cell)]
        if not free:
            return t
        return self._elsewhere(replace(stroke, cell=self.rng.choice(free)), t, self.rng.uniform(5.0, 9.0))

    def _crossed(self, stroke: Stroke, cells: frozenset[Cell], t: float) -> float:
        """The piece is put down on its way from hand to hand."""
        free = [cell for cell in self.layout.holes[:64] if cell not in cells and not self.board.filled(cell)]
        free = [cell for cell in free if cell not in self.fingers]
        return self._elsewhere(replace(stroke, cell=self.rng.choice(free)), t, self.about(0.8))

    def _elsewhere(self, stroke: Stroke, t: float, rest_s: float) -> float:
        """The piece stands in another hole first, for so long."""
        self._make(t, stroke)
        t += rest_s
        self._make(t, replace(stroke, kind="lift"))
        return t + self.about(self.habit.hand_s)


def _pieces(layout: Any, picture: Picture) -> tuple[int, dict[int, Seat]]:
    """Filled places as bits, and who stands on each."""
    start = occupied(layout, picture)
    holes = len(layout.holes)
    return start, {
        i: picture[i] if i < holes else layout.cell(i)[0] for i in range(PLACES) if start >> i & 1
    }  # fmt: skip


def _said_at(rows: Sequence[Row], number: int, when: Said, rng: Random) -> float:
    """When the card of this action is said."""
    row = rows[number]
    when = rng.choice(("prompt", "prompt", "early", "late")) if when == "mixed" else when
    if when == "early":
        return float(row["t_card"]) - rng.uniform(0.0, 0.5)
    if when == "late" and row["changes"]:
        following = rows[number + 1]["t_first"] if number + 1 < len(rows) else row["t_done"] + 3.0
        return min(rng.uniform(row["t_first"], row["t_done"] + 0.8), float(following) - 0.1)
    return float(row["t_card"]) + rng.uniform(0.05, 0.25)


def _cards(rows: Sequence[Row], when: Said, rng: Random) -> list[tuple[float, str]]:
    """Each card is said when hands have left the board; who is quicker has moved before."""
    lines: list[tuple[float, str]] = []
    for number, row in enumerate(rows):
        last = lines[-1][0] + 0.06 if lines else 0.0
        lines.append((max(last, _said_at(rows, number, when, rng)), f">card {row['seat']} {row['card']}"))
    return lines


def stranger(
    seed: int, habit: str | Habit, variant: str = "teams", deck: str = "basic", limit: int = 600,
    says_cards: Said | None = None, mask: int = FULL,
) -> tuple[bytes, list[Row]]:  # fmt: skip
    """The trace of an evening of such people, and the lines of its truth. `says_cards`: when somebody says each card,
    if anybody does. `mask`: the sensors that work."""
    kind, game = STRANGERS[habit] if isinstance(habit, str) else habit, tac(variant, deck)
    rng = Random(f"stranger-{seed}-{kind.name}-{variant}-{deck}")
    first = rng.choice(SEATS.get(variant, "ABCD"))
    plies = Table(game, variant, deck, rng).plies(first, limit)
    start, pieces = _pieces(game.layout, plies[0].before)
    paces = {seat: kind.pace_s * exp(rng.gauss(0.0, 0.25)) for seat in "ABCD"}
    board = Board(game.layout, Eyes(game.layout, mask), pieces)
    party = _Party(kind, rng, game.layout, plies, paces, board, 3.0)
    party.play()
    end = party.t + 14.0
    lines = [(0.0, f">game tac {deck} {variant} first={first}")]
    if says_cards:
        lines += _cards(party.rows, says_cards, Random(f"cards-{seed}"))
    trace = write(Evening(start, mask, end, board.touches, lines=lines), Wire(), rng)
    head = {
        "trace": f"{seed:02d}-{kind.name}-{variant}-{deck}.trace", "truth": 1, "deck": deck, "variant": variant,
        "first": first, "mask": bits(mask), "profile": kind.name, "actions": len(party.rows), "end": round(end, 3),
        "start": plies[0].position,
    }  # fmt: skip
    return trace, [head, *party.rows]
