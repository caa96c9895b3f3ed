"""Modules and functions stay short enough to read aloud."""

import statistics

from source_tree import functions, modules, place, told

LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
NINETIETH_PERCENTILE = 27


def length(node):
    return node.end_lineno - node.lineno + 1


def test_no_module_is_too_long():
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in modules().values()}
    wrong = [f"{place(path)} has {lines} lines" for path, lines in lengths.items() if lines > LONGEST_MODULE]
    assert not wrong, told(wrong)


def test_no_function_is_too_long():
    wrong = [f"{place(path, node)} {node.name} has {length(node)} lines" for path in modules().values()
             for node in functions(path) if length(node) > LONGEST_FUNCTION]  # fmt: skip
    assert not wrong, told(wrong)


def test_nine_of_ten_functions_are_short():
    lengths = [length(node) for path in modules().values() for node in functions(path)]
    assert statistics.quantiles(lengths, n=10)[-1] < NINETIETH_PERCENTILE
