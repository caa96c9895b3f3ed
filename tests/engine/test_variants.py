"""Who sits where, and what the decks hold."""

import pytest

from engine.errors import InvalidNotation
from engine.tac.board.holes import home_distance, past_start
from engine.tac.hands.cards import CARDS, deck, is_card
from engine.tac.settings.variants import VARIANTS, variant


def test_eight_variants():
    assert set(VARIANTS) == {
        "teams", "team-of-four", "solo", "duel", "duel-teams", "three-free", "three-double", "two-against-one",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_turn_goes_round_all_seats(name):
    seating = variant(name)
    seat, seen = seating.seats[0], []
    for _ in seating.seats:
        seen.append(seat)
        assert seating.previous_seat(seating.next_seat(seat)) == seat
        seat = seating.next_seat(seat)
    assert tuple(seen) == seating.seats
    assert seat == seating.seats[0]


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_partners_are_mutual_and_in_one_team(name):
    seating = variant(name)
    for seat in seating.seats:
        partner = seating.partner(seat)
        assert partner is None or seating.partner(partner) == seat
        assert partner is None or partner in seating.team(seat)
        assert seating.does_swap(seat) == (partner is not None)


def test_two_against_one():
    seating = variant("two-against-one")
    assert [seating.partner(seat) for seat in "ABC"] == [None, "C", "B"]
    assert seating.next_seat("C") == "A"


@pytest.mark.parametrize(("name", "size"), [("basic", 100), ("master", 104)])
def test_decks_have_their_size(name, size):
    assert sum(number for _, number in deck(name)) == size


def test_every_card_has_a_name():
    assert len(CARDS) == 18
    assert all(map(is_card, CARDS))
    assert not is_card("11")
    assert not is_card(7)


@pytest.mark.parametrize("read", [deck, variant])
def test_unknown_names_are_refused(read):
    with pytest.raises(InvalidNotation, match="known"):
        read("chess")


def test_distances_on_the_ring():
    assert home_distance("A", 60) == 4
    assert home_distance("B", 16) == 0
    assert past_start("D", 1) == 17
