"""The words of the pages that builders read; figures are filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources


def page(name: str, **figures: object) -> str:
    """The page of that name with its figures."""
    text = resources.files("hardware.texts").joinpath(f"{name}.md").read_text("utf-8")
    return text.format(**figures)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
