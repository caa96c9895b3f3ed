"""A live camera at a table, alone or together with another board."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from companion.cli import BadInput
from companion.cli.camera_files import camera_of

if TYPE_CHECKING:
    from companion.inputs import Input
    from engine.contract import Layout

Deliver = Callable[["Input"], None]


def open_camera(args: argparse.Namespace, where: str, layout: Layout, deliver: Deliver,
                clock: Callable[[], float], stack: ExitStack) -> None:  # fmt: skip
    """Opens the camera that `--board camera:WHERE` names; it is closed with the stack. Raises: BadInput."""
    from companion.sensing.camera_board import CameraBoard
    from companion.sensing.camera_inputs import CameraInputs
    from companion.sensing.camera_sources import source_of
    from companion.sensing.errors import CameraInUse, NoCamera

    if not args.profile:
        raise BadInput(f"--board camera:{where}: a camera needs a --profile in which it is calibrated")
    try:
        inputs = CameraInputs(camera_of(args.profile), layout, is_live=True)
        camera = CameraBoard(source_of(where), inputs, deliver, clock)
        camera.start()
    except (NoCamera, ValueError) as error:
        notice = "camera_not_found" if isinstance(error, NoCamera) else "camera_foreign"
        notice = "camera_in_use" if isinstance(error, CameraInUse) else notice
        raise BadInput(f"--board camera:{where}: {error}", notice) from error
    stack.callback(camera.close)


def joined(deliver: Deliver, layout: Layout) -> Deliver:
    """Joins what a board and a camera deliver, each from its own thread."""
    from companion.sensing.board_join import BoardJoin
    from companion.sensing.camera_inputs import SOURCE

    join, lock = BoardJoin(layout, camera=SOURCE), threading.Lock()

    def hear(value: Input) -> None:
        with lock:
            for each in join.hear(value):
                deliver(each)

    return hear
