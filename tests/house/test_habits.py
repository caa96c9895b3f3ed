"""Clocks, chance and caught-all errors stand only at the edge; nothing runs when a module is imported."""

import ast
import subprocess
import sys

import pytest
from source_tree import ROOT, modules, place, told, tree

# what may not be named       where it may all the same (module names; what lies below counts too)
CLOCK = {
    "time.sleep", "time.time", "time.time_ns", "time.monotonic", "time.monotonic_ns", "time.perf_counter",
    "asyncio.sleep", "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
    "datetime.date.today",
}  # fmt: skip
CLOCK_AT = ("companion.cli", "companion.virtual", "companion.sensing.serial_board", "companion.sensing.gpio_board",
            "companion.sensing.camera", "companion.speech.voices", "companion.speech.player", "companion.speech.espeak",
            "companion.speech.pyttsx3_voice", "companion.web", "firmware")  # fmt: skip

CHANCE = {"os.urandom", "uuid.uuid4", "secrets"}
CHANCE_AT = ("companion.cli", "companion.web")

CATCH_ALL_AT = ("companion.cli", "companion.web")

# Slow to import, so only inside the function that needs it, or in a module that is itself imported so.
HEAVY = ("cv2", "numpy", "fastapi", "uvicorn", "pyttsx3", "gpiozero", "serial")


def is_at(module, places):
    return any(module == name or module.startswith(name + ".") for name in places)


def names_of_imports(path):
    """What each imported name stands for: `{"t": "time", "now": "time.monotonic"}`."""
    known = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            known |= {alias.asname or alias.name.split(".")[0]: alias.name if alias.asname else alias.name.split(".")[0]
                      for alias in node.names}  # fmt: skip
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return known


def full_name(node, known):
    """`time.monotonic` for whatever way a file writes it; empty for what is no imported name."""
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    if isinstance(node, ast.Attribute):
        base = full_name(node.value, known)
        return f"{base}.{node.attr}" if base else ""
    return ""


def uses(path):
    """Every use of an imported name in a file: (node, full name)."""
    known = names_of_imports(path)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name | ast.Attribute) and (name := full_name(node, known)):
            yield node, name


def is_unseeded_chance(name):
    return name in CHANCE or name.split(".")[0] == "secrets" or (
        name.startswith("random.") and name not in ("random.Random",)
    )  # fmt: skip


def test_no_clock_below_the_edge():
    wrong = [f"{place(path, node)} {name}" for module, path in modules().items() if not is_at(module, CLOCK_AT)
             for node, name in uses(path) if name in CLOCK]  # fmt: skip
    assert not wrong, told(wrong)


def test_no_chance_without_a_seed():
    wrong = [f"{place(path, node)} {name}" for module, path in modules().items() if not is_at(module, CHANCE_AT)
             for node, name in uses(path) if is_unseeded_chance(name)]  # fmt: skip
    for path in modules().values():
        known = names_of_imports(path)
        wrong += [f"{place(path, node)} Random() without a seed" for node in ast.walk(tree(path))
                  if isinstance(node, ast.Call) and not node.args
                  and full_name(node.func, known) == "random.Random"]  # fmt: skip
    assert not wrong, told(wrong)


def catches_all(node):
    """Whether a handler keeps whatever happened to itself; who passes it on may look at everything."""
    if isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None:
        return False
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return any(kind is None or getattr(kind, "id", "") in ("Exception", "BaseException") for kind in kinds)


def test_no_except_catches_everything():
    wrong = [place(path, node) for module, path in modules().items() if not is_at(module, CATCH_ALL_AT)
             for node in ast.walk(tree(path)) if isinstance(node, ast.ExceptHandler) and catches_all(node)]  # fmt: skip
    assert not wrong, told(wrong)


def runs_at_import(node):
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return not any(name in ast.unparse(node.test) for name in ("__name__", "TYPE_CHECKING", "sys.version_info"))
    return isinstance(node, ast.For | ast.While | ast.With | ast.Global)


def test_nothing_runs_at_import():
    wrong = [place(path, node) for module, path in modules().items() if module.split(".")[0] != "firmware"
             for node in tree(path).body if runs_at_import(node)]  # fmt: skip
    assert not wrong, told(wrong)


@pytest.mark.parametrize("module", ["companion.cli", "companion.session", "companion.reconcile", "engine.tac"])
def test_importing_stays_light(module):
    code = f"import sys, {module}; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import time as t\nt.sleep(1)", "time.sleep"),
        ("from time import monotonic as now\nnow()", "time.monotonic"),
        ("import datetime\ndatetime.datetime.now()", "datetime.datetime.now"),
        ("from datetime import datetime\nclock = datetime.now", "datetime.datetime.now"),
        ("import random\nrandom.choice([1])", "random.choice"),
    ],
)
def test_a_name_is_known_however_it_is_written(tmp_path, source, name):
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert name in [used for _, used in uses(path)]
