"""Decisions: what is to be done with a table, as values. They are made by asking only, and carried out in one place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reconcile.sensors import Sensors
from companion.session.offer import Offer
from companion.session.pile import Laid
from engine.contract import Explanation, Option, Seat


@dataclass(frozen=True, slots=True)
class Open:
    """A card opens the turn of the seat to act."""

    laid: Laid


@dataclass(frozen=True, slots=True)
class Refuse:
    """A card cannot be laid now; None: it says nothing, since the game is over or the referee takes no card."""

    laid: Laid
    broken: Explanation | None


@dataclass(frozen=True, slots=True)
class Recount:
    """It is the turn of another seat than was counted, where the count is not sure: it tells a card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Who played what the table was asked to take back plays again: that is a yes."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class Settle:
    """An action is certain; `others` are what else it could have been."""

    option: Option
    others: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The board allows several actions."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """The board is wrong."""


@dataclass(frozen=True, slots=True)
class NameIdle:
    """The next card is laid, and nothing was done with the one before."""

    broken: Explanation


@dataclass(frozen=True, slots=True)
class NameMissing:
    """The set-up has come to rest, and is not complete."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """The picture is half an action: nothing is wrong yet."""


@dataclass(frozen=True, slots=True)
class GiveUpStories:
    """Sentences were lost, and without the stories the board shows a legal action."""


@dataclass(frozen=True, slots=True)
class Mend:
    """The board is as before the card again: the stories begin anew."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The board is right again."""


@dataclass(frozen=True, slots=True)
class Prove:
    """What was played last proves that a rule was broken earlier."""

    broken: Explanation


@dataclass(frozen=True, slots=True)
class CallHome:
    """Captured pieces of an action that is over are still in somebody's hand."""

    broken: Explanation


@dataclass(frozen=True, slots=True)
class ComeHome:
    """Captured pieces that were in somebody's hand are in their yard; `sensors` are those of the board from now on."""

    sensors: Sensors


@dataclass(frozen=True, slots=True)
class TellPart:
    """So many steps of the card are left."""

    left: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """The board shows the position: play can go on."""


@dataclass(frozen=True, slots=True)
class Win:
    """The win stands."""


Decision = (
    Open | Recount | TakeBack | Refuse | Settle | Ask | Name | NameIdle | NameMissing | Prove | Excuse | GiveUpStories
    | Mend | Correct | CallHome | ComeHome | TellPart | SetUp | Win
)  # fmt: skip


def is_trouble(decision: Decision) -> bool:
    """Whether it says that something is wrong: made in a reading, it speaks against that reading."""
    is_refusal = isinstance(decision, Refuse) and decision.broken is not None
    return is_refusal or isinstance(decision, Name | NameIdle | Prove)
