"""The course of a deal: turns, sitting out, Fool, Devil, the win and the TAC that answers it.

The one place where a play changes a game. `Course` is changed in place, so that whole games can be played fast;
everybody else keeps `State`s, which `flow` makes from it. Nothing here judges: what comes in was legally done.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.contract import Card, Seat
from engine.tac.board.position import Position
from engine.tac.course.state import State, next_seat_of, situation_of, winners
from engine.tac.hands.cards import FOOL, TAC
from engine.tac.hands.hands import Hands, Use
from engine.tac.moves.actions import DEVIL as DEVIL_ACTION
from engine.tac.moves.actions import PASS_HANDS, SKIP
from engine.tac.moves.options import can_use
from engine.tac.moves.situation import Previous, Setup, Situation


class Course:
    """A game that goes on; its attributes are those of `State`."""

    __slots__ = State._fields
    setup: Setup
    board: Position
    knowledge: Hands
    seat: Seat
    dealer: Seat
    first: Seat
    by: Seat | None
    deal: int
    round: int
    ply: int
    previous: Previous | None
    beneath: Previous | None
    is_deal_over: bool
    is_sitting_out: bool
    is_after_fool: bool
    is_tac_barred: bool
    winner: tuple[Seat, ...] | None
    is_answerable: bool

    def __init__(self, state: State) -> None:
        (
            self.setup, self.board, self.knowledge, self.seat, self.dealer, self.first, self.by, self.deal, self.round,
            self.ply, self.previous, self.beneath, self.is_deal_over, self.is_sitting_out, self.is_after_fool,
            self.is_tac_barred, self.winner, self.is_answerable,
        ) = state  # fmt: skip

    def state(self) -> State:
        """The game as it stands now."""
        return State(
            self.setup, self.board, self.knowledge, self.seat, self.dealer, self.first, self.by, self.deal, self.round,
            self.ply, self.previous, self.beneath, self.is_deal_over, self.is_sitting_out, self.is_after_fool,
            self.is_tac_barred, self.winner, self.is_answerable,
        )  # fmt: skip

    def situation(self) -> Situation:
        """All that decides what a card of the seat to act can do now."""
        return situation_of(self.setup, self.board, self.knowledge, self.seat, self.previous)

    def use(self, card: Card, action: str, board: Position) -> None:
        """The seat to act used `card`; `board` is the board that its action leaves."""
        before, self.board = self.board, board
        self.ply += 1
        self.knowledge = self.knowledge.played(self.seat, card, self.ply)
        if action == PASS_HANDS:
            self._pass_hands(card)
            return
        won = winners(self.setup, board)
        is_answer = self.is_answerable
        taken = self.previous.card if card == TAC and self.previous is not None else card
        self.previous = None if is_answer else Previous(taken, True, before, won is not None)
        self.beneath = None
        self.is_tac_barred = is_answer
        if won is not None:
            self._win(won, is_answer)
        elif action == DEVIL_ACTION:
            self._go_under_devil()
        else:
            self._next_turn(action == SKIP)

    def discard(self, card: Card, use: Use | None, is_usable: Callable[[Card], bool] | None = None) -> None:
        """The seat to act discarded `card` unused. `use`, `is_usable`: what any card could have done instead; where
        the table lets it be (`use` is None), nothing follows for the rest of the hand."""
        self.ply += 1
        if self.is_sitting_out or self.winner is not None or use is None:
            self.knowledge = self.knowledge.played(self.seat, card, self.ply)
        else:
            self.knowledge = self.knowledge.discarded(self.seat, card, self.ply, use, self.by, is_usable)
        self._leave_unused(card)
        self.is_tac_barred = self.is_tac_barred and card == TAC
        self._next_turn()

    def _leave_unused(self, card: Card) -> None:
        """What a TAC refers to after `card` was discarded, and what is beneath it. Source: T5.4, T5.5, T6.3."""
        if card != TAC:
            self.beneath = self.previous if card == FOOL else None
            self.previous = Previous(card, False, self.board)
        elif self.previous is not None:
            self.previous = Previous(self.previous.card, False, self.board)

    def _pass_hands(self, card: Card) -> None:
        """After a Fool: for TAC it does not exist. Source: T6.2, T6.3."""
        if card != FOOL:
            self.previous, self.beneath = self.beneath, None
        self.knowledge = self.knowledge.hands_passed()
        if self.knowledge.size(self.seat) == 0:
            self._next_turn()
        else:
            self.is_after_fool, self.is_sitting_out = True, False

    def _go_under_devil(self) -> None:
        """The next seat's turn, chosen by the player of the Devil. Source: T6.6, T6.8."""
        chooser, victim = self.seat, next_seat_of(self.setup, self.knowledge, self.seat)
        if self.knowledge.size(victim) == 0:
            self.seat = victim
            self._next_turn()
        else:
            self._next_turn()
            self.by = None if self.is_deal_over else chooser

    def _win(self, won: tuple[Seat, ...], is_answer: bool) -> None:
        """The last piece is in; the next seat may have to answer. Source: T8.2, T5.8, T10.3."""
        knowledge, answering = self.knowledge, next_seat_of(self.setup, self.knowledge, self.seat)
        may_answer = not is_answer and self._has_to_answer(answering, won) and knowledge.size(answering) > 0
        if may_answer:
            hand = knowledge.hand(answering)
            may_answer = knowledge.can_hold(answering, TAC) if hand is None else TAC in hand
        self.seat, self.by, self.is_sitting_out, self.is_after_fool, self.winner = answering, None, False, False, won
        self.is_answerable = may_answer and can_use(self.situation(), TAC)
        self.is_deal_over = knowledge.cards_left == 0

    def _has_to_answer(self, seat: Seat, won: tuple[Seat, ...]) -> bool:
        if seat not in won:
            return True
        rule = self.setup.rules.winning_side_answers
        return rule == "always" or (rule == "cooperative" and self.setup.seating.is_cooperative)

    def _next_turn(self, is_sitting_out: bool = False) -> None:
        """The next seat that holds a card is to act; if none does the deal is over. Source: T2.8, T2.9."""
        self.by = self.winner = None
        self.is_after_fool = self.is_answerable = self.is_deal_over = False
        self.is_sitting_out = is_sitting_out
        seats = self.board.seats
        at = seats.index(self.seat) + 1 - len(seats)
        seat = seats[at]
        if self.knowledge.size(seat) > 0:
            self.seat = seat
            self.round += seat == self.first
        else:
            self._pass_over(seats[at:] + seats[:at])

    def _pass_over(self, order: tuple[Seat, ...]) -> None:
        """The first of these seats that holds a card is to act; the first of all holds none. Source: T2.9."""
        rules = self.setup.rules
        number = next((number for number, seat in enumerate(order) if self.knowledge.size(seat) > 0), None)
        if number is None or rules.empty_hand == "end-deal":
            self.seat, self.is_deal_over, self.is_sitting_out = order[0], True, False
            return
        if rules.tac_after_passed == "nothing":
            self.previous = self.beneath = None
        self.is_sitting_out = self.is_sitting_out and rules.next_seat == "with-cards"
        self.seat = order[number]
        self.round += self.first in order[: number + 1]
