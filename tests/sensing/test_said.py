"""What people can say: read into commands, or refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sensing.errors import BadSaying, SensingError
from companion.sensing.said import Command, parse_said

CARDS = {"1", "7", "13", "tac", "trickster"}


def check_position(text):
    if not text.startswith("A:"):
        raise ValueError(f"not a position: {text}")


def game(*words, **settings):
    return Command("game", text="tac", words=words, settings=settings)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("game tac basic teams first=A", game("basic", "teams", first="A")),
        ("game tac", game()),
        ("game tac three-free master", game("three-free", "master")),
        ("game tac basic duel position=A:00*,y C:y", game("basic", "duel", position="A:00*,y C:y")),
        ("card A 7", Command("card", seat="A", cards=("7",))),
        ("hand D 1,7,tac,1,13", Command("hand", seat="D", cards=("1", "7", "tac", "1", "13"))),
        ("hand D -", Command("hand", seat="D")),
        ("answer 05-09,A1-A2", Command("answer", text="05-09,A1-A2")),
        ("answer skip", Command("answer", text="skip")),
        ("takeback", Command("takeback")),
        (" done ", Command("done")),
        ("again", Command("again")),
        ("stop", Command("stop")),
        ("ask marbles of B", Command("ask", text="marbles of B")),
        ("correct 05 A", Command("correct", text="05 A")),
        ("overrule play-on", Command("overrule", text="play-on")),
        ("language de", Command("language", text="de")),
        ("pace B slow", Command("pace", seat="B", text="slow")),
        ("set A:00,y,y,y", Command("set", text="A:00,y,y,y")),
    ],
)  # fmt: skip
def test_sayings(text, command):
    assert parse_said(text, CARDS, check_position) == command


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown verb"),
        ("jump A 7", "unknown verb"),
        ("Card A 7", "unknown verb"),
        ("card", "missing"),
        ("card A", "two words"),
        ("card A 7 7", "two words"),
        ("card a 7", "unknown seat"),
        ("card G 7", "unknown seat"),
        ("card AB 7", "unknown seat"),
        ("card A 11", "unknown card"),
        ("hand A", "two words"),
        ("hand A 1,,7", "unknown card"),
        ("hand A 1,99", "unknown card"),
        ("answer", "missing"),
        ("answer 05 12", "one action"),
        ("done now", "nothing belongs"),
        ("pace A quickly", "unknown pace"),
        ("pace X slow", "unknown seat"),
        ("language deutsch", "not a language"),
        ("game", "missing"),
        ("game first=A", "not the name of a game"),
        ("game tac first=G", "unknown seat"),
        ("game tac first=A first=B", "told twice"),
        ("game tac teams teams", "told twice"),
        ("game tac dealer=A", "unknown setting"),
        ("game tac position=", "position is missing"),
        ("game tac position=B:y", "not a position"),
        ("set B:y", "not a position"),
        ("card A 7\x00", "not a line of text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text, reason):
    with pytest.raises(BadSaying, match=reason) as caught:
        parse_said(text, CARDS, check_position)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SensingError)


def test_without_a_deck_any_word_may_be_a_card():
    assert parse_said("card F 7x1").cards == ("7x1",)
    with pytest.raises(BadSaying, match="unknown card"):
        parse_said("card F ?")


def verb_of(text):
    try:
        return parse_said(text).verb
    except BadSaying:
        return ""


PART = st.text(max_size=9)
SAYING = st.builds("{} {} {}".format, st.sampled_from(["game", "card", "hand", "pace"]), PART, PART)


@given(st.one_of(st.text(max_size=60), SAYING))
def test_any_text_is_read_or_refused(text):
    assert verb_of(text) in ("", *text.split()[:1])


def test_a_game_may_have_other_seats_than_the_usual_ones():
    assert parse_said("pace w slow", seats="wb").seat == "w"
    assert parse_said("game tactix first=b", seats="wb").settings == {"first": "b"}
    with pytest.raises(BadSaying, match="unknown seat"):
        parse_said("pace w slow")
