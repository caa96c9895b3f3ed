"""What can be saved of a damaged log: everything before the damage, in a new log; the damaged file is kept aside."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.facts import Fact
from companion.store import schema
from companion.store.errors import DamagedLog, LogFull, UnreadableLog
from companion.store.files import beside, free_name, make_file, sync_folder
from companion.store.log import read_fact

_COLUMNS = "id, run, t, kind, data"


@dataclass(frozen=True, slots=True)
class Saved:
    """What was saved: how many facts, how many games; `stopped_at` says what the damage is, empty if there is none."""

    path: Path
    facts: int
    games: int
    stopped_at: str


Check = Callable[[Fact], object]
"""Raises ValueError for a fact that nobody could go on with."""


def salvage(path: Path, target: Path, check: Check = lambda fact: None) -> Saved:
    """Writes everything before the damage into a new log. The damaged file is only read.

    Raises: UnreadableLog for a file that is no log of ours, FileExistsError for a target that is there, OSError.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such log")
    if not schema.is_marked(path):
        raise UnreadableLog(f"{path} is no log of this program")
    if os.path.lexists(target):
        raise FileExistsError(f"{target} is there already")
    fresh = free_name(target, "new")
    make_file(fresh)
    try:
        with tempfile.TemporaryDirectory(prefix="salvage-", dir=target.absolute().parent) as folder:
            saved = _copied(_copy_of(path, Path(folder)), fresh, check)
        _name(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(target)
    return Saved(target, *saved)


def _name(fresh: Path, target: Path) -> None:
    """Gives a file its name. Raises: FileExistsError for a name that is taken, OSError."""
    try:
        os.link(fresh, target)  # unlike a rename it never replaces what came there in the meantime
    except FileExistsError:
        raise
    except OSError:  # a card formatted for Windows knows no second names
        if os.path.lexists(target):
            raise FileExistsError(f"{target} is there already") from None
        os.rename(fresh, target)


def set_aside(path: Path, check: Check = lambda fact: None) -> tuple[Path, Saved]:
    """Renames a damaged log, and puts in its place what could be saved. Raises: OSError, UnreadableLog."""
    aside = free_name(path, "broken")
    os.rename(path, aside)
    for ending in ("-wal", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            os.rename(beside(path, ending), beside(aside, ending))
    sync_folder(path)
    return aside, salvage(aside, path, check)


def _copy_of(path: Path, folder: Path) -> Path:
    """The damaged log where SQLite may write to it: it folds what a power cut left in the write-ahead log."""
    copy = folder / "damaged.db"
    shutil.copyfile(path, copy)
    for ending in ("-wal", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(beside(path, ending), beside(copy, ending))
    return copy


def _copied(damaged: Path, fresh: Path, check: Check) -> tuple[int, int, str]:
    """Copies row after row until one cannot be read: facts, games, and why it ended. Raises: OSError."""
    count = games = 0
    runs: set[int] = set()
    with contextlib.closing(sqlite3.connect(fresh)) as base, contextlib.closing(sqlite3.connect(damaged)) as old:
        old.text_factory = schema.text
        rows = _Rows(old, check)
        try:
            schema.create(base)
            for run, fact in rows:
                if run not in runs:
                    runs.add(run)
                    base.execute("INSERT INTO runs (id, started_at) VALUES (?, ?)", (run, _began(old, run)))
                base.execute(
                    "INSERT INTO facts (run, t, kind, data) VALUES (?, ?, ?, ?)",
                    (run, fact.t, fact.kind, json.dumps(fact.data, ensure_ascii=False)),
                )
                count, games = count + 1, games + (fact.kind == "game")
            base.commit()
        except sqlite3.Error as error:
            raise LogFull(f"{fresh} cannot be written: {error}") from error
        damage = rows.stopped_at or _elsewhere(old)
    with fresh.open("rb") as file:
        os.fsync(file.fileno())
    return count, games, damage


def _elsewhere(old: sqlite3.Connection) -> str:
    """The damage of a log all of whose facts could be read; empty if there is none."""
    try:
        schema.check_whole(old, Path("the file"))
    except (sqlite3.Error, DamagedLog, ValueError) as error:
        return f"every fact could be read, but {error}"
    return ""


class _Rows:
    """The facts of a damaged log in order, with the run of each, up to the damage; `stopped_at` says what that is."""

    def __init__(self, old: sqlite3.Connection, check: Check) -> None:
        self.stopped_at = ""
        self._old, self._check = old, check

    def __iter__(self) -> Iterator[tuple[int, Fact]]:
        try:
            for run, fact in _rows(self._old):
                self._check(fact)
                yield run, fact
        except (sqlite3.Error, ValueError, RecursionError, OverflowError) as error:
            self.stopped_at = str(error)


def _rows(old: sqlite3.Connection) -> Iterator[tuple[int, Fact]]:
    """The facts in order, and the run of each. Raises: sqlite3.Error, ValueError at the damage."""
    old.execute("PRAGMA writable_schema = ON")  # else SQLite refuses a file that is shorter than it says
    old.execute("PRAGMA cell_size_check = ON")
    last = 0
    for number, run, t, kind, data in old.execute(f"SELECT {_COLUMNS} FROM facts NOT INDEXED ORDER BY rowid"):
        if not isinstance(number, int) or number <= last or not isinstance(run, int):
            raise ValueError(f"after fact {last} there is none that follows")
        last = number
        yield run, read_fact(t, kind, data)


def _began(old: sqlite3.Connection, run: int) -> str:
    try:
        found = old.execute("SELECT started_at FROM runs WHERE id = ?", (run,)).fetchone()
    except (sqlite3.Error, ValueError):
        found = None
    return str(found[0]) if found else ""
