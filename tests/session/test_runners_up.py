"""What could have been right as well is read on a little at each moment, and the table is told in time all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from table_top import TableTop

from companion.reconcile.sensors import Sensors
from companion.reconcile.stories import Stories
from companion.session import forks, runners_up
from companion.session.reading import RunnerUp, Step
from companion.session.scales import Scales
from companion.session.table import Table


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a runner-up is moved on by something that happened, at each moment."""
    found: list[int] = [0]
    branches, read_on = forks.branches, runners_up.read_on

    def counted(runner: RunnerUp, step: Step, beside: Sequence[Table]) -> Iterator[RunnerUp]:
        found[-1] += 1
        return branches(runner, step, beside)

    def at_a_moment(kept: Sequence[RunnerUp], scales: Scales, now: float) -> tuple[RunnerUp, ...]:
        found.append(0)
        return read_on(kept, scales, now)

    monkeypatch.setattr(forks, "branches", counted)
    monkeypatch.setattr("companion.session.readings.read_on", at_a_moment)
    return found


def felt_for_long(touches: int) -> TableTop:
    """Red and Green have played; then Black feels its piece for long."""
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:31,y,y,y D:40,y,y,y")
    table.tag(1.0, "6")
    table.touches(2.0, 0.4, ("-05", "+11"))
    table.tag(4.0, "9")
    table.touches(5.0, 0.4, ("-20", "+29"))
    table.tick(8.0)
    table.tag(9.0, "5")
    for number in range(touches):
        table.touches(10.0 + number, 0.3, ("-31", "+31"))
    return table


def test_long_feeling_is_read_on_bit_by_bit_and_a_mistake_is_named_in_time(counts: list[int]) -> None:
    table = felt_for_long(60)
    assert max(counts) == 0
    table.touches(80.0, 0.5, ("-31", "+37"))
    table.tick(90.0)
    assert sum(counts) > 100
    assert max(counts) <= runners_up.MOST_AT_ONCE + forks.MOST_BRANCHES
    (violation,) = table.told("violation")
    assert violation.data["rule"] == "T3.2"
    assert violation.t - 80.5 <= 3.5


def test_a_board_that_looks_right_costs_nothing(counts: list[int]) -> None:
    table = felt_for_long(30)
    table.touches(80.0, 0.5, ("-31", "+36"))
    table.tick(90.0)
    assert sum(counts) == 0
    assert table.told("move")[-1].data["action"] == "31-36"


def test_the_same_frames_are_read_for_the_same_options_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runners-up that differ in something else ask for the stories of the same frames."""
    table = felt_for_long(40)
    attempt = table.session.table.attempt if table.session.table else None
    assert attempt is not None
    assert len(attempt.frames) > 60
    read = attempt.reaching_back(attempt.frames)
    count = 0
    after = Stories.after

    def counted(stories: Stories, occupied: int) -> Stories:
        nonlocal count
        count += 1
        return after(stories, occupied)

    monkeypatch.setattr(Stories, "after", counted)
    again = attempt.reaching_back(attempt.frames)
    assert (again.stories, count) == (read.stories, 0)
    blind = attempt.believing(Sensors(attempt.sensors.layout, attempt.sensors.mask & ~1))
    assert count > 60
    assert blind.stories != read.stories
