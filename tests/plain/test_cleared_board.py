"""A board that is cleared, or set up anew, in one moment costs no more than any other picture.

What a look costs is counted in calls, which are the same on every machine; a hundred thousand take about 20 ms on a
machine that is not busy.
"""

import random
import sys

import pytest

from companion.cli.tables import new_session
from companion.inputs import OccupancyFrame, Said
from engine.tac.board.holes import LAYOUT

POSITION = "A:00,17,y,y B:16,33,y,y C:32,49,y,y D:01,48,y,y"
YARDS = sum(0b11 << at for at in (80, 84, 88, 92))
HOLES = ("00", "17", "16", "33", "32", "49", "01", "48")
SHOWN = YARDS | sum(1 << LAYOUT.holes.index(hole) for hole in HOLES)
MOST_CALLS = 600_000


def calls(act):
    """How many functions were called meanwhile."""
    count = 0

    def called(frame, event, arg):
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def changed(rng, shown, marbles):
    """The picture with so many marbles somewhere else."""
    places = range(LAYOUT.size)
    gone = rng.sample([place for place in places if shown >> place & 1], marbles)
    come = rng.sample([place for place in places if not shown >> place & 1], marbles)
    return shown ^ sum(1 << place for place in (*gone, *come))


@pytest.mark.parametrize("marbles", [2, 3, 5, 8, 16])
def test_marbles_that_change_their_places_in_one_moment(marbles):
    rng, counts = random.Random(marbles), []
    session = new_session(cards="inferred")
    session.begin("tac", {"variant": "teams", "deck": "master", "first": "A", "position": POSITION})
    session.take(OccupancyFrame(1.0, SHOWN))
    session.tick(5.0)
    t, shown = 6.0, SHOWN
    for number in range(8):
        shown = changed(rng, shown, marbles)
        session.take(OccupancyFrame(t, shown))
        counts.append(calls(lambda now=t: session.tick(now + 3)))
        t = round(t + 4.0, 3)
        if number % 4 == 3:
            session.take(Said(t, f"set {POSITION}"))
            shown = SHOWN
            session.take(OccupancyFrame(t + 0.1, shown))
            session.tick(t + 3.0)
            t = round(t + 4.0, 3)
    assert max(counts) < MOST_CALLS, counts
