"""`tastkreis learn`: board, cards and keys are taught by ear, then a first game in which everybody is helped."""

from __future__ import annotations

import argparse
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.cli import BadInput, run, streams
from companion.cli.information import info
from companion.cli.keys import Keys
from companion.cli.lesson import HINTS, PARTS, Await, Lesson, Mode, Order, Places, SetUp, Step, Tell
from companion.cli.live import LiveTable
from companion.cli.opening import listen_to_keyboard, opened
from companion.facts import Fact
from companion.inputs import Button, Input
from companion.session import news
from companion.speech.utterance import Priority
from companion.speech.wording import Wording
from engine.contract import State, TableGame
from hardware.geometry import board_with

HELP = "teaches board, cards and keys by ear, then a first game with help for all"
SEATS = "ABCD"
REMIND_S = 25.0
"""Who does nothing for so long hears again what is to be done."""
QUIET_S = 20.0
SOON_S, FOREVER_S = 1.0, 1e6
"""A board that is not set up so soon has to be set up by hand: then it is told at once what lacks."""
NEXT = frozenset({"next", "n", "weiter", "suite", "suivant"})
NEXT_BUTTONS = frozenset({"done", "2", "enter"})
ALWAYS = frozenset({"board", "lift", "place", "setup", "speech"})
"""What is heard while hands only walk over the board."""
BY_TUTOR = frozenset({"turn", "card"})
"""What the tutor tells in its own words while cards are taught."""
BEGIN_S, PAUSE_S, LATE_S = 0.3, 0.1, 2.0
"""News is said so soon, if it is said at all; what comes after it so soon; what a touch has cut comes again so soon."""
MOST_TOLD = 4
"""Ways to use a card that are told in the first game."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `run`, the learner's seat, and the part to begin with."""
    run.configure(parser)
    parser.set_defaults(referee="silent", cards="told", pace="slow")
    parser.add_argument("--seat", choices=tuple(SEATS), default=SEATS[0], help="where the learner sits (default: A)")
    parser.add_argument("--part", choices=PARTS, default=PARTS[0], help="the part to begin with (default: board)")


def main(args: argparse.Namespace) -> int:
    """Teaches until the first game is over, or somebody ends it."""
    kind, _, where = (args.board[-1] if args.board else "virtual").partition(":")
    if kind not in ("virtual", "serial", "gpio") or len(args.board) > 1:
        raise BadInput(f"--board {args.board[-1]}: a lesson is given at virtual, serial:PORT or gpio:FILE")
    if args.game != "tac" or args.log or args.position:
        raise BadInput("--game, --log and --position: a lesson is for TAC, and no game that is kept")
    args.variant, args.deck, args.first, args.referee, args.cards = "teams", "basic", args.seat, "silent", "told"
    tutor = Tutor()
    with opened(args, kind, where, tutor.is_heard) as table:
        args.stopping.by(table.break_off)
        tutor.teach(table, Lesson(places_of(table, args.seat), args.part))
        if streams.is_read():
            listen_to_keyboard(table, tutor.is_word)
        table.run()
    return 0


def places_of(table: LiveTable, seat: str) -> Places:
    """Where the learner's things are."""
    game = table.session.game
    assert game is not None
    board = board_with(game.layout.name)
    ring = sum(place.kind == "ring" for place in board.places())
    first = SEATS.index(seat)
    return Places(SEATS[first:] + SEATS[:first], {each: board.start(each) or "" for each in SEATS}, ring)


class TutorKeys(Keys):
    """The buttons during a lesson: some of them lead on."""

    def __init__(self, on_next: Callable[[], object]) -> None:
        super().__init__()
        self._on_next = on_next

    def translated(self, value: Input) -> Input:
        """The input as it is; the lesson goes on with the button `done`."""
        if isinstance(value, Button) and value.is_down and value.name in NEXT_BUTTONS and not self.is_learning:
            self._on_next()
        return super().translated(value)


class Tutor:
    """Drives a lesson at a live table, on a thread of its own.

    1. The table's facts come into one queue, with the wish to go on (`next`). 2. The thread does step after step of the
    lesson: says sentences, gives orders to the table, waits. 3. What is not yet a matter of the referee is not heard.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Fact | None] = queue.SimpleQueue()
        self._mode = Mode("board")
        self._task: Tell | None = None
        """What is to be done now."""
        self._unheard = ""
        """The sentence that has not been heard to its end."""
        self._is_set_up_by_hand = self._was_board_lost = False

    def is_heard(self, fact: Fact) -> bool:
        """Whether the voice is told of a fact: a board that is as it should be is no news to who did not set it up."""
        if fact.kind == "setup":
            return self._is_set_up_by_hand
        if fact.kind == "board":
            self._was_board_lost = self._was_board_lost or not fact.data["connected"]
            return self._was_board_lost
        match self._mode.part:
            case "board":
                return fact.kind in ALWAYS
            case "cards":
                return fact.kind not in BY_TUTOR
        return True

    def is_word(self, text: str) -> bool:
        """Takes a typed word, if it is one for the lesson."""
        if text.lower() in NEXT:
            self._queue.put(None)
            return True
        return False

    def teach(self, table: LiveTable, lesson: Lesson) -> None:
        """Begins the lesson at this table."""
        self._table = table
        table.keys = TutorKeys(lambda: self._queue.put(None))
        table.publisher.wire(self._hear)
        threading.Thread(target=self._run, args=(lesson,), name="lesson", daemon=True).start()

    def _hear(self, fact: Fact, number: int) -> None:
        is_through = fact.kind == "speech" and fact.data["spoken"] == "finished"
        if is_through and fact.data["text"] == self._unheard:
            self._unheard = ""
            self._table.wake()
        self._queue.put(fact)

    def _run(self, lesson: Lesson) -> None:
        script = lesson.script()
        came: Fact | None = None
        while True:
            try:
                came = self._done(script.send(came))
            except (StopIteration, RuntimeError):
                break
        self._quiet()
        self._table.stop()

    def _done(self, step: Step) -> Fact | None:
        """Does one step; the fact that came of it."""
        match step:
            case Tell():
                self._say(step)
            case Order(text):
                self._order(text)
            case Mode():
                self._mode = step
            case SetUp():
                self._wait_for_board()
            case Await(is_it, timeout_s):
                fact = self._awaited(is_it, timeout_s)
                self._unheard = ""
                return fact
        return None

    def _wait_for_board(self) -> None:
        if self._is_set_up(SOON_S):
            return
        self._is_set_up_by_hand = True
        if self._table.state.get("connected"):
            self._order("ask board")
        self._is_set_up(FOREVER_S)
        self._quiet()
        self._is_set_up_by_hand = False

    def _is_set_up(self, within_s: float) -> bool:
        """Whether the board shows the position before so long."""
        return self._table.wait_for(lambda state: state.get("phase") != "setup", within_s)

    def _order(self, text: str) -> None:
        self._quiet()
        while not self._queue.empty():
            self._queue.get()
        try:
            self._table.submit(text, "button")
        except ValueError as error:
            info(f"tastkreis learn: {text}: {error}")

    def _awaited(self, is_it: Callable[[Fact], bool], timeout_s: float | None) -> Fact | None:
        began = time.monotonic()
        while True:
            try:
                fact = self._queue.get(timeout=timeout_s or REMIND_S)
            except queue.Empty:
                if timeout_s is not None:
                    return None
                if self._task is not None:
                    self._say(self._task)
                continue
            if fact is None:
                return None
            if self._mode.part == "game" and fact.kind == "card":
                self._help(fact)
            if is_it(fact):
                return fact
            if timeout_s is not None and time.monotonic() - began > 10 * timeout_s:
                return None

    def _say(self, step: Tell) -> None:
        """Says a sentence when the one before, and the news, are through."""
        self._quiet()
        if step.key not in HINTS:
            self._task = step
        self._unheard = text = self._table.desk.wording.lesson(step.key, step.facts)
        self._table.desk.say(text, self._table.clock(), kind="lesson", priority=Priority.NORMAL,
                             ended_by=frozenset({"move"}))  # fmt: skip

    def _quiet(self) -> None:
        """Waits until what is to be said has been said, also where a hand on the board holds it up for a while."""
        patience_s = BEGIN_S
        while self._table.wait_for(lambda state: bool(state.get("is_speaking")), patience_s):
            self._table.wait_for(lambda state: not state.get("is_speaking"), QUIET_S)
            patience_s = PAUSE_S
        while self._unheard and self._table.wait_for(self._is_going_on, LATE_S):
            self._table.wait_for(lambda state: not state.get("is_speaking"), QUIET_S)

    def _is_going_on(self, state: Mapping[str, Any]) -> bool:
        return bool(state.get("is_speaking")) or not self._unheard

    def _help(self, card: Fact) -> None:
        """Tells everybody what a card can do, as long as it is not settled: only in a first game is that allowed."""
        session, wording = self._table.session, self._table.desk.wording
        game, state = session.game, session.state
        if game is None or state.seat != card.data["seat"]:
            return
        text = helped(game, state, str(card.data["card"]), wording)
        if session.state is state:
            self._table.desk.say(text, self._table.clock(), kind="lesson", priority=Priority.NORMAL,
                                 ended_by=frozenset({"move", "card", "lift"}))  # fmt: skip


def helped(game: TableGame, state: State, card: str, wording: Wording) -> str:
    """What a card that was laid can be used for, in words."""
    options = game.options(state, card)
    accounts = [game.account(state, option) for option in options]
    choices = wording.choices(news.asked(news.choices_of(options), accounts)) if options else []
    told = list(dict.fromkeys(choices))
    if not told:
        return wording.lesson("can_nothing", {})
    more = len(told) - MOST_TOLD
    listed = "; ".join(told[:MOST_TOLD])
    return wording.lesson("can_many" if more > 0 else "can", {"ways": listed, "n": more})
