"""A log on a disk that fills up, or under hands that delete it: nothing that was announced is lost."""

import os
import shutil
import threading
import time

import pytest
from disks import full_disk

from companion.facts import Fact
from companion.store import kept
from companion.store.kept import KeptLog, Trouble
from companion.store.log import Log, read_games

GAME = Fact("game", 0.0, {"game": "tac"})
PATIENCE_S = 60.0


def move(number):
    return Fact("move", float(number), {"action": "05-06", "number": number})


def opened(path):
    return Log(path, "2024-01-01T20:00:00+01:00")


class Table:
    """A log as the table uses it, and what the table was told of it."""

    def __init__(self, path):
        self.told, self.lines = [], []
        self.log = KeptLog(opened(path), opened, self.hear)

    def hear(self, trouble, line):
        self.told.append(trouble)
        self.lines.append(line)


@pytest.fixture
def table(tmp_path):
    one = Table(tmp_path / "evening.db")
    one.log.append([GAME])
    yield one
    one.log.close()


def logged(path):
    (game,) = read_games(path)
    return [fact.data["number"] for fact in game[1:]]


def wait_for(is_so):
    end, pause = time.monotonic() + PATIENCE_S, threading.Event()
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        pause.wait(0.005)


def test_a_full_disk_is_told_once_and_everything_is_written_later(table, tmp_path):
    with full_disk():
        for number in range(5):
            table.log.append([move(number)])
        assert table.told == [Trouble.FULL]
        assert table.log.kept == 5
    table.log.append([move(5)])
    assert table.told == [Trouble.FULL, Trouble.BACK]
    assert "5 facts" in table.lines[1] or "6 facts" in table.lines[1]
    table.log.close()
    assert logged(tmp_path / "evening.db") == list(range(6))


def test_a_disk_with_room_again_is_found_without_a_further_fact(table, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "AGAIN_S", 0.02)
    with full_disk():
        table.log.append([move(0), move(1)])
    wait_for(lambda: Trouble.BACK in table.told)
    assert table.log.kept == 0
    with full_disk():
        table.log.append([move(2)])
    wait_for(lambda: table.told == [Trouble.FULL, Trouble.BACK] * 2)


def test_an_evening_that_ends_on_a_full_disk_says_what_is_lost(table, tmp_path):
    table.log.append([move(0)])
    with full_disk():
        table.log.append([move(1)])
        table.log.close()
    assert table.told == [Trouble.FULL, Trouble.LOST]
    assert "1 facts could not be written" in table.lines[-1]
    assert logged(tmp_path / "evening.db") == [0]


@pytest.mark.parametrize("also", [[], ["-wal"]])
def test_a_log_that_is_deleted_is_there_again_whole(table, tmp_path, also):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    for ending in ["", *also]:
        os.unlink(f"{path}{ending}")
    table.log.append([move(1)])
    assert table.told == [Trouble.GONE]
    table.log.append([move(2)])
    table.log.close()
    assert logged(path) == [0, 1, 2]
    assert os.stat(path).st_mode & 0o077 == 0


def test_a_log_whose_newest_part_is_deleted_is_written_anew(table, tmp_path):
    path = tmp_path / "evening.db"
    os.unlink(f"{path}-wal")
    table.log.append([move(0)])
    assert table.told == [Trouble.GONE]
    table.log.close()
    assert logged(path) == [0]


def test_a_log_whose_folder_is_deleted_or_renamed_is_there_again_whole(tmp_path):
    folder = tmp_path / "evenings"
    for number, act in enumerate([shutil.rmtree, lambda path: path.rename(tmp_path / "elsewhere")]):
        folder.mkdir(exist_ok=True)
        path = folder / f"{number}.db"
        table = Table(path)
        table.log.append([GAME, move(0)])
        act(folder)
        table.log.append([move(1)])
        assert table.told == [Trouble.GONE]
        table.log.append([move(2)])
        table.log.close()
        assert logged(path) == [0, 1, 2]


def test_what_cannot_be_written_at_the_end_is_put_elsewhere(tmp_path, monkeypatch):
    home, folder = tmp_path / "home", tmp_path / "evenings"
    home.mkdir()
    folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    table = Table(folder / "evening.db")
    table.log.append([GAME, move(0)])
    shutil.rmtree(folder)
    folder.write_text("something else")
    table.log.append([move(1)])
    table.log.close()
    assert table.told == [Trouble.FULL, Trouble.RESCUED]
    assert str(home) in table.lines[-1]
    assert logged(home / "evening.rescued.db") == [0, 1]
    assert [path.name for path in home.iterdir()] == ["evening.rescued.db"]


def test_a_log_that_is_renamed_goes_on_under_its_own_name(table, tmp_path):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    path.rename(tmp_path / "other.db")
    table.log.append([move(1)])
    table.log.close()
    assert logged(path) == [0, 1]


def test_another_file_that_took_the_name_is_left_alone(table, tmp_path):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    path.unlink()
    path.write_text("a letter")
    table.log.append([move(1)])
    table.log.close()
    assert path.read_text() == "a letter"
    assert logged(tmp_path / "evening.saved.db") == [0, 1]
    assert "evening.saved.db" in table.lines[0]


def emptied(path):
    os.truncate(path, 0)


def emptied_with_its_newest_part(path):
    os.truncate(path, 0)
    os.truncate(f"{path}-wal", 0)


def newest_part_emptied(path):
    os.truncate(f"{path}-wal", 0)


def copied_over(path):
    shutil.copyfile(__file__, path)


def another_log_copied_over(path):
    with opened(path.parent / "other.db") as other:
        other.append([GAME, *[move(number) for number in range(100, 400)]])
    shutil.copyfile(path.parent / "other.db", path)


def emptied_and_deleted(path):
    os.truncate(path, 0)
    path.unlink()


OVERWRITING = [emptied, emptied_with_its_newest_part, newest_part_emptied, copied_over, another_log_copied_over,
               emptied_and_deleted]  # fmt: skip


@pytest.mark.parametrize("overwrite", OVERWRITING)
@pytest.mark.parametrize("before", [10, 3000])
def test_a_log_that_is_overwritten_is_written_anew_from_memory(overwrite, before, tmp_path):
    """With many facts, SQLite has folded some of them into the file itself."""
    path = tmp_path / "evening.db"
    with opened(path) as earlier:
        earlier.append([GAME, move(-1)])
    log = opened(path)
    told = []
    kept_log = KeptLog(log, opened, lambda trouble, line: told.append((trouble, line)), log.last_game())
    for first in range(0, before, 10):
        kept_log.append([move(number) for number in range(first, first + 10)])
    overwrite(path)
    kept_log.append([move(before)])
    kept_log.append([move(before + 1)])
    kept_log.close()
    assert [trouble for trouble, _ in told] in ([Trouble.CHANGED], [Trouble.GONE])
    assert logged(path) == list(range(-1, before + 2))
    assert os.stat(path).st_mode & 0o077 == 0


def test_a_log_with_zeroes_in_the_middle_is_written_anew_from_memory(tmp_path):
    path = tmp_path / "evening.db"
    with opened(path) as earlier:
        earlier.append([GAME, *map(move, range(300))])
    log, told = opened(path), []
    kept_log = KeptLog(log, opened, lambda trouble, line: told.append(trouble), log.last_game())
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(bytes(4096))
    kept_log.append([move(300)])
    kept_log.close()
    assert told == [Trouble.CHANGED]
    assert logged(path) == list(range(301))


def test_what_was_written_over_a_log_is_kept_beside_it(table, tmp_path):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    path.write_text("a letter")
    table.log.append([move(1)])
    assert (tmp_path / "evening.overwritten.db").read_text() == "a letter"
    assert "evening.overwritten.db" in table.lines[0]


def test_a_log_that_is_overwritten_is_noticed_without_a_further_fact(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "AGAIN_S", 0.02)
    table = Table(tmp_path / "evening.db")
    table.log.append([GAME, move(0)])
    os.truncate(tmp_path / "evening.db", 0)
    wait_for(lambda: table.told == [Trouble.CHANGED])
    table.log.close()
    assert logged(tmp_path / "evening.db") == [0]


def test_a_log_overwritten_on_a_full_disk_is_written_when_there_is_room(table, tmp_path):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    path.write_text("a letter")
    with full_disk():
        table.log.append([move(1)])
        assert table.told == [Trouble.FULL]
    table.log.append([move(2)])
    assert table.told == [Trouble.FULL, Trouble.CHANGED, Trouble.BACK]
    table.log.close()
    assert logged(path) == [0, 1, 2]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["evening.db", "evening.overwritten.db"]


def test_a_log_that_was_only_touched_stays_as_it_is(table, tmp_path):
    path = tmp_path / "evening.db"
    table.log.append([move(0)])
    before = os.stat(path).st_ino
    os.utime(path)
    table.log.append([move(1)])
    assert (table.told, os.stat(path).st_ino) == ([], before)


def test_a_log_deleted_on_a_full_disk_is_written_when_there_is_room(table, tmp_path):
    path = tmp_path / "evening.db"
    path.unlink()
    with full_disk():
        table.log.append([move(0)])
        assert table.told == [Trouble.FULL]
    table.log.append([move(1)])
    assert table.told == [Trouble.FULL, Trouble.GONE, Trouble.BACK]
    table.log.close()
    assert logged(path) == [0, 1]
    assert [each.name for each in tmp_path.iterdir()] == ["evening.db"]


def test_a_log_deleted_after_the_last_fact_is_there_after_the_end(table, tmp_path):
    table.log.append([move(0)])
    (tmp_path / "evening.db").unlink()
    table.log.close()
    assert logged(tmp_path / "evening.db") == [0]
    assert table.told == [Trouble.GONE]


def test_memory_is_bounded_and_plays_are_kept_longest(table, monkeypatch):
    monkeypatch.setattr(kept, "MOST_KEPT", 20)
    with full_disk():
        for number in range(30):
            table.log.append([Fact("lift", float(number), {"cell": "05"}), move(number)])
        assert table.log.kept <= 40
        kinds = {fact.kind for fact in table.log._waiting[:30]}
    assert kinds == {"move"}
