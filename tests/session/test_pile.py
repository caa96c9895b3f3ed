"""The pile: one card is one card, however often and by whichever way it is told."""

from companion.inputs import CardTag
from companion.session.pile import Laid, Pile


def tag(t, card, reader="pit"):
    return CardTag(t, reader, "-" if card is None else f"tag-{card}", card)


def cards(pile):
    return [laid.card for laid in pile.cards]


def test_a_tag_that_lies_there_is_one_card():
    pile = Pile()
    assert pile.tag(tag(1.0, "7")).card == "7"
    assert pile.tag(tag(2.0, "7")) is None
    assert cards(pile) == ["7"]


def test_the_same_card_after_the_tag_was_taken_away_is_a_new_card():
    pile = Pile()
    pile.tag(tag(1.0, "7"))
    pile.tag(tag(2.0, None))
    assert pile.tag(tag(2.1, "7")) is not None
    assert cards(pile) == ["7", "7"]


def test_after_a_gap_a_tag_seen_again_may_be_a_new_card():
    pile = Pile()
    pile.tag(tag(1.0, "7"))
    pile.gap()
    assert pile.tag(tag(2.0, "7")) is not None


def test_a_card_seen_and_then_said_is_one_card():
    pile = Pile()
    pile.tag(tag(1.0, "7"))
    assert pile.say(Laid(1.5, "7", "A", "voice"), "A") is None
    assert [(laid.card, laid.seat) for laid in pile.cards] == [("7", "A")]


def test_a_card_said_and_then_seen_is_one_card():
    pile = Pile()
    pile.say(Laid(1.0, "7", "A", "voice"), "A")
    assert pile.tag(tag(1.5, "7")) is None


def test_a_card_said_and_the_same_seen_after_another_was_taken_away_are_two():
    pile = Pile()
    pile.say(Laid(1.0, "7", "A", "voice"), "A")
    pile.tag(tag(1.4, None))
    assert pile.tag(tag(1.5, "7")) is not None


def test_telling_a_waiting_card_again_says_that_its_player_goes_on():
    pile = Pile()
    pile.tag(tag(1.0, "8"))
    pile.tag(tag(2.0, "5"))
    assert pile.say(Laid(3.0, "5", "B", "voice"), "A") is None
    assert pile.is_told_again
    assert pile.say(Laid(3.5, "8", "A", "voice"), "A") is None
    assert not pile.is_told_again


def test_a_card_settled_at_once_can_still_be_told_by_another_way():
    pile = Pile()
    pile.tag(tag(1.0, "fool"))
    pile.settle("A")
    assert pile.say(Laid(1.5, "fool", "A", "voice"), "A") is None
    assert cards(pile) == []


def test_a_card_of_the_next_seat_is_new_though_it_is_the_same():
    pile = Pile()
    pile.tag(tag(1.0, "5"))
    pile.settle("A")
    assert pile.say(Laid(1.5, "5", "B", "voice"), "B") is not None


def test_an_unknown_tag_is_no_card():
    assert Pile().tag(CardTag(1.0, "pit", "04A1", None)) is None
