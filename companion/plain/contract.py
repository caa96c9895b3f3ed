"""What a game has to offer so that it can be followed without its cards.

All of it is optional: a game that offers no chances is played with its cards told. Costs are in nats: minus the
logarithm of a chance. A `look` is, for each owner of the layout, the holes that its pieces fill, as bits in wire order.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, runtime_checkable

from engine.contract import Card, Displacement, Explanation, Layout, Option, Seat, State

Look = tuple[int, ...]
Moment = Hashable
"""A game at one moment, its cards unknown; frozen and hashable."""


@runtime_checkable
class WithoutCards(Protocol):
    """A game that can be followed without its cards."""

    def without_cards(self) -> Inferable:
        """The game as it is seen then."""


class Use(Protocol):
    """One result that a seat can reach with one of several cards."""

    @property
    def look(self) -> Look:
        """How the board looks then."""
    @property
    def cards(self) -> tuple[tuple[Card, float], ...]:
        """Each card that leads there with its cost, the cheapest first."""
    @property
    def action(self) -> str:
        """The action of the cheapest card in canonical form."""
    @property
    def cost(self) -> float:
        """The cost of the result, whichever card it was."""
    @property
    def long_cost(self) -> float:
        """The cost of those cards with which hands may well rest in the middle of it: several pieces, one after the
        other."""
    @property
    def route(self) -> int:
        """Holes in which pieces may have rested on their way, as bits."""
    @property
    def is_half(self) -> bool:
        """Whether it is only the first half of an action: what a card did has been taken back."""
    @property
    def cells(self) -> int:
        """Holes whose pieces must have been lifted, where the board does not show it, as bits."""
    @property
    def yards(self) -> int:
        """Heaps of which the same is true, as bits."""


class Silent(Protocol):
    """A play that moves no piece."""

    @property
    def action(self) -> str: ...
    @property
    def cost(self) -> float: ...
    @property
    def after(self) -> Moment:
        """The moment after it."""


class Inferable(Protocol):
    """What a game tells of a table without cards."""

    def __hash__(self) -> int: ...
    @property
    def layout(self) -> Layout: ...
    def moment(self, state: State) -> Moment:
        """The moment of a game in progress."""
    def state(self, moment: Moment) -> State:
        """The game's own state at a moment, all hands unknown."""
    def look(self, moment: Moment) -> Look: ...
    def origins(self, moment: Moment) -> Sequence[Look]:
        """How the board may look when the next action begins: as it does, and as it will when the last one is taken
        back."""
    def board(self, moment: Moment) -> Hashable:
        """All that matters of the pieces, hashable: the look, and what the rules know beyond it."""
    def pieces(self, moment: Moment) -> tuple[int, ...]:
        """How many pieces each owner of the layout has."""
    def seat(self, moment: Moment) -> Seat:
        """The seat to act."""
    def own(self, moment: Moment) -> int:
        """The holes with the pieces that the seat to act may move, as bits."""
    def reach(self, moment: Moment) -> int:
        """The holes with all pieces that the seat to act may move with some card, and those where it may bring one onto
        the board, as bits."""
    def deal(self, moment: Moment) -> int:
        """Number of the deal."""
    def position(self, moment: Moment) -> str: ...
    def same(self, moment: Moment) -> Moment:
        """The moment without what only refines chances: two that agree in this may count as one."""
    def silent(self, moment: Moment) -> Sequence[Silent]:
        """The plays without trace that the seat to act may make."""
    def uses(self, moment: Moment, holes: int, changed: int, sensed: int) -> Sequence[Use]:
        """What the seat to act may have done so that just these sensed holes are filled. `changed`: holes that were
        touched, or are filled now and were not, or the other way round."""
    def begun(self, moment: Moment, emptied: int, filled: int, sensed: int) -> Sequence[Use]:
        """What the seat to act may have done that emptied only these sensed holes, and filled only those."""
    def exchanges(self, moment: Moment, lifted: int) -> Sequence[Use]:
        """What the seat to act may do that leaves all holes filled as they are, with two of the pieces `lifted`."""
    def after(self, moment: Moment, use: Use) -> Moment:
        """The moment after a use."""
    def standing(self, moment: Moment, look: Look) -> Sequence[Moment]:
        """The moments with the pieces standing so, whoever is to act; none where they cannot."""
    def dealt(self, moment: Moment) -> Sequence[Moment]:
        """The moments with the same pieces when new hands have just been dealt, whoever begins."""
    def is_halfway(self, moment: Moment, look: Look, card: Card | None = None) -> bool:
        """Whether pieces standing so may be the middle of an action that rests there; `card`: if it is known."""
    def is_left_out(self, moment: Moment, look: Look) -> bool:
        """Whether an action is complete but for captured pieces that still stand on the board."""
    def is_taken_back(self, moment: Moment, holes: int, sensed: int) -> bool:
        """Whether the sensed holes are on the way back to what was filled before the last action, which a TAC may take
        back."""
    def near(self, hole: int) -> int:
        """The holes from which a piece that slides or hops may have come to this one (wire order), as bits."""
    def is_told_alone(self, card: Card) -> bool:
        """Whether a table may tell this card and no other, since no hole shows what it did."""
    def part(self, moment: Moment, look: Look) -> tuple[Seat, int, int, int] | None:
        """The one piece that has gone on its way so far, where more may be to come: its seat, the holes that it came
        from and stands on (wire order), and the fields between; else None."""
    def broken(self, moment: Moment, moved: Sequence[Displacement]) -> Explanation:
        """The rule that these displaced pieces break with every card, whichever seat it was that acted."""
    def option(self, moment: Moment, use: Use) -> Option:
        """A use as an option of its likeliest card."""
    def is_exchange(self, option: Option) -> bool:
        """Whether two pieces change places by it, so that the holes look as before."""
    def aside(self, moment: Moment) -> Option:
        """A card laid without effect as an option."""
    def mark(self, moment: Moment, action: str) -> Option:
        """A play without trace as an option."""
