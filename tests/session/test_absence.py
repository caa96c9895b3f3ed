"""The board is gone for several actions of games drawn by lot: what was played is never told wrong."""

from __future__ import annotations

import random
from collections import Counter

from table_top import TableTop

from engine.contract import Option, State

CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "trickster", "tac")
SITS_OUT = 0.2
"""How often a card is laid that nothing can be done with, if there is one."""
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


def played(rng: random.Random, table: TableTop, state: State) -> tuple[str, Option]:
    """A card drawn by lot, and what is done with it."""
    game = table.session.game
    assert game is not None
    cards = [card for card in CARDS if game.options(state, card)]
    if not cards or rng.random() < SITS_OUT:
        cards = [card for card in CARDS if game.explain_aside(state, state.seat, card) is None] or cards
    card = rng.choice(cards)
    options = game.options(state, card)
    return card, rng.choice(options) if options else game.aside(state, card)


def absence(seed: int) -> str:
    """What came of it."""
    rng, table = random.Random(seed), TableTop()
    table.begin(drawn(rng))
    game, state, t = table.session.game, table.session.state, 3.0
    assert game is not None
    truth = []
    for number in range(rng.randrange(2, 5)):
        card, option = played(rng, table, state)
        table.say(t, f"card {state.seat} {card}")
        if not number:
            table.unplug(t + 0.2)
        state = game.play(state, option)
        table.set(state.picture)
        truth.append((card, option.action))
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
