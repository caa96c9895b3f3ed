"""The pile: one card is one card, however often and by whichever way it is told."""

from companion.inputs import CardTag
from companion.session.pile import Laid, Pile


def tag(t, card, reader="pit"):
    return CardTag(t, reader, "-" if card is None else f"tag-{card}", card)


def said(t, card, seat="A"):
    return Laid(t, card, seat, "voice")


def cards(pile):
    return [laid.card for laid in pile.cards]


def test_a_tag_that_lies_there_is_one_card():
    assert cards(Pile().tag(tag(1.0, "7")).tag(tag(2.0, "7"))) == ["7"]


def test_the_same_card_after_the_tag_was_taken_away_is_a_new_card():
    assert cards(Pile().tag(tag(1.0, "7")).tag(tag(2.0, None)).tag(tag(2.1, "7"))) == ["7", "7"]


def test_after_a_gap_a_tag_seen_again_may_be_a_new_card():
    assert cards(Pile().tag(tag(1.0, "7")).gap().tag(tag(2.0, "7"))) == ["7", "7"]


def test_a_card_seen_and_then_said_is_one_card():
    pile = Pile().tag(tag(1.0, "7")).say(said(1.5, "7"), "A")
    assert [(laid.card, laid.seat) for laid in pile.cards] == [("7", "A")]


def test_a_card_said_and_then_seen_is_one_card():
    assert cards(Pile().say(said(1.0, "7"), "A").tag(tag(1.5, "7"))) == ["7"]


def test_a_card_said_and_the_same_seen_after_another_was_taken_away_are_two():
    pile = Pile().say(said(1.0, "7"), "A").tag(tag(1.4, None)).tag(tag(1.5, "7"))
    assert cards(pile) == ["7", "7"]


def test_telling_a_waiting_card_again_says_that_its_player_goes_on():
    pile = Pile().tag(tag(1.0, "8")).tag(tag(2.0, "5")).say(said(3.0, "5", "B"), "A")
    assert pile.is_told_again
    pile = pile.say(said(3.5, "8"), "A")
    assert not pile.is_told_again
    assert cards(pile) == ["8", "5"]


def test_a_card_settled_at_once_can_still_be_told_by_another_way():
    pile = Pile().tag(tag(1.0, "fool")).settled("A").say(said(1.5, "fool"), "A")
    assert cards(pile) == []


def test_a_card_of_the_next_seat_is_new_though_it_is_the_same():
    pile = Pile().tag(tag(1.0, "5")).settled("A").say(said(1.5, "5", "B"), "B")
    assert cards(pile) == ["5"]


def test_a_card_said_by_one_seat_and_seen_at_the_reader_of_the_next_are_two():
    pile = Pile().say(said(1.0, "6", "C"), "C").settled("C")
    assert cards(pile.tag(tag(1.5, "6", reader="A"))) == ["6"]
    assert cards(pile.tag(tag(1.5, "6", reader="C"))) == []


def test_an_unknown_tag_is_no_card():
    assert cards(Pile().tag(CardTag(1.0, "pit", "04A1", None))) == []


def test_a_pile_is_never_changed():
    pile = Pile()
    pile.tag(tag(1.0, "7"))
    assert pile == Pile()
