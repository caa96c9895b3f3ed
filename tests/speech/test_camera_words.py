"""What the table hears of a camera that sees no board: what to do, and never of a cable that is not the cause."""

import pytest

from companion.facts import Fact
from companion.inputs import CUT_OFF, DARK, FROZEN, NOT_FOUND, SILENT
from companion.speech.announce import announce
from companion.speech.memory import Memory
from companion.speech.settings import Settings
from companion.speech.wording import Wording

DO = {
    "de": ("ganz unter ihr liegen", "Bitte zu ", "verdeckt", "Kabel"),
    "en": ("below it as a whole", "push it towards ", "in front of it", "cable"),
    "fr": ("entier sous elle", "Poussez-le vers ", "couverte", "câble"),
}


def said(language, reason, is_known):
    memory = Memory(is_connected=True) if is_known else Memory()
    fact = Fact("board", 1.0, {"connected": False, "source": "camera", "reason": reason})
    return " ".join(one.text for one in announce(Wording(language), fact, memory, Settings()))


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("language", list(DO))
def test_what_to_do_is_told(language, is_known):
    unseen, cut_off, dark, cable = DO[language]
    told = {NOT_FOUND: unseen, f"{CUT_OFF}B": cut_off, DARK: dark, FROZEN: cable, SILENT: cable}
    for reason, words in told.items():
        text = said(language, reason, is_known)
        assert words in text
        assert (cable in text) == (words == cable)


@pytest.mark.parametrize("key", ["camera_not_found", "camera_in_use", "camera_foreign"])
def test_why_a_camera_cannot_be_had_is_told_in_every_language(key):
    told = {Wording(language).notice(key) for language in DO}
    assert len(told) == len(DO)
    assert all(told)
