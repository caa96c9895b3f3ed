"""Settings: how the table sounds and how much it says, as one frozen value that people change while they play.

    rate 200 · rate en 200 · faster · pitch 60 · volume 80 · voice de+f3 · lead 300 · style short · earcons only

Rate, pitch and voice belong to one language, unless told to that of the table; the rest holds for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.speech.catalogue import LANGUAGES
from companion.speech.errors import BadSetting

VOICE_OF = {"de": "de", "en": "en-gb", "fr": "fr-fr"}
"""The usual voice of a language: a name of eSpeak NG, which other synthesizers understand as a language."""


class Style(StrEnum):
    """How much is said of a play."""

    FULL = "full"
    NORMAL = "normal"
    SHORT = "short"


class Earcons(StrEnum):
    """Whether short sounds come before the words. ONLY: a card, a play and a turn are told by their sound alone."""

    OFF = "off"
    ON = "on"
    ONLY = "only"


class Switch(StrEnum):
    """Something that is told, or not."""

    OFF = "off"
    ON = "on"


RANGES = {"rate": (80, 450), "pitch": (0, 99), "volume": (0, 100), "lead": (0, 3000)}
"""Words a minute, of eSpeak NG's pitch, percent, milliseconds."""
STANDARD = {"rate": 175, "pitch": 50, "volume": 100, "lead": 0}
STEPS = {"faster": ("rate", 25), "slower": ("rate", -25), "higher": ("pitch", 10), "lower": ("pitch", -10),
         "louder": ("volume", 10), "quieter": ("volume", -10)}  # fmt: skip
BY_LANGUAGE = ("rate", "pitch", "voice")
CHOICES: Mapping[str, type[StrEnum]] = {"style": Style, "earcons": Earcons, "touch": Switch, "count": Switch}
NAMED = 2
"""Words behind the name of a setting, at most: a language and a value."""
NAMES = (*RANGES, "voice", *CHOICES)
_VOICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9+_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How it sounds. `rates`, `pitches` and `voices` are by language; `wav_dir` keeps every utterance as a WAV file;
    `device` is the sound device, empty for the usual one."""

    rates: Mapping[str, int] = field(default_factory=dict)
    voices: Mapping[str, str] = field(default_factory=lambda: dict(VOICE_OF))
    pitches: Mapping[str, int] = field(default_factory=dict)
    volume: int = STANDARD["volume"]
    lead_ms: int = STANDARD["lead"]
    device: str = ""
    wav_dir: Path | None = None

    def rate(self, language: str) -> int:
        """Words a minute in this language."""
        return self.rates.get(language, STANDARD["rate"])

    def pitch(self, language: str) -> int:
        """How high the voice is, 0 to 99."""
        return self.pitches.get(language, STANDARD["pitch"])

    def voice(self, language: str) -> str:
        """The name of the voice."""
        return self.voices.get(language, VOICE_OF.get(language, language))

    def hastened(self, factor: float) -> VoiceSettings:
        """The same voice, so much faster."""
        most = RANGES["rate"][1]
        return replace(self, rates={one: min(most, round(factor * self.rate(one))) for one in LANGUAGES})

    def sounding_as(self, other: VoiceSettings) -> VoiceSettings:
        """The sound of the other at the own device and folder: these are chosen once, when a voice is opened."""
        return replace(other, device=self.device, wav_dir=self.wav_dir)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about speech that people choose, but for its language."""

    voice: VoiceSettings = field(default_factory=VoiceSettings)
    style: Style = Style.NORMAL
    earcons: Earcons = Earcons.ON
    touch: Switch = Switch.ON
    """Whether a piece that is lifted and put back tells whose it is."""
    count: Switch = Switch.ON
    """Whether it is counted along while a piece goes from hole to hole."""

    def get(self, name: str, language: str) -> int | str:
        """The value of a setting as it is said."""
        voice = self.voice
        found: dict[str, int | str] = {
            "rate": voice.rate(language), "pitch": voice.pitch(language), "voice": voice.voice(language),
            "volume": voice.volume, "lead": voice.lead_ms, "style": str(self.style), "earcons": str(self.earcons),
            "touch": str(self.touch), "count": str(self.count),
        }  # fmt: skip
        return found[name]

    def told(self, language: str) -> dict[str, int | str]:
        """All settings as they hold in this language, by name."""
        return {name: self.get(name, language) for name in NAMES}

    def changed(self, name: str, value: str, language: str) -> Settings:
        """The settings with another value. Raises: BadSetting."""
        voice = self.voice
        match name:
            case "style":
                return replace(self, style=Style(_choice(name, value)))
            case "earcons":
                return replace(self, earcons=Earcons(_choice(name, value)))
            case "touch":
                return replace(self, touch=Switch(_choice(name, value)))
            case "count":
                return replace(self, count=Switch(_choice(name, value)))
            case "volume":
                return replace(self, voice=replace(voice, volume=_number(name, value)))
            case "lead":
                return replace(self, voice=replace(voice, lead_ms=_number(name, value)))
            case "rate":
                return replace(self, voice=replace(voice, rates={**voice.rates, language: _number(name, value)}))
            case "pitch":
                return replace(self, voice=replace(voice, pitches={**voice.pitches, language: _number(name, value)}))
            case "voice":
                if not _VOICE.fullmatch(value):
                    raise BadSetting("voice", name, value, "the name of a voice")
                return replace(self, voice=replace(voice, voices={**voice.voices, language: value}))
        raise BadSetting("name", name, "", ", ".join((*NAMES, *STEPS)))

    def said(self, text: str, language: str) -> tuple[Settings, str]:
        """What becomes of the settings when a person says this, such as `rate 200` or `faster`; and which setting it
        was. Raises: BadSetting."""
        name, *words = text.split()
        name = name.lower()
        words = words if name == "voice" else [word.lower() for word in words]
        if name in STEPS and not words:
            name, step = STEPS[name]
            low, high = RANGES[name]
            value = min(max(int(self.get(name, language)) + step, low), high)
            return self.changed(name, str(value), language), name
        if told := language_of(text):
            language = told
            words.pop(0)
        if name not in NAMES:
            raise BadSetting("name", name, "", ", ".join((*NAMES, *STEPS)))
        if not words:
            return self, name
        return self.changed(name, words[-1] if len(words) == 1 else " ".join(words), language), name

    def kept(self) -> dict[str, Any]:
        """What is written into the log, to be read again by `Settings.read`."""
        voice = self.voice
        return {"rates": dict(voice.rates), "pitches": dict(voice.pitches), "voices": dict(voice.voices),
                "volume": voice.volume, "lead": voice.lead_ms, "style": str(self.style),
                "earcons": str(self.earcons), "touch": str(self.touch), "count": str(self.count)}  # fmt: skip

    def read(self, kept: Mapping[str, Any]) -> Settings:
        """These settings with what was kept; what cannot be read stays as it is."""
        found = self
        for name, many in (("rate", "rates"), ("pitch", "pitches"), ("voice", "voices")):
            for language, value in _pairs(kept.get(many)):
                found = found._with(name, value, language)
        for name in ("volume", "lead", *CHOICES):
            if name in kept:
                found = found._with(name, kept[name], "")
        return found

    def _with(self, name: str, value: Any, language: str) -> Settings:
        try:
            return self.changed(name, str(value), language)
        except BadSetting:
            return self


def setting_name(text: str) -> str:
    """Which setting a person names: `rate` for `faster` and for `rate 200`."""
    name = (text.lower().split() or [""])[0]
    return STEPS[name][0] if name in STEPS else name


def language_of(text: str) -> str:
    """The language that a person names with a setting, as in `rate en 200`; empty if none."""
    name, *words = text.lower().split() or [""]
    return words[0] if name in BY_LANGUAGE and words and words[0] in LANGUAGES and len(words) <= NAMED else ""


def _pairs(kept: Any) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in kept.items() if key in LANGUAGES] if isinstance(kept, Mapping) else []


def _number(name: str, value: str) -> int:
    low, high = RANGES[name]
    if not value.isascii() or not value.isdecimal() or not low <= int(value[:9]) <= high:
        raise BadSetting("range", name, value, f"{low} to {high}", low=low, high=high)
    return int(value)


def _choice(name: str, value: str) -> str:
    if value not in list(CHOICES[name]):
        raise BadSetting("choice", name, value, ", ".join(CHOICES[name]), choices=list(CHOICES[name]))
    return value
