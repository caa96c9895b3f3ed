"""Which rule a play breaks, as it is written: what a referee would say first. The folder tells the facts."""


from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Card, Explanation, Seat
from engine.errors import InvalidNotation
from engine.tac.board.position import Position
from engine.tac.course.flow import after_discard, example, is_usable
from engine.tac.course.state import State
from engine.tac.explain.attempt import parse_attempt, resolve_action
from engine.tac.explain.cards import explain_card
from engine.tac.explain.moves import Case
from engine.tac.hands import cards
from engine.tac.hands.cards import TAC
from engine.tac.moves.actions import DISCARD
from engine.tac.moves.options import can_use, taken_over


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


