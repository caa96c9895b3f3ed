"""The errors of sensing: a port that cannot be opened, a file or a saying that cannot be read.

SensingError
  BadSaying (ValueError)         a person's input of none of the known forms
  BadTrace (ValueError)          a trace file that cannot be played; names file and line
  PortNotFound (FileNotFoundError)  the serial port does not exist
  PortInUse (PermissionError)    the serial port cannot be opened by this program now
  NoBoard (LookupError)          no board answers, or none of the wanted kind
    OtherBoard                   there is one, of another kind or name
    NoAccess                     a port that may have one cannot be opened
  SeveralBoards (LookupError)    more than one board could be meant
  BadGpioFile (ValueError)       a file of pins that cannot be used; names file and key
  NoPins (OSError)               the computer's own pins cannot be used
  BadPicture (ValueError)        a file or folder that is no picture, or a damaged one; names it and says why
  NoCamera (OSError)             a camera that is not there, or sends nothing
    CameraInUse                  it is there, and another program holds it, or access is denied
"""

from __future__ import annotations

import os


class SensingError(Exception):
    """Root of the errors of sensing."""


class BadSaying(SensingError, ValueError):
    """A person's input that cannot be read; the text says why, and `key` names the sentence for those who listen."""

    def __init__(self, text: str, key: str = "saying") -> None:
        self.key = key
        super().__init__(text)


class BadTrace(SensingError, ValueError):
    """A trace that cannot be played: file, line and what is wrong."""

    def __init__(self, path: str | os.PathLike[str], line: int, what: str) -> None:
        self.path, self.line, self.what = os.fspath(path), line, what
        super().__init__(f"{self.path}:{line}: {what}")


class PortNotFound(SensingError, FileNotFoundError):
    """There is no such serial port."""


class PortInUse(SensingError, PermissionError):
    """The serial port exists but cannot be had: another program holds it, or access is denied to all but `group`."""

    def __init__(self, text: str, group: str = "") -> None:
        self.group = group
        super().__init__(text)


class NoBoard(SensingError, LookupError):
    """No board answers, or none of the wanted layout and name; the text says what there is instead."""


class OtherBoard(NoBoard):
    """There is another board than the wanted one. `what` is wrong with it: `protocol`, `layout`, `places` or `name`;
    `told`: which it has instead."""

    def __init__(self, text: str, what: str, told: str) -> None:
        self.what, self.told = what, told
        super().__init__(text)


class NoAccess(NoBoard):
    """No board answers, and a port cannot be opened: another program holds it, or access is denied to all but `group`.
    """

    def __init__(self, text: str, group: str = "") -> None:
        self.group = group
        super().__init__(text)


class SeveralBoards(SensingError, LookupError):
    """More than one board could be meant; the text names them and their ports."""


class BadGpioFile(SensingError, ValueError):
    """A file of pins with something wrong in it: file, key, what."""

    def __init__(self, path: str | os.PathLike[str], key: str, what: str) -> None:
        self.path, self.key, self.what = os.fspath(path), key, what
        super().__init__(": ".join(part for part in (self.path, key, what) if part))


class NoPins(SensingError, OSError):
    """This computer has no pins that can be used, or another program holds them."""


class BadPicture(SensingError, ValueError):
    """A picture that cannot be used: file and what is wrong."""

    def __init__(self, path: str | os.PathLike[str], what: str) -> None:
        self.path, self.what = os.fspath(path), what
        super().__init__(f"{self.path}: {what}")


class NoCamera(SensingError, OSError):
    """A camera that cannot be had; the text says why."""


class CameraInUse(NoCamera):
    """There is a camera, but it cannot be opened: another program holds it, or access is denied."""
