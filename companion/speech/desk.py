"""The speech desk: hears facts, decides what is said, and has a voice say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.facts import Fact
from companion.speech.errors import SpeechError, UnknownQuery
from companion.speech.memory import Memory
from companion.speech.queue import SpeechQueue, Spoken, Stage
from companion.speech.utterance import Earcon, Priority, Utterance
from companion.speech.voices import Progress, Voice
from companion.speech.wording import Wording
from engine.contract import Seat

TOUCHES = ("lift",)
"""Facts that mean a hand is on the board: speech gives way to it."""


class SpeechDesk:
    """Facts in, speech out.

    1. `hear` turns a fact into utterances (`Wording`), drops what it makes untrue and offers the new ones to the queue.
    2. What the queue starts or cuts, the voice does; each step is a `speech` fact, handed to `emit` in order.
    3. `tick` asks whether the voice is through and starts what is next. A timed voice ends at its exact time, however
       late `tick` comes; so the same facts always give the same speech facts.
    4. `ask`, `again` and `cut` are what people do; `obey` reads them from text.

    Private utterances never reach the voice: their text goes out as a `speech` fact, for the seat's own phone.
    Not safe for threads: `live.LiveDesk` gives it a thread of its own. Nothing here reads a clock.
    """

    def __init__(self, wording: Wording, voice: Voice, emit: Callable[[Fact], None], *,
                 queue: SpeechQueue | None = None, is_cut_by_touch: bool = True,
                 has_earcons: bool = True) -> None:  # fmt: skip
        self.wording = wording
        self.memory = Memory()
        self._queue, self._voice, self._emit = queue or SpeechQueue(), voice, emit
        self._is_cut_by_touch, self._has_earcons = is_cut_by_touch, has_earcons
        self._is_timed, self._ends_at = True, 0.0

    @property
    def is_speaking(self) -> bool:
        """Whether something is being said now."""
        return self._queue.current is not None

    def hear(self, fact: Fact, number: int = 0) -> None:
        """A listener of facts: says what is to be said of it."""
        if fact.kind == "speech":
            return
        self.tick(fact.t)
        utterances = self.wording.utterances(fact, self.memory)
        self.memory = self.memory.after(fact)
        if self._is_cut_by_touch and fact.kind in TOUCHES:
            self._carry_out(self._queue.hush(fact.t))
        self._carry_out(self._queue.expire(fact.kind, fact.t))
        for utterance in utterances:
            self._offer(utterance, fact.t)
        self._carry_out(self._queue.tick(fact.t))

    def remember(self, facts: Iterable[Fact]) -> None:
        """Takes in the facts of the session before, without a word; the next `setup` says where the game stands."""
        for fact in facts:
            self.memory = self.memory.after(fact)
        self.memory = self.memory.resumed()

    def ask(self, query: str, t: float, private: Seat | None = None) -> str:
        """Answers a query of `describe`, aloud or for one seat's phone; returns the answer too."""
        text = self.wording.answer(query, self.memory)
        self.say(text, t, kind="answer", private=private, is_asked=True)
        return text

    def say(self, text: str, t: float, *, kind: str = "notice", priority: Priority | None = None,
            private: Seat | None = None, is_asked: bool = False, earcon: Earcon | None = None,
            ended_by: frozenset[str] = frozenset()) -> None:  # fmt: skip
        """Says a text that is no fact of the game: a sensor's fault, a step of the calibration, an answer."""
        if not text.strip():
            return
        urgency = priority or (Priority.NOW if is_asked else Priority.NEXT)
        self._offer(Utterance(text, self.wording.language, kind, urgency, private, earcon, ended_by,
                              is_asked=is_asked), t)  # fmt: skip

    def again(self, t: float) -> None:
        """Repeats what was said last."""
        self.tick(t)
        steps = self._queue.again(t)
        if not steps and not self.is_speaking:
            self.say(self.wording.say("again_nothing"), t, is_asked=True)
        self._carry_out(steps)

    def hush(self, t: float) -> None:
        """Silence for a moment, as when a piece is lifted: some button of the board was pressed."""
        self.tick(t)
        self._carry_out(self._queue.hush(t))

    def cut(self, t: float) -> None:
        """Silences the loudspeaker: a touch, a key."""
        self.tick(t)
        self._carry_out(self._queue.cut(t))

    def obey(self, text: str, t: float, private: Seat | None = None) -> None:
        """Carries out what a person says to the voice: `again`, `stop`, `ask QUERY`, `language LANGUAGE`.

        Raises: UnknownQuery, UnknownLanguage.
        """
        verb, _, rest = text.strip().partition(" ")
        if verb == "again" and not rest:
            self.again(t)
        elif verb == "stop" and not rest:
            self.cut(t)
        elif verb == "ask" and rest:
            self.ask(rest, t, private)
        elif verb == "language" and rest:
            self.set_language(rest)
        else:
            raise UnknownQuery(text)

    def set_language(self, language: str) -> None:
        """Everything from now on is said in this language. Raises: UnknownLanguage."""
        self.wording = self.wording.in_language(language)

    def next_deadline(self) -> float | None:
        """When `tick` should come next although nothing happens; None while only the voice knows, or nothing waits."""
        if self.is_speaking:
            return self._ends_at if self._is_timed else None
        return self._queue.wake_time()

    def tick(self, t: float) -> None:
        """Time has come to `t`: ends what is through, starts what is next."""
        while self.is_speaking and self._is_timed and self._ends_at <= t:
            self._carry_out(self._queue.finished(self._ends_at))
        if self.is_speaking and not self._is_timed:
            match self._progress():
                case Progress.FINISHED:
                    self._carry_out(self._queue.finished(t))
                case Progress.FAILED:
                    self._carry_out(self._queue.failed(t))
                case Progress.SPEAKING:
                    pass
        wake = self._queue.wake_time()
        if wake is not None and wake <= t:
            self._carry_out(self._queue.tick(wake if self._voice.is_timed else t))
            self.tick(t)

    def close(self) -> None:
        """Ends the voice."""
        self._voice.close()

    def _progress(self) -> Progress:
        try:
            return self._voice.poll()
        except (SpeechError, OSError):
            return Progress.FAILED

    def _offer(self, utterance: Utterance, t: float) -> None:
        if utterance.private is not None:
            self._emit(Spoken(utterance, Stage.STARTED, t).fact())
        else:
            self._carry_out(self._queue.offer(utterance, t))

    def _carry_out(self, steps: Sequence[Spoken]) -> None:
        for step in steps:
            if step.stage is Stage.STARTED and not self._is_begun(step):
                self._carry_out(self._queue.failed(step.t))
                continue
            if step.stage is Stage.CUT:
                self._voice.cut()
            self._emit(step.fact())

    def _is_begun(self, step: Spoken) -> bool:
        """Starts the voice; False if it cannot say this."""
        utterance = step.utterance
        try:
            length_s = self._voice.start(utterance.text, utterance.language,
                                         utterance.earcon if self._has_earcons else None)  # fmt: skip
        except (SpeechError, OSError):
            return False
        self._is_timed, self._ends_at = self._voice.is_timed, step.t + length_s
        return True
