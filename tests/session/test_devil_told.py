"""After a Devil somebody else decides: the turn and the play tell it, and so does the voice."""

from __future__ import annotations

from game_table import GameTable

from companion.speech.announce import announce
from companion.speech.brief import forms
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.wording import Wording

WORDING = Wording("de", None, {"A": "black", "B": "red", "C": "green", "D": "blue"})


def test_who_decides_after_a_devil_is_told_with_the_turn_and_the_play() -> None:
    table = GameTable("tac", "master teams first=A", "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    table.rest()
    table.say("card A devil")
    table.rest()
    turn = table.told("turn")[-1]
    assert (turn.data["seat"], turn.data["by"]) == ("B", "A")
    for style in Style:
        assert announce(WORDING, turn, Memory(deal=1), Settings(style=style))[0].text == "Schwarz spielt für Rot."
    table.say("card B 5")
    table.touch("20", "25")
    table.rest()
    move = table.told("move")[-1]
    assert (move.data["seat"], move.data["by"]) == ("B", "A")
    assert forms(WORDING.phrase, Memory().after(move).plays[-1], Style.NORMAL)[0].startswith("Schwarz für Rot, fünf")
    assert "by" not in table.told("turn")[-1].data
