"""The pupil: hands at the virtual table that do what the lesson says, and then play the first game.

They let the whole lesson be read, or listened to, without a board: `tastkreis learn --clock fast`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from itertools import count, pairwise

from companion.cli.information import info
from companion.cli.lesson import Places, Tell
from companion.cli.live import LiveTable
from companion.cli.players import FOREVER_S, Pause, Players, Script, Until, Wait, is_silent
from companion.cli.tutor import Tutor
from companion.virtual.hands import places as indices
from companion.virtual.performance import Scene
from companion.virtual.rehearsal import FIRST, rehearse
from engine.contract import Cell, Seat
from engine.registry import USUAL, lesson_of

LISTEN_S = 0.5
"""After a sentence has begun the hands wait so long, and then for its end."""
TOUCH_S, REST_S = 0.4, 1.2
"""From touch to touch; resting where a hint is waited for."""
TRIED = ("0", "enter", "5")
"""Keys that are tried."""


class Pupil:
    """Hands of the learner, and in the first game of everybody.

    1. They wait for the next sentence of the tutor and hear it out. 2. They do it; now and then another thing first, so
    that hints and a broken rule are heard. 3. The first game is one of the built-in players.
    """

    def __init__(self, table: LiveTable, tutor: Tutor, places: Places, seed: int) -> None:
        assert table.virtual is not None
        self.status = 0
        """1 as soon as something was not understood."""
        self._table, self._tutor, self._places, self._seed = table, tutor, places, seed
        self._hands, self._held = table.virtual, ""
        self._done: Mapping[str, Callable[[], Script]] = self._deeds()

    def script(self) -> Script:
        """Does all of it; what is sent back is whether what was waited for has come."""
        task: Tell | None = None
        while task is None or task.key != "end":
            task = yield from self._next_task(task)
            if task.key in self._done:
                yield from self._done[task.key]()

    def _next_task(self, last: Tell | None) -> Generator[Wait, bool, Tell]:
        yield Until(lambda state: self._tutor.task is not last, FOREVER_S)
        yield Pause(LISTEN_S)
        yield Until(is_silent, FOREVER_S)
        assert self._tutor.task is not None
        return self._tutor.task

    def _deeds(self) -> Mapping[str, Callable[[], Script]]:
        """What hands do at each sentence that asks for something."""
        me, left, partner, right = self._places.seats
        here, there = partial(self._places.ahead, me), partial(self._places.ahead, right)
        yards = self._places.yards
        yard, ring = yards[me], [here(steps) for steps in range(17)]
        move = self._moved
        return {
            "yard": lambda: self._after(move(yards[left], yards[left]), move(yard)),
            "start": lambda: self._after(move("", here(3)), move(here(3), here(0))),
            "ring": lambda: move(*ring),
            "house": lambda: move(here(16), f"{me}1"),
            "house_end": lambda: move(f"{me}1", f"{me}4"),
            "home": lambda: move(f"{me}4", yard),
            "feel": lambda: move(yards[partner], yards[partner]),
            "one": lambda: move(yard, here(0)),
            "five": lambda: move(*ring[:6]),
            "four": lambda: move(here(5), here(1)),
            "six": lambda: self._both(move(here(7), yards[left]), move(here(1), here(7))),
            "thirteen": lambda: move(here(7), here(20)),
            "seven": lambda: self._after(move(here(0), here(3)), move(here(7), here(11))),
            "exchange": lambda: self._exchanged(here(3), self._places.ahead(left, 4)),
            "into_house": lambda: move(here(-4), f"{me}2"),
            "mistake": lambda: move(here(10), here(16)),
            "repair": lambda: move(here(16), here(15)),
            "before_undoing": lambda: move(there(2), there(7)),
            "undoing": lambda: self._both(move(there(7), there(2)), move(here(10), here(15))),
            "keys": self._tried, "game": self._played,
        }  # fmt: skip

    def _moved(self, *cells: Cell) -> Script:
        """One marble from place to place; the one in the hand, where the first place is none."""
        if len(cells) == 1:
            self._held = yield from self._lifted(cells[0])
        for here, there in pairwise(cells):
            colour = (yield from self._lifted(here)) if here else self._held
            yield from self._put(there, colour)

    def _lifted(self, cell: Cell) -> Generator[Wait, bool, Seat]:
        yield Pause(TOUCH_S)
        return self._hands.lift(self._index(cell, is_filled=True))

    def _put(self, cell: Cell, colour: Seat) -> Script:
        yield Pause(TOUCH_S)
        self._hands.put(self._index(cell, is_filled=False), colour)

    def _index(self, cell: Cell, *, is_filled: bool) -> int:
        filled = self._hands.snapshot()["places"]
        return next(index for index in indices(self._hands.layout, cell) if bool(filled[index]) == is_filled)

    def _both(self, one: Script, other: Script) -> Script:
        yield from one
        yield from other

    def _after(self, one: Script, other: Script) -> Script:
        """The one, and the other when what is said of the one has been heard."""
        yield from one
        yield Pause(REST_S)
        yield Until(is_silent, FOREVER_S)
        yield from other

    def _exchanged(self, one: Cell, other: Cell) -> Script:
        first = yield from self._lifted(one)
        second = yield from self._lifted(other)
        yield from self._put(other, first)
        yield from self._put(one, second)

    def _tried(self) -> Script:
        """Some keys are pressed, to hear what they do."""
        for key in TRIED:
            yield Pause(REST_S)
            yield Until(is_silent, FOREVER_S)
            self._hands.press(key)

    def _played(self) -> Script:
        """The first game, to its end."""
        game = self._table.session.game
        scenes = game_of(game.name if game else USUAL, self._places.seats[0], self._seed)
        yield Until(lambda state: state.get("picture") == scenes[0].before and not state.get("ply"), FOREVER_S)
        players = Players(self._hands, scenes, game=self._table.session.game, tell=info)
        yield from players.script()
        self.status = players.status


def game_of(game: str, first: Seat, seed: int) -> list[Scene]:
    """A game of the built-in players in which this seat begins: the first one from this seed on."""
    for number in count(seed):
        chosen, scenes = rehearse(game, lesson_of(game).settings, number)
        if chosen.get(FIRST) == first:
            return scenes
    raise AssertionError
