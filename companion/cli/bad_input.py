"""The one error that a command ends with when what a user gave cannot be used."""

from __future__ import annotations


class BadInput(Exception):
    """What a user gave cannot be used; the text says what and where.

    notice: the sentence of the catalogue that a table says of it before it ends, for those who see no terminal;
    name: the word that belongs into that sentence.
    """

    def __init__(self, text: str, notice: str = "", name: str = "") -> None:
        self.notice, self.name = notice, name
        super().__init__(text)
