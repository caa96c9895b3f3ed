"""Built-in players of the smaller games: they keep the rules, see no secrets, and the better ones win.

The strength here is a small sample; `tests/bench/games_speed.py` plays hundreds of games.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.registry import commands
from engine.tacocat import search as card_search
from engine.tacocat.box import usual
from engine.tacocat.match import play_game as play_tacocat
from engine.tacocat.players import BUILT_IN as TACOCAT
from engine.tacocat.position import Position as Table
from engine.tacocat.state import begin as begin_tacocat
from engine.tactiki.board import rank_of
from engine.tactiki.match import play_game as play_tactiki
from engine.tactiki.players import BUILT_IN as TACTIKI
from engine.tactiki.position import Position as Stacks
from engine.tactiki.search import imagined
from engine.tactiki.state import begin as begin_tactiki
from engine.tactiki.worth import WIN as STATUE
from engine.tactiki.worth import worth
from engine.tactix.moves import after, moves
from engine.tactix.players import BUILT_IN as TACTIX
from engine.tactix.position import Position, start
from engine.tactix.search import WIN, OutOfBudget, Search
from engine.tactix.state import begin as begin_tactix
from engine.tactix.worth import WORTH

GAMES = ("tactix", "tacocat", "tactiki")


MANY = {"tactix": 8, "tacocat": 4, "tactiki": 2}


@cache
def played(game, other):
    """A few games of the sensible player against another one."""
    return list(commands(game).simulate(MANY[game], 5, ("sensible", other), {}))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_the_sensible_player_wins(game, other):
    won = [finished.seating[finished.winner[0]] for finished in played(game, other) if finished.winner]
    assert won.count("sensible") >= MANY[game] * 3 // 4
    assert won.count(other) <= MANY[game] // 4


@pytest.mark.parametrize("game", GAMES)
def test_the_greedy_player_beats_chance(game):
    finished = list(commands(game).simulate(20, 2, ("greedy", "random"), {}))
    won = [game.seating[game.winner[0]] for game in finished if game.winner]
    assert won.count("greedy") > 2 * won.count("random")


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games(game):
    one, other, *_ = played(game, "greedy")
    (again,) = commands(game).simulate(1, 5, ("sensible", "greedy"), {})
    assert again == one
    assert one.lines != other.lines
    assert one.seating != other.seating


@pytest.mark.parametrize("game", GAMES)
def test_records_of_built_in_players_can_be_replayed(game):
    for finished in played(game, "greedy"):
        *plays, end = commands(game).replay(finished.lines)
        assert not any("violation" in play for play in plays)
        assert end.get("winner") == (finished.winner and list(finished.winner))


def test_every_built_in_player_can_be_named():
    for game, built_in in (("tactix", TACTIX), ("tacocat", TACOCAT), ("tactiki", TACTIKI)):
        assert tuple(built_in) == commands(game).PLAYERS


def test_the_short_game_is_played_too():
    (finished,) = commands("tactix").simulate(1, 1, ("sensible",), {"variant": "short"})
    assert '"short"' in finished.lines[0]
    assert finished.winner


class Plain:
    """Every line to the end, nothing left out: what alpha-beta has to find."""

    def __init__(self, variant):
        self.variant = variant

    def value(self, position, depth, ply=0):
        if position.winner is not None:
            return -(WIN - ply + 1)
        if not depth:
            return self.quiet(position, ply)
        found = moves(position)
        ends = (after(position, move, self.variant) for move in found)
        return max(-self.value(end, depth - 1, ply + 1) for end in ends) if found else 0

    def quiet(self, position, ply):
        if position.winner is not None:
            return -(WIN - ply + 1)
        score = sum(WORTH[square][piece] for square, piece in enumerate(position.pieces))
        best = score if position.side == "w" else -score
        for move in moves(position):
            following = after(position, move, self.variant)
            if move.captured or following.winner:
                best = max(best, -self.quiet(following, ply + 1))
        return best


@pytest.mark.parametrize("text", [
    "e1=wK e4=w12 d7=b54 e9=bK w", "a1=wK c3=w35 c5=b21 f6=b13 i9=bK b", "e4=wK d5=w21 e6=bK w",
    "e1=wK b2=w62 d4=w12 e5=b31 g7=b45 e9=bK w", "e7=wK a8=b13 e9=bK w",
])  # fmt: skip
@pytest.mark.parametrize("variant", ["full", "short"])
def test_alpha_beta_finds_what_a_full_search_finds(text, variant):
    position = Position.parse(text, variant)
    for depth in (1, 2):
        found, wanted = Search(position, variant, 10**9).value(depth), Plain(variant).value(position, depth)
        assert found == wanted or (abs(found) > WIN - 64 and found * wanted > 0)


def test_the_search_keeps_its_budget_and_puts_every_piece_back():
    search = Search(start(), "full", 300)
    best = search.best(moves(start()), 5)
    assert best in moves(start())
    assert search.nodes == 301
    with pytest.raises(OutOfBudget):
        search.value(3)


@pytest.mark.parametrize(("text", "action"), [
    ("a1=wK e8=w12 e9=bK w", "e8-e9"), ("c2=b53 e8=wK a9=bK w", "e8-e9"),
])  # fmt: skip
def test_a_win_is_seen(text, action):
    state = begin_tactix("full", Position.parse(text, "full"))
    for name in ("greedy", "sensible"):
        assert TACTIX[name].choose(state, state.moves(), random.Random(1)).action == action


def test_a_king_in_danger_is_saved():
    # The black die on e4 shows 3 and would reach e1.
    state = begin_tactix("full", Position.parse("e1=wK e4=b31 a9=b14 i9=bK w", "full"))
    move = TACTIX["sensible"].choose(state, state.moves(), random.Random(1))
    following = state.after(move)
    assert all(reply.captured != 25 for reply in following.moves())


def test_imagined_hands_are_made_of_unseen_cards():
    state = begin_tacocat(Table.parse("3 covered:4 A:5,9,12 B:2,7,7 duel:B/6"))._replace(gone=(12, 11, 11, 6))
    sight = state.view("B")._replace(gone=(11, 11))
    cards = card_search.unseen(sight, "B")
    assert len(cards) == len(usual().deck()) - 3 - 2
    for seed in range(20):
        world = card_search.dealt(cards, 3, True, random.Random(seed))
        assert len(world.hand) == 3
        assert world.laid is not None
        assert sorted([*world.hand, world.laid, *world.deck]) == cards
        assert 11 not in world.hand


def test_the_last_low_card_is_kept():
    # Whoever keeps the 1 for the end wins the round: no attack with it.
    state = begin_tacocat(Table.parse("3 covered:4 A:1,12 B:5,6 attack:A"))
    action = TACOCAT["sensible"].choose(state.view("A"), "A", state.actions("A"), random.Random(1))
    assert str(action) == "attack:12"


def test_imagined_ranks_are_those_that_are_left():
    text = "T:a1.1=2,a1.2=3,b1.1=3,c1.1=1+5 K:a5.1=?,b5.1=4,c5.1=?,d5.1=4,d5.2=?+? T 2"
    for seed in range(20):
        world = imagined(Stacks.parse(text), random.Random(seed))
        assert Stacks.parse(str(world))
        assert "?" not in str(world)
        assert 4 not in [rank_of(world.columns[square][-1]) for square in (20, 22)], "both 4 stand elsewhere"


def test_a_statue_is_worth_everything():
    won = Stacks.parse("T:a5.1=1,a5.2=2,a5.3=3,a5.4=4,a5.5=5 K:c5.1=1 won:T")
    assert (worth(won, "T"), worth(won, "K")) == (STATUE, -STATUE)
    near, far = (Stacks.parse(f"T:{row}.1=2 K:c5.1=1 T 2") for row in ("a4", "a2"))
    assert worth(near, "T") > worth(far, "T")
    assert worth(near, "T") == -worth(near, "K")


def test_a_statue_is_completed():
    state = begin_tactiki(Stacks.parse("T:b2.1=1,a4.1=5,a5.1=1,a5.2=2,a5.3=3,a5.4=4 K:c4.1=1 T 1"))
    for seed in range(3):
        assert str(TACTIKI["sensible"].choose(state, state.actions(), random.Random(seed))) == "a4-a5"


def test_whole_games_between_different_players_end():
    state, _ = play_tacocat({"A": TACOCAT["greedy"], "B": TACOCAT["random"]}, random.Random(1))
    assert state.winner
    state, _, _ = play_tactiki({"T": TACTIKI["greedy"], "K": TACTIKI["random"]}, random.Random(1))
    assert state.is_over
