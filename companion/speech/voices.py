"""Voices: what says an utterance. Real, printed, timed and silent ones pass one contract."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from companion.speech.errors import SpeechError, VoiceMissing
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


class FallbackVoice:
    """A voice with another one in reserve.

    1. `start` goes to the first voice; where that is missing or fails, `notify` gets one clear line, once.
    2. From then on everything goes to the second, the failed text first.
    """

    def __init__(self, first: Voice, second: Voice, notify: Callable[[str], object],
                 hint: str = "no sound; speech is printed instead") -> None:  # fmt: skip
        self._voices = [first, second]
        self._notify, self._hint = notify, hint
        self._said: tuple[str, str, Earcon | None] = ("", "", None)

    @property
    def is_timed(self) -> bool:
        return self._voices[0].is_timed

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        self._said = (text, language, earcon)
        try:
            return self._voices[0].start(text, language, earcon)
        except (SpeechError, OSError) as error:
            return self._give_up(str(error))

    def poll(self) -> Progress:
        progress = self._voices[0].poll()
        if progress is Progress.FAILED and len(self._voices) > 1:
            self._give_up(str(getattr(self._voices[0], "trouble", "")))
            return self._voices[0].poll()
        return progress

    def cut(self) -> None:
        self._voices[0].cut()

    def close(self) -> None:
        for voice in self._voices:
            voice.close()

    def _give_up(self, why: str) -> float:
        if len(self._voices) == 1:
            raise VoiceMissing(why or self._hint, "espeak-ng alsa-utils")
        self._voices.pop(0).close()
        self._notify(f"{self._hint}{': ' + why if why else ''}")
        return self._voices[0].start(*self._said)
