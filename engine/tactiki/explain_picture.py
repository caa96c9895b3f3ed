"""Which rule a wrong board breaks: the step that the hands seem to have meant, asked of the rules.

A board tells which squares are filled, not whose pieces they are: a piece that is displaced is looked up in the
position.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Cell, Displacement, Explanation
from engine.errors import InvalidNotation
from engine.tactiki.board import NUMBERS, STARTS, UNKNOWN
from engine.tactiki.explain import explain_action
from engine.tactiki.moves import Action, Reincarnation, Step
from engine.tactiki.seen import Seen


def explain_picture(state: Seen, moved: Sequence[Displacement]) -> Explanation:
    """The rule broken by these displaced pieces: of one that went somewhere, that came out of a stack, or that left."""
    seat = state.seat
    gone = [one for one in moved if one.origin and one.target]
    if len(gone) > 1:
        facts = {"seat": seat, "made": len(gone)}
        return Explanation("K2.2", "tactiki-one-step", facts, tuple(one.target for one in gone))
    if state.fight is not None:
        facts = {"seat": seat, "expected": seat}
        return Explanation("K3.1", "tactiki-rank-turn", facts, tuple(one.target or one.origin for one in moved))
    for one in gone:
        found = _asked(state, Step(NUMBERS[one.origin], NUMBERS[one.target]))
        if found is not None:
            return found
    came = next((one.target for one in moved if one.target), None)
    if came is not None:
        return _came(state, came)
    left = next((one.origin for one in moved if one.origin), "")
    return Explanation("K3.2", "tactiki-left-board", {"seat": seat, "cell": left}, (left,) if left else ())


def _came(state: Seen, cell: Cell) -> Explanation:
    """A piece from nowhere: out of a stack, or one that was defeated."""
    square = NUMBERS[cell]
    if square in STARTS[state.seat]:
        found = _asked(state, Reincarnation(UNKNOWN, square))
        if found is not None:
            return found
    return Explanation("K2.3", "tactiki-no-such-step", {"seat": state.seat, "cell": cell}, (cell,))


def _asked(state: Seen, action: Action) -> Explanation | None:
    game = state.game
    try:
        found = explain_action(game.position, game.draw, state.seat, action, None)
    except InvalidNotation:  # an attack whose ranks are not known breaks no rule by itself
        return None
    return found if isinstance(found, Explanation) else None
