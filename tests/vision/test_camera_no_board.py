"""What is no board is none, however round its grains are; what is no file is told, and waited for by nobody."""

import os
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation, lamp, midgame
from tests.vision.scoring import calibrated

PLACE = installation(41, size=(800, 600))


def noise(spread, blur):
    """A picture of nothing but grains."""
    picture = np.random.default_rng(3).normal(128, spread, (600, 800, 3)).astype(np.float32)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def painter():
    return Painter(PLACE)


@pytest.fixture(scope="module")
def reader(painter):
    return StillReader(calibrated(PLACE, painter))


@pytest.mark.parametrize(("spread", "blur"), [(20, 0), (90, 0), (90, 1), (200, 2)])
def test_noise_shows_no_board(reader, spread, blur):
    assert reader.look(noise(spread, blur)).reading is None


def test_a_plain_plank_in_its_place_is_no_board(reader):
    plank = Painter(replace(PLACE, engraved=False, board=replace(PLACE.board, holes=())))
    assert reader.look(plank.shot(Moment()).image).reading is None


def test_the_board_in_noise_or_under_another_lamp_is_found(reader, painter):
    for number in range(4):
        moment = replace(midgame(PLACE, number), lamp=lamp(Random(number)))
        image = painter.shot(moment).image.astype(np.float32)
        image += np.random.default_rng(number).normal(0, 12, image.shape)
        assert reader.look(np.clip(image, 0, 255).astype(np.uint8)).reading is not None


def test_a_pipe_is_no_picture(tmp_path, capsys):
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    words = ["calibrate", "camera", "--bottom", "A", "--profile", str(tmp_path / "p.json"), "--pictures", str(pipe)]
    assert main(words) == 2
    assert capsys.readouterr().err.strip().endswith("pipe.jpg: not a file")
