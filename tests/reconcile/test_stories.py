"""Stories: every story that the touches allow, and none that they do not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from story_boards import ALL, HOLES, picture, stories_of

from companion.reconcile import stories as module
from companion.reconcile.sensors import Sensors
from companion.reconcile.stories import COSTS, MARGIN, STORY_LIMIT, Stories
from companion.reconcile.story import Story
from companion.virtual.hands import occupied, places
from engine.tac.board.holes import LAYOUT

START = "A:05,07 B:20 C:40"


def owners(stories: Stories, *cells: str) -> set[str]:
    """The owners on these cells, one text for each story that differs in them."""
    found = set()
    for story in stories.costs:
        seen = stories.owners_of(story).decode()
        found.add("".join(seen[LAYOUT.holes.index(cell)] for cell in cells))
    return found


def owners_in(stories: Stories, story: Story) -> str:
    """The owners on all holes in one story."""
    return stories.owners_of(story).decode()


def test_stories_start_with_one_story() -> None:
    stories = stories_of(START)
    assert len(stories.costs) == 1
    assert stories.loose == 0
    assert next(iter(stories.visible)).decode() == picture(START)[:80]


def test_one_piece_lifted_and_placed_is_one_story() -> None:
    stories = stories_of(START, "-05 +12")
    assert owners(stories, "05", "12") == {".A"}
    assert stories.loose == 0


def test_a_lifted_piece_is_loose() -> None:
    assert stories_of(START, "-05").loose == 1
    assert stories_of(START, "-05 -20").loose == 2
    assert stories_of(START, "-05/-20").loose == 2


def test_two_pieces_in_the_hand_can_have_been_exchanged() -> None:
    assert owners(stories_of(START, "-05 -20 +20 +05"), "05", "20") == {"AB", "BA"}


def test_one_after_the_other_cannot_have_been_exchanged() -> None:
    assert owners(stories_of(START, "-05 +05 -20 +20"), "05", "20") == {"AB"}


def test_pieces_of_one_seat_are_told_apart_by_where_they_came_from() -> None:
    stories = stories_of(START, "-05 -07 +07 +05")
    assert len(stories.costs) == 2
    assert owners(stories, "05", "07") == {"AA"}
    swapped = [w for w in stories.costs if stories.shows_way(w, frozenset([("05", "07"), ("07", "05")]))]
    assert len(swapped) == 1


def test_a_piece_by_way_of_the_table_is_followed() -> None:
    stories = stories_of("A:05 B:10", "-10 -05 +10 +By")
    told = {stories.owners_of(story).decode() for story in stories.costs if not stories.has_foreign_heap(story)}
    assert told == {picture("A:10")[:80]}


def test_a_captured_piece_can_be_in_a_wrong_yard() -> None:
    stories = stories_of("A:05 B:10 C:40", "-10 +Cy")
    (plain,) = (story for story in stories.costs if owners_in(stories, story) == picture("A:05 C:40")[:80])
    assert stories.has_foreign_heap(plain)


def test_hopping_leaves_one_story() -> None:
    stories = stories_of(START, "-05 +06 -06 +08 -08 +09 -09 +12")
    assert owners(stories, "05", "06", "08", "09", "12") == {"....A"}


def test_a_frame_with_lifts_and_places_lifts_first() -> None:
    assert owners(stories_of(START, "-05/+12"), "05", "12") == {".A"}


def test_a_piece_from_nowhere_in_a_yard_gives_the_stories_up() -> None:
    stories = stories_of("A:05")
    free, *_ = (index for index in places(LAYOUT, "Ay") if not stories.occupied >> index & 1)
    stories = stories.after(stories.occupied | 1 << free)
    assert stories.is_broken
    assert not stories.costs


@pytest.mark.parametrize("touches", ["+06 -05 -06 +09", "+06 -05 +09 -06", "+06 -06 -05 +09", "-05 +08 +09 -08"])
def test_a_magnet_beside_a_sensor_is_no_piece(touches: str) -> None:
    """All four pieces of the seat are down, or the one in the hand is on two holes at once."""
    seen = owners(stories_of(START, touches), "05", "06", "08", "09")
    assert {text for text in seen if "*" not in text} == {"...A"}


def test_a_piece_that_the_next_sensor_sees_sooner_costs_nothing_however_often_it_hops() -> None:
    stories = stories_of("A:05 B:20", "+06 -05 +07 -06 +08 -07 +09 -08")
    assert stories.least == 0.0
    assert {owners_in(stories, story)[9] for story, cost in stories.costs.items() if cost == 0.0} == {"A"}


def test_a_piece_that_two_sensors_see_stands_where_it_is_seen_last_though_other_pieces_moved_since() -> None:
    stories = stories_of("A:05 B:20", "-05 +07 +06 +21 -20 -07 -21")
    cheapest = {owners_in(stories, story)[6] for story, cost in stories.costs.items() if cost == stories.least}
    assert (cheapest, stories.least) == ({"A"}, 0.0)


def test_a_magnet_far_from_the_piece_that_is_lifted_next_is_no_piece_yet() -> None:
    assert stories_of(START, "+12 -05").least == COSTS["no-piece"]


def test_a_magnet_beside_a_sensor_does_not_hide_an_exchange() -> None:
    stories = stories_of(START, "+06 -05 -06 -20 +21 +20 -21 +05", is_fine=True)
    cheapest = {owners_in(stories, story)[5] for story, cost in stories.costs.items() if cost == stories.least}
    assert cheapest == {"A", "B"}


def test_broken_stories_go_on_with_occupancy() -> None:
    stories = stories_of(START, "-05")
    stories = stories.broken()
    after = stories.after(stories.occupied | 1 << 12)
    assert ALL.touches(stories.occupied, after.occupied) == ((), ("12",))
    assert after.is_broken


def test_unseen_yards_are_loose_from_the_start() -> None:
    stories = stories_of("A:05 B:10", "-10 -05 +10", HOLES)
    assert not stories.is_broken
    assert "A" in owners(stories, "10")


def test_changes_name_the_yard_for_each_piece() -> None:
    before = occupied(LAYOUT, picture(START))
    assert ALL.touches(before, occupied(LAYOUT, picture("A:00,05,07 B:20 C:40"))) == (("Ay",), ("00",))
    assert ALL.touches(before, before & ~sum(1 << i for i in places(LAYOUT, "Dy"))) == (("Dy",) * 4, ())


def test_many_stories_are_blurred_and_then_given_up_but_never_more_than_the_limit() -> None:
    text = "A:05,07,09,11 B:20,22,24,26 C:40,42,44,46 D:50,52,54,56"
    cells = [cell for part in text.split() for cell in part.split(":")[1].split(",")]
    stories = stories_of(text, "/".join(f"-{cell}" for cell in cells))
    assert len(stories.costs) == 1
    shown, kinds = stories.occupied, set()
    for cell in cells[:9]:
        shown |= 1 << LAYOUT.holes.index(cell)
        stories = stories.after(shown)
        assert len(stories.costs) <= STORY_LIMIT
        kinds.add(stories.is_broken)
    assert kinds == {False, True}


@pytest.mark.parametrize("is_fine", [True, False])
def test_sixteen_pieces_that_change_in_one_frame_cost_no_more_than_the_limit(is_fine: bool) -> None:
    text = "A:05,07,09,11 B:20,22,24,26 C:40,42,44,46 D:50,52,54,56"
    before = Stories.begin(ALL, picture(text), is_fine)
    elsewhere = occupied(LAYOUT, picture("A:01,02,03,04 B:21,23,25,27 C:31,33,35,37 D:41,43,45,47"))
    assert before.after(elsewhere).is_broken
    assert before.after(0).after(elsewhere).is_broken


def test_a_piece_in_a_foreign_yard_costs_something_also_after_it_was_taken_out_again() -> None:
    wrong = stories_of("A:05 B:10", "-05 +By", is_fine=False)
    assert wrong.least == COSTS["foreign-yard"]
    assert stories_of("A:05 B:10", "-05 +By -By +05", is_fine=False).least == COSTS["foreign-yard"]


def test_two_pieces_felt_together_where_the_card_exchanges_them_cost_something() -> None:
    felt = stories_of(START, "-05 -20 +20 +05", exchanged=frozenset(range(64)))
    costs = {owners[5:6] + owners[20:21]: cost for owners, cost in felt.visible.items()}
    assert costs == {b"AB": COSTS["in-vain"], b"BA": 0.0}


def test_blurred_stories_still_know_owners() -> None:
    stories = stories_of("A:05,07,09,11 B:20", "-05/-07/-09/-11 +25 +26 +27 +28 -25/-26/-27/-28 +05 +07 +09 +11")
    assert not stories.is_broken
    assert owners(stories, "05", "07", "09", "11", "20") == {"AAAAB"}


@pytest.mark.parametrize("text", [START, "A:A1,A2 B:16* C:63 D:48,D4"])
@given(seed=st.integers(0, 2**20))
def test_what_really_happened_is_among_the_stories(text: str, seed: int) -> None:
    """Hands that carry true owners; unless the stories were given up, one story has them all."""
    rng = Random(seed)
    shown = picture(text)
    stands = {cell: mark for cell, mark in zip(LAYOUT.holes, shown, strict=False) if mark != "."}
    stories, wire, held = Stories.begin(ALL, shown, True), occupied(LAYOUT, shown), []
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
        stories = stories.after(wire)
    true = "".join(stands.get(cell, ".") for cell in LAYOUT.holes)
    assert stories.is_broken or true in {stories.owners_of(story).decode() for story in stories.costs}
    for story in stories.costs:
        count = sum(1 for label in story.holes if label) + len(story.pool) + sum(map(len, story.heaps))
        assert count == 16


def test_fingers_that_feel_a_yard_take_no_choice_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stories become many, the likely ones are kept: as many choices as if all had been followed."""
    sensed = Sensors(LAYOUT, ALL.mask & ~(1 << LAYOUT.holes.index("16")))
    hands = "-39 -18 -32 +31 +32 -31 +18 +39" + " -Ay +Ay" * 4
    cells = frozenset(map(LAYOUT.holes.index, ("16", "18", "21", "32", "39", "44", "52")))

    def likely() -> set[bytes]:
        followed = stories_of("A:18,A3,A4 B:16,39,52,B4 C:21,32,C4 D:44,D4", hands, sensed, cells)
        assert not followed.is_broken
        return {owners for owners, cost in followed.visible.items() if cost <= followed.least + MARGIN}

    found = likely()
    monkeypatch.setattr(module, "STORY_LIMIT", 10**6)
    monkeypatch.setattr(module, "MOST_STORIES", 10**6)
    assert found == likely()
    assert len(found) >= 3


def test_two_pieces_that_both_went_back_were_not_lifted_for_an_exchange() -> None:
    cells = frozenset(map(LAYOUT.holes.index, ("05", "20", "40", "07")))
    stories = stories_of(START, "-05 -20 -40 +40 +20 +05", exchanged=cells)
    costs = {"".join(chr(owners[LAYOUT.holes.index(cell)]) for cell in ("05", "20", "40")): cost
             for owners, cost in stories.visible.items()}  # fmt: skip
    assert costs["BAC"] == costs["ACB"] == costs["CBA"] == 0.0
    assert costs["ABC"] == COSTS["in-vain"]
