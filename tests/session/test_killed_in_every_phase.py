"""The smaller games, broken off between any two things that hands do: the next start goes on from the log alone.

`tests/bench/kills.py` does the same to the whole program, with SIGKILL.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from game_table import GameTable

from companion.cli.private import hands_known
from companion.session.snapshot import snapshot
from companion.virtual.performance import LayCard, MovePiece, SayDone, Step, perform
from companion.virtual.table import VirtualTable
from tests.people.game_hands import PRIVATE, after, chosen, secrets_in

TABLES = [
    ("tactik", "teams4", True, {"card"}), ("tactik", "three", False, {"card"}), ("tactik", "two", True, {"card"}),
    ("tactik", "simple2", False, {"card"}), ("tactix", "short", False, {"hands"}),
    ("tacocat", "", False, {"exchange", "duel", "duel_second", "attack", "attack_more", "answer", "show"}),
    ("tacocat", "", True, {"duel", "duel_second", "attack", "answer"}),
    ("tactiki", "", False, {"hands", "step", "rank"}), ("tactiki", "", True, {"hands", "step"}),
]  # fmt: skip
"""Game, variant, whether hands are told in private, and what has to have been awaited when it was broken off."""
MOST, LEAST = 400, 12
"""Plays of a table, and how often it is broken off at least."""


class KilledTable(GameTable):
    """A table whose companion is started again from its facts, while pieces are wherever hands left them."""

    def __init__(self, name: str, variant: str, lot: Random) -> None:
        super().__init__(name, variant)
        self.lot, self.wood, self.phases = lot, VirtualTable(self.layout), Counter[str]()
        self.set_up()

    def set_up(self) -> None:
        state = self.session.state
        self.wood.set_up(self.game.standing(state), state.picture)
        self.truth = self.wood.occupied()
        self.rest(2)

    def step(self, step: Step) -> None:
        match step:
            case LayCard():
                self.say(f"card {step.seat} {step.card}")
            case SayDone():
                self.say("done")
            case MovePiece():
                self.wood.put(step.index, step.colour) if step.is_down else self.wood.lift(step.index)
                self.truth, self.now = self.wood.occupied(), round(self.now + 0.3, 3)
                self.frame()

    def play(self) -> bool:
        """One play, perhaps begun and broken off before; False once the game is over."""
        state, ply = self.session.state, self.session.table.ply
        scene = chosen(self.game, state, ply, self.lot)
        if scene is None:
            return False
        awaited = self.game.awaits(state)
        steps = [step for _, step in perform(self.layout, [scene], lot=self.lot, game=self.game)]
        is_killed = self.lot.random() < 0.5
        for step in steps[: self.lot.randrange(len(steps) + 1)] if is_killed else steps:
            self.step(step)
        if is_killed:
            self.phases[awaited.what or awaited.kind] += 1
            self.kill()
            return True
        self.rest(4)
        for word in ("done", f"answer {scene.action}"):
            if self.session.table.ply == ply and (self.phase == "question") == word.startswith("answer"):
                self.say(word)
                self.rest(2)
        wanted = after(self.game, scene)
        assert (self.position, self.session.table.ply) == (wanted.position, ply + 1), scene
        return True

    def kill(self) -> None:
        """Everything is as it was but what was in a hand, which goes back."""
        was, lies = self.session, self.session.table.pile.cards
        self.session = self.started_again()
        now = self.session
        assert (now.state.position, now.table.ply) == (was.state.position, was.table.ply)
        assert now.state.seat == was.state.seat
        seats = self.game.seats(now.state)
        assert hands_known(now.state, seats) == hands_known(was.state, seats)
        assert [one.card for one in now.table.pile.cards] == [one.card for one in lies[-1:]]
        self.set_up()
        assert self.phase in ("play", "question"), snapshot(now)


@pytest.mark.parametrize(("name", "variant", "is_private", "phases"), TABLES)
def test_a_game_goes_on_wherever_it_is_broken_off(name: str, variant: str, is_private: bool, phases: set[str]) -> None:
    table = KilledTable(name, variant, Random(f"{name} {variant} {is_private}"))
    table.say(*(PRIVATE[name, variant] if is_private else ()))
    for _ in range(MOST):
        if table.phases.total() >= LEAST and phases <= set(table.phases):
            break
        if is_private:
            assert not secrets_in(table.position, [fact.event(0) for fact in table.facts])
        if not table.play():
            table.say(f"game {name} {variant}".strip())
            table.set_up()
    assert phases <= set(table.phases), table.phases
