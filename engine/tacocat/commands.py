"""Tacocat on the command line: what `legal`, `replay`, `perft` and `simulate` ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from engine import contract
from engine.contract import TableGame
from engine.errors import InvalidNotation
from engine.jsonlines import known_text, refuse_unknown, text_of
from engine.registry import Finished, Guess, Question
from engine.tacocat import options
from engine.tacocat.box import SEATS, file, usual
from engine.tacocat.course import after
from engine.tacocat.position import Position
from engine.tacocat.replay import replay as replay
from engine.tacocat.replay import write
from engine.tacocat.settings import TABLE

KEYS = frozenset({"game", "position", "seat"})
SETTINGS: Mapping[str, tuple[str, ...]] = TABLE.choices
PLAYERS = ("random", "greedy", "sensible")


def legal(request: Question) -> dict[str, str]:
    """Every position after an action of the seat, with the action. Raises: InvalidNotation."""
    refuse_unknown(request, KEYS)
    known_text(request, "game", ("tacocat",))
    position = Position.parse(text_of(request, "position"))
    seat = known_text(request, "seat", SEATS)
    if position.waits.is_for(seat) and not options.is_told(position, seat):
        raise InvalidNotation("position", request["position"], f"the hand of {seat} and the card laid have to be known")
    return options.results(position, seat)


def perft(request: Question, depth: int) -> list[int]:
    """The number of sequences of actions of each length, of either player where the round waits for both; a card that
    is drawn is not known, and a hand with such a card does nothing more. Nothing is dealt."""
    refuse_unknown(request, KEYS - {"seat"})
    known_text(request, "game", ("tacocat",))
    position = Position.parse(text_of(request, "position"))
    counts = [0] * depth
    if depth:
        _count(position, counts, 0)
    return counts


def _count(position: Position, counts: list[int], level: int) -> None:
    for seat in SEATS:
        if options.is_told(position, seat):
            found = options.actions(position, seat)
            counts[level] += len(found)
            if level + 1 < len(counts):
                for action in found:
                    _count(after(position, seat, action), counts, level + 1)


def guesses() -> tuple[Guess, ...]:
    """What of the box no source gives. Source: O1.1, O1.2."""
    box, where = usual(), str(file())
    sizes, counts = (" ".join(map(str, numbers)) for numbers in box)
    return (
        Guess("O1.1", "hand-sizes", sizes, "Cards dealt to each player while the token is on space 1 to 7.", where),
        Guess("O1.2", "cards", counts, "How many cards there are of each rank from 1 to 12.", where),
    )


def at_table(settings: Mapping[str, str]) -> TableGame:
    """The game as the table sees it."""
    from engine.tacocat.game import TacocatGame

    return contract.at_table(TacocatGame())


def simulate(games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]) -> Iterator[Finished]:
    """Games between built-in players."""
    from engine.tacocat.match import play_game
    from engine.tacocat.players import BUILT_IN

    for number in range(games):
        seating = {seat: players[(index + number) % len(players)] for index, seat in enumerate(SEATS)}
        who = {seat: BUILT_IN[name] for seat, name in seating.items()}
        state, events = play_game(who, random.Random(f"{seed}/{number + 1}"))
        winner = None if state.winner is None else (state.winner,)
        yield Finished(tuple(write(events)), winner, state.ply, seating)
