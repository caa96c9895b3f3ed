"""What is public says what it is, and nothing is left half done or tied to one machine."""

import ast
import re

from source_tree import files, modules, place, told, tree

DEF = (ast.FunctionDef, ast.AsyncFunctionDef)
# Written so that this file does not match itself.
MACHINE = re.compile(
    r"/[w]ork/|/[f]arm/|/[r]oot/|/tmp/[b]ash_jobs|\.[l]ibrary"
    r"|pypi\.org/[s]imple|registry\.[n]pmjs\.org|deb\.[d]ebian\.org"
)  # fmt: skip
LEFT_OPEN = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X|NotImplemented[E]rror)\b")


def is_public(name):
    return not name.startswith("_")


def public_parts(path):
    """(node, name, class) of each public class and function of a file, methods too."""
    for node in tree(path).body:
        if isinstance(node, (*DEF, ast.ClassDef)) and is_public(node.name):
            yield node, node.name, None
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            for part in node.body:
                if isinstance(part, DEF) and is_public(part.name):
                    yield part, f"{node.name}.{part.name}", node


def documented_methods():
    """Names of methods that a docstring somewhere explains: who implements a contract need not say it again."""
    return {part.name for path in modules().values() for part, _, owner in public_parts(path)
            if owner is not None and ast.get_docstring(part)}  # fmt: skip


def says_nothing(part, owner, explained):
    if ast.get_docstring(part):
        return False
    if owner is None:
        return True
    # A method of one statement is explained by its name.
    return part.name not in explained and len(part.body) > 1


def test_every_module_says_what_it_is():
    wrong = [place(path) for path in modules().values()
             if path.read_text(encoding="utf-8").strip() and not ast.get_docstring(tree(path))]  # fmt: skip
    assert not wrong, told(wrong)


def test_everything_public_says_what_it_is():
    explained = documented_methods()
    wrong = [f"{place(path, part)} {name}" for path in modules().values()
             for part, name, owner in public_parts(path) if says_nothing(part, owner, explained)]  # fmt: skip
    assert not wrong, told(wrong)


def test_nothing_is_left_open_in_the_code():
    wrong = [f"{place(path)}:{number}" for path in modules().values()
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
             if LEFT_OPEN.search(line)]  # fmt: skip
    assert not wrong, told(wrong)


def text_of(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_paths_of_one_machine_and_no_registry_addresses():
    wrong = [f"{place(path)}:{number}" for path in files() if path.suffix != ".lock"
             for number, line in enumerate(text_of(path).splitlines(), 1) if MACHINE.search(line)]  # fmt: skip
    assert not wrong, told(wrong)


def test_the_patterns_find_what_they_look_for():
    assert MACHINE.search("see /wo" + "rk/main")
    assert MACHINE.search("https://pypi.org/si" + "mple")
    assert not MACHINE.search("framework/main")
    assert LEFT_OPEN.search("# TO" + "DO: later")
