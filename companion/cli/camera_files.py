"""What the camera's commands share: the camera's part of a profile, with errors in one line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.cli import BadInput
from companion.cli.boards import read_profile

if TYPE_CHECKING:
    from calibration.camera_profile import CameraPart


def camera_of(path: str) -> CameraPart:
    """The camera's part of a profile. Raises: BadInput."""
    from calibration.camera_profile import read_part

    profile = read_profile(path)
    if not profile.camera:
        what = "no camera is calibrated in it; `tastkreis calibrate camera` does that"
        raise BadInput(f"--profile {path}: {what}", "camera_foreign")
    try:
        return read_part(profile.camera)
    except ValueError as error:
        raise BadInput(f"--profile {path}: {error}", "camera_foreign") from error


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
