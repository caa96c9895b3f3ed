"""Where pictures come from: a USB camera, the ribbon camera of a Pi, a film, a folder, a camera in the network.

All of them answer `read` with the newest picture or None, and none of them waits longer than two seconds.
"""

from __future__ import annotations

import os
import re
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.sensing.camera_pictures import decoded, read_picture
from companion.sensing.errors import BadPicture, CameraInUse, NoCamera

Array = npt.NDArray[Any]

SIZE = (1280, 960)
FETCH_S = 2.0
V4L2_MANUAL, V4L2_AUTOMATIC = 1, 3
"""Source: Linux kernel, `V4L2_CID_EXPOSURE_AUTO`: manual mode, aperture priority mode."""
AF_MANUAL = 0
"""Source: libcamera, `AfModeManual`."""
FLICKER_US = 10_000
LARGEST_FETCH = 20_000_000
_DEVICE = re.compile(r"(?:v4l2:|/dev/video)?([0-9]{1,3})")
_FILMS = (".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg")


class FrameSource(Protocol):
    """A camera, or what stands for one."""

    is_live: bool
    """Whether pictures come from a sensor: then two are never alike to the last bit."""

    def open(self) -> None:
        """Gets ready. Raises: NoCamera."""

    def read(self) -> Array | None:
        """The newest picture (H, W, 3) in B, G, R; None if there is none. Raises: NoCamera when it has gone."""

    def hold(self, is_held: bool) -> None:
        """Keeps exposure, white balance and focus as they are now, or lets the camera choose them again."""

    def close(self) -> None:
        """Lets go of the camera; may be called twice."""


def source_of(name: str) -> FrameSource:
    """The source that a name means: `0`, `v4l2:0`, `/dev/video0`, `picamera2:0`, `http://...`, a film file, a folder.

    Raises: NoCamera for a name that means nothing.
    """
    device = _DEVICE.fullmatch(name)
    if device:
        return V4l2Camera(int(device[1]))
    if name.startswith("picamera2"):
        number = name.partition(":")[2] or "0"
        if not number.isdigit():
            raise NoCamera(f"{name}: a number belongs behind the colon")
        return PiCamera(int(number))
    if name.startswith(("http://", "https://")):
        return SnapshotCamera(name)
    if os.path.isdir(name):
        return PictureFolder(name)
    if name.lower().endswith(_FILMS):
        return FilmFile(name)
    raise NoCamera(
        f"{name}: no camera; known are v4l2:N, picamera2:N, http://..., a film file and a folder of pictures"
    )


class V4l2Camera:
    """A USB camera, through Video4Linux."""

    is_live = True

    def __init__(self, number: int) -> None:
        self._number = number
        self._capture: Any = None

    def open(self) -> None:
        import cv2

        path = f"/dev/video{self._number}"
        if not os.path.exists(path):
            raise NoCamera(f"there is no camera {path}")
        if not os.access(path, os.R_OK | os.W_OK):
            raise CameraInUse(f"no access to the camera {path}; may this user read it?")
        capture = cv2.VideoCapture(self._number, cv2.CAP_V4L2)
        if not capture.isOpened():
            raise CameraInUse(f"the camera {path} cannot be opened; is another program using it?")
        # Compressed pictures, or a USB 2 cable carries but five a second; one buffer, or they are old.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def read(self) -> Array | None:
        if self._capture is None:
            return None
        is_there, frame = self._capture.read()
        if not is_there:
            raise NoCamera(f"the camera /dev/video{self._number} sends no pictures")
        return np.asarray(frame)

    def hold(self, is_held: bool) -> None:
        import cv2

        capture = self._capture
        if capture is None:
            return
        # Some drivers keep a manual exposure only when it is set out of the automatic mode; what it was is read before.
        exposure, white = capture.get(cv2.CAP_PROP_EXPOSURE), capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_AUTOMATIC)
        if is_held:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL)
            capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
        capture.set(cv2.CAP_PROP_AUTO_WB, 0 if is_held else 1)
        if is_held and white > 0:
            capture.set(cv2.CAP_PROP_WB_TEMPERATURE, white)
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0 if is_held else 1)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PiCamera:
    """The ribbon camera of a Raspberry Pi, through picamera2, which belongs to its system."""

    is_live = True

    def __init__(self, number: int) -> None:
        self._number = number
        self._camera: Any = None

    def open(self) -> None:
        try:
            import picamera2  # type: ignore[import-not-found,unused-ignore]
        except ImportError as error:
            raise NoCamera("the ribbon camera needs the package python3-picamera2 of Raspberry Pi OS") from error
        try:
            camera = picamera2.Picamera2(self._number)
            # Called RGB888, it lies in memory as B, G, R, as OpenCV wants it.
            camera.configure(camera.create_video_configuration(main={"size": SIZE, "format": "RGB888"}, buffer_count=2))
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraInUse(f"the ribbon camera {self._number} cannot be opened: {error}") from error
        self._camera = camera

    def read(self) -> Array | None:
        if self._camera is None:
            return None
        try:
            return np.asarray(self._camera.capture_array("main"))
        except RuntimeError as error:
            raise NoCamera(f"the ribbon camera {self._number} sends no pictures: {error}") from error

    def hold(self, is_held: bool) -> None:
        if self._camera is None:
            return
        if not is_held:
            self._camera.set_controls({"AeEnable": True, "AwbEnable": True})
            return
        now = self._camera.capture_metadata()
        time_us, gain = int(now["ExposureTime"]), float(now["AnalogueGain"])
        # Lamps on the mains flicker a hundred times a second: whole flickers leave no bands.
        steady_us = max(1, time_us // FLICKER_US) * FLICKER_US if time_us >= FLICKER_US else time_us
        self._camera.set_controls({
            "AeEnable": False, "ExposureTime": steady_us, "AnalogueGain": gain * time_us / steady_us,
            "AwbEnable": False, "ColourGains": now["ColourGains"],
        })  # fmt: skip
        if "LensPosition" in now:
            self._camera.set_controls({"AfMode": AF_MANUAL, "LensPosition": now["LensPosition"]})

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None


class SnapshotCamera:
    """A camera in the network, or a phone, that gives one picture for each request."""

    is_live = True

    def __init__(self, address: str) -> None:
        self._address = address

    def open(self) -> None:
        self.read()

    def read(self) -> Array | None:
        import http.client
        import urllib.error
        import urllib.request

        try:
            with urllib.request.urlopen(self._address, timeout=FETCH_S) as answer:
                data = answer.read(LARGEST_FETCH)
        except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
            raise NoCamera(f"{self._address}: no picture comes ({getattr(error, 'reason', error)})") from error
        try:
            return decoded(data, self._address)
        except BadPicture as error:
            raise NoCamera(f"{self._address}: what comes is no picture that can be read ({error.what})") from error

    def hold(self, is_held: bool) -> None:
        """A camera in the network minds its exposure itself."""

    def close(self) -> None:
        """Nothing is held open between two pictures."""


class FilmFile:
    """A film in a file, read picture by picture; over when it is over."""

    is_live = False

    def __init__(self, path: str) -> None:
        self._path = path
        self._capture: Any = None

    def open(self) -> None:
        import cv2

        if not os.path.isfile(self._path):
            raise NoCamera(f"{self._path}: no such film")
        capture = cv2.VideoCapture(self._path)
        if not capture.isOpened():
            raise NoCamera(f"{self._path}: not a film that can be read")
        self._capture = capture

    def read(self) -> Array | None:
        if self._capture is None:
            return None
        is_there, frame = self._capture.read()
        return np.asarray(frame) if is_there else None

    def hold(self, is_held: bool) -> None:
        """What was filmed stays as it is."""

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PictureFolder:
    """The pictures of a folder in the order of their names."""

    is_live = False

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names: list[str] = []

    def open(self) -> None:
        try:
            names = sorted(os.listdir(self._folder))
        except OSError as error:
            raise NoCamera(f"{self._folder}: {error.strerror}") from error
        self._names = [name for name in names if name.lower().endswith((".jpg", ".jpeg", ".png"))]
        if not self._names:
            raise NoCamera(f"{self._folder}: no pictures in this folder")

    def read(self) -> Array | None:
        if not self._names:
            return None
        try:
            return read_picture(os.path.join(self._folder, self._names.pop(0)))
        except BadPicture as error:
            raise NoCamera(str(error)) from error

    def hold(self, is_held: bool) -> None:
        """What was photographed stays as it is."""

    def close(self) -> None:
        self._names = []
