"""Which rule a play breaks, and the facts of it: what a referee would say first.

`explain_play` judges a play as it is written, `engine.tac.explain_picture` a board. Both answer with an `Explanation`:
rule id, key, facts, cells. The facts of every key:

| key | rule | facts |
| --- | --- | --- |
| **turn and hand** | | |
| game-over | T8.1 | seat, winner (tuple of seats): the game is won, no card may follow |
| win-unanswered | T8.2 | seat, card, winner: this seat must answer the winning move with its TAC |
| fool-second-card | T6.2 | seat (laid a card), expected (has still to lay its card after the Fool) |
| devil-decides | T6.6 | seat, by (chooses with the Devil; None: nobody), named (who chose; None: the seat) |
| out-of-turn | T2.8 | seat, expected (whose turn it is) |
| not-in-deck | T2.2 | seat, card: this deck has no such card |
| not-held | T3.13 | seat, card |
| sits-out | T4.4a | seat, card: sits out; may only discard or answer with TAC |
| usable-discarded | T3.3 | seat, card, example (an action that it allows): the discarded card itself was usable |
| other-usable | T3.3 | seat, card (discarded), usable (tuple of cards), example (an action of the first) |
| shown-later | T3.3 | seat, card (shown now, was held and usable then), discarded (card), ply (of that discard) |
| **a card with nothing to do** | | |
| tac-first | T5.2 | seat, card: no card before it in this deal |
| tac-after-win | T5.8 | seat, card: no TAC may follow on the TAC that answered the winning move |
| tac-useless | T5.3 | seat, card, taken (the card before, which this seat cannot use) |
| skip-last | T4.4b | seat, card: the last 8 of a deal can only be moved |
| skip-no-piece | T4.4 | seat, card: no own piece on the ring |
| skip-empty-hand | T10.3 | seat, card, next (seat whose hand is empty) |
| fool-last, devil-last | T6.2, T6.6 | seat, card: lapses as the last card of a deal |
| fool-empty-hand, devil-empty-hand | T6.2, T6.6 | seat, card, next (seat whose hand is empty) |
| **the wrong kind of action for the card** | | |
| skip-needs-eight | T4.4 | seat, card |
| exchange-needs-trickster | T4.9 | seat, card, origin, target |
| spread-needs-seven | T4.5 | seat, card, pieces (number) |
| opening-needs-card | T4.2 | seat, card, owner |
| strike-needs-warrior | T6.4 | seat, card |
| hands-need-fool | T6.2 | seat, card |
| needs-devil | T6.6 | seat, card |
| not-for-card | of the card | seat, card: the card does not do this at all |
| **which piece** | | |
| no-piece | T3.5 | seat, card, origin: no piece there |
| not-own | T3.5 | seat, card, origin, owner |
| partner-too-early | T3.5 | seat, card, origin, owner: the 7 is for the partner only once all own pieces are home |
| both-remaining | T9.2 | seat, card, owners (tuple): one card serves one of the two remaining seats |
| opening-other-seat | T3.5 | seat, card, owner |
| opening-empty-yard | T4.2 | seat, card, owner |
| opening-wrong-field | T4.2 | seat, card, owner, target, start (field where it has to go) |
| exchange-no-own-piece | T4.9 | seat, card: no own piece on the ring |
| exchange-off-ring | T4.9 | seat, card, origin: only pieces on the ring are exchanged |
| strike-not-own | T6.4 | seat, card, origin, owner (None: no piece there) |
| strike-not-next | T6.4 | seat, card, origin, target, next (field of the piece that it strikes) |
| angel-other-seat | T6.5 | seat, card, owner, meant (tuple of seats that the Angel is for) |
| angel-must-open | T6.5 | seat, card, owner: its yard is not empty |
| angel-count | T6.5 | seat, card, origin, target, made |
| **the way** | | |
| locked | T3.12 | seat, card, origin, target, owner |
| house-backward | T3.11 | seat, card, origin, target, owner: only steps of a 7 go backward in a house |
| leaves-house | T3.11 | seat, card, origin, target, owner |
| other-house | T1.3 | seat, card, origin, target, owner: into the house of another seat |
| backward | T1.6 | seat, card, origin, target, owner, made (fields backward) |
| four-forward | T4.3 | seat, card, origin, target, owner, made |
| too-few, too-many | T3.2 | seat, card, origin, target, owner, made, needed |
| seven-too-few, seven-too-many | T4.7 | seat, card, made, needed (7) |
| fresh | T3.9 | seat, card, origin, target, owner |
| jump | T3.6 | seat, card, origin, target, owner, over (field jumped), other (owner of the piece there) |
| house-occupied | T3.8 | seat, card, origin, target, owner |
| **only on a board** | | |
| card-first | T3.1 | seat (whose turn it is), owner (of the piece that was moved): moved before a card was laid |
| wrong-yard | T3.7 or T1.4 | seat, card, origin, owner (of the piece), heap (yard or field where it lies) |
| captured-left-out | T3.7 | seat, card, owner, origin: the captured piece is not in its yard |
| tac-no-undo | T5.1 | seat, card, taken: the action before was not taken back |
| tac-only-undone | T5.1 | seat, card, taken: the action before was taken back, nothing more was done |
| not-captured | T3.7 | seat, card, owner, origin: this piece left its field and was not captured |
| in-hand | T3.2 | seat, card, owner, origin: an own piece was taken up and put nowhere |
| no-such-action | of the card | seat, card: no use of the card gives this board |
| no-card | T3.2 | seat: cards are not told, and no card at all gives this board |

With TAC, `taken` (the card it takes over) is added to the facts of all keys; `card` is then still `tac`. Under a Devil
`by` is added. `seat` is the seat whose hand and pieces are used.
"""


from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Card, Explanation, Seat
from engine.errors import InvalidNotation
from engine.tac import cards
from engine.tac.actions import DISCARD
from engine.tac.attempt import parse_attempt, resolve_action
from engine.tac.cards import TAC
from engine.tac.explain_cards import explain_card
from engine.tac.explain_moves import Case
from engine.tac.flow import after_discard, example, is_usable
from engine.tac.options import can_use, taken_over
from engine.tac.position import Position
from engine.tac.state import State


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it was laid: by which seat, chosen by whom (a Devil), and what was done with it."""

    seat: Seat
    card: Card
    action: str
    by: Seat | None = None


def explain_play(state: State, seat: Seat, card: Card, action: str) -> Explanation | None:
    """The rule that this play breaks, None if it is legal; it is chosen by who has to. Raises: InvalidNotation."""
    by = state.by if seat == state.seat else None
    return explain_laid(state, Laid(seat, card, action, by))


def explain_laid(state: State, laid: Laid) -> Explanation | None:
    """The rule that this play breaks, None if it is legal. Raises: InvalidNotation."""
    wrong = explain_turn(state, laid) or explain_hand(state, laid)
    if wrong is not None:
        return wrong
    if laid.action == DISCARD:
        return explain_discard(state, laid)
    return explain_card_now(state, laid) or explain_action(state, laid)


def resolved(state: State, card: Card, action: str) -> tuple[Position, str] | None:
    """The board after an action and its canonical text, however it is written; None if it is not legal.

    Raises: InvalidNotation."""
    return resolve_action(state.situation, card, parse_attempt(action))


def shared_facts(state: State, seat: Seat, card: Card) -> dict[str, Any]:
    """The facts that every explanation about a card has."""
    facts: dict[str, Any] = {"seat": seat, "card": card}
    if card == TAC and state.previous is not None:
        facts["taken"] = state.previous.card
    if state.by is not None:
        facts["by"] = state.by
    return facts


def explain_turn(state: State, laid: Laid) -> Explanation | None:
    """Why this seat may not lay a card now, or not this one."""
    if state.winner is not None and (state.is_over or (laid.seat, laid.card) != (state.seat, TAC)):
        return _after_win(state, laid)
    if laid.seat != state.seat:
        facts = {"seat": laid.seat, "expected": state.seat}
        if state.is_after_fool:
            return Explanation("T6.2", "fool-second-card", facts)
        return Explanation("T2.8", "out-of-turn", facts)
    if laid.by != state.by:
        return Explanation("T6.6", "devil-decides", {"seat": laid.seat, "by": state.by, "named": laid.by})
    return None


def _after_win(state: State, laid: Laid) -> Explanation:
    facts = {"seat": laid.seat, "winner": state.winner}
    if state.is_answerable and state.hand(state.seat) is not None:
        return Explanation("T8.2", "win-unanswered", {**facts, "seat": state.seat, "card": laid.card})
    return Explanation("T8.1", "game-over", facts)


def explain_hand(state: State, laid: Laid) -> Explanation | None:
    """Why this seat cannot have laid this card."""
    facts = {"seat": laid.seat, "card": laid.card}
    hand = state.hand(laid.seat)
    if hand is not None:
        return None if laid.card in hand else Explanation("T3.13", "not-held", facts)
    if laid.card not in dict(cards.deck(state.setup.deck)):
        return Explanation("T2.2", "not-in-deck", facts)
    try:
        state.knowledge.played(laid.seat, laid.card, state.ply + 1)
    except InvalidNotation:
        return Explanation("T3.13", "not-held", facts)
    return None


def explain_discard(state: State, laid: Laid) -> Explanation | None:
    """Why this card may not be discarded. Source: T3.3, T3.4, T10.2."""
    if state.is_sitting_out:
        return None
    facts = shared_facts(state, laid.seat, laid.card)
    use = example(state, laid.card)
    if use is not None:
        return Explanation("T3.3", "usable-discarded", {**facts, "example": use})
    hand = state.hand(state.seat)
    if hand is None:
        return _proven(state, laid)
    usable = tuple(card for card in dict.fromkeys(hand) if is_usable(state, card))
    if not usable:
        return None
    found = {"usable": usable, "example": example(state, usable[0])}
    return Explanation("T3.3", "other-usable", {**facts, **found})


def _proven(state: State, laid: Laid) -> Explanation | None:
    """A discard that even a hand not wholly known proves to be wrong."""
    for proof in after_discard(state, laid.card).knowledge.proofs:
        if proof.ply == state.ply + 1:
            found = {"usable": proof.held, "example": proof.use}
            return Explanation("T3.3", "other-usable", {**shared_facts(state, laid.seat, laid.card), **found})
    return None


def explain_card_now(state: State, laid: Laid) -> Explanation | None:
    """Why this card can do nothing at all for this seat now."""
    if state.is_sitting_out and laid.card != TAC:
        return Explanation("T4.4a", "sits-out", {"seat": laid.seat, "card": laid.card})
    if laid.card == TAC and taken_over(state.situation, TAC) is None:
        facts = {"seat": laid.seat, "card": laid.card}
        if state.is_tac_barred:
            return Explanation("T5.8", "tac-after-win", facts)
        return Explanation("T5.2", "tac-first", facts)
    return None


def explain_action(state: State, laid: Laid) -> Explanation | None:
    """Why the card does not allow this action, None if it does. Raises: InvalidNotation."""
    if resolved(state, laid.card, laid.action) is not None:
        return None
    case = acting_case(state, laid.card)
    if laid.card == TAC and resolved(without_undo(state), TAC, laid.action) is not None:
        return case.broken("T5.1", "tac-no-undo")
    wrong = explain_card(case, parse_attempt(laid.action))
    if laid.card == TAC and wrong.key not in _WHOSE and not can_use(state.situation, TAC):
        return case.broken("T5.3", "tac-useless")
    return wrong


_WHOSE = ("not-own", "partner-too-early", "opening-other-seat")


def acting_case(state: State, card: Card) -> Case:
    """The situation in which a card acts: with TAC that after the undo, with the card that it takes over."""
    taken = taken_over(state.situation, card)
    situation, acting = taken if taken is not None else (state.situation, card)
    return Case(situation, acting, shared_facts(state, state.seat, card))


def without_undo(state: State) -> State:
    """The same moment, but a TAC would take nothing back."""
    if state.previous is None:
        return state
    return state._replace(previous=state.previous._replace(used=False))


