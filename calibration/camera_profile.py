"""The camera's part of a profile: where it sees the board, how the bare board looks, and what the pieces look like."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.camera_canvas import SIDE_PX
from calibration.camera_colours import Colour
from calibration.camera_map import CameraMap
from calibration.camera_markers import Corners
from calibration.camera_token import TOKEN, Token
from calibration.errors import BadCameraPart
from hardware.errors import BadBoardFile
from hardware.geometry import BoardGeometry, parse_board

Array = npt.NDArray[Any]

CARD_SIZE = (96, 160)
"""Width and height of an enrolled face in pixels."""
LARGEST_SIDE_PX = 20_000
LONGEST_LEAN_MM = 100.0
_OPTIONAL = {"cards", "markers", "token"}
_KEYS = {"board", "bottom", "size", "homography", "k1", "residual_mm", "bare", "colours", "cards", "markers", "token"}


@dataclass(frozen=True)
class CameraPart:
    """All that one camera has learned of one board.

    bottom: seat at the lower edge of the picture. bare: the canvas at the start of a game, uint8 (672, 672, 3).
    cards: picture of each enrolled face, uint8 (160, 96, 3). geometry: the text of the board's file.
    """

    geometry: str
    bottom: str
    map: CameraMap
    residual_mm: float
    bare: Array
    colours: Mapping[str, Colour]
    cards: Mapping[str, Array] = field(default_factory=dict)
    markers: Mapping[int, Corners] = field(default_factory=dict)
    """Printed markers on the board, if there are any: the corners of each, in mm."""
    token: Token | None = None
    """At a track: how its token is seen; its colour is that of `TOKEN`."""

    @cached_property
    def board(self) -> BoardGeometry:
        """The board that was calibrated."""
        return parse_board(self.geometry)

    def with_cards(self, cards: Mapping[str, Array]) -> CameraPart:
        """The same with other faces."""
        return replace(self, cards=dict(cards))


def part_data(part: CameraPart) -> dict[str, Any]:
    """The part as it stands in the profile."""
    token = {} if part.token is None else {"token": asdict(part.token)}
    return token | {
        "board": json.loads(part.geometry),
        "bottom": part.bottom,
        "size": list(part.map.size),
        "homography": list(part.map.homography),
        "k1": part.map.k1,
        "residual_mm": part.residual_mm,
        "bare": _coded(part.bare, ".jpg"),
        "colours": {seat: asdict(colour) for seat, colour in part.colours.items()},
        "cards": {face: _coded(picture, ".png") for face, picture in part.cards.items()},
        "markers": {str(number): [list(corner) for corner in four] for number, four in part.markers.items()},
    }


def read_part(data: Any) -> CameraPart:
    """The part out of a profile. Raises: BadCameraPart with the key and what is wrong with it."""
    if not isinstance(data, dict):
        raise BadCameraPart("", "an object is expected")
    for key in data:
        if key not in _KEYS:
            raise BadCameraPart(key, "unknown key")
    for key in _KEYS - _OPTIONAL:
        if key not in data:
            raise BadCameraPart(key, "is missing")
    geometry = json.dumps(data["board"])
    try:
        board = parse_board(geometry)
    except BadBoardFile as error:
        raise BadCameraPart("board", str(error)) from error
    if data["bottom"] not in board.sides:
        raise BadCameraPart("bottom", f"no seat of the board: {data['bottom']!r}")
    if board.is_track != ("token" in data):
        raise BadCameraPart("token", "is missing" if board.is_track else "only a track has one")
    return CameraPart(
        geometry=geometry,
        bottom=data["bottom"],
        map=_map(data),
        residual_mm=_numbers(data, "residual_mm", None)[0],
        bare=_picture(data["bare"], "bare", (SIDE_PX, SIDE_PX)),
        colours=_colours(data["colours"], board),
        cards=_cards(data.get("cards", {})),
        markers=_markers(data.get("markers", {})),
        token=_token(data["token"]) if "token" in data else None,
    )


def _map(data: Mapping[str, Any]) -> CameraMap:
    matrix = _numbers(data, "homography", 9)
    size = _numbers(data, "size", 2)
    if not all(16 <= side <= LARGEST_SIDE_PX and side == int(side) for side in size):
        raise BadCameraPart("size", f"not the size of a picture: {data['size']!r}")
    if abs(np.linalg.det(np.array(matrix).reshape(3, 3))) < 1e-15:
        raise BadCameraPart("homography", "maps the board onto a line")
    return CameraMap(tuple(matrix), _numbers(data, "k1", None)[0], (int(size[0]), int(size[1])))


def _numbers(data: Mapping[str, Any], key: str, count: int | None) -> list[float]:
    value = data[key] if count is not None else [data[key]]
    if not isinstance(value, list | tuple) or (count is not None and len(value) != count):
        raise BadCameraPart(key, f"{count} numbers are expected")
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int | float) or not np.isfinite(number):
            raise BadCameraPart(key, f"not a number: {number!r}")
    return [float(number) for number in value]


def _colours(data: Any, board: BoardGeometry) -> dict[str, Colour]:
    if not isinstance(data, dict) or not data:
        raise BadCameraPart("colours", "an object from seat to its colour is expected")
    found, pieces = {}, (TOKEN,) if board.is_track else board.seats
    for seat, entry in data.items():
        if seat not in pieces or not isinstance(entry, dict) or entry.keys() != {"mean", "spread"}:
            raise BadCameraPart(f"colours.{seat}", "mean and spread of a seat of the board are expected")
        mean, spread = (_numbers(entry, key, 3) for key in ("mean", "spread"))
        if min(spread) <= 0:
            raise BadCameraPart(f"colours.{seat}", "spread is not above zero")
        found[seat] = Colour((mean[0], mean[1], mean[2]), (spread[0], spread[1], spread[2]))
    return found


def _token(data: Any) -> Token:
    if not isinstance(data, dict) or data.keys() != {"area_mm2", "lean_mm"}:
        raise BadCameraPart("token", "area_mm2 and lean_mm are expected")
    area, lean = _numbers(data, "area_mm2", None)[0], _numbers(data, "lean_mm", 2)
    if area <= 0 or max(map(abs, lean)) > LONGEST_LEAN_MM:
        raise BadCameraPart("token", "is no size of a token")
    return Token(area, (lean[0], lean[1]))


def _cards(data: Any) -> dict[str, Array]:
    if not isinstance(data, dict):
        raise BadCameraPart("cards", "an object from face to its picture is expected")
    return {str(face): _picture(text, f"cards.{face}", CARD_SIZE) for face, text in data.items()}


def _markers(data: Any) -> dict[int, Corners]:
    if not isinstance(data, dict):
        raise BadCameraPart("markers", "an object from number to four corners is expected")
    found = {}
    for number, four in data.items():
        key = f"markers.{number}"
        if not (isinstance(number, str) and number.isdecimal() and isinstance(four, list) and len(four) == 4):
            raise BadCameraPart(key, "four corners of a numbered marker are expected")
        corners = [_numbers({key: corner}, key, 2) for corner in four]
        found[int(number)] = tuple((x, y) for x, y in corners)
    return found


def _coded(picture: Array, kind: str) -> str:
    import cv2

    how = [cv2.IMWRITE_JPEG_QUALITY, 93] if kind == ".jpg" else [cv2.IMWRITE_PNG_COMPRESSION, 7]
    return base64.b64encode(cv2.imencode(kind, picture, how)[1].tobytes()).decode("ascii")


def _picture(text: Any, key: str, size: tuple[int, int]) -> Array:
    import cv2

    try:
        data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except (TypeError, ValueError, cv2.error):
        picture = None
    if picture is None or picture.shape != (size[1], size[0], 3):
        raise BadCameraPart(key, f"no picture of {size[0]} x {size[1]}")
    return np.asarray(picture)
