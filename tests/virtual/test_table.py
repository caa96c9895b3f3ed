"""The virtual table keeps its marbles: none appears, none is lost, whatever is done."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.virtual.table import (
    BadPicture,
    Change,
    NoSuchMarble,
    NoSuchPlace,
    PlaceEmpty,
    PlaceFilled,
    TableError,
    VirtualTable,
)
from engine.contract import Layout, Piece

LAYOUT = Layout("small", ("00", "01", "02", "A1"), ("Ay", "By"), 2, ("A", "B"))


def test_all_marbles_begin_in_the_yards():
    table = VirtualTable(LAYOUT)
    assert table.snapshot() == {"places": ["", "", "", "", "A", "A", "B", "B"], "loose": [], "cards": {}}
    assert table.occupied() == 0b11110000


def test_a_marble_is_lifted_and_put():
    table = VirtualTable(LAYOUT)
    assert table.lift(6) == "B"
    assert table.snapshot()["loose"] == ["B"]
    table.put(1, "B")
    assert table.snapshot() == {"places": ["", "B", "", "", "A", "A", "", "B"], "loose": [], "cards": {}}


@pytest.mark.parametrize(
    ("act", "error", "builtin"),
    [
        (lambda table: table.lift(0), PlaceEmpty, LookupError),
        (lambda table: table.lift(8), NoSuchPlace, IndexError),
        (lambda table: table.lift(-1), NoSuchPlace, IndexError),
        (lambda table: table.put(4, "A"), PlaceFilled, ValueError),
        (lambda table: table.put(0, "A"), NoSuchMarble, LookupError),
        (lambda table: table.put(99, "A"), NoSuchPlace, IndexError),
        (lambda table: table.set_position("...."), BadPicture, ValueError),
        (lambda table: table.set_position("....3."), BadPicture, ValueError),
        (lambda table: table.set_position("....30"), BadPicture, ValueError),
        (lambda table: table.set_position("a...00"), BadPicture, ValueError),
    ],
)
def test_what_no_hand_can_do_changes_nothing(act, error, builtin):
    table = VirtualTable(LAYOUT)
    before, told = table.snapshot(), []
    table.listen(told.append)
    with pytest.raises(error) as caught:
        act(table)
    assert isinstance(caught.value, builtin)
    assert isinstance(caught.value, TableError)
    assert table.snapshot() == before
    assert told == []


def test_a_position_is_set_up_with_exactly_its_marbles():
    table = VirtualTable(LAYOUT)
    table.lift(4)
    table.set_position("A..B12")
    assert table.snapshot() == {"places": ["A", "", "", "B", "A", "", "B", "B"], "loose": [], "cards": {}}


def test_cards_lie_on_their_readers_until_taken_away():
    table = VirtualTable(LAYOUT)
    table.lay("7")
    table.lay("13", reader="A")
    assert table.snapshot()["cards"] == {"pit": "7", "A": "13"}
    table.lay("", reader="A")
    assert table.snapshot()["cards"] == {"pit": "7"}


def test_listeners_hear_every_change_in_order():
    table, told = VirtualTable(LAYOUT), []
    table.listen(told.append)
    table.lift(4)
    table.lay("7")
    table.press("done")
    table.unlisten(told.append)
    table.put(0, "A")
    assert told == [
        Change("picture"),
        Change("card", reader="pit", name="7"),
        Change("button", name="done", is_down=True),
        Change("button", name="done", is_down=False),
    ]


def test_a_listener_may_look_at_the_table():
    table, seen = VirtualTable(LAYOUT), []
    table.listen(lambda change: seen.append(table.occupied()))
    table.lift(4)
    assert seen == [0b11100000]


def tried(act):
    try:
        act()
    except TableError:
        return False
    return True


@given(st.lists(st.tuples(st.booleans(), st.integers(-1, 8), st.sampled_from("AB")), max_size=60))
def test_no_marble_is_ever_lost(steps):
    table = VirtualTable(LAYOUT)
    for is_lift, index, colour in steps:
        before = table.snapshot()
        done = tried(lambda: table.lift(index)) if is_lift else tried(lambda: table.put(index, colour))  # noqa: B023
        after = table.snapshot()
        assert done is (before != after)
        assert sorted([each for each in after["places"] if each] + after["loose"]) == ["A", "A", "B", "B"]


def test_several_hands_at_once():
    table = VirtualTable(LAYOUT)

    def hand():
        for _ in range(200):
            for index in range(8):
                if tried(lambda: table.lift(index)):  # noqa: B023
                    tried(lambda: table.put(7 - index, "A")) or tried(lambda: table.put(7 - index, "B"))  # noqa: B023

    hands = [threading.Thread(target=hand) for _ in range(3)]
    for each in hands:
        each.start()
    for each in hands:
        each.join()
    after = table.snapshot()
    assert sorted([each for each in after["places"] if each] + after["loose"]) == ["A", "A", "B", "B"]


def test_pieces_can_stand_on_each_other_where_the_board_has_stacks():
    layout = Layout("two-stacks", ("a1", "b1"), (), 0, stack=3)
    table = VirtualTable(layout)
    table.set_up([Piece("a1", "K", "board", height=2), Piece("a1", "T", "board", height=1)], "x.")
    assert table.snapshot()["stacks"] == ["TK", ""]
    assert (table.lift(0), table.occupied()) == ("K", 0b01)
    table.put(1, "K")
    table.lift(0)
    table.put(1, "T")
    assert (table.snapshot()["places"], table.occupied()) == (["", "T"], 0b10)
    assert table.snapshot()["stacks"] == ["", "KT"]
    with pytest.raises(NoSuchMarble):
        table.put(1, "T")
    assert layout.picture("x.", ()) == "x."


def test_a_picture_is_read_and_written_by_its_layout():
    layout = Layout("four", ("00", "01", "A1", "B1"), ("Ay", "By"), 2, ("A", "B"))
    assert (layout.marks("A..B12"), layout.counts("A..B12")) == ("A..B", (1, 2))
    assert layout.picture("A..B", (1, 2)) == "A..B12"
