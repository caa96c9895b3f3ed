"""A lane: one queue and the one voice that says what comes out of it. The loudspeaker is one, an ear another."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.facts import Fact
from companion.speech.errors import SpeechError
from companion.speech.queue import SpeechQueue, Spoken, Stage
from companion.speech.settings import Earcons, Settings
from companion.speech.utterance import Earcon, Utterance
from companion.speech.voices import Progress, Voice


class Lane:
    """Utterances in, speech out.

    1. What the queue starts or cuts, the voice does; each step is a `speech` fact, handed to `emit` in order.
    2. `tick` asks whether the voice is through and starts what is next. A timed voice ends at its exact time, however
       late `tick` comes; so the same facts always give the same speech facts.
    Nothing here reads a clock.
    """

    def __init__(self, voice: Voice, emit: Callable[[Fact], None], queue: SpeechQueue | None = None) -> None:
        self.queue = queue or SpeechQueue()
        self._voice, self._emit = voice, emit
        self._settings, self._haste = Settings(), 1.0
        self._is_timed, self._ends_at = True, 0.0
        self._told_at = 0.0

    @property
    def is_speaking(self) -> bool:
        """Whether something is being said now."""
        return self.queue.current is not None

    def tune(self, settings: Settings) -> None:
        """Sounds so from the next text on."""
        self._settings, self._haste = settings, 1.0
        self._voice.tune(settings.voice)

    def has_voice(self, name: str) -> bool:
        """Whether it could speak with the voice of this name."""
        return self._voice.has_voice(name)

    def look(self) -> str:
        """News of the sound itself: the key of a notice, or an empty text."""
        return self._voice.look()

    def offer(self, utterance: Utterance, t: float) -> None:
        """Takes something to say."""
        self.carry_out(self.queue.offer(utterance, t))

    def click(self, earcon: Earcon, language: str) -> None:
        """A sound of its own, without words and without waiting; none while something is said."""
        if not self.is_speaking and self._settings.earcons is not Earcons.OFF:
            with contextlib.suppress(SpeechError, OSError):
                self._voice.start("", language, earcon)

    def next_deadline(self) -> float | None:
        """When `tick` should come next although nothing happens; None while only the voice knows, or nothing waits."""
        if self.is_speaking:
            return self._ends_at if self._is_timed else None
        return self.queue.wake_time()

    def tick(self, t: float) -> None:
        """Time has come to `t`: ends what is through, starts what is next."""
        while self.is_speaking and self._is_timed and self._ends_at <= t:
            self.carry_out(self.queue.finished(self._ends_at))
        if self.is_speaking and not self._is_timed:
            match self._progress():
                case Progress.FINISHED:
                    self.carry_out(self.queue.finished(t))
                case Progress.FAILED:
                    self.carry_out(self.queue.failed(t))
                case Progress.SPEAKING:
                    pass
        wake = self.queue.wake_time()
        if wake is not None and wake <= t:
            self.carry_out(self.queue.tick(wake if self._voice.is_timed else t))
            self.tick(t)

    def carry_out(self, steps: Sequence[Spoken]) -> None:
        """Has the voice do what the queue has decided, and tells it."""
        for each in steps:
            # What happened on the board while a voice began is older than its first sound; told times never go back.
            step = replace(each, t=max(each.t, self._told_at))
            self._told_at = step.t
            if step.stage is Stage.STARTED and not self._is_begun(step):
                self.carry_out(self.queue.failed(step.t))
                continue
            if step.stage is Stage.CUT:
                self._voice.cut()
            self._emit(step.fact())

    def close(self) -> None:
        """Ends the voice."""
        self._voice.close()

    def _progress(self) -> Progress:
        try:
            return self._voice.poll()
        except (SpeechError, OSError):
            return Progress.FAILED

    def _is_begun(self, step: Spoken) -> bool:
        """Starts the voice; False if it cannot say this."""
        utterance = step.utterance
        earcon = None if self._settings.earcons is Earcons.OFF else utterance.earcon
        if utterance.haste != self._haste:
            self._haste = utterance.haste
            self._voice.tune(self._settings.voice.hastened(self._haste) if self._haste != 1.0 else self._settings.voice)
        text = "" if utterance.is_sound_only else utterance.text
        try:
            length_s = self._voice.start(text, utterance.language, earcon)
        except (SpeechError, OSError):
            return False
        self._is_timed, self._ends_at = self._voice.is_timed, step.t + length_s
        return True
