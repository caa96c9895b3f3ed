"""`tastkreis legal` and `tastkreis perft`: one JSON line in, one out; bad input is named in one line."""

import io
import json
import sys

import pytest

from companion.cli import main

QUESTION = {
    "game": "tac", "deck": "master", "variant": "teams",
    "position": "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y", "seat": "A", "card": "8",
}  # fmt: skip
DEAL = {key: value for key, value in QUESTION.items() if key != "card"} | {"hands": {"A": ["8"], "B": ["2"]}}


@pytest.fixture
def run(monkeypatch, capsys):
    def command(words, text):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = main(words)
        out, err = capsys.readouterr()
        return status, out.splitlines(), err.splitlines()

    return command


def test_results_with_sorted_keys_and_marks(run):
    status, out, err = run(["legal"], json.dumps(QUESTION) + "\n")
    assert (status, err) == (0, [])
    results = json.loads(out[0])["results"]
    assert results == {QUESTION["position"] + "#skip": "skip", QUESTION["position"].replace("05", "13"): "05-13"}
    assert list(results) == sorted(results)


def test_house_rules_count(run, tmp_path):
    empty = {**QUESTION, "next_hand_empty": True}
    file = tmp_path / "house.toml"
    file.write_text('skip-empty-hand = "allowed"', encoding="utf-8")
    for words in ([], ["--rule", "skip-empty-hand=allowed"], ["--rules", str(file)]):
        status, out, _ = run(["legal", *words], json.dumps(empty))
        assert (status, len(json.loads(out[0])["results"])) == (0, 2 if words else 1)
    deal = json.dumps({**DEAL, "hands": {"A": ["8", "9"]}})
    house = (["perft", "1"], ["perft", "1", "--rule", "skip-empty-hand=allowed"])
    counts = [json.loads(run(words, deal)[1][0]) for words in house]
    assert counts == [{"counts": [2]}, {"counts": [3]}]
    assert run(["legal", "--rule", "x=y"], "")[0] == 2


def test_one_answer_a_line(run):
    lines = [json.dumps({**QUESTION, "card": card}) for card in ("1", "2", "tac")]
    status, out, _ = run(["legal"], "\n".join([lines[0], "", *lines[1:]]))
    assert status == 0
    assert [len(json.loads(line)["results"]) for line in out] == [2, 1, 0]


def test_the_card_before_for_tac(run):
    previous = {"card": "13", "used": True, "before": "A:05,y,y,y B:27,y,y,y C:y,y,y,y D:y,y,y,y", "winning": False}
    status, out, _ = run(["legal"], json.dumps({**QUESTION, "card": "tac", "previous": previous}))
    assert status == 0
    assert set(json.loads(out[0])["results"].values()) == {"Ay-00", "05-18"}


@pytest.mark.parametrize("change", [
    {"game": "chess"}, {"deck": "large"}, {"variant": "pairs"}, {"seat": "E"}, {"card": "11"}, {"card": 7},
    {"position": "A:y,y,y,y"}, {"position": "A:64,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"}, {"cards": "7"},
    {"last_card_of_deal": "yes"}, {"next_hand_empty": 1}, {"previous": []}, {"previous": {"card": "tac"}},
    {"previous": {"card": "5", "used": True, "before": "x", "winning": False}}, {"previous": {"kard": "5"}},
    {"variant": "duel", "seat": "B", "position": "A:y,y,y,y C:y,y,y,y"},
])  # fmt: skip
def test_bad_questions(run, change):
    status, out, err = run(["legal"], json.dumps(QUESTION) + "\n" + json.dumps({**QUESTION, **change}) + "\n")
    assert status == 2
    assert len(out) == 1
    assert len(err) == 1
    assert err[0].startswith("tastkreis legal: line 2: ")


@pytest.mark.parametrize("line", ["{", "[]", "7", '"tac"', "null", "legal", "\x00", "[" * 100_000])
def test_what_is_no_question(run, line):
    status, out, err = run(["legal"], line + "\n")
    assert (status, out, len(err)) == (2, [], 1)


@pytest.mark.parametrize("key", list(QUESTION))
def test_every_key_is_needed(run, key):
    status, _, err = run(["legal"], json.dumps({name: QUESTION[name] for name in QUESTION if name != key}))
    assert status == 2
    assert key in err[0]


def test_perft_counts(run):
    status, out, _ = run(["perft", "3"], json.dumps(DEAL))
    assert status == 0
    assert json.loads(out[0]) == {"counts": [2, 2, 0]}


def test_perft_reads_a_question_over_several_lines(run):
    status, out, _ = run(["perft", "1"], json.dumps(DEAL, indent=1) + "\n" + json.dumps(DEAL))
    assert status == 0
    assert out == ['{"counts":[2]}'] * 2


@pytest.mark.parametrize("change", [
    {"hands": None}, {"hands": {"E": []}}, {"hands": {"A": "8"}}, {"hands": {"A": ["11"]}}, {"hands": {"A": [8]}},
    {"seat": 1}, {"card": "8"},
])  # fmt: skip
def test_bad_deals(run, change):
    status, out, err = run(["perft", "2"], json.dumps({**DEAL, **change}))
    assert (status, out, len(err)) == (2, [], 1)


@pytest.mark.parametrize("number", ["-1", "x", "2.5", "\u0662"])
def test_bad_depth(run, number):
    status, out, err = run(["perft", number], "")
    assert (status, out, len(err)) == (2, [], 1)
