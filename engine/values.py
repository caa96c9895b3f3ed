"""What a game and a table tell each other: places, pictures, options, accounts of what was done. Frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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
    stack: int = 1
    """How many pieces can stand on each other in a hole. A board shows no more than whether one is there."""

    @property
    def size(self) -> int:
        """Number of places on the wire."""
        return len(self.holes) + len(self.heaps) * self.places

    def cell(self, index: int) -> Cell:
        """Name of the place with this wire index."""
        if index < len(self.holes):
            return self.holes[index]
        return self.heaps[(index - len(self.holes)) // self.places]

    def marks(self, picture: Picture) -> str:
        """Who is on each hole of a picture, one letter a hole; `.` where nobody is."""
        return picture[: len(self.holes)]

    def counts(self, picture: Picture) -> tuple[int, ...]:
        """How many pieces a picture has in each heap."""
        return tuple(map(int, picture[len(self.holes) :]))

    def picture(self, marks: Iterable[str], counts: Iterable[int]) -> Picture:
        """The picture of a board with these letters on its holes and so many pieces in each heap."""
        return "".join((*marks, *map(str, counts)))


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
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the pieces of each seat are called by on each board: a word that the catalogues know, as a rule a colour."""
    packs: Mapping[str, tuple[tuple[Card, int], ...]] = field(default_factory=dict)
    """Each pack of cards that it can be played with, by name: its kinds, and how many there are of each."""

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
        """The board that is played on with these choices; empty in a variant that there is not."""
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
    stops: tuple[Cell, ...] = ()
    """Holes on which a piece can rest in the middle of such steps."""

    def is_written(self, text: str) -> bool:
        """Whether this is a way to write the action."""
        return text == self.action or text in self.also


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something is not allowed: the rule, a key for the sentence, and the facts that the sentence tells."""

    rule: str
    key: str
    facts: Mapping[str, object] = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()

    def number(self, fact: str) -> int:
        """A fact that is a number; 0 where it is not told."""
        value = self.facts.get(fact)
        return value if isinstance(value, int) else 0


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
    """A piece that an action took off its cell: where it went (a heap, or nowhere: empty), how many steps it had left
    to its home, if the game counts them, and what it showed on top (`king` for a king)."""

    owner: Seat
    cell: Cell
    target: Cell = ""
    home: int | None = None
    face: str = ""


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
    is aimed at, where it moves no piece (who sits out, say). `deed`: a word that the catalogues know for what is done
    besides, or instead of, moving pieces (`attack`, `loses`); `cards`: those that it tells of. `named`: a word that the
    catalogues know for a card that is named before what it does (`tac`). `is_for_all`: its card moves the pieces of
    everybody, so whose they are is told with each, and nobody is acted for.
    """

    moved: tuple[Moved, ...] = ()
    base: str | None = None
    against: Seat | None = None
    deed: str = ""
    cards: tuple[Card, ...] = ()
    named: str = ""
    is_for_all: bool = False

    @property
    def captured(self) -> tuple[Captured, ...]:
        """All pieces captured, in order."""
        return tuple(one for moved in self.moved for one in moved.captured)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as it stands and as everybody may know it.

    `place`: `way`, `house`, `yard` (a ring game) or `board`. `home`: steps left to its home, None where there is none.
    `marks`: what else is to be known of it (`fresh`, `pieu`, `king`). `ahead`: who stands between it and its home,
    after how many steps. `face`: what it shows on top. `height`: where pieces stand on each other, 1 at the bottom.
    """

    cell: Cell
    owner: Seat
    place: str
    home: int | None = None
    marks: tuple[str, ...] = ()
    ahead: tuple[tuple[int, Seat], ...] = ()
    face: str = ""
    height: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """What a cell tells besides the piece on it: `what` is a word that the catalogues know, with its number and the
    seats that it names."""

    cell: Cell
    what: str
    number: int = 0
    seats: tuple[Seat, ...] = ()


CARD, HANDS = "card", "hands"
"""What can be awaited: a card, which opens the turn; or hands on the board at once."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for, and whose turn it is to do it.

    `what`: a word that the catalogues know, where there is more than one thing that cards can be laid for. `can_end`:
    whether "done" is an answer too: nothing, or nothing more. `is_private`: the card lies face down, and nobody is
    told which it is. `cards`: the kinds of card that can be laid for it; empty where it is any.
    """

    kind: str
    seats: tuple[Seat, ...]
    what: str = ""
    can_end: bool = False
    is_private: bool = False
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the piece on a cell could go: each way as it would be told, and the parts of it (`forward`, 2)."""

    cell: Cell
    owner: Seat
    face: str
    ways: tuple[tuple[Moved, tuple[tuple[str, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class Doing:
    """One thing that is done at the table: a card of a seat and its action; without a card by hands, or `said`."""

    seat: Seat
    card: Card
    action: str
    is_said: bool = False
