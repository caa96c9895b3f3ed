"""The live table: inputs of all threads in one queue, one loop that owns the session, facts to everybody.

Flow of control
1. Board, web page and keyboard put their inputs into a queue, with the time at which they came.
2. The loop waits for the next input or the session's next deadline, whichever is first, and lets the session decide.
3. The publisher logs the facts, synced, and hands them to the voice, the pages and the events file.
4. What the voice really said comes back through the same queue, as facts.
"""

from __future__ import annotations

import argparse
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.cli.publish import Publisher
from companion.facts import Fact, Listener
from companion.inputs import Button, Input, Said
from companion.session.commands import VOICE_VERBS
from companion.session.session import Session
from companion.session.snapshot import snapshot
from companion.speech.live import LiveDesk
from companion.speech.memory import Memory

if TYPE_CHECKING:
    from companion.sensing.trace import TraceRecorder
    from companion.virtual.table import VirtualTable

REPLY_S = 2.0
"""So long a page waits to hear whether its input was accepted."""
EVENTS_KEPT = 20_000
REFEREED = frozenset({"violation", "disturbed", "corrected"})
VOICE_BUTTONS = frozenset({"again", "stop"})


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's input whose sender waits for the answer: None, or why not."""

    said: Said
    reply: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)


class LiveTable:
    """One running table. `deliver`, `submit` and `stop` may be called from any thread."""

    desk: LiveDesk
    virtual: VirtualTable | None = None
    """What the hands of a virtual table reach; None with a real board."""

    def __init__(self, session: Session, publisher: Publisher, clock: Callable[[], float]) -> None:
        self.session, self.publisher, self.clock = session, publisher, clock
        self.events: deque[dict[str, Any]] = deque(maxlen=EVENTS_KEPT)
        self.state: Mapping[str, Any] = {}
        self._queue: queue.SimpleQueue[Input | Wish | list[Fact] | None] = queue.SimpleQueue()
        self._news = threading.Condition()
        self._recorder: TraceRecorder | None = None
        self._said = 0
        publisher.wire(self._remember)

    def speak_through(self, desk: LiveDesk) -> None:
        """Lets this desk hear all facts."""
        self.desk = desk
        self.publisher.wire(hearing(desk.hear, self.session))

    def record(self, recorder: TraceRecorder) -> None:
        """Writes what people say from now on, the game first; the board records its own lines."""
        self._recorder = recorder
        recorder.said(0.0, game_line(self.session))

    def begin(self, facts: list[Fact], has_resumed: bool) -> None:
        """Tells the first facts: a new game, or where the logged one stands."""
        self._tell(facts)
        if has_resumed:
            memory = Memory(position=self.session.state.position, turn=self.session.state.seat)
            self.desk.say(self.desk.wording.resume(memory), self.clock())

    def deliver(self, value: Input) -> None:
        """Takes an input of a board."""
        self._queue.put(value)

    def report(self, fact: Fact) -> None:
        """Takes what the voice says of itself."""
        self._queue.put([fact])

    def submit(self, text: str, by: str) -> None:
        """Takes a person's input and waits until it is accepted. Raises: ValueError with the reason."""
        wish = Wish(Said(self.clock(), text, by))
        self._queue.put(wish)
        try:
            refusal = wish.reply.get(timeout=REPLY_S)
        except queue.Empty:
            refusal = "the table does not answer"
        if refusal is not None:
            raise ValueError(refusal)

    def stop(self) -> None:
        """Ends `run`."""
        self._queue.put(None)

    def events_since(self, number: int) -> list[dict[str, Any]]:
        """The events after this number, as far back as they are kept."""
        return [event for event in list(self.events) if event["n"] > number]

    def wait_for(self, is_true: Callable[[Mapping[str, Any]], bool], timeout_s: float) -> bool:
        """Waits until the public state is as wished; whether it came to that in time."""
        with self._news:
            return self._news.wait_for(lambda: is_true(self.state), timeout_s)

    def run(self) -> None:
        """Runs the table until `stop`."""
        self._tell([])
        while True:
            due = self.session.next_deadline()
            try:
                wait_s = None if due is None else max(0.0, due - self.clock())
                item = self._queue.get(timeout=wait_s)
            except queue.Empty:
                self._tell(self.session.tick(self.clock()))
                continue
            if item is None:
                return
            self._do(item)

    def _do(self, item: Input | Wish | list[Fact]) -> None:
        if isinstance(item, list):
            self._tell(item)
        elif isinstance(item, Wish):
            item.reply.put(self._grant(item.said))
        elif isinstance(item, Button) and item.name in VOICE_BUTTONS:
            if item.is_down:
                self.desk.obey(item.name, item.t)
        else:
            self._tell(self.session.take(item))

    def _grant(self, said: Said) -> str | None:
        """Carries out a person's input; the reason if it cannot be."""
        if self._recorder is not None:
            self._recorder.said(said.t, said.text)
        try:
            if said.text.split(maxsplit=1)[:1] and said.text.split(maxsplit=1)[0] in VOICE_VERBS:
                self.desk.obey(said.text, said.t)
                self.session.words = self.desk.wording
                self._tell([])
            else:
                self._tell(self.session.take(said))
        except ValueError as error:
            self._tell(self.session.tick(said.t))
            return str(error)
        return None

    def _tell(self, facts: list[Fact]) -> None:
        self.publisher.publish(facts)
        for fact in facts:
            if fact.kind == "unseen" and fact.data["cells"]:
                self.desk.say(self.desk.wording.mask(fact.data["cells"]), fact.t)
        with self._news:
            self.state = {
                **snapshot(self.session),
                "language": self.desk.wording.language,
                "is_speaking": self._said != 0,
            }
            self._news.notify_all()

    def _remember(self, fact: Fact, number: int) -> None:
        self.events.append(fact.event(number))
        if fact.kind == "speech" and fact.data["private"] is None:
            self._said += 1 if fact.data["spoken"] == "started" else -1


def hearing(hear: Listener, session: Session) -> Listener:
    """What the voice hears: everything, but with a silent referee nothing of what is wrong."""

    def heard(fact: Fact, number: int) -> None:
        if session.referee.mode != "silent" or fact.kind not in REFEREED:
            hear(fact, number)

    return heard


def game_line(session: Session) -> str:
    """What a person would say to start the session's game at its present position."""
    settings = session.settings
    words = ["game", session.game.name if session.game else "", settings["deck"], settings["variant"]]
    return " ".join([*words, f"first={session.state.seat}", f"position={session.state.position}"])


def listen_to_keyboard(table: LiveTable) -> None:
    """Lines typed at the terminal are a person's input, as on the phone; a refusal is printed."""

    def read() -> None:
        for line in sys.stdin:
            if line.strip():
                try:
                    table.submit(line.strip(), "button")
                except ValueError as error:
                    print(f"tastkreis: {error}", file=sys.stderr)

    threading.Thread(target=read, name="keyboard", daemon=True).start()


def stop_on_signals(table: LiveTable) -> None:
    """SIGINT and SIGTERM end the table cleanly."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: table.stop())


def new_clock() -> Callable[[], float]:
    """Seconds since now."""
    start = time.monotonic()
    return lambda: time.monotonic() - start


def run_live(args: argparse.Namespace, kind: str, where: str) -> int:
    """Opens the table that the options describe, and runs it until it is stopped."""
    from companion.cli.opening import opened

    with opened(args, kind, where) as table:
        stop_on_signals(table)
        if sys.stdin is not None and sys.stdin.isatty():
            listen_to_keyboard(table)
        table.run()
    return 0
