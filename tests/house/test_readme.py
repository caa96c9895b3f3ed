"""What the README shows is true: its Python lines and commands are run, its make targets exist."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from source_tree import ROOT

from companion.cli import COMMANDS

README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def shown_commands():
    """Each `$ command` of the README with the lines that it shows beneath."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def test_the_lines_that_play():
    (block,) = blocks("python")
    example = doctest.DocTestParser().get_doctest(block, {}, "README.md", str(ROOT / "README.md"), 0)
    assert 8 <= len(example.examples) <= 10
    said = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize(("command", "output"), list(shown_commands()))
def test_shown_commands_print_what_is_shown(command, output):
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env={**os.environ, "PATH": path}, timeout=200,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert done.stdout + done.stderr == output
    assert done.returncode == (0 if done.stdout else 2)


def test_named_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"^    make ([a-z]+)", README, re.MULTILINE))
    assert {"run", "demo", "test"} <= named <= targets


def test_named_commands_are_all_there_are():
    (line,) = re.findall(r"^((?:`[a-z-]+` ?)+):", README, re.MULTILINE)
    assert re.findall(r"`([a-z-]+)`", line) == list(COMMANDS)


def test_the_build_server_runs_the_tests_of_the_readme():
    assert re.search(r"^    make test\b", README, re.MULTILINE)
    assert re.search(r"^[a-z0-9 ]*make .*\btest\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
