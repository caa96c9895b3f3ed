"""TAC-TIK on the command line: what `legal`, `replay`, `perft` and `simulate` ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine import contract
from engine.contract import Seat, TableGame
from engine.jsonlines import hands_of, known_text, refuse_unknown, text_of
from engine.registry import Finished, Question, Replayed
from engine.tactik import perft as counting
from engine.tactik.cards import CARDS
from engine.tactik.match import play_game
from engine.tactik.options import results
from engine.tactik.players.built_in import BUILT_IN
from engine.tactik.position import Position
from engine.tactik.record import parse_record
from engine.tactik.replay import Violated, started
from engine.tactik.replay import replay as replayed
from engine.tactik.settings import TABLE
from engine.tactik.situation import Situation
from engine.tactik.variants import VARIANTS, Variant, variant

KEYS = frozenset({"game", "variant", "position", "seat", "card"})
SETTINGS: Mapping[str, tuple[str, ...]] = TABLE.choices
PLAYERS = tuple(BUILT_IN)

_PERFT_KEYS = frozenset({"game", "variant", "position", "seat", "hands"})


def legal(request: Question) -> dict[str, str]:
    """The results of a card: position after it to canonical action. Raises: InvalidNotation."""
    refuse_unknown(request, KEYS)
    situation = _situation(request)
    return results(situation, known_text(request, "card", CARDS))


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """A record played again. Raises: InvalidNotation, which names the line."""
    header, events = parse_record(lines)
    state = started(header)
    for step in replayed(header, events):
        if isinstance(step, Violated):
            yield {"ply": step.ply, "violation": step.explanation}
            return
        state = step.state
        yield {"ply": state.ply, "position": state.position, "legal": step.legal}
    yield {"winner": None if state.winner is None else list(state.winner), "plies": state.ply}


def perft(request: Question, depth: int) -> list[int]:
    """The number of sequences of plays of each length from 1 to `depth`. Raises: InvalidNotation."""
    refuse_unknown(request, _PERFT_KEYS)
    variant, position, player = _situation(request)
    hands = hands_of(request, variant.players, CARDS)
    return counting.perft(counting.open_state(variant, position, player, hands), depth)


def at_table(settings: Mapping[str, str]) -> TableGame:
    """The game as the table sees it. Raises: InvalidNotation."""
    from engine.tactik.game import TactikGame

    return contract.at_table(TactikGame(variant(settings.get("variant", SETTINGS["variant"][0])).name))


def simulate(games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]) -> Iterator[Finished]:
    """Games between built-in players, one kind a side; every game the sides change."""
    seating = VARIANTS[settings.get("variant", SETTINGS["variant"][0])]
    for number in range(1, games + 1):
        sides = seated(seating, players, number - 1)
        who = {player: BUILT_IN[name] for player, name in sides.items()}
        match = play_game(seating, who, random.Random(f"{seed}/{number}"))
        yield Finished(tuple(match.lines()), match.winner, match.plies, sides)


def seated(variant: Variant, names: Sequence[str], number: int) -> dict[Seat, str]:
    """Who plays where in a game: one kind of player a side, and every game the sides change."""
    return {
        player: names[(side + number) % len(names)]
        for side, team in enumerate(variant.teams)
        for player in team
        if player in variant.players
    }


def _situation(request: Question) -> Situation:
    known_text(request, "game", ("tactik",))
    variant = VARIANTS[known_text(request, "variant", VARIANTS)]
    position = Position.parse(text_of(request, "position"), variant.board, variant.seats)
    return Situation(variant, position, known_text(request, "seat", variant.players))
