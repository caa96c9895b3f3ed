"""Records played again: positions, counts, the first broken rule, the winner; the same as a command."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from engine.errors import InvalidNotation
from engine.tac.board.position import Position
from engine.tac.course.state import State, view
from engine.tac.moves.situation import Setup
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import Match, play_game
from engine.tac.record.notation import Deal, Event, Header, Play, Swap, parse_record, write_record
from engine.tac.record.replay import Played, Step, Violated, replay
from engine.tac.settings.variants import VARIANTS

HEADER = '{"game":"tac","notation":1,"deck":"basic","variant":"duel","dealer":"C"}'


@cache
def game(seed: int, variant: str) -> Match:
    """A game by lot from a board on which most pieces are home."""
    setup = Setup(variant, "master")
    seats = setup.seating.seats
    board = Position.parse(" ".join(f"{seat}:{seat}2,{seat}3,{seat}4,y" for seat in seats), seats)
    return play_game(setup, {seat: RandomPlayer() for seat in seats}, random.Random(seed), board=board)


def steps_of(header: Header, events: tuple[Event, ...]) -> list[Step]:
    return list(replay(header, enumerate(events, 2)))


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_game_played_by_lot_is_replayed_to_the_same_end(variant: str) -> None:
    match = game(7, variant)
    header, events = parse_record("\n".join(match.lines()))
    steps = list(replay(header, events))
    assert all(isinstance(step, Played) for step in steps)
    last = steps[-1]
    assert isinstance(last, Played)
    assert (last.ply, last.state.winner, last.state.is_over) == (match.plies, match.winner, True)
    assert [s.action for s in steps if isinstance(s, Played)] == [e.action for e in match.events if isinstance(e, Play)]


@settings(max_examples=12)
@given(st.integers(0, 2), st.integers(1, 60))
def test_undo_is_replaying_a_shorter_record(seed: int, length: int) -> None:
    match = game(seed, "teams")
    whole = steps_of(match.header, match.events[:60])
    part = steps_of(match.header, match.events[:length])
    assert [step.state for step in part if isinstance(step, Played)] == [
        step.state for step in whole[: len(part)] if isinstance(step, Played)
    ]


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_unknown_hands_break_no_rule_in_a_legal_game(variant: str) -> None:
    match = game(3, variant)
    lot = random.Random(1)
    veiled: list[Event] = []
    for event in match.events:
        if isinstance(event, Deal):
            event = Deal({seat: lot.choice([None, hand]) for seat, hand in event.hands.items()})
        elif isinstance(event, Swap):
            event = Swap({seat: lot.choice([None, card]) for seat, card in event.given.items()})
        veiled.append(event)
    known = steps_of(match.header, match.events)
    steps = steps_of(match.header, tuple(veiled))
    assert len(steps) == len(known)
    for step, full in zip(steps, known, strict=True):
        assert isinstance(step, Played)
        assert isinstance(full, Played)
        assert step.state.board == full.state.board
        assert step.legal in (None, full.legal)


def test_a_card_shown_later_proves_an_earlier_discard_wrong() -> None:
    nobody: dict[str, tuple[str, ...] | None] = {"A": None, "C": None}
    header = Header("basic", "duel", "C", "A:A1,A2,y,y C:40,y,y,y")
    plays = (Play("A", "3", "discard"), Play("C", "2", "40-42"), Play("A", "1", "Ay-00"))
    violated = steps_of(header, (Deal(nobody), *plays))[-1]
    assert isinstance(violated, Violated)
    assert (violated.ply, violated.explanation.rule, violated.explanation.key) == (3, "T3.3", "shown-later")
    assert violated.explanation.facts == {"seat": "A", "card": "1", "discarded": "3", "ply": 1}


def run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str, options: tuple[str, ...] = ()
) -> tuple[int, list[dict[str, object]], str]:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    status = main(["replay", str(path), *options])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


DEAL = '{"deal":{"A":["1","2","3","4","5"],"C":["1","2","3","4","5"]}}'
OPENED = '{"seat":"A","card":"1","action":"Ay-00"}'


def test_the_command_prints_positions_counts_and_the_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, _ = run(tmp_path, capsys, HEADER, DEAL, OPENED, '{"note":"x"}')
    assert status == 0
    assert lines == [{"ply": 1, "position": "A:00*,y,y,y C:y,y,y,y", "legal": 1}, {"winner": None, "plies": 1}]


def test_the_command_stops_at_a_broken_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = '{"seat":"C","card":"2","action":"discard"}'
    status, lines, err = run(tmp_path, capsys, HEADER, DEAL, OPENED, wrong, OPENED)
    assert (status, err) == (1, "")
    assert [line["ply"] for line in lines] == [1, 2]
    assert lines[1]["violation"] == "T3.3"
    assert lines[1]["text"]


def test_the_count_is_null_while_the_hand_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = run(tmp_path, capsys, HEADER, '{"deal":{"A":null,"C":null}}', OPENED)
    assert (status, lines[0]["legal"]) == (0, None)


@pytest.mark.parametrize(
    "lines",
    [
        (HEADER, "x"),
        ("",),
        (HEADER, DEAL, DEAL),
        (HEADER, '{"deal":{"A":["1"]}}'),
        (HEADER, '{"deal":{"A":["1"],"C":["1","2"]}}'),
        (HEADER, '{"deal":{"A":["fool"],"C":["1"]}}'),
        (HEADER, DEAL, '{"swap":{"A":"1","C":"2"}}'),
        (HEADER, DEAL, '{"seat":"A","card":"1","action":"?"}'),
        (HEADER.replace('"C"}', '"C","position":"A:y,y,y,y"}'),),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    lines: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(tmp_path, capsys, *lines)
    assert status == 2
    assert len(err.splitlines()) == 1


def test_house_rules_of_the_record_go_before_a_file_and_after_an_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = '"C","position":"A:10,A2,y,y C:y,y,y,y"}'
    lines = (HEADER.replace('"C"}', board), '{"deal":{"A":["7"],"C":["2"]}}')
    backward = '{"seat":"A","card":"7","action":"10-16,A2-A1"}'
    house = tmp_path / "house.toml"
    house.write_text('seven-in-house = "forward-only"', encoding="utf-8")
    own = (lines[0][:-1] + ',"rules":{"seven-in-house":"both-ways"}}', *lines[1:])
    assert run(tmp_path, capsys, *lines, backward)[0] == 0
    assert run(tmp_path, capsys, *lines, backward, options=("--rules", str(house)))[0] == 1
    assert run(tmp_path, capsys, *own, backward, options=("--rules", str(house)))[0] == 0
    assert run(tmp_path, capsys, *own, backward, options=("--rule", "seven-in-house=forward-only"))[0] == 1


def test_a_missing_file_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_a_swap_belongs_right_after_a_deal() -> None:
    header = Header("basic", "teams", "D")
    hands = dict.fromkeys("ABCD", ("2", "3"))
    given = dict.fromkeys("ABCD", "2")
    assert steps_of(header, (Deal(hands), Swap(given))) == []
    with pytest.raises(InvalidNotation, match=r"line 4.*right after a deal"):
        steps_of(header, (Deal(hands), Swap(given), Swap(given)))
    with pytest.raises(InvalidNotation, match="did not hold"):
        steps_of(header, (Deal(hands), Swap({**given, "A": "13"})))


def test_replaying_changes_no_state() -> None:
    match = game(11, "three-double")
    states: list[State] = [s.state for s in steps_of(match.header, match.events) if isinstance(s, Played)]
    texts = [repr(state.board) for state in states]
    again = [s.state for s in steps_of(match.header, match.events) if isinstance(s, Played)]
    assert (states, [repr(state.board) for state in states]) == (again, texts)
    assert write_record(match.header, match.events) == "\n".join(match.lines()) + "\n"


@pytest.mark.parametrize("variant", ["teams", "duel", "two-against-one"])
def test_no_view_of_a_whole_game_tells_another_hand(variant: str) -> None:
    match = game(5, variant)
    for step in steps_of(match.header, match.events):
        assert isinstance(step, Played)
        state = step.state
        for seat in state.board.seats:
            seen = view(state, seat)
            shown = {other for other in state.board.seats if seen.state.hand(other)}
            assert shown <= {seat, state.seat if state.by == seat else seat}
            assert seen.hand == state.hand(seat)
            assert [seen.state.size(other) for other in state.board.seats] == [
                state.size(other) for other in state.board.seats
            ]
