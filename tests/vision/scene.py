"""Installations that never were: a board, a table under it, lamps, a camera, pieces. Drawn by lot, widely apart.

An `Installation` is what stays for an evening; a `Moment` is what one picture shows. `tests.vision.paint` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from calibration.camera_map import CameraMap, of_matrix
from calibration.camera_token import TOKEN
from hardware.geometry import BoardGeometry, load_board

WOODS = {  # B, G, R of the plain wood in daylight, and how strong its grain is
    "beech": ((105, 150, 185), 0.10), "maple": ((140, 180, 205), 0.07), "oak": ((85, 130, 165), 0.16),
    "walnut": ((45, 65, 95), 0.16), "birch": ((150, 190, 212), 0.05), "cherry": ((65, 95, 150), 0.10),
    "ash": ((120, 160, 182), 0.2), "grey paint": ((130, 135, 135), 0.02),
}  # fmt: skip
COLOURS = {
    "red": (35, 30, 190), "black": (22, 20, 20), "green": (50, 120, 25), "blue": (170, 70, 25),
    "yellow": (30, 190, 225), "white": (215, 222, 225), "orange": (20, 105, 230), "purple": (110, 40, 100),
    "dark green": (35, 75, 15), "light blue": (215, 160, 70),
}  # fmt: skip
SETS = (
    ("red", "black", "green", "blue"), ("black", "red", "green", "blue"), ("blue", "green", "black", "red"),
    ("red", "yellow", "green", "blue"), ("yellow", "black", "blue", "red"), ("white", "black", "red", "blue"),
    ("orange", "purple", "dark green", "light blue"), ("black", "red", "dark green", "blue"),
)  # fmt: skip
SKINS = ((120, 155, 210), (95, 130, 190), (70, 100, 155), (40, 60, 100), (30, 42, 70))
SLEEVES = (None, None, (30, 30, 30), (110, 80, 50), (40, 40, 120), (140, 140, 145), (60, 90, 60), (200, 205, 210))
GROUNDS = ("cloth", "planks", "plain", "checks")


@dataclass(frozen=True)
class Lamp:
    """One light: where it stands (degrees around, degrees up), its colour (B, G, R), how bright, how uneven.

    glare: how bright it is mirrored in the varnish (of 255), and how wide (mm).
    """

    around: float
    up: float
    colour: tuple[float, float, float]
    strength: float
    slope: float
    ambient: float
    glare: float = 0.0
    glare_mm: float = 30.0


@dataclass(frozen=True)
class Installation:
    """A board under a camera for an evening."""

    seed: int
    board: BoardGeometry
    size: tuple[int, int]
    height_mm: float
    tilt: float
    towards: float
    roll: float
    focal_px: float
    k1: float
    aim: tuple[float, float]
    bottom: str
    wood: str
    ground: str
    ground_bgr: tuple[float, float, float]
    felt_bgr: tuple[float, float, float]
    has_felt: bool
    engraved: bool
    drilled_through: bool
    shape: str
    piece_mm: float
    colours: dict[str, str]
    lamp: Lamp
    noise: float
    blur: float
    gloss: float
    vignette: float = 0.0
    tint: tuple[float, ...] = (1.0, 1.0, 1.0)
    """What the camera makes of white (B, G, R)."""
    quality: int | None = None
    wood_bgr: tuple[float, float, float] | None = None
    """Plain wood in daylight, in place of that of its name; `grain` is how strong its grain is."""
    grain: float = 0.1
    dyes: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """By what the colour of a seat's pieces differs from that of its name (B, G, R)."""

    @property
    def wood_look(self) -> tuple[tuple[float, float, float], float]:
        """Plain wood in daylight (B, G, R), and how strong its grain is."""
        return WOODS[self.wood] if self.wood_bgr is None else (self.wood_bgr, self.grain)

    def dye(self, seat: str) -> Any:
        """The colour of a seat's pieces in daylight (B, G, R)."""
        return np.array(COLOURS[self.colours[seat]], np.float32) * np.array(self.dyes.get(seat, (1, 1, 1)), np.float32)

    def view(self, shift: tuple[float, float] = (0.0, 0.0), turn: float = 0.0) -> CameraMap:
        """Where the camera sees the board; `shift` (mm) and `turn` (degrees) move the board on the table."""
        return of_matrix(self.plane_matrix() @ _moved(shift, turn), self.k1, self.size)

    def rotation(self) -> Any:
        """From the table to the camera, 3x3; z points away from the camera."""
        rotation = _axis(2, self.roll - np.degrees(self.board.turn_of(self.bottom)))
        direction = np.radians(self.towards)
        axis = np.array([-np.sin(direction), np.cos(direction), 0.0])
        tilt = _rodrigues(axis, np.radians(self.tilt))
        return tilt @ rotation

    def plane_matrix(self) -> Any:
        """The homography of the table (mm) into the straight picture."""
        matrix = self.rotation()
        unit = self.focal_px / (np.hypot(*self.size) / 2)
        out = np.stack([matrix[:, 0], matrix[:, 1], np.array([0, 0, self.height_mm])], axis=1)
        out = np.diag([unit, unit, 1.0]) @ out
        centre = out[:2, 2] / out[2, 2]
        move = np.eye(3)
        move[:2, 2] = np.array(self.aim) - centre
        return move @ out


@dataclass(frozen=True)
class Arm:
    """An arm over the board: from a point outside to the hand (mm), its width, skin and sleeve."""

    start: tuple[float, float]
    hand: tuple[float, float]
    width_mm: float
    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float] | None
    sleeve_to: float
    fingers: int
    holds: str | None = None
    photo: int | None = None
    """Number of a photographed hand that is laid over instead."""


@dataclass(frozen=True)
class Shade:
    """Somebody stands in the light: half of the table is darker; where its edge runs, its depth, how soft it is."""

    at_mm: float
    turn: float
    depth: float
    soft_mm: float


@dataclass(frozen=True)
class Thing:
    """A flat thing that does not belong on the board: middle, width and height (mm), turn, colour (B, G, R).

    is_round: it is an ellipse of that width and height, as a cup is, or a crumb.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn: float
    colour: tuple[float, float, float]
    is_round: bool = False


@dataclass(frozen=True)
class Moment:
    """What one picture shows. holes: seat of each occupied hole. yards: pieces in each yard.

    leaning: how far single pieces stand beside the middles of their holes, in mm.
    """

    holes: dict[str, str] = field(default_factory=dict)
    yards: dict[str, int] = field(default_factory=dict)
    card: str | None = None
    card_turn: float = 0.0
    pile: tuple[tuple[str, float], ...] = ()
    arms: tuple[Arm, ...] = ()
    lamp: Lamp | None = None
    exposure: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    off_centre: float = 0.0
    leaning: dict[str, float] = field(default_factory=dict)
    shades: tuple[Shade, ...] = ()
    things: tuple[Thing, ...] = ()
    seed: int = 0


def installation(seed: int, board: BoardGeometry | None = None, size: tuple[int, int] = (1280, 960)) -> Installation:
    """An installation drawn by lot."""
    rng = Random(f"installation {seed}")
    board = board or load_board()
    share = rng.uniform(0.72, 0.9)  # of the picture's height
    height = rng.uniform(620, 950)
    short = min(size)
    focal = share * min(short / 2 / board.half_mm[1], size[0] / 2 / board.half_mm[0]) * height
    tilt = rng.choice((rng.uniform(0, 8), rng.uniform(5, 24)))
    chosen = rng.choice(SETS)
    colours = dict(zip(board.seats, (*chosen, *(name for name in COLOURS if name not in chosen)), strict=False))
    felt = rng.choice(((70, 30, 15), (85, 40, 20), (60, 60, 60), (40, 60, 20), (35, 30, 90)))
    grounds = ((190, 195, 200), (60, 90, 130), (90, 120, 60), (40, 40, 45), (120, 90, 60), (150, 170, 190))
    return Installation(
        seed=seed, board=board, size=size, height_mm=height, tilt=tilt, towards=rng.uniform(0, 360),
        roll=rng.uniform(-9, 9), focal_px=focal, k1=rng.choice((0.0, rng.uniform(-0.09, 0.03))),
        aim=(rng.uniform(-0.02, 0.02), rng.uniform(-0.02, 0.02)), bottom=rng.choice(board.sides),
        wood=rng.choice(list(WOODS)), ground=rng.choice(GROUNDS), ground_bgr=rng.choice(grounds), felt_bgr=felt,
        has_felt=rng.random() < 0.8, engraved=rng.random() < 0.6, drilled_through=rng.random() < 0.25,
        shape=rng.choice(("ball", "ball", "pawn", "peg")), piece_mm=rng.uniform(13.8, 16.5), colours=colours,
        lamp=lamp(rng), noise=rng.uniform(0.8, 3.2), blur=rng.uniform(0.3, 0.9), gloss=rng.uniform(0.2, 1.0),
    )  # fmt: skip


def lamp(rng: Random) -> Lamp:
    """A light drawn by lot: daylight from a window, a warm lamp, something between."""
    warm = rng.choice((0.0, 0.0, rng.uniform(0.1, 0.45)))
    colour = (1.0 - warm, 1.0 - 0.35 * warm, 1.0)
    return Lamp(rng.uniform(0, 360), rng.uniform(28, 75), colour, rng.uniform(0.8, 1.1), rng.uniform(0, 0.3),
                rng.uniform(0.3, 0.6))  # fmt: skip


def start(place: Installation, seed: int = 0) -> Moment:
    """The normal start of a game: nothing but four pieces in each yard, or the token in the middle of its track."""
    if place.board.is_track:
        return Moment({place.board.holes[len(place.board.holes) // 2].name: TOKEN}, seed=seed)
    return Moment(yards=dict.fromkeys(place.board.seats, 4), seed=seed)


def midgame(place: Installation, seed: int) -> Moment:
    """Pieces drawn by lot, sometimes a card, an arm or two, another lamp, a bump."""
    rng = Random(f"{place.seed} moment {seed}")
    holes: dict[str, str] = {}
    yards = {}
    names = [hole.name for hole in place.board.holes]
    for seat in place.board.seats:
        out = rng.randrange(1, 5)
        yards[seat] = 4 - out
        for _ in range(out):
            free = [name for name in names if name not in holes and (name.isdigit() or name[0] == seat)]
            near = [name for name in free if name.isdigit() and f"{(int(name) + 1) % 64:02d}" in holes]
            holes[rng.choice(near if near and rng.random() < 0.35 else free)] = seat
    moment = Moment(holes, yards, seed=seed, off_centre=rng.choice((0.0, 0.0, 1.3)))
    kind = rng.random()
    if kind < 0.45:
        moment = replace(moment, arms=tuple(arm(place, rng) for _ in range(rng.choice((1, 1, 2)))))
    if rng.random() < 0.3:
        other = lamp(rng)
        moment = replace(
            moment, lamp=other if rng.random() < 0.6 else replace(place.lamp, strength=rng.uniform(0.4, 1.25))
        )
    if rng.random() < 0.15:
        moment = replace(moment, shift=(rng.uniform(-9, 9), rng.uniform(-9, 9)), turn=rng.uniform(-2, 2))
    return moment


def arm(place: Installation, rng: Random, hand: tuple[float, float] | None = None, holds: str | None = None) -> Arm:
    """An arm that reaches in from any side."""
    half = place.board.side_mm / 2
    side = rng.uniform(0, 2 * np.pi)
    towards = (float(np.cos(side)), float(np.sin(side)))
    if hand is None:
        hand = (rng.uniform(-0.85, 0.85) * half, rng.uniform(-0.85, 0.85) * half)
    begin = (towards[0] * half * 2.2 + hand[0] * 0.3, towards[1] * half * 2.2 + hand[1] * 0.3)
    photo = rng.choice((None, None, 0, 1, 2)) if holds is None else None
    width, skin, sleeve, reach = rng.uniform(52, 82), rng.choice(SKINS), rng.choice(SLEEVES), rng.uniform(0.4, 0.85)
    return Arm(begin, hand, width, skin, sleeve, reach, rng.choice((1, 2, 4, 5)), holds, photo)


def _moved(shift: tuple[float, float], turn: float) -> Any:
    angle = np.radians(turn)
    return np.array([
        [np.cos(angle), -np.sin(angle), shift[0]], [np.sin(angle), np.cos(angle), shift[1]], [0, 0, 1],
    ])  # fmt: skip


def _axis(axis: int, degrees: float) -> Any:
    unit = np.zeros(3)
    unit[axis] = 1
    return _rodrigues(unit, np.radians(degrees))


def _rodrigues(axis: Any, angle: float) -> Any:
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
