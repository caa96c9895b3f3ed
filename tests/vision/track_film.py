"""Games on a track as a camera sees them: cards are said, hands carry the token and lay tiles, picture by picture.

`record_track(place, seed, folder, ...)` writes the pictures and `said.trace` of a game, and gives its truth.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import cv2

from calibration.camera_token import TOKEN
from engine.registry import at_table
from tests.people.game_hands import after, chosen
from tests.vision.broad import broad_lamp
from tests.vision.scene import SKINS, SLEEVES, Arm, Installation, Shade
from tests.vision.track import TrackMoment, TrackPainter, tile_on, track_look

GAME = "tacocat"
MOST_PLIES = 160
STEP_S, WORD_S = 0.1, 0.6
REACH_S = 0.4
"""A hand comes and goes in so long."""
TOWARDS = {"A": (0.0, 1.0), "B": (0.0, -1.0)}


@dataclass(frozen=True)
class Move:
    """The token is carried: when the hand takes it, by whom, from where to where; a tile follows."""

    t: float
    seat: str
    origin: str
    target: str

    @property
    def put_at(self) -> float:
        """When the token stands again."""
        return self.t + 0.9

    @property
    def tile_at(self) -> float:
        """When the tile lies on the space that it left."""
        return self.t + 2.4


@dataclass(frozen=True)
class TrackFilm:
    """A recorded game: the position after each ply, how many moves the token made, and when it ends."""

    positions: list[str]
    moves: list[Move]
    end: float


def played(seed: int, position: str, most_moves: int) -> tuple[list[tuple[float, str]], TrackFilm]:
    """A game by lot, with the lines that are said and when; it ends when it is won, or after so many moves."""
    for number in range(99):
        with suppress(IndexError):  # the lot laid cards aside until nobody could go on
            return _by_lot(Random(f"track game {seed} {number}"), position, most_moves)
    raise AssertionError(position)


def _by_lot(lot: Random, position: str, most_moves: int) -> tuple[list[tuple[float, str]], TrackFilm]:
    game = at_table(GAME).at_table({})
    begun = {"position": position} if position else {}
    state = game.begin(begun)
    lines = [(0.0, f">game {GAME}" + (f" position={position}" if position else ""))]
    t, positions, moves = 3.0, [], []
    while len(moves) < most_moves and (scene := chosen(game, state, len(positions), lot)) is not None:
        if len(positions) > MOST_PLIES:
            raise IndexError
        lines.append((t, ">done" if scene.is_said else f">card {scene.seat} {scene.card}"))
        following = after(game, scene)
        t += WORD_S * lot.uniform(0.8, 1.4)
        if following.picture != state.picture:
            names = game.layout.holes
            where = [names[picture.index("t")] for picture in (state.picture, following.picture)]
            moves.append(Move(t + lot.uniform(0.3, 1.2), lot.choice("AB"), *where))
            t = moves[-1].tile_at + lot.uniform(1.2, 2.5)
        positions.append(following.position)
        state = following
    return lines, TrackFilm(positions, moves, t + 3.0)


def record_track(place: Installation, seed: int, folder: Path, position: str = "", most_moves: int = 99,
                 lamps: bool = False, bump: bool = False, shade: bool = False) -> TrackFilm:  # fmt: skip
    """Writes a game. position: where it begins. lamps: the light changes; bump: the board is pushed; shade: somebody
    leans into the light now and then."""
    lines, film = played(seed, position, most_moves)
    rng, painter = Random(f"track film {seed}"), TrackPainter(place)
    changes = sorted(rng.uniform(5, film.end) for _ in range(3)) if lamps else []
    # A camera chooses its exposure anew for a light that is far brighter: one that it bears is drawn.
    lights = [place.lamp, *(replace(broad_lamp(rng), strength=place.lamp.strength * rng.uniform(0.5, 1.3))
                            for _ in changes)]  # fmt: skip
    bumped_at = rng.uniform(5, film.end - 4) if bump else 1e9
    shades = [(at, at + rng.uniform(1, 5), _shade(place, rng)) for at in (rng.uniform(3, film.end) for _ in range(4))]
    looks = {seat: (rng.choice(SKINS), rng.choice(SLEEVES)) for seat in TOWARDS}
    covered = position.partition("covered:")[2].partition(" ")[0]
    tiles = {name: _tile(place, name, rng) for name in covered.split(",") if name.isdigit()}
    later = {move.origin: _tile(place, move.origin, rng) for move in film.moves}
    at = film.moves[0].origin if film.moves else position.partition(" ")[0]
    for number in range(int(film.end / STEP_S)):
        t = number * STEP_S
        lifted = [move for move in film.moves if move.t <= t]
        now = lifted[-1] if lifted else None
        tiles |= {move.origin: later[move.origin] for move in lifted if move.tile_at <= t}
        is_held = now is not None and t < now.put_at
        holes = {} if is_held else {now.target if now is not None else at: TOKEN}
        moment = TrackMoment(holes, arms=_hands(place, film.moves, looks, t), seed=number + 1,
                             tiles=tuple(tiles.values()), lamp=lights[bisect_right(changes, t)])  # fmt: skip
        if t >= bumped_at:
            moment = replace(moment, shift=(8.0, -6.0), turn=2.0)
        if shade:
            moment = replace(moment, shades=tuple(one for begin, over, one in shades if begin <= t < over))
        cv2.imwrite(str(folder / f"{number:06d}.jpg"), painter.shot(moment).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (folder / "said.trace").write_text("".join(f"{t:.3f} {text}\n" for t, text in lines), encoding="utf-8")
    return film


def _hands(place: Installation, moves: list[Move], looks: dict[str, Any], t: float) -> tuple[Arm, ...]:
    """The arm above the track, if any: it takes the token, carries it, goes, and comes again with the tile."""
    for move in moves:
        spots = {hole.name: (hole.x_mm, hole.y_mm) for hole in place.board.holes}
        here, there = spots[move.origin], spots[move.target]
        if move.t - REACH_S <= t < move.t:
            return (_arm(move.seat, here, (move.t - t) / REACH_S, looks, None),)
        if move.t <= t < move.put_at:
            share = (t - move.t) / (move.put_at - move.t)
            spot = (here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)
            return (_arm(move.seat, spot, 0.0, looks, TOKEN),)
        if move.put_at <= t < move.put_at + REACH_S:
            return (_arm(move.seat, there, (t - move.put_at) / REACH_S, looks, None),)
        if abs(t - move.tile_at) < REACH_S:
            return (_arm(move.seat, here, abs(t - move.tile_at) / REACH_S, looks, None),)
    return ()


def _arm(seat: str, spot: tuple[float, float], away: float, looks: dict[str, Any], held: str | None) -> Arm:
    x, y = TOWARDS[seat]
    reach = 330.0 * away
    hand = (spot[0] + x * reach, spot[1] + y * reach)
    skin, sleeve = looks[seat]
    return Arm((60 + x * 700, y * 700 + hand[1] * 0.3), hand, 62, skin, sleeve, 0.6, 2, held)


def _tile(place: Installation, name: str, rng: Random) -> Any:
    hole = next(hole for hole in place.board.holes if hole.name == name)
    return tile_on(track_look(place.seed), hole.x_mm, hole.y_mm, rng)


def _shade(place: Installation, rng: Random) -> Shade:
    edge = rng.uniform(-0.5, 0.5) * place.board.side_mm / 2
    return Shade(edge, rng.uniform(0, 360), rng.uniform(0.3, 0.6), rng.uniform(20, 100))


def judged(film: TrackFilm, events: list[dict[str, Any]]) -> Counter[str]:
    """How the plies were settled, and what else the companion said of them."""
    settled = [event["position"] for event in events if event["type"] == "move"]
    counts = Counter(event["type"] for event in events
                     if event["type"] in ("question", "violation", "disturbed", "revised"))  # fmt: skip
    right = sum(one == other for one, other in zip(settled, film.positions, strict=False))
    return counts + Counter(plies=len(film.positions), right=right, wrong=len(settled) - right, moves=len(film.moves))
