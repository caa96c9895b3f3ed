"""What a board can see: places without sensor tell nothing, and yards are counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from story_boards import ALL, HOLES, RING, picture, wire

from engine.tac.board.holes import LAYOUT

N = len(LAYOUT.holes)
POSITION = "A:05,A2 B:20 C:32*"


def test_a_full_board_sees_everything() -> None:
    assert ALL.unseen_holes == ()
    assert ALL.heap_unseen == (0, 0, 0, 0)
    assert ALL.cells_without_sensor() == ()
    assert ALL.holes_mask.bit_count() == N == 80
    assert ALL.heap_counts(wire(POSITION)) == (2, 3, 3, 4)


def test_a_stuck_sensor_counts_as_none() -> None:
    index = LAYOUT.holes.index("20")
    blind = ALL.without(index)
    assert blind.cells_without_sensor() == ("20",)
    assert blind.fits(picture(POSITION), wire(POSITION))
    assert blind.fits(picture(POSITION), wire(POSITION) ^ 1 << index), "it may say what it likes"
    assert blind.expected_holes(picture(POSITION)) >> index & 1 == 0
    assert chr(blind.visible_owners(picture(POSITION))[index]) == "?"


def test_a_stuck_place_of_a_yard_makes_its_count_uncertain_by_one() -> None:
    blind = ALL.without(N)
    assert blind.heap_unseen == (1, 0, 0, 0)
    shown = wire("A:05") & blind.mask
    assert blind.heap_counts(shown)[0] == 2
    assert blind.heap_fits(0, 2, 3)
    assert blind.heap_fits(0, 2, 2)
    assert not blind.heap_fits(0, 2, 4)
    assert not blind.heap_fits(0, 2, 1)
    assert blind.cells_without_sensor() == ("Ay",)


@pytest.mark.parametrize(("sensors", "unseen"), [(HOLES, 4), (RING, 20)])
def test_boards_with_fewer_sensors_name_what_they_do_not_see(sensors, unseen) -> None:
    assert len(sensors.cells_without_sensor()) == unseen
    assert sensors.fits(picture(POSITION), wire(POSITION) & sensors.mask)
    assert sensors.fits(picture("A:05 B:20 C:32"), wire("A:05 B:20 C:32") & sensors.mask)


def test_a_board_without_yards_believes_any_number_in_them() -> None:
    assert all(HOLES.heap_fits(0, 0, number) for number in range(5))


@given(st.integers(0, LAYOUT.size - 1))
def test_one_place_more_or_less_never_fits_a_full_board(index: int) -> None:
    assert ALL.fits(picture(POSITION), wire(POSITION))
    assert not ALL.fits(picture(POSITION), wire(POSITION) ^ 1 << index)


def test_places_of_a_yard_are_alike() -> None:
    yard = [i for i in range(LAYOUT.size) if LAYOUT.cell(i) == "Ay"]
    moved = wire("A:05") & ~(1 << yard[0]) | 1 << yard[3]
    assert moved != wire("A:05")
    assert ALL.fits(picture("A:05"), moved)
