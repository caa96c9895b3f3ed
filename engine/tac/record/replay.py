"""A record played again: what each play leads to, and the first that breaks a rule.

Everything is judged as it would have been at the table: `Played` and `Violated` values, one for each play line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.contract import Card, Explanation, Seat
from engine.errors import InvalidNotation
from engine.ring.record import Violated as Violated
from engine.tac.board.position import Position
from engine.tac.course.flow import after_discard, after_use, dealt, must_lay_tac, swapped
from engine.tac.course.state import State, begin
from engine.tac.explain.play import Laid, explain_laid, resolved
from engine.tac.hands.cards import deck
from engine.tac.moves.actions import DISCARD
from engine.tac.moves.options import count
from engine.tac.moves.situation import Setup
from engine.tac.record import notation
from engine.tac.settings.rules import Rules


@dataclass(frozen=True, slots=True)
class Played:
    """A legal play: the state after it, its canonical action, and how many uses the hand had before it."""

    ply: int
    state: State
    action: str
    legal: int | None


Step = Played | Violated


def started(header: notation.Header) -> State:
    """The state before the first deal. Raises: InvalidNotation."""
    setup = Setup(header.variant, header.deck, Rules.read(header.rules))
    seats = setup.seating.seats
    board = None if header.position is None else Position.parse(header.position, seats)
    return begin(setup, header.dealer, board)


def usable_pairs(state: State) -> int | None:
    """Number of usable (card, result) pairs of the hand to act; None while the hand is not known."""
    hand = state.hand(state.seat)
    if hand is None or state.is_over:
        return None if hand is None else 0
    kinds = [card for card in dict.fromkeys(hand) if card == "tac" or not must_lay_tac(state)]
    return sum(count(state.situation, card) for card in kinds)


def play(state: State, laid: Laid) -> Played | Explanation:
    """What comes of a play: the state after it, or the rule that it breaks. Raises: InvalidNotation."""
    wrong = explain_laid(state, laid)
    if wrong is not None:
        return wrong
    legal = usable_pairs(state)
    found = None if laid.action == DISCARD else resolved(state, laid.card, laid.action)
    if found is None:
        after, action = after_discard(state, laid.card), DISCARD
    else:
        action = found[1]
        after = after_use(state, laid.card, action, found[0])
    return shown_wrong(after) or Played(after.ply, after, action, legal)


def shown_wrong(state: State) -> Explanation | None:
    """A discard that the card just shown, or the hand just told, proves to be wrong. Source: T10.2."""
    for proof in state.knowledge.proofs:
        facts = {"seat": proof.seat, "card": proof.held[0], "discarded": proof.card, "ply": proof.ply}
        return Explanation("T3.3", "shown-later", facts)
    return None


def after_event(state: State, event: notation.Deal | notation.Swap | notation.Note) -> State:
    """The state after a line of a record that is no play. Raises: InvalidNotation."""
    seating = state.setup.seating
    match event:
        case notation.Deal(hands):
            _seats("deal", hands, seating.seats)
            _in_deck(state, hands)
            return dealt(state, hands)
        case notation.Swap(given):
            _seats("swap", given, tuple(seat for seat in seating.seats if seating.does_swap(seat)))
            return swapped(state, given)
        case notation.Note():
            return state


def _in_deck(state: State, hands: Mapping[Seat, Sequence[Card] | None]) -> None:
    known = dict(deck(state.setup.deck))
    for hand in hands.values():
        for card in hand or ():
            if card not in known:
                raise InvalidNotation("card", card, f"the {state.setup.deck} deck has none")


def _seats(what: str, named: Iterable[Seat], wanted: tuple[Seat, ...]) -> None:
    if sorted(named) != sorted(wanted):
        raise InvalidNotation(what, sorted(named), f"seats {' '.join(wanted) or 'none'} wanted")


def replay(header: notation.Header, events: Iterable[tuple[int, notation.Event]]) -> Iterator[Step]:
    """One step for each play line; the last one is a `Violated` if a rule is broken. Raises: InvalidNotation."""
    state, is_swap_due = started(header), False
    for number, event in events:
        try:
            if isinstance(event, notation.Swap) and not is_swap_due:
                raise InvalidNotation("swap", dict(event.given), "it belongs right after a deal")
            is_swap_due = isinstance(event, notation.Deal) or (is_swap_due and isinstance(event, notation.Note))
            if not isinstance(event, notation.Play):
                state = after_event(state, event)
                continue
            result = play(state, Laid(event.seat, event.card, event.action, event.by))
        except InvalidNotation as error:
            raise InvalidNotation(f"line {number}: {error.what}", error.value, error.hint) from None
        if isinstance(result, Explanation):
            yield Violated(state.ply + 1, result)
            return
        yield result
        state = result.state
