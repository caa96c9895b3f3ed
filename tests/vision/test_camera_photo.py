"""What was photographed and filmed, not painted: a quarter of a laser-cut board, and a board under a cheap camera."""

from tests.vision import real_film, real_photo


def test_all_holes_of_the_real_board_are_found_and_empty():
    seen = real_photo.look()
    assert seen.matched == 24
    assert seen.residual_mm < 0.5
    assert seen.off_mm < 0.8
    assert set(seen.states) == {"empty"}


def test_nothing_seems_to_change_where_nothing_does_in_a_real_film():
    found = real_film.score()
    assert found["readings"] > 4000
    assert found["read"] > 0.85 * found["readings"]
    assert found["wrong in one picture"] <= 3
    assert found["false changes"] == found["never known"] == 0
    assert found["pieces seen in the end"] == 3
