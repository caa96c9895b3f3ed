"""`tastkreis calibrate firmware`: the files of a board in one folder, ready to be copied onto a Pico."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Any

from calibration.reading import TooLarge, read_text
from companion.cli import BadInput
from companion.cli.aloud import Aloud
from companion.cli.boards import read_profile
from companion.cli.speech_options import add_speech_options
from companion.cli.tables import usual_board
from hardware.errors import HardwareError
from hardware.pins import STANDARD_PINS, parse_pins, pins_text

HELP = "gathers the files of a sensing board in a folder"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="where the files go; it is made if it is not there")
    add("--name", default="", metavar="BOARD", help="the board's name (default: after its chip)")
    add("--pins", default=STANDARD_PINS, metavar="NAME|FILE", help="the pin map (default: tac64)")
    add("--sensors", choices=("reed", "hall"), default="reed", help="what lies under the holes (default: reed)")
    add("--profile", metavar="FILE", help="the profile whose learnt thresholds go onto the board")
    add_speech_options(parser)


def main(args: argparse.Namespace) -> int:
    """Checks everything, then writes the files."""
    files = board_files(args.name, args.pins, args.sensors, _learnt(args.profile))
    folder = Path(args.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from error
    with closing(Aloud(args)) as aloud:
        aloud.say(aloud.text("firmware", {"n": len(files)}))
    print(folder)
    return 0


def _learnt(path: str | None) -> Mapping[str, Any]:
    if path is None:
        return {}
    profile = read_profile(path, usual_board())
    if not profile.hall:
        raise BadInput(f"--profile {path}: has no thresholds; `tastkreis calibrate thresholds` learns them")
    return {"rest": profile.hall["rest"], "threshold": profile.hall["threshold"]}


def board_files(name: str = "", pins: str = STANDARD_PINS, sensors: str = "reed",
                hall: Mapping[str, Any] | None = None) -> dict[str, str]:  # fmt: skip
    """The files that lie on a board, by name. `hall`: learnt thresholds. Raises: BadInput."""
    if name and not _NAME.fullmatch(name):
        raise BadInput(f"--name {name!r}: a name has up to 32 letters, digits, dots and dashes")
    firmware = resources.files("firmware")
    files = {entry.name: entry.read_text("utf-8") for entry in firmware.iterdir() if entry.name.endswith(".py")}
    del files["__init__.py"]
    try:
        text = read_text(pins) if pins.endswith(".json") else pins_text(pins)
        parse_pins(text)
    except (HardwareError, UnicodeDecodeError, TooLarge) as error:
        raise BadInput(f"--pins {pins}: {error}") from error
    except OSError as error:
        raise BadInput(f"--pins {pins}: {error.strerror}") from error
    settings: dict[str, Any] = {"sensors": "hall" if hall else sensors, **({"board": name} if name else {})}
    if hall:
        settings["hall"] = dict(hall)
    return {**dict(sorted(files.items())), "pins.json": text, "settings.json": json.dumps(settings) + "\n"}
