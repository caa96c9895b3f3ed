"""An hour of other people, followed without their cards and compared with what was played."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.bench.plain import judge, play
from tests.people.evening import save


def followed(folder: Path, trace: bytes, truth: list[dict[str, Any]]) -> tuple[int, Mapping[str, int], list[str]]:
    """How many moves and exchanges were not known, all figures of the judge, and what it noted."""
    run = play(Path(save(str(folder), trace, truth)))
    figures, notes = judge(truth, run)
    known, every = (figures[f"{word} move"] + figures[f"{word} exchange"] for word in ("known", "all"))
    return every - known, figures, notes
