"""The protocol of incidents: each broken rule with its evidence and how it was ruled."""

import pytest

from companion.facts import Fact
from companion.store.incidents import incidents_of


def fact(kind, t, **data):
    return Fact(kind, t, data)


def violation(t, rule="T3.6", text="Not allowed."):
    return fact("violation", t, rule=rule, seat="B", text=text, cells=["05"])


SETUP = fact("setup", 0.0, position="P0")


def move(t, position):
    return fact("move", t, seat="A", card="1", action="Ay-00", position=position)


def test_a_quiet_game_has_none():
    assert incidents_of([SETUP, move(1.0, "P1"), fact("lift", 2.0, cell="05"), fact("won", 9.0, seats=["A"])]) == []


def test_an_incident_holds_the_evidence():
    facts = [SETUP, fact("lift", 0.5, cell="00"), move(1.0, "P1"), fact("lift", 2.0, cell="05"),
             fact("place", 2.5, cell="09"), violation(4.0), fact("corrected", 6.0, position="P1")]  # fmt: skip
    (one,) = incidents_of(facts)
    assert (one.t, one.ply, one.rule, one.seat, one.cells, one.position) == (4.0, 1, "T3.6", "B", ("05",), "P1")
    assert one.trail == ((2.0, "lift", "05"), (2.5, "place", "09"))
    assert (one.ruling, one.ruled_at) == ("corrected", 6.0)
    assert one.as_json()["ruling"] == "the board was put right"
    assert one.as_json()["trail"] == [[2.0, "lift", "05"], [2.5, "place", "09"]]


def test_news_of_an_open_incident_belong_to_it():
    facts = [SETUP, violation(1.0), fact("disturbed", 2.0, differences=[]), violation(3.0, "T3.1"),
             fact("corrected", 4.0, position="P0"), violation(5.0, "T3.3")]  # fmt: skip
    assert [(one.t, one.rule, one.ruling) for one in incidents_of(facts)] == [
        (1.0, "T3.6", "corrected"),
        (5.0, "T3.3", "open"),
    ]


def test_a_disturbed_board_names_its_cells():
    differences = [{"cell": "05", "expected": "A", "observed": "empty"}]
    (one,) = incidents_of([SETUP, fact("disturbed", 1.0, differences=differences)])
    assert one.cells == ("05",)
    assert one.rule == ""
    assert one.as_json()["rule"] is None
    assert one.text


@pytest.mark.parametrize(
    ("kind", "more", "ruling"),
    [("takeback", {}, "taken back"), ("ruling", {"ruling": "play-on"}, "play went on"), ("won", {}, "ended"),
     ("ruling", {"ruling": "board"}, "the board was right"), ("ruling", {"ruling": "set"}, "position was set"),
     ("corrected", {}, "put right"), ("setup", {}, "from what stood there"), ("revised", {}, "mistaken")],
)  # fmt: skip
def test_every_ruling_is_told(kind, more, ruling):
    (one,) = incidents_of([SETUP, violation(1.0), fact(kind, 2.0, position="P0", **more)])
    assert ruling in one.as_json()["ruling"]


def test_a_note_of_the_table_ends_no_incident():
    (one,) = incidents_of([SETUP, violation(1.0), fact("ruling", 2.0, ruling="sensor 05", position="P0")])
    assert one.ruling == "open"


def test_what_is_only_told_is_over_at_once_and_swallows_nothing():
    proof = fact("violation", 1.0, rule="T3.3", seat="B", text="", cells=[], key="shown-later", facts={}, repair=[])
    facts = [SETUP, proof, violation(2.0), proof, fact("corrected", 3.0, position="P0")]
    assert [(one.t, one.ruling, one.ruled_at) for one in incidents_of(facts)] == [
        (1.0, "told", 1.0), (2.0, "corrected", 3.0), (1.0, "told", 1.0)]  # fmt: skip


def test_the_replay_begins_three_plays_before():
    facts = [SETUP, *[move(float(t), f"P{t}") for t in range(1, 6)], violation(7.0)]
    (one,) = incidents_of(facts)
    assert facts[one.first].t == 3.0
    assert facts[one.last] == facts[-1]
