"""The workbench: a wizard of the calibration, a board, a voice and a keyboard, brought together.

Flow of control
1. The board is opened and asked for its name and a picture; a profile made for another board, and a board that
   cannot be read, end it before anything is said.
2. Board, buttons and typed lines go into one queue; the wizard answers each, and the voice says the answer.
3. After each answer the progress is saved in a file of its own, `PROFILE.part`. `stop`, Control-C or a power cut lose
   nothing, and the profile itself is only ever written whole, at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from calibration.errors import BadProfile
from calibration.profile import Profile, write_object
from calibration.reading import parse_json, read_text
from calibration.thresholds import ThresholdsWizard
from calibration.wizard import Said, Wizard, meaning
from companion.cli import BadInput
from companion.cli.aloud import Aloud
from companion.cli.boards import OTHER_PROFILE, Board, board_at, damage, foreign, read_profile, refused_board
from companion.cli.information import info
from companion.cli.speech_options import add_speech_options
from companion.cli.streams import said_lines
from companion.cli.tables import layouts, usual_board
from companion.inputs import Button, Cable, CardTag, Fault, Hello, Input, OccupancyFrame
from companion.sensing.errors import SensingError
from companion.sensing.reader import SentenceReader
from hardware.layouts import LAYOUTS

HELLO_S = 6.0
"""So long a board is given to say its name and to show a picture; it is asked again every second."""
ASK_S = 1.0
FORMAT = "tastkreis-progress"
LONGEST_LINE = 4096
UNSAVED = "unsaved"
"""The notice that what was learnt could not be written."""

Item = Input | str | None
"""An input of the board, a typed line, or the wish to stop."""


def add_bench_options(parser: argparse.ArgumentParser) -> None:
    """The options that every wizard has."""
    add = parser.add_argument
    add("--board", default="serial:auto", metavar="KIND:WHERE",
        help="serial:PORT, serial:auto (the default) or gpio:FILE")  # fmt: skip
    add_layout(parser)
    add("--profile", required=True, metavar="FILE", help="the profile of the board; written when all is known")
    add("--anew", action="store_true", help="begin anew instead of going on where it was interrupted")
    add_speech_options(parser)


def add_layout(parser: argparse.ArgumentParser) -> None:
    """The option that names the kind of board."""
    usual = usual_board().name
    parser.add_argument("--layout", choices=tuple(LAYOUTS), default=usual, help=f"the kind of board (default: {usual})")


class Workbench:
    """One wizard at work. `make` builds it from the profile so far and the saved progress."""

    def __init__(self, args: argparse.Namespace, step: str,
                 make: Callable[[Profile, Mapping[str, Any] | None], Wizard]) -> None:  # fmt: skip
        self._args, self._step, self._make = args, step, make
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._part = f"{args.profile}.{step}.part"
        self.layout = layouts()[args.layout]
        self.profile = Profile("", args.layout)
        self._reader = SentenceReader(self.layout, {})
        self._request = ""
        """What the wizard said last."""
        self._greet: Callable[[], object] = lambda: None
        """Tells a board that has named itself what the wizard wants of it."""
        self._look: Callable[[float], Said] = lambda t: []
        """Looks at the raw readings, for the wizard that wants them."""

    def run(self) -> Wizard | None:
        """Runs to the end: the wizard, or None when it was interrupted. Raises: BadInput."""
        kind, _, where = self._args.board.partition(":")
        if kind not in ("serial", "gpio") or not where:
            raise BadInput(f"--board {self._args.board}: known are serial:PORT, serial:auto and gpio:FILE")
        known = self._loaded_profile()
        aloud = Aloud(self._args)
        with contextlib.ExitStack() as stack:
            stack.callback(aloud.close)
            board = board_at(kind, where, self._reader, self._queue.put, aloud.clock)
            try:
                board.start()
            except SensingError as error:
                raise refused_board(self._args.board, error) from error
            stack.callback(board.close)
            hello = self._hello(board, aloud.clock)
            self.profile = self._checked(known, hello)
            wizard = self._made()
            if isinstance(wizard, ThresholdsWizard):
                look = wizard.raw
                self._look = lambda t: look(t, dict(self._reader.raw))
                self._greet = lambda: board.send("!RAW,on")
                self._greet()
                stack.callback(board.send, "!RAW,off")
            self._listen_to_keyboard()
            is_done = self._work(wizard, aloud)
        if damaged := damage(self._reader):
            info(f"tastkreis: {damaged}")
        return wizard if is_done else None

    def finish(self) -> None:
        """The profile is written: the progress is not needed any more."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._part)

    def _loaded_profile(self) -> Profile | None:
        path = self._args.profile
        check_folder("--profile", path)
        return read_profile(path, self.layout) if os.path.lexists(path) else None

    def _checked(self, known: Profile | None, hello: Hello) -> Profile:
        if known is None:
            return Profile(hello.board, self.layout.name)
        if known.board != hello.board:
            line = f"--profile {self._args.profile}: made for the board {known.board}, this is {hello.board}"
            raise BadInput(line, OTHER_PROFILE)
        return known

    def _hello(self, board: Board, clock: Callable[[], float]) -> Hello:
        """The board's name, once it has shown a picture that can be read, too."""
        hello, is_seen, until, asked = None, False, clock() + HELLO_S, clock()
        while (now := clock()) < until and (hello is None or not is_seen):
            if now >= asked + ASK_S:
                asked = now
                board.send("?HELLO")
            with contextlib.suppress(queue.Empty):
                item = self._queue.get(timeout=min(ASK_S, until - now))
                if isinstance(item, Hello):
                    hello = item
                is_seen |= isinstance(item, OccupancyFrame)
                self._refuse_foreign(item)
        if hello is None or not is_seen:
            told = "no board says its name there" if hello is None else f"{hello.board} shows no picture"
            line = f"--board {self._args.board}: {told}"
            raise BadInput("; ".join(filter(None, (line, damage(self._reader)))), "board_not_found")
        board.send("?HELLO")  # its picture comes again, for the wizard
        return hello

    def _refuse_foreign(self, item: Item) -> None:
        if isinstance(item, Fault) and (refused := foreign(item, self.layout)) is not None:
            raise BadInput(f"--board {self._args.board}: {refused}", refused.notice, refused.name)

    def _loaded_part(self) -> Mapping[str, Any] | None:
        try:
            data = parse_json(read_text(self._part))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadInput(f"{self._part}: cannot be read ({error}); --anew begins anew") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("known"), dict):
            raise BadInput(f"{self._part}: cannot be read (not the progress of a calibration); --anew begins anew")
        if data.get("board") != self.profile.board:
            raise BadInput(f"{self._part}: belongs to another board; --anew begins anew")
        return dict(data["known"])

    def _made(self) -> Wizard:
        progress = None if self._args.anew else self._loaded_part()
        try:
            return self._make(self.profile, progress)
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise BadInput(f"{self._part}: cannot be read ({error}); --anew begins anew") from error

    def _work(self, wizard: Wizard, aloud: Aloud) -> bool:
        """Whether the wizard came to its end."""
        self._speak(aloud, wizard.begin())
        kept = wizard.progress()
        while not wizard.is_done:
            item = self._next(wizard, aloud)
            if wizard.is_done:
                break
            if isinstance(item, str):
                item = aloud.wording.at_bench(item)
            if item is None or (isinstance(item, str) and meaning(item) == "stop"):
                aloud.say(aloud.text("paused"))
                return False
            if isinstance(item, str) and meaning(item) == "again":
                aloud.again()
                continue
            self._speak(aloud, self._observe(wizard, item, aloud))
            if (progress := wizard.progress()) != kept:
                kept = progress
                self._save(progress)
        return True

    def _next(self, wizard: Wizard, aloud: Aloud) -> Item:
        while True:
            deadline = wizard.next_deadline()
            try:
                item = self._queue.get(timeout=None if deadline is None else max(0.0, deadline - aloud.clock()))
            except queue.Empty:
                self._speak(aloud, wizard.tick(aloud.clock()) + self._look(aloud.clock()))
                if wizard.is_done:
                    return "done"
                continue
            if isinstance(item, Button):
                if not item.is_down:
                    continue
                return item.name
            return item

    def _observe(self, wizard: Wizard, item: Input | str, aloud: Aloud) -> Said:
        t = aloud.clock()
        match item:
            case str():
                return wizard.key(t, item)
            case OccupancyFrame():
                return wizard.tick(t) + wizard.frame(t, item.occupied)
            case Fault():
                self._refuse_foreign(item)
                return wizard.fault(t, item.code, item.index)
            case CardTag():
                return wizard.tag(t, item.tag, item.card)
            case Hello():
                self._returned(item)
            case Cable():
                self._told_of_cable(item, aloud)
        return []

    def _returned(self, hello: Hello) -> None:
        """A board named itself in the middle of the work: it has to be the one with which it began."""
        if hello.board != self.profile.board:
            line = f"{hello.board} is there now, not {self.profile.board}; what was learnt is kept"
            raise BadInput(f"--board {self._args.board}: {line}", OTHER_PROFILE)
        self._greet()

    def _told_of_cable(self, cable: Cable, aloud: Aloud) -> None:
        """Who hears that the board is back hears, too, what is asked for."""
        found = aloud.wording.say("board_found" if cable.is_connected else "board_none")
        aloud.say(f"{found} {self._request}" if cable.is_connected else found)

    def _speak(self, aloud: Aloud, said: Said) -> None:
        text = " ".join(aloud.text(one.key, one.facts) for one in said)
        self._request = text or self._request
        aloud.say(text, all(one.is_brief for one in said))

    def _save(self, progress: Mapping[str, Any]) -> None:
        try:
            write_object(self._part, {"format": FORMAT, "board": self.profile.board, "known": progress})
        except OSError as error:
            raise BadInput(f"{self._part}: {error.strerror}", UNSAVED) from error

    def _listen_to_keyboard(self) -> None:
        if self._args.stopping is not None:
            self._args.stopping.by(lambda: self._queue.put(None))

        def read() -> None:
            with contextlib.suppress(OSError):  # the terminal was closed
                for line in said_lines(LONGEST_LINE):
                    if line.strip():
                        self._queue.put(line.strip())

        if sys.stdin is not None:
            threading.Thread(target=read, name="keyboard", daemon=True).start()


def check_folder(option: str, path: str) -> None:
    """Sees whether a file can be saved there, before anything is learnt. Raises: BadInput."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise BadInput(f"{option} {path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(f"{option} {path}: nothing can be saved in {folder}", UNSAVED)


def saved(bench: Workbench, save: Callable[[], None], path: str) -> None:
    """Writes the result and then throws the progress away. Raises: BadInput."""
    try:
        save()
    except (OSError, BadProfile) as error:
        raise BadInput(f"{path}: {error}", UNSAVED) from error
    bench.finish()
