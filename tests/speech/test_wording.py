"""Sentences: broken rules with their repair, questions, differences, in every language."""

import pytest
from told import RING, YARDS, standing, way

from companion.facts import Fact, moved_of
from companion.speech.catalogue import LANGUAGES, blanks, load
from companion.speech.memory import Memory
from companion.speech.table import Board, Table
from companion.speech.telling import action_words, tell
from companion.speech.wording import Wording
from engine.contract import Displacement, Explanation

EXAMPLES = {
    "seat": "A", "seats": ("A", "C"), "hole": "17", "at": "17", "to": "A3", "from": "By", "card": "7",
    "cards": ("7", "8"), "count": 5, "fields": 5, "pieces": 2, "places": 2, "stones": 2,
    "hand": 2, "times": 2, "feminine": 2, "were": 2, "at_most": 2, "must": 2, "text": "x", "": "x",
}  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def wording(request):
    return Wording(request.param)


def explain_keys():
    return [key.removeprefix("explain.") for key in load("de").texts if key.startswith("explain.")]


@pytest.mark.parametrize("key", explain_keys())
def test_every_explanation_is_a_sentence(wording, key):
    text = load(wording.language).text(f"explain.{key}")
    said = wording.explanation(Explanation("T0.0", key, {name: EXAMPLES[kind] for name, kind in blanks(text)}))
    assert "{" not in said
    assert said.endswith(".")
    assert said != wording.explanation(Explanation("T0.0", "no-such-key"))


def test_none_as_a_seat_is_nobody():
    said = Wording("de").explanation(Explanation("T6.6", "devil-decides", {"seat": "A", "by": None}))
    assert said == "Über den Zug von A bestimmt niemand."


def test_a_missing_fact_gives_the_sentence_of_the_rule():
    assert Wording("de").explanation(Explanation("T3.6", "jump", {})) == "Überspringen geht nicht."


def test_an_unknown_key_gives_the_sentence_of_the_rule():
    assert Wording("en").explanation(Explanation("T3.3", "brand-new")) == "Whoever can play must play."


def test_an_unknown_rule_is_named():
    assert Wording("en").explanation(Explanation("K9.9", "brand-new")) == "That is not allowed, rule K9.9."


def test_the_held_cards_are_not_named_aloud():
    facts = {"seat": "A", "card": "5", "usable": ("13", "trickster"), "example": "Ay-00"}
    for language in LANGUAGES:
        wording = Wording(language)
        said = wording.explanation(Explanation("T3.3", "other-usable", facts)).lower()
        assert not any(wording.phrase.card(card).lower() in said for card in ("13", "trickster"))


def test_repairs_are_told_in_walking_order_and_no_more_than_three():
    repair = [Displacement("D", "D2", "D1"), Displacement("B", "12", "17"), Displacement("C", "Cy", "03"),
              Displacement("A", "40", "50")]  # fmt: skip
    said = Wording("de").explanation(Explanation("T3.6", "jump", {"over": "20", "other": "C"}), repair, Board(0, YARDS))
    assert said == ("Überspringen geht nicht, auf 20 steht C. C auf 3 gehört ins Vorfeld. "
                    "B auf 17 gehört auf 12. A auf 50 gehört auf 40. Und noch eine Stelle.")  # fmt: skip


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "A, was war gemeint? Eins: Sieben, von 5 auf 9, aus Haus 1 von A in Haus 2 von A. "
               "Zwei: Acht, der Nächste setzt aus."),
        ("en", "A, which was meant? One: seven, from 5 to 9, from hole 1 of the house of A "
               "to hole 2 of the house of A. Two: eight, the next one sits out."),
        ("fr", "A, qu'est-ce qui a été joué ? Un : sept, de 5 à 9, de la maison de A, case 1 à la case 2 de la maison "
               "de A. Deux : huit, le suivant passe son tour."),
    ],
)  # fmt: skip
def test_a_question_numbers_its_choices(language, said):
    choices = asked(("7", "05-09,A1-A2", [*way("05", "09"), *way("A1", "A2", "inside")]), ("8", "skip", []))
    assert Wording(language).question(choices, "A") == said


def test_the_card_is_left_out_where_it_does_not_tell_the_choices_apart():
    said = Wording("de").question(asked(("5", "05-10", way("05", "10")), ("5", "07-12", way("07", "12"))))
    assert said == "Was war gemeint? Eins: von 5 auf 10. Zwei: von 7 auf 12."


def test_a_question_reads_out_no_more_than_nine():
    cells = [(f"{n:02d}", f"{n + 5:02d}") for n in range(12)]
    said = Wording("de").question(asked(*[("5", f"{a}-{b}", way(a, b)) for a, b in cells]))
    assert "Neun: von 8 auf 13." in said
    assert said.endswith("Und drei weitere.")


def asked(*choices):
    """The data of a question; each choice is card, action and how the pieces would have gone."""
    return {"choices": [{"card": card, "action": action} for card, action, _ in choices],
            "moved": [moved for _, _, moved in choices]}  # fmt: skip


@pytest.mark.parametrize(
    ("action", "moved", "said"),
    [
        ("Ay-00", way("Ay", "00", "out"), "A kommt heraus"),
        ("05~33", [*way("05", "33", "swap"), *way("33", "05", "swap", "B")], "A auf 5 mit B auf 33 tauschen"),
        ("05x33", way("05", "33", "strike"), "5 schlägt 33"),
        ("05x05", way("05", "05", "strike"), "5 schlägt sich selbst"), ("discard", [], "abgeworfen"),
        ("takeback", [], "der letzte Zug wird zurückgenommen"),
        ("62-A3", way("62", "A3", "home"), "von 62 in Haus 3 von A"),
        ("a1-a3-c3", way("a1", "c3", "tip", "w", via=("a3",)), "von a1 auf a3 auf c3"),
        ("a1-a3-c3", way("a1", "c3", "tip", "w", via=("a3",), face="4"), "von a1 auf a3 auf c3, vier oben"),
        ("devil", [], "Teufel"), ("pass-hands", [], "Karten nach rechts"), ("swim", [], "swim"),
    ],
)  # fmt: skip
def test_every_form_of_an_action_has_words(action, moved, said):
    assert action_words(Wording("de").phrase, action, moved_of(moved)) == said


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        ({"cell": "17", "expected": "A", "observed": "empty"}, "auf 17 fehlt A"),
        ({"cell": "05", "expected": None, "observed": "occupied"}, "auf 5 ist eine Kugel zu viel"),
        ({"cell": "05", "expected": None, "observed": "B"}, "auf 5 ist B zu viel"),
        ({"cell": "C1", "expected": "C", "observed": "D"}, "in Haus 1 von C steht D statt C"),
        ({"cell": "Ay", "expected": "A", "observed": "empty"}, "im Vorfeld von A fehlt eine Kugel"),
        ({"cell": "Ay", "expected": None, "observed": "A"}, "im Vorfeld von A ist eine Kugel zu viel"),
    ],
)
def test_each_difference_is_told(difference, said):
    assert Wording("de").disturbed([difference], RING) == f"Das Brett stimmt nicht: {said}."


def test_differences_come_in_walking_order_and_no_more_than_three():
    cells = ["A2", "40", "05", "Cy", "17"]
    said = Wording("en").disturbed([{"cell": cell, "expected": "A", "observed": "empty"} for cell in cells])
    assert said == ("The board is not right: A is missing on 5; A is missing on 17; A is missing on 40. "
                    "And two places more.")  # fmt: skip


def test_no_difference_is_right_again():
    assert Wording("de").disturbed([]) == "Stimmt wieder."


def test_seats_are_called_by_their_names_or_colours():
    wording = Wording("de", names={"A": "Anna"}, colours={"B": "red"})
    assert wording.won(["A", "B"]) == "Anna und Rot haben gewonnen."
    assert wording.in_language("en").won(["A", "B"]) == "Anna and Red have won."
    assert wording.won(["C"]) == "C hat gewonnen."


def test_sensors_and_what_the_board_cannot_see():
    wording = Wording("de")
    assert wording.fault("stuck-on", "17") == "Der Fühler auf 17 meldet immer eine Kugel, er zählt nicht mehr."
    assert wording.fault("voltage", "17") == "Der Fühler auf 17 meldet einen Fehler, voltage."
    assert wording.fault("voltage") == "Das Brett meldet einen Fehler, voltage."
    assert wording.loose("17") == "Die Kugel auf 17 liegt nicht fest."
    assert wording.mask([]) == ""
    assert wording.mask(["A1", "05"]) == "Das Brett sieht 5 und Haus 1 von A nicht."
    assert wording.mask([f"{n:02d}" for n in range(12)]) == "Das Brett sieht zwölf Stellen nicht."


def test_a_move_of_a_game_without_cards():
    memory = Memory(position="e1=wK e9=bK w")
    moved = way("e1", "d1", "king", "w", steps=1)
    fact = Fact("move", 0.0, {"seat": "w", "action": "e1-d1", "position": "d1=wK e9=bK b", "moved": moved})
    english = Wording("en", names={"w": "White"})
    assert tell(english.phrase, memory.after(fact).plays[-1]) == "White moves the king from e1 to d1."


def test_a_game_that_goes_on_says_where_it_stands(wording):
    position = "A:05,y,y,y B:16*,y,y,y C:y,y,y,y D:48,D4,y,y"
    memory = Memory(position=position, table=Table(standing(position)), turn="B", round=2, deal=1)
    said = wording.resume(memory)
    assert wording.answer("turn", memory) in said
    assert wording.answer("last", memory) not in said
    assert wording.answer("position", memory) in said


def test_french_names_that_begin_with_a_vowel_lose_nothing_but_the_e_before_them():
    french = Wording("fr", {"A": "Anna", "B": "Ben"}, {"C": "orange"})
    assert french.phrase.say("explain.no-piece", origin="Ay") == "Il n'y a pas de bille dans la réserve d'Anna"
    assert french.phrase.hole("C2") == "la case 2 de la maison d'Orange"
    assert french.phrase.hole("B2") == "la case 2 de la maison de Ben"
    assert french.phrase.say("say.gone_on", seat="A", fields=11) == "Anna avance de onze"
    assert Wording("de", {"A": "Anna"}).phrase.hole("Ay") == "das Vorfeld von Anna"


def test_only_choices_that_sound_alike_are_told_by_their_places():
    def swap(one, a, other, b):
        return [{"owner": one, "origin": a, "target": b, "kind": "swap", "steps": 0, "home": 51},
                {"owner": other, "origin": b, "target": a, "kind": "swap", "steps": 0, "home": 8}]  # fmt: skip

    ways = [swap("A", "05", "A", "09"), swap("A", "09", "B", "14"), swap("A", "05", "B", "14")]
    data = {"choices": [{"card": "trickster", "action": "x"}] * 3, "moved": ways}
    assert Wording("de").choices(data, "A") == [
        "zwei Kugeln von A tauschen", "A auf 9 mit B auf 14 tauschen", "A auf 5 mit B auf 14 tauschen"]  # fmt: skip
