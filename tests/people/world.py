"""A board, a companion and their time, for people who hear: hands and words in, facts out, at once.

1. Touches that lie ahead are made when their time comes; a changed picture is told after 20 ms at rest, a picture
   every second in any case; lines are lost now and then.
2. Whatever is due for the session before the next thing happens is let happen first.
3. `advance` stops at a time, or as soon as its caller has heard enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from companion.facts import Fact
from companion.inputs import CardTag, Hello, Input, OccupancyFrame, Said
from tests.people.hand import Board
from tests.people.table_session import TableSession
from tests.people.wire import DEBOUNCE, tag

BEAT_S = 1.0
LATE_S = 0.003
"""From the board to the companion."""


@dataclass(slots=True)
class World:
    """One table with its companion; `hear` is told every fact."""

    board: Board
    mask: int
    hear: Callable[[Fact], None]
    rng: Random
    lost: float = 0.0
    """Share of the lines that are lost."""
    companion: TableSession = field(default_factory=TableSession)
    t: float = 0.0
    stuck: dict[int, bool] = field(default_factory=dict)
    _raw: int = 0
    _shown: int = 0
    _since: float = 0.0
    _beat: float = 0.1
    _fed: int = 0
    _gap: int = 0

    def begin(self, game: str) -> None:
        """The board names itself, and the game begins."""
        self._raw = self._shown = self.board.wire
        self._take(Hello(0.05, "board", "1", self.board.layout.name, self.mask))
        self.say(game)
        self._frame(0.1)

    def say(self, text: str) -> str:
        """Somebody says this now; why it was refused, empty if it was not."""
        return self._take(Said(round(self.t, 3), text))

    def lay(self, card: str) -> None:
        """A card is laid on the reader, upon the one that lies there."""
        self._take(CardTag(self.t, "pit", "-", None))
        self._take(CardTag(self.t, "pit", tag(card), card))

    def advance(self, until: float, has_heard: Callable[[], bool] = lambda: False) -> bool:
        """Lets time go on; whether it stopped because enough was heard."""
        while True:
            if has_heard():
                return True
            due, act = self._next()
            if due > until:
                self.t = max(self.t, until)
                return False
            self.t = max(self.t, due)
            act()

    def _next(self) -> tuple[float, Callable[[], None]]:
        touches = self.board.touches
        found: list[tuple[float, Callable[[], None]]] = [(self._beat, self._tell)]
        if self._fed < len(touches):
            found.append((touches[self._fed][0], self._touch))
        if self._seen() != self._shown:
            found.append((self._since + DEBOUNCE + LATE_S, self._tell))
        deadline = self.companion.next_deadline()
        if deadline is not None:
            found.append((deadline, self._tick))
        return min(found, key=lambda pair: pair[0])

    def _seen(self) -> int:
        wire = self._raw & self.mask
        for index, is_on in self.stuck.items():
            wire = wire | 1 << index if is_on else wire & ~(1 << index)
        return wire

    def _touch(self) -> None:
        t, index, is_down = self.board.touches[self._fed]
        self._fed += 1
        self._raw = self._raw | 1 << index if is_down else self._raw & ~(1 << index)
        self._since = t

    def _tell(self) -> None:
        if self.t >= self._since + DEBOUNCE:
            self._shown = self._seen()
        self._beat = self.t + BEAT_S
        if self.rng.random() < self.lost:
            self._gap += 1
            return
        self._frame(self.t)

    def _frame(self, t: float) -> None:
        gap, self._gap = self._gap, 0
        self._take(OccupancyFrame(round(t, 3), self._shown, gap))

    def _tick(self) -> None:
        for fact in self.companion.tick(self.t):
            self.hear(fact)

    def _take(self, value: Input) -> str:
        facts, refusal = self.companion.take(value)
        for fact in facts:
            self.hear(fact)
        return refusal
