"""The one error that a command ends with when what a user gave cannot be used."""

from __future__ import annotations


class BadInput(Exception):
    """What a user gave cannot be used; the text says what and where.

    notice: the sentence of the catalogue that a table says of it before it ends, for those who see no terminal.
    """

    def __init__(self, text: str, notice: str = "") -> None:
        self.notice = notice
        super().__init__(text)
