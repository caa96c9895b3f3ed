"""The errors of calibration: a file that cannot be used.

    CalibrationError
      BadProfile (ValueError)     a profile or deck file that cannot be read; names file, key and what is wrong
        ProfileTooNew             written by a newer version of the program
      BadCameraPart (ValueError)  the camera's part of a profile that cannot be used; key and what is wrong
      CannotCalibrate (ValueError)  pictures from which no camera can be calibrated; says why
"""  # fmt: skip

from __future__ import annotations

import os


class CalibrationError(Exception):
    """Root of the errors of calibration."""


class BadProfile(CalibrationError, ValueError):
    """A file that is no profile, or a profile that does not fit: file, key, what."""

    def __init__(self, path: str | os.PathLike[str], key: str, what: str) -> None:
        self.path, self.key, self.what = os.fspath(path), key, what
        super().__init__(": ".join(part for part in (self.path, key, what) if part))


class ProfileTooNew(BadProfile):
    """A profile of a newer form than this program knows."""


class BadCameraPart(CalibrationError, ValueError):
    """The camera's part of a profile that cannot be used: key, what."""

    def __init__(self, key: str, what: str) -> None:
        self.key, self.what = key, what
        super().__init__(": ".join(part for part in ("camera" + "." * bool(key) + key, what) if part))


class CannotCalibrate(CalibrationError, ValueError):
    """Pictures that a camera cannot be calibrated from. `kind` is a short word for what is wrong; `picture`: the number
    of the one that does not fit the others, if it is about one."""

    def __init__(self, kind: str, what: str, picture: int | None = None) -> None:
        self.kind, self.what, self.picture = kind, what, picture
        super().__init__(what)
