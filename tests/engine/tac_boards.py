"""Boards by lot for the tests of the engine: legal ones of every kind, crowded ones more often than in real games."""

from __future__ import annotations

import brute_tac as brute
from hypothesis import strategies as st

from engine.tac.board.position import Position
from engine.tac.moves.situation import Setup, Situation
from engine.tac.settings.variants import VARIANTS


@st.composite
def boards(draw: st.DrawFn, seats: str) -> brute.Board:
    """Some pieces in houses and yards, the rest on the ring within a window that may be narrow."""
    first = draw(st.sampled_from([0, 10, 16, 32, 48, 55, 60]))
    window = [f"{(first + n) % 64:02d}" for n in range(draw(st.sampled_from([16, 24, 64])))]
    free = draw(st.permutations(window))
    board: brute.Board = {}
    for seat in seats:
        house = draw(st.permutations("1234"))
        at_home = draw(st.sampled_from([0, 0, 1, 2, 3, 3, 4]))
        for number in house[:at_home]:
            board[seat + number] = seat
        on_ring = draw(st.integers(0, 4 - at_home))
        for cell in free[:on_ring]:
            is_fresh = cell == brute.STARTS[seat] and draw(st.booleans())
            board[cell] = seat + "*" * is_fresh
        free = free[on_ring:]
    return board


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A moment in any variant, without a card before it."""
    variant = draw(st.sampled_from(sorted(VARIANTS)))
    seats = "".join(VARIANTS[variant].seats)
    text = brute.write(draw(boards(seats)), seats)
    return Situation(
        Setup(variant, "master"),
        Position.parse(text, seats),
        draw(st.sampled_from(seats)),
        last_card_of_deal=draw(st.integers(0, 9)) == 0,
        next_hand_empty=draw(st.integers(0, 9)) == 0,
    )


def table(situation: Situation) -> brute.Table:
    """The same moment for the slow engine."""
    return brute.Table(situation.setup.variant, situation.last_card_of_deal, situation.next_hand_empty)


def situation(position: str, seat: str, variant: str = "teams", **more: object) -> Situation:
    """A moment told in a few words."""
    return Situation(Setup(variant, "master"), Position.parse(position, VARIANTS[variant].seats), seat, **more)  # type: ignore[arg-type]
