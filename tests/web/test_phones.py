"""What phones may do in each role, and that no role ever receives a hand."""

import asyncio
import json
import random

import pytest
from starlette.testclient import TestClient

from companion.cli.publish import Publisher
from companion.cli.tables import new_session
from companion.cli.texts import worded, worded_state
from companion.inputs import Hello, OccupancyFrame, Said
from companion.sensing.said import parse_said
from companion.session.snapshot import snapshot
from companion.speech.desk import SpeechDesk
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from companion.web.app import create_app
from companion.web.deps import WebDeps
from companion.web.errors import Refused
from companion.web.phones import Phones
from companion.web.push import Hub
from engine.tac.board.holes import LAYOUT
from engine.tac.moves.situation import Setup
from engine.tac.players.lot import RandomPlayer
from engine.tac.players.match import play_game
from engine.tac.record.notation import Deal, Play, Swap
from hardware.geometry import load_board

PLAYING = ("card A 7", "answer 05-12", "done", "takeback", "hand A 1,2", "correct 05-12", "language en", "stop")
LOOKING = ("ask position", "again")
RULING = ("game tac basic duel", "set A:y,y,y,y", "overrule play-on", "overrule board", "overrule sensor 05")
EXPECTED = {"look": LOOKING, "play": LOOKING + PLAYING, "rule": LOOKING + PLAYING + RULING}


def is_refused(phones, text, address="1.1.1.1"):
    try:
        phones.check(parse_said(text), address)
    except Refused as refused:
        return (refused.status, refused.body["code"]) == (403, "not-for-phones")
    return False


@pytest.mark.parametrize("role", EXPECTED)
@pytest.mark.parametrize("text", LOOKING + PLAYING + RULING)
def test_what_each_role_may_say(role, text):
    assert is_refused(Phones(role, tuple), text) == (text not in EXPECTED[role])


def test_a_way_out_that_was_offered_may_be_taken_and_no_other():
    offered = []
    phones = Phones("play", lambda: offered)
    assert is_refused(phones, "overrule board")
    offered.append("overrule board")
    assert not is_refused(phones, "overrule board")
    assert is_refused(phones, "overrule play-on")
    assert is_refused(Phones("look", lambda: offered), "overrule board")


def test_a_hand_is_told_by_the_phone_of_its_seat_alone():
    phones = Phones("play", tuple)
    phones.told(parse_said("hand A 1,2"), "1.1.1.1")
    assert not is_refused(phones, "hand A 3", "1.1.1.1")
    assert is_refused(phones, "hand A 3", "2.2.2.2")
    assert is_refused(phones, "hand B 3", "1.1.1.1")
    assert not is_refused(phones, "hand B 3", "2.2.2.2")
    assert not is_refused(Phones("rule", tuple), "hand B 3", "1.1.1.1")


@pytest.mark.parametrize(("role", "status"), [("look", 403), ("play", 200), ("rule", 200)])
def test_hands_on_the_virtual_table(small_table, role, status):
    deps = small_table.deps()
    client = TestClient(create_app(WebDeps(deps.geometry, deps.snapshot, deps.events_since, deps.submit, deps.table,
                                           phones=role)))  # fmt: skip
    place = next(index for index, colour in enumerate(small_table.snapshot()["places"]) if colour)
    answer = client.post("/api/table/lift", json={"index": place})
    assert answer.status_code == status
    assert (small_table.snapshot()["places"][place] == "") == (status == 200)
    assert client.post("/api/say", json={"text": "card B 7"}).status_code == status


# -- no hand gets out -------------------------------------------------------------------------------------------------


PARTNER = dict(zip("ABCD", "CDAB", strict=True))


def steps(seed, deck="basic"):
    """A game of the built-in players: hands, then plays with the picture after them."""
    found = []

    def watch(state, event):
        if isinstance(event, Deal):
            dealt.update({seat: list(hand) for seat, hand in event.hands.items()})
        elif isinstance(event, Swap):
            for seat, card in event.given.items():
                dealt[seat].remove(card)
                dealt[PARTNER[seat]].append(card)
            found.append({seat: tuple(hand) for seat, hand in dealt.items()})
        elif isinstance(event, Play):
            found.append((event, state.picture))

    dealt = {}
    setup = Setup("teams", deck)
    play_game(setup, dict.fromkeys(setup.seating.seats, RandomPlayer()), random.Random(seed), "D", watch=watch)
    return found


class Evening:
    """A table without wood and clock; what every page of it receives, byte for byte."""

    def __init__(self, role="play", deck="basic"):
        self.deck = deck
        self.session, self.wording, self.t, self.events = new_session(), Wording("en"), 0.0, []
        self.received = b""
        self.publisher = Publisher(None)
        self.publisher.wire(lambda fact, number: self.events.append(fact.event(number)))
        self.desk = SpeechDesk(self.wording, SilentVoice(), lambda fact: self.publisher.publish([fact]))
        self.publisher.wire(self.desk.hear)
        self.hub = Hub(WebDeps(load_board(), self.state, self.since, lambda *_: None, phones=role))
        self.hub.run = "this run"
        self.publisher.wire(self.hub.listen)
        self.page = self.hub.join(0, "")

    def since(self, number):
        return [one for one in self.events if one["n"] > number]

    def state(self):
        return worded_state(snapshot(self.session), self.wording)

    async def take(self, value):
        self.publisher.publish(worded(self.session.take(value), self.wording))
        await self.tell()

    async def tell(self):
        self.page.wake()
        self.received += json.dumps(await self.page.news()).encode()

    async def wait(self, seconds):
        self.t += seconds
        self.publisher.publish(worded(self.session.tick(self.t), self.wording))

    async def play(self, plays, are_hands_told):
        await self.take(Said(0.0, f"game tac {self.deck} teams first=A"))
        await self.take(Hello(0.0, "b", "1", "tac64", (1 << 96) - 1))
        await self.take(OccupancyFrame(0.0, occupied(LAYOUT, self.session.state.picture)))
        await self.wait(3.0)
        for one in plays:
            if isinstance(one, dict):
                if are_hands_told:
                    for seat, hand in one.items():
                        self.publisher.publish(self.session.take(Said(self.t, f"hand {seat} {','.join(hand)}")))
            else:
                await self._play(*one)

    async def _play(self, play, picture):
        await self.take(Said(self.t, f"card {play.seat} {play.card}"))
        await self.wait(0.5)
        before, holes = self.session.state.picture, len(LAYOUT.holes)
        lifted = "".join(old if old == new else "." for old, new in zip(before[:holes], picture, strict=False))
        await self.take(OccupancyFrame(self.t, occupied(LAYOUT, lifted + before[holes:])))
        await self.wait(0.5)
        await self.take(OccupancyFrame(self.t, occupied(LAYOUT, picture)))
        await self.wait(4.0)
        if (question := self.state()["question"]) is not None:
            assert play.action in [choice["action"] for choice in question["choices"]]
            await self.take(Said(self.t, f"answer {play.action}"))
        elif self.state()["card"] is not None:
            await self.take(Said(self.t, "done"))


@pytest.mark.parametrize(("seed", "role", "deck"), [(1, "play", "basic"), (4, "look", "basic"), (2, "rule", "master")])
def test_everybody_receives_the_same_bytes_whether_hands_are_known_or_not(seed, role, deck):
    """Over deals and deals: what nobody may know makes no difference to what pages, events and voice tell anybody."""
    plays = steps(seed, deck)[:90]
    received = []
    for are_hands_told in (False, True):

        async def story(are_hands_told=are_hands_told):
            evening = Evening(role, deck)
            await evening.play(plays, are_hands_told)
            assert evening.session.table.ply > 50
            return evening

        evening = asyncio.run(story())
        received.append(evening.received + json.dumps(evening.events).encode())
        if are_hands_told:
            hands = [fact for fact in plays if isinstance(fact, dict)]
            assert len(hands) > 2
    assert received[0] == received[1]
    assert len(received[0]) > 50_000
