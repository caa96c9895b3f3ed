"""How a game goes on: deals, swaps, turns, sitting out, Fool, Devil, the win and the TAC that answers it.

Nothing here judges. The functions take what was legally done and give the state after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.tac.actions import DEVIL as DEVIL_ACTION
from engine.tac.actions import PASS_HANDS, SKIP
from engine.tac.cards import FOOL, TAC
from engine.tac.knowledge import Knowledge
from engine.tac.options import can_use, options
from engine.tac.position import Position
from engine.tac.situation import Previous
from engine.tac.state import State, hand_size, is_shuffled, seats_from, winners

Changes = dict[str, Any]
"""New values of fields of a `State`."""
_NEW_TURN: Mapping[str, Any] = MappingProxyType(
    {"by": None, "is_sitting_out": False, "is_after_fool": False, "winner": None, "is_answerable": False}
)
Hands = Mapping[Seat, Sequence[Card] | None]


def dealt(state: State, hands: Hands | None = None) -> State:
    """The state after the next deal; a hand that nobody knows is None or missing. Raises: InvalidNotation."""
    if not state.is_deal_over:
        raise InvalidNotation("deal", dict(hands or {}), "cards of the deal before are still held")
    number = state.deal + 1
    seating = state.setup.seating
    dealer = state.dealer if number == 1 else seating.next_seat(state.dealer)
    first = seating.next_seat(dealer)
    sizes = {len(hand) for hand in (hands or {}).values() if hand is not None}
    size = sizes.pop() if len(sizes) == 1 else hand_size(state.setup, number)
    knowledge = state.knowledge.dealt(size, hands, is_shuffled(state.setup, number))
    return replace(
        state, knowledge=knowledge, seat=first, dealer=dealer, first=first, deal=number, round=1,
        previous=None, beneath=None, is_tac_barred=False, is_deal_over=size == 0,
    )  # fmt: skip


def swapped(state: State, given: Mapping[Seat, Card | None] | None = None) -> State:
    """The state after the partners swapped; a card that nobody knows is None or missing. Raises: InvalidNotation."""
    return replace(state, knowledge=state.knowledge.swapped(given))


def must_lay_tac(state: State) -> bool:
    """Whether no card but TAC could be used now: the seat sits out, or a win is to be answered."""
    return state.is_sitting_out or state.winner is not None


def is_usable(state: State, card: Card) -> bool:
    """Whether the seat to act could use this card now."""
    if state.is_over or (must_lay_tac(state) and card != TAC):
        return False
    return can_use(state.situation, card)


def example(state: State, card: Card) -> str | None:
    """An action that this card allows the seat to act now, None if it cannot be used."""
    if not is_usable(state, card):
        return None
    return next((option.action for option in options(state.situation, card)), None)


def after_use(state: State, card: Card, action: str, board: Position) -> State:
    """The state after the seat to act used `card`; `board` is the board that its action leaves."""
    ply = state.ply + 1
    laid: Changes = {"knowledge": state.knowledge.played(state.seat, card, ply), "board": board, "ply": ply}
    if action == PASS_HANDS:
        return _hands_passed(replace(state, **laid), card)
    won = winners(state.setup, board)
    is_answer = state.is_answerable
    previous = None if is_answer else Previous(_taken(state, card), True, state.board, won is not None)
    laid.update(previous=previous, beneath=None, is_tac_barred=is_answer)
    if won:
        return _won(replace(state, **laid), won, is_answer)
    if action == DEVIL_ACTION:
        return _under_devil(replace(state, **laid))
    return _next_turn(state, laid, is_sitting_out=action == SKIP)


def after_discard(state: State, card: Card) -> State:
    """The state after the seat to act discarded `card` unused."""
    ply = state.ply + 1
    if must_lay_tac(state):
        knowledge = state.knowledge.played(state.seat, card, ply)
    else:
        knowledge = state.knowledge.discarded(state.seat, card, ply, _use(state), state.by)
    previous, beneath = _after_unused(state, card)
    laid: Changes = {"knowledge": knowledge, "ply": ply, "previous": previous, "beneath": beneath}
    laid["is_tac_barred"] = state.is_tac_barred and card == TAC
    return _next_turn(state, laid)


def _use(state: State) -> Callable[[Card], str | None]:
    return lambda card: example(state, card)


def _taken(state: State, card: Card) -> Card:
    """The card whose function is used: for TAC that of the card before it."""
    return state.previous.card if card == TAC and state.previous is not None else card


def _after_unused(state: State, card: Card) -> tuple[Previous | None, Previous | None]:
    """What a TAC refers to after `card` was discarded, and what is beneath it. Source: T5.4, T5.5, T6.3."""
    if card != TAC:
        return Previous(card, False, state.board), state.previous if card == FOOL else None
    if state.previous is None:
        return None, state.beneath
    return Previous(state.previous.card, False, state.board), state.beneath


def _hands_passed(state: State, card: Card) -> State:
    """After a Fool: for TAC it does not exist. Source: T6.2, T6.3."""
    is_taken_over = card != FOOL
    previous = state.beneath if is_taken_over else state.previous
    beneath = None if is_taken_over else state.beneath
    passed = replace(state, knowledge=state.knowledge.hands_passed(), previous=previous, beneath=beneath)
    if passed.size(state.seat) == 0:
        return _next_turn(passed, {})
    return replace(passed, is_after_fool=True, is_sitting_out=False)


def _under_devil(state: State) -> State:
    """The next seat's turn, chosen by the player of the Devil. Source: T6.6, T6.8."""
    victim = state.next_seat
    if state.size(victim) == 0:
        return _next_turn(replace(state, seat=victim), {})
    after = _next_turn(state, {})
    return replace(after, by=None if after.is_deal_over else state.seat)


def _won(state: State, won: tuple[Seat, ...], is_answer: bool) -> State:
    """The last piece is in; the next seat may have to answer. Source: T8.2, T5.8, T10.3."""
    answering = state.next_seat
    after = replace(state, **{**_NEW_TURN, "seat": answering, "winner": won, "is_answerable": True})
    may_answer = not is_answer and _has_to_answer(state, answering, won) and state.size(answering) > 0
    if may_answer:
        hand = state.hand(answering)
        may_answer = (hand is None and state.knowledge.can_hold(answering, TAC)) or TAC in (hand or ())
    can_answer = may_answer and can_use(after.situation, TAC)
    return replace(after, is_answerable=can_answer, is_deal_over=state.cards_left == 0)


def _has_to_answer(state: State, seat: Seat, won: tuple[Seat, ...]) -> bool:
    if seat not in won:
        return True
    rule = state.setup.rules.winning_side_answers
    return rule == "always" or (rule == "cooperative" and state.setup.seating.is_cooperative)


def _next_turn(state: State, laid: Changes, is_sitting_out: bool = False) -> State:
    """The next seat that holds a card is to act; if none does the deal is over. `laid`: what the card changed.

    Source: T2.8, T2.9."""
    rules = state.setup.rules
    knowledge: Knowledge = laid.get("knowledge", state.knowledge)
    order = seats_from(state.setup, state.setup.seating.next_seat(state.seat))
    passed_over = next((n for n, seat in enumerate(order) if knowledge.size(seat) > 0), None)
    changes: Changes = {**laid, **_NEW_TURN}
    if passed_over is None or (passed_over and rules.empty_hand == "end-deal"):
        return replace(state, **{**changes, "seat": order[0], "is_deal_over": True})
    if passed_over and rules.tac_after_passed == "nothing":
        changes.update(previous=None, beneath=None)
    changes["seat"] = order[passed_over]
    changes["round"] = state.round + (state.first in order[: passed_over + 1])
    changes["is_sitting_out"] = is_sitting_out and (passed_over == 0 or rules.next_seat == "with-cards")
    return replace(state, **changes)
