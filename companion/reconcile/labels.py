"""Labels: what stories call the pieces."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reconcile.sensors import EMPTY, Sensors
from engine.contract import Picture

ANYBODY = ord("*")
"""A piece on a hole where none was, with no story to tell whose it is."""
NO_PIECE = 255
"""Label of what a sensor sees where no piece can be: all are down elsewhere."""
NOT_YET = 254
"""Label of the same until a piece is lifted: that one was seen here before its own sensor let it go, or none was."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What stories call the pieces: each by its own name, or alike all those of one seat.

    A label is 1 + the wire index of the hole where the piece stood, or 1 + number of holes + heap number.
    """

    owners: bytes
    """Translates a label into the letter of its seat."""
    alike: bytes
    """Translates a label into the one that stands for its seat."""

    @staticmethod
    def of(sensors: Sensors, picture: Picture) -> Labels:
        """The labels of the pieces in a picture."""
        layout = sensors.layout
        n, marks = len(layout.holes), layout.marks(picture)
        owners, alike = bytearray(range(256)), bytearray(range(256))
        owners[0], owners[NO_PIECE], owners[NOT_YET] = EMPTY, ANYBODY, ANYBODY
        # Whoever has no heap has a label beyond those of the heaps.
        seats = [*layout.owners, *sorted(set(marks) - {".", *layout.owners})]
        for index, mark in enumerate(marks):
            if mark != ".":
                owners[1 + index] = ord(mark)
                alike[1 + index] = 1 + n + seats.index(mark)
        for number, owner in enumerate(seats):
            owners[1 + n + number] = ord(owner)
        return Labels(bytes(owners), bytes(alike))


def without(labels: bytes, label: int) -> bytes:
    """These labels with one fewer of this kind. Raises: ValueError where there is none."""
    at = labels.index(label)
    return labels[:at] + labels[at + 1 :]


def with_one(labels: bytes, label: int) -> bytes:
    """These labels with one more, in order."""
    return bytes(sorted((*labels, label)))
