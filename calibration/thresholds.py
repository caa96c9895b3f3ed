"""Hall thresholds by ear: what each sensor reads without a magnet, how far a piece moves it, and which pole is whose.

1. The board is empty for two seconds: the rest and the noise of each sensor.
2. One piece of each seat is laid on any hole: how far it moves the sensor beneath, and up or down.
3. Half of the weakest piece is the threshold, if the noise leaves room for it. Sensors that are odd are named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.wizard import BaseWizard, Said, meaning, say
from engine.contract import Layout

LOOK_S = 0.2
EMPTY_S = 2.0
REST = (200, 824)
"""A sensor at rest reads about half of 1023; one beyond these is broken, or no Hall sensor."""
NOISE = 30
"""More change than this without a magnet is odd."""
LEAST = 40
"""A piece has to move a reading by at least this."""
STEADY_LOOKS = 3
NO_PLACE = -1


class ThresholdsWizard(BaseWizard):
    """Learns `rest` (of each channel), `threshold` and `poles` (of each seat, 1 up, -1 down)."""

    def __init__(self, layout: Layout, channels: Sequence[int] = ()) -> None:
        self.layout = layout
        self._places = tuple(channels) or tuple(range(layout.size))
        self.is_hall = True
        self._look_at = 0.0
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.rest: tuple[int, ...] = ()
        self.threshold = 0
        self.poles: dict[str, int] = {}
        self.odd: tuple[int, ...] = ()
        """Channels that read what no sensor at rest reads."""
        self._lowest: dict[int, int] = {}
        self._highest: dict[int, int] = {}
        self._began: float | None = None
        self._steps: list[int] = []
        self._steady: tuple[int, int, int] | None = None
        self._counted: int | None = None
        self._is_reviewing = False

    @property
    def _seat(self) -> str | None:
        """The seat whose piece is asked for."""
        return next((seat for seat in self.layout.owners if seat not in self.poles), None)

    def begin(self) -> Said:
        """The first words: the board is to be empty."""
        return [say("thresholds_begin")]

    def next_deadline(self) -> float | None:
        """When the readings are to be looked at again."""
        return self._look_at

    def raw(self, t: float, values: Mapping[int, int]) -> Said:
        """The readings by channel came, as far as they are known."""
        self._look_at = t + LOOK_S
        if self._is_reviewing or len(values) < self.layout.size:
            return []
        return self._pieces(values) if self.rest else self._empty(t, values)

    def key(self, t: float, word: str) -> Said:
        """`next` passes a seat over, `back` begins anew, `done` saves."""
        word = meaning(word)
        if word == "back":
            self._begin_anew()
            return self.begin()
        if word == "next" and self.rest and self._seat is not None:
            self.poles[self._seat] = 0
            return self._ask()
        if word == "done" and self._is_reviewing and not self._steps:
            return [say("thresholds_weak")]
        if word == "done" and self._is_reviewing:
            self.is_done = True
            return [say("thresholds_saved")]
        return [say("unknown_key", word=word)]

    def _empty(self, t: float, values: Mapping[int, int]) -> Said:
        if self._began is None or any(self._moved(channel, value) for channel, value in values.items()):
            self._began, self._lowest, self._highest = t, dict(values), dict(values)
        for channel, value in values.items():
            self._lowest[channel] = min(value, self._lowest[channel])
            self._highest[channel] = max(value, self._highest[channel])
        if t - self._began < EMPTY_S:
            return []
        self.rest = tuple((self._lowest[c] + self._highest[c]) // 2 for c in range(self.layout.size))
        noise = [self._highest[c] - self._lowest[c] for c in range(self.layout.size)]
        self.odd = tuple(c for c, rest in enumerate(self.rest) if not REST[0] <= rest <= REST[1] or noise[c] > NOISE)
        if len(self.odd) > self.layout.size // 2:
            self.is_hall, self.is_done = False, True
            return [say("thresholds_none")]
        return self._ask()

    def _moved(self, channel: int, value: int) -> bool:
        """Whether a reading moved as a hand with a piece moves it: then the board was not empty yet."""
        return value - self._lowest[channel] > 2 * NOISE or self._highest[channel] - value > 2 * NOISE

    def _ask(self) -> Said:
        if self._seat is not None:
            return [say("thresholds_piece", seat=self._seat)]
        self._is_reviewing = True
        if not self._steps:
            return [say("thresholds_weak"), *self._odd()]
        self.threshold = max(LEAST // 2, min(self._steps) // 2)
        up = [seat for seat, pole in self.poles.items() if pole > 0]
        down = [seat for seat, pole in self.poles.items() if pole < 0]
        poles = [say("thresholds_poles", up=up, down=down)] if up and down else []
        return [*poles, *self._odd(), say("thresholds_review")]

    def _odd(self) -> Said:
        cells = [self.layout.cell(self._places[c]) for c in self.odd if self._places[c] != NO_PLACE]
        return [say("thresholds_odd", cells=cells)] if cells else []

    def _pieces(self, values: Mapping[int, int]) -> Said:
        """The strongest reading of all: a piece, once it has been steady for a moment; each is counted once."""
        steps = {c: values[c] - rest for c, rest in enumerate(self.rest) if c not in self.odd}
        channel = max(steps, key=lambda c: abs(steps[c]))
        step = steps[channel]
        if abs(step) < LEAST:
            self._steady, self._counted = None, None
            return []
        looks = self._steady[2] + 1 if self._steady and self._steady[0] == channel else 1
        self._steady = (channel, step, looks)
        if looks < STEADY_LOOKS or channel == self._counted or self._seat is None:
            return []
        self._counted = channel
        self._steps.append(abs(step))
        self.poles[self._seat] = 1 if step > 0 else -1
        return self._ask()

    def hall(self) -> dict[str, Any]:
        """What the profile keeps."""
        return {"rest": list(self.rest), "threshold": self.threshold,
                "poles": {seat: pole for seat, pole in self.poles.items() if pole}}  # fmt: skip
