"""A table that tells its Tricksters and no other card, with `--cards auto`: it is followed, and nobody is asked."""

import pytest

from companion.cli.tables import new_session
from companion.sensing.reader import SentenceReader
from companion.sensing.trace import read_trace
from engine.tac.board.holes import LAYOUT
from tests.people.inferred import judge_inferred
from tests.plain.strangers import stranger


def with_tricksters(trace, truth, word_s):
    """The trace in which each Trickster is told when it is laid, or so long after its exchange."""
    told = [
        (row["t_first"] - 0.3 if word_s is None else row["t_done"] + word_s, f">card {row['seat']} trickster")
        for row in truth[1:] if row["card"] == "trickster" and "~" in row["action"]
    ]  # fmt: skip
    lines = [(float(line.split(b" ", 1)[0]), line) for line in trace.splitlines()]
    lines += [(t, f"{t:.3f} {text}".encode()) for t, text in told]
    return b"\n".join(line for _, line in sorted(lines, key=lambda pair: pair[0])) + b"\n", len(told)


@pytest.mark.parametrize(("habit", "word_s"), [("overlaps", None), ("calm", 0.8)])
def test_nothing_else_has_to_be_told(tmp_path, habit, word_s):
    trace, truth = stranger(31, habit, "teams", "basic", limit=80)
    trace, count = with_tricksters(trace, truth, word_s)
    path = tmp_path / "evening.trace"
    path.write_bytes(trace)
    session, facts = new_session(cards="auto"), []
    for each in read_trace(path, SentenceReader(LAYOUT, {})):
        facts += session.take(each)
    facts += session.tick(session.now + 10.0)
    assert count > 2
    events = [{"n": n, "type": fact.kind, "t": fact.t, **fact.data} for n, fact in enumerate(facts)]
    found = judge_inferred(truth, events)
    assert found.counts["known exchange"] == found.counts["all exchange"] >= count
    assert found.counts["known move"] >= found.counts["all move"] - 2
    assert found.counts["violation"] == 0
    assert found.counts["wrong"] == 0
    exchanges = [fact for fact in facts if fact.kind == "question"
                 if any("~" in choice["action"] for choice in fact.data["choices"])]  # fmt: skip
    assert exchanges == []
