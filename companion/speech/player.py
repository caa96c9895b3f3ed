"""The player: a child process that gets raw sound on its input and is killed to be silent."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import threading
from collections.abc import Callable

from companion.speech.errors import VoiceMissing, VoiceStuck
from companion.speech.voices import seconds

PACKAGE, PULSE_PACKAGE = "alsa-utils", "pulseaudio-utils"
PULSE, ALSA = "pulse:", "alsa:"
"""How the name of a sound device begins; a bare one is ALSA's."""
PIPE_BYTES = 1 << 20
"""24 seconds of sound: the synthesizer is then through in milliseconds and never waits for the player."""
PERIOD_US = 20_000
"""aplay fills its last period with silence, an eighth of a second unless told: between short sentences that is long."""
MARGIN_S = 2.5
"""A player that goes on for so much longer than its sound lasts hangs: sound servers start within a second."""
REST_S = 15.0
"""So long a program that hung is left alone."""
KILL_S = 1.0
HEARD_SHARE, SLACK_S = 0.8, 0.1
"""A player that ended sooner than this share of the sound, less the slack, has not played it."""


def commands(sample_rate: int, device: str = "") -> list[list[str]]:
    """The players of this machine, the best first: aplay, then PulseAudio's.

    device: `pulse:SINK`, `alsa:NAME` or a name of ALSA; empty for the usual one. Raises: VoiceMissing.
    """
    name = device.removeprefix(PULSE).removeprefix(ALSA)
    stays = [f"--device={name}", "--property=node.dont-reconnect=true"] if name else []  # PipeWire: never elsewhere
    raw = [f"--rate={sample_rate}", "--raw", "--format=s16le", "--channels=1", *stays]
    known = {
        "aplay": ["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(sample_rate), f"--period-time={PERIOD_US}",
                  *(["-D", name] if name else []), "-"],
        "pacat": [*raw, "--latency-msec=20"],
        "paplay": raw,
    }  # fmt: skip
    wanted = ("pacat", "paplay") if device.startswith(PULSE) else ("aplay",) if name else tuple(known)
    found = [[path, *known[program]] for program in wanted if (path := shutil.which(program))]
    if not found:
        package = PULSE_PACKAGE if device.startswith(PULSE) else PACKAGE
        raise VoiceMissing("there is no program to play sound", package)
    return found


class Players:
    """Which program plays: the best that has not hung of late."""

    def __init__(self, clock: Callable[[], float] = seconds) -> None:
        self._clock = clock
        self.device = ""
        self._hung: dict[str, float] = {}

    def command(self, sample_rate: int) -> list[str]:
        """The program to start. Raises: VoiceMissing, VoiceStuck."""
        found, now = commands(sample_rate, self.device), self._clock()
        for one in found:
            if now - self._hung.get(one[0], -REST_S) >= REST_S:
                return one
        raise VoiceStuck(f"{found[0][0]} hangs")

    def hangs(self, program: str) -> None:
        """This program hung: for a while it is not asked again."""
        self._hung[program] = self._clock()


class Player:
    """One sound being played.

    1. `write` feeds PCM (signed 16 bit, one channel), from any one thread. 2. `end` says that all of it was written.
    3. `is_over` tells when the child has ended, `was_heard` whether it played everything. 4. `kill` is silent at once,
    from any thread. 5. `is_stuck` tells that it goes on for much longer than the sound lasts.
    Raises: OSError for a program that cannot be started.
    """

    def __init__(self, argv: list[str], sample_rate: int, clock: Callable[[], float] = seconds) -> None:
        self.program = argv[0]
        self._sample_rate, self._clock = sample_rate, clock
        self._given = 0
        self._is_refused = False
        """Whether the child went away before it had taken all of its sound."""
        self._feeding = threading.Lock()
        self._child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, bufsize=0)  # fmt: skip
        self._began = clock()
        self.was_killed = False
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            fcntl.fcntl(self._child.stdin, fcntl.F_SETPIPE_SZ, PIPE_BYTES)

    def write(self, pcm: bytes) -> bool:
        """Feeds sound; False once the child is gone."""
        stdin = self._child.stdin
        self._given += len(pcm)
        with self._feeding:  # the descriptor must not be closed, and its number used again, in mid-write
            if self.was_killed or stdin is None or stdin.closed:
                return False
            view = memoryview(pcm)
            try:
                while view:
                    view = view[os.write(stdin.fileno(), view) :]
            except BrokenPipeError:
                self._is_refused = True
                return False
        return True

    def end(self) -> None:
        """All sound is written; the child plays it out and ends."""
        with self._feeding, contextlib.suppress(OSError):
            if self._child.stdin is not None:
                self._child.stdin.close()

    def is_over(self) -> bool:
        """Whether the child has ended."""
        return self._child.poll() is not None

    def is_stuck(self) -> bool:
        """Whether the child should have ended long ago, and has not; also while it takes no sound."""
        length_s = self._given / 2 / self._sample_rate
        return self._clock() - self._began > length_s + MARGIN_S and not self.is_over()

    def was_heard(self) -> bool:
        """Whether the child ended well, after about the time that the sound takes."""
        length_s = self._given / 2 / self._sample_rate
        took_s = self._clock() - self._began
        is_well = self._child.returncode == 0 and not self.was_killed and not self._is_refused
        return is_well and took_s >= length_s * HEARD_SHARE - SLACK_S

    def trouble(self) -> str:
        """What the child complained about, in one line; call it once, when it is over."""
        if self._child.stderr is None or self._child.stderr.closed:
            return ""
        with self._child.stderr as stderr:
            os.set_blocking(stderr.fileno(), False)  # a child of the child may hold the other end open for ever
            lines = (stderr.read(2000) or b"").decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def kill(self) -> None:
        """Silence. The child is gone when this returns, unless its device does not let it go."""
        self.was_killed = True
        self._child.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(KILL_S)
        self.end()
        if self._child.stderr is not None:
            self._child.stderr.close()
