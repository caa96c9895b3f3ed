"""A fault of the companion itself costs one card, not the evening."""

from companion.cli.guard import guarded
from companion.inputs import OccupancyFrame, Said
from companion.session.resume import resume
from companion.session.session import Session
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
    facts += guarded(session, lambda: session.tick(3.0))
    assert "internal fault" in capsys.readouterr().err
    assert not [fact for fact in facts if fact.kind == "move"]
    facts = session.take(Said(4.0, "card A 5")) + session.tick(6.0)
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["05-10"]


def told(session, *inputs):
    """What a table tells, each input guarded."""
    facts = []
    for value in inputs:
        facts += guarded(session, lambda value=value: session.tick(value.t - 0.001))
        facts += guarded(session, lambda value=value: session.take(value), is_input=True)
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
