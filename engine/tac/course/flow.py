"""How a game goes on from state to state: deals, swaps, plays.

Nothing here judges. The functions take what was legally done and give the state after it.
"""

from __future__ import annotations

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.ring import turns
from engine.tac.board.position import Position
from engine.tac.course.course import Course
from engine.tac.course.state import State, forgotten, hand_size, is_shuffled, public, seats_from
from engine.tac.hands.cards import TAC
from engine.tac.hands.hands import Dealt, Given
from engine.tac.moves.options import can_use, options


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
    course = Course(state)
    course.use(card, action, board)
    return course.state()


def after_discard(state: State, card: Card) -> State:
    """The state after the seat to act discarded `card` unused."""
    course = Course(state)
    course.discard(card, lambda other: example(state, other), lambda other: is_usable(state, other))
    return course.state()


def after_ruling(state: State, card: Card) -> State:
    """The state after the seat to act laid `card` without effect, because the table says so."""
    course = Course(state)
    course.discard(card, None)
    return course.state()


def recounted(state: State, seat: Seat) -> State:
    """The state with `seat` to act, because the table plays on so, and the hands as large as that makes them."""
    order, knowledge = seats_from(state.setup, state.seat), public(state)
    for other, size in turns.recounted(order, seat, {each: state.size(each) for each in order}).items():
        knowledge = forgotten(knowledge, other, size)
    return state._replace(
        knowledge=knowledge, seat=seat, by=None, previous=None, beneath=None, is_sitting_out=False, is_after_fool=False
    )
