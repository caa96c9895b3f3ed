"""The game that is changed in place with open hands, against states with public knowledge: the same, play by play."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.tac.board.position import Position
from engine.tac.course import flow
from engine.tac.course.state import State, begin, public
from engine.tac.moves.options import can_use, results, uses
from engine.tac.moves.situation import Setup
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.players.open_hands import OpenHands
from engine.tac.record.notation import Deal, Event, Play, Swap
from engine.tac.settings.rules import CHOICES, Rules
from engine.tac.settings.variants import VARIANTS

HOUSE_RULES = [Rules.read({choice.name: value}) for choice in CHOICES for value in list(choice.values)[1:]]


def _beside(start: State) -> tuple[list[State], Callable[[State, Event], None]]:
    """The states that the flow makes of the same events, checked one by one."""
    states = [start]

    def watch(after: State, event: Event) -> None:
        now = states[-1]
        match event:
            case Deal(hands):
                now = flow.dealt(now, hands)
            case Swap(given):
                now = flow.swapped(now, given)
            case Play(seat, card, action, by):
                assert (now.seat, now.by) == (seat, by)
                found = {text: board for board, text in results(now.situation, card)}
                used = action != "discard"
                now = flow.after_use(now, card, action, found[action]) if used else flow.after_discard(now, card)
        assert after._replace(knowledge=now.knowledge) == now
        assert [sorted(after.hand(seat) or ()) for seat in now.board.seats] == [
            sorted(now.hand(seat) or ()) for seat in now.board.seats
        ]
        assert (after.knowledge.gone, after.cards_left) == (now.knowledge.gone, now.cards_left)
        assert not now.knowledge.proofs, "no card that can be used is discarded"
        states.append(now)

    return states, watch


def _near_the_end(seats: tuple[str, ...]) -> Position:
    return Position.parse(" ".join(f"{seat}:{seat}2,{seat}3,{seat}4,y" for seat in seats), seats)


@pytest.mark.parametrize("deck", ["basic", "master"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_are_the_same_play_by_play(variant: str, deck: str) -> None:
    setup = Setup(variant, deck)
    seats = setup.seating.seats
    for seed in range(3):
        board = _near_the_end(seats) if seed else None
        states, watch = _beside(begin(setup, seats[0], board))
        match = play_game(setup, dict.fromkeys(seats, RandomPlayer()), random.Random(seed), seats[0], board, watch)
        assert (match.winner, match.plies) == (states[-1].winner, states[-1].ply)


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: next(iter(rules.changes())))
def test_house_rules_too(rules: Rules) -> None:
    setup = Setup("team-of-four", "master", rules)
    board = _near_the_end(setup.seating.seats)
    for seed in range(4):
        states, watch = _beside(begin(setup, "A", board))
        play_game(setup, dict.fromkeys("ABCD", RandomPlayer()), random.Random(seed), "A", board, watch)
        assert len(states) > 3


def test_a_play_leaves_the_state_before_it_alone() -> None:
    state = flow.dealt(begin(Setup("duel", "basic"), "C"), {"A": ("1", "13"), "C": ("2", "4")})
    before = State(*state)
    board, action = results(state.situation, "1")[0]
    after = flow.after_use(state, "1", action, board)
    assert (state, after.ply, after.seat) == (before, 1, "C")


def test_uses_and_results_are_the_same_for_every_card() -> None:
    seen: list[State] = []
    setup = Setup("teams", "master")
    play_game(setup, dict.fromkeys("ABCD", RandomPlayer()), random.Random(3), watch=lambda state, _: seen.append(state))
    for state in seen[::7]:
        for card in ("1", "4", "7", "8", "13", "trickster", "tac", "warrior", "angel", "devil", "fool"):
            found = uses(state.situation, card)
            assert [(board.masks, text) for board, text in results(state.situation, card)] == list(found)
            assert len({masks for masks, text in found if "-" in text or "~" in text}) == sum(
                "-" in text or "~" in text for _, text in found
            )
            assert can_use(state.situation, card) == (len(found) > 0)


def test_open_hands_are_not_public() -> None:
    hands = OpenHands(("A", "C"), (), (("1",), ("2",)), 2)
    state = begin(Setup("duel", "basic"), "C")._replace(knowledge=hands)
    assert hands.can_hold("A", "1")
    assert not hands.can_hold("C", "1")
    with pytest.raises(TypeError, match="lie open"):
        public(state)
