"""The log of the evenings: every fact in the order in which it happened, in one SQLite file.

Flow of control
1. `append` writes the facts of one moment; they are on the disk (synced) before it returns, so that nobody hears of
   what a power cut could take back.
2. `last_game` gives back what a restarted companion needs: the facts since the last `game`.
3. `is_in_place` tells whether the file is still where it was; `move_to` writes all of it anew.
4. `is_untouched` tells whether nobody else has written into it, `is_whole` whether all of it can still be read.

One writer at a time: a second companion on the same file is refused. The form is in `companion.store.schema`.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from companion.facts import Fact
from companion.store import schema
from companion.store.errors import DamagedLog, LogFull, LogInUse, StoreError, UnreadableLog
from companion.store.files import beside, hide, make_file, sync_folder

WAIT_S = 0.2
"""So long a log that another program holds is waited for."""
MOST_COUNTED = 1 << 63
"""Beyond every number that a fact has."""
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_Stamp = tuple[tuple[int, int], ...]
_INSERT_RUN = "INSERT INTO runs (started_at, program) VALUES (?, ?)"
_INSERT = "INSERT INTO facts (run, t, kind, data) VALUES (?, ?, ?, ?)"


class Log:
    """An open log. Nothing else in the process may open the file: closing it would drop the lock.

    Raises: UnreadableLog, DamagedLog, NewerLog, LogInUse, OSError.
    """

    def __init__(self, path: str | Path, started_at: str, program: str = "") -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise UnreadableLog(f"{self.path} is a folder, not a log")
        if not self.path.parent.is_dir():
            raise UnreadableLog(f"{self.path}: there is no folder {self.path.parent}")
        self._started = (started_at, program)
        self._run: int | None = None
        """This run's number; it is in the file as soon as there is a fact of it."""
        self._base = _open(self.path)
        self._identity = _identity(self.path)
        self._stamp: _Stamp | None = _stamp(self.path)
        """How the files were when we last wrote; None if they are not as we left them."""

    def append(self, facts: Iterable[Fact]) -> None:
        """Writes facts in order, all of them or none; on the disk when this returns.

        Raises: LogFull, DamagedLog.
        """
        rows = ((f.t, f.kind, json.dumps(dict(f.data), ensure_ascii=False)) for f in facts)
        try:
            run = self._run
            if run is None:
                run = self._base.execute(_INSERT_RUN, self._started).lastrowid
            self._base.executemany(_INSERT, ((run, *row) for row in rows))
            self._base.commit()
            self._run = run
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) in _DAMAGE:
                raise DamagedLog(f"{self.path} is damaged: {error}") from error
            raise LogFull(f"{self.path} cannot be written: {error}") from error
        finally:
            with contextlib.suppress(sqlite3.Error):
                self._base.rollback()  # of what was not committed
            self._note_stamp()

    def durability(self) -> dict[str, str | int]:
        """How facts get to the disk, as SQLite tells: `journal_mode`, `synchronous` (2: full), `locking_mode`."""
        return schema.durability(self._base)

    def last_game(self) -> list[Fact]:
        """The facts since the last game was started (it first), empty if none was. Raises: DamagedLog."""
        try:
            row = self._base.execute("SELECT max(id) FROM facts WHERE kind = 'game'").fetchone()
            return [] if row[0] is None else list(_facts(self._base, row[0]))
        except (sqlite3.DatabaseError, ValueError, RecursionError) as error:
            raise DamagedLog(f"{self.path} is damaged: {error}") from error

    def is_in_place(self) -> bool:
        """Whether the file and its newest part lie where they were opened; they may have been deleted or renamed."""
        return _identity(self.path) == self._identity

    def is_untouched(self) -> bool:
        """Whether nobody else has written into the file, or emptied it, since we wrote last."""
        return self._stamp is not None and _stamp(self.path) == self._stamp

    def is_as_long(self) -> bool:
        """Whether the file and its newest part have the length that we gave them."""
        sizes = [size for size, _ in _stamp(self.path)]
        return self._stamp is not None and sizes == [size for size, _ in self._stamp]

    def is_whole(self, count: int, newest: Iterable[Fact]) -> bool:
        """Whether the file, read anew from the disk, is whole and ends with these facts, `count` of them. If so it
        counts as untouched."""
        try:
            self._base.execute("PRAGMA shrink_memory")  # else SQLite tells what it remembers, not what is there
            schema.check_whole(self._base, self.path)
            (last,) = self._base.execute("SELECT max(id) FROM facts").fetchone()
            found = _facts(self._base, (last or 0) - count + 1)
            is_same = all(one == other for one, other in zip_longest(newest, found))
        except (sqlite3.Error, DamagedLog, ValueError, RecursionError):
            return False
        if is_same:
            self._stamp = _stamp(self.path)
        return is_same

    def _note_stamp(self) -> None:
        """Keeps how the files are now. A log only grows: one that has shrunk was emptied by somebody else."""
        stamp = _stamp(self.path)
        if self._stamp is not None:
            has_shrunk = any(now[0] < before[0] for now, before in zip(stamp, self._stamp, strict=True))
            self._stamp = None if has_shrunk else stamp

    def is_at(self, path: Path) -> bool:
        """Whether the file at this name is the one that was opened."""
        return _identity(path)[0] == self._identity[0]

    def move_to(self, path: Path) -> None:
        """Writes the whole log, with what was deleted under our hands, into a file that is not there yet.

        Raises: LogFull.
        """
        make_file(path)
        try:
            with contextlib.closing(sqlite3.connect(path)) as copy:
                self._base.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            with path.open("rb") as file:
                os.fsync(file.fileno())
        except (sqlite3.Error, OSError) as error:
            path.unlink(missing_ok=True)
            raise LogFull(f"{path} cannot be written: {error}") from error

    def close(self, is_ended: bool = True) -> None:
        """Ends the writing; `is_ended`: the evening was ended by people, not given up."""
        with contextlib.suppress(sqlite3.Error):
            if self._run is not None and is_ended:
                self._base.execute("UPDATE runs SET is_ended = 1 WHERE id = ?", (self._run,))
            self._base.commit()
        self._base.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def read_games(path: str | Path) -> list[list[Fact]]:
    """All games of a log, each as its facts. The file is only read.

    Raises: UnreadableLog, DamagedLog, NewerLog, LogInUse, FileNotFoundError, OSError.
    """
    file = Path(path)
    if not file.is_file():
        raise FileNotFoundError(f"{file}: no such log")
    games: list[list[Fact]] = []
    try:
        with contextlib.closing(reading(file)) as base:
            schema.check(base, file)
            for fact in _facts(base, 0):
                if fact.kind == "game":
                    games.append([])
                if games:
                    games[-1].append(fact)
    except StoreError:
        raise
    except (sqlite3.Error, ValueError, RecursionError) as error:
        _refuse(file, error)
    return games


def reading(file: Path) -> sqlite3.Connection:
    """A connection that only reads. A log that was closed is read alone; what a power cut left is read with it."""
    wal = beside(file, "-wal")
    how = "mode=ro" if wal.exists() and wal.stat().st_size else "immutable=1"
    base = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=WAIT_S)
    base.text_factory = schema.text
    return base


def _refuse(file: Path, error: Exception) -> NoReturn:
    """Raises what an error of SQLite means for the file."""
    if "locked" in str(error):
        raise LogInUse(f"{file} is in use by a companion") from error
    if schema.is_marked(file) and not isinstance(error, sqlite3.OperationalError):
        raise DamagedLog(f"{file} is damaged: {error}") from error
    raise UnreadableLog(f"{file} is no log that can be read: {error}") from error


def _facts(base: sqlite3.Connection, first: int) -> Iterator[Fact]:
    for row in base.execute("SELECT t, kind, data FROM facts WHERE id >= ? ORDER BY id", (first,)):
        yield read_fact(*row)


def read_fact(t: object, kind: object, data: object) -> Fact:
    """One row of the log as a fact. Raises: ValueError, RecursionError for a row that no companion wrote."""
    known = _NUMBERS.decode(data) if isinstance(data, str) else None
    if not isinstance(t, int | float) or not math.isfinite(t):
        raise ValueError(f"a row without a time: {t!r:.40}")
    if not isinstance(kind, str) or not isinstance(known, dict):
        raise ValueError(f"a row that is no fact: {kind!r:.40}")
    return Fact(kind, float(t), known)


def _finite(text: str) -> float:
    """Raises: ValueError for a number that is none: everything that counts with it would go wrong."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"no number: {text:.40}")
    return number


def _whole(text: str) -> int:
    """Raises: ValueError for a number that no companion counts to."""
    if abs(number := int(text)) >= MOST_COUNTED:
        raise ValueError(f"no number: {text:.40}")
    return number


_NUMBERS = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_finite)


def _open(path: Path) -> sqlite3.Connection:
    make_file(path)
    os.close(os.open(path, os.O_WRONLY | os.O_CLOEXEC))  # SQLite does not tell that nobody may write to it
    try:
        base = sqlite3.connect(path, timeout=WAIT_S, check_same_thread=False)
        try:
            _prepare(base, path)
            base.text_factory = schema.text
        except BaseException:
            base.close()
            raise
    except sqlite3.Error as error:
        _refuse(path, error)
    sync_folder(path)
    return base


def _prepare(base: sqlite3.Connection, path: Path) -> None:
    """Looks whether it is a log and whole, and makes it ready to be written."""
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    if base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        hide(path)
        schema.make_durable(base)
        schema.create(base)
    else:
        schema.check(base, path)
        schema.check_whole(base, path)
        hide(path)
        schema.make_durable(base)
        schema.migrate(base, path)
    base.execute("BEGIN IMMEDIATE")
    base.commit()


def _stamp(path: Path) -> _Stamp:
    """Size and time of the last change of a log and of its newest part."""
    return _of_both(path, lambda status: (status.st_size, status.st_mtime_ns))


def _identity(path: Path) -> _Stamp:
    """Which files lie at the name of a log and of its newest part."""
    return _of_both(path, lambda status: (status.st_dev, status.st_ino))


def _of_both(path: Path, told: Callable[[os.stat_result], tuple[int, int]]) -> _Stamp:
    """What is told of a log and of its newest part; (0, 0) for what is not there."""
    found = []
    for each in (path, beside(path, "-wal")):
        try:
            found.append(told(os.stat(each)))
        except OSError:
            found.append((0, 0))
    return tuple(found)
