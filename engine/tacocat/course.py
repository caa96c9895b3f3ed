"""How a round goes on: what the table looks like after an action that is allowed. Source: O2, O3."""

from __future__ import annotations

from engine.tacocat.actions import Action
from engine.tacocat.box import BOTH, other
from engine.tacocat.position import ANSWER, ATTACK, DUEL, EXCHANGE, SHOW, Position, Waits, moved, void


def after(position: Position, seat: str, action: Action, drawn: tuple[int, ...] | None = None) -> Position:
    """The position after an action. `drawn`: the cards drawn in an exchange, 0 for one that is not known."""
    hand = position.hand(seat).without(action.cards)
    assert hand is not None, "an allowed action has its cards in hand"
    if action.kind == EXCHANGE:
        hand = hand.plus((0,) * len(action.cards) if drawn is None else drawn)
    table = position._replace(hands=position.with_hand(seat, hand))
    match action.kind:
        case "exchange":
            return table._replace(waits=_after_exchange(position, seat, len(action.cards)))
        case "attack":
            return table._replace(waits=Waits(ANSWER, other(seat), tuple(sorted(action.cards))))
        case "answer":
            return _attack(table, other(seat) if any(action.lows) else seat)
        case "duel":
            return _after_duel(table, seat, action.cards[0])
        case _:
            return _after_show(table, seat, action.cards[0])


def _after_exchange(position: Position, seat: str, many: int) -> Waits:
    """Who exchanges next, or the duel. Source: O2.2."""
    waits = position.waits
    if waits.most is not None:
        return Waits(DUEL, BOTH)
    if waits.seat == BOTH:
        return Waits(EXCHANGE, other(seat), most=position.hand(other(seat)).size)
    return Waits(EXCHANGE, other(seat), most=many) if many else Waits(DUEL, BOTH)


def _attack(table: Position, attacker: str) -> Position:
    """The next attack, or the end of the round once both hold one card. Source: O2.5, O2.6."""
    is_end = all(hand.size == 1 for hand in table.hands)
    return table._replace(waits=Waits(SHOW, BOTH) if is_end else Waits(ATTACK, attacker))


def _after_duel(table: Position, seat: str, card: int) -> Position:
    """Source: O2.3."""
    if not table.waits.cards:
        return table._replace(waits=Waits(DUEL, other(seat), (card,)))
    before = table.waits.cards[0]
    if card != before:
        return _attack(table, seat if card > before else other(seat))
    if all(hand.size <= 1 for hand in table.hands):
        return void(table)
    return table._replace(waits=Waits(DUEL, BOTH))


def _after_show(table: Position, seat: str, card: int) -> Position:
    """Source: O2.6."""
    if not table.waits.cards:
        return table._replace(waits=Waits(SHOW, other(seat), (card,)))
    before = table.waits.cards[0]
    if card == before:
        return void(table)
    return moved(table, seat if card < before else other(seat))
