"""Which voice speaks: by the name of the `--speech` option."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.speech.errors import SpeechError, UnknownVoice
from companion.speech.fallback import FallbackVoice
from companion.speech.keeps import KeepsWav
from companion.speech.presence import Presence
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.settings import VoiceSettings
from companion.speech.voices import PrintVoice, SilentVoice, TimedVoice, Voice

VOICES = ("pyttsx3", "speechd", "piper", "print", "none", "timed")
NO_SOUND = "no sound, speech is printed instead"
GONE = "the sound device is gone"


def open_voice(name: str, write: Callable[[str], object], notify: Callable[[str], object],
               settings: VoiceSettings | None = None) -> Voice:  # fmt: skip
    """The voice of this name: `pyttsx3`, `speechd`, `piper`, `print`, `none` or `timed`.

    `write` gets printed speech; `notify` one clear line where there is no sound, and speech is printed from then on.
    `settings.wav_dir` keeps what any voice says as WAV files. Raises: UnknownVoice.
    """
    settings = settings or VoiceSettings()
    voice: Voice
    match name:
        case "pyttsx3" | "piper":
            return _spoken(name, write, notify, settings)
        case "speechd":
            voice = _spoken(name, write, notify, settings)
        case "print":
            voice = PrintVoice(write)
        case "none":
            voice = SilentVoice()
        case "timed":
            voice = TimedVoice(settings)
        case _:
            raise UnknownVoice(name, VOICES)
    return voice if settings.wav_dir is None else _kept(voice, settings, settings.wav_dir, notify)


def ear(device: str, settings: VoiceSettings, notify: Callable[[str], object]) -> Voice:
    """The voice in one seat's ear, on its own sound device; what cannot be heard there is said nowhere else."""
    try:
        voice: Voice = Pyttsx3Voice(settings, device)
    except (SpeechError, OSError, ImportError) as error:
        notify(f"no sound at {device}: {error}")
        return SilentVoice()
    presence = Presence(device)
    return FallbackVoice(voice, SilentVoice(), notify, f"no sound at {device}", presence.look, presence.close, GONE)


def _spoken(name: str, write: Callable[[str], object], notify: Callable[[str], object],
            settings: VoiceSettings) -> Voice:  # fmt: skip
    printed = PrintVoice(write)
    try:
        presence = Presence(settings.device)
        return FallbackVoice(_first(name, settings), printed, notify, NO_SOUND, presence.look, presence.close,
                             f"the sound device {settings.device} is gone" if settings.device else GONE)
    except (SpeechError, OSError, ImportError) as error:
        notify(f"{NO_SOUND}: {error}")
        return printed


def _first(name: str, settings: VoiceSettings) -> Voice:
    if name == "speechd":
        from companion.speech.speechd_voice import SpeechdVoice

        return SpeechdVoice(settings)
    if name == "piper":
        from companion.speech.piper_voice import PiperVoice

        return PiperVoice(settings)
    return Pyttsx3Voice(settings)


def _kept(voice: Voice, settings: VoiceSettings, folder: Path, notify: Callable[[str], object]) -> Voice:
    try:
        return KeepsWav(voice, Pyttsx3Voice(settings), folder)
    except (SpeechError, OSError, ImportError) as error:
        notify(f"no WAV files are kept: {error}")
        return voice
