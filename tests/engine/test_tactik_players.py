"""Built-in players of TAC-TIK: they keep the rules, the same lot gives the same game, and the sensible one wins."""

from __future__ import annotations

import random

import pytest

from engine.tactik import commands
from engine.tactik.match import play_game
from engine.tactik.players.built_in import BUILT_IN
from engine.tactik.players.contract import Sight
from engine.tactik.position import Position
from engine.tactik.record import Play, Swap
from engine.tactik.situation import Situation
from engine.tactik.variants import VARIANTS


@pytest.mark.parametrize(("name", "variant"), [
    ("random", "simple2"), ("random", "teams4"), ("greedy", "two"), ("greedy", "simple2"),
    *(("sensible", variant) for variant in VARIANTS),
])  # fmt: skip
def test_a_whole_game_keeps_the_rules(name: str, variant: str) -> None:
    (finished,) = commands.simulate(1, 5, [name], {"variant": variant})
    *plays, end = commands.replay(finished.lines)
    assert end == {"winner": list(finished.winner or ()), "plies": finished.plies}
    assert len(plays) == finished.plies


def test_the_same_lot_gives_the_same_game() -> None:
    kind = VARIANTS["simple2"]
    one, two = (
        play_game(kind, dict.fromkeys("AC", BUILT_IN["sensible"]), random.Random(8)).lines() for _ in range(2)
    )
    assert one == two
    assert one != play_game(kind, dict.fromkeys("AC", BUILT_IN["sensible"]), random.Random(9)).lines()


@pytest.mark.parametrize(("variant", "players"), [
    ("simple2", ("sensible", "random")), ("simple2", ("sensible", "greedy")), ("teams4", ("sensible", "greedy")),
    ("simple2", ("greedy", "random")),
])  # fmt: skip
def test_the_better_player_wins_most_games(variant: str, players: tuple[str, str]) -> None:
    games = commands.simulate(8, 2, players, {"variant": variant})
    won = [finished.seating[finished.winner[0]] for finished in games if finished.winner]
    assert won.count(players[0]) >= 6


def test_a_player_sees_its_own_cards_alone() -> None:
    seen: list[Sight] = []

    class Watching:
        name = "watching"

        def give(self, sight, lot):
            seen.append(sight)
            return BUILT_IN["random"].give(sight, lot)

        def play(self, sight, lot):
            seen.append(sight)
            return BUILT_IN["random"].play(sight, lot)

    kind = VARIANTS["two"]
    match = play_game(kind, dict.fromkeys("AB", Watching()), random.Random(1))
    gifts = [event for event in match.events if isinstance(event, Swap)]
    plays = [event for event in match.events if isinstance(event, Play)]
    assert len(seen) == 2 * len(gifts) + len(plays)
    laid = [sight for sight in seen if len(sight.hand) == 6][:2]
    assert {sight.situation.player for sight in laid} == {"A", "B"}
    assert {field for sight in seen for field in sight._fields} == {"situation", "hand"}


@pytest.mark.parametrize(("position", "hand", "action"), [
    ("A:30,50,57,A4 B:y,y,y,y C:y,y,y,y D:y,y,y,y", ["9", "2", "7x1"], "57-A2"),
    ("A:05,30,45,y B:15,y,y,y C:63,y,y,y D:y,y,y,y", ["10", "3", "7x1"], "05-15"),
    ("A:24,A2,A3,A4 B:60,y,y,y C:y,y,y,y D:50,y,y,y", ["swap", "2"], "24~60"),
])  # fmt: skip
def test_the_sensible_player_finds_what_everybody_would(position: str, hand: list[str], action: str) -> None:
    kind = VARIANTS["teams4"]
    now = Situation(kind, Position.parse(position, kind.board, kind.seats), "A")
    assert BUILT_IN["sensible"].play(Sight(now, tuple(hand)), random.Random(1)).action == action


def test_sides_change_from_game_to_game() -> None:
    assert commands.seated(VARIANTS["teams4"], ["x", "y"], 0) == {"A": "x", "C": "x", "B": "y", "D": "y"}
    assert commands.seated(VARIANTS["teams4"], ["x", "y"], 1) == {"A": "y", "C": "y", "B": "x", "D": "x"}
    assert commands.seated(VARIANTS["three"], ["x", "y"], 0) == {"A": "x", "B": "y", "C": "x"}


def test_a_game_can_begin_anywhere() -> None:
    kind = VARIANTS["simple2"]
    board = Position.parse("A:63,A2,A3,A4 C:C1,C2,C3,y", kind.board, kind.seats)
    match = play_game(kind, dict.fromkeys("AC", BUILT_IN["sensible"]), random.Random(3), dealer="C", board=board)
    assert match.header.position == board
    assert match.winner is not None
