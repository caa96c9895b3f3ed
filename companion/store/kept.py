"""The log of a table where people play: no trouble with the disk ends their evening or loses what was announced.

Flow of control
1. `append` writes the facts of one moment. What the disk does not take is kept in memory, in order.
2. A thread looks every second, and every `append` does: what is kept is tried again, and the file has to be as we left
   it.
3. A file that was deleted or renamed is written anew, whole: its content is still in our hands. Where another file
   has taken its name, the log goes on beside it.
4. A file that somebody emptied or wrote over cannot be read back: the game that goes on, and all that has happened
   since the start, is written anew from a copy in memory. What was written over it is kept beside it.
5. Each change of this is a `Trouble`, told once.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from companion.facts import Fact
from companion.store.copied import DISPENSABLE, Copy
from companion.store.errors import DamagedLog, LogFull, StoreError
from companion.store.files import beside, free_name, sync_folder
from companion.store.log import Log

AGAIN_S = 1.0
"""So often the file is looked at, and a disk that took nothing is tried again."""
MOST_KEPT = 200_000
"""Facts kept in memory at the most: ten evenings. Beyond that touches and speech are let go first."""


class Trouble(StrEnum):
    """What became of a log; each has a sentence in every catalogue, under `log_...`."""

    FULL = "full"
    """The disk takes nothing: everything is kept in memory."""
    BACK = "back"
    """Everything that was kept is on the disk now."""
    GONE = "gone"
    """The file was deleted or renamed; it was written anew."""
    CHANGED = "changed"
    """The file was emptied or written over; it was written anew."""
    RESCUED = "rescued"
    """The evening ended, and all of it could only be written somewhere else."""
    LOST = "lost"
    """The evening ended, and something could not be written."""


Notify = Callable[[Trouble, str], object]
"""Told of each trouble, with one line for whoever started the program. From any thread."""
Opener = Callable[[Path], Log]


class KeptLog:
    """A log that keeps what the disk does not take. `append` may be called from one thread at a time.

    `logged`: the facts of the log's last game, with which it ends.
    """

    def __init__(self, log: Log, reopen: Opener, notify: Notify, logged: Sequence[Fact] = ()) -> None:
        self._log, self._reopen, self._notify = log, reopen, notify
        self._waiting: list[Fact] = []
        self._copy = Copy(logged)
        """What the file ends with."""
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._is_full = False
        self._looking: threading.Thread | None = None
        self._look_again()

    @property
    def path(self) -> Path:
        """Where the log is now."""
        return self._log.path

    @property
    def kept(self) -> int:
        """How many facts wait in memory."""
        return len(self._waiting)

    def append(self, facts: Sequence[Fact]) -> None:
        """Writes facts in order, or keeps them; never raises."""
        with self._lock:
            self._waiting.extend(facts)
            self._write()
        if self._looking is None:
            self._look_again()

    def last_game(self) -> list[Fact]:
        """The facts of the last game in the file. Raises: DamagedLog."""
        return self._log.last_game()

    def close(self) -> None:
        """Ends the writing, after a last try here and elsewhere."""
        self._closing.set()
        if self._looking is not None:
            self._looking.join()
        with self._lock:
            self._write()
            if self._waiting and not self._rescued():
                line = f"{self._log.path}: {len(self._waiting)} facts could not be written and are lost"
                self._notify(Trouble.LOST, line)
            self._log.close(is_ended=not self._waiting)

    def _look_again(self) -> None:
        looking = threading.Thread(target=self._look, name="log", daemon=True)
        with contextlib.suppress(RuntimeError, MemoryError):  # no memory for a thread: the next fact tries again
            looking.start()
            self._looking = looking

    def _look(self) -> None:
        while not self._closing.wait(AGAIN_S):
            with self._lock:
                self._write()

    def _write(self) -> None:
        try:
            self._see_to_the_file()
            if self._waiting:
                self._append()
        except (StoreError, OSError) as error:
            self._keep(error)
            return
        count = len(self._waiting)
        self._copy.add(self._waiting)
        self._waiting.clear()
        if self._is_full:
            self._is_full = False
            self._notify(Trouble.BACK, f"{self._log.path}: the log is written again, {count} facts of late")

    def _append(self) -> None:
        try:
            self._log.append(self._waiting)
        except DamagedLog:
            self._write_anew()
            self._log.append(self._waiting)

    def _see_to_the_file(self) -> None:
        if not self._log.is_in_place():
            self._put_back()
        elif not self._log.is_untouched() and not (self._log.is_as_long() and self._is_whole()):
            self._write_anew()

    def _is_whole(self) -> bool:
        return self._log.is_whole(len(self._copy), self._copy)

    def _keep(self, error: Exception) -> None:
        if not self._is_full:
            self._is_full = True
            self._notify(Trouble.FULL, f"{error}; the evening is kept in memory until it can be")
        if len(self._waiting) > MOST_KEPT:
            self._waiting = [fact for fact in self._waiting if fact.kind not in DISPENSABLE]

    def _put_back(self) -> None:
        """Writes a log that was deleted or renamed anew. Raises: LogFull."""
        old, path = self._log, self._log.path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self._saved_anew()
        old.close(is_ended=False)
        if os.path.lexists(path) and not old.is_at(path):
            path = free_name(path, "saved")
        self._go_on(fresh, path)
        self._notify(Trouble.GONE, f"{path}: the log had been deleted or renamed; all of it is there again")

    def _saved_anew(self) -> Path:
        """A new file with the whole log; from memory, where it was emptied before it was deleted. Raises: LogFull."""
        fresh = free_name(self._log.path, "new")
        if self._is_whole():
            self._log.move_to(fresh)
        else:
            self._copy_to(fresh)
        return fresh

    def _copy_to(self, fresh: Path) -> None:
        """Writes what is in memory into a file that is not there yet. Raises: LogFull."""
        try:
            with self._reopen(fresh) as log:
                log.append(self._copy)
        except (StoreError, OSError) as error:
            fresh.unlink(missing_ok=True)
            raise LogFull(f"{fresh} cannot be written: {error}") from error

    def _write_anew(self) -> None:
        """Writes a log that somebody wrote over anew, from memory. Raises: LogFull."""
        path, told = self._log.path, ""
        fresh = free_name(path, "new")
        self._copy_to(fresh)
        if path.stat().st_size:
            aside = free_name(path, "overwritten")
            try:
                shutil.copyfile(path, aside)  # not renamed: closing the log may still write into the file itself
            except OSError as error:
                fresh.unlink(missing_ok=True)
                aside.unlink(missing_ok=True)
                raise LogFull(f"{aside} cannot be written: {error}") from error
            told = f"; what had taken its place is in {aside}"
        self._log.close(is_ended=False)
        self._go_on(fresh, path)
        line = f"{path}: the log had been overwritten; the game and this evening are in it again{told}"
        self._notify(Trouble.CHANGED, line)

    def _go_on(self, fresh: Path, path: Path) -> None:
        """From now on the log is the file `fresh`, under this name. Raises: LogFull."""
        try:
            beside(path, "-wal").unlink(missing_ok=True)
            os.replace(fresh, path)
            sync_folder(path)
            self._log = self._reopen(path)
        except OSError as error:
            raise LogFull(f"{path} cannot be written: {error}") from error

    def _rescued(self) -> bool:
        """Whether the whole log, with what waits, could be written at home or among the temporary files."""
        for folder in (Path.home(), Path(tempfile.gettempdir())):
            path = free_name(folder / self._log.path.name, "rescued")
            try:
                self._log.move_to(path)
                with self._reopen(path) as rescued:
                    rescued.append(self._waiting)
            except (StoreError, OSError):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
                continue
            self._waiting.clear()
            self._notify(Trouble.RESCUED, f"{self._log.path} could not be written; all of it is in {path}")
            return True
        return False
