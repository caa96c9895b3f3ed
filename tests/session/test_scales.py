"""What of a runner-up is news, which of many are kept, and what is asked where several go on."""

from __future__ import annotations

from dataclasses import replace

from table_top import TableTop

from companion.session import news
from companion.session.forks import doubt
from companion.session.history import History
from companion.session.pending import UNSURE, unsure
from companion.session.pile import Laid
from companion.session.reading import Reading, RunnerUp
from companion.session.readings import Readings
from companion.session.runners_up import MOST_KEPT, beside, likelier, likeliest, read_on
from companion.session.scales import Scales
from companion.session.scene import Scene
from companion.session.table import Table

LATER = Scene(now=60.0)


def told_after_two_plays() -> Table:
    top = TableTop()
    top.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    for t, seat, card, source, target in ((1.0, "A", "5", "05", "10"), (5.0, "B", "6", "20", "26")):
        top.say(t, f"card {seat} {card}")
        top.touch(t + 1.0, f"-{source}")
        top.touch(t + 1.5, f"+{target}")
        top.until(t + 3.5)
    told = top.session.table
    assert told is not None
    assert told.ply == 2
    return told


def touched_without_card(*touches: str) -> Table:
    top = TableTop()
    top.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    top.say(1.0, "card A 5")
    for number, text in enumerate(("-05", "+10")):
        top.touch(2.0 + 0.5 * number, text)
    top.until(5.0)
    for number, text in enumerate(touches):
        top.touch(6.0 + 0.5 * number, text)
    told = top.session.table
    assert told is not None
    return told


def with_another_first_action(told: Table) -> Table:
    first, second = told.history.actions
    return replace(told, history=History((replace(first, option=replace(first.option, action="00-10")), second)))


def test_another_way_to_where_all_stand_is_no_news() -> None:
    told = told_after_two_plays()
    other = with_another_first_action(told)
    assert not Scales(told).is_news(RunnerUp(Reading(other), LATER, 2), LATER)


def test_another_way_to_another_board_is_news() -> None:
    told = told_after_two_plays()
    other = with_another_first_action(told)
    moved = replace(other, state=told.history.actions[1].before)
    assert Scales(told).is_news(RunnerUp(Reading(moved), LATER, 2), LATER)


def test_of_too_many_runners_up_the_cheapest_are_kept() -> None:
    told = told_after_two_plays()
    other = Reading(with_another_first_action(told))
    cheap = [RunnerUp(other, LATER, 2, cost=cost) for cost in (0.0, 1.0)]
    dear = [RunnerUp(other, LATER, 2, cost=5.0) for _ in range(MOST_KEPT)]
    readings, _ = Readings(told, (Reading(told),), (*cheap, *dear)).at(LATER)
    assert [one.cost for one in readings.kept] == [0.0, 1.0, *(5.0,) * (MOST_KEPT - 2)]


def test_of_too_many_a_cheap_one_is_kept_though_the_board_speaks_against_it_just_now() -> None:
    told, hopping = told_after_two_plays(), Reading(touched_without_card("-10", "+12"))
    assert hopping.is_against
    other = Reading(with_another_first_action(told))
    cheap = [RunnerUp(hopping, LATER, 2, cost=cost) for cost in (0.0, 3.0)]
    dear = [RunnerUp(other, LATER, 2, cost=5.0) for _ in range(MOST_KEPT)]
    kept = likeliest([*cheap, *dear], Scales(told))
    assert [one.cost for one in kept if one.reading is hopping] == [0.0], "it is as dear as with a broken rule"


def test_of_two_that_have_come_to_the_same_the_cheaper_is_kept_for_as_long_as_the_newer() -> None:
    told = told_after_two_plays()
    old, new = (RunnerUp(Reading(told), LATER, since, cost=cost) for since, cost in ((0, 0.0), (2, 1.0)))
    (one,) = read_on((old, new), Scales(told), LATER.now)
    assert (one.cost, one.since) == (0.0, 2)


def two_that_differ_in_the_first_action(is_same_board: bool) -> Readings:
    """Learnt together after the beginning of a game: none of them has asked anything."""
    told = told_after_two_plays()
    other = with_another_first_action(told)
    other = other if is_same_board else replace(other, state=told.history.actions[1].before)
    moves = [news.move(0.0, told.game, History(told.history.actions[:number])) for number in (1, 2)]
    others = [news.move(0.0, told.game, History(other.history.actions[:number])) for number in (1, 2)]
    begun = replace(told, state=told.history.actions[0].before, history=History())
    return Readings(begun, (Reading(told, tuple(moves)), Reading(other, tuple(others))))


def test_what_none_of_several_readings_has_asked_is_asked() -> None:
    readings, facts = two_that_differ_in_the_first_action(is_same_board=False).at(LATER)
    assert [fact.kind for fact in facts] == ["question"]
    assert [choice["action"] for choice in facts[0].data["choices"]] == ["05-10", "00-10"]
    readings, facts = readings.at(LATER)
    assert not facts, "it is asked once"
    _, facts = readings.answered("00-10", LATER) or (None, ())
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["00-10", "20-26"]


def test_only_what_readings_differ_in_is_told_as_unsure() -> None:
    first, second = two_that_differ_in_the_first_action(is_same_board=True).live
    moves = [fact for fact in unsure(first, (first, second)).pending if fact.kind == "move"]
    assert [move.data["certainty"] for move in moves] == [UNSURE, 1.0]


def test_a_branch_in_which_hands_did_what_is_rare_is_the_less_likely_one() -> None:
    told = told_after_two_plays()
    first, second = told.history.actions
    rare = replace(told, history=History((first, replace(second, surprise=3.0))))
    likely = RunnerUp(Reading(told), LATER, 1, cost=2.0)
    assert sorted([RunnerUp(Reading(rare), LATER, 1), likely], key=doubt)[0] is likely


def test_two_more_cards_upon_an_action_speak_for_what_explains_them() -> None:
    told = told_after_two_plays()
    cards = tuple(Laid(10.0 + number, "", seat, "5", "voice") for number, seat in enumerate("CDA"))
    runner = RunnerUp(Reading(told), LATER, 2, cost=4.0)
    waiting = [replace(told, accepted=cards[0], pile=replace(told.pile, cards=cards[:count])) for count in (2, 3)]
    assert [Scales(one).is_likelier(runner, LATER) for one in waiting] == [False, True]


def test_of_two_that_have_come_to_the_same_what_has_not_been_paid_yet_counts() -> None:
    """One has paid for marbles that were felt with its last action, the other one pays with its next."""
    told = told_after_two_plays()
    other = with_another_first_action(told)
    owes = replace(other, attempt=replace(other.attempt, felt=4.0))
    dear, cheap = RunnerUp(Reading(owes), LATER, 2, cost=1.0), RunnerUp(Reading(other), LATER, 2, cost=2.0)
    assert read_on([dear, cheap], Scales(told), LATER.now) == (cheap,)


def test_what_other_hands_lift_one_after_the_other_was_never_in_the_air_together() -> None:
    """Black's house was felt before; green's marble is in a hand when black's move first shows."""
    table = TableTop()
    table.begin("basic teams first=A position=A:05,A4,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    table.tag(1.0, "8")
    table.touches(2.0, 0.2, ("-A4", "+A4", "-A4", "+A4", "-05", "-20", "+13", "+20"))
    table.tick(6.0)
    assert table.session.state.position.startswith("A:13")
    assert table.session.table is not None
    assert not table.session.table.attempt.has_felt_two


def test_a_place_that_answers_without_a_piece_is_none_that_was_lifted() -> None:
    """The sensor beside green's marble feels its magnet for a moment, and then red's is lifted."""
    table = TableTop()
    table.begin("basic teams first=A position=A:05,A4,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    table.tag(1.0, "trickster")
    table.touches(2.0, 0.2, ("+41", "-41", "-20"))
    assert table.session.table is not None
    assert not table.session.table.attempt.has_felt_two


def test_what_both_take_for_granted_speaks_against_none_of_them() -> None:
    """Two readings take it that green changed its card; one of them that red did so as well."""
    told = told_after_two_plays()
    once = RunnerUp(Reading(told), LATER, 0, cost=2.0)
    both = RunnerUp(Reading(told), LATER, 0, cost=4.0, assumed=1)
    otherwise = RunnerUp(Reading(with_another_first_action(told)), LATER, 0, cost=2.0)
    assert [one.cost for one in beside(once, (once, both, otherwise))] == [2.0, 2.0]


def test_what_had_to_be_called_wrong_meanwhile_is_not_likelier() -> None:
    told = told_after_two_plays()
    first, second = told.history.actions
    dear = Reading(replace(told, history=History((first, replace(second, surprise=4.0)))))
    other = Reading(with_another_first_action(told))
    for slips, count in ((frozenset[int](), 1), (frozenset({1}), 0)):
        runner = RunnerUp(replace(other, slips=slips), LATER, 1)
        assert len(likelier(dear, [runner], 0, Scales(dear.table), LATER.now)) == count


def test_hands_that_move_without_a_card_have_rather_used_one_than_broken_a_rule() -> None:
    moved = touched_without_card("-20", "+26")
    runner = RunnerUp(Reading(moved), LATER, moved.ply, cost=3.5)
    assert Scales(moved).is_likelier(runner, LATER)


def test_hands_that_put_back_what_was_played_have_used_no_card() -> None:
    back = touched_without_card("-10", "+05")
    runner = RunnerUp(Reading(back), LATER, back.ply, cost=3.5)
    assert not Scales(back).is_likelier(runner, LATER)
