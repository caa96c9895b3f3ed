"""A board that nothing explains and that breaks no rule is told as not right: nobody is accused."""

import pytest

from companion.cli.tables import new_session
from companion.inputs import OccupancyFrame
from companion.speech.wording import Wording
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y"
YARDS = sum(0b11 << at for at in (80, 84, 88, 92))
HOLES = ("05", "50", "10", "30", "40", "45", "20", "60")


def shown(*holes):
    return YARDS | sum(1 << LAYOUT.holes.index(hole) for hole in holes)


def told_at_a_table(*pictures):
    """What is told of pieces that come and go at these times; ("t", lifted, placed)."""
    session = new_session(cards="inferred")
    session.begin("tac", {"variant": "teams", "deck": "basic", "first": "A", "position": POSITION})
    facts, holes = [], {*HOLES}
    facts += session.take(OccupancyFrame(1.0, shown(*holes)))
    for t, lifted, placed in pictures:
        holes = (holes - {*lifted.split()}) | {*placed.split()}
        facts += session.tick(t)
        facts += session.take(OccupancyFrame(t, shown(*holes)))
    facts += session.tick(t + 20.0)
    return [fact for fact in facts if fact.kind in ("violation", "disturbed", "corrected")]


def test_pieces_of_several_owners_in_other_holes_accuse_nobody():
    (told,) = told_at_a_table((4.0, "05", ""), (4.05, "30", ""), (4.25, "", "03"), (4.45, "", "27"))
    assert told.kind == "disturbed"
    assert {(one["cell"], one["expected"], one["observed"]) for one in told.data["differences"]} == {
        ("05", "A", "empty"), ("30", "B", "empty"), ("03", None, "occupied"), ("27", None, "occupied"),
    }  # fmt: skip


def test_a_rule_that_every_card_breaks_is_named_as_before():
    (told,) = told_at_a_table((4.0, "05", ""), (4.4, "", "02"))
    assert (told.kind, told.data["rule"]) == ("violation", "T1.6")


def test_it_is_right_again_when_all_is_put_back():
    out = ((4.0, "05", ""), (4.05, "30", ""), (4.25, "", "03"), (4.45, "", "27"))
    back = ((30.0, "03", ""), (30.5, "", "05"), (31.0, "27", ""), (31.5, "", "30"))
    told, right = told_at_a_table(*out, *back)
    assert (told.kind, right.kind) == ("disturbed", "corrected")


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_its_words_name_every_place(language):
    (told,) = told_at_a_table((4.0, "05", ""), (4.05, "30", ""), (4.25, "", "05"), (4.45, "", "27"))
    words = Wording(language).disturbed(told.data["differences"])
    assert all(cell in words for cell in ("27", "30")), words


def test_who_puts_a_piece_right_after_nine_seconds_is_not_accused():
    assert told_at_a_table((4.0, "05", ""), (4.4, "", "02"), (13.4, "02", ""), (14.0, "", "06")) == []


def test_nobody_is_accused_where_two_pieces_may_have_been_exchanged_before():
    felt = ((4.0, "50", ""), (4.2, "30", ""), (4.8, "", "50"), (5.0, "", "30"))
    backward = ((7.0, "05", ""), (7.5, "", "02"))
    (told,) = told_at_a_table(*felt, *backward)
    assert told.kind == "disturbed"
    (told,) = told_at_a_table(*backward)
    assert (told.kind, told.data["rule"]) == ("violation", "T1.6")
