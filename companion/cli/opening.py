"""Opening a table: everything that `tastkreis run` needs is built, wired and closed again here.

The page is opened on a thread of its own: its libraries take longer to load than everything else, and the first
sentence need not wait for them.
"""

from __future__ import annotations

import argparse
import mmap
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import BadInput, parts, streams
from companion.cli.camera_table import joined, open_camera
from companion.cli.care import Care
from companion.cli.guard import guarded_threads
from companion.cli.information import info
from companion.cli.keys import keys_of
from companion.cli.live import LiveTable, new_clock
from companion.cli.logbook import open_logbook
from companion.cli.notices import Notices
from companion.cli.private import PrivateHands, SeatReaders, receiver, usable
from companion.cli.publish import Publisher
from companion.cli.recalled import Chosen, options_fact, recalled
from companion.cli.speech_options import given_options, kept_fact, settings_of
from companion.cli.tables import colours_on, played_on
from companion.cli.voice import ears_of, voice_of, with_known_voices
from companion.cli.watchdog import Watchdog
from companion.session.retold import retold
from companion.session.session import Session
from companion.session.spent import lying as lying_at
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.settings import Settings

if TYPE_CHECKING:
    from companion.cli.boards import Attention
    from companion.facts import Fact
    from companion.sensing.number_pad import NumberPad
    from companion.speech.settings import Settings
    from companion.speech.voices import Voice
    from companion.virtual.table import VirtualTable
    from companion.web.server import WebServer

PAGE_BYTES = 128 << 20
"""Memory that the page's libraries want at their start, with room to spare."""
SWITCH_S = 0.001
"""So long a thread goes on while others want to: the voice changes hands a dozen times before it is heard, and the
reading of a hard picture would hold it up each time."""
LONGEST_SAYING = 4096
"""Letters of a line at the terminal."""


def run_live(args: argparse.Namespace, kind: str, where: str) -> int:
    """Opens the table that the options describe, and runs it until it is stopped. Raises: BadInput."""
    with opened(args, kind, where) as table:
        args.stopping.by(table.break_off)
        if streams.is_read():
            listen_to_keyboard(table)
        table.run()
    return 0


def listen_to_keyboard(table: LiveTable, is_taken: Callable[[str], bool] = lambda text: False) -> None:
    """Lines that are typed, or piped in, are a person's input, as on the phone; a refusal is printed and said.
    `is_taken`: whether somebody else has taken a line."""

    def read() -> None:
        with suppress(OSError):  # the terminal was closed, as when a line over the network breaks
            for line in streams.said_lines(LONGEST_SAYING):
                if line.strip() and not is_taken(line.strip()):
                    try:
                        table.submit(line.strip(), "button")
                    except ValueError as error:
                        info(f"tastkreis: {error}")

    threading.Thread(target=read, name="keyboard", daemon=True).start()


@contextmanager
def opened(args: argparse.Namespace, kind: str, where: str,
           is_heard: Callable[[Fact], bool] | None = None) -> Iterator[LiveTable]:  # fmt: skip
    """A live table, ready to run; closed again whatever happens. `is_heard`: what its voice is told of. Raises:
    BadInput."""
    clock = new_clock()
    sys.setswitchinterval(SWITCH_S)
    parts.check_files(args)
    with ExitStack() as stack:
        notices = Notices(clock)
        stack.enter_context(guarded_threads(notices.tell))
        log, logged = open_logbook(args.log, notices)
        if log is not None:
            stack.callback(log.close)
        recalled(args, logged, parts.RECALLED)
        session = parts.session_of(args, logged)
        facts, has_resumed = parts.begin_or_resume(session, args, logged)
        publisher = Publisher(log)
        game = session.game
        assert game is not None
        wording = parts.wording_of(args, game.layout, logged if has_resumed else ())
        colours = colours_on(game.layout.name)
        labels = {"names": parts.names_of(args.names), "colours": colours, "games": played_on(game.layout.name)}
        options = options_fact(args, parts.RECALLED, given_options(args))
        table = LiveTable(session, publisher, clock, labels, Chosen(options, logged))
        table.keys = keys_of(args, notices.tell)
        table.seat_readers = SeatReaders() if args.seat_readers == "hand" else None
        lying = lying_at(logged) if has_resumed else {}
        attention = _open_board(args, kind, where, table, stack, notices, lying)
        if args.keys:
            stack.callback(_opened_keys(args.keys, table, notices).close)
        events = parts.opened_events(args.events, notices, is_live=True)
        if events is not None:
            stack.callback(events.close)
            publisher.wire(events.hear)
            publisher.after_each(events.flush)
        settings = settings_of(args, logged, has_resumed)
        voice = _voice(args, settings, notices)
        settings = with_known_voices(args, settings, voice)
        spoken = SpeechDesk(wording, voice, table.report, settings=settings, ears=ears_of(args, settings))
        desk = LiveDesk(spoken, clock, _trouble)
        stack.callback(table.finish)
        stack.callback(desk.close)
        if has_resumed:
            desk.remember(retold(session))
        table.speak_through(desk, is_heard)
        stack.callback(lambda: setattr(args, "language", table.desk.wording.language))  # for who tells why it ended
        notices.speak_through(desk)
        if not args.no_http:
            stack.callback(_open_web(args, table).close)
        table.begin([*facts, options, kept_fact(settings, 0.0)])
        if has_resumed:
            table.recall(logged)
        watchdog = Watchdog(lambda: table.busy_since, clock, notices.tell)
        stack.callback(watchdog.close)
        watchdog.start()
        folder = Path(args.log).absolute().parent if args.log else Path.cwd()
        care = Care(folder, partial(_counted, notices, attention), clock, table.report, notices.tell)
        stack.callback(care.close)
        care.start()
        yield table


def _opened_keys(where: str, table: LiveTable, notices: Notices) -> NumberPad:
    """The number pad or keyboard whose keys are buttons of the table. Raises: BadInput."""
    from companion.sensing.number_pad import NumberPad, found_keyboard

    def on_change(is_there: bool) -> None:
        notices.tell("keys_back" if is_there else "keys_gone", f"--keys {where}: {'back' if is_there else 'gone'}")

    pad = NumberPad(found_keyboard if where == "auto" else lambda: where, table.deliver, table.clock, on_change)
    try:
        pad.start()
    except OSError as error:
        pad.close()
        raise BadInput(f"--keys {error.filename or where}: {error.strerror or error}", "keys_none") from error
    return pad


def _counted(notices: Notices, attention: Attention | None) -> dict[str, int]:
    """What happened so often: notices that were told, and lines of the board that were dropped."""
    return {**notices.counts, "dropped": attention.dropped if attention is not None else 0}


def _voice(args: argparse.Namespace, settings: Settings, notices: Notices) -> Voice:
    def on_trouble() -> None:
        notices.counts["voice"] += 1

    return voice_of(args, settings, is_timed=False, on_trouble=on_trouble)


def _trouble(line: str) -> None:
    info(f"tastkreis: {line}")


def _open_board(args: argparse.Namespace, kind: str, where: str, table: LiveTable, stack: ExitStack,
                notices: Notices, lying: Mapping[str, str]) -> Attention | None:  # fmt: skip
    from companion.cli.boards import Attention, board_at, refused_board
    from companion.sensing.errors import SensingError

    assert table.session.game is not None
    layout = table.session.game.layout
    camera = where if kind == "camera" else getattr(args, "camera", None)
    deliver = joined(table.deliver, layout) if camera is not None and kind != "camera" else table.deliver
    if camera is not None:
        open_camera(args, camera, layout, deliver, table.clock, stack)
    if kind == "camera":
        return None
    if kind == "virtual":
        table.virtual, where = _open_virtual(table.session, stack)
    reader = parts.reader_of(args, kind, layout)
    reader.lay_before(lying)
    recording = parts.opened_recording(args.record_trace, notices)
    if recording is not None:
        stack.callback(recording.close)
        table.record(recording)
    profile = None if kind == "virtual" else args.profile
    attention = Attention(f"{kind}:{where}", profile, reader, deliver, table.fail, notices.tell)
    stack.callback(attention.report)
    board = board_at(kind, where, reader, attention, table.clock, recording, missed=attention.missed)
    try:
        board.start()
    except SensingError as error:
        raise refused_board(f"{kind}:{where}", error) from error
    stack.callback(board.close)
    stack.callback(table.refuse)
    return attention


def _open_virtual(session: Session, stack: ExitStack) -> tuple[VirtualTable, str]:
    from companion.virtual.board import VirtualBoard
    from companion.virtual.table import VirtualTable

    assert session.game is not None
    virtual = VirtualTable(session.game.layout)
    virtual.set_up(session.game.standing(session.state), session.state.picture)
    board = VirtualBoard(virtual)
    board.plug()
    stack.callback(board.close)
    return virtual, board.port


def _find_room(size: int) -> None:
    """Sees whether there is so much memory: a library that finds none in the middle of its start ends the program.

    Raises: MemoryError.
    """
    try:
        mmap.mmap(-1, size, mmap.MAP_PRIVATE, mmap.PROT_READ).close()
    except OSError:
        raise MemoryError from None


class _Page:
    """The page, opened in the background; what goes wrong ends the table."""

    def __init__(self, args: argparse.Namespace, table: LiveTable) -> None:
        self._address, self._phones, self._table = args.http, args.phones, table
        self._has_hands = bool(args.hands)
        self._server: WebServer | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._open, name="page", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the server; one that is still being opened is not waited for."""
        self._is_closed = True
        if self._server is not None:
            self._server.stop()

    def _open(self) -> None:
        try:
            self._serve()
        except (MemoryError, SyntaxError, SystemError):  # so does Python end the loading of a library without memory
            self._table.fail(MemoryError())
        except (ImportError, OSError, RuntimeError) as error:
            self._table.fail(error)

    def _serve(self) -> None:
        _find_room(PAGE_BYTES)
        from companion.web.app import create_app
        from companion.web.deps import WebDeps
        from companion.web.errors import BadAddress, PortTaken
        from companion.web.push import Hub
        from companion.web.server import STANDARD_ADDRESS, WebServer, parse_address
        from hardware.geometry import board_with

        table = self._table
        assert table.session.game is not None
        board = board_with(table.session.game.layout.name)
        hands = self._hands()
        deps = WebDeps(board, lambda: table.state, table.events_since, table.submit, table.virtual,
                       hand_of=hands.hand_of if hands else None, phones=self._phones,
                       can_of=hands.can_of if hands else None, receiver_of=lambda seat: receiver(table.session, seat),
                       ways_out=lambda: table.state.get("ways_out", ()))  # fmt: skip
        hub = Hub(deps)
        try:
            host, port = parse_address(self._address or STANDARD_ADDRESS)
            server = WebServer(create_app(deps, hub), host, port)
            if self._is_closed:
                return
            server.start()
        except (BadAddress, PortTaken) as error:
            table.fail(BadInput(f"--http: {error}", "page_taken"))
            return
        self._server = server
        table.publisher.wire(hub.listen)
        table.on_state(hub.nudge)
        info(f"tastkreis: the table is open at {server.url}")
        for seat, address in (hands.addresses(server.url) if hands else {}).items():
            info(f"tastkreis: the hand of {seat}, for its phone alone: {address}")

    def _hands(self) -> PrivateHands | None:
        """Who may read which hand, if hands are given out at all."""
        game, table = self._table.session.game, self._table
        if not self._has_hands or game is None:
            return None
        return PrivateHands(game.seats(table.session.state), lambda: table.hands,
                            lambda seat: usable(table.session, table.hands, seat))  # fmt: skip


def _open_web(args: argparse.Namespace, table: LiveTable) -> _Page:
    return _Page(args, table)
