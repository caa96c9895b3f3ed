"""What a person can say to the table: the text behind `>` of a trace line, read into a command.

Phone, buttons, web page, voice and traces all use this one grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from companion.sensing.errors import BadSaying

USUAL_SEATS = "ABCDEF"
"""Places at a round table; other games name theirs."""
PACES = ("quick", "normal", "slow", "auto")

_WORD = re.compile(r"[a-z0-9][a-z0-9-]*")
_NO_WORDS = frozenset({"takeback", "done", "again", "stop"})
_FREE = frozenset({"ask", "correct", "overrule"})


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person said. Only the parts that the verb has are filled.

    verb: game (text: its name; words: what is chosen, as the game knows it; settings: first, position), card and swap
    (seat, cards: one), answer (text: action), hand (seat, cards), takeback, done, again, stop, ask / correct / overrule
    (text: the rest), language (text), speech (text: a setting of the voice), key and keys (text: about the buttons),
    pace (seat, text), set (text: position).
    """

    verb: str
    seat: str = ""
    cards: tuple[str, ...] = ()
    text: str = ""
    words: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


def parse_said(
    text: str, cards: Collection[str] | None = None, check_position: Callable[[str], object] | None = None,
    seats: Collection[str] | None = None,
) -> Command:  # fmt: skip
    """The command in a person's input. `cards`: the cards there are (None: any word); `seats`: those that the game
    has besides the usual ones; `check_position` raises ValueError for a position that cannot be read.

    Raises: BadSaying (a ValueError) with the reason.
    """
    if not text.isprintable():
        raise BadSaying(f"not a line of text: {text!r}")
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if verb in _NO_WORDS:
        if rest:
            raise BadSaying(f"nothing belongs behind {verb!r}: {rest!r}")
        return Command(verb)
    if not verb or verb not in _FORMS:
        raise BadSaying(f"unknown verb: {verb!r}")
    if not rest:
        raise BadSaying(f"something is missing behind {verb!r}")
    command = _FORMS[verb](verb, rest)
    for seat in filter(None, (command.seat, command.settings.get("first", ""))):
        if len(seat) != 1 or seat not in (*USUAL_SEATS, *(seats or ())):
            raise BadSaying(f"unknown seat: {seat!r}", "no-seat")
    for card in command.cards:
        if not _WORD.fullmatch(card) or (cards is not None and card not in cards):
            raise BadSaying(f"unknown card: {card!r}", "no-card")
    position = command.text if verb == "set" else command.settings.get("position")
    if position is not None and check_position is not None:
        _check(position, check_position)
    return command


def _check(position: str, check_position: Callable[[str], object]) -> None:
    try:
        check_position(position)
    except ValueError as error:
        raise BadSaying(str(error)) from error


def _game(verb: str, rest: str) -> Command:
    rest, has_position, position = rest.partition("position=")
    name, *words = rest.split()
    settings: dict[str, str] = {}
    chosen: list[str] = []
    for word in words:
        key, is_option, value = word.partition("=")
        if is_option and key != "first":
            raise BadSaying(f"unknown setting: {word!r}")
        if key in settings or word in chosen or not _WORD.fullmatch((value if is_option else word).lower()):
            raise BadSaying(f"told twice or not a word: {word!r}")
        if is_option:
            settings[key] = value
        else:
            chosen.append(word)
    if has_position:
        if not position.strip():
            raise BadSaying("the position is missing")
        settings["position"] = position.strip()
    if not _WORD.fullmatch(name):
        raise BadSaying(f"not the name of a game: {name!r}")
    return Command(verb, text=name, words=tuple(chosen), settings=settings)


def _card(verb: str, rest: str) -> Command:
    seat, card = _two(verb, rest)
    return Command(verb, seat=seat, cards=(card,))


def _hand(verb: str, rest: str) -> Command:
    seat, cards = _two(verb, rest)
    return Command(verb, seat=seat, cards=() if cards == "-" else tuple(cards.split(",")))


def _pace(verb: str, rest: str) -> Command:
    seat, pace = _two(verb, rest)
    if pace not in PACES:
        raise BadSaying(f"unknown pace: {pace!r}")
    return Command(verb, seat=seat, text=pace)


def _answer(verb: str, rest: str) -> Command:
    if len(rest.split()) != 1:
        raise BadSaying(f"an answer is one action: {rest!r}")
    return Command(verb, text=rest)


def _language(verb: str, rest: str) -> Command:
    if not re.fullmatch(r"[a-z]{2}", rest):
        raise BadSaying(f"not a language: {rest!r}", "language")
    return Command(verb, text=rest)


def _whole(verb: str, rest: str) -> Command:
    return Command(verb, text=rest)


def _two(verb: str, rest: str) -> tuple[str, str]:
    parts = rest.split()
    if len(parts) != 2:
        raise BadSaying(f"{verb!r} wants two words behind it, not {rest!r}")
    return parts[0], parts[1]


_FORMS: Mapping[str, Callable[[str, str], Command]] = {
    "game": _game, "card": _card, "swap": _card, "hand": _hand, "pace": _pace, "answer": _answer, "language": _language,
    "set": _whole, "ask": _whole, "speech": _whole, "correct": _whole, "overrule": _whole,
    "key": _whole, "keys": _whole,
}  # fmt: skip
