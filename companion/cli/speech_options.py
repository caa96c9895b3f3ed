"""The options that concern the voice: which one, how it sounds, where it is heard, and how much it says."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.cli.bad_input import BadInput
from companion.cli.recalled import KIND, Usual
from companion.facts import Fact
from companion.speech.catalogue import LANGUAGES
from companion.speech.errors import BadSetting
from companion.speech.settings import BY_LANGUAGE, Earcons, Settings, Style, Switch
from engine.contract import Seat

SPEECH = ("pyttsx3", "speechd", "piper", "print", "none")
LOUD = ("pyttsx3", "speechd", "piper")
OPTIONS = {"rate": "speech_rate", "pitch": "speech_pitch", "volume": "speech_volume", "voice": "speech_voice",
           "lead": "speech_lead", "style": "speech_style", "earcons": "earcons", "touch": "speech_touch",
           "count": "speech_count"}  # fmt: skip
"""Settings and the options that give them their first value."""
KEPT = "voice"
"""The fact of the log that keeps the settings."""


def add_speech_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options of every command that speaks."""
    add = parser.add_argument
    add("--language", choices=LANGUAGES, default=Usual("de"), help="language of the table (default: de)")
    add("--speech", choices=SPEECH, default="pyttsx3", help="how the companion speaks (default: pyttsx3)")
    add("--speech-rate", action="append", default=[], metavar="[LANGUAGE=]N", help="words a minute (default: 175)")
    add("--speech-pitch", action="append", default=[], metavar="[LANGUAGE=]N", help="0 to 99 (default: 50)")
    add("--speech-volume", metavar="PERCENT", help="0 to 100 (default: 100)")
    add("--speech-voice", action="append", default=[], metavar="[LANGUAGE=]NAME", help="the voice, such as de+f3")
    add("--speech-lead", metavar="MS", help="silence before every sentence, for HDMI and Bluetooth (default: 0)")
    add("--speech-style", choices=[str(one) for one in Style], help="how much is said of a play")
    add("--earcons", choices=[str(one) for one in Earcons],
        help="short sounds before the words, or instead of them (default: on)")  # fmt: skip
    add("--speech-touch", choices=[str(one) for one in Switch],
        help="whether a piece that is felt says whose it is (default: on)")  # fmt: skip
    add("--speech-count", choices=[str(one) for one in Switch], help="whether it is counted along (default: on)")
    add("--audio", action="append", default=[], metavar="[SEAT=]DEVICE",
        help="the sound device, such as plughw:1 or pulse:NAME; with a seat that of its earphone")  # fmt: skip
    add("--speech-wav", metavar="DIR", help="keep what is said as WAV files in this folder")


def settings_of(args: argparse.Namespace, logged: Sequence[Fact] = (), is_going_on: bool = False) -> Settings:
    """The settings of the table: what was chosen there last, and before it what the command line has; in a game that
    goes on only as far as the command line is another one than last time. Raises: BadInput."""
    kept = [fact.data for fact in logged if fact.kind == KEPT]
    before = [fact.data for fact in logged if fact.kind == KIND] if is_going_on and kept else []
    told, given = Settings().read(kept[-1] if kept else {}), given_options(args)
    for name, option in OPTIONS.items():
        if before and before[-1].get(option) == given.get(option):
            continue
        value = getattr(args, option, None)
        for one in value if isinstance(value, list) else [value]:
            told = told if one is None else _with(told, name, one, args.language)
    loud, _ = devices(args)
    folder = Path(args.speech_wav) if args.speech_wav else None
    return replace(told, voice=replace(told.voice, device=loud, wav_dir=folder))


def kept_fact(settings: Settings, t: float) -> Fact:
    """The settings, for the log."""
    return Fact(KEPT, t, settings.kept())


def given_options(args: argparse.Namespace) -> dict[str, str]:
    """What the command line has of the settings, by its options."""
    given = {option: getattr(args, option, None) for option in OPTIONS.values()}
    return {option: " ".join(value) if isinstance(value, list) else value for option, value in given.items() if value}


def devices(args: argparse.Namespace) -> tuple[str, dict[str, str]]:
    """The sound device of the loudspeaker (empty: the usual one), and those of the seats' ears. Raises: BadInput."""
    loud, ears = "", {}
    for text in getattr(args, "audio", []):
        seat, equals, device = text.partition("=")
        is_ear = bool(equals) and seat in _seats(args)
        device = device if is_ear else text
        if not device.strip() or not device.isprintable():
            raise BadInput(f"--audio {text!r}: name a sound device, such as plughw:1, pulse:NAME or A=plughw:2")
        if (is_ear and seat in ears) or (not is_ear and loud):
            raise BadInput(f"--audio {text!r}: there is one sound device for the table, and one for each seat")
        if is_ear:
            ears[seat] = device
        else:
            loud = device
    heard = [loud, *ears.values()]
    if len(set(heard)) < len(heard):
        raise BadInput("--audio: what a seat hears alone needs a device of its own")
    return loud, ears


def _seats(args: argparse.Namespace) -> frozenset[Seat]:
    """Who can sit at the game of the options. Raises: BadInput."""
    from companion.cli.tables import known_settings
    from engine.registry import USUAL

    return frozenset(seat for seats in known_settings(getattr(args, "game", USUAL)).seats.values() for seat in seats)


def _with(settings: Settings, name: str, text: str, language: str) -> Settings:
    option = "--" + OPTIONS[name].replace("_", "-")
    before, equals, value = text.partition("=")
    if equals and name in BY_LANGUAGE:
        if before not in LANGUAGES:
            raise BadInput(f"{option} {text!r}: languages are {', '.join(LANGUAGES)}")
        language, text = before, value
    try:
        return settings.changed(name, text, language)
    except BadSetting as error:
        raise BadInput(f"{option}: {error}") from error
