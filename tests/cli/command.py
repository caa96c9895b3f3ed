"""The program as a user starts it."""

import subprocess
import sys
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "tastkreis")
PATIENCE_S = 120
"""So long a program may take that ends by itself: a machine may be slow, and busy."""


def tastkreis(*words, stdin="", **options):
    """Runs one command to its end."""
    return subprocess.run([COMMAND, *map(str, words)], input=stdin, capture_output=True, text=True, check=False,
                          timeout=PATIENCE_S, **options)  # fmt: skip
