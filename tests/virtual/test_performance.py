"""The game of the demo: what is laid and moved is the game that the built-in players played."""

from __future__ import annotations

import random

import pytest

from companion.virtual.gestures import CARRY, run
from companion.virtual.hands import occupied
from companion.virtual.performance import (
    TEMPOS,
    Await,
    Ends,
    LayCard,
    MovePiece,
    Scene,
    Tempo,
    perform,
    see,
    strokes,
)
from companion.virtual.rehearsal import rehearse
from companion.virtual.table import VirtualTable
from engine.tac.board.holes import LAYOUT
from engine.tac.game import TacGame


def game_of(variant: str, deck: str, seed: int) -> list[Scene]:
    return rehearse("tac", {"variant": variant, "deck": deck}, seed)[1]


def test_a_performed_game_moves_every_piece_as_it_was_played() -> None:
    scenes = game_of("duel", "basic", 3)
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
    scenes = game_of("duel", "basic", 3)[:20]
    slow = sum(delay for delay, _ in perform(LAYOUT, scenes))
    fast = sum(delay for delay, _ in perform(LAYOUT, scenes, speed=2))
    assert fast == pytest.approx(slow / 2)
    with pytest.raises(ValueError, match="speed must be above 0"):
        Tempo().faster(0)


def test_the_same_seed_is_the_same_game_and_a_master_game_runs_too() -> None:
    assert game_of("teams", "master", 5) == game_of("teams", "master", 5)
    scenes = game_of("teams", "master", 6)
    assert len(list(perform(LAYOUT, scenes))) > len(scenes)
    assert scenes[0].before == scenes[0].after or scenes[0].card in ("1", "13", "angel")


def test_hands_think_in_the_middle_of_a_seven_but_rest_on_no_other_end() -> None:
    game = TacGame()
    found = 0
    for seed in range(1, 4):
        scenes = game_of("duel", "basic", seed)
        wire = occupied(LAYOUT, scenes[0].before)
        scene, ends, tempo = None, Ends(), TEMPOS["quick"]
        for delay, step in perform(LAYOUT, scenes, 0.5, game=game):
            if isinstance(step, LayCard):
                scene = scenes[0] if scene is None else scenes[scene.ply]
                ends, start = Ends.of(game, scene), wire
            elif isinstance(step, MovePiece):
                if wire != start and see(LAYOUT, wire) in ends.others:
                    assert delay <= tempo.rest_s
                found += len(scene.moved) > 1 and wire != start and delay == 2 * tempo.ponder_s
                wire ^= 1 << step.index
    assert found >= 3


def test_steps_to_and_fro_are_made_or_counted_aloud() -> None:
    position = "A:05,A2,A4,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    state = TacGame().begin({"variant": "teams", "first": "A", "position": position})
    option = next(o for o in TacGame().options(state, "7") if o.action == "05-10,A2-A1,A1-A2")
    moved = TacGame().account(state, option).moved
    scene = Scene(1, "A", "7", option.action, state.picture, option.picture, None, moved, option.is_whole)
    lengths = {len(strokes(LAYOUT, scene, CARRY, random.Random(seed))) for seed in range(12)}
    assert lengths == {2, 6}
    for seed in range(4):
        assert run(LAYOUT, scene.before, strokes(LAYOUT, scene, CARRY, random.Random(seed))) == scene.after
