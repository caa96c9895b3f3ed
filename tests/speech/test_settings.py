"""How the table sounds: what people say to change it, what is kept, and what is refused."""

import argparse

import pytest

from companion.cli.speech_options import add_speech_options
from companion.facts import Fact
from companion.speech.desk import SpeechDesk
from companion.speech.errors import BadSetting
from companion.speech.live import LiveDesk
from companion.speech.settings import NAMES, Earcons, Settings, Style
from companion.speech.utterance import Earcon
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording


class Listening(SilentVoice):
    """Keeps what it was asked to say, and how."""

    def __init__(self):
        super().__init__()
        self.said = []

    def start(self, text, language, earcon=None):
        self.said.append((text, earcon, self._settings.rate(language)))
        return 0.0

    def has_voice(self, name):
        return name in ("de", "de+f3")


@pytest.fixture
def heard():
    return Listening()


@pytest.fixture
def desk(heard):
    return SpeechDesk(Wording("de"), heard, lambda fact: None)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [("rate 220", "rate", 220), ("faster", "rate", 200), ("slower", "rate", 150), ("pitch 7", "pitch", 7),
     ("lower", "pitch", 40), ("quieter", "volume", 90), ("volume 0", "volume", 0), ("lead 300", "lead", 300),
     ("style short", "style", "short"), ("earcons only", "earcons", "only"),
     ("VOICE de_DE-klaus", "voice", "de_DE-klaus")],
)  # fmt: skip
def test_what_people_say(text, name, value):
    settings, changed = Settings().said(text, "de")
    assert (changed, settings.get(name, "de")) == (name, value)


def test_rate_pitch_and_voice_belong_to_one_language():
    settings, _ = Settings().said("rate en 300", "de")
    assert (settings.get("rate", "de"), settings.get("rate", "en")) == (175, 300)
    settings, _ = settings.said("rate 90", "de")
    assert (settings.get("rate", "de"), settings.get("rate", "en")) == (90, 300)


def test_steps_end_at_the_limits():
    settings = Settings()
    for _ in range(40):
        settings, _ = settings.said("faster", "de")
    assert settings.get("rate", "de") == 450
    assert settings.said("louder", "de")[0].get("volume", "de") == 100


@pytest.mark.parametrize("text", ["rate 9999", "rate -1", "rate fast", "style loud", "mood 7", "volume 101",
                                  "voice ../x", "rate 1 2 3", "earcons maybe", "rate ²"])  # fmt: skip
def test_what_cannot_be_is_refused_with_what_can(text):
    with pytest.raises(BadSetting, match=r"wanted: \S"):
        Settings().said(text, "de")


def test_what_is_kept_is_read_again():
    settings = Settings()
    for text in ("rate en 300", "rate 90", "voice de+f3", "volume 50", "lead 200", "style short", "earcons off"):
        settings, _ = settings.said(text, "de")
    assert Settings().read(settings.kept()) == settings
    assert Settings().read({"rates": {"de": "x", "xx": 3}, "style": 7, "volume": None, "more": 1}) == Settings()


def test_it_says_what_it_is_now_in_the_new_manner(desk, heard):
    desk.obey("speech rate 200", 0.0)
    assert heard.said == [("Tempo 200.", None, 200)]
    desk.tick(1.0)
    desk.obey("speech style short", 1.0)
    desk.tick(2.0)
    desk.obey("speech rate", 2.0)
    assert [text for text, _, _ in heard.said[1:]] == ["Ansage kurz.", "Tempo 200."]
    assert desk.settings.style is Style.SHORT


def test_a_voice_that_is_not_there_is_refused_and_the_old_one_stays(desk):
    desk.obey("speech voice de+f3", 0.0)
    with pytest.raises(BadSetting):
        desk.obey("speech voice de+f9", 1.0)
    assert desk.settings.get("voice", "de") == "de+f3"


def test_a_voice_is_named_in_any_case(desk, heard):
    desk.obey("speech voice DE+F3", 0.0)
    assert desk.settings.get("voice", "de") == "de+f3"
    heard.has_voice = lambda name: name == "de_DE-klaus"
    desk.obey("speech voice de_DE-klaus", 1.0)
    assert desk.settings.get("voice", "de") == "de_DE-klaus"


def test_the_live_desk_refuses_at_once_and_knows_its_settings(heard):
    desk = LiveDesk(SpeechDesk(Wording("de"), heard, lambda fact: None), lambda: 0.0)
    desk.obey("speech rate 300", 0.0)
    assert desk.settings.get("rate", "de") == 300
    with pytest.raises(BadSetting):
        desk.obey("speech rate 3000", 0.0)
    desk.close()
    assert heard.said[0][2] == 300


TURN = Fact("turn", 0.0, {"seat": "B", "round": 2, "deal": 1})


@pytest.mark.parametrize(
    ("earcons", "said"),
    [(Earcons.ON, ("Rot ist dran.", Earcon.TURN)), (Earcons.OFF, ("Rot ist dran.", None)),
     (Earcons.ONLY, ("", Earcon.TURN))],
)  # fmt: skip
def test_sounds_before_the_words_or_instead_of_them(heard, earcons, said):
    emitted = []
    settings = Settings(earcons=earcons, style=Style.FULL)
    desk = SpeechDesk(Wording("de", None, {"B": "red"}), heard, emitted.append, settings=settings)
    desk.hear(TURN)
    desk.tick(1.0)
    assert heard.said[0][:2] == said
    assert emitted[0].data["text"] == "Rot ist dran.", "who reads along knows what the sound means"


def test_what_has_to_be_put_right_is_told_in_words_even_so(heard):
    desk = SpeechDesk(Wording("de"), heard, lambda fact: None, settings=Settings(earcons=Earcons.ONLY))
    desk.hear(Fact("disturbed", 0.0, {"differences": [{"cell": "05", "expected": "A", "observed": "empty"}]}))
    assert heard.said[0][0].startswith("Das Brett stimmt nicht")


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_setting_and_refusal_has_its_sentence(language):
    wording = Wording(language)
    for name in NAMES:
        assert wording.setting(name, Settings())
        assert wording.phrase.has(f"setting.name_{name}")
    for text in ("rate 9999", "style loud", "mood 7", "voice !"):
        with pytest.raises(BadSetting) as caught:
            Settings().said(text, language)
        said = wording.refusal(caught.value)
        assert said != wording.refusal(ValueError("anything"))
        assert "{" not in said


@pytest.mark.parametrize("option", ["--speech-style", "--earcons"])
def test_a_word_that_is_no_choice_is_answered_with_those_there_are(option, capsys):
    parser = argparse.ArgumentParser()
    add_speech_options(parser)
    with pytest.raises(SystemExit):
        parser.parse_args([option, "shrt"])
    said = capsys.readouterr().err
    assert "<" not in said.rpartition("error:")[2]
    assert "'shrt'" in said
