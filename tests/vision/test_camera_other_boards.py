"""A board of TAC-TIK under the camera is found, read and told by its own layout."""

import pytest

from companion.cli.tables import layouts
from companion.inputs import Hello, Identities, OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from companion.sensing.camera_still import StillReader
from engine.tac.board.holes import LAYOUT
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


@pytest.mark.parametrize(("seed", "size"), [(4, (1280, 960)), (6, (960, 720))])
def test_the_long_board_of_six_is_found_and_read(seed: int, size: tuple[int, int]):
    place = installation(seed, load_board("tactik6-79cm"), size)
    painter = Painter(place)
    reader = StillReader(calibrated(place, painter))
    shot = painter.shot(Moment({"05": "A", "17": "B", "60": "E", "F2": "F", "90": "C"}, seed=1))
    look = reader.look(shot.image)
    assert look.registration is not None
    assert look.registration.residual_mm < 0.5
    assert look.reading is not None
    states = dict(zip((hole.name for hole in place.board.holes), look.reading.states, strict=True))
    assert {name: state for name, state in states.items() if state not in (shot.holes[name], "unknown")} == {}
    assert [*states.values()].count("unknown") <= 1  # at 0.9 px a mm the shade of a neighbour fills a hole


def test_a_long_board_is_looked_at_from_a_long_side():
    board = load_board("tactik6-79cm")
    assert [board.turn_of(seat) for seat in "ABC"] == [0.0, 0.0, 0.0]
    assert [round(board.turn_of(seat), 2) for seat in "DEF"] == [3.14, 3.14, 3.14]
