"""The trail: every story that the touches allow, and none that they do not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trail_boards import ALL, HOLES, picture, trail_of

from companion.reconcile.trail import WORLD_LIMIT, Trail, World
from companion.virtual.hands import occupied, places
from engine.tac.board import LAYOUT

START = "A:05,07 B:20 C:40"


def owners(trail: Trail, *cells: str) -> set[str]:
    """The owners on these cells, one text for each world that differs in them."""
    found = set()
    for world in trail.worlds:
        seen = trail.visible(world).decode()
        found.add("".join(seen[LAYOUT.holes.index(cell)] for cell in cells))
    return found


def owners_in(trail: Trail, world: World) -> str:
    """The owners on all holes in one world."""
    return trail.visible(world).decode()


def test_a_trail_starts_with_one_story() -> None:
    trail = trail_of(START)
    assert len(trail.worlds) == 1
    assert trail.loose == 0
    assert trail.visible(trail.start).decode() == picture(START)[:80]


def test_one_piece_lifted_and_placed_is_one_story() -> None:
    trail = trail_of(START, "-05 +12")
    assert owners(trail, "05", "12") == {".A"}
    assert trail.loose == 0


def test_a_lifted_piece_is_loose() -> None:
    assert trail_of(START, "-05").loose == 1
    assert trail_of(START, "-05 -20").loose == 2
    assert trail_of(START, "-05/-20").loose == 2


def test_two_pieces_in_the_hand_can_have_been_exchanged() -> None:
    assert owners(trail_of(START, "-05 -20 +20 +05"), "05", "20") == {"AB", "BA"}


def test_one_after_the_other_cannot_have_been_exchanged() -> None:
    assert owners(trail_of(START, "-05 +05 -20 +20"), "05", "20") == {"AB"}


def test_pieces_of_one_seat_are_told_apart_by_where_they_came_from() -> None:
    trail = trail_of(START, "-05 -07 +07 +05")
    assert len(trail.worlds) == 2
    assert owners(trail, "05", "07") == {"AA"}
    swapped = [w for w in trail.worlds if trail.shows_way(w, [("05", "07"), ("07", "05")])]
    assert len(swapped) == 1


def test_a_piece_by_way_of_the_table_is_followed() -> None:
    trail = trail_of("A:05 B:10", "-10 -05 +10 +By")
    told = {trail.visible(world).decode() for world in trail.worlds if not trail.has_foreign_heap(world)}
    assert told == {picture("A:10")[:80]}


def test_a_captured_piece_can_be_in_a_wrong_yard() -> None:
    trail = trail_of("A:05 B:10 C:40", "-10 +Cy")
    (plain,) = (world for world in trail.worlds if owners_in(trail, world) == picture("A:05 C:40")[:80])
    assert trail.has_foreign_heap(plain)


def test_hopping_leaves_one_story() -> None:
    trail = trail_of(START, "-05 +06 -06 +08 -08 +09 -09 +12")
    assert owners(trail, "05", "06", "08", "09", "12") == {"....A"}


def test_a_frame_with_lifts_and_places_lifts_first() -> None:
    assert owners(trail_of(START, "-05/+12"), "05", "12") == {".A"}


def test_a_piece_from_nowhere_breaks_the_trail() -> None:
    trail = Trail(ALL, picture(START))
    trail.follow(occupied(LAYOUT, picture(START)) | 1 << 30)
    assert trail.is_broken
    assert not trail.worlds


def test_a_broken_trail_goes_on_with_occupancy() -> None:
    trail = trail_of(START, "-05")
    trail.break_off()
    assert trail.follow(trail.occupied | 1 << 12) == ((), ("12",))
    assert trail.is_broken


def test_unseen_yards_are_loose_from_the_start() -> None:
    trail = trail_of("A:05 B:10", "-10 -05 +10", HOLES)
    assert not trail.is_broken
    assert "A" in owners(trail, "10")


def test_changes_name_the_yard_for_each_piece() -> None:
    trail = trail_of(START)
    assert trail.changes(occupied(LAYOUT, picture("A:00,05,07 B:20 C:40"))) == (("Ay",), ("00",))
    moved = occupied(LAYOUT, picture(START)) & ~sum(1 << i for i in places(LAYOUT, "Dy"))
    assert trail.changes(moved) == (("Dy",) * 4, ())


def test_many_stories_are_blurred_and_then_broken_but_never_more_than_the_limit() -> None:
    text = "A:05,07,09,11 B:20,22,24,26 C:40,42,44,46 D:50,52,54,56"
    cells = [cell for part in text.split() for cell in part.split(":")[1].split(",")]
    trail = trail_of(text, "/".join(f"-{cell}" for cell in cells))
    assert len(trail.worlds) == 1
    shown, kinds = trail.occupied, set()
    for cell in cells[:9]:
        shown |= 1 << LAYOUT.holes.index(cell)
        trail.follow(shown)
        assert len(trail.worlds) <= WORLD_LIMIT
        kinds.add(trail.is_broken)
    assert kinds == {False, True}


def test_a_blurred_trail_still_knows_owners() -> None:
    trail = trail_of("A:05,07,09,11 B:20", "-05/-07/-09/-11 +25 +26 +27 +28 -25/-26/-27/-28 +05 +07 +09 +11")
    assert not trail.is_broken
    assert owners(trail, "05", "07", "09", "11", "20") == {"AAAAB"}


@pytest.mark.parametrize("text", [START, "A:A1,A2 B:16* C:63 D:48,D4"])
@given(seed=st.integers(0, 2**20))
def test_what_really_happened_is_among_the_stories(text: str, seed: int) -> None:
    """Hands that carry true owners; unless the trail is broken, one story has them all."""
    rng = Random(seed)
    shown = picture(text)
    stands = {cell: mark for cell, mark in zip(LAYOUT.holes, shown, strict=False) if mark != "."}
    trail, wire, held = Trail(ALL, shown), occupied(LAYOUT, shown), []
    for _ in range(rng.randrange(1, 10)):
        if held and rng.random() < 0.5:
            cell = rng.choice([cell for cell in LAYOUT.holes if cell not in stands])
            stands[cell] = held.pop(rng.randrange(len(held)))
        elif stands:
            cell = rng.choice(sorted(stands))
            held.append(stands.pop(cell))
        else:
            break
        wire ^= 1 << LAYOUT.holes.index(cell)
        trail.follow(wire)
    true = "".join(stands.get(cell, ".") for cell in LAYOUT.holes)
    assert trail.is_broken or true in {trail.visible(world).decode() for world in trail.worlds}
    for world in trail.worlds:
        count = sum(1 for label in world.holes if label) + len(world.pool) + sum(map(len, world.heaps))
        assert count == 16
