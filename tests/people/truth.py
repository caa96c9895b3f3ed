"""What can be told from a board, and what cannot: pictures as sensors see them, and actions that look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.virtual.gestures import route
from companion.virtual.hands import occupied, places
from engine.contract import Cell, Displacement, Layout, Option, Picture
from tests.people.play import Ply

Seen = tuple[int, tuple[int, ...]]
"""What sensors tell: the filled holes as bits, and how many are filled in each yard."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """The sensors that work: `mask` as on the wire."""

    layout: Layout
    mask: int

    def see(self, wire: int) -> Seen:
        """What the sensors tell of these occupied places."""
        wire &= self.mask
        holes = (1 << len(self.layout.holes)) - 1
        yards = tuple(
            sum(wire >> index & 1 for index in places(self.layout, heap)) for heap in self.layout.heaps
        )
        return wire & holes, yards

    def see_picture(self, picture: Picture) -> Seen:
        """What the sensors would tell of a picture."""
        return self.see(occupied(self.layout, picture))


def choice(option: Option) -> dict[str, Any]:
    """A choice of a question as the truth writes it."""
    found: dict[str, Any] = {"card": option.card, "action": option.action}
    if option.also:
        found["also"] = sorted(option.also)
    return found


def choices(options: Iterable[Option]) -> list[dict[str, Any]]:
    return sorted((choice(option) for option in options), key=lambda c: (c["card"], c["action"]))


def is_part(shown: Mapping[Cell, str], before: Picture, undone: Picture | None, option: Option, layout: Layout) -> bool:
    """Whether every hole shows what it held, what a TAC brings back, what this action puts there, or nothing."""
    for index, cell in enumerate(layout.holes):
        mark = shown.get(cell, ".")
        if mark not in (".", before[index], option.picture[index], undone[index] if undone else "."):
            return False
    return True


def exchanged(ply: Ply, lifted: Sequence[Cell]) -> list[Option]:
    """The results that an exchange can have when these pieces were in the hand together."""
    pairs = {"~".join(sorted(pair)) for pair in combinations(lifted, 2)}
    return [option for option in ply.options if pairs & {option.action, *option.also}]


def alike(ply: Ply, eyes: Eyes) -> list[Option]:
    """The results that show the same picture as the one that was played; the trail may tell them apart."""
    wanted = eyes.see_picture(ply.option.picture)
    return [option for option in ply.options if eyes.see_picture(option.picture) == wanted]


def _steps(layout: Layout, writing: str) -> int:
    """Steps between where the pieces began and where they stand in the end; to and fro counts nothing."""
    runs: list[list[Cell]] = []
    for segment in writing.split(","):
        origin, _, target = segment.partition("-")
        joined = next((run for run in runs if run[-1] == origin), None)
        if joined is None:
            runs.append([origin, target])
        else:
            joined[-1] = target
    ways = [Displacement(run[0][0], run[0], run[-1]) for run in runs if run[0] != run[-1]]
    return sum(len(route(layout, one)) + 1 for one in ways)


def is_half(option: Option, layout: Layout) -> bool:
    """Whether this end of a 7 is whole only with steps to and fro that left no trace: it looks like half a 7."""
    if option.card != "7" or "-" not in option.action:
        return False
    return all(_steps(layout, writing) < 7 for writing in (option.action, *option.also))
