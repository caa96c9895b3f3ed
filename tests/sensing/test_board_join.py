"""A board with switches and a camera, told as one."""

import pytest

from companion.inputs import Cable, Fault, Hello, Identities, OccupancyFrame, Said
from companion.sensing.board_join import BoardJoin
from engine.tac.board.holes import LAYOUT

HOLES = (1 << 80) - 1
ALL = (1 << 96) - 1


def frame(t, occupied, source="camera"):
    return OccupancyFrame(t, occupied, source=source)


@pytest.fixture
def join():
    return BoardJoin(LAYOUT, camera="camera")


@pytest.fixture
def both(join):
    join.hear(Hello(0.0, "table-1", "2", "tac64", ALL))
    join.hear(Hello(0.1, "camera", "camera", "tac64", HOLES))
    join.hear(frame(0.2, 0b0001, "board"))
    join.hear(frame(0.3, 0b0001))
    join.hear(Identities(0.3, "A" + "." * 79))
    return join


def occupied(values):
    return [value.occupied for value in values if isinstance(value, OccupancyFrame)]


def test_a_camera_alone_passes_as_it_came(join):
    hello, seen = Hello(0.0, "camera", "camera", "tac64", HOLES), frame(0.5, 5)
    assert join.hear(hello) == [hello]
    assert join.hear(seen) == [seen]
    assert join.hear(frame(1.5, 5)) == [frame(1.5, 5)]


def test_a_board_alone_passes_as_it_came(join):
    hello, seen = Hello(0.0, "table-1", "2", "tac64", ALL), frame(0.5, 1 << 90, "board")
    assert join.hear(hello) == [hello]
    assert join.hear(seen) == [seen]
    cable = Cable(2.0, False, "board")
    assert join.hear(cable) == [cable]


def test_switches_are_quick_and_the_camera_does_not_speak_against_them_at_once(both):
    assert occupied(both.hear(frame(1.0, 0b0010, "board"))) == [0b0010]
    assert both.hear(frame(1.1, 0b0001)) == []
    both.hear(Identities(1.5, ".A" + "." * 78))
    assert both.hear(frame(1.5, 0b0010)) == []
    assert both.distrusted == ()


def test_a_switch_that_sticks_is_found_out_by_the_camera(both):
    both.hear(frame(1.0, 0b0000))
    both.hear(Identities(1.0, "." * 80))
    assert both.hear(frame(2.0, 0b0000)) == []
    assert occupied(both.hear(frame(3.0, 0b0000))) == [0]
    assert both.distrusted == (0,)
    assert occupied(both.hear(frame(3.1, 0b0101, "board"))) == [0b0100]


def test_what_a_hand_covers_speaks_against_no_switch(both):
    both.hear(frame(1.0, 0b0000, "board"))
    both.hear(Identities(1.0, "?" + "." * 79))
    for t in (2.0, 3.0, 4.0):
        assert both.hear(frame(t, 0b0001)) == []
    assert both.distrusted == ()


def test_the_camera_takes_over_when_the_cable_is_pulled(both):
    both.hear(frame(0.8, 0b0011))
    assert occupied(both.hear(Cable(1.0, False, "board"))) == [0b0011]
    assert occupied(both.hear(frame(1.5, 0b0110))) == [0b0110]
    assert both.hear(Cable(2.0, True, "board")) == []
    assert occupied(both.hear(frame(2.1, 0b0110 | 1 << 90, "board"))) == [0b0110 | 1 << 90]


def test_the_board_goes_on_when_the_camera_vanishes(both):
    assert both.hear(Cable(1.0, False, "camera", "the picture is black")) == []
    assert occupied(both.hear(frame(1.2, 0b1000, "board"))) == [0b1000]
    cable = Cable(2.0, False, "board")
    assert both.hear(cable) == [cable]


def test_a_broken_switch_is_no_blind_hole(both):
    assert both.hear(Fault(1.0, "stuck-on", 0)) == []
    both.hear(Identities(1.2, "." * 80))
    assert occupied(both.hear(frame(1.2, 0b0000))) == [0]
    yard = Fault(2.0, "stuck-on", 90)
    assert both.hear(yard) == [yard]


def test_what_people_say_passes(both):
    said = Said(1.0, "done")
    assert both.hear(said) == [said]
