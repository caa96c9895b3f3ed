"""The log of the evenings: every fact in the order in which it happened, in one SQLite file.

Flow of control
1. `append` writes the facts of one moment; they are on the disk (synced) before it returns, if any of them is going
   to be announced. Bare touches (`lift`, `place`) wait for the next such moment, or for `flush`.
2. `last_game` gives back what a restarted companion needs: the facts since the last `game`.

One writer at a time: a second companion on the same file is refused.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

from companion.facts import Fact
from companion.store.errors import LogFull, LogInUse, NewerLog, StoreError, UnreadableLog

VERSION = 1
APPLICATION_ID = 0x7A5C8E15
"""Marks the file as a log of this program (SQLite's application_id)."""
TOUCHES = frozenset({"lift", "place"})

_SCHEMA = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, started_at TEXT NOT NULL);
CREATE TABLE facts (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, t REAL NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX facts_by_kind ON facts (kind, id);
"""


class Log:
    """An open log. Nothing else in the process may open the file: closing it would drop the lock.

    Raises: UnreadableLog, NewerLog, LogInUse, OSError.
    """

    def __init__(self, path: str | Path, started_at: str) -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise UnreadableLog(f"{self.path} is a folder, not a log")
        if not self.path.parent.is_dir():
            raise UnreadableLog(f"{self.path}: there is no folder {self.path.parent}")
        self._base = _open(self.path)
        self._started_at = started_at
        self._run: int | None = None
        """This run's number; it is in the file as soon as there is a fact of it."""

    def append(self, facts: Sequence[Fact]) -> None:
        """Writes facts in order; on the disk when this returns, unless all of them are bare touches.

        Raises: LogFull.
        """
        try:
            if self._run is None:
                run = self._base.execute("INSERT INTO runs (started_at) VALUES (?)", (self._started_at,))
                self._run = run.lastrowid
            rows = [(self._run, f.t, f.kind, json.dumps(dict(f.data), ensure_ascii=False)) for f in facts]
            self._base.executemany("INSERT INTO facts (run, t, kind, data) VALUES (?, ?, ?, ?)", rows)
            if any(fact.kind not in TOUCHES for fact in facts):
                self._base.commit()
        except sqlite3.OperationalError as error:
            raise LogFull(f"{self.path} cannot be written: {error}") from error

    def flush(self) -> None:
        """Puts everything on the disk."""
        self._base.commit()

    def last_game(self) -> list[Fact]:
        """The facts since the last game was started (it first), empty if none was. Raises: UnreadableLog."""
        try:
            row = self._base.execute("SELECT max(id) FROM facts WHERE kind = 'game'").fetchone()
            return [] if row[0] is None else list(_facts(self._base, row[0]))
        except (sqlite3.DatabaseError, ValueError) as error:
            raise UnreadableLog(f"{self.path} is damaged: {error}") from error

    def close(self) -> None:
        """Ends the writing."""
        self._base.commit()
        self._base.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def read_games(path: str | Path) -> list[list[Fact]]:
    """All games of a log, each as its facts. The file is only read.

    Raises: UnreadableLog, NewerLog, LogInUse, FileNotFoundError.
    """
    file = Path(path)
    if not file.is_file():
        raise FileNotFoundError(f"{file}: no such log")
    base = sqlite3.connect(f"{file.absolute().as_uri()}?{_how_to_read(file)}", uri=True, timeout=0.2)
    try:
        _check(base, file)
        games: list[list[Fact]] = []
        for fact in _facts(base, 0):
            if fact.kind == "game":
                games.append([])
            if games:
                games[-1].append(fact)
        return games
    except StoreError:
        raise
    except (sqlite3.DatabaseError, ValueError) as error:
        if "locked" in str(error):
            raise LogInUse(f"{file} is in use by a companion") from error
        raise UnreadableLog(f"{file} cannot be read as a log: {error}") from error
    finally:
        base.close()


def _how_to_read(file: Path) -> str:
    """A log that was closed is read alone; what a power cut left beside it has to be read with it."""
    beside = file.with_name(file.name + "-wal")
    return "mode=ro" if beside.exists() and beside.stat().st_size else "immutable=1"


def _facts(base: sqlite3.Connection, first: int) -> Iterator[Fact]:
    for t, kind, data in base.execute("SELECT t, kind, data FROM facts WHERE id >= ? ORDER BY id", (first,)):
        yield Fact(kind, t, json.loads(data))


def _open(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=0.2, check_same_thread=False)
    try:
        # One companion a file; WAL with full synchronisation: a commit is on the disk.
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        is_new = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if not is_new:
            _check(base, path)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        if is_new:
            # All of it or nothing: a power cut here leaves an empty file, which the next start takes as new.
            base.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {VERSION}; COMMIT;"
            )
        base.execute("BEGIN IMMEDIATE")
        base.commit()
    except sqlite3.OperationalError as error:
        base.close()
        if "locked" in str(error):
            raise LogInUse(f"{path} is in use by another companion") from error
        raise UnreadableLog(f"{path} cannot be opened as a log: {error}") from error
    except sqlite3.DatabaseError as error:
        base.close()
        raise UnreadableLog(f"{path} is no log, or it is damaged: {error}") from error
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection, path: Path) -> None:
    application = base.execute("PRAGMA application_id").fetchone()[0]
    version = base.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION_ID:
        raise UnreadableLog(f"{path} is a database, but no log of this program")
    if version > VERSION:
        raise NewerLog(f"{path} was written by a newer version (form {version}; this one knows {VERSION})")
    if version != VERSION:
        raise UnreadableLog(f"{path} is a log of an unknown form ({version}; this version knows {VERSION})")
