"""One hand at the board: plays strokes at a pace, and keeps the promises about how long it rests where.

1. `Board` knows which places are filled and whose pieces stand there, and collects every touch with its time.
2. `Player.play` makes strokes one by one; before each it decides how long the picture before it has rested.
3. Where that picture is the end of another legal action it rests no longer than the pace allows; where it shows a
   piece on its way, less than a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.virtual.gestures import Manner, Stroke
from companion.virtual.hands import places
from engine.contract import Cell, Layout, Seat
from tests.people.habits import Pace, span
from tests.people.quirks import Quirks
from tests.people.truth import Eyes, Seen

MARGIN = 0.012
ON_THE_WAY = 0.9
LONG_REST = 0.3
TOGETHER = 0.002


@dataclass(slots=True)
class Board:
    """The physical board: who stands on which wire index, and all touches so far."""

    layout: Layout
    eyes: Eyes
    pieces: dict[int, Seat]
    touches: list[tuple[float, int, bool]] = field(default_factory=list)
    careful: list[tuple[float, float]] = field(default_factory=list)
    """Spans in which no line may be lost: what the sensors tell has to keep the promises, too."""
    frail: list[tuple[float, float]] = field(default_factory=list)
    """Spans in which the board may not fall silent: a piece rests on its way, and silence would look like rest."""
    pondered: list[tuple[float, float]] = field(default_factory=list)
    """Rests on a wrong picture that were long enough to be named."""

    @property
    def wire(self) -> int:
        """Occupied places as bits."""
        return sum(1 << index for index in self.pieces)

    @property
    def seen(self) -> Seen:
        """What the sensors tell now."""
        return self.eyes.see(self.wire)

    def holes(self) -> dict[Cell, Seat]:
        """Whose piece stands in which hole."""
        return {self.layout.holes[i]: owner for i, owner in self.pieces.items() if i < len(self.layout.holes)}

    def filled(self, cell: Cell) -> list[int]:
        return [index for index in places(self.layout, cell) if index in self.pieces]

    def free(self, cell: Cell) -> list[int]:
        return [index for index in places(self.layout, cell) if index not in self.pieces]

    def lift(self, t: float, index: int) -> Seat:
        owner = self.pieces.pop(index)
        self.touches.append((t, index, False))
        return owner

    def put(self, t: float, index: int, owner: Seat) -> None:
        if index in self.pieces:
            raise AssertionError(f"place {index} is filled")
        self.pieces[index] = owner
        self.touches.append((t, index, True))

    def picture(self) -> str:
        """What an ideal board would show, owners included."""
        holes = "".join(self.pieces.get(index, ".") for index in range(len(self.layout.holes)))
        yards = ""
        for heap, owner in zip(self.layout.heaps, self.layout.owners, strict=True):
            there = [self.pieces[index] for index in places(self.layout, heap) if index in self.pieces]
            yards += str(len(there)) if set(there) <= {owner} else "?"
        return holes + yards


@dataclass(frozen=True, slots=True)
class Third:
    """A piece that somebody touches while an action is played: lifted before one stroke, put back before another."""

    index: int
    lift_before: int
    put_before: int


@dataclass(slots=True)
class Player:
    """The hands of one person."""

    board: Board
    pace: Pace
    rng: Random
    danger: frozenset[Seen] = frozenset()
    """Pictures that are the end of another legal action of the card."""
    is_calm: Callable[[dict[Cell, Seat]], bool] = lambda holes: True
    """Whether holes that look like this may rest as long as anybody likes."""
    quirks: Quirks = field(default_factory=Quirks)
    is_seven: bool = False

    def rest(self, t: float, wanted: float) -> float:
        """The time of the next touch, if the picture rests for `wanted` seconds from `t` on."""
        limit = wanted
        if self.board.seen in self.danger:
            if self._does(self.quirks.dawdles):
                return t + self.rng.uniform(0.5, 4.0)
            limit = min(limit, self.pace.hold - MARGIN)
            self.board.careful.append((t - 0.01, t + limit + 0.06))
        elif not self.is_calm(self.board.holes()):
            if self._does(self.quirks.ponders):
                limit = self.rng.uniform(0.9, 6.0)
                self.board.pondered.append((t, t + limit))
                self.board.careful.append((t - 0.01, t + limit + 0.06))
                return t + limit
            limit = min(limit, ON_THE_WAY)
            self.board.frail.append((t - 0.1, t + limit + 0.06))
            if limit > LONG_REST:
                self.board.careful.append((t + limit - 0.01, t + limit + 0.06))
        elif self._does(self.quirks.keeps):
            limit = self.rng.uniform(3.0, 20.0)
        return t + max(0.001, limit)

    def _does(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance

    def play(
        self, t: float, strokes: Sequence[Stroke], manner: Manner, thirds: Iterable[Third] = ()
    ) -> tuple[float, float]:
        """Makes the strokes from `t` on; the times of the first touch and of the last stroke."""
        first = last = t
        held: dict[int, Seat] = {}
        for number, stroke in enumerate(strokes):
            for third in thirds:
                if third.put_before == number and third.index in held:
                    last = self.rest(last, self.rng.uniform(0.1, 0.4))
                    self.board.put(last, third.index, held.pop(third.index))
                if third.lift_before == number:
                    last = self.rest(last, self.rng.uniform(0.1, 0.4)) if number else last
                    held[third.index] = self.board.lift(last, third.index)
            if number or held:
                last = self.rest(last, self.pause(strokes, number, manner))
            self.make(last, stroke)
        done = last
        for index, owner in held.items():
            last = self.rest(last, self.rng.uniform(0.2, 1.6))
            self.board.put(last, index, owner)
        self.quiet = last
        return first, done

    quiet: float = 0.0

    def make(self, t: float, stroke: Stroke) -> None:
        """One stroke, with a place of the yard by lot."""
        if stroke.kind == "lift":
            fitting = [i for i in self.board.filled(stroke.cell) if self.board.pieces[i] == stroke.owner]
            self.board.lift(t, self.rng.choice(fitting))
        else:
            self.board.put(t, self.rng.choice(self.board.free(stroke.cell)), stroke.owner)

    def pause(self, strokes: Sequence[Stroke], number: int, manner: Manner) -> float:
        """How long this person takes before stroke `number` (not the first)."""
        stroke, before = strokes[number], strokes[number - 1]
        is_hop = manner.way == "hop"
        odd = self._odd_pause(stroke, before)
        if odd is not None:
            return odd
        if stroke.kind == "lift":
            if stroke.role == "way":
                return span(self.rng, self.pace.hop_rest if is_hop else self.pace.slide_rest)
            if manner.together and before.kind == "lift" and self.rng.random() < 0.3:
                return 0.002
            return span(self.rng, self.pace.between)
        if before.kind == "place" or stroke.role == "captured":
            return span(self.rng, self.pace.carry)
        if before.role == "captured":
            return self.rng.uniform(0.09, 0.3)
        is_moving = stroke.role == "way" or before.role == "way" or (number > 1 and strokes[number - 2].role == "way")
        if is_moving and manner.way != "carry":
            low, high = (0.10, 0.25) if is_hop and manner.stride == 1 else (0.25, 0.45) if is_hop else (0.02, 0.09)
            return self.rng.uniform(low, high)
        return span(self.rng, self.pace.carry)

    def _odd_pause(self, stroke: Stroke, before: Stroke) -> float | None:
        """Between these two strokes somebody thinks, or does both at once; None where nothing is unusual."""
        if self.is_seven and stroke.role == before.role == "own" and self._does(self.quirks.thinks):
            return self.rng.uniform(1.0, 5.0) if stroke.kind == "lift" else self.rng.uniform(0.4, 2.5)
        is_taken = before.kind == "lift" and before.role == "captured" and before.cell == stroke.cell
        if is_taken and stroke.kind == "place" and self._does(self.quirks.snatches):
            return TOGETHER
        if stroke.kind == before.kind == "place" and "way" not in (stroke.role, before.role):
            return TOGETHER if self._does(self.quirks.heaps) else None
        return None
