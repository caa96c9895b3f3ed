"""A disk that fills up in the middle of the evening: it is said, play goes on, and nothing is lost."""

import json
import os
import re
import resource
import sqlite3
import threading

import pytest
from command import PATIENCE_S
from test_live_table import Page
from test_stopping import ended, running, wait_until

from companion.store.log import read_games

LINE = re.compile(r"http://\S+")


class Evening:
    """A table with log, events and trace; `lines` is what it says on standard error."""

    def __init__(self, process, folder):
        self.process, self.folder, self.lines = process, folder, []
        threading.Thread(target=self._read, daemon=True).start()
        url = wait_until(lambda: next((LINE.search(line).group() for line in self.lines if LINE.search(line)), ""))
        self.page = Page(url)
        wait_until(lambda: self.page.state["phase"] == "play")
        self.play(0)

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())

    def has_said(self, text):
        return any(text in line for line in self.lines)

    def play(self, number):
        """Each of the four seats in turn discards a 3: nobody has a piece outside."""
        assert self.page.post("api/say", text=f"card {'ABCD'[number % 4]} 3") == 200
        wait_until(lambda: self.page.state["ply"] > number)

    def limit(self, size):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def events(self, path):
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    def end(self):
        self.process.send_signal(15)
        assert self.process.wait(PATIENCE_S) == 0


@pytest.fixture
def evening(tmp_path):
    options = ("run", "--http", "127.0.0.1:0", "--speech", "print", "--language", "en", "--log", tmp_path / "e.db",
               "--events", tmp_path / "e.jsonl", "--record-trace", tmp_path / "e.trace")  # fmt: skip
    with running(*options) as process:
        yield Evening(process, tmp_path)


def logged(path):
    (game,) = read_games(path)
    return [fact for fact in game if fact.kind == "move"]


def test_a_full_disk_is_said_and_everything_is_written_when_there_is_room(evening, tmp_path):
    evening.limit(0)
    for number in range(1, 6):
        evening.play(number)
    wait_until(lambda: evening.has_said("« The game cannot be saved just now"))
    wait_until(lambda: evening.has_said("--events: "))
    wait_until(lambda: evening.has_said("--record-trace: "))
    evening.limit(resource.RLIM_INFINITY)
    wait_until(lambda: evening.has_said("« The game is saved again"))
    evening.play(6)
    evening.end()
    assert not evening.has_said("Traceback")
    assert len(logged(tmp_path / "e.db")) == 7
    events = evening.events(tmp_path / "e.jsonl")
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert sum(event["type"] == "move" for event in events) == 7
    said = [line for line in (tmp_path / "e.trace").read_text().splitlines() if ">card" in line]
    assert len(said) == 7


def test_files_deleted_in_mid_play_are_there_again(evening, tmp_path):
    for name in ("e.db", "e.jsonl", "e.trace"):
        (tmp_path / name).unlink()
    evening.play(1)
    wait_until(lambda: evening.has_said("« The file of this game had vanished"))
    wait_until(lambda: evening.has_said("« The file with the record had vanished"))
    evening.end()
    assert len(logged(tmp_path / "e.db")) == 2
    assert sum(event["type"] == "move" for event in evening.events(tmp_path / "e.jsonl")) == 2
    assert (tmp_path / "e.trace").read_text().startswith("0.000 >game")


def test_a_log_emptied_in_mid_play_is_written_anew(evening, tmp_path):
    evening.play(1)
    os.truncate(tmp_path / "e.db", 0)
    wait_until(lambda: evening.has_said("« The file of this game had been overwritten"))
    evening.play(2)
    evening.process.kill()
    evening.process.wait(PATIENCE_S)
    assert [fact.data["seat"] for fact in logged(tmp_path / "e.db")] == ["A", "B", "C"]


def test_events_and_trace_written_over_in_mid_play_are_written_anew(evening, tmp_path):
    os.truncate(tmp_path / "e.jsonl", 0)
    (tmp_path / "e.trace").write_text("something else\n")
    evening.play(1)
    wait_until(lambda: sum("« The file with the record had been overwritten" in line for line in evening.lines) >= 1)
    evening.end()
    numbers = [event["n"] for event in evening.events(tmp_path / "e.jsonl")]
    assert numbers == list(range(1, len(numbers) + 1))
    trace = (tmp_path / "e.trace").read_text()
    assert trace.startswith("0.000 >game")
    assert trace.count(">card") == 2
    aside = tmp_path / "e.overwritten.trace"
    assert (aside.read_text(), oct(aside.stat().st_mode & 0o777)) == ("something else\n", oct(0o600))


def test_files_with_hands_are_for_their_owner_alone(evening, tmp_path):
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(["e.db", "e.db-wal", "e.jsonl", "e.trace"], oct(0o600))


def test_the_same_command_starts_again_after_a_kill(tmp_path):
    options = ("run", "--no-http", "--speech", "none", "--record-trace", tmp_path / "e.trace")
    for name in ("e.trace", "e-2.trace", "e-3.trace"):
        with running(*options) as process:
            wait_until(lambda wanted=tmp_path / name: wanted.exists() and wanted.stat().st_size)
            process.kill()
            told = process.stderr.read()
        assert ("e.trace holds an earlier evening" in told) == (name != "e.trace")
    assert all((tmp_path / name).read_text().startswith("0.000 >game") for name in ("e.trace", "e-2.trace"))


def test_a_damaged_log_is_set_aside_with_a_word_and_play_goes_on(evening, tmp_path):
    evening.play(1)
    evening.end()
    path = tmp_path / "e.db"
    data = bytearray(path.read_bytes())
    data[-100:] = bytes(100)
    half = data[: len(data) // 2]
    path.write_bytes(half)
    options = ("run", "--no-http", "--speech", "print", "--language", "en", "--log", path)
    with running(*options) as process:
        line = process.stderr.readline()
        assert "e.db is damaged" in line
        assert "e.broken.db" in line
        wait_until(lambda: "The saved game was damaged" in process.stderr.readline())
        assert ended(process)[0] == 0
    assert (tmp_path / "e.broken.db").read_bytes() == bytes(half)
    assert os.path.exists(path)


@pytest.mark.parametrize("change", [
    "UPDATE facts SET data = json_set(data, '$.action', 7) WHERE kind = 'move' AND id = {last}",
    "UPDATE facts SET data = json_remove(data, '$.position') WHERE id = {last}",
])  # fmt: skip
def test_a_log_with_an_odd_row_is_set_aside_and_what_came_before_goes_on(change, evening, tmp_path):
    evening.play(1)
    evening.play(2)
    evening.end()
    path = tmp_path / "e.db"
    base = sqlite3.connect(path)
    (last,) = base.execute("SELECT max(id) FROM facts WHERE kind = 'move'").fetchone()
    base.execute(change.format(last=last))
    base.commit()
    base.close()
    options = ("run", "--http", "127.0.0.1:0", "--speech", "print", "--language", "en", "--log", path)
    with running(*options) as process:
        assert "e.db is damaged: a fact 'move' whose" in process.stderr.readline()
        line = wait_until(lambda: next((x for x in process.stderr if "http://" in x), ""))
        page = Page(LINE.search(line).group())
        # The card of the damaged play lies there, cannot be used, and is discarded anew.
        wait_until(lambda: page.state["ply"] == 3)
        assert ended(process)[0] == 0
