"""The 7x1: seven single steps forward with the pieces of one colour, capturing whatever is stepped on.

How they are searched stands in `engine.ring.seven`. Source: I4.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.contract import Displacement
from engine.ring import parts
from engine.ring import seven as steps_of_seven
from engine.ring.board import RingBoard
from engine.ring.pieces import Masks, Result, Seats, with_mask
from engine.ring.seven import Frame, Group, swept
from engine.ring.seven_apart import STEPS, Ways, at_home, joined, loners


def _frame(board: RingBoard, seats: Seats, masks: Masks) -> Frame:
    return Frame.of(board, seats, masks, _same, stops=True)


def _same(masks: Masks, group: Group, place: int) -> Group:
    """All seven steps are for one colour: nothing is left for the partner."""
    return group


def uses(board: RingBoard, seats: Seats, masks: Masks, place: int) -> Sequence[Result]:
    """Every result of a 7x1 with the pieces of one colour, each with its canonical text."""
    seat, own = seats[place], masks[place]
    frame = _frame(board, seats, masks)
    alone = loners(board, own, board.start[seat])
    rest = own & ~alone
    if rest & board.ring_bits and not alone:
        return list(search(board, seats, masks, place).items())
    if not rest & board.ring_bits:
        ways = at_home(board, seat, masks, place, rest, can_go_back=False)
    else:
        ways = _together(frame, with_mask(masks, place, rest), place)
    return joined(board, seat, place, masks, alone, ways, partial(swept, frame), frame.stopped(masks))


def _together(frame: Frame, masks: Masks, place: int) -> Ways:
    """For each number of steps what pieces that may meet can do with them."""
    found, nodes = steps_of_seven.explored(frame, masks, (place,))
    ways: Ways = [[] for _ in range(STEPS + 1)]
    ways[STEPS] = list(found.items())
    for after, left, _, text, _ in nodes:
        ways[STEPS - left].append((after, text[:-1]))
    return ways


def search(board: RingBoard, seats: Seats, masks: Masks, place: int) -> dict[Masks, str]:
    """Every result of a 7x1 of one colour with its canonical text, all its pieces being looked at together."""
    return steps_of_seven.explored(_frame(board, seats, masks), masks, (place,))[0]


def follow(board: RingBoard, seats: Seats, masks: Masks, place: int, texts: Sequence[str]) -> Masks | None:
    """The pieces after these runs of one colour, however the steps are split; None if that is no legal 7x1."""
    return steps_of_seven.follow(_frame(board, seats, masks), masks, (place,), texts)


def left_after(
    board: RingBoard, seats: Seats, masks: Masks, place: int, moved: Sequence[Displacement]
) -> int | None:
    """The steps that are left where these pieces are displaced; None if a 7x1 cannot go on from there."""
    return parts.steps_left(_frame(board, seats, masks), masks, (place,), moved)
