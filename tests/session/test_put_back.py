"""What was taken back is put back in any order and at any pace: the table knows which piece was played."""

from __future__ import annotations

from itertools import permutations

import pytest
from table_top import TableTop

GAME = "basic teams first=A position=A:05,y,y,y B:10,30,y,y C:y,y,y,y D:y,y,y,y"


def captured() -> TableTop:
    """A table on which Black's five has captured, and which took it back."""
    table = TableTop()
    table.begin(GAME)
    table.tag(1.0, "5")
    table.touches(2.0, 0.5, ("-10", "+By", "-05", "+10"))
    table.tick(8.0)
    assert table.actions() == ["05-10"]
    table.say(9.0, "takeback")
    return table


def orders() -> list[tuple[str, ...]]:
    """Each order in which hands can put the pieces back, a piece being lifted before it is put down, and a hole emptied
    before it is filled."""
    touches = "-10", "+05", "-By", "+10"
    rules = (("-10", "+05"), ("-By", "+10"), ("-10", "+10"))
    return [way for way in permutations(touches) if all(way.index(a) < way.index(b) for a, b in rules)]


@pytest.mark.parametrize("pause_s", [0.4, 3.5])
@pytest.mark.parametrize("way", orders(), ids=" ".join)
def test_nothing_false_is_told_while_pieces_go_back(way: tuple[str, ...], pause_s: float) -> None:
    table = captured()
    table.touches(10.0, pause_s, way)
    table.tick(10.0 + pause_s * len(way) + 6.0)
    told = [one for fact in table.told("disturbed") for one in fact.data["differences"]]
    false = [one for one in told if one["cell"] == "05" and one["observed"] == "B"]
    assert not false
    assert not table.told("violation")
    assert len(table.told("corrected")) == (pause_s > 1.0)
    table.tag(41.0, "2")
    table.touch(42.0, "-05")
    table.touch(43.0, "+07")
    table.tick(50.0)
    assert table.told("move")[-1].data["action"] == "05-07"


def test_the_board_is_compared_with_what_was_played_where_another_card_comes_at_once() -> None:
    table = captured()
    table.touch(10.0, "-10")
    table.touch(10.5, "+05")
    table.tag(11.0, "2")
    table.touches(12.0, 1.0, ("-By", "+10", "-05", "+07"))
    table.tick(20.0)
    assert table.actions()[-1] == "05-07"
    assert not table.told("violation")
