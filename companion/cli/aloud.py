"""The voice of a command that is no game: the same voices and catalogues, with sentences `calibrate.*`."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Mapping
from typing import Any

from companion.cli.information import info
from companion.cli.live import new_clock
from companion.cli.speech_options import settings_of
from companion.cli.tables import colours_on, usual_board
from companion.cli.voice import voice_of
from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.phrase import sentence
from companion.speech.utterance import Earcon, Priority
from companion.speech.wording import Wording

NEAR = (Earcon.NEAR_1, Earcon.NEAR_2, Earcon.NEAR_3, Earcon.NEAR_4, Earcon.NEAR_5)
LAST_WORDS_S = 20.0
"""So long the end of a command waits for what is still to be said."""


class Aloud:
    """Says sentences of the catalogue. A brief one is cut by the next; every other is heard out.

    is_printed: whether they are printed where there is no sound."""

    def __init__(self, args: argparse.Namespace, is_printed: bool = True) -> None:
        self.clock = new_clock()
        self.wording = Wording(args.language, None, colours_on(getattr(args, "layout", usual_board().name)))
        self._news = threading.Condition()
        self._last, self._count, self._is_brief_last = "", 0, False
        self._unheard: list[str] = []
        """What must be heard out and has not been yet; the newest sentence too."""
        settings = settings_of(args)
        voice = voice_of(args, settings, is_timed=False, is_printed=is_printed)
        desk = SpeechDesk(self.wording, voice, self._heard, settings=settings)
        self._desk = LiveDesk(desk, self.clock, lambda line: info(f"tastkreis: {line}"))

    def text(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence `calibrate.<key>`."""
        return sentence(self.wording.phrase.say(f"calibrate.{key}", facts))

    def say(self, text: str, is_brief: bool = False) -> None:
        """Says a text: at once where only brief ones are in the way, else after what is to be heard out."""
        if not text.strip():
            return
        t = self.clock()
        with self._news:
            if self._is_brief_last and self._last in self._unheard:
                self._unheard.remove(self._last)
            is_free = not self._unheard
            self._last, self._is_brief_last = text, is_brief
            self._unheard.append(text)
            self._count += 1
        if is_free:
            self._desk.cut(t)
        kind = "prompt" if is_brief else f"notice {self._count}"
        self._desk.say(text, t, kind=kind, priority=Priority.NEXT, is_asked=True)

    def near(self, share: float) -> None:
        """A tone that is the higher, and has the more pulses, the nearer `share` is to 1."""
        self._desk.sound(NEAR[min(len(NEAR) - 1, max(0, int(share * len(NEAR))))])

    def again(self) -> None:
        """Repeats what was said last."""
        self.say(self._last)

    def close(self) -> None:
        """Lets the last sentence end, then ends the voice."""
        with self._news:
            self._news.wait_for(lambda: not self._unheard, LAST_WORDS_S)
        self._desk.close()

    def _heard(self, fact: Fact) -> None:
        if fact.data["spoken"] != "started":
            with self._news:
                if fact.data["text"] in self._unheard:
                    self._unheard.remove(fact.data["text"])
                self._news.notify_all()
