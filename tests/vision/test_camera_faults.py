"""A camera in the network that freezes, goes black, goes away or sends odd things is told, and by itself well again."""

import functools
import http.server
import struct
import threading
import time
import zlib
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.inputs import Cable, OccupancyFrame
from companion.sensing import camera_board, camera_health, camera_inputs
from companion.sensing.camera_board import CameraBoard
from companion.sensing.camera_health import COLOURLESS, DARK, FROZEN, SILENT
from companion.sensing.camera_inputs import CameraInputs
from companion.sensing.camera_pictures import decoded
from companion.sensing.camera_sources import SnapshotCamera
from companion.sensing.errors import NoCamera
from engine.tac.board.holes import LAYOUT
from tests.vision.paint import Painter
from tests.vision.scene import installation, start
from tests.vision.scoring import calibrated

PATIENCE_S = 90.0
PROMPT_S = 40.0
TRIES = 5
"""At once, on a machine that may be slow and busy."""
PLACE = replace(installation(3, size=(512, 384)), shape="ball", piece_mm=16.0)


class Camera:
    """A phone that gives one picture for each request, of a table that somebody painted."""

    def __init__(self, shots, part):
        self._shots, self.part = shots, part
        self._count = 0
        self.change = self.fresh
        self._server = self._thread = None
        self._port = 0
        self.plug()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._port}/shot.jpg"

    def plug(self):
        """It is there."""
        camera = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(camera.change())

            def log_message(self, *_):
                """Nothing on the terminal."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def unplug(self):
        """It is not there any more."""
        self._server.shutdown()
        self._server.server_close()

    def fresh(self, size=None):
        """Another picture each time, as a sensor gives it."""
        self._count += 1
        shot = self._shots[self._count % len(self._shots)].copy()
        shot[0, 0] = self._count % 256  # whichever of them are left out
        return coded(shot if size is None else cv2.resize(shot, size))


def coded(picture):
    return cv2.imencode(".png", picture)[1].tobytes()


@pytest.fixture(scope="module")
def painted():
    """Three pictures of the table, and the calibrated camera."""
    painter = Painter(PLACE)
    return [painter.shot(start(PLACE, seed)).image for seed in range(3)], calibrated(PLACE, painter)


@pytest.fixture
def camera(painted, monkeypatch):
    monkeypatch.setattr(camera_health, "PATIENCE_S", 1.0)
    monkeypatch.setattr(camera_inputs, "GONE_S", 1.0)
    monkeypatch.setattr(camera_board, "BACK_OFF_S", (0.1, 0.2))
    one = Camera(*painted)
    yield one
    one.unplug()


class Heard:
    """A camera as a board, and what it tells."""

    def __init__(self, camera):
        self.values = []
        self.board = CameraBoard(SnapshotCamera(camera.address), CameraInputs(camera.part, LAYOUT),
                                 self.values.append, time.monotonic)  # fmt: skip
        self.board.start()

    def wait(self, is_so):
        """Waits for a value from now on; how long it took."""
        begun, began = len(self.values), time.monotonic()
        while not any(is_so(value) for value in self.values[begun:]):
            assert time.monotonic() - began < PATIENCE_S, self.values[-3:]
            threading.Event().wait(0.02)
        return time.monotonic() - began


def grey(picture):
    """What a camera sends that has changed to its night mode."""
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def is_gone(value):
    return isinstance(value, Cable) and not value.is_connected


def is_back(value):
    return isinstance(value, Cable) and value.is_connected


ODD = {
    "frozen": lambda camera: functools.partial(bytes, camera.fresh()),
    "black": lambda camera: lambda: coded(np.random.default_rng().integers(0, 3, (384, 512, 3), dtype=np.uint8)),
    "night": lambda camera: lambda: coded(grey(decoded(camera.fresh(), "phone"))),
    "no picture": lambda camera: lambda: b"<html>no</html>",
}


def test_a_camera_that_fails_is_told_and_well_again(camera):
    heard = Heard(camera)
    try:
        heard.wait(lambda value: isinstance(value, OccupancyFrame))
        for name, odd in ODD.items():
            wanted, reasons = {"frozen": FROZEN, "black": DARK, "night": COLOURLESS}.get(name), []
            # On a machine that is very busy no picture at all may come in time, which is said then.
            while not reasons or (wanted and reasons[-1] == SILENT and len(reasons) < TRIES):
                camera.change = odd(camera)
                assert heard.wait(is_gone) < PROMPT_S, name
                reasons.append(next(value.reason for value in reversed(heard.values) if is_gone(value)))
                camera.change = camera.fresh
                assert heard.wait(is_back) < PROMPT_S, name
            assert wanted in (None, reasons[-1])
        camera.unplug()
        assert heard.wait(is_gone) < PROMPT_S
        camera.plug()
        assert heard.wait(is_back) < PROMPT_S
        heard.wait(lambda value: isinstance(value, OccupancyFrame))
    finally:
        heard.board.close()


def test_a_picture_that_would_be_huge_is_never_decoded(camera):
    """Its head tells how large it would be: 120,000 pixels each way would take 43 GB."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 120_000, 120_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    bomb = b"\x89PNG\r\n\x1a\n" + chunk + bytes(64) + b"IEND"
    camera.change = lambda: bomb
    with pytest.raises(NoCamera, match="too large a picture"):
        SnapshotCamera(camera.address).open()


def test_pictures_of_another_size_end_nothing(camera):
    """A phone that is turned, or a lens that is changed."""
    heard = Heard(camera)
    try:
        heard.wait(lambda value: isinstance(value, OccupancyFrame))
        for size in ((64, 48), (384, 512), (3, 900), (1, 1)):
            camera.change = lambda size=size: camera.fresh(size)
            threading.Event().wait(0.25)
        camera.change = camera.fresh
        heard.wait(lambda value: isinstance(value, OccupancyFrame))
    finally:
        heard.board.close()
