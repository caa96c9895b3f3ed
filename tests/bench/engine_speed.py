"""How fast the rules are: all results of a hand, a 7 in the most crowded places, whole games by lot.

    python -m tests.bench.engine_speed [SEED]

Prints one JSON object a figure. Times are those of this process, on one core.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from engine.tac.board.position import Position
from engine.tac.course.state import State
from engine.tac.moves.options import results
from engine.tac.moves.situation import Setup, Situation
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.record.notation import Event

GAMES = 10
WHOLE_GAMES = 60
HANDS_A_GAME = 40
CROWDED = 300
SEATS = ("A", "B", "C", "D")


def timed_ms(work: Callable[[], object]) -> float:
    """Milliseconds of processor time that a call takes."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def told(figure: str, times_ms: list[float], **more: object) -> None:
    """Prints one figure."""
    times_ms = sorted(times_ms)
    parts = {
        "median_ms": round(statistics.median(times_ms), 3),
        "p99_ms": round(times_ms[int(len(times_ms) * 0.99)], 3),
        "worst_ms": round(times_ms[-1], 3),
    }
    print(json.dumps({"figure": figure, **parts, **more}))


def full_hands(setup: Setup, lot: random.Random) -> Iterator[tuple[Situation, tuple[str, ...]]]:
    """Moments of games by lot at which the seat to act holds five cards."""
    players = dict.fromkeys(SEATS, RandomPlayer())
    for _ in range(GAMES):
        seen: list[State] = []

        def watch(state: State, _: Event, seen: list[State] = seen) -> None:
            hand = state.hand(state.seat)
            if not state.is_over and hand is not None and len(hand) == 5:
                seen.append(state)

        play_game(setup, players, lot, watch=watch)
        for state in lot.sample(seen, min(HANDS_A_GAME, len(seen))):
            yield state.situation, state.hand(state.seat) or ()


def crowded(lot: random.Random) -> Situation:
    """Four unlocked own pieces in play and in the house, eight others on the ring, most of them near."""
    window = range(64) if lot.random() < 0.5 else [*range(50, 64), *range(12)]
    ring = [f"{field:02d}" for field in lot.sample(window, 12)]
    at_home = lot.choice([0, 1, 1, 2, 2])
    house = sorted(lot.sample(["A1", "A2", "A3"], at_home))
    own = sorted(ring[: 4 - at_home])
    others = ring[4:]
    parts = ["A:" + ",".join(own + house)]
    for seat, cells in (("B", others[:3]), ("C", others[3:6]), ("D", others[6:])):
        parts.append(f"{seat}:" + ",".join(sorted(cells) + ["y"] * (4 - len(cells))))
    return Situation(Setup("teams", "basic"), Position.parse(" ".join(parts), SEATS), "A")


def whole_game(lot: random.Random) -> int:
    """Number of plays of a game by lot, basic deck, in teams."""
    return play_game(Setup("teams", "basic"), dict.fromkeys(SEATS, RandomPlayer()), lot).plies


def main() -> None:
    """Measures and prints."""
    lot = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for deck in ("basic", "master"):
        hands = list(full_hands(Setup("teams", deck), lot))
        times = [timed_ms(lambda s=s, hand=hand: [results(s, card) for card in set(hand)]) for s, hand in hands]
        told(f"all results of five cards, {deck}", times, hands=len(times))
    moments = [crowded(lot) for _ in range(CROWDED)]
    times = [timed_ms(lambda s=s: results(s, "7")) for s in moments]
    told("a 7 in crowded positions", times, a_second=round(1000 * len(times) / sum(times)))
    plies: list[int] = []
    times = [timed_ms(lambda: plies.append(whole_game(lot))) for _ in range(WHOLE_GAMES)]
    seconds = sum(times) / 1000
    rates = {"a_second": round(len(times) / seconds, 1), "plays_a_second": round(sum(plies) / seconds)}
    told("whole games by lot", times, **rates, median_plies=statistics.median(plies))


if __name__ == "__main__":
    main()
