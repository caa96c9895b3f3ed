"""Cards by ear: kinds are asked for, tags counted; a tag told for two cards is asked about, nothing is lost."""

import pytest

from calibration.cards import CardsWizard

DECK = (("1", 2), ("7", 3), ("tac", 1))


def keys(said):
    return [one.key for one in said]


def lay(wizard, *tags):
    return [one for tag in tags for one in (*wizard.tag(0.0, tag, None), *wizard.tag(0.0, "-", None))]


def test_kind_after_kind_is_counted():
    wizard = CardsWizard(DECK)
    assert [(one.key, dict(one.facts)) for one in wizard.begin()] == [
        ("cards_begin", {}), ("cards_ask", {"card": "1", "n": 2})]  # fmt: skip
    said = lay(wizard, "A1", "a2", "B1", "B2", "B3", "C1")
    assert keys(said) == ["cards_count", "cards_ask", "cards_count", "cards_count", "cards_ask", "cards_review"]
    assert wizard.tags == {"A1": "1", "A2": "1", "B1": "7", "B2": "7", "B3": "7", "C1": "tac"}
    wizard.key(0.0, "done")
    assert wizard.is_done


def test_a_card_laid_twice_counts_once():
    wizard = CardsWizard(DECK)
    wizard.begin()
    assert keys(lay(wizard, "A1", "A1")) == ["cards_count", "cards_known"]


@pytest.mark.parametrize(("word", "key", "card"), [("1", "cards_changed", "7"), ("2", "cards_kept", "1")])
def test_a_tag_told_for_two_cards_is_asked_about(word, key, card):
    wizard = CardsWizard(DECK)
    wizard.begin()
    lay(wizard, "A1", "A2", "B1")
    assert keys(lay(wizard, "A1")) == ["cards_twice"]
    assert lay(wizard, "B2") == []  # first the answer
    assert keys(wizard.key(0.0, "done")) == ["cards_twice"]
    assert wizard.key(0.0, word)[0].key == key
    assert wizard.tags["A1"] == card


def test_a_tag_that_changed_its_card_is_forgotten_once():
    wizard = CardsWizard(DECK)
    wizard.begin()
    lay(wizard, "A1", "A2", "A1")
    wizard.key(0.0, "1")
    assert [wizard.key(0.0, "back")[0].facts["card"] for _ in range(2)] == ["7", "1"]
    assert keys(wizard.key(0.0, "back")) == ["cards_ask"]
    assert wizard.tags == {}


def test_missing_cards_are_named_and_a_named_card_is_asked_again():
    wizard = CardsWizard(DECK)
    wizard.begin()
    lay(wizard, "A1")
    wizard.key(0.0, "next")
    lay(wizard, "B1", "B2", "B3")
    said = lay(wizard, "C1")
    assert [(one.key, dict(one.facts)) for one in said] == [
        ("cards_missing", {"card": "1", "n": 1}), ("cards_review", {"n": 5})]  # fmt: skip
    assert wizard.key(0.0, "card 1")[0].facts == {"card": "1", "n": 1}
    assert keys(lay(wizard, "A2")) == ["cards_review"]


def test_back_forgets_the_last():
    wizard = CardsWizard(DECK)
    wizard.begin()
    lay(wizard, "A1", "A2")
    said = wizard.key(0.0, "1")
    assert [(one.key, dict(one.facts)) for one in said] == [("cards_forgotten", {"card": "1", "n": 1})]
    assert wizard.tags == {"A1": "1"}
    assert wizard.key(0.0, "9")[0].key == "unknown_key"


def test_cards_that_name_themselves_need_no_tag():
    wizard = CardsWizard(DECK)
    wizard.begin()
    for tag in ("D1", "D2"):
        assert keys(wizard.tag(0.0, tag, "1"))[0] == "cards_itself"
    assert wizard.tag(0.0, "D2", "1")[0].key == "cards_known"
    assert wizard.tags == {}
    assert keys(lay(wizard, "B1")) == ["cards_count"]


def test_it_goes_on_where_it_was_interrupted():
    first = CardsWizard(DECK)
    first.begin()
    lay(first, "A1", "A2", "B1")
    second = CardsWizard(DECK, {}, first.progress())
    assert [(one.key, dict(one.facts)) for one in second.begin()] == [
        ("cards_resumed", {"n": 3}), ("cards_ask", {"card": "7", "n": 2})]  # fmt: skip
    second.key(0.0, "back")
    assert second.tags == {"A1": "1", "A2": "1"}
