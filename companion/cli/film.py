"""`--board film:DIR`: an evening that a camera saw, out of a folder, in its own time, as fast as the machine can."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli import BadInput
from companion.cli.camera_files import camera_of
from companion.cli.evening import run_trace

if TYPE_CHECKING:
    from companion.inputs import Input
    from companion.sensing.reader import SentenceReader


def run_film(args: argparse.Namespace, folder: str) -> int:
    """Plays the film to its end, through the path of a live camera. Raises: BadInput."""
    from companion.sensing.camera_folder import SAID, camera_inputs, film_files, joined
    from companion.sensing.errors import BadPicture

    if not args.profile:
        raise BadInput(f"--board film:{folder}: a camera needs a --profile in which it is calibrated")
    part = camera_of(args.profile)
    try:
        film_files(folder)
    except BadPicture as error:
        raise BadInput(f"--board film:{error}") from error
    said = os.path.join(folder, SAID)

    def inputs_of(reader: SentenceReader, told: Iterator[Input]) -> Iterator[Input]:
        spoken = told if os.path.exists(said) else iter(())
        return joined(camera_inputs(folder, part, reader.layout), spoken, reader.layout)

    return run_trace(args, said, inputs_of)
