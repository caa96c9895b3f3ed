"""Readings: all that the board can mean while more than one thing is possible, as one value.

Flow of control
1. Usually one reading is live, and tells what it decides at once. Where the board allows several actions, the table is
   asked, and a reading for each goes on. What all of them agree on is told; the rest waits.
2. An answer leaves the readings that agree with it; so does play that is legal in one of them only.
3. Beside the live ones, readings that could have been right as well are kept for some plies (`RunnerUp`).
4. Before anything is called wrong, they are asked: if one of them explains everything legally, the companion was
   mistaken, and says so (`revised`), or it learns only now what was played. Only where none does, the table is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.facts import Fact
from companion.reconcile.stories import MARGIN
from companion.reconcile.verdict import Kind
from companion.session import news, policy
from companion.session.carry_out import carry_out
from companion.session.decision import Prove, Refuse
from companion.session.following import as_it_stands, changed_since
from companion.session.forks import branched_off, half_left, sensor_failed, was_unseen
from companion.session.happening import Done, Happening
from companion.session.pending import asked_of, going_on, have_parted, is_same, merged, not_asked, said_at_once, unsure
from companion.session.reading import KEPT_PLIES, Question, Reading, RunnerUp, Step, after, cheapest_of_each, least, run
from companion.session.referee import LAST_REST_S
from companion.session.runners_up import BREATH_S, beside, likelier, likeliest, may_rise, patience, put_right, read_on
from companion.session.said import Answers, noted, said_of
from companion.session.scales import SURE_REST_S, Scales
from companion.session.scene import Scene
from companion.session.table import Table
from companion.session.unseen import played_unseen

MOST_READINGS = 32
AGAIN_S = 12.0
"""A question that nobody has answered is told once more after this time."""
MOST_FOLLOWING = 4
"""So many ways to take an earlier wrong board as it stood are kept beside those of the one that is named now."""
MOST_AS_IT_STANDS = 4
"""In so many live readings a wrong board is taken as it stands."""

LOOKS_WRONG_S, READ_S = 0.3, 2.4
"""Runners-up are read on when the board has looked wrong for so long; until so long after its last change, or the last
card, it is waited for them."""

Told = tuple["Readings", tuple[Fact, ...]]
"""The readings, and what they tell."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The live readings, the runners-up, and the table as it was told last."""

    told: Table
    live: tuple[Reading, ...]
    kept: tuple[RunnerUp, ...] = ()
    asked: frozenset[int] = frozenset()
    """The plies about which the table has been asked, while it is not clear what they were."""
    answers: Answers = ()
    """What the table has answered: the action of a ply."""
    again_at: float | None = None
    """When an open question is told once more; None if it was, or nothing is asked."""
    unclear: str = ""
    """The last answer that was as well one of a later action; who says it once more means what is asked."""

    @staticmethod
    def of(table: Table) -> Readings:
        """One reading, and nothing beside it."""
        return Readings(table, (Reading(table),))

    # -- what is asked ------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the table is asked and has not answered, the newest first."""
        return tuple(question for question in self._open if question.ply in self.asked)

    @property
    def _open(self) -> list[Question]:
        """What is not clear, the newest first; about some of it the table has not been asked yet."""
        asked = {(q.ply, frozenset(news.choices_of(q.options))): q for reading in self.live for q in reading.asked}
        open_ones = [question for question in asked.values() if len(self._played(question.ply)) > 1]
        return sorted(open_ones, key=lambda question: -question.ply)

    @property
    def _first_asked(self) -> int:
        """The first ply about which the table has been asked, or the next one."""
        return min(self.asked, default=self.told.ply + 1)

    def _played(self, ply: int) -> set[tuple[str, str]]:
        found = set()
        for reading in self.live:
            if reading.table.ply >= ply:
                option = reading.table.history.actions[ply - 1].option
                found.add((option.card, option.action))
        return found

    def due(self, scene: Scene) -> float | None:
        """When there can be something to be done without any input."""
        times = [policy.due(reading.table, scene) for reading in self.live]
        times.append(self.again_at)
        if self._is_unread:
            is_read_on = self._is_in_doubt(scene) or self._looks_wrong(scene)
            times.append(scene.now + BREATH_S if is_read_on else scene.rest.last_change + LOOKS_WRONG_S)
        if self._is_doubtful(scene):
            times += [policy.due(one.reading.table, one.scene) for one in self.kept if not one.steps]
            times += [scene.rest.last_change + rest_s for rest_s in (self._scales.hold_s, SURE_REST_S)]
            times += [patience(scene), *(laid.t + LAST_REST_S for laid in self.told.pile.cards)]
        return min((t for t in times if t is not None and t > scene.now), default=None)

    @property
    def _scales(self) -> Scales:
        return Scales(self.told, self.answers, all(isinstance(one.trouble, Refuse) for one in self.live))

    @property
    def _is_unread(self) -> bool:
        """Whether runners-up have something to read on."""
        return any(one.steps for one in self.kept)

    def _looks_wrong(self, scene: Scene) -> bool:
        """Whether what rests there, or that the next card is laid, may be called wrong soon."""
        is_resting = scene.now >= scene.rest.last_change + LOOKS_WRONG_S
        return is_resting and all(one.table.is_closing or one.is_against for one in self.live)

    def _is_in_doubt(self, scene: Scene) -> bool:
        """Whether runners-up are asked before anything is called wrong."""
        return all(reading.trouble is not None for reading in self.live) or self._is_doubtful(scene)

    def _is_doubtful(self, scene: Scene) -> bool:
        """Whether the one live reading has run into something wrong."""
        if len(self.live) > 1 or not self.kept:
            return False
        live = self.live[0]
        if live.trouble is not None:
            return True
        if live.table.attempt.verdict.kind is not Kind.CHANGING:
            return False
        # Another card lies there, or has been used up since the board shows this.
        is_late = live.table.is_closing or live.table.settled_at > scene.rest.last_change
        return bool(live.table.complaint.kind) or (is_late and (live.table.is_passed or live.is_against))

    # -- what happens -------------------------------------------------------------------------------------------------

    def after(self, value: Happening, before: Scene, scene: Scene) -> Told:
        """The readings after something happened, and the facts of it."""
        if isinstance(value, Done) and self._is_asked_of_hands:
            # Where hands alone play, it is no sign of another action that somebody says so again.
            return replace(self, again_at=scene.now)._reminding(scene)
        step = Step(value, before, scene)
        forks: list[RunnerUp] = []
        live: list[Reading] = []
        for reading in self.live:
            ply = reading.table.ply + 1
            forks += branched_off(reading, step, [one.reading.table for one in self.kept if one.since == ply])
            begun = (reading, *half_left(reading, step, self.live))
            live += [one for each in begun for one in after(each, step, forks)]
        kept = [one.after(step) for one in self.kept]
        return replace(self, live=tuple(live), kept=(*kept, *forks))._resolved(scene)

    @property
    def _is_asked_of_hands(self) -> bool:
        """Whether it is asked which action hands have made that need no card."""
        return any(not option.card for question in self.questions for option in question.options)

    def at(self, scene: Scene) -> Told:
        """The readings with everything done that is due at this moment."""
        forks: list[RunnerUp] = []
        live = [one for reading in self.live for one in run(reading, scene, forks)]
        return replace(self, live=tuple(live), kept=(*self.kept, *forks))._resolved(scene)

    def answered(self, text: str, scene: Scene, but: frozenset[int] = frozenset()) -> Told | None:
        """The readings after an answer, to no question about these plies; None if nothing is asked that it fits.

        It can as well be said of a later action, about which nothing has been asked yet: what was seen tells.
        """
        for question in sorted(self._open, key=lambda question: question.ply not in self.asked):
            is_told = question.ply in self.asked
            action = question.chosen(text) if is_told or not text.isdecimal() else None
            if action is None or question.ply in but:
                continue
            agreed = [reading for reading in self.live if reading.has_played(question.ply, action)]
            later = [reading for reading in self.live if reading.has_named(text, question.ply)]
            gain = least(agreed, question.ply) - least(later, question.ply)
            if gain > MARGIN:
                return self._only(later, scene)._resolved(scene)
            made = [reading for reading in later if reading.has_made(text, question.ply)]
            is_unclear = bool(made) and text != self.unclear
            if agreed and gain > -MARGIN and is_unclear:
                either = [reading for reading in self.live if reading in agreed or reading in made]
                # Which of both it was meant for, play will tell; or who is asked once more.
                return replace(self._only(either, scene), again_at=scene.now, unclear=text)._resolved(scene)
            if agreed:
                answers = noted(self.answers, question.ply, action)
                return replace(self._only(agreed, scene), answers=answers, unclear="")._resolved(scene)
        made = [reading for reading in self.live if reading.has_made(text, max((self.told.ply, *but)))]
        # Nobody has asked about that action; but it was another one in some of the readings.
        return self._only(made, scene)._resolved(scene) if 0 < len(made) < len(self.live) else None

    def said(self, text: str) -> Readings:
        """The readings after somebody told an action that nobody asked about."""
        ply = said_of(self.live[0].table, text) if len(self.live) == 1 else None
        return self if ply is None else replace(self, answers=noted(self.answers, ply, text))

    def _only(self, live: Sequence[Reading], scene: Scene) -> Readings:
        """These go on alone; the others could have been right as well."""
        others = [RunnerUp.of(reading, scene) for reading in self.live if reading not in live]
        return replace(self, live=tuple(live), kept=(*self.kept, *others))

    # -- which of them is told ----------------------------------------------------------------------------------------

    def _resolved(self, scene: Scene) -> Told:
        picked, facts = self._merged()._picked(scene)._compared(scene)._telling(scene)
        if {fact.kind for fact in facts} == {"corrected"}:
            picked = replace(picked, kept=put_right(picked.kept, picked.told))
        if picked._is_in_doubt(scene):
            picked, more = picked._doubted(scene)
            picked, rest = picked._telling(scene)
            facts = (*facts, *more, *rest)
        elif picked._is_unread and picked._looks_wrong(scene):
            picked = replace(picked, kept=read_on(picked.kept, picked._scales, scene.now))
        reminded, again = picked._pruned()._reminding(scene)
        return reminded, (*facts, *again)

    def _reminding(self, scene: Scene) -> Told:
        """An open question is told once more, and then only on asking."""
        if self.again_at is None or scene.now < self.again_at:
            return self, ()
        if not self.questions:
            return replace(self, again_at=None), ()
        first = self.questions[0]
        return replace(self, again_at=None), (news.again(scene.now, news.choices_of(first.options), first.accounts),)

    def _picked(self, scene: Scene) -> Readings:
        """Without the readings that have run into something wrong or are too dear, if the others have gone on; never
        too many."""
        if len(self.live) == 1:
            return self
        ahead = max((reading.table.ply for reading in self.live if not reading.is_against), default=0)
        # A piece that hops rests on holes that lead nowhere: only what another reading has settled speaks against one.
        fine = tuple(one for one in self.live if not one.is_wrong and not (one.is_against and one.table.ply < ahead))
        asked = max((question.ply for question in self.questions), default=0)
        have_gone_on = bool(fine) and all(reading.table.ply > asked for reading in fine)
        live = fine if have_gone_on else self.live
        if have_gone_on and (asked or have_parted(live, self.told.ply + 1)):
            first = self._first_asked
            most = least([one for one in live if not one.is_against] or live, first) + MARGIN
            live = tuple(reading for reading in live if reading.cost(first) <= most)
            is_past = asked and (live[0].table.ply > asked + KEPT_PLIES or live[0].table.is_won)
            if is_past and len({reading.table.state for reading in live}) == 1:
                # They will never be told apart, and nobody has answered.
                live = (unsure(min(live, key=lambda reading: reading.cost(first)), live),)
        few = live if len(live) <= MOST_READINGS else cheapest_of_each(live, self._first_asked)[:MOST_READINGS]
        return self._only(few, scene)

    def _merged(self) -> Readings:
        """Without those that tell the same as a cheaper one."""
        return self if len(self.live) == 1 else replace(self, live=merged(self.live, self._first_asked))

    def _compared(self, scene: Scene) -> Readings:
        """With what explains the board far better, in place of an action that takes much for granted and that nobody
        has heard of yet; beside it, while something is on its way in what may be better."""
        (first, *others), ply = self.live, self.told.ply
        if others or first.table.history.surprise(ply) < MARGIN:
            return self
        found = likelier(first, self.kept, ply, Scales(first.table, self.answers), scene.now)
        live = tuple(going_on(one.reading, self.told) for one in found)
        if not any(one.explains for one in found):
            return replace(self, live=(first, *live))
        return replace(self, live=live, kept=(*self.kept, RunnerUp.of(first, scene)))

    def _doubted(self, scene: Scene) -> Told:
        """Something is wrong in all live readings: another one explains it, or it is named."""
        scales = self._scales
        kept = read_on(self.kept, scales, scene.now)
        doubted, scales = replace(self, kept=kept), scales.from_cheapest(kept)
        whole = [one for one in kept if not one.steps]
        known = [one for one in whole if not scene.strangers(one.reading.table.marks)]
        likely = [one for one in known if scales.is_likelier(one, scene)]
        is_calm, is_late = scene.now >= scene.rest.last_change + SURE_REST_S, scene.now >= (patience(scene) or 0.0)
        explained = [one for one in likely if one.is_explained and scales.is_news(one, scene)]
        if not explained and len(self.live) == 1 and is_calm:
            explained = played_unseen(self.live[0], scene) or changed_since(self.live[0].table, scene)
        if not explained:
            explained = [one for one in likely if scales.plays_on(one, is_late)]
        highest = max(map(scales.rank, explained), default=None)
        last = max([scene.rest.last_change, *(laid.t for laid in self.told.pile.cards)])
        if scene.now < last + READ_S and may_rise(kept, scales, highest):
            return doubted, ()  # it is read on in a moment
        soon = [one for one in likely if self._awaits_new(one, scene) or (one.is_explained and not is_calm)]
        if highest and any(scales.rank(one) > highest for one in soon):
            return doubted, ()
        going = (*likely, *(RunnerUp.of(reading, scene) for reading in self.live))
        if explained and not is_late and any(scales.is_better(one, explained) for one in going if one.may_be_legal):
            explained = []
        are_all_troubled = all(reading.trouble is not None for reading in self.live)
        if explained and (are_all_troubled or len(self.live) == 1):
            best = [one for one in explained if scales.rank(one) == highest]
            if best[0].in_common(self.told) < self.told.ply:
                return doubted._revised(best, scene)
            return doubted._learnt(best, scene)
        if not are_all_troubled:
            return doubted, ()
        if any(one.may_be_legal for one in kept) and not is_late:
            return doubted, ()
        if not is_calm and any(one.is_explained and not one.is_following for one in likely):
            return doubted, ()
        return doubted._named(scene)

    def _awaits_new(self, runner: RunnerUp, scene: Scene) -> bool:
        """Whether it awaits the action of the card that was laid last, and hands have hardly had the time for it."""
        table, laid = runner.reading.table, self.told.pile.newest
        is_new = laid is not None and scene.now < laid.t + LAST_REST_S and table.accepted == laid
        return is_new and not runner.reading.is_wrong and not runner.is_following

    def _named(self, scene: Scene) -> Told:
        """What is wrong is told, as the first of the live readings sees it."""
        live: list[Reading] = []
        facts: tuple[Fact, ...] = ()
        forks: list[RunnerUp] = []
        for number, reading in enumerate(self.live):
            assert reading.trouble is not None
            # What a card tells or proves tells nothing of the picture.
            if number < MOST_AS_IT_STANDS and not isinstance(reading.trouble, Refuse | Prove):
                forks += as_it_stands(reading.table, scene)
                if not reading.table.complaint.kind:
                    forks += (*sensor_failed(reading, scene), *was_unseen(reading, scene))
            ((table, told),) = carry_out(reading.trouble, reading.table, scene)
            facts = facts if number else told
            live += run(replace(reading, table=table), scene)
        following = sorted((one for one in self.kept if one.is_following), key=lambda one: one.cost)
        dropped = {id(one) for one in following[MOST_FOLLOWING:]}
        kept = tuple(one for one in self.kept if id(one) not in dropped)
        return replace(self, live=tuple(live), kept=(*kept, *forks)), facts

    def _revised(self, found: Sequence[RunnerUp], scene: Scene) -> Told:
        """What was told is not right, but these are: what all of them tell alike, and it is asked about the rest."""
        first, alike = found[0], {one.reading.table.history: one.reading for one in reversed(found)}
        told, common, going = first.reading.table, first.in_common(self.told), [Reading(first.reading.table)]
        if len(alike) > 1:
            told = self.told.on_with(told, min(one.in_common(told) for one in found), scene)
            going = [going_on(one, told) for one in alike.values()]
        facts = [news.revised(scene.now, told.game, told.state, told.history, min(common, told.ply))]
        facts += [news.turn(scene.now, told.game, told.state)] if not told.state.winner else []
        if told.accepted and told.accepted.card:
            facts.append(news.card(scene.now, told.state.seat, told.accepted.card, told.accepted.by))
        mistaken = [RunnerUp(one, scene, common) for one in self.live]  # it may turn out right all the same
        kept = beside(first, [*mistaken, *(one for one in self.kept if one not in found)])
        return Readings(told, tuple(going[:MOST_READINGS]), kept, answers=self.answers), tuple(facts)

    def followed(self, found: Sequence[Reading], scene: Scene) -> Told:
        """Readings that were followed in silence from what was told, or from before it, go on from here."""
        if self.told.history.in_common(found[0].table.history) < self.told.ply:
            following, facts = self._revised([RunnerUp(one, scene, self.told.ply) for one in found], scene)
        else:
            following, facts = replace(self, live=tuple(going_on(one, self.told) for one in found), kept=()), ()
        told, more = following._telling(scene)
        return told, (*facts, *more)

    def _learnt(self, found: Sequence[RunnerUp], scene: Scene) -> Told:
        """Runners-up go on from what was told: of several that are about as likely one is right."""
        alike = {one.reading.table.history: one for one in reversed(self._scales.about_as_likely(found))}
        live = [going_on(one.reading, self.told) for one in alike.values()]
        is_right_again = bool(self.live[0].table.complaint.kind) and not found[0].is_following
        is_untold = is_right_again and all(fact.kind != "corrected" for fact in live[0].pending)
        facts = (news.corrected(scene.now, self.told.game, self.told.state),) if is_untold else ()
        mistaken = [RunnerUp.of(reading, scene) for reading in self.live]  # it may turn out right all the same
        kept = beside(next(iter(alike.values())), [*mistaken, *(one for one in self.kept if one not in found)])
        return replace(self, live=tuple(live[:MOST_READINGS]), kept=kept), facts

    def _telling(self, scene: Scene) -> Told:
        """What all live readings agree on is told."""
        facts: list[Fact] = []
        pending = [list(reading.pending) for reading in self.live]
        while all(pending) and all(is_same(one[0], pending[0][0]) for one in pending[1:]):
            facts.append(pending[0][0])
            for one in pending:
                one.pop(0)
        facts += said_at_once(pending)
        live = tuple(replace(r, pending=tuple(left)) for r, left in zip(self.live, pending, strict=True))
        told = live[0].table
        if len(live) > 1:
            ply = self.told.ply + sum(fact.kind == "move" for fact in facts)
            told = self.told.on_with(told, ply, scene) if ply > self.told.ply else self.told
        if (question := not_asked(live, told.ply + 1)) is not None:
            live = tuple(asked_of(one, question, scene.now) for one in live)
            facts.append(question.fact(scene.now))
        asked = self.asked | {fact.data["ply"] for fact in facts if fact.kind == "question"}
        if len(live) == 1:
            live, asked = (replace(live[0], asked=()),), frozenset()
        again_at = scene.now + AGAIN_S if asked - self.asked else self.again_at if asked else None
        new = replace(self, live=live, told=told, asked=asked, again_at=again_at)
        return new, tuple(replace(fact, t=scene.now) for fact in facts)

    def _pruned(self) -> Readings:
        """Only the runners-up that can still matter."""
        is_right = len(self.live) == 1 and not self.live[0].table.complaint.kind and self.live[0].trouble is None
        kept = [one for one in self.kept if one.is_recent(self.told) and not (one.is_following and is_right)]
        return replace(self, kept=likeliest(kept, self._scales))
