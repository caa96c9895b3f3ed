"""A board of TAC-TIK under the camera is found, read and told by its own layout."""

import pytest

from companion.cli.tables import layouts
from companion.inputs import Hello, Identities, OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from engine.tac.board import LAYOUT
from hardware.geometry import load_board
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated


def test_a_board_of_tactik_is_told_by_its_own_layout():
    place = installation(3, load_board("tactik4-47cm"), (960, 720))
    painter = Painter(place)
    part, layout = calibrated(place, painter), layouts()["tactik4"]
    with pytest.raises(ValueError, match="is a tactik4, not a tac64"):
        CameraInputs(part, LAYOUT)
    inputs, told = CameraInputs(part, layout), []
    holes = {"05": "A", "17": "B", "B2": "B", "40": "C"}
    for number in range(6):
        told += inputs.picture(number / 10, painter.shot(Moment(holes, dict.fromkeys("ABCD", 3), seed=number)).image)
    hello = next(value for value in told if isinstance(value, Hello))
    assert (hello.layout, hello.mask) == ("tactik4", (1 << len(layout.holes)) - 1)
    occupied = [value.occupied for value in told if isinstance(value, OccupancyFrame)][-1]
    assert occupied == sum(1 << layout.holes.index(name) for name in holes)
    owners = [value.owners for value in told if isinstance(value, Identities)][-1]
    assert {name: seat for name, seat in zip(layout.holes, owners, strict=True) if seat != "."} == holes
