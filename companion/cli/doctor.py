"""`tastkreis doctor`: is everything there that an evening needs? Tried out, printed line by line, and said aloud."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from companion.cli import BadInput, streams
from companion.cli.boards import board_at, foreign, ports_to_ask
from companion.cli.health import Finding, health, judged, versions
from companion.cli.run import DEFAULT_HTTP
from companion.cli.speech_options import add_speech_options, settings_of
from companion.cli.tables import usual_board
from companion.speech.choice import open_voice
from companion.speech.voices import Progress, Voice
from companion.speech.wording import Wording

HELP = "test board, voice, disk, ports and versions, and say what is wrong"
SLOWEST_SYNC_S = 0.5
LISTEN_S = 3.0
"""A board says something every second."""
LOOK_S = 0.05
"""Between two pictures."""
LONGEST_SENTENCE_S = 12.0


def configure(parser: argparse.ArgumentParser) -> None:
    """What is to be tried."""
    parser.add_argument("--board", metavar="KIND:WHERE",
                        help="try this board too: serial:PORT, serial:auto, gpio:FILE or camera:SOURCE")  # fmt: skip
    parser.add_argument("--log", metavar="FILE.db", help="look at the disk that this log is on, and at the log")
    parser.add_argument("--http", metavar="HOST:PORT", default=DEFAULT_HTTP, help="the address of the page")
    add_speech_options(parser)


def main(args: argparse.Namespace) -> int:
    """Tries everything; 0 if all is well, else 1."""
    folder = Path(args.log).absolute().parent if args.log else Path.cwd()
    if args.board and not re.fullmatch("(serial|gpio|camera):.+", args.board):
        raise BadInput(f"--board {args.board}: serial:PORT, serial:auto, gpio:FILE and camera:SOURCE can be tried")
    print(", ".join(f"{name} {value}" for name, value in versions().items()))
    wrong = _told(_findings(args, folder))
    trouble: list[str] = []
    wording, voice = Wording(args.language), open_voice(args.speech, print, trouble.append, settings_of(args).voice)
    with contextlib.closing(voice):
        wrong += _told(_voice(voice, wording, trouble))
        for subject in wrong or ["well"]:
            _say(voice, wording, subject)
    return 1 if wrong else 0


def _told(findings: Iterable[Finding]) -> list[str]:
    """Prints each finding; the subjects of those that are not well."""
    wrong = []
    for finding in findings:
        print(f"{'well ' if finding.is_well else 'WRONG'}  {finding.subject}: {finding.text}", flush=True)
        wrong += [] if finding.is_well else [finding.subject]
    return wrong


def _findings(args: argparse.Namespace, folder: Path) -> Iterator[Finding]:
    try:
        machine = health(folder)
    except OSError as error:
        raise BadInput(f"--log: {error.filename}: {error.strerror}") from error
    yield from judged(machine)
    yield _disk(folder)
    if args.log and Path(args.log).exists():
        yield _log(args.log)
    yield _page(args.http)
    yield _ports()
    if args.board:
        kind, _, where = args.board.partition(":")
        yield _camera(where) if kind == "camera" else _board(kind, where)


def _disk(folder: Path) -> Finding:
    """Whether something can be written there, and how long it takes until it is on the disk."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".tastkreis-") as file:
            file.write(bytes(4096))
            began = time.monotonic()
            os.fsync(file.fileno())
            took_s = time.monotonic() - began
    except OSError as error:
        return Finding("disk", False, f"{folder} cannot be written: {error.strerror}")
    return Finding("disk", took_s < SLOWEST_SYNC_S, f"a fact is on the disk after {took_s * 1000:.0f} ms")


def _log(path: str) -> Finding:
    from companion.store.log import read_games

    try:
        games = read_games(path)
    except (OSError, ValueError) as error:
        return Finding("log", False, str(error))
    told = next((fact.data for fact in reversed(games[-1] if games else []) if fact.kind == "health"), {})
    counts = ", ".join(f"{key} {count}" for key, count in dict(told.get("counts") or {}).items())
    noted = f"; the last evening noted: {counts}" if counts else ""
    return Finding("log", True, f"{len(games)} games, {sum(map(len, games))} facts{noted}")


def _page(address: str) -> Finding:
    import socket

    from companion.web.errors import BadAddress
    from companion.web.server import parse_address

    try:
        host, port = parse_address(address)
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(place)
    except BadAddress as error:
        raise BadInput(f"--http: {error}") from error
    except OSError as error:
        return Finding("page", False, f"{address}: {error.strerror or error}")
    return Finding("page", True, f"{address} is free")


def _ports() -> Finding:
    return Finding("ports", True, ", ".join(ports_to_ask()) or "no board is plugged in by USB")


def _board(kind: str, where: str) -> Finding:
    """Listens to a board for a moment. Raises: BadInput for a file of pins that cannot be used."""
    from companion.inputs import Fault, Hello, Input
    from companion.sensing.errors import SensingError
    from companion.sensing.reader import FOREIGN_LAYOUT, SentenceReader

    reader, heard = SentenceReader(usual_board(), {}), list[Input]()
    try:
        board = board_at(kind, where, reader, heard.append, time.monotonic)
        board.start()
    except SensingError as error:
        return Finding("board", False, str(error))
    except BadInput as error:
        if not error.notice:
            raise
        return Finding("board", False, str(error))
    time.sleep(LISTEN_S)
    board.close()
    names = [f"{each.board} ({each.layout}, {each.firmware})" for each in heard if isinstance(each, Hello)]
    told = [each for each in heard if isinstance(each, Fault)]
    names += [f"{each.board} ({each.what})" for each in told if each.code == FOREIGN_LAYOUT]  # it may be played on
    for each in told:
        if each.code != FOREIGN_LAYOUT and (refused := foreign(each, reader.layout)) is not None:
            return Finding("board", False, f"{where}: {refused}")
    faults = sorted({each.code for each in told} - {"clear", FOREIGN_LAYOUT})
    dropped = sum(count for reason, count in reader.counts.items() if reason not in ("blink", "foreign"))
    if not reader.sentences:
        return Finding("board", False, f"{where} says nothing that can be read ({dropped} lines of noise)")
    said = f"{', '.join(names[:1]) or where}: {reader.sentences} sentences, {dropped} dropped"
    return Finding("board", not faults, f"{said}; it reports {', '.join(faults)}" if faults else said)


def _camera(where: str) -> Finding:
    """Looks through a camera for a moment."""
    from companion.inputs import SILENT
    from companion.sensing.camera_health import Health
    from companion.sensing.camera_sources import source_of
    from companion.sensing.errors import NoCamera

    good, size, end = 0, "", time.monotonic() + LISTEN_S
    try:
        camera = source_of(where)
        with contextlib.closing(camera):
            camera.open()
            sight = Health(camera.is_live)
            while time.monotonic() < end:
                frame = camera.read()
                if frame is None and not camera.is_live:
                    break
                if sight.hear(time.monotonic(), frame) and frame is not None:
                    good, size = good + 1, f"{frame.shape[1]} by {frame.shape[0]}"
                time.sleep(LOOK_S)
    except NoCamera as error:
        return Finding("camera", False, str(error))
    if not good:
        return Finding("camera", False, f"{where}: {sight.trouble(math.inf) or SILENT}")
    return Finding("camera", True, f"{where}: {good} good pictures, {size}")


def _voice(voice: Voice, wording: Wording, trouble: Sequence[str]) -> Iterator[Finding]:
    """Asks aloud whether it is to be heard; at a terminal people answer."""
    if not _say(voice, wording, "heard"):
        yield Finding("voice", False, "it was not to be heard to its end")
    elif trouble:
        yield Finding("voice", False, trouble[0])
    else:
        yield _heard(sys.stdin.isatty(), lambda: next(streams.input_lines(80), ""))


def _say(voice: Voice, wording: Wording, subject: str) -> bool:
    """Whether the sentence of a finding was said to its end."""
    voice.start(wording.doctor(subject), wording.language)
    end = time.monotonic() + LONGEST_SENTENCE_S
    while (progress := voice.poll()) is Progress.SPEAKING and time.monotonic() < end:
        time.sleep(0.02)
    return progress is Progress.FINISHED


def _heard(is_terminal: bool, answer: Callable[[], str]) -> Finding:
    if not is_terminal:
        return Finding("voice", True, "it spoke; whether it was heard only people know")
    print("Did you hear this? y/n ", end="", flush=True)
    is_well = answer().strip().lower()[:1] in ("y", "j", "o")
    return Finding("voice", is_well, "heard" if is_well else "not heard: look at the loudspeaker and its volume")
