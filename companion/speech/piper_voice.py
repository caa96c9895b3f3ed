"""Piper, a neural voice, where it is installed: rendered sentence by sentence on a thread of its own, then played.

Piper and its models are not part of this project: `pip install piper-tts`, and a model `NAME.onnx` with its
`NAME.onnx.json` in one of the folders of `model_folders`. Its names begin with the language: `de_DE-thorsten-medium`.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.speech.earcon import lead_in
from companion.speech.errors import NoSound, SpeechError, VoiceMissing
from companion.speech.player import Player, Players
from companion.speech.settings import VOICE_OF, VoiceSettings
from companion.speech.utterance import Earcon
from companion.speech.voices import STANDARD_RATE, Progress, estimate_s
from companion.speech.wav import write_wav

FOLDERS = "PIPER_VOICES"
"""The environment variable that names folders of models, with colons between them."""
USUAL = ("~/.local/share/piper-voices", "/usr/local/share/piper-voices", "/usr/share/piper-voices")
PACKAGE = "piper-tts"


def model_folders(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Where models are looked for, the first first."""
    named = [name for name in environment.get(FOLDERS, "").split(":") if name]
    return [Path(name).expanduser() for name in (*named, *USUAL)]


def models(folders: list[Path]) -> dict[str, Path]:
    """All models by name."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.onnx")) if folder.is_dir() else ():
            if path.with_name(f"{path.name}.json").is_file():
                found.setdefault(path.stem, path)
    return found


class _Saying:
    """One text: its player, once there is sound, and what went wrong."""

    def __init__(self, text: str, language: str, earcon: Earcon | None, settings: VoiceSettings, keep: str) -> None:
        self.text, self.language, self.earcon, self.settings, self.keep = text, language, earcon, settings, keep
        self.player: Player | None = None
        self.error: Exception | None = None
        self.is_cut = self.is_rendered = False
        self.lock = threading.Lock()

    def cut(self) -> None:
        """Silence, also for what is still being rendered."""
        with self.lock:
            self.is_cut = True
            if self.player is not None:
                self.player.kill()

    def open(self, argv: list[str], sample_rate: int) -> Player | None:
        """The player for its sound; None if it was cut meanwhile."""
        with self.lock:
            if not self.is_cut:
                self.player = Player(argv, sample_rate)
            return self.player


class PiperVoice:
    """Speech by Piper over the loudspeaker.

    1. `start` hands the text to the worker. 2. The worker loads the model of the language, once, and feeds a player
    with each sentence as it is ready. 3. `poll` looks at the player. 4. `cut` kills it; the worker drops the rest.
    Piper has no pitch. Raises: VoiceMissing where Piper, or any model, is not there.
    """

    is_timed = False

    def __init__(self, settings: VoiceSettings | None = None, folders: list[Path] | None = None) -> None:
        self._settings = settings or VoiceSettings()
        self._models = models(model_folders() if folders is None else folders)
        try:
            import piper  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise VoiceMissing("Piper is not installed", PACKAGE) from None
        if not self._models:
            raise VoiceMissing(f"Piper has no model; put one into {USUAL[0]}", PACKAGE)
        self._piper: Any = piper
        self._loaded: dict[str, Any] = {}
        self._players = Players()
        self._saying: _Saying | None = None
        self._progress, self._count = Progress.FINISHED, 0
        self.trouble, self.was_stuck = "", False
        self._jobs: queue.SimpleQueue[_Saying | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="piper", daemon=True).start()

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts to say a text; returns about how long it takes, in seconds. Raises: VoiceMissing, VoiceStuck."""
        self.cut()
        self._model_name(language)
        self._players.device = self._settings.device
        self._players.command(STANDARD_RATE)  # whether there is a player is known before anything is promised
        keep = ""
        if self._settings.wav_dir is not None:
            self._count += 1
            self._settings.wav_dir.mkdir(parents=True, exist_ok=True)
            keep = str(self._settings.wav_dir / f"{self._count:04d}-{language}.wav")
        self._saying = _Saying(text, language, earcon, self._settings, keep)
        self._progress, self.trouble, self.was_stuck = Progress.SPEAKING, "", False
        self._jobs.put(self._saying)
        return self._settings.lead_ms / 1000 + estimate_s(text, self._settings.rate(language), language)

    def poll(self) -> Progress:
        """How far it is."""
        saying = self._saying
        if self._progress is not Progress.SPEAKING or saying is None:
            return self._progress
        player = saying.player
        if saying.error is not None:
            self._failed(str(saying.error))
        elif player is not None and saying.is_rendered and player.is_over():
            if player.was_heard():
                self._progress = Progress.FINISHED
            else:
                self._failed(str(NoSound(f"the sound was not played: {player.trouble() or 'it ended too soon'}")))
        elif player is not None and player.is_stuck():
            self._players.hangs(player.program)
            self.was_stuck = True
            self._failed(f"{player.program} hangs")
        return self._progress

    def cut(self) -> None:
        """Silence."""
        if self._saying is not None:
            self._saying.cut()
        if self._progress is Progress.SPEAKING:
            self._progress = Progress.FINISHED

    def tune(self, settings: VoiceSettings) -> None:
        """Sounds so from the next text on, at the same device."""
        self._settings = self._settings.sounding_as(settings)

    def has_voice(self, name: str) -> bool:
        """Whether there is a model of this name."""
        return name in self._models

    def look(self) -> str:
        return ""

    def close(self) -> None:
        """Silence, and the end of the worker."""
        self.cut()
        self._jobs.put(None)

    def _failed(self, trouble: str) -> None:
        self._progress, self.trouble = Progress.FAILED, trouble
        if self._saying is not None:
            self._saying.cut()

    def _model_name(self, language: str) -> str:
        """The model of a language: the chosen one, else the first that begins with it. Raises: VoiceMissing."""
        chosen = self._settings.voice(language)
        if chosen in self._models:
            return chosen
        for name in self._models:
            if name.startswith(language):
                return name
        usual = f", {chosen!r}" if chosen != VOICE_OF.get(language) else ""
        raise VoiceMissing(f"Piper has no model for {language!r}{usual}", PACKAGE)

    def _work(self) -> None:
        while (saying := self._jobs.get()) is not None:
            try:
                self._render(saying)
            except (SpeechError, OSError, ValueError, RuntimeError) as error:
                saying.error = error
            saying.is_rendered = True

    def _render(self, saying: _Saying) -> None:
        model = self._model(saying.language)
        sample_rate, kept = int(model.config.sample_rate), bytearray()
        player = saying.open(self._players.command(sample_rate), sample_rate)
        for pcm in self._sound(model, saying):
            kept += pcm if saying.keep else b""
            if (player is None or not player.write(pcm)) and not saying.keep:
                break
        if player is not None:
            player.end()
        if saying.keep:
            write_wav(saying.keep, bytes(kept), sample_rate)

    def _sound(self, model: Any, saying: _Saying) -> Iterator[bytes]:
        settings = saying.settings
        yield lead_in(settings.lead_ms, saying.earcon, int(model.config.sample_rate))
        config = self._piper.SynthesisConfig(volume=settings.volume / 100,
                                             length_scale=STANDARD_RATE / settings.rate(saying.language))  # fmt: skip
        for chunk in model.synthesize(saying.text, syn_config=config) if saying.text else ():
            yield bytes(chunk.audio_int16_bytes)

    def _model(self, language: str) -> Any:
        name = self._model_name(language)
        if name not in self._loaded:
            self._loaded[name] = self._piper.PiperVoice.load(self._models[name])
        return self._loaded[name]
