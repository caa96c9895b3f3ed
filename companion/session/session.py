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
from companion.reconcile.diagnose import differences, displaced
from companion.reconcile.fit import Fit
from companion.reconcile.pace import Pace
from companion.reconcile.trail import Trail
from companion.reconcile.verdict import follows
from companion.session.history import History
from companion.session.pile import Laid, Pile
from companion.session.watch import Watch
from companion.session.words import Words, choices_of
from engine.contract import Explanation, Game, Option

WRONG_REST_S = 1.4
"""A picture that no legal action explains is wrong after this rest (the events page asks for 1 to 3.5 s)."""
SETUP_REST_S = 6.0
"""So long a board being set up may rest before the missing pieces are named."""
LAST_REST_S = 3.3
"""A wrong picture that no further frame has confirmed is named after this rest all the same."""
WIN_REST_S = 10.0
"""After this time without a new card a win stands (T8.2)."""
MOST_DISPLACED = 5
"""More pieces out of place than this is no attempt at an action: the board was disturbed."""

Games = Mapping[str, Callable[[Mapping[str, str]], Game]]
"""Opens the rules of a game by name, with its settings. Raises: ValueError."""
Due = tuple[float, Callable[[], None]]


class Session:
    """One table. See the flow of control above."""

    def __init__(
        self, games: Games, words: Words, referee: str = "kind", house_rules: Mapping[str, str] | None = None
    ) -> None:
        self.games, self.words, self.referee = games, words, referee
        self.house_rules = dict(house_rules or {})
        """Kept with the game in the log; the games themselves know them already."""
        self.game: Game | None = None
        self.state: Any = None
        self.settings: Mapping[str, str] = {}
        self.history, self.pile, self.pace = History(), Pile(), Pace()
        self.watch: Watch | None = None
        self.tells_cards = True
        """Whether cards are told; if not, an action is inferred with all cards that the seat may hold."""
        self.is_set_up = self.is_connected = self.is_restoring = False
        self.question: tuple[Option, ...] = ()
        self.question_text = ""
        self.complaint = ""
        """What the table has been told is wrong: `wrong`, `idle` (nothing was moved), or nothing."""
        self.now = 0.0
        self._mask: int | None = None
        self._first_frame: OccupancyFrame | None = None
        self._facts: list[Fact] = []
        self._frames_since: list[int] = []
        self._accepted: Laid | None = None
        self._is_pressed = self.is_won = False
        self._named_at: int | None = None
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
                self._on_tag(value)
            case Said():
                from companion.session.commands import obey

                obey(self, value)
            case Hello():
                self._on_hello(value)
            case Cable():
                self._on_cable(value)
            case Fault():
                self._on_fault(value)
            case Lost():
                self.pile.gap()
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
        if self.state.winner and not self.is_won and self._accepted is None:
            return self._win_due(watch)
        if not self.is_set_up:
            return None if self._is_named else (watch.last_change + SETUP_REST_S, self._name_missing)
        if self.question or not self.is_connected:
            return None
        if watch.is_complete:
            return watch.last_change + self.pace.hold_s(self.state.seat), self._conclude
        if watch.is_changing and not self._is_named:
            return watch.last_change + (WRONG_REST_S if watch.is_confirmed else LAST_REST_S), self._name_wrong
        return None

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
        stuck = self.watch.stuck if self.watch else frozenset()
        seen = self.watch.occupied if self.watch else None
        self.game, self.state, self.settings = game, state, settings
        self.watch = Watch(game.layout, state.picture, self._mask, stuck)
        self.watch.occupied = seen
        if seen is None and self._first_frame is not None:
            self.watch.frame(self._first_frame)
        self.history = History()
        self.is_set_up = False
        self.changed_by_hand()

    def changed_by_hand(self) -> None:
        """The state was set from outside (a new game, a takeback, a ruling): what was pending is forgotten."""
        assert self.watch is not None
        self.pile.clear()
        self.question, self.complaint, self._accepted = (), "", None
        self._is_pressed, self.is_won, self._named_at = False, False, None
        self._frames_since = []
        self._settled_at = self.watch.last_change = self.now
        self.watch.restart(self.state.picture)
        self._await(None)
        self._look()

    @property
    def awaited_card(self) -> str | None:
        """The card whose action is awaited."""
        return self._accepted.card if self._accepted else None

    def tell_turn(self) -> None:
        """Says whose turn it is."""
        self.emit("turn", seat=self.state.seat, round=self.state.round, deal=self.state.deal)

    def _await(self, laid: Laid | None) -> None:
        """Compares the board from now on with what `laid` allows."""
        assert self.game is not None
        assert self.watch is not None
        options: tuple[Option, ...] = ()
        undone = None
        if laid is not None:
            options = self.game.options(self.state, laid.card)
            undone = self.game.undone_by(self.state, laid.card) if options else None
        elif not self.tells_cards and not self.state.winner:
            cards = self.game.possible_cards(self.state, self.state.seat)
            options = tuple(option for card in cards for option in self.game.options(self.state, card))
        self.watch.await_action(options, undone)

    # -- frames -----------------------------------------------------------------------------------------------------

    def _on_frame(self, frame: OccupancyFrame) -> None:
        if frame.lost:
            self.pile.gap()
        if not self.is_connected:
            self._connect(True, frame.source, "")
        if self.watch is None:
            self._first_frame = frame
            return
        touches = self.watch.frame(frame)
        if touches is None:
            return
        for kind, cells in zip(("lift", "place"), touches, strict=True):
            for cell in cells:
                self.emit(kind, cell=cell)
        self._is_pressed = False
        if self.question or self._is_closing:
            self._frames_since.append(frame.occupied)
        self._look()

    def _look(self) -> None:
        """Does what the board as it is now calls for at once."""
        watch = self.watch
        if watch is None or watch.occupied is None:
            return
        if not self.is_set_up:
            self._look_at_setup(watch)
        elif self.question:
            self._look_at_question()
        elif watch.is_idle:
            if self.complaint == "wrong":
                self._correct()
            if watch.trail.is_broken and not watch.needs_trail:
                # Nothing that the gap hid can matter: every piece is where it was.
                watch.restart(self.state.picture)
                self._await(self._accepted)
            if self._is_closing:
                self._close_by_what_follows()
        elif watch.is_complete and (watch.is_home_last or self._is_pressed):
            self._conclude()

    def _look_at_setup(self, watch: Watch) -> None:
        if not watch.fit.shows(self.state.picture, watch.trail):
            return
        self.is_set_up = True
        self._named_at = None
        if self.complaint:
            self._correct()
        self.emit("setup", position=self.state.position)
        watch.restart(self.state.picture)
        self._await(None)
        self.tell_turn()
        self._accept_next()

    # -- cards ------------------------------------------------------------------------------------------------------

    def _on_tag(self, value: CardTag) -> None:
        laid = self.pile.tag(value)
        if laid is not None:
            self.card_laid(laid)

    def card_laid(self, laid: Laid) -> None:
        """A new card is on the pile: it opens a turn, or closes the one before by what follows."""
        if self.game is None or (self.state.winner and not self.state.is_answerable):
            self.pile.drop(laid)
        elif self._accepted is None:
            self._accept_next()
        elif not self.question:
            self._close_by_what_follows()
        else:
            self._look_at_question()

    def _accept_next(self) -> None:
        """Opens the turn of the seat to act with the first card that waits."""
        laid = self.pile.first
        if laid is None or self._accepted is not None or not self.is_set_up or self.game is None:
            return
        seat = self.state.seat
        broken = None
        if laid.seat and laid.seat not in (seat, self.state.by):
            broken = self.game.explain_play(self.state, laid.seat, laid.card, "discard")
        elif not self.game.options(self.state, laid.card):
            broken = self.game.explain_play(self.state, seat, laid.card, "discard")
        self.emit("card", seat=laid.seat or seat, card=laid.card, by=laid.by)
        if broken is not None:
            self.pile.drop(laid)
            self._violation(broken)
            self._accept_next()
        else:
            self._open_turn(laid)

    def _open_turn(self, laid: Laid) -> None:
        assert self.game is not None
        assert self.watch is not None
        self._accepted = laid
        self._is_pressed = False
        # What fingers did before the card is no part of its action; a piece in a hand stays one.
        self.watch.restart(self.state.picture)
        self._await(laid)
        options = self.watch.fit.options
        if not options:
            self.settle(self.game.discard(self.state, laid.card))
        elif len(options) == 1 and not options[0].gesture and options[0].action != "skip":
            self.settle(options[0])
        elif len(self.pile.cards) > 1:
            self._close_by_what_follows()
        else:
            self._look()

    def _close_by_what_follows(self) -> None:
        """The next card is laid: the action before it is settled, asked, or found missing."""
        assert self._accepted is not None
        assert self.watch is not None
        options = self._with_discard(follows(self.watch.fit, self.watch.trail))
        if options:
            self._decide(options)
        elif self.watch.is_changing:
            self._named_at = None
            if not self._frames_since and self.watch.occupied is not None:
                self._frames_since = [self.watch.occupied]
        elif self.complaint != "idle":
            self.complaint = "idle"
            self._violation(Explanation("T3.3", "nothing-moved", {"seat": self.state.seat, "card": self.awaited_card}))

    def _with_discard(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """A seat that sits out may lay any card away, a usable TAC too: then the board cannot tell which it was."""
        assert self.game is not None
        assert self.watch is not None
        card = self.awaited_card
        if card is None or not self.watch.is_idle or any(option.gesture for option in options):
            return options
        if self.game.explain_play(self.state, self.state.seat, card, "discard") is None:
            return (*options, self.game.discard(self.state, card))
        return options

    @property
    def _is_closing(self) -> bool:
        """Whether the next card lies there while the action before it is not clear yet."""
        return self._accepted is not None and len(self.pile.cards) > 1 and not self.question

    def _close_silently(self) -> bool:
        """The next seat plays on: an action without gesture lies between, if only that explains the board."""
        assert self.watch is not None
        silent = [option for option in self.watch.fit.options if not option.gesture]
        found = [option for option in silent if self._is_completed_after(option)]
        if len(found) == 1:
            self.settle(found[0], replay=True)
        return len(found) == 1

    # -- deciding ---------------------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        """The picture has rested: it counts."""
        assert self.watch is not None
        self._decide(self.watch.verdict.options)

    def _decide(self, options: tuple[Option, ...]) -> None:
        if len({(option.position, option.action) for option in options}) == 1:
            self.settle(options[0])
            return
        self.question = options
        self._frames_since = []
        choices = choices_of(options)
        self.question_text = self.words.question([(choice["card"], choice["action"]) for choice in choices])
        self.emit("question", text=self.question_text, choices=choices)
        self._look_at_question()

    def settle(self, option: Option, others: tuple[Option, ...] = (), replay: bool = False) -> None:
        """An action is certain: it is the position from now on.

        `others` were the choices of its question. `replay`: the hands have gone on since the picture that it ended in.
        """
        assert self.game is not None
        assert self.watch is not None
        if self.complaint:
            self._correct()
        seat = self.state.seat
        if self._accepted is None:
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
        self.pile.settle(seat)
        self._go_on(self._frames_since if replay else [])

    def _go_on(self, frames: list[int]) -> None:
        """The state is a new one: a new trail, the turn told, the next card opened."""
        assert self.watch is not None
        self._accepted = None
        self.question, self._named_at, self._is_pressed = (), None, False
        self._settled_at, self.is_won = self.now, False
        self._frames_since = []
        self.watch.restart(self.state.picture, frames)
        self._await(None)
        self._look()
        if not self.state.winner or self.state.is_answerable:
            self.tell_turn()
        self._accept_next()

    # -- questions --------------------------------------------------------------------------------------------------

    def answer(self, action: str) -> bool:
        """Answers the open question, by action or by number; False if none is open or that is no choice of it."""
        chosen = next((o for o in self.question if action == o.action), None)
        chosen = chosen or next((o for o in self.question if action in o.also), None)
        if chosen is None and action.isdecimal() and 1 <= int(action) <= len(self.question):
            chosen = self.question[int(action) - 1]
        if chosen is None:
            return False
        self._answered(chosen)
        return True

    def _answered(self, chosen: Option) -> None:
        self.emit("answer", choice={"card": chosen.card, "action": chosen.action})
        self.settle(chosen, self.question, replay=True)

    def _look_at_question(self) -> None:
        """Playing on can answer a question: what the next seat completes is possible after one choice only."""
        if len(self.pile.cards) < 2 or not self._frames_since:
            return
        ends = [option for option in self.question if self._is_completed_after(option)]
        if len(ends) == 1 and not any(self._can_follow(o) for o in self.question if o != ends[0]):
            self._answered(ends[0])

    def _after(self, option: Option) -> tuple[Fit, Trail]:
        """The board against the next card, if the question is answered with `option`."""
        assert self.game is not None
        assert self.watch is not None
        state = self.game.play(self.state, option)
        trail = Trail(self.watch.sensors, state.picture)
        for occupied in self._frames_since:
            trail.follow(occupied)
        card = self.pile.cards[1].card
        options = self.game.options(state, card)
        return Fit(trail.sensors, options, state.picture, self.game.undone_by(state, card)), trail

    def _is_completed_after(self, option: Option) -> bool:
        fit, trail = self._after(option)
        return bool(fit.complete(trail)) and not fit.is_at_rest(trail)

    def _can_follow(self, option: Option) -> bool:
        fit, trail = self._after(option)
        return fit.is_at_rest(trail) or bool(fit.complete(trail)) or fit.is_on_its_way(trail)

    # -- what is wrong ----------------------------------------------------------------------------------------------

    def press(self) -> None:
        """Somebody says "I am done": the picture counts as it is."""
        if self.watch is None or self.question or not self.is_set_up:
            return
        self._is_pressed = True
        if self.watch.is_complete:
            self._conclude()
        elif self.watch.is_changing:
            self._named_at = None
            self._name_wrong()
        elif self._accepted is not None:
            options = follows(self.watch.fit, self.watch.trail)
            if options:
                self._decide(options)

    @property
    def _is_named(self) -> bool:
        return self.watch is not None and self._named_at == self.watch.occupied

    def _name_missing(self) -> None:
        """The set-up has come to rest, and is not complete."""
        self.complaint = "wrong"
        self._disturbed()

    def _name_wrong(self) -> None:
        """A picture that is no action rests: says what is wrong, unless it is on its way."""
        assert self.game is not None
        assert self.watch is not None
        self._named_at = self.watch.occupied
        if not self._is_pressed and self.watch.fit.is_on_its_way(self.watch.trail):
            return
        if self._is_closing and self._close_silently():
            return
        ends = [option.picture for option in self.watch.fit.options]
        moved = displaced(self.watch.trail, self.state.picture, self.state.seat, ends)
        is_told = self.complaint == "wrong" or self.is_restoring
        self.complaint = "wrong"
        if is_told or not moved or len(moved) > MOST_DISPLACED or any(d.owner == "?" for d in moved):
            self._disturbed()
        else:
            self._violation(self.game.explain_picture(self.state, self.awaited_card, moved), moved)

    def _disturbed(self) -> None:
        assert self.watch is not None
        self._named_at = self.watch.occupied
        self.emit("disturbed", differences=differences(self.watch.trail, self.state.picture))

    def _violation(self, explanation: Explanation, moved: tuple[Any, ...] = ()) -> None:
        self.emit(
            "violation",
            rule=explanation.rule,
            seat=explanation.facts.get("seat", self.state.seat),
            text=self.words.explanation(explanation, moved),
            cells=list(explanation.cells),
            key=explanation.key,
            facts=dict(explanation.facts),
            referee=self.referee,
        )

    def _correct(self) -> None:
        self.complaint, self.is_restoring, self._named_at = "", False, None
        self.emit("corrected", position=self.state.position)

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

    # -- the board --------------------------------------------------------------------------------------------------

    def _on_hello(self, hello: Hello) -> None:
        self._mask = hello.mask
        if self.watch is not None and self.watch.believe(hello.mask, self.watch.stuck):
            self._look()
        if not self.is_connected:
            self._connect(True, hello.board, "")

    def _on_cable(self, cable: Cable) -> None:
        if cable.is_connected != self.is_connected:
            self._connect(cable.is_connected, cable.source, cable.reason)

    def _connect(self, is_connected: bool, source: str, reason: str) -> None:
        self.is_connected = is_connected
        if self.watch is not None:
            # What rested while nobody looked has not been seen to rest.
            self.watch.last_change = max(self.watch.last_change, self.now)
        self.emit("board", connected=is_connected, source=source, reason=reason)

    def _on_fault(self, fault: Fault) -> None:
        if fault.index is None or self.watch is None or fault.code not in ("stuck-on", "stuck-off", "clear"):
            return
        stuck = self.watch.stuck - {fault.index} if fault.code == "clear" else self.watch.stuck | {fault.index}
        if self.watch.believe(self.watch.mask, stuck):
            self.emit("stuck", indices=sorted(stuck))
            self._look()
