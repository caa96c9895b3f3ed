"""Answers about the table, word for word."""

import pytest
from told import standing, told

from companion.facts import Fact
from companion.speech.memory import Memory
from companion.speech.table import Table
from companion.speech.wording import Wording
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,60,A3,y B:16*,y,y,y C:C1,C2,C3,C4 D:10,63,D4,y"
BEFORE = "A:05,60,A3,y B:y,y,y,y C:C1,C2,C3,C4 D:08,63,D4,y"
AFTER = "A:05,60,A3,y B:16*,y,y,y C:C1,C2,C3,C4 D:08,63,D4,y"


def move(seat, card, action, position):
    return Fact("move", 0.0, {"seat": seat, "card": card, "action": action, "position": position, "certainty": 1.0})


def known(facts, memory=None):
    memory = memory or Memory()
    for fact in facts:
        memory = memory.after(fact)
    return memory


@pytest.fixture
def memory():
    facts = [
        Fact("setup", 0.0, {"position": "A:00,60,A3,y B:y,y,y,y C:C1,C2,C3,C4 D:08,63,D4,y"}),
        move("A", "5", "00-05", BEFORE),
        move("B", "1", "By-16", AFTER),
        move("C", "10", "discard", AFTER),
        move("D", "2", "08-10", POSITION),
        Fact("turn", 0.0, {"seat": "A", "round": 2, "deal": 3}),
        Fact("card", 0.0, {"seat": "A", "card": "trickster", "by": "tag"}),
    ]
    return known(told(facts), Memory(cells=(*LAYOUT.holes, *LAYOUT.heaps), yards=frozenset(LAYOUT.heaps)))


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("position", "A: noch fünf, sechzig bis zum Haus; im Haus auf Platz drei; eine im Vorfeld. "
                     "B: eine neu am Start; drei im Vorfeld. C: im Haus auf Platz eins, zwei, drei und vier. "
                     "D: noch neununddreißig, fünfzig bis zum Haus; im Haus auf Platz vier; eine im Vorfeld."),
        ("pieces B", "B: eine neu am Start; drei im Vorfeld."),
        ("pieces b", "B: eine neu am Start; drei im Vorfeld."),
        ("pieces", "A: noch fünf, sechzig bis zum Haus; im Haus auf Platz drei; eine im Vorfeld."),
        ("pieces E", "Diesen Platz gibt es hier nicht. Es gibt A, B, C und D."),
        ("home A", "Im Haus von A ist frei: Platz eins, zwei und vier. Bis zum ersten Platz noch fünf und sechzig."),
        ("home C", "C ist ganz zu Hause."),
        ("hole 5", "Auf 5 steht A, noch sechzig bis zum Haus."),
        ("hole 05", "Auf 5 steht A, noch sechzig bis zum Haus."),
        ("hole 20", "Auf 20 steht niemand."),
        ("hole a3", "In Haus 3 von A steht A."),
        ("hole a1", "In Haus 1 von A steht niemand."),
        ("hole by", "Im Vorfeld von B: drei Kugeln."),
        ("hole 64", "Dieses Loch gibt es hier nicht."),
        ("hole A7", "Dieses Loch gibt es hier nicht."),
        ("hole", "Dieses Loch gibt es hier nicht."),
        ("between A", "Die vorderste Kugel von A hat noch fünf: nach drei D; im Haus schon besetzt, Platz drei."),
        ("between B", "Die vorderste Kugel von B hat noch fünfundsechzig: nach vierundvierzig A; "
                      "nach siebenundvierzig D; nach dreiundfünfzig A; nach achtundfünfzig D."),
        ("between C", "Keine Kugel ist auf der Bahn."),
        ("turn", "A ist dran. Es liegt von A: Trickser."),
        ("last 2", "C wirft eine Zehn ab. D zieht zwei, noch neununddreißig bis zum Haus."),
        ("since A", "B kommt heraus. C wirft eine Zehn ab. D zieht zwei, noch neununddreißig bis zum Haus."),
        ("since B", "C wirft eine Zehn ab. D zieht zwei, noch neununddreißig bis zum Haus."),
        ("since D", "Seit D hat niemand gespielt."),
        ("", "Hilfe nennt alles, was man fragen kann."),
        ("weather", "Hilfe nennt alles, was man fragen kann."),
    ],
)  # fmt: skip
def test_answers(memory, query, answer):
    assert Wording("de").answer(query, memory) == answer


def test_since_tells_what_the_seat_has_lost():
    setup = Fact("setup", 0.0, {"position": "A:20,y,y,y B:17,y,y,y"})
    memory = known(told([setup, move("B", "3", "17-20", "A:y,y,y,y B:20,y,y,y")]))
    assert Wording("de").answer("since A", memory) == (
        "B zieht drei, noch einundsechzig bis zum Haus; schlägt A. A hat dabei eine Kugel verloren.")  # fmt: skip


def test_the_last_play_is_told_with_its_victims():
    setup = Fact("setup", 0.0, {"position": "A:20,y,y,y B:17,y,y,y"})
    facts = told([setup, move("B", "3", "17-20", "A:y,y,y,y B:20,y,y,y")])
    assert Wording("de").answer("last", known(facts[:1])) == "Noch wurde nichts gespielt."
    memory = known(facts)
    assert Wording("de").answer("last", memory).endswith("A verliert eine Kugel, fünfundvierzig vor dem Haus.")


@pytest.mark.parametrize("query", ["position", "pieces A", "home A", "hole 5", "between A", "since A"])
def test_before_the_position_is_known(query):
    assert Wording("de").answer(query, Memory()) == "Die Stellung ist noch nicht bekannt."


def test_a_position_of_which_no_pieces_were_told_is_not_described():
    memory = Memory(position="a1=w53 e1=wK e9=bK w")
    assert Wording("en").answer("position", memory) == "The position is not known yet."


def test_a_ring_of_six_seats():
    position = "A:95,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:64*,y,y,y F:y,y,y,y"
    memory = Memory(position=position, table=Table(standing(position)))
    assert Wording("en").answer("hole 95", memory) == "A stands on 95, two from home."


def test_when_it_is_nobodys_turn_and_when_it_is_won():
    assert Wording("de").answer("turn", Memory()) == "Noch ist niemand dran."
    assert Wording("de").answer("turn", Memory(turn="A", won=("B", "D"))) == "B und D haben gewonnen."
