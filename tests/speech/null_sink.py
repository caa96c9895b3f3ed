"""A sound card of our own: PulseAudio with a null sink that plays in real time, and a recorder on its monitor."""

import array
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

RATE = 22050
LOUD = 300
"""Mean absolute sample value from which on a chunk counts as sound."""
NEEDED = ("pulseaudio", "parec", "aplay", "espeak-ng")
PATIENCE_S = 60.0


def missing():
    """What this machine lacks for tests with sound; empty if nothing."""
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    if not any(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")):
        lacking.append("libasound2-plugins")
    return ", ".join(lacking)


class NullSink:
    """A running sound server; `environment` makes ALSA programs play on it. `chunks` holds (time, loudness)."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="sink")
        folder = Path(self._folder.name)
        socket = folder / "native"
        config = folder / "asound.conf"
        config.write_text("pcm.!default { type pulse }\nctl.!default { type pulse }\n", encoding="utf-8")
        self.environment = {"PULSE_SERVER": f"unix:{socket}", "ALSA_CONFIG_PATH": str(config), "HOME": str(folder),
                            "XDG_RUNTIME_DIR": str(folder)}  # fmt: skip
        env = {**os.environ, **self.environment}
        self._server = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
             "-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1",
             "-L", f"module-null-sink sink_name=null rate={RATE} format=s16le channels=1"],
            env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        wait_until(socket.exists)
        self._recorder = subprocess.Popen(
            ["parec", "-d", "null.monitor", "--raw", f"--rate={RATE}", "--format=s16le", "--channels=1",
             "--latency-msec=5"], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
        self.chunks = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        wait_until(lambda: self.chunks)

    def _read(self):
        size = RATE // 200 * 2
        while chunk := self._recorder.stdout.read(size):
            samples = array.array("h", chunk[: len(chunk) // 2 * 2])
            self.chunks.append((time.monotonic(), sum(map(abs, samples)) / max(1, len(samples))))

    def first_sound_after(self, t, patience_s=PATIENCE_S):
        """When sound was first heard after `t`."""
        wait_until(lambda: any(loud > LOUD for at, loud in self.chunks[-4000:] if at >= t), patience_s)
        return next(at for at, loud in self.chunks if at >= t and loud > LOUD)

    def last_sound(self):
        """When sound was heard last; None if never."""
        return next((at for at, loud in reversed(self.chunks) if loud > LOUD), None)

    def listen(self, seconds):
        """Records so much more."""
        end = time.monotonic() + seconds
        wait_until(lambda: self.chunks[-1][0] >= end, seconds + PATIENCE_S)

    def close(self):
        for process in (self._recorder, self._server):
            process.terminate()
            process.wait()
        self._reader.join()
        self._recorder.stdout.close()
        self._folder.cleanup()


def once(is_so):
    """Whether it is so at least once in five tries: now and then a busy machine hears too late what is played."""
    return any(is_so() for _ in range(5))


def wait_until(is_so, patience_s=PATIENCE_S):
    """Looks again and again; raises TimeoutError."""
    end = time.monotonic() + patience_s
    pause = threading.Event()
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError("it did not happen in time")
        pause.wait(0.002)
