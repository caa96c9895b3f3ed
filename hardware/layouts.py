"""The layouts of the wire: which cells a board of each game has, in the order in which a sensing board counts them.

Source: board protocol, layouts; notation of the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

YARD_PLACES = 4
HOUSE_HOLES = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of one kind of board: names by kind (`ring`, `house`, `square`, `space`), and the seats with a yard."""

    name: str
    cells: tuple[tuple[str, str], ...]
    seats: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Number of places on the wire."""
        return len(self.cells) + YARD_PLACES * len(self.seats)


def _marbles(name: str, ring: int, seats: str) -> Layout:
    cells = [(f"{i:02d}", "ring") for i in range(ring)]
    cells += [(f"{seat}{i}", "house") for seat in seats for i in range(1, HOUSE_HOLES + 1)]
    return Layout(name, tuple(cells), tuple(seats))


def _squares(name: str, files: str) -> Layout:
    rows = range(1, len(files) + 1)
    return Layout(name, tuple((f"{file}{row}", "square") for row, file in product(rows, files)))


def _track(name: str, spaces: int) -> Layout:
    return Layout(name, tuple((str(i), "space") for i in range(spaces)))


LAYOUTS: Mapping[str, Layout] = {
    layout.name: layout
    for layout in (
        _marbles("tac64", 64, "ABCD"),
        _marbles("tactik4", 64, "ABCD"),
        _marbles("tactik6", 96, "ABCDEF"),
        _squares("tactix9", "abcdefghi"),
        _track("tacocat9", 9),
        _squares("tactiki5", "abcde"),
    )
}
"""Every layout that the wire knows, by name."""
