"""Installations and moments as far apart as rooms, lamps, boards and cameras are: every thing that may vary does.

Built upon `tests.vision.scene`, drawn from lots of their own. Where `odd` tells which one thing hurts, here all come at
once, as they do where somebody else hangs up a camera.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from calibration.camera_map import CameraMap
from hardware.geometry import load_board
from tests.vision.scene import Arm, Installation, Lamp, Moment, Thing, arm, installation, midgame

SIZES = ((800, 600), (960, 720), (1280, 720), (1280, 960), (1600, 1200), (1920, 1080), (2592, 1944))
LASER_CUT_SHARE = 0.15
FARTHEST_LEAN_MM = 3.4
"""A piece that stands so far beside the middle of its hole still stands in it, upon the edge."""


def broad_installation(seed: int) -> Installation:
    """An installation drawn from all that there may be."""
    rng = Random(f"broad {seed}")
    is_laser = rng.random() < LASER_CUT_SHARE
    size = rng.choice(SIZES)
    place = installation(seed + 400_000, load_board("tac-laser-42cm") if is_laser else None, size)
    tone = rng.uniform(0.3, 1.05)
    wood = (tone * rng.uniform(85, 165), tone * rng.uniform(125, 185), tone * rng.uniform(165, 210))
    dyes = {seat: tuple(rng.uniform(0.8, 1.2) for _ in range(3)) for seat in place.board.seats}
    place = replace(
        place, wood_bgr=wood, grain=rng.uniform(0.02, 0.24), dyes=dyes, tilt=rng.uniform(0, 35),
        roll=rng.uniform(-35, 35), height_mm=rng.uniform(550, 1100), k1=rng.choice((0.0, rng.uniform(-0.14, 0.05))),
        lamp=broad_lamp(rng), piece_mm=rng.uniform(13.0, 17.5), gloss=rng.uniform(0.0, 2.0),
        noise=rng.uniform(0.6, 5.0), felt_bgr=tuple(rng.uniform(15, 150) for _ in range(3)),
        blur=rng.uniform(0.3, 1.1) * size[1] / 960,
        vignette=rng.choice((0.0, rng.uniform(0.0, 0.35))), tint=tuple(rng.uniform(0.88, 1.14) for _ in range(3)),
        quality=rng.randrange(60, 96), drilled_through=is_laser or rng.random() < 0.15,
    )  # fmt: skip
    # A camera chooses its exposure by itself, some rather dark: the wood comes to any level that is to be seen.
    return framed(exposed(place, rng.uniform(45, 190)), rng.uniform(0.62, 0.97), rng)


def steep_installation(seed: int) -> Installation:
    """A board whose holes lie close together, tall pieces, and a camera far aside: one hides the hole behind it."""
    rng = Random(f"steep {seed}")
    place = broad_installation(seed + 800_000)
    place = replace(place, board=load_board("tac-laser-42cm"), drilled_through=True, tilt=rng.uniform(25, 35),
                    shape=rng.choice(("peg", "pawn", "cat")))  # fmt: skip
    return framed(place, rng.uniform(0.62, 0.97), rng)


def exposed(place: Installation, level: float) -> Installation:
    """The installation with the exposure at which its wood comes out so bright on average, of 255."""
    light = level / (float(np.mean(place.wood_bgr)) * place.lamp.strength)
    return replace(place, tint=tuple(light * value for value in place.tint))


def framed(place: Installation, share: float, rng: Random) -> Installation:
    """The installation with the zoom at which the board fills this share of the picture, and lies anywhere in it."""
    width, height = place.size
    half_x, half_y = place.board.half_mm
    corners = np.array([[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]])
    place = replace(place, aim=(0.0, 0.0))
    for _ in range(4):  # the lens bends: the share is met step by step
        low, high = _box(place.view(), corners)
        fills = max((high - low) / (width, height))
        place = replace(place, focal_px=place.focal_px * share / fills)
    low, high = _box(place.view(), corners)
    room = np.array([width, height]) - (high - low)
    to = low + (np.array([rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)]) * room - low)
    aim = (to - low) / (np.hypot(width, height) / 2)
    return replace(place, aim=(float(aim[0]), float(aim[1])))


def _box(view: CameraMap, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    seen = view.to_image(corners)
    return seen.min(axis=0), seen.max(axis=0)


def broad_lamp(rng: Random) -> Lamp:
    """A light of any colour, place and strength; some are mirrored in the varnish."""
    warm, green = rng.choice((0.0, rng.uniform(-0.15, 0.5))), rng.choice((0.0, 0.0, rng.uniform(-0.08, 0.08)))
    colour = (1.0 - warm, 1.0 - 0.35 * warm + green, 1.0)
    strength = rng.choice((rng.uniform(0.8, 1.15), rng.uniform(0.3, 0.8)))
    glare = rng.choice((0.0, 0.0, rng.uniform(40, 230)))
    return Lamp(rng.uniform(0, 360), rng.uniform(20, 85), colour, strength, rng.uniform(0, 0.5),
                rng.uniform(0.15, 0.65), glare, rng.uniform(15, 60))  # fmt: skip


def broad_moment(place: Installation, seed: int) -> Moment:
    """Pieces, some leaning; hands of any colour; lamps switched; cards that slid off their pile; bumps."""
    rng = Random(f"broad {place.seed} {seed}")
    moment = replace(midgame(place, seed + 900), arms=(), lamp=None, shift=(0.0, 0.0), turn=0.0)
    half = place.board.side_mm / 2
    arms = tuple(dressed(arm(place, rng), rng) for _ in range(rng.choice((0, 0, 1, 1, 2))))
    leaning = {name: rng.uniform(1.0, FARTHEST_LEAN_MM) for name in moment.holes if rng.random() < 0.15}
    things: tuple[Thing, ...] = ()
    if rng.random() < 0.15:
        at = (rng.uniform(-0.4, 0.4) * half, rng.uniform(-0.4, 0.4) * half)
        things = (Thing(*at, 60.0, 100.0, rng.uniform(0, 180), tuple(rng.uniform(30, 235) for _ in range(3))),)
    if rng.random() < 0.3:
        dimmed = replace(place.lamp, strength=place.lamp.strength * rng.uniform(0.5, 1.25))
        moment = replace(moment, lamp=broad_lamp(rng) if rng.random() < 0.5 else dimmed)
    if rng.random() < 0.15:
        moment = replace(moment, shift=(rng.uniform(-12, 12), rng.uniform(-12, 12)), turn=rng.uniform(-4, 4))
    card = rng.choice((None, "7", "trickster", "13"))
    pile = tuple(
        (rng.choice(("1", "8", "tac")), rng.uniform(0, 360)) for _ in range(rng.randrange(0, 4) if card else 0)
    )
    return replace(moment, arms=arms, leaning=leaning, things=things, card=card, pile=pile,
                   card_turn=rng.uniform(0, 360), exposure=rng.choice((1.0, 1.0, rng.uniform(0.6, 1.35))))  # fmt: skip


def dressed(one: Arm, rng: Random) -> Arm:
    """An arm with skin, glove or sleeve of any colour."""
    tone = rng.uniform(0.1, 1.0)
    skin = tuple(tone * value * rng.uniform(0.9, 1.1) for value in (150, 180, 225))
    if rng.random() < 0.15:
        skin = tuple(rng.uniform(10, 230) for _ in range(3))
    sleeve = rng.choice((None, tuple(rng.uniform(10, 235) for _ in range(3))))
    return replace(one, skin=skin, sleeve=sleeve, width_mm=rng.uniform(42, 100))
