"""Opening a table: everything that `tastkreis run` needs is built, wired and closed again here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import BadInput
from companion.cli.live import LiveTable, new_clock
from companion.cli.publish import EventsFile, Publisher
from companion.cli.tables import new_session
from companion.facts import Fact
from companion.session.resume import CannotResume, resume
from companion.session.session import Session
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.voices import FallbackVoice, PrintVoice, SilentVoice, TimedVoice, Voice
from companion.speech.wording import Wording
from companion.store.log import Log
from engine.errors import InvalidNotation
from engine.tac.rules import Rules

if TYPE_CHECKING:
    from companion.sensing.reader import SentenceReader
    from companion.sensing.trace import TraceRecorder
    from companion.virtual.table import VirtualTable

NO_SOUND = "tastkreis: no sound, so what would be said is printed (apt install espeak-ng alsa-utils)"


def info(text: str) -> None:
    """A line for whoever started the program; never on standard output, which may carry events."""
    print(text, file=sys.stderr, flush=True)


def house_rules(args: argparse.Namespace) -> Rules:
    """The rules that the options choose. Raises: BadInput."""
    try:
        base = Rules.load(Path(args.rules)) if args.rules else Rules.default()
        return Rules.read_pairs(args.rule, base)
    except OSError as error:
        raise BadInput(f"--rules {args.rules}: {error.strerror}") from error
    except InvalidNotation as error:
        raise BadInput(str(error)) from error


def settings_of(args: argparse.Namespace) -> dict[str, str]:
    """The settings of the game that the options describe."""
    settings = {"variant": args.variant, "deck": args.deck, "first": args.first}
    return {**settings, "position": args.position} if args.position else settings


def voice_of(args: argparse.Namespace, is_timed: bool) -> Voice:
    """The voice that the options ask for; without sound the one that prints. A trace is timed, not played."""
    if args.speech == "none":
        return SilentVoice()
    if is_timed:
        return TimedVoice()
    if args.speech == "print":
        return PrintVoice(lambda text: info(f"« {text} »"))
    from companion.speech.errors import SpeechError
    from companion.speech.pyttsx3_voice import Pyttsx3Voice, VoiceSettings

    printed = PrintVoice(lambda text: info(f"« {text} »"))
    try:
        spoken = Pyttsx3Voice(VoiceSettings(wav_dir=Path(args.speech_wav) if args.speech_wav else None))
    except (SpeechError, ImportError, OSError, RuntimeError) as error:
        info(f"{NO_SOUND}: {error}")
        return printed
    return FallbackVoice(spoken, printed, info, NO_SOUND)


def reader_of(args: argparse.Namespace, source: str) -> SentenceReader:
    """The reader of a board's sentences, with the calibration that the options name. Raises: BadInput."""
    from calibration.profile import Profile, load_deck, load_profile
    from companion.sensing.reader import SentenceReader
    from engine.tac.board import LAYOUT

    profile: Profile | None = None
    try:
        if args.profile:
            profile = load_profile(args.profile, LAYOUT)
        tags = {**(profile.tags if profile else {}), **(load_deck(args.tags) if args.tags else {})}
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
    return SentenceReader(
        LAYOUT,
        tags,
        channels=profile.channels or None if profile else None,
        without=profile.without_mask if profile else 0,
        source=source,
    )


def opened_log(path: str | None) -> Log | None:
    """The log that the options name, None if none. Raises: BadInput."""
    if path is None:
        return None
    try:
        return Log(path, datetime.now().astimezone().isoformat(timespec="seconds"))
    except (OSError, ValueError) as error:
        raise BadInput(f"--log: {error}") from error


def opened_events(path: str | None) -> EventsFile | None:
    """The file for the events, None if none is wanted. Raises: BadInput."""
    if path is None:
        return None
    try:
        return EventsFile(path)
    except OSError as error:
        raise BadInput(f"--events {path}: {error.strerror}") from error


def opened_recorder(path: str | None) -> TraceRecorder | None:
    """The recorder of a trace, None if none is wanted. Raises: BadInput."""
    if path is None:
        return None
    from companion.sensing.trace import TraceRecorder

    try:
        return TraceRecorder(path)
    except OSError as error:
        raise BadInput(f"--record-trace {path}: {error.strerror or error}") from error


def new_table_session(args: argparse.Namespace, wording: Wording, rules: Rules) -> Session:
    """The session that the options describe."""
    session = new_session(wording, rules, args.referee)
    session.tells_cards = args.cards == "told"
    if args.pace != "auto":
        for seat in "ABCDEF":
            session.pace = session.pace.set(seat, args.pace)
    return session


def begin_or_resume(session: Session, args: argparse.Namespace, logged: Sequence[Fact]) -> tuple[list[Fact], bool]:
    """Starts the game, or goes on with the logged one; the facts of it, and whether it went on. Raises: BadInput."""
    if resume_logged(session, args, logged):
        return session.tick(0.0), True
    try:
        session.begin(args.game, settings_of(args))
    except ValueError as error:
        raise BadInput(str(error)) from error
    return session.tick(0.0), False


def resume_logged(session: Session, args: argparse.Namespace, logged: Sequence[Fact]) -> bool:
    """Goes on with the logged game, if there is one that is not over. Raises: BadInput."""
    try:
        return resume(session, logged)
    except CannotResume as error:
        raise BadInput(f"--log {args.log}: {error}") from error


def logged_rules(logged: Sequence[Fact], rules: Rules) -> Rules:
    """The rules under which the logged game was begun, else those given."""
    return Rules.read(logged[0].data.get("rules", {})) if logged else rules


@contextmanager
def opened(args: argparse.Namespace, kind: str, where: str) -> Iterator[LiveTable]:
    """A live table, ready to run; closed again whatever happens. Raises: BadInput."""
    clock = new_clock()
    with ExitStack() as stack:
        log = opened_log(args.log)
        if log is not None:
            stack.callback(log.close)
        logged = log.last_game() if log else []
        wording = Wording(args.language)
        session = new_table_session(args, wording, logged_rules(logged, house_rules(args)))
        facts, has_resumed = begin_or_resume(session, args, logged)
        publisher = Publisher(log)
        table = LiveTable(session, publisher, clock)
        desk = LiveDesk(SpeechDesk(wording, voice_of(args, is_timed=False), table.report), clock)
        stack.callback(desk.close)
        table.speak_through(desk)
        _wire_events(args, publisher, stack)
        _open_board(args, kind, where, table, stack)
        _open_web(args, table, stack)
        table.begin(facts, has_resumed)
        yield table


def _wire_events(args: argparse.Namespace, publisher: Publisher, stack: ExitStack) -> None:
    events = opened_events(args.events)
    if events is not None:
        stack.callback(events.close)
        publisher.wire(events.hear)
        publisher.after_each(events.flush)


def _open_board(args: argparse.Namespace, kind: str, where: str, table: LiveTable, stack: ExitStack) -> None:
    from companion.sensing.errors import SensingError
    from companion.sensing.serial_board import SerialBoard

    if kind == "virtual":
        table.virtual, where = _open_virtual(table.session, stack)
    recorder = opened_recorder(args.record_trace)
    if recorder is not None:
        stack.callback(recorder.close)
        table.record(recorder)
    board = SerialBoard(where, reader_of(args, kind), table.deliver, table.clock, recorder)
    try:
        board.start()
    except SensingError as error:
        raise BadInput(f"--board {kind}: {error}") from error
    stack.callback(board.close)


def _open_virtual(session: Session, stack: ExitStack) -> tuple[VirtualTable, str]:
    from companion.virtual.board import VirtualBoard
    from companion.virtual.table import VirtualTable

    assert session.game is not None
    virtual = VirtualTable(session.game.layout)
    virtual.set_position(session.state.picture)
    board = VirtualBoard(virtual)
    board.plug()
    stack.callback(board.close)
    return virtual, board.port


def _open_web(args: argparse.Namespace, table: LiveTable, stack: ExitStack) -> None:
    if args.no_http:
        return
    from companion.web.app import create_app
    from companion.web.deps import WebDeps
    from companion.web.errors import BadAddress, PortTaken
    from companion.web.push import Hub
    from companion.web.server import STANDARD_ADDRESS, WebServer, parse_address
    from hardware.geometry import load_board

    deps = WebDeps(load_board(), lambda: table.state, table.events_since, table.submit, table.virtual)
    hub = Hub(deps)
    try:
        host, port = parse_address(args.http or STANDARD_ADDRESS)
        server = WebServer(create_app(deps, hub), host, port)
        server.start()
    except (BadAddress, PortTaken) as error:
        raise BadInput(f"--http: {error}") from error
    stack.callback(server.stop)
    table.publisher.wire(lambda fact, number: hub.publish(fact.event(number)))
    info(f"tastkreis: the table is open at {server.url}")


