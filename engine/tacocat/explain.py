"""Which rule an action or a deal of Tacocat breaks, and the facts of it: what a referee would say first.

| key | rule | facts |
| --- | --- | --- |
| tacocat-won | O3.2 | seat (None for a deal), winner: the game is won |
| tacocat-deal-first | O2.7 | seat, kind (of the action): the round is not dealt yet |
| tacocat-not-now | O2.7 | seat, kind, expected (kind that the round waits for), by (whom it waits for; AB: either) |
| tacocat-not-held | O2.7 | seat, kind, cards (that were named), missing (the first that the hand does not have) |
| tacocat-too-many | O2.2 | seat, made, most (cards that may be exchanged) |
| tacocat-drawn-count | O2.2 | seat, made (cards drawn), needed (cards discarded) |
| tacocat-not-left | O1.2 | seat, card, many (that are in the box): all of them are dealt, drawn or gone |
| tacocat-no-attack | O2.4 | seat, cards: neither one card, nor a set, nor a sequence |
| tacocat-last-card | O2.4 | seat, cards: one card stays in hand for the end |
| tacocat-answer-count | O2.5 | seat, made (cards laid), needed (cards of the attack) |
| tacocat-too-low | O2.5 | seat, card (laid), against (card of the attack) |
| tacocat-not-lowest | O2.5 | seat, card (the sacrifice), lowest (card that is lower, still in hand) |
| tacocat-out-of-turn | O2.7 | seat, expected (what the round waits for), by (whom it waits for) |
| tacocat-token-early | O3.1 | cell: the token moves only with the last card of a round |
| tacocat-token-space | O3.1 | cell (where it was put), needed: it goes one space, covered ones are skipped |
| tacocat-token-off | O3.1 | cell (where it belongs): it stays on the track |
| tacocat-deal-early | O2.7 | expected, by: the round before is not over |
| tacocat-deal-size | O2.1 | seat, made (cards dealt), needed (the hand size), space |
| tacocat-deal-card | O1.2 | card, made (times dealt, held and laid, as far as that is known), many (in the box) |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Cell, Displacement, Explanation
from engine.tacocat.actions import Action, is_sequence, is_set
from engine.tacocat.box import SEATS, Box
from engine.tacocat.position import DEAL, EXCHANGE, WON, Hand, Position

Cards = tuple[int, ...]


def explain_action(
    position: Position, box: Box, gone: Cards, seat: str, action: Action, drawn: Cards | None
) -> Explanation | None:
    """The rule that an action breaks; None if it is allowed. `gone`: the cards out of play in this round."""
    waits = position.waits
    facts: dict[str, Any] = {"seat": seat, "kind": action.kind, "cards": action.cards}
    if waits.kind == WON:
        return Explanation("O3.2", "tacocat-won", {**facts, "winner": waits.seat})
    if waits.kind == DEAL:
        return Explanation("O2.7", "tacocat-deal-first", facts)
    if waits.kind != action.kind or not waits.is_for(seat):
        return Explanation("O2.7", "tacocat-not-now", {**facts, "expected": waits.kind, "by": waits.seat})
    hand = position.hand(seat)
    left = hand.without(action.cards)
    if left is None:
        return Explanation("O2.7", "tacocat-not-held", {**facts, "missing": _missing(hand, action.cards)})
    found: Explanation | None = None
    match action.kind:
        case "exchange":
            found = _exchange(position, left, facts, action)
        case "attack":
            found = _attack(left, facts, action)
        case "answer":
            found = _answer(waits.cards, left, facts, action)
    seen = [*gone, *action.cards, *(card for hand in position.with_hand(seat, left) for card in hand.known)]
    found = found or _counted(seen, box, action)
    return found or (_draw(seen, box, facts, action, drawn) if action.kind == EXCHANGE else None)


def _counted(seen: Sequence[int], box: Box, action: Action) -> Explanation | None:
    """Whether there are so many cards of the ranks that were laid. Source: O1.2."""
    for card in action.cards:
        if seen.count(card) > box.count(card):
            many = {"card": card, "made": seen.count(card), "many": box.count(card)}
            return Explanation("O1.2", "tacocat-deal-card", many)
    return None


def _missing(hand: Hand, cards: Cards) -> int:
    """The first card that a hand cannot give."""
    return next(card for number, card in enumerate(cards) if hand.without(cards[: number + 1]) is None)


def _exchange(position: Position, left: Hand, facts: dict[str, Any], action: Action) -> Explanation | None:
    most, made = position.waits.most, len(action.cards)
    if most is not None and made > most:
        return Explanation("O2.2", "tacocat-too-many", {**facts, "made": made, "most": most})
    return None


def _draw(
    seen: Sequence[int], box: Box, facts: dict[str, Any], action: Action, drawn: Cards | None
) -> Explanation | None:
    """Whether as many cards were drawn as were discarded, and were there to be drawn. `seen`: where all others are."""
    if drawn is None:
        return None
    if len(drawn) != len(action.cards):
        counted = {**facts, "made": len(drawn), "needed": len(action.cards)}
        return Explanation("O2.2", "tacocat-drawn-count", counted)
    for card in drawn:
        if card and [*seen, *drawn].count(card) > box.count(card):
            return Explanation("O1.2", "tacocat-not-left", {**facts, "card": card, "many": box.count(card)})
    return None


def _attack(left: Hand, facts: dict[str, Any], action: Action) -> Explanation | None:
    if not is_set(action.cards) and not is_sequence(action.cards):
        return Explanation("O2.4", "tacocat-no-attack", facts)
    return None if left.size else Explanation("O2.4", "tacocat-last-card", facts)


def _answer(attack: Cards, left: Hand, facts: dict[str, Any], action: Action) -> Explanation | None:
    if len(action.cards) != len(attack):
        return Explanation("O2.5", "tacocat-answer-count", {**facts, "made": len(action.cards), "needed": len(attack)})
    for card, is_low, against in zip(action.cards, action.lows, attack, strict=True):
        if not is_low and card < against:
            return Explanation("O2.5", "tacocat-too-low", {**facts, "card": card, "against": against})
    if action.sacrifices and left.known and left.known[0] < action.sacrifices[-1]:
        lowest = {"card": action.sacrifices[-1], "lowest": left.known[0]}
        return Explanation("O2.5", "tacocat-not-lowest", {**facts, **lowest})
    return None


def explain_deal(position: Position, box: Box, hands: Mapping[str, Cards | None]) -> Explanation | None:
    """The rule that a deal breaks; None if it is right."""
    waits = position.waits
    if waits.kind == WON:
        return Explanation("O3.2", "tacocat-won", {"seat": None, "winner": waits.seat})
    if waits.kind != DEAL:
        return Explanation("O2.7", "tacocat-deal-early", {"expected": waits.kind, "by": waits.seat})
    needed = box.hand_size(position.token)
    for seat in SEATS:
        cards = hands[seat]
        if cards is not None and len(cards) != needed:
            sizes = {"seat": seat, "made": len(cards), "needed": needed, "space": position.token}
            return Explanation("O2.1", "tacocat-deal-size", sizes)
    known = [card for cards in hands.values() for card in cards or () if card]
    for card in sorted(set(known)):
        if known.count(card) > box.count(card):
            many = {"card": card, "made": known.count(card), "many": box.count(card)}
            return Explanation("O1.2", "tacocat-deal-card", many)
    return None


def explain_token(moved: Sequence[Displacement], needed: Cell) -> Explanation:
    """The rule broken by a token that was moved so. `needed`: where it has to go now, empty if it has to stay."""
    one = next((one for one in moved if one.target), moved[0] if moved else None)
    if one is None or not one.target:
        cell = needed or (one.origin if one else "")
        return Explanation("O3.1", "tacocat-token-off", {"cell": cell}, (cell,) if cell else ())
    if not needed:
        return Explanation("O3.1", "tacocat-token-early", {"cell": one.target}, (one.target,))
    return Explanation("O3.1", "tacocat-token-space", {"cell": one.target, "needed": needed}, (one.target,))
