"""Cards that are given after the deal: in pairs, in a circle, and never told before the own one is given."""

import argparse
import threading
from types import SimpleNamespace

import pytest

from companion.cli import run
from companion.cli.opening import opened
from companion.cli.private import Refused, SeatReaders, Swaps, given
from companion.cli.stopping import Stopping
from companion.cli.tables import new_session
from companion.inputs import Hello
from companion.session import news


def begun(name, variant):
    session = new_session()
    session.take(Hello(0.0, "board", "1", "x", 0))
    session.begin(name, {"variant": variant})
    return session


def test_two_partners_hear_their_hands_at_once():
    session, swaps = begun("tactik", "teams4"), Swaps()
    hands = {"A": ("1", "2", "3", "4"), "C": ("5", "6", "8", "9"), "B": None, "D": None}
    assert swaps.give(session, hands, "A", "1") == {}
    assert swaps.give(session, hands, "C", "9") == {"A": ("2", "3", "4", "9"), "C": ("5", "6", "8", "1")}
    assert swaps.give(session, hands, "A", "2") == {}, "the next deal"
    with pytest.raises(Refused):
        swaps.give(session, hands, "B", "1")
    with pytest.raises(Refused):
        swaps.give(session, hands, "A", "10")


def test_three_give_to_the_left_and_each_hears_its_hand_when_its_own_card_is_gone():
    session, swaps = begun("tactik", "three"), Swaps()
    hands = {"A": ("1", "2", "3", "4"), "B": ("5", "6", "8", "9"), "C": ("10", "10", "12", "swap")}
    assert swaps.give(session, hands, "A", "4") == {}
    told = swaps.give(session, hands, "B", "5")
    assert told == {"B": ("6", "8", "9", "4")}, "A waits for what C gives, C has given nothing yet"
    told = swaps.give(session, {**hands, **told}, "C", "swap")
    assert told == {"A": ("1", "2", "3", "swap"), "C": ("10", "10", "12", "5")}


def test_what_was_given_is_known_again_from_the_log():
    session, hands = begun("tactik", "teams4"), {"A": ("1", "2", "3", "4"), "C": ("5", "6", "8", "9")}
    both = [given(1.0, "A", "1", 1), given(2.0, "C", "9", 1)]
    new = {"A": ("2", "3", "4", "9"), "C": ("5", "6", "8", "1")}
    alone = Swaps()
    assert alone.recall(session, hands, both[:1]) == {}
    assert alone.give(session, hands, "C", "9") == new
    assert Swaps().recall(session, hands, both) == new, "killed before the hands were told"
    hand_a = news.hand(3.0, "A", new["A"])
    assert Swaps().recall(session, {**hands, "A": new["A"]}, [*both, hand_a]) == {"C": new["C"]}
    assert Swaps().recall(session, new, [*both, hand_a, news.hand(3.0, "C", new["C"])]) == {}
    assert Swaps().recall(session, hands, [given(1.0, "A", "1", 7), given(2.0, "C", "9", 7)]) == {}, "another deal"


def test_a_gift_of_another_deal_counts_no_more():
    session, swaps = begun("tactik", "teams4"), Swaps()
    hands = {"A": ("1", "2", "3", "4"), "C": ("5", "6", "8", "9")}
    assert swaps.recall(session, hands, [given(1.0, "A", "1", 7)]) == {}
    assert swaps.give(session, hands, "C", "9") == {}
    assert swaps.give(session, hands, "A", "2") == {"A": ("1", "3", "4", "9"), "C": ("5", "6", "8", "2")}


def test_where_nobody_gives_it_is_refused():
    for name, variant in (("tactik", "simple2"), ("tactix", "full"), ("tac", "three-free")):
        with pytest.raises(Refused):
            Swaps().give(begun(name, variant), {}, "A", "1")
    with pytest.raises(Refused):
        Swaps().give(SimpleNamespace(game=None), {}, "A", "1")


def test_a_hand_is_whole_with_as_many_cards_as_the_seat_holds():
    readers = SeatReaders()
    assert readers.read("A", "t1", "5", 2) is None
    assert readers.read("A", "t1", "5", 2) is None
    assert readers.read("A", "t2", "7", 2) == ("5", "7")
    assert readers.read("A", "t3", "7", 0) is None, "a seat that holds nothing has shown a card of something else"
    assert readers.read("A", "t1", "5", 2) is None


def test_a_companion_that_starts_again_knows_what_was_given(tmp_path):
    # Three give in a circle, and the table is broken off behind every card that is given.
    words = ["--game", "tactik", "--variant", "three", "--log", str(tmp_path / "evening.db"), "--speech", "none"]
    said = [["hand A 1,2,3,4", "hand B 5,6,8,9", "hand C 10,10,12,swap", "swap A 4"], ["swap B 5"], ["swap C swap"], []]
    parser = argparse.ArgumentParser()
    run.configure(parser)
    for texts in said:
        args = parser.parse_args([*words, "--no-http"])
        with Stopping() as args.stopping, opened(args, "virtual", "") as live:
            hands = {seat: sorted(cards or ()) for seat, cards in live.hands.items()}
            thread = threading.Thread(target=live.run)
            thread.start()
            for text in texts:
                live.submit(text, "button")
            live.break_off()
            thread.join()
    assert hands == {"A": ["1", "2", "3", "swap"], "B": ["4", "6", "8", "9"], "C": ["10", "10", "12", "5"]}
