"""Packs of cards of any design, drawn by lot, and the pit with a card on top as a camera sees it.

Nothing here is like a printed pack, nor like the one of `tests.vision.cards`: fonts, corners, figures, paper, frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np

from tests.vision.cards import FACES

Array = Any
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
WIDE, HIGH = 360, 600
PIT_MM = 150.0


@dataclass(frozen=True)
class Pack:
    """How a pack is printed: the shape of its cards, paper, inks, what stands in corners and middle."""

    seed: int
    shape: float
    height_mm: float
    paper: tuple[float, float, float]
    inks: tuple[tuple[int, int, int], tuple[int, int, int]]
    font: int
    weight: int
    size: float
    has_all_corners: bool
    middle: str
    has_frame: bool
    felt: tuple[float, float, float]

    def face(self, name: str) -> Array:
        """The picture of a face: uint8 (600, 360, 3)."""
        card = np.empty((HIGH, WIDE, 3), np.uint8)
        card[:] = self.paper
        ink = self.inks[0 if name.isdigit() or name == "trickster" else 1]
        text = name.upper() if not name.isdigit() else name
        size = self.size if len(text) < 3 else self.size * 0.42
        half = np.zeros((HIGH, WIDE), np.uint8)
        wide = cv2.getTextSize(text, self.font, size, self.weight)[0][0]
        top = 26 + round(30 * size)
        cv2.putText(half, text, (24, top), self.font, size, 255, self.weight, cv2.LINE_AA)
        if self.has_all_corners:
            cv2.putText(half, text, (WIDE - 24 - wide, top), self.font, size, 255, self.weight, cv2.LINE_AA)
        ink_at = np.maximum(half, half[::-1, ::-1])
        ink_at = np.maximum(ink_at, self._middle(name))
        if self.has_frame:
            cv2.rectangle(ink_at, (10, 10), (WIDE - 11, HIGH - 11), 200, 3)
        share = ink_at[..., None].astype(np.float32) / 255
        return (card * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)

    def _middle(self, name: str) -> Array:
        """What stands in the middle: a large number, a figure of its own for each face, or nothing for numbers."""
        sheet = np.zeros((HIGH, WIDE), np.uint8)
        if self.middle == "number":
            text = name[:2].upper()
            (wide, high), _ = cv2.getTextSize(text, self.font, 4.5, 12)
            cv2.putText(sheet, text, ((WIDE - wide) // 2, (HIGH + high) // 2), self.font, 4.5, 255, 12, cv2.LINE_AA)
        elif self.middle == "figure" or not name.isdigit():
            rng = Random(f"{self.seed} {name}")
            for _ in range(3):
                points = [(rng.randrange(90, 270), rng.randrange(200, 400)) for _ in range(rng.choice((3, 4, 5)))]
                cv2.fillPoly(sheet, [cv2.convexHull(np.array(points))], rng.choice((255, 140)), cv2.LINE_AA)
            sheet = np.maximum(sheet, sheet[::-1, ::-1])
        return sheet


def pack(seed: int) -> Pack:
    """A pack drawn by lot."""
    rng = Random(f"pack {seed}")
    white = rng.uniform(205, 248)
    paper = (white * rng.uniform(0.9, 1.0), white, white * rng.uniform(0.97, 1.02))
    inks = rng.choice((((40, 40, 200), (25, 25, 25)), ((30, 30, 30), (150, 60, 20)), ((60, 120, 30), (30, 30, 160))))
    felt = rng.choice(((85, 40, 20), (40, 60, 20), (60, 60, 60), (225, 228, 228), (205, 212, 216), (90, 130, 165)))
    font, weight = rng.choice(FONTS), rng.randrange(5, 9)
    return Pack(seed, rng.uniform(0.58, 0.69), rng.uniform(86, 102), paper, inks, font, weight,
                rng.uniform(2.0, 3.0), rng.random() < 0.6, rng.choice(("number", "figure", "figure", "none")),
                rng.random() < 0.3, felt)  # fmt: skip


@dataclass(frozen=True)
class Pit:
    """What lies in the pit: the card on top and its turn, those below, a shine, a finger over a corner."""

    face: str | None
    turn: float
    below: tuple[tuple[str, float], ...] = ()
    glare: float = 0.0
    has_finger: bool = False
    light: float = 1.0
    warm: float = 0.0


def pit_picture(deck: Pack, pit: Pit, px_per_mm: float, seed: int) -> Array:
    """The pit from above, 150 mm wide, as a camera with so many pixels a mm sees it."""
    rng = Random(f"pit {deck.seed} {seed}")
    fine = 4.0
    side = round(PIT_MM * fine)
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = (95, 140, 175)
    cv2.circle(picture, (side // 2, side // 2), round(66 * fine), deck.felt, -1, cv2.LINE_AA)
    stack = [*pit.below, *([(pit.face, pit.turn)] if pit.face else [])]
    for number, (face, turn) in enumerate(stack):
        last = number == len(stack) - 1
        at = np.array([rng.uniform(-4, 4), rng.uniform(-4, 4)]) * (1.0 if last else 1.6) * fine + side / 2
        _lay(picture, deck, face, turn, at, fine)
    if pit.glare:
        spot = np.zeros((side, side), np.float32)
        at = (round(side / 2 + rng.uniform(-25, 25) * fine), round(side / 2 + rng.uniform(-35, 35) * fine))
        cv2.ellipse(spot, at, (round(16 * fine), round(9 * fine)), rng.uniform(0, 180), 0, 360, 1.0, -1)
        picture += cv2.GaussianBlur(spot, (0, 0), 5 * fine)[..., None] * 150 * pit.glare
    if pit.has_finger:
        angle = np.radians(pit.turn + rng.choice((-60, 60, 120, 240)))
        tip = np.array([np.cos(angle), np.sin(angle)]) * 44 * fine + side / 2
        away = np.array([np.cos(angle), np.sin(angle)]) * 60 * fine
        skin = tuple(rng.uniform(0.3, 0.95) * value for value in (150, 180, 225))
        cv2.line(
            picture, tip.astype(int).tolist(), (tip + away).astype(int).tolist(), skin, round(17 * fine), cv2.LINE_AA
        )
    x = np.linspace(-1, 1, side, dtype=np.float32)
    picture *= 1 + rng.uniform(-0.15, 0.15) * x[None, :, None] + rng.uniform(-0.15, 0.15) * x[:, None, None]
    picture *= np.array([1 - pit.warm, 1 - 0.35 * pit.warm, 1.0], np.float32) * pit.light
    small = cv2.resize(picture, None, fx=px_per_mm / fine, fy=px_per_mm / fine, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 0.7))
    small += np.random.default_rng(seed).normal(0, rng.uniform(1, 3), small.shape)
    image = np.clip(small, 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(82, 95)])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _lay(picture: Array, deck: Pack, face: str, turn: float, at: Array, fine: float) -> None:
    card = deck.face(face).astype(np.float32)
    high = deck.height_mm * fine
    wide = high * deck.shape
    angle = np.radians(turn)
    cos, sin = np.cos(angle), np.sin(angle)
    across, down = np.array([cos, sin]) * wide / WIDE, np.array([-sin, cos]) * high / HIGH
    corner = at - across * WIDE / 2 - down * HIGH / 2
    matrix = np.array([[across[0], down[0], corner[0]], [across[1], down[1], corner[1]]])
    size = picture.shape[1::-1]
    mask = cv2.warpAffine(np.ones((HIGH, WIDE), np.float32), matrix, size, flags=cv2.INTER_LINEAR)
    look = cv2.warpAffine(card, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    # The thickness of the card throws a thin shadow upon what lies below it.
    shadow = cv2.GaussianBlur(np.roll(mask, (2, 2), axis=(0, 1)), (0, 0), 2.0)
    picture *= (1 - 0.25 * np.clip(shadow - mask, 0, 1))[..., None]
    edge = 1 - 0.18 * (mask - cv2.erode(mask, np.ones((3, 3))))
    picture += (look * edge[..., None] - picture) * mask[..., None]


def shown_once(deck: Pack, seed: int = 0) -> list[Array]:
    """The pictures with which a pack is enrolled: each face once, nearly upright, others below it."""
    rng = Random(f"shown {deck.seed} {seed}")
    pictures = []
    for number, face in enumerate(FACES):
        below = tuple((rng.choice(FACES), rng.uniform(0, 360)) for _ in range(min(number, 3)))
        pit = Pit(face, rng.choice((0, 180)) + rng.uniform(-20, 20), below)
        pictures.append(pit_picture(deck, pit, 4.0, 1000 + number))
    return pictures


def hard_pit(deck: Pack, face: str, seed: int) -> Pit:
    """The face on top of any pile, at any turn, in any light; sometimes a shine, sometimes a finger."""
    rng = Random(f"hard {deck.seed} {seed}")
    below = tuple((rng.choice(FACES), rng.uniform(0, 360)) for _ in range(rng.randrange(0, 6)))
    return Pit(face, rng.uniform(0, 360), below, rng.choice((0.0, 0.0, rng.uniform(0.3, 1.2))), rng.random() < 0.15,
               rng.uniform(0.45, 1.05), rng.choice((0.0, rng.uniform(0, 0.4))))  # fmt: skip
