"""TacTiki on the command line: what `legal`, `replay`, `perft` and `simulate` ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from engine import contract
from engine.contract import TableGame
from engine.jsonlines import known_text, refuse_unknown, text_of
from engine.registry import Finished, Question
from engine.tactiki import moves
from engine.tactiki.board import SIDES
from engine.tactiki.position import Position
from engine.tactiki.replay import replay as replay
from engine.tactiki.replay import write
from engine.tactiki.settings import AID
from engine.tactiki.settings import TABLE as TABLE

KEYS = frozenset({"game", "position"})
SETTINGS: Mapping[str, tuple[str, ...]] = {}
PLAYERS = ("random", "greedy", "sensible")


def legal(request: Question) -> dict[str, str]:
    """Every position after an action, marked as attacks are, with the action. Raises: InvalidNotation."""
    return moves.results(_read(request))


def perft(request: Question, depth: int) -> list[int]:
    """The number of sequences of actions of each length; none goes on after an attack that hangs on an unknown rank,
    and draws by counting are not seen."""
    counts = [0] * depth
    position = _read(request)
    if depth:
        _count(position, counts, 0)
    return counts


def _read(request: Question) -> Position:
    refuse_unknown(request, KEYS)
    known_text(request, "game", ("tactiki",))
    return Position.parse(text_of(request, "position"))


def _count(position: Position, counts: list[int], level: int) -> None:
    found = moves.actions(position)
    counts[level] += len(found)
    if level + 1 < len(counts):
        for action in found:
            after = moves.after(position, action)
            if after is not None:
                _count(after, counts, level + 1)


def at_table(settings: Mapping[str, str]) -> TableGame:
    """The game as the table sees it."""
    from engine.tactiki.game import TactikiGame

    return contract.at_table(TactikiGame(settings.get("memory") == AID))


def simulate(games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]) -> Iterator[Finished]:
    """Games between built-in players."""
    from engine.tactiki.match import play_game
    from engine.tactiki.players import BUILT_IN

    for number in range(games):
        seating = {seat: players[(index + number) % len(players)] for index, seat in enumerate(SIDES)}
        who = {seat: BUILT_IN[name] for seat, name in seating.items()}
        state, setup, plays = play_game(who, random.Random(f"{seed}/{number + 1}"))
        winner = None if state.winner is None else (state.winner,)
        yield Finished(tuple(write(setup, plays)), winner, state.ply, seating, state.draw)
