"""`tastkreis board FILE`: whether a board file describes a board that can be played on, and a drawing of it."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from importlib import resources
from pathlib import Path

from calibration.reading import TooLarge, read_text
from companion.cli import BadInput
from hardware.drawing import Drawing, draw_board
from hardware.errors import HardwareError
from hardware.geometry import BoardGeometry, known_boards, parse_board
from hardware.layouts import YARD_PLACES

HELP = "check a board file, and draw it"
LARGEST_FILE_BYTES = 1_000_000
PLURALS = {"ring": "ring holes", "house": "house holes", "square": "squares", "space": "spaces"}


def read_board(name: str) -> BoardGeometry:
    """The board in a file, or one that comes with the program, by its name.

    Raises: BadInput, one line that says what is wrong and where."""
    return parse_board(board_text(name))


def board_text(name: str, option: str = "") -> str:
    """The text of that board's file, which is one that can be used. `option`: what named it. Raises: BadInput."""
    path, known = Path(name), known_boards()
    if not path.exists() and name in known:
        return resources.files("hardware").joinpath("boards", f"{name}.json").read_text("utf-8")
    if not path.is_file() and not path.is_dir() and not path.is_fifo():
        told = f"neither a file nor one of the boards that come with the program ({', '.join(known)})"
        raise BadInput(f"{option}{name}: {told}")
    try:
        text = read_text(path, LARGEST_FILE_BYTES)
        parse_board(text)
    except OSError as error:
        raise BadInput(f"{option}{name}: {error.strerror}") from error
    except TooLarge as error:
        raise BadInput(f"{option}{name}: no board file is larger than {LARGEST_FILE_BYTES} bytes") from error
    except HardwareError as error:
        raise BadInput(f"{option}{name}: {error}") from error
    except ValueError as error:
        raise BadInput(f"{option}{name!r}: no text file") from error
    return text


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("board", metavar="FILE", help="a board file, or a board that comes with the program")
    parser.add_argument("--draw", metavar="OUT", help="draw it into this file: .svg in its true size, .png to look at")


def main(args: argparse.Namespace) -> int:
    """Checks the board, tells what it is, and draws it."""
    board = read_board(args.board)
    if args.draw is not None:
        _write(args.draw, draw_board(board))
    for line in described(board):
        print(line)
    return 0


def described(board: BoardGeometry) -> list[str]:
    """What a builder wants to know of a board, in lines that can be listened to."""
    kinds = Counter(hole.kind for hole in board.holes)
    parts = [f"{count} {PLURALS[kind]}" for kind, count in kinds.items()]
    parts += [f"{len(board.seats)} yards of {YARD_PLACES}"] if board.seats else []
    gap_mm, one, other = board.nearest_pair()
    steps = board.steps()
    lines = [
        f"{board.name}: layout {board.layout}, {len(board.places())} places",
        f"places: {', '.join(parts)}",
        f"size: {board.width_mm:g} by {board.height_mm:g} mm",
        f"across: {' or '.join(f'{size:g}' for size in sorted({hole.diameter_mm for hole in board.holes}))} mm",
        f"steps: {min(steps):.1f} to {max(steps):.1f} mm, pitch told as {board.pitch_mm:g} mm",
        f"nearest: {other.name} and {one.name}, {gap_mm:.1f} mm from middle to middle",
    ]
    if board.seats:
        lines.append("starts: " + ", ".join(f"{seat} {board.start(seat)}" for seat in board.seats))
    return [*lines, f"source: {board.source}"]


def _write(name: str, drawing: Drawing) -> None:
    from hardware.picture import to_png
    from hardware.svg import to_svg

    path = Path(name)
    if path.suffix not in (".svg", ".png"):
        raise BadInput(f"--draw {name}: the name must end in .svg or .png")
    content = to_svg(drawing).encode() if path.suffix == ".svg" else to_png(drawing)
    # The file is there as a whole or not at all.
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"--draw {name}: {error.strerror}") from error
