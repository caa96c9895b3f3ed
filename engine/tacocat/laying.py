"""Cards laid one by one: what a card adds to the action that goes on, and when that is over."""

from __future__ import annotations

from collections.abc import Sized

from engine.contract import Explanation, Seat
from engine.tacocat.actions import LOW, Action, is_sequence, is_set
from engine.tacocat.box import RANKS
from engine.tacocat.options import first_way, holds
from engine.tacocat.position import ANSWER, ATTACK, DUEL, EXCHANGE, SHOW
from engine.tacocat.seen import Laid, Seen, ranks_of
from engine.tacocat.state import Cards

SHORTEST_ROW = 3


def meant(state: Seen, laid: Laid) -> Action:
    """The action that these cards are, as far as they are laid."""
    waits = state.game.position.waits
    if waits.kind == ANSWER:
        return _answer(laid, waits.cards)
    return Action(waits.kind, tuple(sorted(ranks_of(laid))))


def _answer(laid: Laid, attack: Cards) -> Action:
    """As many of these cards as can hold do; the lowest ones are given up, and those of which it is said."""
    given = sorted(ranks_of(tuple(card for card in laid if card.startswith(LOW))))
    row = sorted(ranks_of(tuple(card for card in laid if not card.startswith(LOW))))
    lows = next(number for number in range(len(row) + 1) if holds(tuple(row[number:]), attack))
    defence, given = row[lows:], sorted([*given, *row[:lows]])
    if len(laid) < len(attack):
        return Action(ANSWER, (*given, *defence), (True,) * len(given) + (False,) * len(defence))
    return first_way(tuple(defence), tuple(given), attack)


def wrong(state: Seen, laid: Laid) -> Explanation | None:
    """Why the seat to act cannot lay these cards as its action, or as the beginning of it; None if it can. A card that
    the other one has told in private is not held against it: whoever tries would learn that hand."""
    action = meant(state, laid)
    found = state.game.view(state.seat).wrong(state.seat, action)
    if found is not None and found.key in _UNFINISHED and not is_whole(state, laid):
        found = None if _can_go_on(state, ranks_of(laid)) else found
    if found is None and action.kind != ANSWER and laid[-1].startswith(LOW):
        facts = {"seat": state.seat, "kind": ANSWER, "expected": action.kind, "by": state.seat}
        return Explanation("O2.7", "tacocat-not-now", facts)
    return found


def wrong_end(state: Seen) -> Explanation | None:
    """Why no more cards is no answer; None if it is, or nothing was begun."""
    if can_end(state) or not state.laid:
        return None
    return state.game.view(state.seat).wrong(state.seat, meant(state, state.laid))


_UNFINISHED = ("tacocat-no-attack", "tacocat-answer-count")
"""What is only wrong if no further card follows."""


def _can_go_on(state: Seen, cards: Cards) -> bool:
    """Whether more cards can make an action of these."""
    waits = state.game.position.waits
    if waits.kind == ANSWER:
        return len(cards) < len(waits.cards)
    row = sorted(set(cards))
    needed = max(SHORTEST_ROW, row[-1] - row[0] + 1)
    is_row = len(row) == len(cards) and needed <= len(RANKS)
    return is_row and needed < state.game.position.hand(state.seat).size


def is_whole(state: Seen, cards: Sized) -> bool:
    """Whether nothing can be added to these cards."""
    position = state.game.position
    waits, hand = position.waits, position.hand(state.seat)
    match waits.kind:
        case "answer":
            return len(cards) == len(waits.cards)
        case "exchange":
            return len(cards) == (hand.size if waits.most is None else waits.most)
        case "attack":
            return len(cards) == hand.size - 1
    return True


def can_end(state: Seen) -> bool:
    """Whether "done" is an answer: no card is exchanged, or no more are laid."""
    kind, laid = state.game.position.waits.kind, ranks_of(state.laid)
    return kind == EXCHANGE or (kind == ATTACK and bool(laid) and (is_set(laid) or is_sequence(laid)))


def after(state: Seen, seat: Seat, action: Action) -> Seen:
    """The state after a whole action."""
    return state._replace(game=state.game.after(seat, action), laid=(), by="")


def turned(state: Seen, seat: Seat) -> Seen | None:
    """The state with this seat as the one to act; what the other one laid is ended by it, where it can be."""
    if seat == state.seat:
        return state
    waits = state.game.position.waits
    if state.laid:
        return turned(after(state, state.seat, meant(state, state.laid)), seat) if can_end(state) else None
    return state._replace(by=seat) if waits.is_for(seat) and waits.kind in (EXCHANGE, DUEL, SHOW) else None
