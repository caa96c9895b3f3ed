"""The session: the only owner of what changes during a game.

Flow of control
1. `take(value)` gets one input with its time; first everything that was due before that time happens.
2. A frame moves the trail on (`lift`, `place`) and is judged: idle, complete, or changing.
3. A card opens the turn of the seat to act: its legal options are computed once. A card without use is a discard at
   once. A card laid while the seat before has still to act waits, and first closes that action by what follows.
4. A complete picture that rests for the seat's hold time is settled (`move`), or asked (`question`) if the trail
   allows several actions. Nothing holds it up on "done", with the next card, or when a captured piece came home last.
5. A wrong picture that rests is named (`violation`, `disturbed`); the state stays what it was until the board shows
   it, or a legal action from it, again (`corrected`).
6. Every fact is handed to the caller in order; the caller logs it before anybody hears it.

One thread only. Time is an argument: `next_deadline` tells when `tick` has something to do without input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.facts import Fact
from companion.inputs import Button, Cable, CardTag, Fault, Hello, Input, Lost, OccupancyFrame, Said
from companion.reconcile.pace import Pace
from companion.reconcile.verdict import follows
from companion.session.asking import Asking
from companion.session.commands import obey
from companion.session.history import History
from companion.session.inferring import passed_over, same_but_for_card, visible_options
from companion.session.link import BoardLink
from companion.session.referee import Due, Referee
from companion.session.second_thoughts import SecondThoughts
from companion.session.turns import Turns
from companion.session.watch import Watch
from companion.session.words import Words
from engine.contract import Game, Option

WIN_REST_S = 10.0
"""After this time without a new card a win stands (T8.2)."""

ASKED, INFERRED = 0.9, 0.5
"""Certainty of a move that rests on an answer or on a trail with a gap, and of one whose card nobody told."""

Games = Mapping[str, Callable[[Mapping[str, str]], Game]]
"""Opens the rules of a game by name, with its settings. Raises: ValueError."""


class Session:
    """One table. See the flow of control above."""

    def __init__(
        self, games: Games, words: Words, referee: str = "kind", house_rules: Mapping[str, str] | None = None
    ) -> None:
        self.games, self.words = games, words
        self.referee = Referee(self, referee)
        self.house_rules = dict(house_rules or {})
        """Kept with the game in the log; the games themselves know them already."""
        self.game: Game | None = None
        self.state: Any = None
        self.settings: Mapping[str, str] = {}
        self.history, self.pace = History(), Pace()
        self.turns, self.thoughts, self.link = Turns(self), SecondThoughts(self), BoardLink(self)
        self.asking = Asking(self)
        self.watch: Watch | None = None
        self.tells_cards = True
        """Whether cards are told; if not, an action is inferred with all cards that the seat may hold."""
        self.is_set_up = self.is_pressed = False
        self.now = 0.0
        self._first_frame: OccupancyFrame | None = None
        self._facts: list[Fact] = []
        self.is_won = False
        self._settled_at = 0.0

    # -- in and out -------------------------------------------------------------------------------------------------

    def take(self, value: Input) -> list[Fact]:
        """Takes one input; returns the facts up to and with it, in order.

        Raises: ValueError for a person's input that cannot be read or granted.
        """
        self._run_until(value.t)
        match value:
            case OccupancyFrame():
                self._on_frame(value)
            case CardTag():
                self.turns.tag(value)
            case Said():
                obey(self, value)
            case Hello():
                self.link.hello(value)
            case Cable():
                self.link.cable(value)
            case Fault():
                self.link.fault(value)
            case Lost():
                self.turns.pile.gap()
            case Button() if value.is_down:
                self._on_button(value.name)
        return self._handed_out()

    def tick(self, t: float) -> list[Fact]:
        """Lets everything happen that is due at `t`."""
        self._run_until(t)
        return self._handed_out()

    def recover(self) -> list[Fact]:
        """Forgets what was pending and goes on from the last settled position; the facts so far.

        For faults of the companion itself: no input of a table leads here.
        """
        if self.watch is not None:
            self.changed_by_hand()
        return self._handed_out()

    def next_deadline(self) -> float | None:
        """When `tick` has something to do, None if only input can change anything."""
        due = self._due()
        return due[0] if due else None

    def emit(self, kind: str, **data: Any) -> None:
        """Adds a fact at the present time."""
        self._facts.append(Fact(kind, self.now, data))

    def _handed_out(self) -> list[Fact]:
        facts, self._facts = self._facts, []
        return facts

    def _run_until(self, t: float) -> None:
        while (due := self._due()) is not None and due[0] <= t:
            self.now = max(self.now, due[0])
            due[1]()
        self.now = max(self.now, t)

    def _due(self) -> Due | None:
        watch = self.watch
        if watch is None or watch.occupied is None:
            return None
        if self.state.winner and not self.is_won and self.turns.card is None:
            return self._win_due(watch)
        if not self.link.is_connected:
            return None
        if self.asking.choices:
            return self.asking.due(watch)
        if self.is_set_up and watch.is_complete:
            return watch.last_change + self.pace.hold_s(self.state.seat), self.conclude
        if self.is_set_up and watch.is_open:
            return self.turns.open_due(watch)
        return self.referee.due(watch)

    # -- the game ---------------------------------------------------------------------------------------------------

    def begin(self, name: str, settings: Mapping[str, str]) -> None:
        """Starts a game. Raises: ValueError for a game, variant, deck, seat or position that does not exist."""
        if name not in self.games:
            raise ValueError(f"unknown game: {name!r}")
        game = self.games[name](settings)
        state = game.begin(settings)
        self.emit("game", game=name, settings=dict(settings), rules=self.house_rules)
        self.open(game, state, settings)

    def open(self, game: Game, state: Any, settings: Mapping[str, str]) -> None:
        """Goes on with a game in the given state; the board is compared with it first."""
        seen = self.watch.occupied if self.watch else None
        self.game, self.state, self.settings = game, state, settings
        self.watch = Watch(game.layout, state.picture, self.link.mask, self.link.stuck)
        self.watch.occupied = seen
        if seen is None and self._first_frame is not None:
            self.watch.frame(self._first_frame)
        self.history = History()
        self.is_set_up = False
        self.changed_by_hand()
        self.link.tell_unseen()

    def changed_by_hand(self) -> None:
        """The state was set from outside (a new game, a takeback, a ruling): what was pending is forgotten."""
        assert self.watch is not None
        self.turns.clear()
        self.thoughts.forget()
        self.asking.clear()
        self.is_pressed = self.is_won = False
        self.referee.reset()
        self._settled_at = self.now
        self.watch.rest_from(self.now)
        self.watch.restart(self.state.picture)
        self.await_card(None)
        self.look()

    def tell_turn(self) -> None:
        """Says whose turn it is."""
        self.emit("turn", seat=self.state.seat, round=self.state.round, deal=self.state.deal)

    def await_card(self, card: str | None) -> None:
        """Compares the board from now on with what `card` allows (None: no card is laid)."""
        assert self.game is not None
        assert self.watch is not None
        options: tuple[Option, ...] = ()
        undone = None
        if card is not None:
            options = self.game.options(self.state, card)
            undone = self.game.undone_by(self.state, card) if options else None
        elif not self.tells_cards:
            options = visible_options(self.game, self.state, self.watch.sensors)
        self.watch.await_action(options, undone)

    # -- frames -----------------------------------------------------------------------------------------------------

    def _on_frame(self, frame: OccupancyFrame) -> None:
        if frame.lost:
            self.turns.pile.gap()
        self.link.seen(frame.source)
        if self.watch is None:
            self._first_frame = frame
            return
        touches = self.watch.frame(frame)
        if touches is None:
            return
        for kind, cells in zip(("lift", "place"), touches, strict=True):
            for cell in cells:
                self.emit(kind, cell=cell)
        self.is_pressed = False
        self.asking.frame(frame.occupied, self.watch)
        self.thoughts.follow(frame.occupied)
        self.look()

    def look(self) -> None:
        """Does what the board as it is now calls for at once."""
        watch = self.watch
        if watch is None or watch.occupied is None:
            return
        if not self.is_set_up:
            self._look_at_setup(watch)
        elif self.asking.choices:
            return
        elif watch.is_idle:
            self.thoughts.offer = None
            if self.referee.complaint == "wrong":
                self.referee.correct()
            if watch.trail.is_broken and watch.can_mend:
                watch.mend()
            if self.turns.is_closing:
                self.turns.close_by_what_follows()
        elif watch.is_complete and (self.is_pressed or watch.is_final):
            self.conclude()

    def _look_at_setup(self, watch: Watch) -> None:
        if not watch.fit.shows(self.state.picture, watch.trail):
            return
        self.is_set_up = True
        if self.referee.complaint:
            self.referee.correct()
        self.emit("setup", position=self.state.position)
        watch.restart(self.state.picture)
        self.await_card(None)
        self.tell_turn()
        self.turns.accept_next()

    def explains_otherwise(self) -> bool:
        """Whether a wrong picture is explained by what it may be besides an action of the awaited card.

        The next seat plays on after an action without gesture; the last seat's piece went on; something is taken back.
        """
        assert self.watch is not None
        if self.turns.is_closing:
            return self.asking.played_on(self.watch)
        if self.turns.card is not None or self.referee.is_restoring or self.watch.trail.is_broken:
            return False
        return self._passes_over(self.watch) or self.thoughts.ask(self.watch)

    def _passes_over(self, watch: Watch) -> bool:
        """Without cards: whether a later seat has moved, so that those before it laid a card and moved nothing."""
        assert self.game is not None
        discards = [] if self.tells_cards else passed_over(self.game, self.state, watch.trail)
        for option in discards:
            self.settle(option)
        return bool(discards)

    # -- deciding ---------------------------------------------------------------------------------------------------

    def conclude(self) -> None:
        """The picture has rested: it counts."""
        assert self.watch is not None
        self.decide(self.watch.verdict.options)

    def decide(self, options: tuple[Option, ...]) -> None:
        """One of these actions was done: settles it, or asks which."""
        choices = same_but_for_card(options)
        if len(choices) == 1:
            self.settle(choices[0])
        else:
            self.asking.ask(choices)

    def settle(self, option: Option, others: tuple[Option, ...] = (), frames: tuple[int, ...] = ()) -> None:
        """An action is certain: it is the position from now on.

        `others` were the choices of its question; `frames` what the board has shown since the picture that it ended in.
        """
        assert self.game is not None
        assert self.watch is not None
        if self.referee.complaint:
            self.referee.correct()
        seat = self.state.seat
        if self.turns.card is None:
            self.emit("card", seat=seat, card=option.card, by="inferred")
        self._learn(seat, option, self.watch)
        self.history.add(self.state, option, others)
        self.state = self.game.play(self.state, option)
        self.emit(
            "move",
            seat=seat,
            card=option.card,
            action=option.action,
            position=self.state.position,
            certainty=self._certainty(bool(others), self.watch),
        )
        self.tell_proof()
        self._go_on(seat, frames)

    def _certainty(self, was_asked: bool, watch: Watch) -> float:
        if self.turns.card is None:
            return INFERRED
        return ASKED if was_asked or watch.trail.is_broken else 1.0

    def _learn(self, seat: str, option: Option, watch: Watch) -> None:
        """How long the hands of this seat rest on their way."""
        for rest_s in watch.passing_s:
            self.pace = self.pace.passed(seat, rest_s)
        for rest_s, ends in watch.rests:
            if option not in ends:
                self.pace = self.pace.observed(seat, rest_s)

    def tell_proof(self) -> None:
        """A card just shown can prove that an earlier discard broke a rule (T10.2); play goes on."""
        assert self.game is not None
        proof = self.game.proof(self.state)
        if proof is not None:
            self.referee.violation(proof)

    def _go_on(self, seat: str, frames: tuple[int, ...]) -> None:
        """The state is a new one: a new trail, the turn told, the next card opened."""
        assert self.watch is not None
        if frames or self.turns.card is None:
            self.thoughts.forget()
        else:
            self.thoughts.remember(self.watch.fit, self.watch.trail)
        self.turns.settled(seat)
        self.asking.clear()
        self.is_pressed = self.is_won = False
        self.referee.reset()
        self._settled_at = self.now
        self.watch.restart(self.state.picture, frames)
        self.await_card(None)
        self.look()
        if not self.state.winner or self.state.is_answerable:
            self.tell_turn()
        self.turns.accept_next()

    def press(self) -> None:
        """Somebody says "I am done": the picture counts as it is."""
        if self.watch is None or self.asking.choices or not self.is_set_up:
            return
        self.is_pressed = True
        if self.watch.is_complete or self.watch.is_open:
            self.conclude()
        elif self.watch.is_changing:
            self.referee.look_again()
            self.referee.name_wrong()
        elif self.turns.card is not None:
            options = follows(self.watch.fit, self.watch.trail, self.watch.has_gap)
            if options:
                self.decide(options)

    def answer(self, action: str) -> bool:
        """Answers what is asked, by action or by number; False if nothing is, or that is no choice."""
        return self.asking.answer(action) or self.thoughts.answer(action)

    # -- the win ----------------------------------------------------------------------------------------------------

    def _win_due(self, watch: Watch) -> Due:
        if not self.state.is_answerable:
            return self._settled_at, self._win
        return max(self._settled_at, watch.last_change) + WIN_REST_S, self._win

    def _win(self) -> None:
        self.is_won = True
        self.emit("won", seats=list(self.state.winner))

    def _on_button(self, name: str) -> None:
        """Buttons at the board: `done`, or the number of a choice."""
        if name == "done":
            self.press()
        else:
            self.answer(name)
