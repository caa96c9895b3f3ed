"""Reading one picture: for every hole whether it is empty, whose piece stands there, or that it cannot be seen.

1. The picture is drawn as seen from straight above, with the map that registration found.
2. The wood that nobody covers tells how the light has changed; that is taken off, as a smooth surface.
3. What differs from the bare board and reaches over its edge is an arm. The wood around each hole tells whether that
   hole is under it, or only in its shadow; a shadow is taken off too.
4. What remains in each hole is compared with that hole when it was empty, and with the colours of the pieces.
5. Where pieces lean, what is seen behind a hole counts too: it tells holes that do not tell themselves, and what does
   not agree with it is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_bare import cleared
from calibration.camera_canvas import SMALL_PX, Canvas, draw
from calibration.camera_colours import in_light, logs_of, tones
from calibration.camera_light import LEVEL, Surface, brightness, logarithm, small_log
from calibration.camera_map import CameraMap
from calibration.camera_middle import median, quantile
from calibration.camera_profile import CameraPart
from calibration.camera_token import TOKEN
from calibration.camera_wood import Wood
from companion.sensing.camera_arms import Arms
from companion.sensing.camera_evidence import Evidence, by_rims, features, normalised, standardised
from companion.sensing.camera_health import is_colourless
from companion.sensing.camera_hidden import Around, Inside, hidden_holes, looks_like_itself
from companion.sensing.camera_lean import Leaning, Picture
from companion.sensing.camera_reading import COVERED, EMPTY, SURE, UNKNOWN, Reading
from companion.sensing.camera_rings import neighbours, ring_numbers, ring_quarters
from companion.sensing.camera_track import Lit, TrackReader
from companion.sensing.camera_veil import unveiled, veils
from companion.sensing.camera_yards import Yards, smoothed

Array = npt.NDArray[Any]
Compare = Callable[[Array, Array], tuple[Array, Array, Array, Array]]

SHADE = -1.5
CHROMA_STEP, LIGHT_STEP = 0.13, 0.14
COLOURED, MOST_COLOURED = 0.45, 0.3
"""Wood that is so far from its colour (logarithm) is no wood in another light; so much of it belongs to an arm."""
LIKE_WOOD, LIKE_WOOD_LIGHT = 0.4, 0.6
"""A piece whose colour and light are no further from the wood's may be skin."""
SAME_GRAIN = 0.36
"""How alike (correlation) the wood around a hole and its rim look to when they were bare: of 3,700 open holes none was
below this while the lamp was the same."""
LEAST_KNOWN = 0.1
"""So many holes at least show themselves in a picture of the board, under arms and other lamps, too (the weakest of 140
pictures came to 0.6); of noise, cloth and other boards so many came to 0.24 at most."""
LEAST_OPEN, MOST_OTHER, AGREE, AGREEING = 0.4, 0.8, 0.3, 0.7
"""So many holes have to be seen well to tell how empty ones look now. So far these may differ from before, or further
where they agree: so many of them as closely as this. A low sun shines into no hole."""
AS_NEIGHBOUR, ALIKE_SHARE = 0.2, 0.5
"""Wood beside a hole is lit as that of its neighbours if half of it differs by no more than this."""
GLOOM = float(np.log(12.0 + 8.0))
"""Where wood is darker than this (12 of 255) nothing can be told."""
DAZZLE = float(np.log(245.0 + 8.0))
"""Where wood is brighter than this (245 of 255) in two of its colours nobody knows how bright: black and white are not
told there, nor what is as bright in one of its own, which may be of another colour."""
CLEAR, WRAPPED = 0.98, 0.5
"""So sure is a piece that is seen clearly; and so much of the wood around it changes only under an arm."""
SAME_COLOUR = np.array([0.31, 0.31, 0.85])
"""Tones (r, g, l) that are no farther apart are one thing, lit or in the shade."""


class BoardReader:
    """Reads pictures of one calibrated board. Holds tables, and the light of the last picture as a beginning."""

    def __init__(self, part: CameraPart) -> None:
        self.part = part
        self.board = part.board
        self.canvas = Canvas(self.board)
        pieces = (TOKEN,) if self.board.is_track else self.board.seats
        self.seats: tuple[str, ...] = tuple(seat for seat in pieces if seat in part.colours)
        self._surface = Surface(self.canvas)
        bare = cleared(self.canvas, self._surface, part.bare)
        self._reference = small_log(bare)
        self._holes = self.canvas.small_numbers(self.canvas.holes_mm)
        wood, _ = self._surface.fit(self._reference - LEVEL)
        self._wood_over = self._surface.over(wood).reshape(-1, 3) + LEVEL
        self._wood = self._wood_over[self._holes]
        self._bare_patches = self._patches(bare)
        self._bare = bare
        self._empty = features(self._bare_patches - self._wood[:, None])
        self._bare_grey = brightness(self._bare_patches)
        self._pattern = standardised(self._bare_grey)
        self._rims = np.ascontiguousarray(self.canvas.rims.swapaxes(0, 1))
        grain = self._grain(bare)
        self._bare_grain = grain / _length(grain)[..., None]
        self._rings = ring_numbers(self.canvas)
        self._bare_rings = self._reference.reshape(-1, 3)[self._rings]
        self._ring_quarters = ring_quarters(self.canvas, self._rings)
        self._arms = Arms(self.canvas)
        self.wood = Wood(self.canvas, part.bare)
        self._neighbours = neighbours(self.canvas)
        self._means = np.array([part.colours[seat].mean for seat in self.seats])
        colour = np.hypot(*self._means[:, :2].T)
        self._is_coloured = colour > LIKE_WOOD
        self._like_wood = (colour < LIKE_WOOD) & (np.abs(self._means[:, 2]) < LIKE_WOOD_LIGHT)
        self._evidence = Evidence(self._empty, [part.colours[seat] for seat in self.seats])
        self._track = TrackReader(part, self.canvas, self._wood) if self.board.is_track else None
        self._yards = Yards(part, self.canvas, self.seats, self._wood_over)
        self._pit = next((self.canvas.small_numbers(np.array([[p.x_mm, p.y_mm]]))[0] for p in self.board.pits
                          if p.kind == "cards"), None)  # fmt: skip
        self._light: Array | None = None
        self._lookup: tuple[CameraMap, tuple[Array, Array]] | None = None
        self._leaning: tuple[CameraMap, Leaning] | None = None
        self._seen: tuple[Array, tuple[int, ...], Array] | None = None

    def lookup(self, view: CameraMap) -> tuple[Array, Array]:
        """The tables for drawing pictures with this map; the last ones are kept."""
        if self._lookup is None or self._lookup[0] != view:
            self._lookup = (view, self.canvas.lookup(view))
        return self._lookup[1]

    def knows(self, canvas_bgr: Array, share: float = LEAST_KNOWN) -> bool:
        """Whether this share of the holes look like themselves: in a picture of anything else hardly any does."""
        grain = median(self._same_grain(canvas_bgr), axis=1)
        return float(quantile(grain, 1 - share)) > SAME_GRAIN

    def own_pieces(self, canvas_bgr: Array) -> float:
        """How many of the yards are filled with the pieces of their own seats."""
        light, _ = self._surface.fit(small_log(canvas_bgr) - self._reference)
        return self._yards.filled(canvas_bgr, self._surface.over(light).reshape(-1, 3).mean(axis=0))

    def read(self, frame_bgr: Array, lookup: tuple[Array, Array], view: CameraMap | None = None) -> Reading:
        """Reads one picture. `lookup`: from `lookup()` for the map that holds for this picture, `view`.

        A hole that lies outside the picture counts as covered: nothing is told of it, nor of any in a picture without
        colours.
        """
        reading = self.read_canvas(draw(frame_bgr, lookup), view)
        is_outside = self._outside(lookup[0], frame_bgr.shape[:2])
        is_grey = is_colourless(frame_bgr)
        if not is_outside.any() and not is_grey:
            return reading
        seen = (UNKNOWN,) * len(reading.states) if is_grey else reading.states
        states = tuple(COVERED if hides else state for hides, state in zip(is_outside, seen, strict=True))
        hides = is_outside[:, None] | is_grey
        return replace(reading, states=states, evidence=np.where(hides, 0.0, reading.evidence))

    def _outside(self, places: Array, size: tuple[int, ...]) -> Array:
        """The holes that lie outside pictures of this size (height, width), by where they are drawn from, (N,)."""
        if self._seen is None or self._seen[0] is not places or self._seen[1] != size:
            at = places.reshape(-1, 2)[self.canvas.inner]
            self._seen = (places, size, np.any((at < 0) | (at >= (size[1] - 1, size[0] - 1)), axis=(1, 2)))
        return self._seen[2]

    def read_canvas(self, canvas_bgr: Array, view: CameraMap | None = None) -> Reading:
        """Reads a canvas, uint8 (672, 672, 3), of a picture with this map (else that of the profile)."""
        leaning = None if self.board.is_track else self._leans(view or self.part.map)
        difference = small_log(canvas_bgr) - self._reference
        found, noise = self._surface.fit(difference, self._light)
        self._light = found
        surface = self._surface.over(found)
        left = difference - surface
        light, chroma = _split(left)
        changed = (chroma > max(CHROMA_STEP, 5 * noise)) | (np.abs(light) > max(LIGHT_STEP, 4.5 * noise))
        is_object = (chroma > max(CHROMA_STEP, 5 * noise)) | (light > max(LIGHT_STEP, 4.5 * noise)) | (light < SHADE)
        gain = surface.reshape(-1, 3)[self._holes]
        return self._judged(canvas_bgr, light, chroma, left, (changed, is_object), gain, noise, leaning)

    def _judged(self, canvas_bgr: Array, light: Array, chroma: Array, left: Array, differs: tuple[Array, Array],
                gain: Array, noise: float, leaning: Leaning | None) -> Reading:  # fmt: skip
        ring_light, ring_chroma = light.ravel()[self._rings], chroma.ravel()[self._rings]
        chroma_step, light_step = max(CHROMA_STEP, 5 * noise), max(LIGHT_STEP, 4.5 * noise)
        shade = (ring_light < -light_step) & (ring_light > SHADE) & (ring_chroma < 1.7 * chroma_step)
        strange = ((ring_chroma > chroma_step) | (np.abs(ring_light) > light_step)) & ~shade
        strange_share, shade_share = strange.mean(axis=1), shade.mean(axis=1)
        around = left.reshape(-1, 3).take(self._rings, axis=0)
        shift = _shifts(around, strange, shade_share)
        # Wood that shows its grain and the rim of its hole is not covered: all that differs is the light on it.
        grain = median(quarters := self._same_grain(canvas_bgr), axis=1)
        # Half a hole may show it beside an arm; no light gives the other half such a colour.
        is_grained = np.take_along_axis(quarters, self._ring_quarters, axis=1) > SAME_GRAIN
        coloured = ring_chroma > max(COLOURED, 3.5 * chroma_step)
        is_shown = (grain > SAME_GRAIN) & (coloured.mean(axis=1) < MOST_COLOURED)
        shaded = (strange_share > 0.25) & is_shown
        strange_share = np.where(shaded, 0.0, strange_share)
        shift[shaded] = self._light_of(around, np.flatnonzero(shaded), quarters, coloured)
        lit_alike = self._as_neighbours(around, is_shown, strange_share, shift)
        wood = self._wood + gain + shift
        if self._track is not None:
            lit = Lit(wood, strange_share, partial(self._arms.find, *differs), differs[1])
            return self._track.read(canvas_bgr, lit)
        patches = self._patches(canvas_bgr)
        is_open = is_shown & (strange_share < 0.25)
        # Less light from all sides reaches into a hole than onto the wood beside it; a shadow shows that more.
        shade = np.where(is_shown, np.clip(-quantile(ring_light, 0.75), 0.0, 1.5), 0.0)
        compare = partial(self._compared, is_open=is_open, is_shown=is_shown, noise=noise, shade=shade, rims=quarters)
        evidence, seen, likeness, means = compare(patches, wood)
        # What has changed around a piece that is seen clearly is that piece, leaning, and its shadow.
        own = normalised(evidence)[:, 1:-1].max(axis=1, initial=0.0) > CLEAR
        arms = self._arms.find(*differs, own & (strange_share < WRAPPED))
        under_arm = (arms.ravel()[self._rings].mean(axis=1) > 0.3) & ~is_shown & ~lit_alike
        evidence[under_arm, -1] += 2.0
        chances = normalised(evidence)
        best, chance = chances.argmax(axis=1), chances.max(axis=1)
        names = (EMPTY, *self.seats, UNKNOWN)
        is_piece = (best > 0) & (best <= len(self.seats))
        is_as_wood = self._like_wood[np.clip(best, 1, len(self.seats)) - 1]
        rings = Around(ring_light, ring_chroma, (light_step, chroma_step), strange_share, grain,
                       quarters.max(axis=1), is_shown)  # fmt: skip
        relative = around + self._bare_rings + (gain - wood)[:, None]
        spread, goes_on = _spread(seen, tones(relative), rings.is_lit)
        inside = Inside(is_piece, is_as_wood, chance, likeness, seen[:, 2], spread, goes_on)
        hidden = hidden_holes(rings, inside, under_arm)
        is_read = (chance >= SURE) & (wood.mean(axis=1) > GLOOM)
        states = [COVERED if hides else names[k] if is_read[i] else UNKNOWN
                  for i, (k, hides) in enumerate(zip(best, hidden, strict=True))]  # fmt: skip
        smooth = smoothed(canvas_bgr)
        is_itself = looks_like_itself(rings, inside)
        if leaning is not None:
            leaning.tell(names, states, chance, evidence, Picture(smooth, wood, means, arms, is_itself, quarters))
        veil = veils(around, self._bare_rings + gain[:, None], ring_light > light_step, is_grained)
        veil = np.where(is_itself, 0.0, veil)
        for i in (*self._washed_out(wood, seen, states), *self._veiled(veil, patches, wood, gain, compare, states)):
            states[i], evidence[i] = UNKNOWN, 0.0
        yards, unsure = self._yards.counts(smooth, states, arms, gain)
        covers_pit = self._pit is not None and bool(arms.ravel()[self._pit])
        rounded = tuple(np.round(chance, 4).tolist())
        return Reading(tuple(states), rounded, yards, evidence[:, :-1], covers_pit, unsure)

    def _compared(self, patches: Array, wood: Array, is_open: Array, is_shown: Array, noise: float, shade: Array,
                  rims: Array) -> tuple[Array, Array, Array, Array]:  # fmt: skip
        """What discs in holes, (N, M, 3) logarithms, tell where the wood comes to this, (N, 3): the evidence, what is
        seen (`features`), how much each looks like itself, and the colours of the pieces there."""
        likeness = self._likeness(brightness(patches), is_open)
        seen = features(patches - wood[:, None])
        empty, means = self._empty_now(wood, seen, is_open), self._means_in(wood)
        evidence = self._evidence.of(seen - empty, seen, likeness, noise, shade, means, is_shown)
        return by_rims(evidence, means, empty, rims.min(axis=1), is_open), seen, likeness, means

    def _veiled(self, veil: Array, patches: Array, wood: Array, gain: Array, compare: Compare, states: Sequence[str]
                ) -> list[int]:  # fmt: skip
        """Holes of which something else is told if what makes the wood around them brighter is a mirrored lamp.

        veil: how much light that would be, (N,). At its edge it may not lie over the hole: an empty one is doubted
        only where a piece would surely be seen.
        """
        is_veiled = veil > 0
        if not is_veiled.any():
            return []
        plain = np.where(is_veiled[:, None], self._wood + gain, wood)
        chances = normalised(compare(unveiled(patches, veil), plain)[0])
        is_surely_piece = chances[:, 1:-1].max(axis=1) >= SURE
        return [i for i in np.flatnonzero(is_veiled).tolist() if (states[i] == EMPTY and is_surely_piece[i]) or
                (states[i] in self.seats and chances[i, 1 + self.seats.index(states[i])] < SURE)]  # fmt: skip

    def _washed_out(self, wood: Array, seen: Array, states: Sequence[str]) -> list[int]:
        """Holes whose piece has no colour, or one too bright, where the wood, (N, 3), is as bright as a picture goes.

        seen: what is seen in the holes, (N, 4).
        """
        brightest = (logs_of(seen[:, :3]) + wood).max(axis=1)
        found = np.flatnonzero(median(wood, axis=1) > DAZZLE)
        return [i for i in found.tolist() if states[i] in self.seats
                and (brightest[i] > DAZZLE or not self._is_coloured[self.seats.index(states[i])])]  # fmt: skip

    def _leans(self, view: CameraMap) -> Leaning:
        """How pieces lean in pictures with this map; the last one is kept."""
        if self._leaning is None or self._leaning[0] != view:
            means = dict(zip(self.seats, self._means, strict=True))
            arms = np.zeros((SMALL_PX, SMALL_PX), bool)
            is_itself = np.ones(len(self._wood), bool)
            bare = Picture(smoothed(self._bare), self._wood, self._means_in(self._wood), arms, is_itself,
                           np.ones((len(self._wood), 4)))  # fmt: skip
            self._leaning = (view, Leaning(self.canvas, view, means, bare))
        return self._leaning[1]

    def _means_in(self, wood: Array) -> Array:
        """The colours of the pieces where the wood comes to this, (N, 3): (N, seats, 3)."""
        return in_light(self._means, self._wood.mean(axis=0), wood)

    def _patches(self, canvas_bgr: Array) -> Array:
        """Logarithms of the discs in the holes: (N, M, 3)."""
        return logarithm(canvas_bgr.reshape(-1, 3).take(self.canvas.inner, axis=0))

    def _same_grain(self, canvas_bgr: Array) -> Array:
        """How much each quarter around a hole shows the wood and the rim that it showed when it was bare: (N, 4)."""
        grain = self._grain(canvas_bgr)
        alike: Array = np.einsum("qnm,qnm->nq", grain, self._bare_grain) / _length(grain).T
        return alike

    def _light_of(self, around: Array, holes: Array, quarters: Array, coloured: Array) -> Array:
        """The light over some holes, as the quarters tell that show their wood: (n, 3) logarithms. around: (N, 12, 3).

        Skin beside a hole, the edge of a shade, or a piece beside it (coloured, (N, 12)) is not the light in it.
        """
        is_wood = np.take_along_axis(quarters[holes] > SAME_GRAIN, self._ring_quarters[holes], axis=1)
        is_plain = is_wood & ~coloured[holes]
        is_wood = np.where(is_plain.any(axis=1, keepdims=True), is_plain, is_wood)
        is_wood |= ~is_wood.any(axis=1, keepdims=True)
        lights = [median(seen[wood]) for seen, wood in zip(around[holes], is_wood, strict=True)]
        return np.array(lights).reshape(-1, 3)

    def _grain(self, canvas_bgr: Array) -> Array:
        """Light and dark in the quarters around holes, less level and slope: (4, N, M)."""
        grey = brightness(logarithm(canvas_bgr.reshape(-1, 3).take(self._rims, axis=0)))
        planes = self.canvas.rim_planes
        grain: Array = grey - grey @ planes @ planes.swapaxes(1, 2)
        return grain

    def _as_neighbours(self, around: Array, is_shown: Array, strange_share: Array, shift: Array) -> Array:
        """Which holes do not show their rim, as under a piece, but are lit as a neighbour that does. Tells their light.

        strange_share and shift are made right for these. around: (N, 12, 3).
        """
        levels = median(around, axis=1)
        found = np.zeros(len(is_shown), bool)
        for i in np.flatnonzero(~is_shown & (strange_share > 0.25)):
            near = self._neighbours[i][is_shown[self._neighbours[i]]]
            if len(near):
                shares = (np.abs(around[i][None] - levels[near][:, None]).max(axis=2) < AS_NEIGHBOUR).mean(axis=1)
                best = int(shares.argmax())
                if shares[best] >= ALIKE_SHARE:
                    found[i], shift[i], strange_share[i] = True, levels[near[best]], 1 - shares[best]
        return found

    def _likeness(self, grey: Array, is_open: Array) -> Array:
        """How alike each hole, (N, M) logarithms, is to how it would look empty in this picture (correlation): (N,).

        Another lamp draws another pattern into all holes alike; most of the open ones are empty, and show it.
        """
        pattern = self._pattern
        if is_open.sum() >= LEAST_OPEN * len(is_open):
            pattern = standardised(self._bare_grey + median((grey - self._bare_grey)[is_open]))
        alike: Array = (standardised(grey) * pattern).mean(axis=1)
        return alike

    def _empty_now(self, wood: Array, seen: Array, is_open: Array) -> Array:
        """How holes look empty in the light of this picture, (N, 4), in which the wood comes to `wood`, (N, 3).

        Most of the open ones are empty. A lamp on the other side makes all of them darker or brighter inside, and
        redder or bluer, alike.
        """
        colour = in_light(self._empty[:, None, :3], self._wood, wood)[:, 0]
        here = np.concatenate([colour, self._empty[:, 3:] + colour[:, 2:] - self._empty[:, 2:3]], axis=1)
        if is_open.sum() < LEAST_OPEN * len(is_open):
            return here
        differ = (seen - here)[is_open]
        other: Array = median(differ)
        if (np.abs(differ - other).max(axis=1) < AGREE).mean() < AGREEING:
            other = np.clip(other, -MOST_OTHER, MOST_OTHER)
        return here + other


def _split(left: Array) -> tuple[Array, Array]:
    """How much brighter a difference (H, W, 3) is, and how far it is from a plain brighter or darker: (H, W) each.

    Channel by channel: sums over an axis of three are slow.
    """
    blue, green, red = left[..., 0], left[..., 1], left[..., 2]
    light = (blue + green + red) / 3
    squares = (blue - light) ** 2 + (green - light) ** 2 + (red - light) ** 2
    return light, np.sqrt(squares)


def _length(grain: Array) -> Array:
    """How much light and dark there is in quarters (4, N, M), as the length of each: (4, N)."""
    length: Array = np.maximum(np.sqrt(np.einsum("qnm,qnm->qn", grain, grain)), 1e-3)
    return length


def _shifts(around: Array, strange: Array, shade_share: Array) -> Array:
    """The shadow that lies over each hole, as its free wood, of (N, 12, 3), tells: (N, 3)."""
    weight = (~strange).astype(np.float32)[..., None]
    total = weight.sum(axis=1)
    mean = (around * weight).sum(axis=1) / np.maximum(total, 1)
    trusted: Array = np.where((total >= 4) & (shade_share[:, None] > 0.62), mean, 0.0)
    return trusted


def _spread(seen: Array, around: Array, is_lit: Array) -> tuple[Array, Array]:
    """How much of what is around each hole, (N, 12, 3) tones, has the colour of what is seen in it: (N,); and how much
    of it besides is not the wood in its light."""
    off = (((around - seen[:, None, :3]) / SAME_COLOUR) ** 2).sum(axis=2)
    is_same = off < 1.0
    return is_same.mean(axis=1), (is_same & ~is_lit).mean(axis=1)
