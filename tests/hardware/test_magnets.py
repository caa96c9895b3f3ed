"""The magnets' figures against fields that are summed up piece by piece."""

import math

import pytest

from hardware.geometry import load_board
from hardware.magnets import CHOSEN, MAGNETS, REED, STACK, Magnet, judge

STEPS = 24


def summed_field_mt(magnet, aside_mm, below_mm):
    """Vertical field of a cylinder cut into many small dipoles, `below_mm` under its middle."""
    total = 0.0
    radius, half = magnet.diameter_mm / 2, magnet.height_mm / 2
    points = []
    for i in range(STEPS):
        for j in range(STEPS):
            x, y = (2 * (i + 0.5) / STEPS - 1) * radius, (2 * (j + 0.5) / STEPS - 1) * radius
            if math.hypot(x, y) > radius:
                continue
            points += [(x, y, (2 * (k + 0.5) / 12 - 1) * half) for k in range(12)]
    moment = magnet.moment_am2 / len(points)
    for x, y, z in points:
        dx, dz = math.hypot(aside_mm - x, y) / 1000, (below_mm - z) / 1000
        r = math.hypot(dx, dz)
        total += 1e-7 * moment * (3 * (dz / r) ** 2 - 1) / r**3 * 1000
    return total


@pytest.mark.parametrize("magnet", [MAGNETS[0], CHOSEN, MAGNETS[3]])
def test_fields_agree_with_a_sum_of_small_dipoles(magnet):
    gap = STACK.gap_mm(REED)
    below = gap + magnet.height_mm / 2
    assert magnet.field_on_axis_mt(gap) == pytest.approx(summed_field_mt(magnet, 0, below), rel=0.02)
    for aside in (17.96, 21.7, 43.4):
        assert magnet.field_beside_mt(aside, below) == pytest.approx(summed_field_mt(magnet, aside, below), rel=0.06)


def test_a_known_magnet():
    # 10 x 10 mm of 1.2 T: 1.2 / 2 * (10 / sqrt(10^2 + 5^2)) at its face.
    assert Magnet("", 10, 10, 1.2).field_on_axis_mt(0) == pytest.approx(600 * 10 / math.sqrt(125))
    # Two dipoles of 1 A m2 side by side at 0.1 m: 3 mu0 / (4 pi r^4) = 3 mN.
    alike = Magnet("", 10, 10, 1.0)
    assert alike.push_mn(100) == pytest.approx(3e-7 * alike.moment_am2**2 / 1e-4 * 1000)


def test_only_the_chosen_magnet_is_safe_on_the_wooden_board():
    board = load_board()
    assert [found.magnet for found in (judge(board, magnet) for magnet in MAGNETS) if found.is_safe] == [CHOSEN]
    chosen = judge(board, CHOSEN)
    assert chosen.closes_by > 1.1
    assert chosen.opens_by > 1.05
    # Alike magnets never move a piece of 3 g.
    assert chosen.push_mn < 30 / 5


def test_the_worst_place_is_the_worst_by_trying_all_choices_of_nearest_pieces():
    board = load_board("tac-laser-42cm")
    found = judge(board, CHOSEN)
    below = STACK.gap_mm(REED) + CHOSEN.height_mm / 2
    middles = [(place.x_mm, place.y_mm) for place in board.places()]
    for own in range(0, len(middles), 7):
        nearest = sorted(math.dist(middles[own], other) for other in middles)[1:16]
        assert abs(sum(CHOSEN.field_beside_mt(aside, below) for aside in nearest)) <= found.others_mt + 1e-9
