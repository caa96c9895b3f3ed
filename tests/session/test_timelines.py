"""Every time line of the folder is told exactly as it is written."""

from __future__ import annotations

import pytest
from timelines import TimeLine, differences, read, time_lines

ALL = dict(time_lines())


@pytest.mark.parametrize("name", ALL)
def test_what_is_told(name: str) -> None:
    different = differences(ALL[name])
    assert not different, different


def test_titles_are_told_once_and_there_are_enough() -> None:
    assert len(ALL) == len(list(time_lines())) >= 50


WRONG = """
== a time line that expects what does not come
game basic teams first=A position=A:05,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y
1.0 card A 5
1.5 -05
2.0 +10
> 2.9 move A 5 {action}
"""


@pytest.mark.parametrize(("action", "is_right"), [("05-10", True), ("05-11", False), ("*", True)])
def test_a_wrong_line_is_found(action: str, is_right: bool) -> None:
    (one,) = read(WRONG.format(action=action))
    assert (differences(one) == "") is is_right


def test_a_late_and_a_missing_event_are_found() -> None:
    (one,) = read(WRONG.replace("> 2.9", "> 3.2").format(action="05-10"))
    assert differences(one)
    (one,) = read(WRONG.format(action="05-10") + "> 9.0 move B 5 *\n")
    assert differences(one)
    one.wanted.clear()
    assert differences(one)
    assert isinstance(one, TimeLine)
