"""Hands rest in the middle of a 7: what is left is told, and no rule is named while it can legally go on from there."""

from collections.abc import Iterator
from random import Random

import pytest
from random_play import lay, opened
from table_top import TableTop

from engine.tac.board.holes import LAYOUT, RING, start_cell

REST_S = 4.5
"""Longer than anything waits before a rule is named."""
SEEDS = 90


class Fingers:
    """Slide pieces hole by hole; whatever is stepped on goes to its yard first."""

    def __init__(self, table: TableTop) -> None:
        self.table, self.t = table, 2.0
        shown = zip(LAYOUT.holes, table.session.state.picture, strict=False)
        self.owners = {cell: owner for cell, owner in shown if owner != "."}

    def single_steps(self, action: str) -> Iterator[tuple[str, str]]:
        """A 7 from cell to cell; to be made while it is asked for, as whose piece goes where decides the way."""
        for run in action.split(","):
            here, target = run.split("-")
            while here != target:
                there = self._next(here, target)
                yield here, there
                here = there

    def _next(self, here: str, target: str) -> str:
        if here in RING:
            owner = self.owners[here]
            is_home = target not in RING and here == start_cell(owner)
            return f"{owner}1" if is_home else RING[(RING.index(here) + 1) % len(RING)]
        return f"{here[0]}{int(here[1]) + (1 if target > here else -1)}"

    def slide(self, here: str, there: str) -> None:
        if there in self.owners:
            self.touch(f"-{there}", f"+{self.owners.pop(there)}y")
        self.owners[there] = self.owners.pop(here)
        self.touch(f"-{here}", f"+{there}")

    def touch(self, *words: str) -> None:
        for word in words:
            self.t = round(self.t + 0.15, 3)
            self.table.touch(self.t, word)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_rule_is_named_while_a_seven_can_go_on(seed: int) -> None:
    rng, table = Random(f"part-{seed}"), opened("basic", seed)
    session = table.session
    assert session.game is not None
    options = [one for one in session.game.options(session.state, "7") if one.gesture]
    if not options:
        pytest.skip("no piece can use a 7 here")
    option, fingers, made = rng.choice(options), Fingers(table), rng.randrange(1, 7)
    lay(table, 1.0, "7")
    steps = fingers.single_steps(option.action)
    for _ in range(made):
        fingers.slide(*next(steps))
    table.tick(fingers.t + REST_S)
    story = f"{option.action}, {made} steps made: {[dict(f.data) for f in table.told('part')]}"
    assert not [(one.kind, dict(one.data)) for one in table.told("violation", "disturbed", "question")], story
    if option.is_whole:
        assert [one.data["left"] for one in table.told("part")] == [7 - made], story
    fingers.t += REST_S
    for step in steps:
        fingers.slide(*step)
    table.tick(fingers.t + REST_S)
    if not table.told("move"):  # steps to and fro in a house leave no trace
        table.say(fingers.t + REST_S + 0.1, "done")
    assert [one.data["position"] for one in table.told("move")] == [option.position], story
