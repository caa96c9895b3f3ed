"""What people say, in the words of each language, and what the table hears in it."""

import pytest

from calibration.wizard import WORDS
from companion.sensing.said import parse_said
from companion.speech.catalogue import LANGUAGES
from companion.speech.desk import SpeechDesk
from companion.speech.errors import BadSetting
from companion.speech.settings import CHOICES, NAMES, Settings
from companion.speech.spoken import nearest
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
WORDING = {language: Wording(language, None, COLOURS) for language in LANGUAGES}
ROOMS = ("command", "query", "set", "verb")


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("de", "Kugeln Rot", "ask pieces Rot"),
        ("de", "wer erreicht rot", "ask threats rot"),
        ("de", "was steht auf 16", "ask hole 16"),
        ("en", "what is on A3", "ask hole A3"),
        ("fr", "case 16", "ask hole 16"),
        ("de", "hinter rot", "ask behind rot"),
        ("de", "zwischen rot", "ask between rot"),
        ("de", "kugel rot", "ask pieces rot"),
        ("en", "house red", "ask home red"),
        ("fr", "menaces rouge", "ask threats rouge"),
        ("de", "wie spät ist es", "ask status"),
        ("en", "clock", "ask status"),
        ("fr", "batterie", "ask status"),
        ("en", "speech", "speech style"),
        ("de", "position", "ask position"),
        ("de", "status", "ask status"),
        ("de", "was geht rot", "ask can rot"),
        ("de", "tempo 220", "speech rate 220"),
        ("de", "Tempo englisch 200", "speech rate en 200"),
        ("de", "ansage kurz", "speech style short"),
        ("de", "speech style kurz", "speech style short"),
        ("de", "töne nur", "speech earcons only"),
        ("de", "fühlen aus", "speech touch off"),
        ("de", "stimme de+f3", "speech voice de+f3"),
        ("de", "pause davor 300", "speech lead 300"),
        ("de", "sprache englisch", "language en"),
        ("en", "sprache deutsch", "language de"),
        ("de", "speak english", "language en"),
        ("de", "langue français", "language fr"),
        ("de", "karte rot sieben", "card B 7"),
        ("de", "karte rot sieben mal eins", "card B 7x1"),
        ("de", "karte B tac", "card B tac"),
        ("de", "antwort zwei", "answer 2"),
        ("de", "zwei", "answer 2"),
        ("de", "2", "answer 2"),
        ("de", "taste 5 wer ist dran", "key 5 ask turn"),
        ("de", "key 5 wer ist dran", "key 5 ask turn"),
        ("de", "taste 5", "key 5"),
        ("de", "taste 5 -", "key 5 -"),
        ("de", "taste 5 kugeln rot", "key 5 ask pieces B"),
        ("de", "taste 5 wie weit 7 20", "key 5 ask far 7 20"),
        ("de", "ton aus", "speech earcons off"),
        ("de", "weiterspielen", "overrule play-on"),
        ("en", "card red seven", "card B 7"),
        ("en", "card A 17", "card A 17"),
        ("en", "answer 05-12", "answer 05-12"),
        ("en", "who can reach red", "ask threats red"),
        ("en", "style short", "speech style short"),
        ("en", "speak french", "language fr"),
        ("fr", "annonces brèves", "speech style short"),
        ("fr", "vitesse 220", "speech rate 220"),
        ("fr", "carte rouge sept", "card B 7"),
        ("fr", "à qui le tour", "ask turn"),
        ("fr", "position", "ask position"),
    ],
)
def test_what_is_said_is_what_the_table_knows(language, said, meant):
    assert WORDING[language].command(said) == meant
    parse_said(meant)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", ["card A 7", "done", "takeback", "hand A 1,7,tac", "swap A tac", "overrule board",
                                  "correct 05-12", "keys learn", "key 5 ask turn", "again", "stop", "set A:00,y,y,y",
                                  "game tac basic teams first=A", "pace A quick", "language fr", "answer Ay-00",
                                  "speech rate 220", "ask hole 17", "xyzzy"])  # fmt: skip
def test_the_words_of_the_table_stay_as_they_are(language, said):
    assert WORDING[language].command(said) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_mean_two_things(language):
    phrase = WORDING[language].phrase
    found = [word.casefold() for room in ROOMS for _, word in phrase.spellings(room)]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_value_can_be_said_in_the_language(language):
    wording = WORDING[language]
    phrase = wording.phrase
    names = dict(phrase.spellings("set"))
    assert set(names) == {*NAMES, "language"}
    for name, values in CHOICES.items():
        for value in values:
            words = [word for key, word in phrase.spellings("set_to") if key == value]
            assert words
            assert {wording.command(f"{names[name]} {word}") for word in words} == {f"speech {name} {value}"}


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("de", "foo 3", "Einstellen kann man tempo, tonhöhe, lautstärke, stimme, pause davor, ansage, töne, fühlen, "
                        "mitzählen und sprache."),
        ("de", "style laut", "Für die Ansage gibt es ausführlich, normal und kurz."),
        ("en", "touch maybe", "For touching there are off and on."),
        ("fr", "style fort", "Pour les annonces, il y a complètes, normales et brèves."),
    ],
)  # fmt: skip
def test_a_refused_setting_names_what_there_is_in_the_language(language, said, told):
    with pytest.raises(BadSetting) as refused:
        Settings().said(said, language)
    assert WORDING[language].refusal(refused.value, f"speech {said}") == told


def said_to_a_desk(*orders):
    heard = []
    desk = SpeechDesk(WORDING["de"], SilentVoice(), heard.append)
    for t, order in enumerate(orders):
        desk.obey(order, 10.0 * t)
        desk.tick(10.0 * t + 9)
    return [fact.data["text"] for fact in heard if fact.data["spoken"] == "started"]


def test_a_setting_of_another_language_is_told_as_it_is_there():
    assert said_to_a_desk("speech rate 220", "speech rate en 200", "speech rate en", "speech rate") == [
        "Tempo 220.", "Tempo 200, englisch.", "Tempo 200, englisch.", "Tempo 220."]  # fmt: skip


def test_another_language_is_told_in_it():
    assert said_to_a_desk("language fr", "speech faster") == ["Je parle français.", "Vitesse 200."]


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [("de", "Weiter", "next"), ("de", "Taste zwei", "2"), ("de", "taste fertig", "done"), ("de", "zurück", "back"),
     ("de", "nochmal", "again"), ("de", "aufhören", "stop"), ("de", "karte sieben", "card 7"), ("de", "Narr", "fool"),
     ("de", "zwanzig", "20"), ("fr", "suivante", "next"), ("fr", "touche un", "1"), ("fr", "la touche fini", ""),
     ("fr", "touche fini", "done"), ("fr", "retour", "back"), ("fr", "arrêter", "stop"),
     ("fr", "carte fou", "card fool"), ("en", "key two", "2"), ("en", "key done", "done"), ("en", "card 1", "card 1"),
     ("en", "01", "01"),
     ("en", "Dy4", "Dy4"), ("en", "done", "done"), ("en", "?", "?")],
)  # fmt: skip
def test_what_is_typed_to_the_calibration(language, typed, meant):
    assert WORDING[language].at_bench(typed) == (meant or typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_the_calibration_names_can_be_typed_as_they_are_named(language):
    """Where the voice says "the key done", those words do it, and so do "key one" and "key two"."""
    phrase = WORDING[language].phrase
    assert {name for name, _ in phrase.spellings("bench")} == set(WORDS)
    done = phrase.catalogue.text("bench.done").split(" / ")[0]
    key = phrase.catalogue.text("verb.key")
    said = " ".join(text for name, text in phrase.catalogue.texts.items() if name.startswith("calibrate.")).casefold()
    for word, meant in ((done, "done"), (phrase.catalogue.numbers[1], "1"), (phrase.catalogue.numbers[2], "2")):
        assert f"{key} {word}" in said
        assert WORDING[language].at_bench(f"{key} {word}") == meant


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("stelung", "Vielleicht stellung."),
        ("kugln rot", "Vielleicht kugeln."),
        ("wer ist drann", "Vielleicht wer ist dran."),
        ("gefar blau", "Vielleicht gefahr."),
        ("tempoo 220", "Vielleicht tempo."),
        ("blubb rot", "Hilfe nennt alles, was man fragen kann."),
    ],
)
def test_words_that_nobody_knows_are_answered_with_the_nearest(said, told):
    assert nearest(WORDING["de"].phrase, said) == told
