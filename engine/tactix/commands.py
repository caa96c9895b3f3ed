"""TACTIX on the command line: what `legal`, `replay`, `perft` and `simulate` ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from engine import contract
from engine.contract import TableGame
from engine.jsonlines import known_text, refuse_unknown, text_of
from engine.registry import Finished, Question
from engine.tactix import moves
from engine.tactix.dice import SIDES
from engine.tactix.position import VARIANTS, Position
from engine.tactix.replay import replay as replay
from engine.tactix.replay import write
from engine.tactix.settings import TABLE
from engine.tactix.state import begin

KEYS = frozenset({"game", "variant", "position"})
SETTINGS: Mapping[str, tuple[str, ...]] = TABLE.choices
PLAYERS = ("random", "greedy", "sensible")


def legal(request: Question) -> dict[str, str]:
    """Every position after a move, with its canonical action. Raises: InvalidNotation."""
    position, variant = _read(request)
    return moves.results(position, variant)


def perft(request: Question, depth: int) -> list[int]:
    """The number of sequences of moves of each length; draws by repetition or counting are not seen."""
    position, variant = _read(request)
    return moves.perft(position, variant, depth)


def _read(request: Question) -> tuple[Position, str]:
    refuse_unknown(request, KEYS)
    known_text(request, "game", ("tactix",))
    variant = known_text(request, "variant", VARIANTS)
    return Position.parse(text_of(request, "position"), variant), variant


def at_table(settings: Mapping[str, str]) -> TableGame:
    """The game as the table sees it."""
    from engine.tactix.game import TactixGame

    return contract.at_table(TactixGame())


def simulate(games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]) -> Iterator[Finished]:
    """Games between built-in players."""
    from engine.tactix.players import BUILT_IN

    variant = settings.get("variant", VARIANTS[0])
    for number in range(games):
        lot = random.Random(f"{seed}/{number + 1}")
        seating = {seat: players[(index + number) % len(players)] for index, seat in enumerate(SIDES)}
        state, plays = begin(variant), []
        while found := state.moves():
            move = BUILT_IN[seating[state.seat]].choose(state, found, lot)
            plays.append((state.seat, move.action))
            state = state.after(move)
        winner = None if state.winner is None else (state.winner,)
        yield Finished(tuple(write(variant, plays)), winner, state.ply, seating, state.draw)
