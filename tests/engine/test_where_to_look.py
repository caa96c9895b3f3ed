"""The pages that tell a newcomer where to look name every module, and none that there is not."""

import re
from pathlib import Path

import pytest

import engine
import engine.tac


@pytest.mark.parametrize("package", [engine, engine.tac], ids=lambda package: package.__name__)
def test_every_module_is_named_once(package):
    folder = Path(package.__file__).parent
    there = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert sorted(re.findall(r"`(\w+)`", package.__doc__)) == sorted(there - {"__init__"})
