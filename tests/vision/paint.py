"""Draws what `tests.vision.scene` describes, and tells what is true of the picture.

The table is painted flat as light that comes back from it; high things are drawn where the camera
sees them. Then the picture is bent into the camera's view, and lens, sensor and JPEG do their harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from calibration.camera_map import CameraMap
from tests.vision.cards import card_picture
from tests.vision.scene import Arm, Installation, Lamp, Moment
from tests.vision.wild import laid, shaded, vignetted

Array = Any
DATA = Path(__file__).with_name("data")


@dataclass(frozen=True)
class Shot:
    """A picture and its truth. holes: seat or "empty"; covered: share of each hole that is hidden."""

    image: Array
    holes: dict[str, str]
    covered: dict[str, float]
    yards: dict[str, int]
    card: str | None


class Painter:
    """Paints one installation; what stays the same is painted once for each lamp."""

    def __init__(self, place: Installation) -> None:
        self.place = place
        self.reach = place.board.side_mm * 0.95
        # A small picture needs no fine table.
        self.px = 2.0 if place.size[0] >= 900 else 1.25
        self.side = int(2 * self.reach * self.px)
        rng = np.random.default_rng(place.seed)
        self._albedo = self._bare(rng)
        self._lit: dict[Lamp, Array] = {}
        self._maps: dict[tuple[Any, ...], Array] = {}
        self._still: tuple[Moment, Array, dict[str, float]] | None = None

    def shot(self, moment: Moment) -> Shot:
        """The picture of a moment."""
        rng = np.random.default_rng([self.place.seed, moment.seed])
        holes = {hole.name: moment.holes.get(hole.name, "empty") for hole in self.place.board.holes}
        still = replace(moment, seed=0)
        if self._still is None or self._still[0] != still:
            self._still = (still, *self._painted(moment, rng))
        _, picture, covered = self._still
        return Shot(self._developed(picture, moment, rng), holes, covered, dict(moment.yards), moment.card)

    def _painted(self, moment: Moment, rng: Any) -> tuple[Array, dict[str, float]]:
        """The picture as light, without noise, and how much of each hole is hidden."""
        light = moment.lamp or self.place.lamp
        flat = self._board(light).copy()
        foot = self._foot()
        self._cards(flat, moment, light)
        self._pieces(flat, moment, light, foot, rng)
        shaded(flat, moment.shades, self.reach, self.px)
        cover = np.zeros(flat.shape[:2], np.float32)
        for thing in moment.things:
            laid(flat, cover, thing, light, (self.reach, self.px))
        for arm in moment.arms:
            self._arm(flat, cover, arm, light, foot)
        covered = {hole.name: self._hidden(cover, hole.x_mm, hole.y_mm) for hole in self.place.board.holes}
        return self._seen(flat, moment), covered

    def _px(self, x: float, y: float) -> tuple[float, float]:
        return (x + self.reach) * self.px, (y + self.reach) * self.px

    def _foot(self) -> Array:
        """The point of the table right below the camera, and its height: high things lean away from it."""
        return self.place.rotation()[2] * self.place.height_mm * np.array([-1, -1, 1])

    def _bare(self, rng: Any) -> Array:
        place = self.place
        image = self._ground(rng)
        half_x, half_y = place.board.half_mm
        low, high = np.array(self._px(-half_x, -half_y)).astype(int), np.array(self._px(half_x, half_y)).astype(int)
        base, strength = place.wood_look
        wood = _grain(rng, high[1] - low[1], high[0] - low[0], strength)[..., None] * np.array(base, np.float32)
        image[low[1] : high[1], low[0] : high[0]] = wood
        if place.engraved:
            self._engrave(image)
        for pit in place.board.pits:
            at = tuple(int(v * 8) for v in self._px(pit.x_mm, pit.y_mm))
            rim = tuple(0.55 * v for v in base)
            cv2.circle(image, at, int(pit.rim_radius_mm * self.px * 8), rim, -1, cv2.LINE_AA, 3)
            inside = place.felt_bgr if place.has_felt else tuple(0.75 * v for v in base)
            cv2.circle(image, at, int(pit.felt_radius_mm * self.px * 8), inside, -1, cv2.LINE_AA, 3)
        return image

    def _ground(self, rng: Any) -> Array:
        place = self.place
        colour = np.array(place.ground_bgr, np.float32)
        tone = np.ones((self.side, self.side), np.float32)
        if place.ground == "planks":
            tone = _grain(rng, self.side, self.side, 0.25)
            tone[:: int(70 * self.px)] *= 0.5
        elif place.ground == "checks":
            lines = (np.arange(self.side) // int(25 * self.px)) % 2
            tone = 0.75 + 0.4 * (lines[:, None] ^ lines[None, :]).astype(np.float32)
        elif place.ground == "cloth":
            tone = 1 + 0.12 * _cloud(rng, self.side, 60) + rng.normal(0, 0.04, (self.side, self.side))
        return np.clip(tone, 0.2, 2)[..., None].astype(np.float32) * colour

    def _engrave(self, image: Array) -> None:
        step = self.place.board.side_mm * 0.0795
        radius = int(step * self.px * 8)
        ring = self.place.board.ring[0]
        limit = float(np.hypot(ring.x_mm, ring.y_mm)) * 0.9
        for i in range(-4, 5):
            for j in range(-4, 5):
                x, y = step * (i + j / 2), step * j * 0.866
                if np.hypot(x, y) < limit - step:
                    at = tuple(int(v * 8) for v in self._px(x, y))
                    cv2.circle(image, at, radius, tuple(0.5 * v for v in self.place.wood_look[0]), 1, cv2.LINE_AA, 3)

    def _board(self, light: Lamp) -> Array:
        """The bare board under a lamp: shade in the holes, slope of the light."""
        if light in self._lit:
            return self._lit[light]
        axis = np.linspace(-1, 1, self.side, dtype=np.float32)
        towards = np.radians(light.around)
        slope = 1 + light.slope * (axis[None, :] * np.cos(towards) + axis[:, None] * np.sin(towards))
        slope *= 1 - 0.15 * light.slope * (axis[None, :] ** 2 + axis[:, None] ** 2)
        image = self._albedo * slope[..., None]
        for hole in self.place.board.holes:
            self._hole(image, hole.x_mm, hole.y_mm, hole.diameter_mm / 2, light)
        for pit in self.place.board.pits:
            self._shade_pit(image, pit.x_mm, pit.y_mm, pit.rim_radius_mm, light)
        image *= np.array(light.colour, np.float32) * light.strength
        if light.glare:
            self._mirrored(image, light)
        self._lit = {light: image} if len(self._lit) > 3 else {**self._lit, light: image}
        return image

    def _mirrored(self, image: Array, light: Lamp) -> None:
        """The lamp in the varnish, between the middle of the board and the lamp; less of it in the holes."""
        away = self.place.board.side_mm * 0.5 * np.cos(np.radians(light.up))
        around = np.radians(light.around)
        patch, dx, dy = self._patch(image, away * np.cos(around), away * np.sin(around), 3 * light.glare_mm)
        shine = light.glare * np.exp(-((dx * dx + dy * dy) / light.glare_mm**2))
        for hole in self.place.board.holes:
            inside = np.hypot(dx + away * np.cos(around) - hole.x_mm, dy + away * np.sin(around) - hole.y_mm)
            shine *= np.where(inside < hole.diameter_mm / 2, 0.3, 1.0)
        patch += (shine * light.strength)[..., None] * np.array(light.colour, np.float32)

    def _hole(self, image: Array, x: float, y: float, radius: float, light: Lamp) -> None:
        patch, dx, dy = self._patch(image, x, y, radius + 1)
        r = np.hypot(dx, dy) / radius
        inside = np.clip((1 - r) * radius * self.px + 0.5, 0, 1)[..., None]
        lx, ly, lz = _towards(light)
        if self.place.drilled_through:
            offset = np.hypot(dx - lx * 5 / max(lz, 0.3), dy - ly * 5 / max(lz, 0.3)) / radius
            lit = np.clip((1.0 - offset) * 4 + 0.5, 0, 1)
            shade = 0.55 * (light.ambient * 0.8 + (1 - light.ambient) * lit)
        else:
            depth = np.sqrt(np.clip(1.25 - r * r, 0.05, None))
            shine = np.clip((-dx / radius * lx - dy / radius * ly + depth * lz) / 1.12, 0, 1)
            # The rim stands between the lamp and the wall on the lamp's side.
            reach = (dx * lx + dy * ly) / radius
            shine *= np.clip((0.75 * lz + 0.25 - reach) * 3, 0, 1)
            shade = light.ambient * (0.62 + 0.3 * r * r) + (1 - light.ambient) * shine * 0.95
        patch *= 1 + (np.clip(shade, 0.06, 1.2)[..., None] - 1) * inside

    def _shade_pit(self, image: Array, x: float, y: float, radius: float, light: Lamp) -> None:
        patch, dx, dy = self._patch(image, x, y, radius)
        lx, ly, _ = _towards(light)
        shadow = (np.hypot(dx, dy) < radius) & (dx * lx + dy * ly > 0.62 * radius)
        patch *= 1 - 0.45 * (1 - light.ambient) * cv2.GaussianBlur(shadow.astype(np.float32), (0, 0), 2)[..., None]

    def _patch(self, image: Array, x: float, y: float, reach: float) -> tuple[Array, Array, Array]:
        cx, cy = self._px(x, y)
        r = int(reach * self.px) + 2
        x0, y0 = max(0, int(cx) - r), max(0, int(cy) - r)
        patch = image[y0 : int(cy) + r + 1, x0 : int(cx) + r + 1]
        ys, xs = np.mgrid[y0 : y0 + patch.shape[0], x0 : x0 + patch.shape[1]]
        return patch, (xs - cx) / self.px, (ys - cy) / self.px

    def _pieces(self, flat: Array, moment: Moment, light: Lamp, foot: Array, rng: Any) -> None:
        board = self.place.board
        standing = []
        for hole in board.holes:
            seat = moment.holes.get(hole.name)
            if seat:
                off = rng.uniform(-1, 1, 2) * moment.off_centre
                if hole.name in moment.leaning:
                    side = rng.uniform(0, 2 * np.pi)
                    off = np.array([np.cos(side), np.sin(side)]) * moment.leaning[hole.name]
                standing.append((hole.x_mm + off[0], hole.y_mm + off[1], seat, 3.0))
        for pit in board.pits:
            if pit.kind == "yard" and pit.seat:
                places = list(pit.places())[: moment.yards.get(pit.seat, 0)]
                standing += [(x, y, pit.seat, -2.0) for x, y in places]
        lx, ly, lz = _towards(light)
        tall = {"ball": 10, "pawn": 26, "peg": 19, "disc": 6, "cat": 32}[self.place.shape]
        for x, y, _, _ in standing:
            self._shadow(flat, x, y, tall, light, lx, ly, lz)
        for x, y, seat, base in standing:
            self.piece(flat, x, y, seat, base, light, foot)

    def _shadow(
        self, flat: Array, x: float, y: float, tall: float, light: Lamp, lx: float, ly: float, lz: float
    ) -> None:
        length = tall / max(lz, 0.35) * np.hypot(lx, ly)
        patch, dx, dy = self._patch(flat, x, y, length + 14)
        along = np.clip(-(dx * lx + dy * ly) / max(np.hypot(lx, ly), 1e-3), 0, length)
        ux, uy = -lx / max(np.hypot(lx, ly), 1e-3), -ly / max(np.hypot(lx, ly), 1e-3)
        away = np.hypot(dx - along * ux, dy - along * uy)
        dark = np.clip((self.place.piece_mm * 0.46 - away) / 2 + 0.5, 0, 1)
        patch *= 1 - (0.75 * (1 - light.ambient) * dark)[..., None]

    def piece(self, flat: Array, x: float, y: float, seat: str, base: float, light: Lamp, foot: Array) -> None:
        """One piece of a seat at a point of the table, its foot `base` mm high."""
        radius = self.place.piece_mm / 2
        colour = self.place.dye(seat)
        for height, size in self._parts(base, radius):
            lean = (np.array([x, y]) - foot[:2]) * height / (foot[2] - height)
            patch, dx, dy = self._patch(flat, x + lean[0], y + lean[1], size + 1)
            r = np.hypot(dx, dy) / size
            alpha = np.clip((1 - r) * size * self.px + 0.5, 0, 1)[..., None]
            nz = np.sqrt(np.clip(1 - r * r, 0, 1))
            lx, ly, lz = _towards(light)
            lit = light.ambient + (1 - light.ambient) * np.clip(dx / size * lx + dy / size * ly + nz * lz, 0, 1)
            half = np.array([lx, ly, lz + 1]) / np.linalg.norm([lx, ly, lz + 1])
            spark = (
                np.clip(dx / size * half[0] + dy / size * half[1] + nz * half[2], 0, 1) ** 60 * 200 * self.place.gloss
            )
            look = (colour * lit[..., None] + spark[..., None]) * np.array(light.colour, np.float32) * light.strength
            patch += (look - patch) * alpha

    def _parts(self, base: float, radius: float) -> list[tuple[float, float]]:
        """The balls that a piece is made of, from below: how high (mm), and how large."""
        return {"ball": [(base + 2, radius)],
                "pawn": [*((base + h, radius * (0.95 - 0.018 * h)) for h in range(2, 18, 3)),
                         (base + 22, radius * 0.72)],
                "peg": [(base + h, radius * 0.8) for h in range(2, 19, 3)],
                "disc": [(base + h, radius) for h in (1, 3, 5)],
                "cat": [*((base + h, radius * (1 - 0.008 * h)) for h in range(2, 20, 3)),
                        (base + 26, radius * 0.6)]}[self.place.shape]  # fmt: skip

    def _cards(self, flat: Array, moment: Moment, light: Lamp) -> None:
        pits = [pit for pit in self.place.board.pits if pit.kind == "cards"]
        stack = [*moment.pile, *([(moment.card, moment.card_turn)] if moment.card else [])]
        for face, turn in stack if pits else []:
            card = card_picture(face)
            height, width = card.shape[:2]
            scale = 100.0 * self.px / height
            angle = np.radians(turn)
            cx, cy = self._px(pits[0].x_mm, pits[0].y_mm)
            c, s = np.cos(angle) * scale, np.sin(angle) * scale
            matrix = np.array(
                [[c, -s, cx - c * width / 2 + s * height / 2], [s, c, cy - s * width / 2 - c * height / 2]]
            )
            size = (flat.shape[1], flat.shape[0])
            mask = cv2.warpAffine(np.full((height, width), 1.0, np.float32), matrix, size, flags=cv2.INTER_AREA)
            look = cv2.warpAffine(card.astype(np.float32), matrix, size, flags=cv2.INTER_AREA)
            lit = look * np.array(light.colour, np.float32) * light.strength
            flat += (lit - flat) * mask[..., None]

    def _arm(self, flat: Array, cover: Array, arm: Arm, light: Lamp, foot: Array) -> None:
        mask = np.zeros(flat.shape[:2], np.float32)
        start, hand = np.array(arm.start), np.array(arm.hand)
        back = (start - hand) / np.linalg.norm(start - hand)
        side = np.array([-back[1], back[0]])
        if arm.photo is not None:
            look = self._photo(mask, arm, hand, back)
        else:
            wrist = hand + back * 90
            self._capsule(mask, wrist, start, arm.width_mm * 0.7, arm.width_mm)
            self._capsule(mask, hand + back * 35, wrist, arm.width_mm * 1.05, arm.width_mm * 0.75)
            for number in range(arm.fingers):
                across = side * (number - (arm.fingers - 1) / 2) * 19
                self._capsule(mask, hand + across * 0.8, hand + back * 45 + across, 15, 19)
            look = np.empty_like(flat)
            look[:] = arm.skin
            if arm.sleeve is not None:
                from_mm = np.linalg.norm(start - hand) * (1 - arm.sleeve_to) * 0.6 + 95
                ys, xs = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]]
                dx, dy = xs / self.px - self.reach - hand[0], ys / self.px - self.reach - hand[1]
                along = dx * back[0] + dy * back[1]
                look[along > from_mm] = arm.sleeve
            soft = cv2.GaussianBlur(mask, (0, 0), 9)
            bump = 0.72 + 0.35 * soft + 0.1 * cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=5)
            look *= np.clip(bump, 0.4, 1.2)[..., None]
        lx, ly, lz = _towards(light)
        move = np.float32([[1, 0, -lx / max(lz, 0.4) * 45 * self.px], [0, 1, -ly / max(lz, 0.4) * 45 * self.px]])
        shadow = cv2.warpAffine(cv2.resize(mask, None, fx=1, fy=1), move, mask.shape[::-1])
        small = cv2.GaussianBlur(cv2.resize(shadow, None, fx=0.25, fy=0.25), (0, 0), 4)
        shadow = cv2.resize(small, mask.shape[::-1])
        flat *= (1 - 0.8 * (1 - light.ambient) * shadow)[..., None]
        flat += (look * np.array(light.colour, np.float32) * light.strength * 0.95 - flat) * mask[..., None]
        if arm.holds:
            self.piece(flat, arm.hand[0], arm.hand[1], arm.holds, 8.0, light, foot)
            cv2.circle(mask, tuple(int(v) for v in self._px(*arm.hand)), int(10 * self.px), 1.0, -1)
        np.maximum(cover, mask, out=cover)

    def _capsule(self, mask: Array, a: Array, b: Array, wide_a: float, wide_b: float) -> None:
        across = np.array([-(b - a)[1], (b - a)[0]]) / max(np.linalg.norm(b - a), 1e-6)
        corners = [a + across * wide_a / 2, b + across * wide_b / 2, b - across * wide_b / 2, a - across * wide_a / 2]
        points = np.array([self._px(*corner) for corner in corners])
        cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
        for end, wide in ((a, wide_a), (b, wide_b)):
            at = tuple(round(v * 8) for v in self._px(*end))
            cv2.circle(mask, at, int(wide / 2 * self.px * 8), 1.0, -1, cv2.LINE_AA, 3)

    def _photo(self, mask: Array, arm: Arm, hand: Array, back: Array) -> Array:
        """A photographed hand with its forearm, fingertips at `hand`, laid along the arm."""
        picture, alpha = photographed_hands()[arm.photo or 0]
        _height, width = alpha.shape
        scale = 330 * self.px / 360
        angle = np.arctan2(back[1], back[0]) - np.pi / 2
        c, s = np.cos(angle) * scale, np.sin(angle) * scale
        tip = np.array(self._px(*hand))
        matrix = np.array([[c, -s, tip[0] - c * width / 2], [s, c, tip[1] - s * width / 2]])
        size = (mask.shape[1], mask.shape[0])
        mask[:] = cv2.warpAffine(alpha, matrix, size)
        return cv2.warpAffine(picture.astype(np.float32), matrix, size)

    def _hidden(self, cover: Array, x: float, y: float) -> float:
        patch, dx, dy = self._patch(cover, x, y, 6)
        return float(patch[np.hypot(dx, dy) < 5.5].mean())

    def _seen(self, flat: Array, moment: Moment) -> Array:
        place = self.place
        key = (moment.shift, moment.turn)
        if key not in self._maps:
            view = place.view(moment.shift, moment.turn)
            self._maps = {key: self._lookup(view)}
        table = self._maps[key]
        picture = cv2.remap(flat, table, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if place.blur > 0.35:
            picture = cv2.GaussianBlur(picture, (0, 0), place.blur)
        if place.vignette:
            picture = vignetted(picture, place.vignette)
        return picture * (moment.exposure * np.array(place.tint, np.float32))

    def _developed(self, picture: Array, moment: Moment, rng: Any) -> Array:
        place = self.place
        grain = _noise(rng, picture.shape)
        picture = picture + grain * (place.noise * (0.5 + np.sqrt(np.clip(picture, 0, 255) / 255)))
        image = np.clip(picture, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, place.quality or 85 + moment.seed % 10])[1]
        return cv2.imdecode(coded, cv2.IMREAD_COLOR)

    def _lookup(self, view: CameraMap) -> Array:
        width, height = view.size
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
        board = view.to_board(grid.astype(np.float64))
        return ((board + self.reach) * self.px).astype(np.float32).reshape(height, width, 2)


@cache
def photographed_hands() -> tuple[tuple[Array, Array], ...]:
    """Photographed hands with forearm, fingertips up: (picture, alpha)."""
    found = []
    for path in sorted(DATA.glob("hand-*.png")):
        whole = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        whole = np.concatenate([whole[:-4], np.repeat(whole[-5:-4], 700, axis=0)])  # the forearm goes on
        found.append((whole[..., :3], whole[..., 3].astype(np.float32) / 255))
    return tuple(found)


@cache
def _grains() -> Array:
    return np.random.default_rng(5).normal(0, 1, (1200, 1500, 3)).astype(np.float32)


def _noise(rng: Any, shape: tuple[int, ...]) -> Array:
    """Noise of the sensor: another cut of one large sheet each time."""
    sheet = _grains()
    if shape[0] > 1100 or shape[1] > 1400:
        return rng.normal(0, 1, shape).astype(np.float32)
    y, x = int(rng.integers(0, 1200 - shape[0])), int(rng.integers(0, 1500 - shape[1]))
    return sheet[y : y + shape[0], x : x + shape[1]]


def _towards(light: Lamp) -> tuple[float, float, float]:
    around, up = np.radians(light.around), np.radians(light.up)
    return float(np.cos(around) * np.cos(up)), float(np.sin(around) * np.cos(up)), float(np.sin(up))


def _grain(rng: Any, height: int, width: int, strength: float, plank: int = 190) -> Array:
    """Wood: streaks along x, planks of different tone."""
    streaks = cv2.GaussianBlur(rng.normal(0, 1, (height, max(8, width // 24))).astype(np.float32), (0, 0), 1.2)
    streaks = cv2.resize(streaks, (width, height), interpolation=cv2.INTER_CUBIC)
    streaks /= max(float(streaks.std()), 1e-6)
    tone = 1 + strength * 0.5 * streaks
    for top in range(0, height, plank):
        tone[top : top + plank] *= 1 + strength * rng.uniform(-0.7, 0.7)
    return np.clip(tone, 0.3, 1.7).astype(np.float32)


def _cloud(rng: Any, side: int, cells: int) -> Array:
    small = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), 2) * 3, (side, side), interpolation=cv2.INTER_CUBIC)


def bumped(moment: Moment, rng: Random) -> Moment:
    """The moment after somebody knocked against the board."""
    return replace(moment, shift=(rng.uniform(-15, 15), rng.uniform(-15, 15)), turn=rng.uniform(-6, 6))
