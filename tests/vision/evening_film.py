"""Evenings of the simulated people as a camera sees them: hands that reach, carry and cover, picture by picture.

`record(seed, folder, ...)` writes the pictures and `said.trace` of the first plies of an evening, and gives its truth.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import cv2

from tests.people import evening as people
from tests.people.habits import PROFILES
from tests.people.hand import Board
from tests.people.tac_game import tac
from tests.people.wire import Evening, write
from tests.vision.paint import Painter
from tests.vision.scene import SKINS, SLEEVES, Arm, Installation, Lamp, Moment, lamp

STEP_S = 0.1
REACH_S = 0.45
"""A hand comes and goes in so long."""
CARRY_S = 2.5
"""Between two touches that are closer than this the hand stays above the board."""


@dataclass(slots=True)
class SeenBoard(Board):
    """A board that remembers whose piece was lifted and put, and when."""

    log: list[tuple[float, int, str, bool]] = field(default_factory=list)

    def lift(self, t: float, index: int) -> str:
        owner = Board.lift(self, t, index)
        self.log.append((t, index, owner, False))
        return owner

    def put(self, t: float, index: int, owner: str) -> None:
        Board.put(self, t, index, owner)
        self.log.append((t, index, owner, True))


@dataclass(frozen=True)
class Film:
    """A recorded evening: its truth in the form of `tests.people`, and how many pictures it has."""

    truth: list[dict[str, Any]]
    pictures: int
    end: float
    beside: bytes
    """What `said.trace` holds where a sensing board lies under the camera: its sentences, too."""
    unseen: frozenset[int] = frozenset()
    """Numbers of the actions that a camera alone cannot tell: made and taken back while it was away."""

    @property
    def truth_alone(self) -> list[dict[str, Any]]:
        """The truth for a camera alone: what it cannot tell may be asked."""
        return [row | {"expect": "either"} if self._is_unseen(row) else row for row in self.truth]

    def answers(self, events: list[dict[str, Any]]) -> list[str]:
        """Lines of a trace with which people answer what a run asked about such actions."""
        rows = [row for row in self.truth if self._is_unseen(row)]
        asked = [event for event in events if event["type"] == "question"]
        return [
            f"{event['t'] + ANSWER_S:.3f} >answer {row['action']}\n" for event in asked for row in rows
            if any((one["card"], one["action"]) == (row["card"], row["action"]) for one in event["choices"])
        ]  # fmt: skip

    def _is_unseen(self, row: dict[str, Any]) -> bool:
        """Whether this row of the truth is an action that a camera alone cannot tell."""
        return "expect" in row and row["n"] in self.unseen


class Hands:
    """Where hands are at any time, and what they carry, from the touches of the board."""

    def __init__(self, place: Installation, log: list[tuple[float, int, str, bool]], rng: Random) -> None:
        self._place, self._log = place, sorted(log)
        self._times = [entry[0] for entry in self._log]
        self._looks = {seat: (rng.choice(SKINS), rng.choice(SLEEVES)) for seat in place.board.seats}
        self._spots = [(p.x_mm, p.y_mm) for p in place.board.places()]

    def at(self, t: float) -> tuple[Arm, ...]:
        """The arm above the board at this time, if any."""
        after = bisect_right(self._times, t)
        before = self._log[after - 1] if after else None
        coming = self._log[after] if after < len(self._log) else None
        if before is not None and coming is not None and coming[0] - before[0] < CARRY_S:
            share = (t - before[0]) / max(coming[0] - before[0], 1e-6)
            share = min(1.0, max(0.0, (share - 0.2) / 0.6))
            (x0, y0), (x1, y1) = self._spots[before[1]], self._spots[coming[1]]
            spot = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
            held = before[2] if not before[3] else None
            return (self._arm(spot, 0.0, coming[2], held),)
        if before is not None and t - before[0] < REACH_S:
            held = before[2] if not before[3] else None
            return (self._arm(self._spots[before[1]], (t - before[0]) / REACH_S, before[2], held),)
        if coming is not None and coming[0] - t < REACH_S:
            return (self._arm(self._spots[coming[1]], (coming[0] - t) / REACH_S, coming[2], None),)
        return ()

    def _arm(self, spot: tuple[float, float], away: float, seat: str, held: str | None) -> Arm:
        """An arm from the side of the table on which the seat sits; `away`: 0 at the spot, 1 gone."""
        board = self._place.board
        side = board.seats.index(seat)
        out = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)][side % 4]
        reach = board.side_mm * 1.1 * away
        hand = (spot[0] + out[0] * reach, spot[1] + out[1] * reach)
        begin = (out[0] * board.side_mm * 1.5 + hand[0] * 0.5, out[1] * board.side_mm * 1.5 + hand[1] * 0.5)
        skin, sleeve = self._looks[seat]
        return Arm(begin, hand, 62, skin, sleeve, 0.6, 2, held if away < 0.3 else None)


GONE_S, HEAD_S = (3.0, 8.0), (1.5, 5.0)
"""How long a camera is away, and how long somebody leans over the board."""
ANSWER_S = 2.0
"""So long after a question somebody answers it."""
SEEN_S = 1.0
"""A board that is seen for a shorter time than this between two actions tells nothing of the first one."""
HAIR = ((25, 30, 40), (60, 90, 120), (150, 155, 160))
BREATH, BREATH_S = 0.35, 11.0
"""How far (logarithm) an exposure wanders that is never held, and how fast."""


@dataclass(frozen=True)
class Odds:
    """What happens in a room besides: the camera is away, lamps go out and on, exposure wanders, a head leans in."""

    gone: tuple[tuple[float, float], ...]
    dark: tuple[tuple[float, float], ...]
    heads: tuple[tuple[float, float, Arm], ...]

    @classmethod
    def drawn(cls, place: Installation, end: float, rng: Random) -> Odds:
        """Three of each, anywhere in an evening."""
        def spans(long: tuple[float, float]) -> tuple[tuple[float, float], ...]:
            return tuple((at, at + rng.uniform(*long)) for at in (rng.uniform(6, max(7, end - 8)) for _ in range(3)))

        side = place.board.side_mm
        ways = [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]
        heads = []
        for begin, over in spans(HEAD_S):
            x, y = rng.choice(ways)
            aside, deep = rng.uniform(-0.3, 0.3) * side, rng.uniform(0.3, 0.5) * side
            middle = (x * deep + y * aside, y * deep + x * aside)
            start = (x * side + y * aside, y * side + x * aside)
            heads.append((begin, over, Arm(start, middle, rng.uniform(150, 200), rng.choice(HAIR), None, 0.0, 1)))
        return cls(spans(GONE_S), spans((1.0, 12.0)), tuple(heads))

    def unseen(self, rows: list[dict[str, Any]]) -> frozenset[int]:
        """Numbers of the actions that a TAC took back before the camera, which was away, was there again."""
        actions = [row for row in rows if "expect" in row]
        return frozenset(
            row["n"] for row, after in pairwise(actions) if after["card"] == "tac" and any(
                begin < row["t_done"] + SEEN_S and after["t_first"] < over + SEEN_S for begin, over in self.gone
            )
        )

    def at(self, t: float, moment: Moment, place: Installation) -> Moment | None:
        """What a picture shows then; None where there is none."""
        if any(begin <= t < over for begin, over in self.gone):
            return None
        light = moment.lamp or place.lamp
        if any(begin <= t < over for begin, over in self.dark):
            light = replace(light, strength=0.35 * light.strength)
        heads = tuple(head for begin, over, head in self.heads if begin <= t < over)
        wander = math.exp(BREATH * math.sin(2 * math.pi * t / BREATH_S) / 2)
        return replace(moment, lamp=light, arms=(*moment.arms, *heads), exposure=moment.exposure * wander)


def record(
    place: Installation, seed: int, folder: Path, limit: int = 4, lamps: bool = False, bump: bool = False,
    odd: bool = False,
) -> Film:  # fmt: skip
    """Writes the pictures of the first plies of an evening. `lamps`: the light changes; `bump`: the board is pushed;
    `odd`: all that `Odds` tells happens, too."""
    kind = replace(PROFILES["ring"], name=f"camera{seed}", cards="said", slips=0.0, set_up=0.0, feel=0.0)
    night, first = people.prepare(tac("teams", "basic"), seed, kind, "teams", "basic", limit)
    old = night.board
    night.board = SeenBoard(old.layout, old.eyes, dict(old.pieces))
    pieces = dict(old.pieces)
    end = people.run(night)
    rng = Random(f"film {seed}")
    hands = Hands(place, night.board.log, rng)
    painter, events = Painter(place), sorted(night.board.log)
    count = int((end + 1.0) / STEP_S)
    changes = sorted(rng.uniform(8, max(9, end - 4)) for _ in range(2)) if lamps else []
    lights = [place.lamp, replace(place.lamp, strength=0.6), lamp(rng)]
    bumped_at = rng.uniform(6, max(7, end - 6)) if bump else 1e9
    odds = Odds.drawn(place, end, rng) if odd else None
    done = 0
    for number in range(count):
        t = number * STEP_S
        while done < len(events) and events[done][0] <= t:
            _, index, owner, is_down = events[done]
            if is_down:
                pieces[index] = owner
            else:
                pieces.pop(index, None)
            done += 1
        light = lights[bisect_right(changes, t)]
        moment = _moment(place, night.layout, pieces, hands.at(t), light, number)
        if t >= bumped_at:
            moment = replace(moment, shift=(7.0, -5.0), turn=1.5)
        seen = moment if odds is None else odds.at(t, moment, place)
        if seen is None:
            continue
        cv2.imwrite(str(folder / f"{number:06d}.jpg"), painter.shot(seen).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    lines = sorted([(0.0, f">game tac basic teams first={first}"), *night.lines])
    said = "".join(f"{t:.3f} {text}\n" for t, text in lines)
    (folder / "said.trace").write_text(said, encoding="utf-8")
    rows = [row for _, row in sorted(night.truth, key=lambda pair: pair[0])]
    head = {"truth": 1, "deck": "basic", "variant": "teams", "first": first, "cards": kind.cards, "end": end,
            "won": None, "start": night.plies[0].position, "actions": sum("expect" in row for row in rows)}  # fmt: skip
    wires = Evening(night.start, night.mask, end, list(night.board.touches), night.told, lines, night.restarts,
                    night.stuck, night.board.careful)  # fmt: skip
    unseen = odds.unseen(rows) if odds is not None else frozenset()
    return Film([head, *rows], count, end, write(wires, kind.wire, night.rng), unseen)


def _moment(place: Installation, layout: Any, pieces: dict[int, str], arms: tuple[Arm, ...], light: Lamp,
            number: int) -> Moment:  # fmt: skip
    holes = {layout.holes[i]: owner for i, owner in pieces.items() if i < len(layout.holes)}
    yards = dict.fromkeys(place.board.seats, 0)
    for index in pieces:
        if index >= len(layout.holes):
            yards[layout.cell(index)[0]] += 1
    return Moment(holes, yards, arms=arms, lamp=light, seed=number + 1)


def told(events: Path) -> list[dict[str, Any]]:
    """The events that a run wrote."""
    return [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
