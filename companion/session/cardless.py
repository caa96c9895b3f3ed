"""A table without cards: what `companion.plain` believes, as facts and as a table.

1. The board is compared with the position first, as always. From then on each picture goes to `Plain`.
2. What it may tell is a line of plies. Plies that are new are told (`move`), plies that turned out otherwise are
   `revised`; what stands then is kept as the table, so that people can ask, take back and overrule as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.inputs import CardTag, OccupancyFrame
from companion.plain.belief import NOTHING, Belief, Ply
from companion.plain.contract import WithoutCards
from companion.plain.plain import Plain, begin
from companion.reconcile.diagnose import unlike
from companion.session import asking, news
from companion.session.attempt import Attempt
from companion.session.complaint import WRONG, Complaint
from companion.session.happening import Done, Happening, Paced, Sensed
from companion.session.history import History, Settled
from companion.session.pile import Laid
from companion.session.reading import Question
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Account, Card, State

COLOURED_S = 8.0
"""Without cards a piece of a wrong colour is told after such a rest."""
WIN_REST_S = 10.0
"""After this time a win stands. Source: T8.2."""


@dataclass(frozen=True, slots=True)
class Cardless:
    """The table as it was told, and what is believed; `start` is the history with which the believing began."""

    table: Table
    plain: Plain
    start: History
    origin: State
    """The state of the game then."""
    most: int = 0
    """The most plies since then that were ever told."""

    @staticmethod
    def of(table: Table, scene: Scene, lost: int = 0) -> Cardless | None:
        """From a table whose board shows its position, or, where a move is seen already, has shown it: then what came
        between is `lost`. None where its game cannot be followed without cards."""
        if not isinstance(table.game, WithoutCards):
            return None
        shown = scene.rest.occupied
        plain = begin(table.game.without_cards(), table.state, table.attempt.sensors, scene.now, shown)
        begun = Cardless(replace(table, is_set_up=True), plain, table.history, table.state)
        return begun if shown is None else begun.watching(OccupancyFrame(scene.now, shown, lost))

    def is_told_alone(self, card: Card) -> bool:
        """Whether a table at which nobody tells cards tells this one all the same, and remains such a table."""
        return self.plain.ground.game.is_told_alone(card)

    def watching(self, frame: OccupancyFrame) -> Cardless:
        """After a picture, nothing being told yet."""
        return replace(self, plain=self.plain.after(frame))

    def waiting(self, t: float) -> Cardless:
        """After time has passed, nothing being told yet."""
        plain = self.plain.at(t)
        return self if plain is self.plain else replace(self, plain=plain)

    def seeing(self, owners: str, t: float) -> Cardless:
        """After a camera told whose pieces it sees, nothing being told yet."""
        is_of_board = len(owners) == len(self.table.game.layout.holes)
        return replace(self, plain=self.plain.coloured(owners, t)) if is_of_board else self

    @property
    def seen(self) -> int:
        """Actions that were seen since the believing began."""
        return self.plain.marks[-1].depth

    def spoken(self, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]]:
        """With all that has been believed in silence so far told."""
        silent = replace(self, plain=replace(self.plain, belief=Belief()))
        return silent._believing(self.plain, scene)

    @property
    def looks_at(self) -> float | None:
        """When the picture is looked at next if it rests; None if it has rested for long."""
        return self.plain.next_deadline()

    def due(self) -> float | None:
        """When there can be something to be done without any input."""
        times = [self.looks_at, self._win_at()]
        return min((t for t in times if t is not None), default=None)

    def _win_at(self) -> float | None:
        table = self.table
        if not table.state.winner or table.is_won:
            return None
        rest_s = WIN_REST_S if asking.is_answerable(table.game, table.state) else 0.0
        return max(table.settled_at, self.plain.changed_at) + rest_s

    def at(self, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]]:
        """After time has passed."""
        after, facts = self._believing(self.plain.at(scene.now), scene)
        win_at = after._win_at()
        if win_at is None or win_at > scene.now:
            return after, facts
        won = replace(after, table=replace(after.table, is_won=True))
        return won, (*facts, news.won(scene.now, after.table.state))

    def after(self, value: Happening, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]]:
        """After something happened. Raises: ValueError for an unknown pace."""
        plain = self.plain
        match value:
            case OccupancyFrame():
                plain = plain.after(value)
            case Done():
                plain = plain.pressed(scene.now)
            case Laid():
                plain = plain.told(value.seat or self.table.state.seat, value.card, scene.now)
            case CardTag() if value.card is not None:
                plain = plain.told(self.table.state.seat, value.card, scene.now)
            case Sensed():
                plain = plain.with_sensors(value.sensors)
            case Paced():
                return self.paced(value), ()
        return self._believing(plain, scene)

    def coloured(self, owners: str, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]]:
        """After a camera told whose pieces it sees."""
        seeing = self.seeing(owners, scene.now)
        return (self, ()) if seeing is self else self._believing(seeing.plain, scene)

    def is_calm(self, t: float) -> bool:
        """Whether the board has rested for so long that a piece of a wrong colour is no action on its way."""
        return t - self.plain.changed_at >= COLOURED_S and self.plain.belief.question is None

    def paced(self, value: Paced) -> Cardless:
        """With the pace that somebody told of a seat's hands. Raises: ValueError for an unknown one."""
        return replace(self, table=replace(self.table, pace=self.table.pace.set(value.seat, value.kind)))

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the table is asked."""
        asked, table = self.plain.belief.question, self.table
        if asked is None:
            return ()
        accounts = (
            Account() if option.action == NOTHING else table.game.account(table.state, option)
            for option in asked.choices
        )
        return (Question(self._ply(asked.ply), tuple(asked.choices), tuple(accounts)),)

    def answered(self, text: str, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]] | None:
        """After an answer; None if nothing is asked that it fits."""
        question = self.plain.belief.question
        if question is None:
            return None
        names = [option.action for option in question.choices]
        if text.isdecimal() and 0 < int(text) <= len(names):
            text = names[int(text) - 1]
        if text not in names:
            return None
        after, facts = self._believing(self.plain.at(scene.now).answered(text), scene)
        card = question.choices[names.index(text)].card
        return after, (news.answer(scene.now, card, text, self._ply(question.ply)), *facts)

    def as_shown(self, scene: Scene) -> Table:
        """The table with the pieces as they most likely stand now, for a ruling that the board is right."""
        state = self.plain.standing_state()
        if state is None:
            return self.table
        attempt = Attempt.begin(self.table.attempt.sensors, state.picture, scene.rest.occupied)
        return replace(self.table, attempt=attempt)

    def _ply(self, number: int) -> int:
        return len(self.start.actions) + number

    # -- what is told -------------------------------------------------------------------------------------------------

    def _believing(self, plain: Plain, scene: Scene) -> tuple[Cardless, tuple[Fact, ...]]:
        was, now = self.plain.belief, plain.belief
        if was is now or was == now:
            return replace(self, plain=plain), ()
        facts: list[Fact] = []
        table = self.table
        if now.wrong is None and was.is_named:
            table = replace(table, complaint=Complaint())
            if not any(ply.is_found for ply in now.plies[_in_common(was.plies, now.plies) :]):
                facts.append(news.corrected(scene.now, table.game, table.state))
        if now.plies != was.plies:
            table, more = self._told(table, was, now, scene)
            facts += more
        if now.part is not None and now.part != was.part and now.part.fields:
            facts.append(news.gone_on(scene.now, now.part.seat, now.part.fields))
        if now.question is not None and now.question != was.question:
            (asked,) = replace(self, table=table, plain=plain).questions
            facts.append(news.question(scene.now, news.choices_of(asked.options), asked.accounts, asked.ply))
        if now.is_named and not was.is_named:
            table = replace(table, complaint=Complaint().named(scene.rest.occupied, WRONG, len(now.wrong or ())))
            facts.append(_named(table, now, scene))
        most = max(self.most, len(self._settled(now.plies).actions) - len(self.start.actions))
        return replace(self, table=table, plain=plain, most=most), tuple(facts)

    def _told(self, table: Table, was: Belief, now: Belief, scene: Scene) -> tuple[Table, list[Fact]]:
        """The plies that are new, or stand now instead of others."""
        common = _in_common(was.plies, now.plies)
        old, history = self._settled(was.plies), self._settled(now.plies)
        stays = len(self._settled(now.plies[:common]).actions)
        state = now.plies[-1].state if now.plies else self.origin
        facts: list[Fact] = []
        t, game = scene.now, table.game
        is_again = stays < min(len(history.actions), len(self.start.actions) + self.most)
        if stays < len(old.actions) or is_again:
            facts.append(news.revised(t, game, state, history, stays))
        else:
            facts += [news.setup(t, game, ply.state) for ply in now.plies[common:] if ply.is_found]
            counts = range(stays + 1, len(history.actions) + 1)
            facts += [news.move(t, game, History(history.actions[:count])) for count in counts]
        if not asking.is_over(table.game, state):
            facts.append(news.turn(t, game, state))
        attempt = Attempt.begin(table.attempt.sensors, state.picture, scene.rest.occupied)
        on = replace(table, state=state, history=history, attempt=attempt, is_won=False, settled_at=t)
        return on, facts

    def _settled(self, plies: Sequence[Ply]) -> History:
        """The history with these plies; a position that was taken over is none."""
        history, before = self.start, self.origin
        for ply in plies:
            if not ply.is_found:
                option = replace(ply.option, card=ply.card or "")
                history = history.add(Settled(before, ply.state, option, round(ply.certainty, 3)))
            before = ply.state
        return history


def _named(table: Table, now: Belief, scene: Scene) -> Fact:
    """What is wrong: a move that no card allows, or, where nobody is to blame, where the board is not as it was."""
    moved = now.wrong or ()
    if now.broken is None:
        # Where pieces of several owners were in hands nobody knows which of them came down where.
        is_sure = len({one.owner for one in moved}) == 1
        return news.disturbed(scene.now, unlike(moved, table.game.layout, is_sure))
    return news.violation(scene.now, now.broken, table.state.seat, moved, table.mode)


def _in_common(one: Sequence[Ply], other: Sequence[Ply]) -> int:
    same = 0
    for mine, its in zip(one, other, strict=False):
        if (mine.seat, mine.option.action, mine.position) != (its.seat, its.option.action, its.position):
            break
        same += 1
    return same
