"""What each card can do, rule by rule and against the slow engine."""

import brute_tac as brute
import pytest
from hypothesis import given, settings
from tac_boards import situation, situations, table

from engine.tac.board.position import Position
from engine.tac.hands.cards import CARDS
from engine.tac.moves.actions import parse_action
from engine.tac.moves.options import can_use, count, options, resolve, results, spellings
from engine.tac.moves.situation import Previous, Setup, Situation
from engine.tac.settings.rules import Rules
from engine.tac.settings.variants import VARIANTS

YARDS = "B:y,y,y,y C:y,y,y,y D:y,y,y,y"


def keys(moment, card):
    return {f"{p}#{a}" if a in brute.MARKS else str(p): a for p, a in results(moment, card)}


def own(text, card, rest=YARDS, **more):
    """Actions of seat A with these pieces."""
    return set(keys(situation(f"A:{text} {rest}", "A", **more), card).values())


@given(situations())
@settings(max_examples=150, deadline=None)
def test_every_card_agrees_with_the_slow_engine(moment):
    board = brute.read(str(moment.position))
    for card in CARDS:
        if card not in ("7", "tac"):
            assert keys(moment, card) == brute.results(board, table(moment), moment.seat, card)


@given(situations())
@settings(max_examples=80, deadline=None)
def test_whether_a_card_can_be_used_is_known_without_its_results(moment):
    for card in CARDS:
        found = results(moment, card)
        assert can_use(moment, card) == bool(found)
        assert count(moment, card) == len(found) == len(set(map(str, found)))


@given(situations())
@settings(max_examples=80, deadline=None)
def test_no_piece_is_lost_and_nothing_is_changed(moment):
    before = str(moment.position)
    for card in CARDS:
        for position, action in results(moment, card):
            assert str(Position.parse(str(position), position.seats)) == str(position)
            assert sum(len(position.pieces(seat)) for seat in position.seats) == 4 * len(moment.position.seats)
            assert str(parse_action(action)) == action
    assert str(moment.position) == before


@given(situations())
@settings(max_examples=60, deadline=None)
def test_options_tell_the_same_and_every_spelling_leads_there(moment):
    for card in CARDS:
        found = options(moment, card)
        assert [(o.position, o.action) for o in found] == sorted((str(p), a) for p, a in results(moment, card))
        for option in found:
            position = Position.parse(option.position, moment.position.seats)
            assert option.picture == position.picture()
            for text in (option.action, *option.also):
                assert resolve(moment, card, text) == (position, option.action)
            if option.gesture and card != "7":
                assert spellings(moment, card, option.position) == (option.action, *option.also)
            is_unseen = option.gesture and option.picture == moment.position.picture()
            assert bool(option.ways) == is_unseen


@pytest.mark.parametrize(
    ("rule", "pieces", "card", "actions"),
    [
        ("T4.1", "05,y,y,y", "10", {"05-15"}),
        ("T3.6", "05,10,y,y", "10", {"10-20"}),
        ("T3.7", "05,15,y,y", "10", {"05-15", "15-25"}),
        ("T3.8", "63,A1,y,y", "2", {"63-01", "A1-A3"}),
        ("T3.9", "00*,y,y,y", "3", {"00-03"}),
        ("T3.10", "00,y,y,y", "3", {"00-03", "00-A3"}),
        ("T3.10", "62,y,y,y", "5", {"62-03", "62-A3"}),
        ("T3.10", "62,y,y,y", "6", {"62-04", "62-A4"}),
        ("T3.10", "62,y,y,y", "8", {"62-06", "skip"}),
        ("T3.10", "00*,62,y,y", "5", {"00-05"}),
        ("T3.11", "A1,A2,y,y", "2", {"A2-A4"}),
        ("T3.11", "A1,y,y,y", "3", {"A1-A4"}),
        ("T3.11", "A1,y,y,y", "5", set()),
        ("T4.2", "05,y,y,y", "13", {"05-18", "Ay-00"}),
        ("T4.2", "00*,A2,A3,A4", "1", {"00-01"}),
        ("T4.2", "00,A2,A3,A4", "1", {"00-01", "00-A1"}),
        ("T4.3", "02,y,y,y", "4", {"02-62", "02-A2"}),
        ("T4.3", "00,y,y,y", "4", {"00-60", "00-A4"}),
        ("T4.3", "00*,y,y,y", "4", {"00-60"}),
        ("T4.3", "00,A1,y,y", "4", {"00-60"}),
        ("T4.3", "04,y,y,y", "4", {"04-00"}),
        ("T4.3", "00,03,y,y", "4", {"00-60", "00-A4"}),
        ("T4.3", "A4,y,y,y", "4", set()),
        ("T4.4", "A1,A2,y,y", "8", set()),
        ("T4.9", "05,09,y,y", "trickster", {"05~09"}),
        ("T4.9", "05,A1,y,y", "trickster", set()),
        ("T6.4", "05,y,y,y", "warrior", {"05x05"}),
        ("T6.4", "05,60,y,y", "warrior", {"05x60", "60x05"}),
        ("T6.4", "A1,y,y,y", "warrior", set()),
    ],
)
def test_rule_by_rule(rule, pieces, card, actions):
    assert own(pieces, card) == actions, rule


def test_the_last_card_and_the_empty_hand():
    assert "skip" in own("05,y,y,y", "8")
    assert "skip" not in own("05,y,y,y", "8", last_card_of_deal=True)
    assert "skip" not in own("05,y,y,y", "8", next_hand_empty=True)
    assert own("05,y,y,y", "fool", last_card_of_deal=True) == set()
    assert own("05,y,y,y", "fool", next_hand_empty=True) == {"pass-hands"}
    assert own("y,y,y,y", "devil", rest=YARDS) == {"devil"}
    assert own("y,y,y,y", "devil", last_card_of_deal=True) == set()
    assert own("y,y,y,y", "devil", next_hand_empty=True) == set()


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        ("A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y", {"By-16"}),
        ("A:05,y,y,y B:20,B1,B2,B3 C:y,y,y,y D:y,y,y,y", {"20-21", "20-33"}),
        ("A:05,y,y,y B:16,B1,B3,B4 C:y,y,y,y D:y,y,y,y", {"16-17", "16-29"}),
        ("A:05,y,y,y B:15,B1,B3,B4 C:y,y,y,y D:y,y,y,y", {"15-16", "15-28"}),
        ("A:05,y,y,y B:B1,B2,B3,B4 C:y,y,y,y D:y,y,y,y", {"Dy-48"}),
        ("A:05,y,y,y B:B1,B2,B3,B4 C:y,y,y,y D:40,D1,D2,D3", {"40-41", "40-53"}),
        ("A:05,y,y,y B:20,21,33,B4 C:y,y,y,y D:y,y,y,y", {"20-21", "21-22", "33-34", "33-46"}),
    ],
)
def test_angel(position, actions):
    assert set(keys(situation(position, "A"), "angel").values()) == actions


def test_pieces_of_the_partner_once_all_own_are_home():
    position = "A:A1,A2,A3,A4 B:20,y,y,y C:40,y,y,y D:y,y,y,y"
    assert set(keys(situation(position, "A"), "1").values()) == {"Cy-32", "40-41"}
    assert set(keys(situation(position, "A"), "8").values()) == {"40-48", "skip"}
    assert set(keys(situation(position, "A"), "warrior").values()) == {"40x20"}
    alone = "A:A1,A2,A3,A4 B:20,y,y,y C:40,y,y,y"
    assert keys(situation(alone, "A", "three-free"), "1") == {}


def test_either_seat_once_a_pair_of_a_team_of_four_is_home():
    position = "A:A1,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:D1,y,y,y"
    moment = situation(position, "A", "team-of-four")
    assert set(keys(moment, "1").values()) == {"By-16", "20-21", "Dy-48", "D1-D2"}
    assert set(keys(moment, "angel").values()) == {"By-16", "Dy-48"}
    assert set(keys(situation(position, "B", "team-of-four"), "1").values()) == {"By-16", "20-21"}
    assert keys(situation(position, "A"), "1") == {}


def tac(position, before, card, used=True, seat="B", **more):
    winning = more.pop("winning", False)
    previous = Previous(card, used, Position.parse(before, "ABCD"), winning)
    return situation(position, seat, previous=previous, **more)


def test_tac_undoes_and_uses_the_card():
    before = "A:05,y,y,y B:11,20,y,y C:y,y,y,y D:y,y,y,y"
    after = "A:11,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    assert set(keys(tac(after, before, "6"), "tac").values()) == {"11-17", "11-B1", "20-26"}
    assert set(keys(tac(after, after, "6", used=False), "tac").values()) == {"20-26"}


def test_tac_needs_a_card_before_it():
    moment = situation("A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y", "B")
    assert keys(moment, "tac") == {}
    assert not can_use(moment, "tac")


def test_tac_restores_freshness_and_locks():
    before = "A:00*,A3,y,y B:y,y,y,y C:y,y,y,y D:12,y,y,y"
    after = "A:A3,y,y,y B:y,y,y,y C:y,y,y,y D:00,y,y,y"
    moment = tac(after, before, "1", seat="A")
    assert set(keys(moment, "tac").values()) == {"Ay-00", "00-01", "A3-A4"}


def test_tac_acts_on_the_board_after_the_undo():
    before = "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    after = "A:13,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    assert f"{before}#skip" in keys(tac(after, before, "8"), "tac")


def test_only_tac_answers_a_win():
    before = "A:A1,A2,A3,A4 B:20,y,y,y C:30,C2,C3,C4 D:y,y,y,y"
    after = "A:A1,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:y,y,y,y"
    moment = tac(after, before, "3", winning=True)
    assert set(keys(moment, "tac").values()) == {"20-23"}
    assert all(keys(moment, card) == {} for card in CARDS if card != "tac")
    assert not can_use(moment, "3")


@pytest.mark.parametrize(("card", "used", "action"), [
    ("fool", False, {"pass-hands"}), ("fool", True, set()), ("devil", True, {"devil"}), ("tac", True, set()),
])  # fmt: skip
def test_tac_on_cards_that_move_nothing(card, used, action):
    position = "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"
    assert set(keys(tac(position, position, card, used), "tac").values()) == action


def test_what_hands_must_have_done_where_the_board_looks_the_same():
    moment = situation("A:05,09,y,y B:20,y,y,y C:30,33,y,y D:y,y,y,y", "A")
    alike = next(option for option in options(moment, "trickster") if option.ways)
    assert alike.action == "05~09"
    assert alike.also == ("30~33",)
    assert set(alike.ways) == {frozenset({("05", "09"), ("09", "05")}), frozenset({("30", "33"), ("33", "30")})}
    again = situation("A:00*,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    opening = next(option for option in options(again, "1") if option.action == "Ay-00")
    assert opening.ways == (frozenset({("Ay", "00"), ("00", "Ay")}),)


def test_actions_without_a_gesture():
    moment = situation("A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    found = {option.action: option for card in ("8", "fool", "devil") for option in options(moment, card)}
    assert {action for action, option in found.items() if not option.gesture} == {"skip", "pass-hands", "devil"}
    assert found["skip"].ways == ()


@pytest.mark.parametrize(("card", "action"), [
    ("trickster", "09~05"), ("trickster", "05~20"), ("3", "05-09"), ("3", "05~09"), ("8", "discard"),
    ("warrior", "05x20"), ("1", "By-16"),
])  # fmt: skip
def test_actions_that_are_not_legal(card, action):
    moment = situation("A:05,09,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y", "A")
    assert resolve(moment, card, action) is None


def test_house_rules():
    def using(text, seat, follower=None, **rules):
        setup = Setup("teams", "master", Rules(**rules))
        return Situation(setup, Position.parse(text, "ABCD"), seat, next_hand_empty=True, follower=follower)

    alike = f"A:05,09,y,y {YARDS}"
    assert not can_use(using(alike, "A", trickster_same_seat="no-use"), "trickster")
    assert results(using(alike, "A", trickster_same_seat="no-use"), "trickster") == []
    assert can_use(using(alike, "A", skip_empty_hand="allowed"), "8")
    assert keys(using(alike, "A", devil_empty_hand="used"), "devil") != {}
    assert keys(using(alike, "A", fool_empty_hand="lapses"), "fool") == {}
    assert not can_use(using(alike, "A", fool_empty_hand="lapses"), "fool")
    assert set(keys(using(alike, "A", follower="C"), "angel").values()) == {"Cy-32"}


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_the_first_turn_of_every_variant(name):
    seats = VARIANTS[name].seats
    moment = Situation(Setup(name, "basic"), Position.start(seats), seats[0])
    assert [card for card in CARDS if can_use(moment, card)] == ["1", "13", "fool", "angel", "devil"]
