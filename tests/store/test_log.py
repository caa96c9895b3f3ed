"""The log: on the disk before anybody hears of it, for one writer, in a form that is checked."""

import contextlib
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from companion.facts import Fact, check
from companion.store.errors import LogInUse, NewerLog, StoreError, UnreadableLog
from companion.store.log import Log, read_fact, read_games
from companion.store.schema import DURABLE, VERSION, durability, make_durable

GAME = Fact("game", 0.0, {"game": "tac", "settings": {"variant": "duel"}, "rules": {}})
MOVE = Fact("move", 1.5, {"seat": "A", "card": "1", "action": "Ay-00", "position": "Ü", "choices": [{"card": "1"}]})
LIFT = Fact("lift", 2.0, {"cell": "05"})
WON = Fact("won", 9.0, {"seats": ["A"]})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evening.db"


def opened(path):
    return Log(path, "2024-01-01T20:00:00+01:00")


def test_facts_come_back_as_they_were(path):
    with opened(path) as log:
        log.append([GAME, MOVE])
        log.append([LIFT])
        assert log.last_game() == [GAME, MOVE, LIFT]
    with opened(path) as log:
        assert log.last_game() == [GAME, MOVE, LIFT]
    assert read_games(path) == [[GAME, MOVE, LIFT]]


def test_the_last_game_begins_with_its_game(path):
    with opened(path) as log:
        log.append([GAME, MOVE, WON])
        log.append([GAME])
        log.append([MOVE, MOVE])
        assert log.last_game() == [GAME, MOVE, MOVE]
    assert [len(game) for game in read_games(path)] == [3, 3]


def test_facts_before_any_game_belong_to_none(path):
    with opened(path) as log:
        log.append([Fact("board", 0.0, {"connected": True})])
        assert log.last_game() == []
        log.append([GAME])
    assert read_games(path) == [[GAME]]


DIES = """
import os, sys
from companion.facts import Fact, check
from companion.store.log import Log
log = Log(sys.argv[1], "now")
log.append([Fact("game", 0.0, {})])
for number in range(5):
    log.append([Fact("lift", number, {"cell": "05"})])
if sys.argv[2] == "move":
    log.append([Fact("move", 9.0, {"action": "05-06"})])
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize(("last", "kept"), [("move", 7), ("touch", 6)])
def test_what_is_announced_is_on_the_disk_when_append_returns(path, last, kept):
    subprocess.run([sys.executable, "-c", DIES, path, last], check=False)
    (game,) = read_games(path)
    assert len(game) == kept
    with opened(path) as log:
        assert len(log.last_game()) == kept


def test_every_run_with_facts_has_a_row(path):
    opened(path).close()
    for _ in range(2):
        with opened(path) as log:
            log.append([GAME])
            log.append([MOVE])
    base = sqlite3.connect(path)
    assert base.execute("SELECT count(*) FROM runs").fetchone() == (2,)
    assert base.execute("SELECT run, count(*) FROM facts GROUP BY run").fetchall() == [(1, 2), (2, 2)]
    base.close()


def change(path, *statements):
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


@pytest.mark.parametrize(
    ("statement", "error", "told"),
    [
        (f"PRAGMA user_version = {VERSION + 1}", NewerLog, "newer version"),
        ("PRAGMA user_version = 0", UnreadableLog, "unknown form"),
        ("PRAGMA application_id = 7", UnreadableLog, "no log of this program"),
    ],
)
def test_a_log_of_another_form_is_left_as_it_is(path, statement, error, told):
    with opened(path) as log:
        log.append([GAME])
    change(path, statement)
    before = path.read_bytes()
    for use in (opened, read_games):
        with pytest.raises(error, match=told):
            use(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"This is a letter, no log. " * 200, b"SQLite format 3\x00" + b"\x07" * 4000])
def test_a_file_that_is_no_log_is_left_as_it_is(path, content):
    path.write_bytes(content)
    for use in (opened, read_games):
        with pytest.raises(UnreadableLog, match=r"evening\.db"):
            use(path)
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_log(path):
    path.touch()
    with opened(path) as log:
        log.append([GAME])
    assert read_games(path) == [[GAME]]


def test_a_start_that_was_cut_off_can_be_repeated(path):
    change(path, "PRAGMA journal_mode = WAL")
    with opened(path) as log:
        log.append([GAME])
    assert read_games(path) == [[GAME]]


def test_damaged_facts_are_told(path):
    with opened(path) as log:
        log.append([GAME])
    change(path, "UPDATE facts SET data = '{'")
    with opened(path) as log, pytest.raises(UnreadableLog, match="damaged"):
        log.last_game()
    with pytest.raises(UnreadableLog):
        read_games(path)


def test_a_second_writer_is_refused(path):
    with opened(path) as log:
        log.append([GAME])
        with pytest.raises(LogInUse, match="in use"):
            opened(path)
        log.append([MOVE])
        assert log.last_game() == [GAME, MOVE]
    opened(path).close()


def test_places_that_cannot_hold_a_log(tmp_path):
    with pytest.raises(UnreadableLog, match="folder"):
        opened(tmp_path)
    with pytest.raises(UnreadableLog, match="no folder"):
        opened(tmp_path / "none" / "evening.db")
    with pytest.raises(FileNotFoundError):
        read_games(tmp_path / "none.db")


def test_reading_creates_and_changes_nothing(path):
    with opened(path) as log:
        log.append([GAME, MOVE])
    before = path.read_bytes()
    read_games(path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_log_in_use_is_not_read(path):
    with opened(path) as log:
        log.append([GAME])
        with pytest.raises(LogInUse, match="in use"):
            read_games(path)


def test_names_with_odd_characters(tmp_path):
    path = tmp_path / "a b#c?d%20.db"
    with opened(path) as log:
        log.append([GAME])
    assert read_games(path) == [[GAME]]


def test_every_error_has_one_root():
    for error in (LogInUse, NewerLog, UnreadableLog):
        assert issubclass(error, StoreError)


def test_data_is_plain_json(path):
    with opened(path) as log:
        log.append([GAME, MOVE])
    base = sqlite3.connect(path)
    rows = base.execute("SELECT kind, data FROM facts ORDER BY id").fetchall()
    base.close()
    assert [(kind, json.loads(data)) for kind, data in rows] == [("game", GAME.data), ("move", MOVE.data)]


def test_facts_are_kept_so_that_a_power_cut_takes_none(path):
    with opened(path) as log:
        assert log.durability() == {"journal_mode": "wal", "synchronous": 2, "locking_mode": "exclusive"}


def test_each_of_these_is_set_whatever_this_system_takes_for_usual(path):
    """What SQLite is built with differs: where FULL is usual, an order that is misspelt is not missed."""
    with contextlib.closing(sqlite3.connect(path)) as base:
        for name, other in {"synchronous": "OFF", "journal_mode": "DELETE", "locking_mode": "NORMAL"}.items():
            base.execute(f"PRAGMA {name} = {other}")
        assert not set(durability(base).items()) & set(DURABLE.items())
        make_durable(base)
        assert durability(base) == DURABLE


@pytest.mark.parametrize("misspelt", ["synchronous", "journal_mode", "locking_mode"])
def test_a_log_that_cannot_be_kept_so_is_not_opened(path, monkeypatch, misspelt):
    """SQLite passes over a name that it does not know without a word; so what it answers is looked at."""
    execute = sqlite3.Connection.execute

    class Misspelt(sqlite3.Connection):
        def __init__(self, *place, **how):
            super().__init__(*place, **how)
            execute(self, "PRAGMA synchronous = OFF")  # the standard differs from system to system

        def execute(self, statement, *more):
            return execute(self, statement.replace(f"PRAGMA {misspelt} =", "PRAGMA misspelt ="), *more)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *place, **how: connect(*place, **how, factory=Misspelt))
    with pytest.raises(UnreadableLog, match="safely"):
        opened(path)


FIRST_FORM = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, started_at TEXT NOT NULL);
CREATE TABLE facts (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, t REAL NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX facts_by_kind ON facts (kind, id);
INSERT INTO runs VALUES (1, '2024-01-01');
INSERT INTO facts VALUES (1, 1, 0.0, 'game', '{"game": "tac"}');
PRAGMA application_id = 2052886037;
PRAGMA user_version = 1;
"""


def test_a_log_of_the_first_form_is_read_and_brought_to_the_present_one(path):
    base = sqlite3.connect(path)
    base.executescript(FIRST_FORM)
    base.close()
    assert read_games(path) == [[Fact("game", 0.0, {"game": "tac"})]]
    with Log(path, "2024-02-02", "tastkreis 9") as log:
        log.append([MOVE])
    base = sqlite3.connect(path)
    assert base.execute("SELECT started_at, program, is_ended FROM runs").fetchall() == [
        ("2024-01-01", "", 0),
        ("2024-02-02", "tastkreis 9", 1),
    ]
    base.close()
    assert read_games(path) == [[Fact("game", 0.0, {"game": "tac"}), MOVE]]


def test_a_log_is_for_its_owner_alone(path):
    path.touch(0o644)
    with opened(path) as log:
        log.append([GAME])
        modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert modes == {"evening.db": 0o600, "evening.db-wal": 0o600}


def test_a_log_that_nobody_may_write_is_told_as_that(path):
    """A running program is such a file, for the administrator too."""
    shutil.copy("/bin/sleep", path)
    path.chmod(0o700)
    with subprocess.Popen([path, "60"]) as runs:
        with pytest.raises(OSError) as caught:
            opened(path)
        runs.kill()
    assert caught.value.errno == errno.ETXTBSY


def test_a_file_of_others_keeps_its_mode(path):
    path.write_text("a letter, no log" * 100)
    path.chmod(0o644)
    with pytest.raises(UnreadableLog):
        opened(path)
    assert path.stat().st_mode & 0o777 == 0o644


def test_what_is_no_file_is_no_log(tmp_path):
    pipe, knot = tmp_path / "pipe.db", tmp_path / "knot.db"
    os.mkfifo(pipe)
    knot.symlink_to(knot)
    for path in (pipe, knot, "/dev/null", "/proc/self/mem"):
        for use in (opened, read_games):
            with pytest.raises((StoreError, OSError)):
                use(path)


@pytest.mark.parametrize("kind", ["lift", "place"])
def test_a_touch_that_names_no_hole_is_damage(kind):
    check(Fact(kind, 2.0, {"cell": "05"}))
    with pytest.raises(ValueError, match="cell"):
        check(Fact(kind, 2.0, {"game": "tac"}))


@pytest.mark.parametrize("number", ["31e9990", "-1e999", "NaN", "Infinity", "-Infinity", "9" * 400])
@pytest.mark.parametrize("row", ['{{"indices": [{}]}}', '{{"a": {{"certainty": {}}}}}'])
def test_a_number_that_is_none_is_damage(row, number):
    with pytest.raises(ValueError, match="no number"):
        read_fact(1.0, "stuck", row.format(number))
