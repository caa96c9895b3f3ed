"""A command loads what it needs and no more: start-up on a small computer is seconds otherwise."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "cv2", "fastapi", "uvicorn", "sqlite3", "pyttsx3", "serial", "asyncio")


def loaded(code):
    """Which of the heavy modules are loaded after this code."""
    code += f"\nimport sys\nprint(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        ("['--help']", {"sqlite3"}),
        ("['legal']", set()),
        ("['perft', '1']", set()),
        ("['rules']", set()),
        ("['simulate', '--games', '1', '--variant', 'duel']", set()),
    ],
)
def test_heavy_modules_are_loaded_by_need_only(command, needs):
    assert loaded(f"from companion.cli import main\nmain({command})") <= needs


def test_the_table_waits_for_no_web_library():
    assert loaded("import companion.cli.opening") <= {"sqlite3"}
