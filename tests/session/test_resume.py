"""A companion that is started again goes on from its log, whatever was decided before."""

import pytest
from table_top import FULL, TableTop, of_game

from companion.cli.tables import new_session
from companion.facts import Fact
from companion.inputs import Fault, Hello, OccupancyFrame
from companion.session.resume import CannotResume, resume
from engine.tac.board.holes import LAYOUT

START = "basic teams first=A position=A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"


def evening(*lines):
    """A table at which these things were said or touched: `-05`, `+05`, or words, half a second apart."""
    top = TableTop()
    top.begin(START)
    t = 1.0
    for line in lines:
        t += 0.5
        if line[0] in "+-":
            top.touch(t, line)
        else:
            top.say(t, line)
            t += 2.0
    top.tick(t + 5.0)
    return top


def again(facts):
    session = new_session()
    assert resume(session, of_game(facts))
    return session


@pytest.mark.parametrize(
    "lines",
    [
        ("card A 5", "-05", "+10"),
        ("card A 5", "-05", "+10", "card B 2", "-17", "+19", "takeback"),
        ("card A trickster", "-05 -17", "+05 +17", "card B 9"),
        ("hand A 5,2,3,9,10", "card A 5", "-05", "+10"),
        ("card A 5", "-05", "+11", "overrule play-on"),
        ("card A 5", "-05", "+11", "overrule board"),
        ("set A:07,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y",),
    ],
)
def test_it_stands_where_it_stood(lines):
    top = evening(*lines)
    session = again(top.facts)
    assert session.state.position == top.session.state.position
    assert session.state.seat == top.session.state.seat
    assert session.state.ply == top.session.state.ply
    assert session.table.ply == top.session.table.ply


def test_a_card_that_was_laid_is_still_laid_and_its_action_goes_on():
    top = evening("pace B slow", "card A 5", "-05")
    session = again(top.facts)
    facts = session.take(Hello(0.0, "board", "1", LAYOUT.name, FULL)) + session.take(OccupancyFrame(0.1, top.shown))
    assert [(fact.data["seat"], fact.data["card"]) for fact in facts if fact.kind == "card"] == [("A", "5")]
    facts += session.take(OccupancyFrame(1.0, top.shown | 1 << 10)) + session.tick(3.0)
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["05-10"]
    assert not [fact for fact in facts if fact.kind in ("violation", "disturbed")]
    assert session.pace.settings == {"B": "slow"}


def test_a_card_that_was_refused_is_not_laid_again():
    top = evening("card C 5")
    assert again(top.facts).table.pile.cards == ()


def test_a_sensor_that_failed_stays_disbelieved():
    top = TableTop()
    top.begin(START)
    top.take(Fault(1.0, "stuck-on", 9))
    assert again(top.facts).scene.link.stuck == frozenset({9})


def test_a_game_that_is_won_is_not_gone_on_with():
    top = evening("card A 5", "-05", "+10")
    assert not resume(new_session(), [*top.facts, Fact("won", 9.0, {"seats": ["A", "C"]})])


def test_an_empty_log_holds_no_game():
    assert not resume(new_session(), [])


def test_a_log_that_contradicts_the_rules_is_named():
    top = evening("card A 5", "-05", "+10")
    broken = [
        Fact(f.kind, f.t, {**f.data, "action": "05-11"}) if f.kind == "move" else f for f in top.facts
    ]  # fmt: skip
    with pytest.raises(CannotResume, match="move"):
        resume(new_session(), of_game(broken))


def test_a_log_of_an_unknown_game_is_named():
    with pytest.raises(CannotResume, match="ludo"):
        resume(new_session(), [Fact("game", 0.0, {"game": "ludo", "settings": {}})])


@pytest.mark.parametrize("indices", [[10**30], [-1], [96], [10**9]])
def test_sensors_that_no_board_has_are_refused(indices):
    facts = of_game(evening("card A 5", "-05", "+10").facts)
    with pytest.raises(CannotResume, match="no such place"):
        resume(new_session(), [*facts, Fact("stuck", 9.0, {"indices": indices})])


@pytest.mark.parametrize(("gone", "is_right"), [
    ((), True), (("05",), True), (("05", "17"), False), (("05", "Cy"), False), (("17",), False), (("Ay", "Ay"), False),
])  # fmt: skip
def test_only_the_play_of_the_card_that_lies_there_goes_on_where_pieces_are_gone(gone, is_right):
    top = evening("card A 5")
    session = again(top.facts)
    for cell in gone:
        top.lift(cell)
    facts = session.take(Hello(0.0, "board", "1", LAYOUT.name, FULL)) + session.take(OccupancyFrame(0.1, top.shown))
    facts += session.take(OccupancyFrame(8.0, top.shown)) + session.tick(9.0)
    kinds = [fact.kind for fact in facts if fact.kind in ("setup", "disturbed")]
    assert kinds == (["setup"] if is_right else ["disturbed"])


def test_a_capture_that_was_half_made_goes_on_too():
    top = TableTop()
    top.begin("basic teams first=A position=A:05,y,y,y B:10,y,y,y C:y,y,y,y D:y,y,y,y")
    top.say(1.0, "card A 5")
    session = again(top.facts)
    for cell in ("05", "10"):
        top.lift(cell)
    facts = session.take(Hello(0.0, "board", "1", LAYOUT.name, FULL)) + session.take(OccupancyFrame(0.1, top.shown))
    assert [fact.kind for fact in facts if fact.kind in ("setup", "disturbed")] == ["setup"]
