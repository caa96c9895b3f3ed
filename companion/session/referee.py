"""The referee: names what is wrong, follows the repair, and says when the board is right again.

Flow of control
1. A picture that is no action and not on its way rests: `name_wrong`. The first time it is a `violation` (or
   `disturbed`, where nobody can have meant it); while the table repairs, each new rest shrinks the list (`disturbed`).
2. `corrected` as soon as the board shows the position, or a legal action from it is settled.
3. Modes: `kind` tells, `strict` also takes no card while something is wrong, `silent` only records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.reconcile.diagnose import differences, displaced
from companion.session.watch import Watch
from engine.contract import Displacement, Explanation

if TYPE_CHECKING:
    from companion.session.session import Session

WRONG_REST_S = 1.4
"""A picture that no legal action explains is wrong after this rest (the events page asks for 1 to 3.5 s)."""
OVERDUE_S = 6.0
"""Once the next card lies there, half an action is named after this rest."""
LAST_REST_S = 3.3
"""A wrong picture that no further frame has confirmed is named after this rest all the same."""
SETUP_REST_S = 6.0
"""So long a board being set up may rest before the missing pieces are named."""
MOST_DISPLACED = 5
"""More pieces out of place than this is no attempt at an action: the board was disturbed."""
MODES = ("strict", "kind", "silent")

Due = tuple[float, Callable[[], None]]


class Referee:
    """Watches over one session. Its state is what the table has been told is wrong."""

    def __init__(self, session: Session, mode: str) -> None:
        if mode not in MODES:
            raise ValueError(f"referee {mode!r}: known are {', '.join(MODES)}")
        self.mode = mode
        self.complaint = ""
        """`wrong` (the board), `idle` (nothing was moved), or nothing."""
        self.is_restoring = False
        """Whether the board has to be put back, because the table took something back."""
        self._session = session
        self._named_at: int | None = None
        self._excused_at: int | None = None

    def reset(self) -> None:
        """Nothing is wrong any more, and nothing is to be said about it."""
        self.complaint, self.is_restoring = "", False
        self.look_again()

    def look_again(self) -> None:
        """The present picture may be named although it was looked at before."""
        self._named_at = self._excused_at = None

    @property
    def is_strict(self) -> bool:
        """Whether no card counts now."""
        return self.mode == "strict" and self.complaint == "wrong"

    def due(self, watch: Watch) -> Due | None:
        """When a wrong picture will have rested long enough, None if there is none or it was named."""
        if self._named_at == watch.occupied:
            return None
        if not self._session.is_set_up:
            return watch.last_change + SETUP_REST_S, self.name_missing
        if watch.is_changing:
            rest_s = WRONG_REST_S if watch.is_confirmed else LAST_REST_S
            if self._excused_at == watch.occupied:
                if not self._session.turns.is_closing:
                    return None
                rest_s = OVERDUE_S
            return watch.rested_at(rest_s), self.name_wrong
        return None

    def name_missing(self) -> None:
        """The set-up has come to rest, and is not complete."""
        self.complaint = "wrong"
        self.disturbed()

    def name_wrong(self) -> None:
        """A picture that is no action rests: says what is wrong, unless it is on its way."""
        session = self._session
        assert session.game is not None
        assert session.watch is not None
        watch, state = session.watch, session.state
        if self._is_excused(watch) or watch.doubts_trail():
            return
        self._named_at = watch.occupied
        if session.explains_otherwise():
            return
        ends = [option.picture for option in watch.fit.options]
        moved = displaced(watch.trail, state.picture, state.seat, ends)
        is_told = self.complaint == "wrong" or self.is_restoring
        self.complaint = "wrong"
        if is_told or not moved or len(moved) > MOST_DISPLACED or any(one.owner == "?" for one in moved):
            self.disturbed()
        else:
            is_reached = watch.fit.is_reached(watch.trail)
            self.violation(session.game.explain_picture(state, session.turns.card, moved, is_reached), moved)
        session.thoughts.ask_about_sensor(watch)

    def _is_excused(self, watch: Watch) -> bool:
        """Whether the picture is half an action, and nobody waits for the other half yet."""
        is_overdue = self._excused_at == watch.occupied
        if self._session.is_pressed or is_overdue or not watch.fit.is_on_its_way(watch.trail):
            return False
        self._excused_at = watch.occupied
        return True

    def name_idle(self) -> None:
        """The next card is laid, and nothing was done with the one before. Source: T3.3."""
        if self.complaint != "idle":
            self.complaint = "idle"
            facts = {"seat": self._session.state.seat, "card": self._session.turns.card}
            self.violation(Explanation("T3.3", "nothing-moved", facts))

    def disturbed(self) -> None:
        """Tells all differences between the board and the position."""
        session = self._session
        assert session.watch is not None
        self._named_at = session.watch.occupied
        session.emit("disturbed", differences=differences(session.watch.trail, session.state.picture))

    def violation(self, explanation: Explanation, moved: tuple[Displacement, ...] = ()) -> None:
        """Tells a broken rule, and how to repair the board."""
        session = self._session
        session.emit(
            "violation",
            rule=explanation.rule,
            seat=explanation.facts.get("seat", session.state.seat),
            text=session.words.explanation(explanation, moved),
            cells=list(explanation.cells),
            key=explanation.key,
            facts=dict(explanation.facts),
            referee=self.mode,
        )

    def correct(self) -> None:
        """The board is right again."""
        self.reset()
        self._session.emit("corrected", position=self._session.state.position)
