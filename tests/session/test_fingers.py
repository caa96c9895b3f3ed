"""What fingers may only have felt, and what hands have exchanged."""

from __future__ import annotations

import pytest

from companion.session import fingers

STOOD = 0b11111
CLEAN = (0b11111, 0b11110, 0b11100, 0b11101, 0b11111)
"""Two pieces are lifted one after the other, and put down again."""
WITH_A_THIRD = (0b11111, 0b11000, 0b11100, 0b11110, 0b11111)
AGAIN = (0b11111, 0b11110, 0b11100, 0b11110, 0b11100, 0b11110, 0b11111)
"""The second one is put down and lifted again while the first is in the air."""


def test_two_in_the_air_cost_something_however_often_they_were() -> None:
    assert fingers.in_vain(STOOD, CLEAN) == fingers.in_vain(STOOD, AGAIN) == fingers.FELT_PAIR


def test_single_pieces_in_the_air_cost_nothing() -> None:
    assert fingers.in_vain(STOOD, (0b11111, 0b11110, 0b11111, 0b11101, 0b11111)) == 0.0


def test_an_exchange_explains_its_own_two_but_not_another_pair() -> None:
    both = (*CLEAN, 0b10011, 0b11111)
    assert fingers.beside(STOOD, CLEAN, 0b00011) == 0.0
    assert fingers.beside(STOOD, both, 0b00011) == fingers.FELT_PAIR


@pytest.mark.parametrize("frames", [WITH_A_THIRD, AGAIN], ids=["with a third", "put down in between"])
def test_hands_that_do_more_than_an_exchange_have_hardly_made_one(frames: tuple[int, ...]) -> None:
    assert fingers.fumbled(STOOD, frames, 0b00011) == fingers.FELT_PAIR


def test_an_exchange_that_is_seen_whole_once_was_not_fumbled_whatever_fingers_did_besides() -> None:
    assert fingers.fumbled(STOOD, CLEAN, 0b00011) == 0.0
    assert fingers.fumbled(STOOD, (*WITH_A_THIRD, *CLEAN), 0b00011) == 0.0


def test_two_that_were_never_in_the_air_together_were_not_fumbled() -> None:
    assert fingers.fumbled(STOOD, (0b11111, 0b11110, 0b11111, 0b01111, 0b11111), 0b10001) == 0.0
