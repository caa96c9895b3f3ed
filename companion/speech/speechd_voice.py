"""speech-dispatcher as a voice: whichever synthesizer its user has chosen, as in their screen reader."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.speech.earcon import lead_in
from companion.speech.errors import NoSound, SpeechError
from companion.speech.player import Player, Players
from companion.speech.settings import RANGES, STANDARD, VOICE_OF, VoiceSettings
from companion.speech.ssip import BEGIN, CANCEL, END, Ssip
from companion.speech.utterance import Earcon
from companion.speech.voices import Progress, estimate_s, seconds

TONE_RATE = 22050
PATIENCE_S, PATIENCE_SHARE = 8.0, 4.0
"""A text that is not through after so long, and so many times as long as it should take, is lost."""


def scaled(name: str, value: int) -> int:
    """A setting of ours on speech-dispatcher's scale, -100 to 100, with the usual value at 0 (volume: at 100)."""
    low, high = RANGES[name]
    if name == "volume":
        return 2 * value - 100
    usual = STANDARD[name]
    return round(100 * (value - usual) / (high - usual if value > usual else usual - low))


class SpeechdVoice:
    """Speech by speech-dispatcher.

    1. `start` plays silence and earcon with a player of our own, then sends the text. 2. The server tells when it
    begins, ends and is cancelled. 3. `cut` cancels. The sound device is the server's affair. Everything on one thread
    but for the news. Raises: VoiceMissing, NoSound.
    """

    is_timed = False

    def __init__(self, settings: VoiceSettings | None = None, connect: Callable[..., Ssip] = Ssip) -> None:
        self._settings, self._connect = settings or VoiceSettings(), connect
        self._lock = threading.Lock()
        self._news: dict[str, str] = {}
        """The newest of each message: began, ended, cancelled."""
        self._players = Players()
        self._tone: Player | None = None
        self._waiting: tuple[str, str] | None = None
        """Text and language that are sent when the tone is over."""
        self._message = ""
        self._progress, self._ends_at = Progress.FINISHED, 0.0
        self.trouble, self.was_stuck = "", False
        self._ssip = self._open()
        self._voices: frozenset[str] | None = None

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Starts to say a text; returns about how long it takes, in seconds. Raises: VoiceMissing, NoSound."""
        self.cut()
        if not self._ssip.is_open:
            self._ssip = self._open()
        self._progress, self.trouble = Progress.SPEAKING, ""
        length_s = estimate_s(text, self._settings.rate(language), language)
        self._ends_at = seconds() + PATIENCE_S + PATIENCE_SHARE * length_s
        lead = lead_in(self._settings.lead_ms, earcon, TONE_RATE)
        self._message = ""
        if lead:
            self._tone = self._played(lead)
            self._waiting = (text, language)
        else:
            self._send(text, language)
        return self._settings.lead_ms / 1000 + length_s

    def poll(self) -> Progress:
        """How far it is."""
        if self._progress is not Progress.SPEAKING:
            return self._progress
        if self._waiting and (self._tone is None or self._tone.is_over() or self._tone.is_stuck()):
            text, language = self._waiting
            self._end_tone()
            if not text:
                self._progress = Progress.FINISHED
                return self._progress
            try:
                self._send(text, language)
            except (SpeechError, OSError) as error:
                return self._failed(str(error))
        with self._lock:
            news = self._news.get(self._message, "") if self._message else ""
        if news == END:
            self._progress = Progress.FINISHED
        elif news == CANCEL:
            return self._failed("speech-dispatcher was told to be silent")
        elif not self._ssip.is_open:
            return self._failed("speech-dispatcher is gone")
        elif seconds() > self._ends_at:
            return self._failed("speech-dispatcher does not come to an end")
        return self._progress

    def cut(self) -> None:
        """Silence."""
        if self._progress is not Progress.SPEAKING:
            return
        self._progress = Progress.FINISHED
        self._end_tone()
        if self._message:
            self._ssip.send("CANCEL SELF")

    def tune(self, settings: VoiceSettings) -> None:
        """Sounds so from the next text on, at the same device."""
        self._settings = self._settings.sounding_as(settings)

    def has_voice(self, name: str) -> bool:
        """Whether the server's synthesizer has a voice of this name."""
        if self._voices is None:
            try:
                listed = self._ssip.ask("LIST SYNTHESIS_VOICES")
            except NoSound:
                return False
            self._voices = frozenset(line.split("\t")[0] for line in listed)
        return name in self._voices or name in VOICE_OF.values()

    def look(self) -> str:
        return ""

    def close(self) -> None:
        """Silence, and the end of the connection."""
        self.cut()
        self._ssip.close()

    def _open(self) -> Ssip:
        ssip = self._connect(self._heard)
        ssip.ask("SET SELF CLIENT_NAME tastkreis:tastkreis:table")
        ssip.ask("SET SELF NOTIFICATION ALL ON")
        ssip.ask("SET SELF PRIORITY MESSAGE")
        return ssip

    def _heard(self, code: str, message: str) -> None:
        """News of a message, on the reader's thread."""
        if code in (BEGIN, END, CANCEL):
            with self._lock:
                self._news[message] = code

    def _played(self, pcm: bytes) -> Player | None:
        try:
            player = Player(self._players.command(TONE_RATE), TONE_RATE)
        except (SpeechError, OSError):
            return None  # the words matter more than the tone before them
        player.write(pcm)
        player.end()
        return player

    def _end_tone(self) -> None:
        tone, self._tone, self._waiting = self._tone, None, None
        if tone is not None:
            tone.kill()

    def _send(self, text: str, language: str) -> None:
        settings, voice = self._settings, self._settings.voice(language)
        self._ssip.ask(f"SET SELF LANGUAGE {language}")
        if voice != VOICE_OF.get(language):
            self._ssip.ask(f"SET SELF SYNTHESIS_VOICE {voice}")
        for name, value in (("rate", settings.rate(language)), ("pitch", settings.pitch(language)),
                            ("volume", settings.volume)):  # fmt: skip
            self._ssip.ask(f"SET SELF {name.upper()} {scaled(name, value)}")
        with self._lock:
            self._news.clear()
        self._message = self._ssip.speak(text)

    def _failed(self, trouble: str) -> Progress:
        self._end_tone()
        self._progress, self.trouble = Progress.FAILED, trouble
        return self._progress
