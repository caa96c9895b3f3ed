"""The driver behind pyttsx3's own front: what the stock driver gets wrong is right here."""

import threading
import wave

import pytest
from null_sink import once, wait_until

from companion.speech import espeak_driver


@pytest.fixture
def engine(sink):
    pyttsx3 = pytest.importorskip("pyttsx3")
    made = pyttsx3.init(espeak_driver.register())
    yield made
    made.proxy._driver.destroy()
    from pyttsx3 import _activeEngines

    _activeEngines.pop(espeak_driver.NAME, None)


@pytest.fixture
def events(engine):
    seen = []
    engine.connect("started-utterance", lambda name: seen.append(("started", name)))
    engine.connect("finished-utterance", lambda name, completed: seen.append(("finished", name, completed)))
    engine.connect("error", lambda name, exception: seen.append(("error", name)))
    return seen


def test_run_and_wait_waits_every_time(engine, events, sink):
    for name in ("one", "two"):
        began = sink.chunks[-1][0]
        engine.say("Eins, zwei.", name)
        engine.runAndWait()
        assert sink.chunks[-1][0] - began > 0.8
        assert sink.first_sound_after(began)
    assert events == [(what, name, *rest) for name in ("one", "two")
                      for what, rest in (("started", ()), ("finished", (True,)))]  # fmt: skip


def test_two_texts_before_one_run_are_both_said(engine, events):
    engine.say("Eins.", "one")
    engine.say("Zwei.", "two")
    engine.runAndWait()
    assert events == [("started", "one"), ("finished", "one", True), ("started", "two"), ("finished", "two", True)]


def test_stop_from_another_thread_ends_the_run_and_the_sound(engine, events, sink):
    assert once(lambda: is_ended_at_once(engine, events, sink))
    events.clear()
    engine.say("Weiter.", "next")
    engine.runAndWait()
    assert events == [("started", "next"), ("finished", "next", True)]


def is_ended_at_once(engine, events, sink):
    """Whether run and sound end at once when they are stopped."""
    events.clear()
    stopped = []

    def stop():
        sink.first_sound_after(began)
        engine.stop()
        stopped.append(sink.chunks[-1][0])

    began = sink.chunks[-1][0]
    other = threading.Thread(target=stop)
    other.start()
    engine.say("Das ist ein langer Satz, der noch lange nicht zu Ende ist, weil er nicht zu Ende sein soll.", "long")
    engine.runAndWait()
    other.join()
    ended = sink.chunks[-1][0]
    sink.listen(0.4)
    assert events == [("started", "long"), ("finished", "long", False)]
    return ended - stopped[0] < 2.0 and sink.last_sound() < stopped[0] + 1.0


def test_stop_drops_what_is_queued(engine, events):
    engine.startLoop(False)
    engine.iterate()
    engine.say("Eins, zwei, drei, vier.", "one")
    engine.say("Zwei.", "two")
    engine.stop()
    engine.endLoop()
    assert events == [("started", "one"), ("finished", "one", False)]


def test_a_loop_of_ones_own(engine, events):
    engine.startLoop(False)
    engine.say("Eins.", "one")

    def is_said():
        engine.iterate()
        return len(events) == 2

    wait_until(is_said)
    engine.endLoop()
    assert events == [("started", "one"), ("finished", "one", True)]


def test_a_file_is_whole_and_later_texts_are_heard(engine, events, sink, tmp_path):
    engine.save_to_file("Eins, zwei, drei.", str(tmp_path / "x.wav"), "file")
    engine.say("Vier.", "aloud")
    began = sink.chunks[-1][0]
    engine.runAndWait()
    with wave.open(str(tmp_path / "x.wav")) as file:
        assert file.getnframes() / file.getframerate() > 0.8
    assert sink.first_sound_after(began)
    assert events[-1] == ("finished", "aloud", True)


def test_properties(engine):
    engine.runAndWait()
    engine.setProperty("rate", 10_000)
    engine.setProperty("volume", 0.5)
    engine.setProperty("voice", "fr-fr")
    assert [engine.getProperty(name) for name in ("rate", "volume", "voice")] == [450, 0.5, "fr-fr"]
    assert [voice.id for voice in engine.getProperty("voices")] == ["de", "en-gb", "fr-fr"]
    with pytest.raises(KeyError):
        engine.getProperty("mood")


def test_a_missing_device_is_an_error_event(no_sound_device):
    import pyttsx3

    engine = pyttsx3.Engine(espeak_driver.register())
    seen = []
    engine.connect("error", lambda name, exception: seen.append(str(exception)))
    engine.connect("finished-utterance", lambda name, completed: seen.append(completed))
    engine.say("Eins.")
    engine.runAndWait()
    engine.proxy._driver.destroy()
    assert "audio open error" in seen[0]
    assert seen[1:] == [False]
