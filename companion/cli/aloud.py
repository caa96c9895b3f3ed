"""The voice of a command that is no game: the same voices and catalogues, with sentences `calibrate.*`."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Mapping
from typing import Any

from companion.cli.live import new_clock
from companion.cli.parts import COLOURS, info
from companion.cli.voice import voice_of
from companion.facts import Fact
from companion.speech.catalogue import LANGUAGES
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.phrase import sentence
from companion.speech.wording import Wording

SPEECH = ("pyttsx3", "print", "none")
LAST_WORDS_S = 20.0
"""So long the end of a command waits for what is still to be said."""


def add_voice_options(parser: argparse.ArgumentParser) -> None:
    """The options of `run` that concern the voice."""
    add = parser.add_argument
    add("--language", choices=LANGUAGES, default="de", help="language of the voice (default: de)")
    add("--speech", choices=SPEECH, default="pyttsx3", help="how the companion speaks (default: pyttsx3)")
    add("--speech-wav", metavar="DIR", help="keep what is said as WAV files in this folder")


class Aloud:
    """Says sentences of the catalogue, the newest at once: who goes on has heard enough of the last one."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.clock = new_clock()
        self.wording = Wording(args.language, None, COLOURS)
        self._silence = threading.Condition()
        self._waiting = 0
        desk = SpeechDesk(self.wording, voice_of(args, is_timed=False), self._heard)
        self._desk = LiveDesk(desk, self.clock, lambda line: info(f"tastkreis: {line}"))
        self._last = ""

    def text(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence `calibrate.<key>`."""
        return sentence(self.wording.phrase.say(f"calibrate.{key}", facts))

    def say(self, text: str) -> None:
        """Says a text now; what is being said is cut."""
        if not text.strip():
            return
        t = self.clock()
        self._last = text
        with self._silence:
            self._waiting += 1
        self._desk.cut(t)
        self._desk.say(text, t)

    def again(self) -> None:
        """Repeats what was said last."""
        self.say(self._last)

    def close(self) -> None:
        """Lets the last sentence end, then ends the voice."""
        with self._silence:
            self._silence.wait_for(lambda: self._waiting <= 0, LAST_WORDS_S)
        self._desk.close()

    def _heard(self, fact: Fact) -> None:
        if fact.data["spoken"] != "started":
            with self._silence:
                self._waiting -= 1
                self._silence.notify_all()
