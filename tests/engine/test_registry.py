"""The registry: every game offers the same commands, and nothing is loaded before it is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from engine.errors import InvalidNotation
from engine.registry import GAMES, commands

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_all_commands(name):
    game = commands(name)
    assert {"game", "position"} <= set(game.KEYS)
    assert game.PLAYERS[0] == "random"
    assert len(game.PLAYERS) >= 2
    assert all(len(values) >= 1 for values in game.SETTINGS.values())
    with pytest.raises(InvalidNotation):
        game.legal({"game": name, "surely": "unknown"})
    with pytest.raises(InvalidNotation):
        list(game.replay(['{"game":"' + name + '"}']))
    with pytest.raises(InvalidNotation):
        game.perft({"game": name, "surely": "unknown"}, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_played_can_be_replayed(name):
    game = commands(name)
    for finished in game.simulate(2, 3, game.PLAYERS[:1], {}):
        *plays, end = list(game.replay(finished.lines))
        assert not any("violation" in play for play in plays)
        assert end["plies"] == finished.plies == len(plays)
        assert end["winner"] == (None if finished.winner is None else list(finished.winner))
        assert end.get("draw") == finished.draw


@pytest.mark.parametrize("name", ["chess", "", "TAC", None, 7, ["tac"], {}])
def test_an_unknown_game_is_refused(name):
    with pytest.raises(InvalidNotation, match="game"):
        commands(name)


def test_no_game_is_loaded_for_its_name():
    code = "import sys, companion.cli.simulate, companion.cli.replay; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & set(GAMES.values())


@pytest.mark.parametrize("text", [b"\xff\n", b'{"game":"tac\xff"}\n', b'\n\n{"game":7}\n', b'{"deck":"basic"}\n'])
def test_bytes_that_are_no_question(text):
    code = "from companion.cli import main; raise SystemExit(main(['legal']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, input=text, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    number = text.rstrip().count(b"\n") + 1
    assert done.stderr.startswith(b"tastkreis legal: line %d: " % number)
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("words", "named"), [
    (["simulate", "--games", "1", "--game", "chess"], "chess"),
    (["simulate", "--games", "1", "--variant", "none"], "none"),
])  # fmt: skip
def test_bad_choices_are_named(capsys, words, named):
    assert main(words) == 2
    err = capsys.readouterr().err
    assert named in err
    assert err.count("\n") == 1
