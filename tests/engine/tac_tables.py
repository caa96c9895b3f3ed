"""Tables set up in one line: a position, the hands, and who begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Card, Explanation, Seat
from engine.tac.board.position import Position
from engine.tac.course.flow import dealt
from engine.tac.course.state import State, begin, forgotten, public
from engine.tac.explain.play import Laid
from engine.tac.moves.situation import Setup
from engine.tac.record.replay import Played, play
from engine.tac.settings.rules import Rules

TEAMS = "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
Hands = Mapping[Seat, Sequence[Card] | None]


def table(
    position: str = TEAMS,
    hands: Hands | None = None,
    first: Seat = "A",
    variant: str = "teams",
    deck: str = "basic",
    **house: str,
) -> State:
    """The first deal; hands as `{"A": "1 2 3"}`, None or missing where unknown."""
    setup = Setup(variant, deck, Rules.read({name.replace("_", "-"): value for name, value in house.items()}))
    seats = setup.seating.seats
    board = Position.parse(position, seats)
    cards = {seat: (hands or {}).get(seat) for seat in seats}
    return dealt(begin(setup, setup.seating.previous_seat(first), board), {s: _split(c) for s, c in cards.items()})


def _split(cards: Sequence[Card] | str | None) -> Sequence[Card] | None:
    return cards.split() if isinstance(cards, str) else cards


def after(state: State, *plays: str) -> State:
    """The state after legal plays, each written `A 7 05-12`, under a Devil `B by A 7 05-12`."""
    for text in plays:
        result = play(state, laid(text))
        assert isinstance(result, Played), f"{text}: {result}"
        state = result.state
    return state


def broken(state: State, text: str) -> Explanation:
    """What is wrong with one play."""
    result = play(state, laid(text))
    assert isinstance(result, Explanation), f"{text}: is legal"
    return result


def emptied(state: State, *seats: Seat) -> State:
    """The state with no card left in these hands."""
    for seat in seats:
        state = state._replace(knowledge=forgotten(public(state), seat, 0))
    return state


def laid(text: str) -> Laid:
    """A play as it is written for these tests."""
    words = text.split(" ")
    by = words[2] if words[1] == "by" else None
    card, action = words[-2:]
    return Laid(words[0], card, action, by)
