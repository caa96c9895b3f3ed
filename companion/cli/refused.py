"""Why a table cannot be opened, or has to end, is said too, where there is sound: at a Pi nobody reads it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from contextlib import closing, suppress

from companion.cli.bad_input import BadInput
from companion.cli.speech_options import LOUD, add_speech_options
from companion.speech.wording import Wording

NEEDED = ("--language", "--speech", "--audio")
"""The options that it takes to say a sentence where people hear it; whatever else is told may be the trouble."""
PRINTED = "print"
RECORDED = ("trace", "film")
_NAMED = re.compile(r"--([a-z][a-z-]{0,30})")


class _Unreadable(Exception):
    """An option that has no such value."""


class _Patient(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise _Unreadable(message)


def tell(error: Exception, told: argparse.Namespace | Sequence[str]) -> None:
    """Says in the language of the table that a command cannot begin, and why, or that a fault ends it. `told`: its
    options, or the words of the command line where these could not be read."""
    if isinstance(error, BadInput):
        _tell(error, told)
        return
    with suppress(Exception):  # what is wrong with the program may be wrong with its voice, and is printed anyway
        _tell(error, told)


def _tell(error: Exception, told: argparse.Namespace | Sequence[str]) -> None:
    told = told if isinstance(told, argparse.Namespace) else _readable(told)
    if not _is_heard(error, getattr(told, "speech", "none")) or _has_no_table(told):  # not every calibration speaks
        return
    from companion.cli.aloud import Aloud

    args, is_printed = _readable(()), told.speech == PRINTED
    for option in NEEDED:
        name = option.removeprefix("--")
        setattr(args, name, getattr(told, name))
    try:
        aloud = Aloud(args, is_printed=is_printed)
    except BadInput:  # of the sound device
        args.audio = []
        aloud = Aloud(args, is_printed=is_printed)
    with closing(aloud):
        aloud.say(_sentence(error, aloud.wording))


def _is_heard(error: Exception, speech: str) -> bool:
    """Whether this speech tells it; where speech is printed, only what is more than the line that is printed anyway."""
    return speech in LOUD or (speech == PRINTED and isinstance(error, BadInput) and error.notice != "")


def _has_no_table(told: argparse.Namespace) -> bool:
    """Whether nobody sits there: an evening is read from a file, or played at the virtual clock."""
    is_read = any(board.partition(":")[0] in RECORDED for board in getattr(told, "board", ()))
    return is_read or getattr(told, "clock", "") == "fast"


def _sentence(error: Exception, wording: Wording) -> str:
    """What is said of it: a sentence of its own, or else which option it is about, if it names one."""
    if not isinstance(error, BadInput):
        return wording.notice("fault")
    named = _NAMED.search(str(error))
    key = error.notice or ("option" if named else "refused")
    return wording.notice(key, name=error.name or (named.group(1).replace("-", " ") if named else ""))


def _readable(words: Sequence[str]) -> argparse.Namespace:
    """The options of the voice, each as the last of these words that can be read tell it."""
    parser = _Patient(add_help=False, allow_abbrev=False)
    add_speech_options(parser)
    found = parser.parse_args([])
    for number, word in enumerate(words):
        option, equals, _ = word.partition("=")
        if option in NEEDED:
            with suppress(_Unreadable):
                found = parser.parse_args([word] if equals else list(words[number : number + 2]), found)
    return found
