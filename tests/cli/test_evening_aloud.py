"""An evening out of a file is heard as it was at the table: also what the table says on its own."""

from companion.cli.evening import play_evening
from companion.cli.publish import Publisher
from companion.cli.voice import hearing
from companion.inputs import OccupancyFrame, Said
from companion.session.session import Session
from companion.speech.desk import SpeechDesk
from companion.speech.voices import TimedVoice
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from engine.registry import at_table, settings_of
from engine.tac.board.holes import LAYOUT

START = "game tac basic teams first=A position=A:05,20,y,y B:10,30,y,y C:y,y,y,y D:y,y,y,y"


def test_who_rests_on_a_part_of_a_seven_hears_what_is_left():
    session, said = Session({"tac": at_table("tac").at_table}, settings_of=settings_of), []
    publisher = Publisher(None)
    desk = SpeechDesk(Wording("de"), TimedVoice(), lambda fact: publisher.publish([fact]))
    publisher.wire(lambda fact, number: said.append((fact.t, fact.data["text"])) if fact.kind == "speech" else None)
    publisher.wire(hearing(desk, session))

    def inputs():
        yield Said(0.0, START)
        board = occupied(LAYOUT, session.state.picture)
        yield OccupancyFrame(0.1, board)
        yield Said(20.0, "card A 7")
        yield OccupancyFrame(25.0, board & ~(1 << 5))
        yield OccupancyFrame(25.5, board & ~(1 << 5) | 1 << 7)
        yield Said(40.0, "ask turn")

    play_evening(session, inputs(), publisher, desk)
    assert next(t for t, text in said if text == "Noch fünf.") == 27.5
