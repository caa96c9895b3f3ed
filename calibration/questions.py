"""How a place is asked for: starts with their seat, holes of the ring by number alone, houses and yards counted."""

from __future__ import annotations

from calibration.wizard import Say, brief
from engine.contract import Layout


def ring_of(layout: Layout) -> int:
    """How many holes the ring has, 0 without one. Behind it come as many houses as a yard has places, of each owner."""
    return len(layout.holes) - layout.places * len(layout.owners) if layout.owners else 0


def question(layout: Layout, place: int, is_first: bool) -> Say:
    """Asks for a place. `is_first`: whoever hears it knows nothing of the place that was asked for before."""
    cell, ring = layout.cell(place), ring_of(layout)
    if place >= len(layout.holes):
        inside = (place - len(layout.holes)) % layout.places
        return brief("wiring_count", n=inside) if inside and not is_first else brief("wiring_yard", cell=cell)
    quarter = ring // len(layout.owners) if ring else 0
    if place < ring and place % quarter == 0:
        return brief("wiring_start", cell=cell, seat=layout.owners[place // quarter])
    is_house = ring > 0 and place >= ring
    inside = (place - ring) % layout.places if is_house else 0
    if inside and not is_first:
        return brief("wiring_count", n=inside + 1)
    return brief("wiring_place" if is_first or is_house else "wiring_hole", cell=cell)
