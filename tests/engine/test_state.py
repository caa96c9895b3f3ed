"""Turns, deals, Fool, Devil, sitting out and winning, as they follow one another."""

from __future__ import annotations

import pytest
from tac_tables import after, broken, emptied, table

from engine.errors import InvalidNotation
from engine.tac.course.flow import dealt, example, is_usable, swapped
from engine.tac.course.state import begin, deals_a_deck, hand_size, is_shuffled, view
from engine.tac.moves.situation import Setup

ON_RING = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"
LOW = dict.fromkeys("ABCD", "2 3 5")


def test_left_of_the_dealer_begins_and_turns_go_clockwise() -> None:
    state = table(ON_RING, LOW, first="C")
    assert (state.dealer, state.seat, state.deal, state.round, state.ply) == ("B", "C", 1, 1, 0)
    seats = []
    for play in ("C 2 40-42", "D 2 50-52", "A 2 10-12", "B 2 20-22"):
        seats.append(state.seat)
        state = after(state, play)
    assert seats == ["C", "D", "A", "B"]
    assert (state.seat, state.round, state.ply) == ("C", 2, 4)


def test_the_dealer_moves_on_with_every_deal() -> None:
    state = table(ON_RING, dict.fromkeys("ABCD", "2"))
    state = after(state, "A 2 10-12", "B 2 20-22", "C 2 40-42", "D 2 50-52")
    assert state.is_deal_over
    state = dealt(state, None)
    assert (state.dealer, state.seat, state.deal, state.round) == ("A", "B", 2, 1)
    assert [state.size(seat) for seat in "ABCD"] == [5, 5, 5, 5]
    assert state.previous is None


def test_no_deal_while_cards_are_held() -> None:
    with pytest.raises(InvalidNotation, match="still held"):
        dealt(table(ON_RING, LOW))


@pytest.mark.parametrize(
    ("variant", "deck", "sizes", "shuffles"),
    [
        ("teams", "basic", [5] * 11, [1, 6, 11]),
        ("teams", "master", [5, 5, 5, 5, 6, 5, 5, 5, 5, 6, 5], [1, 6, 11]),
        ("duel", "master", [5] * 11, [1, 11]),
        ("three-free", "basic", [5] * 11, [1, 7]),
        ("two-against-one", "master", [5] * 11, [1, 7]),
    ],
)
def test_hand_sizes_and_shuffles(variant: str, deck: str, sizes: list[int], shuffles: list[int]) -> None:
    setup = Setup(variant, deck)
    assert [hand_size(setup, n) for n in range(1, 12)] == sizes
    assert [n for n in range(1, 12) if is_shuffled(setup, n)] == shuffles


def test_two_and_three_seats_use_the_deck_up() -> None:
    assert deals_a_deck(Setup("duel", "basic")) == 10
    assert deals_a_deck(Setup("three-free", "master")) == 6


def test_swapped_cards_change_hands() -> None:
    state = swapped(table(ON_RING, LOW), {"A": "2", "C": "5", "B": "3", "D": None})
    assert sorted(state.hand("A") or ()) == ["3", "5", "5"]
    assert sorted(state.hand("C") or ()) == ["2", "2", "3"]
    assert state.hand("B") is None


def test_sitting_out_lasts_one_turn_and_can_be_answered() -> None:
    hands = {"A": "8 2", "B": "tac 10", "C": "2 3", "D": "2 3"}
    state = after(table(ON_RING, hands), "A 8 skip")
    assert (state.seat, state.is_sitting_out) == ("B", True)
    assert not is_usable(state, "10")
    assert is_usable(state, "tac")
    thrown = after(state, "B 10 discard")
    assert (thrown.seat, thrown.is_sitting_out) == ("C", False)
    answered = after(state, "B tac skip")
    assert (answered.seat, answered.is_sitting_out) == ("C", True)
    assert answered.previous is not None
    assert answered.previous.card == "8"
    assert after(state, "B tac discard").seat == "C"


def test_tac_after_discarded_tac_takes_the_card_before_it_and_undoes_nothing() -> None:
    hands = {"A": "8 2", "B": "tac 10", "C": "tac 3", "D": "2 3"}
    state = after(table(ON_RING, hands), "A 8 skip", "B tac discard")
    assert state.previous is not None
    assert (state.previous.card, state.previous.used) == ("8", False)
    assert after(state, "C tac 40-48").position == "A:10,y,y,y B:20,y,y,y C:48,y,y,y D:50,y,y,y"


def test_chain_of_tacs_goes_back_one_action_each() -> None:
    hands = {"A": "10 2", "B": "tac 3", "C": "tac 3", "D": "tac 3"}
    state = after(table(ON_RING, hands), "A 10 10-20")
    assert state.position == "A:20,y,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y"
    state = after(state, "B tac 20-30")
    assert state.position == "A:10,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y"
    state = after(state, "C tac 40-50")
    assert state.position == "A:20,y,y,y B:y,y,y,y C:50,y,y,y D:y,y,y,y"
    state = after(state, "D tac 50-60")
    assert state.position == "A:10,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def test_fool_passes_every_hand_to_the_right_and_the_player_lays_again() -> None:
    hands = {"A": "fool 2", "B": "3 3", "C": "5 5", "D": "6 6"}
    state = after(table(ON_RING, hands, deck="master"), "A fool pass-hands")
    assert [state.hand(seat) for seat in "ABCD"] == [("3", "3"), ("5", "5"), ("6", "6"), ("2",)]
    assert (state.seat, state.is_after_fool, state.ply) == ("A", True, 1)
    assert broken(state, "B 5 20-25").key == "fool-second-card"
    state = after(state, "A 3 10-13", "B 5 20-25", "C 6 40-46", "D 2 50-52", "A 3 13-16", "B 5 25-30")
    assert (state.seat, state.size("C"), state.size("D")) == ("C", 1, 0)
    assert after(state, "C 6 46-52").is_deal_over


def test_an_empty_hand_is_passed_over() -> None:
    state = after(emptied(table(ON_RING, LOW), "B"), "A 2 10-12")
    assert state.seat == "C"
    assert state.previous is not None
    assert state.previous.card == "2"


def test_house_rules_for_an_empty_hand() -> None:
    state = after(emptied(table(ON_RING, LOW, empty_hand="end-deal"), "B"), "A 2 10-12")
    assert (state.seat, state.is_deal_over) == ("B", True)
    state = after(emptied(table(ON_RING, LOW, tac_after_passed="nothing"), "B"), "A 2 10-12")
    assert (state.seat, state.previous) == ("C", None)


def test_who_is_next_for_an_eight_when_a_hand_is_empty() -> None:
    hands = dict.fromkeys("ABCD", "8 5")
    assert broken(emptied(table(ON_RING, hands), "B"), "A 8 skip").key == "skip-empty-hand"
    state = after(emptied(table(ON_RING, hands, next_seat="with-cards"), "B"), "A 8 skip")
    assert (state.seat, state.is_sitting_out) == ("C", True)
    state = after(emptied(table(ON_RING, hands, skip_empty_hand="allowed"), "B"), "A 8 skip")
    assert (state.seat, state.is_sitting_out) == ("C", False)


def test_devil_against_an_empty_hand() -> None:
    hands = {"A": "devil 2", "B": "3 10", "C": "5 5", "D": "6 6"}
    lapsed = emptied(table(ON_RING, hands, deck="master"), "B")
    assert broken(lapsed, "A devil devil").key == "devil-empty-hand"
    state = after(emptied(table(ON_RING, hands, deck="master", devil_empty_hand="used"), "B"), "A devil devil")
    assert (state.seat, state.by) == ("C", None)


def test_fool_for_an_empty_hand_ends_the_turn() -> None:
    hands = {"A": "fool 2", "B": "3 10", "C": "5 5", "D": "6 6"}
    state = after(emptied(table(ON_RING, hands, deck="master"), "B"), "A fool pass-hands")
    assert (state.seat, state.is_after_fool, state.size("A")) == ("B", False, 0)


def test_tac_ignores_a_used_fool() -> None:
    hands = {"A": "10 2", "B": "fool 3", "C": "tac 5", "D": "6 6"}
    state = after(table(ON_RING, hands, deck="master"), "A 10 10-20", "B fool pass-hands", "B tac 20-30")
    assert state.position == "A:10,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y"


def test_tac_takes_over_a_discarded_fool_and_then_refers_to_the_card_before_it() -> None:
    hands = {"A": "8 2", "B": "fool 3", "C": "tac 5", "D": "tac 6"}
    state = after(table(ON_RING, hands, deck="master"), "A 8 skip", "B fool discard", "C tac pass-hands")
    assert (state.seat, state.is_after_fool) == ("C", True)
    assert state.previous is not None
    assert (state.previous.card, state.previous.used) == ("8", True)
    assert after(state, "C tac 40-48").position == "A:10,y,y,y B:20,y,y,y C:48,y,y,y D:50,y,y,y"


def test_devil_plays_the_next_hand() -> None:
    hands = {"A": "devil 2", "B": "3 10", "C": "5 5", "D": "6 6"}
    state = after(table(ON_RING, hands, deck="master"), "A devil devil")
    assert (state.seat, state.by) == ("B", "A")
    assert broken(state, "B 3 20-23").key == "devil-decides"
    state = after(state, "B by A 10 20-30")
    assert (state.seat, state.by) == ("C", None)


def test_devil_that_chooses_a_tac_makes_its_owner_the_devil() -> None:
    hands = {"A": "devil 2", "B": "tac 10", "C": "5 5", "D": "tac 6"}
    state = after(table(ON_RING, hands, deck="master"), "A devil devil", "B by A tac devil")
    assert (state.seat, state.by) == ("C", "B")
    state = after(state, "C by B 5 40-45", "D tac 50-55")
    assert state.position == "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:55,y,y,y"


def test_devil_that_chooses_a_fool_chooses_again() -> None:
    hands = {"A": "devil 2", "B": "fool 10", "C": "5 5", "D": "6 6"}
    state = after(table(ON_RING, hands, deck="master"), "A devil devil", "B by A fool pass-hands")
    assert (state.seat, state.by, state.hand("B")) == ("B", "A", ("5", "5"))
    assert after(state, "B by A 5 20-25").by is None


ALMOST = "A:60,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:50,y,y,y"


def test_win_stands_at_once_where_nobody_can_answer() -> None:
    state = after(table(ALMOST, {"A": "5 2", "B": "3 10", "C": "5 5", "D": "6 6"}), "A 5 60-A1")
    assert (state.winner, state.is_answerable, state.is_over) == (("A", "C"), False, True)
    assert broken(state, "B 3 20-23").key == "game-over"


def test_win_must_be_answered_with_tac_and_no_tac_follows() -> None:
    hands = {"A": "5 2", "B": "tac 10", "C": "5 tac", "D": "6 6"}
    state = after(table(ALMOST, hands), "A 5 60-A1")
    assert (state.winner, state.is_win_pending, state.seat) == (("A", "C"), True, "B")
    assert broken(state, "B 10 20-30").key == "win-unanswered"
    assert broken(state, "B tac discard").rule == "T3.3"
    state = after(state, "B tac 20-25")
    assert (state.winner, state.position) == (None, "A:60,A2,A3,A4 B:25,y,y,y C:C1,C2,C3,C4 D:50,y,y,y")
    assert not is_usable(state, "tac")
    assert broken(state, "C tac 60-A1").key == "tac-after-win"


def test_a_seat_of_the_winning_side_answers_only_by_house_rule() -> None:
    position = "A:60,y,y,y B:16,B2,B3,B4 C:C1,C2,C3,C4"
    hands = {"A": "5 2", "B": "1 3", "C": "tac 5"}
    normal = after(table(position, hands, first="B", variant="two-against-one"), "B 1 16-B1")
    assert normal.is_over
    house = table(position, hands, first="B", variant="two-against-one", winning_side_answers="always")
    assert after(house, "B 1 16-B1").is_win_pending


def test_a_view_never_holds_another_hand() -> None:
    state = table(ON_RING, {"A": "1 2", "B": "3 5", "C": "6 7", "D": "9 10"})
    seen = view(state, "B")
    assert seen.hand == ("3", "5")
    assert [seen.state.hand(seat) for seat in "ABCD"] == [None, ("3", "5"), None, None]
    assert [seen.state.size(seat) for seat in "ABCD"] == [2, 2, 2, 2]
    for seat in "ACD":
        assert set(seen.state.knowledge.possible_cards(seat)) > {"1", "9", "13"}


def test_a_devils_player_sees_the_hand_that_it_chooses_from() -> None:
    hands = {"A": "devil 2", "B": "3 10", "C": "5 5", "D": "6 6"}
    state = after(table(ON_RING, hands, deck="master"), "A devil devil")
    assert view(state, "A").state.hand("B") == ("3", "10")
    assert view(state, "C").state.hand("B") is None


def test_one_person_sees_both_of_its_hands() -> None:
    state = table(ON_RING, {"A": "1 2", "B": "3 5", "C": "6 7", "D": "9 10"}, variant="duel-teams")
    assert view(state, "A").state.hand("C") == ("6", "7")
    assert view(state, "A").state.hand("B") is None


def test_an_example_is_an_action_of_the_card() -> None:
    state = table(ON_RING, LOW)
    assert example(state, "2") == "10-12"
    assert example(state, "tac") is None


def test_nothing_is_dealt_at_first() -> None:
    state = begin(Setup("duel", "basic"), "C")
    assert (state.seat, state.deal, state.is_deal_over, state.cards_left) == ("A", 0, True, 0)
