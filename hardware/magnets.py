"""Magnets and reed switches: which field a piece makes where, and whether its neighbours can be mistaken for it.

A piece stands upright, its magnet's axis vertical, and the reed switch stands upright beneath the hole. Both are round
about the same axis, so it does not matter how a piece is turned. With one switch a hole this is the only way: a switch
answers to one direction of the field, and a ball that may lie any way round can turn its magnet across it.

Fields on the axis are those of a cylinder, beside it those of a dipole (within 4 % of the cylinder from 17 mm on).
Source: Jackson, Classical Electrodynamics, sections 5.5 and 5.6; datasheets as named.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.shape import BoardGeometry, Point

MU_0 = 4e-7 * math.pi


@dataclass(frozen=True, slots=True)
class Magnet:
    """A round magnet, magnetised along its axis. remanence_t: the least of its grade, in tesla."""

    name: str
    diameter_mm: float
    height_mm: float
    remanence_t: float

    @property
    def moment_am2(self) -> float:
        """Its dipole moment in A m2."""
        volume_m3 = math.pi * self.diameter_mm**2 / 4 * self.height_mm * 1e-9
        return self.remanence_t * volume_m3 / MU_0

    def field_on_axis_mt(self, distance_mm: float) -> float:
        """The field on its axis, this far beyond its face, in mT."""
        radius, near, far = self.diameter_mm / 2, distance_mm, distance_mm + self.height_mm
        share = far / math.hypot(far, radius) - near / math.hypot(near, radius)
        return self.remanence_t / 2 * share * 1000

    def field_beside_mt(self, aside_mm: float, below_mm: float) -> float:
        """The vertical field at a place `aside_mm` from its axis and `below_mm` under its middle, in mT."""
        r = math.hypot(aside_mm, below_mm) / 1000
        return 1e-7 * self.moment_am2 * (3 * (below_mm / 1000 / r) ** 2 - 1) / r**3 * 1000

    def push_mn(self, apart_mm: float) -> float:
        """The force between two of them side by side, alike way up, in mN: they push each other away."""
        return 3e-7 * self.moment_am2**2 / (apart_mm / 1000) ** 4 * 1000


@dataclass(frozen=True, slots=True)
class Reed:
    """A reed switch, by the ampere turns at which it closes and at the least still opens."""

    name: str
    close_at_most: float
    open_at_least: float
    glass_mm: float


@dataclass(frozen=True, slots=True)
class Stack:
    """What lies between a magnet and the glass of the reed switch, from above: air, wood, folded wire."""

    air_mm: float
    wood_mm: float
    fold_mm: float

    def gap_mm(self, reed: Reed) -> float:
        """From the face of the magnet to the middle of the glass."""
        return self.air_mm + self.wood_mm + self.fold_mm + reed.glass_mm / 2


FIELD_OF_ONE_AT_MT = (0.05, 0.10)
"""Field that stands for one ampere turn, least and most: that of a long coil of 25 and of 12.5 mm, between which the
makers' test coils lie. A margin has to hold at both ends.
Source: B = mu0 N I / length; Littelfuse application note AN102A warns that a single case may differ by two."""
ONE_POLE = 2.0
"""A single pole at one end needs about twice the field of a coil. Source: Littelfuse application note AN102A."""
OTHER_PIECES = 15

MAGNETS = (
    Magnet("3 x 3 mm, N42", 3.0, 3.0, 1.28),
    Magnet("4 x 2 mm, N42", 4.0, 2.0, 1.28),
    Magnet("4 x 3 mm, N42", 4.0, 3.0, 1.28),
    Magnet("5 x 3 mm, N42", 5.0, 3.0, 1.28),
    Magnet("8 x 3 mm, N42", 8.0, 3.0, 1.28),
)
CHOSEN = MAGNETS[1]
REED = Reed("Littelfuse MDSR-10-20-25", close_at_most=25.0, open_at_least=8.0, glass_mm=10.16)
"""Closes at 20 to 25 AT; glass 10.16 x 1.8 mm. Source: Littelfuse datasheet MDSR-10. Two fifths of the lower end are
taken as the least at which it still opens."""
STACK = Stack(air_mm=0.6, wood_mm=1.5, fold_mm=1.0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How one magnet does on one board. Factors above 1 are safety to spare, at the worse end of what is not known.

    own_mt: field of the own piece. others_mt: the worst that fifteen pieces elsewhere add up to, at the place `worst`.
    closes_by: own field less that of the others, over what the switch needs at most to close.
    opens_by: what the switch stands and still opens, over what the others make.
    """

    magnet: Magnet
    own_mt: float
    others_mt: float
    worst: str
    closes_by: float
    opens_by: float
    push_mn: float

    @property
    def is_safe(self) -> bool:
        """Whether every piece is seen and no neighbour is taken for one."""
        return self.closes_by > 1 and self.opens_by > 1


def judge(board: BoardGeometry, magnet: Magnet, reed: Reed = REED, stack: Stack = STACK) -> Judgement:
    """The worst place of a board."""
    gap = stack.gap_mm(reed)
    places = board.places()
    middles = [(place.x_mm, place.y_mm) for place in places]
    sums = [_others(middles, i, magnet, gap + magnet.height_mm / 2) for i in range(len(middles))]
    others = max(sums)
    own = magnet.field_on_axis_mt(gap)
    return Judgement(
        magnet,
        own,
        others,
        places[sums.index(others)].cell,
        (own - others) / (reed.close_at_most * ONE_POLE * max(FIELD_OF_ONE_AT_MT)),
        reed.open_at_least * min(FIELD_OF_ONE_AT_MT) / others,
        magnet.push_mn(min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])),
    )


def _others(middles: Sequence[Point], own: int, magnet: Magnet, below_mm: float) -> float:
    """The greatest field, either way, that fifteen pieces can hold against the switch of an empty place, in mT."""
    fields = sorted(magnet.field_beside_mt(math.dist(middles[own], middle), below_mm)
                    for i, middle in enumerate(middles) if i != own)  # fmt: skip
    against, along = fields[:OTHER_PIECES], fields[-OTHER_PIECES:]
    return max(sum(f for f in along if f > 0), -sum(f for f in against if f < 0))
