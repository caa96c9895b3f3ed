"""How fast the rules of TAC-TIK are: legal sets of hands, a 7x1 in crowded places, counting plays, whole games.

    python -m tests.bench.tactik_speed [SEED]

Prints one JSON object a figure. Times are processor time of this process, on one core.
"""

from __future__ import annotations

import json
import random
import statistics
import sys

from engine.tactik.cards import DECK
from engine.tactik.match import play_game
from engine.tactik.options import results
from engine.tactik.perft import open_state, perft
from engine.tactik.players.built_in import BUILT_IN
from engine.tactik.position import Position
from engine.tactik.record import Event
from engine.tactik.situation import Situation
from engine.tactik.state import State
from engine.tactik.variants import VARIANTS, Variant
from tests.bench.engine_speed import timed_ms, told

MOMENTS = 400
CROWDED = 300
GAMES = 10


def full_hands(variant: Variant, lot: random.Random) -> list[tuple[Situation, tuple[str, ...]]]:
    """Moments of games by lot at which the player to act holds a whole hand."""
    seen: list[tuple[Situation, tuple[str, ...]]] = []

    def watch(state: State, _: Event) -> None:
        hand = state.hand(state.seat).known
        if not state.is_over and not state.is_giving_due and len(hand) == variant.hand_size:
            seen.append((state.situation, hand))

    while len(seen) < MOMENTS:
        play_game(variant, dict.fromkeys(variant.players, BUILT_IN["random"]), lot, watch=watch)
    return lot.sample(seen, MOMENTS)


def crowded(variant: Variant, lot: random.Random) -> Situation:
    """Every colour with three or four pieces on the ring, most of them near each other."""
    ring = variant.board
    window = lot.randrange(ring.size)
    free = [(window + number) % ring.size for number in range(5 * len(variant.seats))]
    lot.shuffle(free)
    masks = []
    for _ in variant.seats:
        count = lot.choice([3, 4])
        fields, free = free[:count], free[count:]
        masks.append(sum(1 << field for field in fields))
    return Situation(variant, Position(ring, variant.seats, tuple(masks)), lot.choice(variant.players))


def counted(variant: Variant, lot: random.Random) -> tuple[int, float]:
    """Plays counted and the seconds that took: two plays deep from crowded places."""
    plays, seconds = 0, 0.0
    for _ in range(10):
        deck = list(DECK)
        lot.shuffle(deck)
        hands = {player: [deck.pop(), deck.pop()] for player in variant.players}
        now = crowded(variant, lot)
        state = open_state(variant, now.position, now.player, hands)
        counts: list[int] = []
        seconds += timed_ms(lambda state=state, counts=counts: counts.extend(perft(state, 2))) / 1000
        plays += sum(counts)
    return plays, seconds


def whole_games(variant: Variant, lot: random.Random) -> None:
    """Prints how fast games by lot are played."""
    plies: list[int] = []
    players = dict.fromkeys(variant.players, BUILT_IN["random"])
    times = [timed_ms(lambda: plies.append(play_game(variant, players, lot).plies)) for _ in range(GAMES)]
    seconds = sum(times) / 1000
    rates = {"a_second": round(GAMES / seconds, 1), "plays_a_second": round(sum(plies) / seconds)}
    told(f"whole games by lot, {variant.name}", times, **rates, median_plies=statistics.median(plies))


def main() -> None:
    """Measures and prints."""
    lot = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for variant in VARIANTS.values():
        hands = full_hands(variant, lot)
        times = [timed_ms(lambda s=s, hand=hand: [results(s, card) for card in set(hand)]) for s, hand in hands]
        told(f"all results of a hand, {variant.name}", times, hands=len(times))
        moments = [crowded(variant, lot) for _ in range(CROWDED)]
        times = [timed_ms(lambda s=s: results(s, "7x1")) for s in moments]
        told(f"a 7x1 in crowded places, {variant.name}", times)
        plays, seconds = counted(variant, lot)
        rates = {"plays": plays, "a_second": round(plays / seconds)}
        print(json.dumps({"figure": f"plays counted, {variant.name}", **rates}))
        whole_games(variant, lot)


if __name__ == "__main__":
    main()
