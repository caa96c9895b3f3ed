"""Hands that slide over boards with every fault: no map is ever wrong, and what it costs in questions."""

import json

import pytest
from sliding_hands import STYLES, tried

from calibration.wiring import WiringWizard

PLACES_ASKED = 32
"""Houses and yards, which are asked for anyhow."""
TOUCHING = {"doubles": (2, 6), "timid": 1.0}


@pytest.mark.parametrize("style", STYLES)
def test_no_map_is_wrong_however_a_hand_slides(style):
    """Doubles, wires that touch, dead and flickering sensors; on every second board doubles answer now and then."""
    hands = [tried(seed, style, timid=0.5 * (seed % 2)) for seed in range(20_000, 20_006)]
    assert [each.wrong() for each in hands] == [[]] * len(hands)
    assert all(len(each.lacking()) < 6 for each in hands)


@pytest.mark.parametrize("style", STYLES)
def test_no_map_is_wrong_where_sensors_stick(style):
    """Up to two answer always, up to two from the first piece on; they are left out, and at most named."""
    hands = [tried(seed, style, stuck=(0, 2), sticking=(1, 2)) for seed in range(21_000, 21_004)]
    assert [each.wrong() for each in hands] == [[]] * len(hands)
    for each in hands:
        bad = each.board.sticking | each.board.stuck
        named = {each.board.layout.cell(place) for place in each.wizard.without}
        assert not bad & {each.wizard.places.get(place) for place in range(96)} - {None}
        assert {each.board.layout.cell(place) for place in range(96) if each.board.wires[place] in bad} <= named
        assert any(one.key in ("wiring_sticks", "wiring_stuck") for one in each.said)


@pytest.mark.parametrize("seed", [75_084, 77_018])
def test_a_slide_that_holes_contradict_later_is_not_believed(seed):
    """So many holes were missed that the piece was back at hole 0 too early to tell how many; then each hole that is
    asked for is answered by the sensor of another."""
    hands = tried(seed, "skipping", timid=0.5 * (seed % 2), stuck=(0, 2), sticking=(0, 2))
    assert hands.wizard._is_contradicted
    assert hands.wrong() == []


@pytest.mark.parametrize(
    ("seed", "style", "faults"),
    [(72_062, "slow", {}), (77_007, "lifting", {"timid": 0.5}), (92_014, "leaping", {"dead": (3, 10)}),
     (94_074, "slow", TOUCHING), (95_029, "hasty", TOUCHING), (95_032, "back and forth", TOUCHING),
     (95_032, "lost", {"stuck": (0, 2), "sticking": (0, 2)}), (96_043, "leaping", {"timid": 0.5})],
)  # fmt: skip
def test_what_single_holes_answered_decides_which_sensor_is_whose(seed, style, faults):
    """Wires touch across four holes, of which one is silent; one of two that always answer together answers at a third,
    too; a piece was lifted in mid-slide and put down eleven holes ahead, with nine sensors dead; a wire that touches at
    times hides a hole until the piece is far away, or is told for one that was passed too fast, or for hole 0;
    holes that were leapt over are slid over later."""
    hands = tried(seed, style, **faults)
    assert hands.wrong() == []
    again = WiringWizard(hands.board.layout, json.loads(json.dumps(hands.wizard.progress())))
    again.frame(0.0, 0)
    assert (again.channels, again.without) == (hands.wizard.channels, hands.wizard.without)


def test_a_slide_that_is_not_believed_at_all_names_no_hole_as_silent():
    hands = tried(97_071, "leaping", timid=0.5, stuck=(0, 2), sticking=(0, 2))
    assert hands.wrong() == []
    assert not [one for one in hands.said if one.key == "wiring_found" and len(one.facts["cells"]) > 10]


@pytest.mark.parametrize("style", ["slow", "fast", "lifting"])
def test_a_board_without_a_fault_costs_no_question(style):
    hands = [tried(seed, style, doubles=(0, 0), dead=(0, 0), flickering=(0, 0)) for seed in range(30_000, 30_004)]
    assert [(each.wrong(), each.lacking(), each.questions) for each in hands] == [([], [], PLACES_ASKED)] * len(hands)
