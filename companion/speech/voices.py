"""Voices: what says an utterance. Real, printed, timed and silent ones pass one contract."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from companion.speech.errors import SpeechError
from companion.speech.utterance import Earcon

SECONDS_PER_LETTER = 0.047
SECONDS_PER_STOP = 0.41
"""Fitted to eSpeak NG at 175 words a minute over the golden scripts: off by 10 % on average."""
STANDARD_RATE = 175
"""Words a minute."""


def seconds() -> float:
    """The clock by which players are timed."""
    return time.monotonic()


class Progress(Enum):
    """How far a voice is with what it says. FAILED: it was not, or not wholly, to be heard."""

    SPEAKING = "speaking"
    FINISHED = "finished"
    FAILED = "failed"


class Voice(Protocol):
    """One way to say things, one at a time.

    `start` returns at once, with the seconds it will take as far as is known. Where `is_timed`, that is when it ends;
    otherwise `poll` tells. `cut` is silent within 20 ms and harmless when nothing is said.
    """

    @property
    def is_timed(self) -> bool: ...
    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float: ...
    def poll(self) -> Progress: ...
    def cut(self) -> None: ...
    def close(self) -> None: ...


def estimate_s(text: str, rate: int = STANDARD_RATE) -> float:
    """Seconds that a text takes to say; the same for the same text."""
    stops = sum(text.count(mark) for mark in ".,;:?!")
    natural = SECONDS_PER_LETTER * len(text) + SECONDS_PER_STOP * stops
    return round(natural * STANDARD_RATE / rate, 3)


class TimedVoice:
    """Says nothing and takes as long as speaking would: for traces."""

    is_timed = True

    def __init__(self, rate: int = STANDARD_RATE) -> None:
        self._rate = rate

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        return estimate_s(text, self._rate)

    def poll(self) -> Progress:
        return Progress.FINISHED

    def cut(self) -> None:
        return

    def close(self) -> None:
        return


class SilentVoice(TimedVoice):
    """Says nothing and takes no time."""

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        return 0.0


class PrintVoice(SilentVoice):
    """Writes what it would say, a line an utterance, through `write`."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__()
        self._write = write

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        self._write(text)
        return 0.0


class WrappedVoice:
    """Another voice, unchanged: the base of those that add something to what it says."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    @property
    def is_timed(self) -> bool:
        return self._voice.is_timed

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        return self._voice.start(text, language, earcon)

    def poll(self) -> Progress:
        return self._voice.poll()

    def cut(self) -> None:
        self._voice.cut()

    def close(self) -> None:
        self._voice.close()


class FallbackVoice:
    """A voice with another one in reserve.

    1. `start` goes to the first voice. 2. Where that fails, now or while it speaks, the reserve says the same text, and
    `notify` gets one clear line; not again until the first voice has been heard in between. 3. Where its player hung,
    the first voice tries once more, with another one. 4. The next text tries the first voice again: a loudspeaker may
    come back.
    """

    def __init__(self, first: Voice, reserve: Voice, notify: Callable[[str], object],
                 hint: str = "no sound; speech is printed instead") -> None:  # fmt: skip
        self._first, self._reserve, self._active = first, reserve, first
        self._notify, self._hint = notify, hint
        self._said: tuple[str, str, Earcon | None] = ("", "", None)
        self._is_told = self._is_second = False

    @property
    def is_timed(self) -> bool:
        return self._active.is_timed

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts the first voice, or else the reserve."""
        self._said, self._active, self._is_second = (text, language, earcon), self._first, False
        try:
            return self._first.start(text, language, earcon)
        except (SpeechError, OSError) as error:
            return self._give_up(str(error))

    def poll(self) -> Progress:
        """How far the voice is that says it."""
        progress = self._active.poll()
        if self._active is self._reserve:
            return progress
        if progress is Progress.FAILED:
            return self._failed()
        if progress is Progress.FINISHED:
            self._is_told = False
        return progress

    def _failed(self) -> Progress:
        """The first voice was not heard: a player that hung is replaced, once for each text; else the reserve."""
        trouble = str(getattr(self._first, "trouble", ""))
        if getattr(self._first, "was_stuck", False) and not self._is_second:
            self._is_second = True
            self._notify(f"{trouble}; trying another way")
            with contextlib.suppress(SpeechError, OSError):
                self._first.start(*self._said)
                progress = self._first.poll()
                return self._failed() if progress is Progress.FAILED else progress
        self._give_up(trouble)
        return self._reserve.poll()

    def cut(self) -> None:
        self._active.cut()

    def close(self) -> None:
        """Ends both voices."""
        self._first.close()
        self._reserve.close()

    def _give_up(self, why: str) -> float:
        self._active = self._reserve
        if not self._is_told:
            self._notify(f"{self._hint}{': ' + why if why else ''}")
        self._is_told = True
        return self._reserve.start(*self._said)
