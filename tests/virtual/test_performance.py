"""The game of the demo: what is laid and moved is the game that the built-in players played."""

from __future__ import annotations

import pytest

from companion.virtual.hands import occupied
from companion.virtual.performance import Await, LayCard, MovePiece, Tempo, perform, rehearse
from companion.virtual.table import VirtualTable
from engine.tac.board import LAYOUT


def test_a_performed_game_moves_every_piece_as_it_was_played() -> None:
    scenes = list(rehearse("duel", "basic", seed=3))
    table = VirtualTable(LAYOUT)
    table.set_position(scenes[0].before)
    settled = 0
    laid = []
    for delay, step in perform(LAYOUT, scenes):
        assert delay >= 0
        if isinstance(step, LayCard):
            laid.append(step.card)
        elif isinstance(step, MovePiece):
            if step.is_down:
                table.put(step.index, step.colour)
            else:
                assert table.lift(step.index) == step.colour
        elif isinstance(step, Await):
            settled = step.ply
            holes = (1 << len(LAYOUT.holes)) - 1
            assert table.occupied() & holes == occupied(LAYOUT, scenes[settled - 1].after) & holes
    assert laid == [scene.card for scene in scenes]
    assert settled == len(scenes)


def test_twice_the_speed_takes_half_the_time() -> None:
    scenes = list(rehearse("duel", "basic", seed=3))[:20]
    slow = sum(delay for delay, _ in perform(LAYOUT, scenes))
    fast = sum(delay for delay, _ in perform(LAYOUT, scenes, speed=2))
    assert fast == pytest.approx(slow / 2)
    with pytest.raises(ValueError, match="speed must be above 0"):
        Tempo().faster(0)


def test_the_same_seed_is_the_same_game_and_a_master_game_runs_too() -> None:
    assert list(rehearse("teams", "master", seed=5)) == list(rehearse("teams", "master", seed=5))
    scenes = list(rehearse("teams", "master", seed=6))
    assert len(list(perform(LAYOUT, scenes))) > len(scenes)
    assert scenes[0].before == scenes[0].after or scenes[0].card in ("1", "13", "angel")
