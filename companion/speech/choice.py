"""Which voice speaks: by the name of the `--speech` option."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.speech.errors import SpeechError, UnknownVoice
from companion.speech.pyttsx3_voice import Pyttsx3Voice, VoiceSettings
from companion.speech.voices import FallbackVoice, PrintVoice, SilentVoice, TimedVoice, Voice
from companion.speech.wav import KeepsWav

VOICES = ("pyttsx3", "print", "none", "timed")
NO_SOUND = "no sound, speech is printed instead"


def open_voice(name: str, write: Callable[[str], object], notify: Callable[[str], object],
               settings: VoiceSettings | None = None) -> Voice:  # fmt: skip
    """The voice of this name: `pyttsx3`, `print`, `none` or `timed`.

    `write` gets printed speech; `notify` one clear line where there is no sound, and speech is printed from then on.
    `settings.wav_dir` keeps what any voice says as WAV files. Raises: UnknownVoice.
    """
    settings = settings or VoiceSettings()
    voice: Voice
    match name:
        case "pyttsx3":
            return _spoken(write, notify, settings)
        case "print":
            voice = PrintVoice(write)
        case "none":
            voice = SilentVoice()
        case "timed":
            voice = TimedVoice()
        case _:
            raise UnknownVoice(name, VOICES)
    return voice if settings.wav_dir is None else _kept(voice, settings, settings.wav_dir, notify)


def _spoken(write: Callable[[str], object], notify: Callable[[str], object], settings: VoiceSettings) -> Voice:
    printed = PrintVoice(write)
    try:
        return FallbackVoice(Pyttsx3Voice(settings), printed, notify, NO_SOUND)
    except (SpeechError, OSError, ImportError) as error:
        notify(f"{NO_SOUND}: {error}")
        return printed


def _kept(voice: Voice, settings: VoiceSettings, folder: Path, notify: Callable[[str], object]) -> Voice:
    try:
        return KeepsWav(voice, Pyttsx3Voice(settings), folder)
    except (SpeechError, OSError, ImportError) as error:
        notify(f"no WAV files are kept: {error}")
        return voice
