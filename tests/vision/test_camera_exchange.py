"""Two pieces exchange their holes under hands: no hole is ever seen empty, and yet it was."""

from companion.inputs import OccupancyFrame
from companion.sensing.camera_inputs import EXCHANGE_S, CameraInputs
from engine.tac.board.holes import LAYOUT
from tests.vision.paint import Painter
from tests.vision.scene import SKINS, SLEEVES, Arm, Moment, installation
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


def test_what_came_from_a_hole_under_a_hand_is_never_told_at_both_ends():
    """16 is seen empty, then with the piece of 48, over which a hand rests; last 48 shows the piece of 16."""
    place = installation(21, size=SIZE)
    painter = Painter(place)
    inputs = CameraInputs(calibrated(place, painter), LAYOUT)
    spot = next((hole.x_mm, hole.y_mm) for hole in place.board.holes if hole.name == "48")
    away = tuple(value * 1.8 for value in spot)
    arm = Arm(away, spot, 62, SKINS[0], SLEEVES[0], 0.6, 2)
    before, lifted, put, after = ({"16": "A", "48": "D"}, {"48": "D"}, {"16": "D", "48": "D"}, {"16": "D", "48": "A"})
    steps = [before] * 8 + [lifted] * 8 + [put] * 9 + [after] * 10
    seen = []
    for number, holes in enumerate([*steps, *[after] * round(EXCHANGE_S * 10)]):
        arms = (arm,) if 6 <= number < 26 else ()
        moment = Moment(holes=holes, yards=dict.fromkeys("ABCD", 3), arms=arms, seed=number)
        told = inputs.picture(number / 10, painter.shot(moment).image)
        seen += [value for value in told if isinstance(value, OccupancyFrame)]
    filled = {name: 1 << LAYOUT.holes.index(name) for name in ("16", "48")}
    shown = [value.occupied for value in seen]
    changes = [now for number, now in enumerate(shown) if number == 0 or now != shown[number - 1]]
    both = filled["16"] | filled["48"]
    assert changes[0] == changes[-1] == both
    assert 0 in changes
    assert any(value.hidden & filled["48"] for value in seen)
