"""The judge sees each kind of fault: right events are doctored, one thing at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people.evening import evening
from tests.people.judge import judge

Rows = list[dict[str, Any]]


def right(truth: Rows) -> Rows:
    """The events of a companion that knows everything."""
    rows: list[tuple[float, dict[str, Any]]] = []
    last = 0.0
    positions = {0: truth[0]["start"], **{row["n"]: row["position"] for row in truth[1:] if "expect" in row}}
    for row in truth[1:]:
        if "mistake" in row and row["demand"] != "allowed":
            rows.append((row["shown"] + 1.2, {"type": "violation", "rule": row["rules"][0], "text": ""}))
            if "again" in row:
                rows.append((row["repaired"] + 0.5, {"type": "corrected", "position": positions[row["n"] - 1]}))
        if "takeback" in row:
            rows.append((row["t_quiet"] + 0.5, {"type": "move", **row["tried"]}))
            rows.append((row["takeback"], {"type": "takeback", "position": row["position"]}))
        if "expect" in row:
            keep = {key: row[key] for key in ("seat", "card", "action", "position")}
            is_hurried = row["t_next"] < row["t_quiet"] + 0.6
            late = 0.02 if is_hurried else 0.5 if row["changes"] else 0.0
            last = max(last, row["t_quiet"] + late)
            if row["expect"] == "question":
                rows.append((last, {"type": "question", "choices": row["choices"]}))
            rows.append((last, {"type": "move", **keep}))
    rows.sort(key=lambda pair: pair[0])
    return [{"t": t, "n": n, **event} for n, (t, event) in enumerate(rows, 1)]


def kinds(truth: Rows, events: Rows) -> set[str]:
    for number, event in enumerate(events, 1):
        event["n"] = number
    return {kind for kind, _ in judge(truth, events).faults}


def made() -> tuple[Rows, Rows]:
    _, truth = evening(2, "careless", "teams", "basic", 60)
    return truth, right(truth)


def test_a_companion_that_knows_everything_has_no_fault() -> None:
    truth, events = made()
    found = judge(truth, events)
    assert found.faults == []
    assert found.counts["right"] == found.counts["actions"] == 60
    assert found.counts["named"] == found.counts["to be named"] > 0


@pytest.mark.parametrize("habit", ["undecided", "mute", "ponderer", "early", "odd", "blur"])
def test_who_knows_everything_has_no_fault_whatever_hands_do(habit: str) -> None:
    _, truth = evening(3, habit, "teams", "basic", 80)
    assert judge(truth, right(truth)).faults == []


def test_a_missing_and_a_wrong_move_are_seen() -> None:
    truth, events = made()
    moves = [event for event in events if event["type"] == "move"]
    assert kinds(truth, [event for event in events if event is not moves[7]]) == {"missing"}
    moves[9]["position"] = "A:01,02,03,04 B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    assert kinds(truth, events) == {"missing", "wrong"}


def test_needless_questions_false_violations_and_takebacks_are_seen() -> None:
    truth, events = made()
    moves = [event for event in events if event["type"] == "move"]
    quiet = next(m for m in moves if not any("mistake" in r and abs(r["start"] - m["t"]) < 30 for r in truth[1:]))
    at = events.index(quiet)
    for extra, kind in (
        ({"type": "question", "choices": [{"card": "1", "action": "00-01"}]}, "question needless"),
        ({"type": "violation", "rule": "T3.6"}, "false violation"),
        ({"type": "takeback", "position": ""}, "takeback"),
        ({"type": "won", "seats": ["B"]}, "won"),
    ):
        doctored = [dict(event) for event in events]
        doctored.insert(at, {"t": quiet["t"], **extra})
        assert kinds(truth, doctored) == {kind}


def test_a_mistake_that_is_not_named_or_named_by_a_wrong_rule_is_seen() -> None:
    truth, events = made()
    silent = [dict(event) for event in events if event["type"] not in ("violation", "corrected")]
    assert kinds(truth, silent) == {"not named"}
    named = [{**event, "rule": "T9.9"} if event["type"] == "violation" else event for event in events]
    assert kinds(truth, named) == {"wrong rule"}


def test_an_inexact_question_is_seen() -> None:
    for seed in range(8):
        _, truth = evening(seed, "clumsy", "teams", "basic", 120)
        if not truth[0]["questions"]:
            continue
        events = right(truth)
        assert judge(truth, events).faults == []
        question = next(event for event in events if event["type"] == "question")
        question["choices"] = question["choices"][:-1]
        assert kinds(truth, events) == {"question inexact"}
        return
    raise AssertionError("no clumsy evening had a question")


def test_numbers_with_gaps_and_times_that_run_back_are_seen() -> None:
    truth, events = made()
    events[5]["n"] = 99
    assert ("form", f"event 6: n=99 t={events[5]['t']} after {events[4]['t']}") in judge(truth, events).faults


def revised(truth: Rows, events: Rows, ply: int, moves: Rows) -> Rows:
    """The events with one more at the end: from `ply` on, `moves` stand."""
    last = {"t": events[-1]["t"], "type": "revised", "ply": ply, "moves": moves, "position": moves[-1]["position"]}
    return [*(dict(event) for event in events), last]


def test_what_is_revised_stands_and_is_a_fault_where_one_answer_is_right() -> None:
    truth, events = made()
    moves = [event for event in events if event["type"] == "move"]
    keep = ("seat", "card", "action", "position")
    right_ones = [{key: move[key] for key in keep} for move in moves]
    wrong = [dict(event) for event in events]
    for event in wrong:
        if event["type"] == "move" and event["t"] >= moves[40]["t"]:
            event["position"] = "A:01,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    assert kinds(truth, revised(truth, wrong, 41, right_ones[40:])) == {"revised"}
    assert "missing" in kinds(truth, revised(truth, events, 41, right_ones[40:45]))
    assert kinds(truth, revised(truth, events, 99, right_ones[:1])) == {"form", "revised"}


def test_takebacks_that_were_said_are_wanted_and_no_others() -> None:
    truth, events = made()
    moves = [event for event in events if event["type"] == "move"]
    first, second = moves[7], moves[8]
    row = {"tried": {}, "n": 8, "takeback": first["t"] + 0.01, "t_done": first["t"], "restored": first["t"] + 0.1}
    told = {"t": first["t"] + 0.02, "type": "takeback", "position": moves[6]["position"]}
    row["position"] = told["position"]
    at = events.index(first) + 1
    again = {**first, "t": told["t"]}
    both = [*map(dict, events[:at]), told, again, *map(dict, events[at:])]
    assert second["t"] > told["t"]
    assert kinds([*truth, row], both) == set()
    assert kinds([*truth, row], [dict(event) for event in events]) == {"takeback missing"}
    assert kinds(truth, both) == {"takeback"}


def test_loose_evenings_forgive_what_is_found_out_but_not_what_is_lost() -> None:
    truth, events = made()
    truth = [{**truth[0], "loose": True}, *truth[1:]]
    moves = [event for event in events if event["type"] == "move"]
    few = [event for event in events if event not in moves[20:30]]
    assert kinds(truth, few) == set()
    assert kinds(truth, [event for event in events if event not in moves[30:]]) == {"lost"}
    odd = {**moves[3], "position": "A:01,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "certainty": 1.0}
    at = events.index(moves[3])
    assert kinds(truth, [*map(dict, events[:at]), odd, *map(dict, events[at:])]) == {"wrong"}
    assert kinds(truth, [*map(dict, events[:at]), {**odd, "certainty": 0.9}, *map(dict, events[at:])]) == set()


def test_what_is_said_of_a_rest_on_the_way_is_no_wrong_rule_of_the_mistake_that_came_of_it() -> None:
    truth, events = made()
    mistake = next(row for row in truth if row.get("demand") not in (None, "allowed") and row["shown"] > row["start"])
    way = {**mistake, "mistake": "rests on the way", "rules": ["T9.9"], "demand": "allowed"}
    said = {"t": mistake["start"] + 0.001, "type": "violation", "rule": "T9.9", "text": ""}
    silent = [event for event in events if event["type"] != "violation" or event["t"] < mistake["start"]]
    assert "wrong rule" in kinds(truth, [*silent, said])
    assert "wrong rule" not in kinds([*truth, way], [*silent, said])
