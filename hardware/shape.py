"""A board as it lies on the table: holes, squares and hollows, in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

TRACK_SIDES = ("A", "B")
Point = tuple[float, float]
"""(x_mm, y_mm), seen from above: origin in the middle, x to the right, y down."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A cell that holds one piece. `kind` is `ring`, `house`, `square` or `space`; `seat` is the owner of a house.

    diameter_mm: across the hole; of a square or a space the length of its side.
    """

    name: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float
    diameter_mm: float

    @property
    def middle(self) -> Point:
        """Where its middle is."""
        return self.x_mm, self.y_mm

    @property
    def is_round(self) -> bool:
        """Whether it is a drilled hole; otherwise it is a square that is painted on the board."""
        return self.kind in ("ring", "house")


@dataclass(frozen=True, slots=True)
class Pit:
    """A hollow: a yard (`kind` `yard`) or the place where the cards are laid (`cards`).

    places_mm: the four holes of a yard that is drilled; empty for a hollow lined with felt, in which pieces lie freely.
    """

    name: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float
    rim_radius_mm: float
    felt_radius_mm: float
    places_mm: tuple[Point, ...] = ()
    place_diameter_mm: float = 0.0

    def places(self) -> tuple[Point, ...]:
        """Where four marbles lie in the yard: (x_mm, y_mm), row by row from the top left if nothing else is told."""
        if self.places_mm:
            return self.places_mm
        reach = self.felt_radius_mm * 0.48
        corners = ((-1, -1), (1, -1), (-1, 1), (1, 1))
        return tuple((round(self.x_mm + reach * dx, 2), round(self.y_mm + reach * dy, 2)) for dx, dy in corners)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the wire: its index, the cell it belongs to, and where it is."""

    index: int
    cell: str
    kind: str
    seat: str | None
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """A board as it lies on the table.

    side_mm: its longer side. width_mm, height_mm: along x and y. outline_mm: corners of a board that is no rectangle.
    pitch_mm: from one hole (square, space) to the next.
    """

    name: str
    layout: str
    side_mm: float
    pitch_mm: float
    source: str
    holes: tuple[Hole, ...]
    pits: tuple[Pit, ...]
    width_mm: float = 0.0
    height_mm: float = 0.0
    outline_mm: tuple[Point, ...] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that have a yard, clockwise."""
        return tuple(pit.seat for pit in self.pits if pit.kind == "yard" and pit.seat)

    @property
    def is_track(self) -> bool:
        """Whether it is a track of spaces, along which one token goes that belongs to nobody."""
        return all(hole.kind == "space" for hole in self.holes)

    @property
    def sides(self) -> tuple[str, ...]:
        """Who sits at a side of it: the seats with a yard; at a track player A before its first space, B at its end."""
        return self.seats or (TRACK_SIDES if self.is_track else ())

    @property
    def ring(self) -> tuple[Hole, ...]:
        """The holes of the ring, clockwise from `00`."""
        return tuple(hole for hole in self.holes if hole.kind == "ring")

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the board, clockwise."""
        if self.outline_mm:
            return self.outline_mm
        x, y = self.half_mm
        return (-x, -y), (x, -y), (x, y), (-x, y)

    @property
    def half_mm(self) -> Point:
        """How far the board reaches from its middle along x and y."""
        return self.width_mm / 2 or self.side_mm / 2, self.height_mm / 2 or self.side_mm / 2

    def turn_of(self, seat: str) -> float:
        """How far clockwise (radians) the board is turned from its drawing for whoever sits before this seat's side.

        A long board is looked at from one of its long sides, a track from its ends. Raises: ValueError for a seat
        without a side.
        """
        number = self.sides.index(seat)
        if not self.seats:
            return number * math.pi
        if math.isclose(*self.half_mm, rel_tol=0.1):
            return number * 2 * math.pi / len(self.seats)
        yard = next(pit for pit in self.pits if pit.kind == "yard" and pit.seat == seat)
        return 0.0 if yard.y_mm >= 0 else math.pi

    def places(self) -> tuple[Place, ...]:
        """All places in the order of the wire: holes, then four in each yard. Source: board protocol, layouts."""
        found = [(h.name, h.kind, h.seat, h.x_mm, h.y_mm) for h in self.holes]
        for pit in self.pits:
            if pit.kind == "yard":
                found += [(pit.name, "yard", pit.seat, x, y) for x, y in pit.places()]
        return tuple(Place(index, *entry) for index, entry in enumerate(found))

    def start(self, seat: str) -> str:
        """The ring hole where the pieces of `seat` come in. Raises: KeyError for a seat without a yard."""
        if seat not in self.seats:
            raise KeyError(seat)
        return self.ring[self.seats.index(seat) * len(self.ring) // len(self.seats)].name

    def nearest_pair(self) -> tuple[float, Hole, Hole]:
        """The two cells that are nearest to each other: (mm from middle to middle, one, other)."""
        pairs = ((math.dist(a.middle, b.middle), a, b) for i, a in enumerate(self.holes) for b in self.holes[:i])
        return min(pairs, key=lambda pair: pair[0])

    def steps(self) -> tuple[float, ...]:
        """Distances in mm from each cell to the next: along the ring and back to its beginning, of squares along the
        first row, of spaces along the track."""
        if self.ring:
            path = [*self.ring, self.ring[0]]
        else:
            path = [h for h in self.holes if h.kind == "space" or h.name.endswith("1")]
        return tuple(math.dist(a.middle, b.middle) for a, b in pairwise(path))
