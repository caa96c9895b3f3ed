"""Every game by its name, and where its part of the commands `legal`, `replay`, `perft` and `simulate` stands.

A game is added by one row of `GAMES`; nothing else names it. Its module is imported when somebody asks for the game.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypedDict, cast, overload

from engine.contract import Explanation, Seat, Settings, TableGame
from engine.errors import InvalidNotation
from engine.house_rules import Choice

GAMES: Mapping[str, str] = {
    "tac": "engine.tac.commands",
    "tactik": "engine.tactik.commands",
    "tactix": "engine.tactix.commands",
    "tacocat": "engine.tacocat.commands",
    "tactiki": "engine.tactiki.commands",
}


USUAL = next(iter(GAMES))
"""The game that is meant where none is named."""


class Written(Sequence[str]):
    """The lines of a record that are written only when somebody reads them; most games are only counted."""

    def __init__(self, write: Callable[[], Sequence[str]]) -> None:
        self._write = write

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self._write()[index]

    def __len__(self) -> int:
        return len(self._write())

    def __iter__(self) -> Iterator[str]:
        return iter(self._write())


class Finished(NamedTuple):
    """A game that built-in players have played. `winner` and `draw` None: it was broken off."""

    lines: Sequence[str]
    """The record, one event a line, without line ends."""
    winner: tuple[Seat, ...] | None
    plies: int
    seating: Mapping[Seat, str]
    """Which kind of player sat where."""
    draw: str | None = None


Question = Mapping[str, object]
"""A JSON object that asks something of a game."""


class Replayed(TypedDict, total=False):
    """One line of a record played again: a play, a broken rule, or last how it ended."""

    ply: int
    position: str
    legal: int | None
    violation: Explanation
    winner: list[Seat] | None
    plies: int
    draw: str


class Commands(Protocol):
    """What a game answers on the command line; a module with these names is enough."""

    @property
    def KEYS(self) -> frozenset[str]:
        """The keys that a question to `legal` may have."""

    @property
    def SETTINGS(self) -> Mapping[str, tuple[str, ...]]:
        """What can be chosen (`variant`, `deck`) with its values, the usual one first; empty if nothing can."""

    @property
    def PLAYERS(self) -> tuple[str, ...]:
        """Names of the built-in players, `random` first, the strongest last."""

    def legal(self, request: Question) -> dict[str, str]:
        """The results of a question: position after (with its mark, if it needs one) to canonical action.

        Raises: InvalidNotation."""

    def replay(self, lines: Iterable[str]) -> Iterator[Replayed]:
        """A record played again: `{"ply", "position", "legal"}` for each play and `{"winner", "plies"}` (for a draw
        also `draw`) last; or last `{"ply", "violation"}` with the `Explanation` of the broken rule.

        Raises: InvalidNotation, which names the line."""

    def perft(self, request: Question, depth: int) -> list[int]:
        """The number of sequences of plays of each length from 1 to `depth`. Raises: InvalidNotation."""

    def simulate(
        self, games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]
    ) -> Iterator[Finished]:
        """Games between built-in players, one kind a side; every game the sides change. The names of `players` and
        `settings` are known ones. The same seed gives the same games."""


class Taught(NamedTuple):
    """What a lesson plays with: how the game is set up, and the card of each exercise (`learn.<exercise>` in the
    catalogues)."""

    settings: Mapping[str, str]
    cards: Mapping[str, str]


class WithLesson(Protocol):
    """What a game offers besides if newcomers are taught it."""

    @property
    def LESSON(self) -> Taught:
        """What its lesson plays with."""


class AtTable(Protocol):
    """What a game offers besides if it can be played at a sensing table."""

    @property
    def TABLE(self) -> Settings:
        """How it can be set up there."""

    def at_table(self, settings: Mapping[str, str]) -> TableGame:
        """The game as the table sees it, with these settings. Raises: InvalidNotation."""


class Guess(NamedTuple):
    """A number of a game that no source gives: whoever owns the game corrects it in `file`."""

    rule: str
    name: str
    value: str
    meaning: str
    file: str


class WithGuesses(Protocol):
    """What a game offers besides if some of its numbers are guesses."""

    def guesses(self) -> tuple[Guess, ...]:
        """All of them, as they are in force."""


House = Callable[[Mapping[str, object]], Mapping[str, object]]
"""The house rules to play by, by name, given those that a record names itself."""


class WithHouseRules(Protocol):
    """What a game offers besides if it can be played by house rules."""

    @property
    def HOUSE_RULES(self) -> tuple[Choice, ...]:
        """Every open point of its rule book."""

    def with_rules(self, house: House) -> Commands:
        """The same commands by these rules; those of no such name, or value, raise InvalidNotation."""


def commands(name: object) -> Commands:
    """The commands of a game. Raises: InvalidNotation if there is no such game."""
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidNotation("game", name, f"known: {', '.join(GAMES)}")
    return cast(Commands, importlib.import_module(GAMES[name]))


def at_table(name: object, found: Commands | None = None) -> AtTable:
    """A game as it is opened at a table; `found`: its commands by house rules. Raises: InvalidNotation if there is no
    such game, or it is not played at the table yet."""
    known = found or commands(name)
    if not hasattr(known, "at_table"):
        raise InvalidNotation("game", name, "not at the table yet")
    return cast(AtTable, known)


def house_rules_of(name: object) -> tuple[Choice, ...]:
    """The open points of a game's rule book; none where it has no house rules. Raises: InvalidNotation if there is no
    such game."""
    known = commands(name)
    return cast(WithHouseRules, known).HOUSE_RULES if hasattr(known, "with_rules") else ()


def lesson_of(name: object) -> Taught:
    """What the lesson of a game plays with. Raises: InvalidNotation if there is no such game, or no lesson of it."""
    known = commands(name)
    if not hasattr(known, "LESSON"):
        raise InvalidNotation("game", name, "there is no lesson of it")
    return cast(WithLesson, known).LESSON


def settings_of(name: object) -> Settings:
    """How a game can be set up at the table. Raises: InvalidNotation."""
    return at_table(name).TABLE
