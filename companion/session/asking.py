"""Asking: the open question, and what the hands do meanwhile.

1. `ask` puts the choices to the table. A person answers, by action or by number (`answer`).
2. The hands may play on. All frames since then are kept (`frame`); once the next seat's picture has rested, the
   question is answered by what is possible after one choice only (`due`).
3. The same frames serve an action that is not clear yet while the next card lies there already (`played_on`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.session.proof import Sequel, first_of_two
from companion.session.referee import Due
from companion.session.watch import Watch
from companion.session.words import choices_of
from engine.contract import Option

if TYPE_CHECKING:
    from companion.session.session import Session

MOST_FRAMES = 80
"""What has been open for longer than so many changes of the board is not told by them any more."""


class Asking:
    """The question of one session."""

    def __init__(self, session: Session) -> None:
        self.choices: tuple[Option, ...] = ()
        """The actions among which the table has to choose; empty while nothing is asked."""
        self.text = ""
        self._session = session
        self._frames: list[int] = []
        self._ends: list[tuple[tuple[Option, ...], list[int]]] = []
        self._proved_at = 0

    def clear(self) -> None:
        """Nothing is open any more."""
        self.choices = ()
        self._frames, self._ends, self._proved_at = [], [], 0

    def ask(self, options: tuple[Option, ...]) -> None:
        """Asks which of these actions was done."""
        self.clear()
        self.choices = options
        choices = choices_of(options)
        self.tell([(choice["card"], choice["action"]) for choice in choices], choices)

    def tell(self, said: list[tuple[str, str]], choices: list[dict[str, str]]) -> None:
        """Puts a question to the table: its choices in words and as values."""
        self.text = self._session.words.question(said)
        self._session.emit("question", text=self.text, choices=choices)

    def answer(self, action: str) -> bool:
        """Answers the question, by action or by number; False if none is open or that is no choice of it."""
        chosen = next((option for option in self.choices if action == option.action), None)
        chosen = chosen or next((option for option in self.choices if action in option.also), None)
        if chosen is None and action.isdecimal() and 1 <= int(action) <= len(self.choices):
            chosen = self.choices[int(action) - 1]
        if chosen is not None:
            self._answered(chosen)
        return chosen is not None

    def _answered(self, chosen: Option) -> None:
        self._session.emit("answer", choice={"card": chosen.card, "action": chosen.action})
        self._session.settle(chosen, self.choices, tuple(self._frames))

    def frame(self, occupied: int, watch: Watch) -> None:
        """Takes a frame: it may belong to what comes after."""
        is_closing = self._session.turns.is_closing
        if self.choices or is_closing:
            self._frames.append(occupied)
        for _, frames in self._ends:
            frames.append(occupied)
        if is_closing and watch.is_complete:
            self._ends.append((watch.verdict.options, []))

    def begin_frames(self, occupied: int | None) -> None:
        """From now on what the board shows may belong to the next card."""
        if not self._frames and occupied is not None:
            self._frames = [occupied]

    def due(self, watch: Watch) -> Due | None:
        """When playing on can have answered the question: the next seat's picture has rested."""
        session = self._session
        is_open = len(session.turns.pile.cards) == 2 and 0 < len(self._frames) <= MOST_FRAMES
        if not is_open or self._proved_at == len(self._frames):
            return None
        return watch.last_change + session.pace.hold_s(session.state.seat), self._prove

    def _prove(self) -> None:
        self._proved_at = len(self._frames)
        proven = self._sequel().proven(self.choices)
        if proven is not None:
            self._answered(proven)

    def _sequel(self) -> Sequel:
        session = self._session
        assert session.game is not None
        assert session.watch is not None
        card = session.turns.next_card or ""
        return Sequel(session.game, session.state, session.watch.sensors, card, tuple(self._frames))

    def played_on(self, watch: Watch) -> bool:
        """Whether the next seat has played on; then the action before it is settled as the one that this proves."""
        session = self._session
        if len(session.turns.pile.cards) != 2 or len(self._frames) > MOST_FRAMES:
            return False
        sequel = self._sequel()
        silent = [option for option in watch.fit.options if not option.gesture and sequel.is_complete(option)]
        if len(silent) == 1:
            session.settle(silent[0], frames=sequel.frames)
            return True
        for options, frames in reversed(self._ends):
            if len(options) == 1 and replace(sequel, frames=tuple(frames)).is_complete(options[0]):
                session.settle(options[0], frames=tuple(frames))
                return True
        first = first_of_two(sequel, watch.fit.options, watch.trail)
        if first is not None:
            session.settle(first)
        return first is not None
