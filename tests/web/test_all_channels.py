"""The same news for all at the same time: loudspeaker, page and events; and no byte of a hand but in its own ear."""

import argparse
import asyncio
import json
import threading

import pytest
from test_phones import Evening, steps

from companion.cli import run
from companion.cli.opening import opened
from companion.cli.private import Refused, SeatReaders, Swaps, givers_of, usable
from companion.cli.stopping import Stopping
from companion.cli.tables import new_session
from companion.inputs import Button, Cable, CardTag, Said
from companion.speech.desk import SpeechDesk
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording
from companion.web.public import public_event

SECRET = ("tac", "trickster", "12", "12", "4")


class Heard(SilentVoice):
    """A voice that keeps what was heard of it."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def start(self, text, language, earcon=None):
        if text:
            self.texts.append(text)
        return super().start(text, language, earcon)


class Channels(Evening):
    """An evening with a loudspeaker and an ear whose words are kept, beside pages and events."""

    def __init__(self, role="play", deck="basic"):
        super().__init__(role, deck)
        self.loud, self.ear = Heard(), Heard()
        self.desk = SpeechDesk(self.wording, self.loud, lambda fact: self.publisher.publish([fact]),
                               ears={"A": self.ear})  # fmt: skip
        self.publisher._listeners[1] = self.desk.hear


@pytest.mark.parametrize(("seed", "deck"), [(1, "basic"), (7, "basic"), (2, "master")])
def test_every_channel_tells_the_same_in_the_same_moment(seed, deck):
    plays = steps(seed, deck)[:70]

    async def story():
        evening = Channels(deck=deck)
        await evening.play(plays, are_hands_told=True)
        return evening

    evening = asyncio.run(story())
    spoken = [event for event in evening.events if event["type"] == "speech" and event["spoken"] == "started"]
    assert evening.loud.texts == [event["text"] for event in spoken if event["private"] is None]
    assert len(evening.loud.texts) > 60
    shown = [public_event(event) for event in evening.events]
    assert [one for one in shown if one["type"] == "speech" and one["spoken"] == "started"] == spoken
    for number, event in enumerate(evening.events):
        if event["type"] in ("violation", "question", "won"):
            later = [one["t"] for one in evening.events[number:] if one["type"] == "speech"]
            assert min(later) - event["t"] <= 0.05, event


@pytest.fixture
def table(tmp_path):
    """A running table with an ear at A and readers at the seats that show hands."""
    parser = argparse.ArgumentParser()
    run.configure(parser)
    events = tmp_path / "events.jsonl"
    args = parser.parse_args(["--no-http", "--speech", "none", "--seat-readers", "hand", "--language", "en",
                              "--events", str(events)])  # fmt: skip
    with Stopping() as args.stopping, opened(args, "virtual", "") as live:
        ear = Heard()
        live.desk._desk._ears["A"] = live.desk._desk._ear(ear)
        thread = threading.Thread(target=live.run)
        thread.start()
        assert live.wait_for(lambda state: state.get("phase") == "play", 60)
        live.ear, live.written = ear, events
        yield live
        live.stop()
        thread.join()


def until(is_so):
    pause = threading.Event()
    for _ in range(6000):
        if is_so():
            return True
        pause.wait(0.01)
    return False


def public(live):
    """All that anybody but the seat can get hold of."""
    return json.dumps([live.events_since(0), dict(live.state)]) + live.written.read_text("utf-8")


def test_a_hand_read_at_the_seat_is_heard_there_and_nowhere_else(table):
    before = table.state
    for number, card in enumerate(SECRET):
        table.deliver(CardTag(1.0, "A", f"A{number}", card))
        table.deliver(CardTag(1.0, "A", "-", None))
    assert until(lambda: any(text.startswith("Your cards:") for text in table.ear.texts)), table.ear.texts
    assert table.ear.texts[:2] == ["TAC.", "Trickster."]
    assert sorted(table.hands["A"]) == sorted(SECRET)
    table.submit("ask can black", "button")
    assert until(lambda: table.ear.texts[-1] == "None of your cards can be used, you discard one."), table.ear.texts
    table.submit("hand C 1,2,3,5,6", "button")
    table.submit("swap A tac", "button")
    assert until(lambda: table.ear.texts[-1] == "Noted, your new card is still to come.")
    table.submit("swap C 1", "button")
    assert until(lambda: "one" in table.ear.texts[-1]), table.ear.texts
    assert sorted(table.hands["A"]) == sorted(("1", *SECRET[1:]))
    assert sorted(table.hands["C"]) == sorted(("tac", "2", "3", "5", "6"))
    table.submit("ask can A", "button")
    assert until(lambda: table.ear.texts[-1] == "You can play one. Not Trickster, twelve and four."), table.ear.texts
    told = public(table)
    for word in ("TAC.", "Your cards", "You can play", "None of your cards", "your new card", "A0"):
        assert word not in told
    assert {key: table.state[key] for key in before if key != "is_speaking"} == {
        key: before[key] for key in before if key != "is_speaking"}  # fmt: skip


def test_who_has_no_ear_is_told_nothing_aloud(table):
    table.submit("hand B 1,1,2,3,5", "button")
    table.submit("ask can B", "button")
    assert until(lambda: any("only in the ear" in event.get("text", "") for event in table.events_since(0)))
    with pytest.raises(ValueError, match="not in the hand that was told"):
        table.submit("swap B tac", "button")
    assert "Kept" not in public(table)


def test_a_reader_counts_each_card_once():
    readers = SeatReaders()
    assert readers.read("A", "t1", "7", 2) is None
    assert readers.read("A", "t1", "7", 2) is None
    assert readers.read("B", "t9", "1", 2) is None
    assert readers.read("A", "t2", "7", 2) == ("7", "7")
    assert readers.read("A", "t3", "1", 2) is None


def test_a_duel_has_no_swap():
    session = new_session()
    session.take(Said(0.0, "game tac basic duel first=A"))
    assert givers_of(session) == {}
    assert usable(session, {"A": ("1", "5")}, "A") == {"1": True, "5": False}
    assert usable(session, {"C": ("1",)}, "C") is None
    with pytest.raises(Refused):
        Swaps().give(session, {"A": ("1",)}, "A", "1")


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_words_of_a_seat_alone(language):
    wording = Wording(language)
    assert wording.usable({"1": True, "5": False}).count(".") == 2
    assert len({wording.usable(None), wording.usable({"5": False}), wording.usable({"1": True})}) == 3


@pytest.mark.parametrize("asked", ["ask turn", "turn", "ask status", "button 0"])
def test_a_question_is_answered_while_the_table_reads_a_hard_picture(table, monkeypatch, asked):
    loud = Heard()
    table.desk._desk._loud._voice = loud
    begun, may_end, take = threading.Event(), threading.Event(), table.session.take

    def thinking(value):
        begun.set()
        assert may_end.wait(60)
        return take(value)

    monkeypatch.setattr(table.session, "take", thinking)
    table.deliver(Cable(table.clock(), True, "virtual"))
    assert begun.wait(60)
    told = len(loud.texts)
    kind, _, name = asked.partition(" ")
    if kind == "button":
        table.deliver(Button(table.clock(), name, True))
    else:
        threading.Thread(target=table.submit, args=(asked, "button"), daemon=True).start()
    wanted = "Rate 175." if "status" in asked else "Black to play"
    assert until(lambda: any(wanted in text for text in loud.texts[told:])), loud.texts
    may_end.set()
    table.submit("done", "button")  # what came before it is done by then, by the table and by the voice
    is_through = threading.Event()
    table.desk._jobs.put(is_through.set)
    assert is_through.wait(60)
    assert sum(wanted in text for text in loud.texts[told:]) == 1, (told, loud.texts)
