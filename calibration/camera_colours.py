"""Colours of pieces, told as what they do to the light: brighter or darker than the wood, redder, bluer.

A colour is three numbers (r, g, l): log(red/green), log(green/blue) and the mean logarithm, each less that of the wood
at the same place. The lamp falls out of all three, its brightness too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import Canvas
from calibration.camera_light import DARK
from hardware.geometry import Pit

Array = npt.NDArray[Any]

YARD_SHARE = 0.8
"""Further out the wall of a yard is seen, or its rim, where it is deep or not quite where it is expected."""
LEAST_SHARE = 0.12
"""Less of a yard than this looks different from its floor: the pieces have the colour of the floor."""
LEAST_PIXELS = 10
LIKE_FLOOR = 1.6
FAR_SHARE, CORE = 0.5, 0.3
"""What is at least so far from the floor as this share of what is farthest is the piece itself, where it is so much of
what is not the floor: four low pieces fill a quarter of a yard, and their shades and edges as much again."""
SHADE = 0.9
"""The shade of pieces makes a floor darker by this much at most (logarithm)."""
SMALLEST_STEP = 0.28
"""Two colours closer than this cannot be told apart safely."""


@dataclass(frozen=True, slots=True)
class Colour:
    """The colour of one seat's pieces: (r, g, l) and how much each varies."""

    mean: tuple[float, float, float]
    spread: tuple[float, float, float]


def tones(logs: Array) -> Array:
    """(r, g, l) of logarithms (..., 3) in the order blue, green, red.

    Channel by channel: means over an axis of three are slow.
    """
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    found = np.empty_like(logs)
    np.subtract(red, green, out=found[..., 0])
    np.subtract(green, blue, out=found[..., 1])
    np.divide(blue + green + red, 3, out=found[..., 2])
    return found


def logs_of(seen: Array) -> Array:
    """The logarithms (..., 3; blue, green, red) whose tones these are."""
    red, green, light = seen[..., 0], seen[..., 1], seen[..., 2]
    middle = light + (green - red) / 3
    return np.stack([middle - green, middle, middle + red], axis=-1)


def in_light(seen: Array, taught: Array, level: Array) -> Array:
    """Tones (K, 3) told where the wood came to `taught`, (3,), as they are where it comes to `level`, (N, 3).

    (N, K, 3). Levels are logarithms; tones (N, K, 3) told where it came to (N, 3) may be given as well. What is nearly
    black cannot get much darker: in little light it is less dark against the wood.
    """
    share = np.maximum(np.exp(level) - DARK, 1.0) / np.maximum(np.exp(taught) - DARK, 1.0)
    lit = np.maximum(np.exp(logs_of(seen) + taught[..., None, :]) - DARK, 0.0)
    return tones(np.log(share[..., None, :] * lit + DARK) - level[:, None])


def learn_colours(canvas: Canvas, relative: Array) -> dict[str, Colour]:
    """The colours of the pieces that lie in the yards. `relative`: canvas logarithms less the wood's, (672, 672, 3)."""
    flat = relative.reshape(-1, 3)
    cards = [pit for pit in canvas.board.pits if pit.kind == "cards"]
    floor = _floor(canvas, flat, cards[0]) if cards else None
    found = {}
    for pit in canvas.board.pits:
        if pit.kind == "yard" and pit.seat:
            pixels = canvas.around(pit.x_mm, pit.y_mm, pit.felt_radius_mm * YARD_SHARE)
            colour = _yard_colour(tones(flat[pixels]), floor)
            if colour is not None:
                found[pit.seat] = colour
    return found


def alike(colours: Mapping[str, Colour]) -> list[tuple[str, str]]:
    """Pairs of seats whose pieces look too much alike."""
    seats = sorted(colours)
    return [(one, other) for n, one in enumerate(seats) for other in seats[n + 1 :]
            if _apart(colours[one], colours[other]) < SMALLEST_STEP]  # fmt: skip


def name_of(colour: Colour) -> str:
    """A word for a colour, to be confirmed aloud: a key of the catalogue (`red`, `black`, ...).

    On light wood; rough on purpose, people are asked whether it is right.
    """
    red, green, light = colour.mean
    if abs(red) < 0.3 and abs(green + 0.2) < 0.42:
        return "black" if light < -0.75 else "white"
    if green < -0.55:
        return "violet" if red > 0.25 else "blue"
    if red < -0.25:
        return "green"
    if red > 0.3 and green > 0.35 and light > -0.9:
        return "orange"
    return "red" if red > 0.3 else "yellow"


def _apart(one: Colour, other: Colour) -> float:
    difference = np.array(one.mean) - np.array(other.mean)
    return float(np.linalg.norm(difference * (1, 1, 0.5)))


def _floor(canvas: Canvas, flat: Array, pit: Pit) -> Array:
    """The colour of the floor of the pit for the cards, which is that of the yards too."""
    middle: Array = np.median(tones(flat[canvas.around(pit.x_mm, pit.y_mm, pit.felt_radius_mm * 0.8)]), axis=0)
    return middle


def from_floor(pixels: Array, floor: Array) -> Array:
    """How far tones (..., 3) are from those of a floor, lit or in the shade: above `LIKE_FLOOR` it is another thing."""
    light = pixels[..., 2] - floor[..., 2]
    off = np.maximum(light / 0.45, (-light - SHADE) / 0.3).clip(0)
    away: Array = np.sqrt((((pixels[..., :2] - floor[..., :2]) / 0.14) ** 2).sum(axis=-1) + off**2)
    return away


def core_limit(away: Array) -> float:
    """How far from the floor pixels of pieces themselves are at least, of pixels that are so far from it."""
    return FAR_SHARE * float(np.quantile(away, 0.9))


def _pieces_on(pixels: Array, floor: Array) -> Array:
    """The pixels of a yard that are not its floor, lit or in the shade."""
    light = pixels[:, 2] - floor[2]
    away = from_floor(pixels, floor)
    # At their edges pieces and floor run into each other: what is farthest from the floor is the piece itself.
    share = float((away > LIKE_FLOOR).mean())
    if share >= LEAST_SHARE:
        limit = max(LIKE_FLOOR, core_limit(away))
        is_core = float((away > limit).mean()) > CORE * share
        return np.asarray(pixels[away > (limit if is_core else LIKE_FLOOR)])
    # Blue pieces on blue felt, black ones on grey: only how bright they are is left.
    brighter, darker = pixels[light > 0.2], pixels[light < -0.4]
    return np.asarray(brighter if len(brighter) >= len(darker) else darker)


def _yard_colour(pixels: Array, floor: Array | None) -> Colour | None:
    chosen = pixels if floor is None else _pieces_on(pixels, floor)
    return colour_of(chosen)


def colour_of(chosen: Array) -> Colour | None:
    """The colour of a piece from tones (M, 3) of its pixels; None where there are too few.

    Neither the glint on top nor the darkest shade at its foot tells it.
    """
    if len(chosen) < LEAST_PIXELS:
        return None
    low, high = np.quantile(chosen[:, 2], (0.25, 0.93))
    chosen = chosen[(chosen[:, 2] >= low) & (chosen[:, 2] <= high)]
    middle = np.median(chosen, axis=0)
    for _ in range(5):
        near = chosen[np.abs(chosen[:, :2] - middle[:2]).max(axis=1) < 0.3]
        if len(near) < LEAST_PIXELS:
            break
        middle = np.median(near, axis=0)
    spread = np.clip(1.5 * np.median(np.abs(chosen - middle), axis=0), (0.06, 0.06, 0.15), (0.2, 0.2, 0.4))
    return Colour((float(middle[0]), float(middle[1]), float(middle[2])),
                  (float(spread[0]), float(spread[1]), float(spread[2])))  # fmt: skip
