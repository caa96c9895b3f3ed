"""Tables without cards are judged by positions; here the right events are doctored, one thing at a time."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.people.checks import frames, lines
from tests.people.evening import evening
from tests.people.inferred import Curve, judge_inferred, without_cards

Rows = list[dict[str, Any]]


@cache
def made() -> tuple[bytes, Rows]:
    return evening(4, "explorer", "teams", "basic", 90)


def right(truth: Rows) -> Rows:
    """The events of a companion that knows everything."""
    found: Rows = []
    for row in truth[1:]:
        keep = {key: row[key] for key in ("seat", "card", "action", "position")}
        found.append({"t": row["t_quiet"], "n": len(found) + 1, "type": "move", "certainty": 0.95, **keep})
    return found


def test_a_trace_without_cards_tells_none_and_keeps_every_picture() -> None:
    trace, _ = made()
    bare = without_cards(trace)
    assert b"CARD" not in bare
    assert b">card" not in bare
    assert b">game" in bare
    assert [frame.wire for frame in frames(bare)] == [frame.wire for frame in frames(trace)]
    numbers = [int(data.split(b",")[1]) for _, data in lines(bare) if data.startswith(b"$")]
    assert numbers == list(range(len(numbers)))


def test_a_companion_that_knows_everything() -> None:
    _, truth = made()
    counts = judge_inferred(truth, right(truth)).counts
    assert counts["known move"] == counts["all move"] > 30
    assert counts["known exchange"] == counts["all exchange"]
    assert not any(counts[kind] for kind in ("wrong", "violation", "lost", "revised"))


def test_what_is_not_known_or_never_was_is_counted() -> None:
    _, truth = made()
    events = right(truth)
    changed = [row["n"] for row in truth[1:] if row["changes"]]
    gone = events[changed[5] - 1]["position"]
    missing = judge_inferred(truth, [e for e in events if e["position"] != gone]).counts
    assert sum(missing[f"all {kind}"] - missing[f"known {kind}"] for kind in ("move", "exchange")) == 1
    assert missing["wrong"] == 0
    events[changed[5]]["position"] = "A:01,03,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    found = judge_inferred(truth, events)
    assert found.counts["wrong"] == 1
    assert judge_inferred(truth, events[:40]).counts["lost"] == 1


def test_what_is_revised_is_known_but_was_wrong() -> None:
    _, truth = made()
    events = right(truth)
    good = {key: events[50][key] for key in ("seat", "card", "action", "position", "certainty")}
    events[50] = {**events[50], "position": "A:01,03,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"}
    mend = {"t": events[50]["t"], "n": 0, "type": "revised", "ply": 51, "position": good["position"], "moves": [good]}
    counts = judge_inferred(truth, [*events[:51], mend, *events[51:]]).counts
    assert (counts["wrong"], counts["revised"], counts["lost"]) == (1, 1, 0)
    assert counts["known move"] == counts["all move"]


def test_the_curve_tells_how_often_a_certainty_was_right() -> None:
    curve = Curve()
    for number in range(20):
        curve.add(0.93, number < 18)
    curve.add(0.5, False)
    assert curve.lines() == ["  0.5       1    0.00 %", "  0.9      20   90.00 %"]
    assert dict(judge_inferred(made()[1], right(made()[1])).curve.right) == {
        9: sum(row["changes"] for row in made()[1][1:])
    }
