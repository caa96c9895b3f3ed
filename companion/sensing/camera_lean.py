"""Tall pieces seen from aside: each leans away from the camera, and may hide the hole behind it.

Where the camera hangs is told by the map. A piece of height h is seen over the board up to h * slope beyond its foot,
slope being how far a point of the board lies beside the camera per height of it. How tall the pieces are is told by
those that stand alone. So what is seen behind a hole has to agree with what is told of it:

1. A piece is told only if its colour goes on behind its hole; where another one in front may hide the hole, so far that
   a second piece has to stand there.
2. A hole is told as empty only if no piece is seen behind it that no other hole explains, or it looks like itself.
3. What is seen in a hole and behind it (`camera_behind.py`) has to be sure together. So holes are told, too, that
   do not tell themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import INNER, SIDE_PX, SMALL_PX, Canvas
from calibration.camera_colours import logs_of, tones
from calibration.camera_light import DARK, logarithm
from calibration.camera_map import CameraMap
from companion.sensing.camera_behind import NOBODY, SOMEBODY, Behind, Places, Strips, along_and_beside
from companion.sensing.camera_evidence import normalised
from companion.sensing.camera_reading import EMPTY

Array = npt.NDArray[Any]

FOCAL = (0.8, 2.6)
"""Lenses of cameras: focal length in halves of the picture's diagonal (102 to 42 degrees from corner to corner)."""
TALL_MM, LEAST_TALL_MM, MOST_TALL_MM = 22.0, 4.0, 45.0
"""How tall a piece is where none tells it, and the least and most that is believed."""
LOW_TALL_MM = 15.0
"""So tall at least are pieces that lean out of their holes enough to be missed there."""
TELL_TALL = 0.7
"""A glint or a shade makes a piece seem shorter, hardly taller: this quantile of what pieces tell is believed."""
HALF_WIDE = 0.33
"""Half the width of a piece at its top, as a share of the pitch."""
ASIDE = 0.6
"""A piece hides what lies no further than this (share of the pitch) beside the line along which it leans."""
STEP_MM, REACH, GAP_MM, FIRST_GAP = 1.0, 3.2, 2.5, 0.4
"""How finely and how far (pitches) a leaning piece is followed; the board seen between does not break it off up to this
length. Beside its foot its hole may be seen first (share of the pitch)."""
GLINT_MM = 5.0
"""What is neither board nor the colour of the piece, as a glint is, does not break it off up to this length."""
STEEP = 0.2
"""Where the slope is less the length of a piece tells little of its height, and little of it is seen behind it."""
LEAST_SEEN = 0.45
"""So much of what should be seen of a piece behind its hole has to be."""
CLEAR, CLEAR_AS_SHADE, AS_SHADE = 0.99, 0.995, 36.0
"""A piece that is told so surely is no shade in an empty hole. One whose colour is so near (squared) to a shade's has
to be surer; and where it is seen over more than the pitch, what is seen of it behind its hole alone tells it."""
LEANS_OVER, BARE_RIM = 0.62, 0.7
"""A piece that leans so far (share of the pitch) hides the rim behind its hole. One of the colour of shades is not told
where that quarter of the rim looks so much as when it was bare (correlation)."""
BESIDE_HOLE, STRIP_MM, STRIP_SHARE = 0.47, 2.0, 0.7
"""Behind an empty hole (from there on, share of the pitch) a piece is seen if a strip of this length at least has its
colour to this share."""
LIKE, MOST_OFF = (0.22, 0.22, 0.8), 25.0
"""How a piece's colour (r, g, l) varies from light to shade; further off (squared) it is none."""
HARDLY = 1e-4
"""Where a piece is seen in a hole with less probability than this, what is seen behind it is a shade, or of another."""
NEAR = 9.0
"""An arm is no nearer (squared) to the colours of the pieces."""
LIKE_BARE, SHADE_SHARE = (0.12, 0.12, 0.33), 1 / 3
"""The same of the bare board; in the shade of a piece it is darker, which counts less."""
SHADES = (1.0, 0.75, 0.55, 0.4, 0.28, 0.18, 0.1)
"""How much of the light is left in shades of a board."""
PLAIN = np.zeros((3, 1, 1), np.float32)
IS_BOARD = 4.0
"""Not further off (squared) than this it is the board."""
USUALLY_TALL, ROUNDS = (0.5, 0.8), 3
"""Between these quantiles of what pieces tell they are tall; and so often at most holes that were told tell others."""
LEAST_LEAD, SETTLED, OTHERWISE = 2.0, 0.97, 0.95
"""What is seen behind a hole tells by itself, and by so much (logarithm); so sure is it together with what is seen in
the hole; and where the hole itself tells something else so surely, nothing is told."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the board in its light: the canvas, uint8 (672, 672, 3), less the grain of the sensor.

    wood: level of the wood at each hole, (N, 3) logarithms. means: (r, g, l) of each seat's pieces in the light of each
    hole, (N, seats, 3). arms: where arms are, bool (168, 168). is_itself: the holes that look as if bare, (N,).
    rims: how much each quarter of a rim looks as when it was bare (correlation), (N, 4).
    """

    smooth_bgr: Array
    wood: Array
    means: Array
    arms: Array
    is_itself: Array
    rims: Array

    def strips(self, spots: Array) -> Array:
        """(r, g, l) at pixels (N, S) of the canvas less the wood's at each of the N holes: (3, N, S).

        Each channel by itself: those of (N, S, 3) lie apart in memory, and everything is done to all of them.
        """
        seen = tones(logarithm(self.smooth_bgr.reshape(-1, 3).take(spots, axis=0)) - self.wood[:, None])
        return np.stack([seen[..., k].astype(np.float32) for k in range(3)])


def camera_place(view: CameraMap) -> Array:
    """Where the camera is: (x, y, height) in mm, x and y on the board. Its axis is taken for the picture's middle."""
    matrix = view.matrix() / np.linalg.norm(view.matrix()[:2, :2])
    one, two = matrix[:, 0], matrix[:, 1]
    flat = np.array([one[0] * two[0] + one[1] * two[1], (one[:2] @ one[:2] - two[:2] @ two[:2]) / 2])
    deep = np.array([one[2] * two[2], (one[2] ** 2 - two[2] ** 2) / 2])
    # The two edges of the board are square to each other and of one length: that tells the focal length.
    focal = float(np.clip(np.sqrt(max(-(flat @ flat) / min(flat @ deep, -1e-9), 0.0)), *FOCAL))
    seen = np.diag([1 / focal, 1 / focal, 1.0]) @ matrix
    seen /= np.sqrt(np.linalg.norm(seen[:, 0]) * np.linalg.norm(seen[:, 1]))
    turn = np.stack([seen[:, 0], seen[:, 1], np.cross(seen[:, 0], seen[:, 1])], axis=1)
    place: Array = -np.linalg.solve(turn, seen[:, 2])
    place[2] = abs(place[2])
    return place


class Leaning:
    """Which pieces of one board hide which holes, as a camera at `view` sees them.

    means: (r, g, l) of each seat's pieces. bare: the start of a game.
    """

    def __init__(self, canvas: Canvas, view: CameraMap, means: Mapping[str, Array], bare: Picture) -> None:
        self._numbers = {seat: number for number, seat in enumerate(means)}
        # Shade in an empty hole looks as a piece of these does.
        self._as_shade = [seat for seat, mean in means.items() if _off_board(np.asarray(mean)) < AS_SHADE]
        self._pitch = canvas.board.pitch_mm
        yards = [(pit.seat, place) for pit in canvas.board.pits if pit.kind == "yard" for place in pit.places()]
        self._yards = [seat for seat, _ in yards]
        points = np.concatenate([canvas.holes_mm, np.array([place for _, place in yards]).reshape(-1, 2)])
        camera = camera_place(view)
        away = points - camera[:2]
        far = np.linalg.norm(away, axis=1)
        self._slope = far / camera[2]
        towards = away / np.maximum(far, 1e-6)[:, None]
        # Which quarter of its rim a piece leans over; they are counted from the side that is away from the middle.
        turns = np.arctan2(away[:, 1], away[:, 0])[: len(canvas.holes_mm)]
        outwards = np.arctan2(canvas.holes_mm[:, 1], canvas.holes_mm[:, 0])
        self._back = (np.round((turns - outwards) / (np.pi / 2)).astype(int) % 4)[:, None]
        # How far, in mm, a hole lies behind each hole and place of a yard, and how far beside the line: (N + yards, N).
        self._behind, self._beside = along_and_beside(canvas.holes_mm[None] - points[:, None], towards)
        # The strip of the board behind each hole, step by step.
        longest = MOST_TALL_MM * float(self._slope.max()) + self._pitch
        self._steps = np.arange(0.0, min(REACH * self._pitch, longest), STEP_MM)
        strips = canvas.holes_mm[:, None] + self._steps[:, None] * towards[: len(canvas.holes_mm), None]
        places = Places(points, towards, self._slope, self._steps, self._pitch)
        self._strip = Behind(places, len(canvas.holes_mm), MOST_TALL_MM) if self._slope.max() > STEEP else None
        self._spots = canvas.discs(strips.reshape(-1, 2), np.zeros((1, 2))).reshape(strips.shape[:2])
        rows, columns = np.divmod(self._spots, SIDE_PX)
        self._small_spots = rows * SMALL_PX // SIDE_PX * SMALL_PX + columns * SMALL_PX // SIDE_PX
        self._bare = bare.strips(self._spots)

    def _strips(self, picture: Picture) -> Strips:
        """What is seen behind the holes."""
        seen = picture.strips(self._spots)
        board = np.minimum(_off_shaded(seen, self._bare, picture.wood), _off_shaded(seen, PLAIN, picture.wood))
        means = picture.means.astype(np.float32).transpose(2, 1, 0)[..., None]
        pieces = _squared(seen[:, None] - means, LIKE)
        # An arm behind a hole leans out of no hole; but a piece in front of one may be taken for a part of it.
        is_near = (pieces < NEAR).any(axis=0)
        return Strips(board, pieces, ~is_near & picture.arms.ravel()[self._small_spots])

    def tell(self, names: Sequence[str], states: list[str], chances: Array, logs: Array, picture: Picture) -> None:
        """Makes states, their chances and logarithms (N, 1 + seats + 1) agree with what is seen behind the holes.

        names: what each of these probabilities is of; the last is the state of what is not told.
        """
        if self._strip is None:
            return
        strips, in_hole = self._strips(picture), logs.copy()
        like = _like(strips)
        ends = self._ends(states, like, strips.board < IS_BOARD)
        # Which colour it is is another question than whether it is a shade in an empty hole.
        filled = 1.0 - normalised(logs)[:, [0, -1]].sum(axis=1)
        is_sure = picture.is_itself | np.array([state == EMPTY for state in states]) & (filled < HARDLY)
        for i in self._doubtful(states, filled, like.any(axis=0) & ~strips.is_arm, ends):
            if not is_sure[i]:
                states[i], logs[i] = names[-1], 0.0
                ends.pop(i, None)
        tells = self._tells(states, ends)
        tall = np.clip(np.quantile(tells or [LEAST_TALL_MM], USUALLY_TALL), LEAST_TALL_MM, MOST_TALL_MM)
        told = set(np.flatnonzero(is_sure | (self._slope[: len(states)] <= STEEP)).tolist())
        for _ in range(ROUNDS if tells else 0):
            before = tuple(states)
            stands = [NOBODY if state == EMPTY else self._numbers.get(state, SOMEBODY) for state in states]
            more, hides = self._strip.more([*stands, *[SOMEBODY] * len(self._yards)], tall, strips)
            strip = np.zeros_like(in_hole)
            strip[:, 1:] = more
            # What was told is not given up for something strange: glints and shades of a piece look so.
            known = np.concatenate([strip[:, :-1], np.minimum(strip[:, -1:], 0.0)], axis=1)
            both = normalised(in_hole + known)
            for i in [i for i, state in enumerate(before) if i not in told and state in names]:
                if states[i] != names[-1]:
                    if both[i, names.index(states[i])] < SETTLED:
                        states[i], logs[i] = names[-1], 0.0
                elif (found := _settled(in_hole[i], strip[i], bool(hides[i]))) is not None:
                    told.add(i)
                    best = int(found.argmax())
                    states[i], chances[i], logs[i] = names[best], normalised(found[None])[0, best], found
            if before == tuple(states):
                break
        is_bare = np.take_along_axis(picture.rims, self._back, axis=1)[:, 0] > BARE_RIM
        for i in np.flatnonzero(is_bare & (tall[0] * self._slope[: len(states)] > LEANS_OVER * self._pitch)).tolist():
            if states[i] in self._as_shade:
                states[i], logs[i] = names[-1], 0.0

    def _doubtful(
        self, states: Sequence[str], filled: Array, is_piece: Array, ends: Mapping[int, float]
    ) -> list[int]:
        """Numbers of the holes of which something else is told than what is seen behind them shows. filled: how
        probable it is that a piece stands in each; is_piece: where the colour of one is seen behind them, (N, S); ends:
        how far behind its hole each piece is seen, in mm."""
        tall = self._tall(states, ends)
        stands = np.array([state != EMPTY for state in states])
        found = [i for i in ends if self._is_too_short(i, states[i], stands, float(filled[i]), ends[i], tall)]
        begin = BESIDE_HOLE * self._pitch
        beside = is_piece[:, (self._steps >= begin) & (self._steps < begin + 2 * STRIP_MM)].any(axis=1)
        empty = [i for i in np.flatnonzero(beside).tolist() if states[i] == EMPTY]
        return found + [i for i in empty if self._leans_out(i, stands, is_piece[i], tall)]

    def _ends(self, states: Sequence[str], like: Array, is_board: Array) -> dict[int, float]:
        """How far behind its hole each piece is seen, in mm. like: where the colour of each seat is, (seats, N, S)."""
        told = [i for i, state in enumerate(states) if state in self._numbers]
        return {i: self._end(like[self._numbers[states[i]], i], is_board[i]) for i in told}

    def _is_too_short(
        self, number: int, seat: str, stands: Array, chance: float, end: float, tall: float
    ) -> bool:
        """Whether a piece whose colour is seen so far behind its hole may be none. stands: where not nothing does."""
        whole = float(tall * self._slope[number]) + HALF_WIDE * self._pitch
        hiding = self._hiding(number, seat, stands, tall)
        if hiding:  # one of its own goes on further behind it than any in front of it
            return end < whole - min(float(self._behind[j, number]) for j in hiding) / 2
        is_as_shade = seat in self._as_shade
        may_err = chance < (CLEAR_AS_SHADE if is_as_shade else CLEAR) or (is_as_shade and whole > self._pitch)
        # A low one is not seen beyond its own hole.
        is_tall = bool(self._slope[number] > STEEP) and whole > BESIDE_HOLE * self._pitch
        return is_tall and may_err and end < LEAST_SEEN * whole

    def _leans_out(self, number: int, stands: Array, is_piece: Array, tall: float) -> bool:
        """Whether a piece is seen behind an empty hole that no other hole explains. is_piece: along its strip."""
        wide = HALF_WIDE * self._pitch
        along = np.where(self._beside[:, number] < ASIDE * self._pitch, self._behind[:, number], np.inf)
        filled = np.append(stands, [True] * len(self._yards))
        if (filled & (along > 0) & (along < tall * self._slope + wide)).any():
            return False
        begin, end = BESIDE_HOLE * self._pitch, LOW_TALL_MM * self._slope[number] + wide
        end = min(end, -float(along[filled & (along < 0)].max(initial=-np.inf)) - wide)
        strip = is_piece[(self._steps >= begin) & (self._steps < end)]
        return end >= begin + STRIP_MM and bool(strip.mean() >= STRIP_SHARE)

    def _hiding(self, number: int, seat: str, stands: Array, tall: float) -> list[int]:
        """The holes and places of yards before a hole in which a piece may stand that hides it."""
        reach = tall * self._slope + (HALF_WIDE + INNER) * self._pitch
        behind = self._behind[:, number]
        hides = (behind > HALF_WIDE * self._pitch) & (behind < reach)
        hides &= self._beside[:, number] < ASIDE * self._pitch
        filled = np.append(stands, [yard == seat for yard in self._yards])
        found: list[int] = np.flatnonzero(hides & filled).tolist()
        return found

    def _tall(self, states: Sequence[str], ends: Mapping[int, float]) -> float:
        """How tall the pieces are, in mm: as those tell that mix with no other one."""
        tells = [*self._tells(states, ends), TALL_MM]
        return float(np.clip(np.quantile(tells, TELL_TALL), LEAST_TALL_MM, MOST_TALL_MM))

    def _tells(self, states: Sequence[str], ends: Mapping[int, float]) -> list[float]:
        """How tall each piece seems that mixes with no other one, in mm."""
        alone = [i for i in ends if self._slope[i] > STEEP and not any(self._mixes(i, j, states) for j in ends)]
        return [(ends[i] - HALF_WIDE * self._pitch) / float(self._slope[i]) for i in alone]

    def _mixes(self, one: int, other: int, states: Sequence[str]) -> bool:
        """Whether another piece may hide one, or go on where that ends."""
        along = float(self._behind[other, one])
        is_near = 0 < (abs(along) if states[one] == states[other] else along) < REACH * self._pitch
        return is_near and bool(self._beside[other, one] < self._pitch)

    def _end(self, is_like: Array, is_board: Array) -> float:
        """How far behind its hole the colour of a piece goes on, in mm; 0 where it does not end."""
        end = board = 0.0
        first = FIRST_GAP * self._pitch
        for number, (like, bare) in enumerate(zip(is_like.tolist(), is_board.tolist(), strict=True)):
            board = 0.0 if like else board + STEP_MM * bare
            end = number * STEP_MM if like else end
            if board > (GAP_MM if end else first) or number * STEP_MM - end > max(GLINT_MM, first):
                return end
        return 0.0  # no piece is so long: what is seen there is something else


def _like(strips: Strips) -> Array:
    """Where something of the colour of each seat is seen: (seats, N, S)."""
    nearest = strips.pieces.min(axis=0)
    like: Array = (strips.pieces < strips.board) & (strips.pieces < MOST_OFF) & (strips.pieces < nearest + NEAR)
    return like


def _settled(in_hole: Array, strip: Array, is_hidden: bool) -> Array | None:
    """What a hole, (1 + seats + 1,) log probabilities, and the strip behind it tell together; None where that is not
    sure. is_hidden: another piece hides the hole: what is seen in it is that."""
    both: Array = strip if is_hidden else in_hole + strip
    best, strange = int(both.argmax()), len(both) - 1
    if best == strange or normalised(both[None])[0, best] < SETTLED:
        return None
    if strip[best] - np.delete(strip, (best, strange)).max() < LEAST_LEAD:
        return None
    against = 0.0 if is_hidden else float(np.delete(normalised(in_hole[None])[0], best).max())
    return both if against <= OTHERWISE else None


def _off_board(off: Array) -> Array:
    """How far tones (3, ...) are from the board's, squared; in a shade it is darker."""
    light = off[2]
    return _squared((off[0], off[1], np.maximum(light, -SHADE_SHARE * light)), LIKE_BARE)


def _off_shaded(seen: Array, bare: Array, wood: Array) -> Array:
    """How far tones (3, N, S) are from those of the bare board, (3, N, S) or (3, 1, 1), lit or in any shade, squared.

    wood: level of the wood at each hole, (N, 3). In a shade colours fade, too: black is black, whatever it was.
    """
    level = wood.T[..., None].astype(np.float32)
    logs = np.ascontiguousarray(np.moveaxis(logs_of(np.moveaxis(bare, 0, -1)), -1, 0))
    lit = np.maximum(np.exp(logs + level) - np.float32(DARK), np.float32(0))
    # The level of the wood is the same in all shades: it is added to what is seen, once.
    level_red, level_green, level_light = _tones(level)
    seen_red, seen_green, seen_light = seen[0] + level_red, seen[1] + level_green, seen[2] + level_light
    bare_light = bare[2] + level_light
    found = np.full(seen.shape[1:], np.inf, np.float32)
    for share in SHADES:
        red, green, light = _tones(np.log(np.float32(share) * lit + np.float32(DARK)))
        darker = np.float32(SHADE_SHARE / LIKE_BARE[2]) * (light - bare_light)
        off = _squared((seen_red - red, seen_green - green, seen_light - light), LIKE_BARE)
        np.minimum(found, off + darker * darker, out=found)
    return found


def _tones(logs: Array) -> tuple[Array, Array, Array]:
    """r, g and l of logarithms (blue, green, red), (3, ...)."""
    blue, green, red = logs
    return red - green, green - blue, (blue + green + red) / 3


def _squared(off: Sequence[Array] | Array, spread: tuple[float, float, float]) -> Array:
    """The squared distance of tones (3, ...) in units of `spread`."""
    red, green, light = (one / np.float32(width) for one, width in zip(off, spread, strict=True))
    squares: Array = red * red + green * green + light * light
    return squares
