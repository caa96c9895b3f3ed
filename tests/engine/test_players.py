"""The built-in players: within the rules, with common sense, and with nothing but what their seat may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from greedy_player import GreedyPlayer

from engine.tac.board.position import Position
from engine.tac.moves.situation import Previous, Setup, Situation
from engine.tac.players.contract import Choice, Player, Sight
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.players.sensible import SensiblePlayer
from engine.tac.settings.variants import VARIANTS

LOT = random.Random(5)
REST = "C:y,y,y,y D:y,y,y,y"


def _sight(position: str, hand: str, seat: str = "A", player: str | None = None, **more: object) -> Sight:
    setup = Setup("teams", "master")
    board = Position.parse(position, setup.seating.seats)
    situation = Situation(setup, board, seat, previous=more.pop("previous", None))  # type: ignore[arg-type]
    return Sight(player or seat, situation, tuple(hand.split()), **more)  # type: ignore[arg-type]


def _sensible(position: str, hand: str, **more: object) -> Choice:
    return SensiblePlayer().play(_sight(position, hand, **more), LOT)  # type: ignore[arg-type]


def test_by_lot_every_usable_card_and_result_comes_up() -> None:
    sight = _sight(f"A:20,60,y,y B:y,y,y,y {REST}", "5 9 tac")
    seen = Counter((choice.card, choice.action) for choice in (RandomPlayer().play(sight, LOT) for _ in range(600)))
    assert set(seen) == {("5", "60-01"), ("5", "60-A1"), ("5", "20-25"), ("9", "60-05"), ("9", "20-29")}
    cards = Counter(card for card, _ in seen.elements())
    assert 240 < cards["5"] < 360, "cards by lot first, whatever the number of their results"


def test_by_lot_a_discard_is_any_card() -> None:
    sight = _sight(f"A:y,y,y,y B:y,y,y,y {REST}", "5 9 tac")
    seen = Counter(RandomPlayer().play(sight, LOT) for _ in range(100))
    assert {choice.card for choice in seen} == {"5", "9", "tac"}
    assert all(choice.action is None for choice in seen)


@pytest.mark.parametrize(
    ("position", "hand", "action"),
    [
        (f"A:60,y,y,y B:y,y,y,y {REST}", "5 9", "60-A1"),
        (f"A:20,60,y,y B:25,y,y,y {REST}", "5", "60-A1"),
        (f"A:10,30,y,y B:35,y,y,y {REST}", "5", "30-35"),
        ("A:10,30,y,y B:y,y,y,y C:35,y,y,y D:y,y,y,y", "5", "10-15"),
        (f"A:02,y,y,y B:y,y,y,y {REST}", "4 12", "02-A2"),
        ("A:30,y,y,y B:15,B2,B3,B4 C:y,y,y,y D:47,D2,D3,D4", "8 6", "skip"),
    ],
)
def test_common_sense_on_the_board(position: str, hand: str, action: str) -> None:
    assert _sensible(position, hand).action == action


def test_a_seven_captures_on_the_way_home() -> None:
    choice = _sensible(f"A:20,62,y,y B:23,y,y,y {REST}", "7 2")
    assert choice.card == "7"
    assert choice.position is not None
    assert choice.position.home("A") == 1
    assert choice.position.yard("B") == 4


def test_a_good_place_is_not_given_away() -> None:
    choice = _sensible(f"A:05,y,y,y B:14,61,y,y {REST}", "trickster")
    assert choice.position is not None
    assert choice.position.pieces("A")[0] == "61"
    choice = _sensible("A:61,y,y,y B:05,14,y,y C:y,y,y,y D:20,y,y,y", "trickster")
    assert choice.position is not None
    assert choice.position.pieces("A")[0] == "61"


def test_the_least_useful_card_is_discarded() -> None:
    assert _sensible(f"A:y,y,y,y B:20,y,y,y {REST}", "7 9 trickster tac").card == "9"


def test_an_opening_card_goes_to_a_partner_who_has_none() -> None:
    position = f"A:y,y,y,y B:y,y,y,y {REST}"
    sight = _sight(position, "1 13 7 9 10", declared=frozenset("AB"))
    assert SensiblePlayer().swap(sight, LOT) in ("1", "13")
    sight = _sight(position, "13 2 7 9 10", declared=frozenset("AC"))
    assert SensiblePlayer().swap(sight, LOT) != "13"


def test_the_win_is_answered_and_sitting_out_need_not_be() -> None:
    before = Position.parse("A:10,y,y,y B:14,B2,B3,B4 C:y,y,y,y D:D1,D2,D3,D4", "ABCD")
    won = "A:10,y,y,y B:B1,B2,B3,B4 C:y,y,y,y D:D1,D2,D3,D4"
    previous = Previous("3", True, before, winning=True)
    choice = _sensible(won, "tac 9", seat="C", is_tac_only=True, previous=previous)
    assert choice.card != "tac", "C has nothing to move"
    choice = _sensible(won, "tac 9", seat="A", is_tac_only=True, previous=previous)
    assert (choice.card, choice.action) == ("tac", "10-13")


def test_under_its_devil_it_plays_against_the_victim() -> None:
    choice = _sensible("A:14,y,y,y B:12,y,y,y C:y,y,y,y D:20,y,y,y", "2 8", seat="B", player="A")
    assert choice.action != "12-14", "its own piece is spared"
    assert choice.action in ("12-20", "skip")


@dataclass(frozen=True)
class Spy:
    """A player that checks what it is shown."""

    inner: Player
    name: str = "spy"

    def swap(self, sight: Sight, lot: random.Random) -> str:
        return self.inner.swap(sight, lot)

    def play(self, sight: Sight, lot: random.Random) -> Choice:
        assert set(sight._fields) == {"player", "situation", "hand", "is_tac_only", "declared", "gone"}
        assert sight.situation.seat == sight.player or sight.situation.seat == sight.situation.setup.seating.next_seat(
            sight.player
        )
        choice = self.inner.play(sight, lot)
        assert choice.card in sight.hand
        usable = [card for card in sight.hand if sight.can_use(card)]
        assert (choice.action is not None) or not usable or sight.is_tac_only
        return choice


@pytest.mark.parametrize("deck", ["basic", "master"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_players_keep_to_the_rules(variant: str, deck: str) -> None:
    setup = Setup(variant, deck)
    kinds: tuple[Player, ...] = (Spy(SensiblePlayer()), Spy(RandomPlayer()))
    players = {seat: kinds[n % 2] for n, seat in enumerate(setup.seating.seats)}
    match = play_game(setup, players, random.Random(3))
    assert match.winner in setup.seating.teams


def _wins(one: Player, other: Player, games: int) -> int:
    setup, wins = Setup("teams", "basic"), 0
    for number in range(games):
        first = one if number % 2 else other
        second = other if number % 2 else one
        players: Mapping[str, Player] = {"A": first, "B": second, "C": first, "D": second}
        match = play_game(setup, players, random.Random(number))
        assert match.winner is not None
        wins += players[match.winner[0]] is one
    return wins


def test_sense_beats_chance() -> None:
    assert _wins(SensiblePlayer(), RandomPlayer(), 20) >= 19


def test_sense_beats_greed() -> None:
    assert _wins(SensiblePlayer(), GreedyPlayer(), 30) >= 22
