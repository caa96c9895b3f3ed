"""One contract for every voice, and honesty where there is no sound."""

import statistics
import wave

import pytest
from null_sink import once, wait_until

from companion.speech.choice import open_voice
from companion.speech.errors import UnknownVoice, VoiceMissing
from companion.speech.fallback import FallbackVoice
from companion.speech.piper_voice import PiperVoice, model_folders, models
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.settings import VoiceSettings
from companion.speech.speechd_voice import SpeechdVoice
from companion.speech.utterance import Earcon
from companion.speech.voices import PrintVoice, Progress, SilentVoice, TimedVoice, estimate_s

TEXT = "Blau zieht sieben."


QUICK = VoiceSettings(rates={"de": 400, "en": 400, "fr": 400})
"""So that the tests are soon through."""


def ignore(line):
    return None


def piper_voice(folder):
    """Piper itself, with one model under the names of three languages; skips where either is not there."""
    pytest.importorskip("piper")
    found = next(iter(models(model_folders()).values()), None)
    if found is None:
        pytest.skip("Piper has no model")
    for name in ("de_DE-x", "en_US-x", "fr_FR-x"):
        (folder / f"{name}.onnx").symlink_to(found)
        (folder / f"{name}.onnx.json").symlink_to(f"{found}.json")
    return PiperVoice(QUICK, [folder])


@pytest.fixture(params=["timed", "silent", "print", "pyttsx3", "fallback", "speechd", "piper"])
def voice(request):
    if request.param in ("pyttsx3", "fallback", "piper"):
        request.getfixturevalue("sink")
    if request.param == "speechd":
        request.getfixturevalue("speech_dispatcher")
    made = {
        "timed": TimedVoice,
        "silent": SilentVoice,
        "print": lambda: PrintVoice(ignore),
        "pyttsx3": lambda: Pyttsx3Voice(QUICK),
        "fallback": lambda: FallbackVoice(Pyttsx3Voice(QUICK), PrintVoice(ignore), ignore),
        "speechd": lambda: SpeechdVoice(QUICK),
        "piper": lambda: piper_voice(request.getfixturevalue("tmp_path")),
    }[request.param]()
    yield made
    made.close()


def say_to_the_end(voice, text, language="de"):
    voice.start(text, language)
    wait_until(lambda: voice.poll() is not Progress.SPEAKING)
    return voice.poll()


def test_says_one_after_the_other_to_the_end(voice):
    assert [say_to_the_end(voice, text) for text in ("Eins.", "Zwei.")] == [Progress.FINISHED] * 2


def test_cut_is_over_at_once_and_the_next_goes(voice):
    assert voice.start(TEXT * 5, "de", Earcon.ASKED) >= 0
    voice.cut()
    assert voice.poll() is not Progress.SPEAKING
    assert say_to_the_end(voice, "Drei.") is Progress.FINISHED


def test_a_sound_without_words_is_said_to_its_end(voice):
    voice.start("", "de", Earcon.STEP)
    wait_until(lambda: voice.poll() is not Progress.SPEAKING)
    assert voice.poll() is Progress.FINISHED


def test_cut_with_nothing_said_is_harmless(voice):
    voice.cut()
    voice.cut()
    assert voice.poll() is not Progress.SPEAKING


def test_a_start_while_speaking_replaces_what_is_said(voice):
    voice.start(TEXT * 5, "de")
    assert say_to_the_end(voice, "Zwei.") is Progress.FINISHED


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_speaks_every_language(voice, language):
    assert say_to_the_end(voice, "TAC.", language) is Progress.FINISHED


def test_takes_as_long_as_its_sound(sink):
    assert once(lambda: is_heard_meanwhile(sink))


def is_heard_meanwhile(sink):
    """Whether the sound is to be heard while the voice speaks."""
    voice, began = Pyttsx3Voice(), sink.chunks[-1][0]
    voice.start(TEXT, "de")
    wait_until(lambda: voice.poll() is not Progress.SPEAKING)
    ended = sink.chunks[-1][0]
    voice.close()
    assert voice.poll() is Progress.FINISHED
    assert ended - began > 0.8
    return sink.first_sound_after(began) < ended


def test_sound_starts_and_cut_silences_it(sink):
    assert once(lambda: is_silenced(sink))


def is_silenced(sink):
    """Whether a sentence that was cut is silent at once."""
    voice = Pyttsx3Voice()
    voice.start(TEXT * 5, "de")
    began = sink.first_sound_after(sink.chunks[-1][0])
    voice.cut()
    cut = sink.chunks[-1][0]
    sink.listen(0.4)
    voice.close()
    return began <= sink.last_sound() < cut + 1.0


def test_no_sound_device_is_never_a_success(no_sound_device):
    voice = Pyttsx3Voice()
    assert say_to_the_end(voice, TEXT) is Progress.FAILED
    assert "usual sound device does not play" in voice.trouble
    assert "audio open error" in voice.trouble
    assert "alsa-utils" not in voice.trouble, "what is installed is not to blame"
    voice.close()


def test_no_player_is_said_with_its_package(sink, monkeypatch):
    voice = Pyttsx3Voice()
    monkeypatch.setenv("PATH", "/nonexistent")
    assert say_to_the_end(voice, TEXT) is Progress.FAILED
    assert "alsa-utils" in voice.trouble
    voice.close()


def test_a_sound_that_is_swallowed_is_no_success(sink, tmp_path, monkeypatch):
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type null }\n", encoding="utf-8")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(config))
    voice = Pyttsx3Voice()
    assert say_to_the_end(voice, TEXT) is Progress.FAILED
    voice.close()


def test_without_sound_it_says_so_once_and_prints(no_sound_device):
    printed, notes = [], []
    voice = open_voice("pyttsx3", printed.append, notes.append)
    for text in ("Eins.", "Zwei."):
        assert say_to_the_end(voice, text) is Progress.FINISHED
    voice.close()
    assert printed == ["Eins.", "Zwei."]
    assert len(notes) == 1
    assert "audio open error" in notes[0]


def test_without_a_synthesizer_it_says_so_once_and_prints(monkeypatch):
    from companion.speech import espeak

    monkeypatch.setattr(espeak.Synthesizer, "_shared", [])
    monkeypatch.setattr(espeak, "LIBRARIES", ("libnothing.so",))
    monkeypatch.setitem(__import__("sys").modules, "espeakng_loader", None)
    printed, notes = [], []
    voice = open_voice("pyttsx3", printed.append, notes.append)
    voice.start(TEXT, "de")
    assert (printed, len(notes)) == ([TEXT], 1)
    assert "package espeak-ng" in notes[0]


class Loose(SilentVoice):
    """A voice whose loudspeaker comes and goes."""

    is_timed = False
    trouble = "unplugged"

    def __init__(self):
        super().__init__()
        self.is_plugged = True

    def poll(self):
        return Progress.FINISHED if self.is_plugged else Progress.FAILED


def test_a_loudspeaker_that_comes_back_is_used_again_and_each_loss_is_told_once():
    first, printed, notes = Loose(), [], []
    voice = FallbackVoice(first, PrintVoice(printed.append), notes.append, "no sound")
    for number, first.is_plugged in enumerate([True, False, False, True, False]):
        assert say_to_the_end(voice, f"text {number}") is Progress.FINISHED
    assert printed == ["text 1", "text 2", "text 4"]
    assert notes == ["no sound: unplugged"] * 2


def test_the_reserve_has_no_reserve():
    class Mute(SilentVoice):
        def start(self, text, language, earcon=None):
            raise VoiceMissing("mute", "x")

    voice = FallbackVoice(Mute(), Mute(), ignore)
    with pytest.raises(VoiceMissing):
        voice.start(TEXT, "de")


def test_two_voices_share_the_synthesizer(sink, tmp_path):
    one, other = Pyttsx3Voice(QUICK), Pyttsx3Voice(QUICK)
    one.start(TEXT * 3, "de")
    assert say_to_the_end(other, "Zwei.") is Progress.FINISHED
    wait_until(lambda: one.poll() is not Progress.SPEAKING)
    assert one.poll() is Progress.FINISHED
    one.close()
    assert other.render("Drei.", "de", tmp_path / "x.wav") > 0.1
    other.close()


def loudness(path):
    import array

    with wave.open(str(path)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
        return file.getnframes() / file.getframerate(), (sum(x * x for x in samples) / len(samples)) ** 0.5


@pytest.mark.parametrize(("language", "text"), [("de", TEXT), ("en", "Blue moves seven."), ("fr", "Bleu joue sept.")])
def test_a_rendered_text_has_a_plausible_length_and_loudness(sink, tmp_path, language, text):
    voice = Pyttsx3Voice()
    seconds = voice.render(text, language, tmp_path / "x.wav")
    voice.close()
    length, rms = loudness(tmp_path / "x.wav")
    assert seconds == pytest.approx(length)
    assert seconds == pytest.approx(estimate_s(text), rel=0.4)
    assert 800 < rms < 12000


def ground_tone_hz(path):
    """How high the voice in a file is: the median over all loud frames, by autocorrelation."""
    with wave.open(str(path)) as file:
        rate, samples = file.getframerate() / 4, list(memoryview(file.readframes(file.getnframes())).cast("h"))[::4]
    lags = []
    for begin in range(0, len(samples) - 400, 200):
        frame = samples[begin : begin + 400]
        if sum(map(abs, frame)) / 400 > 800:
            lags.append(max(range(14, 80), key=lambda lag: sum(map(int.__mul__, frame[:-80], frame[lag : lag + 320]))))
    return rate / statistics.median(lags)


def test_the_pitch_is_settable(sink, tmp_path):
    voice = Pyttsx3Voice()
    heights = []
    for pitch in (20, 80):
        voice.tune(VoiceSettings(pitches={"de": pitch}))
        voice.render(TEXT, "de", tmp_path / "x.wav")
        heights.append(ground_tone_hz(tmp_path / "x.wav"))
    voice.close()
    assert heights[1] > heights[0] * 1.3


def test_the_volume_is_settable(sink, tmp_path):
    voice = Pyttsx3Voice()
    loud = []
    for volume in (20, 100):
        voice.tune(VoiceSettings(volume=volume))
        voice.render(TEXT, "de", tmp_path / "x.wav")
        loud.append(loudness(tmp_path / "x.wav")[1])
    voice.close()
    assert loud[0] < loud[1] / 2


def test_a_lead_of_silence_comes_first(sink, tmp_path):
    voice = Pyttsx3Voice(VoiceSettings(lead_ms=701, wav_dir=tmp_path))
    say_to_the_end(voice, "Eins.")
    voice.close()
    with wave.open(str(tmp_path / "0001-de.wav")) as file:
        samples = memoryview(file.readframes(file.getnframes())).cast("h")
        first = next(index for index, sample in enumerate(samples) if abs(sample) > 100)
    assert first / file.getframerate() >= 0.7


@pytest.mark.parametrize(("name", "is_there"), [("de", True), ("en-us", True), ("de+f3", True), ("de+zz9", False),
                                                 ("klingon", False)])  # fmt: skip
def test_a_voice_is_known_before_it_speaks(sink, name, is_there):
    voice = Pyttsx3Voice()
    assert voice.has_voice(name) is is_there
    voice.close()


def test_the_rate_is_settable_by_language(sink, tmp_path):
    voice = Pyttsx3Voice(VoiceSettings(rates={"de": 350}))
    fast, slow = (voice.render(TEXT * 3, language, tmp_path / "x.wav") for language in ("de", "fr"))
    voice.close()
    assert fast < slow * 0.75


def test_the_letter_a_is_no_article(sink, tmp_path):
    voice = Pyttsx3Voice()
    assert voice._spelled("A's marble: A, not Anna or a.", "en") == "A's marble: Eigh, not Anna or a."
    assert voice._spelled("A ist dran.", "de") == "A ist dran."
    voice.close()


def test_a_voice_that_is_not_there_cannot_be_rendered(sink, tmp_path):
    voice = Pyttsx3Voice(VoiceSettings(voices={"de": "xx-nothing"}))
    with pytest.raises(VoiceMissing, match="xx-nothing"):
        voice.render(TEXT, "de", tmp_path / "x.wav")
    voice.close()


@pytest.mark.parametrize("name", ["print", "pyttsx3"])
def test_every_utterance_is_kept_as_a_file_even_a_cut_one(sink, tmp_path, name):
    voice = open_voice(name, ignore, ignore, VoiceSettings(wav_dir=tmp_path / "said"))
    voice.start(TEXT * 3, "de")
    voice.cut()
    say_to_the_end(voice, "Two.", "en")
    voice.close()
    names = ["0001-de.wav", "0002-en.wav"]
    assert sorted(path.name for path in (tmp_path / "said").iterdir()) == names
    lengths = [loudness(tmp_path / "said" / file)[0] for file in names]
    assert lengths[0] > 2.5 > lengths[1]


def test_an_unknown_voice_is_refused_by_name():
    with pytest.raises(UnknownVoice, match=r"'flite'.*pyttsx3, speechd, piper, print, none, timed"):
        open_voice("flite", ignore, ignore)


@pytest.mark.parametrize(("name", "kind"), [("print", PrintVoice), ("none", SilentVoice), ("timed", TimedVoice)])
def test_voices_by_name(name, kind):
    assert type(open_voice(name, ignore, ignore)) is kind


def test_the_estimate_grows_with_text_and_falls_with_rate():
    assert estimate_s("a") < estimate_s("a, b.") < estimate_s("a, b. Und noch mehr.")
    assert estimate_s(TEXT, 350) == pytest.approx(estimate_s(TEXT) / 2, abs=0.002)
