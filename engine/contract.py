"""What every game offers the table: the small contract that lets several games share one board.

The companion knows no game by name. It asks a `Game` which actions are legal, what a board would show after each of
them, and, for a wrong picture, which rule was broken. All values are frozen; nothing here has a clock or a random
source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

Seat = str
"""A place at the table: one capital letter."""
Cell = str
"""A place on the board: a hole such as `05` or `A1`, or a heap of alike places such as the yard `Ay`."""
Card = str


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a board, in the order in which a sensing board counts them.

    `holes` hold one piece each; each of `heaps` (a yard) holds up to `places` pieces that are not told apart.
    Wire index: all holes, then `places` indices for each heap.
    """

    name: str
    holes: tuple[Cell, ...]
    heaps: tuple[Cell, ...]
    places: int
    owners: tuple[Seat, ...] = ()
    """The seat that each heap belongs to, in the order of `heaps`."""

    @property
    def size(self) -> int:
        """Number of places on the wire."""
        return len(self.holes) + len(self.heaps) * self.places

    def cell(self, index: int) -> Cell:
        """Name of the place with this wire index."""
        if index < len(self.holes):
            return self.holes[index]
        return self.heaps[(index - len(self.holes)) // self.places]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a game can be set up, as data: whoever asks people for it reads it here.

    `choices`: what is chosen, each with its values, the usual one first. `seats`: who plays in each variant, in the
    order of turns; one entry with an empty name where there are no variants. `layouts`: the board of each variant.
    """

    choices: Mapping[str, tuple[str, ...]]
    seats: Mapping[str, tuple[Seat, ...]]
    layouts: Mapping[str, str]
    can_first_be_chosen: bool = True
    """Whether it is chosen who begins."""

    def usual(self) -> dict[str, str]:
        """The usual value of each choice."""
        return {name: values[0] for name, values in self.choices.items()}

    def named(self, words: Sequence[str]) -> dict[str, str]:
        """The choices that these words make, each word a value. Raises: ValueError."""
        chosen: dict[str, str] = {}
        for word in words:
            key = next((name for name, values in self.choices.items() if word in values), None)
            if key is None:
                known = " ".join(value for values in self.choices.values() for value in values)
                raise ValueError(f"unknown setting: {word!r} (known: {known or 'none'})")
            if key in chosen:
                raise ValueError(f"{key} told twice: {chosen[key]!r} and {word!r}")
            chosen[key] = word
        return chosen

    def _of_variant(self, chosen: Mapping[str, str]) -> str:
        usual = next(iter(self.seats))
        return chosen.get("variant", usual) if "variant" in self.choices else usual

    def seats_of(self, chosen: Mapping[str, str]) -> tuple[Seat, ...]:
        """Who plays with these choices; nobody in a variant that there is not."""
        return self.seats.get(self._of_variant(chosen), ())

    def layout_of(self, chosen: Mapping[str, str]) -> str:
        """The board of these choices; empty for a variant that there is not."""
        return self.layouts.get(self._of_variant(chosen), "")

    def on_board(self, layout: str) -> tuple[str, ...]:
        """The variants that are played on this board."""
        return tuple(name for name, board in self.layouts.items() if board == layout)


Picture = str
"""What a board would show of a position, in layout order: one character a hole (`.` or the letter of the piece's
seat), then one digit a heap (pieces in it; all of the heap's own seat)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal use of a card: a result, and how it is written.

    `ways` matters only where the board looks as before (an exchange of alike pieces, an opening onto an own piece):
    each way is a set of displacements (cell, cell) that the trail of hands would have to show; an empty tuple means
    that the action needs no gesture at all (skip, devil, pass-hands, discard).
    """

    card: Card
    action: str
    position: str
    picture: Picture
    also: tuple[str, ...] = ()
    ways: tuple[frozenset[tuple[Cell, Cell]], ...] = ()
    gesture: bool = True
    """Whether hands have to touch a piece for this action."""
    is_forced: bool = False
    """Without gesture and without choice: settled as soon as its card is laid (a Devil, a Fool)."""
    trails: tuple[tuple[Cell, ...], ...] = ()
    """The cells between on each way that leads here: they tell options with one picture apart."""
    is_whole: bool = True
    """False where the end is whole only with steps that leave no trace: it looks like half an action."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something is not allowed: the rule, a key for the sentence, and the facts that the sentence tells."""

    rule: str
    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Displacement:
    """One piece of `owner` that stands on `target` and stood on `origin` before (cells; heaps for yards; empty: off the
    board). `over`: the cells between, where they are known."""

    owner: Seat
    origin: Cell
    target: Cell
    over: tuple[Cell, ...] = field(default=(), compare=False)


SWAP = "swap"
"""Kind of the ways of two pieces that change places: told one after the other, made at once."""


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece that an action took off its cell: where it went (a heap, or nowhere: empty), and how many steps it had
    left to its home, if the game counts them."""

    owner: Seat
    cell: Cell
    target: Cell = ""
    home: int | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """One piece's way inside an action, as a person would tell it.

    `kind`: a word of the game that the catalogues know (`forward`, `back`, `home`, `swap` ...). `steps`: cells gone,
    0 where nothing is counted. `home`: the steps that are left to its home afterwards, None if it is there or has none.
    `over`: the cells between, in order; `via`: those of them where it turns. `captured`: what it took, in order.
    `face`: what it shows on top afterwards.
    """

    owner: Seat
    origin: Cell
    target: Cell
    kind: str
    steps: int = 0
    home: int | None = None
    over: tuple[Cell, ...] = ()
    captured: tuple[Captured, ...] = ()
    via: tuple[Cell, ...] = ()
    face: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """What an action did, in order; nothing is left for others to read out of its text.

    `base`: the position that it brought back first, None if it began at the one that stood. `against`: the seat that it
    is aimed at, where it moves no piece (who sits out, say).
    """

    moved: tuple[Moved, ...] = ()
    base: str | None = None
    against: Seat | None = None

    @property
    def captured(self) -> tuple[Captured, ...]:
        """All pieces captured, in order."""
        return tuple(one for moved in self.moved for one in moved.captured)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as it stands and as everybody may know it.

    `place`: `way`, `house`, `yard` (a ring game) or `board`. `home`: steps left to its home, None where there is none.
    `marks`: what else is to be known of it (`fresh`, `pieu`, `king`). `ahead`: who stands between it and its home,
    after how many steps. `face`: what it shows on top.
    """

    cell: Cell
    owner: Seat
    place: str
    home: int | None = None
    marks: tuple[str, ...] = ()
    ahead: tuple[tuple[int, Seat], ...] = ()
    face: str = ""


CARD, HANDS = "card", "hands"
"""What can be awaited: a card, which opens the turn; or hands on the board at once."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for, and whose turn it is to do it."""

    kind: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the piece on a cell could go: each way as it would be told, and the parts of it (`forward`, 2)."""

    cell: Cell
    owner: Seat
    face: str
    ways: tuple[tuple[Moved, tuple[tuple[str, int], ...]], ...]


class State(Protocol):
    """A game at one moment; frozen. Whatever is not known (hands) is kept as unknown."""

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
        """Number of the deal, from 1."""
    @property
    def round(self) -> int:
        """Number of the card round within the deal, from 1."""
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
    def discard(self, state: S, card: Card) -> Option:
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


class WithReach(Protocol[S_contra]):
    """A game that tells where a piece could go."""

    def reach(self, state: S_contra, cell: Cell) -> Reach | None:
        """Where the piece on a cell could go; None where nobody stands. Raises: KeyError for no such cell."""
