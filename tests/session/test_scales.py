"""What of a runner-up is news, and which of many are kept."""

from __future__ import annotations

from dataclasses import replace

from table_top import TableTop

from companion.session.history import History
from companion.session.reading import Reading, RunnerUp
from companion.session.readings import MOST_KEPT, Readings
from companion.session.scales import Scales
from companion.session.scene import Scene
from companion.session.table import Table

LATER = Scene(now=60.0)


def told_after_two_plays() -> Table:
    top = TableTop()
    top.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    for t, seat, card, source, target in ((1.0, "A", "5", "05", "10"), (5.0, "B", "6", "20", "26")):
        top.say(t, f"card {seat} {card}")
        top.touch(t + 1.0, f"-{source}")
        top.touch(t + 1.5, f"+{target}")
        top.until(t + 3.5)
    told = top.session.table
    assert told is not None
    assert told.ply == 2
    return told


def with_another_first_action(told: Table) -> Table:
    first, second = told.history.actions
    return replace(told, history=History((replace(first, option=replace(first.option, action="00-10")), second)))


def test_another_way_to_where_all_stand_is_no_news() -> None:
    told = told_after_two_plays()
    other = with_another_first_action(told)
    assert not Scales(told).is_news(RunnerUp(Reading(other), LATER, 2), LATER)


def test_another_way_to_another_board_is_news() -> None:
    told = told_after_two_plays()
    other = with_another_first_action(told)
    moved = replace(other, state=told.history.actions[1].before)
    assert Scales(told).is_news(RunnerUp(Reading(moved), LATER, 2), LATER)


def test_of_too_many_runners_up_the_cheapest_are_kept() -> None:
    told = told_after_two_plays()
    other = Reading(with_another_first_action(told))
    cheap = [RunnerUp(other, LATER, 2, cost=cost) for cost in (0.0, 1.0)]
    dear = [RunnerUp(other, LATER, 2, cost=5.0) for _ in range(MOST_KEPT)]
    readings, _ = Readings(told, (Reading(told),), (*cheap, *dear)).at(LATER)
    assert [one.cost for one in readings.kept] == [0.0, 1.0, *(5.0,) * (MOST_KEPT - 2)]
