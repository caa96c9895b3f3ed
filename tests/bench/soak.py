"""Eight hours at one table, in one process on the virtual clock, with all parts on: does anything grow or lag?

    python -m tests.bench.soak [HOURS [SEED]]

Game after game on the virtual table, of all decks, variants and paces; board, log, events, trace, timed voice and page
with a browser's news line are the real ones. Now and then somebody asks, changes the language, pulls the cable.
Exit status 0 only where what is kept stays flat, no thread and no file is left, no event number is missing anywhere,
and speech is never more than two seconds behind.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.cli import demo, parts
from companion.cli.clock import BoardPart, FastClock, HandsPart, Part, TablePart, VoicePart
from companion.cli.live import LiveTable
from companion.cli.logbook import open_logbook
from companion.cli.notices import Notices
from companion.cli.players import Pause, Players, Say, Script
from companion.cli.publish import Publisher
from companion.facts import Fact
from companion.inputs import Cable
from companion.speech.desk import SpeechDesk
from companion.speech.queue import SpeechQueue, Spoken
from companion.speech.utterance import Utterance
from companion.speech.voices import TimedVoice
from companion.store.log import read_games
from companion.store.packed import Packed
from companion.virtual.performance import Scene
from companion.virtual.rehearsal import FIRST, rehearse
from companion.virtual.table import VirtualTable
from companion.web.app import create_app
from companion.web.deps import WebDeps
from companion.web.push import Hub
from companion.web.server import WebServer
from hardware.geometry import load_board
from tests.people.play import PARTNERS

HOURS = 8.0
MOST_LAG_S = 2.0
MOST_GROWTH_MB = 1.0
"""Of what is kept, from the second hour to the end, beside the packed copies of log, events and trace, whose bounds
docs/faults.md tells; before, caches and the memory of events fill up."""
MOST_HOLES_MB = 6.0
"""Of what the system counts, which has the holes in it that freed blocks leave: they grow until the largest moment of
an evening was there."""
BLOCK_BYTES = 90
"""A block of Python's own allocator, about."""
FULL_S = 2 * 3600.0
DECKS, PACES, LANGUAGES = ("basic", "master"), ("quick", "normal", "slow"), ("de", "en", "fr")
ASIDES = ("ask position", "ask turn", "ask last", "again", "language {}", "pace A auto")


@dataclass
class Figures:
    """What came out."""

    games: int = 0
    board_s: float = 0.0
    took_s: float = 0.0
    events: int = 0
    page_events: int = 0
    memory_mb: list[float] = field(default_factory=list)
    kept_mb: list[float] = field(default_factory=list)
    copies_mb: list[float] = field(default_factory=list)
    measured_s: list[float] = field(default_factory=list)
    lags_s: list[float] = field(default_factory=list)
    threads: int = 0
    files: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def growth_mb(self) -> float:
        """How much more is kept at the least in the second half of the full hours than in the first, beside the copies:
        the least, since what a game keeps of itself depends on its length."""
        kept = self._later(self.kept_mb)
        half = len(kept) // 2
        return min(kept[half:]) - min(kept[:half]) if half else 0.0

    @property
    def holes_mb(self) -> float:
        """How much more the system counts at the end than after the second hour, beside the copies."""
        later = self._later(self.memory_mb)
        return later[-1] - later[0] if later else 0.0

    def _later(self, measured_mb: list[float]) -> list[float]:
        """Beside the copies, from the second hour (the middle of a shorter evening) on."""
        full_s = min(FULL_S, self.board_s / 2)
        return [mb - copies for t, mb, copies in zip(self.measured_s, measured_mb, self.copies_mb, strict=True)
                if t >= full_s]  # fmt: skip

    @property
    def hourly_mb(self) -> list[float]:
        """Memory at the end of each hour."""
        last = {int(t // 3600): mb for t, mb in zip(self.measured_s, self.memory_mb, strict=True)}
        return [last[hour] for hour in sorted(last)]


class Queue(SpeechQueue):
    """A queue that notes how far behind each moment of the game the voice begins to speak of it.

    What happens at one moment, such as a play and the next turn, is one account: its sentences follow each other. Not
    counted is what is said to its end all the same: the sentence during which it happened, and answers that somebody
    asked for; nor are hands that silence the voice.
    """

    def __init__(self, lags_s: list[float]) -> None:
        super().__init__()
        self._lags_s, self._free, self._begun = lags_s, float("-inf"), float("-inf")
        self._offered: dict[str, tuple[float, float]] = {}
        """Of each text: when it happened, and since when it could be said (never, while another sentence is said)."""

    def offer(self, utterance: Utterance, t: float) -> list[Spoken]:
        self._offered[utterance.text] = (t, t if self.current is None else float("inf"))
        return super().offer(utterance, t)

    def hush(self, t: float) -> list[Spoken]:
        self._free = t
        return super().hush(t)

    def heard(self, fact: Fact) -> None:
        """Something begins or ends to be said."""
        if fact.kind != "speech":
            return
        if fact.data["spoken"] == "started":
            moment, since = self._offered.pop(str(fact.data["text"]), (self._begun, fact.t))
            if moment > self._begun:
                self._begun = moment
                self._lags_s.append(fact.t - max(min(since, fact.t), self._free))
            return
        if fact.data["priority"] == "now":
            self._free = fact.t
        self._offered = {text: (t, min(since, fact.t)) for text, (t, since) in self._offered.items()}


class Browser:
    """A page's news line: every event has to come, once and in order."""

    def __init__(self, server: WebServer, stack: contextlib.ExitStack) -> None:
        self.count = 0
        self.has_gap = False
        self._line = stack.enter_context(connect(server.url.replace("http", "ws") + "ws", proxy=None))
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                for event in json.loads(self._line.recv())["events"]:
                    self.has_gap |= event["n"] != self.count + 1
                    self.count = event["n"]

    def close(self, last: int) -> None:
        """Waits for the last event, and goes."""
        end = time.monotonic() + 10
        while self.count < last and time.monotonic() < end:
            time.sleep(0.02)
        self._line.close()
        self._thread.join()


class Evening:
    """Players who play one game after the other until their time is over."""

    def __init__(self, table: LiveTable, board: BoardPart, clock: FastClock, lot: Random, until_s: float,
                 figures: Figures) -> None:  # fmt: skip
        self._table, self._board, self._clock, self._lot = table, board, clock, lot
        self._until_s, self._figures = until_s, figures

    def script(self) -> Script:
        """The whole evening."""
        while self._clock() < self._until_s:
            deck, variant, pace = self._lot.choice(DECKS), self._lot.choice(sorted(PARTNERS)), self._lot.choice(PACES)
            settings = {"variant": variant, "deck": deck}
            chosen, scenes = rehearse("tac", settings, self._lot.randrange(1 << 30))
            yield Say(f"game tac {deck} {variant} first={chosen[FIRST]}")
            for seat in "ABCD" if variant != "duel" else "AC":
                with contextlib.suppress(ValueError):
                    yield Say(f"pace {seat} {pace}")
            yield from self._game(scenes, pace)
            gc.collect()
            self._figures.games += 1
            self._figures.memory_mb.append(memory_mb())
            self._figures.kept_mb.append(kept_mb())
            self._figures.copies_mb.append(copies_mb())
            self._figures.measured_s.append(self._clock())

    def _game(self, scenes: list[Scene], pace: str) -> Script:
        assert self._table.virtual is not None
        players = Players(self._table.virtual, scenes, 1.0, pace, True, self._table.session.game,
                          self._figures.faults.append)  # fmt: skip
        script = players.script()
        wait = next(script)
        with contextlib.suppress(StopIteration):
            while True:
                has_come = yield wait
                if self._lot.random() < 0.002:
                    yield from self._aside()
                wait = script.send(has_come)

    def _aside(self) -> Script:
        """Somebody wants something else."""
        if self._lot.random() < 0.1:
            for is_connected in (False, True):
                t = round(self._clock(), 3)
                self._table.deliver(Cable(t, is_connected, "virtual", "the cable"))
                yield Pause(0.5)
        else:
            yield Say(self._lot.choice(ASIDES).format(self._lot.choice(LANGUAGES)))


def memory_mb() -> float:
    """What the process has in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


class _Mallinfo(ctypes.Structure):
    """`struct mallinfo2` of glibc."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
                                                     "fsmblks", "uordblks", "fordblks", "keepcost")]  # fmt: skip


def kept_mb() -> float:
    """What is in use: blocks of Python's own allocator, and larger ones of the C library (glibc 2.33 or newer)."""
    mallinfo2 = ctypes.CDLL(None).mallinfo2
    mallinfo2.restype = _Mallinfo
    return (float(mallinfo2().uordblks) + BLOCK_BYTES * sys.getallocatedblocks()) / (1 << 20)


def copies_mb() -> float:
    """What the packed copies of the files take, which grow all evening up to their bounds."""
    return sum(one.packed_bytes for one in gc.get_objects() if isinstance(one, Packed)) / (1 << 20)


def soak(folder: Path, hours: float, seed: int) -> Figures:
    """Plays the evening; files go into this folder."""
    figures, began = Figures(), time.perf_counter()
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    with contextlib.ExitStack() as stack:
        clock, perform = _opened(folder, hours, seed, figures, stack)
        perform()
        figures.board_s = clock()
    gc.collect()
    figures.threads = threading.active_count() - threads
    figures.files = len(os.listdir("/proc/self/fd")) - files
    figures.took_s = time.perf_counter() - began
    _check_files(folder, figures)
    return figures


def _opened(folder: Path, hours: float, seed: int, figures: Figures, stack: contextlib.ExitStack) -> Any:
    parser = argparse.ArgumentParser()
    demo.configure(parser)
    args = parser.parse_args(["--events", str(folder / "e.jsonl"), "--record-trace", str(folder / "e.trace")])
    clock = FastClock()
    notices = Notices(clock)
    log, _ = open_logbook(str(folder / "e.db"), notices)
    assert log is not None
    stack.callback(log.close)
    session = parts.session_of(args, [])
    facts, _ = parts.begin_or_resume(session, args, [])
    publisher = Publisher(log)
    table = LiveTable(session, publisher, clock)
    assert session.game is not None
    hands = table.virtual = VirtualTable(session.game.layout)
    hands.set_position(session.state.picture)
    recording = parts.opened_recording(args.record_trace, notices)
    assert recording is not None
    stack.callback(recording.close)
    table.record(recording)
    reader = parts.reader_of(args, "virtual", session.game.layout)
    board = BoardPart(hands, clock, reader, table.deliver, recording)
    events = parts.opened_events(args.events, notices, is_live=True)
    assert events is not None
    stack.callback(events.close)
    publisher.wire(events.hear)
    publisher.after_each(events.flush)
    queue = Queue(figures.lags_s)
    publisher.wire(lambda fact, number: queue.heard(fact))
    desk = SpeechDesk(parts.wording_of(args, session.game.layout), TimedVoice(), table.report, queue=queue)
    stack.callback(table.finish)
    stack.callback(desk.close)
    table.speak_through(desk)
    browser = stack.enter_context(_page(table, figures))
    table.begin(facts)

    def perform() -> None:
        referee = TablePart(table)
        evening: Any = Evening(table, board, clock, Random(seed), hours * 3600, figures)
        seated: list[Part] = [referee, VoicePart(desk, clock), board, HandsPart(evening, table, clock)]
        clock.run(seated, lambda: referee.is_over)
        figures.events = publisher.count
        browser.close(publisher.count)

    return clock, perform


@contextlib.contextmanager
def _page(table: LiveTable, figures: Figures) -> Iterator[Browser]:
    deps = WebDeps(load_board(), lambda: table.state, table.events_since, table.submit, table.virtual)
    hub = Hub(deps)
    server = WebServer(create_app(deps, hub), "127.0.0.1", 0)
    server.start()
    table.publisher.wire(hub.listen)
    with contextlib.ExitStack() as stack:
        browser = Browser(server, stack)
        stack.callback(browser.close, 0)
        yield browser
    if not server.stop():
        figures.faults.append("the page did not end")
    figures.page_events = browser.count
    if browser.has_gap:
        figures.faults.append("the page missed an event")


def _check_files(folder: Path, figures: Figures) -> None:
    numbers = [json.loads(line)["n"] for line in (folder / "e.jsonl").read_text("utf-8").splitlines()]
    if numbers[: figures.events] != list(range(1, figures.events + 1)) or len(numbers) < figures.events:
        figures.faults.append(f"the events have a gap: {len(numbers)} of {figures.events}")
    games = read_games(folder / "e.db")
    if len(games) != figures.games + 1:
        figures.faults.append(f"the log has {len(games)} games, {figures.games} were played")
    if sum(fact.kind == "won" for game in games for fact in game) != figures.games:
        figures.faults.append("not every game was won")


def wrong(figures: Figures) -> list[str]:
    """What must not be."""
    found = list(figures.faults)
    if max(figures.lags_s) > MOST_LAG_S:
        found.append(f"speech was {max(figures.lags_s):.1f} s behind")
    if figures.growth_mb > MOST_GROWTH_MB:
        found.append(f"what is kept grew by {figures.growth_mb:.1f} MB")
    if figures.holes_mb > MOST_HOLES_MB:
        found.append(f"memory grew by {figures.holes_mb:.1f} MB")
    if figures.threads or figures.files:
        found.append(f"{figures.threads} threads and {figures.files} files were left")
    if figures.page_events < figures.events:
        found.append(f"the page heard {figures.page_events} of {figures.events} events")
    return found


def main() -> int:
    """Soaks, and tells."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else HOURS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        f = soak(Path(folder), hours, seed)
    lags = sorted(f.lags_s)
    print(f"{f.games} games, {f.board_s / 3600:.1f} h at the table in {f.took_s:.0f} s; {f.events} events, "
          f"the page heard {f.page_events}")  # fmt: skip
    print(f"memory {f.memory_mb[0]:.1f} MB after the first game, {statistics.median(f.memory_mb):.1f} in the middle, "
          f"{f.memory_mb[-1]:.1f} at the end; left over: {f.threads} threads, {f.files} files")  # fmt: skip
    print(f"memory at the end of each hour: {' '.join(f'{mb:.1f}' for mb in f.hourly_mb)} MB; "
          f"copies of the files {f.copies_mb[-1]:.1f} MB; beside them what is kept grew by {f.growth_mb:.2f} MB, "
          f"with the holes in it by {f.holes_mb:.1f} MB from the second hour on")  # fmt: skip
    print(f"speech begins after {statistics.median(lags):.2f} s, 99 of 100 after {lags[len(lags) * 99 // 100]:.2f} s, "
          f"at the latest after {lags[-1]:.2f} s ({len(lags)} sentences)")  # fmt: skip
    for line in (found := wrong(f)):
        print(f"WRONG: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
