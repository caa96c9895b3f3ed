"""What the commands that open a table share: the games, and a session wired to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from companion.cli import BadInput
from companion.reconcile.pace import Pace
from companion.session.session import Session
from engine.contract import Layout, Settings, TableGame
from engine.errors import InvalidNotation
from engine.registry import (
    GAMES,
    USUAL,
    Commands,
    WithHouseRules,
    at_table,
    commands,
    house_rules_of,
    settings_of,
)


def new_session(rules: Mapping[str, str] | None = None, referee: str = "kind", pace: Pace | None = None,
                cards: str = "told") -> Session:  # fmt: skip
    """A session that knows all games, with these house rules where a game has any."""
    games = {name: _opener(name, rules or {}) for name in GAMES}
    return Session(games, referee, rules or {}, pace, cards, settings_of)


def _opener(name: str, rules: Mapping[str, str]) -> Callable[[Mapping[str, str]], TableGame]:
    """Opens a game of this name; its rules are loaded only then."""
    return lambda settings: at_table(name, with_rules(name, rules)).at_table(settings)


def with_rules(name: str, rules: Mapping[str, str]) -> Commands:
    """The commands of a game by those of these house rules that it has. Raises: InvalidNotation."""
    found = commands(name)
    own = {choice.name: rules[choice.name] for choice in house_rules_of(name) if choice.name in rules}
    return cast(WithHouseRules, found).with_rules(lambda recorded: own) if own else found


def known_settings(name: str) -> Settings:
    """How a game can be set up. Raises: BadInput if there is no such game, or it is not at the table yet."""
    try:
        return settings_of(name)
    except InvalidNotation as error:
        told = f"not at the table yet; known are {', '.join(games_at_table())}" if name in GAMES else str(error)
        raise BadInput(f"--game {name}: {told}") from error


def games_at_table() -> tuple[str, ...]:
    """The games that can be played at a sensing table."""
    return tuple(name for name in GAMES if hasattr(commands(name), "at_table"))


def all_cards() -> frozenset[str]:
    """The cards of all games, with all that can be chosen for them."""
    found: set[str] = set()
    for name in games_at_table():
        known = settings_of(name)
        for deck in known.choices.get("deck", ("",)):
            chosen = {**known.usual(), **({"deck": deck} if deck else {})}
            found |= set(at_table(name).at_table(chosen).cards)
    return frozenset(found)


def played_on(layout: str) -> dict[str, dict[str, object]]:
    """The games that are played on a board, with all that a person may choose: what a page asks for."""
    found: dict[str, dict[str, object]] = {}
    for name in games_at_table():
        known = settings_of(name)
        variants = known.on_board(layout)
        if variants:
            choices = {key: list(values) for key, values in known.choices.items()}
            if "variant" in choices:
                choices["variant"] = list(variants)
            seats = {variant: list(known.seats[variant]) for variant in variants}
            found[name] = {"choices": choices, "seats": seats, "can_first_be_chosen": known.can_first_be_chosen}
    return found


def colours_on(layout: str) -> dict[str, str]:
    """What the pieces of each seat on a board are called by."""
    known = (settings_of(name).colours.get(layout, {}) for name in games_at_table())
    return {letter: colour for colours in known for letter, colour in colours.items()}


def all_seats() -> frozenset[str]:
    """The letters of all seats of all games, and of those whose pieces are played for them."""
    return frozenset(letter for name in games_at_table() for on in settings_of(name).colours.values() for letter in on)


def packs() -> dict[str, tuple[tuple[str, int], ...]]:
    """The packs of cards of all games, by name: their kinds, and how many there are of each. Where ranks stand under
    pieces, those are the cards."""
    return {pack: kinds for name in games_at_table() for pack, kinds in settings_of(name).packs.items()}


def all_choices() -> dict[str, dict[str, tuple[str, ...]]]:
    """What can be chosen for a game, with the values in each game that has such a choice, the usual one first."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in games_at_table():
        for choice, values in settings_of(name).choices.items():
            found.setdefault(choice, {})[name] = values
    return found


def layouts() -> dict[str, Layout]:
    """The boards of all games that can be played at a table, by name."""
    found: dict[str, Layout] = {}
    for name in games_at_table():
        known = settings_of(name)
        for variant in known.seats:
            chosen = {**known.usual(), "variant": variant} if "variant" in known.choices else known.usual()
            layout = at_table(name).at_table(chosen).layout
            found[layout.name] = layout
    return found


def usual_board() -> Layout:
    """The board of the game that is meant where none is named."""
    return at_table(USUAL).at_table(settings_of(USUAL).usual()).layout


def game_line(session: Session, names: Sequence[str] = ("deck", "variant")) -> str:
    """What a person would say to start the session's game at its present position."""
    settings, game, state = session.settings, session.game, session.state
    assert game is not None
    chosen = {**game.settings.usual(), **settings}
    others = [name for name in game.settings.choices if name not in names]
    words = ["game", game.name, *(chosen[name] for name in (*names, *others) if name in game.settings.choices)]
    first = [f"first={state.seat}"] if game.settings.can_first_be_chosen else []
    return " ".join([*words, *first, f"position={state.position}"])
