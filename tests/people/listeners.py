"""People who hear the companion, and what comes of it: do they get out of every trouble, and how soon?

A planned game is played ply by ply. Somebody makes a mistake, a sensor fails, hands think in the middle of a 7; the
companion says something, and the table does what it says, does not listen, or gets it wrong at first. `Ledger` keeps
the account: troubles, sentences until play goes on, and what was said to a table that had done nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from companion.facts import Fact
from companion.virtual.gestures import GestureError, Manner, displacements, plan
from engine.contract import Displacement
from tests.people import mishaps
from tests.people.evening import expect, prepare
from tests.people.fingers import thirds
from tests.people.habits import PROFILES, span
from tests.people.night import Night, Row, needs_hands
from tests.people.play import Ply
from tests.people.slips import find
from tests.people.tac_game import tac
from tests.people.world import World

Ears = Literal["obedient", "deaf", "muddled", "stoic"]
EARS: tuple[Ears, ...] = ("obedient", "deaf", "muddled", "stoic")
"""Who hears: does what is said; heeds only the second sentence, or none for 20 s; does something wrong at first; plays
on for some turns where nothing is wrong."""
TROUBLES = ("violation", "disturbed", "question")
SETTLED = ("move", "revised", "takeback", "corrected", "setup")
TOLERANCE_S = 3.0
"""So long a table waits for the companion before the next card is laid."""
DEAF_S = 20.0
STOIC_PLIES = 3
FAULTS = 0.1
"""In so many evenings a sensor fails without a word."""
GIVEN_UP = 4
"""After so many attempts to end a trouble nobody believes that the companion will find its way."""


TOLD = ("rule", "key", "differences", "repair", "cells", "choices", "sensor")
"""What of a fact its words are made of."""


@dataclass(slots=True)
class Trouble:
    """From the first sentence about something wrong until play goes on."""

    t: float
    kind: str
    cause: str
    """`guilty`: the board was really wrong; `bound`: it could not be told, or a sensor had failed; `innocent`: nothing
    was wrong."""
    sentences: int = 1
    took_s: float = 0.0
    texts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Ledger:
    """What the companion said, and how the table stood at that moment."""

    cause: str = "innocent"
    position: str = ""
    truth: set[str] = field(default_factory=set)
    """The positions at which play can go on: before and after the action of this turn."""
    open: Trouble | None = None
    closed: list[Trouble] = field(default_factory=list)
    choices: list[dict[str, str]] = field(default_factory=list)
    asked: int = 0
    """The ply about which they are."""
    recent: list[tuple[Ply, bool]] = field(default_factory=list)
    """The last plies, newest first, and whether each had to be asked."""
    facts: Counter[str] = field(default_factory=Counter)
    is_faulty: bool = False
    """Whether a sensor tells what is not true."""

    def hear(self, fact: Fact) -> None:
        """One fact of the companion."""
        self.facts[fact.kind] += 1
        if "position" in fact.data and fact.kind in SETTLED:
            self.position = fact.data["position"]
        if fact.kind == "again":  # the older of two questions, once the newer one is answered
            self.choices, self.asked = list(fact.data["choices"]), 0
        if fact.kind in TROUBLES:
            self._trouble(fact)
        elif fact.kind in SETTLED and self.position in self.truth:
            self.choices = []
            self._close(fact.t)

    def _trouble(self, fact: Fact) -> None:
        text = " ".join(f"{key}={fact.data[key]}" for key in TOLD if fact.data.get(key))
        cause = self.cause
        if fact.kind == "question":
            self.choices, self.asked = list(fact.data["choices"]), fact.data["ply"]
            cause = "bound" if any(self.names(ply) for ply, is_bound in self.recent if is_bound) else cause
        if cause == "innocent" and self.is_faulty:
            cause = "bound"
        if self.open is None:
            self.open = Trouble(fact.t, fact.kind, cause, texts=[text])
        else:
            self.open.sentences += 1
            self.open.texts.append(text)

    def _close(self, t: float) -> None:
        if self.open is not None:
            self.open.took_s = t - self.open.t
            self.closed.append(self.open)
            self.open = None

    def names(self, ply: Ply) -> str:
        """The choice of the open question that is this action; empty if it is none of them."""
        right = {ply.option.action, *ply.option.also}
        hits = [one["action"] for one in self.choices if one["card"] == ply.card and one["action"] in right]
        return hits[0] if hits else ""

    def heeded(self) -> None:
        """The table begins to do something about it: only from now on it counts how much is said."""
        if self.open is not None:
            self.open.sentences = 1


@dataclass(slots=True)
class Listeners:
    """One evening of people who hear.

    1. `run` plays the planned game; after each action the table waits a moment for the companion.
    2. `_settle` looks whether something was said, and does about it what these ears make of it.
    3. A trouble that does not end is the end of the evening.
    """

    night: Night
    ears: Ears
    ruling: str
    world: World
    ledger: Ledger
    slips: float = 0.06
    knocks: float = 0.02
    takebacks: float = 0.02
    fault: int = 0
    """Ply before which a sensor fails without a word; 0: none does."""
    is_stuck: bool = False
    plies: int = 0
    _ignored: int = 0

    @property
    def rng(self) -> Random:
        return self.night.rng

    def run(self) -> None:
        """The whole evening."""
        self.world.advance(self.rng.uniform(2.0, 4.0))
        for number, ply in enumerate(self.night.plies):
            here = {ply.position, ply.option.position}
            self.ledger.truth = here | (self.ledger.truth if self.ledger.open else set())
            if ply.n == self.fault:
                self._fail()
            if self.rng.random() < self.knocks and number and self.ledger.open is None:
                self._knock(ply, self.night.plies[number - 1])
            if not self.is_stuck:
                self._turn(number, ply)
            if self.is_stuck:
                return
            self.plies += 1
        self.world.advance(self.world.t + 14.0)

    def _fail(self) -> None:
        """A sensor tells the contrary of what is true from now on, and the board does not notice."""
        index = self.rng.randrange(64)
        self.world.stuck[index] = index not in self.night.board.pieces
        self.ledger.is_faulty = True

    def _turn(self, number: int, ply: Ply) -> None:
        night, world = self.night, self.world
        self.ledger.recent = [(ply, False), *self.ledger.recent[:4]]
        night.lifted = []
        self._expect(ply)
        world.lay(ply.card)
        if not needs_hands(ply):
            world.advance(world.t + span(self.rng, night.paces[ply.seat].after), self._has_trouble)
            self._settle(ply, lambda: True, is_made=True)
            return
        world.advance(world.t + span(self.rng, night.paces[ply.seat].think))
        if self.ledger.open is None and self.rng.random() < self.slips and self._slip(ply) and not self._mend(ply):
            return
        manner = night.manner(ply)
        strokes = night.strokes(ply, manner)
        extra = thirds(night, ply, number, strokes)
        if extra and "~" in ply.option.action:
            strokes = tuple(sorted(strokes, key=lambda stroke: stroke.kind))
        night.lifted = [stroke.cell for stroke in strokes if stroke.kind == "lift"]
        night.lifted += [night.layout.cell(third.index) for third in extra]
        player = night.player(ply.by or ply.seat, ply)
        self._expect(ply)
        player.play(world.t + 0.05, strokes, manner, extra)
        night.check(ply)
        world.advance(player.quiet + 0.001)
        self._settle(ply, lambda: self.ledger.position == ply.option.position, is_made=True)
        self.ledger.cause = "innocent"
        if self.rng.random() < self.takebacks and self._can_take_back(ply):
            self._take_back(number, ply)

    def _expect(self, ply: Ply) -> None:
        """Whether this action can be told at all: else a question is no more than right."""
        row: Row = {}
        expect(self.night, ply, row)
        is_bound = row["expect"] != "move"
        self.ledger.recent[0] = ply, is_bound
        self.ledger.cause = "bound" if is_bound else "innocent"

    # -- hearing ------------------------------------------------------------------------------------------------------

    def _has_trouble(self) -> bool:
        return self.ledger.open is not None

    def _settle(self, ply: Ply, is_done: Callable[[], bool], is_made: bool = False) -> None:
        """Waits until the companion has understood, or says that it has not, or nobody waits any longer."""
        world = self.world
        patience = max(TOLERANCE_S, span(self.rng, self.night.paces[ply.seat].after))
        world.advance(world.t + patience, lambda: self._has_trouble() or is_done())
        if self.ledger.open is None:
            self._ignored = 0
        elif self.ears == "stoic" and self._ignored < STOIC_PLIES:
            self._ignored += 1
            return
        self.ledger.heeded()
        for _ in range(GIVEN_UP):
            if self.ledger.open is not None and self._heed(ply):
                self._answer_innocent(ply, is_made)
                world.advance(world.t + 6.0, lambda: self.ledger.open is None)
        self.is_stuck = self.ledger.open is not None
        world.advance(world.t + self.rng.uniform(0.3, 1.5))

    def _heed(self, ply: Ply) -> bool:
        """Whether these ears do something now; time passes until they do."""
        world, trouble = self.world, self.ledger.open
        assert trouble is not None
        if self.ears == "deaf" and trouble.sentences < 2:
            until = world.t + DEAF_S
            world.advance(until, lambda: self.ledger.open is None or self.ledger.open.sentences > 1)
            self.ledger.heeded()
        world.advance(world.t + self.rng.uniform(1.2, 2.8), lambda: self.ledger.open is None)
        return self.ledger.open is not None

    def _answer_innocent(self, ply: Ply, is_made: bool) -> None:
        """The table has done nothing wrong: it answers, or tells that the board is right.

        Where the action has been made, what lies there stands and the next seat plays; where it has not, the position
        is right, and the card is laid once more.
        """
        world, trouble = self.world, self.ledger.open
        assert trouble is not None
        if self.ears == "muddled" and trouble.sentences == 1:
            world.say("answer 99-99" if self.ledger.choices else "done")
            world.advance(world.t + 3.0, lambda: self.ledger.open is None)
            if self.ledger.open is None:
                return
        plies = sorted((recent for recent, _ in self.ledger.recent), key=lambda one: one.n != self.ledger.asked)
        hit = next((found for one in plies if (found := self.ledger.names(one))), "")
        if hit and not world.say(f"answer {hit}"):
            return
        failed = next((self.night.layout.cell(index) for index in world.stuck), "")
        if failed and any(failed in text for text in trouble.texts[-2:]) and not world.say(f"overrule sensor {failed}"):
            self.ledger.is_faulty = False
            return
        fitting = ["play-on", "board"] if is_made else ["board", "play-on"]
        said = fitting if self.ruling == "fitting" else [self.ruling]
        if not all(world.say(f"overrule {ruling}") for ruling in said) and not is_made:
            world.lay(ply.card)

    # -- takebacks ----------------------------------------------------------------------------------------------------

    def _can_take_back(self, ply: Ply) -> bool:
        """Whether the action is settled, and plain enough to be made once more."""
        is_plain = ply.card not in ("tac", "devil", "fool", "8") and ply.option.picture != ply.before and not ply.by
        return is_plain and self.ledger.open is None and self.ledger.position == ply.option.position and not ply.won

    def _take_back(self, number: int, ply: Ply) -> None:
        """The action is taken back by word, the pieces go back, and it is played again."""
        night, world = self.night, self.world
        self.ledger.cause, self.ledger.truth = "bound", {ply.position}
        world.say("takeback")
        here = night.board.picture()
        back = plan(night.layout, here, displacements(night.layout, here, ply.before))
        _, done = night.player(ply.seat, ply, is_all=True).play(world.t + 0.6, back, Manner())
        world.advance(done + 2.0)
        self.ledger.truth = {ply.position, ply.option.position}
        takebacks, self.takebacks = self.takebacks, 0.0
        self._turn(number, ply)
        self.takebacks = takebacks

    # -- mistakes -----------------------------------------------------------------------------------------------------

    def _slip(self, ply: Ply) -> bool:
        """Somebody moves wrongly; whether anybody could prove it."""
        night, world = self.night, self.world
        slip = None if "~" in ply.option.action or ply.sits_out else find(
            ply, "", night.layout, lambda s: mishaps.shows(night, s, ply.before, [ply]), self.rng)  # fmt: skip
        if slip is None or slip.must_say_done or slip.kind == "tac without the undo":
            return False
        self.ledger.cause = "guilty"
        self.ledger.truth = {ply.position}
        player = night.player(ply.by or ply.seat, ply, is_all=True)
        _, shown = player.play(world.t + 0.05, plan(night.layout, ply.before, slip.moved, Manner()), Manner())
        world.advance(shown + 8.0, self._has_trouble)
        return True

    def _mend(self, ply: Ply) -> bool:
        """The wrong piece goes back; the muddled put it elsewhere at first. Whether play goes on."""
        world, night = self.world, self.night
        if self.ledger.open is not None:
            self._heed(ply)
            if self.ears == "muddled":
                self._misplace(ply)
        here = night.board.picture()
        player = night.player(ply.by or ply.seat, ply, is_all=True)
        back = plan(night.layout, here, displacements(night.layout, here, ply.before))
        _, done = player.play(world.t + 0.05, back, Manner())
        world.advance(done + 5.0, lambda: self.ledger.open is None and world.t > done + 1.0)
        if self.ledger.open is not None and self.ledger.is_faulty:
            self._answer_innocent(ply, is_made=False)  # the piece is back, and a sensor failed meanwhile
            world.advance(world.t + 3.0, lambda: self.ledger.open is None)
        self.is_stuck = self.ledger.open is not None
        self.ledger.truth = {ply.position, ply.option.position}
        self.ledger.cause = "innocent"
        night.t = world.t
        return not self.is_stuck

    def _knock(self, ply: Ply, last: Ply) -> None:
        """Between two turns a sleeve pushes a piece into the next hole; the table sees to it when it is told."""
        night, world = self.night, self.world
        here = night.board.picture()
        silent = {last.seat, last.by or last.seat, ply.seat, ply.by or ply.seat}
        free = [(k, (k + 1) % 64) for k in range(64) if here[k] not in {".", *silent} and here[(k + 1) % 64] == "."]
        if not free or last.card in ("tac", "trickster"):
            return
        origin, target = self.rng.choice(free)
        self.ledger.cause, self.ledger.truth = "guilty", {ply.position}
        moved = Displacement(here[origin], f"{origin:02d}", f"{target:02d}")
        _, done = night.player(ply.seat, ply, is_all=True).play(
            world.t + 0.05, plan(night.layout, here, [moved]), Manner()
        )
        world.advance(done + 8.0, self._has_trouble)
        self._mend(ply)

    def _misplace(self, ply: Ply) -> None:
        """One of the wrong pieces goes to a wrong hole, and stays there until something is said."""
        night, world = self.night, self.world
        here = night.board.picture()
        wrong = displacements(night.layout, here, ply.before)
        free = [cell for cell, mark in zip(night.layout.holes[:64], here, strict=False) if mark == "."]
        ends = {night.looks_like(option.picture) for option in ply.options} | {night.looks_like(ply.before)}
        self.rng.shuffle(free)
        for cell in free[:8]:
            moved = Displacement(wrong[0].owner, wrong[0].origin, cell)
            try:
                strokes = plan(night.layout, here, [moved])
            except GestureError:
                continue
            wire = night.board.wire
            wire ^= 1 << night.index(moved.origin, wire, True) | 1 << night.layout.holes.index(cell)
            if night.looks(wire) in ends:
                continue
            self._rest_wrong(night.player(ply.seat, ply, is_all=True).play(world.t + 0.05, strokes, Manner())[1])
            return

    def _rest_wrong(self, done: float) -> None:
        """The hands wait whether something more is said, 8 s at the most."""
        before = self._sentences()
        self.world.advance(done + 8.0, lambda: self._sentences() > before)

    def _sentences(self) -> int:
        return self.ledger.open.sentences if self.ledger.open else 0


def play(
    seed: int, ears: Ears, habit: str = "normal", variant: str = "teams", deck: str = "basic", limit: int = 200,
    ruling: str = "fitting", slips: float = 0.06,
) -> Listeners:  # fmt: skip
    """One evening of people who hear."""
    profile = PROFILES[habit]
    night, first = prepare(tac(variant, deck), seed, profile, variant, deck, limit)
    ledger = Ledger(position=night.plies[0].position)
    ledger.truth = {night.plies[0].position}
    world = World(night.board, night.mask, ledger.hear, night.rng, profile.wire.lost)
    fault = night.rng.randrange(10, 60) if night.rng.random() < FAULTS else 0
    found = Listeners(night, ears, ruling, world, ledger, slips, fault=fault)
    world.begin(f"game tac {deck} {variant} first={first}")
    found.run()
    return found
