"""Sharing out the steps of a 7 gives just what the search over all pieces gives, text for text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ring.later import Later
from engine.ring.seven_apart import house_ways, loners
from engine.tac.board.holes import BOARD, OWNERS, START
from engine.tac.board.position import FRESH, Position
from engine.tac.moves import seven
from engine.tac.moves.situation import Setup, Situation
from engine.tac.settings.rules import Rules

FORWARD_ONLY = Rules.read({"seven-in-house": "forward-only"})


def _scattered(lot: random.Random) -> Position:
    """A board with few pieces on the ring, own ones often near home, some fresh."""
    free = list(range(64))
    lot.shuffle(free)
    masks = []
    for seat in OWNERS:
        house = lot.choice([0, 0, 1, 2, 4, 8, 9, 10, 12, 6, 5, 14])
        mask, left = house << 64, 4 - house.bit_count()
        for _ in range(lot.randint(0, left)):
            near = (START[seat] - lot.randint(0, 9)) % 64
            field = near if near in free and lot.random() < 0.4 else free[-1]
            free.remove(field)
            mask |= 1 << field | (FRESH if field == START[seat] and lot.random() < 0.5 else 0)
        masks.append(mask)
    return Position(OWNERS, tuple(masks))


@settings(max_examples=400)
@given(st.integers(0, 2**32), st.sampled_from(["teams", "solo"]), st.booleans())
def test_shared_out_or_searched_the_results_are_the_same(seed: int, variant: str, is_forward_only: bool) -> None:
    setup = Setup(variant, "basic", FORWARD_ONLY if is_forward_only else Rules.default())
    situation = Situation(setup, _scattered(random.Random(seed)), random.Random(seed).choice(OWNERS))
    found = seven.uses(situation)
    assert len(found) == len(dict(found))
    assert dict(found) == seven.search(situation)


@pytest.mark.parametrize(
    ("pieces", "alone"),
    [
        ("A:20,28,y,y", ["20", "28"]),
        ("A:20,27,y,y", []),
        ("A:02,30,59,y", ["30"]),
        ("A:02,56,y,y", ["02", "56"]),
        ("A:57,y,y,y", ["57"]),
        ("A:58,y,y,y", []),
        ("A:00*,20,y,y", ["00", "20"]),
        ("A:00,20,y,y", ["20"]),
    ],
)
def test_who_is_by_itself(pieces: str, alone: list[str]) -> None:
    words = pieces[2:].split(",")
    own = sum(1 << int(word.strip("*")) for word in words if word != "y") | (FRESH if "*" in pieces else 0)
    found = loners(BOARD, own, START["A"])
    assert [f"{field:02d}" for field in range(64) if found >> field & 1] == alone
    assert (found & FRESH > 0) == ("*" in pieces)


def test_to_and_fro_in_a_house() -> None:
    ways = house_ways("A", 0b0010, can_go_back=True)
    assert dict(ways[1]) == {0b0011: "A2-A1", 0b0110: "A2-A3"}
    assert dict(ways[2])[0] == "A2-A1,A1-A2"
    assert [len(way) for way in house_ways("A", 0b1100, can_go_back=True)] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert [len(way) for way in house_ways("A", 0b0010, can_go_back=False)] == [1, 1, 1, 0, 0, 0, 0, 0]


def test_items_are_made_when_asked_for() -> None:
    made: list[int] = []

    def make(seed: int) -> str:
        made.append(seed)
        return str(seed)

    later = Later([3, 4, 5], make)
    assert (len(later), later[1], made) == (3, "4", [4])
    assert list(later[1:]) == ["4", "5"]
    assert "3" in later
