"""A camera that is away for a moment: nobody knows what hands do then; nothing is settled on what was seen before."""

import cv2
import numpy as np
import pytest

from companion.inputs import DARK, FROZEN, SILENT, Cable, OccupancyFrame
from companion.sensing.camera_folder import camera_inputs
from companion.sensing.camera_inputs import CameraInputs
from engine.tac.board.holes import LAYOUT
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated

BEFORE, AFTER = {"05": "A", "17": "B"}, {"09": "A", "17": "B"}


@pytest.fixture(scope="module")
def taught():
    place = installation(660001, size=(800, 600))
    painter = Painter(place)
    pictures = [[painter.shot(Moment(holes, seed=seed)).image for seed in (1, 2)] for holes in (BEFORE, AFTER)]
    return calibrated(place, painter), pictures


def number_of(holes):
    return sum(1 << LAYOUT.holes.index(name) for name in holes)


def test_all_holes_are_hidden_until_they_were_seen_again(taught):
    part, pictures = taught
    inputs, told = CameraInputs(part, LAYOUT), []
    for number in range(40):
        if 10 < number < 25:
            told += inputs.missing(number / 10, SILENT)
        else:
            told += inputs.picture(number / 10, pictures[number > 20][number % 2])
    frames = [value for value in told if isinstance(value, OccupancyFrame)]
    assert not any(isinstance(value, Cable) for value in told)
    gone = [value for value in frames if 1.0 < value.t < 2.5]
    assert [value.hidden for value in gone] == [inputs.mask]
    assert gone[0].t < 1.7
    seen = [value for value in frames if value.t >= 2.5 and not value.hidden]
    assert {value.occupied for value in seen} == {number_of(AFTER)}
    assert 2.7 < seen[0].t < 3.5


def test_a_film_without_some_of_its_pictures_is_a_camera_that_is_away(taught, tmp_path):
    part, pictures = taught
    for number in (*range(10), *range(50, 60)):
        cv2.imwrite(str(tmp_path / f"{number:06d}.jpg"), pictures[number > 20][number % 2])
    told = list(camera_inputs(tmp_path, part, LAYOUT))
    gone, back = (value for value in told if isinstance(value, Cable))
    assert (gone.is_connected, gone.reason, back.is_connected) == (False, SILENT, True)
    assert gone.t == pytest.approx(3.9)
    assert back.t == pytest.approx(5.0)


def film_of(folder, part, pictures):
    """What a camera tells of its connection in a film of these pictures: (time, is it there, reason)."""
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:06d}.jpg"), picture)
    told = camera_inputs(folder, part, LAYOUT)
    return [(value.t, value.is_connected, value.reason) for value in told if isinstance(value, Cable)]


@pytest.mark.parametrize("reason", [FROZEN, DARK])
def test_a_film_that_stands_still_or_goes_black_is_a_camera_that_is_away(taught, tmp_path, reason):
    part, ((one, other), _) = taught
    stuck = one if reason == FROZEN else np.random.default_rng(1).integers(0, 4, one.shape).astype(np.uint8)
    gone, back = film_of(tmp_path, part, [one, other] * 5 + [one] + [stuck] * 29 + [other, one] * 2)
    assert gone[1:] == (False, reason)
    assert gone[0] == pytest.approx(3.0, abs=0.11)
    assert back[:2] == (pytest.approx(4.0), True)


def test_a_film_without_grain_may_stand_still(taught, tmp_path):
    """Drawn pictures are alike to the last bit while nobody moves."""
    part, ((one, _), _) = taught
    assert film_of(tmp_path, part, [one] * 35) == []
