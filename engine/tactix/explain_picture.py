"""Which rule a wrong board breaks: the way that the hands seem to have meant, asked of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Displacement, Explanation
from engine.tactix.explain import explain_move
from engine.tactix.paths import NUMBERS, SIZE, SQUARES
from engine.tactix.state import State


def explain_picture(game: State, moved: Sequence[Displacement]) -> Explanation:
    """The rule broken by these displaced pieces.

    A piece that went somewhere is judged by the way that comes nearest to the rules; one that only left the board, or
    several that went somewhere, by what a side may do at all.
    """
    seat, gone = game.seat, [one for one in moved if one.target and one.origin and one.origin != one.target]
    own = [one for one in gone if one.owner == seat]
    if len(own) > 1:
        cells = tuple(one.target for one in own)
        return Explanation("X4.1", "tactix-one-piece", {"seat": seat, "made": len(own)}, cells)
    for one in (*own, *gone):
        wrong = _nearest(game, one)
        if wrong is not None:
            return wrong
    lost = [one for one in moved if not one.target]
    if len(lost) > (1 if own else 0) or not own:
        cells = tuple(one.origin for one in lost) or tuple(one.target for one in moved)
        return Explanation("X2.3", "tactix-left-board", {"seat": seat}, cells)
    return Explanation("X2.1", "tactix-no-such-move", {"seat": seat}, tuple(one.target for one in moved))


def _nearest(game: State, one: Displacement) -> Explanation | None:
    """Why this piece may not have gone so: by the rule of the way that breaks the least of them."""
    if one.origin not in NUMBERS or one.target not in NUMBERS:
        return None
    found = []
    for action in _ways(one.origin, one.target):
        wrong = explain_move(game.position, game.variant, game.seat, action, game.draw)
        if isinstance(wrong, Explanation):
            found.append(wrong)
    return max(found, key=lambda wrong: _ORDER.index(wrong.key) if wrong.key in _ORDER else -1, default=None)


_ORDER = (
    "tactix-diagonal", "tactix-stays", "tactix-too-many", "tactix-too-few", "tactix-king-one", "tactix-jump",
    "tactix-own-piece",
)  # fmt: skip
"""What is nearer to the rules comes later."""


def _ways(origin: str, target: str) -> Iterator[str]:
    """The straight way, and those with one turn."""
    yield f"{origin}-{target}"
    one, other = NUMBERS[origin], NUMBERS[target]
    if one % SIZE != other % SIZE and one // SIZE != other // SIZE:
        for corner in (one // SIZE * SIZE + other % SIZE, other // SIZE * SIZE + one % SIZE):
            yield f"{origin}-{SQUARES[corner]}-{target}"
