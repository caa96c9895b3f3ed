"""The spoken voice: pyttsx3's front with this project's driver behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.speech import espeak, espeak_driver
from companion.speech.catalogue import LANGUAGES, load
from companion.speech.errors import VoiceMissing, VoiceStuck
from companion.speech.utterance import Earcon
from companion.speech.voices import STANDARD_RATE, Progress, estimate_s

VOICE_OF = {"de": "de", "en": "en-gb", "fr": "fr-fr"}


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How it sounds. `rates` and `voices` are by language; `wav_dir` keeps every utterance as a WAV file."""

    rates: Mapping[str, int] = field(default_factory=dict)
    voices: Mapping[str, str] = field(default_factory=lambda: dict(VOICE_OF))
    volume: float = 1.0
    lead_ms: int = 0
    wav_dir: Path | None = None


class Pyttsx3Voice:
    """Speech over the loudspeaker.

    1. `start` hands the text to the engine, whose driver plays it in a process of its own. 2. `poll` lets the engine
    look whether that process is through. 3. `cut` kills it. Everything on one thread.
    Raises: VoiceMissing where there is no synthesizer, VoiceBusy where another voice has it.
    """

    is_timed = False

    def __init__(self, settings: VoiceSettings | None = None) -> None:
        import pyttsx3  # type: ignore[import-untyped]

        self._settings = settings or VoiceSettings()
        self._respell = {language: load(language).respell for language in LANGUAGES}
        self._progress = Progress.FINISHED
        self.trouble = ""
        """Why the last text was not to be heard."""
        self.was_stuck = False
        """Whether that was because the player hung."""
        self._count = 0
        self._engine: Any = pyttsx3.Engine(espeak_driver.register())
        self._engine.connect("finished-utterance", self._finished)
        self._engine.connect("error", self._failed)
        self._engine.startLoop(False)
        self._engine.iterate()
        self._engine.setProperty("volume", self._settings.volume)
        self._engine.setProperty("lead_ms", self._settings.lead_ms)
        if self._settings.wav_dir is not None:
            self._settings.wav_dir.mkdir(parents=True, exist_ok=True)

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts to say a text; returns about how long it takes, in seconds."""
        self.cut()
        self._tune(language)
        self._engine.setProperty("earcon", str(earcon) if earcon else None)
        if self._settings.wav_dir is not None:
            self._count += 1
            self._engine.setProperty("keep", str(self._settings.wav_dir / f"{self._count:04d}-{language}.wav"))
        self._progress, self.trouble, self.was_stuck = Progress.SPEAKING, "", False
        self._engine.say(self._spelled(text, language))
        return estimate_s(text, self._rate(language))

    def poll(self) -> Progress:
        """How far it is."""
        if self._progress is Progress.SPEAKING:
            self._engine.iterate()
        return self._progress

    def cut(self) -> None:
        """Silence."""
        if self._progress is Progress.SPEAKING:
            self._engine.stop()

    def close(self) -> None:
        """Gives the synthesizer and the sound device free."""
        if self._engine is not None:
            self.cut()
            self._engine.endLoop()
            self._engine.proxy._driver.destroy()
            self._engine = None

    def render(self, text: str, language: str, path: str | Path) -> float:
        """Writes a text as a WAV file; returns its seconds. Raises: VoiceMissing."""
        import wave

        self.trouble = ""
        self._tune(language)
        self._engine.save_to_file(self._spelled(text, language), str(path))
        if self.trouble:
            raise VoiceMissing(self.trouble, espeak.PACKAGE)
        with wave.open(str(path)) as file:
            return float(file.getnframes() / file.getframerate())

    def _tune(self, language: str) -> None:
        self._engine.setProperty("voice", self._settings.voices.get(language, language))
        self._engine.setProperty("rate", self._rate(language))

    def _rate(self, language: str) -> int:
        return self._settings.rates.get(language, STANDARD_RATE)

    def _spelled(self, text: str, language: str) -> str:
        for word, spelling in self._respell.get(language, {}).items():
            text = re.sub(rf"\b{re.escape(word)}\b(?!')", spelling, text)
        return text

    def _finished(self, name: str | None, completed: bool) -> None:
        if self._progress is Progress.SPEAKING:
            self._progress = Progress.FINISHED if completed or not self.trouble else Progress.FAILED

    def _failed(self, name: str | None, exception: Exception) -> None:
        self.trouble, self.was_stuck = str(exception), isinstance(exception, VoiceStuck)
        if self._progress is Progress.SPEAKING:
            self._progress = Progress.FAILED
