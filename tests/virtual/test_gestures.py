"""Hands on the board: every order that is possible ends in the same picture, and nothing is lifted out of nothing."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.virtual.gestures import (
    CARRY,
    GestureError,
    Manner,
    Stroke,
    displacements,
    plan,
    route,
    run,
    undo_first,
)  # fmt: skip
from companion.virtual.hands import occupied, play, touches
from companion.virtual.table import VirtualTable
from engine.contract import SWAP, Displacement, Moved, Picture
from engine.tac.board.holes import LAYOUT
from engine.tac.board.position import Position
from tests.people.play import Ply, Table
from tests.people.tac_game import tac

MANNERS = st.builds(
    Manner,
    way=st.sampled_from(("carry", "slide", "hop")),
    stride=st.sampled_from((1, 2, 3)),
    captured=st.sampled_from(("before", "while", "then", "after")),
    together=st.booleans(),
)


def picture(text: str) -> Picture:
    return Position.parse(text, "ABCD").picture()


def ways(text: str) -> tuple[Moved, ...]:
    """The ways of A's pieces that a text names: `05-07,09-11`, or `05~33` for two that change places."""
    found = []
    for part in text.split(","):
        sign = "~" if "~" in part else "-"
        one, other = part.split(sign)
        found += [Moved("A", one, other, SWAP if sign == "~" else "forward")]
        found += [Moved("A", other, one, SWAP)] if sign == "~" else []
    return tuple(found)


def game(seed: int, variant: str = "teams", deck: str = "master", limit: int = 60) -> list[Ply]:
    return Table(tac(variant, deck), variant, deck, Random(seed), wild=0.8).plies("A", limit)


GAMES = [game(seed) for seed in range(3)]


@settings(max_examples=60, deadline=None)
@given(ply=st.sampled_from([ply for plies in GAMES for ply in plies]), manner=MANNERS, lot=st.randoms())
def test_every_manner_and_order_ends_in_the_picture_of_the_action(ply: Ply, manner: Manner, lot: Random) -> None:
    moved = list(displacements(LAYOUT, ply.before, ply.option.picture, ply.moved))
    lot.shuffle(moved)
    strokes = plan(LAYOUT, ply.before, moved, manner)
    assert run(LAYOUT, ply.before, strokes) == ply.option.picture


@settings(max_examples=60, deadline=None)
@given(ply=st.sampled_from([ply for plies in GAMES for ply in plies]), manner=MANNERS, lot=st.randoms())
def test_real_hands_find_a_piece_and_room_at_every_touch(ply: Ply, manner: Manner, lot: Random) -> None:
    strokes = plan(LAYOUT, ply.before, displacements(LAYOUT, ply.before, ply.option.picture), manner)
    table = VirtualTable(LAYOUT)
    table.set_position(ply.before)
    play(table, touches(LAYOUT, table.occupied(), strokes, lot.choice))
    shown = run(LAYOUT, ply.before, strokes)
    assert bin(table.occupied()).count("1") == bin(occupied(LAYOUT, shown)).count("1")
    holes = (1 << len(LAYOUT.holes)) - 1
    assert table.occupied() & holes == occupied(LAYOUT, shown) & holes


def test_all_orders_of_a_seven_over_three_pieces_agree() -> None:
    before = picture("A:05,09,12,y B:13,y,y,y C:y,y,y,y D:y,y,y,y")
    after = picture("A:07,11,15,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    moved = displacements(LAYOUT, before, after, ways("05-07,09-11,12-15"))
    assert len(moved) == 4
    for order in permutations(moved):
        assert run(LAYOUT, before, plan(LAYOUT, before, order, Manner(way="slide"))) == after


def test_a_slide_visits_each_hole_between_and_the_house_through_the_start() -> None:
    one = Displacement("C", "30", "C2")
    assert route(LAYOUT, one) == ("31", "32", "C1")
    assert route(LAYOUT, Displacement("A", "02", "62")) == ("01", "00", "63")
    before = picture("A:y,y,y,y B:y,y,y,y C:30,y,y,y D:y,y,y,y")
    strokes = plan(LAYOUT, before, [one], Manner(way="slide"))
    assert [s.cell for s in strokes if s.kind == "place"] == ["31", "32", "C1", "C2"]


@pytest.mark.parametrize(
    ("captured", "cells"),
    [("before", "08 By 05 08"), ("while", "05 08 By 08"), ("then", "05 08 08 By"), ("after", "05 08 08 By")],
)
def test_a_captured_piece_goes_home_before_during_or_after(captured: str, cells: str) -> None:
    before = picture("A:05,y,y,y B:08,y,y,y C:y,y,y,y D:y,y,y,y")
    after = picture("A:08,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    moved = displacements(LAYOUT, before, after, ways("05-08"))
    strokes = plan(LAYOUT, before, moved, Manner(captured=captured))  # type: ignore[arg-type]
    assert " ".join(stroke.cell for stroke in strokes) == cells


def test_an_exchange_lifts_both_pieces_also_of_one_seat() -> None:
    before = picture("A:05,33,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    strokes = plan(LAYOUT, before, displacements(LAYOUT, before, before, ways("05~33")), Manner(together=True))
    assert [(s.kind, s.cell) for s in strokes] == [("lift", "05"), ("lift", "33"), ("place", "33"), ("place", "05")]


def test_an_opening_onto_an_own_piece_sends_that_one_home() -> None:
    before = picture("A:00,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y")
    strokes = plan(LAYOUT, before, displacements(LAYOUT, before, before, ways("Ay-00")))
    assert [(s.kind, s.cell) for s in strokes] == [("lift", "Ay"), ("lift", "00"), ("place", "00"), ("place", "Ay")]


def test_a_tac_undoes_first_and_plays_then() -> None:
    undone = picture("A:00,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    before = picture("A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    after = picture("A:00,y,y,y B:25,y,y,y C:y,y,y,y D:y,y,y,y")
    strokes = undo_first(LAYOUT, before, undone, after, ways("20-25"))
    assert [s.cell for s in strokes] == ["05", "00", "20", "25"]
    assert run(LAYOUT, before, strokes) == after


def test_impossible_strokes_are_named() -> None:
    before = picture("A:05,y,y,y B:08,y,y,y C:y,y,y,y D:y,y,y,y")
    with pytest.raises(GestureError, match="stroke 1: no piece of A to lift from 06"):
        run(LAYOUT, before, [Stroke("lift", "06", "A")])
    with pytest.raises(GestureError, match="stroke 2: 08 is full"):
        run(LAYOUT, before, [Stroke("lift", "05", "A"), Stroke("place", "08", "A")])
    with pytest.raises(GestureError, match="Ay has no room"):
        touches(LAYOUT, (1 << 96) - 1, [Stroke("place", "Ay", "A")])
    assert run(LAYOUT, before, plan(LAYOUT, before, [], CARRY)) == before
