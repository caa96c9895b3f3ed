"""What the companion has to say of itself: in one line to whoever started it, and aloud to the table."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from companion.cli.information import info
from companion.speech.wording import Wording


class Speaker(Protocol):
    """What says a sentence that is no fact of the game."""

    @property
    def wording(self) -> Wording: ...
    def say(self, text: str, t: float) -> None: ...


class Notices:
    """Says notices, from any thread. What comes before there is a voice is said as soon as there is one."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._speaker: Speaker | None = None
        self._waiting: list[tuple[str, str]] = []
        self.counts: Counter[str] = Counter()
        """How often each was told."""
        self._lock = threading.Lock()

    def tell(self, key: str, line: str, name: str = "") -> None:
        """Prints the line, and says the sentence `notice.KEY` of the catalogue, if there is one. `name`: the word that
        belongs into it."""
        info(f"tastkreis: {line}")
        self.counts[key] += 1
        with self._lock:
            speaker = self._speaker
            if speaker is None:
                self._waiting.append((key, name))
                return
        self._say(speaker, key, name)

    def of_file(self, option: str) -> Callable[[str, str], None]:
        """What a file of lines tells its trouble to."""
        return lambda what, line: self.tell(f"file_{what}", f"{option}: {line}")

    def speak_through(self, speaker: Speaker | None) -> None:
        """From now on this desk says what is to be said; None: nobody does any more."""
        with self._lock:
            self._speaker = speaker
            waiting, self._waiting = self._waiting, []
        if speaker is not None:
            for key, name in waiting:
                self._say(speaker, key, name)

    def _say(self, speaker: Speaker, key: str, name: str) -> None:
        if text := speaker.wording.notice(key, name=name):
            speaker.say(text, self._clock())
