"""Time lines: what hands and people do at a table, and what the session has to tell, as text.

    == title
    game basic teams first=A position=A:05,y,y,y B:... C:... D:...
    referee strict          (kind)
    cards inferred          (told; auto: until a card is told)
    mask ring               (all; ring: no sensors in houses and yards; holes: none in the yards)
    missing Ay Ay           pieces that do not stand on the board at first
    watch card turn         kinds of events that count besides the usual ones
    1.0 card A 5            what somebody says, the text behind `>` of a trace
    1.0 tag 5               a card on the pile's reader (`-`: taken away); `tag 5 B`: on the reader of a seat
    1.5 -05 +10             pieces lifted and placed at one instant
    1.6 !unplugged          !plugged !restart !lost 5 !stuck-on 05 !stuck-off 05 !clear 05 !button done
    1.7 !damaged -05 +10    the same touches, in a sentence that cannot be read
    > 2.9 move A 5 05-10    what is told next, with its time (or a span: 2.9..3.5)

All events of the usual kinds have to be there, in this order. A `*` at the end of an expected line stands for any rest;
`T4.1/T3.2` for any of these rules. The line ends four seconds after its last time; `until 30` says otherwise.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from table_top import FULL, HOLES, RING, TableTop

from companion.facts import Fact
from engine.tac.board.position import Position

FOLDER = Path(__file__).parents[1] / "golden" / "timelines"
USUAL = {
    "board", "setup", "disturbed", "move", "question", "answer", "violation", "corrected", "takeback", "revised", "won",
    "refused",
}  # fmt: skip
MASKS = {"all": FULL, "ring": RING, "holes": HOLES}
TOLERANCE_S = 0.06
AFTERWARDS_S = 4.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event that has to come between `first` and `last`."""

    first: float
    last: float
    text: str

    def fits(self, t: float, text: str) -> bool:
        if not self.first <= t <= self.last:
            return False
        if self.text.endswith("*"):
            return text.startswith(self.text[:-1].rstrip())
        wanted, told = self.text.split(), text.split()
        return len(wanted) == len(told) and all(b in a.split("/") or a == b for a, b in zip(wanted, told, strict=True))


@dataclass(slots=True)
class TimeLine:
    """One time line as read."""

    title: str
    header: dict[str, str] = field(default_factory=dict)
    inputs: list[tuple[float, str]] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    end: float = 0.0


def time_lines() -> Iterator[tuple[str, TimeLine]]:
    """All time lines of the folder with a name each."""
    for path in sorted(FOLDER.glob("*.txt")):
        for line in read(path.read_text(encoding="utf-8")):
            yield f"{path.stem}: {line.title}", line


def read(text: str) -> list[TimeLine]:
    found: list[TimeLine] = []
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("== "):
            found.append(TimeLine(line[3:]))
        elif line:
            _read_line(found[-1], line)
    for one in found:
        latest = max([t for t, _ in one.inputs] + [wanted.last for wanted in one.wanted], default=0.0)
        one.end = one.end or latest + AFTERWARDS_S
    return found


def _read_line(one: TimeLine, line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "until":
        one.end = float(rest)
    elif word == ">":
        span, _, text = rest.partition(" ")
        first, is_span, last = span.partition("..")
        slack = 0.01 if is_span else TOLERANCE_S
        one.wanted.append(Wanted(float(first) - slack, float(last or first) + slack, text.strip()))
    elif re.fullmatch(r"[0-9.]+", word):
        one.inputs.append((float(word), rest.strip()))
    else:
        one.header[word] = rest.strip()


def text_of(fact: Fact) -> str:
    """A fact as a time line writes it."""
    data = fact.data
    match fact.kind:
        case "move":
            words = [data["seat"], data["card"] or "-", data["action"]]
        case "part":
            words = [data["seat"], data["card"], str(data["left"])]
        case "revised":
            words = [str(data["ply"]), *(f"{move['card'] or '-'}/{move['action']}" for move in data["moves"])]
        case "question":
            words = sorted(f"{choice['card'] or '-'}/{choice['action']}" for choice in data["choices"])
        case "answer":
            words = [data["choice"]["action"]]
        case "violation":
            words = [data["rule"]]
        case "disturbed":
            words = sorted(f"{d['cell']}:{d['expected'] or '-'}:{d['observed']}" for d in data["differences"])
        case "gone-on":
            words = [data["seat"], str(data["fields"])]
        case "won":
            words = list(data["seats"])
        case "board":
            words = ["on" if data["connected"] else "off"]
        case "card":
            words = [data["seat"], data["card"], data["by"]]
        case "turn":
            words = [data["seat"], str(data["round"]), str(data["deal"])]
        case _:
            words = []
    return " ".join([fact.kind, *words])


def play(one: TimeLine) -> tuple[TableTop, list[tuple[float, str]]]:
    """Plays the inputs; the table, and what it told of the kinds that count."""
    header = one.header
    mask, cards = MASKS[header.get("mask", "all")], header.get("cards", "told")
    table = TableTop(header.get("referee", "kind"), mask, cards)
    table.begin(header["game"], header.get("missing", "").split())
    for t, text in one.inputs:
        _do(table, t, text)
    table.tick(one.end)
    kinds = USUAL | set(header.get("watch", "").split())
    told = [(fact.t, text_of(fact)) for fact in table.facts if fact.kind in kinds]
    told += [(t, f"refused {text.partition(':')[0]}") for t, text in table.refused]
    told.sort(key=lambda row: row[0])
    start = [(0.0, "board on"), (0.0, "setup")]
    return table, [row for row in told if row not in start]


def _do(table: TableTop, t: float, text: str) -> None:
    word, _, rest = text.partition(" ")
    match word:
        case "tag":
            table.tag(t, *rest.split())
        case "!unplugged":
            table.unplug(t)
        case "!plugged":
            table.plug(t)
        case "!restart":
            table.restart(t)
        case "!lost":
            table.until(t)
            table.lose(int(rest))
        case "!damaged":
            table.damage(t, rest)
        case "!stuck-on" | "!stuck-off" | "!clear":
            table.fail(t, word[1:], rest)
        case "!button":
            table.press(t, rest)
        case _ if text[0] in "+-":
            table.touch(t, text)
        case _:
            table.say(t, text)


def differences(one: TimeLine) -> str:
    """What is told otherwise than wanted, in words for a failed test; empty if nothing is."""
    table, told = play(one)
    for fact in table.facts:
        if "position" in fact.data and one.header.get("game", "").find("duel") < 0:
            Position.parse(fact.data["position"], table.session.game.seats(table.session.state))
        if fact.kind in ("violation", "question") and not fact.data["text"].strip():
            return f"{fact} has no words"
    is_right = len(told) == len(one.wanted) and all(w.fits(*row) for w, row in zip(one.wanted, told, strict=True))
    if is_right:
        return ""
    wanted = [f"  > {w.first:.2f}..{w.last:.2f} {w.text}" for w in one.wanted]
    return "\n".join([one.title, "wanted", *wanted, "told", *(f"  > {t:.2f} {text}" for t, text in told)])


def main() -> None:
    """Prints what differs, of all time lines or of those whose name contains the given text."""
    for name, one in time_lines():
        if len(sys.argv) < 2 or sys.argv[1] in name:
            print(differences(one) or f"ok  {name}")


if __name__ == "__main__":
    main()
