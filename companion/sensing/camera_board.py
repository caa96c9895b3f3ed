"""A live camera as a board: pictures are taken by one thread, the newest is read by another.

1. `start` opens the camera, or says at once why it cannot, and starts both threads.
2. The first thread takes pictures as fast as they come and keeps only the newest, with its time. After two seconds it
   has the camera keep its exposure, until the light has changed for good.
3. The second reads the newest, at most ten a second, and delivers what it tells; cards are read by a third beside it.
4. A camera that sends nothing, the same picture again and again, or black, counts as gone; it is closed and opened
   again until pictures come.
`deliver` is called from the second thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy.typing as npt

from companion.inputs import Input
from companion.sensing.camera_health import Exposure, Health
from companion.sensing.camera_inputs import CameraInputs, heard
from companion.sensing.camera_sources import FrameSource
from companion.sensing.errors import NoCamera

Array = npt.NDArray[Any]

FRAME_S = 0.1
"""Ten pictures a second are enough for hands, and leave a Pi time for its voice."""
BACK_OFF_S = (0.5, 4.0)


class CameraBoard:
    """One camera above the table."""

    def __init__(
        self,
        source: FrameSource,
        inputs: CameraInputs,
        deliver: Callable[[Input], None],
        clock: Callable[[], float],
    ) -> None:
        self._source, self._inputs, self._deliver, self._clock = source, inputs, deliver, clock
        self._health = Health(source.is_live)
        self._newest: tuple[float, Array] | None = None
        self._news = threading.Condition()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._take, name="camera", daemon=True),
            threading.Thread(target=self._read, name="camera reader", daemon=True),
        ]

    def start(self) -> None:
        """Opens the camera and begins. Raises: NoCamera."""
        self._source.open()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Ends both threads and lets go of the camera."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=3.0)
        self._source.close()

    def _take(self) -> None:
        pause = BACK_OFF_S[0]
        exposure = Exposure()
        while not self._stop.is_set():
            began = self._clock()
            try:
                frame = self._source.read()
            except NoCamera:
                frame = None
                pause = self._reopen(pause)
                exposure = Exposure()
            if frame is not None:
                pause = BACK_OFF_S[0]
                is_to_hold = exposure.hear(began, frame)
                if is_to_hold is not None:
                    self._source.hold(is_to_hold)
                with self._news:
                    self._newest = (round(began, 3), frame)
                    self._news.notify_all()
            # A file gives its pictures as fast as one asks; a sensor sets the pace itself.
            if not self._source.is_live or frame is None:
                self._stop.wait(max(0.0, FRAME_S - (self._clock() - began)))

    def _reopen(self, pause: float) -> float:
        """Closes the camera and opens it again; how long to wait before the next attempt."""
        self._source.close()
        self._stop.wait(pause)
        if not self._stop.is_set():
            try:
                self._source.open()
            except NoCamera:
                return min(2 * pause, BACK_OFF_S[1])
        return BACK_OFF_S[0]

    def _read(self) -> None:
        while not self._stop.is_set():
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._stop.is_set(), timeout=FRAME_S * 2)
                newest, self._newest = self._newest, None
            began = self._clock()
            if self._stop.is_set():
                return
            for value in self._told(round(began, 3), newest):
                self._deliver(value)
            self._stop.wait(max(0.0, FRAME_S - (self._clock() - began)))

    def _told(self, now: float, newest: tuple[float, Array] | None) -> list[Input]:
        t, frame = newest if newest is not None else (now, None)
        return heard(self._inputs, self._health, t, frame)
