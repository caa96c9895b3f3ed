"""Where each part lies on its circuit board, and what is printed beside it. Millimetres from the left upper corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board's size, and for each part (x_mm, y_mm of its first pin, turn_deg against the clock)."""

    width_mm: float
    height_mm: float
    parts: Mapping[str, tuple[float, float, float]]
    texts: tuple[tuple[float, float, str, float], ...] = ()
    """Words on the upper side: (x_mm, y_mm of their middle, words, height_mm)."""
    holes: tuple[tuple[float, float], ...] = field(default=())
    """Middles of the holes for M3 screws."""


def _quarter() -> Sheet:
    parts: dict[str, tuple[float, float, float]] = {}
    texts: list[tuple[float, float, str, float]] = []
    for i in range(3):
        x = 18.0 + 32.0 * i
        # A plug with 8 pairs is 17.78 mm long from its first pin; turned by 90 degrees it runs to the right.
        parts[f"J{i + 3}"] = (x - 8.89, 15.27, 90)
        parts[f"RN{i + 1}"] = (x - 10.16, 27.0, 0)
        parts[f"U{i + 1}"] = (x - 8.89, 41.62, 90)
        parts[f"C{i + 1}"] = (x + 12.5, 39.0, 270)
    parts["J1"] = (14.0, 58.0, 90)
    parts["J2"] = (80.0, 58.0, 90)
    parts["R2"] = (28.0, 52.0, 0)
    parts["R1"] = (64.0, 52.0, 0)
    parts["C4"] = (49.0, 58.5, 0)
    texts += [(18.0, 4.6, "fields 1-8 of the quarter", 1.2), (50.0, 4.6, "fields 9-16", 1.2)]
    texts += [(82.0, 4.6, "house 1-4, yard 1-4", 1.2)]
    texts += [(16.5, 64.2, "TO THE PICO", 1.2), (82.5, 64.2, "NEXT QUARTER", 1.2)]
    texts += [(50.0, 49.4, "Tastkreis quarter", 1.5)]
    texts += [(49.0, 64.2, "any hole to any pair: the wiring is learnt by ear", 0.8)]
    return Sheet(100.0, 66.0, parts, tuple(texts), ((4.0, 33.0), (96.0, 33.0), (4.0, 62.0), (96.0, 62.0)))


def _carrier() -> Sheet:
    parts = {
        "J1": (36.0, 10.0, 0.0), "J2": (53.78, 58.26, 180.0),
        "J5": (7.0, 9.0, 0.0), "J6": (7.0, 28.5, 0.0), "J7": (7.0, 48.0, 0.0),
        "J8": (21.0, 9.0, 0.0), "J4": (21.0, 28.5, 0.0), "J11": (21.0, 43.0, 0.0),
        "J3": (71.0, 52.0, 0.0), "J9": (83.0, 20.0, 0.0), "J10": (71.0, 12.0, 0.0),
        "R1": (60.0, 46.0, 270.0), "R2": (64.5, 46.0, 270.0), "R3": (58.0, 14.0, 0.0),
        "C1": (62.0, 22.0, 0.0), "C2": (62.0, 33.0, 0.0),
    }  # fmt: skip
    texts = (
        (44.9, 8.6, "USB THIS END", 1.0), (44.9, 34.0, "PICO", 2.0), (7.0, 5.0, "A", 1.4), (7.0, 24.6, "B", 1.4),
        (7.0, 44.1, "C", 1.4), (21.0, 5.0, "D", 1.4), (21.0, 24.6, "PIT", 1.2), (21.0, 39.2, "HALL", 1.2),
        (83.0, 15.6, "KEYS", 1.2), (71.0, 7.6, "LIGHTS", 1.2), (73.0, 43.7, "QUARTER A", 1.2),
        (75.0, 67.5, "Tastkreis carrier", 1.4),
    )  # fmt: skip
    return Sheet(90.0, 70.0, parts, texts, ((14.0, 65.5), (86.0, 4.0), (86.0, 62.0), (29.0, 4.0)))


SHEETS: Mapping[str, Sheet] = {"quarter": _quarter(), "carrier": _carrier()}
"""Both boards by their name."""
