"""Pictures of a camera for a command that teaches it something: opened, exposed and held, until they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.cli import BadInput

if TYPE_CHECKING:
    from companion.sensing.camera_sources import FrameSource

PAUSE_S = 0.05
STEP_S = 0.1
"""What was filmed has ten pictures a second."""


@contextmanager
def opened(name: str) -> Iterator[FrameSource]:
    """The camera of `--source NAME`, for a while. Raises: BadInput, also when it goes away meanwhile."""
    from companion.sensing.camera_sources import source_of
    from companion.sensing.errors import NoCamera

    try:
        camera = source_of(name)
        camera.open()
    except NoCamera as error:
        told = str(error)
        raise BadInput(f"--source {told if told.startswith(name) else f'{name}: {told}'}") from error
    try:
        yield camera
    except NoCamera as error:
        raise BadInput(f"--source {name}: {error}") from error
    finally:
        camera.close()


def pictures(camera: FrameSource, clock: Callable[[], float]) -> Iterator[tuple[float, Any]]:
    """Time and picture, as long as there are any. A live camera is given time to choose its exposure, and keeps it.

    Raises: NoCamera.
    """
    from companion.sensing.camera_health import Exposure

    exposure, number = Exposure(), 0
    while True:
        frame = camera.read()
        if frame is None:
            if not camera.is_live:
                return
            time.sleep(PAUSE_S)
        elif not camera.is_live:
            yield number * STEP_S, frame
            number += 1
        else:
            t = clock()
            is_to_hold = exposure.hear(t, frame)
            if is_to_hold is not None:
                camera.hold(is_to_hold)
            if exposure.is_held:
                yield t, frame
