"""The errors of the store.

StoreError
  UnreadableLog (ValueError)   the file is no log of this program
    DamagedLog                 a log of this program that is damaged: what was before the damage can be saved
  NewerLog (ValueError)        the log was written by a newer version
  LogInUse (PermissionError)   another companion writes to this log
  LogFull (OSError)            the log can no longer be written: no room, or the disk is gone
"""

from __future__ import annotations


class StoreError(Exception):
    """Root of the errors of the store."""


class UnreadableLog(StoreError, ValueError):
    """A file that is no log."""


class DamagedLog(UnreadableLog):
    """A log of ours that is damaged."""


class NewerLog(StoreError, ValueError):
    """A log whose form this version does not know."""


class LogInUse(StoreError, PermissionError):
    """A log that another companion holds open."""


class LogFull(StoreError, OSError):
    """A log that can no longer be written."""
