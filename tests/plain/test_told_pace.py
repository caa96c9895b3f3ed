"""How quick somebody's hands are is known from the moment somebody says so, whether cards are told or not."""

import pytest

from companion.cli.tables import new_session
from companion.inputs import OccupancyFrame, Said
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"
HEAPS = {"A": 2, "B": 3, "C": 3, "D": 3}
YARDS = sum(((1 << count) - 1) << 80 + 4 * number for number, count in enumerate(HEAPS.values()))


def shown(*holes):
    return YARDS | sum(1 << LAYOUT.holes.index(hole) for hole in holes)


def at_a_table(cards):
    session = new_session(cards=cards)
    session.begin("tac", {"variant": "teams", "deck": "basic", "first": "A", "position": POSITION})
    session.take(OccupancyFrame(1.0, shown("05", "20", "30", "40", "60")))
    session.tick(2.0)
    return session


@pytest.mark.parametrize("cards", ["inferred", "auto", "told"])
def test_it_is_kept(cards):
    session = at_a_table(cards)
    assert session.take(Said(2.5, "pace B slow"))[-1].kind == "pace"
    assert session.pace.settings == {"B": "slow"}
    session.take(OccupancyFrame(3.0, shown("20", "30", "40", "60")))
    session.take(OccupancyFrame(3.4, shown("17", "20", "30", "40", "60")))
    session.tick(5.0)
    assert session.pace.settings == {"B": "slow"}


def test_the_first_card_does_not_lose_it():
    session = at_a_table("auto")
    session.take(Said(2.5, "pace B slow"))
    session.take(Said(3.0, "card A 9"))
    assert session.pace.settings == {"B": "slow"}


def moved(session, t, stands, origin, target):
    """A piece is moved at this time, and the board shown every second, as boards do; the time then, and what stands."""
    stands = [cell for cell in stands if cell != origin]
    session.take(OccupancyFrame(t, shown(*stands)))
    stands = [*stands, target]
    for later in range(5):
        session.take(OccupancyFrame(t + 0.5 + later, shown(*stands)))
    return t + 6.0, stands


def test_nor_that_nobody_tells_a_card_any_more():
    session = at_a_table("auto")
    session.take(Said(2.5, "card A 12"))
    t, stands = moved(session, 3.0, ["05", "20", "30", "40", "60"], "05", "17")
    t, stands = moved(session, t, stands, "30", "39")
    session.take(Said(t, "pace B slow"))  # what is seen is believed in silence by now
    t, stands = moved(session, t + 1.0, stands, "40", "50")
    assert session.table.ply == 3
    assert session.pace.settings == {"B": "slow"}


def test_a_pace_that_there_is_not_is_refused():
    session = at_a_table("inferred")
    with pytest.raises(ValueError, match="sometimes"):
        session.take(Said(2.5, "pace A sometimes"))
    assert session.pace.settings == {}
