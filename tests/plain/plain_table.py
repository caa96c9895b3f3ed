"""A table without cards for tests: hands that move pieces, and the holes that tell of it."""

from __future__ import annotations

from companion.inputs import OccupancyFrame
from companion.plain.plain import Plain, begin
from companion.reconcile.sensors import Sensors
from engine.tac.board.position import Position
from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances


class Hands:
    """Hands at a board: `lift`, `put`, `wait`; the belief follows."""

    def __init__(self, position, first="A", variant="teams", deck="basic", mask=None):
        self.game = TacGame(deck)
        layout = self.layout = self.game.layout
        self.sensors = Sensors.all_of(layout) if mask is None else Sensors(layout, mask)
        settings = {"variant": variant, "deck": deck, "first": first, "position": position}
        self.state = self.game.begin(settings)
        self.t = 1.0
        self.places = set()
        picture = self.state.picture
        for index, mark in enumerate(picture[: len(layout.holes)]):
            if mark != ".":
                self.places.add(index)
        for heap, count in enumerate(picture[len(layout.holes) :]):
            base = len(layout.holes) + heap * layout.places
            self.places |= set(range(base, base + int(count)))
        self.plain: Plain = begin(Chances(), self.state, self.sensors, 0.0)
        self.show()

    def show(self, lost=0):
        bits = sum(1 << index for index in self.places) & self.sensors.mask
        self.run_until(self.t)
        self.plain = self.plain.after(OccupancyFrame(self.t, bits, lost))

    def run_until(self, t):
        while (due := self.plain.next_deadline()) is not None and due <= t:
            self.plain = self.plain.at(due)
        self.plain = self.plain.at(t)

    def indices(self, cell):
        return [n for n in range(self.layout.size) if self.layout.cell(n) == cell]

    def lift(self, cell, s=0.3):
        self.t += s
        self.places.remove(next(n for n in self.indices(cell) if n in self.places))
        self.show()

    def put(self, cell, s=0.4):
        self.t += s
        self.places.add(next(n for n in self.indices(cell) if n not in self.places))
        self.show()

    def move(self, origin, target):
        self.lift(origin)
        self.put(target)

    def wait(self, s):
        self.t += s
        self.run_until(self.t)

    @property
    def told(self):
        return [(ply.seat, ply.option.action) for ply in self.plain.belief.plies]

    @property
    def position(self):
        plies = self.plain.belief.plies
        text = plies[-1].position if plies else self.state.position
        return str(Position.parse(text, self.state.setup.seating.seats)).replace("*", "")
