"""What an action did: each piece's way, what it captured, and how all pieces stand; over whole games too."""

import gc
import random
import tracemalloc
from dataclasses import replace

import pytest

from engine.contract import Captured, Moved, Option
from engine.ring.account import moved, standing_pieces
from engine.ring.board import RingBoard
from engine.ring.pieces import picture, seat_text
from engine.tac.board.holes import BOARD
from engine.tac.board.position import Position
from engine.tac.game import TacGame
from engine.tactik.game import TactikGame

SEATS = tuple("ABCD")
TABLE = "A:62,A3,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4"


def done(before, after, action):
    one, other = Position.parse(before, SEATS), Position.parse(after, SEATS)
    return moved(BOARD, SEATS, one.masks, other.masks, action)


@pytest.mark.parametrize(
    ("action", "after", "ways"),
    [
        ("62-03", "A:03,A3,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("A", "62", "03", "forward", 5, 62, ("63", "00", "01", "02"))]),
        ("62-58", "A:58,A3,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("A", "62", "58", "back", 4, 7, ("61", "60", "59"))]),
        ("62-A2,05-08", "A:A2,A3,y,y B:08,17,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("A", "62", "A2", "home", 4, None, ("63", "00", "A1")),
          Moved("B", "05", "08", "forward", 3, 9, ("06", "07"))]),
        ("62-05", "A:05,A3,y,y B:17,B4,y,y C:32*,y,y,y D:48,D3,D4,y",
         [Moved("A", "62", "05", "forward", 7, 60, ("63", "00", "01", "02", "03", "04"),
                (Captured("D", "04", "Dy", 45), Captured("B", "05", "By", 12)))]),
        ("Cy-32", "A:62,A3,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("C", "Cy", "32", "out", captured=(Captured("C", "32", "Cy", 65),))]),
        ("05~62", "A:05,A3,y,y B:17,62,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("B", "05", "62", "swap", home=19), Moved("A", "62", "05", "swap", home=60)]),
        ("62x04", "A:04,A3,y,y B:05,17,B4,y C:32*,y,y,y D:48,D3,D4,y",
         [Moved("A", "62", "04", "strike", home=61, captured=(Captured("D", "04", "Dy", 45),))]),
        ("62x62", "A:A3,y,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4",
         [Moved("A", "62", "62", "strike", home=3, captured=(Captured("A", "62", "Ay", 3),))]),
    ],
)  # fmt: skip
def test_moved_and_captured_pieces(action, after, ways):
    assert done(TABLE, after, action) == tuple(ways)


def test_to_and_fro_in_a_house_is_told_step_by_step():
    after = "A:02,A4,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4"
    ways = done(TABLE, after, "62-02,A3-A4,A4-A3,A3-A4")
    assert [(one.kind, one.steps) for one in ways] == [("forward", 4), *[("inside", 1)] * 3]


def test_four_backward_goes_home_over_the_start():
    (way,) = done("A:03,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A:A1,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "03-A1")
    assert way == Moved("A", "03", "A1", "back-home", 4, None, ("02", "01", "00"))


@pytest.mark.parametrize("action", ["20-25", "Ay-00,20-21", "20~62", "20x04", "62-63", "nonsense"])
def test_an_action_that_does_not_lead_there_has_no_account(action):
    assert done(TABLE, TABLE, action) is None


def test_how_pieces_stand():
    board = RingBoard("", SEATS)
    pieces = standing_pieces(board, SEATS, Position.parse(TABLE, SEATS).masks, "fresh")
    told = {(one.owner, one.cell): one for one in pieces}
    assert [one.cell for one in pieces if one.owner == "D"] == ["48", "04", "D3", "D4"]
    assert (told["A", "62"].home, told["A", "62"].ahead) == (3, ())
    assert (told["C", "32"].home, told["C", "32"].marks) == (65, ("fresh",))
    assert told["D", "04"].ahead == ((1, "B"), (13, "B"), (28, "C"), (44, "D"))
    assert (told["A", "A3"].place, told["A", "A3"].home, told["A", "Ay"].place) == ("house", None, "yard")


def random_plays(game, settings, seed, plays):
    """States with what was done in them; every card and use is drawn by lot, hands unknown."""
    lot, state = random.Random(seed), game.begin(settings)
    for _ in range(plays):
        cards = list(game.possible_cards(state, state.seat))
        lot.shuffle(cards)
        options = next((options for card in cards if (options := game.options(state, card))), None)
        option = lot.choice(options) if options else game.aside(state, cards[0])
        after = game.play(state, option)
        yield state, option, after
        state = after
        if state.winner:
            return


GAMES = [
    (TacGame(), {"variant": variant, "deck": deck})
    for variant in ("teams", "duel", "three-free") for deck in ("basic", "master")
] + [(TactikGame(name), {"variant": name}) for name in ("teams4", "three", "two", "simple2")]  # fmt: skip


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_every_piece_that_an_action_moves_is_told(game, settings):
    told = 0
    for seed in range(2):
        earlier = []
        for state, option, after in random_plays(game, settings, seed, 120):
            account = game.account(state, option)
            is_move = any(sign in option.action for sign in "-~x") and option.action != "pass-hands"
            assert bool(account.moved) == is_move, option
            told += is_move
            if account.base is not None:
                assert option.card == "tac"
                assert account.base in earlier[-2:]
            if option.action in ("skip", "devil"):
                assert account.against is not None
            # What nobody told of the card follows from where the pieces stand.
            if is_move and option.card != "tac":
                untold = game.account(state, Option("", option.action, option.position, option.picture))
                assert replace(untold, is_for_all=account.is_for_all, named=account.named) == account
            stands = {(one.cell, one.owner) for one in game.standing(state)} if account.base is None else None
            for way in account.moved[:1] if stands else ():
                assert (way.origin, way.owner) in stands
            ends = [(one.cell, one.owner) for one in game.standing(after)]
            if account.moved and account.moved[-1].origin != account.moved[-1].target:
                assert (account.moved[-1].target, account.moved[-1].owner) in ends
            earlier.append(state.position)
    assert told > 50


def test_an_evening_of_positions_is_not_remembered():
    lot = random.Random(4)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(1050):
            fields = lot.sample(range(64), 8)
            masks = tuple(1 << fields[2 * each] | 1 << fields[2 * each + 1] for each in range(4))
            standing_pieces(BOARD, SEATS, masks, "fresh")
            picture(BOARD, SEATS, masks)
            for seat, mask in zip(SEATS, masks, strict=True):
                seat_text(BOARD, seat, mask)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert kept < 1_500_000
