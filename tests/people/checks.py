"""Looks at a trace from outside: what a plain reader of the wire sees, to compare with the hidden truth."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.contract import Layout, Picture
from tests.people.truth import Eyes, Seen
from tests.people.wire import PLACES, crc16

_LINE = re.compile(rb"(\d+\.\d{3}) (.*)", re.DOTALL)
_SENTENCE = re.compile(rb"\$([A-Z]+),(\d+),(\d+),(.*)\*([0-9A-F]{4})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture as received."""

    t: float
    wire: int
    seq: int


def lines(trace: bytes) -> list[tuple[float, bytes]]:
    """The lines of a trace with their times; noise without a time is left out."""
    found = [_LINE.fullmatch(line) for line in trace.split(b"\n")]
    return [(float(match[1]), match[2]) for match in found if match]


def frames(trace: bytes) -> list[Frame]:
    """All pictures that arrived undamaged."""
    found = []
    for t, data in lines(trace):
        match = _SENTENCE.fullmatch(data)
        if match is None or match[1] != b"OCC" or crc16(data[1:-5]) != int(match[5], 16):
            continue
        if len(match[4]) == PLACES // 4:
            wire = int(f"{int(match[4], 16):0{PLACES}b}"[::-1], 2)
            found.append(Frame(t, wire, int(match[2])))
    return found


def rests(found: list[Frame], eyes: Eyes) -> list[tuple[float, float, Seen]]:
    """How long each picture was shown: from, to, what the sensors told."""
    out: list[tuple[float, float, Seen]] = []
    for frame in found:
        seen = eyes.see(frame.wire)
        if out and out[-1][2] == seen:
            continue
        if out:
            out[-1] = (out[-1][0], frame.t, out[-1][2])
        out.append((frame.t, frame.t, seen))
    return out


def at(found: list[Frame], t: float) -> Frame:
    """The last picture that had arrived at this time."""
    return [frame for frame in found if frame.t <= t][-1]


def mask_of(layout: Layout, text: str) -> int:
    """The mask of a truth's first line as bits, index 0 lowest."""
    return int(f"{int(text, 16):0{PLACES}b}"[::-1], 2)


def shows(found: list[Frame], eyes: Eyes, picture: Picture, since: float, until: float) -> bool:
    """Whether this picture was told at any moment of a span."""
    wanted = eyes.see_picture(picture)
    here = [frame for frame in found if since <= frame.t <= until] or [at(found, until)]
    return any(eyes.see(frame.wire) == wanted for frame in here)
