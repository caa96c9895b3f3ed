"""A board that is cleared, or set up anew, in one moment costs no more than any other picture."""

import random
import time

from companion.cli.tables import new_session
from companion.inputs import OccupancyFrame, Said
from engine.tac.board import LAYOUT

POSITION = "A:00,17,y,y B:16,33,y,y C:32,49,y,y D:01,48,y,y"
YARDS = sum(0b11 << at for at in (80, 84, 88, 92))
HOLES = ("00", "17", "16", "33", "32", "49", "01", "48")
MOST_S = 0.4


def worst_s(seed):
    """The longest that one look took, in seconds of the processor, while pictures of sixteen marbles came and went."""
    rng, slowest = random.Random(seed), 0.0
    session = new_session(cards="inferred")
    session.begin("tac", {"variant": "teams", "deck": "master", "first": "A", "position": POSITION})
    session.take(OccupancyFrame(1.0, YARDS | sum(1 << LAYOUT.holes.index(hole) for hole in HOLES)))
    session.tick(5.0)
    t = 6.0
    for number in range(8):
        session.take(OccupancyFrame(t, sum(1 << place for place in rng.sample(range(LAYOUT.size), 16))))
        began = time.process_time()
        session.tick(t + 3)
        slowest = max(slowest, time.process_time() - began)
        t = round(t + 4.0, 3)
        if number % 4 == 3:
            session.take(Said(t, f"set {POSITION}"))
            t = round(t + 0.1, 3)
    return slowest


def test_sixteen_marbles_in_one_moment():
    worst_s(0)  # what is loaded with the first look does not count
    # A machine that is busy may need longer; not every time.
    assert any(max(map(worst_s, range(1, 6))) < MOST_S for _ in range(3))
