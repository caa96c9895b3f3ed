"""What a person said, in the words that the table knows: `kugeln rot` is `ask pieces rot`, `schneller` `speech faster`.

The rooms of the catalogue: `command` whole orders, `bench` those of the calibration, `query` what can be asked, `set`
and `set_to` settings and their values, `tongue` languages, `verb` what a seat, a card or a number stands behind. A text
may hold several words for one thing, `gefahr / wer erreicht`; the first of them is the one that is told. English names
of the table always count.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from companion.speech import describe
from companion.speech.catalogue import LANGUAGES, load
from companion.speech.phrase import Phrase, sentences
from companion.speech.settings import NAMES, STEPS

NEAR = 0.7
"""From this likeness on a word may be meant that was not said quite so."""
SEATS = "ABCDEF"
MOST_ANSWERS = 9
"""Answers that a number alone can give."""
ROOMS = ("command", "query", "set")
WHICH_LANGUAGE = "ask language"


def command(phrase: Phrase, text: str) -> str:
    """The command that was meant; what nobody knows stays as it is."""
    said = " ".join(text.split())
    if meant := phrase.meant("command", said):
        return meant
    verb, _, rest = said.partition(" ")
    match verb.casefold():
        case "ask":
            return f"ask {phrase.asked(rest) or rest}".strip()
        case "speech":
            return f"speech {_setting(phrase, rest) or rest or 'style'}"
        case "key":
            return _key(phrase, rest)
        case "language":
            return f"language {phrase.meant('tongue', rest) or rest}" if rest else WHICH_LANGUAGE
    return _unmarked(phrase, said)


def _unmarked(phrase: Phrase, said: str) -> str:
    """What was said without the verb of the table."""
    first = said.partition(" ")[0].casefold()
    if (number := _number(phrase, said)) is not None:
        return f"answer {number}" if 1 <= number <= MOST_ANSWERS else said
    if (tongue := _tongue(said)) is not None:
        return f"language {tongue}"
    if (found := phrase.begins("verb", said)) is not None:
        return _behind(phrase, *found) or said
    if (query := phrase.asked(said)) is not None:
        return f"ask {query}"
    if (setting := _setting(phrase, said)) is not None:
        name, _, value = setting.partition(" ")
        return f"speech {setting}" if name != "language" else setting if value else WHICH_LANGUAGE
    return f"ask {said}" if first in (*describe.known(), "help", "can") else said


def _setting(phrase: Phrase, said: str) -> str | None:
    """A setting and its value, as the table names them; None if it is none."""
    found = phrase.begins("set", said)
    name, rest = found or (said.partition(" ")[0].casefold(), said.partition(" ")[2])
    if name not in (*NAMES, *STEPS, "language"):
        return None
    values = [phrase.meant("tongue", word) or phrase.meant("set_to", word) or word for word in rest.split()]
    return " ".join([name, *values])


def _tongue(said: str) -> str | None:
    """The language that was asked for, in the words of any: `sprache deutsch` at an English table."""
    for words in map(_words_of, LANGUAGES):
        found = words.begins("set", said)
        if found is not None and found[0] == "language" and (tongue := words.meant("tongue", found[1])) is not None:
            return tongue
    return None


@cache
def _words_of(language: str) -> Phrase:
    return Phrase(load(language))


def _behind(phrase: Phrase, verb: str, rest: str) -> str | None:
    """`karte rot sieben` is `card B 7`, `antwort zwei` is `answer 2`; None if nothing stands behind it."""
    if verb == "key":
        return _key(phrase, rest)
    if verb == "answer":
        number = _number(phrase, rest)
        return f"answer {rest if number is None else number}" if rest else None
    for card, name in phrase.spellings("card"):
        for told in (name, card):
            before, is_last, after = f" {rest}".casefold().rpartition(f" {told.casefold()}")
            seats = [seat for seat in SEATS if before.strip() in phrase.called(seat)]
            if is_last and not after and seats:
                return f"{verb} {seats[0]} {card}"
    return f"{verb} {rest}"


def at_bench(phrase: Phrase, text: str) -> str:
    """What was typed to a wizard of the calibration: `weiter` is `next`, `taste zwei` `2`, `karte narr` `card fool`."""
    said = " ".join(text.split())
    if meant := phrase.meant("bench", said):
        return meant
    verb, rest = phrase.begins("verb", said) or ("", said)
    number = None if rest.isdecimal() else _number(phrase, rest)  # digits stay: 01 is a field, 1 a key
    name = str(number) if number is not None else phrase.meant("bench", rest) or phrase.meant("card", rest) or rest
    return f"card {name}" if verb == "card" else name


def _key(phrase: Phrase, rest: str) -> str:
    """`taste 5 wer ist dran` is `key 5 ask turn`."""
    name, _, order = rest.partition(" ")
    return f"key {name} {_lasting(phrase, command(phrase, order))}".strip() if order else f"key {name}".strip()


def _lasting(phrase: Phrase, order: str) -> str:
    """The order with the letter of the seat that it asks about: a key outlasts the language and names of an evening."""
    verb, _, query = order.partition(" ")
    name, _, called = query.partition(" ")
    seat = next((seat for seat in SEATS if called.casefold() in phrase.called(seat)), "")
    return f"ask {name} {seat}" if verb == "ask" and seat else order


def _number(phrase: Phrase, word: str) -> int | None:
    """A number in digits or in words."""
    if word.isascii() and word.isdecimal():
        return int(word[:3])
    numbers = phrase.catalogue.numbers
    return numbers.index(word.casefold()) if word.casefold() in numbers else None


def told(phrase: Phrase, order: str) -> str:
    """A command in the words of the table, as a person may say it: `ask pieces B` is `kugeln Rot`."""
    if words := _first(phrase, "command").get(order):
        return words
    verb, _, rest = order.partition(" ")
    room = {"ask": "query", "speech": "set"}.get(verb)
    name, *more = rest.split() if room else order.split()
    begun = _first(phrase, room or "verb").get(name) or _first(phrase, "set").get(name, name)
    return " ".join([begun, *(_told_word(phrase, verb, word) for word in more)])


def _told_word(phrase: Phrase, verb: str, word: str) -> str:
    if word in SEATS:
        return phrase.seat(word)
    if verb == "card":
        return phrase.card(word)
    rooms = ("tongue", "set_to") if verb in ("speech", "language") else ()
    known = next((found for room in rooms if (found := _first(phrase, room).get(word))), "")
    return known or phrase.count(word)


def _first(phrase: Phrase, room: str) -> dict[str, str]:
    """The word that is told for each thing of a room."""
    return dict(reversed(list(phrase.spellings(room))))


def nearest(phrase: Phrase, said: str) -> str:
    """What there is that is nearest to these words; where none is near, how all of them can be heard."""
    known = {word.casefold(): (room, key) for room in ROOMS for key, word in phrase.spellings(room)}
    words = {word.casefold(): word for room in ROOMS for _, word in phrase.spellings(room)}
    parts = said.casefold().split()
    begun = (" ".join(parts[:count]) for count in range(len(parts), 0, -1))
    near = next((found for one in begun if (found := get_close_matches(one, words, 3, NEAR))), [])
    if not near:
        return sentences([phrase.say("ask.unknown")])
    # Of several words for the same thing the one that is told otherwise, too.
    told = _first(phrase, known[near[0]][0])[known[near[0]][1]]
    return sentences([phrase.say("ask.nearest", name=told if told.casefold() in near else words[near[0]])])
