"""How useful a card is to a seat on this board: for discards, for what to keep, and for the swap."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Card, Seat
from engine.ring.pieces import fields
from engine.tac.board.holes import HOUSE_SIZE, RING_SIZE, START
from engine.tac.board.position import FRESH, RING_BITS, Position, yard_of
from engine.tac.hands.cards import ANGEL, DEVIL, FOOL, FORWARD, OPENING, TAC, TRICKSTER, WARRIOR
from engine.tac.moves.situation import Setup, movers
from engine.tac.moves.steps import is_clear, is_clear_back, is_house_clear, occupied
from engine.tac.players.worth import AT_HOME, DEEPER, ring_worth

KEEP: dict[Card, float] = {
    "7": 7.0, TAC: 6.0, TRICKSTER: 5.0, "4": 3.5, "8": 4.0, "1": 3.0, "13": 3.5, "2": 2.5, "3": 2.0, "12": 2.0,
    "5": 1.5, "6": 1.5, "9": 1.5, "10": 1.5, WARRIOR: 7.0, DEVIL: 8.0, FOOL: 4.0, ANGEL: -4.0,
}  # fmt: skip
"""Points for having a card that nothing on the board asks for at the moment."""
OPENER = 12.0
ONLY_OPENER = 24.0
"""Points for an opening card while a piece is in the yard; more where no piece is on the ring."""
ENTRY = 0.4
"""Part of the gain of going home that a card in the hand is worth."""
HELD = 0.25
"""Chance that a hand holds a card of one kind."""


def useful(setup: Setup, position: Position, seat: Seat, card: Card) -> float:
    """Points for `seat` having this card, on this board."""
    places = movers(setup.seating, position.masks, seat)
    points = KEEP[card]
    for place in places:
        points = max(points, KEEP[card] + _gain(position, place, card))
    return points


def _gain(position: Position, place: int, card: Card) -> float:
    """What this card could do soon for the pieces of one seat: open, or bring one home."""
    mask, seat = position.masks[place], position.seats[place]
    gain = 0.0
    if card in OPENING and yard_of(mask):
        gain = OPENER if mask & RING_BITS else ONLY_OPENER
    if card == "4" or card in FORWARD:
        ring = occupied(position.masks)
        for field in fields(mask & RING_BITS):
            spot = _entry(mask, ring, START[seat], field, card)
            if spot:
                past = AT_HOME + DEEPER * (spot - 1) - ring_worth(field, START[seat], False)
                gain = max(gain, ENTRY * past)
    return gain


def _entry(mask: int, ring: int, start: int, field: int, card: Card) -> int:
    """The house field (1 to 4) that a ring piece reaches with a card; 0 if none."""
    if field == start and mask & FRESH:
        return 0
    is_back = card == "4"
    way = (field - start) % RING_SIZE if is_back else (start - field) % RING_SIZE
    spot = (4 if is_back else FORWARD[card]) - way
    if not 1 <= spot <= HOUSE_SIZE or not is_house_clear(mask, 1, spot):
        return 0
    return spot if (is_clear_back if is_back else is_clear)(ring, field, way) else 0


def prospect(setup: Setup, position: Position, seat: Seat) -> float:
    """Points that `seat` can hope for with its next card, whatever it holds."""
    gains = (useful(setup, position, seat, card) - KEEP[card] for card in (*FORWARD, "4"))
    points, chance = 0.0, 1.0
    for gain in sorted(gains, reverse=True):
        points += chance * HELD * gain / ENTRY
        chance *= 1 - HELD
    return points


def hand_worth(setup: Setup, position: Position, seat: Seat, hand: Sequence[Card]) -> float:
    """Points for a whole hand; of several cards for the same end the first counts full, the others half."""
    points = sorted((useful(setup, position, seat, card) for card in hand), reverse=True)
    return sum(value if number == 0 else value / 2 for number, value in enumerate(points))
