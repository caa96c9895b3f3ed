"""The lesson: what a newcomer is told, what their hands then have to do, and how it goes on. It reads no clock.

`Lesson.script` yields what is to be done next and is told what came of it; whoever drives it (`companion.cli.learn`)
says, waits and gives orders to the table. Hands alone lead from step to step; no key is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.facts import Fact
from engine.contract import Cell, Seat
from engine.registry import USUAL, lesson_of

PARTS = ("board", "cards", "keys", "game")
"""The parts of the lesson, in their order."""
HINTS = frozenset({"other", "other_start", "too_far", "too_near"})
"""What is said of a hand that went elsewhere; what is to be done stays what it was."""
REST_S = 0.7
"""A hand that has rested for so long is not on its way any more."""
KEYS_S = 12.0
"""So long it waits for one more key to be tried."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Say the sentence `learn.KEY`; it is said again while hands do nothing."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """Say this to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Await:
    """Wait for a fact like this; None comes back if the learner wants to go on, or it did not come in `timeout_s`."""

    is_it: Callable[[Fact], bool]
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """Wait until the board shows the position."""


@dataclass(frozen=True, slots=True)
class Mode:
    """From now on another part is taught: on the `board` hands walk about without a word of the referee; with `cards`
    the referee is heard, and no turns; in a `game` everybody is told what each card can do."""

    part: str


Step = Tell | Order | Await | SetUp | Mode
Script = Generator[Step, Fact | None, None]


@dataclass(frozen=True, slots=True)
class Places:
    """Where a seat's things are on a ring board."""

    seats: Sequence[Seat]
    """Clockwise, the learner first."""
    starts: Mapping[Seat, Cell]
    yards: Mapping[Seat, Cell]
    size: int

    def ahead(self, seat: Seat, steps: int) -> Cell:
        """The field so many steps after the seat's start."""
        return f"{(int(self.starts[seat]) + steps) % self.size:02d}"

    def hint(self, cell: Cell, wanted: Cell) -> Tell:
        """How far a hand is from where it should be: on the ring by steps, elsewhere by names."""
        if not (cell.isdecimal() and wanted.isdecimal()):
            owner = next((seat for seat, start in self.starts.items() if start == wanted), None)
            if owner is not None:
                return Tell("other_start", {"cell": cell, "owner": owner})
            return Tell("other", {"cell": cell, "wanted": wanted})
        ahead = (int(cell) - int(wanted)) % self.size
        if ahead <= self.size // 2:
            return Tell("too_far", {"n": ahead})
        return Tell("too_near", {"n": self.size - ahead})

    def position(self, pieces: Mapping[Seat, Sequence[Cell]]) -> str:
        """A position with these pieces on the ring (`*`: just come out), all others in their yards."""
        groups = []
        for seat in sorted(self.seats):
            ring = sorted(pieces.get(seat, ()))
            groups.append(f"{seat}:{','.join([*ring, *['y'] * (4 - len(ring))])}")
        return " ".join(groups)


def is_kind(*kinds: str) -> Callable[[Fact], bool]:
    """Whether a fact is one of these."""
    return lambda fact: fact.kind in kinds


class Lesson:
    """The whole lesson of a game from one part on, for the seat `places.seats[0]`."""

    def __init__(self, places: Places, part: str = PARTS[0], game: str = USUAL) -> None:
        taught = lesson_of(game)
        self._places, self._part, self._cards_of = places, part, taught.cards
        self._begin = f"game {game} {' '.join(taught.settings.values())} first="
        self._me, self._left, self._partner, self._right = places.seats

    def script(self) -> Script:
        """All of it."""
        parts = {"board": self._board, "cards": self._cards, "keys": self._keys, "game": self._game}
        yield Tell("welcome")
        for name in PARTS[PARTS.index(self._part) :]:
            yield from parts[name]()

    # --- the board, walked over with one marble

    def _board(self) -> Script:
        me, places = self._me, self._places
        yield SetUp()
        yield Mode("board")
        yield Tell("yard", {"owner": me})
        yield from self._touch("lift", places.yards[me])
        yield Tell("start")
        yield from self._touch("place", places.starts[me])
        yield Tell("ring", {"next": self._left, "n": places.size})
        yield from self._touch("place", places.starts[self._left])
        yield Tell("round", {"next": self._left, "partner": self._partner, "last": self._right})
        yield Tell("house")
        yield from self._touch("place", f"{me}1")
        yield Tell("house_end")
        yield from self._touch("place", f"{me}4")
        yield Tell("home", {"owner": me})
        yield from self._touch("place", places.yards[me])
        yield Tell("feel")
        yield Await(lambda fact: fact.kind == "place" and fact.data["cell"] in places.yards.values())
        yield Tell("board_done")

    def _touch(self, kind: str, wanted: Cell) -> Script:
        """Waits until a marble is lifted from there, or put there; where the hand rests elsewhere it is told so."""
        fact = yield Await(is_kind(kind))
        while fact is not None and fact.data["cell"] != wanted:
            later = yield Await(is_kind(kind), REST_S)
            if later is None:
                yield self._places.hint(fact.data["cell"], wanted)
                later = yield Await(is_kind(kind))
            fact = later

    # --- the cards, each played once

    def _cards(self) -> Script:
        me, left, places = self._me, self._left, self._places
        yield Mode("cards")
        start, past = places.starts[me], places.ahead
        yield from self._play("one", {})
        yield from self._play("five", {me: [f"{start}*"]}, is_as_before=True)
        yield from self._play("four", {me: [past(me, 5)]}, is_as_before=True)
        yield from self._play("six", {me: [past(me, 1)], left: [past(me, 7)]})
        yield from self._play("thirteen", {me: [past(me, 7)]})
        yield from self._play("seven", {me: [f"{start}*", past(me, 7)]})
        yield from self._play("exchange", {me: [past(me, 3)], left: [past(left, 4)]})
        yield from self._play("into_house", {me: [past(me, -4)]})
        yield from self._mistake()
        yield from self._undoing()
        yield Tell("eight")
        yield Tell("cards_done")

    def _play(self, key: str, pieces: Mapping[Seat, Sequence[Cell]], first: Seat = "", *,
              is_as_before: bool = False) -> Script:  # fmt: skip
        """One card: the board is set up for it, which is told, the card is told, and hands play it."""
        seat = first or self._me
        yield Order(f"{self._begin}{seat} position={self._places.position(pieces)}")
        yield SetUp()
        if pieces and not is_as_before:
            yield from self._placed()
        yield Order(f"card {seat} {self._cards_of[key]}")
        yield Tell(key, {"owner": seat, "other": self._left})
        yield from self._played()

    def _placed(self) -> Script:
        """Pieces stand elsewhere than they were left: where the own ones are."""
        yield Tell("placed")
        yield Order(f"ask pieces {self._me}")

    def _played(self) -> Script:
        yield Await(is_kind("move"))

    def _mistake(self) -> Script:
        """A mistake made on purpose: what the referee says, and how it is put right."""
        yield Order(f"{self._begin}{self._me} position="
                    f"{self._places.position({self._me: [self._places.ahead(self._me, 10)]})}")  # fmt: skip
        yield SetUp()
        yield from self._placed()
        yield Order(f"card {self._me} {self._cards_of['mistake']}")
        yield Tell("mistake")
        fact = yield Await(is_kind("violation", "move"))
        if fact is not None and fact.kind == "violation":
            yield Tell("repair")
            yield from self._played()

    def _undoing(self) -> Script:
        me, right, past = self._me, self._right, self._places.ahead
        yield from self._play("before_undoing", {me: [past(me, 10)], right: [past(right, 2)]}, right)
        yield Order(f"card {me} {self._cards_of['undoing']}")
        yield Tell("undoing", {"owner": right, "me": me})
        yield from self._played()

    # --- the keys, and what can be asked

    def _keys(self) -> Script:
        yield Tell("keys")
        yield Order("keys learn")
        while (yield Await(is_kind("speech"), KEYS_S)) is not None:
            pass
        yield Order("keys play")
        yield Tell("asking")

    # --- the first game, with help for all

    def _game(self) -> Script:
        yield Tell("game")
        yield Tell("deal", {"owner": self._me})
        yield Mode("game")
        yield Order(f"{self._begin}{self._me}")
        yield SetUp()
        yield Await(is_kind("won"))
        yield Tell("end")
