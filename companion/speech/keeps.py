"""What any voice says, kept as sound."""

from __future__ import annotations

from pathlib import Path

from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.settings import VoiceSettings
from companion.speech.utterance import Earcon
from companion.speech.voices import Voice, WrappedVoice


class KeepsWav(WrappedVoice):
    """A voice whose every utterance is rendered into `folder` too, numbered: `0001-de.wav`."""

    def __init__(self, voice: Voice, renderer: Pyttsx3Voice, folder: Path) -> None:
        super().__init__(voice)
        self._renderer, self._folder = renderer, folder
        self._count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts the voice, then writes the file."""
        seconds = super().start(text, language, earcon)
        self._count += 1
        self._renderer.render(text, language, self._folder / f"{self._count:04d}-{language}.wav")
        return seconds

    def tune(self, settings: VoiceSettings) -> None:
        """Voice and files sound so from the next text on."""
        super().tune(settings)
        self._renderer.tune(settings)

    def close(self) -> None:
        """Ends the voice and the renderer."""
        super().close()
        self._renderer.close()
