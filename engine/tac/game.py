"""TAC as the table sees it: the contract of a game over the rules, with hands that may be unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

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
from engine.ring.account import standing_pieces
from engine.tac.board.holes import BOARD, LAYOUT
from engine.tac.board.picture import position_of_picture
from engine.tac.board.position import Position
from engine.tac.course.flow import after_discard, after_ruling, after_use, dealt, must_lay_tac, recounted, swapped
from engine.tac.course.state import State, begin, forgotten, public, unclaimed
from engine.tac.explain.parts import steps_left
from engine.tac.explain.picture import explain_picture, explain_victims
from engine.tac.explain.play import Laid, explain_laid, explain_play, resolved
from engine.tac.hands import cards as decks
from engine.tac.hands.cards import TAC
from engine.tac.moves import options as uses
from engine.tac.moves.actions import DISCARD
from engine.tac.moves.situation import Setup, Situation
from engine.tac.record.account import account
from engine.tac.record.replay import shown_wrong
from engine.tac.settings.choices import TABLE
from engine.tac.settings.rules import Rules
from engine.tac.settings.variants import variant

if TYPE_CHECKING:
    from engine.tac.unseen.chances import Chances

_COUNTED = ("not-held", "not-in-deck")
"""Keys of explanations that rest on counting cards: people may have miscounted or mistold, play goes on."""


@dataclass(frozen=True, slots=True)
class TacGame:
    """The game for TAC. `deck` and `rules` hold where the settings of a game do not say otherwise."""

    deck: str = "basic"
    rules: Rules = field(default_factory=Rules.default)

    @property
    def name(self) -> str:
        """Name of the game in records and on the command line."""
        return "tac"

    @property
    def layout(self) -> Layout:
        """The places of the board."""
        return LAYOUT

    @property
    def settings(self) -> Settings:
        """How the game can be set up."""
        return TABLE

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every kind of card of the deck in use."""
        return tuple(card for card, _ in decks.deck(self.deck))

    def begin(self, settings: Mapping[str, str]) -> State:
        """The state with the first hands dealt and unknown. Keys: variant, deck, first, position.

        Raises: InvalidNotation."""
        unknown = sorted(set(settings) - {"variant", "deck", "first", "position"})
        if unknown:
            raise InvalidNotation("setting", unknown[0], "known: variant deck first position")
        setup = Setup(settings.get("variant", "teams"), settings.get("deck", self.deck), self.rules)
        seating = variant(setup.variant)
        decks.deck(setup.deck)
        first = settings.get("first", seating.seats[0])
        if first not in seating.seats:
            raise InvalidNotation("first seat", first, f"seats {' '.join(seating.seats)}")
        board = Position.parse(settings["position"], seating.seats) if "position" in settings else None
        return _hands_dealt(begin(setup, seating.previous_seat(first), board))

    def options(self, state: State, card: Card) -> tuple[Option, ...]:
        """All distinct legal results of laying `card` now; empty if it cannot be used."""
        if state.is_over or (must_lay_tac(state) and card != TAC) or not decks.is_card(card):
            return ()
        return _options(state.situation, card)

    def awaits(self, state: State) -> Awaited | None:
        """A card of the seat to act, as long as the game goes on."""
        return None if state.is_over else Awaited(CARD, (state.seat,))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The seats in play, clockwise from A."""
        return state.setup.seating.seats

    def undone_by(self, state: State, card: Card) -> Picture | None:
        """What the board would show with the card before taken back, if `card` is a TAC that does so. Source: T5.1."""
        return state.undone if card == TAC else None

    def account(self, state: State, option: Option) -> Account:
        """What `option` does: each piece moved and captured, the position that a TAC brought back, and whom a play is
        aimed at that moves no piece."""
        return account(state, option)

    def standing(self, state: State) -> tuple[Piece, ...]:
        """Every piece with its way home; `fresh` marks those that may not yet go into their house (T3.9)."""
        return standing_pieces(BOARD, *state.board, "fresh")

    def set_position(self, state: State, position: str) -> State:
        """The state with the pieces where the table says they are; nothing can be undone or proven then.

        Raises: InvalidNotation.
        """
        board = Position.parse(position, state.setup.seating.seats)
        return unclaimed(state)._replace(board=board, previous=None, beneath=None)

    def position_of(self, state: State, picture: Picture) -> str:
        """The text of the position that a board shows; a piece is fresh where it was fresh before."""
        return str(position_of_picture(picture, state.board))

    def aside(self, state: State, card: Card) -> Option:
        """The option of laying `card` without effect."""
        return Option(card, DISCARD, state.position, state.picture, gesture=False)

    def lay_aside(self, state: State, card: Card) -> State:
        """The state after the seat to act has laid `card`, whatever it was good for: a ruling of the table.

        It proves nothing about what the seat held.
        """
        try:
            after = after_ruling(state, card)
        except InvalidNotation:
            after = after_ruling(_forgotten(state), card)
        return _hands_dealt(after) if after.is_deal_over and after.winner is None else after

    def with_turn(self, state: State, seat: Seat) -> State:
        """The state with `seat` to act, because the table plays on so; with an empty hand, in a new deal."""
        counted = recounted(state, seat)
        return (counted if counted.size(seat) > 0 else _hands_dealt(counted))._replace(seat=seat)

    def play(self, state: State, option: Option) -> State:
        """The state after the seat to act did this; the next deal begins by itself. Raises: IllegalAction."""
        laid = Laid(state.seat, option.card, option.action, state.by)
        wrong = explain_laid(state, laid)
        if wrong is not None and wrong.key in _COUNTED:
            state = _forgotten(state)
            wrong = explain_laid(state, laid)
        if wrong is not None and wrong.key not in _COUNTED:
            raise IllegalAction(wrong, state.position)
        after = _after(state, option)
        return _hands_dealt(after) if after.is_deal_over and after.winner is None else after

    def hand(self, state: State, seat: Seat, cards: Sequence[Card]) -> State:
        """The state with the whole hand of `seat` known. Raises: InvalidNotation."""
        self._check(state, seat, cards)
        try:
            knowledge = public(state).told(seat, cards, state.ply)
        except InvalidNotation:
            fresh = forgotten(public(state), seat, state.size(seat))
            knowledge = fresh.told(seat, cards, state.ply)
        told = state._replace(knowledge=knowledge)
        if told.is_answerable and seat == told.seat and TAC not in cards:
            return told._replace(is_answerable=False)
        return told

    def _check(self, state: State, seat: Seat, cards: Sequence[Card]) -> None:
        seats = state.setup.seating.seats
        if seat not in seats:
            raise InvalidNotation("seat", seat, f"seats {' '.join(seats)}")
        known = dict(decks.deck(state.setup.deck))
        for card in cards:
            if card not in known:
                raise InvalidNotation("card", card, f"known: {' '.join(known)}")
            if cards.count(card) > known[card]:
                raise InvalidNotation(f"hand of {seat}", list(cards), f"the deck has only {known[card]} x {card}")

    def possible_cards(self, state: State, seat: Seat) -> tuple[Card, ...]:
        """Cards that `seat` can still hold, as far as the companion knows."""
        if state.size(seat) == 0:
            return ()
        return state.knowledge.possible_cards(seat) or tuple(card for card, _ in decks.deck(state.setup.deck))

    def held(self, state: State, seat: Seat) -> int:
        """Number of cards in the hand of a seat."""
        return state.size(seat)

    def receiver(self, state: State, seat: Seat) -> Seat | None:
        """The partner, who gets a card after the deal. Source: T2.7."""
        return state.setup.seating.partner(seat) if seat in state.setup.seating.seats else None

    def explain_play(self, state: State, seat: Seat, card: Card, action: str) -> Explanation | None:
        """The rule that this play breaks, None if it is legal. Raises: InvalidNotation."""
        return explain_play(state, seat, card, action)

    def explain_aside(self, state: State, seat: Seat, card: Card) -> Explanation | None:
        """The rule that a seat breaks who lays `card` without effect."""
        return explain_play(state, seat, card, DISCARD)

    def is_answerable(self, state: State) -> bool:
        """Whether the win has still to be answered by the next seat. Source: T8.2."""
        return state.is_answerable

    def decider(self, state: State) -> Seat | None:
        """The seat of a Devil, which plays for the one to act. Source: T6.6."""
        return state.by

    def explain_picture(
        self, state: State, card: Card | None, moved: Sequence[Displacement], is_reached: bool = False
    ) -> Explanation:
        """The rule broken by a board on which these pieces were displaced; `is_reached`: but for the yards it shows
        the end of a legal action."""
        victims = explain_victims(state, card, moved) if is_reached and card is not None else None
        return victims or explain_picture(state, card, moved)

    def steps_left(self, state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
        """Steps of a 7 that are left once these pieces were displaced; None if it is no part of one."""
        return steps_left(state, card, moved)

    def without_cards(self) -> Chances:
        """The game for a table that tells no cards."""
        from engine.tac.unseen.chances import Chances

        return Chances()

    def proof(self, state: State) -> Explanation | None:
        """What the last play or told hand proves of an earlier discard; None if nothing. Source: T10.2."""
        return shown_wrong(state)


def _hands_dealt(state: State) -> State:
    """The next deal with unknown hands, partners having swapped."""
    after = dealt(state._replace(is_deal_over=True))
    return swapped(after) if after.setup.seating.has_swap else after


def _after(state: State, option: Option) -> State:
    found = None if option.action == DISCARD else resolved(state, option.card, option.action)
    try:
        if found is None:
            return after_discard(state, option.card)
        return after_use(state, option.card, found[1], found[0])
    except InvalidNotation:
        return _after(_forgotten(state), option)


def _forgotten(state: State) -> State:
    """The state with the hand to act unknown again, and at least one card in it."""
    return state._replace(knowledge=forgotten(public(state), state.seat, max(1, state.size(state.seat))))


@lru_cache(maxsize=16)
def _options(situation: Situation, card: Card) -> tuple[Option, ...]:
    return uses.options(situation, card)
