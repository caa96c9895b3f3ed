"""What players chose when they began holds after a restart without those options, and in the next game."""

import subprocess
import threading
from argparse import Namespace
from contextlib import contextmanager

import pytest
from command import COMMAND, PATIENCE_S

from companion.cli.parts import RECALLED
from companion.cli.recalled import Usual, recalled
from companion.facts import Fact
from companion.store.log import read_games

FIRST = ("--names", "A=Anna,C=Carl", "--language", "en", "--variant", "duel", "--referee", "strict", "--pace", "slow")


@contextmanager
def table(log, *words):
    """`tastkreis run` on this log, killed at the end."""
    command = [COMMAND, "run", "--log", log, "--speech", "print", "--no-http", *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    late = threading.Timer(PATIENCE_S, process.kill)
    late.start()
    try:
        yield process
    finally:
        late.cancel()
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def heard(process, part):
    while part not in (line := process.stderr.readline()):
        assert line, part
    return line


def say(process, text):
    process.stdin.write(text + "\n")
    process.stdin.flush()


def test_names_and_options_after_a_kill(tmp_path):
    log = tmp_path / "evening.db"
    with table(log, *FIRST) as process:
        heard(process, "Anna")
    with table(log) as process:
        assert heard(process, "Anna").startswith("« The game goes on. Anna")
    with table(log, "--names", "A=Ada") as process:
        heard(process, "Ada")
    options = [fact.data for fact in read_games(log)[-1] if fact.kind == "options"]
    assert [each["names"] for each in options] == ["A=Anna,C=Carl", "A=Anna,C=Carl", "A=Ada"]
    assert {(each["referee"], each["pace"], each["language"]) for each in options} == {("strict", "slow", "en")}


def test_what_was_chosen_holds_in_the_next_game_after_a_kill(tmp_path):
    log = tmp_path / "evening.db"
    with table(log, *FIRST) as process:
        heard(process, "Anna")
        for text in ("language fr", "speech rate 200", "pace C quick", "game tac master duel"):
            say(process, text)
        say(process, "ask turn")
        heard(process, "Au tour d'Anna")
    with table(log) as process:
        say(process, "ask turn")
        heard(process, "Au tour d'Anna")
    (*_, game) = read_games(log)
    assert game[0].data["settings"]["deck"] == "master"
    assert {"options", "language", "voice"} <= {fact.kind for fact in game}
    assert {"seat": "C", "kind": "quick"} in [fact.data for fact in game if fact.kind == "pace"]


OPTIONS = {"names": None, "referee": Usual("kind"), "pace": "quick", "cards": Usual("auto"), "language": Usual("de"),
           "seat_readers": Usual("lay")}  # fmt: skip
GAME = Fact("game", 0.0, {"game": "tac", "settings": {}})


@pytest.mark.parametrize(("data", "names", "referee"), [
    ({"names": "A=Ada", "referee": "silent", "pace": "slow"}, "A=Ada", "silent"),
    ({"names": "A", "referee": "cruel", "more": "x"}, None, "kind"),
    ({"names": 7, "referee": ["kind"]}, None, "kind"),
])  # fmt: skip
def test_only_what_could_have_been_given_is_taken_from_a_log(data, names, referee):
    args = Namespace(**OPTIONS)
    recalled(args, [GAME, Fact("options", 0.0, data)], RECALLED)
    assert (args.names, args.referee, args.pace) == (names, referee, "quick")


def test_a_reader_that_was_for_the_hand_stays_so():
    args = Namespace(**OPTIONS)
    recalled(args, [GAME, Fact("options", 0.0, {"seat_readers": "hand"})], RECALLED)
    assert args.seat_readers == "hand"


def test_a_game_that_is_over_leaves_the_options_alone():
    args = Namespace(**OPTIONS)
    recalled(args, [GAME, Fact("options", 0.0, {"names": "A=Ada"}), Fact("won", 9.0, {"seats": ["A"]})], RECALLED)
    assert args.names is None
