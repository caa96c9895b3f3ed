"""Second thoughts: hands that take an action back, or go on with a piece that was thought to have arrived.

The picture alone never takes anything back. It is asked, and only a clear answer does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.reconcile.fit import Fit
from companion.reconcile.trail import Trail
from companion.session import rulings
from companion.session.history import Settled
from companion.session.watch import Watch
from engine.contract import Option

if TYPE_CHECKING:
    from companion.session.session import Session

TAKEBACK = "takeback"
DEPTH = 8
"""So many actions back the board is compared."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the table is asked: take `count` actions back, or (count 0) read the last one as `instead`."""

    card: str
    action: str
    count: int = 0
    instead: Option | None = None
    sensor: int | None = None
    """Wire index of a hole whose sensor would have to be wrong."""


class SecondThoughts:
    """What the table may be asked about the last actions, and what is remembered for it.

    1. After each settled action the trail of its card goes on beside the new one (`remember`, `follow`).
    2. A wrong picture without a card: if it is another end of that card, or an earlier position, it is asked (`ask`).
    3. `answer` carries it out; the offer lapses as soon as the board shows the position again.
    """

    def __init__(self, session: Session) -> None:
        self.offer: Offer | None = None
        self._session = session
        self._before: tuple[Fit, Trail] | None = None

    def remember(self, fit: Fit, trail: Trail) -> None:
        """An action was settled, out of this card's options along this trail."""
        self.offer, self._before = None, (fit, trail)

    def forget(self) -> None:
        """What was before cannot be asked about any more."""
        self.offer = self._before = None

    def follow(self, occupied: int) -> None:
        """Takes a frame."""
        if self._before is not None:
            self._before[1].follow(occupied)

    def ask(self, watch: Watch) -> bool:
        """Asks, if the wrong picture is one of the two; whether it is."""
        session = self._session
        actions = session.history.actions
        offer = _gone_on(actions[-1], *self._before) if actions and self._before else None
        offer = offer or _taken_back(actions, watch.fit, watch.trail)
        if offer is None:
            return False
        if offer.action == TAKEBACK:
            session.referee.disturbed()
        session.referee.complaint = "wrong"
        self._tell(offer)
        return True

    def ask_about_sensor(self, watch: Watch) -> None:
        """Asks whether an action was made, if the board shows it but for one hole: a sensor can have failed."""
        holes = [(option, watch.fit.only_wrong_hole(option, watch.trail)) for option in watch.fit.options]
        found = [(option, hole) for option, hole in holes if hole is not None]
        if len(found) == 1 and self.offer is None:
            option, hole = found[0]
            self._tell(Offer(option.card, option.action, instead=option, sensor=hole))

    def _tell(self, offer: Offer) -> None:
        self.offer = offer
        self._session.asking.tell([(offer.card, offer.action)], self.choices())

    def choices(self) -> list[dict[str, str]]:
        """The open offer as choices of a question."""
        return [{"card": self.offer.card, "action": self.offer.action}] if self.offer else []

    def answer(self, action: str) -> bool:
        """Carries the offer out, if `action` accepts it (by its text, or as number 1)."""
        offer = self.offer
        if offer is None or action not in (offer.action, "1"):
            return False
        self._session.emit("answer", choice=self.choices()[0])
        if offer.sensor is not None and offer.instead is not None:
            ply = self._session.state.ply
            self._session.link.distrust(self._session.link.stuck | {offer.sensor})
            if self._session.state.ply == ply:
                self._session.settle(offer.instead)
        elif offer.instead is not None:
            rulings.instead(self._session, offer.instead)
        else:
            rulings.take_back(self._session, offer.count)
        return True


def _taken_back(actions: Sequence[Settled], fit: Fit, trail: Trail) -> Offer | None:
    """The offer, if the board shows the position before one of the last actions."""
    for count, entry in enumerate(reversed(actions[-DEPTH:]), 1):
        picture = entry.before.picture
        if picture != fit.before and fit.shows(picture, trail):
            return Offer(entry.option.card, TAKEBACK, count)
    return None


def _gone_on(last: Settled, fit: Fit, trail: Trail) -> Offer | None:
    """The offer, if the last card's piece went on to another legal end."""
    if trail.is_broken:
        return None
    ends: Sequence[Option] = [option for option in fit.complete(trail) if option.position != last.option.position]
    return Offer(ends[0].card, ends[0].action, instead=ends[0]) if len(ends) == 1 else None
