"""The form of a log: one SQLite file, its version, and how an older form becomes the present one.

How facts get to the disk, and why so:
- WAL with `synchronous = FULL`: a commit appends to one file and syncs it once. A power cut in the middle leaves a
  frame whose check sum is wrong, which the next start passes over: either the whole moment is there or nothing of it.
  A rollback journal needs three syncs for the same; with `NORMAL` the last moments would be lost.
- `locking_mode = EXCLUSIVE`: one writer, and no file of shared memory that a kill could leave behind.
Source: sqlite.org/wal.html, sqlite.org/pragma.html#pragma_synchronous.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from companion.store.errors import DamagedLog, NewerLog, UnreadableLog

VERSION = 2
APPLICATION_ID = 0x7A5C8E15
"""Marks the file as a log of this program (SQLite's application_id)."""
MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = 68

_FIRST = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, started_at TEXT NOT NULL);
CREATE TABLE facts (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, t REAL NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX facts_by_kind ON facts (kind, id);
"""
MIGRATIONS: Mapping[int, str] = {
    # Which program wrote a run, and whether it ended as it should: what a bug report needs to know.
    1: """
ALTER TABLE runs ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN is_ended INTEGER NOT NULL DEFAULT 0;
""",
}
"""What makes a log of one form a log of the next."""

DURABLE = {"journal_mode": "wal", "synchronous": 2, "locking_mode": "exclusive"}
"""What SQLite has to answer; it passes over a name that it does not know without a word."""


def text(data: bytes) -> str:
    """A text of the file (SQLite's `text_factory`). What SQLite itself tells of one that cannot be read holds all of
    it, hands too. Raises: ValueError.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"no text: {error.reason} at byte {error.start}") from None


def make_durable(base: sqlite3.Connection) -> None:
    """Sets how facts get to the disk, and looks whether it is so. Raises: sqlite3.OperationalError."""
    base.execute("PRAGMA locking_mode = EXCLUSIVE")
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    found = durability(base)
    if found != DURABLE:
        raise sqlite3.OperationalError(f"this disk cannot keep a log safely: {found}")


def durability(base: sqlite3.Connection) -> dict[str, str | int]:
    """How facts get to the disk, as SQLite itself tells."""
    return {name: base.execute(f"PRAGMA {name}").fetchone()[0] for name in DURABLE}


def create(base: sqlite3.Connection) -> None:
    """Makes an empty file a log. All of it or nothing: a power cut leaves an empty file, taken as new the next time."""
    base.executescript(
        f"BEGIN IMMEDIATE; {_FIRST} {''.join(MIGRATIONS[form] for form in range(1, VERSION))}"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def migrate(base: sqlite3.Connection, path: Path) -> None:
    """Brings a log of an older form to the present one, all of it or nothing. Raises: UnreadableLog, NewerLog."""
    version = check(base, path)
    if version < VERSION:
        steps = "".join(MIGRATIONS[form] for form in range(version, VERSION))
        base.executescript(f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {VERSION}; COMMIT;")


def check(base: sqlite3.Connection, path: Path) -> int:
    """The version of a log's form. Raises: UnreadableLog, NewerLog."""
    application = base.execute("PRAGMA application_id").fetchone()[0]
    version: int = base.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION_ID:
        raise UnreadableLog(f"{path} is a database, but no log of this program")
    if version > VERSION:
        raise NewerLog(f"{path} was written by a newer version (form {version}; this one knows {VERSION})")
    if version < 1:
        raise UnreadableLog(f"{path} is a log of an unknown form ({version}; this version knows {VERSION})")
    return version


def check_whole(base: sqlite3.Connection, path: Path) -> None:
    """Looks at every page of a log. Raises: DamagedLog."""
    (found,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise DamagedLog(f"{path} is damaged: {' '.join(str(found).split())}")


def is_marked(path: Path) -> bool:
    """Whether the first bytes of a file say that it is a log of this program, whatever has become of the rest."""
    try:
        with path.open("rb") as file:
            head = file.read(_APPLICATION_AT + 4)
    except OSError:
        return False
    return head.startswith(MAGIC) and head[_APPLICATION_AT:] == APPLICATION_ID.to_bytes(4, "big")
