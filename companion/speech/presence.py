"""Is there sound? Looked at from outside, without making any and without waiting for anybody."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from companion.speech.errors import VoiceMissing
from companion.speech.player import PULSE, commands
from companion.speech.voices import seconds

CARDS = Path("/proc/asound/cards")
"""What sound cards the system has; a USB card that is pulled vanishes from there at once."""
PROBE_EVERY_S = 0.9
"""While sound is gone, and for a sink of PulseAudio, it is looked for so often: then a change is known within 2 s."""
LOOK_EVERY_S = 0.05
PATIENCE_S = 5.0
"""A probe that takes longer hangs."""
PROBE_RATE = 22050


class Presence:
    """Whether a sound device can be opened.

    1. `look` starts a probe where there is reason for one: sound was lost, the sound cards have changed, or the device
    is a sink that only its server knows. 2. A later `look` tells how it ended. The probe plays an empty sound, or asks
    the server for its sinks. Not safe for threads: one owner.
    """

    def __init__(self, device: str = "", clock: Callable[[], float] = seconds, cards: Path = CARDS) -> None:
        self._device, self._clock, self._path = device, clock, cards
        self._probe: subprocess.Popen[bytes] | None = None
        self._began = self._next = float("-inf")
        self._cards = self._read_cards()

    def look(self, is_lost: bool) -> bool | None:
        """True: there is sound; False: there is none; None: nothing new is known."""
        if self._clock() < self._next:
            return None
        self._next = self._clock() + LOOK_EVERY_S
        if self._probe is not None:
            return self._result()
        cards, before = self._read_cards(), self._cards
        self._cards = cards
        is_due = self._clock() - self._began >= PROBE_EVERY_S
        if cards != before or (is_due and (is_lost or self._device.startswith(PULSE))):
            self._begin()
        return None

    def close(self) -> None:
        """Ends a probe that is under way."""
        if self._probe is not None:
            self._end()

    def _begin(self) -> None:
        self._began = self._clock()
        is_sink = self._device.startswith(PULSE)
        try:
            argv = ["pactl", "list", "short", "sinks"] if is_sink else commands(PROBE_RATE, self._device)[0]
            self._probe = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE)  # fmt: skip
        except (VoiceMissing, OSError):
            self._probe = None

    def _result(self) -> bool | None:
        assert self._probe is not None
        if self._probe.poll() is None:
            if self._clock() - self._began <= PATIENCE_S:
                return None
            self._end()
            return False
        is_well, out = self._probe.returncode == 0, self._end()
        if not self._device.startswith(PULSE):
            return is_well
        sinks = [fields[1] for line in out.decode(errors="replace").splitlines() if len(fields := line.split("\t")) > 1]
        return is_well and self._device.removeprefix(PULSE) in sinks

    def _end(self) -> bytes:
        probe, self._probe = self._probe, None
        assert probe is not None
        if probe.poll() is None:
            probe.kill()
        out, _ = probe.communicate()
        return out

    def _read_cards(self) -> str:
        try:
            return self._path.read_text("utf-8", errors="replace")
        except OSError:
            return ""
