"""Which readings live on: those that agree are one; what is much too dear, or too many of a kind, is given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.plain import costs
from companion.plain.belief import Mark
from companion.plain.contract import Inferable
from companion.plain.reading import Ground, Reading, standing_cost
from companion.plain.story import View
from companion.plain.ways import merged, settled
from companion.plain.wrong import Told, is_taken

NOTHING = Mark()


def surviving(
    ground: Ground, readings: Sequence[Reading], now: View, rest_s: float, told: Told, mark: Mark = NOTHING
) -> list[tuple[float, Reading]]:
    """The readings that live on, the picture having stood for so long: what each costs now, the cheapest first. `mark`:
    how far has been told."""
    totals = [(standing_cost(ground, each, now, rest_s), each) for each in _merged(ground.game, readings, mark)]
    totals.sort(key=lambda pair: pair[0])
    limit = totals[0][0] + costs.MARGIN
    ranked: list[tuple[float, int, tuple[float, Reading]]] = []
    alike: Counter[Any] = Counter()
    same: Counter[Any] = Counter()
    found = 0
    for number, (total, reading) in enumerate(totals):
        if total > limit:
            break
        board, is_found = ground.game.board(reading.moment), is_taken(reading, told)
        moment = ground.game.same(reading.moment)
        is_few = alike[board] < costs.MOST_ALIKE and same[moment] < costs.MOST_SAME
        if is_few and found + is_found <= costs.MOST_FOUND:
            ranked.append((total + costs.ALIKE * alike[board], number, (total, reading)))
            alike[board] += 1
            same[moment] += 1
            found += is_found
    ranked.sort(key=lambda each: each[:2])
    return sorted((each for *_, each in ranked[: costs.MOST]), key=lambda pair: pair[0])


def _merged(game: Inferable, readings: Sequence[Reading], mark: Mark) -> list[Reading]:
    """The readings without those that differ in nothing that is yet to come; their chances are added."""
    found: dict[Any, Reading] = {}
    for reading in sorted(readings, key=lambda each: each.cost):
        key = (game.same(reading.moment), reading.story, reading.left_at, reading.told, reading.held)
        found[key] = merged(found[key], reading, mark) if key in found else settled(reading, mark)
    return list(found.values())
