"""Which rule a play, a deal or a gift breaks, and the facts of it: what a referee would say first.

All answer with an `Explanation`: rule id, key, facts, cells. The facts of every key:

| key | rule | facts |
| --- | --- | --- |
| **deal, gift, turn and hand** | | |
| game-over | I5.1 | seat, winner (tuple of colours): the game is won, nothing may follow |
| deal-first | I2.2 | seat: all hands are empty, cards have to be dealt |
| deal-too-early | I2.2 | seat (still holds cards) |
| hand-size | I2.2, I2.3 or I2.4 | seat, made (cards dealt), needed |
| too-many-of-a-kind | I2.1 | card: more than four of it are in play |
| give-first | I2.2 or I2.3 | seat: each player has to give a card before anybody plays |
| no-giving | I2.2, I2.3 or I2.4 | seat (dealer): no card is given now |
| out-of-turn | I2.2 | seat, expected (whose turn it is) |
| not-in-deck | I2.1 | seat, card: there is no such card in this game (at a table, where any card may be laid) |
| not-held | I3.3 | seat, card |
| usable-discarded | I3.1 | seat, card, example (an action that it allows) |
| other-usable | I3.1 | seat, card (discarded), usable (tuple of cards), example (an action of the first) |
| **the wrong kind of action for the card** | | |
| not-for-card | I4.7 | seat, card: the exchange card does not move a piece |
| start-needs-card | I4.1 | seat, card, owner |
| exchange-needs-swap | I4.7 | seat, card, origin, target |
| spread-needs-7x1 | I4.8 | seat, card, pieces (number) |
| **which piece** | | |
| no-piece | I3.2 or I4.7 | seat, card, origin: no piece there |
| not-own | I3.2 | seat, card, origin, owner |
| partner-too-early | I3.2 | seat, card, origin, owner: not all own pieces are home |
| opening-other-seat | I3.2 | seat, card, owner |
| opening-empty-yard | I4.1 | seat, card, owner |
| opening-wrong-field | I4.1 | seat, card, owner, target, start (hole where it has to go) |
| start-on-pieu | I4.2 | seat, card, owner, origin (the start with the pieu) |
| exchange-off-ring | I4.7 | seat, card, origin: only pieces on the ring are exchanged |
| exchange-not-own | I4.7 | seat, card, origin, target: neither piece is an own one |
| exchange-pieu | I4.7 | seat, card, origin, owner: the pieu of another player |
| one-colour | I4.8 | seat, card, owners (tuple): a 7x1 is for the pieces of one colour |
| **the way** | | |
| leaves-house | I4.6 | seat, card, origin, target, owner |
| other-house | I4.6 | seat, card, origin, target, owner: into the base of another colour |
| base-backward | I4.6 | seat, card, origin, target, owner |
| four-into-base | I4.1 | seat, card, origin, target, owner |
| four-forward | I4.1 | seat, card, origin, target, owner, made (holes forward) |
| backward | I4.1 | seat, card, origin, target, owner, made (holes backward) |
| steps-backward | I4.8 | seat, card, origin, target, owner, made |
| too-few, too-many | I3.1 or I4.8 | seat, card, origin, target, owner, made, needed |
| pieu-into-base | I4.2 | seat, card, origin, target, owner |
| pieu-blocks | I4.2 | seat, card, origin, target, owner, over (hole of the pieu), other (its colour) |
| jump | I4.6 | seat, card, origin, target, owner, over (base hole passed), other (colour of the piece there) |
| house-occupied | I4.6 | seat, card, origin, target, owner |
| **only on a board** | | |
| card-first | I3.1 | seat (whose turn it is), owner (of the piece that was moved): moved before a card was laid |
| wrong-yard | I4.5 | seat, card, origin, owner (of the piece), heap (yard where it lies) |
| captured-left-out | I4.5 | seat, card, owner, origin: the captured piece is not in its yard |
| not-captured | I4.5 | seat, card, owner, origin: this piece left its hole and was not captured |
| in-hand | I3.1 | seat, card, owner, origin: an own piece was taken up and put nowhere |
| no-such-action | I4.1, I4.7 or I4.8 | seat, card: no use of the card gives this |
"""

from __future__ import annotations

from engine.contract import Card, Explanation, Seat
from engine.tactik.actions import DISCARD, parse_action
from engine.tactik.cards import is_card
from engine.tactik.explain_moves import Case, explain_card
from engine.tactik.hands import Dealt, Given
from engine.tactik.options import can_use, example, resolve
from engine.tactik.state import State, dealt, given


def explain_deal(state: State, hands: Dealt) -> Explanation | None:
    """The rule that this deal breaks, None if it is in order. Source: I2.1 to I2.4."""
    if state.winner is not None:
        return _over(state, state.dealer)
    holder = next((player for player in state.variant.players if state.size(player)), None)
    if holder is not None:
        return Explanation("I2.2", "deal-too-early", {"seat": holder})
    needed = state.variant.hand_size
    for player, hand in hands.items():
        if hand is not None and len(hand) != needed:
            facts = {"seat": player, "made": len(hand), "needed": needed}
            return Explanation(state.variant.rule, "hand-size", facts)
    return _counted(dealt(state, hands))


def explain_give(state: State, cards: Given) -> Explanation | None:
    """The rule that these gifts break, None if they are in order. Source: I2.2, I2.3, I3.3."""
    if state.winner is not None:
        return _over(state, state.dealer)
    if not state.is_giving_due:
        return Explanation(state.variant.rule, "no-giving", {"seat": state.dealer})
    for player, card in cards.items():
        if card is not None and not state.hand(player).can_hold(card):
            return Explanation("I3.3", "not-held", {"seat": player, "card": card})
    return _counted(given(state, cards))


def _counted(state: State) -> Explanation | None:
    """Whether more cards of a kind are known than there are. Source: I2.1."""
    card = state.hands.surplus()
    return None if card is None else Explanation("I2.1", "too-many-of-a-kind", {"card": card})


def _over(state: State, seat: Seat) -> Explanation:
    return Explanation("I5.1", "game-over", {"seat": seat, "winner": state.winner})


def explain_play(state: State, seat: Seat, card: Card, action: str) -> Explanation | None:
    """The rule that this play breaks, None if it is legal. Raises: InvalidNotation."""
    wrong = explain_turn(state, seat) or explain_hand(state, seat, card) or explain_count(state, seat, card)
    return wrong or explain_use(state, card, action)


def explain_use(state: State, card: Card, action: str) -> Explanation | None:
    """The rule that the player to act breaks with this use of a card, whether or not it held it.

    Raises: InvalidNotation."""
    return explain_discard(state, card) if action == DISCARD else explain_action(state, card, action)


def explain_turn(state: State, seat: Seat) -> Explanation | None:
    """Why this player may not lay a card now. Source: I2.2, I5.1."""
    if state.winner is not None:
        return _over(state, seat)
    if state.is_deal_over:
        return Explanation("I2.2", "deal-first", {"seat": seat})
    if state.is_giving_due:
        return Explanation(state.variant.rule, "give-first", {"seat": seat})
    if seat != state.seat:
        return Explanation("I2.2", "out-of-turn", {"seat": seat, "expected": state.seat})
    return None


def explain_hand(state: State, seat: Seat, card: Card) -> Explanation | None:
    """Why this player cannot have laid this card. Source: I2.1, I3.3."""
    if not is_card(card):
        return Explanation("I2.1", "not-in-deck", {"seat": seat, "card": card})
    if state.hand(seat).can_hold(card):
        return None
    return Explanation("I3.3", "not-held", {"seat": seat, "card": card})


def explain_count(state: State, seat: Seat, card: Card) -> Explanation | None:
    """Whether there are more cards of a kind than there can be once a player has laid this one. Source: I2.1."""
    return _counted(state._replace(hands=state.hands.played(seat, card)))


def explain_discard(state: State, card: Card) -> Explanation | None:
    """Why this card may not be thrown: it, or another that is known to be held, can be used. Source: I3.1."""
    situation, facts = state.situation, {"seat": state.seat, "card": card}
    use = example(situation, card)
    if use is not None:
        return Explanation("I3.1", "usable-discarded", {**facts, "example": use})
    held = dict.fromkeys(state.hand(state.seat).known)
    usable = tuple([other for other in held if can_use(situation, other)])
    if not usable:
        return None
    return Explanation("I3.1", "other-usable", {**facts, "usable": usable, "example": example(situation, usable[0])})


def explain_action(state: State, card: Card, action: str) -> Explanation | None:
    """Why the card does not allow this action, None if it does. Raises: InvalidNotation."""
    situation = state.situation
    if resolve(situation, card, action) is not None:
        return None
    return explain_card(Case(situation, card), parse_action(state.variant.board, action))
