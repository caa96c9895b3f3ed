"""TAC without cards: what a seat may have done agrees with the options of each card."""

from math import comb, exp
from random import Random

import pytest

from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances

CHANCES = Chances()
ALL = (1 << 80) - 1


def games(deck, seeds):
    """States in the middle of random games."""
    game = TacGame(deck)
    for seed in range(seeds):
        rng = Random(seed)
        state = game.begin({"variant": "teams", "deck": deck, "first": "A"})
        for _ in range(60):
            usable = [option for card in game.cards for option in game.options(state, card)]
            state = game.play(state, rng.choice(usable) if usable else game.aside(state, "2"))
            if state.winner is not None:
                break
            if rng.random() < 0.15:
                yield game, state


def holes_of(picture):
    return sum(1 << index for index, mark in enumerate(picture[:80]) if mark != ".")


def owners_of(picture):
    return tuple(sum(1 << n for n, mark in enumerate(picture[:80]) if mark == seat) for seat in "ABCD")


@pytest.mark.parametrize("deck", ["basic", "master"])
def test_every_option_that_can_be_seen_is_a_use(deck):
    seen = 0
    for game, state in games(deck, 6):
        moment = CHANCES.moment(state)
        for card in game.cards:
            for option in game.options(state, card):
                if holes_of(option.picture) == holes_of(state.picture):
                    continue
                uses = CHANCES.uses(moment, holes_of(option.picture), ALL, ALL)
                fitting = [use for use in uses if use.look == owners_of(option.picture)]
                cards = {name for use in fitting for name, _ in use.cards}
                assert card in cards, (state.position, card, option.action)
                seen += 1
    assert seen > 250


def test_every_exchange_is_found_among_the_pieces_lifted():
    seen = 0
    for game, state in games("basic", 8):
        moment = CHANCES.moment(state)
        for option in game.options(state, "trickster"):
            one, other = option.action.split("~")
            lifted = 1 << int(one) | 1 << int(other)
            uses = CHANCES.exchanges(moment, lifted)
            assert owners_of(option.picture) in [use.look for use in uses]
            assert all(use.cells in (0, lifted) for use in uses if not moment.previous)
            seen += 1
    assert seen > 50


def test_a_discard_costs_what_the_pack_says():
    state = TacGame().begin({"variant": "teams", "deck": "basic", "first": "A"})
    (silent,) = CHANCES.silent(CHANCES.moment(state))
    nothing = comb(100 - 18, 5) / comb(100, 5)  # neither a 1 nor a 13 among five
    assert silent.action == "discard"
    assert exp(-silent.cost) == pytest.approx(nothing, abs=0.01)
    later = silent.after
    for _ in range(3):
        later = CHANCES.silent(later)[0].after
    again = CHANCES.silent(later)[0]
    assert CHANCES.seat(later) == "A"
    assert exp(-again.cost) > 0.95  # what could not be used still cannot


def test_the_next_deal_begins_when_all_hands_are_empty():
    moment = CHANCES.moment(TacGame().begin({"variant": "duel", "deck": "basic", "first": "C"}))
    for _ in range(10):
        moment = CHANCES.silent(moment)[0].after
    assert CHANCES.deal(moment) == 2
    assert CHANCES.seat(moment) == "A"
    assert moment.sizes == (5, 5)


def test_a_moment_is_a_state_again():
    for game, state in games("basic", 4):
        moment = CHANCES.moment(state)
        back = CHANCES.state(moment)
        assert (back.position, back.seat, back.deal) == (state.position, state.seat, state.deal)
        assert [back.size(seat) for seat in "ABCD"] == [state.size(seat) for seat in "ABCD"]
        assert CHANCES.same(CHANCES.moment(back)) == CHANCES.same(moment)
        assert game.options(back, "5") == game.options(state, "5")


@pytest.mark.parametrize(("origin", "action"), [("31", "31-C1,21-25,39-40"), ("30", "30-C1,21-24,39-40")])
def test_a_seven_that_takes_the_last_piece_home_goes_on_with_those_of_the_partner(origin, action):
    game, target = TacGame("basic"), "25" if origin == "31" else "24"

    def at(position):
        settings = {"variant": "teams", "deck": "basic", "first": "C", "position": position}
        return game.begin(settings)

    before = at(f"A:21,39,A4,y B:19,y,y,y C:{origin},C2,C3,C4 D:15,y,y,y")
    after = at(f"A:{target},40,A4,y B:19,y,y,y C:C1,C2,C3,C4 D:15,y,y,y").picture
    moment = CHANCES.moment(before)
    touched = holes_of(before.picture) ^ holes_of(after)
    (use,) = CHANCES.uses(moment, holes_of(after), touched, ALL)
    assert (use.action, use.cards[0][0]) == (action, "7")
    partner_first = at(f"A:21,40,A4,y B:19,y,y,y C:{origin},C2,C3,C4 D:15,y,y,y").picture
    assert CHANCES.is_halfway(moment, owners_of(partner_first))
    both = at("A:21,40,A4,y B:19,y,y,y C:C1,C2,C3,C4 D:15,y,y,y").picture
    assert CHANCES.is_halfway(moment, owners_of(both))
    another = at(f"A:21,40,A4,y B:20,y,y,y C:{origin},C2,C3,C4 D:15,y,y,y").picture
    assert not CHANCES.is_halfway(moment, owners_of(another))
