"""The board's own program, driven by hand: when it speaks, and what it says."""

from __future__ import annotations

from companion.virtual.electronics import Electronics
from companion.virtual.table import Change, VirtualTable
from engine.tac.board.holes import LAYOUT
from firmware import wire


class Bench:
    """A table, its electronics, a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.heard: list[tuple[float, str, list[str]]] = []
        self.table = VirtualTable(LAYOUT)
        self.board = Electronics(self.table, lambda: self.now, self.hear)
        self.table.listen(self.board.notice)
        self.board.boot()

    def hear(self, data: bytes) -> None:
        kind, _, _, fields = wire.decode(data)
        self.heard.append((self.now, kind, fields))

    def until(self, t: float) -> None:
        """Lets everything happen that is due up to this time."""
        while (due := max(self.board.due(), self.now)) <= t:
            self.now = due
            self.board.act()
        self.now = t

    def kinds(self) -> list[tuple[float, str]]:
        return [(round(t, 3), kind) for t, kind, _ in self.heard]


def test_it_names_itself_and_beats_every_second() -> None:
    bench = Bench()
    bench.until(2.5)
    assert bench.kinds() == [(0.0, "HELLO"), (0.0, "OCC"), (1.0, "OCC"), (2.0, "OCC")]


def test_a_picture_is_told_once_it_has_been_stable_and_chatter_is_not() -> None:
    bench = Bench()
    for t in (0.100, 0.105, 0.110):
        bench.until(t)
        colour = bench.table.lift(80)
        if t < 0.110:
            bench.until(t + 0.002)
            bench.table.put(80, colour)
    bench.until(0.5)
    assert bench.kinds()[2:] == [(0.13, "OCC")]


def test_cards_and_buttons_are_told_at_once() -> None:
    bench = Bench()
    bench.until(0.2)
    bench.table.lay("7")
    bench.until(0.3)
    bench.table.lay("8")
    bench.table.press("done")
    bench.until(0.4)
    assert [(t, *fields[:1]) for t, kind, fields in bench.heard if kind in ("CARD", "BTN")] == [
        (0.2, "pit"), (0.3, "pit"), (0.3, "pit"), (0.3, "done"), (0.3, "done"),
    ]  # fmt: skip


def test_what_changed_is_due_now_and_a_stuck_sensor_hides_it() -> None:
    bench = Bench()
    bench.until(0.5)
    bench.board.stick(80, True)
    assert bench.board.due() == 0.5
    bench.until(0.5)
    bench.table.lift(80)
    bench.until(0.9)
    assert bench.kinds()[2:] == [(0.5, "FAULT")]
    bench.board.mend(80)
    bench.until(1.0)
    assert [kind for _, kind in bench.kinds()[3:]] == ["FAULT", "OCC"]
    bench.board.notice(Change("picture"))
    assert bench.board.due() == 1.0
