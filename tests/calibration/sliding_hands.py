"""Hands that slide a piece round the ring without waiting, over boards with every fault: for the tests of the wiring.

A board answers with what its contacts do: each closes and opens a little sooner or later than its neighbours. Hands may
be slow or fast, roll or lift, go back and forth, skip a hole. Then they do what the wizard asks for, hole by hole.
"""

import random
from dataclasses import dataclass

from board_under_test import WiredBoard

from calibration.wiring import WiringWizard
from engine.tac.board.holes import LAYOUT

RING = 64


@dataclass(frozen=True)
class Style:
    """How a hand moves. dwell_s: shortest and longest rest on a hole; what is closed for less than 20 ms is not told.
    lift: how often the piece leaves the board between two holes; else it rolls, with both contacts closed for a moment.
    back, skip: how often it goes back a few holes, `far` at most, or over one. leap: how often it is lifted and goes on
    up to a dozen holes before or behind. pause: how often it rests for seconds in between, as hands do that feel for
    the next hole."""

    dwell_s: tuple[float, float] = (0.2, 0.6)
    lift: float = 0.0
    back: float = 0.0
    far: int = 3
    skip: float = 0.0
    leap: float = 0.0
    pause: float = 0.0


STYLES = {
    "slow": Style((0.4, 2.0)),
    "fast": Style((0.1, 0.3)),
    "hasty": Style((0.02, 0.15)),
    "lifting": Style((0.15, 0.8), lift=1.0),
    "mixed": Style((0.05, 0.8), lift=0.4),
    "back and forth": Style((0.1, 0.6), lift=0.3, back=0.06),
    "skipping": Style((0.1, 0.6), lift=0.3, skip=0.02),
    "uneven": Style((0.04, 0.4), lift=0.2, pause=0.1),
    "feeling": Style((0.03, 0.5), lift=0.3, back=0.05, skip=0.015, pause=0.15),
    "clumsy": Style((0.02, 1.2), lift=0.3, back=0.04, skip=0.01),
    "returning": Style((0.08, 0.5), lift=0.2, back=0.04, far=20),
    "leaping": Style((0.1, 0.6), lift=0.3, leap=0.03),
    "lost": Style((0.05, 0.6), lift=0.3, back=0.03, far=12, skip=0.02, leap=0.02, pause=0.05),
}
DEBOUNCE_S = 0.02
JITTER_S = 0.03


def faulty_board(lot, doubles=(0, 3), dead=(0, 2), flickering=(0, 1), timid=0.0, sticking=(0, 0),
                 stuck=(0, 0)):  # fmt: skip
    """A board with so many faults at least and at most. A second sensor answers beside a hole: a neighbour's, that of
    any other place, or each the other's, as wires that touch; a timid one not every time. What is stuck answers always,
    what sticks from the first piece on."""
    board = WiredBoard(lot.randrange(1 << 30))
    places = list(range(LAYOUT.size))
    for place in lot.sample(places, lot.randint(*dead)):
        board.wires[place] = None
    for place in lot.sample(range(RING), lot.randint(*doubles)):
        kind = lot.randrange(4)
        other = (place + lot.choice((1, -1))) % RING if kind < 2 else lot.choice(places)
        if other == place or None in (board.wires[place], board.wires[other]):
            continue
        board.also[place] = (other,)
        if kind == 3:
            board.also[other] = (place,)
    board.flickering = {board.wires[place] for place in lot.sample(range(RING), lot.randint(*flickering))} - {None}
    board.timid = {place for place in board.also if lot.random() < timid}
    board.sticking = {board.wires[place] for place in lot.sample(places, lot.randint(*sticking))} - {None}
    board.stuck = {board.wires[place] for place in lot.sample(places, lot.randint(*stuck))} - {None}
    return board


class SlidingHands:
    """A wizard, a board and hands of a style. `questions` counts what was asked; slips: how often a piece is first laid
    one or two holes beside the one that is asked for."""

    def __init__(self, board, style, lot, slips=0.0):
        self.board, self.style, self.lot, self.slips = board, style, lot, slips
        self.wizard = WiringWizard(board.layout)
        self.t, self.said, self.questions, self.picture = 0.0, [], 0, 0
        self._pending = []
        self.hear(self.wizard.begin())
        self.pass_time(1.0)
        self.picture = sum(1 << channel for channel in board.stuck)
        self.hear(self.wizard.frame(self.t, self.picture))
        if board.stuck:
            self.hear(self.wizard.key(self.t, "next"))

    def hear(self, said):
        self.said += said
        return said

    def pass_time(self, seconds):
        """Lets the contacts that are due change, and deadlines come."""
        until = self.t + seconds
        while True:
            due = self.wizard.next_deadline()
            edge = min((at for at, _, _ in self._pending), default=None)
            at = min((each for each in (due, edge) if each is not None), default=None)
            if at is None or at > until:
                break
            self.t = max(self.t, at)
            if edge is not None and edge <= self.t:
                self._edges()
            else:
                self.hear(self.wizard.tick(self.t))
        self.t = until

    def _edges(self):
        ready = sorted(each for each in self._pending if each[0] <= self.t)
        self._pending = [each for each in self._pending if each[0] > self.t]
        before = self.picture
        for _, channel, is_on in ready:
            if channel in self.board.stuck or (channel in self.board.sticking and not is_on):
                continue
            self.picture = self.picture | 1 << channel if is_on else self.picture & ~(1 << channel)
        if self.picture != before:
            self.hear(self.wizard.frame(self.t, self.picture))

    def answering(self, place):
        """Channels that answer to a piece on a place, this time."""
        also = self.board.also.get(place, ())
        if place in self.board.timid and self.lot.random() < 0.5:
            also = ()
        return {self.board.wires[each] for each in (place, *also)} - {None}

    def stay(self, place, seconds):
        """The piece lies on a place for so long; contacts that close for too short a time are not told."""
        start = self.t
        for channel in self.answering(place):
            on = start + self.lot.uniform(0, JITTER_S)
            off = start + seconds + self.lot.uniform(0, JITTER_S)
            if off - on < DEBOUNCE_S:
                continue
            self._pending += [(on, channel, True), (off, channel, False)]
            if channel in self.board.flickering:
                at = on
                while (at := at + self.lot.uniform(0.03, 0.15)) < off - 0.05:
                    self._pending += [(at, channel, False), (at + 0.025, channel, True)]
        self.pass_time(seconds)

    def slide(self):
        """Once round the ring, from hole 0 to hole 0; deaf meanwhile."""
        way, hole = [], 0
        while hole <= RING:
            if not way or self.lot.random() >= self.style.skip:
                way.append(hole % RING)
            if 4 < hole < RING - 1 and self.lot.random() < self.style.back:
                back = self.lot.randint(1, self.style.far)
                way += [*((hole - each) % RING for each in range(1, back + 1)),
                        *((hole - each) % RING for each in range(back - 1, -1, -1))]  # fmt: skip
            hole += 1
            if self.style.leap and 4 < hole < RING - 1 and self.lot.random() < self.style.leap:
                hole = min(max(hole + self.lot.randint(-12, 12), 1), RING - 1)
        if way[-1] != 0:
            way.append(0)
        for number, place in enumerate(way):
            last = number + 1 == len(way)
            dwell = 0.5 if last or number == 0 else self.lot.uniform(*self.style.dwell_s)
            if self.style.pause and self.lot.random() < self.style.pause:
                dwell += self.lot.uniform(0.5, 3.0)
            self.stay(place, dwell)
            if self.lot.random() < self.style.lift or last:
                self.pass_time(self.lot.uniform(0.05, 0.4))
        self.pass_time(1.0)
        return self

    def follow(self, most=400):
        """Does what is asked, in its own time, with `next` where nothing comes of it."""
        for _ in range(most):
            if self.wizard._is_reviewing:
                return self
            self.questions += 1
            before, place = self.state(), self.wizard._asked
            if self.slips and self.lot.random() < self.slips:
                place = (place + self.lot.choice((-1, 1, 2))) % LAYOUT.size
            self.stay(place, self.lot.uniform(0.3, 1.2))
            self.pass_time(self.lot.uniform(0.8, 1.5))
            if self.state() == before:
                self.stay(self.wizard._asked, 2.0)
                self.pass_time(1.5)
            if self.state() == before:
                self.hear(self.wizard.key(self.t, "next"))
        raise AssertionError(f"no end: {[each.key for each in self.said[-8:]]}")

    def state(self):
        """What changes when an answer was taken."""
        return self.wizard._asked, self.wizard._is_reviewing, len(self.wizard.places), len(self.wizard.skipped)

    def wrong(self):
        """Places to which a sensor was given that is not theirs, unless it is not used, or no hand can tell the two."""
        found = []
        for place, channel in self.wizard.places.items():
            true = next((each for each, wire in self.board.wires.items() if wire == channel), None)
            is_bridged = true in self.board.also.get(place, ()) and place in self.board.also.get(true, ())
            if true != place and not is_bridged and place not in self.wizard.without:
                found.append((place, true))
        return found

    def lacking(self):
        """Places whose sensor works and was not learnt."""
        alive = {place for place, wire in self.board.wires.items() if wire is not None}
        return sorted(alive - set(self.wizard.places))


def tried(seed, style, slips=0.0, **faults):
    """One board, slid over and then asked: the hands behind it."""
    lot = random.Random(seed)
    return SlidingHands(faulty_board(lot, **faults), STYLES[style], lot, slips).slide().follow()
