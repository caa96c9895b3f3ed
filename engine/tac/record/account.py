"""What a play did, as a person would tell it: the pieces moved and captured, and what a TAC brought back first."""

from __future__ import annotations

from dataclasses import replace

from engine.contract import Account, Option
from engine.ring.account import moved
from engine.tac.board.holes import BOARD
from engine.tac.board.position import Position
from engine.tac.course.state import State
from engine.tac.hands.cards import ANGEL, TAC, TRICKSTER
from engine.tac.moves.actions import DEVIL, DISCARD, PASS_HANDS, SKIP

_AIMED = frozenset({SKIP, DEVIL})
"""Actions that are aimed at the next seat."""
NAMED = {TAC: "tac", ANGEL: "angel"}
"""Cards that are named before what they do, each with its word."""
_FOR_ALL = frozenset({TRICKSTER, ANGEL})
"""Cards that move the pieces of everybody."""


def account(state: State, option: Option) -> Account:
    """What `option` does in this state. Where its card is not known, it acts on the position to which it fits."""
    if option.action == DISCARD:
        return Account()
    return replace(_done(state, option), named=NAMED.get(option.card, ""), is_for_all=option.card in _FOR_ALL)


def _done(state: State, option: Option) -> Account:
    bases = _bases(state, option.card)
    if option.action in (*_AIMED, PASS_HANDS):
        base = next((base for base in bases if str(base) == option.position), state.board)
        return Account((), _if_other(base, state), state.next_seat if option.action in _AIMED else None)
    after = Position.parse(option.position, state.board.seats)
    for base in bases:
        found = moved(BOARD, base.seats, base.masks, after.masks, option.action)
        if found is not None:
            return Account(found, _if_other(base, state))
    return Account()


def _bases(state: State, card: str) -> list[Position]:
    """The positions on which a card can act: for a TAC the one that it brings back."""
    previous = state.previous
    undone = [previous.before] if previous is not None and previous.used else []
    if card == TAC:
        return undone or [state.board]
    return [state.board] if card else [state.board, *undone]


def _if_other(base: Position, state: State) -> str | None:
    return None if base == state.board else str(base)
