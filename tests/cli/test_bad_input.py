"""Bad input: one clear line, exit status 2, and nothing that was there before is changed."""

import os
import pty
import shutil
import socket
import sqlite3
from importlib import metadata

import pytest
import serial
from command import tastkreis

from companion.facts import Fact
from companion.store.log import Log


@pytest.fixture
def room(tmp_path):
    """A folder with everything that can be wrong with a file."""
    (tmp_path / "text.db").write_text("This is no log.\n" * 100)
    _foreign(tmp_path / "foreign.db")
    with Log(tmp_path / "good.db", "2024-01-01") as log:
        log.append([Fact("game", 0.0, {"game": "tac", "settings": {"variant": "duel", "deck": "basic"}, "rules": {}})])
    shutil.copy(tmp_path / "good.db", tmp_path / "newer.db")
    _change(tmp_path / "newer.db", "PRAGMA user_version = 99")
    shutil.copy(tmp_path / "good.db", tmp_path / "torn.db")
    _change(tmp_path / "torn.db", "UPDATE facts SET data = '{'")
    shutil.copy(tmp_path / "good.db", tmp_path / "odd.db")
    _change(tmp_path / "odd.db", "UPDATE facts SET data = replace(data, 'duel', 'dance')")
    half = (tmp_path / "good.db").read_bytes()
    (tmp_path / "half.db").write_bytes(half[: len(half) // 2])
    (tmp_path / "timeless.trace").write_text("0.000 >game tac basic duel\nhello\n")
    (tmp_path / "unread.trace").write_text("0.000 >game tac basic duel\n1.000 >card A 99\n")
    (tmp_path / "verb.trace").write_text("0.000 >game tac basic duel\n0.500 noise\n1.000 >dance\n")
    (tmp_path / "variant.trace").write_text("0.000 noise\n0.000 >game tac basic dance\n")
    (tmp_path / "back.trace").write_text("1.000 >game tac basic duel\n0.500 >done\n")
    (tmp_path / "rules.toml").write_text("colour = [\n")
    (tmp_path / "profile.json").write_text("{}")
    (tmp_path / "tags.json").write_text("[1, 2")
    (tmp_path / "full.trace").write_text("0.000 >done\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "good.trace").write_text("0.000 >game tac basic duel\n1.000 !plugged\n")
    (tmp_path / "bad.record").write_text('{"game":"tac","colour":"red"}\n')
    return tmp_path


def _foreign(path):
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE birds (name TEXT)")
    base.commit()
    base.close()


def _change(path, statement):
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


RUN = ("run", "--no-http", "--speech", "none")
CASES = [
    # what is given, and what the line has to name
    ("", "command", ["dance"], ["unknown command", "dance"]),
    ("", "option", ["run", "--dance"], ["--dance"]),
    ("", "shortened option", ["run", "--lang", "de"], ["--lang"]),
    ("", "option without value", ["run", "--log"], ["--log"]),
    ("", "board kind", [*RUN, "--board", "wood"], ["--board wood", "serial:PORT"]),
    ("", "camera", [*RUN, "--board", "camera:0"], ["camera:0", "--profile"]),
    ("", "gpio", [*RUN, "--board", "gpio:pins.toml"], ["gpio:pins.toml", "No such file"]),
    ("", "board without place", [*RUN, "--board", "serial:"], ["--board serial:"]),
    ("", "two boards", [*RUN, "--board", "virtual", "--board", "virtual"], ["--board", "joined"]),
    ("", "no such port", [*RUN, "--board", "serial:nowhere"], ["--board serial:nowhere: there is no serial port"]),
    ("", "no port but a file", [*RUN, "--board", "serial:{room}/text.db"], ["text.db", "serial port"]),
    ("", "no log", [*RUN, "--log", "{room}/text.db"], ["--log", "text.db", "no log"]),
    ("", "foreign log", [*RUN, "--log", "{room}/foreign.db"], ["foreign.db", "no log of this program"]),
    ("", "newer log", [*RUN, "--log", "{room}/newer.db"], ["newer.db", "newer version"]),
    ("", "log of another game", [*RUN, "--log", "{room}/odd.db"], ["odd.db", "dance"]),
    ("", "log is a folder", [*RUN, "--log", "{room}"], ["--log", "folder"]),
    ("", "log in no folder", [*RUN, "--log", "{room}/none/evening.db"], ["--log", "no folder"]),
    ("", "events in no folder", [*RUN, "--events", "{room}/none/e.jsonl"], ["--events", "No such file"]),
    ("", "record into a folder", [*RUN, "--record-trace", "{room}"], ["--record-trace", "Is a directory"]),
    ("", "record in no folder", [*RUN, "--record-trace", "{room}/none/t"], ["--record-trace", "No such file"]),
    ("", "same file twice", [*RUN, "--events", "{room}/new.db", "--log", "{room}/new.db"], ["--events", "--log"]),
    ("", "address", ["run", "--speech", "none", "--http", "localhost"], ["--http", "localhost"]),
    ("", "port of an address", ["run", "--speech", "none", "--http", "localhost:99999"], ["--http", "99999"]),
    ("", "names without seat", [*RUN, "--names", "Anna"], ["--names", "Anna"]),
    ("", "names of no seat", [*RUN, "--names", "Z=Anna"], ["--names", "Z=Anna"]),
    ("", "names twice", [*RUN, "--names", "A=Anna,B=Anna"], ["--names", "B=Anna"]),
    ("", "empty name", [*RUN, "--names", "A="], ["--names", "A="]),
    ("", "rule", [*RUN, "--rule", "colour=red"], ["colour"]),
    ("", "rule without value", [*RUN, "--rule", "colour"], ["colour"]),
    ("", "rules file", [*RUN, "--rules", "{room}/rules.toml"], ["rules.toml"]),
    ("", "no rules file", [*RUN, "--rules", "{room}/none.toml"], ["none.toml", "No such file"]),
    ("", "profile", [*RUN, "--profile", "{room}/profile.json"], ["profile.json"]),
    ("", "no profile", [*RUN, "--profile", "{room}/none.json"], ["none.json"]),
    ("", "tags", [*RUN, "--tags", "{room}/tags.json"], ["tags.json"]),
    ("", "position", [*RUN, "--position", "A:99"], ["A:99"]),
    ("", "variant", [*RUN, "--variant", "dance"], ["dance"]),
    ("", "deck", [*RUN, "--deck", "skat"], ["skat"]),
    ("", "game", [*RUN, "--game", "chess"], ["chess"]),
    ("", "first", [*RUN, "--first", "Z"], ["--first", "Z"]),
    ("", "first sits not there", [*RUN, "--variant", "duel", "--first", "B"], ["B"]),
    ("", "first plays not here", [*RUN, "--game", "tactik", "--variant", "three", "--first", "D"],
     ["--first D", "A, B, C"]),
    ("", "two ears of a seat", [*RUN, "--game", "tactix", "--audio", "w=hall", "--audio", "w=ear"],
     ["--audio", "w=ear"]),
    ("", "memory of another kind", [*RUN, "--game", "tactiki", "--memory", "foo"], ["--memory foo", "no-aid, aid"]),
    ("", "no memory aid", [*RUN, "--game", "tactix", "--memory", "aid"], ["--memory aid", "tactix"]),
    ("", "names in a demonstration", ["demo", "--no-http", "--names", "Z=Anna"], ["--names", "Z=Anna"]),
    ("", "language", [*RUN, "--language", "tlh"], ["--language", "tlh"]),
    ("", "voice", ["run", "--speech", "song"], ["--speech", "song"]),
    ("", "no trace", [*RUN, "--board", "trace:{room}/none.trace"], ["none.trace", "No such file"]),
    ("", "trace is a folder", [*RUN, "--board", "trace:{room}"], ["--board trace:", "directory"]),
    ("", "line without time", [*RUN, "--board", "trace:{room}/timeless.trace"], ["timeless.trace:2:", "time"]),
    ("", "unknown card", [*RUN, "--board", "trace:{room}/unread.trace"], ["unread.trace:2:", "99"]),
    ("", "unknown verb", [*RUN, "--board", "trace:{room}/verb.trace"], ["verb.trace:3:", "dance"]),
    ("", "unknown variant", [*RUN, "--board", "trace:{room}/variant.trace"], ["variant.trace:2:", "dance"]),
    ("", "time runs back", [*RUN, "--board", "trace:{room}/back.trace"], ["back.trace:2:", "backwards"]),
    ("", "speed", ["demo", "--speed", "0"], ["--speed"]),
    ("", "endless speed", ["demo", "--speed", "inf"], ["--speed"]),
    ("", "plies", ["demo", "--plies", "0"], ["--plies"]),
    ("", "log of a demo", ["demo", "--log", "x.db"], ["--log"]),
    ("", "variant of a demo", ["demo", "--variant", "dance"], ["dance"]),
    ("", "record", ["replay", "{room}/bad.record"], ["bad.record"]),
    ("", "no record", ["replay", "{room}/none.record"], ["none.record"]),
    ("", "incidents of no log", ["incidents", "{room}/text.db"], ["text.db"]),
    ("", "incidents of a foreign log", ["incidents", "{room}/foreign.db"], ["foreign.db"]),
    ("", "incidents of a torn log", ["incidents", "{room}/torn.db"], ["torn.db", "damaged"]),
    ("", "incidents of half a log", ["incidents", "{room}/half.db"], ["half.db", "damaged"]),
    ("", "incidents of nothing", ["incidents", "{room}/none.db"], ["none.db"]),
    ("", "game of a log", ["incidents", "{room}/good.db", "--game", "7"], ["--game 7"]),
    ("", "salvage of no name", ["salvage", ""], ["''", "no name"]),
    ("", "board of a camera is a pipe", ["calibrate", "camera", "--board", "{room}/pipe", "--profile", "p",
                                         "--pictures", "a.jpg"], ["--board", "pipe"]),
    ("", "sound into no folder", [*RUN, "--speech-wav", "{room}/text.db"], ["--speech-wav", "text.db", "no folder"]),
    ("", "sound into a folder without room", [*RUN, "--speech-wav", "/proc/said"], ["--speech-wav /proc/said: No"]),
    ("", "events of a trace on a full disk", [*RUN, "--board", "trace:{room}/good.trace", "--events", "/dev/full"],
     ["--events /dev/full", "No space"]),
    ("", "explain no trace", ["explain-trace", "{room}/none.trace"], ["none.trace"]),
    ("", "explain a bad trace", ["explain-trace", "{room}/timeless.trace"], ["timeless.trace:2:"]),
    ("{", "no JSON", ["legal"], ["line 1"]),
    ('{"game":"tac"}', "too little", ["legal"], ["line 1", "missing"]),
]


@pytest.mark.parametrize(("stdin", "name", "words", "told"), CASES, ids=[case[1] for case in CASES])
def test_bad_input_is_one_line(stdin, name, words, told, room):
    before = contents(room)
    done = tastkreis(*[word.format(room=room) for word in words], stdin=stdin, cwd=room)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for part in told:
        assert part in done.stderr
    after = contents(room)
    assert {path: after.get(path) for path in before} == before


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_log_in_use(room):
    before = (room / "good.db").read_bytes()
    with Log(room / "good.db", "2024-01-02"):
        done = tastkreis(*RUN, "--log", room / "good.db")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "in use" in done.stderr
    assert (room / "good.db").read_bytes() == before


def test_serial_port_in_use(room):
    master, slave = pty.openpty()
    port = os.ttyname(slave)
    try:
        with serial.Serial(port, exclusive=True):
            done = tastkreis(*RUN, "--board", f"serial:{port}")
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert f"{port} is in use" in done.stderr
    finally:
        os.close(master)
        os.close(slave)


def test_address_taken(room):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = tastkreis("run", "--speech", "none", "--http", f"127.0.0.1:{port}", "--log", room / "good.db")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert f"127.0.0.1:{port}" in done.stderr
    assert "another program" in done.stderr


def test_earlier_events_survive_a_start_that_fails(room):
    events = room / "events.jsonl"
    events.write_text("yesterday\n")
    assert tastkreis(*RUN, "--events", events, "--board", "serial:nowhere").returncode == 2
    assert events.read_text() == "yesterday\n"


def test_a_key_that_is_told_twice_is_not_read_as_one():
    done = tastkreis("legal", stdin='{"game":"tac","deck":"basic","deck":"master","variant":"duel"}\n')
    assert (done.returncode, done.stdout) == (2, "")
    assert "'deck' is told twice" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_version_is_that_of_the_package():
    done = tastkreis("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"tastkreis {metadata.version('tastkreis')}\n", "")
