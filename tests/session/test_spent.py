"""A card that was used cannot be laid again in its deal: whatever a reader tells of it, it is the same card."""

import pytest
from table_top import TableTop

from companion.cli.tables import new_session
from companion.inputs import CardTag
from companion.session.resume import resume
from companion.session.spent import lying

START = "basic teams first=A position=A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"
THREE, OTHER_THREE, FIVE, KIND = "04A1", "04A2", "04B5", b"card:3".hex().upper()


class Reader:
    """A table with a reader at the pit; times run on by themselves."""

    def __init__(self, start=START):
        self.top, self.t = TableTop(), 1.0
        self.top.begin(start)

    def tell(self, tag, card=None, after_s=4.0, reader="pit"):
        self.t += after_s
        self.top.take(CardTag(self.t, reader, tag, card))
        self.top.tick(self.t + 3.0)

    def gone(self, after_s=4.0):
        self.tell("-", None, after_s)

    def touch(self, *touches):
        for one in touches:
            self.t += 0.5
            self.top.touch(self.t, one)
        self.t += 8.0
        self.top.tick(self.t)

    def say(self, text):
        self.t += 1.0
        self.top.say(self.t, text)

    @property
    def played(self):
        """Who played which card, in order, as far as nothing was taken back."""
        return [(one.before.seat, one.option.card) for one in self.top.session.table.history.actions]

    @property
    def waiting(self):
        return [laid.card for laid in self.top.session.table.pile.cards]


DUEL = "basic duel first=A position=A:y,y,y,y C:y,y,y,y"


@pytest.mark.parametrize("gap_s", [0.1, 1.5, 5.0, 40.0])
def test_one_card_that_its_reader_loses_for_long_is_one_discard(gap_s):
    table = Reader(DUEL)
    table.tell(THREE, "3")
    for _ in range(3):
        table.gone()
        table.tell(THREE, "3", gap_s)
    assert table.played == [("A", "3")]
    table.gone()
    table.tell(OTHER_THREE, "3")
    assert table.played == [("A", "3"), ("C", "3")]


def test_a_pile_whose_cards_the_reader_finds_in_turn_is_told_once():
    table = Reader(DUEL)
    for tag in (THREE, OTHER_THREE, THREE, OTHER_THREE, THREE):
        table.tell(tag, "3")
    assert table.played == [("A", "3"), ("C", "3")]


@pytest.mark.parametrize("readers", [("A", "pit"), ("pit", "A")])
def test_a_card_that_wanders_from_reader_to_reader_is_one_card(readers):
    table = Reader(DUEL)
    for reader in readers:
        table.tell(THREE, "3", reader=reader)
        table.tell("-", reader=reader)
    assert table.played == [("A", "3")]


def test_a_card_that_waits_and_is_lost_for_long_is_not_a_second_one():
    table = Reader()
    table.tell(FIVE, "5")
    table.gone()
    table.tell(FIVE, "5")
    assert table.waiting == ["5"]
    table.touch("-05", "+10")
    table.gone()
    table.tell(FIVE, "5")
    assert (table.played, table.waiting) == ([("A", "5")], [])


def test_a_card_whose_play_is_taken_back_can_be_laid_again():
    table = Reader()
    table.tell(FIVE, "5")
    table.touch("-05", "+10")
    table.gone()
    table.say("takeback")
    table.touch("-10", "+05")
    assert table.played == []
    table.tell(FIVE, "5")
    table.touch("-05", "+10")
    assert table.played == [("A", "5")]


def test_a_card_that_was_taken_off_by_rule_can_be_laid_again_by_its_seat():
    table = Reader()
    table.tell(FIVE, "5", reader="B")
    assert table.played == []
    table.tell("-", reader="B")
    table.tell(THREE, "3")
    table.touch("-05", "+08")
    table.tell(FIVE, "5", reader="B")
    table.touch("-17", "+22")
    assert table.played == [("A", "3"), ("B", "5")]


def test_the_next_deal_may_bring_the_same_cards():
    table = Reader(DUEL)
    for number in range(10):
        table.tell(f"04C{number}", "3")
    assert len(table.played) == 10
    table.gone()
    table.tell("04C0", "3")
    assert len(table.played) == 11


def test_tags_that_tell_only_a_kind_may_be_on_many_cards():
    table = Reader(DUEL)
    for _ in range(3):
        table.tell(KIND, "3")
        table.gone()
    assert len(table.played) == 3


def test_after_a_restart_used_cards_are_still_known():
    table = Reader(DUEL)
    table.tell(THREE, "3")
    table.tell(OTHER_THREE, "3")
    facts = table.top.facts
    logged = facts[next(i for i, fact in enumerate(facts) if fact.kind == "game") :]
    session = new_session()
    assert resume(session, logged)
    assert session.spent.tags == {THREE, OTHER_THREE}
    assert lying(logged) == {"pit": OTHER_THREE}
