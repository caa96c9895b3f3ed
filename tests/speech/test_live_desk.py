"""The desk on its own thread: nobody waits for the voice, and silence comes at once."""

import itertools
import threading
import time

import pytest
from null_sink import once, wait_until

from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.errors import UnknownLanguage, UnknownQuery
from companion.speech.live import LiveDesk
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.utterance import Priority
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording

BOARD = Fact("board", 0.0, {"connected": True, "source": "board", "reason": ""})


@pytest.fixture
def clock():
    ticks = itertools.count()
    return lambda: next(ticks) * 0.001


def test_a_voice_that_blocks_holds_nobody_up(clock):
    released, heard = threading.Event(), []

    class Slow(SilentVoice):
        def start(self, text, language, earcon=None):
            assert released.wait(60)
            return 0.0

    desk = LiveDesk(SpeechDesk(Wording("de"), Slow(), heard.append), clock)
    for _ in range(50):
        desk.hear(BOARD, 1)
        desk.ask("turn", 0.0)
        desk.cut(0.0)
    assert heard == []
    released.set()
    desk.close()
    assert heard


def test_a_spoken_sentence_and_a_touch(sink):
    assert once(lambda: is_silent_at_a_touch(sink))


def is_silent_at_a_touch(sink):
    """Whether a touch silences a sentence at once, after one that was said to its end."""
    heard = []
    desk = LiveDesk(SpeechDesk(Wording("de"), Pyttsx3Voice(), heard.append), time.monotonic)
    desk.hear(Fact("board", time.monotonic(), BOARD.data))
    wait_until(lambda: len(heard) == 2)
    assert [fact.data["spoken"] for fact in heard] == ["started", "finished"]
    assert heard[1].t - heard[0].t > 0.7
    desk.hear(Fact("board", time.monotonic(), {"connected": False, "source": "board", "reason": ""}))
    sink.first_sound_after(heard[-1].t + 0.02)
    desk.hear(Fact("lift", time.monotonic(), {"cell": "05"}))
    touched = time.monotonic()
    wait_until(lambda: len(heard) == 4)
    sink.listen(0.4)
    desk.close()
    return heard[-1].data["spoken"] == "cut" and sink.last_sound() < touched + 1.0


def test_a_fact_that_cannot_be_told_does_not_end_the_voice(clock):
    heard, trouble = [], []
    desk = LiveDesk(SpeechDesk(Wording("de"), SilentVoice(), heard.append), clock, trouble.append)
    desk.hear(Fact("move", 0.0, {"seat": "A"}))
    desk.hear(Fact("won", 0.0, {"seats": ["A"]}))
    wait_until(lambda: len(heard) == 2)
    desk.close()
    assert trouble == ["the voice could not say something: KeyError: 'action'"]
    assert heard[0].data["text"] == "A hat gewonnen."


def test_language_and_sayings(clock):
    heard = []
    desk = LiveDesk(SpeechDesk(Wording("de"), SilentVoice(), heard.append), clock)
    desk.obey("language en", 0.0)
    assert desk.wording.language == "en"
    desk.hush(0.0)
    desk.obey("ask turn", 0.0)
    desk.again(0.0)
    desk.say("Hello.", 0.0, kind="greeting", priority=Priority.NEXT)
    with pytest.raises(UnknownLanguage):
        desk.obey("language nl", 0.0)
    with pytest.raises(UnknownQuery):
        desk.obey("sing", 0.0)
    assert desk.next_deadline() is None
    desk.tick(5.0)
    desk.close()
    texts = [fact.data["text"] for fact in heard if fact.data["spoken"] == "started"]
    assert texts == ["I speak English.", "It is nobody's turn yet.", "It is nobody's turn yet.", "Hello."]
