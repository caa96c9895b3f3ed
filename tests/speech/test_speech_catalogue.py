"""The catalogues: the same keys and blanks in every language, and nothing that a synthesizer reads wrongly."""

import re
from pathlib import Path

import pytest

from companion.speech import catalogue
from companion.speech.catalogue import LANGUAGES, blanks, load, parse
from companion.speech.errors import BadCatalogue, UnknownLanguage
from engine.contract import SWAP
from engine.ring.account import BACK, FORWARD, HOME, INSIDE, OUT, STRIKE
from engine.tac.moves.actions import MARKS
from engine.tac.record.account import NAMED
from engine.tactiki.game import AGAINST, ONTO, REBORN

KINDS = (AGAINST, ONTO, REBORN, BACK, FORWARD, HOME, INSIDE, OUT, STRIKE, SWAP)
SOURCES = Path(catalogue.__file__).parent
LONGEST = 115
LONGEST_LESSON = 240
"""Letters of a text without its blanks; a listener cannot skim."""
PLACES = {"hole", "at", "to", "from"}


def shape(text):
    """Blanks with their kinds; a language is free in the preposition of a place."""
    return {(name, "place" if kind in PLACES else kind) for name, kind in blanks(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_blanks_are_the_same_in_every_language(language):
    first, other = load(LANGUAGES[0]), load(language)
    assert first.texts.keys() == other.texts.keys()
    assert {key for key in first.texts if shape(first.text(key)) != shape(other.text(key))} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_digit_stands_before_a_comma_or_a_full_stop(language):
    bad = re.compile(r"\d[,.]|\d\s*$|[{][^}]*hole[}][,.]\S")
    assert [key for key, text in load(language).texts.items() if bad.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short(language):
    lengths = {key: len(re.sub(r"{[^}]*}", "", text)) for key, text in load(language).texts.items()}
    most = {key: LONGEST_LESSON if key.startswith("learn.") else LONGEST for key in lengths}
    assert {key: n for key, n in lengths.items() if n > most[key]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_number_words_differ_and_have_no_digits(language):
    numbers = load(language).numbers
    assert len(set(numbers)) == len(numbers) == 100
    assert not any(re.search(r"\d", word) for word in numbers)


LETTERED = ("colour.player_a",)
"""Where such a word is meant as it is respelled: a letter."""


def test_respelled_words_are_no_words_of_the_texts():
    for language in LANGUAGES:
        words = load(language)
        for word in words.respell:
            texts = [re.sub(r"{[^}]*}", " ", text) for key, text in words.texts.items() if key not in LETTERED]
            assert [text for text in texts if re.search(rf"\b{word}\b(?!')", text)] == [], language


def test_no_text_is_left_over():
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    built = ("explain.", "rule.", "card.", "a_card.", "colour.", "fault.", "plural.", "place.", "notice.", "doctor.",
             "calibrate.", "part.", "ask.mark_", "setting.", "refused.", "protocol.", "say.turn_", "say.repair_",
             "choice.by_", "reach.", "ask.threats_", "ask.reach_", "feminine.", "brief.swap", "short.",
             "bare.", "command.", "query.", "say.touched_", "key.", "say.keys_", "learn.", "deed.", "await.",
             "going.", "note.", "draw.", "set.", "set_to.", "tongue.", "verb.", "bench.")  # fmt: skip
    actions = [mark.replace("-", "_") for mark in MARKS]
    rooms = ("move", "choice", "brief", "bare")
    named = {f"{room}.{action}{end}" for room in rooms for action in actions for end in ("", "_unknown")}
    named |= {f"choice.{kind}" for kind in (AGAINST, ONTO, REBORN, STRIKE, SWAP)}
    named |= {f"move.{kind}" for kind in KINDS} | {"move.out_pieu", "choice.nothing"}
    named |= {f"{room}.{word}{end}" for room in ("move", "brief") for word in NAMED.values() for end in ("", "_undo")}
    unused = [key for key in load("de").texts
              if not key.startswith(built) and f'"{key}"' not in code and f'"{key.partition(".")[2]}"' not in code
              and key not in named]  # fmt: skip
    assert unused == []


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(UnknownLanguage, match=r"'nl'.*de, en, fr"):
        load("nl")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("numbers = [", "end of document"),
        ("numbers = ['null']", "numbers.*100 words"),
        ("numbers = [" + "'x'," * 100 + "]\n[say]\nturn = 7", "say.turn.*a text is needed"),
        ("numbers = [" + "'x'," * 100 + "]\n[say]\nturn = '{seat'", "say.turn"),
    ],
)
def test_a_bad_catalogue_is_refused_with_its_key(text, reason):
    with pytest.raises(BadCatalogue, match=reason):
        parse("xx", text)


def test_a_missing_text_is_named():
    with pytest.raises(BadCatalogue, match=r"de\.toml.*'say\.nothing_like_it'"):
        load("de").text("say.nothing_like_it")
