"""A table whose reading of the board has gone astray, while people play on: the way back.

What cards tell is worth nothing any more when the turns or the owners of pieces were counted wrong. From the first
wrong board on the table is followed in silence as one that tells no cards: that reading needs neither. Once some cards
more have been laid, and pieces have gone on from where they stand, the board is taken over as that reading has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.inputs import Identities, OccupancyFrame
from companion.reconcile.verdict import Kind
from companion.session import asking, news
from companion.session.cardless import Cardless
from companion.session.carry_out import UNCOUNTED_DEALS
from companion.session.complaint import WRONG
from companion.session.happening import Sensed
from companion.session.pile import Laid
from companion.session.readings import Readings, Told
from companion.session.rulings import renewed
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Seat, State

ENOUGH_SEEN = 3
"""So many actions have to be seen while the board was wrong: people do not put it right, they play on."""
ENOUGH_LAID = 3
"""So many cards have to lie there that were not used."""
CALM_S = 0.9
"""So long the board rests before it is taken over."""


@dataclass(frozen=True, slots=True)
class Astray:
    """`silent`: what is followed in silence since the board was found wrong; None while it is right. `ply`: the number
    of actions that had been told then."""

    silent: Cardless | None = None
    ply: int = 0

    def watching(self, value: object) -> Astray:
        """After something happened; only what the board shows counts, and whose pieces a camera sees."""
        if self.silent is None:
            return self
        match value:
            case OccupancyFrame():
                return replace(self, silent=self.silent.watching(value))
            case Identities():
                return replace(self, silent=self.silent.seeing(value.owners, value.t))
            case Sensed():
                return Astray()
        return self

    def at(self, t: float) -> Astray:
        """After time has passed."""
        return replace(self, silent=self.silent and self.silent.waiting(t))

    def after(self, facts: Sequence[Fact], readings: Readings, scene: Scene) -> Astray:
        """After these facts were told, and the table is read so."""
        table = readings.told
        is_wrong = all(one.table.complaint.kind == WRONG for one in readings.live)
        if is_wrong and self.silent is not None and table.ply == self.ply:
            return self
        has_erred = is_wrong and any(fact.kind in ("violation", "disturbed") for fact in facts)
        silent = Cardless.of(table, scene, 1) if has_erred else None
        return Astray() if silent is None else Astray(silent.seeing(scene.owners, scene.now), table.ply)

    def found(self, readings: Readings, scene: Scene) -> Told | None:
        """The table taken over as it stands, and what is told of it; None while it is not clear enough."""
        silent, live = self.silent, readings.live[0].table
        is_calm = scene.now >= scene.rest.last_change + CALM_S
        if silent is None or not is_calm or silent.seen < ENOUGH_SEEN or len(live.pile.cards) < ENOUGH_LAID:
            return None
        table = self._taken_over(readings.told, live, silent.spoken(scene)[0].table, scene)
        if table is None:
            return None
        t, game, state = scene.now, table.game, table.state
        begun, more = Readings.of(table).at(scene)
        return begun, (*news.taken_over(t, game, state), news.turn(t, game, state), *more)

    def _taken_over(self, told: Table, live: Table, found: Table, scene: Scene) -> Table | None:
        """The table with the pieces as they were found; None where the board does not show that, or a game is won.

        `live`: as a reading has followed it until it found the board wrong.
        """
        laid = tuple(card for card in live.pile.cards if card.t > scene.rest.last_change)
        state = asking.with_turn(told.game, found.state, _turn(live, laid) or found.state.seat)
        counted = _counted(live, len(live.pile.cards) - len(laid))
        if counted.seat == state.seat:
            # There lies a card for each turn since: so it is known how many are left in the hands.
            state = told.game.set_position(counted, state.position)
        begun = renewed(replace(told, state=state, uncounted_until=state.deal + UNCOUNTED_DEALS), scene)
        if begun.attempt.verdict.kind is not Kind.IDLE or begun.state.winner or scene.strangers(begun.marks):
            return None
        return replace(begun, pile=replace(live.pile, cards=laid))


def _counted(table: Table, used: int) -> State:
    """The state after a turn for each of so many cards that lie there, whatever was done with them."""
    state = table.state
    for laid in table.pile.cards[:used]:
        state = table.game.lay_aside(state, laid.card)
    return state


def _turn(told: Table, laid: Sequence[Laid]) -> Seat:
    """Whose turn it is by the cards that seats told: that of the first one not used yet, or the one after the last.

    Empty where nobody said whose card it was.
    """
    if laid:
        return laid[0].seat
    newest = told.pile.newest
    if newest is None or not newest.seat:
        return ""
    seats = told.game.seats(told.state)
    return seats[(seats.index(newest.seat) + 1) % len(seats)]
