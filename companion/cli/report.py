"""`tastkreis report`: log, trace and versions in one file, for whoever has to find out what went wrong.

Hands are left out unless they are asked for: facts and sayings that tell one, and what was meant for one seat alone.
"""

from __future__ import annotations

import argparse
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from calibration.reading import lines, opened
from companion.cli import BadInput
from companion.cli.health import health, versions
from companion.facts import seen
from companion.store.files import PRIVATE
from companion.store.log import read_games

HELP = "pack log, trace and versions for a bug report, without private hands"
_SAYS_HAND = (b">hand ", b"> hand ")


def configure(parser: argparse.ArgumentParser) -> None:
    """What is packed, and where to."""
    add = parser.add_argument
    add("file", metavar="FILE.zip", help="the file to be written")
    add("--log", metavar="FILE.db", help="the log of the evening")
    add("--trace", metavar="FILE", help="the recorded trace")
    add("--events", metavar="FILE", help="the events of the evening")
    add("--with-hands", action="store_true", help="leave the hands in it")


def main(args: argparse.Namespace) -> int:
    """Writes the file. Raises: BadInput."""
    if os.path.lexists(args.file):
        raise BadInput(f"{args.file} is there already")
    parts = [("versions.json", iter([_machine(Path(args.log or ".").absolute().parent)]))]
    if args.log:
        parts.append(("log.jsonl", _facts(args.log, args.with_hands)))
    if args.trace:
        parts.append(("evening.trace", _trace(args.trace, args.with_hands)))
    if args.events:
        parts.append(("events.jsonl", _events(args.events, args.with_hands)))
    handle = os.open(args.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    try:
        with os.fdopen(handle, "wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in parts:
                with packed.open(name, "w") as file:
                    for line in content:
                        file.write(line)
    except BaseException as error:
        os.unlink(args.file)
        if isinstance(error, ValueError):
            raise BadInput(str(error)) from error
        raise
    hands = "with hands" if args.with_hands else "without hands"
    print(f"{args.file}: {', '.join(name for name, _ in parts)}, {hands}")
    return 0


def _machine(folder: Path) -> bytes:
    told = {**versions(), "health": asdict(health(folder))}
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _facts(path: str, is_whole: bool) -> Iterator[bytes]:
    for game in read_games(path):
        for fact in game:
            if is_whole or is_public(fact.kind, fact.data):
                data = fact.data if is_whole else seen(fact.data)
                yield _line({"t": fact.t, "type": fact.kind, **data})


def is_public(kind: str, data: object) -> bool:
    """Whether everybody at the table could know this fact."""
    return kind not in ("hand", "given") and not (isinstance(data, dict) and data.get("private") is not None)


def _trace(path: str, is_whole: bool) -> Iterator[bytes]:
    with opened(path) as file:
        for line in lines(file):
            if is_whole or not line.partition(b" ")[2].startswith(_SAYS_HAND):
                yield line


def _events(path: str, is_whole: bool) -> Iterator[bytes]:
    with opened(path) as file:
        for number, line in enumerate(lines(file, 1 << 16), 1):
            try:
                event = json.loads(line)
                if not isinstance(event, dict):
                    raise ValueError("an object is expected")
            except (ValueError, RecursionError) as error:
                raise ValueError(f"{path}:{number}: no event: {error}") from error
            if is_whole or is_public(str(event.get("type")), event):
                yield line


def _line(data: dict[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode(errors="replace") + b"\n"
