"""The power can go at any moment: nothing that was announced is lost, and the game goes on from there."""

import random
import threading

import pytest
from known_evening import KnownEvening
from table_program import TableProgram

from companion.store.log import read_games

CUTS = 10
MOST_CUTS = 40
LONGEST_S = 4.0


@pytest.fixture
def evening():
    one = KnownEvening()
    yield one
    one.close()


def told(moves):
    return [(move["seat"], move["card"], move["action"], move["position"]) for move in moves]


def logged(path):
    """The moves of the log's only game; none if it was not begun."""
    games = read_games(path) if path.exists() and path.stat().st_size else []
    assert len(games) <= 1
    return told(fact.data for game in games for fact in game if fact.kind == "move")


def start(evening, tmp_path, number):
    options = ("--board", f"serial:{evening.board.port}", "--variant", "duel", "--language", "en", "--pace", "quick",
               "--log", str(tmp_path / "evening.db"), "--no-http", "--speech", "none")  # fmt: skip
    return TableProgram(*options, events=tmp_path / f"{number}.jsonl")


def play_until_cut(evening, program, seconds, is_begun):
    """The hands play on, as soon as the companion is ready, until the power goes: so many seconds after the start, or
    with `is_begun` after it is ready."""

    def play():
        program.wait(lambda: program.events("setup") or cut.is_set(), "no setup")
        if not cut.is_set():
            evening.play(program, len(evening.scenes))

    cut = threading.Event()
    hands = threading.Thread(target=play)
    hands.start()
    if is_begun:
        program.wait(lambda: program.events("setup"), "no setup")
    cut.wait(seconds)
    cut.set()
    evening.power_cut()
    hands.join()
    program.kill()


def test_nothing_that_was_announced_is_lost(evening, tmp_path):
    lot = random.Random(8)
    log, known = tmp_path / "evening.db", []
    wanted = [(scene.seat, scene.card, scene.action) for scene in evening.scenes]
    number = 0
    while number < CUTS or len(known) <= CUTS / 2:  # a machine that is busy plays slowly
        assert number < MOST_CUTS, "too little was played for a proof"
        number += 1
        program = start(evening, tmp_path, number)
        play_until_cut(evening, program, lot.uniform(0.0, LONGEST_S), number % 2)
        announced, found = told(program.events("move")), logged(log)
        assert found[: len(known)] == known, "a move of an earlier run is gone"
        assert found[len(known) :][: len(announced)] == announced, "a move was announced and is gone"
        assert [move[:3] for move in found] == wanted[: len(found)]
        known = found
        evening.go_on_at(len(found))
    last = start(evening, tmp_path, 0)
    try:
        assert last.wait_event("setup")["position"] == known[-1][3]
        evening.play(last, len(known) + 3)
    finally:
        assert last.stop() == 0
    assert logged(log)[: len(known)] == known
    assert len(logged(log)) >= len(known) + 3
