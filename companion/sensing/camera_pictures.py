"""Pictures out of files: read with care, because a camera's card may hold anything."""

from __future__ import annotations

import os
import re
import stat
import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.sensing.errors import BadPicture

Array = npt.NDArray[Any]

LARGEST_BYTES = 80_000_000
LARGEST_PIXELS = 50_000_000
SMALLEST_SIDE = 64
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_TAIL = 4096
"""So far before the end of a JPEG file its end mark may stand; some cameras add bytes of their own."""
_NUMBERED = re.compile(r"(.*?)([0-9]+)\.jpe?g", re.IGNORECASE)


def read_picture(path: str | os.PathLike[str]) -> Array:
    """The picture in a JPEG or PNG file: uint8 (H, W, 3), B, G, R.

    Raises: BadPicture, which names the file and says what is wrong with it.
    """
    return _picture(_checked_bytes(path), path)


def decoded(data: bytes, name: str) -> Array:
    """The picture in bytes that a camera sent: uint8 (H, W, 3), B, G, R. Raises: BadPicture with that name."""
    return _picture(_checked(data, name), name)


def _picture(data: bytes, path: str | os.PathLike[str]) -> Array:
    import cv2

    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadPicture(path, "damaged, or no picture")
    return np.asarray(picture)


def check_picture(path: str | os.PathLike[str]) -> None:
    """Sees to it that a file can be a picture, without decoding it. Raises: BadPicture."""
    _checked_bytes(path)


def film_pictures(folder: str | os.PathLike[str]) -> list[Path]:
    """The pictures of a film in a folder, in order: `.jpg` files whose name ends in a number and begins neither with
    `calib` nor `real`.

    Raises: BadPicture when there is no such folder, or no picture in it.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise BadPicture(folder, error.strerror or str(error)) from error
    found = []
    for name in names:
        match = _NUMBERED.fullmatch(name)
        if match and not name.startswith(("calib", "real")):
            found.append((int(match[2]), name))
    if not found:
        raise BadPicture(folder, "no numbered pictures (such as frame_000.jpg) in this folder")
    return [Path(folder) / name for _, name in sorted(found)]


def _checked_bytes(path: str | os.PathLike[str]) -> bytes:
    try:
        found = os.stat(path)
        size = found.st_size
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            raise BadPicture(path, "not a file")  # reading a pipe would wait for ever
        if size > LARGEST_BYTES:
            raise BadPicture(path, f"too large a file ({size // 1_000_000} MB)")
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadPicture(path, error.strerror or str(error)) from error
    return _checked(data, path)


def _checked(data: bytes, path: str | os.PathLike[str]) -> bytes:
    """Data that can be a whole picture of a size that is meant; nothing is decoded before. Raises: BadPicture."""
    if not data:
        raise BadPicture(path, "an empty file")
    shape = _shape(data)
    if shape is None:
        raise BadPicture(path, "no picture (neither JPEG nor PNG)")
    width, height = shape
    if width * height > LARGEST_PIXELS:
        raise BadPicture(path, f"too large a picture ({width} x {height})")
    if min(width, height) < SMALLEST_SIDE:
        raise BadPicture(path, f"too small a picture ({width} x {height})")
    is_whole = (
        data.rstrip(b"\0\r\n").rfind(b"\xff\xd9", -_TAIL) > 0 if data.startswith(_JPEG) else b"IEND" in data[-64:]
    )
    if not is_whole:
        raise BadPicture(path, "the picture is cut off; the file ends too early")
    return data


def _shape(data: bytes) -> tuple[int, int] | None:
    """Width and height that the head of the file tells; None for what is no picture."""
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if not data.startswith(_JPEG):
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 1 if kind == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
