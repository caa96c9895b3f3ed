"""A camera sees another seat's piece on a hole that is rightly filled: no switch can tell that."""

from table_top import TableTop

from companion.inputs import Identities
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"


def owners(**seats):
    at = {name.removeprefix("h"): seat for name, seat in seats.items()}
    return "".join(at.get(hole, ".") for hole in LAYOUT.holes)


def table():
    top = TableTop()
    top.begin(f"basic teams first=A position={POSITION}")
    return top


def watch(top, begin, end, seen):
    """The camera tells it once, the board its picture ten times a second."""
    top.take(Identities(begin, seen))
    for number in range(round((end - begin) * 10)):
        top.frame(begin + number / 10)


def test_a_wrong_colour_on_a_right_hole_is_named_once_and_its_repair_told():
    top = table()
    watch(top, 1.0, 4.0, owners(h05="A", h17="B"))
    assert not top.told("disturbed")
    watch(top, 4.0, 9.0, owners(h05="C", h17="B"))
    told = top.told("disturbed")
    assert [fact.data["differences"] for fact in told] == [[{"cell": "05", "expected": "A", "observed": "C"}]]
    assert 6.0 <= told[0].t <= 6.2
    watch(top, 9.0, 9.5, owners(h05="A", h17="B"))
    assert len(top.told("corrected")) == 1


def test_what_the_camera_tells_for_a_moment_or_not_at_all_is_no_fault():
    top = table()
    for begin in (1.0, 3.0, 5.0):
        watch(top, begin, begin + 1.5, owners(h05="C", h17="B"))
        watch(top, begin + 1.5, begin + 2.0, owners(h05="?", h17="B"))
    assert not top.told("disturbed")


def test_a_move_that_the_camera_has_not_seen_yet_is_no_fault():
    top = table()
    watch(top, 0.5, 1.0, owners(h05="A", h17="B"))
    top.say(1.0, "card A 5")
    top.touch(1.5, "-05")
    top.touch(2.0, "+10")
    top.say(5.0, "card B 2")
    for number in range(40):
        top.frame(6.0 + number / 10)
    assert [fact.data["action"] for fact in top.told("move")] == ["05-10"]
    assert not top.told("disturbed")
