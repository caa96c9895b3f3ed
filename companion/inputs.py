"""Inputs: everything that reaches the session from outside, as values with their time.

A person's input (phone, button, voice, web page) is a `Said`: the text behind `>` in a trace, so that whatever people
do is recorded and replayed in one form.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OccupancyFrame:
    """Which places are filled at one instant. `occupied` has bit i set where wire index i is filled."""

    t: float
    occupied: int
    lost: int = 0
    """Sentences lost right before this one, as far as the sequence numbers tell; a restart counts as 1000."""
    source: str = "board"
    hidden: int = 0
    """Places that something covers: of them `occupied` tells what was seen last."""


@dataclass(frozen=True, slots=True)
class Hello:
    """A board named itself. `mask` has bit i set where wire index i has a sensor."""

    t: float
    board: str
    firmware: str
    layout: str
    mask: int
    is_restart: bool = False


PIT = "pit"
"""The reader of the pile, where each seat has none of its own."""


@dataclass(frozen=True, slots=True)
class CardTag:
    """A card was laid on a reader (`PIT` or a seat letter); `card` None: taken away. `tag` is the id in hex."""

    t: float
    reader: str
    tag: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the board went down or up."""

    t: float
    name: str
    is_down: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """The board reports a fault; `index` is the wire index or None."""

    t: float
    code: str
    index: int | None
    what: str = ""
    """Of a board of another kind: the protocol or the layout that it named."""
    board: str = ""
    """Its name, where it could be read."""


NOT_FOUND, CUT_OFF = "the board is not found", "the board is cut off; push it towards "
FROZEN, DARK, SILENT = "the picture stands still", "the picture is black", "no pictures come"
COLOURLESS = "the picture has no colours"
MIRRORED, OTHER_BOARD = "the picture is mirrored", "it is another board than the one that was taught"
"""Why a camera tells of no board; behind `CUT_OFF` stands the seat towards which the board has to go."""


@dataclass(frozen=True, slots=True)
class Cable:
    """The board's cable was pulled or put back (also: the port vanished, no heartbeat)."""

    t: float
    is_connected: bool
    source: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A person's input: the text behind `>` of a trace line, such as `card A 7` or `done`; `by` the way it came."""

    t: float
    text: str
    by: str = "voice"


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence arrived damaged or was noise; counted, nothing else."""

    t: float
    reason: str


@dataclass(frozen=True, slots=True)
class Identities:
    """Whose piece stands in each hole at one instant, as far as a camera can tell.

    `owners` has one character a hole in the order of the layout: the letter of the seat, `.` empty, `?` not known.
    """

    t: float
    owners: str
    source: str = "camera"


Input = OccupancyFrame | Hello | CardTag | Button | Fault | Cable | Said | Lost | Identities
