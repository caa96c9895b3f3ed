"""What a blind player can ask besides: who is near, how far it is, houses, cards, the board; and by feeling."""

import pytest
from told import told, way

from companion.facts import Fact
from companion.sensing.errors import BadSaying
from companion.sensing.said import parse_said
from companion.speech.describe import seat_called
from companion.speech.desk import SpeechDesk
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Switch
from companion.speech.utterance import Priority
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
DE = Wording("de", {"D": "Dora"}, COLOURS)
RING = [f"{number:02d}" for number in range(64)]
GAME = Fact("game", 0.0, {"cells": [*RING, "A1", "A2", "A3", "A4"], "heaps": ["Ay", "By", "Cy", "Dy"]})
POSITION = "A:20,60,A4,y B:10,17,B3,y C:32*,62,y,y D:23,y,y,y"


def memory(*more):
    known = Memory()
    for fact in [GAME, *told([Fact("setup", 0.0, {"position": POSITION}), *more])]:
        known = known.after(fact)
    return known


KNOWN = memory(Fact("turn", 0.0, {"seat": "B", "round": 1, "deal": 2}))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("threats A", "Die mit noch fünf: Grün zwei davor. Die mit noch fünfundvierzig: Rot drei dahinter, "
                      "Rot zehn dahinter, Dora drei davor."),
        ("threats C", "Die mit noch fünfunddreißig: Schwarz zwei dahinter. Die mit noch fünfundsechzig: "
                      "Dora neun dahinter, Schwarz zwölf dahinter."),
        ("reach B", "Die mit noch sieben: Schwarz zehn davor, Dora dreizehn davor. Die mit noch vierundsechzig: "
                    "Schwarz drei davor, Dora sechs davor."),
        ("behind dora", "Die mit noch sechsundzwanzig: Schwarz drei dahinter, Rot sechs dahinter, "
                        "Rot dreizehn dahinter, Grün fünfundzwanzig dahinter."),
        ("far 5 17", "Von 5 auf 17: zwölf Felder."),
        ("far 5 nach 17", "Von 5 auf 17: zwölf Felder."),
        ("far 60 3", "Von 60 auf 3: sieben Felder."),
        ("far 5", "Wie weit 5 17 sagt, wie weit es von 5 bis 17 ist."),
        ("far 5 99", "Dieses Loch gibt es hier nicht."),
        ("houses", "Schwarz: im Haus auf Platz vier. Rot: im Haus auf Platz drei. Grün: niemand im Haus. "
                   "Dora: niemand im Haus."),
        ("board", "Das Brett zeigt, was es soll."),
        ("cards", "Seit dem Geben liegt noch keine Karte offen."),
    ],
)  # fmt: skip
def test_answers(query, said):
    assert DE.answer(query, KNOWN) == said


@pytest.mark.parametrize("name", ["B", "b", "Rot", "rot", "ROT"])
def test_a_seat_is_known_by_letter_and_colour_in_any_case(name):
    assert DE.answer(f"pieces {name}", KNOWN).startswith("Rot: ")


def test_a_seat_is_known_by_its_name():
    assert DE.answer("pieces DORA", KNOWN) == DE.answer("pieces d", KNOWN)


@pytest.mark.parametrize(("query", "near"), [("peices A", "pieces"), ("positon", "position"), ("threat A", "threats"),
                                             ("statu", "status")])  # fmt: skip
def test_an_unknown_word_gets_the_nearest_one(query, near):
    assert DE.answer(query, KNOWN).startswith(f"Vielleicht {near}. ")


def test_an_unknown_seat_gets_the_nearest_one():
    assert DE.answer("pieces schwartz", KNOWN).endswith("Vielleicht Schwarz.")


def test_the_cards_of_this_deal_are_counted():
    moves = [Fact("move", 1.0, {"seat": seat, "card": card, "action": "discard", "position": POSITION})
             for seat, card in (("B", "7"), ("C", "12"), ("D", "7"), ("A", "tac"))]  # fmt: skip
    turn = Fact("turn", 0.0, {"seat": "B", "round": 1, "deal": 2})
    known = memory(turn, *moves)
    assert DE.answer("cards", known) == "Offen liegen vier Karten: Sieben zweimal, Zwölf einmal, TAC einmal."
    later = memory(turn, *moves, Fact("turn", 2.0, {"seat": "C", "round": 1, "deal": 3}))
    assert DE.answer("cards", later).startswith("Seit dem Geben")


def test_what_the_board_shows_now_against_what_it_should():
    missing = [{"cell": "10", "expected": "B", "observed": "empty"}]
    wrong = memory(Fact("disturbed", 1.0, {"differences": missing}))
    assert DE.answer("board", wrong) == "Das Brett stimmt nicht: Rot fehlt sieben vor dem Haus, auf 10."
    gone = memory(Fact("board", 1.0, {"connected": False}))
    assert DE.answer("board", gone).startswith("Es ist kein Brett da")


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_help_names_every_query(language):
    wording = Wording(language)
    said = wording.answer("help", KNOWN)
    from companion.speech.describe import OF_EVENING, OF_SEAT, OF_TABLE

    names = {*OF_EVENING, *OF_TABLE, *OF_SEAT, "board", "status", "question"} - {"help"}
    words = [word for room in ("query", "command", "set") for word in wording.phrase.words(room)]
    assert [word for word in words if word not in said] == []
    assert names <= {name for name, _ in wording.phrase.spellings("query")}
    for name, word in wording.phrase.spellings("query"):
        assert wording.command(word.upper()) == f"ask {name}"
        assert wording.command(f"ask {word} A") == f"ask {name} A"


@pytest.mark.parametrize(
    ("said", "meant"),
    [("fertik", "fertig"), ("kugln", "kugeln"), ("wer ist drann", "wer ist dran"), ("dance", ""), ("tempi", "tempo"),
     ("xyz", "")],
)
def test_with_words_that_nobody_knows_goes_the_nearest(said, meant):
    error = BadSaying("unknown verb")
    told = Wording("de").refusal(error, said)
    assert told == "Das habe ich nicht verstanden." + (
        f" Vielleicht {meant}." if meant else " Hilfe nennt alles, was man fragen kann.")  # fmt: skip


@pytest.mark.parametrize("name", ["a", "A", "Anna", "ANNA", "schwarz", "Schwarz", "black"])
def test_a_seat_is_called_by_letter_name_or_colour(name):
    wording = Wording("de", {"A": "Anna"}, {"A": "black", "B": "red"})
    assert seat_called(wording.phrase, ("A", "B"), name) == "A"


@pytest.mark.parametrize(("language", "words"), [("de", "Noch  einmal"), ("en", "say again"), ("fr", "RÉPÉTER")])
def test_orders_are_understood_in_the_words_of_the_language(language, words):
    wording = Wording(language)
    assert wording.command(words) == "again"
    assert wording.command("card A 7") == "card A 7"
    orders = list(wording.phrase.spellings("command"))
    assert "overrule board" in dict(orders)
    for order, word in orders:
        assert wording.command(word) == order
        parse_said(order)


def test_one_card_is_one_card():
    assert DE.phrase.say("ask.cards", n=1, cards="Fünf einmal") == "offen liegt eine Karte: Fünf einmal"
    assert Wording("fr").phrase.say("ask.cards", n=1, cards="x") == "une carte visible : x"


def test_status_tells_board_voice_battery_and_clock():
    said = DE.status(KNOWN.after(Fact("board", 0.0, {"connected": True})), Settings(), "20:15", 80)
    assert said == ("Das Brett ist da. Tempo 175. Lautstärke 100 Prozent. Ansage normal. Akku 80 Prozent. "
                    "Es ist 20:15.")  # fmt: skip
    assert "Akku" not in DE.status(KNOWN, Settings(), "20:15", None)


@pytest.fixture
def desk():
    heard = []
    made = SpeechDesk(DE, SilentVoice(), heard.append)
    made.remember([GAME, *told([Fact("setup", 0.0, {"position": POSITION})])])
    made.hear(*told([Fact("setup", 0.0, {"position": POSITION})]))
    made.tick(40.0)
    heard.clear()
    made.heard = heard
    return made


def felt(desk, origin="10", target="10", seconds=1.0, t=50.0):
    desk.hear(Fact("lift", t, {"cell": origin}))
    desk.hear(Fact("place", t + seconds, {"cell": target}))
    desk.tick(t + 10)
    return [fact.data["text"] for fact in desk.heard if fact.data["spoken"] == "started"]


def test_a_piece_that_is_felt_tells_whose_it_is(desk):
    assert felt(desk) == ["Rot, noch sieben."]


def test_who_stirs_in_a_yard_hears_it_once_the_hand_rests(desk):
    desk.hear(Fact("lift", 50.0, {"cell": "Ay"}))
    desk.hear(Fact("place", 50.2, {"cell": "Ay"}))
    desk.hear(Fact("lift", 50.6, {"cell": "Ay"}))
    assert desk.heard == []
    desk.hear(Fact("place", 50.8, {"cell": "Ay"}))
    desk.tick(60.0)
    texts = [fact.data["text"] for fact in desk.heard if fact.data["spoken"] == "started"]
    assert texts == ["Schwarz im Vorfeld."]


def test_news_goes_before_what_is_felt(desk):
    desk.hear(Fact("lift", 50.0, {"cell": "10"}))
    desk.say("Das Brett fehlt.", 50.1, priority=Priority.NEXT)
    assert felt(desk, t=50.2) == ["Das Brett fehlt."]


@pytest.mark.parametrize("more", [{"target": "12"}, {"seconds": 9.0}])
def test_what_is_moved_or_held_for_long_is_not_felt(desk, more):
    assert felt(desk, **more) == []


def test_while_a_card_lies_a_touch_belongs_to_its_action(desk):
    desk.hear(Fact("card", 40.0, {"seat": "B", "card": "5", "by": "tag"}))
    assert "Rot, noch sieben." not in felt(desk)


def test_who_sets_the_piece_straight_that_was_just_played_asks_nothing(desk):
    move = {"seat": "B", "card": "5", "action": "05-10", "position": POSITION, "moved": [way("05", "10", owner="B")]}
    desk.hear(*told([Fact("move", 50.0, move)], POSITION.replace("10", "05")))
    assert "Rot, noch sieben." not in felt(desk, t=51.0)
    assert "Rot, noch sieben." in felt(desk, t=70.0)


def test_feeling_can_be_switched_off(desk):
    desk.obey("speech touch off", 1.0)
    assert desk.settings.touch is Switch.OFF
    assert "Rot, noch sieben." not in felt(desk)


def after(*more):
    known = KNOWN
    for fact in more:
        known = known.after(fact)
    return known


CHOICES = {"choices": [{"card": "5", "action": "10-15"}, {"card": "5", "action": "17-22"}], "ply": 3,
           "moved": [way("10", "15", owner="B", steps=5, home=2), way("17", "22", owner="B", steps=5, home=59)]}
GLANCES = [
    ("whose turn", "turn", KNOWN, "Rot ist dran."),
    ("the card", "turn", after(Fact("card", 1.0, {"seat": "B", "card": "5", "by": "tag"})),
     "Rot ist dran. Es liegt von Rot: Fünf."),
    ("deal and round", "round", KNOWN, "Geben zwei, Runde eins."),
    ("who is where", "seats", KNOWN, "Schwarz auf Platz A, Rot auf Platz B, Grün auf Platz C, Dora auf Platz D."),
    ("the open question", "question", after(Fact("question", 1.0, CHOICES)),
     "Was war gemeint? Eins: fünf, dann noch zwei. Zwei: fünf, dann noch neunundfünfzig."),
    ("no question", "question", after(Fact("question", 1.0, CHOICES), Fact("answer", 2.0, {})),
     "Es ist nichts gefragt."),
    ("who has finished", "turn",
     after(Fact("turn", 1.0, {"seat": "A", "round": 3, "deal": 2, "finished": ["B", "D"]})),
     "Rot und Dora sind fertig. Schwarz darf noch mit TAC antworten."),
    ("who has won", "turn", after(Fact("won", 1.0, {"seats": ["B", "D"]})), "Rot und Dora haben gewonnen."),
    ("what is in a hand", "board", after(Fact("lift", 1.0, {"cell": "10"})), "Rot fehlt sieben vor dem Haus, auf 10."),
    ("what was put", "board", after(Fact("lift", 1.0, {"cell": "10"}), Fact("place", 2.0, {"cell": "15"})),
     "Rot fehlt sieben vor dem Haus, auf 10; auf 15 ist eine Kugel zu viel."),
    ("who stands on a hole", "hole A4", KNOWN, "In Haus 4 von Schwarz steht Schwarz."),
    ("a yard", "hole Dy", KNOWN, "Im Vorfeld von Dora: drei Kugeln."),
]  # fmt: skip


@pytest.mark.parametrize(("what", "query", "known", "said"), GLANCES, ids=[one[0] for one in GLANCES])
def test_what_the_page_shows_at_a_glance_can_be_asked_for(what, query, known, said):
    assert DE.answer(query, known) == said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_so_it_can_in_every_language(language):
    wording = DE.in_language(language)
    told = [wording.answer(query, known) for _, query, known, _ in GLANCES]
    assert all(text.endswith(".") and "{" not in text for text in told)
    assert len(set(told)) == len(told)
