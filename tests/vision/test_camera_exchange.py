"""Two pieces exchange their holes under hands: no hole is ever seen empty, and yet it was."""

from companion.inputs import OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from engine.tac.board.holes import LAYOUT
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated

SIZE = (960, 720)


def test_an_exchange_is_told_as_both_holes_empty_and_filled_again():
    place = installation(21, size=SIZE)
    painter = Painter(place)
    inputs = CameraInputs(calibrated(place, painter), LAYOUT)
    both = 1 << LAYOUT.holes.index("16") | 1 << LAYOUT.holes.index("48")
    seen = []
    for number in range(34):
        holes = {"16": "A", "48": "D"} if number < 8 else {"16": "D", "48": "A"}
        moment = Moment(holes=holes, yards=dict.fromkeys("ABCD", 3), seed=number)
        told = inputs.picture(number / 10, painter.shot(moment).image)
        seen += [value.occupied for value in told if isinstance(value, OccupancyFrame)]
    changes = [now for number, now in enumerate(seen) if number == 0 or now != seen[number - 1]]
    assert changes[0] == changes[-1] == both
    assert 0 in changes
