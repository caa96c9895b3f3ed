"""A fault of the companion costs one input, and nothing else: what it met with is as it was before."""

from dataclasses import replace

import pytest
from table_top import TableTop

from companion.plain.plain import Plain
from companion.session.readings import Readings

BEGUN = "basic teams first=A position=A:05,y,y,y B:y,y,y,y C:20,y,y,y D:y,y,y,y"


class OurFault(Exception):
    """Something that no input of a table leads to."""


def fail(*_):
    raise OurFault


@pytest.mark.parametrize("cards", ["told", "auto", "inferred"])
def test_a_picture_that_meets_with_a_fault_changes_nothing(monkeypatch, cards):
    top = TableTop(cards=cards)
    top.begin(BEGUN)
    if cards != "inferred":
        top.say(1.0, "card A 5")
    top.tick(5.0)
    session = top.session
    known = session.course, session.scene, session.colours, session.spent
    monkeypatch.setattr(Readings, "after", fail)
    monkeypatch.setattr(Plain, "after", fail)
    top.lift("05")
    with pytest.raises(OurFault):
        top.frame(5.05)
    assert (session.course, replace(session.scene, now=known[1].now), session.colours, session.spent) == known
    assert not session.dropped()
    monkeypatch.undo()
    top.frame(5.15)
    top.touch(10.0, "+10")
    top.tick(20.0)
    assert top.actions() == ["05-10"]
