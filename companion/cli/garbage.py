"""Searches for garbage that do not hold up play.

Most of what a game makes is freed at once, but the interpreter also searches for cycles of things that refer to one
another, and now and then walks through all that there is: a tenth of a second here, more than half a second on a Pi.
What has lived through such a walk is put aside here, so that the next one finds only what is new.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

WHOLE = 2
"""The oldest generation: a search in it walks through all."""
SEARCHES = 50
"""After so many searches what was put aside is looked through once more: some of it has become garbage since. That is
once in some hours."""


@contextmanager
def short_searches() -> Iterator[None]:
    """Meanwhile no search for garbage walks through what one before it has left."""
    done = 0

    def searched(phase: str, about: Mapping[str, Any]) -> None:
        nonlocal done
        if about["generation"] != WHOLE:
            return
        if phase == "stop":
            gc.freeze()
            done += 1
        elif done % SEARCHES == SEARCHES - 1:
            gc.unfreeze()

    gc.freeze()
    gc.callbacks.append(searched)
    try:
        yield
    finally:
        gc.callbacks.remove(searched)
        gc.unfreeze()
