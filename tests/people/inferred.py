"""Tables without cards: evenings from which every card is taken out, and what the companion then knows.

1. `without_cards` makes the same trace again, undamaged, with nothing in it that tells a card.
2. `judge_inferred` compares the positions that the companion went through with those that there really were.
3. `Curve` compares the certainty that was told with how often it was right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from tests.people.judge import Told
from tests.people.wire import crc16, sentence

Row = Mapping[str, Any]
KEPT = ("OCC", "HELLO", "BTN", "FAULT")
SAID_CARDS = (b">card", b">answer", b">hand")
BINS = 10


def without_cards(trace: bytes) -> bytes:
    """The trace of a table at which nobody tells a card and the cable is good; its sentences are numbered anew."""
    found, number = [], 0
    for line in trace.split(b"\n"):
        time, _, data = line.partition(b" ")
        if data.startswith(b"$"):
            body = _body(data)
            if body is None or body.split(",")[0] not in KEPT:
                continue
            kind, _, *rest = body.split(",")
            data = sentence(",".join([kind, str(number % 65536), *rest]))
            number += 1
        elif data[:1] not in (b">", b"!") or data.startswith(SAID_CARDS):
            continue
        found.append(time + b" " + data)
    return b"\n".join(found) + b"\n"


def _body(data: bytes) -> str | None:
    """What stands in a sentence, None if it is damaged."""
    if len(data) < 7 or data[-5:-4] != b"*":
        return None
    return data[1:-5].decode("ascii", "replace") if b"%04X" % crc16(data[1:-5]) == data[-4:] else None


def plain(position: str) -> str:
    """A position without the marks of fresh pieces, which no sensor sees."""
    return position.replace("*", "")


def single(positions: Iterable[str]) -> list[str]:
    """Positions without marks of fresh pieces, equal ones in a row once."""
    found: list[str] = []
    for position in map(plain, positions):
        if not found or found[-1] != position:
            found.append(position)
    return found


def holes(position: str) -> dict[str, str]:
    """The seat on each hole."""
    return {cell: part[0] for part in position.split() for cell in part[2:].split(",") if cell != "y"}


def is_between(position: str, before: str, after: str) -> bool:
    """Whether every piece stands where it stood before or will stand after."""
    was, will = holes(before), holes(after)
    return all(seat in (was.get(cell), will.get(cell)) for cell, seat in holes(position).items())


@dataclass(slots=True)
class Curve:
    """How many of the moves told with a certainty were right: pairs of numbers for each tenth."""

    told: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)

    def add(self, certainty: float, is_right: bool) -> None:
        """One move."""
        place = min(BINS, int(certainty * BINS + 1e-9))
        self.told[place] += 1
        self.right[place] += is_right

    def merge(self, other: Curve) -> None:
        """Takes in another curve."""
        self.told.update(other.told)
        self.right.update(other.right)

    def lines(self) -> list[str]:
        """The curve as text: certainty, moves, share that was right."""
        return [f"  {place / BINS:.1f}  {number:6}  {100 * self.right[place] / number:6.2f} %"
                for place, number in sorted(self.told.items())]  # fmt: skip


@dataclass(slots=True)
class Knowledge:
    """What was known of evenings without cards."""

    counts: Counter[str] = field(default_factory=Counter)
    curve: Curve = field(default_factory=Curve)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Knowledge) -> None:
        """Takes in what is known of another evening."""
        self.counts.update(other.counts)
        self.curve.merge(other.curve)
        self.wrong += other.wrong


def _wanted(truth: Sequence[Row]) -> list[tuple[str, str]]:
    """The positions that there were, equal ones in a row once, and whether an exchange led there."""
    found: list[tuple[str, str]] = []
    before = plain(truth[0]["start"])
    for row in truth[1:]:
        if "expect" in row and plain(row["position"]) != before:
            before = plain(row["position"])
            found.append((before, "exchange" if "~" in row["action"] else "move"))
    return found


def _through(events: Sequence[Row]) -> tuple[list[str], list[str]]:
    """The positions as they stand in the end, and all that were ever said."""
    stands: list[str] = []
    said: list[str] = []
    for event in events:
        if event["type"] == "revised":
            stands[event["ply"] - 1 :] = [move["position"] for move in event["moves"]]
        elif event["type"] == "takeback":
            stands = stands[:-1]
        elif event["type"] == "move" or (event["type"] == "setup" and stands):
            stands.append(event["position"])
        else:
            continue
        said.append(event["position"])
    return single(stands), single(said)


def judge_inferred(truth: Sequence[Row], events: Sequence[Row]) -> Knowledge:
    """What the companion knew of an evening without cards."""
    found = Knowledge()
    wanted = _wanted(truth)
    line = [plain(truth[0]["start"]), *(position for position, _ in wanted)]
    stands, said = _through(events)
    known: set[int] = set()
    for i, _, length in SequenceMatcher(None, line[1:], stands, autojunk=False).get_matching_blocks():
        known.update(range(i, i + length))
    for i, (_, kind) in enumerate(wanted):
        found.counts[f"all {kind}"] += 1
        found.counts[f"known {kind}"] += i in known
    found.wrong = _never_there(line, said)
    found.counts["wrong"] += len(found.wrong)
    for kind in ("violation", "disturbed", "question", "revised"):
        found.counts[kind] += sum(event["type"] == kind for event in events)
    found.counts["lost"] += not said or said[-1] not in line[-2:]
    _certainty(line, events, found.curve)
    return found


def _never_there(line: Sequence[str], said: Sequence[str]) -> list[str]:
    """What was said and was never on the board, nor on the way from one position to the next."""
    at: dict[int, int] = {}
    for i, j, length in SequenceMatcher(None, line, said, autojunk=False).get_matching_blocks():
        at |= {j + k: i + k for k in range(length)}
    found, last = [], 0
    for j, position in enumerate(said):
        last = at.get(j, last)
        steps = zip(line[last : last + 4], line[last + 1 : last + 5], strict=False)
        if j not in at and not any(is_between(position, before, after) for before, after in steps):
            found.append(position)
    return found


def _certainty(line: Sequence[str], events: Sequence[Row], curve: Curve) -> None:
    """Each move as it was first told: was its position one that there was, in order?"""
    said: list[Row] = []
    for move in Told.of(events).said:
        if plain(move["position"]) != (plain(said[-1]["position"]) if said else line[0]):
            said.append(move)
    places: set[int] = set()
    for _, j, length in SequenceMatcher(
        None, line, [plain(move["position"]) for move in said], autojunk=False
    ).get_matching_blocks():
        places.update(range(j, j + length))
    for j, move in enumerate(said):
        curve.add(move.get("certainty", 1.0), j in places)
