"""Enrolling the faces of one's own pack: the printed design is not ours to ship, so the camera is shown each card once.

A card lies on a pile of other cards, all of them white, so its edge is only a thin line. But cards are printed so that
they can be read from both sides: a card looks alike when it is turned by half, and the point about which it does is
its middle. From there a rectangle is looked for that has a line along all four sides and none right inside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_outlines import choose, middles_by_edges, print_of
from calibration.camera_profile import CARD_SIZE

Array = npt.NDArray[Any]

WORK_PX = 240
"""Longer side of the picture in which cards are searched."""
SHAPES = (0.56, 0.58, 0.6, 0.62, 0.645, 0.67, 0.7)
"""Width of a card over its height."""
HEIGHTS = tuple(float(share) for share in np.geomspace(0.3, 0.92, 18))
"""Heights to try, as shares of the longer side of the picture."""
TURNS = tuple(float(turn) for turn in np.arange(-36, 37, 2.0))
FINE_TURNS = tuple(float(turn) for turn in np.arange(-36, 37, 1.5))
LINE = 6.0
"""A step of brightness that is line enough."""
LEAST_SCORE, SURE_SCORE = 0.25, 0.6
"""An outline that was seen worse than this is none, and one that should be looked at again."""
LEAST_WHITE = 0.78
"""So much of a card is white; the rest is ink."""
EDGE_WHITE = 0.9
LEAST_PALE = -1.75
"""Where so much speaks against a rectangle (see `_paleness`) no edges make it a card."""
LEAST_PAPER = 0.35
"""So much of the middle of the pit is white where a card lies."""
ALIKE, LEVEL = 0.8, 2.0
"""How much it counts that a card looks alike when turned by half, and that its print lies level."""
EDGE_TURN = 3.0
"""What was found by its edges is turned by no more than so many degrees to fit better."""
SEVERAL = 72
"""So many outlines of a picture are compared with those of the rest of the pack."""
REACH = 27
"""Half the height, in pixels of half the work picture, within which a card has to look alike."""
ALONG = np.linspace(-0.42, 0.42, 28)
"""Where the sides are probed; the corners are round."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A card in a picture: middle, width and height in px, turn in degrees clockwise, and how well it was seen."""

    x: float
    y: float
    width: float
    height: float
    turn: float
    score: float


class _Sheet:
    """A picture of a card, small, as grey, lines and white parts."""

    def __init__(self, frame_bgr: Array) -> None:
        import cv2

        self.scale = WORK_PX / max(frame_bgr.shape[:2])
        small = cv2.resize(frame_bgr, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        self.colour = small
        self.grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        smooth = cv2.GaussianBlur(self.grey, (0, 0), 0.8)
        self.across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.25)
        self.down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.25)
        self.white = white_parts(small)
        self.halves = _Halves(self)
        self._middles: list[tuple[float, float, float]] | None = None

    @property
    def middles(self) -> list[tuple[float, float, float]]:
        """Points about which the print looks alike when turned by half, see `_middles`."""
        if self._middles is None:
            self._middles = _middles(self.halves)
        return self._middles

    def at(self, layer: Array, x: Array, y: Array) -> Array:
        """Values of a layer at points of any shape; those outside are as at the rim."""
        height, width = self.grey.shape
        column = np.clip(x + 0.5, 0, width - 1).astype(np.intp)
        row = np.clip(y + 0.5, 0, height - 1).astype(np.intp)
        return np.asarray(layer.take(row * width + column))


def find_cards(frames_bgr: Sequence[Array]) -> list[Outline | None]:
    """The card on top of each picture of one pack, nearly upright or upside down; None where none is seen.

    All cards have one shape, and from one camera nearly one size: the size that suits most pictures is the card's.
    """
    sheets = [_Sheet(frame) for frame in frames_bgr]
    first = [_best(sheet, HEIGHTS, SHAPES) for sheet in sheets]
    clear = [card for card in first if card is not None]
    if len(clear) < 3:
        return [_found(sheet, card) for sheet, card in zip(sheets, first, strict=True)]
    votes = np.array([(np.log(card.height), np.log(card.width / card.height)) for card in clear])
    weights = np.array([max(card.score, 0.05) for card in clear])
    near = np.exp(-((votes[:, None] - votes[None]) ** 2 / (2 * 0.035**2)).sum(axis=2)) @ weights
    height, shape = np.exp(votes[int(near.argmax())])
    sizes = [height / WORK_PX * factor for factor in (0.955, 0.97, 0.98, 0.99, 1.0, 1.01, 1.02, 1.03, 1.045)]
    shapes = [shape * factor for factor in (0.98, 0.99, 1.0, 1.01, 1.02)]
    several = [_several(sheet, height, shape, (sizes, shapes, FINE_TURNS)) for sheet in sheets]
    prints = [[print_of(_cut(sheet.grey, card, (36, 60))) for card in cards]
              for sheet, cards in zip(sheets, several, strict=True)]  # fmt: skip
    which = choose(prints, [[_whole(sheet, card) for card in cards]
                            for sheet, cards in zip(sheets, several, strict=True)])  # fmt: skip
    return [None if k is None else _found(sheet, cards[k])
            for sheet, cards, k in zip(sheets, several, which, strict=True)]  # fmt: skip


def white_parts(frame_bgr: Array) -> Array:
    """Where a picture shows something as white as a card: uint8 0 or 255. Wood and felt give back little blue."""
    import cv2

    blue = cv2.GaussianBlur(frame_bgr[..., 0], (0, 0), 1.0)
    return np.asarray(cv2.threshold(blue, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1])


def is_paper(picture_bgr: Array) -> bool:
    """Whether enough of a picture is as bright as paper is, in all colours.

    Otsu finds two halves in any picture, of wood and felt too: it is the brighter one that has to be white.
    """
    white = white_parts(picture_bgr) > 0
    if float(white.mean()) < LEAST_PAPER:
        return False
    paper = np.median(picture_bgr[white], axis=0)
    return bool(paper.min() > 0.45 * paper.max())


def cut_card(frame_bgr: Array, card: Outline) -> Array:
    """The face, upright as it lies: uint8 (160, 96, 3)."""
    import cv2

    width, height = CARD_SIZE
    # Large pictures are shrunk smoothly, not by leaving pixels out.
    factor = card.height / height
    blurred = cv2.GaussianBlur(frame_bgr, (0, 0), 0.35 * factor) if factor > 1.3 else frame_bgr
    # Packs differ in their shape; the print is kept as it is, and what is too wide loses a little white.
    return _cut(blurred, replace(card, width=card.height * width / height), CARD_SIZE)


def _cut(picture: Array, card: Outline, size: tuple[int, int]) -> Array:
    import cv2

    across, down = _axes(card.turn)
    middle = np.array([card.x, card.y])
    across, down = across * card.width / 2, down * card.height / 2
    corners = np.array([middle - across - down, middle + across - down, middle - across + down], np.float32)
    target = np.array([[0, 0], [size[0] - 1, 0], [0, size[1] - 1]], np.float32)
    return np.asarray(cv2.warpAffine(picture, cv2.getAffineTransform(corners, target), size, flags=cv2.INTER_LINEAR))


def _axes(turn: float) -> tuple[Array, Array]:
    angle = np.radians(turn)
    return np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])


def _found(sheet: _Sheet, card: Outline | None) -> Outline | None:
    """An outline in pixels of its whole picture; None where what was found is no card."""
    if card is None or card.score < LEAST_SCORE or not is_paper(_cut(sheet.colour, card, (36, 60))):
        return None
    scale = sheet.scale
    return Outline(card.x / scale, card.y / scale, card.width / scale, card.height / scale, card.turn, card.score)


def _best(
    sheet: _Sheet, shares: Sequence[float], shapes: Sequence[float], turns: Sequence[float] = TURNS
) -> Outline | None:
    """The best rectangle about any of the likely middles."""
    found: list[Outline] = []
    for x, y, alike in sheet.middles:
        found += _rectangles(sheet, x, y, alike, (shares, shapes, turns))
    if not found:
        return None
    found.sort(key=lambda card: -card.score)
    return max(found[:60], key=lambda card: _whole(sheet, card))


def _whole(sheet: _Sheet, card: Outline) -> float:
    """How well an outline suits its own picture."""
    return card.score + ALIKE * _alikeness(sheet, card) + LEVEL * _levelness(sheet, card)


def _several(
    sheet: _Sheet, height: float, shape: float, of: tuple[Sequence[float], Sequence[float], Sequence[float]]
) -> list[Outline]:
    """Outlines of a known size that a picture may show: about what is printed alike, and by their edges."""
    edges = middles_by_edges(sheet.grey, height * shape, height, FINE_TURNS)
    found = []
    for x, y, alike in sheet.middles:
        found += _rectangles(sheet, x, y, alike, of)
    for x, y, turn in edges:
        turns = [step for step in FINE_TURNS if abs(step - turn) <= EDGE_TURN]
        found += _rectangles(sheet, x, y, _alike_about(sheet, x, y), (of[0], of[1], turns))
    found.sort(key=lambda card: -card.score)
    return found[:SEVERAL]


class _Halves:
    """A picture of a card at half its size, and how alike it looks about a point when turned by half."""

    def __init__(self, sheet: _Sheet) -> None:
        import cv2

        small = cv2.resize(sheet.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
        self.flat = small - cv2.GaussianBlur(small, (0, 0), 6)
        self.height, self.width = small.shape
        self.white = cv2.resize(sheet.white, (self.width, self.height), interpolation=cv2.INTER_AREA)
        axis = np.arange(-REACH, REACH + 1)
        dx, dy = np.meshgrid(axis, axis)
        away = np.hypot(dx, dy)
        ring = (away <= REACH) & (away > 0.4 * REACH) & ((dy > 0) | ((dy == 0) & (dx > 0)))
        self._dx, self._dy = dx[ring], dy[ring]

    def alike(self, x2: int, y2: int) -> tuple[float, float, float]:
        """At half pixels, so that a middle may lie between two: (x, y, how much)."""
        edge = REACH + 1
        x2 = min(max(x2, 2 * edge), 2 * (self.width - edge) - 2)
        y2 = min(max(y2, 2 * edge), 2 * (self.height - edge) - 2)
        one = self.flat[y2 // 2 + self._dy + y2 % 2, x2 // 2 + self._dx + x2 % 2]
        other = self.flat[y2 // 2 - self._dy, x2 // 2 - self._dx]
        power = float((one * one).sum() + (other * other).sum())
        return x2 + 0.5, y2 + 0.5, 2 * float((one * other).sum()) / (power + 1e3)

    def alike_all(self, rows: Array, columns: Array) -> Array:
        """The same about each point of neighbouring rows and columns of the small picture: (R, C)."""
        y, x = int(rows[0]), int(columns[0])
        high, wide = len(rows), len(columns)

        def moved(layer: Array, dx: int, dy: int) -> Array:
            there: Array = layer[y + dy : y + dy + high, x + dx : x + dx + wide]
            return there

        both, power = np.zeros((high, wide), np.float32), np.zeros((high, wide), np.float32)
        squares = self.flat * self.flat
        for dx, dy in zip(self._dx.tolist(), self._dy.tolist(), strict=True):
            both += moved(self.flat, dx, dy) * moved(self.flat, -dx, -dy)
            power += moved(squares, dx, dy) + moved(squares, -dx, -dy)
        alike: Array = 2 * both / (power + 1e3)
        return alike


def _alike_about(sheet: _Sheet, x: float, y: float) -> float:
    """How alike the picture looks when turned by half about a point."""
    return sheet.halves.alike(round(x - 0.5), round(y - 0.5))[2]


def _middles(halves: _Halves, count: int = 4) -> list[tuple[float, float, float]]:
    """Points about which the print looks alike when turned by half: (x, y, how much), the best first."""
    edge = REACH + 1
    rows = np.arange(max(edge, int(0.3 * halves.height)), min(halves.height - edge, int(0.7 * halves.height)))
    columns = np.arange(max(edge, int(0.3 * halves.width)), min(halves.width - edge, int(0.7 * halves.width)))
    if not len(rows) or not len(columns):
        return []
    alike = halves.alike_all(rows, columns)
    is_tried = (halves.white[np.ix_(rows, columns)] > 60) | ((rows[:, None] + columns) % 2 == 1)
    order = np.argsort(-np.where(is_tried, alike, -2.0), axis=None, kind="stable")[: int(is_tried.sum())]
    chosen: list[tuple[float, float, float]] = []
    for k in order:
        y, x = 2 * int(rows[k // len(columns)]), 2 * int(columns[k % len(columns)])
        if all(np.hypot(x + 0.5 - other[0], y + 0.5 - other[1]) > 4 for other in chosen):
            near = [halves.alike(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            chosen.append(max(near, key=lambda entry: entry[2]))
        if len(chosen) == count:
            break
    return chosen


def _rectangles(
    sheet: _Sheet, x: float, y: float, alike: float,
    of: tuple[Sequence[float], Sequence[float], Sequence[float]],
) -> list[Outline]:  # fmt: skip
    """The best rectangles about one middle, of any of the heights, shapes and turns."""
    shares, shapes, turns = of
    sizes = np.array([(shape * share * WORK_PX, share * WORK_PX) for share in shares for shape in shapes])
    found = []
    for turn in turns:
        across, down = _axes(turn)
        score = _sides(sheet, np.array([x, y]), across, down, sizes)
        for k in np.argsort(-score)[:2]:
            found.append(Outline(x, y, float(sizes[k, 0]), float(sizes[k, 1]), turn, float(score[k]) + 0.5 * alike))
    found.sort(key=lambda card: -card.score)
    return found[:12]


def _sides(sheet: _Sheet, middle: Array, across: Array, down: Array, sizes: Array) -> Array:
    """How much each rectangle (N sizes) looks like the edge of a card."""
    score = _paleness(sheet, middle, across, down, sizes)
    # What is not white enough can't be a card whatever its edges are.
    likely = np.flatnonzero(score > LEAST_PALE)
    if len(likely):
        wide, high = sizes[likely, 0], sizes[likely, 1]
        insets = np.outer(0.04 * high, (0.0, 1.0))
        upright = _lines(sheet, middle, (across, down), wide[:, None] / 2 - insets, high)
        level = _lines(sheet, middle, (down, across), high[:, None] / 2 - insets, wide)
        lines = np.concatenate([upright, level], axis=1)
        sides, inner = lines[..., 0], lines[..., 1]
        score[likely] += sides.mean(axis=1) + sides.min(axis=1) - 0.8 * inner.mean(axis=1)
    return score


def _paleness(sheet: _Sheet, middle: Array, across: Array, down: Array, sizes: Array) -> Array:
    """What speaks against each rectangle (N sizes) because it is not as white as a card: (N,), 0 at best."""
    width, height = sizes[:, :1].astype(np.float32), sizes[:, 1:].astype(np.float32)

    def white(u: Array, v: Array) -> Array:
        values = sheet.at(sheet.white, middle[0] + u * across[0] + v * down[0],
                          middle[1] + u * across[1] + v * down[1])  # fmt: skip
        share: Array = values.mean(axis=-1) / 255
        return share

    grid = np.linspace(-0.45, 0.45, 9, dtype=np.float32)
    u, v = (part.reshape(1, -1) for part in np.meshgrid(grid, grid))
    inside = white(u * width, v * height)
    edge, along = 0.025 * height, ALONG[None].astype(np.float32)
    rims = [white(sign * (width / 2 - edge), along * height) for sign in (-1, 1)]
    rims += [white(along * width, sign * (height / 2 - edge)) for sign in (-1, 1)]
    # Right inside of its edge a card is white on all four sides; felt that shows there is none of it.
    score: Array = -5 * np.maximum(LEAST_WHITE - inside, 0) - 4 * np.maximum(EDGE_WHITE - np.stack(rims).min(axis=0), 0)
    return score


def _lines(sheet: _Sheet, middle: Array, axes: tuple[Array, Array], away: Array, lengths: Array) -> Array:
    """Which share of the sides of rectangles lies on a line: (N, 2, K), 0 to 1; there are two sides each.

    axes: across the sides and along them. away: how far (px) lines are looked for from the middle, (N, K). lengths: of
    the sides, (N,). Averaged over quarters of a side first: paper is rough, but only an edge is so all along.
    """
    normal, along = (axis.astype(np.float32) for axis in axes)
    slope = sheet.across * normal[0] + sheet.down * normal[1]
    signs, steps = np.array([-1.0, 1.0], np.float32), np.array([-1.0, 0.0, 1.0], np.float32)
    a = (signs[:, None, None] * away[:, None, :, None] + steps)[..., None].astype(np.float32)
    b = (lengths[:, None] * ALONG)[:, None, None, None].astype(np.float32)
    seen = sheet.at(slope, middle[0] + a * normal[0] + b * along[0], middle[1] + a * normal[1] + b * along[1])
    quarters = np.abs(seen.reshape(*seen.shape[:-1], 4, -1).mean(axis=-1)).max(axis=-2)
    share: Array = (np.minimum(quarters, LINE) / LINE).mean(axis=-1)
    return share


def _alikeness(sheet: _Sheet, card: Outline) -> float:
    """How alike the two ends of a card look when it is turned by half: -1 to 1."""
    import cv2

    cut = cv2.GaussianBlur(_cut(sheet.grey, card, (36, 60)).astype(np.float32), (0, 0), 0.7)
    ends = np.concatenate([cut[:20].ravel(), cut[-20:].ravel()])
    other = np.concatenate([cut[::-1, ::-1][:20].ravel(), cut[::-1, ::-1][-20:].ravel()])
    return float(np.corrcoef(ends, other)[0, 1]) if ends.std() > 1 else 0.0


def _levelness(sheet: _Sheet, card: Outline) -> float:
    """How sharply the print near both ends begins and stops, row by row: a card that lies askew smears it. 0 to 1."""
    import cv2

    cut = cv2.GaussianBlur(_cut(sheet.grey, card, (60, 100)).astype(np.float32), (0, 0), 0.6)
    ink = np.clip(np.percentile(cut, 70) - 25 - cut, 0, 80)[3:-3, 4:-4]
    ends = [ink[:22].mean(axis=1), ink[-22:].mean(axis=1)]
    steps = sum(float((np.diff(rows) ** 2).sum()) for rows in ends)
    return steps / (sum(float((rows**2).sum()) for rows in ends) + 20.0)
