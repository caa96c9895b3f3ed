"""What the voice of a table hears and says besides the events: sensors, buttons, a game that goes on."""

import json
import threading
import time

import pytest
from command import tastkreis

from companion.cli.tables import new_session
from companion.cli.voice import tell_asides
from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.voices import SilentVoice, TimedVoice
from companion.speech.wording import Wording
from companion.store.log import Log, read_games
from firmware import wire

SIZE = 96
FULL = (1 << SIZE) - 1


def duel():
    """The picture at the start of a duel, in wire order."""
    picture = 0
    for index in (*range(80, 84), *range(88, 92)):
        picture |= 1 << index
    return picture


class Trace:
    """Writes a trace, a line at a time."""

    def __init__(self, path):
        self.path, self._lines, self._seq = path, [], 0

    def board(self, t, kind, *fields):
        line = wire.encode(kind, self._seq, int(t * 1000), fields).rstrip(b"\r\n")
        self._seq += 1
        self._lines.append(b"%.3f %s" % (t, line))
        return self

    def hello(self, t, mask=FULL):
        return self.board(t, "HELLO", wire.PROTOCOL, "board", "1.0.0", "tac64", wire.to_hex(mask, SIZE))

    def picture(self, t, occupied):
        return self.board(t, "OCC", wire.to_hex(occupied, SIZE))

    def said(self, t, text):
        self._lines.append(f"{t:.3f} >{text}".encode())
        return self

    def write(self):
        self.path.write_bytes(b"\n".join(self._lines) + b"\n")
        return self.path


def events_of(trace, tmp_path, *options):
    path = tmp_path / "events.jsonl"
    done = tastkreis("run", "--board", f"trace:{trace.write()}", "--events", path, "--language", "en", *options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def said_in(events):
    return [event["text"] for event in events if event["type"] == "speech" and event["spoken"] == "started"]


@pytest.fixture
def trace(tmp_path):
    return Trace(tmp_path / "evening.trace").said(0.0, "game tac basic duel first=A")


def test_a_sensor_that_fails_is_told_once_and_again_when_it_works(trace, tmp_path):
    trace.hello(0.5).picture(0.6, duel())
    for t in (8.0, 9.0, 20.0):
        trace.board(t, "FAULT", "stuck-on" if t < 20 else "clear", "5").picture(t + 0.5, duel())
    said = said_in(events_of(trace.picture(30.0, duel()), tmp_path))
    told = [text for text in said if "sensor" in text]
    assert ["always reports a marble" in told[0], "works again" in told[1]] == [True, True]
    assert len(told) == 2
    assert not [text for text in said if "does not see" in text]


def test_places_without_sensor_are_told(trace, tmp_path):
    trace.hello(0.5, FULL & ~0b1010).picture(0.6, duel()).picture(30.0, duel())
    assert "The board does not see 1 and 3." in said_in(events_of(trace, tmp_path))


def test_buttons_of_the_voice(trace, tmp_path):
    trace.hello(0.5).picture(0.6, duel()).board(3.0, "BTN", "stop", "down").picture(12.0, duel())
    trace.board(13.0, "BTN", "again", "down").board(13.1, "BTN", "again", "up").picture(30.0, duel())
    events = events_of(trace, tmp_path)
    spoken = [(event["t"], event["text"], event["spoken"]) for event in events if event["type"] == "speech"]
    assert any(t == 3.0 and how == "cut" for t, _, how in spoken)
    assert [how for t, _, how in spoken if t == 13.0] == ["started"]


def test_any_other_button_hushes_the_voice(trace, tmp_path):
    trace.hello(0.5).picture(0.6, duel()).board(2.0, "BTN", "2", "down").picture(30.0, duel())
    events = events_of(trace, tmp_path)
    (cut,) = [e["text"] for e in events if e["type"] == "speech" and (e["t"], e["spoken"]) == (2.0, "cut")]
    assert said_in(events).count(cut) == 2, "what was hushed comes again"


def test_the_language_holds_for_what_is_part_of_events_too(trace, tmp_path):
    trace.hello(0.5).picture(0.6, duel()).said(5.0, "language de").said(6.0, "card A 2").picture(12.0, duel())
    trace.picture(12.5, duel() & ~(1 << 80) | 1).picture(20.0, duel() & ~(1 << 80) | 1)
    events = events_of(trace, tmp_path)
    assert {e["language"] for e in events if e["type"] == "speech" and e["t"] > 6} == {"de"}
    texts = [event["text"] for event in events if event["type"] == "violation"]
    assert texts
    assert not any("the" in text.split() for text in texts)


def test_names_are_spoken(trace, tmp_path):
    trace.hello(0.5).picture(0.6, duel()).picture(20.0, duel())
    said = said_in(events_of(trace, tmp_path, "--names", "A=Anna,C=Carl"))
    assert any("Anna" in text for text in said)
    assert not any("Black" in text for text in said)


def test_a_game_that_goes_on_says_where_it_stands(trace, tmp_path):
    log = tmp_path / "evening.db"
    out = duel() & ~(1 << 80) | 1
    trace.hello(0.5).picture(0.6, duel()).said(5.0, "card A 1").picture(6.0, out).picture(9.0, out)
    assert [e["action"] for e in events_of(trace, tmp_path, "--log", log) if e["type"] == "move"] == ["Ay-00"]
    again = Trace(tmp_path / "again.trace").hello(0.5).picture(0.6, out).picture(30.0, out)
    events = events_of(again, tmp_path, "--log", log)
    assert [event["position"] for event in events if event["type"] == "setup"] == ["A:00*,y,y,y C:y,y,y,y"]
    (resumed,) = [text for text in said_in(events) if text.startswith("The game goes on")]
    for part in ("Black comes out", "Green"):
        assert part in resumed
    (game,) = read_games(log)
    assert [fact.kind for fact in game].count("move") == 1
    with Log(log, "now") as found:
        assert found.last_game() == game


def test_a_trace_without_voice_gives_the_same_game(trace, tmp_path):
    out = duel() & ~(1 << 80) | 1
    trace.hello(0.5).picture(0.6, duel()).said(5.0, "card A 1").picture(6.0, out).picture(9.0, out)
    with_voice, without = (
        [{**event, "n": 0} for event in events_of(trace, tmp_path, *options) if event["type"] != "speech"]
        for options in ([], ["--speech", "none"])
    )
    assert with_voice == without


def test_a_question_told_again_is_not_said_once_it_is_answered():
    choices = [{"card": "5", "action": "05-10"}, {"card": "5", "action": "17-22"}]
    told, again = [], Fact("again", 1.0, {"choices": choices})
    desk = SpeechDesk(Wording("en"), TimedVoice(), told.append)
    tell_asides(desk, new_session(), [again])
    desk.hear(Fact("lift", 1.2, {"cell": "05"}))
    desk.hear(Fact("answer", 1.5, {"choice": {"card": "5", "action": "05-10"}, "ply": 1}))
    desk.tick(20.0)
    assert [fact.data["spoken"] for fact in told] == ["started", "cut"]


@pytest.mark.parametrize("error", [AttributeError("x"), ZeroDivisionError("x"), RecursionError("x")])
def test_the_voice_goes_on_whatever_goes_wrong_with_one_sentence(error):
    class Odd(SilentVoice):
        def start(self, text, language, earcon=None):
            if text == "odd":
                raise error
            said.append(text)
            is_through.set()
            return 0.0

    said, troubles, is_through = [], [], threading.Event()
    desk = LiveDesk(SpeechDesk(Wording("en"), Odd(), lambda fact: None), time.monotonic, troubles.append)
    desk.say("odd", 0.0)
    desk.say("Red to play.", 0.0)
    assert is_through.wait(60)
    desk.close()
    assert said == ["Red to play."]
    assert len(troubles) == 1
    assert type(error).__name__ in troubles[0]
