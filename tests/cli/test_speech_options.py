"""The voice as the command line describes it, and as the table keeps it."""

import argparse
import json

import pytest
from command import tastkreis

from companion.cli.bad_input import BadInput
from companion.cli.live import LiveTable
from companion.cli.publish import Publisher
from companion.cli.recalled import options_fact
from companion.cli.speech_options import KEPT, add_speech_options, devices, given_options, kept_fact, settings_of
from companion.cli.voice import with_known_voices
from companion.facts import Fact
from companion.inputs import Said
from companion.session.session import Session
from companion.speech.desk import SpeechDesk
from companion.speech.settings import Settings, Style
from companion.speech.voices import SilentVoice
from companion.speech.wording import Wording
from engine.registry import at_table
from engine.registry import settings_of as game_settings


def options(*words):
    parser = argparse.ArgumentParser()
    add_speech_options(parser)
    return parser.parse_args(words)


def test_every_setting_has_its_option():
    settings = settings_of(options("--speech-rate", "200", "--speech-rate", "en=300", "--speech-pitch", "60",
                                   "--speech-volume", "80", "--speech-voice", "de+f3", "--speech-lead", "250",
                                   "--speech-style", "short", "--earcons", "off", "--audio", "plughw:1"))  # fmt: skip
    assert settings.told("de") == {"rate": 200, "pitch": 60, "volume": 80, "lead": 250, "voice": "de+f3",
                                   "style": "short", "earcons": "off", "touch": "on", "count": "on"}  # fmt: skip
    assert settings.get("rate", "en") == 300
    assert settings.voice.device == "plughw:1"


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--speech-rate", "7"), "--speech-rate: rate cannot be '7'; wanted: 80 to 450"),
     (("--speech-rate", "xx=200"), "--speech-rate 'xx=200': languages are de, en, fr"),
     (("--speech-lead", "long"), "--speech-lead: lead cannot be 'long'"),
     (("--audio", ""), "--audio '': name a sound device"),
     (("--audio", "A="), "--audio 'A=': name a sound device"),
     (("--audio", "hw:1", "--audio", "hw:2"), "one sound device for the table"),
     (("--audio", "A=hw:1", "--audio", "A=hw:2"), "one for each seat"),
     (("--audio", "hw:1", "--audio", "A=hw:1"), "a device of its own")],
)  # fmt: skip
def test_what_cannot_be_is_told_in_one_line(words, told):
    with pytest.raises(BadInput) as caught:
        settings_of(options(*words))
    assert told in str(caught.value)


def test_a_voice_that_is_not_there_is_refused_if_it_was_told_and_else_gives_way_to_the_usual_one():
    class Known(SilentVoice):
        def has_voice(self, name):
            return name != "klaus"

    told = options("--speech-voice", "en=klaus")
    with pytest.raises(BadInput, match="--speech-voice 'klaus': there is no such voice here") as caught:
        with_known_voices(told, settings_of(told), Known())
    assert caught.value.notice == "voice_none"
    kept = Settings().changed("voice", "klaus", "en").changed("voice", "de+f3", "de")
    settings = with_known_voices(options(), kept, Known())
    assert (settings.voice.voice("en"), settings.voice.voice("de")) == ("en-gb", "de+f3")


def test_devices_of_table_and_seats():
    assert devices(options("--audio", "pulse:hall", "--audio", "B=plughw:CARD=Ear,DEV=0")) == (
        "pulse:hall", {"B": "plughw:CARD=Ear,DEV=0"})  # fmt: skip


def test_a_table_keeps_its_settings():
    chosen, _ = Settings().said("style short", "de")
    log = [Fact(KEPT, 1.0, chosen.kept())]
    assert settings_of(options(), log, is_going_on=True).style is Style.SHORT
    assert settings_of(options(), log).style is Style.SHORT, "a new game sounds as the last one"
    assert settings_of(options("--speech-style", "full"), log).style is Style.FULL, "unless it is told otherwise"


def test_a_command_line_that_is_the_same_as_last_time_changes_nothing_that_was_chosen_since():
    words = ("--speech-style", "full", "--speech-rate", "210", "--speech-rate", "en=190")
    told = settings_of(options(*words))
    log = [options_fact(options(*words), {}, given_options(options(*words))), kept_fact(told, 0.0)]
    assert settings_of(options(), log, is_going_on=True) == told, "kept where nobody says it again"
    log.append(kept_fact(told.said("style short", "de")[0], 5.0))
    assert settings_of(options(*words), log, is_going_on=True).style is Style.SHORT
    other = settings_of(options("--speech-style", "normal", "--speech-rate", "250"), log, is_going_on=True)
    assert (other.style, other.voice.rate("de"), other.voice.rate("en")) == (Style.NORMAL, 250, 190)


def test_a_trace_is_spoken_as_the_table_chose(tmp_path):
    trace = tmp_path / "evening.trace"
    trace.write_text("0.000 >game tac basic duel first=A\n1.000 >speech rate 350\n5.000 >ask turn\n20.000 >ask turn\n")
    lasted = {}
    for words in ((), ("--speech-rate", "100")):
        done = tastkreis("run", "--board", f"trace:{trace}", "--events", "-", *words)
        assert done.returncode == 0, done.stderr
        said = [json.loads(line) for line in done.stdout.splitlines()]
        spoken = [(e["t"], e["text"], e["spoken"]) for e in said if e["type"] == "speech" and e["t"] >= 5]
        lasted[words] = spoken[1][0] - spoken[0][0]
        assert any(text == "Tempo 350." for text in (e.get("text") for e in said))
    assert len(set(lasted.values())) == 1, "what was said at the table goes before the option"


def test_a_setting_that_cannot_be_ends_the_trace_with_its_line(tmp_path):
    trace = tmp_path / "evening.trace"
    trace.write_text("0.000 >game tac basic duel first=A\n1.000 >speech rate 3500\n")
    done = tastkreis("run", "--board", f"trace:{trace}")
    assert done.returncode == 2
    assert "evening.trace:2: rate cannot be '3500'" in done.stderr


@pytest.mark.parametrize("text", ["speech rate 220", "speech style short", "speech earcons only", "language fr"])
def test_what_is_said_to_be_set_is_on_the_disk_already(text):
    order = []

    class Log:
        def append(self, facts):
            order.extend(fact.kind for fact in facts if fact.kind != "speech")

    class Tells(SilentVoice):
        def start(self, text, language, earcon=None):
            order.append(text)
            return super().start(text, language, earcon)

    table = LiveTable(Session({"tac": at_table("tac")}, settings_of=game_settings), Publisher(Log()), lambda: 1.0)
    table.speak_through(SpeechDesk(Wording("de"), Tells(), lambda fact: None))
    assert table.grant(Said(1.0, text, "typed")) is None
    assert order[0] in (KEPT, "language")
    assert len(order) == 2, "and it is said once"
