"""The spoken voice: pyttsx3's front with this project's driver behind it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.speech import espeak, espeak_driver
from companion.speech.catalogue import LANGUAGES, load
from companion.speech.errors import VoiceMissing, VoiceStuck
from companion.speech.settings import VoiceSettings
from companion.speech.utterance import Earcon
from companion.speech.voices import Progress, estimate_s


class Pyttsx3Voice:
    """Speech over the loudspeaker.

    1. `start` hands the text to the engine, whose driver plays it in a process of its own. 2. `poll` lets the engine
    look whether that process is through. 3. `cut` kills it. Everything on one thread.
    Raises: VoiceMissing where there is no synthesizer.
    """

    is_timed = False

    def __init__(self, settings: VoiceSettings | None = None, device: str = "") -> None:
        import pyttsx3  # type: ignore[import-untyped]

        self._settings = settings or VoiceSettings()
        if device:
            self._settings = replace(self._settings, device=device, wav_dir=None)
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
        self._engine.say(self._spelled(text, language) or espeak_driver.NO_WORDS)
        return self._settings.lead_ms / 1000 + estimate_s(text, self._settings.rate(language), language)

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

    def tune(self, settings: VoiceSettings) -> None:
        """Sounds so from the next text on, at the same device."""
        self._settings = self._settings.sounding_as(settings)

    def has_voice(self, name: str) -> bool:
        """Whether there is a voice of this name."""
        return bool(self._engine.proxy._driver.has_voice(name))

    def look(self) -> str:
        return ""

    def _tune(self, language: str) -> None:
        settings = self._settings
        for name, value in (("voice", settings.voice(language)), ("rate", settings.rate(language)),
                            ("pitch", settings.pitch(language)), ("volume", settings.volume / 100),
                            ("lead_ms", settings.lead_ms), ("device", settings.device)):  # fmt: skip
            self._engine.setProperty(name, value)

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
