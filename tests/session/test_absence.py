"""The board is gone for several actions of games drawn by lot: what was played is never told wrong."""

from __future__ import annotations

import random
from collections import Counter

from random_play import usable
from table_top import TableTop

PLACES = 16
"""The pieces stand on a ring hole each of a span of this size, or in the yard."""


def drawn(rng: random.Random) -> str:
    """A position with one or two pieces of each seat on the ring."""
    words = []
    for number, seat in enumerate("ABCD"):
        holes = sorted(rng.sample(range(PLACES), rng.choice((1, 1, 2))))
        cells = [f"{number * PLACES + hole:02}" for hole in holes]
        words.append(f"{seat}:{','.join([*cells, *['y'] * (4 - len(cells))])}")
    return f"basic teams first={rng.choice('ABCD')} position={' '.join(words)}"


def absence(seed: int) -> str:
    """What came of it."""
    rng, table = random.Random(seed), TableTop()
    table.begin(drawn(rng))
    game, state, t = table.session.game, table.session.state, 3.0
    assert game is not None
    truth = []
    for number in range(rng.randrange(2, 5)):
        option = usable(game, state, rng)
        table.say(t, f"card {state.seat} {option.card}")
        if not number:
            table.unplug(t + 0.2)
        state = game.play(state, option)
        table.set(state.picture)
        truth.append((option.card, option.action))
        t += rng.uniform(2.0, 4.0)
    table.plug(t)
    table.tick(t + 4.0)
    told = [(fact.data["card"], fact.data["action"]) for fact in table.told("move")]
    if told != truth[: len(told)]:
        return "wrong"
    if table.choices:
        ply = table.session.course.questions[0].ply if table.session.course else 0
        return "asked" if truth[ply - 1] in table.choices else "wrong"
    # Two pieces exchanged, or two alike ones, look as before: that waits for the next card.
    return "told" if len(told) >= len(truth) - 1 else "open"


def test_what_was_played_while_the_board_was_gone_is_told_or_asked() -> None:
    found = Counter(map(absence, range(80)))
    assert not found["wrong"]
    assert found["told"] + found["asked"] >= 78, found
