"""How much of the firmware runs under a real MicroPython in the tests, statement by statement.

    python -m tests.bench.firmware_coverage [-v]

Each statement of the firmware gets a mark before it that says that it was reached; then the tests that let boards run
by a script are run on these files. Boards in real time are left out, so the true share is higher if anything. `-v`
names the lines that never ran.
"""

import ast
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "firmware"
sys.path.append(str(TESTS))

import simulated_board  # noqa: E402

FILES = ("test_board_on_micropython.py", "test_wire_on_micropython.py", "test_debounce_on_micropython.py",
         "test_sentence_on_micropython.py", "test_time_and_memory_on_micropython.py")  # fmt: skip
COVER = """
seen = {}
def of(name, count):
    seen[name] = bytearray(count)
    return seen[name]
"""
AUTOPSY = """
import cover, json, parts
reached = {name: [at for at in range(len(marks)) if marks[at]] for name, marks in cover.seen.items()}
parts.figure("cover", json.dumps(reached))
"""
MEMORY = ("test_the_board_allocates_nothing_whatever_happens_and_the_heap_suffices",
          "test_it_says_what_the_codec_would_say_and_allocates_nothing",
          "test_a_reader_that_is_not_there_leaves_little_behind_until_the_computer_asks")  # fmt: skip
"""These measure memory: not with marks."""


class Marks(ast.NodeTransformer):
    """Puts a mark before each statement but docstrings; `lines` are those of the statements, by the number of the
    mark."""

    def __init__(self):
        self.lines = []

    def generic_visit(self, node):
        super().generic_visit(node)
        for part in ("body", "orelse", "finalbody"):
            if isinstance(statements := getattr(node, part, None), list):
                setattr(node, part, [each for one in statements for each in self._marked(one)])
        return node

    def _marked(self, statement):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if is_text:
            return [statement]
        self.lines.append(statement.lineno)
        return [*ast.parse(f"_seen[{len(self.lines) - 1}] = 1").body, statement]


def marked(name, text):
    """The text with its marks, and the line of each mark."""
    marks = Marks()
    tree = marks.visit(ast.parse(text))
    head = ast.parse(f"import cover\n_seen = cover.of({name!r}, {len(marks.lines)})").body
    tree.body[1:1] = head  # behind the docstring
    return ast.unparse(ast.fix_missing_locations(tree)), marks.lines


def main():
    """Runs the tests with marks and prints the shares."""
    texts = {name: (ROOT / "firmware" / f"{name}.py").read_text("utf-8") for name in simulated_board.FILES}
    lines, files = {}, {"cover.py": COVER}
    for name, text in texts.items():
        files[f"{name}.py"], lines[name] = marked(name, text)
    seen, set_up, run = defaultdict(set), simulated_board.setup, simulated_board._RUNNER.run

    def with_marks(lying, **more):
        lying = {**(lying or simulated_board.firmware_files()), **files}
        return {**set_up(lying, **more), "autopsy": AUTOPSY + more.get("autopsy", "")}

    def kept(what):
        found = run(what)
        for name, marks in json.loads(found["figures"].get("cover", "{}")).items():
            seen[name].update(marks)
        return found

    simulated_board.setup = lambda files=None, **more: with_marks(files, **more)
    simulated_board._RUNNER.run = kept
    paths = [str(TESTS / name) for name in FILES]
    chosen = " and ".join(f"not {name}" for name in MEMORY)
    status = pytest.main([*paths, "-q", "-k", chosen, "-p", "no:cacheprovider", "-W", "ignore"])
    for name, marks in lines.items():
        print(f"{name:<9} {len(seen[name]):4} of {len(marks):4} statements {100 * len(seen[name]) / len(marks):6.1f} %")
        if "-v" in sys.argv and (missed := sorted({marks[i] for i in range(len(marks)) if i not in seen[name]})):
            print(f"          never: {', '.join(map(str, missed))}")
    reached, there_are = sum(map(len, seen.values())), sum(map(len, lines.values()))
    print(f"together  {reached:4} of {there_are:4} statements {100 * reached / there_are:6.1f} %")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
