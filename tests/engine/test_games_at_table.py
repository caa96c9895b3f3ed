"""Tacocat and TacTiki as the table sees them: whole records done again, one doing at a time, and what is told."""

from __future__ import annotations

import json
import random

import pytest

from companion.session import asking
from companion.speech.catalogue import LANGUAGES, load
from companion.speech.memory import Play
from companion.speech.phrase import Phrase
from companion.speech.telling import tell
from engine.contract import CARD, Account
from engine.registry import at_table, commands

GAMES = ("tacocat", "tactiki")
SEEDS = range(3)


def doings(name, seed, player="random"):
    """Every doing of a whole game: the game, the state before, the option, and the line of the record it belongs to."""
    game = at_table(name).at_table({})
    (played,) = commands(name).simulate(1, seed, (player,), {})
    state = game.begin({})
    for line in map(json.loads, played.lines):
        if "action" not in line:
            continue
        for doing in game.doings(state, line):
            if hasattr(game, "turned"):
                state = game.turned(state, doing.seat)
            found = [one for one in game.options(state, doing.card) if one.action == doing.action]
            assert len(found) == 1, (doing, state.position)
            yield game, state, found[0], line
            state = game.play(state, found[0])
    assert played.winner == state.winner
    assert game.awaits(state) is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_record_can_be_done_at_the_table(name, seed):
    seen = list(doings(name, seed))
    assert len(seen) > 40
    for game, state, option, _ in seen:
        after = game.play(state, option)
        assert (after.position, after.picture) == (option.position, option.picture)
        assert after.ply == state.ply + 1
        assert len(option.picture) == len(game.layout.holes)
        assert game.awaits(state).kind == CARD or not option.card


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_read_back_and_hide_what_is_secret(name):
    lot = random.Random(4)
    for game, state, *_ in lot.sample(list(doings(name, 3)), 40):
        again = game.begin({"position": state.position})
        assert again.position == state.position
        assert [one.position for one in game.options(again, "")] == [one.position for one in game.options(state, "")]
        assert game.set_position(state, state.position).position == state.position
        assert game.position_of(state, state.picture) == state.position


def test_every_deed_and_everything_awaited_has_its_words():
    phrases = [Phrase(load(language)) for language in LANGUAGES]
    told, awaited = set(), set()
    for name, seeds in (("tacocat", 8), ("tactiki", 2)):
        for game, state, option, _ in (one for seed in range(seeds) for one in doings(name, seed)):
            awaited.add(game.awaits(state).what)
            account = game.account(state, option)
            assert account != Account(), option
            if account.deed in told:
                continue
            told.add(account.deed)
            play = Play(state.seat, option.card, option.action, moved=account.moved, against=account.against,
                        deed=account.deed, cards=account.cards)  # fmt: skip
            for phrase in phrases:
                text = tell(phrase, play)
                assert text.endswith(".")
                assert option.action not in text
    texts = {key.partition(".")[2] for key in phrases[0].catalogue.texts if key.startswith("deed.")}
    # A record tells only whole attacks, and never one whose ranks were told before.
    assert texts - told <= {"attack_end", "attack_wins", "attack_loses", "attack_ties"}
    assert told - {""} <= texts
    rooms = {room: {key.partition(".")[2] for key in phrases[0].catalogue.texts if key.startswith(f"{room}.")}
             for room in ("await", "going")}  # fmt: skip
    assert {what for what in awaited if what and not what.endswith("_more")} == rooms["await"] - {
        "new_deal",
        "new_deal_of",
    }
    assert {what for what in awaited if what.endswith("_more")} == rooms["going"]


def test_a_hand_is_learnt_and_never_told():
    game = at_table("tacocat").at_table({})
    state = game.begin({"position": "3 covered:4 A:?,?,?,? B:?,?,? attack:A"})
    known = game.hand(state, "A", ["9", "2", "2", "5"])
    assert known.hand("A") == ("2", "2", "5", "9")
    assert known.position == state.position
    assert game.possible_cards(known, "A") == ("2", "5", "9")
    assert not game.options(known, "7")
    assert game.explain_aside(known, "A", "7").key == "tacocat-not-held"
    for cards in (["1"], ["1", "2", "3", "13"], ["12", "12", "1", "2"]):
        with pytest.raises(ValueError, match=r"hand of A|card"):
            game.hand(state, "A", cards)


def test_cards_that_cannot_be_there_any_more_are_none_of_the_possible_ones():
    game = at_table("tacocat").at_table({})
    state = game.begin({"position": "3 covered:4 A:?,?,?,? B:?,?,?,? attack:A"})
    for card in ("12", "11"):
        assert card in game.possible_cards(state, state.seat)
        state = game.play(state, game.options(state, card)[0])
        state = game.turned(state, "B" if state.seat == "A" else "A") or state
        assert (card in game.possible_cards(state, state.seat)) == (card == "11")


def test_what_is_printed_on_a_space_is_told_in_every_language():
    game = at_table("tacocat").at_table({})
    state = game.begin({"position": "3 covered:4 A:?,?,? B:?,?,? attack:A"})
    found = {note.cell: note for note in asking.notes(game, state)}
    assert list(found) == list(game.layout.holes)
    assert (found["4"].what, found["0"].what, found["8"].seats) == ("covered", "goal", ("B",))
    assert [found[cell].number for cell in "123567"] == [4, 9, 6, 6, 9, 4]
    assert [found[cell].seats for cell in "1357"] == [("B",), ("B",), ("A",), ("A",)]
    for language in LANGUAGES:
        phrase = Phrase(load(language))
        texts = {phrase.say(f"note.{note.what}", n=note.number, seats=note.seats) for note in found.values()}
        assert len(texts) == len(found), "no two spaces are alike"


def test_how_many_cards_each_holds_is_counted_by_everybody():
    game = at_table("tacocat").at_table({})
    state = game.begin({})
    assert asking.held(game, state) == {"A": 7, "B": 7}
    laid = game.play(state, game.options(state, "5")[0])
    assert asking.held(game, laid) == {"A": 6, "B": 7}, "what was laid to be exchanged is gone from the hand"
    done = game.play(laid, game.options(laid, "")[0])
    assert asking.held(game, done) == {"A": 7, "B": 7}
    other = at_table("tactix").at_table({})
    assert asking.held(other, other.begin({})) == {}


GETS = {
    ("tac", "teams"): "AC BD CA DB", ("tac", "three-free"): "", ("tactik", "teams6"): "AD BE CF DA EB FC",
    ("tactik", "three"): "AB BC CA", ("tactik", "two"): "AB BA", ("tactik", "simple2"): "", ("tacocat", ""): "",
}  # fmt: skip


@pytest.mark.parametrize(("table", "pairs"), GETS.items())
def test_who_gets_the_card_that_a_seat_gives(table, pairs):
    name, variant = table
    game = at_table(name).at_table({"variant": variant} if variant else {})
    state = game.begin({"variant": variant} if variant else {})
    found = {seat: asking.receiver(game, state, seat) for seat in game.seats(state)}
    assert " ".join(f"{seat}{other}" for seat, other in found.items() if other) == pairs
