"""A voice with another one in reserve: what cannot be heard is said otherwise; why, and when it is back, is told."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from companion.speech.errors import SpeechError
from companion.speech.settings import VoiceSettings
from companion.speech.utterance import Earcon
from companion.speech.voices import Progress, Voice


class FallbackVoice:
    """A voice with another one in reserve.

    1. `start` goes to the first voice. 2. Where that fails, now or while it speaks, the reserve says the same text, and
    `notify` gets one clear line; not again until the first voice has been heard in between. 3. Where its player hung,
    the first voice tries once more, with another one. 4. The next text tries the first voice again: a loudspeaker may
    come back. 5. `watch` is asked whether there is sound: True, False, or None where it is not known; what has changed
    is told, with `gone` as the reason. Where sound is gone in the middle of a text the first voice is cut: a sound
    server may have moved it to another loudspeaker, where it is nobody's business. `end_watch` ends the watch.
    """

    def __init__(self, first: Voice, reserve: Voice, notify: Callable[[str], object],
                 hint: str = "no sound; speech is printed instead",
                 watch: Callable[[bool], bool | None] = lambda is_lost: None,
                 end_watch: Callable[[], object] = lambda: None,
                 gone: str = "the sound device is gone") -> None:  # fmt: skip
        self._first, self._reserve, self._active = first, reserve, first
        self._notify, self._hint, self._watch, self._end_watch = notify, hint, watch, end_watch
        self._gone = gone
        self._said: tuple[str, str, Earcon | None] = ("", "", None)
        self._is_told = self._is_second = self._is_lost = False

    @property
    def is_timed(self) -> bool:
        return self._active.is_timed

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts the first voice, or else the reserve."""
        self._said, self._active = (text, language, earcon), self._first
        self._is_second = self._is_lost = False
        try:
            return self._first.start(text, language, earcon)
        except (SpeechError, OSError) as error:
            return self._give_up(str(error))

    def poll(self) -> Progress:
        """How far the voice is that says it."""
        progress = self._active.poll()
        if self._active is self._reserve:
            return progress
        if self._is_lost:
            self._give_up(self._gone)
            return self._reserve.poll()
        if progress is Progress.FAILED:
            return self._failed()
        if progress is Progress.FINISHED:
            self._is_told = False
        return progress

    def _failed(self) -> Progress:
        """The first voice was not heard: a player that hung is replaced, once for each text; else the reserve."""
        trouble = str(getattr(self._first, "trouble", ""))
        if getattr(self._first, "was_stuck", False) and not self._is_second:
            self._is_second = True
            if not self._is_told:
                self._notify(f"{trouble}; trying another way")
            with contextlib.suppress(SpeechError, OSError):
                self._first.start(*self._said)
                progress = self._first.poll()
                return self._failed() if progress is Progress.FAILED else progress
        self._give_up(trouble)
        return self._reserve.poll()

    def cut(self) -> None:
        self._active.cut()

    def tune(self, settings: VoiceSettings) -> None:
        """Both voices sound so from the next text on."""
        self._first.tune(settings)
        self._reserve.tune(settings)

    def has_voice(self, name: str) -> bool:
        return self._first.has_voice(name)

    def look(self) -> str:
        """Whether sound has gone or come back since the last look: the key of the notice, or an empty text."""
        is_there = self._watch(self._is_told)
        if is_there is None or is_there is not self._is_told:
            return ""
        self._is_told = not is_there
        if not is_there and self._active is self._first and self._first.poll() is Progress.SPEAKING:
            self._first.cut()
            self._is_lost = True
        self._notify("there is sound again" if is_there else f"{self._hint}: {self._gone}")
        return "sound_back" if is_there else "sound_gone"

    def close(self) -> None:
        """Ends both voices, and the watch."""
        self._end_watch()
        self._first.close()
        self._reserve.close()

    def _give_up(self, why: str) -> float:
        self._active = self._reserve
        if not self._is_told:
            self._notify(f"{self._hint}{': ' + why if why else ''}")
        self._is_told = True
        return self._reserve.start(*self._said)
