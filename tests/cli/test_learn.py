"""The lesson by ear: hands alone lead through it, on the virtual table; and what is said fits what has to be done."""

import argparse
import json
import threading
from itertools import pairwise

import pytest
from command import PATIENCE_S, tastkreis

from companion.cli import learn
from companion.cli.clock import fast_table
from companion.cli.learn import SEATS, places_of
from companion.cli.lesson import PARTS, Await, Lesson, Order, Places, Tell
from companion.cli.opening import opened
from companion.cli.players import Pause, ScriptThread
from companion.cli.stopping import Stopping
from companion.cli.tutor import REMIND_S, Tutor, helped
from companion.facts import Fact
from companion.sensing.said import parse_said
from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording
from engine.tac.board.position import Position
from engine.tac.game import TacGame

STARTS = {"A": "00", "B": "16", "C": "32", "D": "48"}


def places(seat="A"):
    first = SEATS.index(seat)
    return Places(SEATS[first:] + SEATS[:first], STARTS, {seat: f"{seat}y" for seat in STARTS}, 64)


def walked(part="board", seat="A"):
    """All steps of a lesson whose learner wants to go on at each of them."""
    script, steps = Lesson(places(seat), part).script(), []
    try:
        step = script.send(None)
        while True:
            steps.append(step)
            step = script.send(None)
    except StopIteration:
        return steps


@pytest.mark.parametrize("seat", list("ABCD"))
def test_every_order_can_be_given_and_every_card_be_played(seat):
    orders = [parse_said(step.text) for step in walked(seat=seat) if isinstance(step, Order)]
    game, state = TacGame(), None
    for order in orders:
        if order.verb == "game":
            state = game.begin({"variant": "teams", "deck": "basic", **order.settings})
            if "position" in order.settings:
                Position.parse(order.settings["position"], tuple("ABCD"))
        elif order.verb == "card" and order.cards != ("tac",):
            assert state.seat == order.seat
            assert game.options(state, order.cards[0]), order
    assert {order.cards[0] for order in orders if order.verb == "card"} == {"1", "4", "5", "6", "7", "13", "trickster",
                                                                            "tac"}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_words(language):
    wording = Wording(language, None, {"A": "black", "B": "red", "C": "green", "D": "blue"})
    steps = [step for step in walked() if isinstance(step, Tell) and step.key != "placed"]
    told = [wording.lesson(step.key, step.facts) for step in steps]
    assert len(told) == len(set(told)) > 20
    assert not [text for text in told if "{" in text]
    assert max(map(len, told)) < 260


@pytest.mark.parametrize("part", PARTS)
def test_a_lesson_can_begin_with_any_part(part):
    keys = [step.key for step in walked(part) if isinstance(step, Tell)]
    assert keys[0] == "welcome"
    assert ("yard" in keys) == (part == "board")
    assert keys[-1] == "end"


def test_another_hole_is_named_and_waited_on():
    script = Lesson(places()).script()
    step = script.send(None)
    while not isinstance(step, Await):
        step = script.send(None)
    step = script.send(Fact("lift", 1.0, {"cell": "By"}))
    assert isinstance(step, Await)  # the hand may be on its way
    assert step.timeout_s is not None
    step = script.send(None)
    assert (step.key, step.facts) == ("other", {"cell": "By", "wanted": "Ay"})
    assert script.send(None).timeout_s is None
    assert script.send(Fact("lift", 2.0, {"cell": "Ay"})).key == "start"


@pytest.mark.parametrize(
    ("cell", "wanted", "key", "steps"),
    [("03", "00", "too_far", 3), ("61", "00", "too_near", 3), ("07", "16", "too_near", 9), ("18", "16", "too_far", 2)],
)
def test_on_the_ring_it_is_told_how_far_the_hand_is_off(cell, wanted, key, steps):
    assert places().hint(cell, wanted) == Tell(key, {"n": steps})


def test_a_hand_that_goes_on_hole_by_hole_is_not_told_where_it_is():
    script = Lesson(places()).script()
    step = script.send(None)
    while not isinstance(step, Await):
        step = script.send(None)
    for cell in ("By", "Cy", "Dy"):
        step = script.send(Fact("lift", 1.0, {"cell": cell}))
        assert isinstance(step, Await)
        assert step.timeout_s is not None
    assert script.send(Fact("lift", 2.0, {"cell": "Ay"})).key == "start"


@pytest.mark.parametrize(("card", "said"), [("1", "Möglich ist: A kommt heraus."), ("5", "Damit geht nichts, ")])
def test_in_the_first_game_everybody_hears_what_a_card_can_do(card, said):
    game = TacGame()
    state = game.begin({"variant": "teams", "deck": "basic", "first": "A"})
    assert helped(game, state, card, Wording("de")).startswith(said)


def test_many_ways_are_counted():
    game = TacGame()
    position = "A:00*,05,20,30 B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    state = game.begin({"variant": "teams", "deck": "basic", "first": "A", "position": position})
    assert " more." in helped(game, state, "7", Wording("en"))


@pytest.mark.parametrize(
    ("options", "line"),
    [(("--clock", "fast", "--http", "127.0.0.1:0"),
      "--board, --http and --speech-wav: at the fast clock it is printed, at the virtual table"),
     (("--board", "trace:x"), "--board trace:x: a lesson is given at virtual, serial:PORT or gpio:FILE"),
     (("--log", "x.db"), "--log and --position: a lesson is no game that is kept"),
     (("--game", "tactik"), "--game tactik: there is no lesson of it")],
)  # fmt: skip
def test_what_a_lesson_cannot_do_is_bad_input(options, line):
    done = tastkreis("learn", *options)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tastkreis learn: {line}\n")


class Pupil:
    """Hands at the virtual table that do what the last sentence says."""

    def __init__(self, table):
        self.table, self.layout = table, table.virtual.layout
        self.said, self.touches, self.news = [], 0, threading.Condition()
        table.publisher.wire(self._hear)

    def _hear(self, fact, number):
        with self.news:
            if fact.kind == "speech" and fact.data["spoken"] == "started":
                self.said.append(fact.data["text"])
            elif fact.kind in ("lift", "place"):
                self.touches += 1
            self.news.notify_all()

    def wait(self, words):
        with self.news:
            heard = self.news.wait_for(lambda: any(words in text for text in self.said), PATIENCE_S)
            assert heard, (words, self.said)
            # What was said after it may be there already, and be waited for next.
            del self.said[: next(at for at, text in enumerate(self.said, 1) if words in text)]

    def touch(self, act, *what):
        """One touch, and the board has told it."""
        with self.news:
            before = self.touches
            done = act(*what)
            assert self.news.wait_for(lambda: self.touches > before, PATIENCE_S), what
        return done

    def _at(self, cell, is_filled):
        filled = self.table.virtual.snapshot()["places"]
        return next(i for i in range(self.layout.size) if self.layout.cell(i) == cell and bool(filled[i]) == is_filled)

    def move(self, *cells):
        for here, there in pairwise(cells):
            colour = self.touch(self.table.virtual.lift, self._at(here, is_filled=True))
            self.touch(self.table.virtual.put, self._at(there, is_filled=False), colour)


def test_hands_alone_lead_through_the_board_and_the_first_cards():
    parser = argparse.ArgumentParser()
    learn.configure(parser)
    args = parser.parse_args(["--no-http", "--speech", "none", "--pace", "quick", "--language", "en"])
    args.variant, args.deck, args.first = "teams", "basic", "A"
    tutor = Tutor(Lesson(places_of("A")))
    with Stopping() as args.stopping, opened(args, "virtual", "", tutor.is_heard) as table:
        pupil = Pupil(table)
        tutor.sit_down(table)
        ScriptThread(table, tutor.script(), "lesson").start()
        thread = threading.Thread(target=table.run, daemon=True)
        thread.start()
        try:
            for words, way in (
                ("Take one marble out", ("Ay", "03")), ("Three holes too far", ("03", "00")),
                ("Go hole by hole", [f"{n:02d}" for n in range(17)]), ("This is the start of Red", ("16",)),
                ("into the first", ("16", "A1")),
                ("Put it there", ("A1", "A4")), ("back into the yard", ("A4", "Ay")), ("Lift a marble", ("Ay", "Ay")),
                ("This card is a one", ("Ay", "00")), ("This card is a five", ("00", "05")),
            ):  # fmt: skip
                pupil.wait(words)
                pupil.move(*way)
            pupil.wait("This card is a four")
            assert table.state["standing"][0]["cell"] == "05"
            assert tutor.is_word("NEXT")
            pupil.wait("This card is a six")
        finally:
            table.stop()
            thread.join(PATIENCE_S)


@pytest.mark.parametrize(("language", "seat"), [("de", "B"), ("en", "B"), ("fr", "A")])
def test_the_whole_lesson_is_heard_to_its_end_with_the_first_game_in_it(language, seat, tmp_path):
    """The real command, with hands that do what it says: every sentence in its order, and a game that is won."""
    events = tmp_path / "events.jsonl"
    done = tastkreis("learn", "--clock", "fast", "--language", language, "--seat", seat, "--events", events)
    assert done.returncode == 0, done.stderr
    said = [line.removeprefix("« ").removesuffix(" »") for line in done.stderr.splitlines()]
    wording = Wording(language, None, {"A": "black", "B": "red", "C": "green", "D": "blue"})
    wanted = [wording.lesson(step.key, step.facts) for step in walked(seat=seat) if isinstance(step, Tell)]
    assert wording.lesson("repair", {}) in said
    assert [text for text in said if text in wanted] == wanted
    assert said[-1] == wanted[-1]
    facts = [json.loads(line) for line in events.read_text("utf-8").splitlines()]
    assert [fact["type"] for fact in facts].count("won") == 1
    first_game = facts[max(n for n, fact in enumerate(facts) if fact["type"] == "turn" and fact["round"] == 1
                           and fact["deal"] == 1 and fact["seat"] == seat) :]  # fmt: skip
    plays = [fact for fact in first_game if fact["type"] == "move"]
    start = wording.lesson("can", {"ways": ""}).rstrip(" .")
    helped_with = sum(fact["type"] == "speech" and fact["spoken"] == "finished" and fact["text"].startswith(start)
                      for fact in first_game)  # fmt: skip
    assert len(plays) > 100
    assert helped_with > sum(play["action"] != "discard" for play in plays) // 2


def test_who_thinks_in_the_first_game_hears_whose_turn_it_is_and_the_lesson_waits():
    """The introduction of the game is not said again and again while somebody thinks."""
    parser = argparse.ArgumentParser()
    learn.configure(parser)
    args = parser.parse_args(["--clock", "fast", "--speech", "none", "--language", "en", "--part", "game"])
    args.variant, args.deck, args.first = "teams", "basic", "A"
    tutor = Tutor(Lesson(places_of("A"), "game"))

    class Thinker:
        def __init__(self, table):
            self.table, self.said = table, []
            table.publisher.wire(self.hear)

        def hear(self, fact, number):
            if fact.kind == "speech" and fact.data["spoken"] == "started":
                self.said.append(fact.data["text"])

        def script(self):
            yield Pause(60.0 + 2 * REMIND_S)
            self.table.virtual.lay("13")
            yield Pause(2.5 * REMIND_S)
            self.table.stop()

    with Stopping() as args.stopping, fast_table(args, Thinker, tutor) as perform:
        said = perform().said
    first = next(n for n, text in enumerate(said) if text == "Black to play.")
    assert said.count("Black to play.") >= 3
    assert not [text for text in said[first:] if text.startswith("Now the first game")]
    assert said.count("Possible: Black comes out.") >= 2
