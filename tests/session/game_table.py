"""A real session of one of the other games, and a board that only tells which places are filled."""

from __future__ import annotations

from companion.cli.tables import new_session
from companion.cli.texts import worded
from companion.facts import Fact
from companion.inputs import Hello, OccupancyFrame, Said
from companion.session.resume import resume
from companion.session.session import Session
from companion.session.snapshot import snapshot
from companion.speech.wording import Wording
from companion.virtual.gestures import Manner, displacements, plan
from companion.virtual.hands import occupied
from engine.contract import Option, TableGame
from engine.registry import at_table

LANGUAGES = ("de", "en", "fr")


class GameTable:
    """One table; `truth` has a bit for each place that is filled."""

    def __init__(self, name: str, words: str = "", position: str = "") -> None:
        self.session = new_session()
        layout = at_table(name).at_table({}).layout
        self.facts: list[Fact] = self.session.take(Hello(0.0, "board", "1", layout.name, (1 << layout.size) - 1))
        self.now = 0.0
        self.say(" ".join(["game", name, *words.split(), *([f"position={position}"] if position else [])]))
        assert self.session.game is not None
        self.game: TableGame = self.session.game
        self.layout = self.game.layout
        self.truth = occupied(self.layout, self.session.state.picture)
        self.frame()

    @property
    def position(self) -> str:
        return self.session.state.position

    @property
    def phase(self) -> str:
        return str(snapshot(self.session)["phase"])

    def frame(self) -> None:
        self.facts += self.session.take(OccupancyFrame(self.now, self.truth, 0))

    def say(self, *texts: str) -> None:
        for text in texts:
            self.now = round(self.now + 0.5, 3)
            self.facts += self.session.take(Said(self.now, text))

    def touch(self, *cells: str) -> None:
        """Lifts or places, one after the other."""
        for cell in cells:
            self.now = round(self.now + 0.3, 3)
            self.truth ^= 1 << self.layout.holes.index(cell)
            self.frame()

    def rest(self, seconds: float = 4.0) -> None:
        for _ in range(int(seconds)):
            self.now = round(self.now + 1.0, 3)
            self.frame()
            self.facts += self.session.tick(self.now)

    def told(self, *kinds: str) -> list[Fact]:
        return [fact for fact in self.facts if fact.kind in kinds]

    def actions(self) -> list[str]:
        return [fact.data["action"] for fact in self.told("move")]

    def broken(self) -> list[str]:
        """The keys of the rules that were named; each has its sentence in every language."""
        for fact in self.told("violation"):
            for language in LANGUAGES:
                (said,) = worded([fact], Wording(language))
                assert said.data["text"]
                assert "{" not in said.data["text"]
        return [fact.data["key"] for fact in self.told("violation")]

    def option(self, action: str) -> Option:
        return next(one for one in self.game.options(self.session.state, "") if one.action == action)

    def make(self, option: Option, manner: Manner) -> None:
        before = self.session.state.picture
        moved = displacements(self.layout, before, option.picture, self.game.account(self.session.state, option).moved)
        self.touch(*(stroke.cell for stroke in plan(self.layout, before, moved, manner)))
        self.rest()

    def started_again(self) -> Session:
        """Another session that goes on where the facts so far have come to."""
        again = new_session()
        again.take(Hello(0.0, "board", "1", self.layout.name, (1 << self.layout.size) - 1))
        kinds = [fact.kind for fact in self.facts]
        last = len(kinds) - 1 - kinds[::-1].index("game")
        assert resume(again, self.facts[last:])
        return again
