"""Voices: what says an utterance. Real, printed, timed and silent ones pass one contract."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from companion.speech.settings import STANDARD, VoiceSettings
from companion.speech.utterance import Earcon

SECONDS_PER_LETTER = {"de": 0.0545, "en": 0.051, "fr": 0.0395}
SECONDS_PER_STOP, SECONDS_PER_TEXT = 0.29, 0.1
"""Fitted to eSpeak NG at 175 words a minute over 557 sentences of games in three languages: off by 6 % on average."""
STANDARD_RATE = STANDARD["rate"]
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
    otherwise `poll` tells. `cut` is silent within 20 ms and harmless when nothing is said. `tune` holds from the next
    text on. `look` is called now and then; it answers with the key of a notice, if there is news of the sound.
    """

    @property
    def is_timed(self) -> bool: ...
    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float: ...
    def poll(self) -> Progress: ...
    def cut(self) -> None: ...
    def tune(self, settings: VoiceSettings) -> None: ...
    def has_voice(self, name: str) -> bool: ...
    def look(self) -> str: ...
    def close(self) -> None: ...


def estimate_s(text: str, rate: int = STANDARD_RATE, language: str = "de") -> float:
    """Seconds that a text takes to say; the same for the same text."""
    if not text:
        return 0.0
    stops = sum(text.rstrip(".?!").count(mark) for mark in ".,;:?!")
    letter_s = SECONDS_PER_LETTER.get(language, SECONDS_PER_LETTER["de"])
    natural = letter_s * len(text) + SECONDS_PER_STOP * stops + SECONDS_PER_TEXT
    return round(natural * STANDARD_RATE / rate, 3)


class TimedVoice:
    """Says nothing and takes as long as speaking would: for traces."""

    is_timed = True

    def __init__(self, settings: VoiceSettings | None = None) -> None:
        self._settings = settings or VoiceSettings()

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        return round(self._settings.lead_ms / 1000 + estimate_s(text, self._settings.rate(language), language), 3)

    def poll(self) -> Progress:
        return Progress.FINISHED

    def cut(self) -> None:
        return

    def tune(self, settings: VoiceSettings) -> None:
        self._settings = settings

    def has_voice(self, name: str) -> bool:
        return True

    def look(self) -> str:
        return ""

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
        if text:
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

    def tune(self, settings: VoiceSettings) -> None:
        self._voice.tune(settings)

    def has_voice(self, name: str) -> bool:
        return self._voice.has_voice(name)

    def look(self) -> str:
        return self._voice.look()

    def close(self) -> None:
        self._voice.close()
