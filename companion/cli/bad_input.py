"""The one error that a command ends with when what a user gave cannot be used."""

from __future__ import annotations


class BadInput(Exception):
    """What a user gave cannot be used; the text says what and where."""
