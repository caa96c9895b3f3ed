"""A record played again: what each play leads to, and the first line that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.contract import Explanation, Seat
from engine.ring.record import Violated as Violated
from engine.tactik.actions import DISCARD
from engine.tactik.explain import explain_deal, explain_give, explain_play
from engine.tactik.options import count, resolve
from engine.tactik.record import Deal, Event, Header, Play, Swap
from engine.tactik.state import State, after, begin, dealt, given


@dataclass(frozen=True, slots=True)
class Played:
    """A legal play: the state after it, its canonical action, and how many results the hand had before it; None while
    the hand is not wholly known."""

    state: State
    action: str
    legal: int | None


Step = Played | Violated


def started(header: Header) -> State:
    """The state before the first deal."""
    return begin(header.variant, header.dealer, header.position)


def number_of_results(state: State, player: Seat) -> int | None:
    """Number of results that a player has with all different cards of its hand; None if it is not wholly known."""
    hand = state.hand(player)
    if not hand.is_known:
        return None
    return sum([count(state.situation, card) for card in dict.fromkeys(hand.known)])


def play(state: State, event: Play) -> Played | Explanation:
    """What comes of a play: the state after it, or the rule that it breaks. Raises: InvalidNotation."""
    wrong = explain_play(state, event.seat, event.card, event.action)
    if wrong is not None:
        return wrong
    legal = number_of_results(state, event.seat)
    found = None if event.action == DISCARD else resolve(state.situation, event.card, event.action)
    if found is None:
        return Played(after(state, event.card, None), DISCARD, legal)
    return Played(after(state, event.card, found[0].masks), found[1], legal)


def _explained(state: State, event: Event) -> Explanation | None:
    """The rule that a line which is no play breaks."""
    match event:
        case Deal(hands):
            return explain_deal(state, hands)
        case Swap(cards):
            return explain_give(state, cards)
        case _:
            return None


def _after(state: State, event: Event) -> State:
    """The state after a line that is no play and breaks no rule."""
    match event:
        case Deal(hands):
            return dealt(state, hands)
        case Swap(cards):
            return given(state, cards)
        case _:
            return state


def replay(header: Header, events: Iterable[Event]) -> Iterator[Step]:
    """One step for each play; the last one is a `Violated` if a rule is broken."""
    state = started(header)
    for event in events:
        if isinstance(event, Play):
            result = play(state, event)
            if isinstance(result, Explanation):
                yield Violated(state.ply + 1, result)
                return
            yield result
            state = result.state
            continue
        wrong = _explained(state, event)
        if wrong is not None:
            yield Violated(state.ply + 1, wrong)
            return
        state = _after(state, event)
