"""What a blind player needs to hear: distances and colours before holes, true counts, what holds now."""

from dataclasses import replace

import pytest
from told import RING, telling

from companion.facts import Fact, moved_data, standing_data
from companion.speech.announce import announce
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.table import Board, Table
from companion.speech.wording import Wording
from engine.contract import Captured, Displacement, Explanation, Moved, Piece

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
DE, EN, FR = (Wording(language, None, COLOURS) for language in ("de", "en", "fr"))

def explained(key, made, needed, *repair, wording=DE):
    return wording.explanation(Explanation("T4.1", key, {"made": made, "needed": needed}), repair, RING)


@pytest.mark.parametrize(
    ("key", "made", "needed", "stands", "said"),
    [
        ("too-many", 7, 6, "39", "Das waren sieben, es dürfen nur sechs sein. Grün eins zurück, oder ganz zurück."),
        ("too-few", 5, 6, "37", "Das waren fünf, es müssen sechs sein. Grün noch eins, oder ganz zurück."),
        ("too-many", 5, 4, "27", "Das waren fünf, es dürfen nur vier sein. Grün eins vor, oder ganz zurück."),
        ("too-many", 2, 1, "34", "Das waren zwei, es darf nur eins sein. Grün eins zurück, oder ganz zurück."),
        ("too-few", 1, 2, "33", "Das war eins, es müssen zwei sein. Grün noch eins, oder ganz zurück."),
        ("too-many", 14, 13, "46",
         "Das waren vierzehn, es dürfen nur dreizehn sein. Grün eins zurück, oder ganz zurück."),
        ("too-few", 3, 4, "29", "Das waren drei, es müssen vier sein. Grün noch eins, oder ganz zurück."),
    ],
)
def test_a_wrong_count_is_put_right_by_the_difference(key, made, needed, stands, said):
    assert explained(key, made, needed, Displacement("C", "32", stands)) == said


def test_in_other_languages():
    repair = Displacement("C", "60", "03")
    assert explained("too-many", 7, 6, repair, wording=EN).endswith("Green one back, or all the way back.")
    assert explained("too-many", 7, 6, repair, wording=FR).endswith("Vert un en arrière, ou retour au début.")


@pytest.mark.parametrize(
    ("repair", "said"),
    [
        ([("C", "32", "39")], "Grün sieben zurück."),
        ([("C", "60", "03")], "Grün sieben zurück."),
        ([("C", "32", "30")], "Grün zwei vor."),
        ([("C", "00", "30")], "Grün auf 30 gehört auf 0."),
        ([("C", "32", "39"), ("C", "10", "12")], "Grün auf 12 zwei zurück. Grün auf 39 sieben zurück."),
        ([("C", "Cy", "39")], "Grün auf 39 gehört ins Vorfeld."),
        ([("C", "39", "Cy")], "Grün im Vorfeld gehört auf 39."),
        ([("A", "00", "A1")], "Schwarz im Haus gehört auf 0."),
        ([("A", "00", "")], "Schwarz aus der Hand gehört auf 0."),
    ],
)
def test_repairs_are_told_as_hands_count(repair, said):
    told = DE.explanation(Explanation("T3.6", "no-such-key"), [Displacement(*one) for one in repair], RING)
    assert told.endswith(said)


@pytest.mark.parametrize(("stood", "stands", "german", "english", "french"), [
    (Piece("12", "A", "way", 53), "", "aus der Hand gehört dreiundfünfzig vor das Haus, auf 12",
     "in the hand goes back to fifty-three from home, on 12", "en main revient à cinquante-trois de la maison, sur 12"),
    (Piece("00", "A", "way", 65, ("fresh",)), "", "aus der Hand gehört an den Start",
     "in the hand goes back to the start", "en main revient au départ"),
    (Piece("00", "A", "way", 65, ("fresh",)), "33", "auf 33 gehört an den Start", "on 33 goes back to the start",
     "sur 33 revient au départ"),
    (Piece("A3", "A", "house"), "", "aus der Hand gehört ins Haus, Platz drei",
     "in the hand goes back into the house, hole three", "en main revient dans la maison, case trois"),
    (Piece("Ay", "A", "yard"), "", "aus der Hand gehört ins Vorfeld", "in the hand goes back to the yard",
     "en main revient en réserve"),
])  # fmt: skip
def test_where_a_piece_belongs_is_told_by_its_way_home_before_its_hole(stood, stands, german, english, french):
    board = replace(RING, table=Table((stood,)))
    for wording, wanted in ((DE, f"Schwarz {german}."), (EN, f"Black {english}."), (FR, f"Noir {french}.")):
        told = wording.explanation(Explanation("T3.6", "x"), [Displacement("A", stood.cell, stands)], board)
        assert told.endswith(wanted)


@pytest.mark.parametrize(("stood", "said"), [
    (Piece("00", "A", "way", 65, ("fresh",)), "Schwarz fehlt am Start"),
    (Piece("A3", "A", "house"), "Schwarz fehlt im Haus, Platz drei"),
    (Piece("12", "A", "way", 53), "Schwarz fehlt dreiundfünfzig vor dem Haus, auf 12"),
])  # fmt: skip
def test_what_lacks_is_told_as_hands_find_it(stood, said):
    differences = [{"cell": stood.cell, "expected": "A", "observed": "empty"}]
    assert DE.disturbed(differences, Board(64, {}, Table((stood,)))) == f"Das Brett stimmt nicht: {said}."


def test_one_marble_in_a_wrong_yard_is_told_once_and_not_as_two_that_change_places():
    def told(*repair):
        facts = {"owner": "A", "origin": "00", "heap": "By"}
        return DE.explanation(Explanation("T3.7", "wrong-yard", facts), [Displacement(*one) for one in repair], RING)

    lies = "Die Kugel von Schwarz liegt im Vorfeld von Rot, sie gehört ins eigene Vorfeld."
    assert told(("A", "Ay", "00"), ("B", "00", "By")) == lies
    assert told(("A", "Ay", "By")) == lies
    assert told(("A", "Ay", "By"), ("C", "10", "12")) == f"{lies} Grün zwei zurück. Schwarz im Vorfeld von Rot " \
                                                         "gehört ins Vorfeld."


def missing(count, expected="B", observed="empty"):
    return [{"cell": "By", "expected": expected, "observed": observed}] * count


def test_counts_are_true():
    assert DE.disturbed(missing(4), RING) == "Das Brett stimmt nicht: im Vorfeld von Rot fehlen vier Kugeln."
    assert DE.disturbed(missing(1), RING) == "Das Brett stimmt nicht: im Vorfeld von Rot fehlt eine Kugel."
    assert EN.disturbed(missing(2), RING).endswith("two marbles are missing in the yard of Red.")
    extra = [{"cell": "By", "expected": None, "observed": "B"}] * 3
    assert DE.disturbed(extra, RING).endswith("im Vorfeld von Rot sind drei Kugeln zu viel.")


def stands(*pieces):
    return {"position": "?", "standing": standing_data(pieces)}


NEAR = Piece("10", "B", "way", 7)
BEFORE = [NEAR, Piece("14", "D", "way", 35), Piece("48", "D", "way", 65, ("fresh",))]


def memory(*pieces):
    return Memory().after(Fact("setup", 0.0, stands(*pieces)))


def played(before, *moved, card="5", after=(), **more):
    data = {"seat": "B", "card": card, "action": "?", "certainty": 1.0, "moved": moved_data(moved), **telling(card),
            **stands(*after)}
    return before.after(Fact("move", 1.0, {**data, **more}))


def test_what_is_missing_is_told_by_its_distance_first():
    differences = [{"cell": "10", "expected": "B", "observed": "empty"}]
    said = DE.disturbed(differences, Board(0, {}, memory(*BEFORE).table))
    assert said == "Das Brett stimmt nicht: Rot fehlt sieben vor dem Haus, auf 10."


HIT = Moved("B", "10", "14", "forward", 4, 3, captured=(Captured("D", "14", "Dy", 35),))


def test_a_takeback_tells_what_holds_again():
    after = played(memory(*BEFORE), HIT, after=[Piece("14", "B", "way", 3)])
    fact = Fact("takeback", 2.0, {**stands(*BEFORE), "position": after.plays[-1].before})
    (said,) = announce(DE, fact, after, Settings())
    assert said.text == "Zurückgenommen: Rot vier schlägt Blau. Blau steht wieder fünfunddreißig vor dem Haus, auf 14."


def test_a_card_that_was_laid_aside_and_is_taken_back_is_told_in_a_whole_sentence():
    after = memory(*BEFORE).after(Fact("move", 1.0, {"seat": "B", "card": "5", "action": "discard", "certainty": 1.0,
                                                     **stands(*BEFORE)}))  # fmt: skip
    fact = Fact("takeback", 2.0, {**stands(*BEFORE), "position": after.plays[-1].before})
    (said,) = announce(DE, fact, after, Settings())
    assert said.text == "Zurückgenommen: Rot wirft eine Fünf ab."


def test_an_exchange_that_is_taken_back_is_asked_for_since_no_sensor_sees_it():
    swap = (Moved("B", "10", "14", "swap", home=3), Moved("D", "14", "10", "swap", home=39))
    after = played(memory(*BEFORE), *swap, card="trickster", after=BEFORE)
    fact = Fact("takeback", 2.0, {**stands(*BEFORE), "position": after.plays[-1].before})
    (said,) = announce(DE, fact, after, Settings())
    assert said.text.endswith("Bitte Rot und Blau zurücktauschen.")
    known = after.after(fact)
    assert DE.answer("board", known) == "Bitte Rot und Blau zurücktauschen."
    felt = known.after(Fact("lift", 3.0, {"cell": "10"})).after(Fact("place", 3.5, {"cell": "10"}))
    assert DE.answer("board", felt).startswith("Bitte")
    back = felt.after(Fact("lift", 4.0, {"cell": "14"})).after(Fact("place", 4.5, {"cell": "14"}))
    assert DE.answer("board", back) == "Das Brett zeigt, was es soll."
    assert DE.answer("board", known.after(Fact("card", 5.0, {"seat": "B", "card": "5"}))).startswith("Das Brett zeigt")


def test_who_loses_the_piece_on_the_start_hears_that():
    hit = Moved("B", "44", "48", "forward", 4, 33, captured=(Captured("D", "48", "Dy", 65),))
    fact = Fact("move", 1.0, {"seat": "B", "card": "4", "action": "44-48", "certainty": 1.0, "moved": moved_data([hit]),
                              **stands(NEAR)})  # fmt: skip
    (said,) = announce(DE, fact, memory(*BEFORE), Settings(style=Style.FULL))
    assert said.text.endswith("Blau verliert die Kugel am Start.")


def test_a_tac_tells_whose_pieces_came_back():
    before = played(memory(*BEFORE), HIT)
    moved = moved_data([Moved("C", "32", "36", "forward", 4, 61)])
    fact = Fact("move", 2.0, {"seat": "C", "card": "tac", "action": "32-36", "certainty": 1.0, "undone": "B",
                              "returned": ["D"], "named": "tac", "moved": moved, **stands(*BEFORE)})  # fmt: skip
    (said,) = announce(DE, fact, before, Settings())
    assert said.text == "Grün TAC gegen Rot: vier, noch einundsechzig, Blau wieder da."
    (full,) = announce(DE, fact, before, Settings(style=Style.FULL))
    assert "Blau wieder auf der Bahn." in full.text


@pytest.mark.parametrize("action", ["discard", "skip", "devil", "pass-hands"])
@pytest.mark.parametrize("style", list(Style))
def test_a_card_that_nobody_told_is_not_made_up(action, style):
    fact = Fact("move", 1.0, {"seat": "B", "card": None, "action": action, "certainty": 0.9, **stands(NEAR)})
    (said,) = announce(DE, fact, memory(NEAR), Settings(style=style))
    assert said.text == "Rot zieht nicht."


def asked(*moved):
    choices = [{"card": "trickster", "action": f"{one[0].origin}~{one[0].target}"} for one in moved]
    return {"choices": choices, "moved": [moved_data(one) for one in moved]}


def test_choices_are_told_by_whom_they_concern():
    one = (Moved("A", "05", "20", "swap", home=45), Moved("B", "20", "05", "swap", home=12))
    other = (Moved("A", "05", "40", "swap", home=25), Moved("C", "40", "05", "swap", home=28))
    text = DE.question(asked(one, other), "A")
    assert text == ("Schwarz, was war gemeint? Eins: mit Rot tauschen, dann noch fünfundvierzig. "
                    "Zwei: mit Grün tauschen, dann noch fünfundzwanzig.")  # fmt: skip


def test_choices_that_sound_alike_are_told_by_their_holes():
    alike = (Moved("A", "05", "10", "forward", 5, 9),), (Moved("A", "06", "11", "forward", 5, 9),)
    data = {"choices": [{"card": "5", "action": "05-10"}, {"card": "5", "action": "06-11"}],
            "moved": [moved_data(one) for one in alike]}  # fmt: skip
    assert "von 5 auf 10" in DE.question(data, "A")


@pytest.mark.parametrize(("others", "wanted", "stands", "german", "english"), [
    ([], "05", "10", "Rot fünf zurück", "Red five back"),
    ([Piece("30", "B", "way", 51)], "05", "10", "Rot auf 10 fünf zurück", "Red on 10 five back"),
    ([], "10", "05", "Rot fünf vor", "Red five forward"),
    ([], "By", "16", "Rot auf 16 gehört ins Vorfeld", "Red on 16 belongs in the yard"),
    ([], "14", "B2", "Rot im Haus gehört sieben vor das Haus, auf 14",
     "Red in the house goes back to seven from home, on 14"),
    ([], "B1", "B3", "Rot im Haus zurück auf Platz eins", "Red in the house back to hole one"),
])  # fmt: skip
def test_a_piece_that_stands_elsewhere_is_told_as_hands_put_it_back(others, wanted, stands, german, english):
    table = Table((*others, Piece(wanted, "B", "way" if wanted.isdecimal() else "house", 7)))
    board = replace(RING, table=table)
    differences = [{"cell": wanted, "expected": "B", "observed": "empty"},
                   {"cell": stands, "expected": None, "observed": "B"}]  # fmt: skip
    assert DE.disturbed(differences, board) == f"Das Brett stimmt nicht: {german}."
    assert EN.disturbed(differences, board) == f"The board is not right: {english}."


def test_two_of_a_seat_out_of_place_are_told_by_their_places():
    differences = [{"cell": cell, "expected": "B", "observed": "empty"} for cell in ("05", "06")]
    differences += [{"cell": cell, "expected": None, "observed": "B"} for cell in ("10", "11")]
    assert "zurück" not in DE.disturbed(differences, RING)
    assert DE.disturbed(differences, RING).endswith("Und noch eine Stelle.")
