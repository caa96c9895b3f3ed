"""What other rooms, hands, cameras and habits bring, one thing at a time, so that it is seen which of them hurts.

Each of `ODD` changes an installation, its moments, or its developed pictures, and nothing else. Calibration is made in
the changed installation, too, unless the thing comes later (an `after`: focus lost, night mode, another white balance).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import COLOURS, Installation, Lamp, Moment, Thing, arm, installation, midgame
from tests.vision.scoring import Score, calibrated

Array = Any
GLOVES = ((200, 120, 30), (40, 160, 60), (40, 40, 200), (30, 200, 220), (210, 210, 215), (20, 20, 20), (160, 90, 170))


@dataclass(frozen=True)
class Odd:
    """One thing that is otherwise than usual. Each function gets a lot of its own."""

    place: Callable[[Installation, Random], Installation] = lambda place, _: place
    moment: Callable[[Installation, Moment, Random], Moment] = lambda _, moment, __: moment
    after: Callable[[Array, Random], Array] = lambda picture, _: picture


def _gloved(place: Installation, moment: Moment, rng: Random) -> Moment:
    """Hands in gloves or paint, sleeves of the very colours of the pieces."""
    cloths = (*GLOVES, *(COLOURS[name] for name in place.colours.values()))
    arms = tuple(replace(arm(place, rng), photo=None, skin=rng.choice(cloths), sleeve=rng.choice((None, *cloths)))
                 for _ in range(rng.choice((1, 2))))  # fmt: skip
    return replace(moment, arms=arms)


def _blue_felt(place: Installation, rng: Random) -> Installation:
    """Yards lined with the colour of one of the seats."""
    felt = COLOURS[place.colours[rng.choice(place.board.seats)]]
    return replace(place, has_felt=True, felt_bgr=tuple(rng.uniform(0.8, 1.2) * value for value in felt))


def _cards_about(place: Installation, moment: Moment, rng: Random) -> Moment:
    """Cards that slid half off the pile, over house and ring."""
    half = place.board.side_mm / 2
    things = tuple(Thing(rng.uniform(-0.6, 0.6) * half, rng.uniform(-0.6, 0.6) * half, 60.0, 100.0,
                         rng.uniform(0, 180), (225, 230, 232)) for _ in range(rng.choice((1, 2))))  # fmt: skip
    return replace(moment, things=things)


def _laid(moment: Moment, things: tuple[Thing, ...]) -> Moment:
    """The moment without hands, with these things on the board for minutes."""
    return replace(moment, things=things, arms=())


def _phone(place: Installation, moment: Moment, rng: Random) -> Moment:
    """Somebody's phone on the board, dark, its edge paler than its glass."""
    half = place.board.side_mm / 2
    at, turn = (rng.uniform(-0.5, 0.5) * half, rng.uniform(-0.5, 0.5) * half), rng.uniform(0, 180)
    shade = rng.uniform(10, 45)
    return _laid(moment, (Thing(*at, 74.0, 152.0, turn, (70, 70, 72)),
                          Thing(*at, 68.0, 146.0, turn, (shade, shade, shade))))  # fmt: skip


def _cup(place: Installation, moment: Moment, rng: Random) -> Moment:
    """A cup on the board, seen from above: rim, and tea or coffee in it; any colour."""
    half = place.board.side_mm / 2
    at = (rng.uniform(-0.8, 0.8) * half, rng.uniform(-0.8, 0.8) * half)
    rim = rng.choice(((225, 228, 230), *(COLOURS[name] for name in place.colours.values())))
    drink = rng.choice(((12, 20, 35), (30, 70, 140)))
    return _laid(moment, (Thing(*at, 84.0, 84.0, 0.0, rim, is_round=True),
                          Thing(*at, 72.0, 72.0, 0.0, drink, is_round=True)))  # fmt: skip


def _cable(place: Installation, moment: Moment, rng: Random) -> Moment:
    """A cable across the board, from edge to edge."""
    tone = rng.choice(((18, 18, 18), (230, 232, 234), (40, 40, 180)))
    cable = Thing(rng.uniform(-180, 180), rng.uniform(-180, 180), rng.uniform(4, 7), 1200.0, rng.uniform(0, 180), tone)
    return _laid(moment, (cable,))


def _crumbs(place: Installation, moment: Moment, rng: Random) -> Moment:
    """Crumbs, and scraps of paper of any colour, in the holes and beside them."""
    crumbs = []
    for _ in range(rng.randrange(4, 14)):
        hole = rng.choice(place.board.holes)
        tone = rng.choice(((110, 165, 200), (60, 95, 140), (230, 232, 234), (25, 40, 60)))
        crumbs.append(Thing(hole.x_mm + rng.uniform(-7, 7), hole.y_mm + rng.uniform(-7, 7), rng.uniform(2, 7),
                            rng.uniform(2, 5), rng.uniform(0, 180), tone, is_round=True))  # fmt: skip
    return replace(moment, things=tuple(crumbs))


def _low_sun(place: Installation, moment: Moment, rng: Random) -> Moment:
    """The sun comes in low: long shadows, warm light, much of it."""
    warm = rng.uniform(0.1, 0.5)
    sun = Lamp(rng.uniform(0, 360), rng.uniform(12, 22), (1 - warm, 1 - 0.35 * warm, 1.0), rng.uniform(0.9, 1.2),
               rng.uniform(0, 0.3), rng.uniform(0.15, 0.35))  # fmt: skip
    return replace(moment, lamp=sun)


def _mirrored_window(picture: Array, rng: Random) -> Array:
    """A window in the varnish of the board: panes with a cross between, brighter than the wood, over holes as well."""
    height, width = picture.shape[:2]
    panes = np.zeros((height, width), np.float32)
    middle = (rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height)
    size, turn = rng.uniform(0.12, 0.3) * height, rng.uniform(0, 180)
    for x in (-1, 1):
        for y in (-1, 1):
            along, across = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            off = (0.54 * size * (x * along - y * across), 0.54 * size * (x * across + y * along))
            pane = cv2.boxPoints(((middle[0] + off[0], middle[1] + off[1]), (size, size), turn))
            cv2.fillPoly(panes, [np.round(pane).astype(np.int32)], 1.0)
    panes = cv2.GaussianBlur(panes, (0, 0), rng.uniform(2, 8)) * rng.uniform(30, 150)
    return np.clip(picture + panes[..., None], 0, 255).astype(np.uint8)


def _from_the_side(place: Installation, rng: Random) -> Installation:
    """A camera on a shelf at one side of the table."""
    tilt = rng.uniform(32, 42)
    return replace(place, tilt=tilt, height_mm=rng.uniform(850, 1100), focal_px=place.focal_px * 0.86 *
                   rng.uniform(0.9, 1.0) * 975 / place.height_mm)  # fmt: skip


def _flicker(picture: Array, rng: Random) -> Array:
    """Bands of a lamp of the mains in a camera that reads line by line."""
    rows = np.arange(picture.shape[0])
    waves = rows / picture.shape[0] * rng.uniform(1, 4) + rng.random()
    band = 1 + rng.uniform(0.05, 0.16) * np.sin(2 * np.pi * waves)
    return np.clip(picture * band[:, None, None], 0, 255).astype(np.uint8)


def _tinted(picture: Array, rng: Random) -> Array:
    """White balance that has wandered since it was calibrated."""
    gain = np.array([rng.uniform(0.75, 1.3), 1.0, rng.uniform(0.75, 1.3)])
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def _smeared(picture: Array, rng: Random) -> Array:
    """A camera that shakes: a table that somebody pushes."""
    length = rng.randrange(3, 9)
    line = np.zeros((length, length), np.float32)
    cv2.line(line, (0, rng.randrange(length)), (length - 1, rng.randrange(length)), 1.0)
    return cv2.filter2D(picture, -1, line / line.sum())


def _coded(picture: Array, rng: Random) -> Array:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randrange(20, 45)])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _grey(picture: Array, _: Random) -> Array:
    """A camera that has changed to its night mode."""
    return cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def _harsh(picture: Array, rng: Random) -> Array:
    """A camera that makes its pictures more vivid than they are: contrast and colours."""
    grey = picture.mean(axis=2, keepdims=True)
    vivid = grey + (picture - grey) * rng.uniform(0.6, 1.5)
    return np.clip((vivid - 128) * rng.uniform(0.85, 1.3) + 128, 0, 255).astype(np.uint8)


def _dim(place: Installation, rng: Random) -> Installation:
    """One weak lamp far away; black is one of the colours."""
    lamp = replace(place.lamp, strength=rng.uniform(0.18, 0.4))
    colours = dict(place.colours)
    if "black" not in colours.values():
        colours[rng.choice(place.board.seats)] = "black"
    return replace(place, lamp=lamp, colours=colours, noise=rng.uniform(1.5, 3.5))


ODD: dict[str, Odd] = {
    "usual": Odd(),
    "gloves and sleeves like pieces": Odd(moment=_gloved),
    "glossy pieces": Odd(lambda place, rng: replace(place, gloss=rng.uniform(1.6, 3.0))),
    "felt like pieces": Odd(_blue_felt),
    "off centre by 3 mm": Odd(moment=lambda _, moment, rng: replace(moment, off_centre=3.0)),
    "cards about": Odd(moment=_cards_about),
    "a phone on the board": Odd(moment=_phone),
    "a cup on the board": Odd(moment=_cup),
    "a cable across": Odd(moment=_cable),
    "crumbs": Odd(moment=_crumbs),
    "low sun": Odd(moment=_low_sun),
    "a window in the varnish": Odd(after=_mirrored_window),
    "dim": Odd(_dim),
    "from the side": Odd(_from_the_side),
    "rolled by 30 degrees": Odd(lambda place, rng: replace(
        place, roll=rng.choice((-1, 1)) * rng.uniform(24, 34), focal_px=place.focal_px * 0.75)),
    "640 x 480": Odd(lambda place, _: replace(place, size=(640, 480), focal_px=place.focal_px / 2)),
    "out of focus": Odd(lambda place, rng: replace(place, blur=rng.uniform(1.6, 2.6))),
    "focus lost": Odd(after=lambda picture, rng: cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.2, 2.4))),
    "white balance wandered": Odd(after=_tinted),
    "flicker": Odd(after=_flicker),
    "shaken": Odd(after=_smeared),
    "JPEG 20 to 45": Odd(after=_coded),
    "night mode": Odd(after=_grey),
    "other contrast and colours": Odd(after=_harsh),
}  # fmt: skip


def score_odd(name: str, seed: int, pictures: int, score: Score) -> None:
    """Scores some pictures of one installation with one thing that is otherwise."""
    odd = ODD[name]
    # A seed counts once for each thing: what helps one is not tuned to the others.
    lot = sum(name.encode()) * 1000 + seed
    rng = Random(f"odd {lot}")
    place = odd.place(installation(lot), rng)
    painter = Painter(place)
    try:
        part = calibrated(place, painter)
    except ValueError as error:
        score.counts["not calibrated"] += 1
        score.faults.append(f"{name} {lot}: {error}")
        return
    reader = StillReader(part)
    for number in range(pictures):
        shot = painter.shot(odd.moment(place, midgame(place, number), rng))
        look = reader.look(odd.after(shot.image, rng))
        where = f"{name} {lot} picture {number}"
        if look.reading is None:
            score.counts["not registered"] += 1
            score.faults.append(f"{where}: not registered")
            continue
        names = [hole.name for hole in place.board.holes]
        score.add(where, names, list(look.reading.states), shot.holes, shot.covered)
