"""What Tacocat, TacTiki and TACTIX object to, read aloud: one of a thing is one, and nobody is told "its own"."""

import re

import pytest
from told import RING

from companion.cli.tables import colours_on
from companion.facts import Fact, moved_data
from companion.speech.announce import announce
from companion.speech.brief import forms
from companion.speech.catalogue import LANGUAGES, blanks
from companion.speech.desk import SpeechDesk
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.table import board_of
from companion.speech.voices import TimedVoice
from companion.speech.wording import Wording
from engine.contract import Displacement, Explanation
from engine.registry import at_table

NAMES = {"T": "TAC", "K": "TIKI", "A": "Anna", "B": "Ben", "w": "Weiß", "b": "Schwarz"}
GAMES = ("tacocat-", "tactiki-", "tactix-")
ONE_OF_MANY = re.compile(r"\b(eins|null|one|un|une|zero|zéro) (Karten|Steine|Mal|cards|pieces|times|cartes|pièces)\b"
                         r"|\bun fois\b|gezogen:? eins\b", re.IGNORECASE)  # fmt: skip


def said(language, key, **facts):
    rule = key.partition(" ")[0]
    return Wording(language, NAMES).explanation(Explanation(rule, key, facts))


@pytest.mark.parametrize(("key", "facts", "german", "english"), [
    ("tacocat-too-many", {"made": 2, "most": 1},
     "Tauschen darf man hier höchstens eine Karte, nicht zwei.",
     "No more than one card may be exchanged here, not two."),
    ("tacocat-answer-count", {"made": 2, "needed": 1},
     "Der Angriff hat eine Karte, die Antwort zwei Karten.", "The attack has one card, the answer two cards."),
    ("tacocat-deal-card", {"card": 12, "made": 2, "many": 1},
     "Die 12 gibt es im Spiel nur einmal.", "The 12 comes only once in the pack."),
    ("tacocat-deal-size", {"seat": "A", "made": 1, "needed": 7, "space": 4},
     "Auf Feld 4 bekommt jede Hand sieben Karten, nicht eine.", "On space 4 each hand gets seven cards, not one."),
    ("tactiki-setup-count", {"seat": "T", "square": "e1", "made": 0, "needed": 2},
     "Auf e1 gehören zwei Steine, gezählt: kein Stein.", "On e1 belong two pieces, counted: no piece."),
    ("tactiki-not-on-top", {"seat": "K", "owner": "T", "origin": "e1"},
     "Der Stein von TIKI auf e1 liegt nicht oben.", "The piece of TIKI on e1 is not on top."),
    ("tactiki-wrong-rank", {"made": 2, "needed": 3, "number": 0},
     "Gezeigt wurde Rang zwei, der Stein hat drei.", "Rank two was shown, the piece has rank three."),
    ("tactix-too-few", {"made": 1, "needed": 5},
     "Oben steht fünf, der Würfel wurde nur einmal gekippt.", "The top face is five, the die was tipped only once."),
])  # fmt: skip
def test_sentences_of_the_other_games(key, facts, german, english):
    assert (said("de", key, **facts), said("en", key, **facts)) == (german, english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_a_thing_is_one(language):
    phrase = Wording(language, NAMES).phrase
    keys = [key for key in phrase.catalogue.texts if key.startswith(tuple(f"explain.{game}" for game in GAMES))]
    assert len(keys) > 60
    for number in (0, 1):
        for key in keys:
            facts = {name: number if kind not in ("seat", "at", "to") else "A" for name, kind in
                     blanks(phrase.catalogue.text(key))}  # fmt: skip
            text = phrase.say(key, facts)
            assert not ONE_OF_MANY.search(text), (key, text)


def test_the_first_exchange_is_for_both():
    game, heard = at_table("tacocat").at_table({}), []
    state = game.begin({})
    turn = {"seat": state.seat, "what": game.awaits(state).what, "round": 1, "deal": 1, "held": {"A": 7, "B": 7}}
    desk = SpeechDesk(Wording("de", NAMES), TimedVoice(), heard.append)
    desk.hear(Fact("turn", 1.0, turn))
    desk.tick(2.0)
    assert [fact.data["text"] for fact in heard] == [
        "Neue Karten, je sieben. Einer nach dem anderen tauscht Karten oder sagt fertig."]  # fmt: skip


@pytest.mark.parametrize(("language", "told"), [
    ("de", ["Anna, vier zurück ins Haus, Platz eins", "Anna vier zurück Haus eins", "Anna vier zurück ins Haus"]),
    ("en", ["Anna, four back into the house, hole one", "Anna four back house one", "Anna four back into the house"]),
])  # fmt: skip
def test_a_four_that_goes_home_goes_back(language, told):
    game = at_table("tac").at_table({})
    state = game.begin({"position": "A:03,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"})
    option = next(one for one in game.options(state, "4") if one.action == "03-A1")
    move = {"seat": "A", "card": "4", "action": option.action, "position": option.position, "certainty": 1.0,
            "moved": moved_data(game.account(state, option).moved)}
    play = Memory().after(Fact("move", 1.0, move)).plays[-1]
    assert list(forms(Wording(language, NAMES).phrase, play, Style.NORMAL)) == told


@pytest.mark.parametrize(("language", "said_again"), [
    ("de", "Anna im Haus zurück auf Platz eins."), ("en", "Anna in the house back to hole one."),
    ("fr", "Anna, dans la maison, revient case un."),
])  # fmt: skip
def test_a_piece_that_stays_in_its_house_is_told_its_place(language, said_again):
    wrong = Explanation("T4.7", "seven-too-few", {"seat": "A", "card": "7", "made": 2, "needed": 7})
    text = Wording(language, NAMES).explanation(wrong, [Displacement("A", "A1", "A3")], RING)
    assert text.endswith(said_again)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_finished_is_told_in_few_words_where_play_is_quick(language):
    turn = Fact("turn", 1.0, {"seat": "B", "finished": ["A", "C"], "round": 1, "deal": 1})
    (one,) = announce(Wording(language, NAMES), turn, Memory(), Settings())
    assert one.is_must
    assert len(one.forms[-1]) < 0.7 * len(one.forms[0])
    assert {"Anna", "Ben", "TAC"} <= set(re.findall(r"\w+", one.forms[-1]))


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", ["Schwarz auf b4 gehört auf b9, eins oben.", "Schwarz aus der Hand gehört auf a9, fünf oben.",
             "Weiß auf e3 gehört als König auf e1.",
             "Das Brett stimmt nicht: auf d9 fehlt Schwarz, sechs oben; auf e1 fehlt der König von Weiß."]),
     ("en", ["Black on b4 goes back to b9, one up.", "Black in the hand goes back to a9, five up.",
             "White on e3 goes back as the king to e1.",
             "The board is not right: Black is missing on d9, six up; the king of White is missing on e1."]),
     ("fr", ["Noir sur b4 revient sur b9, face un.", "Noir en main revient sur a9, face cinq.",
             "Blanc sur e3 revient comme roi sur e1.",
             "Le plateau ne correspond pas : sur d9, il manque Noir, face six ; sur e1, il manque le roi de Blanc."])],
)  # fmt: skip
def test_a_die_goes_back_with_the_face_it_showed_and_file_b_is_no_house(language, told):
    game, wording = at_table("tactix").at_table({}), Wording(language, None, colours_on("tactix9"))
    layout, pieces = game.layout, game.standing(game.begin({}))
    board = board_of(layout.holes, layout.heaps, layout.owners, pieces)
    jump = Explanation("X4", "tactix-jump", {"over": "b6"})
    ways = (("b", "b9", "b4"), ("b", "a9", ""), ("w", "e1", "e3"))
    said = [wording.explanation(jump, [Displacement(*way)], board).split(". ", 1)[1] for way in ways]
    missing = [{"cell": cell, "expected": seat, "observed": "empty"} for cell, seat in (("d9", "b"), ("e1", "w"))]
    assert [*said, wording.disturbed(missing, board)] == told
