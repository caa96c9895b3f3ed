"""A live evening that was recorded plays the same again."""

import json
import threading

import pytest
from command import tastkreis
from test_stopping import wait_until

from companion.cli import live
from companion.cli.live import MOST_WAITING, LiveTable
from companion.cli.publish import Publisher
from companion.cli.recording import Recording, not_before
from companion.cli.tables import new_session
from companion.facts import Fact
from companion.inputs import CardTag, OccupancyFrame, Said
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording

PLIES = 14


def moves(path):
    events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [(e["seat"], e["card"], e["action"], e["position"]) for e in events if e["type"] == "move"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """The trace and the events of a short live evening on the virtual table, played over a pseudo-terminal."""
    folder = tmp_path_factory.mktemp("evening")
    trace, events = folder / "evening.trace", folder / "live.jsonl"
    done = tastkreis("demo", "--variant", "duel", "--plies", PLIES, "--speed", 6, "--no-wait", "--no-http", "--speech",
                     "none", "--events", events, "--record-trace", trace)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return trace, events


def replayed(trace, folder, name, *options):
    events = folder / name
    done = tastkreis("run", "--board", f"trace:{trace}", "--events", events, *options)
    assert done.returncode == 0, done.stderr
    return events, done


def test_it_plays_to_the_same_moves(evening, tmp_path):
    trace, live = evening
    again, _ = replayed(trace, tmp_path, "again.jsonl")
    assert len(moves(live)) >= PLIES - 1
    assert moves(again) == moves(live)


def test_it_gives_the_same_events_byte_for_byte(evening, tmp_path):
    first, _ = replayed(evening[0], tmp_path, "1.jsonl")
    second, _ = replayed(evening[0], tmp_path, "2.jsonl")
    assert first.read_bytes() == second.read_bytes()


def test_printing_what_is_said_changes_no_event(evening, tmp_path):
    timed, quiet = replayed(evening[0], tmp_path, "timed.jsonl")
    printed, told = replayed(evening[0], tmp_path, "printed.jsonl", "--speech", "print")
    assert timed.read_bytes() == printed.read_bytes()
    assert quiet.stderr == ""
    assert told.stderr.startswith("« ")
    spoken = [json.loads(line) for line in printed.read_text("utf-8").splitlines() if '"speech"' in line]
    assert len({event["t"] for event in spoken}) > 5


def test_nothing_is_stored_of_a_trace(evening, tmp_path):
    done = tastkreis("run", "--board", f"trace:{evening[0]}", "--speech", "none", cwd=tmp_path)
    assert done.returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def recorded(tmp_path):
    """A table that records, and its trace."""
    session = new_session()
    session.begin("tac", {"variant": "duel", "deck": "basic", "first": "A"})
    session.take(Said(0.0, "pace A quick"))
    table = LiveTable(session, Publisher(None), lambda: 1.0)
    desk = LiveDesk(SpeechDesk(Wording("en"), SilentVoice(), table.report), lambda: 1.0)
    table.speak_through(desk)
    recording = Recording(str(tmp_path / "trace"), lambda what, line: None)
    table.record(recording)
    yield table, recording, tmp_path / "trace"
    desk.close()
    recording.close()


def run(table, *sayings):
    """Says these things, one after the other, to the running table; what was refused."""
    thread = threading.Thread(target=table.run)
    thread.start()
    refused = []
    for saying in sayings:
        try:
            table.submit(saying, "phone")
        except ValueError as error:
            refused.append((saying, str(error)))
    table.stop()
    thread.join()
    table.finish()
    return refused


def said(path):
    return [line.split(">", 1)[1] for line in path.read_text("utf-8").splitlines() if ">" in line]


def test_only_what_was_accepted_is_recorded(recorded):
    table, _, path = recorded
    refused = run(table, "card A 99", "dance", "language xx", "takeback", "game chess", "pace C slow", "set Q",
                  "again")  # fmt: skip
    assert {saying for saying, _ in refused} == {"card A 99", "dance", "language xx", "takeback", "game chess", "set Q"}
    begun = ["game tac basic duel first=A position=A:y,y,y,y C:y,y,y,y", "pace A quick"]
    assert said(path) == [*begun, "pace C slow", "again"]


def test_what_a_page_was_told_is_not_done_is_not_done_later(recorded, monkeypatch):
    monkeypatch.setattr(live, "REPLY_S", 0.05)
    table, _, path = recorded
    with pytest.raises(ValueError, match="the table does not answer"):
        table.submit("pace C slow", "phone")
    monkeypatch.setattr(live, "REPLY_S", 60.0)
    assert run(table, "pace A slow") == []
    assert "pace C slow" not in said(path)
    assert "pace A slow" in said(path)


def test_what_has_begun_is_waited_for(recorded, monkeypatch):
    """A page is told how it went, although the table thinks for longer than it may take to begin."""
    monkeypatch.setattr(live, "REPLY_S", 0.01)
    monkeypatch.setattr(live.Wish, "is_claimed", lambda wish: True)
    table, _, _ = recorded

    def think():
        wish = table._queue.get(timeout=60)
        threading.Event().wait(0.2)
        wish.reply.put(None)

    thread = threading.Thread(target=think)
    thread.start()
    table.submit("pace A slow", "phone")
    thread.join()


def test_the_seats_of_every_game_are_heard_and_recorded(tmp_path):
    session = new_session()
    session.begin("tactiki", {"memory": "aid"})
    table = LiveTable(session, Publisher(None), lambda: 1.0)
    desk = LiveDesk(SpeechDesk(Wording("en"), SilentVoice(), table.report), lambda: 1.0)
    table.speak_through(desk)
    recording = Recording(str(tmp_path / "trace"), lambda what, line: None)
    table.record(recording)
    refused = run(table, "pace T quick", "hand K 3,5,1,2,4,2,3,5,1,4", "card K 3", "pace Z quick", "hand A 1,2")
    desk.close()
    recording.close()
    assert {saying for saying, _ in refused} == {"pace Z quick", "hand A 1,2"}
    begun, *rest = said(tmp_path / "trace")
    assert begun.startswith("game tactiki aid position=T:a1.1=?,")
    assert rest == ["pace T quick", "hand K 3,5,1,2,4,2,3,5,1,4", "card K 3"]


def test_lines_of_the_board_stand_where_they_counted(recorded):
    table, recording, path = recorded
    recording.wire(2.0, b"$first")
    table.deliver(OccupancyFrame(2.0, 0))
    recording.wire(1.5, b"$late")
    table.deliver(CardTag(1.5, "pit", "-", None))
    run(table)
    assert [line.split(" ", 1) for line in path.read_text().splitlines()[2:]] == [
        ["2.000", "$first"],
        ["2.000", "$late"],
        ["2.000", "!plugged"],
    ]


def test_a_table_that_is_broken_off_does_nothing_of_what_still_waits(recorded):
    table, _, path = recorded
    for _ in range(MOST_WAITING - 1):
        table.deliver(CardTag(1.0, "pit", "-", None))
    table.break_off()
    table.deliver(CardTag(1.0, "pit", "-", None))
    table.run()
    table.finish()
    assert table.session.now == 0.0
    assert "!plugged" not in path.read_text()


def test_time_never_runs_back_in_a_recording():
    assert not_before(2.0, 1.0) == 2.0
    assert not_before(1.0, 1.0) == 1.0
    assert not_before(1.0, 1.0004) == 1.001
    assert not_before(1.0, 1.001) == 1.001


def test_pages_never_see_an_event_with_the_old_state(recorded):
    table, _, _ = recorded
    seen = []
    table.publisher.wire(lambda fact, number: seen.append((fact.kind, table.state.get("connected"))))
    table._tell([Fact("board", 0.0, {"connected": True, "source": "x", "reason": ""})])
    table.deliver(OccupancyFrame(2.0, 0))
    run(table)
    assert ("board", True) in seen[1:]


def test_a_board_that_sends_more_than_the_table_can_do_is_made_to_wait(recorded):
    """Nothing piles up: the board's thread waits, and goes on when the table is closed."""
    table, _, _ = recorded
    delivered = []

    def flood():
        for number in range(2 * MOST_WAITING):
            table.deliver(OccupancyFrame(0.0, 0))
            delivered.append(number)

    board = threading.Thread(target=flood)
    board.start()
    wait_until(lambda: len(delivered) >= MOST_WAITING)
    board.join(0.2)
    assert len(delivered) == MOST_WAITING
    runner = threading.Thread(target=table.run)
    runner.start()
    board.join(60)
    assert len(delivered) == 2 * MOST_WAITING
    table.stop()
    runner.join()

    board = threading.Thread(target=flood)
    board.start()
    board.join(0.1)
    table.finish()
    board.join(60)
    assert not board.is_alive()
