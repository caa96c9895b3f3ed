"""What a table sees of the smaller games: pictures, standing pieces, what a picture can mean, what is awaited."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.contract import Displacement, Option
from engine.registry import commands
from engine.tacocat import table as cards
from engine.tacocat.box import usual
from engine.tacocat.position import Position as Track
from engine.tacocat.position import start as before_the_deal
from engine.tactiki import table as stacks
from engine.tactiki.moves import actions, fight
from engine.tactiki.position import Position as Columns
from engine.tactix import table as dice
from engine.tactix.game import TactixGame
from engine.tactix.moves import moves
from engine.tactix.position import start

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


def test_the_track():
    position = Track.parse("3 covered:4 A:3,5,5,7 B:?,?,?,? attack:A")
    assert cards.picture(position) == "...t....."
    goal, first, *_, middle = cards.track(position, usual())[:5]
    assert (goal.hand_size, goal.arrow) == (None, "")
    assert (first.hand_size, first.arrow, first.is_covered) == (4, "B", False)
    assert (middle.hand_size, middle.arrow, middle.is_covered) == (7, "AB", True)


def test_what_the_round_waits_for():
    found = cards.awaited(Track.parse("3 covered:4 A:5,9 B:2,7,7 duel:B/6"))
    assert found == cards.Awaited("duel", ("B",), True, (), None)
    found = cards.awaited(Track.parse("3 covered:4 A:5,9 B:2,7 answer:B/6"))
    assert found == cards.Awaited("answer", ("B",), False, (6,), None)
    found = cards.awaited(Track.parse("4 covered:- A:5,9 B:2,7 exchange:AB"))
    assert found == cards.Awaited("exchange", ("A", "B"), False, (), None)
    assert cards.awaited(before_the_deal()).kind == "deal"
    assert cards.awaited(Track.parse("8 covered:4 A:- B:- won:B")) is None


def test_the_token_moves_once_a_round():
    texts = list(positions("tacocat"))
    tracks = list(map(Track.parse, texts))
    for before, following in pairwise(tracks):
        if following.token == 4 and not following.covered:
            continue
        moved = cards.moved(before, following)
        assert len(moved) == (before.token != following.token)
        if moved:
            assert cards.picture(following).index("t") == int(moved[0].target)


def test_columns_as_a_seat_may_know_them():
    position = Columns.parse("T:a2.1=3,b2.1=4+4 K:b2.2=1,c2.1=2+1 T 2")
    assert stacks.heights(position)[5:8] == (1, 2, 1)
    assert stacks.picture(position)[5:8] == "TKK"
    assert [one.rank for one in stacks.standing(position)] == [3, 4, 1, 2]
    assert [one.rank for one in stacks.standing(position, "T")] == [3, 4, None, None]
    assert stacks.standing(position, "K")[2] == stacks.Standing("b2", 2, "K", 1)


@pytest.mark.parametrize("rank", "?135")
def test_what_a_lift_can_be_the_beginning_of(rank):
    position = Columns.parse(f"T:a1.1={rank}+2 K:a2.1=3 T 2")
    found = stacks.meanings(position)
    attack = next(way for way in found["a1"] if way.action == "a1-a2")
    assert attack.has_ranks_to_show == (rank == "?")
    ends = {
        "?": [("T", "a2")], "1": [("T", "")], "3": [("T", "a2")], "5": [("T", "a2"), ("K", "")],
    }  # fmt: skip
    assert [(one.owner, one.target) for one in attack.moved] == ends[rank]
    assert {way.action for way in found[""]} == {f"reincarnate:2@{file}1" for file in "bcde"}
    assert found[""][0].moved == (Displacement("T", "", "b1"),)


def test_heights_of_whole_games_follow_from_what_moved():
    lot = random.Random(3)
    for text in lot.sample(list(positions("tactiki")), 40):
        position = Columns.parse(text)
        for key, written in commands("tactiki").legal({"game": "tactiki", "position": text}).items():
            action = next(one for one in actions(position) if str(one) == written)
            high = dict(zip(stacks.CELLS, stacks.heights(position), strict=True))
            for one in stacks.moved(position, action, fight(position, action)):
                for cell, change in ((one.origin, -1), (one.target, 1)):
                    if cell != stacks.OFF_BOARD:
                        high[cell] += change
            assert tuple(high.values()) == stacks.heights(Columns.parse(key.partition("#")[0]))
