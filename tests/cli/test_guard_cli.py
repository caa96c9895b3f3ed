"""A fault of the companion itself costs one card, not the evening."""

import sys
import threading

import pytest

from companion.cli.guard import Guard, guarded_threads
from companion.cli.live import LiveTable
from companion.cli.notices import Notices
from companion.cli.publish import Publisher
from companion.inputs import OccupancyFrame, Said
from companion.session.resume import resume
from companion.session.session import Session
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from engine.contract import Explanation
from engine.errors import IllegalAction
from engine.registry import settings_of
from engine.tac.board.holes import LAYOUT
from engine.tac.game import TacGame

START = "game tac basic teams first=A position=A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"


class FaultyOnce(TacGame):
    """Rules that refuse their own option once."""

    faults = [IllegalAction(Explanation("T3.2", "too-few"))]  # noqa: RUF012

    def play(self, state, option):
        if self.faults:
            raise self.faults.pop()
        return super().play(state, option)


def test_play_goes_on_from_the_last_position(capsys):
    session = Session({"tac": lambda settings: FaultyOnce()}, settings_of=settings_of)
    filled = occupied(LAYOUT, "." * 5 + "A" + "." * 11 + "B" + "." * 62 + "3344")
    moved = filled & ~(1 << 5) | 1 << 10
    facts = session.take(Said(0.0, START)) + session.take(OccupancyFrame(0.1, filled))
    facts += session.take(Said(1.0, "card A 5")) + session.take(OccupancyFrame(1.5, moved))
    facts += Guard(session)(lambda: session.tick(3.0))
    assert "internal fault" in capsys.readouterr().err
    assert not [fact for fact in facts if fact.kind == "move"]
    facts = session.take(Said(4.0, "card A 5")) + session.tick(6.0)
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["05-10"]


def told(session, *inputs):
    """What a table tells, each input guarded."""
    facts, guard = [], Guard(session)
    for value in inputs:
        facts += guard(lambda value=value: session.tick(value.t - 0.001))
        facts += guard(lambda value=value: session.take(value), is_input=True)
    return facts


def test_a_fault_costs_one_input_and_nothing_else(capsys):
    """What was settled before it is taken back, and resumed, as if there had been none."""
    game = FaultyOnce()
    game.faults.append(IllegalAction(Explanation("T3.2", "too-few")))
    session = Session({"tac": lambda settings: game}, settings_of=settings_of)
    filled = occupied(LAYOUT, "." * 5 + "A" + "." * 11 + "B" + "." * 62 + "3344")
    moved = filled & ~(1 << 5) | 1 << 10
    inputs = [Said(0.0, START), OccupancyFrame(0.1, filled), Said(1.0, "card A 5"), OccupancyFrame(1.5, moved)]
    facts = told(session, *inputs, Said(2.0, "done"), Said(2.2, "done"), Said(2.4, "done"), Said(4.0, "card B 6"))
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["05-10"]
    facts += told(session, Said(5.0, "takeback"))
    again = Session({"tac": lambda settings: TacGame()}, settings_of=settings_of)
    assert resume(again, [fact for fact in facts if fact.kind != "won"])
    assert (again.state.position, again.state.ply) == (session.state.position, session.state.ply)
    assert again.table.ply == session.table.ply == 0


def test_a_fault_is_said_at_the_table_and_not_without_end(capsys):
    said = []

    class Heard:
        wording = Wording("en")

        def say(self, text, t):
            said.append((t, text))

    session = Session({"tac": lambda settings: TacGame()}, settings_of=settings_of)
    session.take(Said(0.0, START))
    guard = Guard(session, Heard())
    for t, is_input in ((1.0, False), (2.0, True), (10.5, True), (11.0, True)):
        session.tick(t)
        guard(lambda: 1 // 0, is_input)
    assert said == [
        (1.0, "I have run into a fault. The last card does not count, please lay it again."),
        (11.0, "I have run into a fault. The last thing does not count, please do it again."),
    ]
    assert len(capsys.readouterr().err.splitlines()) == 4


def test_a_thread_that_a_fault_ends_is_told(capsys, monkeypatch):
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)  # pytest has one of its own
    notices, said = Notices(lambda: 2.0), []

    class Heard:
        wording = Wording("en")

        def say(self, text, t):
            said.append(text)

    notices.speak_through(Heard())
    with guarded_threads(notices.tell):
        for what in (lambda: 1 // 0, sys.exit):
            thread = threading.Thread(target=what, name="board /dev/ttyACM0")
            thread.start()
            thread.join()
    assert threading.excepthook is threading.__excepthook__
    assert said == ["Part of me no longer works, please start me again."]
    (line,) = capsys.readouterr().err.splitlines()
    assert "internal fault in <lambda>" in line
    assert "board /dev/ttyACM0 has ended: ZeroDivisionError" in line


class FaultyPlay(FaultyOnce):
    """Rules that fail once at what a person says."""

    faults = [KeyError("seat")]  # noqa: RUF012


def test_a_fault_at_what_a_person_says_is_told_to_that_person_and_ends_nothing(capsys):
    session = Session({"tac": lambda settings: FaultyPlay()}, settings_of=settings_of)
    filled = occupied(LAYOUT, "." * 5 + "A" + "." * 11 + "B" + "." * 62 + "3344")
    session.take(Said(0.0, START))
    session.take(OccupancyFrame(0.1, filled))
    session.take(Said(1.0, "card A 5"))
    session.take(OccupancyFrame(1.5, filled & ~(1 << 5) | 1 << 10))
    table = LiveTable(session, Publisher(None), lambda: 1.6)
    desk = LiveDesk(SpeechDesk(Wording("de"), SilentVoice(), table.report), lambda: 1.6)
    table.speak_through(desk)
    thread = threading.Thread(target=table.run)
    thread.start()
    with pytest.raises(ValueError, match="Das Letzte zählt nicht"):
        table.submit("done", "phone")
    table.submit("done", "phone")
    table.stop()
    thread.join()
    desk.close()
    assert "internal fault" in capsys.readouterr().err
    assert session.table.ply == 1
