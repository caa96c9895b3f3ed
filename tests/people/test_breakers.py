"""For each promise that the ordinary people keep there is somebody who breaks it, really and often."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.people import write
from tests.people.checks import at, frames, lines, mask_of, rests
from tests.people.evening import evening
from tests.people.habits import BREAKERS, LOOSE, PROFILES
from tests.people.tac_game import tac
from tests.people.truth import Eyes

Truth = list[dict[str, Any]]


@cache
def made(habit: str, deck: str = "basic", seed: int = 11, limit: int = 80) -> tuple[bytes, Truth]:
    return evening(seed, habit, "teams", deck, limit)


def actions(truth: Truth) -> Truth:
    return [row for row in truth if "expect" in row]


def mistakes(truth: Truth, kind: str) -> Truth:
    return [row for row in truth if row.get("mistake") == kind]


@pytest.mark.parametrize("habit", [*BREAKERS, *LOOSE])
def test_the_game_is_legal_whatever_the_hands_do(habit: str) -> None:
    _, truth = made(habit)
    game = tac()
    position = truth[0]["start"]
    state = game.begin({"variant": "teams", "deck": "basic", "first": truth[0]["first"], "position": position})
    for row in actions(truth):
        options = [*game.options(state, row["card"]), game.aside(state, row["card"])]
        state = game.play(state, next(o for o in options if o.action == row["action"]))
        assert state.position == row["position"]
    assert truth[0]["loose"] is (habit in LOOSE)


def long_rests_on_other_ends(habit: str, wanted: Any, seeds: range) -> int:
    """How many rests above a second there were on an end of the card that was not the one played."""
    found = 0
    for seed in seeds:
        trace, truth = evening(seed, habit, "teams", "basic", 200)
        game = tac()
        eyes = Eyes(game.layout, mask_of(game.layout, truth[0]["mask"]))
        shown = rests(frames(trace), eyes)
        state = game.begin({"variant": "teams", "deck": "basic", "first": truth[0]["first"]})
        for row in actions(truth):
            options = game.options(state, row["card"])
            mine = next((o for o in options if o.action == row["action"]), game.aside(state, row["card"]))
            other = {eyes.see_picture(o.picture) for o in options if wanted(o, game.layout)}
            other -= {eyes.see_picture(mine.picture), eyes.see_picture(state.picture)}
            found += sum(
                seen in other and end - begin > 1.0 and begin > row["t_first"] and end < row["t_done"] + 0.1
                for begin, end, seen in shown
            )
            state = game.play(state, mine)
    return found


def test_thinkers_rest_on_half_a_seven_and_on_no_other_end() -> None:
    assert long_rests_on_other_ends("thinker", lambda option, layout: not option.is_whole, range(3)) >= 2
    assert long_rests_on_other_ends("thinker", lambda option, layout: option.is_whole, range(3)) == 0


def test_dawdlers_rest_on_other_ends() -> None:
    assert long_rests_on_other_ends("dawdler", lambda option, layout: True, range(1)) >= 2


def test_what_is_half_a_seven() -> None:
    game = tac()
    position = "A:05,A2,A4,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    state = game.begin({"variant": "teams", "first": "A", "position": position})
    halves = {o.action: not o.is_whole for o in game.options(state, "7")}
    assert halves["05-12"] is False
    assert halves["05-11,A2-A1"] is False
    assert halves["05-10,A2-A1,A1-A2"] is True
    assert halves["05-09,A2-A3,A3-A1"] is True
    assert not any(not o.is_whole for o in game.options(state, "5"))


@pytest.mark.parametrize("habit", ["early", "hoarder", "rushed"])
def test_the_next_card_comes_before_the_move_is_finished(habit: str) -> None:
    _, truth = made(habit)
    assert sum(row["t_next"] < row["t_done"] for row in actions(truth)) >= 5


@pytest.mark.parametrize("habit", ["early", "hoarder", "rushed", "odd"])
def test_after_an_early_card_the_board_shows_the_right_end_and_no_other(habit: str) -> None:
    trace, truth = made(habit)
    game, received = tac(), frames(trace)
    eyes = Eyes(game.layout, mask_of(game.layout, truth[0]["mask"]))
    state = game.begin({"variant": "teams", "deck": "basic", "first": truth[0]["first"]})
    for row in actions(truth):
        options = game.options(state, row["card"])
        mine = next((o for o in options if o.action == row["action"]), game.aside(state, row["card"]))
        if row["t_next"] < row["t_done"]:
            own = eyes.see_picture(mine.picture)
            other = {eyes.see_picture(o.picture) for o in options} | {eyes.see_picture(state.picture)}
            since = row["t_next"] + 0.004
            shown = [at(received, since), *(f for f in received if since < f.t <= row["t_quiet"] + 0.04)]
            pictures = [eyes.see(frame.wire) for frame in shown]
            assert own in pictures
            assert not set(pictures[: pictures.index(own)]) & (other - {own})
        state = game.play(state, mine)


def test_the_card_comes_after_the_move() -> None:
    _, truth = made("late")
    assert sum(row["t_card"] > row["t_done"] for row in actions(truth)) >= 3


def test_a_card_is_told_twice_and_by_the_readers_of_the_seats() -> None:
    trace, _ = made("twice")
    assert sum(data.startswith(b">card") for _, data in lines(trace)) >= 10
    trace, truth = made("readers")
    assert {row["seat"] for row in actions(truth)} == {r for r in "ABCD" if f"CARD,{r},".encode() in _cards(trace)}


def _cards(trace: bytes) -> bytes:
    return b" ".join(b"CARD," + data.split(b",", 3)[3] for _, data in lines(trace) if data.startswith(b"$CARD"))


def test_mistakes_are_mended_before_they_can_be_named() -> None:
    _, truth = made("hasty")
    hasty = [row for row in truth if "mistake" in row and row["repair"] - row["shown"] < 3.5]
    assert len(hasty) >= 5
    assert all(row["demand"] == "allowed" or row.get("done") for row in hasty if row["how"] != "play")


def test_pieces_are_knocked_over_and_all_go_back() -> None:
    trace, _ = made("knocker")
    pictures = [frame.wire.bit_count() for frame in frames(trace)]
    assert min(pictures) <= 16 - 4
    assert pictures[-1] == 16


def test_rests_on_the_way_and_words_too_soon_are_in_the_truth() -> None:
    assert mistakes(made("ponderer")[1], "rests on the way")
    trace, truth = made("done")
    early = mistakes(truth, "done is said too soon")
    assert early
    assert all(b"%.3f >done" % row["start"] in trace for row in early)


def test_actions_are_taken_back_and_another_one_is_played() -> None:
    trace, truth = made("undecided", limit=140)
    rows = [row for row in truth if "takeback" in row]
    assert len(rows) >= 3
    assert trace.count(b">takeback") == len(rows)
    for row in rows:
        played = next(action for action in actions(truth) if action["n"] == row["n"])
        assert played["action"] != row["tried"]["action"]
        assert row["restored"] < played["t_card"]


def test_questions_are_answered_turns_later() -> None:
    trace, truth = made("mute")
    asked = [row for row in actions(truth) if row["expect"] == "question"]
    assert len(asked) >= 3
    answers = [t for t, data in lines(trace) if data.startswith(b">answer")]
    assert any(row["t_next"] + 2 < min(t for t in answers if t > row["t_done"]) for row in asked[:-1])


def test_captors_are_quicker_than_the_board() -> None:
    trace, truth = made("snatcher", limit=200)
    game = tac()
    received = frames(trace)
    state = game.begin({"variant": "teams", "deck": "basic", "first": truth[0]["first"]})
    quick = 0
    for row in actions(truth):
        target = row["action"][-2:]
        if row["changes"] and target.isdigit() and state.picture[int(target)] not in (".", row["seat"]):
            here = [f.wire >> int(target) & 1 for f in received if row["t_first"] < f.t < row["t_quiet"] + 0.1]
            quick += all(here)
        options = [*game.options(state, row["card"]), game.aside(state, row["card"])]
        state = game.play(state, next(o for o in options if o.action == row["action"]))
    assert quick >= 3


def test_sensors_fail_without_a_word_and_heal() -> None:
    trace, truth = made("silent")
    assert b"FAULT" not in trace
    assert b">overrule sensor" in trace
    trace, truth = made("healing")
    assert [row["fault"] for row in truth if "fault" in row][1:] == ["clear"]
    assert b"FAULT" in trace
    assert b">overrule" not in evening(11, "haunted", limit=60)[0]


def test_evenings_begin_in_the_middle_of_a_game() -> None:
    trace, truth = made("midgame")
    assert truth[0]["start"].count("y") < 16
    assert f"position={truth[0]['start']}".encode() in trace


def test_boards_lack_sensors() -> None:
    for habit, missing in (("gaps", 3), ("ring", 16), ("bare", 32)):
        mask = mask_of(tac().layout, made(habit)[1][0]["mask"])
        assert 96 - mask.bit_count() == missing


def test_evenings_are_written_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        words = ["--evenings", "3", "--seed", "9", "--limit", "12", "--plain"]
        assert write.main([str(tmp_path / name), *words]) == 0
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert len(one) == 6
    assert not any(b'"mistake"' in path.read_bytes() for path in one)


def test_what_cannot_be_written_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert write.main(["nowhere", "--habits", "juggler"]) == 2
    assert capsys.readouterr().err.startswith("tests.people.write: unknown habit: 'juggler'")
    assert write.main(["nowhere", "--habits", "careless", "--plain"]) == 2
    assert "makes mistakes" in capsys.readouterr().err
    assert set(write.PLAIN) <= set(PROFILES)


def test_a_laid_card_is_changed_before_anything_is_touched() -> None:
    _, truth = made("changer")
    assert sum(row.get("mistake") == "the card was changed" for row in truth) >= 3


def test_a_strong_magnet_closes_the_sensor_beside_it() -> None:
    """The board shows a piece more than there are."""
    trace, _ = made("strong")
    pieces = max(frame.wire.bit_count() for frame in frames(made("clean")[0]))
    assert sum(frame.wire.bit_count() > pieces for frame in frames(trace)) >= 5


def test_a_piece_stays_in_the_hand() -> None:
    _, truth = made("keeper")
    assert sum(row["t_done"] - row["t_first"] > 8.0 for row in actions(truth)) >= 5


def test_a_sticky_sensor_lets_a_piece_go_after_another_one_has_seen_it() -> None:
    """For a while the board shows more pieces than there are."""
    trace, _ = made("sticky")
    pieces = max(frame.wire.bit_count() for frame in frames(made("clean")[0]))
    assert sum(frame.wire.bit_count() > pieces for frame in frames(trace)) >= 10
