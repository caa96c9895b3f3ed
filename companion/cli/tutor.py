"""The tutor: gives the lesson at a table, and helps everybody in the first game. It knows no clock and no thread."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator

from companion.cli.keys import Keys
from companion.cli.lesson import HINTS, Await, Lesson, Mode, Order, SetUp, Step, Tell
from companion.cli.live import LiveTable
from companion.cli.players import FOREVER_S, QUIET_S, Say, Script, State, Until, Wait, is_silent
from companion.facts import Fact
from companion.inputs import Button, Input
from companion.session import news
from companion.speech.utterance import Priority
from companion.speech.wording import Wording
from engine.contract import State as Position
from engine.contract import TableGame

REMIND_S = 25.0
"""Who does nothing for so long hears again what is to be done."""
SOON_S = 1.0
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
    """Gives a lesson at a table.

    1. The table's facts are gathered, with the wish to go on (`next`). 2. `script` does step after step of the lesson:
    says sentences, gives orders to the table, and yields what it waits for, as the hands of a demonstration do; a
    thread at the real clock and the loop at the fast one drive it. 3. What is not yet a matter of the referee is not
    heard.
    """

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._news: deque[Fact | None] = deque()
        self._mode = Mode("board")
        self.task: Tell | None = None
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
            self._go_on()
            return True
        return False

    def sit_down(self, table: LiveTable) -> None:
        """Listens to this table from now on, and takes its buttons."""
        self._table = table
        table.keys = TutorKeys(self._go_on)
        table.publisher.wire(self._hear)

    def script(self) -> Script:
        """The whole lesson; what is sent back is whether what was waited for has come."""
        steps = self._lesson.script()
        came: Fact | None = None
        while True:
            try:
                step = steps.send(came)
            except StopIteration:
                break
            came = yield from self._done(step)
        yield from self._quiet()

    def _go_on(self) -> None:
        self._news.append(None)
        self._table.wake()

    def _hear(self, fact: Fact, number: int) -> None:
        is_through = fact.kind == "speech" and fact.data["spoken"] == "finished"
        if is_through and fact.data["text"] == self._unheard:
            self._unheard = ""
        self._news.append(fact)
        self._table.wake()

    def _done(self, step: Step) -> Generator[Wait, bool, Fact | None]:
        """Does one step; the fact that came of it."""
        match step:
            case Tell():
                yield from self._say(step)
            case Order(text):
                yield from self._quiet()
                self._news.clear()
                yield Say(text)
            case Mode():
                self._mode = step
            case SetUp():
                yield from self._wait_for_board()
            case Await(is_it, timeout_s):
                fact = yield from self._awaited(is_it, timeout_s)
                self._unheard = ""
                return fact
        return None

    def _wait_for_board(self) -> Script:
        if (yield Until(_is_set_up, SOON_S)):
            return
        self._is_set_up_by_hand = True
        if self._table.state.get("connected"):
            yield Say("ask board")
        yield Until(_is_set_up, FOREVER_S)
        yield from self._quiet()
        self._is_set_up_by_hand = False

    def _awaited(self, is_it: Callable[[Fact], bool], timeout_s: float | None) -> Generator[Wait, bool, Fact | None]:
        began = self._table.clock()
        while True:
            if not (yield Until(lambda state: bool(self._news), timeout_s or REMIND_S)):
                if timeout_s is not None:
                    return None
                yield from self._remind()
                continue
            fact = self._news.popleft()
            if fact is None:
                return None
            if self._mode.part == "game" and fact.kind == "card":
                self._help(fact)
            if is_it(fact):
                return fact
            if timeout_s is not None and self._table.clock() - began > 10 * timeout_s:
                return None

    def _remind(self) -> Script:
        """What is to be done, once more; in the first game whose turn it is, and what a card that lies there can do."""
        if self._mode.part != "game":
            if self.task is not None:
                yield from self._say(self.task)
            return
        yield Say("ask turn")
        state = self._table.state
        if card := state.get("card"):
            self._help(Fact("card", self._table.clock(), {"seat": state.get("seat"), "card": card}))

    def _say(self, step: Tell) -> Script:
        """Says a sentence when the one before, and the news, are through."""
        yield from self._quiet()
        if step.key not in HINTS:
            self.task = step
        self._unheard = text = self._table.desk.wording.lesson(step.key, step.facts)
        self._table.desk.say(text, self._table.clock(), kind="lesson", priority=Priority.NORMAL,
                             ended_by=frozenset({"move"}))  # fmt: skip

    def _quiet(self) -> Script:
        """Waits until what is to be said has been said, also where a hand on the board holds it up for a while."""
        patience_s = BEGIN_S
        while (yield Until(_is_speaking, patience_s)):
            yield Until(is_silent, QUIET_S)
            patience_s = PAUSE_S
        while self._unheard and (yield Until(self._is_going_on, LATE_S)):
            yield Until(is_silent, QUIET_S)

    def _is_going_on(self, state: State) -> bool:
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


def _is_set_up(state: State) -> bool:
    return bool(state.get("phase") != "setup")


def _is_speaking(state: State) -> bool:
    return bool(state.get("is_speaking"))


def helped(game: TableGame, state: Position, card: str, wording: Wording) -> str:
    """What a card that was laid can be used for, in words."""
    options = game.options(state, card)
    accounts = [game.account(state, option) for option in options]
    choices = wording.choices(news.asked(news.choices_of(options), accounts), state.seat) if options else []
    told = list(dict.fromkeys(choices))
    if not told:
        return wording.lesson("can_nothing", {})
    more = len(told) - MOST_TOLD
    listed = wording.phrase.ways(told[:MOST_TOLD])
    return wording.lesson("can_many" if more > 0 else "can", {"ways": listed, "n": more})
