"""TAC-TIK at a table: cards are told, hands move the pieces, and the session settles what the rules allow."""

from __future__ import annotations

from random import Random

import pytest

from companion.cli.texts import worded
from companion.facts import Fact
from companion.inputs import Hello, OccupancyFrame, Said
from companion.session.session import Session
from companion.session.snapshot import snapshot
from companion.speech.wording import Wording
from companion.virtual.gestures import Manner, displacements, plan
from companion.virtual.hands import occupied, places
from engine.contract import Option
from engine.tactik.game import TactikGame

MANNER = Manner("carry", 2, "before", False)


class Table:
    """A real session, and a board on which hands make what the rules allow."""

    def __init__(self, variant: str, position: str = "") -> None:
        self.game = TactikGame(variant)
        self.session = Session({"tactik": lambda settings: self.game})
        layout = self.game.layout
        self.facts: list[Fact] = self.session.take(Hello(0.0, "board", "1", layout.name, (1 << layout.size) - 1))
        self.session.begin("tactik", {"variant": variant, "first": "A"} | ({"position": position} if position else {}))
        self.truth = occupied(layout, self.session.state.picture)
        self.now = 0.0
        self.frame()

    def frame(self) -> None:
        self.facts += self.session.take(OccupancyFrame(self.now, self.truth, 0))

    def say(self, text: str) -> None:
        self.now = round(self.now + 0.5, 3)
        self.facts += self.session.take(Said(self.now, text))

    def touch(self, sign: str, cell: str) -> None:
        self.now = round(self.now + 0.4, 3)
        is_lift = sign == "-"
        index = next(i for i in places(self.game.layout, cell) if bool(self.truth >> i & 1) == is_lift)
        self.truth ^= 1 << index
        self.frame()

    def rest(self) -> None:
        for _ in range(4):
            self.now = round(self.now + 1.0, 3)
            self.frame()
            self.facts += self.session.tick(self.now)

    def told(self, *kinds: str) -> list[Fact]:
        return [fact for fact in self.facts if fact.kind in kinds]

    def lay(self, card: str) -> None:
        self.say(f"card {self.session.state.seat} {card}")

    def make(self, option: Option) -> None:
        """The hands of the player to act do this."""
        layout, before = self.game.layout, self.session.state.picture
        moved = self.game.account(self.session.state, option).moved
        for stroke in plan(layout, before, displacements(layout, before, option.picture, moved), MANNER):
            self.touch("-" if stroke.kind == "lift" else "+", stroke.cell)
        self.rest()


@pytest.mark.parametrize("variant", ["teams4", "teams6", "three", "two", "simple4", "simple2"])
def test_actions_made_by_hand_are_settled(variant: str) -> None:
    table, lot = Table(variant), Random(variant)
    session = table.session
    for number in range(30):
        state = session.state
        cards = [card for card in table.game.possible_cards(state, state.seat) if table.game.options(state, card)]
        options = [one for card in cards for one in table.game.options(state, card) if one.picture != state.picture]
        if not options:
            table.lay("2")
            continue
        option = lot.choice(options)
        table.lay(option.card)
        table.make(option)
        if snapshot(session)["phase"] == "question":
            table.say(f"answer {option.action}")
        settled = table.told("move")[-1].data
        assert (settled["action"], settled["position"]) == (option.action, option.position), number
    assert not table.told("violation", "disturbed")
    assert session.state.ply == 30


def test_a_broken_rule_is_named_in_words() -> None:
    table = Table("teams4", "A:00*,62,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.lay("6")
    table.touch("-", "62")
    table.touch("+", "04")
    table.rest()
    (wrong,) = table.told("violation")
    assert (wrong.data["rule"], wrong.data["key"]) == ("I4.2", "pieu-blocks")
    (said,) = worded([wrong], Wording("en"))
    assert "stake" in said.data["text"]


def test_a_pieu_is_turned_over_by_the_rules_alone() -> None:
    table = Table("simple2")
    table.lay("10")
    table.touch("-", "Ay")
    table.touch("+", "00")
    table.rest()
    assert table.told("move")[-1].data["position"] == "A:00*,y,y,y C:y,y,y,y"
    table.lay("3")
    table.lay("4")
    table.touch("-", "00")
    table.touch("+", "60")
    table.rest()
    assert table.told("move")[-1].data["position"] == "A:60,y,y,y C:y,y,y,y"


@pytest.mark.parametrize(("card", "does"), [("swap", True), ("3", False)])
def test_whoever_shows_the_table_knows_which_card_exchanges(card: str, does: bool) -> None:
    table = Table("two", "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    assert snapshot(table.session)["exchanges"] is False
    table.lay(card)
    assert snapshot(table.session)["exchanges"] is does
