"""Sound devices by name: one for the table, one in each ear; one that vanishes and comes back is noticed within 2 s."""

import subprocess
import threading
import time

import pytest
from null_sink import LOUD, once, wait_until

from companion.speech import presence
from companion.speech.choice import ear, open_voice
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.presence import Presence
from companion.speech.settings import VoiceSettings
from companion.speech.voices import Progress, SilentVoice
from companion.speech.wording import Wording

LONG = "Eine Kugel und noch eine Kugel und noch eine Kugel. " * 3


class Sink:
    """A second sink of the tests' sound server, plugged in and pulled."""

    def __init__(self, name):
        self.name, self._module = name, ""

    def _pactl(self, *words):
        return subprocess.run(["pactl", *words], check=True, capture_output=True, text=True).stdout.strip()

    def plug(self):
        self._module = self._pactl("load-module", "module-null-sink", f"sink_name={self.name}", "rate=22050")

    def pull(self):
        self._pactl("unload-module", self._module)

    def is_playing(self):
        number = next((line.split()[0] for line in self._pactl("list", "short", "sinks").splitlines()
                       if line.split()[1] == self.name), None)  # fmt: skip
        return any(line.split()[1] == number for line in self._pactl("list", "short", "sink-inputs").splitlines())


@pytest.fixture
def ear_sink(sink):
    one = Sink("ear")
    one.plug()
    yield one
    for line in one._pactl("list", "short", "modules").splitlines():
        if "sink_name=ear" in line:
            one._pactl("unload-module", line.split()[0])


def ended(voice):
    wait_until(lambda: voice.poll() is not Progress.SPEAKING)
    return voice.poll()


def test_the_table_speaks_where_it_is_told_to(ear_sink):
    voice = open_voice("pyttsx3", print, print, VoiceSettings(device="pulse:ear"))
    voice.start(LONG, "de")
    wait_until(ear_sink.is_playing)
    voice.cut()
    voice.close()


def test_what_is_for_one_seat_is_heard_in_its_ear_alone(sink, ear_sink):
    facts = []
    loud, own = (open_voice("pyttsx3", print, print), ear("pulse:ear", VoiceSettings(), print))
    desk = LiveDesk(SpeechDesk(Wording("de"), loud, facts.append, ears={"B": own}), time.monotonic)
    began = time.monotonic()
    desk.say("Deine Hand: sieben, TAC.", began, private="B", is_asked=True)
    wait_until(ear_sink.is_playing)
    wait_until(lambda: [fact.data["spoken"] for fact in facts] == ["started", "finished"])
    assert {fact.data["private"] for fact in facts} == {"B"}
    sink.listen(0.1)
    desk.close()
    assert (sink.last_sound() or 0.0) < began, "not a sample over the loudspeaker"


def test_an_ear_that_is_not_there_is_told_and_heard_nowhere_else(sink):
    told = []
    voice = ear("pulse:nobody", VoiceSettings(), told.append)
    began = sink.chunks[-1][0]
    voice.start("Deine Hand: sieben.", "de")
    ended(voice)
    sink.listen(0.3)
    voice.close()
    assert (sink.last_sound() or 0.0) < began
    assert len(told) == 1
    assert "pulse:nobody" in told[0]


def test_a_device_that_vanishes_and_comes_back_is_noticed_in_time(ear_sink):
    # A machine that is busy may notice it later; not every time.
    assert once(lambda: max(times_to_notice(ear_sink)) < 2.0)


def times_to_notice(ear_sink):
    """So many seconds after it was pulled, and put back, it is noticed that a device has gone, and that it is back."""
    printed, told, facts = [], [], []
    voice = open_voice("pyttsx3", printed.append, told.append, VoiceSettings(device="pulse:ear"))
    desk = LiveDesk(SpeechDesk(Wording("de"), voice, facts.append), time.monotonic)
    ear_sink.pull()
    pulled = time.monotonic()
    wait_until(lambda: told)
    gone_s = time.monotonic() - pulled
    wait_until(lambda: printed == ["Der Ton ist weg."])
    ear_sink.plug()
    plugged = time.monotonic()
    wait_until(lambda: told[-1] == "there is sound again")
    back_s = time.monotonic() - plugged
    wait_until(ear_sink.is_playing)
    desk.close()
    return gone_s, back_s


def test_a_device_that_vanishes_in_mid_sentence_is_told_and_the_sound_goes_nowhere_else(sink, ear_sink):
    printed, told, facts = [], [], []
    voice = open_voice("pyttsx3", printed.append, told.append, VoiceSettings(device="pulse:ear"))
    desk = LiveDesk(SpeechDesk(Wording("de"), voice, facts.append), time.monotonic)
    desk.say(LONG, time.monotonic())
    wait_until(ear_sink.is_playing)
    ear_sink.pull()
    wait_until(lambda: LONG in printed)
    assert told[0].startswith("no sound, speech is printed instead")
    sink.listen(0.3)
    before = len(sink.chunks)
    sink.listen(0.5)
    assert max(loud for _, loud in sink.chunks[before:]) < LOUD, "the server had moved it to another loudspeaker"
    desk.close()


def test_a_card_that_is_pulled_is_looked_for_at_once(no_sound_device, tmp_path):
    cards, now = tmp_path / "cards", [0.0]
    cards.write_text(" 0 [Headphones]")
    watch = Presence("plughw:77", lambda: now[0], cards)
    assert [watch.look(False) for _ in range(3)] == [None] * 3, "nothing is tried while nothing has changed"
    cards.write_text("--- no soundcards ---")
    results = []
    pause = threading.Event()
    for _ in range(200):
        now[0] += 0.1
        results.append(watch.look(False))
        if results[-1] is not None:
            break
        pause.wait(0.02)
    assert results[-1] is False
    watch.close()


def test_a_probe_that_hangs_means_no_sound(monkeypatch, tmp_path):
    now = [0.0]
    monkeypatch.setattr(presence, "commands", lambda rate, device: [["sleep", "100"]])
    watch = Presence("", lambda: now[0], tmp_path / "none")
    assert watch.look(True) is None
    now[0] = presence.PATIENCE_S + 0.1
    assert watch.look(True) is False


def test_whose_ear_lost_its_sound_is_told_and_the_loudspeaker_is_not_blamed():
    class Ear(SilentVoice):
        news = ""

        def look(self):
            return self.news

    heard, one = [], Ear()
    desk = SpeechDesk(Wording("de", {"B": "Anna"}), SilentVoice(), heard.append, ears={"B": one})
    for t, one.news in enumerate(("sound_gone", "sound_back")):
        desk.look(10.0 * t)
        desk.tick(10.0 * t + 5)
    assert [fact.data["text"] for fact in heard if fact.data["spoken"] == "started"] == [
        "Der Ton im Ohr von Anna ist weg.", "Der Ton im Ohr von Anna ist wieder da."]  # fmt: skip
