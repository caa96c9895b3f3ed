"""TacTiki at a table: a board that sees filled squares only, stacks, ranks that are shown or told in private."""

from __future__ import annotations

from random import Random

import pytest
from game_table import LANGUAGES, GameTable

from companion.speech.memory import Memory
from companion.speech.phrase import sentence
from companion.speech.wording import Wording
from engine.tactiki.game import TactikiGame

OPEN = "T:b2.1=?,d2.1=?,d2.2=? K:b4.1=?,d4.1=?,d4.2=? T 2"
NEAR = "T:b2.1=?,c2.1=?,c2.2=? K:b3.1=?,b3.2=?,c3.1=? T 2"
OWN_RANKS = "3,5,1,2,4,2,3,5,1,4"


def Table(position: str = "", words: str = "") -> GameTable:
    return GameTable("tactiki", words, position)


def test_a_single_piece_goes_to_an_empty_square() -> None:
    table = Table(OPEN)
    table.touch("b2", "b3")
    table.rest()
    assert table.actions() == ["b2-b3"]
    assert table.position == "T:d2.1=?,d2.2=?,b3.1=? K:b4.1=?,d4.1=?,d4.2=? T 1"
    assert not table.told("question", "violation", "disturbed")
    assert table.told("turn")[-1].data["what"] == "step"


def test_the_top_of_a_stack_is_asked_for_only_where_more_than_one_could_have_come() -> None:
    table = Table(OPEN)
    table.touch("d3")
    table.rest()
    assert table.actions() == ["d2-d3"], "nobody else can have come there"
    table = Table("T:c2.1=?,c2.2=?,b3.1=?,b3.2=? K:e5.1=? T 2")
    table.touch("c3")
    table.rest()
    assert {choice["action"] for choice in table.told("question")[-1].data["choices"]} == {"b3-c3", "c2-c3"}
    table.say("answer b3-c3")
    assert table.position.startswith("T:c2.1=?,c2.2=?,b3.1=?,c3.1=? ")


def test_who_steps_onto_a_stack_is_understood_once_it_rests() -> None:
    table = Table("T:c2.1=?,d2.1=?,d2.2=? K:e5.1=? T 2")
    table.touch("c2")
    table.rest(2)
    assert not table.told("move"), "it can be in a hand"
    table.rest(3)
    assert table.actions() == ["c2-d2"]
    assert table.session.state.picture.count("x") == 2


def test_a_piece_that_was_long_in_the_hand_is_put_down_elsewhere() -> None:
    table = Table("T:c2.1=?,d2.1=?,d2.2=? K:e5.1=? T 2")
    table.touch("c2")
    table.rest(5)
    table.touch("c3")
    table.rest(6)
    assert table.position == "T:d2.1=?,d2.2=?,c3.1=? K:e5.1=? T 1"
    assert not table.told("violation")


def test_a_step_from_stack_to_stack_is_told_with_done() -> None:
    table = Table("T:c2.1=?,c2.2=?,d2.1=?,d2.2=? K:e5.1=? T 2")
    table.rest(9)
    assert not table.told("move", "question", "violation")
    table.say("done")
    assert {choice["action"] for choice in table.told("question")[-1].data["choices"]} == {"c2-d2", "d2-c2"}
    table.say("answer 2")
    assert table.actions() == ["d2-c2"]


def test_an_attack_goes_on_until_the_ranks_decide() -> None:
    table = Table(NEAR)
    table.touch("b2")
    table.rest()
    table.say("done")
    assert table.phase == "question"
    table.say("answer b2-b3")
    assert table.position.endswith(" fight:b2-b3/")
    table.say("card T 4", "card K 3")
    assert table.position.endswith(" fight:b2-b3/43"), "the next one is met"
    table.say("card K 5")
    assert table.position == "T:c2.1=?,c2.2=?+4 K:b3.1=5,c3.1=?+3 T 1"
    moves = table.told("move")
    assert [move.data.get("deed") for move in moves] == [None, "rank", "rank", "rank_loses"]
    (way,) = moves[-1].data["moved"]
    assert [one["owner"] for one in way["captured"]] == ["K", "T"]
    assert not table.broken()


@pytest.mark.parametrize(
    ("said", "key"),
    [
        (["card K 3"], "tactiki-rank-turn"),
        (["card T 4", "card T 3"], "tactiki-rank-turn"),
        (["card T 5", "card K 1", "card T 1"], "tactiki-no-rank-now"),
    ],
)
def test_a_rank_out_of_place_is_named(said: list[str], key: str) -> None:
    table = Table("T:b2.1=? K:b3.1=?,e5.1=? T 2")
    table.touch("b2")
    table.rest(7)
    table.say(*said)
    assert table.broken() == [key]


def test_a_rank_that_cannot_be_is_named_and_told_again() -> None:
    table = Table("T:a1.1=4,b2.1=? K:b3.1=?,c3.1=4,e5.1=4 T 2")
    table.touch("b2")
    table.rest(7)
    table.say("card T 3", "card K 4")
    assert table.broken() == ["tactiki-rank-count"]
    table.say("card K 2")
    assert table.told("move")[-1].data["deed"] == "rank_wins"


def test_ranks_are_counted_before_the_attack_is_over() -> None:
    table = Table("T:a1.1=4,b1.1=4,b2.1=? K:b3.1=?,b3.2=?,e5.1=? T 2")
    table.touch("b2")
    table.rest(7)
    table.say("card T 4")
    assert table.broken() == ["tactiki-rank-count"]
    table.say("card T 5", "card K 3", "done")
    assert table.broken()[1:] == ["tactiki-rank-turn"]
    assert table.position.endswith(" fight:b2-b3/53")


def test_a_rank_may_be_told_before_the_step_has_rested() -> None:
    table = Table("T:b2.1=? K:b3.1=?,e5.1=? T 2")
    table.touch("b2")
    table.say("card T 2")
    table.rest(7)
    table.say("card K 3")
    assert table.told("move")[-1].data["deed"] == "rank_loses"
    assert not table.broken()


def test_ranks_told_in_private_decide_and_stay_secret() -> None:
    table = Table()
    table.say(f"hand T {OWN_RANKS}", f"hand K {OWN_RANKS}")
    assert "=3" not in table.position
    assert table.session.state.hand("T")[:2] == ("a1.1=3", "a1.2=5")  # type: ignore[attr-defined]
    for fact in table.facts:
        if fact.kind != "hand":
            assert "=3" not in str(fact.data)
    table.touch("b4")
    table.rest()
    table.say("answer b5-b4") if table.phase == "question" else None
    table.touch("b4", "b3")
    table.rest(8)
    table.touch("c2")
    table.rest()
    assert table.actions()[:2] == ["b5-b4", "b4-b3"]
    assert not table.broken()


def test_a_known_attack_is_resolved_at_once_and_shows_only_who_fought() -> None:
    game = TactikiGame()
    state = game.begin({})
    state = game.hand(state, "T", OWN_RANKS.split(","))
    state = game.hand(state, "K", OWN_RANKS.split(","))
    for action in ("a5-a4", "a4-a3", "a1-a2", "b1-b2", "a3-a2"):
        option = next(one for one in game.options(state, "") if one.action == action)
        account, state = game.account(state, option), game.play(state, option)
    assert (account.deed, account.cards, account.moved[0].captured) == ("attack_ties", ("5", "5"), ())
    assert state.position.count("=5") == 2
    assert not any(f"={rank}" in state.position for rank in (1, 2, 3, 4))


def test_ranks_that_were_told_wrongly_are_refused() -> None:
    table = Table()
    for cards in ("1,2,3", "1,1,1,2,2,3,3,4,4,5", "1,1,2,2,3,3,4,4,5,6"):
        with pytest.raises(ValueError, match=r"ranks of T|unknown card"):
            table.say(f"hand T {cards}")
    table.touch("b4")
    table.rest(7)
    with pytest.raises(ValueError, match="before its first step"):
        table.say(f"hand K {OWN_RANKS}")


@pytest.mark.parametrize(
    ("touches", "key"),
    [
        (("b2", "b5"), "tactiki-too-far"),
        (("b2", "c3"), "tactiki-diagonal"),
        (("b2", "b1"), "tactiki-backward"),
        (("b4", "b3"), "tactiki-not-own"),
        (("e3",), ""),
        (("a1",), ""),
        (("b4",), "tactiki-left-board"),
    ],
)
def test_a_wrong_board_is_named_and_put_right(touches: tuple[str, ...], key: str) -> None:
    table = Table("T:b2.1=? K:b4.1=?,e5.1=? T 2")
    table.touch(*touches)
    table.rest(12)
    assert table.broken() == ([key] if key else [])
    assert key or table.told("disturbed"), "a piece from nowhere breaks no rule that could be named"
    table.touch(*reversed(touches))
    table.rest()
    assert table.told("corrected")
    table.touch("b2", "b3")
    table.rest()
    assert table.actions() == ["b2-b3"]


def test_a_defeated_piece_comes_back_and_its_rank_is_hidden() -> None:
    table = Table("T:b2.1=3+4 K:e5.1=? T 2")
    table.touch("a1")
    table.rest()
    assert table.actions() == ["reincarnate:?@a1"]
    assert table.position == "T:a1.1=?,b2.1=3 K:e5.1=? K 2"


def test_takeback_resume_and_rulings() -> None:
    table = Table("T:d1.1=?,b2.1=? K:b3.1=?,e5.1=? T 2")
    table.touch("b2")
    table.rest(7)
    table.say("card T 4")
    assert table.started_again().state == table.session.state
    table.say("card K 2")
    assert table.started_again().state == table.session.state
    table.say("takeback", "takeback")
    assert table.position.endswith("fight:b2-b3/")
    table.say("takeback")
    table.touch("b2")
    table.rest()
    assert table.position == "T:d1.1=?,b2.1=? K:b3.1=?,e5.1=? T 2"
    table.touch("d1", "e3")
    table.rest(4)
    table.say("overrule board")
    table.rest()
    assert table.position == "T:b2.1=?,e3.1=? K:b3.1=?,e5.1=? T 2"
    table.say("set T:a3.1=? K:e5.1=? K 2")
    table.touch("b2", "b3", "e3", "a3")
    table.rest()
    assert table.position == "T:a3.1=? K:e5.1=? K 2"


def test_ranks_that_were_shown_are_told_only_at_a_table_that_wants_it() -> None:
    for words, face in (("", ""), ("aid", "5")):
        table = Table("T:b2.1=? K:b3.1=5 T 2", words)
        standing = {one.cell: one.face for one in table.game.standing(table.session.state)}
        assert standing == {"b2": "", "b3": face}


def test_a_column_is_told_from_the_top() -> None:
    table, memory = Table(NEAR), Memory()
    for fact in table.facts:
        memory = memory.after(fact)
    for language in LANGUAGES:
        wording = Wording(language, colours={"T": "TAC", "K": "TIKI"})
        assert wording.answer("hole c2", memory).count("TAC") == 2
        assert "TIKI" in wording.answer("position", memory)


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_by_hand_end_as_they_were_meant(seed: int) -> None:
    table, lot = Table(), Random(seed)
    for _ in range(60):
        options = table.game.options(table.session.state, "")
        if not options or table.phase == "won":
            break
        option, ply = lot.choice(options), len(table.told("move"))
        before, after = table.session.state.picture, option.picture
        table.touch(*(cell for cell, was, now in zip(table.layout.holes, before, after, strict=True) if was != now))
        table.rest(7)
        if len(table.told("move")) == ply and table.phase != "question":
            table.say("done")
        if table.phase == "question":
            table.say(f"answer {option.action}")
        assert (len(table.told("move")), table.actions()[-1]) == (ply + 1, option.action)
        while " fight:" in table.position:
            state = table.session.state
            card = lot.choice(table.game.possible_cards(state, state.seat))  # type: ignore[attr-defined]
            table.say(f"card {state.seat} {card}")
    assert not table.broken()
    assert not table.told("disturbed")


def test_an_attack_that_was_taken_back_stays_so_until_the_piece_is_put_back() -> None:
    table = Table("T:b2.1=1,d2.1=? K:b3.1=1,e5.1=? T 2")
    table.touch("b2")
    table.rest(7)
    assert table.actions() == ["b2-b3"]
    table.say("takeback")
    table.rest(9)
    assert table.actions() == ["b2-b3"]
    assert [one["cell"] for fact in table.told("disturbed") for one in fact.data["differences"]] == ["b2"]
    assert not table.told("corrected")
    table.touch("b2")
    table.rest()
    assert table.told("corrected")
    assert table.position == "T:b2.1=1,d2.1=? K:b3.1=1,e5.1=? T 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_that_were_shown_are_no_cards_that_lie_open(language: str) -> None:
    table = Table("T:b2.1=? K:b3.1=?,e5.1=? T 2")
    table.touch("b2")
    table.rest(7)
    table.say("card T 2", "card K 3")
    memory = Memory()
    for fact in table.facts:
        memory = memory.after(fact)
    voice = Wording(language)
    for asked in ("cards", "round"):
        assert voice.answer(asked, memory) == voice.answer("houses", memory)
    assert voice.answer("pieces T", memory) == sentence(voice.phrase.say("ask.no_pieces", seat="T"))
