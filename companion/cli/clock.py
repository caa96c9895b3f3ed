"""A table on a virtual clock: the same parts as at the real one, and nobody sleeps. A whole game takes seconds.

Flow of control
1. Each part says when it has something to do next: the table, its voice, its board, the hands.
2. The clock goes on to the first of these times, and that part does it; the earlier one of the list goes first.
3. What a part tells another takes the way that it takes at the real clock: the board's sentences through the reader,
   everything else through the table's queue.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.cli.live import LiveTable
from companion.cli.players import Pause, Say, Script, Until, Wait
from companion.cli.recording import Recording
from companion.facts import Fact
from companion.inputs import Cable, Input, Said
from companion.sensing.lines import LineSplitter
from companion.sensing.reader import SentenceReader
from companion.speech.desk import SpeechDesk
from companion.speech.voices import TimedVoice
from companion.virtual.electronics import Electronics
from companion.virtual.table import Change, VirtualTable

MOST_AT_ONCE = 100_000
"""So many things at one moment mean that a part never comes to its end."""


class Part(Protocol):
    """Something at the table that does one thing after the other."""

    def due(self) -> float | None:
        """When it has something to do, in seconds since the start; None while it waits for others."""
    def act(self) -> None:
        """Does what is due now."""


@dataclass(slots=True)
class FastClock:
    """The time at the table, in seconds since the start. It stands still until everything due has been done."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now

    def run(self, parts: Sequence[Part], is_over: Callable[[], bool]) -> None:
        """Lets the parts act, each at its time, until it is over or nothing is due any more.

        Raises: RuntimeError, where one moment does not end.
        """
        at_once = 0
        while not is_over():
            due, part = min(
                ((max(when, self.now), part) for part in parts if (when := part.due()) is not None),
                key=lambda pair: pair[0], default=(0.0, None),
            )  # fmt: skip
            if part is None:
                return
            at_once = at_once + 1 if due <= self.now else 0
            if at_once > MOST_AT_ONCE:
                raise RuntimeError(f"the clock stands still at {self.now:.3f} s: {type(part).__name__}")
            self.now = due
            part.act()


class TablePart:
    """The table itself: what has come in, and what the session has waited for."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.is_over = False

    def due(self) -> float | None:
        """Now, where something has come in; else the session's next deadline."""
        return self._table.due()

    def act(self) -> None:
        """Does one thing."""
        self.is_over = not self._table.serve()


class VoicePart:
    """The speech desk: what is said takes the time that saying it takes."""

    def __init__(self, desk: SpeechDesk, clock: FastClock) -> None:
        self._desk, self._clock = desk, clock

    def due(self) -> float | None:
        """When a sentence ends or begins."""
        return self._desk.next_deadline()

    def act(self) -> None:
        """Ends and begins sentences."""
        self._desk.tick(self._clock())


class BoardPart:
    """The electronics of the virtual table, and the line from there to the companion."""

    def __init__(
        self, hands: VirtualTable, clock: FastClock, reader: SentenceReader, deliver: Callable[[Input], object],
        recording: Recording | None = None,
    ) -> None:  # fmt: skip
        self._clock, self._reader, self._deliver, self._recording = clock, reader, deliver, recording
        self._lines = LineSplitter()
        self._electronics = Electronics(hands, clock, self._heard)
        self._is_on = False
        hands.listen(self._changed)

    def due(self) -> float | None:
        """When the board has something to tell."""
        return self._electronics.due() if self._is_on else 0.0

    def act(self) -> None:
        """Puts the cable in, at first; then tells what there is."""
        if self._is_on:
            self._electronics.act()
        else:
            self._is_on = True
            self._electronics.boot()

    def _changed(self, change: Change) -> None:
        if self._is_on:
            self._electronics.notice(change)

    def _heard(self, data: bytes) -> None:
        t = round(self._clock(), 3)
        for line in self._lines.feed(data):
            is_first = not self._reader.sentences
            inputs = self._reader.sentence(line, t)
            if is_first and self._reader.sentences:
                self._cable(t)
            if self._recording is not None:
                self._recording.wire(t, line)
            for each in inputs:
                self._deliver(each)

    def _cable(self, t: float) -> None:
        if self._recording is not None:
            self._recording.cable(t, True)
        self._deliver(Cable(t, True, self._reader.source, "sentences come"))


class Scripted(Protocol):
    """Somebody at the table who waits for something and then does something."""

    def script(self) -> Script:
        """What they wait for; what is sent back is whether it has come."""


class Teaching(Scripted, Protocol):
    """Somebody who gives a lesson, and decides what the voice says besides."""

    def is_heard(self, fact: Fact) -> bool:
        """Whether the voice is told of a fact."""
    def sit_down(self, table: LiveTable) -> None:
        """Listens to this table from now on."""


P = TypeVar("P", bound=Scripted)


class HandsPart:
    """The players, one step of their script after the other; the table ends with them, where they are the last."""

    def __init__(self, players: Scripted, table: LiveTable, clock: FastClock, is_last: bool = True) -> None:
        self._table, self._clock, self._is_last = table, clock, is_last
        self._script = players.script()
        self._wait: Wait | None = None
        self._until = 0.0
        self._is_over = False

    def due(self) -> float | None:
        """When what they wait for has come, or they wait no longer."""
        if self._is_over:
            return None
        return self._clock() if self._has_come() else self._until

    def act(self) -> None:
        """Goes on to the next thing that they wait for."""
        has_come = self._wait is not None and self._has_come()
        try:
            self._wait = next(self._script) if self._wait is None else self._script.send(has_come)
        except StopIteration:
            self._is_over = True
            if self._is_last:
                self._table.stop()
            return
        now = self._clock()
        self._until = now
        if isinstance(self._wait, Say):
            self._table.grant(Said(round(now, 3), self._wait.text, "button"))
        else:
            self._until += self._wait.seconds if isinstance(self._wait, Pause) else self._wait.timeout_s

    def _has_come(self) -> bool:
        if isinstance(self._wait, Until):
            return self._wait.is_true(self._table.state)
        return self._clock() >= self._until


@contextmanager
def fast_table(args: Any, players_of: Callable[[LiveTable], P],
               tutor: Teaching | None = None) -> Iterator[Callable[[], P]]:  # fmt: skip
    """A table that the options describe, on a virtual clock: what is given plays its game and tells how it went. Where
    there is a tutor, the table ends with the lesson.

    Raises: BadInput.
    """
    from companion.cli import parts
    from companion.cli.notices import Notices
    from companion.cli.publish import Publisher
    from companion.cli.speech_options import settings_of
    from companion.cli.voice import voice_of

    clock = FastClock()
    notices = Notices(clock)
    parts.check_files(args)
    with contextlib.ExitStack() as stack:
        session = parts.session_of(args, [])
        facts, _ = parts.begin_or_resume(session, args, [])
        publisher = Publisher(None)
        table = LiveTable(session, publisher, clock)
        assert session.game is not None
        wording = parts.wording_of(args, session.game.layout)
        hands = table.virtual = VirtualTable(session.game.layout)
        hands.set_up(session.game.standing(session.state), session.state.picture)
        recording = parts.opened_recording(args.record_trace, notices)
        if recording is not None:
            stack.callback(recording.close)
            table.record(recording)
        reader = parts.reader_of(args, "virtual", session.game.layout)
        board = BoardPart(hands, clock, reader, table.deliver, recording)
        events = parts.opened_events(args.events, notices)
        if events is not None:
            stack.callback(events.close)
            publisher.wire(events.hear)
        settings = settings_of(args)
        voice = TimedVoice(settings.voice) if args.speech == "none" else voice_of(args, settings, is_timed=True)
        desk = SpeechDesk(wording, voice, table.report, settings=settings)
        stack.callback(table.finish)
        stack.callback(desk.close)
        table.speak_through(desk, tutor.is_heard if tutor else None)
        table.begin(facts)
        if tutor is not None:
            tutor.sit_down(table)

        def perform() -> P:
            players = players_of(table)
            referee = TablePart(table)
            args.stopping.by(table.stop)
            playing = HandsPart(players, table, clock, is_last=tutor is None)
            seated: list[Part] = [referee, VoicePart(desk, clock), board, playing]
            if tutor is not None:
                seated.append(HandsPart(tutor, table, clock))
            clock.run(seated, lambda: referee.is_over)
            return players

        yield perform
