"""A game at one moment: the board, what is known of the hands, whose turn it is. And how it goes on.

Nothing here judges: what comes in was legally done.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Card, Picture, Seat
from engine.ring.pieces import Masks
from engine.tactik.hands import Dealt, Given, Hand, Hands
from engine.tactik.position import Position
from engine.tactik.situation import Situation, winners
from engine.tactik.variants import Team, Variant


class State(NamedTuple):
    """The whole game at one moment; frozen. `board` is the position as a value, `position` its text.

    `seat` is the player to act, `first` the one who began the deal. `is_giving_due`: each player has still to give a
    card.
    """

    variant: Variant
    board: Position
    hands: Hands
    seat: Seat
    dealer: Seat
    first: Seat
    deal: int = 0
    round: int = 1
    ply: int = 0
    is_deal_over: bool = True
    is_giving_due: bool = False
    winner: Team | None = None

    @property
    def position(self) -> str:
        """The position in its text form."""
        return str(self.board)

    @property
    def picture(self) -> Picture:
        """What a board would show of it."""
        return self.board.picture()

    @property
    def draw(self) -> None:
        """Somebody always wins."""
        return

    @property
    def is_over(self) -> bool:
        """Whether the game is won."""
        return self.winner is not None

    @property
    def situation(self) -> Situation:
        """All that decides what a card of the player to act can do."""
        return Situation(self.variant, self.board, self.seat)

    def hand(self, player: Seat) -> Hand:
        """What is known of the hand of a player."""
        return self.hands.of(player)

    def size(self, player: Seat) -> int:
        """Number of cards that a player holds."""
        return self.hands.of(player).size


def begin(variant: Variant, dealer: Seat, board: Position | None = None) -> State:
    """The table before the first deal; all pieces in their yards unless `board` says otherwise. Source: I2.2."""
    first = variant.next_player(dealer)
    start = board or Position.start(variant.board, variant.seats)
    hands = Hands.none(variant.players)
    return State(variant, start, hands, first, dealer, first, winner=winners(variant, start))


def is_shuffled(variant: Variant, deal: int) -> bool:
    """Whether all cards are shuffled before this deal (numbered from 1). Source: I2.2."""
    return (deal - 1) % variant.deals_a_deck == 0


def dealt(state: State, hands: Dealt | None = None) -> State:
    """The state after the next deal; a hand that nobody knows is None or missing. Source: I2.2 to I2.4."""
    variant, number = state.variant, state.deal + 1
    dealer = state.dealer if number == 1 else variant.next_player(state.dealer)
    first = variant.next_player(dealer)
    held = state.hands.dealt(variant.hand_size, hands or {}, is_shuffled(variant, number))
    return state._replace(
        hands=held, seat=first, dealer=dealer, first=first, deal=number, round=1,
        is_deal_over=False, is_giving_due=variant.has_giving,
    )  # fmt: skip


def given(state: State, cards: Given | None = None) -> State:
    """The state after each player gave its card; one that nobody knows is None or missing. Source: I2.2, I2.3.

    Raises: InvalidNotation if a card is given that cannot be held."""
    return state._replace(hands=state.hands.given(state.variant.receiver, cards or {}), is_giving_due=False)


def after(state: State, card: Card, masks: Masks | None) -> State:
    """The state after the player to act laid `card`; `masks`: the pieces then, None for a discard.

    Raises: InvalidNotation if it cannot hold the card."""
    variant, board, hands, seat, dealer, first, deal, number, ply, _, _, _ = state
    hands = hands.played(seat, card)
    winner = None
    if masks is not None:
        board = board.with_masks(masks)
        winner = winners(variant, board)
    following = variant.next_player(seat)
    order = [following]
    while not hands.of(order[-1]).size and len(order) < len(variant.players):
        order.append(variant.next_player(order[-1]))
    is_over = not hands.of(order[-1]).size
    if not is_over:
        following = order[-1]
        number += first in order
    return State(
        variant, board, hands, following, dealer, first, deal, number, ply + 1, is_over, False, winner
    )


def view(state: State, player: Seat) -> State:
    """What a player may know: the state with only its own hand in it."""
    return state._replace(hands=state.hands.only_of((player,)))
