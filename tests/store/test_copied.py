"""The copy of a log in memory: all of it, small, and never more than so much."""

import pytest

from companion.facts import Fact
from companion.store import copied
from companion.store.copied import Copy

GAME = Fact("game", 0.0, {"game": "tac", "settings": {"first": "A"}})
ODD = [GAME, Fact("move", 0.1 + 0.2, {"position": "Ü\n\u2028\ud800", "cells": [1, None, True]}), Fact("lift", 2.0, {})]


def moves(count):
    return [Fact("move", float(n), {"seat": "ABCD"[n % 4], "action": f"{n % 64}-{n * 7 % 64}"}) for n in range(count)]


def test_facts_come_back_as_they_were():
    copy = Copy(ODD[:1])
    copy.add(ODD[1:2])
    assert list(copy) == ODD[:2]
    copy.add(ODD[2:])
    assert (list(copy), len(copy)) == (ODD, 3)


def test_many_facts_need_little():
    copy = Copy(moves(20_000))
    assert list(copy) == moves(20_000)
    assert copy.packed_bytes < 30 * 20_000


@pytest.mark.parametrize("most", [1, 2000, 50_000])
def test_a_copy_is_bounded_and_the_present_game_goes_on(most, monkeypatch):
    monkeypatch.setattr(copied, "MOST_BYTES", most)
    copy = Copy([GAME, *moves(2000)])
    for number in range(30):
        copy.add([Fact("lift", float(number), {"cell": f"{number}"}) for number in range(200)])
        if number == 20:
            copy.add([GAME, *moves(50)])
    facts = list(copy)
    assert len(facts) == len(copy)
    last = max(number for number, fact in enumerate(facts) if fact.kind == "game")
    assert [fact for fact in facts[last:] if fact.kind != "lift"] == [GAME, *moves(50)]
    assert copy.packed_bytes <= max(most, 2 * 2000) + 2000
