"""Files that hold hands: theirs alone who play, opened only where they are files, on the disk with their folder."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

PRIVATE = 0o600
"""Who opens a log reads everybody's hands: only the owner may."""


def make_file(path: Path) -> None:
    """Makes an empty file for its owner alone where there is none.

    Raises: OSError; PermissionError for what is no file (a folder, a pipe, a device).
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    if not stat.S_ISREG(path.stat().st_mode):
        raise PermissionError(f"{path} is no file")


def hide(path: Path) -> None:
    """Takes a file of ours from the eyes of others; a card formatted for Windows knows no owners."""
    with contextlib.suppress(OSError):
        found = path.stat()
        if found.st_mode & 0o077 and found.st_uid == os.geteuid():
            path.chmod(PRIVATE)


def sync_folder(path: Path) -> None:
    """Sees to it that the names in the folder of a file are on the disk."""
    with contextlib.suppress(OSError):
        folder = os.open(path.absolute().parent, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def beside(path: Path, ending: str) -> Path:
    """The file of the same name with something behind it, such as `evening.db-wal`."""
    return path.with_name(path.name + ending)


def free_name(path: Path, word: str = "") -> Path:
    """The first name beside a file that nothing has: `evening.broken.db`, `evening.broken-2.db`; without a word
    `evening-2.db`, `evening-3.db`.
    """
    number = 1 if word else 2
    while True:
        tail = f".{word}" if word else ""
        tail += f"-{number}" if number > 1 else ""
        wanted = path.with_name(f"{path.stem}{tail}{path.suffix}")
        if not os.path.lexists(wanted):
            return wanted
        number += 1
