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
from companion.reconcile.sensors import Sensors
from companion.reconcile.trail import Trail
from companion.reconcile.verdict import Kind, Verdict, follows, judge
from companion.session.history import History
from companion.session.pile import Laid, Pile
from companion.session.words import Words, choices_of
from engine.contract import Explanation, Game, Option

WRONG_REST_S = 1.4
"""A picture that no legal action explains is wrong after this rest (the rules of the events page ask for 1 to 3.5 s)."""
SETUP_REST_S = 6.0
"""So long a board being set up may rest before the missing pieces are named."""
WIN_REST_S = 10.0
"""After this time without a new card a win stands (T8.2)."""
GAP_LINES = 3
"""So many lost sentences can hide an exchange of two pieces that leaves the board as it was."""
RESTART_LINES = 1000

Games = Mapping[str, Callable[[Mapping[str, str]], Game]]
"""Opens the rules of a game by name, with its settings. Raises: ValueError."""


class Session:
    """One table. See the flow of control above."""

    def __init__(self, games: Games, words: Words, referee: str = "kind") -> None:
        self.games = games
        self.words = words
        self.referee = referee
        self.game: Game | None = None
        self.state: Any = None
        self.settings: Mapping[str, str] = {}
        self.history = History()
        self.pile = Pile()
        self.pace = Pace()
        self.mask: int | None = None
        self.stuck: set[int] = set()
        self.occupied: int | None = None
        self.is_set_up = False
        self.is_connected = False
        self.tells_cards = True
        self.question: tuple[Option, ...] = ()
        self.question_text = ""
        self.complaint: str = ""
        self.is_pressed = False
        self.is_restoring = False
        self.last_change = 0.0
        self.now = 0.0
        self._facts: list[Fact] = []
        self._frames_since: list[int] = []
        self._rests: list[tuple[float, tuple[Option, ...]]] = []
        self._verdict = Verdict(Kind.IDLE)
        self._named_at: int | None = None
        self._is_won = False
        self._won_move_t = 0.0
        self._came_home_last = False
        self._accepted: Laid | None = None

    # -- in and out -------------------------------------------------------------------------------------------------

    def take(self, value: Input) -> list[Fact]:
        """Takes one input; returns the facts up to and with it, in order."""
        self._run_until(value.t)
        self.now = max(self.now, value.t)
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
            case Button():
                pass
        return self._handed_out()

    def tick(self, t: float) -> list[Fact]:
        """Lets everything happen that is due at `t`."""
        self._run_until(t)
        self.now = max(self.now, t)
        return self._handed_out()

    def next_deadline(self) -> float | None:
        """When `tick` has something to do, None if only input can change anything."""
        due = self._due()
        return due[0] if due else None

    def _handed_out(self) -> list[Fact]:
        facts, self._facts = self._facts, []
        return facts

    def emit(self, kind: str, **data: Any) -> None:
        """Adds a fact at the present time."""
        self._facts.append(Fact(kind, self.now, data))

    def _run_until(self, t: float) -> None:
        while True:
            due = self._due()
            if due is None or due[0] > t:
                return
            self.now = max(self.now, due[0])
            due[1]()

    def _due(self) -> tuple[float, Callable[[], None]] | None:
        if self.game is None or self.occupied is None:
            return None
        if self.state.winner and not self._is_won:
            return self._win_due()
        if not self.is_set_up:
            return None if self._is_named() else (self.last_change + SETUP_REST_S, self._name_missing)
        if self.question:
            return None
        if self._verdict.kind is Kind.COMPLETE:
            return self.last_change + self.pace.hold_s(self.state.seat), self._conclude
        if self._verdict.kind is Kind.CHANGING and not self._is_named():
            return self.last_change + WRONG_REST_S, self._name_wrong
        return None

    # -- the game ---------------------------------------------------------------------------------------------------

    def begin(self, name: str, settings: Mapping[str, str]) -> None:
        """Starts a game. Raises: ValueError for a game, variant, deck, seat or position that does not exist."""
        if name not in self.games:
            raise ValueError(f"unknown game: {name!r}")
        game = self.games[name](settings)
        state = game.begin(settings)
        self.emit("game", game=name, settings=dict(settings))
        self.resume(game, state, settings)

    def resume(self, game: Game, state: Any, settings: Mapping[str, str]) -> None:
        """Goes on with a game in the given state; the board is compared with it first."""
        self.game, self.state, self.settings = game, state, settings
        self.history = History()
        self.is_set_up = False
        self.changed_by_hand()

    def resume_here(self) -> None:
        """The state was played again from a log: the board has to show it before play goes on."""
        self.is_set_up = False
        self.changed_by_hand()

    def changed_by_hand(self) -> None:
        """The state was set from outside (a new game, a takeback, a ruling): what was pending is forgotten."""
        self.pile.clear()
        self.question, self.complaint, self._accepted = (), "", None
        self.is_pressed, self._is_won, self._named_at = False, False, None
        self._frames_since = []
        self._won_move_t = self.last_change = self.now
        self._restart_trail()
        self._look()

    @property
    def awaited_card(self) -> str | None:
        """The card whose action is awaited."""
        return self._accepted.card if self._accepted else None

    @property
    def sensors(self) -> Sensors:
        """The places that can be believed at the moment."""
        assert self.game is not None
        layout = self.game.layout
        mask = (1 << layout.size) - 1 if self.mask is None else self.mask
        for index in self.stuck:
            mask &= ~(1 << index)
        return Sensors(layout, mask)

    def _restart_trail(self) -> None:
        """Begins a new trail at the position, and puts the present frame on it."""
        self.trail = Trail(self.sensors, self.state.picture)
        if self.occupied is not None:
            self.trail.follow(self.occupied)
        self._rests = []
        self._open_fit(self._accepted)

    def _open_fit(self, laid: Laid | None) -> None:
        assert self.game is not None
        options: tuple[Option, ...] = ()
        undone = None
        if laid is not None:
            options = self.game.options(self.state, laid.card)
            undone = self.game.undone_by(self.state, laid.card) if options else None
        elif not self.tells_cards and not self.state.winner:
            cards = self.game.possible_cards(self.state, self.state.seat)
            options = tuple(option for card in cards for option in self.game.options(self.state, card))
        self.fit = Fit(self.trail.sensors, options, self.state.picture, undone)

    # -- frames -----------------------------------------------------------------------------------------------------

    def _on_frame(self, frame: OccupancyFrame) -> None:
        if frame.lost:
            self.pile.gap()
        if not self.is_connected:
            self._connect(True, frame.source, "")
        if self.game is None:
            self.occupied = frame.occupied
            return
        self._bear_gap(frame.lost)
        is_first = self.occupied is None
        self.occupied = frame.occupied
        if self._verdict.kind is Kind.COMPLETE:
            rest = (self.now - self.last_change, self._verdict.options)
        else:
            rest = None
        lifted, placed = self.trail.follow(frame.occupied)
        if not (lifted or placed or is_first):
            return
        if rest is not None:
            self._rests.append(rest)
        for cell in lifted:
            self.emit("lift", cell=cell)
        for cell in placed:
            self.emit("place", cell=cell)
        self.last_change = self.now
        heaps = self.game.layout.heaps
        self._came_home_last = bool(placed) and not lifted and all(cell in heaps for cell in placed)
        if self.question:
            self._frames_since.append(frame.occupied)
        self._look()

    def _bear_gap(self, lost: int) -> None:
        """Lost sentences can hide what only the trail would tell."""
        if not lost or self.trail.is_broken:
            return
        is_loose = any(len(w.pool) > self._unseen_pieces() for w in self.trail.worlds)
        if lost >= GAP_LINES or is_loose:
            if lost < RESTART_LINES and not is_loose and self.fit.is_at_rest(self.trail) and self._accepted is None:
                return
            self.trail.break_off()

    def _unseen_pieces(self) -> int:
        return min((len(world.pool) for world in self.trail.worlds), default=0)

    def _look(self) -> None:
        """Judges the board as it is now."""
        if self.game is None or self.occupied is None:
            return
        self._verdict = judge(self.fit, self.trail)
        if not self.is_set_up:
            self._look_at_setup()
        elif self.question:
            self._look_at_question()
        elif self._verdict.kind is Kind.IDLE:
            if self.complaint and self.complaint != "idle":
                self._correct()
            if self._accepted is None and self.trail.is_broken and not self.state.winner:
                self._restart_trail()
        elif self._verdict.kind is Kind.COMPLETE and (self._came_home_last or self.is_pressed):
            self._conclude()

    def _look_at_setup(self) -> None:
        if not self.fit.shows(self.state.picture, self.trail):
            return
        self.is_set_up = True
        self._named_at = None
        if self.complaint:
            self._correct()
        self.emit("setup", position=self.state.position)
        self._restart_trail()
        self._verdict = judge(self.fit, self.trail)
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
            return
        if self._accepted is None:
            self._accept_next()
        elif not self.question:
            self._close_by_what_follows()
        elif len(self.pile.cards) > 1:
            self._look_at_question()

    def _accept_next(self) -> None:
        """Opens the turn of the seat to act with the first card that waits."""
        laid = self.pile.first
        if laid is None or self._accepted is not None or not self.is_set_up or self.game is None:
            return
        seat = self.state.seat
        if laid.seat and laid.seat not in (seat, self.state.by):
            self._refuse(laid, self.game.explain_play(self.state, laid.seat, laid.card, "discard"))
            return
        self.emit("card", seat=seat, card=laid.card, by=laid.by)
        broken = self._forbids(laid)
        if broken is not None:
            self._refuse(laid, broken)
            return
        self._accepted = laid
        self.is_pressed = False
        self._open_fit(laid)
        self._rests = []
        options = self.fit.options
        if not options:
            self.settle(self.game.discard(self.state, laid.card))
        elif len(options) == 1 and not options[0].gesture and options[0].action != "skip":
            self.settle(options[0])
        else:
            self._look()
            if len(self.pile.cards) > 1 and self._accepted is laid:
                self._close_by_what_follows()

    def _forbids(self, laid: Laid) -> Explanation | None:
        """Why this card cannot be laid now, as far as the hands are known."""
        assert self.game is not None
        if self.game.options(self.state, laid.card):
            return None
        return self.game.explain_play(self.state, self.state.seat, laid.card, "discard")

    def _refuse(self, laid: Laid, explanation: Explanation | None) -> None:
        self.pile.drop(laid)
        if explanation is None:
            return
        self._violation(explanation, laid.seat or self.state.seat, ())
        self._accept_next()

    def _close_by_what_follows(self) -> None:
        """The next card is laid: the action before it is settled, asked, or found missing."""
        assert self.game is not None and self._accepted is not None
        self.is_pressed = True
        options = self._with_discard(follows(self.fit, self.trail))
        if options:
            self._decide(options)
        elif self._verdict.kind is Kind.IDLE and self.complaint != "idle":
            missing = Explanation("T3.3", "nothing-moved", {"seat": self.state.seat, "card": self._accepted.card})
            self.complaint = "idle"
            self._violation(missing, self.state.seat, ())
        elif self._verdict.kind is Kind.CHANGING:
            self._named_at = None

    def _with_discard(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """A seat that sits out may lay any card away, a usable TAC too: then the board cannot tell which it was."""
        assert self.game is not None and self._accepted is not None
        card = self._accepted.card
        is_silent = all(not option.gesture for option in options)
        if self._verdict.kind is not Kind.IDLE or not is_silent:
            return options
        if self.game.explain_play(self.state, self.state.seat, card, "discard") is None:
            return (*options, self.game.discard(self.state, card))
        return options

    # -- deciding ---------------------------------------------------------------------------------------------------

    def _conclude(self) -> None:
        """The picture has rested: it counts."""
        self._decide(self._verdict.options)

    def _decide(self, options: tuple[Option, ...]) -> None:
        if len({(option.position, option.action) for option in options}) == 1:
            self.settle(options[0])
            return
        self.question = options
        self._frames_since = []
        choices = choices_of(options)
        self.question_text = self.words.question([(c["card"], c["action"]) for c in choices])
        self.emit("question", text=self.question_text, choices=choices)
        if len(self.pile.cards) > 1:
            self._look_at_question()

    def settle(self, option: Option, others: tuple[Option, ...] = ()) -> None:
        """An action is certain: it is the position from now on."""
        assert self.game is not None
        if self.complaint:
            self._correct()
        seat = self.state.seat
        if self._accepted is None:
            self.emit("card", seat=seat, card=option.card, by="inferred")
        self._learn(seat, option)
        self.history.add(self.state, option, others)
        self.state = self.game.play(self.state, option)
        certainty = 0.9 if self.trail.is_broken or others else 1.0
        self.emit(
            "move", seat=seat, card=option.card, action=option.action, position=self.state.position, certainty=certainty
        )
        self.pile.settle(seat)
        self._after_change()

    def _after_change(self) -> None:
        """The state is a new one: a new trail, the turn told, the next card opened."""
        self._accepted = None
        self.question, self._named_at, self.is_pressed = (), None, False
        frames, self._frames_since = self._frames_since, []
        self._won_move_t = self.now
        self._is_won = False
        self._follow_again(frames)
        if not self.state.winner or self.state.is_answerable:
            self.tell_turn()
        self._accept_next()

    def _follow_again(self, frames: list[int]) -> None:
        """A new trail from the position, through the frames that came while a question was open."""
        now = self.occupied
        if frames:
            self.trail = Trail(self.sensors, self.state.picture)
            for occupied in frames:
                self.trail.follow(occupied)
            self._rests = []
            self._open_fit(None)
        else:
            self._restart_trail()
        self.occupied = now
        self._look()

    def _learn(self, seat: str, option: Option) -> None:
        for rest_s, options in self._rests:
            if option not in options:
                self.pace = self.pace.observed(seat, rest_s)

    def tell_turn(self) -> None:
        """Says whose turn it is."""
        self.emit("turn", seat=self.state.seat, round=self.state.round, deal=self.state.deal)

    # -- questions --------------------------------------------------------------------------------------------------

    def answer(self, action: str) -> bool:
        """Answers the open question; False if none is open or `action` is not among its choices."""
        chosen = next((o for o in self.question if action == o.action), None)
        chosen = chosen or next((o for o in self.question if action in o.also), None)
        if chosen is None:
            return False
        self.emit("answer", choice={"card": chosen.card, "action": chosen.action})
        self.settle(chosen, self.question)
        return True

    def _look_at_question(self) -> None:
        """Playing on can answer a question: what follows is possible after one of the choices only."""
        if len(self.pile.cards) < 2:
            return
        proven = [option for option in self.question if self._can_follow(option)]
        if len(proven) == 1 and self._came_home_last:
            self.emit("answer", choice={"card": proven[0].card, "action": proven[0].action})
            self.settle(proven[0], self.question)

    def _can_follow(self, option: Option) -> bool:
        """Whether the next card and what the board shows fit, if the question is answered with `option`."""
        assert self.game is not None
        state = self.game.play(self.state, option)
        trail = Trail(self.sensors, state.picture)
        for occupied in self._frames_since:
            trail.follow(occupied)
        fit = Fit(trail.sensors, self.game.options(state, self.pile.cards[1].card), state.picture, state.undone)
        return fit.is_at_rest(trail) or bool(fit.complete(trail)) or fit.is_on_its_way(trail)

    # -- what is wrong ----------------------------------------------------------------------------------------------

    def press(self) -> None:
        """Somebody says "I am done": the picture counts as it is."""
        if self.game is None or self.question or not self.is_set_up:
            return
        self.is_pressed = True
        if self._verdict.kind is Kind.COMPLETE:
            self._conclude()
        elif self._verdict.kind is Kind.CHANGING:
            self._named_at = None
            self._name_wrong()
        elif self._accepted is not None:
            options = follows(self.fit, self.trail)
            if options:
                self._decide(options)

    def _is_named(self) -> bool:
        return self._named_at == self.occupied

    def _name_missing(self) -> None:
        """The set-up has come to rest, and is not complete."""
        self._named_at = self.occupied
        self.complaint = "disturbed"
        self.emit("disturbed", differences=differences(self.trail, self.state.picture, self.sensors))

    def _name_wrong(self) -> None:
        """A picture that is no action rests: says what is wrong, unless it is on its way."""
        assert self.game is not None
        self._named_at = self.occupied
        if not self.is_pressed and self.fit.is_on_its_way(self.trail):
            return
        moved = displaced(self.trail, self.state.picture, self.state.seat)
        if self.is_restoring or (self.complaint and self.complaint != "idle"):
            self.complaint = self.complaint or "wrong"
            self.emit("disturbed", differences=differences(self.trail, self.state.picture, self.sensors))
            return
        self.complaint = "wrong"
        if any(d.owner == "?" for d in moved) or not moved or len(moved) > MOST_DISPLACED:
            self.emit("disturbed", differences=differences(self.trail, self.state.picture, self.sensors))
            return
        self._violation(self.game.explain_picture(self.state, self.awaited_card, moved), self.state.seat, moved)

    def _violation(self, explanation: Explanation, seat: str, moved: tuple[Any, ...]) -> None:
        self.emit(
            "violation",
            rule=explanation.rule,
            seat=explanation.facts.get("seat", seat),
            text=self.words.explanation(explanation, moved),
            cells=list(explanation.cells),
            key=explanation.key,
            facts=dict(explanation.facts),
            referee=self.referee,
        )

    def _correct(self) -> None:
        self.complaint, self.is_restoring = "", False
        self._named_at = None
        self.emit("corrected", position=self.state.position)

    # -- the win ----------------------------------------------------------------------------------------------------

    def _win_due(self) -> tuple[float, Callable[[], None]] | None:
        if self._accepted is not None and self._verdict.kind is Kind.COMPLETE:
            return self.last_change + self.pace.hold_s(self.state.seat), self._conclude
        if self._accepted is not None:
            return None
        rest = WIN_REST_S if self.state.is_answerable else 0.0
        return max(self._won_move_t, self.last_change if rest else 0.0) + rest, self._win

    def _win(self) -> None:
        self._is_won = True
        self.emit("won", seats=list(self.state.winner))

    # -- the board --------------------------------------------------------------------------------------------------

    def _on_hello(self, hello: Hello) -> None:
        if hello.mask != self.mask:
            self.mask = hello.mask
            self._sensors_changed()
        if not self.is_connected:
            self._connect(True, hello.board, "")

    def _on_cable(self, cable: Cable) -> None:
        if cable.is_connected != self.is_connected:
            self._connect(cable.is_connected, cable.source, cable.reason)

    def _connect(self, is_connected: bool, source: str, reason: str) -> None:
        self.is_connected = is_connected
        self.emit("board", connected=is_connected, source=source, reason=reason)

    def _on_fault(self, fault: Fault) -> None:
        if fault.index is None:
            return
        if fault.code in ("stuck-on", "stuck-off"):
            self.stuck.add(fault.index)
        elif fault.code == "clear":
            self.stuck.discard(fault.index)
        else:
            return
        self.emit("stuck", indices=sorted(self.stuck))
        self._sensors_changed()

    def _sensors_changed(self) -> None:
        """Some places are believed no longer, or again: the trail starts anew with what can be seen."""
        if self.game is None:
            return
        was_broken = self.trail.is_broken
        self._restart_trail()
        if was_broken:
            self.trail.break_off()
        self._look()


MOST_DISPLACED = 5
"""More pieces out of place than this is no attempt at an action: the board was disturbed."""
