"""Actions as they are written."""

import pytest

from engine.errors import InvalidNotation
from engine.tac.moves.actions import Exchange, Mark, Move, Opening, Seven, Strike, parse_action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("05-12", Move("05", "12")),
        ("62-A3", Move("62", "A3")),
        ("A1-A2", Move("A1", "A2")),
        ("Ay-00", Opening("A")),
        ("Dy-48", Opening("D")),
        ("05-09,A1-A2,17-19", Seven((Move("05", "09"), Move("A1", "A2"), Move("17", "19")))),
        ("05~33", Exchange("05", "33")),
        ("05x33", Strike("05", "33")),
        ("05x05", Strike("05", "05")),
        ("skip", Mark("skip")),
        ("devil", Mark("devil")),
        ("pass-hands", Mark("pass-hands")),
        ("discard", Mark("discard")),
    ],
)
def test_every_form_is_read_and_written(text, action):
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    "text",
    ["", "5-12", "05-64", "05-A5", "Ay-16", "Ay-A1", "05-Ay", "05~", "05 - 12", "05-12,", ",05-12", "05-12,05~13",
     "05-06,Ay-00", "05-12,skip", "Skip", "05-12\n", "\u0660\u0665-12", "05--12", "E1-E2", "05x", "Ay~00", "Ayx00"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(InvalidNotation, match="action cannot be read"):
        parse_action(text)
