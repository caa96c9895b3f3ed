"""What a table sees of the smaller games: pictures, standing pieces, what a picture can mean, what is awaited."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.contract import Awaited, Option
from engine.registry import commands
from engine.tacocat.game import TacocatGame
from engine.tactiki.game import TactikiGame
from engine.tactix import table as dice
from engine.tactix.game import TactixGame
from engine.tactix.moves import moves
from engine.tactix.position import start

TACOCAT, TACTIKI = TacocatGame(), TactikiGame()
GAME = TactixGame()


def positions(game):
    for finished in commands(game).simulate(2, 8, ("random",), {}):
        yield from (step["position"] for step in commands(game).replay(finished.lines) if "position" in step)


def test_dice_as_they_stand():
    found = GAME.standing(GAME.begin({}))
    assert len(found) == 18
    assert (found[0].cell, found[0].owner, found[0].face, found[0].marks) == ("a1", "w", "5", ())
    assert (found[4].cell, found[4].owner, found[4].face, found[4].marks) == ("e1", "w", "", ("king",))
    assert dice.picture(start()) == "w" * 9 + "." * 63 + "b" * 9


def test_two_ways_with_one_picture_differ_in_the_face_on_top():
    state = GAME.begin({"position": "a1=wK e4=w31 i9=bK w"})
    found: dict[str, list[Option]] = {}
    for option in GAME.options(state, ""):
        found.setdefault(option.picture, []).append(option)
    several = [ways for ways in found.values() if len(ways) > 1]
    assert several
    for ways in several:
        moved = [GAME.account(state, way).moved[0] for way in ways]
        assert len({(one.origin, one.target) for one in moved}) == 1, "what moved is the same"
        assert len({way.trails for way in ways}) == len(ways), "the squares in between tell them apart"
    assert sum(map(len, found.values())) == len(moves(state.game.position))


def test_the_squares_of_a_way():
    assert dice.passed("a1-a3-c3") == ("a2", "a3", "b3", "c3")
    assert dice.passed("e9-e8") == ("e8",)


def test_pictures_of_whole_games_follow_from_what_moved():
    lot = random.Random(2)
    for text in lot.sample(list(positions("tactix")), 40):
        state = GAME.begin({"position": text})
        for option in GAME.options(state, ""):
            shown = dict(zip(GAME.layout.holes, state.picture, strict=True))
            (moved,) = GAME.account(state, option).moved
            assert shown[moved.origin] == moved.owner
            assert [shown[one.cell] for one in moved.captured] == [one.owner for one in moved.captured]
            shown[moved.origin], shown[moved.target] = ".", moved.owner
            assert "".join(shown.values()) == option.picture == GAME.play(state, option).picture


def test_reach_before_a_piece_is_lifted():
    state = GAME.begin({})
    ways = GAME.reach(state, "b9").ways
    assert [(moved.origin, moved.target, moved.face) for moved, _ in ways] == [("b9", "b8", "3")]
    assert GAME.reach(state, "e5") is None


def test_the_token_is_told_with_its_way_to_both_goals():
    state = TACOCAT.begin({"position": "3 covered:4 A:?,?,?,? B:?,?,?,? attack:A"})
    assert state.picture == "...t....."
    (token,) = TACOCAT.standing(state)
    assert (token.cell, token.owner, token.ahead) == ("3", "t", ((3, "A"), (4, "B"))), "covered spaces do not count"


def test_what_the_round_waits_for():
    def found(waits, *, hands="A:?,? B:?,?"):
        awaited = TACOCAT.awaits(TACOCAT.begin({"position": f"3 covered:4 {hands} {waits}"}))
        assert len(awaited.cards) == (24 if awaited.what == "answer" else 12), "only in an answer cards are given up"
        return replace(awaited, cards=())

    assert found("duel:B/6") == Awaited("card", ("B",), "duel_second")
    assert found("duel:AB") == Awaited("card", ("A", "B"), "duel", is_private=True)
    assert found("answer:B/6") == Awaited("card", ("B",), "answer")
    assert found("exchange:B") == Awaited("card", ("B",), "exchange", can_end=True)
    assert found("exchange:A/2") == Awaited("card", ("A",), "exchange_second", can_end=True)
    assert found("show:AB", hands="A:? B:?") == Awaited("card", ("A", "B"), "show")
    first = TACOCAT.awaits(TACOCAT.begin({}))
    ranks = tuple(map(str, range(1, 13)))
    assert first == Awaited("card", ("A", "B"), "exchange_either", can_end=True, cards=ranks)
    assert TACOCAT.awaits(TACOCAT.begin({"position": "8 covered:4 A:- B:- won:B"})) is None


def test_columns_as_everybody_may_know_them():
    state = TACTIKI.begin({"position": "T:a2.1=3,b2.1=4+4 K:b2.2=?,c2.1=2+1 T 2"})
    assert state.picture[5:8] == "xxx"
    stand = [(one.cell, one.height, one.owner, one.face) for one in TACTIKI.standing(state)]
    assert stand == [("a2", 1, "T", ""), ("b2", 1, "T", ""), ("b2", 2, "K", ""), ("c2", 1, "K", "")]
    aided = TACTIKI.begin({"position": state.position, "memory": "aid"})
    assert [one.face for one in TACTIKI.standing(aided)] == ["3", "4", "", "2"]


def test_heights_of_whole_games_follow_from_what_moved():
    lot = random.Random(3)
    for text in lot.sample(list(positions("tactiki")), 40):
        state = TACTIKI.begin({"position": text})
        for option in TACTIKI.options(state, ""):
            high = Counter(one.cell for one in TACTIKI.standing(state))
            for moved in TACTIKI.account(state, option).moved:
                high[moved.origin] -= 1
                high[moved.target] += 1
                high.subtract(one.cell for one in moved.captured)
            after = TACTIKI.play(state, option)
            assert +high == Counter(one.cell for one in TACTIKI.standing(after))
            assert [cell in +high for cell in TACTIKI.layout.holes] == [mark == "x" for mark in option.picture]


@pytest.mark.parametrize("rank", "135")
def test_an_attack_whose_ranks_are_known_is_over_at_once(rank):
    state = TACTIKI.begin({"position": f"T:a1.1={rank}+2 K:a2.1=3 T 2"})
    option = next(one for one in TACTIKI.options(state, "") if one.action == "a1-a2")
    lost = {"1": [("T", "a2")], "3": [], "5": [("K", "a2")]}[rank]
    account = TACTIKI.account(state, option)
    assert [(one.owner, one.cell) for one in account.moved[0].captured] == lost
    assert account.deed == {"1": "attack_loses", "3": "attack_ties", "5": "attack_wins"}[rank]
    assert account.cards == (rank, "3")
    back = [one.action for one in TACTIKI.options(state, "") if one.action.startswith("reincarnate")]
    assert back == [f"reincarnate:?@{file}1" for file in "bcde"]
