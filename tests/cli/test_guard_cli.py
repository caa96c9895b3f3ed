"""A fault of the companion itself costs one card, not the evening."""

from companion.cli.guard import guarded
from companion.inputs import OccupancyFrame, Said
from companion.session.session import Session
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from engine.contract import Explanation
from engine.errors import IllegalAction
from engine.tac.board import LAYOUT
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
    session = Session({"tac": lambda settings: FaultyOnce()}, Wording("en"))
    filled = occupied(LAYOUT, "." * 5 + "A" + "." * 11 + "B" + "." * 62 + "3344")
    moved = filled & ~(1 << 5) | 1 << 10
    facts = session.take(Said(0.0, START)) + session.take(OccupancyFrame(0.1, filled))
    facts += session.take(Said(1.0, "card A 5")) + session.take(OccupancyFrame(1.5, moved))
    facts += guarded(session, lambda: session.tick(3.0))
    assert "internal fault" in capsys.readouterr().err
    assert not [fact for fact in facts if fact.kind == "move"]
    facts = session.take(Said(4.0, "card A 5")) + session.tick(6.0)
    assert [fact.data["action"] for fact in facts if fact.kind == "move"] == ["05-10"]
