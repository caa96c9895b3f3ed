"""The first plies of an evening, painted as a film, through the very path that a live camera takes."""

import json
from dataclasses import replace

import pytest

from companion.cli import main
from companion.cli.camera_files import save_camera
from tests.people.judge import judge
from tests.vision.evening_film import Film, Odds, record, told
from tests.vision.paint import Painter
from tests.vision.scene import installation
from tests.vision.scoring import calibrated

QUIET = ["--no-http", "--speech", "none"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("film")
    place = replace(installation(3, size=(512, 384)), shape="ball", piece_mm=16.0)
    save_camera(str(folder / "table.json"), calibrated(place, Painter(place)))
    return folder, record(place, 21, folder, limit=2)


def test_an_evening_by_camera_settles_every_action(evening):
    folder, film = evening
    events = folder / "events.jsonl"
    words = ["run", "--board", f"film:{folder}", "--profile", str(folder / "table.json"), "--events", str(events)]
    assert main([*words, *QUIET]) == 0
    found = judge(film.truth, told(events))
    assert found.faults == []
    assert found.counts["right"] == found.counts["actions"] >= 2


def test_what_is_taken_back_while_the_camera_is_away_may_be_asked_and_is_answered():
    rows = [
        {"n": 1, "expect": "move", "card": "1", "action": "28-29", "t_first": 13.4, "t_done": 14.5},
        {"n": 2, "expect": "move", "card": "tac", "action": "Dy-48", "t_first": 16.3, "t_done": 20.1},
        {"n": 3, "expect": "move", "card": "tac", "action": "28-29", "t_first": 24.0, "t_done": 25.0},
    ]
    odds = Odds(((12.9, 20.3),), (), ())
    assert odds.unseen(rows) == {1}
    assert Odds(((16.0, 20.3),), (), ()).unseen(rows) == frozenset()
    film = Film([{"truth": 1}, *rows], 250, 26.0, b"", odds.unseen(rows))
    assert [row.get("expect") for row in film.truth_alone] == [None, "either", "move", "move"]
    other, meant = {"card": "1", "action": "61-62"}, {"card": "1", "action": "28-29"}
    asked = [{"type": "question", "t": 23.7, "choices": [other, meant]},
             {"type": "question", "t": 25.0, "choices": [other]}]  # fmt: skip
    assert film.answers(asked) == ["25.700 >answer 28-29\n"]


def test_a_film_wants_a_profile_with_a_camera(evening, tmp_path, capsys):
    folder, _ = evening
    assert main(["run", "--board", f"film:{folder}", *QUIET]) == 2
    assert "--profile" in capsys.readouterr().err
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps({"format": "tastkreis-profile", "version": 1, "board": "b", "layout": "tac64"}))
    assert main(["run", "--board", f"film:{folder}", "--profile", str(bare), *QUIET]) == 2
    assert "no camera is calibrated" in capsys.readouterr().err


def test_a_folder_without_a_film_is_named(evening, tmp_path, capsys):
    folder, _ = evening
    words = ["run", "--profile", str(folder / "table.json"), *QUIET, "--board"]
    assert main([*words, f"film:{tmp_path}"]) == 2
    assert "000000.jpg" in capsys.readouterr().err
    (tmp_path / "000000.jpg").write_bytes(b"no picture")
    assert main([*words, f"film:{tmp_path}"]) == 2
    line = capsys.readouterr().err
    assert "000000.jpg: no picture" in line
    assert line.count("\n") == 1
