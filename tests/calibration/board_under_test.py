"""A board wired anyhow, and hands that put one piece where a wizard asks: for the tests of the wizards."""

import random

from calibration.resting import REST_S
from calibration.wiring import WiringWizard
from engine.tac.board.holes import LAYOUT


class WiredBoard:
    """`wires[place]` is the channel of a place, None for a dead sensor; `also[place]`: channels that answer as well."""

    def __init__(self, seed=0, dead=(), also=None, stuck=(), layout=LAYOUT):
        self.layout = layout
        channels = list(range(layout.size))
        random.Random(seed).shuffle(channels)
        self.wires = {place: None if place in dead else channels[place] for place in range(layout.size)}
        self.also = also or {}
        self.stuck = set(stuck)

    def picture(self, place=None):
        on = {self.wires[other] for other in (place, *self.also.get(place, ())) if other is not None}
        return sum(1 << channel for channel in (on | self.stuck) - {None})

    def expected(self):
        places = {channel: place for place, channel in self.wires.items() if channel is not None}
        return tuple(places.get(channel, -1) for channel in range(self.layout.size))


class Session:
    """A wizard, a board and a clock; keeps what was said."""

    def __init__(self, board, progress=None):
        self.board, self.t, self.said = board, 0.0, []
        self.wizard = WiringWizard(board.layout, progress)
        self.hear(self.wizard.begin())
        self.show(None)

    def hear(self, said):
        self.said += said
        self.answer = said
        return said

    def keys(self):
        return [one.key for one in self.answer]

    def pass_time(self, seconds):
        until = self.t + seconds
        while (due := self.wizard.next_deadline()) is not None and due <= until:
            self.t = max(self.t, due)
            self.hear(self.wizard.tick(self.t))
        self.t = until

    def show(self, place, seconds=0.3):
        self.pass_time(seconds)
        return self.hear(self.wizard.frame(self.t, self.board.picture(place)))

    def put(self, place):
        """Lifts the piece and lays it down on a place."""
        said = len(self.said)
        self.show(None)
        self.show(place)
        self.pass_time(REST_S + 0.05)
        self.answer = self.said[said:]
        return self.answer

    def key(self, word):
        self.pass_time(0.3)
        return self.hear(self.wizard.key(self.t, word))

    def follow(self, until=None, most=300):
        """Does what is asked, with `next` where nothing answers; stops before the review, or before a place."""
        for _ in range(most):
            if self.wizard._is_reviewing or (until is not None and self.wizard._wanted == until):
                return self
            asked = self.wizard._asked
            if self.board.wires[asked] is None:
                self.key("next")
            else:
                self.put(asked)
        raise AssertionError(f"no end: {self.said[-5:]}")
