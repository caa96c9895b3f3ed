"""The project's own source, read as text and as syntax trees, for the tests about the house."""

import ast
import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "firmware", "hardware", "calibration", "companion")
BUILT = {"build", "dist", "node_modules", "__pycache__"}


@functools.cache
def modules():
    """Every module of the product by its dotted name, `{"engine.tac.board.holes": Path}`; a package by its folder's."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def tree(path):
    """The syntax tree of one file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@functools.cache
def files():
    """Every file that is or could be committed; without git, everything that is not a build product."""
    try:
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        paths = [ROOT / name for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if is_ours(path.relative_to(ROOT).parts)]
    return sorted(path for path in paths if path.is_file())


def is_ours(parts):
    return not BUILT & set(parts) and (parts[0] == ".ci" or not any(part.startswith(".") for part in parts))


def place(path, node=None):
    """Where something is, as an editor understands it: `engine/tac/board/holes.py:12`."""
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{node.lineno}" if node is not None else name


def functions(path):
    """Every function of a file, nested ones and methods too."""
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def told(offenders):
    """The offenders as the message of a failing test."""
    return "\n  " + "\n  ".join(offenders)
