"""An action as somebody tried it: like an action, but a piece may also leave its yard for a wrong field."""

from __future__ import annotations

import re

from engine.contract import Card
from engine.tac.board.holes import LAYOUT, start_cell
from engine.tac.board.position import Position
from engine.tac.moves.actions import Action, Exchange, Move, parse_action
from engine.tac.moves.options import resolve
from engine.tac.moves.situation import Situation

_FROM_YARD = re.compile(r"([A-D]y)-([0-9A-D][0-9])", re.ASCII)


def parse_attempt(text: str) -> Action:
    """The action that a text tells, legal or not. Raises: InvalidNotation."""
    match = _FROM_YARD.fullmatch(text)
    if match is not None and match[2] in LAYOUT.holes and match[2] != start_cell(match[1][0]):
        return Move(match[1], match[2])
    action = parse_action(text)
    if isinstance(action, Exchange) and action.lower > action.higher:
        return Exchange(action.higher, action.lower)
    return action


def is_from_yard(action: Action) -> bool:
    """Whether a piece was put from its yard on a field that is not its start field."""
    return isinstance(action, Move) and action.origin in LAYOUT.heaps


def resolve_action(situation: Situation, card: Card, action: Action) -> tuple[Position, str] | None:
    """The board after an action and its canonical text; None if it is not legal."""
    return None if is_from_yard(action) else resolve(situation, card, str(action))
