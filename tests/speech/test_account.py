"""What an action did, told from its text: checked against the engine over whole games."""

import random

import pytest

from companion.facts import Fact
from companion.speech.account import Captured, Moved, Way, account
from companion.speech.memory import Memory
from companion.speech.table import read
from companion.speech.wording import Wording
from engine.tac.game import TacGame

TABLE = "A:62,A3,y,y B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4"


@pytest.mark.parametrize(
    ("card", "action", "moved", "captured"),
    [
        ("5", "62-03", [Moved("A", "62", "03", Way.FORWARD, 5)], []),
        ("4", "62-58", [Moved("A", "62", "58", Way.BACK, 4)], []),
        ("7", "62-A2,05-08", [Moved("A", "62", "A2", Way.HOME, 4), Moved("B", "05", "08", Way.FORWARD, 3)], []),
        ("7", "62-05", [Moved("A", "62", "05", Way.FORWARD, 7)], [Captured("D", "04", 45), Captured("B", "05", 12)]),
        ("7", "62-02,A3-A4,A4-A3,A3-A4", [Moved("A", "62", "02", Way.FORWARD, 4), Moved("A", "A3", "A4", Way.INSIDE, 1),
         Moved("A", "A4", "A3", Way.INSIDE, 1), Moved("A", "A3", "A4", Way.INSIDE, 1)], []),
        ("1", "Cy-32", [Moved("C", "Cy", "32", Way.OUT)], [Captured("C", "32", 65)]),
        ("trickster", "05~62", [Moved("B", "05", "62", Way.SWAP), Moved("A", "62", "05", Way.SWAP)], []),
        ("warrior", "62x04", [Moved("A", "62", "04", Way.STRIKE)], [Captured("D", "04", 45)]),
        ("warrior", "62x62", [Moved("A", "62", "62", Way.STRIKE)], [Captured("A", "62", 3)]),
        ("8", "skip", [], []),
    ],
)  # fmt: skip
def test_moved_and_captured_pieces(card, action, moved, captured):
    done = account(read(TABLE), card, action)
    assert (list(done.moved), list(done.captured)) == (moved, captured)


def test_four_backward_goes_home_over_the_start():
    done = account(read("A:03,y,y,y B:y,y,y,y"), "4", "03-A1")
    assert done.moved == (Moved("A", "03", "A1", Way.HOME, 4),)


@pytest.mark.parametrize("action", ["20-25", "Ay-00,20-21", "20~62", "20x04"])
def test_an_action_of_pieces_that_are_not_there_has_no_account(action):
    table = read("A:62,A1,A2,A3 B:05,17,B4,y C:32*,y,y,y D:04,48,D3,D4")
    assert account(table, "5", action) is None


def random_game(variant, deck, seed, plays):
    """Facts of a game in which every card and use is drawn by lot, hands unknown."""
    game, lot = TacGame(), random.Random(seed)
    state = game.begin({"variant": variant, "deck": deck})
    yield Fact("setup", 0.0, {"position": state.position})
    for _ in range(plays):
        seat = state.seat
        cards = list(game.possible_cards(state, seat))
        lot.shuffle(cards)
        options = next((options for card in cards if (options := game.options(state, card))), None)
        option = lot.choice(options) if options else game.discard(state, cards[0])
        state = game.play(state, option)
        position = option.position if options else state.position
        yield Fact("move", 0.0, {"seat": seat, "card": option.card, "action": option.action, "position": position})
        if state.winner:
            return


@pytest.mark.parametrize("variant", ["teams", "duel", "three-free"])
@pytest.mark.parametrize("deck", ["basic", "master"])
def test_the_account_of_every_play_leads_to_the_position_that_the_engine_says(variant, deck):
    told = 0
    for seed in range(3):
        memory, wording = Memory(), Wording("de")
        for fact in random_game(variant, deck, seed, 150):
            if fact.kind == "move":
                assert wording.move(memory, fact)
            memory = memory.after(fact)
            if fact.kind == "move" and any(mark in fact.data["action"] for mark in "-~x"):
                play, after = memory.plays[-1], read(fact.data["position"])
                if play.action != "pass-hands":
                    done = play.account()
                    assert (done.after.pieces, done.after.yards) == (after.pieces, after.yards), play
                    told += 1
    assert told > 60
