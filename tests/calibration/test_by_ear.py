"""What the voice asks for can be followed by who hears nothing but the voice, in each language."""

import pytest
from board_under_test import Session, WiredBoard
from calibration_ear import NAMES, Ear

from calibration.cards import CardsWizard
from companion.speech.catalogue import LANGUAGES
from engine.tac.board.holes import LAYOUT
from engine.tac.hands.cards import BASIC


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_requests_sound_alike(language):
    assert [found for found in Ear(language).known.values() if len(found) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_wired_by_ear(language):
    """One hole is silent, one answers twice, and a piece is laid on a hole too far: all of it is heard."""
    board, ear = WiredBoard(11, dead=(21,)), Ear(language)
    session, has_erred = Session(board), False
    for _ in range(LAYOUT.size + 10):
        text = " ".join(ear.sentence(one.key, one.facts) for one in session.answer)
        if ear.request(text) == ("wiring_review", {}):
            break
        place = NAMES.index(ear.place(text))
        if board.wires[place] is None:
            session.key("next")
        elif place == 30 and not has_erred:
            has_erred = True
            session.put(7)
        else:
            session.put(place)
    assert has_erred
    assert (session.wizard.channels, session.wizard.without) == (board.expected(), (21,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_taught_by_ear(language):
    wizard, ear, tags = CardsWizard(BASIC), Ear(language), {}
    said = wizard.begin()
    while not wizard.is_done:
        key, facts = ear.request(" ".join(ear.sentence(one.key, one.facts) for one in said)) or ("", {})
        if key == "cards_review":
            said = wizard.key(0.0, "done")
            continue
        assert key == "cards_ask"
        for _ in range(facts["n"]):
            tags[tag := f"{len(tags):08X}"] = facts["card"]
            said = wizard.tag(0.0, tag, None)
    assert wizard.tags == tags
    assert len(tags) == sum(count for _, count in BASIC)
