"""A file of lines that grows while people play: what the disk does not take now is written as soon as it does.

Used for the events and for recorded traces. They hold what players did, so they are for their owner alone.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select
import shutil
import stat
import threading
from collections.abc import Callable
from pathlib import Path

from companion.store.files import PRIVATE, free_name, make_file
from companion.store.packed import Packed

MOST_KEPT_BYTES = 64 << 20
"""Kept in memory at the most; lines beyond are dropped and counted."""
MOST_COPIED_BYTES = 8 << 20
"""Of the packed copy of a file: months of evenings. Then it is no longer watched."""
PIPE_BYTES = select.PIPE_BUF
"""So much goes into a pipe that has room, without waiting."""
LAST_MS = 300
"""So long the end waits for whoever reads a pipe."""
_COPY_BYTES = 1 << 20

Notify = Callable[[str, str], object]
"""Told `full` when the disk takes nothing, `back` when it does again, `gone` and `changed` when the file is written
anew, `lost` at the end; with one line."""


class KeptLines:
    """An open file. `write` takes whole lines, from any thread, and never fails for want of room.

    1. What cannot be written is kept, and tried again with each line and at the end.
    2. A file that was deleted, emptied or written over is written anew, with all that was in it; what took its place
    is kept beside it. One that was renamed is written on.
    3. Where a pipe leads to nobody any more: BrokenPipeError. 4. Whoever reads a pipe too slowly is not waited for:
    that is as a full disk.
    With `fd` it is a file that others opened, such as standard output. With `is_patient` nobody plays meanwhile: it
    waits for readers, and what cannot be written is an OSError. Raises: OSError when it cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str], notify: Notify, *, is_emptied: bool = False, fd: int = -1,
                 is_patient: bool = False) -> None:  # fmt: skip
        self._path, self._notify, self._is_patient = Path(path), notify, is_patient
        self._is_ours = fd < 0
        self._fd = os.dup(fd) if fd >= 0 else _opened(self._path, 0, is_patient, is_emptied)
        self._is_pipe = not stat.S_ISREG(os.fstat(self._fd).st_mode)
        self._wait_ms = 0
        self._rest = b""
        self._dropped = 0
        self._is_full = self._is_mending = False
        self._size = os.fstat(self._fd).st_size
        is_watched = self._is_ours and not is_patient and not self._is_pipe and self._size == 0
        self._copy = Packed() if is_watched else None
        self._lock = threading.Lock()

    def write(self, lines: bytes) -> None:
        """Adds whole lines. Raises: BrokenPipeError; OSError if it is patient."""
        with self._lock:
            if self._fd < 0:
                return
            if len(self._rest) + len(lines) > MOST_KEPT_BYTES:
                self._dropped += 1
            else:
                self._rest += lines
            self._put()

    def close(self) -> None:
        """Ends the file, after a last try."""
        with self._lock:
            if self._fd < 0:
                return
            self._wait_ms = LAST_MS
            try:
                self._put()
            except OSError:
                self._rest = b""
            if self._rest or self._dropped:
                self._notify("lost", f"{self._path}: {len(self._rest)} bytes at its end could not be written")
            os.close(self._fd)
            self._fd = -1

    def _put(self) -> None:
        was_waiting = self._is_full
        try:
            self._look_after()
            while self._rest:
                self._count(self._rest[: self._taken()])
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._is_patient:
                raise
            if not self._is_full:
                self._is_full = True
                self._notify("full", f"{self._path} cannot be written: {error.strerror}; it is kept in memory")
            return
        if was_waiting:
            self._is_full = False
            self._notify("back", f"{self._path} is written again")

    def _count(self, taken: bytes) -> None:
        self._rest = self._rest[len(taken) :]
        self._size += len(taken)
        if self._copy is not None:
            self._copy.add(taken)
            if self._copy.packed_bytes > MOST_COPIED_BYTES:
                self._copy = None

    def _look_after(self) -> None:
        """Sees to it that what was written is still there. Raises: OSError."""
        if not self._is_ours:
            return
        found = os.fstat(self._fd)
        if self._copy is not None and found.st_size < self._size:
            self._write_anew(self._copy, found.st_size)
        if found.st_nlink == 0:
            self._put_back()
            self._notify("gone", f"{self._path}: the file had been deleted; all of it is there again")

    def _taken(self) -> int:
        """Writes, and tells how many bytes it took. Raises: OSError."""
        if self._is_patient or not self._is_pipe:
            return os.write(self._fd, self._rest)
        room = select.poll()
        room.register(self._fd, select.POLLOUT)
        if not room.poll(self._wait_ms):
            raise BlockingIOError(errno.EAGAIN, "whoever reads it does not keep up")
        return os.write(self._fd, self._rest[:PIPE_BYTES])

    def _write_anew(self, copy: Packed, size: int) -> None:
        """Writes a file again that somebody emptied or wrote over. Raises: OSError."""
        told = ""
        if size and not self._is_mending:
            aside = free_name(self._path, "overwritten")
            make_file(aside)
            shutil.copyfile(f"/proc/self/fd/{self._fd}", aside)
            told = f"; what had taken its place is in {aside}"
        self._is_mending = True
        os.ftruncate(self._fd, 0)
        for part in copy:
            while part:
                part = part[os.write(self._fd, part) :]
        self._is_mending = False
        self._notify("changed", f"{self._path}: the file had been overwritten; it is written anew{told}")

    def _put_back(self) -> None:
        """Writes a deleted file anew; its content is still there as long as it is open. Raises: OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        path = self._path if not os.path.lexists(self._path) else free_name(self._path, "saved")
        fresh = _opened(path, os.O_EXCL)
        try:
            with open(f"/proc/self/fd/{self._fd}", "rb") as old:
                while part := old.read(_COPY_BYTES):
                    while part:
                        part = part[os.write(fresh, part) :]
        except OSError:
            os.close(fresh)
            path.unlink(missing_ok=True)
            raise
        os.close(self._fd)
        self._fd, self._path = fresh, path


def _opened(path: Path, how: int = 0, is_patient: bool = False, is_emptied: bool = False) -> int:
    """The number of the open file, emptied only once it is ours. A pipe is waited for only by the patient; others keep
    its far end open, too.
    """
    is_pipe = not is_patient and path.is_fifo()
    mode = os.O_RDWR if is_pipe else os.O_WRONLY
    fd = os.open(path, mode | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | how, PRIVATE)
    try:
        if stat.S_ISREG(os.fstat(fd).st_mode):
            _lock(fd, path)
            if is_emptied:
                os.ftruncate(fd, 0)
    except OSError:
        os.close(fd)
        raise
    return fd


def _lock(fd: int, path: Path) -> None:
    """Two companions that write into one file would mix their lines. Raises: OSError where another one does."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError(errno.EBUSY, "another companion writes to it", str(path)) from None
    except OSError:
        return  # a disk without locks
