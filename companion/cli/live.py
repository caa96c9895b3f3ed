"""The live table: inputs of all threads in one queue, one loop that owns the session, facts to everybody.

Flow of control
1. Board, web page and keyboard put their inputs into a queue, with the time at which they came.
2. The loop waits for the next input or the session's next deadline, whichever is first, and lets the session decide.
3. The facts are logged, synced; then the public state changes, and voice, pages and the events file hear them.
4. What the voice really said comes back through the same queue, as facts.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.cli.garbage import short_searches
from companion.cli.guard import Guard
from companion.cli.keys import Keys
from companion.cli.private import SeatReaders, Swaps, given, hands_known, usable
from companion.cli.publish import Publisher, RecentEvents
from companion.cli.recalled import Chosen
from companion.cli.recording import Line, Recording, not_before
from companion.cli.tables import game_line
from companion.cli.texts import ways_out, worded_at, worded_state
from companion.cli.voice import NOTED, Desk, answered, confirmed, hearing, kept, obeyed, tell_asides, unanswered
from companion.facts import Fact
from companion.inputs import Button, CardTag, Input, Said
from companion.sensing.errors import BadSaying
from companion.sensing.said import parse_said
from companion.session import asking
from companion.session.session import Session
from companion.session.snapshot import snapshot
from companion.speech.live import LiveDesk
from engine.contract import Seat

if TYPE_CHECKING:
    from companion.virtual.table import VirtualTable

REPLY_S = 5.0
"""So long a page waits to hear whether its input was accepted; what the table has not begun by then is not done."""
BEGUN_S = 8.0
"""So much longer it waits for the end of what the table has begun."""
EVENTS_KEPT = 512
"""Events in memory for pages that were away: a page is sent 400 at most, and older ones are in the log."""
MOST_WAITING = 32
"""Inputs of the board that may wait for the table; a board that sends more is read more slowly. What people say waits
behind them: hard pictures take a tenth of a second each on a small computer."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """An input of the board, and the lines of the recording that go before it."""

    value: Input
    lines: list[Line]
    is_answered: bool = False
    """Whether it was a key that asks something, and the voice has answered it already."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's input whose sender waits for the answer: None, or why not."""

    said: Said
    is_answered: bool = False
    """Whether it was a question that the voice has answered already."""
    reply: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)
    _claim: threading.Lock = field(default_factory=threading.Lock)

    def is_claimed(self) -> bool:
        """Claims it, to carry it out or to withdraw it; whether somebody else had done so before."""
        return not self._claim.acquire(blocking=False)


Item = Delivered | Wish | list[Fact] | Exception | None


class LiveTable:
    """One running table. `deliver`, `report`, `submit`, `fail` and `stop` may be called from any thread."""

    desk: Desk
    keys = Keys()
    """What the buttons say."""
    virtual: VirtualTable | None = None
    """What the hands of a virtual table reach; None with a real board."""

    def __init__(self, session: Session, publisher: Publisher, clock: Callable[[], float],
                 labels: Mapping[str, Any] | None = None, chosen: Chosen | None = None) -> None:  # fmt: skip
        self.session, self.publisher, self.clock = session, publisher, clock
        self._guard = Guard(session)
        self._events = RecentEvents(EVENTS_KEPT)
        self.state: Mapping[str, Any] = {}
        self.hands: Mapping[str, Sequence[str] | None] = {}
        """The hands as far as they are known; never part of the public state."""
        self.busy_since: float | None = None
        """When the table began what it is doing; None while it waits."""
        self._labels = {"health": [], **(labels or {})}
        """What the public state holds besides: `names` and `colours` of the seats, and what is wrong (`health`)."""
        self._chosen = chosen or Chosen()
        self._queue: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._news = threading.Condition()
        self._on_state: list[Callable[[], None]] = []
        self._recording: Recording | None = None
        self._spoken = 0
        self._places = threading.Semaphore(MOST_WAITING)
        self._is_over = self._is_broken_off = False
        self._swaps = Swaps()
        self.seat_readers: SeatReaders | None = None
        """Whether the readers at the seats show hands; None: a card on them is laid."""
        publisher.wire(self._events.hear)

    def speak_through(self, desk: Desk, is_heard: Callable[[Fact], bool] | None = None) -> None:
        """Lets this desk hear all facts; with `is_heard` those that it says yes to, whatever the referee is like."""
        self.desk, self._guard = desk, Guard(self.session, desk)
        self.publisher.wire(hearing(desk, self.session, is_heard, NOTED))

    def on_state(self, action: Callable[[], None]) -> None:
        """Calls `action` when the public state has changed although nothing happened that is an event."""
        self._on_state.append(action)

    def record(self, recording: Recording) -> None:
        """Writes what comes from now on, the game and how quick its hands are first."""
        self._recording = recording
        recording.said(0.0, game_line(self.session))
        for seat, pace in self.session.pace.settings.items():
            recording.said(0.0, f"pace {seat} {pace}")

    def begin(self, facts: list[Fact]) -> None:
        """Tells the first facts: a new game, or what is known of the one that goes on."""
        self._chosen.hear(facts)
        self._tell(facts)

    def deliver(self, value: Input) -> None:
        """Takes an input of the board, from the board's thread; waits while too many are waiting."""
        while self._is_over or not self._places.acquire(timeout=REPLY_S / 10):
            if self._is_over:
                return
        meant = self.keys.translated(value)
        is_answered = isinstance(value, Button) and isinstance(meant, Said) and self._answered(meant)
        self._queue.put(Delivered(value, self._recording.gathered() if self._recording else [], is_answered))

    def report(self, fact: Fact) -> None:
        """Takes what the voice says of itself."""
        self._queue.put([fact])

    def submit(self, text: str, by: str) -> None:
        """Takes a person's input and waits until it is accepted. Raises: ValueError with the reason."""
        said = Said(round(self.clock(), 3), text, by)
        wish = Wish(said, self._answered(said))
        self._queue.put(wish)
        try:
            refusal = wish.reply.get(timeout=REPLY_S)
        except queue.Empty:
            refusal = "the table does not answer"
            if wish.is_claimed():
                with contextlib.suppress(queue.Empty):
                    refusal = wish.reply.get(timeout=BEGUN_S)
        if refusal is not None:
            raise ValueError(refusal)

    def _answered(self, said: Said) -> bool:
        """Whether a question has been answered at once: nobody waits for a table that is reading a hard picture."""
        desk = getattr(self, "desk", None)  # a board may be quicker than the voice at the start
        if not isinstance(desk, LiveDesk) or self.keys.is_learning:
            return False
        return answered(desk, self.session.game, replace(said, text=desk.wording.command(said.text)))

    def fail(self, error: Exception) -> None:
        """Ends `run` with this error."""
        self._queue.put(error)

    def refuse(self) -> None:
        """Takes nothing of the board any more; whoever waits in `deliver` goes on."""
        self._is_over = True

    def stop(self) -> None:
        """Ends `run`, when all that has come is done."""
        self._queue.put(None)

    def break_off(self) -> None:
        """Ends `run` after what it is doing: pictures that wait count no more. May be called by a signal."""
        self._is_broken_off = self._is_over = True
        self._queue.put(None)

    def events_since(self, number: int) -> list[dict[str, Any]]:
        """The events after this number, as far back as they are kept."""
        return self._events.since(number)

    def wait_for(self, is_true: Callable[[Mapping[str, Any]], bool], timeout_s: float) -> bool:
        """Waits until the public state is as wished; whether it came to that in time."""
        with self._news:
            return self._news.wait_for(lambda: is_true(self.state), timeout_s)

    def wake(self) -> None:
        """Lets everybody in `wait_for` look again."""
        with self._news:
            self._news.notify_all()

    @short_searches()
    def run(self) -> None:
        """Runs the table until `stop`. Raises: what `fail` was told."""
        while True:
            self.busy_since = None
            due = self.session.next_deadline()
            try:
                wait_s = None if due is None else max(0.0, due - self.clock())
                item = self._queue.get(timeout=wait_s)
            except queue.Empty:
                self.busy_since = self.clock()
                self._tell(self._guard(partial(self.session.tick, self.clock())))
                continue
            self.busy_since = self.clock()
            if not self._has_done(item):
                return

    def due(self) -> float | None:
        """When `serve` has something to do: now, if something has come; else the session's next deadline."""
        return self.session.next_deadline() if self._queue.empty() else self.clock()

    def serve(self) -> bool:
        """Does one thing that is due now, without waiting; False once `stop` has come. Raises: what `fail` was told."""
        if not self._queue.empty():
            return self._has_done(self._queue.get())
        self._tell(self._guard(partial(self.session.tick, self.clock())))
        return True

    def _has_done(self, item: Item) -> bool:
        """Does what has come; False if it was `stop`."""
        if isinstance(item, list) and self._is_broken_off:
            self._queue.put(item)
        if item is None or self._is_broken_off:
            return False
        if isinstance(item, Exception):
            raise item
        self._do(item)
        return True

    def finish(self) -> None:
        """Tells what the voice reported after `run` has ended; nothing else counts any more."""
        self.refuse()
        if self._recording is not None:
            self._recording.end(self.session.now, self.session.scene.link.is_connected)
        reports: list[Fact] = []
        while not self._queue.empty():
            item = self._queue.get()
            reports += item if isinstance(item, list) else []
        if reports:
            self._tell(reports)

    def _do(self, item: Delivered | Wish | list[Fact]) -> None:
        if isinstance(item, list):
            self._tell(item)
        elif isinstance(item, Wish):
            if not item.is_claimed():
                item.reply.put(self.grant(item.said, is_answered=item.is_answered))
        else:
            self._places.release()
            now = self.session.now
            if self._recording is not None:
                self._recording.write(item.lines, now)
            value = self.keys.translated(replace(item.value, t=not_before(item.value.t, now)))
            if isinstance(value, CardTag) and self._read_at_seat(value):
                return
            if isinstance(value, Said):
                self.grant(value, is_recorded=False, is_answered=item.is_answered)
            elif not obeyed(self.desk, self.session, value, self.keys):
                facts = self._guard(partial(self.session.take, value), is_input=True)
                self._tell(facts, value)
                unanswered(self.desk, value, facts)

    def grant(self, said: Said, is_recorded: bool = True, is_answered: bool = False) -> str | None:
        """Carries out a person's input, from the table's own thread; the reason if it cannot be. Only what was accepted
        is recorded; a button's saying is not, since the button is. `is_answered`: the voice has answered it already."""
        said = replace(said, t=not_before(said.t, self.session.now), text=self.desk.wording.command(said.text))
        try:
            command = parse_said(said.text, seats=self.session.seats)
            self._check_seat(command.seat)
            if command.verb == "swap":
                self._swap(command.seat, command.cards[0], said)
                return None
            if said.text.split()[:2] == ["ask", "can"]:
                self._tell_can(said)
                return None
            facts = [] if is_answered or obeyed(self.desk, self.session, said, self.keys) else self.session.take(said)
        except ValueError as error:
            self._tell(self.session.tick(said.t))
            return self._refused(error, said)
        except Exception as error:
            self._tell(self._guard.caught(error, is_input=True))
            return self.desk.wording.notice("fault_input")
        if self._recording is not None and is_recorded:
            self._recording.said(said.t, said.text)
        facts = [*facts, *kept(self.desk, said)]
        if command.verb == "game":
            facts += self._chosen.facts(said.t)
        self._chosen.hear(facts)
        self._tell(facts)
        confirmed(self.desk, said)
        unanswered(self.desk, said, facts)
        if command.verb == "hand":
            self.desk.whisper(command.seat, self.desk.wording.hand(command.cards), said.t)
        game = self.session.game
        if command.verb == "game" and self.virtual is not None and game is not None:
            self.virtual.set_up(game.standing(self.session.state), self.session.state.picture)
        return None

    def _check_seat(self, seat: Seat) -> None:
        """Whom a person names has to sit at this table. Raises: BadSaying."""
        game = self.session.game
        if seat and game is not None and seat not in game.seats(self.session.state):
            raise BadSaying(f"nobody sits at {seat}", "no-seat")

    def _swap(self, seat: Seat, card: str, said: Said) -> None:
        """A seat gives a card away; who has given, and got one, hears its new hand. Raises: Refused."""
        hands = self._swaps.give(self.session, self.hands, seat, card)
        self._tell([given(said.t, seat, card, self.session.state.deal)])
        if not hands:
            self.desk.whisper(seat, self.desk.wording.given(), said.t)
        self._hand_out(hands, said)

    def recall(self, logged: Sequence[Fact]) -> None:
        """Goes on with what seats had given each other when the log ended."""
        self._hand_out(self._swaps.recall(self.session, self.hands, logged), Said(self.clock(), ""))

    def _hand_out(self, hands: Mapping[Seat, Sequence[str]], said: Said) -> None:
        for each, cards in hands.items():
            self.grant(replace(said, text=f"hand {each} {','.join(cards)}"))

    def _tell_can(self, said: Said) -> None:
        """Which cards of the own hand can be used, in the seat's ear alone. Raises: ValueError."""
        game = self.session.game
        if game is None:
            raise BadSaying("no game has been started", "no-game")
        seat = self.desk.wording.seat_called(game.seats(self.session.state), " ".join(said.text.split()[2:]))
        if seat is None:
            raise BadSaying("there is no such seat", "no-seat")
        text = self.desk.wording.usable(usable(self.session, self.hands, seat))
        if not self.desk.whisper(seat, text, said.t):
            self.desk.say(self.desk.wording.only_private(), said.t, is_asked=True)

    def _read_at_seat(self, value: CardTag) -> bool:
        """Whether a card was shown to the reader of a seat that reads hands; it is told there, and laid nowhere."""
        if self.seat_readers is None or value.reader not in (self.session.seats or ()):
            return False
        if value.card is not None:
            self.desk.whisper(value.reader, self.desk.wording.one_card(value.card), value.t)
            game = self.session.game
            hands = asking.hands_of(game) if game is not None else None
            size = hands.held(self.session.state, value.reader) if hands is not None else 0
            hand = self.seat_readers.read(value.reader, value.tag, value.card, size)
            if hand is not None:
                self.grant(Said(value.t, f"hand {value.reader} {','.join(hand)}", "tag"))
        return True

    def _refused(self, error: ValueError, said: Said) -> str:
        """Why not: for a phone in the table's language; who has no screen hears it."""
        spoken = self.desk.wording.refusal(error, said.text, sorted(self.session.seats or ()))
        if said.by == "phone":
            return spoken
        self.desk.say(spoken, said.t, is_asked=True)
        return str(error)

    def _tell(self, facts: Sequence[Fact], value: Input | None = None) -> None:
        was, facts = self.state, worded_at(self.session, facts, self.desk.wording)
        self.publisher.publish(facts, lambda: self._renew_state(facts))
        tell_asides(self.desk, self.session, facts, value)
        if not facts and self.state != was:
            for action in self._on_state:
                action()

    def _renew_state(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if fact.kind == "health":
                self._labels["health"] = fact.data["wrong"]
            if fact.kind == "speech" and fact.data["private"] is None:
                self._spoken += 1 if fact.data["spoken"] == "started" else -1
        state = {
            **worded_state(snapshot(self.session), self.desk.wording),
            **self._labels,
            "ways_out": ways_out(self.session),
            "language": self.desk.wording.language,
            "voice": self.desk.settings.told(self.desk.wording.language),
            "is_speaking": self._spoken != 0,
        }
        game = self.session.game
        with self._news:
            self.hands = hands_known(self.session.state, game.seats(self.session.state)) if game else {}
            self.state = state
            self._news.notify_all()


def new_clock() -> Callable[[], float]:
    """Seconds since now."""
    start = time.monotonic()
    return lambda: time.monotonic() - start
