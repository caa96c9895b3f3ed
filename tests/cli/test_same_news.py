"""Page and voice tell the same, in the same moment: over whole games, at a table that the hands do not wait for."""

import argparse

import pytest

from companion.cli import demo
from companion.cli.clock import fast_table
from companion.cli.players import Players
from companion.cli.stopping import Stopping
from companion.virtual.rehearsal import FIRST, rehearse
from companion.web.public import public_event, public_state

GAMES = [("basic", "teams", 6), ("master", "three-free", 9), ("basic", "duel", 4)]
AT_ONCE_S = 0.03
"""News of one moment is gathered for so long."""
BEFORE_NEXT_S = 6.0


class Witness:
    """What the page shows and what the voice says, with their times."""

    def __init__(self, table):
        self.table = table
        self.shown, self.said, self.facts = [], [], []
        table.publisher.wire(self.hear)

    def hear(self, fact, number):
        event = public_event(fact.event(number))
        state = public_state(self.table.state)
        self.shown.append((fact.t, state.get("position"), tuple(state.get("winner") or ()),
                           tuple(state.get("finished") or ())))  # fmt: skip
        if fact.kind == "speech":
            if event["spoken"] == "started":
                self.said.append((fact.t, event["text"]))
        else:
            self.facts.append(fact)

    def first_shown(self, wanted):
        return next((t for t, *rest in self.shown if wanted(*rest)), None)

    def first_said(self, words, since):
        return next((t for t, text in self.said if t >= since and words in text), None)


def evening(deck, variant, seed):
    parser = argparse.ArgumentParser()
    demo.configure(parser)
    args = parser.parse_args(["--deck", deck, "--variant", variant, "--clock", "fast", "--speech", "none", "--no-wait"])
    chosen, scenes = rehearse("tac", {"variant": variant, "deck": deck}, seed)
    args.first = chosen[FIRST]
    with Stopping() as args.stopping, fast_table(args, lambda table: demo._players(args, table, scenes)) as perform:
        players = perform.__closure__
        table = next(cell.cell_contents for cell in players if hasattr(cell.cell_contents, "publisher"))
        witness = Witness(table)
        assert isinstance(perform(), Players)
    return witness


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: "-".join(map(str, game)))
def witness(request):
    return evening(*request.param)


def test_a_win_is_shown_and_said_in_one_moment(witness):
    (won,) = [fact for fact in witness.facts if fact.kind == "won"]
    shown = witness.first_shown(lambda position, winner, finished: winner)
    said = witness.first_said("gewonnen", 0.0)
    assert shown == won.t
    assert 0 <= said - shown <= AT_ONCE_S


def test_a_win_that_may_still_be_answered_is_told_as_that(witness):
    turns = [fact for fact in witness.facts if fact.kind == "turn" and fact.data.get("finished")]
    for turn in turns:
        seats = tuple(turn.data["finished"])
        shown = witness.first_shown(lambda position, winner, finished, seats=seats: finished == seats)
        said = witness.first_said("darf noch mit TAC antworten", turn.t)
        assert shown == turn.t
        assert 0 <= said - shown <= BEFORE_NEXT_S


def test_the_page_shows_no_play_that_the_voice_does_not_tell(witness):
    late = []
    for fact in (fact for fact in witness.facts if fact.kind == "move"):
        shown = witness.first_shown(lambda position, *rest, fact=fact: position == fact.data["position"])
        told = next((t for t, _ in witness.said if t >= fact.t), None)
        assert shown is not None
        late.append(told - fact.t)
    assert sorted(late)[len(late) // 2] <= AT_ONCE_S
    assert max(late) < BEFORE_NEXT_S
