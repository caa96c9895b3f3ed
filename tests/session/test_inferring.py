"""Tables that tell no cards: what was played is seen on the board."""

import pytest
from table_top import TableTop

from companion.inputs import Said


def table(position, **settings):
    top = TableTop(**settings)
    top.session.tells_cards = False
    top.begin(f"basic teams first=A position={position}")
    return top


def hop(top, t, *cells):
    """A piece from the first cell to the last, one touch a tenth of a second."""
    for number, cell in enumerate(cells):
        (top.lift if number % 2 == 0 else top.put)(cell)
        top.frame(t + number / 10)
    return t + len(cells) / 10


def moves(top):
    return [(f.data["seat"], f.data["card"], f.data["action"]) for f in top.facts if f.kind == "move"]


def test_a_move_tells_its_card():
    top = table("A:05,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    end = hop(top, 1.0, "05", "14")
    top.tick(end + 1.0)
    assert moves(top) == [("A", "9", "05-14")]
    assert [f.data["by"] for f in top.facts if f.kind == "card"] == ["inferred"]


def test_what_several_cards_can_do_is_settled_without_asking_for_the_card():
    top = table("A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    end = hop(top, 1.0, "Ay", "00")
    top.tick(end + 1.0)
    (move,) = [f for f in top.facts if f.kind == "move"]
    assert move.data["action"] == "Ay-00"
    assert move.data["card"] in ("1", "13")
    assert move.data["certainty"] < 0.9


def test_seats_that_moved_nothing_have_discarded():
    top = table("A:y,y,y,y B:y,y,y,y C:y,y,y,y D:20,y,y,y")
    end = hop(top, 1.0, "20", "26")
    top.tick(end + 3.0)
    assert [(seat, action) for seat, _, action in moves(top)] == [
        ("A", "discard"), ("B", "discard"), ("C", "discard"), ("D", "20-26"),
    ]  # fmt: skip


def test_fingers_that_feel_two_pieces_exchange_nothing():
    top = table("A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y")
    for t, do, cell in ((1.0, top.lift, "05"), (1.1, top.lift, "17"), (1.4, top.put, "05"), (1.6, top.put, "17")):
        do(cell)
        top.frame(t)
    top.tick(6.0)
    assert moves(top) == []
    assert not [f for f in top.facts if f.kind in ("violation", "disturbed", "question")]


def test_a_card_that_is_told_counts():
    top = table("A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y")
    top.take(Said(0.5, "card A trickster"))
    for t, do, cell in ((1.0, top.lift, "05"), (1.1, top.lift, "17"), (1.4, top.put, "05"), (1.6, top.put, "17")):
        do(cell)
        top.frame(t)
    top.tick(4.0)
    assert moves(top) == [("A", "trickster", "05~17")]


@pytest.mark.parametrize("cell", ["30", "33"])
def test_what_no_card_can_do_is_named(cell):
    top = table("A:05,10,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    end = hop(top, 1.0, "05", cell)
    top.tick(end + 4.0)
    assert [f.kind for f in top.facts if f.kind in ("violation", "disturbed", "move")][:1] == ["violation"]


def test_a_seat_that_cannot_have_discarded_is_not_passed_over():
    top = table("A:05,y,y,y B:y,y,y,y C:y,y,y,y D:20,y,y,y")
    end = hop(top, 1.0, "20", "26")
    top.tick(end + 3.0)
    assert moves(top) == []
    assert [f.data["rule"] for f in top.facts if f.kind == "violation"] == ["T2.8"]
