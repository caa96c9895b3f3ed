"""Wiring by ear: any order of wires is learnt; what is silent, doubled, stuck or flickering is named by hole."""

import pytest
from board_under_test import Session, WiredBoard
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.profile import Profile, check_profile
from calibration.ring_search import RingSearch
from calibration.wizard import meaning, say
from companion.cli.tables import colours_on, layouts
from companion.speech.wording import Wording
from engine.tac.board.holes import LAYOUT


def keys(said):
    return [one.key for one in said]


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_wires_is_learnt(seed):
    session = Session(WiredBoard(seed)).follow()
    assert keys(session.answer) == ["wiring_all", "wiring_review"]
    assert session.wizard.channels == session.board.expected()
    assert session.wizard.without == session.wizard.never_changed == ()
    session.key("done")
    assert session.wizard.is_done


def test_which_way_round_the_ring_is_said_where_there_is_one():
    said = {
        name: [one.key for one in Session(WiredBoard(layout=layouts()[name])).said] for name in ("tac64", "tactix9")
    }
    assert said["tac64"][:3] == ["wiring_begin", "wiring_way", "wiring_empty"]
    assert "wiring_way" not in said["tactix9"]


def test_one_sensor_beneath_two_holes_is_used_for_neither():
    """Field 7 has no sensor of its own, but that of field 6 answers there: a piece on 7 would be told on 6."""
    board = WiredBoard(3, dead=(7,), also={7: (6,)}, layout=layouts()["tactix9"])
    session = Session(board)
    session.follow(until=7)
    for key in ("wiring_known", "wiring_doubt"):
        session.show(None)
        session.pass_time(2.0)  # a piece that comes back to the last field sooner was only put straight
        assert keys(session.put(7)) == [key]
    assert session.answer[0].facts == {"cell": board.layout.cell(6)}
    session.key("next")
    session.follow()
    assert session.wizard.without == (6, 7)
    told = next(one for one in session.said if one.key == "wiring_doubles")
    assert told.facts == {"cells": [board.layout.cell(6), board.layout.cell(7)]}


def test_a_piece_that_was_laid_one_field_too_far_is_asked_for_again_at_the_end():
    """Nobody heard that it was taken for the one before: both are asked for once more."""
    session = Session(WiredBoard(3, layout=layouts()["tactix9"])).follow(until=14)
    session.put(15)
    for _ in range(2):
        session.show(None)
        session.pass_time(2.0)
        session.put(15)
    session.key("next")
    session.follow()
    assert [one.key for one in session.said].count("wiring_check") == 1
    assert (session.wizard.channels, session.wizard.without) == (session.board.expected(), ())


def test_a_sensor_that_sticks_on_single_holes_is_left_out_and_what_it_hid_is_asked_again():
    """A board without a ring: one lies on a field, is lifted, and its sensor goes on answering."""
    board = WiredBoard(3, layout=layouts()["tactix9"])
    session = Session(board)
    session.follow(until=5)
    board.stuck = {board.wires[5]}
    session.put(5)
    while not any(one.key == "wiring_sticks" for one in session.said):
        place = session.wizard._asked
        session.put(place)
        if session.wizard._asked == place:
            session.key("next")
    assert session.wizard.without == tuple(range(5, 81))
    told = next(one for one in session.said if one.key == "wiring_sticks")
    assert told.facts == {"cell": board.layout.cell(5)}
    assert session.wizard._asked == 6
    session.follow()
    assert session.wizard.without == (5,)
    assert all(session.wizard.places[place] == board.wires[place] for place in range(81) if place != 5)


@pytest.mark.parametrize("name", ["tac64", "tactik4", "tactik6", "tactix9", "tacocat9", "tactiki5"])
def test_boards_of_every_game_are_learnt(name):
    layout = layouts()[name]
    dead = (3, layout.size - 1)
    session = Session(WiredBoard(7, dead=dead, layout=layout)).follow()
    assert session.wizard.channels == session.board.expected()
    assert session.wizard.without == dead
    starts = [one.facts["seat"] for one in session.said if one.key == "wiring_start"]
    assert starts == list(layout.owners)
    again = layout.holes[4]  # 1 and 2 are keys
    session.key(again)
    assert session.wizard._asked == 4
    session.put(4)
    session.key("done")
    assert session.wizard.is_done
    catalogue = Wording("en", None, colours_on("tac64")).phrase
    for one in session.said:
        assert catalogue.say(f"calibrate.{one.key}", one.facts)


def test_sliding_round_the_ring_is_enough():
    """The piece rolls on without being lifted, a moment over two sensors at once; nobody waits for the voice."""
    session = Session(WiredBoard(1))
    for hole in range(64):
        session.show(hole, 0.1)
        if hole < 63:
            session.t += 0.1
            both = session.board.picture(hole) | session.board.picture(hole + 1)
            session.hear(session.wizard.frame(session.t, both))
    assert keys(session.answer)[-1] == "wiring_close"
    session.show(0, 0.1)
    assert keys(session.answer) == ["wiring_round", "wiring_place"]
    assert session.follow().wizard.channels == session.board.expected()


def test_the_voice_says_the_starts_and_otherwise_only_the_number():
    session = Session(WiredBoard(2)).follow()
    said = [one for one in session.said if one.key in ("wiring_hole", "wiring_start", "wiring_place")]
    assert [one.facts["cell"] for one in said if one.key == "wiring_start"] == ["00", "16", "32", "48"]
    assert sum(1 for one in said if one.key == "wiring_hole") == 60


def test_silent_holes_are_passed_over_and_named():
    session = Session(WiredBoard(3, dead=(5, 20, 70))).follow()
    assert keys(session.answer) == ["wiring_all", "wiring_without", "wiring_review"]
    assert session.answer[1].facts["cells"] == ["05", "20", "B3"]
    assert session.wizard.without == (5, 20, 70)
    assert session.wizard.channels == session.board.expected()
    assert len(session.wizard.never_changed) == 3
    check_profile(Profile("b", "tac64", session.wizard.channels, session.wizard.without), LAYOUT)


@pytest.mark.parametrize("dead", [(9,), (1, 2), (16, 40, 63), (62, 63), (30, 31, 32, 33), (0,), (0, 1), (0, 9, 63)])
def test_who_slid_past_silent_holes_is_helped_to_find_them(dead):
    """Nobody noticed: the piece goes round, and the ring closes too early."""
    session = Session(WiredBoard(4, dead=dead))
    alive = slide_past(session, dead)
    session.put(alive[0])
    assert "wiring_early" in keys(session.answer)
    assert searched(session, dead) <= 8 * len(dead)
    (found,) = [one for one in session.said if one.key == "wiring_found"]
    assert found.facts["cells"] == [f"{hole:02d}" for hole in dead]
    assert session.follow().wizard.channels == session.board.expected()


def slide_past(session, silent):
    """Nobody noticed that these are silent. The others."""
    alive = [hole for hole in range(64) if hole not in silent]
    for hole in alive:
        session.put(hole)
    return alive


def searched(session, dead):
    """The search is followed to its end, `next` where nothing answers; how many questions it took."""
    questions = 0
    while session.wizard._search is not None:
        asked = session.wizard._asked
        questions += 1
        if asked in dead:
            session.key("next")
        else:
            session.put(asked)
    return questions


def test_a_hole_that_was_slid_over_too_fast_is_learnt_when_it_is_asked_for_again():
    session = Session(WiredBoard(4))
    session.put(slide_past(session, {9})[0])
    searched(session, {9})
    assert keys(session.answer) == ["wiring_found", "wiring_place"]
    session.put(9)
    assert session.follow().wizard.channels == session.board.expected()
    assert session.wizard.without == ()


def test_what_answered_twice_is_told_of_the_right_hole_when_silent_ones_were_slid_past():
    session = Session(WiredBoard(4, dead=(3,), also={22: (69,)}))
    session.put(slide_past(session, {3})[0])
    searched(session, {3})
    assert [session.board.layout.cell(place) for place in session.wizard.doubles.values()] == ["22"]
    assert session.follow().wizard.channels == session.board.expected()


@settings(max_examples=60, deadline=None)
@given(st.sets(st.integers(0, 63), min_size=1, max_size=6))
def test_the_search_finds_any_silent_holes(dead):
    alive = [hole for hole in range(64) if hole not in dead]
    search = RingSearch(64, [100 + hole for hole in alive])
    for _ in range(64):
        hole = search.question()
        if hole is None:
            break
        assert search.answer(hole, [100 + hole] if hole in alive else [])
    assert search.solved() == {hole: 100 + hole for hole in alive}


def test_an_answer_that_cannot_be_is_refused_once_and_then_believed():
    search = RingSearch(64, list(range(63)))
    assert not search.answer(32, [40])
    assert not search.answer(32, [20])
    assert search.question() == 32
    assert search.answer(32, [20])
    assert 20 not in search.order


def test_a_search_begun_by_mistake_is_left_again():
    session = Session(WiredBoard(5)).follow(until=60)
    session.put(0)
    assert "wiring_early" in keys(session.answer)
    session.key("back")
    assert session.follow().wizard.channels == session.board.expected()


def test_a_hole_touched_twice_is_told():
    session = Session(WiredBoard(6)).follow(until=10)
    assert session.put(9) == []  # the last one, put straight
    assert [(one.key, one.facts) for one in session.put(4)] == [("wiring_known", {"cell": "04", "wanted": "10"})]
    assert session.follow().wizard.channels == session.board.expected()


def test_a_piece_laid_one_hole_too_far_is_told_when_the_next_one_is_asked_for():
    """Who lays it on 15 where 14 is wanted, and then, as asked, on 15, hears that this was taken for 14."""
    session = Session(WiredBoard(6)).follow(until=14)
    session.put(15)
    session.show(None)
    session.show(15, 2.0)
    assert [(one.key, one.facts) for one in session.answer] == [("wiring_known", {"cell": "14", "wanted": "15"})]
    session.key("back")
    assert session.follow().wizard.channels == session.board.expected()


def test_back_takes_the_last_answer_back():
    session = Session(WiredBoard(7)).follow(until=10)
    session.put(12)  # the wrong hole: learnt as 10
    session.key("back")
    assert session.wizard._wanted == 10
    assert session.follow().wizard.channels == session.board.expected()


def test_a_hole_that_is_named_is_asked_again():
    session = Session(WiredBoard(8)).follow()
    session.key("33")
    assert (session.wizard._wanted, keys(session.answer)) == (33, ["wiring_place"])
    session.put(33)
    assert keys(session.answer) == ["wiring_all", "wiring_review"]
    session.key("b4")
    assert LAYOUT.cell(session.wizard._wanted) == "B4"
    assert session.key("chess")[0].key == "unknown_key"


@pytest.mark.parametrize("seed", [9, 10, 11, 12])
def test_a_magnet_that_closes_the_next_hole_too_is_named_and_both_are_learnt(seed):
    session = Session(WiredBoard(seed, also={5: (6,)})).follow(until=5)
    session.put(5)
    assert keys(session.answer) == ["wiring_double", "wiring_hole"]
    assert session.follow().wizard.channels == session.board.expected()


@pytest.mark.parametrize("seed", range(4))
def test_a_magnet_that_closes_a_house_beside_the_ring_is_named_and_both_are_learnt(seed):
    """The house is asked for long after the ring; which of the two sensors was which is known only then."""
    house = LAYOUT.holes.index("A1")
    session = Session(WiredBoard(seed, also={0: (house,)})).follow()
    assert session.wizard.channels == session.board.expected()
    assert session.wizard.without == ()
    assert say("wiring_double", cell="00") in session.said


def test_a_hole_that_answers_twice_while_the_piece_rolls_on_to_it_is_named():
    session = Session(WiredBoard(9, also={22: (69,)})).follow(until=22)
    session.show(None)
    session.show(21)
    session.pass_time(0.2)
    session.hear(session.wizard.frame(session.t, session.board.picture(21) | session.board.picture(22)))
    session.show(22, 0.1)
    assert [(one.key, one.facts["cell"]) for one in session.answer] == [("wiring_double", "22"), ("wiring_hole", "23")]
    assert session.follow().wizard.channels == session.board.expected()


def test_two_sensors_that_are_bridged_are_named():
    session = Session(WiredBoard(9, also={5: (6,), 6: (5,)})).follow(until=6)
    session.put(6)
    session.key("next")
    session.follow()
    (doubles,) = [one for one in session.answer if one.key == "wiring_doubles"]
    assert doubles.facts["cells"] == ["05"]
    assert session.wizard.without == (6,)


def test_a_neighbour_that_answers_a_little_later_is_named_too():
    session = Session(WiredBoard(10)).follow(until=5)
    session.put(5)
    session.t += 0.1
    both = session.board.picture(5) | session.board.picture(6)
    assert session.hear(session.wizard.frame(session.t, both)) == []
    session.pass_time(1.0)
    assert keys(session.answer) == ["wiring_double"]
    session.show(None)
    assert session.follow().wizard.channels == session.board.expected()


def test_sensors_that_are_on_although_the_board_is_empty():
    session = Session(WiredBoard(11, stuck=(17,)))
    assert keys(session.said)[-1] == "wiring_empty"
    assert session.key("5")[0].key == "wiring_empty"
    session.key("next")
    assert keys(session.answer) == ["wiring_stuck", "wiring_start"]
    place = next(place for place, channel in session.board.wires.items() if channel == 17)
    session.board.wires[place] = None
    session.follow()
    assert session.wizard.without == (place,)


def test_a_sensor_that_flickers_is_named_by_its_hole():
    session = Session(WiredBoard(12)).follow()
    channel = session.board.wires[20]
    for number in range(12):
        session.t += 0.1
        session.hear(session.wizard.frame(session.t, (number % 2) << channel))
        if number == 10:
            assert session.answer == [say("wiring_noisy", cells=["20"])]
    session.key("20")
    session.put(20)
    assert session.wizard.without == ()  # mended, and asked again
    for number in range(12):
        session.t += 0.1
        session.hear(session.wizard.frame(session.t, (number % 2) << channel))
    session.key("21")
    session.put(21)
    (noisy,) = [one for one in session.answer if one.key == "wiring_noisy"]
    assert noisy.facts["cells"] == ["20"]
    assert session.wizard.without == (20,)


@pytest.mark.parametrize(
    ("dead", "told"),
    [((), [say("wiring_noisy", cells=["20"])]),
     ((7,), [say("wiring_noisy_among", cells=["07", "20"])])],
)  # fmt: skip
def test_a_sensor_that_flickers_without_a_piece_is_named_by_its_hole_and_spoils_no_other(dead, told):
    """It answers for hole 5, which is not its own; the piece comes to 5 and counts for 6."""
    session = Session(WiredBoard(12, dead=dead)).follow(until=5)
    channel, session.board.wires[20] = session.board.wires[20], None
    for number in range(12):
        session.t += 0.1
        session.hear(session.wizard.frame(session.t, (number % 2) << channel))
        if number == 10:
            assert session.answer == [say("wiring_noisy", cells=["05"])]
    session.put(5)
    assert keys(session.answer) == ["wiring_hole"]
    session.pass_time(1.0)
    session.hear(session.wizard.frame(session.t, session.board.picture(5) | 1 << channel))
    assert keys(session.answer) == ["wiring_flicker", "wiring_place"]
    assert session.answer[1].facts["cell"] == "05"
    session.follow()
    assert session.answer[1:-1] == told
    assert session.wizard.channels == session.board.expected()


def test_what_the_board_reports_counts():
    session = Session(WiredBoard(13)).follow()
    session.hear(session.wizard.fault(session.t, "stuck-on", session.board.wires[7]))
    assert session.wizard.without == (7,)
    session.hear(session.wizard.fault(session.t, "clear", session.board.wires[7]))
    assert session.wizard.without == ()
    assert keys(session.hear(session.wizard.fault(session.t, "bus", None))) == ["wiring_bus"]


def test_a_hole_that_stays_silent_is_helped_once():
    session = Session(WiredBoard(14)).follow(until=3)
    session.pass_time(100)
    helped = [one for one in session.said if one.key == "wiring_silent"]
    assert [one.facts["cell"] for one in helped] == ["03"]


@pytest.mark.parametrize("stopped_at", [1, 30, 64, 70, 95])
def test_it_goes_on_where_it_was_interrupted(stopped_at):
    first = Session(WiredBoard(15, dead=(20,))).follow(until=stopped_at)
    second = Session(first.board, first.wizard.progress())
    assert second.said[0].key == "wiring_resumed"
    assert second.follow().wizard.channels == first.board.expected()


@pytest.mark.parametrize(("word", "name"), [("n", "next"), ("2", "next"), ("1", "back"), (" Done ", "done")])
def test_words_and_buttons_mean_the_same(word, name):
    assert meaning(word) == name
