"""From the session to the world: the log first, then the state, then everybody in order."""

import json

import pytest

from companion.cli.live import EVENTS_KEPT
from companion.cli.publish import EventsFile, Publisher, RecentEvents
from companion.facts import Fact
from companion.store.log import Log, read_games
from companion.web.push import FIRST_SIGHT

GAME = Fact("game", 0.0, {"game": "tac", "settings": {}, "rules": {}})
TURN = Fact("turn", 0.1234567, {"seat": "A", "round": 1, "deal": 1})


def test_nobody_hears_what_is_not_in_the_log(tmp_path):
    with Log(tmp_path / "evening.db", "now") as log:
        publisher, order = Publisher(log), []
        append = log.append
        log.append = lambda facts: (append(facts), order.append("log"))
        publisher.wire(lambda fact, number: order.append(f"first {number}"))
        publisher.wire(lambda fact, number: order.append(f"second {number}"))
        publisher.after_each(lambda: order.append("after"))
        publisher.publish([GAME, TURN, TURN], lambda: order.append("state"))
    assert order == ["log", "state", "first 1", "second 1", "first 2", "second 2", "after"]
    assert read_games(tmp_path / "evening.db") == [[GAME, TURN, TURN]]


def test_numbers_count_events_without_gaps():
    heard, publisher = [], Publisher(None)
    publisher.wire(lambda fact, number: heard.append((fact.kind, number)))
    publisher.publish([GAME, TURN])
    publisher.publish([])
    publisher.publish([Fact("unseen", 0.0, {"cells": []}), TURN])
    assert heard == [("turn", 1), ("turn", 2)]


def test_the_state_is_renewed_without_a_fact_too():
    called = []
    Publisher(None).publish([], lambda: called.append(True))
    assert called == [True]


def unheard(what, line):
    raise AssertionError(line)


def test_events_are_lines_of_json(tmp_path):
    file = EventsFile(str(tmp_path / "events.jsonl"), unheard)
    file.hear(TURN, 7)
    file.close()
    (line,) = (tmp_path / "events.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line) == {"t": 0.123, "n": 7, "type": "turn", "seat": "A", "round": 1, "deal": 1}


def test_events_go_to_standard_output(capfd):
    file = EventsFile("-", unheard)
    file.hear(TURN, 1)
    file.close()
    assert json.loads(capfd.readouterr().out)["n"] == 1


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(OSError):
        EventsFile(str(tmp_path / "none" / "events.jsonl"), unheard)


def test_the_newest_events_are_kept_for_pages_that_were_away():
    events = RecentEvents(3)
    for number in range(1, 6):
        events.hear(Fact("lift", float(number), {"cell": "Ü"}), number)
    assert [event["n"] for event in events.since(0)] == [3, 4, 5]
    assert events.since(4) == [{"t": 5.0, "n": 5, "type": "lift", "cell": "Ü"}]


def test_no_more_events_are_kept_than_a_page_is_sent():
    assert FIRST_SIGHT <= EVENTS_KEPT < 2 * FIRST_SIGHT
