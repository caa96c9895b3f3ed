"""TAC-TIK as the table sees it: the contract of a game over the rules, with hands that may be unknown.

A pieu looks like any other piece: the board cannot see it, so the engine remembers which piece it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.contract import (
    CARD,
    Account,
    Awaited,
    Card,
    Displacement,
    Explanation,
    Layout,
    Option,
    Picture,
    Piece,
    Seat,
    Settings,
)
from engine.errors import IllegalAction, InvalidNotation
from engine.ring import turns
from engine.ring.account import OUT, moved, standing_pieces
from engine.ring.pieces import masks_of_picture
from engine.tactik import options as uses
from engine.tactik.actions import DISCARD
from engine.tactik.cards import CARDS, OF_EACH, SWAP, is_card
from engine.tactik.explain import explain_hand, explain_turn, explain_use
from engine.tactik.explain_picture import explain_picture, explain_victims, steps_left
from engine.tactik.position import Position
from engine.tactik.settings import TABLE
from engine.tactik.situation import Situation, winners
from engine.tactik.state import State, after, begin, dealt, given
from engine.tactik.variants import VARIANTS, variant

PIEU = "pieu"
"""What a piece is that stands on its start since it came out."""


@dataclass(frozen=True, slots=True)
class TactikGame:
    """The game TAC-TIK. `variant` decides which board is played on; the settings of a game may name another variant of
    that board."""

    variant: str = "teams4"

    @property
    def name(self) -> str:
        """Name of the game in records and on the command line."""
        return "tactik"

    @property
    def layout(self) -> Layout:
        """The places of the board."""
        return variant(self.variant).board.layout

    @property
    def settings(self) -> Settings:
        """How the game can be set up."""
        return TABLE

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card."""
        return CARDS

    def awaits(self, state: State) -> Awaited | None:
        """A card of the seat to act, as long as the game goes on."""
        return None if state.is_over else Awaited(CARD, (state.seat,))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The players, clockwise from A; a player with two colours is called by its first."""
        return state.variant.players

    def begin(self, settings: Mapping[str, str]) -> State:
        """The state with the first hands dealt and unknown. Keys: variant, first, position.

        Raises: InvalidNotation."""
        unknown = sorted(set(settings) - {"variant", "first", "position"})
        if unknown:
            raise InvalidNotation("setting", unknown[0], "known: variant first position")
        chosen = variant(settings.get("variant", self.variant))
        if chosen.board.layout != self.layout:
            fitting = [name for name, other in VARIANTS.items() if other.board.layout == self.layout]
            raise InvalidNotation("variant", chosen.name, f"on this board: {' '.join(fitting)}")
        first = settings.get("first", chosen.players[0])
        if first not in chosen.players:
            raise InvalidNotation("first seat", first, f"players {' '.join(chosen.players)}")
        board = None
        if "position" in settings:
            board = Position.parse(settings["position"], chosen.board, chosen.seats)
        return _hands_dealt(begin(chosen, chosen.previous_player(first), board))

    def options(self, state: State, card: Card) -> tuple[Option, ...]:
        """All distinct legal results of laying `card` now; empty if it cannot be used."""
        if state.is_over or not is_card(card):
            return ()
        return _options(state.situation, card)

    def aside(self, state: State, card: Card) -> Option:
        """The option of throwing `card` unused."""
        return Option(card, DISCARD, state.position, state.picture, gesture=False)

    def lay_aside(self, state: State, card: Card) -> State:
        """The state after the player to act has laid `card`, whatever it was good for: a ruling of the table."""
        return _after(state, self.aside(state, card))

    def with_turn(self, state: State, seat: Seat) -> State:
        """The state with `seat` to act, because the table plays on so; with an empty hand, in a new deal."""
        players, hands = state.variant.players, state.hands
        at = players.index(state.seat)
        order = players[at:] + players[:at]
        for player, size in turns.recounted(order, seat, {each: state.size(each) for each in order}).items():
            hands = hands.resized(player, size)
        counted = state._replace(hands=hands, seat=seat)
        return _hands_dealt(counted._replace(is_deal_over=counted.size(seat) == 0))._replace(seat=seat)

    def play(self, state: State, option: Option) -> State:
        """The state after the player to act did this; the next deal begins by itself. Raises: IllegalAction.

        A card that a told hand does not hold stops nothing: people may have mistold it."""
        wrong = explain_turn(state, state.seat)
        if wrong is None and is_card(option.card) and not state.hand(state.seat).can_hold(option.card):
            state = _forgotten(state)
        wrong = wrong or explain_hand(state, state.seat, option.card)
        wrong = wrong or explain_use(state, option.card, option.action)
        if wrong is not None:
            raise IllegalAction(wrong, state.position)
        return _after(state, option)

    def account(self, state: State, option: Option) -> Account:
        """What `option` does: each piece moved and captured."""
        board, seats, masks = state.board
        after = Position.parse(option.position, board, seats).masks
        ways = moved(board, seats, masks, after, option.action) or ()
        # A piece that comes out is turned over.
        told = tuple(replace(way, face=PIEU) if way.kind == OUT else way for way in ways)
        return Account(told, is_for_all=option.card == SWAP)

    def standing(self, state: State) -> tuple[Piece, ...]:
        """Every piece with its way home; `pieu` marks the one that stands on its start since it came out (I4.2)."""
        return standing_pieces(*state.board, PIEU)

    def set_position(self, state: State, position: str) -> State:
        """The state with the pieces where the table says they are. Raises: InvalidNotation."""
        board = Position.parse(position, state.variant.board, state.variant.seats)
        return state._replace(board=board, winner=winners(state.variant, board))

    def position_of(self, state: State, picture: Picture) -> str:
        """The text of the position that a board shows; a piece is a pieu where one of its colour stood before."""
        board, seats, masks = state.board
        return str(state.board.with_masks(masks_of_picture(board, seats, masks, picture)))

    def hand(self, state: State, seat: Seat, cards: Sequence[Card]) -> State:
        """The state with the whole hand of a player known. Raises: InvalidNotation."""
        if seat not in state.variant.players:
            raise InvalidNotation("seat", seat, f"players {' '.join(state.variant.players)}")
        for card in cards:
            if not is_card(card):
                raise InvalidNotation("card", card, f"known: {' '.join(CARDS)}")
            if list(cards).count(card) > OF_EACH:
                raise InvalidNotation(f"hand of {seat}", list(cards), f"there are only {OF_EACH} x {card}")
        if len(cards) != state.size(seat):
            raise InvalidNotation(f"hand of {seat}", list(cards), f"it holds {state.size(seat)} cards")
        return state._replace(hands=state.hands.learnt(seat, cards))

    def possible_cards(self, state: State, seat: Seat) -> tuple[Card, ...]:
        """Cards that a player can still hold, as far as the companion knows."""
        if state.size(seat) == 0:
            return ()
        return state.hands.possible_cards(seat) or CARDS

    def held(self, state: State, seat: Seat) -> int:
        """Number of cards in the hand of a player."""
        return state.size(seat) if seat in state.variant.players else 0

    def receiver(self, state: State, seat: Seat) -> Seat | None:
        """Partner, left neighbour or opponent, who gets a card after the deal. Source: I2.2, I2.3."""
        return state.variant.receiver.get(seat)

    def explain_play(self, state: State, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that this play breaks, None if it is legal. Raises: InvalidNotation."""
        return explain_turn(state, seat) or explain_hand(state, seat, card) or explain_use(state, card, action)

    def explain_aside(self, state: State, seat: Seat, card: Card) -> Explanation | None:
        """The rule that a player breaks who throws `card` unused."""
        return self.explain_play(state, seat, card, DISCARD)

    def explain_picture(
        self, state: State, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a board on which these pieces were displaced; `is_reached`: but for the yards it shows
        the end of a legal action."""
        victims = explain_victims(state, card, moved) if is_reached and card is not None else None
        return victims or explain_picture(state, card, moved)

    def steps_left(self, state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
        """Steps of a 7x1 that are left once these pieces were displaced; None if it is no part of one."""
        return steps_left(state, card, moved)


def _hands_dealt(state: State) -> State:
    """The next deal with unknown hands, every player having given a card; nothing once the game is won."""
    if not state.is_deal_over or state.winner is not None:
        return state
    return given(dealt(state))


def _after(state: State, option: Option) -> State:
    found = None if option.action == DISCARD else uses.resolve(state.situation, option.card, option.action)
    if not state.hand(state.seat).can_hold(option.card):
        state = _forgotten(state)
    return _hands_dealt(after(state, option.card, None if found is None else found[0].masks))


def _forgotten(state: State) -> State:
    """The state with the hand to act unknown again."""
    return state._replace(hands=state.hands.learnt(state.seat, None))


@lru_cache(maxsize=64)
def _options(situation: Situation, card: Card) -> tuple[Option, ...]:
    return uses.options(situation, card)
