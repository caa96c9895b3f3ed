"""The hardware room's errors: board files that cannot be used.

HardwareError
  UnknownBoard (LookupError)   no board of that name comes with the program
  BadBoardFile (ValueError)    a board file that does not describe a playable board
"""

from __future__ import annotations


class HardwareError(Exception):
    """Root of the hardware room's errors."""


class UnknownBoard(HardwareError, LookupError):
    """No board of this name; `known` lists those that there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known = name, known
        super().__init__(f"there is no board {name!r}; known boards: {', '.join(known) or 'none'}")


class BadBoardFile(HardwareError, ValueError):
    """A board file with something wrong in it. `where` names the entry."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"board file, {where}: {problem}")
