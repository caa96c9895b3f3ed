"""TACTIX at a table: hands alone, faces that follow from the moves, ways told apart by the squares between."""

from __future__ import annotations

from random import Random

import pytest
from game_table import GameTable

from companion.cli.keys import Keys
from companion.cli.tables import colours_on
from companion.cli.texts import worded
from companion.cli.voice import obeyed
from companion.facts import moved_data, moved_of
from companion.inputs import Said
from companion.session.snapshot import snapshot
from companion.speech.desk import SpeechDesk
from companion.speech.memory import Memory, Play
from companion.speech.telling import tell
from companion.speech.voices import PrintVoice
from companion.speech.wording import Wording
from companion.virtual.gestures import Manner
from engine.tactix.game import TactixGame

TIPPED = Manner("hop", 1, "before")
CARRIED = Manner("carry", 1, "then")
OPEN = "e1=wK d3=w31 h5=b53 e9=bK w"
"""A die with a three on top, and room around it."""


class Table(GameTable):
    """TACTIX, and a board that only tells which squares are filled."""

    def __init__(self, position: str = "", variant: str = "full") -> None:
        super().__init__("tactix", variant, position)


@pytest.mark.parametrize("manner", [TIPPED, CARRIED])
def test_every_move_of_a_game_is_settled(manner: Manner) -> None:
    table, lot = Table(), Random(manner.way)
    asked = 0
    for number in range(40):
        options = table.game.options(table.session.state, "")
        if not options:
            break
        option = lot.choice(options)
        table.make(option, manner)
        if snapshot(table.session)["phase"] == "question":
            asked += 1
            table.say(f"answer {option.action}")
        settled = table.told("move")[-1].data
        assert (settled["action"], settled["position"]) == (option.action, option.position), number
        assert settled["card"] is None
    assert not table.told("violation", "disturbed", "card", "revised")
    # Who tips a die shows its way; who carries it is asked where faces differ.
    assert (asked == 0) == (manner is TIPPED)


def test_two_ways_with_other_faces_are_told_apart_by_the_squares_between() -> None:
    ways = {"d3-d4-f4": ("d3", "d4", "d4", "e4", "e4", "f4"), "d3-f3-f4": ("d3", "e3", "e3", "f3", "f3", "f4")}
    faces = set()
    for action, touches in ways.items():
        table = Table(OPEN)
        table.touch(*touches)
        table.rest()
        (move,) = table.told("move")
        assert move.data["action"] == action
        assert not table.told("question")
        faces.add(move.data["moved"][0]["face"])
    assert len(faces) == 2


def test_a_die_that_is_carried_is_asked_for_and_the_question_tells_the_faces() -> None:
    table = Table(OPEN)
    table.touch("d3", "f4")
    table.rest()
    (question,) = table.told("question")
    actions = [choice["action"] for choice in question.data["choices"]]
    assert sorted(actions) == ["d3-d4-f4", "d3-f3-f4"]
    (said,) = worded([question], Wording("en"))
    assert said.data["text"].count(" up") == len(actions)
    table.say("answer 2")
    assert table.told("move")[-1].data["action"] == actions[1]


def test_who_begins_a_way_and_goes_back_begins_anew() -> None:
    table = Table(OPEN)
    table.touch("d3", "e3", "e3", "d3", "d3", "d4", "d4", "e4", "e4", "f4")
    table.rest()
    assert [move.data["action"] for move in table.told("move")] == ["d3-d4-f4"]


def test_a_captured_die_leaves_the_board_and_the_king_wins() -> None:
    table = Table("e1=wK e8=w13 e9=bK w")
    table.make(table.option("e8-e9"), CARRIED)
    (move,) = table.told("move")
    assert move.data["moved"][0]["captured"] == [{"owner": "b", "cell": "e9", "face": "king"}]
    assert table.told("won")[-1].data == {"seats": ["w"]}
    assert snapshot(table.session)["phase"] == "won"


@pytest.mark.parametrize(
    ("touches", "key"),
    [
        (("d3", "d5"), "tactix-too-few"),
        (("d3", "d7"), "tactix-too-many"),
        (("e1", "e3"), "tactix-king-one"),
        (("h5", "h2"), "tactix-not-own"),
        (("d3", "d6", "e1", "f1"), "tactix-one-piece"),
    ],
)
def test_a_wrong_move_is_named_and_put_right(touches: tuple[str, ...], key: str) -> None:
    table = Table(OPEN)
    table.touch(*touches)
    table.rest(9)
    (wrong,) = table.told("violation")
    assert wrong.data["key"] == key
    for language in ("de", "en", "fr"):
        (said,) = worded([wrong], Wording(language))
        assert "X" not in said.data["text"]
    table.touch(*touches)
    table.rest()
    assert table.told("corrected")
    assert not table.told("move")
    table.make(table.option("d3-d6"), TIPPED)
    assert table.told("move")[-1].data["action"] == "d3-d6"


def test_a_move_is_taken_back_by_word_and_the_log_goes_on() -> None:
    table = Table()
    for _ in range(3):
        table.make(table.game.options(table.session.state, "")[0], TIPPED)
    again = table.started_again()
    assert again.state.position == table.session.state.position
    before = table.told("move")[1].data["position"]
    table.say("takeback")
    assert table.session.state.position == before
    assert table.told("takeback")[-1].data["position"] == before


@pytest.mark.parametrize(("position", "action", "text"), [
    ("e1=wK e8=w12 f8=b32 e9=bK w", "e8-f8", "White moves from e8 to f8, four up; captures Black, three up."),
    ("e1=wK e8=w12 f8=bK w", "e8-f8", "White moves from e8 to f8, four up; captures the king of Black."),
])  # fmt: skip
def test_what_was_captured_is_told(position: str, action: str, text: str) -> None:
    game = TactixGame()
    state = game.begin({"position": position})
    option = next(one for one in game.options(state, "") if one.action == action)
    told = moved_of(moved_data(game.account(state, option).moved))
    play = Play("w", "", option.action, moved=told)
    assert tell(Wording("en", colours=colours_on("tactix9")).phrase, play) == text


def test_a_drawn_game_ends() -> None:
    table = Table("e1=wK e9=bK w")
    for action in ("e1-d1", "e9-d9", "d1-e1", "d9-e9") * 2:
        table.make(table.option(action), CARRIED)
    (end,) = table.told("won")
    assert end.data == {"seats": [], "draw": "repetition"}
    assert Wording("en").won(end.data["seats"]) == "It is a draw."
    told = Wording("en").won(end.data["seats"], end.data["draw"])
    assert told == "It is a draw. The same position stood on the board for the third time."
    memory = Memory()
    for fact in (*table.told("setup"), *table.told("turn"), end):
        memory = memory.after(fact)
    assert Wording("en").answer("turn", memory) == told
    assert snapshot(table.session)["draw"] == "repetition"


def test_the_voice_tells_where_a_die_can_go_and_what_it_would_show() -> None:
    game = TactixGame()
    state = game.begin({"position": "e1=wK c4=w42 e9=bK w"})
    reach = game.reach(state, "c4")
    assert reach is not None
    said = Wording("en").reach("c4", reach)
    assert said.startswith("C4: four up. ")
    way = next(moved for moved, legs in reach.ways if legs == (("forward", 2), ("right", 2)))
    faces = ("zero", "one", "two", "three", "four", "five", "six")
    assert f"two forward, two right: {faces[int(way.face)]}" in said
    option = next(one for one in game.options(state, "") if one.action == "c4-c6-e6")
    assert f"e6=w{way.face}" in option.position
    black = game.reach(game.begin({"position": "e1=wK c4=b42 e9=bK w"}), "c4")
    assert black is not None
    assert {legs for _, legs in black.ways} >= {(("forward", 3), ("right", 1))}
    assert game.reach(state, "a5") is None


@pytest.mark.parametrize(("asked", "told"), [
    ("ask reach", "Reach c1 tells where the piece on c1 can go."),
    ("ask reach c4 d5", "Reach c1 tells where the piece on c1 can go."),
    ("ask reach w", "There is no such hole here."),
    ("ask reach a5", "Nobody stands on a5."),
    ("ask reach E4", "King on e4: one left; one back; one forward; one right."),
    ("ask reach e8", "E8: one up. One left: three; one back: five; "
     "one forward: two, captures the king of Black; one right: four."),
])  # fmt: skip
def test_whatever_is_asked_of_reach_has_a_clear_answer(asked: str, told: str) -> None:
    table = Table("e4=wK e8=w12 e9=bK w", "short")
    said: list[str] = []
    desk = SpeechDesk(Wording("en", colours=colours_on("tactix9")), PrintVoice(said.append), lambda fact: None)
    assert obeyed(desk, table.session, Said(table.now, asked), Keys())
    assert said == [told]


def test_the_table_may_decide_where_a_king_stands_but_not_how_a_die_lies() -> None:
    table = Table(OPEN)
    table.touch("e1", "e4")
    table.rest(9)
    table.say("overrule board")
    table.rest()
    assert table.position == "d3=w31 e4=wK h5=b53 e9=bK w"
    table.touch("d3", "d8")
    table.rest(9)
    with pytest.raises(ValueError, match=r"d8.*which face is up"):
        table.say("overrule board")
    table.say("set e4=wK h5=b53 d8=w31 e9=bK w")
    table.rest()
    assert table.position == "e4=wK h5=b53 d8=w31 e9=bK w"


@pytest.mark.parametrize("waits_s", [1.0, 6.0])
def test_what_was_taken_back_is_not_played_again_by_nobodys_hand(waits_s: float) -> None:
    table = Table()
    table.make(table.option("b1-b2"), TIPPED)
    table.say("takeback")
    table.rest(waits_s)
    assert table.actions() == ["b1-b2"]
    assert [len(fact.data["differences"]) for fact in table.told("disturbed")] == ([2] if waits_s > 1.4 else [])
    table.touch("b2", "b1")
    table.rest()
    table.make(table.option("h1-h2"), TIPPED)
    assert table.actions() == ["b1-b2", "h1-h2"]
    assert not table.told("violation", "question")


def test_who_took_back_may_say_that_it_stands_after_all() -> None:
    table = Table()
    table.make(table.option("b1-b2"), TIPPED)
    table.say("takeback")
    table.rest(2)
    table.say("done")
    assert table.actions() == ["b1-b2", "b1-b2"]
