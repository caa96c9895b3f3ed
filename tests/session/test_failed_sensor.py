"""A sensor that fails without a word: the table hears of it, and one answer puts it right."""

import pytest
from table_top import TableTop

POSITION = "A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"


def table():
    top = TableTop()
    top.begin(f"basic teams first=A position={POSITION}")
    return top


def moves(top):
    return [(f.data["seat"], f.data["action"]) for f in top.told("move")]


def play_with_dead_sensor(top, closing):
    top.fixed[10] = False
    top.say(0.5, "card A 5")
    top.touch(1.0, "-05")
    top.touch(1.4, "+10")
    top.say(3.0, closing)
    top.tick(12.0)


@pytest.mark.parametrize("closing", ["card B 2", "done"])
def test_half_an_action_is_named_and_the_sensor_asked_about(closing):
    top = table()
    play_with_dead_sensor(top, closing)
    assert len(top.told("violation", "disturbed")) == 1
    assert top.choices == [("5", "05-10")]


def test_an_answer_settles_it_and_the_sensor_is_not_believed_any_more():
    top = table()
    play_with_dead_sensor(top, "card B 2")
    top.say(13.0, "answer 1")
    assert moves(top) == [("A", "05-10")]
    assert top.session.scene.link.stuck == frozenset({10})
    top.touch(14.0, "-17")
    top.touch(14.4, "+19")
    top.tick(17.0)
    assert moves(top) == [("A", "05-10"), ("B", "17-19")]


def test_a_hole_that_reads_filled_for_ever():
    top = table()
    top.say(0.5, "card A 5")
    top.fixed[5] = True
    top.touch(1.0, "-05")
    top.touch(1.4, "+10")
    top.say(3.0, "card B 2")
    top.tick(12.0)
    assert top.choices == [("5", "05-10")]
    top.say(13.0, "answer 05-10")
    assert moves(top) == [("A", "05-10")]
    assert top.session.scene.link.stuck == frozenset({5})


def test_the_offer_lapses_when_the_board_is_put_back():
    top = table()
    play_with_dead_sensor(top, "done")
    top.touch(13.0, "-10")
    top.touch(13.5, "+05")
    top.tick(15.0)
    assert top.choices == []
    assert len(top.told("corrected")) == 1
    assert moves(top) == []


def test_play_that_goes_on_shows_that_a_sensor_has_failed():
    top = table()
    top.fixed[33] = True
    top.frame(0.5)
    top.tick(5.0)
    assert [fact.data["differences"][0]["cell"] for fact in top.told("disturbed")] == ["33"]
    for t, card, touches in ((6.0, "A 5", "-05 +10"), (11.0, "B 2", "-17 +19"), (16.0, "C 3", ""), (18.0, "D 4", ""),
                             (20.0, "A 2", "-10 +12")):  # fmt: skip
        top.say(t, f"card {card}")
        top.touches(t + 1, 1.0, touches.split())
    top.tick(26.0)
    assert moves(top) == [("A", "05-10"), ("B", "17-19"), ("C", "discard"), ("D", "discard"), ("A", "10-12")]
    assert top.session.scene.link.stuck == frozenset({33})
    assert top.told("violation") == []
    assert top.told("unseen")[-1].data["cells"] == ["33"]


def test_one_action_does_not_show_that_a_sensor_has_failed():
    top = table()
    top.fixed[33] = True
    top.frame(0.5)
    top.say(6.0, "card A 5")
    top.touch(7.0, "-05")
    top.touch(8.0, "+10")
    top.tick(12.0)
    assert moves(top) == []
    assert top.session.scene.link.stuck == frozenset()


def test_quick_players_who_go_on_before_it_is_named_are_followed():
    top = TableTop()
    top.begin("basic team-of-four first=A position=A:00,y,y,y B:09,16,y,y C:29,32,y,y D:48,54,y,y")
    top.fixed[48] = False
    top.say(0.5, "card A trickster")
    for t, text in [(1.0, "-16"), (1.3, "-54"), (1.9, "+54"), (2.7, "+16")]:
        top.touch(t, text)
    top.say(3.6, "card B 5")
    for t, text in [(4.2, "-09"), (4.5, "+14")]:
        top.touch(t, text)
    top.say(7.0, "card C 3")
    for t, text in [(8.0, "-32"), (8.4, "+35")]:
        top.touch(t, text)
    top.tick(14.0)
    assert top.choices == [("trickster", "16~48"), ("trickster", "16~54")], "48 can have been one of the two"
    top.say(15.0, "answer 16~54")
    assert moves(top) == [("A", "16~54"), ("B", "09-14"), ("C", "32-35")]
    assert top.session.scene.link.stuck == frozenset({48})


def test_a_sensor_that_works_again_is_believed_where_no_cards_are_told():
    """It had failed before the board was set up."""
    top = TableTop(cards="inferred")
    top.begin("basic teams first=A position=A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", missing=["30"])
    top.fail(1.0, "stuck-off", "17")
    top.touch(2.0, "+30")
    top.tick(4.0)
    top.fail(5.0, "clear", "17")
    assert top.session.scene.link.stuck == frozenset()
    top.touch(6.0, "-05")
    top.touch(6.5, "+17")
    top.tick(10.0)
    assert top.session.scene.link.stuck == frozenset()
    assert top.actions() == ["05-17"]
