"""How a game goes on: deals, swaps, turns, sitting out, Fool, Devil, the win and the TAC that answers it.

Nothing here judges. The functions take what was legally done and give the state after it.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.tac.actions import DEVIL as DEVIL_ACTION
from engine.tac.actions import PASS_HANDS, SKIP
from engine.tac.cards import FOOL, TAC
from engine.tac.hands import Dealt, Given, Hands, Use
from engine.tac.options import can_use, options
from engine.tac.position import Position
from engine.tac.situation import Previous
from engine.tac.state import State, hand_size, is_shuffled, winners


def dealt(state: State, hands: Dealt | None = None) -> State:
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
    return state._replace(
        knowledge=knowledge, seat=first, dealer=dealer, first=first, deal=number, round=1,
        previous=None, beneath=None, is_tac_barred=False, is_deal_over=size == 0,
    )  # fmt: skip


def swapped(state: State, given: Given | None = None) -> State:
    """The state after the partners swapped; a card that nobody knows is None or missing. Raises: InvalidNotation."""
    return state._replace(knowledge=state.knowledge.swapped(given))


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
    knowledge = state.knowledge.played(state.seat, card, ply)
    if action == PASS_HANDS:
        return _hands_passed(state._replace(knowledge=knowledge, board=board, ply=ply), card)
    won = winners(state.setup, board)
    is_answer = state.is_answerable
    taken = _taken(state, card) if card == TAC else card
    previous = None if is_answer else Previous(taken, True, state.board, won is not None)
    if won or action == DEVIL_ACTION:
        laid = state._replace(
            knowledge=knowledge, board=board, ply=ply, previous=previous, beneath=None, is_tac_barred=is_answer
        )
        return _won(laid, won, is_answer) if won else _under_devil(laid)
    return _next_turn(state, board, knowledge, ply, previous, None, is_answer, action == SKIP)


def after_discard(state: State, card: Card) -> State:
    """The state after the seat to act discarded `card` unused."""
    ply = state.ply + 1
    if must_lay_tac(state):
        knowledge = state.knowledge.played(state.seat, card, ply)
    else:
        use, can_be_used = _uses(state)
        knowledge = state.knowledge.discarded(state.seat, card, ply, use, state.by, can_be_used)
    previous, beneath = _after_unused(state, card)
    return _next_turn(state, state.board, knowledge, ply, previous, beneath, state.is_tac_barred and card == TAC)


def _uses(state: State) -> tuple[Use, Callable[[Card], bool]]:
    """What tells later, of a discard now, what any card could have done, and whether anything."""
    return lambda card: example(state, card), lambda card: is_usable(state, card)


def _taken(state: State, card: Card) -> Card:
    """The card whose function a TAC uses: that of the card before it."""
    return state.previous.card if state.previous is not None else card


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
    passed = state._replace(knowledge=state.knowledge.hands_passed(), previous=previous, beneath=beneath)
    if passed.size(state.seat) == 0:
        return _turn_over(passed)
    return passed._replace(is_after_fool=True, is_sitting_out=False)


def _under_devil(state: State) -> State:
    """The next seat's turn, chosen by the player of the Devil. Source: T6.6, T6.8."""
    victim = state.next_seat
    if state.size(victim) == 0:
        return _turn_over(state._replace(seat=victim))
    after = _turn_over(state)
    return after._replace(by=None if after.is_deal_over else state.seat)


def _won(state: State, won: tuple[Seat, ...], is_answer: bool) -> State:
    """The last piece is in; the next seat may have to answer. Source: T8.2, T5.8, T10.3."""
    answering = state.next_seat
    after = state._replace(
        seat=answering, by=None, is_sitting_out=False, is_after_fool=False, winner=won, is_answerable=True
    )
    may_answer = not is_answer and _has_to_answer(state, answering, won) and state.size(answering) > 0
    if may_answer:
        hand = state.hand(answering)
        may_answer = (hand is None and state.knowledge.can_hold(answering, TAC)) or TAC in (hand or ())
    can_answer = may_answer and can_use(after.situation, TAC)
    return after._replace(is_answerable=can_answer, is_deal_over=state.cards_left == 0)


def _has_to_answer(state: State, seat: Seat, won: tuple[Seat, ...]) -> bool:
    if seat not in won:
        return True
    rule = state.setup.rules.winning_side_answers
    return rule == "always" or (rule == "cooperative" and state.setup.seating.is_cooperative)


def _turn_over(state: State) -> State:
    """The next turn, nothing else being changed."""
    return _next_turn(
        state, state.board, state.knowledge, state.ply, state.previous, state.beneath, state.is_tac_barred
    )


def _next_turn(
    state: State,
    board: Position,
    knowledge: Hands,
    ply: int,
    previous: Previous | None,
    beneath: Previous | None,
    is_tac_barred: bool,
    is_sitting_out: bool = False,
) -> State:
    """The next seat that holds a card is to act; if none does the deal is over. What the card changed is given.

    Source: T2.8, T2.9."""
    setup, seats, deal_round = state.setup, board.seats, state.round
    at = following = seats.index(state.seat) + 1 - len(seats)
    while True:
        seat = seats[at]
        if seat == state.first:
            deal_round += 1
        if knowledge.size(seat) > 0:
            break
        at += 1
        if seat == state.seat:
            break
    is_deal_over = knowledge.size(seat) == 0
    if at != following or is_deal_over:
        rules = setup.rules
        if is_deal_over or rules.empty_hand == "end-deal":
            seat, deal_round, is_deal_over = seats[following], state.round, True
        elif rules.tac_after_passed == "nothing":
            previous = beneath = None
        is_sitting_out = is_sitting_out and not is_deal_over and rules.next_seat == "with-cards"
    return State(
        setup, board, knowledge, seat, state.dealer, state.first, None, state.deal, deal_round, ply, previous, beneath,
        is_deal_over, is_sitting_out, False, is_tac_barred, None, False,
    )  # fmt: skip
