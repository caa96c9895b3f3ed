"""Installations and moments that are harder than an evening should be: what other rooms, hands and cameras may bring.

Built upon `tests.vision.scene`, drawn from lots of their own, so that nothing that was tuned there is known here.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import cv2
import numpy as np

from hardware.geometry import BoardGeometry
from tests.vision.scene import Arm, Installation, Lamp, Moment, Shade, Thing, arm, installation, midgame

SIZES = ((1280, 960), (1280, 960), (1280, 720), (1600, 1200), (1024, 768))
CLOTHS = ((235, 235, 230), (25, 25, 25), (120, 60, 30), (60, 60, 150), (90, 110, 140), (130, 165, 190), (70, 100, 60))


def wild_installation(seed: int, board: BoardGeometry | None = None) -> Installation:
    """An installation of another make: any picture size, dim or hard light, other woods, a worse camera."""
    rng = Random(f"wild {seed}")
    place = installation(seed + 77_000, board, rng.choice(SIZES))
    turned = place.roll + rng.uniform(-14, 14)
    far = place.focal_px * rng.uniform(0.82, 0.97)
    return replace(
        place, roll=turned, focal_px=far, lamp=wild_lamp(rng), noise=rng.uniform(0.6, 4.5), gloss=rng.uniform(0.0, 1.4),
        blur=rng.choice((0.3, rng.uniform(0.3, 1.2))), vignette=rng.choice((0.0, rng.uniform(0.0, 0.35))),
        tint=tuple(rng.uniform(0.86, 1.16) for _ in range(3)), quality=rng.choice((95, 88, rng.randrange(68, 90))),
    )  # fmt: skip


def wild_lamp(rng: Random) -> Lamp:
    """A light of any kind: low and hard, dim and warm, soft and grey."""
    warm = rng.choice((0.0, rng.uniform(-0.1, 0.5)))
    colour = (1.0 - warm, 1.0 - 0.35 * warm, 1.0)
    strength = rng.choice((rng.uniform(0.75, 1.1), rng.uniform(0.35, 0.8)))
    return Lamp(rng.uniform(0, 360), rng.uniform(22, 78), colour, strength, rng.uniform(0, 0.45),
                rng.uniform(0.14, 0.65))  # fmt: skip


def wild_moment(place: Installation, seed: int) -> Moment:
    """A moment with any number of arms, somebody's shade across the board, things that do not belong there."""
    rng = Random(f"wild {place.seed} {seed}")
    moment = replace(midgame(place, seed + 500), arms=(), lamp=None, shift=(0.0, 0.0), turn=0.0)
    half = place.board.side_mm / 2
    arms = tuple(_dressed(arm(place, rng), rng) for _ in range(rng.choice((0, 0, 1, 1, 2, 3))))
    shades: tuple[Shade, ...] = ()
    if rng.random() < 0.35:
        edge = rng.uniform(-0.7, 0.7) * half
        shades = (Shade(edge, rng.uniform(0, 360), rng.uniform(0.3, 0.75), rng.uniform(8, 120)),)
    things: tuple[Thing, ...] = ()
    if rng.random() < 0.15:
        at = (rng.uniform(-0.9, 0.9) * half, rng.uniform(-0.9, 0.9) * half)
        size = rng.choice(((60.0, 100.0), (75.0, 150.0), (40.0, 40.0)))
        things = (Thing(*at, *size, rng.uniform(0, 180), rng.choice(CLOTHS)),)
    if rng.random() < 0.3:
        other = wild_lamp(rng)
        dimmed = replace(place.lamp, strength=place.lamp.strength * rng.uniform(0.45, 1.3))
        moment = replace(moment, lamp=other if rng.random() < 0.5 else dimmed)
    if rng.random() < 0.15:
        moment = replace(moment, shift=(rng.uniform(-14, 14), rng.uniform(-14, 14)), turn=rng.uniform(-4, 4))
    card = rng.choice((None, "7", "trickster", "13"))
    below = rng.randrange(0, 4) if card else 0
    pile = tuple((rng.choice(("1", "8", "tac")), rng.uniform(0, 360)) for _ in range(below))
    return replace(moment, arms=arms, shades=shades, things=things, card=card, pile=pile, card_turn=rng.uniform(0, 360),
                   exposure=rng.choice((1.0, 1.0, rng.uniform(0.7, 1.3))))  # fmt: skip


def _dressed(one: Arm, rng: Random) -> Arm:
    """An arm with skin of any tone, and a sleeve of any colour."""
    tone = rng.uniform(0.12, 0.95)
    skin = tuple(tone * value * rng.uniform(0.93, 1.07) for value in (150, 180, 225))
    sleeve = rng.choice((None, *CLOTHS))
    return replace(one, skin=skin, sleeve=sleeve, width_mm=rng.uniform(45, 95))


def shaded(flat: Any, shades: tuple[Shade, ...], reach_mm: float, px_per_mm: float) -> None:
    """Darkens a flat picture where somebody stands in the light: half of the table, with a soft edge."""
    side = flat.shape[0]
    axis = (np.arange(side, dtype=np.float32) / px_per_mm) - reach_mm
    for shade in shades:
        angle = np.radians(shade.turn)
        away = axis[None, :] * np.cos(angle) + axis[:, None] * np.sin(angle) - shade.at_mm
        flat *= (1 - shade.depth * np.clip(away / shade.soft_mm + 0.5, 0, 1))[..., None]


def vignetted(picture: Any, depth: float) -> Any:
    """Darkens the corners of a picture, as cheap lenses do."""
    height, width = picture.shape[:2]
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    return picture * (1 - depth * (x[None, :] ** 2 + y[:, None] ** 2) / 2)[..., None]


def laid(flat: Any, cover: Any, thing: Thing, light: Lamp, scale: tuple[float, float]) -> None:
    """Lays a thing upon a flat picture, and marks what it hides. scale: reach (mm) and px a mm of the picture."""
    reach, px = scale
    middle = ((thing.x_mm + reach) * px, (thing.y_mm + reach) * px)
    box = (middle, (thing.width_mm * px, thing.height_mm * px), thing.turn)
    mask = np.zeros(flat.shape[:2], np.float32)
    if thing.is_round:
        cv2.ellipse(mask, box, 1.0, -1, cv2.LINE_AA)
    else:
        cv2.fillPoly(mask, [np.round(cv2.boxPoints(box) * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
    look = np.array(thing.colour, np.float32) * np.array(light.colour, np.float32) * light.strength
    flat += (look - flat) * mask[..., None]
    np.maximum(cover, mask, out=cover)
