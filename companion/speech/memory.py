"""What a listener remembers of the evening: folded from facts, one frozen value after another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.facts import Fact
from companion.speech.account import Account, account
from companion.speech.table import Table, read
from engine.contract import Seat


def _same(one: Table, other: Table) -> bool:
    """Whether the pieces stand alike; freshness is the rules' business."""
    return (one.pieces, one.yards) == (other.pieces, other.yards)


@dataclass(frozen=True, slots=True)
class Play:
    """One settled action: the `move` fact, with the position before it."""

    seat: Seat
    card: str
    action: str
    before: str | None
    after: str
    base: str | None = None
    """The position on which the card acted: `before`, or for a TAC what it brought back."""
    certainty: float = 1.0
    by: Seat | None = None

    @property
    def is_undo(self) -> bool:
        """Whether something was undone first (T5.1)."""
        return self.base != self.before

    def account(self) -> Account | None:
        """What the action did; None where it cannot be told."""
        table = read(self.base)
        if table is None:
            return None
        done = account(table, self.card, self.action)
        if self.card == "tac" and not self._is_result(done):
            as_seven = account(table, "7", self.action)  # a TAC on a 7 sweeps its way, any other TAC does not
            return as_seven if self._is_result(as_seven) else done
        return done

    def _is_result(self, done: Account | None) -> bool:
        after = read(self.after)
        return done is not None and after is not None and _same(done.after, after)


@dataclass(frozen=True, slots=True)
class Memory:
    """Where the game stands, as everybody at the table knows it."""

    position: str | None = None
    plays: tuple[Play, ...] = ()
    turn: Seat | None = None
    round: int = 0
    deal: int = 0
    ply: int = 0
    """Number of the last settled action."""
    card: tuple[Seat, str] | None = None
    """A card that lies there and is not settled yet."""
    choices: tuple[tuple[str, str], ...] = ()
    """An open question."""
    trouble: str | None = None
    """`violation` or `disturbed` while the board is not right."""
    differences: tuple[Mapping[str, Any], ...] = ()
    is_connected: bool | None = None
    won: tuple[Seat, ...] = ()
    is_resumed: bool = False
    """The facts so far are those of an earlier session; the next `setup` says where the game stands."""

    @property
    def table(self) -> Table | None:
        """The pieces as they stand."""
        return read(self.position)

    def after(self, fact: Fact) -> Memory:
        """The memory once this fact is known."""
        data = fact.data
        match fact.kind:
            case "move":
                return self._moved(data)
            case "takeback":
                return self._taken_back(data["position"])
            case "revised":
                return self._revised(data)
            case "setup":
                return self._set_up(data["position"])
            case "corrected":
                return replace(self, position=data["position"], trouble=None, differences=())
            case "disturbed":
                return replace(self, trouble="disturbed", differences=tuple(data["differences"]))
            case "violation":
                return replace(self, trouble="violation")
            case "turn":
                return replace(self, turn=data["seat"], round=data.get("round", 0), deal=data.get("deal", 0))
            case "card":
                return replace(self, card=(data["seat"], data["card"]))
            case "question":
                return replace(self, choices=tuple((one["card"], one["action"]) for one in data["choices"]))
            case "answer":
                return replace(self, choices=())
            case "board":
                return replace(self, is_connected=bool(data["connected"]))
            case "won":
                return replace(self, won=tuple(data["seats"]))
            case _:
                return self

    def resumed(self) -> Memory:
        """The memory of an earlier session, with nothing of it going on any more."""
        return replace(self, is_resumed=bool(self.position), card=None, choices=(), trouble=None, differences=(),
                       is_connected=None)  # fmt: skip

    @property
    def last_undoable(self) -> Play | None:
        """The play that a TAC refers to; passed hands do not exist for it (T6.3)."""
        return next((one for one in reversed(self.plays) if one.action != "pass-hands"), None)

    def _moved(self, data: Mapping[str, Any]) -> Memory:
        play = Play(data["seat"], data.get("card") or "", data["action"], self.position, data["position"],
                    certainty=float(data.get("certainty", 1.0)), by=data.get("by"))  # fmt: skip
        play = replace(play, base=self._base(play))
        return replace(self, position=play.after, plays=(*self.plays, play), ply=self.ply + 1, card=None, choices=(),
                       trouble=None, differences=())  # fmt: skip

    def _base(self, play: Play) -> str | None:
        """The position on which a card acted: of those a TAC could bring back, the one that leads to the result."""
        if play.card != "tac" or play.action == "discard":
            return self.position
        bases = [self.position]
        last = self.last_undoable
        if last is not None and last.action != "discard":
            bases.insert(0, last.before)
        for base in bases:
            tried = replace(play, base=base)
            if tried._is_result(tried.account()):
                return base
        return bases[0]

    def _taken_back(self, position: str) -> Memory:
        plays = self.plays
        for index in range(len(plays) - 1, -1, -1):
            if plays[index].before == position:
                plays = plays[:index]
                break
        return replace(self, position=position, plays=plays, ply=max(0, self.ply - 1), card=None, choices=(),
                       trouble=None, differences=(), won=())  # fmt: skip

    def _revised(self, data: Mapping[str, Any]) -> Memory:
        """The companion was mistaken: from one ply on, other actions stand."""
        count = min(len(self.plays), max(0, self.ply - data["ply"] + 1))
        kept = self.plays[: len(self.plays) - count]
        before = self.plays[-count].before if count else self.position
        memory = replace(self, plays=kept, position=before, ply=data["ply"] - 1, card=None, choices=(), trouble=None,
                         differences=(), won=())  # fmt: skip
        for move in data["moves"]:
            memory = memory._moved(move)
        return replace(memory, position=data["position"])

    def _set_up(self, position: str) -> Memory:
        same = position == self.position
        return replace(self, position=position, plays=self.plays if same else (), trouble=None, differences=(),
                       won=self.won if same else (), is_resumed=False)  # fmt: skip
