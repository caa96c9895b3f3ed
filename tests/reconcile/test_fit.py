"""Pictures against the legal actions: which are complete, which are on their way, which are wrong."""

from __future__ import annotations

import pytest
from story_boards import ALL, HOLES, RING, actions, fit_of, stories_of

from companion.reconcile.verdict import Kind, follows, judge


def shown(text: str, card: str, hands: str, sensors=ALL, after: str = "", start: str = "") -> tuple[Kind, set[str]]:
    """The verdict on these hands; `start`: the position after the plays before."""
    fit = fit_of(text, card, sensors, after=after)
    stories = stories_of(start or text, hands, sensors, fit.exchanged, fit.needs_single_pieces)
    verdict = judge(fit, stories)
    return verdict.kind, actions(verdict.options)


COMPLETE = [
    ("A:05", "5", "-05 +10", {"05-10"}),
    ("A:05 B:10", "5", "-05 -10 +10 +By", {"05-10"}),
    ("A:05 B:10", "5", "-10 +By -05 +10", {"05-10"}),
    ("", "1", "-Ay +00", {"Ay-00"}),
    ("A:05,17", "7", "-17 -05 +20 +09", {"05-09,17-20"}),
    ("A:05 B:20", "trickster", "-05 -20 +05 +20", {"05~20"}),
    ("A:05 B:20 C:40", "trickster", "-05 -40 +05 +40", {"05~40"}),
    ("A:00", "1", "-00 +Ay -Ay +00", {"Ay-00"}),
    ("A:05 B:33", "warrior", "-05 -33 +33 +By", {"05x33"}),
    ("A:05", "warrior", "-05 +Ay", {"05x05"}),
    ("A:05", "angel", "-By +16", {"By-16"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "card", "hands", "wanted"), COMPLETE)
def test_the_end_of_an_action_is_complete(text: str, card: str, hands: str, wanted: set[str]) -> None:
    assert shown(text, card, hands) == (Kind.COMPLETE, wanted)


def test_three_pieces_in_the_hand_leave_open_which_two_were_exchanged() -> None:
    kind, options = shown("A:05 B:20 C:40", "trickster", "-05 -20 -40 +05 +20 +40")
    assert (kind, options) == (Kind.COMPLETE, {"05~20", "05~40", "20~40"})


def test_pieces_touched_one_by_one_exchange_nothing() -> None:
    assert shown("A:05 B:20", "trickster", "-05 +05 -20 +20") == (Kind.IDLE, set())


IDLE = [("A:05", "5", ""), ("A:05", "5", "-05 +05"), ("A:05 B:20", "5", "-05 -20 +05 +20")]


@pytest.mark.parametrize(("text", "card", "hands"), IDLE)
def test_what_was_put_back_is_nothing(text: str, card: str, hands: str) -> None:
    assert shown(text, card, hands) == (Kind.IDLE, set())


ON_ITS_WAY = ["-05", "-05 -10", "-10 +By", "-10", "-05 -10 +10", "-Cy -Dy -30"]


@pytest.mark.parametrize("hands", ON_ITS_WAY)
def test_lifted_pieces_are_on_their_way(hands: str) -> None:
    fit = fit_of("A:05 B:10 C:30", "5")
    stories = stories_of("A:05 B:10 C:30", hands)
    assert judge(fit, stories).kind is Kind.CHANGING
    assert fit.is_on_its_way(stories)


@pytest.mark.parametrize("hands", ["-05 +11", "-30 +35", "-10 +Cy", "-Ay +00", "-05 +Ay"])
def test_other_pictures_are_wrong(hands: str) -> None:
    fit = fit_of("A:05 B:10 C:30", "5")
    stories = stories_of("A:05 B:10 C:30", hands)
    assert judge(fit, stories).kind is Kind.CHANGING
    assert not fit.is_on_its_way(stories)


def test_half_a_seven_is_on_its_way_but_two_halves_of_different_ones_are_not() -> None:
    fit = fit_of("A:05,17", "7")
    assert fit.is_on_its_way(stories_of("A:05,17", "-05 +09"))
    assert not fit.is_on_its_way(stories_of("A:05,17", "-05 +09 -17 +22"))


def test_a_tac_may_show_what_it_brings_back() -> None:
    fit = fit_of("A:05 B:20", "tac", after="5 05-10")
    stories = stories_of("A:10 B:20", "-10 +05")
    assert judge(fit, stories).kind is Kind.IDLE
    assert fit.is_at_rest(stories)
    done = stories_of("A:10 B:20", "-10 +05 -20 +25")
    assert (judge(fit, done).kind, actions(judge(fit, done).options)) == (Kind.COMPLETE, {"20-25"})


def test_a_tac_over_an_eight_is_a_skip_only_by_what_follows() -> None:
    fit = fit_of("A:05 B:20", "tac", after="8 05-13")
    stories = stories_of("A:13 B:20", "-13 +05")
    assert judge(fit, stories).kind is Kind.IDLE
    assert actions(follows(fit, stories)) == {"skip"}
    assert follows(fit, stories_of("A:13 B:20")) == ()


def test_an_eight_with_nothing_moved_is_a_skip_by_what_follows() -> None:
    fit = fit_of("A:05 B:20", "8")
    assert actions(follows(fit, stories_of("A:05 B:20"))) == {"skip"}
    assert actions(follows(fit, stories_of("A:05 B:20", "-05 +13"))) == {"05-13"}
    assert follows(fit, stories_of("A:05 B:20", "-05")) == ()


def test_nothing_follows_where_nothing_was_done() -> None:
    assert follows(fit_of("A:05", "5"), stories_of("A:05")) == ()


def test_broken_stories_leave_open_what_only_they_could_tell() -> None:
    fit = fit_of("A:05 B:20 C:40", "trickster")
    stories = stories_of("A:05 B:20 C:40", "-05 -20")
    stories = stories.broken()
    for cell in (5, 20):
        stories = stories.after(stories.occupied | 1 << cell)
    assert actions(fit.ends(stories)) == {"05~20", "05~40", "20~40"}


def test_broken_stories_do_not_hinder_what_the_picture_tells() -> None:
    fit = fit_of("A:05 B:20", "5")
    stories = stories_of("A:05 B:20", "-05")
    stories = stories.broken().after(stories.occupied | 1 << 10)
    assert actions(fit.ends(stories)) == {"05-10"}


@pytest.mark.parametrize("sensors", [HOLES, RING], ids=["holes", "ring"])
def test_boards_without_yards_see_openings_and_captures(sensors) -> None:
    assert shown("B:00", "1", "-00 +00", sensors)[1] <= {"Ay-00"}
    assert shown("A:05 B:10", "5", "-05 -10 +10", sensors) == (Kind.COMPLETE, {"05-10"})


def test_an_opening_onto_an_own_piece_without_yards_is_settled_by_what_follows() -> None:
    kind, options = shown("A:00", "13", "-00 +00", HOLES)
    assert kind is not Kind.COMPLETE or options == {"Ay-00"}


def test_pieces_felt_together_in_the_turn_of_a_trickster_exchange_only_what_can_be_exchanged() -> None:
    assert shown("A:05 B:20", "trickster", "-Ay -By +Ay +By")[0] is Kind.IDLE
    assert shown("A:05 B:20 C:C1", "trickster", "-C1 -20 +C1 +20")[0] is Kind.IDLE


@pytest.mark.parametrize(
    ("text", "hands", "sensors", "wanted"),
    [
        ("A:05 B:10", "-05", HOLES, {"05-10"}),
        ("A:05 B:10", "-05", ALL, set()),
        ("A:05", "-05", HOLES, set()),
        ("A:05 B:10", "-05 +09", HOLES, set()),
    ],
    ids=["hole taken", "yards are seen", "nobody there", "elsewhere"],
)
def test_a_hole_taken_before_it_was_seen_empty(text: str, hands: str, sensors, wanted: set[str]) -> None:
    fit = fit_of(text, "5", sensors)
    assert actions(fit.exchanged_unseen(stories_of(text, hands, sensors))) == wanted


def test_alike_pieces_that_no_sensor_sees_are_not_exchanged_by_a_card_alone() -> None:
    blind = ALL.without(0).without(3)
    kind, options = shown("A:00,03 B:20", "trickster", "", blind)
    assert (kind, options) == (Kind.IDLE, {"00~03"})


def test_where_single_pieces_are_told_apart_no_more_alike_ones_can_have_been_exchanged() -> None:
    fit = fit_of("A:05,06 B:20", "trickster")
    hands = "-20 -05 +20 -06 +06 +05"
    blurred = stories_of("A:05,06 B:20", hands, ALL, fit.exchanged, is_fine=False)
    assert "05~06" in actions(judge(fit, blurred).options)
    fine = stories_of("A:05,06 B:20", "-05 +05 -06 +06", ALL, fit.exchanged)
    assert judge(fit, fine).options == ()


def test_what_hands_feel_in_the_houses_meanwhile_does_not_count_against_an_exchange() -> None:
    fit = fit_of("A:03 B:53 D:34,D2", "trickster")
    stories = stories_of("A:03 B:53 D:34,D2", "-03 -34 +34 -53 -D2 +D2 +53 +03", ALL, fit.exchanged)
    assert actions(judge(fit, stories).options) == {"03~34", "03~53"}
