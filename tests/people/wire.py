"""The electrical side of an evening: from magnets on sensors to the bytes of a trace.

1. `touch` tells when a place is filled or emptied in truth; contacts bounce for some milliseconds.
2. The board waits until its picture has been at rest for 20 ms and sends it; a heartbeat follows every second.
3. On the cable, sentences are lost, doubled or damaged; the board restarts; the cable is pulled.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.people.habits import Wire

PLACES = 96
DEBOUNCE = 0.020
LONGEST_LAG = 0.3
LONG = 700


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = ((value << 1) ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def sentence(body: str) -> bytes:
    """The sentence with this body, with its sum."""
    data = body.encode("ascii")
    return b"$" + data + b"*%04X" % crc16(data)


def bits(occupied: int) -> str:
    """The hex field of an occupancy: index 0 is the most significant bit of the first digit."""
    return f"{int(f'{occupied:0{PLACES}b}'[::-1], 2):0{PLACES // 4}X}"


def tag(card: str) -> str:
    """The tag id of a card that needs no deck file."""
    return f"card:{card}".encode().hex().upper()


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that the board is to send besides its pictures: `CARD` or `FAULT`."""

    t: float
    body: str
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """All that happens to the board, in seconds; each list in any order."""

    start: int
    """Occupied places at the start, bit i for wire index i."""
    mask: int
    end: float
    touches: list[tuple[float, int, bool]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    lines: list[tuple[float, str]] = field(default_factory=list)
    """Lines of people and of the cable: `>...`, `!unplugged`, `!plugged`."""
    restarts: list[float] = field(default_factory=list)
    stuck: list[tuple[float, int, bool | None]] = field(default_factory=list)
    """Sensors that fail, filled or empty for ever, or (None) work again."""
    careful: list[tuple[float, float]] = field(default_factory=list)
    """Spans in which no sentence is lost: the people's promises hold for what the board tells, too."""


@dataclass(slots=True)
class _Line:
    """The board and its cable while the trace is written."""

    wire: Wire
    rng: Random
    evening: Evening
    out: list[tuple[float, int, bytes]] = field(default_factory=list)
    seq: int = 0
    boot: float = 0.0
    powered_from: float = 0.0
    latest: float = 0.0
    """When the last sentence arrived: none overtakes another."""

    def put(self, t: float, data: bytes) -> None:
        self.out.append((t, len(self.out), data))

    def is_cut(self, t: float) -> bool:
        cut = False
        for when, text in self.evening.lines:
            if text.startswith("!") and when <= t:
                cut = text == "!unplugged"
        return cut

    def send(self, t: float, kind: str, fields: str, damaged: bool = False) -> None:
        """One sentence, as far as the cable lets it through."""
        body = f"{kind},{self.seq},{self.uptime(t)},{fields}"
        self.seq = (self.seq + 1) % 65536
        data = sentence(body)
        arrives = self.latest = max(self.latest, t + self.rng.uniform(0.001, 0.004))
        if self.is_cut(t) or t < self.powered_from:
            return
        is_watched = any(a <= t <= b for a, b in self.evening.careful)
        safe = kind != "OCC" or is_watched
        chance = self.rng.random()
        if damaged:
            data = self.damage(data)
        elif not safe and chance < self.wire.lost:
            return
        elif not safe and chance < self.wire.lost + self.wire.damaged:
            data = self.damage(data)
        self.put(arrives, data)
        if chance > 1 - self.wire.doubled:
            self.put(arrives + 0.001, data)
        if not is_watched and self.rng.random() < self.wire.noise:
            self.extra(arrives + 0.001)

    def uptime(self, t: float) -> int:
        return (int((t - self.boot) * 1000) + self.wire.uptime_ms * (self.boot == 0)) % 2**32

    def damage(self, data: bytes) -> bytes:
        """The sentence with something wrong: cut off, a byte changed or dropped, foreign bytes in it, or too long."""
        place = self.rng.randrange(8, len(data) - 1)
        kind = self.rng.randrange(5)
        if kind == 0:
            return data[:place]
        if kind == 1:
            return data[:place] + bytes([self.rng.choice(b"~Xq0A\x98\xff")]) + data[place + 1 :]
        if kind == 2:
            return data[:place] + data[place + 1 :]
        if kind == 3:
            return data[:place] + _foreign(self.rng) + data[place + 3 :]
        return sentence(data[1:-5].decode("ascii") + "0" * 8)

    def extra(self, t: float) -> None:
        """Something that nobody asked for: foreign bytes, an unknown sentence, one that is far too long."""
        kind = self.rng.randrange(3)
        if kind == 0:
            self.put(t, _foreign(self.rng, 20))
        elif kind == 1:
            self.send_plain(t, "TEMP", f"{self.rng.uniform(20, 28):.1f}")
        else:
            self.send_plain(t, "OCC", f"{self.rng.getrandbits(900):0225X}")

    def send_plain(self, t: float, kind: str, fields: str) -> None:
        self.put(t, sentence(f"{kind},{self.seq},{self.uptime(t)},{fields}"))
        self.seq = (self.seq + 1) % 65536


def _foreign(rng: Random, most: int = 10) -> bytes:
    return bytes(b for b in rng.randbytes(rng.randrange(4, most + 4)) if b not in b"\n\r$")


def _late(evening: Evening, lags: float, rng: Random) -> Iterator[tuple[float, int, bool]]:
    """The touches as the sensors notice them: some let a piece go late, though before the next one comes there."""
    following: dict[int, float] = {}
    for t, index, is_down in sorted(evening.touches, reverse=True):
        is_late = not is_down and rng.random() < lags
        latest = min(t + LONGEST_LAG, following.get(index, evening.end) - 2 * DEBOUNCE)
        yield max(t, rng.uniform(t, latest)) if is_late else t, index, is_down
        following[index] = t


def _edges(evening: Evening, lags: float, rng: Random) -> list[tuple[float, int, bool]]:
    """What each contact does, bounces included."""
    edges = []
    touches = sorted(_late(evening, lags, rng) if lags else evening.touches, key=lambda touch: touch[0])
    following = {}
    until = []
    for t, index, _ in reversed(touches):
        until.append(following.get(index, evening.end))
        following[index] = t
    for (t, index, is_down), end in zip(touches, reversed(until), strict=True):
        edges.append((t, index, is_down))
        for _ in range(rng.choice((0, 0, 1, 2))):
            late = t + rng.uniform(0.001, 0.006)
            if late + 0.001 < end:
                edges += [(late, index, not is_down), (late + 0.001, index, is_down)]
    return sorted(edges, key=lambda edge: edge[0])


def _pictures(evening: Evening, lags: float, rng: Random) -> list[tuple[float, int]]:
    """When the debounced picture changes, and to what; sensors that fail are in it."""
    edges: list[tuple[float, int, int, bool | None]] = []
    edges += [(t, 1, index, is_down) for t, index, is_down in _edges(evening, lags, rng)]
    edges += [(t, 0, index, is_on) for t, index, is_on in evening.stuck]
    edges.sort(key=lambda edge: edge[0])
    shown = contacts = evening.start & evening.mask
    fixed: dict[int, bool | None] = {}
    found = [(0.053, shown)]
    for place, (t, is_contact, index, is_on) in enumerate(edges):
        if not is_contact:
            fixed[index] = is_on
        elif evening.mask >> index & 1:
            contacts = contacts | 1 << index if is_on else contacts & ~(1 << index)
        raw = contacts
        for index_, is_on_ in fixed.items():
            if is_on_ is not None:
                raw = raw | 1 << index_ if is_on_ else raw & ~(1 << index_)
        following = edges[place + 1][0] if place + 1 < len(edges) else evening.end + 1
        if following - t >= DEBOUNCE and raw != shown:
            shown = raw
            found.append((t + DEBOUNCE + rng.uniform(0, 0.004), shown))
    return found


def _looked(pictures: list[tuple[float, int]], step: float) -> list[tuple[float, int]]:
    """The pictures that a board tells which looks at its places only every `step` seconds."""
    latest = {int(t / step): shown for t, shown in pictures}
    found = pictures[:1]
    for number, shown in latest.items():
        if shown != found[-1][1]:
            found.append(((number + 1) * step, shown))
    return found


def write(evening: Evening, wire: Wire, rng: Random) -> bytes:
    """The trace of an evening."""
    line = _Line(wire, rng, evening)
    agenda: list[tuple[float, int, str, object]] = []
    pictures = _pictures(evening, wire.lags, rng)
    for number, (t, shown) in enumerate(_looked(pictures, wire.step) if wire.step else pictures):
        agenda.append((t, number, "picture", shown))
    agenda += [(told.t, 10**6 + k, "told", told) for k, told in enumerate(evening.told)]
    agenda += [(t, 2 * 10**6, "restart", None) for t in evening.restarts]
    agenda += [(t, 3 * 10**6, "cable", text) for t, text in evening.lines if text.startswith("!")]
    agenda.append((0.050, -1, "hello", False))
    heapq.heapify(agenda)
    line.seq = wire.first_seq
    shown, beat = evening.start & evening.mask, 1.0
    while agenda:
        t = agenda[0][0]
        if beat < t:
            line.send(beat, "OCC", bits(shown))
            beat += 1.0
            continue
        t, _, kind, what = heapq.heappop(agenda)
        if t > evening.end:
            break
        if kind == "picture":
            shown = what  # type: ignore[assignment]
            line.send(t, "OCC", bits(shown))
            beat = t + 1.0
        elif kind == "told" and isinstance(what, Told):
            name, _, fields = what.body.partition(",")
            line.send(t, name, fields, what.is_damaged)
        elif kind == "restart" or what == "!plugged":
            at = t + rng.uniform(0.3, 1.2)
            line.powered_from = at
            heapq.heappush(agenda, (at, -2, "awake", kind == "restart" or rng.random() < 0.6))
            beat = at + 1.0
        elif kind in ("hello", "awake"):
            beat = _wake(line, t, bool(what), rng, shown)
    while beat < evening.end:
        line.send(beat, "OCC", bits(shown))
        beat += 1.0
    for number, (t, text) in enumerate(evening.lines):
        line.out.append((t, -LONG + number, text.encode("ascii")))
    return b"".join(b"%.3f %s\n" % (t, data) for t, _, data in sorted(line.out, key=lambda row: row[:2]))


def _wake(line: _Line, t: float, is_restart: bool, rng: Random, shown: int) -> float:
    """The board names itself: at the start, after a restart, and when its cable is put back."""
    if is_restart:
        line.seq, line.boot = 0, t - rng.uniform(0.08, 0.24)
    line.send(t, "HELLO", f"1,tastkreis-01,1.0.0,tac64,{bits(line.evening.mask)}")
    line.send(t + 0.003, "OCC", bits(shown))
    return t + 1.003
