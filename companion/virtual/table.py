"""A table without wood: holes, marbles, cards and buttons that can be moved like real ones, also by several hands."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.inputs import PIT
from engine.contract import Layout, Picture, Piece


class TableError(Exception):
    """Root of what cannot be done at the virtual table."""


class NoSuchPlace(TableError, IndexError):
    """The board has no place with this index."""


class PlaceEmpty(TableError, LookupError):
    """There is no marble to lift."""


class PlaceFilled(TableError, ValueError):
    """There is a marble already."""


class NoSuchMarble(TableError, LookupError):
    """No marble of this colour is off the board."""


class BadPicture(TableError, ValueError):
    """A picture that does not fit the board."""


class BadName(TableError, ValueError):
    """A card, reader or button that no tag and no sentence of a board could name."""


_NAME = re.compile(r"[A-Za-z0-9-]{1,24}")


@dataclass(frozen=True, slots=True)
class Change:
    """What just changed: `picture` (marbles), `card` (reader, name) or `button` (name, is_down)."""

    kind: str
    reader: str = ""
    name: str = ""
    is_down: bool = False


class VirtualTable:
    """The things on a table: a marble is either in a place or off the board, never both and never lost. In some games
    they stand on each other.

    1. All marbles begin in the yards, or as `set_position` says.
    2. `lift` and `put` move one marble between its place and the table edge.
    3. After each change the listeners are called, in the order in which things happened.
    May be used from several threads.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._lock = threading.RLock()
        self._listeners: list[Callable[[Change], None]] = []
        self._witnesses: list[Callable[[], bool]] = []
        self._places: list[str] = [""] * layout.size
        self._loose: Counter[str] = Counter()
        self._cards: dict[str, str] = {}
        self.set_position("." * len(layout.holes) + str(layout.places) * len(layout.heaps))

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Calls `listener` after each change from now on."""
        with self._lock:
            self._listeners.append(listener)

    def witness(self, has_seen: Callable[[], bool]) -> None:
        """From now on `is_seen` asks this witness, too: whether it has seen all that changed."""
        with self._lock:
            self._witnesses.append(has_seen)

    def is_seen(self) -> bool:
        """Whether every board at this table has told how things lie now."""
        return all(has_seen() for has_seen in list(self._witnesses))

    def unlisten(self, listener: Callable[[Change], None]) -> None:
        """Calls `listener` no longer."""
        with self._lock:
            self._listeners.remove(listener)

    def lift(self, index: int) -> str:
        """Takes the marble out of a place, the uppermost of a stack; its colour (a seat letter). Raises: PlaceEmpty,
        NoSuchPlace."""
        with self._lock:
            stack = self._places[self._checked(index)]
            if not stack:
                raise PlaceEmpty(f"no marble in {self._name(index)}")
            colour, self._places[index] = stack[-1], stack[:-1]
            self._loose[colour] += 1
            self._tell(Change("picture"))
            return colour

    def put(self, index: int, colour: str) -> None:
        """Puts a marble that is off the board into a place, upon those of a stack. Raises: PlaceFilled, NoSuchMarble,
        NoSuchPlace."""
        with self._lock:
            if len(self._places[self._checked(index)]) >= self.layout.stack:
                raise PlaceFilled(f"{self._name(index)} holds a marble of {self._places[index]}")
            if not self._loose[colour]:
                raise NoSuchMarble(f"no marble of {colour} is off the board")
            self._loose[colour] -= 1
            self._places[index] += colour
            self._tell(Change("picture"))

    def lay(self, card: str, reader: str = PIT) -> None:
        """Lays a card on a reader, upon the one that lies there; an empty name takes it away. Raises: BadName."""
        _check_name(reader)
        if card:
            _check_name(card)
        with self._lock:
            self._cards[reader] = card
            self._tell(Change("card", reader=reader, name=card))

    def press(self, button: str) -> None:
        """Presses a button and lets it go. Raises: BadName."""
        _check_name(button)
        with self._lock:
            self._tell(Change("button", name=button, is_down=True))
            self._tell(Change("button", name=button, is_down=False))

    def set_position(self, picture: Picture) -> None:
        """Sets up the whole board at once, with exactly these marbles; none is left beside it. Raises: BadPicture."""
        layout = self.layout
        try:
            holes, heaps = layout.marks(picture), layout.counts(picture)
        except ValueError:
            raise BadPicture(f"not a picture of {layout.name}: {picture!r}") from None
        if len(holes) != len(layout.holes) or len(heaps) != len(layout.heaps):
            raise BadPicture(f"not a picture of {layout.name}: {picture!r}")
        if any(hole != "." and not self._can_stand(hole) for hole in holes):
            raise BadPicture(f"a hole holds a seat letter or nothing: {picture!r}")
        if any(count > layout.places for count in heaps):
            raise BadPicture(f"a yard of {layout.name} holds at most {layout.places}: {picture!r}")
        places = ["" if hole == "." else hole for hole in holes]
        for owner, count in zip(self._owners(), heaps, strict=True):
            places += [owner] * count + [""] * (layout.places - count)
        with self._lock:
            self._places = places
            self._loose.clear()
            self._tell(Change("picture"))

    def set_up(self, standing: Iterable[Piece], picture: Picture) -> None:
        """Sets up the board as a game has it; where pieces stand on each other, as they stand. Raises: BadPicture."""
        if self.layout.stack == 1:
            self.set_position(picture)
            return
        places = [""] * self.layout.size
        for piece in sorted(standing, key=lambda one: one.height):
            places[self.layout.holes.index(piece.cell)] += piece.owner
        with self._lock:
            self._places = places
            self._loose.clear()
            self._tell(Change("picture"))

    def occupied(self) -> int:
        """Which places are filled: bit i is set where index i is."""
        with self._lock:
            return sum(1 << index for index, colour in enumerate(self._places) if colour)

    def snapshot(self) -> dict[str, Any]:
        """All there is: `places` (colour or empty text, by index; of a stack the uppermost), `loose` (colours off the
        board), `cards`; `stacks` (colours from the bottom up, by index) where pieces can stand on each other."""
        with self._lock:
            cards = {reader: card for reader, card in self._cards.items() if card}
            stacks = {"stacks": list(self._places)} if self.layout.stack > 1 else {}
            tops = [stack[-1:] for stack in self._places]
            return {"places": tops, "loose": sorted(self._loose.elements()), "cards": cards, **stacks}

    def _can_stand(self, letter: str) -> bool:
        """Whether pieces can have this letter: a capital where there are yards, any where there are none."""
        return letter.isascii() and (letter.isupper() if self.layout.heaps else letter.isalpha())

    def _owners(self) -> tuple[str, ...]:
        return self.layout.owners or tuple(heap[0] for heap in self.layout.heaps)

    def _checked(self, index: int) -> int:
        if not 0 <= index < self.layout.size:
            raise NoSuchPlace(f"{self.layout.name} has no place {index}")
        return index

    def _name(self, index: int) -> str:
        return self.layout.cell(index)

    def _tell(self, change: Change) -> None:
        for listener in list(self._listeners):
            listener(change)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadName(f"no card, reader or button has this name: {name[:30]!r}")
