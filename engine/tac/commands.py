"""TAC on the command line: what `legal`, `replay`, `perft` and `simulate` ask of it, by the page or by house rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine import contract
from engine.contract import Seat, TableGame
from engine.registry import Commands, Finished, House, Question, Replayed, Written
from engine.tac.moves.actions import DEVIL, PASS_HANDS, SKIP
from engine.tac.moves.options import results
from engine.tac.moves.situation import Setup
from engine.tac.record import questions
from engine.tac.settings.choices import TABLE
from engine.tac.settings.lesson import LESSON
from engine.tac.settings.rules import CHOICES, Rules
from engine.tac.settings.variants import Variant

_MARKS = (SKIP, DEVIL, PASS_HANDS)

KEYS = questions.KEYS
SETTINGS: Mapping[str, tuple[str, ...]] = TABLE.choices
PLAYERS = ("random", "sensible")
HOUSE_RULES = CHOICES


class _Commands:
    """The commands by the rules that `house` names. What only one of them needs it imports itself: `legal` and `replay`
    are started anew for each file, and have to be quick."""

    KEYS = KEYS
    SETTINGS = SETTINGS
    PLAYERS = PLAYERS
    TABLE = TABLE
    LESSON = LESSON
    HOUSE_RULES = HOUSE_RULES

    def __init__(self, house: House) -> None:
        self._house = house
        self._rules = Rules.read(house({}))

    def legal(self, request: Question) -> dict[str, str]:
        situation, card = questions.read_question(request, self._rules)
        found = {}
        for position, action in results(situation, card):
            found[f"{position}#{action}" if action in _MARKS else str(position)] = action
        return found

    def replay(self, lines: Iterable[str]) -> Iterator[Replayed]:
        from engine.tac.record.notation import parse_record
        from engine.tac.record.replay import Violated, started
        from engine.tac.record.replay import replay as replayed

        header, events = parse_record("\n".join(lines))
        header = replace(header, rules=Rules.read(self._house(header.rules)).changes())
        state = started(header)
        for step in replayed(header, events):
            if isinstance(step, Violated):
                yield {"ply": step.ply, "violation": step.explanation}
                return
            state = step.state
            yield {"ply": step.ply, "position": state.position, "legal": step.legal}
        winner = None if state.winner is None or state.is_win_pending else list(state.winner)
        yield {"winner": winner, "plies": state.ply}

    def perft(self, request: Question, depth: int) -> list[int]:
        from engine.tac.course.perft import perft as counted

        return counted(questions.read_state(request, self._rules), depth)

    def simulate(
        self, games: int, seed: int, players: Sequence[str], settings: Mapping[str, str]
    ) -> Iterator[Finished]:
        from engine.tac.players.lot import RandomPlayer
        from engine.tac.players.match import play_game
        from engine.tac.players.sensible import SensiblePlayer

        built_in = {player.name: player for player in (RandomPlayer(), SensiblePlayer())}
        chosen = {name: values[0] for name, values in SETTINGS.items()} | dict(settings)
        setup = Setup(chosen["variant"], chosen["deck"], self._rules)
        for number in range(1, games + 1):
            sides = seated(setup.seating, players, number - 1)
            who = {seat: built_in[name] for seat, name in sides.items()}
            match = play_game(setup, who, random.Random(f"{seed}/{number}"))
            yield Finished(Written(match.lines), match.winner, match.plies, sides)

    def at_table(self, settings: Mapping[str, str]) -> TableGame:
        """The game as the table sees it."""
        from engine.tac.game import TacGame

        return contract.at_table(TacGame(settings.get("deck", "basic"), self._rules))


def with_rules(house: House) -> Commands:
    """The same commands by house rules."""
    return _Commands(house)


def seated(seating: Variant, names: Sequence[str], number: int) -> dict[Seat, str]:
    """Who plays where in a game: one kind of player a side, and every game the sides change."""
    return {seat: names[(side + number) % len(names)] for side, team in enumerate(seating.teams) for seat in team}


_BY_THE_PAGE = _Commands(dict)
legal = _BY_THE_PAGE.legal
replay = _BY_THE_PAGE.replay
perft = _BY_THE_PAGE.perft
simulate = _BY_THE_PAGE.simulate
at_table = _BY_THE_PAGE.at_table
