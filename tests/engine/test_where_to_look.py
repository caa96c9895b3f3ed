"""The pages that tell a newcomer where to look name every module, and none that there is not."""

import re
from pathlib import Path

import pytest

import engine
import engine.tac


@pytest.mark.parametrize(("package", "depth"), [(engine, 1), (engine.tac, 2)], ids=["engine", "engine.tac"])
def test_every_folder_and_module_is_named_once(package, depth):
    folder = Path(package.__file__).parent
    files = [path.relative_to(folder) for path in folder.rglob("*.py")]
    folders = [path.parent.name for path in files if path.name == "__init__.py" and len(path.parts) == 2]
    modules = [path.stem for path in files if path.name != "__init__.py" and len(path.parts) <= depth]
    assert sorted(re.findall(r"`(\w+)`", package.__doc__)) == sorted(folders + modules)
