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
from dataclasses import replace
from typing import Any

from companion.facts import Fact
from companion.inputs import Button, Cable, CardTag, Fault, Hello, Input, Lost, OccupancyFrame, Said
from companion.reconcile.pace import Pace
from companion.reconcile.verdict import follows
from companion.session.history import History
from companion.session.link import BoardLink
from companion.session.proof import Sequel, first_of_two
from companion.session.referee import Due, Referee
from companion.session.second_thoughts import SecondThoughts
from companion.session.turns import Turns
from companion.session.watch import Watch
from companion.session.words import Words, choices_of
from engine.contract import Game, Option

WIN_REST_S = 10.0
"""After this time without a new card a win stands (T8.2)."""

MOST_FRAMES = 300
"""A question open for longer than so many changes of the board is not answered by them any more."""

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
        self.watch: Watch | None = None
        self.tells_cards = True
        """Whether cards are told; if not, an action is inferred with all cards that the seat may hold."""
        self.is_set_up = self.is_pressed = False
        self.question: tuple[Option, ...] = ()
        self.question_text = ""
        self.now = 0.0
        self._first_frame: OccupancyFrame | None = None
        self._facts: list[Fact] = []
        self._frames_since: list[int] = []
        self._proved_at = 0
        self._ends: list[tuple[tuple[Option, ...], list[int]]] = []
        """While the next card waits: ends of actions that the board has shown, each with the frames after it."""
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
                from companion.session.commands import obey

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
        if self.question:
            return self._proof_due(watch)
        if self.is_set_up and watch.is_complete:
            return watch.last_change + self.pace.hold_s(self.state.seat), self._conclude
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
        self.question = ()
        self.is_pressed = self.is_won = False
        self.referee.reset()
        self._frames_since, self._ends = [], []
        self._settled_at = self.watch.last_change = self.now
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
        elif not self.tells_cards and not self.state.winner:
            cards = self.game.possible_cards(self.state, self.state.seat)
            options = tuple(option for one in cards for option in self.game.options(self.state, one))
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
        if self.question or self.turns.is_closing:
            self._frames_since.append(frame.occupied)
        self.thoughts.follow(frame.occupied)
        for _, frames in self._ends:
            frames.append(frame.occupied)
        if self.turns.is_closing and self.watch.is_complete:
            self._ends.append((self.watch.verdict.options, []))
        self.look()

    def note_frame(self) -> None:
        """What the board shows from now on may belong to the next card."""
        assert self.watch is not None
        if not self._frames_since and self.watch.occupied is not None:
            self._frames_since = [self.watch.occupied]

    def look(self) -> None:
        """Does what the board as it is now calls for at once."""
        watch = self.watch
        if watch is None or watch.occupied is None:
            return
        if not self.is_set_up:
            self._look_at_setup(watch)
        elif self.question:
            return
        elif watch.is_idle:
            self.thoughts.offer = None
            if self.referee.complaint == "wrong":
                self.referee.correct()
            if watch.trail.is_broken and not watch.needs_trail and watch.fit.shows(self.state.picture, watch.trail):
                # Nothing that the gap hid can matter: every piece is where it was.
                watch.restart(self.state.picture)
                self.await_card(self.turns.card)
            if self.turns.is_closing:
                self.turns.close_by_what_follows()
        elif watch.is_complete and (self.is_pressed or watch.is_final):
            self._conclude()

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

    def _sequel(self) -> Sequel:
        assert self.game is not None
        assert self.watch is not None
        return Sequel(
            self.game, self.state, self.watch.sensors, self.turns.next_card or "", tuple(self._frames_since)
        )

    def explains_otherwise(self) -> bool:
        """Whether a wrong picture is explained by what it may be besides an action of the awaited card.

        The next seat plays on after an action without gesture; the last seat's piece went on; something is taken back.
        """
        assert self.watch is not None
        if self.turns.is_closing:
            return self._played_on()
        if self.turns.card is None and not self.referee.is_restoring and not self.watch.trail.is_broken:
            return self.thoughts.ask(self.watch)
        return False

    def _played_on(self) -> bool:
        """Whether the next seat has played on; then the action before it was the one that this proves."""
        assert self.watch is not None
        if len(self.turns.pile.cards) > 2:
            return False
        sequel = self._sequel()
        found = [option for option in self.watch.fit.options if not option.gesture and sequel.is_complete(option)]
        if len(found) == 1:
            self.settle(found[0], replay=True)
            return True
        for options, frames in reversed(self._ends):
            if len(options) == 1 and replace(sequel, frames=tuple(frames)).is_complete(options[0]):
                self._frames_since = frames
                self.settle(options[0], replay=True)
                return True
        first = first_of_two(sequel, self.watch.fit.options, self.watch.trail)
        if first is not None:
            self.settle(first)
        return first is not None

    # -- deciding ---------------------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        """The picture has rested: it counts."""
        assert self.watch is not None
        self.decide(self.watch.verdict.options)

    def decide(self, options: tuple[Option, ...]) -> None:
        """One of these actions was done: settles it, or asks which."""
        if len({(option.position, option.action) for option in options}) == 1:
            self.settle(options[0])
            return
        self.question = options
        self._frames_since, self._proved_at = [], 0
        choices = choices_of(options)
        self.question_text = self.words.question([(choice["card"], choice["action"]) for choice in choices])
        self.emit("question", text=self.question_text, choices=choices)

    def settle(self, option: Option, others: tuple[Option, ...] = (), replay: bool = False) -> None:
        """An action is certain: it is the position from now on.

        `others` were the choices of its question. `replay`: the hands have gone on since the picture that it ended in.
        """
        assert self.game is not None
        assert self.watch is not None
        if self.referee.complaint:
            self.referee.correct()
        seat = self.state.seat
        if self.turns.card is None:
            self.emit("card", seat=seat, card=option.card, by="inferred")
        for rest_s, wrong in self.watch.rests:
            if option not in wrong:
                self.pace = self.pace.observed(seat, rest_s)
        self.history.add(self.state, option, others)
        self.state = self.game.play(self.state, option)
        self.emit(
            "move",
            seat=seat,
            card=option.card,
            action=option.action,
            position=self.state.position,
            certainty=0.9 if self.watch.trail.is_broken or others else 1.0,
        )
        self._go_on(seat, self._frames_since if replay else [])

    def _go_on(self, seat: str, frames: list[int]) -> None:
        """The state is a new one: a new trail, the turn told, the next card opened."""
        assert self.watch is not None
        if frames or self.turns.card is None:
            self.thoughts.forget()
        else:
            self.thoughts.remember(self.watch.fit, self.watch.trail)
        self.turns.settled(seat)
        self.question = ()
        self.is_pressed = self.is_won = False
        self.referee.reset()
        self._settled_at = self.now
        self._frames_since, self._ends = [], []
        self.watch.restart(self.state.picture, frames)
        self.await_card(None)
        self.look()
        if not self.state.winner or self.state.is_answerable:
            self.tell_turn()
        self.turns.accept_next()

    # -- questions --------------------------------------------------------------------------------------------------

    def answer(self, action: str) -> bool:
        """Answers the open question, by action or by number; False if none is open or that is no choice of it."""
        chosen = next((o for o in self.question if action == o.action), None)
        chosen = chosen or next((o for o in self.question if action in o.also), None)
        if chosen is None and action.isdecimal() and 1 <= int(action) <= len(self.question):
            chosen = self.question[int(action) - 1]
        if chosen is None:
            return self.thoughts.answer(action)
        self._answered(chosen)
        return True

    def _answered(self, chosen: Option) -> None:
        self.emit("answer", choice={"card": chosen.card, "action": chosen.action})
        self.settle(chosen, self.question, replay=True)

    def _proof_due(self, watch: Watch) -> Due | None:
        """When playing on can have answered the question: the next seat's picture has rested."""
        is_open = len(self.turns.pile.cards) == 2 and 0 < len(self._frames_since) <= MOST_FRAMES
        if not is_open or self._proved_at == len(self._frames_since):
            return None
        return watch.last_change + self.pace.hold_s(self.state.seat), self._prove

    def _prove(self) -> None:
        """Playing on can answer a question: what the next seat completes is possible after one choice only."""
        self._proved_at = len(self._frames_since)
        proven = self._sequel().proven(self.question)
        if proven is not None:
            self._answered(proven)

    def press(self) -> None:
        """Somebody says "I am done": the picture counts as it is."""
        if self.watch is None or self.question or not self.is_set_up:
            return
        self.is_pressed = True
        if self.watch.is_complete or self.watch.is_open:
            self._conclude()
        elif self.watch.is_changing:
            self.referee.look_again()
            self.referee.name_wrong()
        elif self.turns.card is not None:
            options = follows(self.watch.fit, self.watch.trail)
            if options:
                self.decide(options)

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
        elif self.question:
            self.answer(name)
