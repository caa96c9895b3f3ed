"""What every game offers the table: the small contract that lets several games share one board.

The companion knows no game by name. It asks a `Game` which actions are legal, what a board would show after each of
them, and, for a wrong picture, which rule was broken. All values are frozen; nothing here has a clock or a random
source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar, cast

from engine.values import CARD as CARD
from engine.values import HANDS as HANDS
from engine.values import SWAP as SWAP
from engine.values import Account as Account
from engine.values import Awaited as Awaited
from engine.values import Captured as Captured
from engine.values import Card as Card
from engine.values import Cell as Cell
from engine.values import Displacement as Displacement
from engine.values import Doing as Doing
from engine.values import Explanation as Explanation
from engine.values import Layout as Layout
from engine.values import Moved as Moved
from engine.values import Note as Note
from engine.values import Option as Option
from engine.values import Picture as Picture
from engine.values import Piece as Piece
from engine.values import Reach as Reach
from engine.values import Seat as Seat
from engine.values import Settings as Settings


class State(Protocol):
    """A game at one moment; frozen. Whatever is not known (hands) is kept as unknown."""

    def __hash__(self) -> int: ...
    @property
    def position(self) -> str:
        """The position in its text form."""
    @property
    def picture(self) -> Picture:
        """What a board would show of it."""
    @property
    def seat(self) -> Seat:
        """The seat whose turn it is: the next card laid is its."""
    @property
    def deal(self) -> int:
        """Number of the deal, from 1; 0 in a game in which nothing is dealt."""
    @property
    def round(self) -> int:
        """Number of the card round within the deal, or of the round of turns where nothing is dealt; from 1."""
    @property
    def ply(self) -> int:
        """Number of plays so far."""
    @property
    def winner(self) -> tuple[Seat, ...] | None:
        """The seats that have won (the last piece is in), also while the win can still be answered."""
    @property
    def draw(self) -> str | None:
        """Why the game is drawn, in a word; None if it is not."""


S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Game(Protocol[S]):
    """The contract of a game, as far as every table needs it; `S` are its own states. What only some games have stands
    in the protocols below: the table asks whether a game offers it."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def settings(self) -> Settings:
        """How it can be set up."""
    @property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card of the deck in use; none in a game without cards."""
    def awaits(self, state: S) -> Awaited | None:
        """What the game waits for; None once it is over."""
    def seats(self, state: S) -> tuple[Seat, ...]:
        """The seats in play, in the order of turns."""
    def begin(self, settings: Mapping[str, str]) -> S:
        """The state with all pieces placed and the first hands dealt, unknown. Keys: the choices of `settings`, first,
        position. Raises: InvalidNotation."""
    def options(self, state: S, card: Card) -> tuple[Option, ...]:
        """All distinct legal results of laying `card` now (empty: without a card); none if it cannot be used."""
    def account(self, state: S, option: Option) -> Account:
        """What `option` does in this state: each piece moved and each captured, in order. Its card may be empty where
        nobody told it."""
    def standing(self, state: S) -> tuple[Piece, ...]:
        """Every piece: where it stands, and how far it has still to go."""
    def aside(self, state: S, card: Card) -> Option:
        """The option of laying `card` without effect."""
    def lay_aside(self, state: S, card: Card) -> S:
        """The state after the seat to act laid `card` without effect, whether or not that is allowed: a ruling."""
    def play(self, state: S, option: Option) -> S:
        """The state after the seat to act laid `option.card` and did `option.action`; unknown hands stay unknown and
        the next deal begins by itself when all hands are empty. Raises: IllegalAction."""
    def set_position(self, state: S, position: str) -> S:
        """The state with the pieces where the table says they are. Raises: InvalidNotation."""
    def position_of(self, state: S, picture: Picture) -> str:
        """The text of the position that a board shows. Raises: InvalidNotation where it cannot be told."""
    def explain_play(self, state: S, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that this play breaks, None if it is legal."""
    def explain_aside(self, state: S, seat: Seat, card: Card) -> Explanation | None:
        """The rule that `seat` breaks who lays `card` without effect, None if that is legal."""
    def explain_picture(
        self, state: S, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a board on which these pieces were displaced, with `card` laid (None: no card).

        `is_reached`: all holes show the end of a legal action, only the heaps are wrong.
        """


TableGame = Game[State]
"""A game at a table. The table gives it only states that it has made itself (see `at_table`)."""


def at_table(game: Game[S]) -> TableGame:
    """The same game, for a table that does not look into its states."""
    return cast(TableGame, game)


class TakesBack(Protocol[S_contra]):
    """A game in which a card can take the last action back."""

    def undone_by(self, state: S_contra, card: Card) -> Picture | None:
        """What the board would show with the last action taken back, if laying `card` does that, else None."""


class Answered(Protocol[S_contra]):
    """A game in which a win can still be answered."""

    def is_answerable(self, state: S_contra) -> bool:
        """Whether the win has still to be answered by the next seat."""


class Decided(Protocol[S_contra]):
    """A game in which one seat can decide for another."""

    def decider(self, state: S_contra) -> Seat | None:
        """The seat that decides in the stead of the one to act, if any."""


class Either(Protocol[S]):
    """A game in which more than one seat may be the next to act."""

    def turned(self, state: S, seat: Seat) -> S | None:
        """The same state with `seat` as the one to act; None where it may not."""


class Recounted(Protocol[S]):
    """A game in which a table can lose count of the turns."""

    def with_turn(self, state: S, seat: Seat) -> S:
        """The state with `seat` to act, whoever would have been: the table plays on so. Raises: InvalidNotation."""


class Performed(Protocol[S_contra]):
    """A game whose records tell in one line what takes several doings at the table."""

    def doings(self, state: S_contra, line: Mapping[str, object]) -> tuple[Doing, ...]:
        """What a play of a record is at the table, in order."""


class Proven(Protocol[S_contra]):
    """A game in which a broken rule can come out later."""

    def proof(self, state: S_contra) -> Explanation | None:
        """What the last play or told hand proves of an earlier play, None if nothing."""


class Counted(Protocol[S_contra]):
    """A game with cards that are used in parts."""

    def steps_left(self, state: S_contra, card: Card, moved: Sequence[Displacement]) -> int | None:
        """How many steps of `card` are left once these pieces were displaced; None if it is no part of an action."""


class WithHands(Protocol[S]):
    """A game in which seats hold cards."""

    def hand(self, state: S, seat: Seat, cards: Sequence[Card]) -> S:
        """The state with the whole hand of `seat` known. Raises: InvalidNotation."""
    def possible_cards(self, state: S, seat: Seat) -> tuple[Card, ...]:
        """Cards that `seat` can still hold, as far as is known to everybody."""
    def held(self, state: S, seat: Seat) -> int:
        """How many cards make the whole hand of `seat`, as everybody can count."""


class WithSecrets(Protocol[S_contra]):
    """A game in which an action shows what only some knew before."""

    def meant(self, state: S_contra, option: Option) -> Account:
        """What everybody may hear of an action that is not done yet: nothing that it would only show."""


class WithGiving(Protocol[S_contra]):
    """A game in which seats give each other a card after the deal."""

    def receiver(self, state: S_contra, seat: Seat) -> Seat | None:
        """Who gets the card that `seat` gives; None where it gives none."""


class WithNotes(Protocol[S_contra]):
    """A game whose cells tell something besides the pieces."""

    def notes(self, state: S_contra) -> tuple[Note, ...]:
        """What each of these cells tells, in their order."""


class WithReach(Protocol[S_contra]):
    """A game that tells where a piece could go."""

    def reach(self, state: S_contra, cell: Cell) -> Reach | None:
        """Where the piece on a cell could go; None where nobody stands. Raises: KeyError for no such cell."""
