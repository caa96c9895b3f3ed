"""Pieces that were in the air together: hands have exchanged them, or fingers have only felt them.

Frames are occupancies (bits, one for each sensed place); `stood` are the places of the pieces at the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import or_

FELT_PAIR = 2.0
"""What it costs to say that two pieces were in the air together before a card, and that nothing was done, in nats."""


def in_vain(stood: int, frames: Sequence[int]) -> float:
    """What it costs to say that nothing was done with the pieces that were in the air, in nats: for each two of them,
    however often they were, as where a magnet flickers while another piece is in a hand."""
    return _felt(_together(stood, frames))


def beside(stood: int, frames: Sequence[int], moved: int) -> float:
    """The same for those that were in the air without the two that were exchanged (`moved`, bits), in nats."""
    return _felt(lifted for lifted in _together(stood, frames) if moved & ~lifted and lifted & ~moved)


def fumbled(stood: int, frames: Sequence[int], moved: int) -> float:
    """What it costs to say that hands have exchanged these two (`moved`, bits) though whenever both were in the air
    other pieces were, too, or one of the two had been felt, in nats."""
    runs = (list(run) for is_on, run in groupby(_lifted(stood, frames), lambda lifted: bool(lifted & moved)) if is_on)
    both = [run for run in runs if any(not moved & ~lifted for lifted in run)]
    return FELT_PAIR if both and not any(_is_clean(run, moved) for run in both) else 0.0


def lifted(stood: int, frames: Sequence[int]) -> int:
    """The places (bits) from which pieces were lifted."""
    return reduce(or_, _lifted(stood, frames), 0)


def _is_clean(run: Sequence[int], moved: int) -> bool:
    """Whether no other piece is lifted in this run, and of the two none is put down and lifted again."""
    liftings = sum((now & ~before & moved).bit_count() for before, now in zip((0, *run), run, strict=False))
    return liftings == moved.bit_count() and not any(lifted & ~moved for lifted in run)


def _together(stood: int, frames: Sequence[int]) -> Iterator[int]:
    """The places (bits) from which pieces are lifted, for each frame in which several are."""
    return (lifted for lifted in _lifted(stood, frames) if lifted.bit_count() > 1)


def _lifted(stood: int, frames: Sequence[int]) -> Iterator[int]:
    """The places (bits) from which pieces are lifted, for each frame."""
    seen = [frame & stood for frame in frames]
    most = max(seen, key=int.bit_count, default=0)
    return (most & ~frame for frame in seen)


def _felt(lifted: Iterable[int]) -> float:
    """What it costs to say that nothing was done with pieces lifted from these places (bits) together, in nats."""
    return FELT_PAIR * (reduce(or_, lifted, 0).bit_count() // 2)
