"""Who may import whom. What the table does not list is forbidden; imports inside functions count."""

import ast
import sys

import pytest
from source_tree import ROOT, modules, place, told, tree

from engine.registry import GAMES

ANY = "*"

# room                     what of ours it may import besides itself
OURS = {
    "engine":              (),
    "firmware":            (),
    "hardware":            (),
    "calibration":         ("engine.contract", "hardware"),
    "companion":           ("engine.contract",),
    "companion.start":     ("companion.cli",),
    "companion.sensing":   ("engine.contract", "engine.errors", "calibration", "firmware.wire", "firmware.debounce"),
    "companion.reconcile": ("engine.contract", "engine.errors"),
    "companion.plain":     ("engine.contract", "engine.errors", "companion.reconcile.sensors"),
    "companion.session":   ("engine.contract", "engine.errors", "companion.reconcile", "companion.store",
                            "companion.sensing.said", "companion.plain"),
    "companion.speech":    ("engine.contract",),
    "companion.web":       ("engine.contract", "hardware", "companion.sensing.said"),
    "companion.store":     (),
    "companion.virtual":   ("engine", "firmware.wire"),
    "companion.cli":       (ANY,),
}  # fmt: skip

# Leaves that every room of the companion may import.
LEAVES = ("companion.facts", "companion.inputs")

# room                     what of others it may import besides the standard library
OTHERS = {
    "engine":              (),
    "firmware":            ("machine", "micropython", "rp2"),
    "hardware":            ("numpy", "cv2", "pcbnew", "skidl", "ezdxf", "trimesh"),
    "calibration":         ("numpy", "cv2"),
    "companion":           (),
    "companion.start":     (),
    "companion.sensing":   ("numpy", "cv2", "serial", "gpiozero", "spidev", "picamera2"),
    "companion.reconcile": (),
    "companion.plain":     (),
    "companion.session":   (),
    "companion.speech":    ("pyttsx3", "espeakng_loader", "piper"),
    "companion.web":       ("fastapi", "starlette", "uvicorn", "websockets", "pydantic"),
    "companion.store":     (),
    "companion.virtual":   (),
    "companion.cli":       ("uvicorn",),
}  # fmt: skip


def room_of(module):
    """The room that a module stands in: the longest name of the table that it begins with."""
    return max((room for room in OURS if is_within(module, room)), key=len)


def is_within(module, name):
    return module == name or module.startswith(name + ".")


def targets(module, path, node):
    """The modules that one import statement, or one call of `import_module` with a fixed name, reaches."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
            base = ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])
        deeper = [f"{base}.{alias.name}" for alias in node.names]
        return [name if name in modules() else base for name in deeper]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return [str(node.args[0].value)] if name in ("import_module", "__import__") else []
    return []


def edges():
    """Every import of the product, those for types too: (module, line, what it reaches)."""
    for module, path in modules().items():
        for node in ast.walk(tree(path)):
            for target in targets(module, path, node):
                # On the board itself the firmware lies flat in one folder.
                sibling = f"firmware.{target}"
                is_flat = is_within(module, "firmware") and sibling in modules()
                yield module, place(path, node), sibling if is_flat else target


def is_allowed(room, target):
    if target.split(".")[0] in {name.split(".")[0] for name in OURS}:
        ours = (room, *OURS[room], *(LEAVES if room.startswith("companion") else ()))
        return ANY in ours or (
            target == "companion" if room == target == "companion" else
            any(is_within(target, name) for name in ours if name != "companion")
        )  # fmt: skip
    top = target.split(".")[0]
    return top in sys.stdlib_module_names or top == "__future__" or top in OTHERS[room]


def test_every_module_stands_in_a_room_of_the_table():
    assert {room_of(module) for module in modules()} <= set(OURS)
    assert OURS.keys() == OTHERS.keys()
    lost = [module for module in modules() if room_of(module) == "companion" and module.count(".") > 1]
    assert not lost, told(lost)


def test_no_import_crosses_the_table():
    wrong = [f"{where}: {module} imports {target}" for module, where, target in edges()
             if not is_allowed(room_of(module), target)]  # fmt: skip
    assert not wrong, told(wrong)


def test_nobody_outside_the_engine_imports_a_game():
    """Not even the commands: they ask the registry."""
    games = {path.rpartition(".")[0] for path in GAMES.values()} | {"engine.ring"}
    wrong = [f"{where}: {module} imports {target}" for module, where, target in edges()
             if not is_within(module, "engine") and any(is_within(target, game) for game in games)]  # fmt: skip
    assert not wrong, told(wrong)


def test_the_product_never_imports_its_tests():
    wrong = [f"{where}: {target}" for _, where, target in edges() if is_within(target, "tests")]
    assert not wrong, told(wrong)


def test_no_ring_of_imports():
    assert not (found := rings(imported(lambda module: module))), told(found)


def test_no_ring_of_folders_in_the_games():
    """Also where no module imports itself in a ring, two folders that need each other cannot be read one by one."""
    assert not (found := rings(imported(folder_of))), told(found)


def folder_of(module):
    """The folder of a game that a module stands in, as `engine.tac.moves`; any other module stands for itself."""
    return ".".join(module.split(".")[:3]) if is_within(module, "engine") else module


def imported(name_of):
    """What each module, or whatever `name_of` makes of it, imports from the others."""
    reached = {name_of(module): set() for module in modules()}
    for module, _, target in edges():
        if target in modules() and name_of(target) != name_of(module):
            reached[name_of(module)].add(name_of(target))
    return reached


def rings(reached):
    """Every way that comes back to its beginning, as text."""
    found = []
    done = set()

    def walk(module, path):
        if module in path:
            found.append(" -> ".join([*path[path.index(module):], module]))
        elif module not in done:
            for target in sorted(reached[module]):
                walk(target, [*path, module])
            done.add(module)

    for module in sorted(reached):
        walk(module, [])
    return found


@pytest.mark.parametrize(
    ("room", "target", "is_fine"),
    [
        ("engine", "engine.errors", True),
        ("engine", "dataclasses", True),
        ("engine", "numpy", False),
        ("engine", "companion.facts", False),
        ("companion.reconcile", "engine.tac.settings.rules", False),
        ("companion.reconcile", "companion.inputs", True),
        ("companion.speech", "companion.session", False),
        ("companion.store", "companion.facts", True),
        ("companion.cli", "companion.session.session", True),
        ("companion", "companion.session", False),
        ("firmware", "machine", True),
        ("firmware", "engine.contract", False),
    ],
)
def test_the_table_is_read_as_meant(room, target, is_fine):
    assert is_allowed(room, target) is is_fine


def test_imports_inside_functions_and_relative_ones_are_seen():
    path = ROOT / "companion" / "speech" / "voice.py"
    inside = ast.parse("def say():\n    from ..session import session").body[0].body[0]
    assert targets("companion.speech.voice", path, inside)[0].startswith("companion.session")
    call = ast.parse("importlib.import_module('companion.web')").body[0].value
    assert targets("companion.speech.voice", path, call) == ["companion.web"]
