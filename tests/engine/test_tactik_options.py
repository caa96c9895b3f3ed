"""What the cards of TAC-TIK can do: against a slow engine hole by hole, and in the corners of the rules."""

from __future__ import annotations

import doctest
from pathlib import Path

import brute_tactik as brute
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tactik_boards import moment, situations

from engine.errors import InvalidNotation
from engine.tactik import seven
from engine.tactik.cards import CARDS
from engine.tactik.options import can_use, count, options, resolve, results
from engine.tactik.position import Position
from engine.tactik.situation import Situation, winners
from engine.tactik.variants import VARIANTS

EMPTY = "B:y,y,y,y C:y,y,y,y D:y,y,y,y"


def test_the_slow_engine_knows_the_same_cards_and_variants() -> None:
    assert set(brute.CARDS) == set(CARDS)
    for name, variant in VARIANTS.items():
        assert brute.seats_of(name) == "".join(variant.seats)
        assert brute.players_of(name) == "".join(variant.players)


@given(situations(), st.sampled_from([card for card in CARDS if card != "7x1"]))
@settings(max_examples=400, deadline=None)
def test_results_are_those_of_single_steps(now: Situation, card: str) -> None:
    found = results(now, card)
    assert set(found) == brute.results(now.variant.name, str(now.position), now.player, card)
    assert count(now, card) == len(found)
    assert can_use(now, card) == bool(found)


@given(situations())
@settings(max_examples=60, deadline=None)
def test_sevens_are_those_of_single_steps(now: Situation) -> None:
    found = results(now, "7x1")
    assert set(found) == brute.results(now.variant.name, str(now.position), now.player, "7x1")
    assert can_use(now, "7x1") == bool(found)


@given(situations())
@settings(max_examples=40, deadline=None)
def test_texts_of_a_seven_are_the_first_of_the_shortest(now: Situation) -> None:
    found = results(now, "7x1")
    assume(0 < len(found) < 25)
    texts: dict[str, str] = {}
    for seat in brute.own_colours(brute.read(str(now.position)), now.variant.name, now.player):
        texts |= brute.run_texts(brute.read(str(now.position)), now.variant.name, seat)
    assert found == texts


@given(situations())
@settings(max_examples=200, deadline=None)
def test_shared_out_or_searched_the_sevens_are_the_same(now: Situation) -> None:
    for place in now.movers:
        found = seven.uses(*now.position, place)
        assert len(found) == len(dict(found))
        assert dict(found) == seven.search(*now.position, place)


@given(situations(), st.sampled_from(CARDS))
@settings(max_examples=200, deadline=None)
def test_every_result_is_a_position_and_its_action_leads_there(now: Situation, card: str) -> None:
    board, seats, _ = now.position
    for key, action in list(results(now, card).items())[:20]:
        assert str(Position.parse(key, board, seats)) == key
        after = resolve(now, card, action)
        assert after is not None
        assert (str(after[0]), after[1]) == (key, action)


@given(situations(), st.sampled_from(CARDS))
@settings(max_examples=150, deadline=None)
def test_no_piece_is_lost_and_no_pieu_taken(now: Situation, card: str) -> None:
    own = {now.position.seats[place] for place in now.movers}
    for key in results(now, card):
        after = Position.parse(key, *now.position[:2])
        for seat in after.seats:
            assert len(after.pieces(seat)) == 4
            start = after.board.start_cell(seat)
            if now.position.is_pieu(start) and seat not in own:
                assert after.is_pieu(start)


@given(situations(), st.sampled_from(CARDS))
@settings(max_examples=150, deadline=None)
def test_options_tell_the_same_as_results(now: Situation, card: str) -> None:
    found = options(now, card)
    assert {option.position: option.action for option in found} == results(now, card)
    before = now.position.picture()
    for option in found:
        assert option.picture == Position.parse(option.position, *now.position[:2]).picture()
        assert bool(option.ways) == (option.picture == before)


@given(situations(), st.sampled_from(CARDS))
@settings(max_examples=60, deadline=None)
def test_who_has_won_plays_no_more(now: Situation, card: str) -> None:
    if winners(now.variant, now.position) is not None:
        assert results(now, card) == {}


CORNERS = [
    # a pieu blocks everybody, its owner too
    ("A:00*,60,y,y", "6", {"A:06,60,y,y": "00-06"}),
    ("A:00*,y,y,y", "1", {"A:01,y,y,y": "00-01"}),
    ("A:00*,y,y,y", "3", {"A:03,y,y,y": "00-03"}),
    ("A:00*,y,y,y", "4", {"A:60,y,y,y": "00-60"}),
    # an ordinary piece on the start may enter, or go past
    ("A:00,y,y,y", "3", {"A:03,y,y,y": "00-03", "A:A3,y,y,y": "00-A3"}),
    # a second piece starts onto an ordinary own one
    ("A:00,y,y,y", "10", {"A:00*,y,y,y": "Ay-00", "A:10,y,y,y": "00-10"}),
    # onto an own piece: it is captured
    ("A:05,08,y,y", "3", {"A:08,y,y,y": "05-08", "A:05,11,y,y": "08-11"}),
    # the 4 never leads into the base
    ("A:02,y,y,y", "4", {"A:62,y,y,y": "02-62"}),
    # not past a piece in the base, nor onto it
    ("A:62,A2,y,y", "5", {"A:03,A2,y,y": "62-03"}),
    ("A:62,A2,y,y", "3", {"A:01,A2,y,y": "62-01", "A:A1,A2,y,y": "62-A1"}),
    ("A:A1,A3,y,y", "2", {}),
    ("A:A1,A3,y,y", "1", {"A:00*,A1,A3,y": "Ay-00", "A:A2,A3,y,y": "A1-A2", "A:A1,A4,y,y": "A3-A4"}),
    # a 7x1 is for one colour: nothing is left over for the partner, and all seven are used
    ("A:61,A2,A3,A4", "7x1", {"A:04,A2,A3,A4": "61-04"}),
    ("A:A1,y,y,y", "7x1", {}),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "card", "expected"), CORNERS)
def test_corners(pieces, card, expected) -> None:
    found = results(moment("teams4", f"{pieces} {EMPTY}", "A"), card)
    assert {key.split(" ")[0]: action for key, action in found.items()} == expected


def test_a_pieu_opens_the_way_once_it_has_itself_moved() -> None:
    found = set(results(moment("teams4", f"A:00*,63,y,y {EMPTY}", "A"), "7x1").values())
    assert {"00-07", "00-06,63-00", "00-05,63-01", "00-05,63-A1", "00-02,63-A4"} <= found
    assert not any(action.startswith("63") for action in found)


def test_another_players_pieu_is_never_exchanged_nor_captured_nor_passed() -> None:
    now = moment("teams4", "A:10,y,y,y B:16*,20,y,y C:32*,y,y,y D:y,y,y,y", "A")
    assert list(results(now, "swap").values()) == ["10~20"]
    assert results(now, "6") == results(now, "8") == results(now, "7x1") == {}


def test_two_own_pieux_may_be_exchanged() -> None:
    found = results(moment("two", "A:00*,y,y,y B:20,y,y,y C:32*,y,y,y D:y,y,y,y", "A"), "swap")
    assert found["A:32,y,y,y B:20,y,y,y C:00,y,y,y D:y,y,y,y"] == "00~32"


def test_alike_exchanges_are_one_and_leave_the_board_as_it_is() -> None:
    text = "A:10,12,14,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    now = moment("teams4", text, "A")
    assert results(now, "swap") == {text: "10~12"}
    (option,) = options(now, "swap")
    assert (option.also, len(option.ways)) == (("10~14", "12~14"), 3)


def test_a_pieu_exchanged_for_an_own_piece_is_ordinary() -> None:
    now = moment("teams4", f"A:00*,12,y,y {EMPTY}", "A")
    assert list(results(now, "swap")) == [f"A:00,12,y,y {EMPTY}"]


def test_with_all_own_home_the_partners_pieces_are_own() -> None:
    now = moment("teams4", "A:A1,A2,A3,A4 B:20,y,y,y C:32*,40,y,y D:y,y,y,y", "A")
    assert set(results(now, "swap").values()) == {"20~32", "20~40", "32~40"}
    assert results(now._replace(player="B"), "swap").keys() == {
        "A:A1,A2,A3,A4 B:40,y,y,y C:20,32*,y,y D:y,y,y,y"
    }


def test_a_player_of_two_colours_chooses_freely() -> None:
    now = moment("three", "A:10,y,y,y B:y,y,y,y C:y,y,y,y D:60,y,y,y E:y,y,y,y F:y,y,y,y", "A")
    assert set(results(now, "1").values()) == {"10-11", "60-61", "Ay-00", "Dy-48"}
    assert set(results(now, "7x1").values()) == {"10-17", "60-67"}


@pytest.mark.parametrize(
    ("text", "after", "canonical"),
    [
        ("05-06,20-22,06-09,22-23", "A:09,23,y,y", "05-09,20-23"),
        ("20-23,05-09", "A:09,23,y,y", "05-09,20-23"),
        ("05-12", "A:12,20,y,y", "05-12"),
        ("05-08,08-12", "A:12,20,y,y", "05-12"),
        ("05-08,20-24,08-09", None, None),
        ("05-11", None, None),
    ],
)
def test_any_correct_way_to_write_a_seven(text, after, canonical) -> None:
    found = resolve(moment("teams4", f"A:05,20,y,y {EMPTY}", "A"), "7x1", text)
    assert (None if found is None else (str(found[0]), found[1])) == (
        None if after is None else (f"{after} {EMPTY}", canonical)
    )


@pytest.mark.parametrize("text", ["", "05", "05-", "05-64", "E1-E2", "05x06", "05~64", "skip", "Ay~00", "05-06,Ay-00",
                                  "05-06,", "05~06,07~08", "٠5-06", "05-Ay", "ay-00"])  # fmt: skip
def test_texts_that_are_no_action(text) -> None:
    with pytest.raises(InvalidNotation):
        resolve(moment("teams4", f"A:05,20,y,y {EMPTY}", "A"), "1", text)


@pytest.mark.parametrize("text", [
    "", "A:y,y,y,y", f"A:y,y,y {EMPTY}", f"A:05,04,y,y {EMPTY}", f"A:64,y,y,y {EMPTY}", f"A:05*,y,y,y {EMPTY}",
    f"A:16*,y,y,y {EMPTY}", f"A:B1,y,y,y {EMPTY}", f"A:y,05,y,y {EMPTY}", f"A:A1,05,y,y {EMPTY}",
    f"A:05,05,y,y {EMPTY}", "A:05,y,y,y B:05,y,y,y C:y,y,y,y D:y,y,y,y", f"A:y,y,y,y  {EMPTY}", f"A:5,y,y,y {EMPTY}",
    f"A:00*,00,y,y {EMPTY}", f"A:y,y,y,y {EMPTY} E:y,y,y,y",
])  # fmt: skip
def test_texts_that_are_no_position(text) -> None:
    kind = VARIANTS["teams4"]
    with pytest.raises(InvalidNotation):
        Position.parse(text, kind.board, kind.seats)


def test_the_page_shows_what_is_true() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "tactik.md"
    (block,) = page.read_text(encoding="utf-8").split("```python\n")[1:]
    text = block.split("```", 1)[0]
    example = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(example).failed == 0
