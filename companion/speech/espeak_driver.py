"""A pyttsx3 driver on libespeak-ng that can be interrupted: `register()`, then `pyttsx3.init(NAME)`.

pyttsx3's own driver for Linux plays inside the library's callback: it cannot be stopped, and reports silence as
success. This one renders on the synthesizer's thread into a player process, and waits for that process.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

from companion.speech.earcon import lead_in
from companion.speech.errors import NoSound, SpeechError, VoiceStuck
from companion.speech.espeak import Job, Synthesizer
from companion.speech.player import Player, Players
from companion.speech.utterance import Earcon
from companion.speech.wav import write_wav

NAME = "tastkreis_espeak"
"""The driver's name for `pyttsx3.init`."""
VOICES = {"de": "German", "en-gb": "English", "fr-fr": "French"}
RATE_RANGE = (80, 450)
"""Words a minute that eSpeak NG says well."""
NO_WORDS = "\N{WORD JOINER}"
"""A text of no words, for a sound of its own: pyttsx3 drops an empty one."""
WAIT_S = 0.01
"""How often the driver's loop looks whether the player is through."""


def register() -> str:
    """Makes the driver known to pyttsx3; returns its name."""
    sys.modules.setdefault(f"pyttsx3.drivers.{NAME}", sys.modules[__name__])
    return NAME


def buildDriver(proxy: Any) -> EspeakDriver:
    """The driver, as pyttsx3 asks for it. Raises: VoiceMissing."""
    return EspeakDriver(proxy)


class _Speech:
    """One text being said: its rendering and its player. With `keep` all its sound is kept, even when it is cut."""

    def __init__(self, synthesizer: Synthesizer, text: str, settings: dict[str, Any], lead: bytes, keep: str,
                 argv: list[str]) -> None:  # fmt: skip
        self._keep, self._kept = keep, bytearray()
        self._sample_rate = synthesizer.sample_rate
        self.player = Player(argv, self._sample_rate)
        self._take(lead)
        self.job: Job = synthesizer.speak(text, self._take, on_done=self._rendered, **settings)

    def _take(self, pcm: bytes) -> bool:
        if self._keep:
            self._kept += pcm
        return self.player.write(pcm) or bool(self._keep)

    def _rendered(self) -> None:
        self.player.end()
        if self._keep:
            with contextlib.suppress(OSError):  # what was heard was heard, although no room is left to keep it
                write_wav(self._keep, bytes(self._kept), self._sample_rate)

    def is_over(self) -> bool:
        return self.player.was_killed or (self.job.done.is_set() and self.player.is_over())

    def was_heard(self) -> bool:
        return self.job.error is None and self.player.was_heard()


class EspeakDriver:
    """What pyttsx3 calls a driver.

    1. `say` starts a text and returns; the proxy is busy until the player is through. 2. Within `runAndWait` the
    driver's own loop waits for that; with `startLoop(False)` each `iterate` looks once. 3. `stop` kills the player;
    whoever waits then goes on. It may be called from any thread. 4. `finished-utterance` says `completed=True` only
    if the player ended well after about the length of the sound; else `error` says why. 5. A player that hangs is
    killed, and another one is asked the next time.
    """

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy
        self._synthesizer, self._players = Synthesizer(), Players()
        self._properties: dict[str, Any] = {"voice": "de", "rate": 175, "volume": 1.0, "pitch": 50, "earcon": None,
                                            "keep": "", "lead_ms": 0, "device": ""}  # fmt: skip
        self._speech: _Speech | None = None
        self._is_looping = False
        self._changed = threading.Event()
        self._guard = threading.RLock()

    def destroy(self) -> None:
        """Ends everything; called by pyttsx3 when the engine goes."""
        self._end(is_cut=True, notify=False)
        self._synthesizer.close()

    def say(self, text: str) -> None:
        """Starts to say a text."""
        text = text.removeprefix(NO_WORDS)
        self._proxy.setBusy(True)
        self._proxy.notify("started-utterance")
        earcon = Earcon(self._properties["earcon"]) if self._properties["earcon"] else None
        lead = lead_in(int(self._properties["lead_ms"]), earcon, self._synthesizer.sample_rate)
        keep, self._properties["keep"], self._properties["earcon"] = self._properties["keep"], "", None
        try:
            argv = self._players.command(self._synthesizer.sample_rate)
            speech = _Speech(self._synthesizer, text, self._settings(), lead, keep, argv)
        except (SpeechError, OSError) as error:
            self._report(error)
            return
        with self._guard:
            self._speech = speech

    def stop(self) -> None:
        """Silence, from any thread."""
        with self._guard:
            speech = self._speech
            if speech is not None:
                speech.player.kill()
        self._changed.set()
        if not self._is_looping:
            self._end(is_cut=True)

    def save_to_file(self, text: str, filename: str) -> None:
        """Renders a text into a WAV file; it is there when this returns."""
        pcm = bytearray()

        def take(chunk: bytes) -> bool:
            pcm.extend(chunk)
            return True

        self._proxy.notify("started-utterance")
        job = self._synthesizer.speak(text, take, **self._settings())
        job.done.wait()
        if job.error is not None:
            self._proxy.notify("error", exception=job.error)
        else:
            write_wav(filename, bytes(pcm), self._synthesizer.sample_rate)
        self._proxy.notify("finished-utterance", completed=job.error is None)

    def getProperty(self, name: str) -> Any:
        """A property: voices, voice, rate, volume. Raises: KeyError."""
        if name == "voices":
            from pyttsx3.voice import Voice  # type: ignore[import-untyped]

            return [Voice(id=voice, name=voice, languages=[voice]) for voice in VOICES]
        return self._properties[name]

    def setProperty(self, name: str, value: Any) -> None:
        """Sets voice, rate (words a minute), volume (0..1), pitch (0..99); for the next text only: earcon, keep (a WAV
        file's path); lead_ms (silence before every text, for outputs that swallow the first syllable); device (the
        sound device). Raises: KeyError."""
        if name not in self._properties:
            raise KeyError(name)
        if name == "rate":
            value = min(max(int(value), RATE_RANGE[0]), RATE_RANGE[1])
        elif name == "volume":
            value = min(max(float(value), 0.0), 1.0)
        elif name == "device":
            self._players.device = str(value)
        self._properties[name] = value

    def startLoop(self) -> None:
        """Says what is queued until `endLoop`."""
        self._is_looping = True
        if self._speech is None:  # else the queue would run past the text that is being said
            self._proxy.setBusy(False)
        while self._is_looping:
            self._changed.wait(WAIT_S)
            self._changed.clear()
            self._look()

    def endLoop(self) -> None:
        """Ends `startLoop`."""
        self._is_looping = False

    def iterate(self) -> Iterator[None]:
        """Looks once a step whether the text is through."""
        if self._speech is None:
            self._proxy.setBusy(False)
        while True:
            self._look()
            yield

    def _settings(self) -> dict[str, Any]:
        volume = round(100 * float(self._properties["volume"]))
        return {"voice": self._properties["voice"], "rate": self._properties["rate"], "volume": volume,
                "pitch": self._properties["pitch"]}  # fmt: skip

    def _look(self) -> None:
        speech = self._speech
        if speech is None:
            return
        if speech.is_over():
            self._end(is_cut=speech.player.was_killed)
        elif speech.player.is_stuck():
            self._players.hangs(speech.player.program)
            self._end(is_cut=False, error=VoiceStuck(f"{speech.player.program} hangs"))

    def _end(self, *, is_cut: bool, notify: bool = True, error: Exception | None = None) -> None:
        with self._guard:
            speech, self._speech = self._speech, None
        if speech is None:
            return
        was_heard = not is_cut and error is None and speech.was_heard()
        trouble = "" if is_cut or was_heard or error else speech.player.trouble()
        speech.player.kill()
        if not notify:
            return
        if is_cut or was_heard:
            self._proxy.notify("finished-utterance", completed=was_heard)
            self._proxy.setBusy(False)
        else:
            self._report(error or speech.job.error or self._no_sound(trouble))

    def _no_sound(self, trouble: str) -> NoSound:
        """Why a sound that was made was not heard: the device and what it told."""
        device = self._properties["device"]
        where = f"the sound device {device}" if device else "the usual sound device"
        return NoSound(f"{where} does not play: {trouble or 'the sound ended too soon'}")

    def has_voice(self, name: str) -> bool:
        """Whether the synthesizer has a voice of this name."""
        return self._synthesizer.has_voice(name)

    def _report(self, error: Exception) -> None:
        self._proxy.notify("error", exception=error)
        self._proxy.notify("finished-utterance", completed=False)
        self._proxy.setBusy(False)
