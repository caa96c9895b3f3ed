"""Plays in few words, and news put together."""

from dataclasses import replace

import pytest

from companion.speech.brief import LEVELS, clause, forms
from companion.speech.compose import LEAST_HASTE, MOST_HASTE, MOST_SUMMED, compose
from companion.speech.legs import legs
from companion.speech.memory import Play
from companion.speech.settings import Style
from companion.speech.telling import tell
from companion.speech.utterance import Earcon, Priority, Utterance
from companion.speech.voices import estimate_s
from companion.speech.wording import Wording
from engine.contract import Captured, Moved

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
DE, EN, FR = (Wording(language, None, COLOURS).phrase for language in ("de", "en", "fr"))


def inside(origin, target, steps=1):
    return Moved("D", origin, target, "inside", steps)


FIVE = Play("B", "5", "05-10", moved=(Moved("B", "05", "10", "forward", 5, 7),))
HIT, OWN = (Play("B", "5", "05-10", moved=(replace(FIVE.moved[0], captured=(Captured(owner, "10", f"{owner}y", 40),)),))
            for owner in "DB")  # fmt: skip
SWAP = (Moved("D", "05", "20", "swap", home=29), Moved("B", "20", "05", "swap", home=12))
SEVEN = Play("D", "7", "", moved=(Moved("D", "30", "34", "forward", 4, 9), Moved("D", "40", "41", "forward", 1, 2),
                                  inside("D1", "D2"), inside("D2", "D3")))  # fmt: skip


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (FIVE, ("Rot, fünf, noch sieben", "Rot fünf noch sieben", "Rot fünf")),
        (HIT, ("Rot, fünf schlägt Blau, noch sieben", "Rot fünf schlägt Blau noch sieben", "Rot fünf schlägt Blau")),
        (OWN, ("Rot, fünf schlägt eine von den eigenen, noch sieben",
               "Rot fünf schlägt eine von den eigenen noch sieben",
               "Rot fünf schlägt eine von den eigenen")),
        (SEVEN, ("Blau teilt: vier, noch neun; eins, noch zwei; zwei im Haus, Platz drei",
                 "Blau teilt: vier noch neun; eins noch zwei; zwei Haus drei",
                 "Blau vier, eins und zwei im Haus")),
        (Play("A", "8", "skip", against="B"), ("Schwarz Acht, Rot setzt aus",) + ("Schwarz Acht gegen Rot",) * 2),
        (Play("A", "12", "discard"), ("Schwarz wirft eine Zwölf ab",) * 2 + ("Schwarz eine Zwölf weg",)),
        (Play("B", "tac", "", undone="D", moved=FIVE.moved, named="tac"),
         ("Rot TAC gegen Blau: fünf, noch sieben", "Rot TAC gegen Blau: fünf noch sieben", "Rot TAC: fünf")),
        (Play("D", "5", "", moved=FIVE.moved),
         ("Blau für Rot, fünf, noch sieben", "Blau für Rot fünf noch sieben", "Blau für Rot fünf")),
        (Play("D", "trickster", "", moved=SWAP, is_for_all=True),
         ("Blau tauscht mit Rot, noch neunundzwanzig, Rot noch zwölf", "Blau tauscht mit Rot, noch neunundzwanzig",
          "Blau tauscht mit Rot")),
    ],
)  # fmt: skip
def test_three_levels(play, said):
    assert tuple(clause(DE, play, level) for level in LEVELS) == said


@pytest.mark.parametrize(("home", "said"), [(39, "Rot fünf noch neununddreißig"), (40, "Rot fünf")])
def test_short_leaves_distances_that_say_little_to_questions(home, said):
    play = Play("B", "5", "05-10", moved=(replace(FIVE.moved[0], home=home),))
    assert clause(DE, play, Style.SHORT) == said
    assert str(DE.count(home)) in clause(DE, play, Style.NORMAL)


def test_short_leaves_far_distances_of_exchanges_out_too():
    far, near = replace(SWAP[0], home=50), replace(SWAP[1], home=12)
    assert clause(DE, Play("D", "trickster", "", moved=(far, near)), Style.SHORT) == "Blau tauscht mit Rot"
    others = Play("A", "trickster", "", moved=(far, near))
    assert clause(DE, others, Style.SHORT) == "Schwarz tauscht Blau, noch fünfzig, mit Rot, noch zwölf"


def test_marbles_of_one_seat_are_counted():
    way = replace(FIVE.moved[0], captured=(Captured("D", "07", "Dy", 40), Captured("C", "08", "Cy", 30),
                                           Captured("D", "10", "Dy", 37)))  # fmt: skip
    play = Play("B", "7", "", moved=(way,))
    assert tell(DE, play).startswith("Rot zieht fünf, noch sieben bis zum Haus; schlägt zwei von Blau und Grün. ")
    assert clause(FR, play, "bare") == "Rouge cinq prend deux de Bleu et Vert"
    back = replace(FIVE, undone="D", named="tac", returned=("C", "C"))
    assert "Grün" not in clause(DE, FIVE, Style.NORMAL)
    assert clause(DE, back, "bare") == "Rot TAC: fünf, zwei von Grün wieder da"


@pytest.mark.parametrize("level", LEVELS)
def test_where_own_could_be_the_own_of_two_seats_the_colour_is_told(level):
    for_red = Play("D", "5", "", moved=OWN.moved)
    assert "schlägt Rot" in clause(DE, for_red, level)
    assert "schlägt Rot" in tell(DE, for_red)
    by_devil = Play("B", "5", "", moved=HIT.moved, by="D")
    assert "schlägt Blau" in clause(DE, by_devil, level)
    angel = Play("D", "angel", "", moved=OWN.moved, named="angel", is_for_all=True)
    assert "eine von den eigenen" in clause(DE, angel, level)
    assert "eine von den eigenen" in tell(DE, angel)


def test_other_languages():
    assert clause(EN, HIT, Style.NORMAL) == "Red, five captures Blue, seven to go"
    assert clause(FR, HIT, "bare") == "Rouge cinq prend Bleu"


def test_to_and_fro_in_the_house_is_told_once():
    steps = tuple(inside(*cells) for cells in [("D1", "D2"), ("D2", "D1")] * 3 + [("D1", "D2")])
    (leg,) = legs(steps)
    assert (leg.origin, leg.target, leg.steps, leg.kind) == ("D1", "D2", 7, "inside")
    assert clause(DE, Play("D", "7", "", moved=steps), "bare") == "Blau sieben im Haus"
    assert "sieben im Haus" in forms(DE, Play("D", "7", "", moved=steps), Style.FULL)[0]


def test_a_way_that_goes_home_and_on_is_one_way_home():
    way = (Moved("D", "46", "D1", "home", 3), inside("D1", "D3", 2))
    assert [(leg.kind, leg.steps, leg.target) for leg in legs(way)] == [("home", 5, "D3")]


@pytest.mark.parametrize(("style", "count"), [(Style.FULL, 4), (Style.NORMAL, 3), (Style.SHORT, 2)])
def test_a_style_never_says_more_than_it_wants(style, count):
    told = forms(DE, FIVE, style)
    assert len(told) == count
    assert list(told) == sorted(told, key=len, reverse=True)


def news(number, play=FIVE, style=Style.NORMAL):
    told = forms(DE, play, style)
    return Utterance(told[0], "de", "move", Priority.NORMAL, forms=told, ply=number, is_must=bool(play.captured),
                     earcon=Earcon.CAPTURED if play.captured else None)  # fmt: skip


TURN = Utterance("Grün ist dran.", "de", "turn", earcon=Earcon.TURN, forms=("Grün",))


def together(*parts, budget_s=60.0):
    return compose(DE, parts, budget_s, estimate_s)


def test_a_play_and_the_next_turn():
    one = together(news(1), TURN)
    assert (one.text, one.earcon, one.haste) == ("Rot, fünf, noch sieben. Grün.", None, 1.0)
    assert together(TURN).text == "Grün ist dran."


def test_less_time_fewer_words():
    assert together(news(1), TURN, budget_s=1.6).text == "Rot fünf. Grün."
    assert together(news(1), TURN, budget_s=0.3).text == "Rot fünf."


def test_several_are_summed_up_and_who_is_hit_is_named():
    one = together(news(1), news(2, HIT), news(3), TURN)
    assert one.text == "Inzwischen: Rot fünf, Rot fünf schlägt Blau, Rot, fünf, noch sieben. Grün."
    assert one.earcon is Earcon.CAPTURED
    assert one.is_must


def test_what_is_too_long_even_so_is_said_faster():
    short = together(news(1), news(2), budget_s=0.5)
    assert short.haste == MOST_HASTE
    at_one_moment = together(news(1), news(2), budget_s=0.0)
    assert (at_one_moment.text, at_one_moment.haste) == (short.text, MOST_HASTE)
    tight = together(news(1), news(2), budget_s=estimate_s(short.text) - 0.1)
    assert (tight.text, tight.haste) == (short.text, LEAST_HASTE)


def test_of_very_many_those_that_hit_and_the_last_are_named_and_the_rest_counted():
    many = [news(number, HIT if number == 2 else FIVE) for number in range(1, MOST_SUMMED + 6)]
    text = together(*many).text
    assert text.startswith("Inzwischen neun Züge, und: Rot fünf schlägt Blau, Rot fünf, Rot fünf, Rot, fünf")


def test_whom_a_tac_brought_back_is_not_back_when_it_is_taken_back():
    undone = replace(FIVE, undone="D", named="tac", returned=("C", "C"))
    assert Wording("de", None, COLOURS).takeback(undone) == "Zurückgenommen: Rot TAC: fünf."
