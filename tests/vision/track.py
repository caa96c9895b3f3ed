"""A track of spaces under a camera: one token, tiles laid over the spaces it has left, markers in the corners.

Everything varies that may: wood, paint or felt, how the spaces are drawn, the token's shape, size and colour, tiles,
lamps, hands, camera. Drawn from lots of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import cv2
import numpy as np

from calibration.camera_corners import PAPER_MM, SIDE_MM, corners_mm
from calibration.camera_markers import pattern
from calibration.camera_token import TOKEN
from hardware.geometry import load_board
from tests.vision.broad import broad_lamp, dressed, exposed, framed
from tests.vision.paint import Painter
from tests.vision.scene import COLOURS, Installation, Lamp, Moment, Shade, Thing, arm, installation
from tests.vision.wild import laid

Array = Any
BOARD = "tacocat-45cm"
SIZES = ((800, 600), (1024, 768), (1280, 720), (1280, 960), (1280, 960), (1600, 1200))
STYLES = ("lines", "lines", "discs", "checks", "recess", "numbers")
SHAPES = {"ball": (16, 26), "pawn": (15, 24), "peg": (16, 22), "disc": (18, 32), "cat": (20, 30)}


@dataclass(frozen=True)
class TrackMoment(Moment):
    """A moment at a track. tiles: what covers spaces."""

    tiles: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class TrackLook:
    """How a track is made: how its spaces are drawn, in which inks (B, G, R as a share of the wood), its tiles, and by
    how much (mm) its markers lie beside their corners."""

    style: str
    ink: tuple[float, float, float]
    paint: tuple[float, float, float]
    has_numbers: bool
    tile: tuple[float, float, float]
    tile_mm: float
    askew_mm: float


def track_installation(seed: int) -> Installation:
    """A track under a camera for an evening."""
    rng = Random(f"track {seed}")
    size = rng.choice(SIZES)
    place = installation(seed + 900_000, load_board(BOARD), size)
    shape = rng.choice(list(SHAPES))
    is_cloth = rng.random() < 0.25
    tone = rng.uniform(0.4, 1.05)
    wood = (tone * rng.uniform(85, 165), tone * rng.uniform(125, 185), tone * rng.uniform(165, 210))
    if is_cloth:
        wood = rng.choice(((70, 110, 60), (110, 70, 50), (60, 60, 130), (120, 120, 120)))
    place = replace(
        place, wood_bgr=wood, grain=0.03 if is_cloth else rng.uniform(0.02, 0.24), shape=shape,
        piece_mm=rng.uniform(*SHAPES[shape]), colours={TOKEN: rng.choice(list(COLOURS))},
        dyes={TOKEN: tuple(rng.uniform(0.85, 1.15) for _ in range(3))}, tilt=rng.uniform(0, 25),
        roll=rng.uniform(-25, 25), height_mm=rng.uniform(600, 1000), k1=rng.choice((0.0, rng.uniform(-0.1, 0.04))),
        lamp=broad_lamp(rng), gloss=rng.uniform(0.0, 1.6), noise=rng.uniform(0.6, 4.0),
        blur=rng.uniform(0.3, 1.0) * size[1] / 960, vignette=rng.choice((0.0, rng.uniform(0.0, 0.35))),
        tint=tuple(rng.uniform(0.88, 1.14) for _ in range(3)), quality=rng.randrange(65, 96),
    )  # fmt: skip
    return framed(exposed(place, rng.uniform(60, 180)), rng.uniform(0.7, 0.93), rng)


def track_look(seed: int) -> TrackLook:
    """How the track of an installation is made."""
    rng = Random(f"track look {seed}")
    dark = rng.choice((0.35, 0.5, 1.6))
    paint = tuple(rng.uniform(0.45, 1.35) for _ in range(3))
    tile = tuple(rng.uniform(30, 220) for _ in range(3))
    return TrackLook(rng.choice(STYLES), (dark, dark, dark), (paint[0], paint[1], paint[2]), rng.random() < 0.6,
                     (tile[0], tile[1], tile[2]), rng.uniform(34, 46), rng.choice((0.0, 0.0, 2.0)))  # fmt: skip


def track_moment(place: Installation, seed: int) -> TrackMoment:
    """The token anywhere, tiles on some of the other spaces, sometimes hands, another lamp, a shade, a bump."""
    rng = Random(f"track {place.seed} moment {seed}")
    look = track_look(place.seed)
    names = [hole.name for hole in place.board.holes]
    at = rng.choice(names)
    others = [hole for hole in place.board.holes[1:-1] if hole.name != at]
    tiles = tuple(tile_on(look, hole.x_mm, hole.y_mm, rng) for hole in rng.sample(others, rng.randrange(0, 7)))
    arms = tuple(dressed(_arm(place, rng), rng) for _ in range(rng.choice((0, 0, 1, 1, 2))))
    moment = TrackMoment({at: TOKEN}, arms=arms, tiles=tiles, off_centre=rng.choice((0.0, 3.0, 6.0)), seed=seed + 10)
    if rng.random() < 0.3:
        dimmed = replace(place.lamp, strength=place.lamp.strength * rng.uniform(0.5, 1.25))
        moment = replace(moment, lamp=broad_lamp(rng) if rng.random() < 0.5 else dimmed)
    if rng.random() < 0.15:
        moment = replace(moment, shift=(rng.uniform(-12, 12), rng.uniform(-12, 12)), turn=rng.uniform(-4, 4))
    if rng.random() < 0.2:
        edge = rng.uniform(-0.7, 0.7) * place.board.side_mm / 2
        shade = Shade(edge, rng.uniform(0, 360), rng.uniform(0.3, 0.6), rng.uniform(8, 100))
        moment = replace(moment, shades=(shade,))
    return replace(moment, exposure=rng.choice((1.0, 1.0, rng.uniform(0.7, 1.3))))


def tile_on(look: TrackLook, x: float, y: float, rng: Random) -> Thing:
    """A tile laid over a space by hand."""
    return Thing(x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), look.tile_mm, look.tile_mm, rng.uniform(-12, 12),
                 look.tile)  # fmt: skip


def _arm(place: Installation, rng: Random) -> Any:
    """An arm from any side, its hand above the track or beside it."""
    half_x, half_y = place.board.half_mm
    return arm(place, rng, hand=(rng.uniform(-1.2, 1.2) * half_x, rng.uniform(-0.95, 0.95) * half_y))


class TrackPainter(Painter):
    """Paints a track."""

    def __init__(self, place: Installation, look: TrackLook | None = None) -> None:
        self.look = look or track_look(place.seed)
        super().__init__(place)

    def _bare(self, rng: Any) -> Array:
        image = super()._bare(rng)
        for number, hole in enumerate(self.place.board.holes):
            self._space(image, number, hole.x_mm, hole.y_mm, hole.diameter_mm)
        off = Random(f"markers {self.place.seed}")
        for number, (x, y) in enumerate(corners_mm(self.place.board)):
            askew = self.look.askew_mm
            turn = off.choice((0, 90, 180, 270)) + off.uniform(-2, 2) * askew
            self._marker(image, number, (x + off.uniform(-1, 1) * askew, y + off.uniform(-1, 1) * askew), turn)
        return image

    def _space(self, image: Array, number: int, x: float, y: float, side: float) -> None:
        look, half = self.look, side / 2
        low, high = self._px(x - half, y - half), self._px(x + half, y + half)
        box = [(round(a), round(b)) for a, b in (low, high)]
        ink = np.array(self.place.wood_look[0]) * look.ink
        if look.style == "lines":
            cv2.rectangle(image, box[0], box[1], ink.tolist(), max(1, round(self.px)), cv2.LINE_AA)
        elif look.style == "checks" and number % 2:
            part = image[box[0][1] : box[1][1], box[0][0] : box[1][0]]
            part *= np.array(look.paint, np.float32)
        elif look.style in ("discs", "recess"):
            middle = tuple(round(v * 8) for v in self._px(x, y))
            mask = np.zeros(image.shape[:2], np.float32)
            cv2.circle(mask, middle, int(half * 0.94 * self.px * 8), 1.0, -1, cv2.LINE_AA, 3)
            tone = look.paint if look.style == "discs" else (0.85, 0.85, 0.85)
            image *= 1 + (np.array(tone, np.float32) - 1) * mask[..., None]
        if look.has_numbers or look.style == "numbers":
            at = tuple(round(v) for v in self._px(x - 6, y + 6))
            mask8 = np.zeros(image.shape[:2], np.uint8)
            cv2.putText(mask8, "496767694"[number], at, cv2.FONT_HERSHEY_SIMPLEX, self.px * 0.55, 255,
                        max(1, round(self.px)), cv2.LINE_AA)  # fmt: skip
            image += (ink.astype(np.float32) - image) * (mask8[..., None] / 255).astype(np.float32)

    def _marker(self, image: Array, number: int, middle: tuple[float, float], turn: float) -> None:
        tile = np.pad(np.where(pattern(number), 18, 215).astype(np.float32), 1, constant_values=215)
        tile = cv2.resize(tile, None, fx=24, fy=24, interpolation=cv2.INTER_NEAREST)
        keep = round((8 - 6 * PAPER_MM / SIDE_MM) / 2 * 24)
        tile = tile[keep:-keep, keep:-keep]
        side = tile.shape[0]
        scale = PAPER_MM * self.px / side
        matrix = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn, scale)
        matrix[:, 2] += np.array(self._px(*middle)) - (side - 1) / 2
        size = (image.shape[1], image.shape[0])
        mask = cv2.warpAffine(np.ones_like(tile), matrix, size, flags=cv2.INTER_AREA)[..., None]
        drawn = cv2.warpAffine(tile, matrix, size, flags=cv2.INTER_AREA)[..., None]
        image += (drawn - image) * mask

    def _engrave(self, image: Array) -> None:
        """Nothing is engraved in a track but its spaces."""

    def _hole(self, image: Array, x: float, y: float, radius: float, light: Lamp) -> None:
        """A space is no hole; where it is a hollow its wall throws a little shade."""
        if self.look.style == "recess":
            self._shade_pit(image, x, y, radius * 0.94, light)

    def _cards(self, flat: Array, moment: Moment, light: Lamp) -> None:
        cover = np.zeros(flat.shape[:2], np.float32)
        for tile in getattr(moment, "tiles", ()):
            laid(flat, cover, tile, light, (self.reach, self.px))
            inner = replace(tile, width_mm=tile.width_mm * 0.6, height_mm=tile.height_mm * 0.6,
                            colour=tuple(0.7 * v for v in tile.colour))  # fmt: skip
            laid(flat, cover, inner, light, (self.reach, self.px))
