"""Over whole games of TacTiki nobody learns a rank that did not fight: evenings that differ in such ranks are alike.

Both sides tell their set-up in private. Then the same hands play twice, with two ranks of one side changed for each
other in between. Wherever the ranks that fought are the same, all that anybody can get hold of must be the same.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from game_table import GameTable

from companion.cli.incidents import _told
from companion.cli.report import is_public
from companion.cli.texts import worded, worded_state
from companion.facts import KINDS, seen
from companion.session.snapshot import snapshot
from companion.speech.wording import Wording
from companion.store.incidents import incidents_of

ACTIONS = 60
SIDES = ("T", "K")
WORDING = Wording("en", colours={"T": "TAC", "K": "TIKI"})


def ranks_of(seed: int) -> dict[str, list[str]]:
    """What each side has on its start squares, in any order."""
    lot, found = Random(f"ranks {seed}"), {}
    for side in SIDES:
        found[side] = list("1122334455")
        lot.shuffle(found[side])
    return found


def evening(ranks: dict[str, list[str]], seed: int, words: str) -> GameTable:
    """One game by hands that do not look at ranks."""
    table, lot = GameTable("tactiki", words), Random(seed)
    table.say(*(f"hand {side} {','.join(ranks[side])}" for side in SIDES))
    for _ in range(ACTIONS):
        options = sorted(table.game.options(table.session.state, ""), key=lambda one: one.action)
        if not options or table.phase == "won":
            break
        option, ply = lot.choice(options), len(table.told("move"))
        before, after = table.session.state.picture, option.picture
        table.touch(*(cell for cell, was, now in zip(table.layout.holes, before, after, strict=True) if was != now))
        table.rest(7)
        if len(table.told("move")) == ply and table.phase != "question":
            table.say("done")
        if table.phase == "question":
            table.say(f"answer {option.action}")
        assert len(table.told("move")) > ply
    assert len(table.told("move")) > ACTIONS // 2
    assert not table.told("violation")
    return table


def fought(table: GameTable) -> list[tuple[object, str]]:
    """The ranks that were shown, attack by attack; those of one that is not over stand behind its position."""
    return [(fact.data.get("cards"), str(fact.data["position"]).partition(" fight:")[2]) for fact in table.told("move")]


def public(table: GameTable) -> str:
    """Everything that anybody but a side itself can get hold of: events, report, protocol and page."""
    facts = worded(table.facts, WORDING, table.game)
    events = [fact.event(0) for fact in facts if fact.kind in KINDS]
    report = [seen(fact.data) for fact in facts if is_public(fact.kind, fact.data)]
    protocol = [(one.as_json(), _told(WORDING, n, one, 64)) for n, one in enumerate(incidents_of(facts), 1)]
    return json.dumps([events, report, protocol, worded_state(snapshot(table.session), WORDING)])


@pytest.mark.parametrize("words", ["", "aid"])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_learns_a_rank_that_did_not_fight(seed: int, words: str) -> None:
    ranks, lot = ranks_of(seed), Random(f"changes {seed}")
    table = evening(ranks, seed, words)
    assert any(cards for cards, _ in fought(table))
    compared = 0
    for _ in range(12):
        side = lot.choice(SIDES)
        one, other = lot.sample(range(10), 2)
        changed = {**ranks, side: list(ranks[side])}
        changed[side][one], changed[side][other] = ranks[side][other], ranks[side][one]
        if changed == ranks:
            continue
        second = evening(changed, seed, words)
        if fought(second) == fought(table):
            assert public(second) == public(table), (side, one, other)
            compared += 1
    assert compared
