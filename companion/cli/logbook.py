"""Opening the log of a table: a damaged one is set aside, what can be saved of it goes on, and trouble is told."""

from __future__ import annotations

from datetime import datetime
from importlib import metadata
from pathlib import Path

from companion.cli import BadInput
from companion.cli.notices import Notices
from companion.facts import Fact, check
from companion.store.errors import DamagedLog
from companion.store.kept import KeptLog, Trouble
from companion.store.log import Log
from companion.store.salvage import set_aside


def version() -> str:
    """Which version of the program this is."""
    try:
        return metadata.version("tastkreis")
    except metadata.PackageNotFoundError:
        return "unknown"


def open_logbook(path: str | None, notices: Notices) -> tuple[KeptLog | None, list[Fact]]:
    """The log that the options name, and the facts of its last game; None and nothing if they name none.

    Raises: BadInput.
    """
    if path is None:
        return None, []
    try:
        try:
            log, logged = _opened(path)
        except DamagedLog as error:
            aside, saved = set_aside(Path(path), check)
            notices.tell("log_broken", f"{error}; it is {aside} now, {saved.facts} facts were saved in {saved.path}")
            log, logged = _opened(path)
    except (OSError, ValueError) as error:
        told = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.strerror else error
        raise BadInput(f"--log: {told}") from error

    def tell(trouble: Trouble, line: str) -> None:
        notices.tell(f"log_{trouble}", f"--log: {line}")

    return KeptLog(log, _log, tell, logged), logged


def _opened(path: str) -> tuple[Log, list[Fact]]:
    log = _log(Path(path))
    try:
        facts = log.last_game()
        for fact in facts:
            check(fact)
        return log, facts
    except ValueError as error:
        log.close(is_ended=False)
        raise error if isinstance(error, DamagedLog) else DamagedLog(f"{path} is damaged: {error}") from error
    except BaseException:
        log.close(is_ended=False)
        raise


def _log(path: Path) -> Log:
    return Log(path, datetime.now().astimezone().isoformat(timespec="seconds"), f"tastkreis {version()}")
