"""What the camera's commands share: profiles and boards from files, with errors in one line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from calibration.reading import TooLarge, read_text
from companion.cli import BadInput

if TYPE_CHECKING:
    from calibration.camera_profile import CameraPart
    from calibration.profile import Profile


def board_text(name: str) -> str:
    """The text of a board's file: a path, or the name of a board that comes with the program. Raises: BadInput."""
    from importlib import resources

    from hardware.errors import HardwareError
    from hardware.geometry import known_boards, parse_board

    known = name in known_boards()
    if not known and not os.path.exists(name):
        raise BadInput(f"--board {name}: no such file, and no board of this name; known: {', '.join(known_boards())}")
    try:
        file = resources.files("hardware").joinpath("boards", f"{name}.json")
        text = file.read_text("utf-8") if known else read_text(name)
        parse_board(text)
    except OSError as error:
        raise BadInput(f"--board {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"--board {name}: not a text file") from error
    except (HardwareError, TooLarge) as error:
        raise BadInput(f"--board {name}: {error}") from error
    return text


def read_profile(path: str) -> Profile:
    """A profile from its file. Raises: BadInput."""
    from calibration.profile import load_profile

    try:
        return load_profile(path)
    except OSError as error:
        raise BadInput(f"--profile {path}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"--profile {error}") from error


def camera_of(path: str) -> CameraPart:
    """The camera's part of a profile. Raises: BadInput."""
    from calibration.camera_profile import read_part

    profile = read_profile(path)
    if not profile.camera:
        raise BadInput(f"--profile {path}: no camera is calibrated in it; `tastkreis calibrate camera` does that")
    try:
        return read_part(profile.camera)
    except ValueError as error:
        raise BadInput(f"--profile {path}: {error}") from error


def save_camera(path: str, part: CameraPart) -> None:
    """Puts a camera's part into a profile, which may be new; the rest of it stays, enrolled cards too.

    Raises: BadInput.
    """
    from dataclasses import replace

    from calibration.camera_profile import part_data
    from calibration.profile import Profile, save_profile

    board = part.board
    profile = read_profile(path) if os.path.exists(path) else Profile(board.name, board.layout)
    if profile.layout != board.layout:
        raise BadInput(f"--profile {path}: this profile is for {profile.layout}, the board is {board.layout}")
    data = part_data(part)
    if not part.cards and "cards" in profile.camera:
        data["cards"] = profile.camera["cards"]
    try:
        save_profile(replace(profile, camera=data), path)
    except OSError as error:
        raise BadInput(f"--profile {path}: {error.strerror}") from error
