"""The table on one evening: who sits there, what stands where, and all that has happened so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.virtual.gestures import Captured, Manner, Stroke, displacements, plan, undo_first
from companion.virtual.hands import occupied, places
from engine.contract import Cell, Layout, Picture, Seat
from tests.people import odd_hands
from tests.people.habits import Pace, Profile
from tests.people.hand import Board, Player
from tests.people.play import Ply
from tests.people.truth import Eyes, Seen, is_part
from tests.people.wire import PLACES, Told

FULL = (1 << PLACES) - 1
RING = 64
Row = dict[str, Any]
CAPTURED: tuple[Captured, ...] = ("before", "while", "then", "then", "after")


@dataclass(slots=True)
class Night:
    """All that people and board do, while it is collected.

    1. `plies` is the game as it will be played; `evening` goes through it ply by ply.
    2. Touches gather in `board`, cards and faults in `told`, what people say in `lines`, what is true in `truth`.
    3. At the end `wire` makes the bytes of a trace of it.
    """

    profile: Profile
    rng: Random
    layout: Layout
    plies: list[Ply]
    paces: dict[Seat, Pace]
    dead: tuple[int, int] | None
    """Ply from which on the sensor with this wire index is dead."""
    board: Board = field(init=False)
    told: list[Told] = field(default_factory=list)
    lines: list[tuple[float, str]] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)
    stuck: list[tuple[float, int, bool | None]] = field(default_factory=list)
    truth: list[tuple[float, Row]] = field(default_factory=list)
    start: int = 0
    """Places that are filled when the evening begins."""
    t: float = 0.0
    """When the next card comes."""
    lifted: list[Cell] = field(default_factory=list)
    """Cells whose pieces were in the hand during the action."""
    asked_until: float = 0.0
    """Until when nobody touches the board because there may be a question."""
    is_told: bool = False
    """Whether the next card lies already (it was laid too early) and is only said again."""
    keeps_card: bool = False
    """Whether the next card lies already and nobody says it again."""
    changed_at: float | None = None
    """When the card was laid that was changed for the one of this action."""
    is_unread: bool = False
    """Whether the reader has not seen the card of this action."""
    standing: Picture | None = None
    """What the board shows before this action, where it is not what the game says."""
    hands_free: float = 0.0
    """When hands are off the board; the next card may have been laid before."""
    owed: list[Stroke] = field(default_factory=list)
    """Captured pieces that somebody still has in the hand."""
    late_answer: tuple[int, str] | None = None
    """A question that is still open: the ply before which it is answered, and the answer."""
    piles: dict[str, str] = field(default_factory=dict)
    """The card on each reader."""
    holes: tuple[int, ...] = ()
    """Holes that never had a sensor, as places."""

    def __post_init__(self) -> None:
        picture = self.plies[0].before
        self.start = occupied(self.layout, picture)
        pieces = {}
        for index in range(PLACES):
            if self.start >> index & 1:
                pieces[index] = picture[index] if index < len(self.layout.holes) else self.layout.cell(index)[0]
        self.board = Board(self.layout, Eyes(self.layout, self.mask), pieces)

    @property
    def mask(self) -> int:
        """The sensors that the board has, as on the wire."""
        return sensors(self.profile.mask, self.layout, self.holes)

    @property
    def is_early(self) -> bool:
        """Whether the next card comes while hands are still on the board."""
        return self.hands_free > self.t

    def has_mistake(self, n: int) -> bool:
        """Whether something went wrong in the turn of this ply."""
        return any(row.get("n") == n and "mistake" in row for _, row in self.truth[-6:])

    def following(self, number: int) -> Ply | None:
        """The ply after this one."""
        return self.plies[number + 1] if number + 1 < len(self.plies) else None

    def note(self, t: float, row: Row) -> None:
        """One line of truth."""
        self.truth.append((t, row))

    def looks(self, wire: int) -> Seen:
        """What the sensors that work would tell of these filled places."""
        return self.board.eyes.see(wire)

    def looks_like(self, picture: Picture) -> Seen:
        """What they would tell of a picture."""
        return self.board.eyes.see_picture(picture)

    @property
    def is_in_hand(self) -> bool:
        """Whether the last touch that sensors saw was a lifting: a piece that went into a yard without any may still be
        in a hand, for all that they tell."""
        seen = [(t, is_down) for t, index, is_down in self.board.touches if self.mask >> index & 1]
        return bool(seen) and not max(seen)[1]

    def index(self, cell: Cell, wire: int, is_filled: bool) -> int:
        """The first filled or free place of a cell."""
        return next(i for i in places(self.layout, cell) if bool(wire >> i & 1) is is_filled)

    def check(self, ply: Ply) -> None:
        """The board is what the truth says. Raises: AssertionError."""
        shown = self.board.picture()
        if shown != ply.option.picture:
            raise AssertionError(f"action {ply.n} {ply.card} {ply.option.action}: {shown} is not {ply.option.picture}")

    def manner(self, ply: Ply) -> Manner:
        """How this action is played, by the habits of the evening."""
        is_exchange = "~" in ply.option.action
        way = self.rng.choices([way for way, _ in self.profile.ways], [weight for _, weight in self.profile.ways])[0]
        quirks = self.profile.quirks
        captured = self.rng.choice(CAPTURED)
        if quirks.hoards or quirks.owes or quirks.snatches:
            last: Captured = "then" if self.rng.random() < quirks.snatches else "after"
            captured = last if self.rng.random() < max(quirks.hoards, quirks.owes, quirks.snatches) else captured
        way = "carry" if is_exchange else way
        return Manner(way, self.rng.choice((1, 1, 2)), captured, is_exchange or self.rng.random() < 0.15)

    def strokes(self, ply: Ply, manner: Manner) -> tuple[Stroke, ...]:
        """The strokes of an action from the picture before it."""
        before, after, action, told = ply.before, ply.option.picture, ply.option.action, ply.moved
        odd = odd_hands.strokes(self.layout, ply, self.profile.quirks, manner, self.rng)
        if odd is not None:
            return odd
        if ply.undone is not None and (ply.undone != before or "~" in action):
            is_exchange = "~" in action or is_swap(before, ply.undone)
            if is_exchange or self.rng.random() < 0.65:
                pairs = Manner(together=True) if is_exchange else manner
                return undo_first(self.layout, before, ply.undone, after, told, pairs)
            return plan(self.layout, before, displacements(self.layout, before, after), manner)
        moved = list(displacements(self.layout, before, after, told))
        if action.count("-") > 1:
            self.rng.shuffle(moved)
        return plan(self.layout, before, moved, manner)

    def danger(self, ply: Ply | None, is_all: bool = False) -> frozenset[Seen]:
        """Pictures on which nobody may rest for long while this action is played; `is_all`: its own end too."""
        if ply is None:
            return frozenset()
        seen = {self.looks_like(option.picture) for option in ply.options}
        return frozenset(seen if is_all else seen - {self.looks_like(ply.option.picture)})

    def player(self, seat: Seat, ply: Ply, is_all: bool = False) -> Player:
        """The hands of a seat, with what they have to keep to in this turn."""

        def is_calm(holes: dict[Cell, Seat]) -> bool:
            return is_part(holes, ply.before, ply.undone, ply.option, self.layout)

        quirks, danger = self.profile.quirks, self.danger(ply, is_all)
        if ply.option.picture == ply.before:
            quirks = replace(quirks, snatches=0.0, heaps=0.0)
        is_seven = ply.card == "7" and quirks.thinks > 0
        if is_seven:
            halves = [o.picture for o in ply.options if not o.is_whole and o.picture not in ply.wins]
            whole = [o.picture for o in ply.options if o.picture not in halves]
            danger -= {self.looks_like(p) for p in halves} - {self.looks_like(p) for p in whole}
        return Player(self.board, self.paces[seat], self.rng, danger, is_calm, quirks, is_seven)

    def is_delicate(self, number: int) -> bool:
        """Whether two pieces felt at once could be taken for an action, now or in the turns around it."""
        near = self.plies[max(0, number - 1) : number + 2]
        return any(
            ply.card in ("trickster", "tac") or any(o.picture == ply.before and "-" in o.action for o in ply.options)
            for ply in near
        )


def sensors(mask: str, layout: Layout, holes: tuple[int, ...]) -> int:
    """The sensors of a kind of board (see `Profile.mask`), as on the wire."""
    if mask == "ring":
        return (1 << len(layout.holes)) - 1
    if mask == "bare":
        return (1 << RING) - 1
    return FULL & ~sum(1 << index for index in holes)


def needs_hands(ply: Ply) -> bool:
    """Whether anything has to be touched for this action."""
    action = ply.option.action
    if ply.option.picture != ply.before or "~" in action or "x" in action:
        return True
    return "-" in action and action != "pass-hands"


def is_swap(before: Picture, undone: Picture | None) -> bool:
    """Whether taking back means exchanging pieces: the same holes filled, by others."""
    if undone is None or before == undone:
        return False
    return [m if m.isdigit() else m == "." for m in before] == [m if m.isdigit() else m == "." for m in undone]
