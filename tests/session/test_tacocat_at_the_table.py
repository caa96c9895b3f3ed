"""Tacocat at a table: cards told one by one, the token moved at the end of a round, what lies face down kept secret."""

from __future__ import annotations

import pytest
from game_table import LANGUAGES, GameTable

from companion.cli.private import usable
from companion.cli.texts import worded
from companion.inputs import CardTag
from companion.speech.memory import Memory
from companion.speech.telling import tell
from companion.speech.wording import Wording

ATTACK = "3 covered:4 A:?,?,?,? B:?,?,?,? attack:A"
LONGER = "3 covered:4 A:?,?,?,?,? B:?,?,?,?,? attack:A"
EXCHANGE = "3 covered:4 A:?,?,? B:?,?,? exchange:B"
SHOW = "3 covered:4 A:? B:? show:AB"


def Table(position: str = "") -> GameTable:
    return GameTable("tacocat", "", position)


def test_a_round_by_word_and_hands() -> None:
    table = Table("3 covered:4 A:?,?,? B:?,?,? exchange:B")
    table.say("card B 5", "card B 6", "done", "card A 2", "done")
    assert table.actions() == ["exchange:5", "exchange:5,6", "exchange:5,6", "exchange:2", "exchange:2"]
    table.say("card B 9", "card A 4", "card B 7", "card A 3")
    assert table.actions()[5:] == ["duel:9", "duel:4", "attack:7", "answer:low3"]
    assert table.position == "3 covered:4 A:? B:? show:AB"
    table.say("card A 2", "card B 8")
    assert table.actions()[-1] == "show:2", "the token has to be moved first"
    table.touch("3", "2")
    table.rest()
    assert table.actions()[-1] == "show:8"
    assert table.position == "2 covered:3,4 A:?,?,?,?,?,?,?,?,? B:?,?,?,?,?,?,?,?,? exchange:B"
    assert not table.broken()
    assert not table.told("question", "disturbed", "revised")
    assert [fact.data["what"] for fact in table.told("turn")][-1] == "exchange"


def test_who_lays_a_card_ends_the_attack_of_the_other_one() -> None:
    table = Table("3 covered:4 A:?,?,?,?,?,? B:?,?,?,?,?,? attack:A")
    table.say("card A 5", "card A 3", "card A 4", "card B 9", "card B 10", "card B 11")
    assert table.actions() == ["attack:5", "attack:3,5", "attack:3,4,5", "answer:9", "answer:9,10", "answer:10,11,9"]
    assert table.position.endswith("attack:B")


def test_one_sacrifice_loses_the_attack_and_a_good_card_can_be_given_up_too() -> None:
    table = Table(ATTACK)
    table.say("card A 5", "card B low6")
    assert table.actions() == ["attack:5", "answer:low6"]
    assert table.position.endswith("attack:A")
    table.say("card A 4", "card B 6")
    assert table.actions()[2:] == ["attack:4", "answer:6"]
    assert table.position.endswith("attack:B")


@pytest.mark.parametrize(
    ("position", "said", "key", "instead"),
    [
        (ATTACK, ["card B 5"], "tacocat-out-of-turn", "card A 5"),
        (ATTACK, ["card A 5", "card A 9"], "tacocat-no-attack", "card A 5"),
        (ATTACK, ["card A low5"], "tacocat-not-now", "card A 5"),
        (LONGER, ["card A 5", "card A 6", "done"], "tacocat-no-attack", "card A 7"),
        (EXCHANGE, ["card A 5"], "tacocat-out-of-turn", "card B 5"),
        (ATTACK, ["card A 12", "card B 12"], "tacocat-deal-card", "card B 11"),
    ],
)
def test_a_card_out_of_place_is_named(position: str, said: list[str], key: str, instead: str) -> None:
    table = Table(position)
    table.say(*said[:-1])
    before, moves = table.position, len(table.told("move"))
    table.say(said[-1])
    assert (table.broken(), table.position) == ([key], before)
    table.say(instead)
    assert (table.broken(), len(table.told("move"))) == ([key], moves + 1)


def test_after_the_end_no_card_counts() -> None:
    table = Table("0 covered:1,2,3,4 A:- B:- won:A")
    table.say("card A 5", "done")
    assert not table.told("move", "violation")


def test_a_card_that_its_player_cannot_have() -> None:
    table = Table(ATTACK)
    table.say("hand A 2,3,3,9", "card A 5")
    assert table.broken() == ["tacocat-not-held"]
    table.say("card A 3", "card A 3", "card B 4", "card B 2")
    assert table.position.endswith("attack:A")
    assert table.session.state.hand("A") == ("2", "9")  # type: ignore[attr-defined]
    assert "2,9" not in table.position, "a hand that was told in private is nobody else's"


@pytest.mark.parametrize(
    ("said", "touches", "key"),
    [
        ([], ("3", "2"), "tacocat-token-early"),
        (["card A 2", "card B 8"], ("3", "5"), "tacocat-token-space"),
        (["card A 2", "card B 8"], ("3", "4"), "tacocat-token-space"),
        ([], ("3",), "tacocat-token-off"),
    ],
)
def test_a_token_in_the_wrong_place_is_named_and_put_back(said: list[str], touches: tuple[str, ...], key: str) -> None:
    table = Table(SHOW)
    table.say(*said)
    table.touch(*touches)
    if len(touches) == 1:
        table.say("done")  # a token in a hand is not wrong yet
    table.rest(9)
    assert table.broken() == [key]
    table.touch(*reversed(touches))
    table.rest()
    assert table.told("corrected")
    assert table.session.state.picture == "...t....."


def test_nobody_hears_the_first_card_of_a_duel_before_the_second() -> None:
    table = Table("3 covered:4 A:?,?,? B:?,?,? duel:AB")
    table.say("card B 11")
    (card,), (move,) = table.told("card"), table.told("move")
    assert (card.data["card"], table.position.split()[-1]) == ("face-down", "duel:A/?")
    event = move.event(1)
    assert (event["card"], event["action"], "hidden" in event) == (None, "duel", False)
    for language in LANGUAGES:
        wording, memory = Wording(language), Memory()
        memory = memory.after(move)
        said = [tell(wording.phrase, memory.plays[-1])]
        said.append(wording.answer("cards", memory))
        assert not [text for text in said if "11" in text or wording.phrase.card("11") in text]
    table.say("card A 11")
    assert table.actions()[-1] == "duel:11"
    assert table.position.split()[-1] == "duel:AB", "a tie is fought again"
    play = Memory().after(table.told("move")[-1]).plays[-1]
    assert "eleven twice" in tell(Wording("en").phrase, play)


def test_readers_at_the_seats_tell_cards_too() -> None:
    table = Table(ATTACK)
    for reader, tag, card in (("A", "01", "5"), ("B", "02", "7")):
        table.now += 2.0
        table.facts += table.session.take(CardTag(table.now, reader, tag, card))
    assert table.actions() == ["attack:5", "answer:7"]


def test_a_card_is_taken_back_and_the_log_goes_on() -> None:
    table = Table(ATTACK)
    table.say("card A 5", "card A 5", "card B 6")
    assert table.started_again().state == table.session.state
    before = table.told("move")[-2].data["position"]
    table.say("takeback", "takeback")
    assert table.position == table.told("move")[0].data["position"]
    assert before != table.position
    table.say("card B 7")
    assert table.position.endswith("attack:B")
    assert table.started_again().state == table.session.state


def test_a_log_goes_on_in_an_exchange_and_in_a_duel() -> None:
    table = Table()
    for said in ("card B 4", "card B 5", "done", "card A 9", "done", "card B 10"):
        table.say(said)
        assert table.started_again().state == table.session.state


def test_the_table_may_set_and_overrule() -> None:
    table = Table(ATTACK)
    table.say("set 5 covered:4 A:?,? B:?,? answer:B/9")
    table.touch("3", "5")
    table.rest()
    table.say("card B 10")
    assert table.position == "5 covered:4 A:?,? B:? attack:B"
    table.touch("5", "6")
    table.rest(9)
    table.say("overrule board")
    table.rest()
    assert table.position.startswith("6 covered:4 ")
    assert table.position.endswith("exchange:A")


def test_a_game_is_won_on_the_own_goal() -> None:
    table = Table("1 covered:2,3,4 A:? B:? show:AB")
    table.say("card B 5", "card A 4")
    table.touch("1", "0")
    table.rest()
    assert table.told("won")[-1].data == {"seats": ["A"]}
    assert table.phase == "won"


def test_the_same_card_again_is_a_new_one_where_either_may_be_next() -> None:
    table = Table("3 covered:4 A:?,?,?,? B:?,?,?,? exchange:B")
    table.say("card B 10", "done", "done", "card B 10")
    assert table.actions()[-1] == "duel:10"


def test_a_card_that_was_met_in_the_duel_lies_open() -> None:
    table = Table("3 covered:4 A:?,?,?,? B:?,?,?,? duel:AB")
    table.say("card A 9", "card B 12", "card B 8", "card A 10")
    memory = Memory()
    for fact in table.facts:
        memory = memory.after(fact)
    answer = Wording("en").answer("cards", memory)
    assert answer.startswith("Four cards lie open: eight once, nine once, ten once, twelve once.")


def test_either_player_learns_what_it_can_lay_where_either_may_begin() -> None:
    table = Table("3 covered:4 A:5,7,9 B:4,4,6 duel:AB")
    hands = {"A": ("5", "7", "9"), "B": ("4", "4", "6")}
    assert usable(table.session, hands, "A") == {"5": True, "7": True, "9": True}
    assert usable(table.session, hands, "B") == {"4": True, "6": True}
    table.say("card A 9")
    assert usable(table.session, hands, "A") is None


def test_the_token_on_a_track_is_put_back_by_its_spaces() -> None:
    table = Table("7 covered:4,5,6 A:?,?,? B:?,?,? attack:A")
    table.touch("7", "1")
    table.rest()
    (fact,) = worded(table.told("violation"), Wording("en"), table.game)
    assert "on 1 goes back to 7" in fact.data["text"]


@pytest.mark.parametrize("waits", ["attack:B", "duel:AB", "exchange:B"])
def test_nobody_learns_the_hand_of_the_other_one_by_trying(waits: str) -> None:
    # There is one twelve, and it was told in private: whoever says to hold it as well must not hear that it is gone.
    table = Table(f"3 covered:4 A:?,?,?,? B:?,?,?,? {waits}")
    table.say("hand A 3,4,5,12", "hand B 1,2,3,12", "card B 12")
    assert not table.broken()
    assert table.session.state.hand("A") == ("3", "4", "5", "12")  # type: ignore[attr-defined]


def test_a_card_face_down_in_a_duel_is_not_found_by_trying() -> None:
    table = Table("3 covered:4 A:?,?,?,? B:?,?,?,? duel:AB")
    table.say("card A 12", "hand B 1,2,3,12")
    assert table.session.state.hand("B") == ("1", "2", "3", "12")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("asked", "told"), [
    ("since A", "B attacks with a five."), ("pieces A", "A has no pieces on the board."),
    ("since C", "There is no such seat here. There are A and B."),
    ("cards", "One card lies open: five once. A has three cards, B has two cards."),
])  # fmt: skip
def test_players_without_pieces_can_be_asked_about(asked: str, told: str) -> None:
    table = Table("3 covered:4 A:?,?,? B:?,?,? attack:B")
    table.say("card B 5")
    memory = Memory()
    for fact in table.facts:
        memory = memory.after(fact)
    assert Wording("en").answer(asked, memory) == told
