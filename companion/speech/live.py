"""The live desk: a speech desk on a thread of its own, so that nobody ever waits for the voice."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable

from companion.facts import Fact
from companion.speech.desk import SpeechDesk, chosen, setting_words
from companion.speech.errors import SpeechError
from companion.speech.settings import Settings
from companion.speech.utterance import Earcon, Priority
from companion.speech.wording import Wording
from engine.contract import Seat

POLL_S = 0.01
"""While something is said the voice is asked this often whether it is through."""
TROUBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError, RuntimeError,
            SpeechError, TypeError, ValueError)  # fmt: skip
"""What may go wrong with one sentence: a thread that ended of it would silence the evening."""
LOOK_S = 0.5
"""While nothing is said it is looked so often whether there is sound at all."""
CLOSE_S = 1.0
"""So long the end waits for the voice; a thread that hangs ends with the program."""


class LiveDesk:
    """The calls of a `SpeechDesk`, each done on the desk's thread in the order in which they came.

    1. Every call returns at once. 2. The thread does it, then ticks the desk; `emit` is called on that thread, so it
    has to be safe for threads (put the fact in the session's inbox). 3. What goes wrong with one fact is told to
    `on_trouble` in one line, and the voice goes on with the next. 4. `close` cuts, ends the voice and the thread.
    """

    def __init__(self, desk: SpeechDesk, clock: Callable[[], float],
                 on_trouble: Callable[[str], object] = lambda line: None) -> None:  # fmt: skip
        self._desk, self._clock, self._wording, self._on_trouble = desk, clock, desk.wording, on_trouble
        self._settings = desk.settings
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()

    def hear(self, fact: Fact, number: int = 0) -> None:
        """A listener of facts."""
        if fact.kind != "speech":
            self._jobs.put(lambda: self._desk.hear(fact, number))

    def note(self, fact: Fact) -> None:
        """Takes in a fact without a word."""
        self._jobs.put(lambda: self._desk.note(fact))

    def remember(self, facts: Iterable[Fact]) -> None:
        """Takes in the facts of the session before, without a word."""
        known = tuple(facts)
        self._jobs.put(lambda: self._desk.remember(known))

    def ask(self, query: str, t: float, private: Seat | None = None) -> None:
        """Answers a query aloud, or for one seat's phone."""
        self._jobs.put(lambda: self._desk.ask(query, t, private))

    def tell_status(self, t: float, clock: str, battery: int | None, private: Seat | None = None) -> None:
        """Says how board, voice, battery and clock are."""
        self._jobs.put(lambda: self._desk.tell_status(t, clock, battery, private))

    def say(self, text: str, t: float, *, kind: str = "notice", priority: Priority | None = None,
            private: Seat | None = None, is_asked: bool = False, earcon: Earcon | None = None,
            ended_by: frozenset[str] = frozenset(), is_anew: bool = False) -> None:  # fmt: skip
        """Says a text that is no fact of the game."""
        self._jobs.put(lambda: self._desk.say(text, t, kind=kind, priority=priority, private=private, is_asked=is_asked,
                                              earcon=earcon, ended_by=ended_by, is_anew=is_anew))  # fmt: skip

    def sound(self, earcon: Earcon) -> None:
        """A sound of its own, unless something is said."""
        self._jobs.put(lambda: self._desk.sound(earcon))

    def whisper(self, seat: Seat, text: str, t: float) -> bool:
        """Says something in a seat's ear; whether it has one."""
        self._jobs.put(lambda: self._desk.whisper(seat, text, t))
        return self._desk.has_ear(seat)

    def again(self, t: float) -> None:
        """Repeats what was said last."""
        self._jobs.put(lambda: self._desk.again(t))

    def hush(self, t: float) -> None:
        """Silence for a moment, as when a piece is lifted."""
        self._jobs.put(lambda: self._desk.hush(t))

    def cut(self, t: float) -> None:
        """Silences the loudspeaker."""
        self._jobs.put(lambda: self._desk.cut(t))

    def obey(self, text: str, t: float, private: Seat | None = None) -> None:
        """Carries out what a person says to the voice. Raises: UnknownQuery, UnknownLanguage, BadSetting."""
        verb, _, rest = text.strip().partition(" ")
        if (verb in ("again", "stop") and not rest) or (verb == "ask" and rest):
            self._jobs.put(lambda: self._desk.obey(text, t, private))
        else:
            self.change(text)
            self.confirm(text, t)

    def change(self, text: str) -> None:
        """Carries out `language LANGUAGE` or `speech SETTING`, without a word. Raises: as `obey`."""
        verb, rest = setting_words(text)
        if verb == "language":
            self.set_language(rest)
        else:
            settings, _ = chosen(self._settings, rest, self._wording.language, self._desk.has_voice)
            self._settings = settings
            self._jobs.put(lambda: self._desk.set(settings))

    def confirm(self, text: str, t: float) -> None:
        """Says what has become of a setting that was just changed so, once it is kept."""
        self._jobs.put(lambda: self._desk.confirm(text, t))

    @property
    def wording(self) -> Wording:
        """The wording in use."""
        return self._wording

    @property
    def settings(self) -> Settings:
        """The settings of the voice."""
        return self._settings

    def next_deadline(self) -> float | None:
        """None: the desk's own thread sees to its deadlines."""
        return None

    def tick(self, t: float) -> None:
        """Nothing: the desk's own thread ticks it."""

    def set_language(self, language: str) -> None:
        """Everything from now on is said in this language. Raises: UnknownLanguage."""
        wording = self._wording = self._wording.in_language(language)
        self._jobs.put(lambda: setattr(self._desk, "wording", wording))

    def close(self) -> None:
        """Silence, and the end of the thread."""
        self._jobs.put(None)
        self._thread.join(timeout=CLOSE_S)

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._patience_s())
            except queue.Empty:
                job = self._look
            if job is None:
                self._desk.cut(self._clock())
                self._desk.close()
                return
            try:
                job()
                self._desk.tick(self._clock())
            except TROUBLES as error:
                self._on_trouble(f"the voice could not say something: {type(error).__name__}: {error}")

    def _patience_s(self) -> float:
        wait_s = POLL_S if self._desk.is_speaking else LOOK_S
        deadline = self._desk.next_deadline()
        return wait_s if deadline is None else min(wait_s, max(0.0, deadline - self._clock()))

    def _look(self) -> None:
        self._desk.look(self._clock())
