"""The session: the only owner of what changes during a game.

Flow of control
1. `take(value)` gets one input with its time; first everything that was due before that time happens.
2. What is the same for every reading of the board (`Scene`) moves on: the picture and its rest, the link, the time.
3. The game moves on (`Course`): in every reading of the board (`Readings`) `applied` changes a table by what happened,
   `policy.now` says what is to be done with it, `carry_out` does it. What a person decides over the companion's head is
   a ruling on the table as told.
4. All this is committed only if nothing raised: a fault costs one input and nothing else. The facts are handed to the
   caller in order; the caller logs them before anybody hears them.

One thread only. Time is an argument: `next_deadline` tells when `tick` has something to do without input.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.facts import Fact
from companion.inputs import Button, Cable, CardTag, Fault, Hello, Identities, Input, Lost, OccupancyFrame, Said
from companion.reconcile.pace import Pace
from companion.reconcile.sensors import Sensors, bits
from companion.session import commands, news, rulings
from companion.session.attempt import Attempt
from companion.session.carry_out import Outcome
from companion.session.colours import Colours
from companion.session.course import Course
from companion.session.happening import Done, Happening, Sensed
from companion.session.link import Link
from companion.session.readings import Readings
from companion.session.referee import MODES
from companion.session.scene import Scene
from companion.session.spent import Spent, told
from companion.session.table import Table
from engine.contract import Seat, Settings, State, TableGame

REPEATED_S = 4.0
"""The same answer again within this time is the same answer, not one to another question that was open then."""

Games = Mapping[str, Callable[[Mapping[str, str]], TableGame]]
"""Opens the rules of a game by name, with its settings. Raises: ValueError."""


class Session:
    """One table. See the flow of control above."""

    def __init__(
        self,
        games: Games,
        referee: str = "kind",
        house_rules: Mapping[str, str] | None = None,
        pace: Pace | None = None,
        cards: str = "told",
        settings_of: Callable[[str], Settings] | None = None,
    ) -> None:
        if referee not in MODES:
            raise ValueError(f"referee {referee!r}: known are {', '.join(MODES)}")
        self.games, self.mode = games, referee
        self._settings_of = settings_of
        """How a game of some name can be set up."""
        self.house_rules = dict(house_rules or {})
        """Kept with the game in the log; the games themselves know them already."""
        self.scene = Scene()
        self.course: Course | None = None
        """The game that is played, None before the first."""
        self._cards = cards
        self._pace = pace or Pace()
        self._unseen_told: tuple[str, ...] = ()
        self._answered: tuple[str, float, frozenset[int]] = ("", 0.0, frozenset())
        """The last answer that was taken, when, and the plies that were open then."""
        self._facts: list[Fact] = []
        self.colours, self.spent = Colours(), Spent()

    # -- in and out ---------------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The time of the last thing that happened, in seconds since the start."""
        return self.scene.now

    @property
    def table(self) -> Table | None:
        """The table as it was told, None without a game."""
        return self.course.table if self.course else None

    @property
    def game(self) -> TableGame | None:
        """The game that is played."""
        return self.table.game if self.table else None

    @property
    def seats(self) -> frozenset[Seat] | None:
        """Whom people can mean: the players, and the owners of yards; None without a game."""
        table = self.table
        return frozenset((*table.game.seats(table.state), *table.game.layout.owners)) if table else None

    @property
    def state(self) -> State:
        """The state of the game as it was told; there has to be one."""
        assert self.table is not None, "no game has been started"
        return self.table.state

    @property
    def settings(self) -> Mapping[str, str]:
        """How the game was begun."""
        return self.table.settings if self.table else {}

    @property
    def pace(self) -> Pace:
        """How quick the hands are."""
        return self.table.pace if self.table else self._pace

    def take(self, value: Input) -> list[Fact]:
        """Takes one input; returns the facts up to and with it, in order.

        Raises: ValueError for a person's input that cannot be read or granted.
        """
        self._run_until(value.t)
        match value:
            case OccupancyFrame():
                self._on_frame(value)
                self.look_at_colours(self.colours)
            case Identities():
                seen = self.colours.heard(value.owners)
                if self.course is not None:
                    self._commit(self.scene, *self.course.coloured(replace(value, owners=seen.owners), self.scene))
                self.look_at_colours(seen)
            case CardTag() if value.tag in self.spent.tags:
                pass
            case CardTag():
                self._facts += told(value)
                self.happen(value)
            case Lost():
                self.happen(value, replace(self.scene, rest=replace(self.scene.rest, damaged_at=value.t)))
            case Said():
                commands.obey(self, value)
            case Hello():
                self._linked(self.scene.link.hello(value, self.game.layout if self.game else None), value.board)
            case Cable():
                self._linked(self.scene.link.cable(value), value.source, value.reason)
            case Fault():
                self._linked(self.scene.link.fault(value), "")
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
        if self.course is not None:
            self.course = self.course.recovered(self.scene)
        return self._handed_out()

    def dropped(self) -> list[Fact]:
        """The facts so far, after an input that could not be taken: nothing of it was committed."""
        return self._handed_out()

    def next_deadline(self) -> float | None:
        """When `tick` has something to do, None if only input can change anything."""
        return self.course.due(self.scene) if self.course else None

    def _handed_out(self) -> list[Fact]:
        facts, self._facts, self.spent = self._facts, [], self.spent.after(self._facts)
        return facts

    def _run_until(self, t: float) -> None:
        while (due := self.next_deadline()) is not None and due <= t and self.course is not None:
            scene = replace(self.scene, now=max(due, self.scene.now))
            self._commit(scene, *self.course.at(scene))
        self.scene = replace(self.scene, now=max(self.scene.now, t))

    def _commit(self, scene: Scene, course: Course | None, facts: Sequence[Fact]) -> None:
        """The one place where anything changes."""
        self.scene, self.course = scene, course
        self._facts += facts
        self._give_up_sensors()

    def happen(self, value: Happening, scene: Scene | None = None, first: tuple[Fact, ...] = (),
               before: Scene | None = None) -> None:  # fmt: skip
        """Something happens; `before` and `scene` are the ones before and after it, `first` is told before."""
        before, scene = before or self.scene, scene or self.scene
        if self.course is None:
            self._commit(scene, None, first)
        else:
            self._commit(scene, *self.course.after(value, before, scene, first))

    # -- the board ----------------------------------------------------------------------------------------------------

    def _on_frame(self, frame: OccupancyFrame) -> None:
        link = self.scene.link.seen()
        first = self._came(link, frame.source)
        rest, table = self.scene.rest, self.table
        if link != self.scene.link:
            rest = rest.anew(frame.t)
        touches: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if table is not None:
            was = rest.occupied if rest.occupied is not None else table.attempt.stories.occupied
            touches = table.attempt.sensors.touches(was, frame.occupied)
        before = replace(self.scene, rest=rest)
        scene = replace(before, rest=rest.after(frame, rest.occupied is None or any(touches)), link=link)
        told = [news.touch(frame.t, kind, cell) for kind, cells in zip(("lift", "place"), touches, strict=True)
                for cell in cells]  # fmt: skip
        self.happen(frame, scene, (*first, *told), before)
        if link.given_up and before.rest.occupied is not None:
            self._believe_again(frame.occupied & ~before.rest.occupied)

    def look_at_colours(self, colours: Colours, *first: Fact) -> None:
        """Whether a camera sees another seat's piece where the board shows the right holes; `first` is told before."""
        is_quiet = self.course is None or self.course.is_calm(self.now)
        self.colours, facts = colours.at(self.now, self.table if is_quiet else None)
        self.scene = self.scene.seeing(self.colours.owners)
        self._facts += [*first, *facts]

    def _came(self, link: Link, source: str, reason: str = "") -> tuple[Fact, ...]:
        if link.is_connected == self.scene.link.is_connected:
            return ()
        return (news.board(self.scene.now, link.is_connected, source, reason),)

    def _linked(self, link: Link, source: str, reason: str = "") -> None:
        """The board came, went, or sees other places than before."""
        facts = self._came(link, source, reason)
        rest = self.scene.rest.anew(self.scene.now) if facts else self.scene.rest
        if link.stuck != self.scene.link.stuck:
            facts = (*facts, news.stuck(self.scene.now, sorted(link.stuck)))
        scene = replace(self.scene, rest=rest, link=link)
        if self.game is None:
            self._commit(scene, None, facts)
        else:
            sensed = Sensed(link.sensors(self.game.layout))
            self.happen(sensed, scene, (*facts, *self._unseen(sensed)))

    def _unseen(self, sensed: Sensed) -> tuple[Fact, ...]:
        """What the board cannot see, told once."""
        cells = sensed.sensors.cells_without_sensor()
        if cells == self._unseen_told:
            return ()
        self._unseen_told = cells
        return (news.unseen(self.scene.now, cells),)

    def _give_up_sensors(self) -> None:
        """Sensors that the table believes no more have failed, but for those that show the piece which should be there:
        it was in a hand so long."""
        if self.course is None or self.course.cardless is not None:
            return  # what is believed without cards gives up none
        table, link = self.course.table, self.scene.link
        doubted = link.sensors(table.game.layout).mask & ~table.attempt.sensors.mask
        shown = self._shown(doubted)
        if doubted & ~shown:
            link = link.giving_up(frozenset(bits(doubted & ~shown)))
            self.scene = replace(self.scene, link=link)
            self._facts.append(news.stuck(self.scene.now, sorted(link.stuck)))
            self._facts += self._unseen(Sensed(link.sensors(table.game.layout)))
        if shown:
            self.happen(Sensed(link.sensors(table.game.layout)))

    def _believe_again(self, filled: int) -> None:
        """What was given up of these places (bits), and shows a piece that should be there, is believed again."""
        right = self.scene.link.given_up.intersection(bits(self._shown(filled)))
        if right:
            self.distrust(self.scene.link.stuck - right)

    def _shown(self, places: int) -> int:
        """Of these places (bits) the holes that show a piece where one should be, as far as that was told."""
        table, occupied = self.table, self.scene.rest.occupied
        if table is None or occupied is None or not places:
            return 0
        return places & occupied & Sensors.all_of(table.game.layout).expected_holes(table.state.picture)

    def distrust(self, stuck: frozenset[int], *first: Fact) -> None:
        """Exactly these places count as places without sensor, besides those without one; `first` is told before."""
        self._facts += first
        self._linked(self.scene.link.distrusting(stuck), "")

    # -- people -------------------------------------------------------------------------------------------------------

    def named(self, name: str, words: Sequence[str]) -> dict[str, str]:
        """The choices that these words make for a game. Raises: ValueError."""
        if name not in self.games:
            raise ValueError(f"unknown game: {name!r}")
        if self._settings_of is not None:
            return self._settings_of(name).named(words)
        if words:
            raise ValueError(f"unknown setting: {words[0]!r}")
        return {}

    def begin(self, name: str, settings: Mapping[str, str]) -> None:
        """Starts a game. Raises: ValueError for a game, variant, deck, seat or position that does not exist, or a game
        of another board than this table's."""
        if name not in self.games:
            raise ValueError(f"unknown game: {name!r}")
        game = self.games[name](settings)
        if self.game is not None and game.layout != self.game.layout:
            raise ValueError(f"the board of this table is {self.game.layout.name}, not {game.layout.name}")
        state = game.begin(settings)
        self._facts.append(news.game(self.scene.now, name, settings, self.house_rules, game.layout))
        self.open(game, state, settings)

    def open(self, game: TableGame, state: State, settings: Mapping[str, str]) -> None:
        """Goes on with a game in the given state; the board is compared with it first."""
        sensed = Sensed(self.scene.link.sensors(game.layout))
        attempt = Attempt.begin(sensed.sensors, state.picture, self.scene.rest.occupied)
        table = Table(game, state, settings, attempt, self.mode, pace=self.pace, settled_at=self.scene.now)
        scene = replace(self.scene, rest=self.scene.rest.anew(self.scene.now))
        course = Course(Readings.of(table), self._cards, is_untold=self._cards != "told")
        self._commit(scene, *course.told(course.readings, self._unseen(sensed), scene))
        self.look()

    def go_on(self, table: Table) -> None:
        """Goes on with a table whose game was played elsewhere (out of a log)."""
        renewed = replace(rulings.renewed(replace(table, is_set_up=False), self.scene), pile=table.pile)
        sensors = self.scene.link.sensors(table.game.layout)
        readings = Readings.of(replace(renewed, attempt=renewed.attempt.believing(sensors)))
        course = self.course or Course(readings, self._cards, is_untold=self._cards == "inferred")
        self._commit(self.scene, *course.told(readings, (), self.scene))
        self.look()

    def look(self) -> None:
        """Does what is to be done at this moment."""
        if self.course is not None and self.course.cardless is None:
            self._commit(self.scene, *self.course.at(self.scene))

    def rule(self, ruling: Callable[[Table, Scene], Outcome], is_anew: bool = True) -> None:
        """A person decides over the companion's head; what was asked is forgotten. Raises: ValueError.

        `is_anew`: the board has to rest again before it counts.
        """
        if self.course is None:
            raise rulings.Refused("no game has been started")
        table, facts = ruling(self.course.shown(self.scene), self.scene)
        scene = replace(self.scene, rest=self.scene.rest.anew(self.scene.now)) if is_anew else self.scene
        self._commit(scene, *self.course.ruled(table, facts, scene))
        self.look()

    def answer(self, text: str) -> None:
        """Answers what is asked, by action or by number; an action that nobody asked about is kept as evidence."""
        if self.course is None:
            return
        last, at, asked = self._answered
        is_repeated = text == last and self.scene.now - at < REPEATED_S
        if is_repeated:
            self._answered = (last, self.scene.now, asked)
        answered = self.course.answered(text, self.scene, asked if is_repeated else frozenset())
        if answered is not None:
            self._answered = (text, self.scene.now, self.course.readings.asked)
            self._commit(self.scene, *answered)
            return
        offer = self.course.offer
        if offer is not None and text in (offer.action, "1"):
            self.rule(partial(rulings.agreed, offer=offer))
            return
        self._commit(self.scene, self.course.said(text), ())

    def _on_button(self, name: str) -> None:
        """Buttons at the board: `done`, or the number of a choice."""
        if name == "done":
            self.happen(Done())
        else:
            self.answer(name)
