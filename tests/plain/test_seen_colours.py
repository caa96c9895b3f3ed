"""A camera above a table without cards: whose piece stands where decides what no hole can show."""

from companion.cli.tables import new_session
from companion.inputs import Identities, OccupancyFrame
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y"
YARDS = sum(0b111 << at for at in (80, 84, 88, 92))
STANDS = {"05": "A", "30": "B", "40": "C", "50": "D"}


class Table:
    """A table whose board tells its picture ten times a second, and whose camera tells when it sees something new."""

    def __init__(self):
        self.session = new_session(cards="inferred")
        self.session.begin("tac", {"variant": "teams", "deck": "basic", "first": "A", "position": POSITION})
        self.t, self.stands, self.facts, self.shown = 0.0, dict(STANDS), [], ""
        self.wait(3.0)

    def wait(self, seconds):
        for _ in range(round(seconds * 10)):
            self.t = round(self.t + 0.1, 3)
            filled = sum(1 << LAYOUT.holes.index(hole) for hole in self.stands)
            self.facts += self.session.take(OccupancyFrame(self.t, YARDS | filled))

    def sees(self, **other):
        """The camera tells what stands on the board, or what it takes it for."""
        look = self.stands | {hole.removeprefix("h"): seat for hole, seat in other.items()}
        owners = "".join(look.get(hole, ".") for hole in LAYOUT.holes)
        self.facts += self.session.take(Identities(self.t, owners))

    def lift(self, hole):
        seat = self.stands.pop(hole)
        self.wait(0.4)
        return seat

    def put(self, hole, seat):
        self.stands[hole] = seat
        self.wait(0.4)

    def told(self, *kinds):
        return [(fact.kind, fact.data.get("action")) for fact in self.facts if fact.kind in kinds]


def two_in_the_air(is_exchange):
    table = Table()
    table.sees()
    one, other = table.lift("05"), table.lift("30")
    table.put("30", one if is_exchange else other)
    table.put("05", other if is_exchange else one)
    table.sees()
    table.wait(5.0)
    return table


def test_an_exchange_is_seen_and_not_asked():
    table = two_in_the_air(is_exchange=True)
    assert table.told("move", "question", "disturbed") == [("move", "05~30")]


def test_what_was_felt_is_no_exchange():
    table = two_in_the_air(is_exchange=False)
    table.wait(20.0)
    assert table.told("move", "question", "disturbed") == []


def test_a_wrong_colour_found_later_decides():
    table = Table()
    one, other = table.lift("05"), table.lift("30")
    table.put("30", one)
    table.put("05", other)
    table.wait(6.0)
    assert table.told("move") == []
    table.sees()
    assert table.told("move", "disturbed") == [("move", "05~30")]


def test_a_move_is_told_though_the_camera_takes_a_piece_for_another():
    table = Table()
    table.sees(h40="D")
    table.put("17", table.lift("05"))
    table.sees(h40="D")
    table.wait(4.0)
    assert table.told("move", "revised") == [("move", "05-17")]


def test_a_piece_of_a_wrong_colour_is_named_once_the_board_is_calm():
    table = Table()
    table.stands["40"] = "D"
    table.sees()
    table.wait(6.0)
    assert table.told("disturbed") == []
    table.wait(8.0)
    assert len(table.told("disturbed")) == 1


def test_words_of_a_camera_for_another_board_count_for_nothing():
    table = Table()
    table.facts += table.session.take(Identities(table.t, "A" * 25))
    table.put("17", table.lift("05"))
    table.wait(4.0)
    assert table.told("move") == [("move", "05-17")]
