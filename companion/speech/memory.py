"""What a listener remembers of the evening: folded from facts, one frozen value after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.facts import Fact, moved_of, notes_of, standing_of
from companion.speech.table import Table, yards_of
from engine.contract import SWAP, Captured, Cell, Moved, Note, Seat


@dataclass(frozen=True, slots=True)
class Play:
    """One settled action: the `move` fact, with the position before it and how the pieces stood then."""

    seat: Seat
    card: str
    action: str
    before: str | None = None
    after: str = ""
    moved: tuple[Moved, ...] = ()
    undone: Seat | None = None
    """Whose action it took back first (T5.1)."""
    against: Seat | None = None
    """Whom it is aimed at, where it moves nothing."""
    certainty: float = 1.0
    by: Seat | None = None
    stood: Table | None = None
    returned: tuple[Seat, ...] = ()
    """Whose captured pieces came back, because it took back what had captured them."""
    deal: int = 0
    """In which deal it was played."""
    deed: str = ""
    """What was done besides moving pieces, in a word."""
    cards: tuple[str, ...] = ()
    """The cards that this tells of."""
    named: str = ""
    """The word for its card, where that is named before what it does."""
    is_for_all: bool = False
    """Whether its card moves the pieces of everybody."""

    @property
    def is_named_first(self) -> bool:
        """Whether its card is named before what is done to pieces of one seat."""
        return bool(self.named) and not self.is_for_all

    @property
    def is_named_for_all(self) -> bool:
        """Whether its card is named with what is done to everybody's pieces."""
        return bool(self.named) and self.is_for_all

    @property
    def captured(self) -> tuple[Captured, ...]:
        """All pieces that it captured, in order."""
        return tuple(one for moved in self.moved for one in moved.captured)


@dataclass(frozen=True, slots=True)
class Memory:
    """Where the game stands, as everybody at the table knows it."""

    position: str | None = None
    table: Table | None = None
    """The pieces as they stand."""
    shown: Mapping[Cell, int] | None = None
    """How many pieces the board shows on each place, as far as hands were seen; None while nothing is known."""
    last_put: Cell = ""
    """Where a hand put a piece last."""
    is_set_up: bool = False
    """Whether the board has shown the position, so that play could go on."""
    cells: tuple[Cell, ...] = ()
    """All places of the board, the yards last."""
    yards: Mapping[Cell, Seat] = field(default_factory=dict)
    """Whose each yard is."""
    plays: tuple[Play, ...] = ()
    turn: Seat | None = None
    round: int = 0
    deal: int = 0
    ply: int = 0
    """Number of the last settled action."""
    awaits: str = ""
    """What is awaited, in a word, where there is more than one thing."""
    held: Mapping[Seat, int] = field(default_factory=dict)
    """How many cards each seat holds, where that is told."""
    notes: tuple[Note, ...] = ()
    """What cells tell besides their pieces."""
    card: tuple[Seat, str] | None = None
    """A card that lies there and is not settled yet."""
    question: Mapping[str, Any] | None = None
    """What is asked and not answered yet: the data of the `question`."""
    finished: tuple[Seat, ...] = ()
    """Who has everything at home, while that may still be answered."""
    trouble: str | None = None
    """`violation` or `disturbed` while the board is not right."""
    differences: tuple[Mapping[str, Any], ...] = ()
    swap_due: Mapping[Cell, Seat] = field(default_factory=dict)
    """Where pieces stood that were exchanged, and whose: that was taken back, no sensor sees whether they stand there
    again, and no hand has put one there since."""
    is_connected: bool | None = None
    won: tuple[Seat, ...] = ()
    is_drawn: bool = False
    draw: str = ""
    """Why it is drawn, in a word."""
    is_resumed: bool = False
    """The facts so far are those of an earlier session; the next `setup` says where the game stands."""

    def after(self, fact: Fact) -> Memory:
        """The memory once this fact is known."""
        data = fact.data
        match fact.kind:
            case "move":
                return self._moved(data)
            case "takeback":
                return self._taken_back(data)
            case "revised":
                return self._revised(data)
            case "setup":
                return self._set_up(data)
            case "corrected":
                return replace(self._standing(data), trouble=None, differences=())._as_it_should_be()
            case "disturbed":
                return self._disturbed(tuple(data["differences"]))
            case "lift" | "place":
                return self._touched(data["cell"], 1 if fact.kind == "place" else -1)
            case "violation":
                return replace(self, trouble="violation")
            case "turn":
                return replace(self, turn=data["seat"], round=data.get("round", 0), deal=data.get("deal", 0),
                               finished=tuple(data.get("finished", ())), awaits=data.get("what", ""),
                               held=data.get("held", {}))  # fmt: skip
            case "card":
                return replace(self, card=(data["seat"], data["card"]), swap_due={})
            case "question":
                return replace(self, question=data)
            case "answer":
                return replace(self, question=None)
            case "board":
                return replace(self, is_connected=bool(data["connected"]))
            case "game" if "cells" in data:
                return self._begun(data)
            case "won":
                return replace(self, won=tuple(data["seats"]), is_drawn=not data["seats"], draw=data.get("draw", ""))
            case _:
                return self

    def resumed(self) -> Memory:
        """The memory of an earlier session, with nothing of it going on any more."""
        return replace(self, is_resumed=bool(self.position), card=None, question=None, trouble=None, differences=(),
                       is_connected=None, is_set_up=False)  # fmt: skip

    def _standing(self, data: Mapping[str, Any]) -> Memory:
        """The position of a fact, and how the pieces stand in it."""
        table = Table(standing_of(data["standing"])) if "standing" in data else None
        return replace(self, position=data["position"], table=table, notes=notes_of(data.get("notes", ())))

    def _moved(self, data: Mapping[str, Any]) -> Memory:
        card = "" if "hidden" in data else data.get("card") or ""
        play = Play(data["seat"], card, data["action"], self.position, data["position"],
                    moved_of(data.get("moved", ())), data.get("undone"), data.get("against"),
                    float(data.get("certainty", 1.0)), data.get("by"), self.table,
                    tuple(data.get("returned", ())), self.deal, data.get("deed", ""), tuple(data.get("cards", ())),
                    data.get("named", ""), bool(data.get("for_all")))  # fmt: skip
        moved = replace(self._standing(data), plays=(*self.plays, play), ply=self.ply + 1, card=None, question=None,
                        trouble=None, differences=(), swap_due={})  # fmt: skip
        return moved._as_it_should_be()

    def _taken_back(self, data: Mapping[str, Any]) -> Memory:
        plays, position, due = self.plays, data["position"], dict[Cell, Seat]()
        for index in range(len(plays) - 1, -1, -1):
            if plays[index].before == position:
                due = {one.origin: one.owner for play in plays[index:] for one in play.moved if one.kind == SWAP}
                plays = plays[:index]
                break
        return replace(self._standing(data), plays=plays, swap_due=due, ply=max(0, self.ply - 1), card=None,
                       question=None, trouble=None, differences=(), won=(), is_drawn=False)  # fmt: skip

    def _revised(self, data: Mapping[str, Any]) -> Memory:
        """The companion was mistaken: from one ply on, other actions stand."""
        count = min(len(self.plays), max(0, self.ply - data["ply"] + 1))
        kept = self.plays[: len(self.plays) - count]
        before, stood = (self.plays[-count].before, self.plays[-count].stood) if count else (self.position, self.table)
        memory = replace(self, plays=kept, position=before, table=stood, ply=data["ply"] - 1, card=None, question=None,
                         trouble=None, differences=(), won=(), is_drawn=False)  # fmt: skip
        for move in data["moves"]:
            memory = memory._moved(move)
        return memory._standing(data)

    def _set_up(self, data: Mapping[str, Any]) -> Memory:
        same = data["position"] == self.position
        return replace(self._standing(data), plays=self.plays if same else (), trouble=None, differences=(),
                       won=self.won if same else (), is_drawn=self.is_drawn and same, is_resumed=False,
                       is_set_up=True)._as_it_should_be()  # fmt: skip

    @property
    def is_being_set_up(self) -> bool:
        """Whether hands put the board right: at the beginning, after a knock, after a power cut."""
        if self.trouble == "violation" or self.table is None or self.shown is None:
            return False
        wanted = Counter(piece.cell for piece in self.table.pieces)
        is_unlike = any(wanted[cell] != many for cell, many in {**dict.fromkeys(wanted, 0), **self.shown}.items())
        return is_unlike and (self.trouble == "disturbed" or not self.is_set_up)

    def _begun(self, data: Mapping[str, Any]) -> Memory:
        """A game begins; with `standing` it is known how its board has to be set up."""
        yards = yards_of(data["heaps"], data.get("owners", ()))
        begun = replace(self, cells=(*data["cells"], *data["heaps"]), yards=yards)
        if "standing" not in data:
            return begun
        begun = replace(begun, table=Table(standing_of(data["standing"])), is_set_up=False)
        return begun if begun.shown is not None else begun._as_it_should_be()

    def _as_it_should_be(self) -> Memory:
        """The board shows the position."""
        return replace(self, shown=Counter(piece.cell for piece in self.table.pieces) if self.table else None)

    def _touched(self, cell: Cell, step: int) -> Memory:
        due = {one: owner for one, owner in self.swap_due.items() if step < 0 or one != cell}
        if self.shown is None:
            return replace(self, swap_due=due) if self.swap_due else self
        shown = {**self.shown, cell: self._stands_on(cell, step)}
        differences = self._touched_differences(cell, step) if self.differences else ()
        return replace(self, shown=shown, last_put=cell if step > 0 else self.last_put, swap_due=due,
                       differences=differences)  # fmt: skip

    def _stands_on(self, cell: Cell, step: int) -> int:
        """How many pieces stand on a place once one was put there or taken from there; of a stack a board sees only
        whether there is one."""
        if cell in self.yards:
            return max(0, (self.shown or {}).get(cell, 0) + step)
        wanted = len(self.table.column(cell)) if self.table else 0
        return max(1, wanted) if step > 0 else 0

    def _touched_differences(self, cell: Cell, step: int) -> tuple[Mapping[str, Any], ...]:
        """Where the board differs once a hand has put a piece there, or taken one away."""
        known = list(self.differences)
        here = next((number for number, one in enumerate(known) if one["cell"] == cell
                     and (one.get("observed") == "empty") == (step > 0)), None)  # fmt: skip
        owner = self.table.by_cell[cell].owner if self.table and cell in self.table.by_cell else None
        if here is not None:
            was = known.pop(here)
            owner = was.get("expected")
            if step < 0 and owner:  # another one stood there
                known.insert(here, {"cell": cell, "expected": owner, "observed": "empty"})
        elif step > 0:
            known.append({"cell": cell, "expected": None, "observed": "occupied"})
        elif owner:
            known.append({"cell": cell, "expected": owner, "observed": "empty"})
        return tuple(known)

    def _disturbed(self, differences: tuple[Mapping[str, Any], ...]) -> Memory:
        """The board differs in these places and in no other: what hands were not seen to do is known now."""
        told = replace(self, trouble="disturbed", differences=differences)
        if self.table is None or self.shown is None:
            return told
        wanted = Counter(piece.cell for piece in self.table.pieces)
        named = {one["cell"] for one in differences}
        shown = {cell: many if cell in named else wanted[cell] for cell, many in {**wanted, **self.shown}.items()}
        for one in differences:
            cell, is_empty = one["cell"], one.get("observed") == "empty"
            if is_empty and shown.get(cell, 0) >= wanted[cell]:
                shown[cell] = wanted[cell] - 1 if cell in self.yards else 0
            elif not is_empty and cell not in wanted and not shown.get(cell):
                shown[cell] = 1
        return replace(told, shown=shown)
