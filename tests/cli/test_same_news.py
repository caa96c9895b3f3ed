"""Page and voice tell the same, in the same moment: over whole games, at a table that the hands do not wait for."""

import argparse

import pytest

from companion.cli import demo
from companion.cli.clock import fast_table
from companion.cli.players import Players
from companion.cli.stopping import Stopping
from companion.speech.brief import forms
from companion.speech.memory import Memory
from companion.speech.settings import Style
from companion.virtual.rehearsal import FIRST, rehearse
from companion.web.public import public_event, public_state

GAMES = [("tac", {"deck": "basic", "variant": "teams"}, 6), ("tac", {"deck": "master", "variant": "three-free"}, 9),
         ("tac", {"deck": "basic", "variant": "duel"}, 4), ("tactik", {"variant": "two"}, 3), ("tactix", {}, 3),
         ("tacocat", {}, 3), ("tactiki", {}, 3)]  # fmt: skip
"""Whole games: which one, its settings, its seed."""
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


def evening(game, settings, seed):
    parser = argparse.ArgumentParser()
    demo.configure(parser)
    options = [word for name, value in settings.items() for word in (f"--{name}", value)]
    args = parser.parse_args(["--game", game, *options, "--clock", "fast", "--speech", "none", "--no-wait"])
    chosen, scenes = rehearse(game, settings, seed)
    args.first = chosen.get(FIRST)
    with Stopping() as args.stopping, fast_table(args, lambda table: demo._players(args, table, scenes)) as perform:
        players = perform.__closure__
        table = next(cell.cell_contents for cell in players if hasattr(cell.cell_contents, "publisher"))
        witness = Witness(table)
        witness.phrase = table.desk.wording.phrase
        assert isinstance(perform(), Players)
    return witness


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: "-".join(map(str, game)))
def witness(request):
    return evening(*request.param)


def test_a_win_is_shown_and_said_in_one_moment(witness):
    (won,) = [fact for fact in witness.facts if fact.kind == "won"]
    shown = witness.first_shown(lambda position, winner, finished: winner)
    said = witness.first_said("gewonnen", won.t)
    assert shown == won.t
    assert 0 <= said - shown <= AT_ONCE_S


def test_a_win_that_may_still_be_answered_is_told_as_that(witness):
    turns = [fact for fact in witness.facts if fact.kind == "turn" and fact.data.get("finished")]
    for turn in turns:
        seats = tuple(turn.data["finished"])
        before = [finished for t, _, _, finished in witness.shown if t < turn.t]
        shown = next(t for t, _, _, finished in witness.shown if t >= turn.t and finished == seats)
        assert before[-1] != seats, "not before: the same seats may have been undone once already"
        said = witness.first_said("fertig", turn.t)  # in many words or in few
        assert shown == turn.t
        assert 0 <= said - shown <= BEFORE_NEXT_S


def test_the_page_shows_no_play_that_the_voice_does_not_tell(witness):
    late, memory, since = [], Memory(), {}
    for fact in witness.facts:
        memory = memory.after(fact)
        if fact.kind != "move":
            continue
        shown = witness.first_shown(lambda position, *rest, fact=fact: position == fact.data["position"])
        assert shown is not None
        ways = tuple(form.rstrip(".").casefold() for form in forms(witness.phrase, memory.plays[-1], Style.FULL))
        told = [t for t, text in witness.said if t >= max(fact.t, since.get(ways, 0.0))
                and any(way in text.casefold() for way in ways)]  # fmt: skip
        assert told, (fact, ways)
        since[ways] = told[0] + 0.001
        late.append(told[0] - fact.t)
    assert sorted(late)[len(late) // 2] <= AT_ONCE_S
    assert max(late) < BEFORE_NEXT_S
