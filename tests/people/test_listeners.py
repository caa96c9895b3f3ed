"""People who hear: what they do about what the companion says, and how it is counted."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from companion.facts import Fact
from companion.virtual.hands import occupied
from engine.tac.board.holes import LAYOUT
from tests.people.hand import Board
from tests.people.listeners import Ears, Ledger, Listeners, play
from tests.people.truth import Eyes
from tests.people.world import World

START = "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
FULL = (1 << LAYOUT.size) - 1


@cache
def evening(ears: Ears) -> Listeners:
    return play(0, ears, "normal", limit=70, slips=0.15)


@pytest.mark.parametrize("ears", ["obedient", "deaf", "muddled"])
def test_the_table_gets_out_of_its_mistakes(ears: Ears) -> None:
    found = evening(ears)
    assert found.plies == len(found.night.plies) == 70
    assert not found.is_stuck
    assert found.ledger.open is None
    assert found.ledger.position == found.night.plies[-1].option.position
    guilty = [trouble for trouble in found.ledger.closed if trouble.cause == "guilty"]
    assert len(guilty) >= 2
    assert max(trouble.sentences for trouble in guilty) <= 2


def test_who_does_not_listen_takes_longer_and_who_gets_it_wrong_hears_it_again() -> None:
    took = {ears: [t.took_s for t in evening(ears).ledger.closed] for ears in ("obedient", "deaf")}
    assert max(took["obedient"]) < 10 < min(took["deaf"])
    assert max(trouble.sentences for trouble in evening("muddled").ledger.closed) <= 2


def test_two_questions_in_a_row_that_nobody_answers_for_three_turns() -> None:
    found = play(1600000375, "stoic", "clumsy", "three-double", "basic", limit=88)
    assert found.plies == 88
    assert not found.is_stuck
    assert found.ledger.position == found.night.plies[-1].option.position
    # Nobody but they has answered: a hole that a hopping piece passes says nothing.
    assert found.ledger.facts["answer"] == 1


def heard(*facts: tuple[str, dict[str, object]], cause: str = "innocent", truth: str = START) -> Ledger:
    """A ledger that has heard these facts, one a second."""
    ledger = Ledger(cause=cause, truth={truth})
    for t, (kind, data) in enumerate(facts):
        ledger.hear(Fact(kind, float(t), data))
    return ledger


def test_a_trouble_lasts_until_play_goes_on_where_it_should() -> None:
    named = ("violation", {"text": "no"})
    wrong = ("move", {"position": "A:01,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"})
    right = ("corrected", {"position": START})
    ledger = heard(named, ("disturbed", {"differences": []}), wrong, right, named)
    assert [(t.kind, t.sentences, t.took_s) for t in ledger.closed] == [("violation", 2, 3.0)]
    assert ledger.open is not None
    assert ledger.open.t == 4.0


def test_who_was_to_blame_is_noted_at_the_first_sentence() -> None:
    for cause in ("innocent", "guilty", "bound"):
        ledger = heard(("violation", {"text": "no"}), ("corrected", {"position": START}), cause=cause)
        assert [trouble.cause for trouble in ledger.closed] == [cause]
    faulty = Ledger(is_faulty=True)
    faulty.hear(Fact("disturbed", 1.0, {"differences": []}))
    assert faulty.open is not None
    assert faulty.open.cause == "bound"


def test_a_question_is_answered_with_what_was_played_turns_ago() -> None:
    ledger = Ledger()
    plies = evening("obedient").night.plies
    moved = next(ply for ply in plies if ply.option.picture != ply.before)
    other = next(ply for ply in plies if ply.card != moved.card)
    ledger.recent = [(other, False), (moved, True)]
    choice = {"card": moved.card, "action": moved.option.action}
    ledger.hear(Fact("question", 1.0, {"text": "?", "choices": [choice], "ply": moved.n}))
    assert ledger.names(moved) == moved.option.action
    assert ledger.names(other) == ""
    assert ledger.open is not None
    assert ledger.open.cause == "bound"


def world() -> tuple[World, list[Fact]]:
    """A table at which a game has begun."""
    facts: list[Fact] = []
    filled = occupied(LAYOUT, "." * len(LAYOUT.holes) + "4444")
    pieces = {i: LAYOUT.cell(i)[0] for i in range(LAYOUT.size) if filled >> i & 1}
    found = World(Board(LAYOUT, Eyes(LAYOUT, FULL), pieces), FULL, facts.append, Random(1))
    found.begin("game tac basic teams first=A")
    return found, facts


def test_hands_and_words_reach_the_companion_in_their_own_time() -> None:
    table, facts = world()
    table.advance(2.0)
    assert "setup" in [fact.kind for fact in facts]
    table.lay("13")
    table.board.lift(3.0, 80)
    table.board.put(3.5, 0, "A")
    assert table.advance(9.0, lambda: any(fact.kind == "move" for fact in facts))
    move = next(fact for fact in facts if fact.kind == "move")
    assert (move.data["card"], move.data["action"]) == ("13", "Ay-00")
    lift = next(fact for fact in facts if fact.kind == "lift")
    assert 3.02 <= lift.t <= 3.03
    assert table.t < 5.0
    assert table.say("answer 05-12") or "answer" not in [fact.kind for fact in facts]
    assert "unknown verb" in table.say("dance")


def test_a_sensor_that_fails_tells_the_contrary() -> None:
    table, facts = world()
    table.advance(2.0)
    table.stuck[7] = True
    table.advance(9.0, lambda: any(fact.kind in ("disturbed", "violation") for fact in facts))
    assert [fact.data["cell"] for fact in facts if fact.kind == "place"] == ["07"]
