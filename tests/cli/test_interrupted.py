"""Control-C, at any moment, ends a command without a traceback."""

import os
import signal
import subprocess

import pytest
from command import COMMAND, PATIENCE_S

AT_AN_IMPORT = """
import os, signal, sys

class Hand:
    \"\"\"Presses Control-C when this module is about to be loaded.\"\"\"

    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Hand())
"""
QUIET = (-signal.SIGINT, 130)
"""What a shell tells as 130, both."""


def interrupted(folder, module, *words, **options):
    """The exit status and the words of a command that is interrupted when it loads this module."""
    (folder / "sitecustomize.py").write_text(AT_AN_IMPORT.format(module=module))
    done = subprocess.run([COMMAND, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          timeout=PATIENCE_S, env={**os.environ, "PYTHONPATH": str(folder)}, **options)  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("module", ["companion.cli", "argparse", "traceback", "companion.cli.streams"])
def test_while_the_program_is_being_loaded(module, tmp_path):
    status, told = interrupted(tmp_path, module, "run", "--no-http", "--speech", "none")
    assert (status in QUIET, told) == (True, "")


@pytest.mark.parametrize("module", ["companion.cli.perft", "engine.jsonlines"])
def test_while_a_command_is_being_loaded(module, tmp_path):
    status, told = interrupted(tmp_path, module, "perft", "1")
    assert (status in QUIET, told) == (True, "")


def test_while_a_table_is_being_opened(tmp_path):
    assert interrupted(tmp_path, "sqlite3", "run", "--no-http", "--speech", "none") == (0, "")


def test_who_starts_it_deaf_to_control_c_is_obeyed(tmp_path):
    deaf = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    assert interrupted(tmp_path, "argparse", "rules", **deaf) == (0, "")
