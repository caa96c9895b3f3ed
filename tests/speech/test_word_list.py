"""Words that once were wrong or clumsy, as people hear them now, in the language they were said in."""

from __future__ import annotations

import pytest
from told import RING

from companion.facts import Fact, moved_data, standing_data
from companion.speech.announce import announce
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.wording import Wording
from engine.contract import Captured, Displacement, Explanation, Moved, Piece

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
DE, EN, FR = (Wording(language, None, COLOURS) for language in ("de", "en", "fr"))
HOUSE = Piece("C4", "C", "house")
STANDING = (Piece("10", "B", "way", 7), HOUSE, Piece("Cy", "C", "yard"))


def memory() -> Memory:
    return Memory().after(Fact("setup", 0.0, {"position": "?", "standing": standing_data(STANDING)}))


def full(wording: Wording, card: str, *moved: Moved) -> str:
    """What is said of a move in the full style."""
    data = {"seat": moved[0].owner, "card": card, "action": "?", "certainty": 1.0, "moved": moved_data(moved),
            "position": "?", "standing": standing_data(STANDING)}  # fmt: skip
    return announce(wording, Fact("move", 1.0, data), memory(), Settings(style=Style.FULL))[0].text


def asked(*moved: Moved) -> dict[str, object]:
    choices = [{"card": "2", "action": f"{one.origin}-{one.target}"} for one in moved]
    return {"choices": choices, "moved": [moved_data([one]) for one in moved]}


LIES = [{"cell": "39", "expected": None, "observed": "C"}, {"cell": "32", "expected": "C", "observed": "empty"}]
EXTRA = [{"cell": "C4", "expected": None, "observed": "C"}]
TWO = asked(Moved("A", "45", "47", "forward", 2, 9), Moved("A", "46", "48", "forward", 2, 9))
OWN = Moved("B", "10", "14", "forward", 4, 3, captured=(Captured("B", "14", "By", 3),))
STRIKE = Moved("B", "10", "10", "strike", home=7, captured=(Captured("B", "10", "By", 7),))
BACK = [Displacement("C", "00", "30")]
HOME = Moved("C", "63", "C4", "home", 5)


@pytest.mark.parametrize(("said", "wanted"), [
    (lambda: DE.question(TWO, "A"), "von 45 auf 47"),
    (lambda: EN.question(TWO, "A"), "from 45 to 47"),
    (lambda: FR.question(TWO, "A"), "de 45 à 47"),
    (lambda: FR.disturbed(LIES, RING), "Le plateau ne correspond pas"),
    (lambda: FR.loose("10"), "est mal posée"),
    (lambda: FR.explanation(Explanation("T3.6", "no-such-key"), BACK, RING), "Vert sur 30 revient sur 0."),
    (lambda: FR.aside(Fact("gone-on", 1.0, {"seat": "C", "fields": 10})), "Vert avance de dix"),
    (lambda: FR.answer("pieces C", memory()), "une en réserve"),
    (lambda: FR.answer("pieces C", memory()), "dans la maison, case quatre"),
    (lambda: EN.answer("pieces C", memory()), "hole four"),
    (lambda: EN.disturbed(EXTRA, RING), "hole 4 of the house of Green"),
    (lambda: full(FR, "5", HOME), "dans la maison, case quatre"),
    (lambda: full(EN, "4", OWN), "captures one of its own"),
    (lambda: full(EN, "warrior", STRIKE), "its own Warrior"),
    (lambda: EN.explanation(Explanation("T3.4", "no-such-key")), "You may discard only if no card can be used"),
])  # fmt: skip
def test_people_hear_it_so(said, wanted):
    assert wanted in said()
