"""What speaks for a runner-up, against what was told and a broken rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from companion.reconcile.diagnose import surprise
from companion.reconcile.stories import MARGIN
from companion.reconcile.verdict import Kind
from companion.session.complaint import WRONG
from companion.session.following import MISTAKE
from companion.session.history import History, Settled
from companion.session.reading import Reading, RunnerUp
from companion.session.said import Answers
from companion.session.scene import Scene
from companion.session.table import Table

WRONG_ANSWER = 4.0
"""What an answer costs that was not true, in nats: people answer wrongly, too, but hardly ever."""
FAILED_SENSOR = 5.0
"""What it costs to say that a sensor has failed without a word of the board, in nats: less likely than one broken rule,
likelier than two."""
SURE_REST_S = 0.9
"""What was told is not revised by a picture that has rested for less."""
BY_CHANCE = 2.0
"""What it costs to say that a piece on its way rested by chance where the cards that lay there had an end, in nats."""


Rank = tuple[bool, float, int, int]
"""What is compared of runners-up, see `Scales.rank`."""


@dataclass(frozen=True)
class Scales:
    """What was told, and what the table has answered: ply and action."""

    told: Table
    answers: Answers = ()
    is_refused: bool = False
    """Whether a card is wrong besides what the board shows."""
    too_dear: float = 0.0
    """How much more than needed was taken for granted to come to what was told, in nats."""

    def from_cheapest(self, kept: Sequence[RunnerUp]) -> Scales:
        """The scales where one of the runners-up may have come to what was told, and taken less for granted."""
        told = Reading(self.told).told
        same = [one for one in kept if not one.steps and not one.is_following and one.reading.told == told]
        cheapest = min(map(self.price, same), default=0.0)
        return replace(self, too_dear=-cheapest) if cheapest < 0.0 else self

    def rank(self, runner: RunnerUp) -> Rank:
        """Those that explain the board are taken in this order, the highest first: of equal price the one that takes
        back least of what was told."""
        return not runner.is_following, -self._price_with_slips(runner), runner.in_common(self.told), runner.since

    def is_better(self, runner: RunnerUp, others: Sequence[RunnerUp]) -> bool:
        """Whether it takes less for granted than each of the others."""
        price = self._price_with_slips(runner)
        return all((runner.is_following, price) < (one.is_following, self._price_with_slips(one)) for one in others)

    def about_as_likely(self, runners: Sequence[RunnerUp]) -> list[RunnerUp]:
        """The cheapest of these runners-up, and those within the margin of it."""
        prices = [self._price_with_slips(runner) for runner in runners]
        most = min(prices, default=0.0) + MARGIN
        return [runner for runner, price in zip(runners, prices, strict=True) if price <= most]

    def is_likelier(self, runner: RunnerUp, scene: Scene) -> bool:
        """Whether it is likelier than that somebody has broken a rule."""
        is_seen = runner.reading.table.state.picture != self.told.state.picture
        # Each move that it explains beyond what was told would be another broken rule, if anything is to be seen of it.
        more = self._moves_more(runner)
        mistakes = max(1, more) if is_seen else 1
        # A wrong move puts two pieces out of place, with one that it captures; each more is another broken rule.
        mistakes += max(0, self.told.complaint.length - 2)
        # Who moves pieces that others have just moved breaks a rule with each; who puts all of them back with none.
        is_other_way = self._is_other_way(runner) and not self._is_put_back
        mistakes += max(0, self.told.attempt.put_down.bit_count() - 1) if is_other_way else 0
        # It has to explain fewer of them than have been named.
        mistakes += self._slips(self._begun(runner)) + runner.is_following
        mistakes += self.told.proof is not None
        # Who lays the card after the next one has seen nothing wrong.
        mistakes += self.told.is_passed
        mistakes += self._has_moved_first(scene)
        mistakes += self.is_refused and self.told.attempt.verdict.kind is Kind.CHANGING
        # Where ends were told hands have only passed, and rested by chance.
        by_chance = BY_CHANCE * max(0, -more) if runner.is_explained else 0.0
        return self._price_with_slips(runner) + by_chance < mistakes * MISTAKE

    def _has_moved_first(self, scene: Scene) -> bool:
        """Whether hands have moved before their card lay there, and otherwise than it tells: that is wrong twice."""
        laid, attempt = self.told.accepted, self.told.attempt
        if attempt.verdict.kind is not Kind.CHANGING or self.told.is_played_by_hands:
            return False
        return not self._is_put_back if laid is None else scene.rest.last_change < laid.t

    @property
    def _is_put_back(self) -> bool:
        """Whether the board shows the picture before the last action: who puts that back takes it back."""
        attempt, last = self.told.attempt, self.told.history.actions[-1:]
        return any(attempt.sensors.fits(one.before.picture, attempt.stories.occupied) for one in last)

    def _is_other_way(self, runner: RunnerUp) -> bool:
        """Whether it tells of as many actions as were told that they were others."""
        return runner.reading.table.ply == self.told.ply > runner.in_common(self.told)

    def _slips(self, ply: int) -> int:
        """How often the table was found wrong after ply `ply`, but for what is wrong now."""
        return self.told.history.slips_since(ply) + self.told.slips - self.told.complaint.is_counted

    def price(self, runner: RunnerUp) -> float:
        """How much dearer it is than what was told, but for the broken rules, in nats."""
        common = runner.in_common(self.told)
        history = runner.reading.table.history
        begun = self._begun(runner)
        # What was told has to explain what the sensors have shown since, too.
        told = self.told.history.surprise(begun) + self.told.attempt.felt + self._shown_since
        dearer = history.surprise(begun) + runner.reading.table.attempt.felt - told
        denied = self._denied(history, common) - self._denied(self.told.history, common)
        blind = self.told.attempt.sensors.mask & ~runner.reading.table.attempt.sensors.mask
        failed = FAILED_SENSOR if blind else 0.0
        return runner.cost + failed + dearer + denied * WRONG_ANSWER + self.too_dear

    def _price_with_slips(self, runner: RunnerUp) -> float:
        """Its price in nats with what it found wrong since it may differ, but for as many pauses as were called wrong:
        each is a broken rule."""
        begun = self._begun(runner)
        slips = max(0, runner.reading.slips_since(begun) - self.told.history.pauses_since(begun))
        return self.price(runner) + MISTAKE * slips

    @cached_property
    def _shown_since(self) -> float:
        """What the sensors have shown since the last action that was told costs, in nats."""
        return surprise(self.told.attempt.stories)

    def _denied(self, history: History, common: int) -> int:
        """How many answers were not true if the game went so, but for what both tell alike."""
        return sum(ply > common and not history.holds(ply, action) for ply, action in self.answers)

    def _goes_on(self, runner: RunnerUp) -> bool:
        """Whether half an action may stand there in it, or it tells more than was told and the next one is on its
        way."""
        is_later = runner.in_common(self.told) == self.told.ply < runner.reading.table.ply
        return runner.may_be_legal and (is_later or runner.is_half_explained)

    def is_news(self, runner: RunnerUp, scene: Scene) -> bool:
        """Whether it tells anything that was not told. The picture alone takes nothing back."""
        table = runner.reading.table
        common, ply = runner.in_common(self.told), table.ply
        if self._is_asked_to_take_back:
            return False  # the board shows an earlier position: whoever put it back answers
        # A piece that hops shows other ends on its way; nobody says "done" there, or moves another piece.
        has_left = self._is_left(runner)
        is_left = self.told.is_pressed or has_left
        if not is_left and self.told.complaint.kind == WRONG and table.attempt.sensors.held:
            return False  # the piece in the hand is rather one that is being put right
        if common == self.told.ply:
            has_rested = is_left or scene.now >= scene.rest.last_change + self.hold_s
            return ply > common and has_rested and not (self._is_named_still and _ends_unread(table))
        if table.state == self.told.state:
            return False  # who stands where, and whose turn it is, was told
        # Who undoes an action moves its pieces back, and a piece on its way only passes: that is no other end of it.
        laid = self.told.accepted
        if self.told.attempt.fit.undone is not None and (laid is None or scene.rest.last_change > laid.t):
            return ply > self.told.ply
        # A card that was taken for two has fewer actions, and so has one with which something was moved after all, or
        # one that was changed or may still be used: the last move was another one.
        is_enough = ply >= self.told.ply or table.accepted is None or self._moves_more(runner) >= 0
        # Where hands never rest, what explains two moves more was left more than once.
        return is_enough and (has_left or scene.now >= scene.rest.last_change + SURE_REST_S)

    def plays_on(self, runner: RunnerUp, is_late: bool) -> bool:
        """Whether play is on its way in it. `is_late`: the board had the time to tell more."""
        may_be_other = is_late or self._may_be_found_again
        return (is_late and self._goes_on(runner)) or (may_be_other and self._has_other_card(runner))

    @property
    def _may_be_found_again(self) -> bool:
        """Whether the card that lies there can be the one that was used last: its reader has lost and found it."""
        laid, actions = self.told.accepted, self.told.history.actions
        return laid is not None and bool(actions) and laid.card == actions[-1].option.card

    def _has_other_card(self, runner: RunnerUp) -> bool:
        """Whether nothing was done in either, and it tells of another card that lies there, which takes no more for
        granted: a reader has lost a card, and found it again."""
        table, told = runner.reading.table, self.told
        are_idle = all(one.attempt.verdict.kind is Kind.IDLE for one in (table, told))
        is_other = table.state == told.state and table.accepted not in (None, told.accepted)
        return are_idle and is_other and runner.reading.trouble is None and self.price(runner) <= 0.0

    @property
    def _is_asked_to_take_back(self) -> bool:
        """Whether the table is asked to take back what the board does not show any more, and has not gone on since."""
        offer = self.told.offer
        return offer is not None and offer.option is None and self.told.is_as_named and self.told.accepted is None

    @property
    def _is_named_still(self) -> bool:
        """Whether the board shows what was named as wrong: fingers were there since, at the most."""
        return self.told.complaint.kind == WRONG and self.told.is_as_named

    @property
    def hold_s(self) -> float:
        """How long an end has to rest that a runner-up tells, in seconds: that of the seat to act."""
        return self.told.pace.hold_s(self.told.state.seat)

    def _is_left(self, runner: RunnerUp) -> bool:
        """Whether it explains two moves more than were told, of one piece alone, which may be on its way, three."""
        more = self._moves_more(runner)
        if more != 2:
            return more > 2
        actions = runner.reading.table.history.actions[runner.in_common(self.told) :]
        # What has changed nothing was not seen: before it, too, one piece alone may be on its way.
        ways = [way for way in map(self._way, actions) if any(way)]
        return any(left != reached for (_, reached), (left, _) in pairwise(ways))

    def _way(self, action: Settled) -> tuple[set[int], set[int]]:
        """The holes that an action has emptied, and those in which it has put pieces."""
        marks = self.told.game.layout.marks
        pairs = enumerate(zip(marks(action.before.picture), marks(action.after.picture), strict=True))
        changed = {hole: now for hole, (was, now) in pairs if was != now}
        emptied = {hole for hole, now in changed.items() if now == "."}
        return emptied, changed.keys() - emptied

    def _moves_more(self, runner: RunnerUp) -> int:
        """How many more moves it explains than were told, since what both have in common."""
        common = runner.in_common(self.told)
        return runner.reading.table.history.moved_since(common) - self.told.history.moved_since(common)

    def _begun(self, runner: RunnerUp) -> int:
        """After which ply they may differ: what both tell alike at last, one of them may have come to later, or with
        more surprises."""
        return min(runner.in_common(self.told), runner.since)


def _ends_unread(table: Table) -> bool:
    """Whether its last action was made with a card that no reader saw, and nothing has followed: the next card or hand
    has to tell."""
    return table.accepted is None and table.history.actions[-1].certainty < 1.0
