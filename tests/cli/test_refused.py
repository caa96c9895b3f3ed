"""A command line that cannot be used is said aloud at the table, in its language, and printed in one line."""

import argparse
import os
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from command import COMMAND

sys.path.append(str(Path(__file__).parents[1] / "speech"))

from null_sink import NullSink, missing

from companion.cli import BadInput, aloud, main
from companion.cli.live import LiveTable
from companion.cli.refused import tell
from companion.inputs import Said
from companion.speech.voices import SilentVoice
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.tac.board.holes import LAYOUT


@pytest.fixture
def said(monkeypatch):
    """What is said aloud, with its language."""
    texts = []

    class Heard(SilentVoice):
        def start(self, text, language, earcon=None):
            texts.append((language, text))
            return super().start(text, language, earcon)

    monkeypatch.setattr(aloud, "voice_of", lambda *args, **more: Heard())
    return texts


@pytest.mark.parametrize(("words", "language", "told"), [
    ("run --speech-rate 7", "de", "Die Angabe speech rate stimmt nicht, so kann ich nicht beginnen."),
    ("run --dance --language fr", "fr", "L'option dance n'est pas bonne, je ne peux pas commencer ainsi."),
    ("run --language=en --language tlh", "en", "The option language is wrong, I cannot start like that."),
    ("run --names Z=Anna --language en", "en", "The option names is wrong, I cannot start like that."),
    ("run --no-http --position foo", "de", "Die Angabe position stimmt nicht, so kann ich nicht beginnen."),
    ("run --audio hw:1 --audio hw:2 --language en", "en", "The option audio is wrong, I cannot start like that."),
    ("learn --seat Z --language en", "en", "The option seat is wrong, I cannot start like that."),
    ("demo --speed 0", "de", "Die Angabe speed stimmt nicht, so kann ich nicht beginnen."),
    ("run --board serial:nowhere --no-http", "de", "Ich finde kein Brett. Bitte das Kabel prüfen."),
    ("calibrate find --port /nowhere", "de", "Ich finde kein Brett. Bitte das Kabel prüfen."),
    ("calibrate wiring --profile p --board serial:/none", "de", "Ich finde kein Brett. Bitte das Kabel prüfen."),
    ("calibrate wiring", "de", "Die Angabe profile stimmt nicht, so kann ich nicht beginnen."),
])  # fmt: skip
def test_what_cannot_be_used_is_said(words, language, told, said, capsys):
    assert main(words.split()) == 2
    assert said == [(language, told)]
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_profile_for_another_board_is_said(said, tmp_path):
    path = tmp_path / "p.json"
    path.write_text('{"format": "tastkreis-profile", "version": 1, "board": "other", "layout": "tac64"}')
    with closing(VirtualBoard(VirtualTable(LAYOUT), "this")) as board:
        board.plug()
        words = ["--board", f"serial:{board.port}", "--profile", str(path), "--language", "en"]
        for command in (["calibrate", "wiring"], ["calibrate", "cards", "--deck", "basic"], ["run", "--no-http"]):
            said.clear()
            assert main([*command, *words]) == 2
            assert said == [("en", "The profile belongs to another board.")]


def test_what_names_no_option_is_said_too(said):
    tell(BadInput("the sky is blue"), ["--language", "fr"])
    assert said == [("fr", "Je ne peux pas commencer ainsi.")]


@pytest.mark.parametrize("words", [
    "run --speech none --names Z=Anna", "run --speech print --names Z=Anna", "run --board trace:none.trace",
    "demo --clock fast --speed 0", "replay --dance",
])  # fmt: skip
def test_nobody_is_told_where_nobody_sits(words, said, capsys):
    assert main(words.split()) == 2
    assert said == []
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_game_that_goes_on_says_it_in_its_language(said):
    options = argparse.Namespace(language="en", speech="pyttsx3", audio=[], board=["virtual"])
    tell(BadInput("--tags: no such file"), options)
    assert said == [("en", "The option tags is wrong, I cannot start like that.")]


@pytest.mark.parametrize(("words", "spoken"), [
    (["run", "--no-http", "--language", "en"], [("fr", "Une panne m'arrête, je dois terminer.")]),
    (["run", "--no-http", "--language", "en", "--speech", "none"], []),
])  # fmt: skip
def test_a_fault_that_ends_the_table_is_said_in_the_language_that_it_speaks_now(words, spoken, said, capsys,
                                                                               monkeypatch):  # fmt: skip
    def fails(table):
        assert threading.excepthook is not threading.__excepthook__, "nobody would hear of a thread that has ended"
        table.grant(Said(1.0, "language fr"))
        raise ZeroDivisionError

    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    monkeypatch.setattr(LiveTable, "run", fails)
    assert main(words) == 70
    assert said == spoken
    assert "a fault in the program: ZeroDivisionError" in capsys.readouterr().err.splitlines()[-1]


def test_it_is_heard_at_a_loudspeaker():
    if lacking := missing():
        pytest.skip(f"not installed: {lacking}")
    sink = NullSink()
    begun = sink.chunks[-1][0]
    process = subprocess.Popen([COMMAND, "run", "--speech-rate", "7"], env={**os.environ, **sink.environment},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        assert sink.first_sound_after(begun) > begun
    finally:
        process.kill()
        process.wait()
        sink.close()


def test_without_sound_it_is_one_line(tmp_path):
    (tmp_path / "asound.conf").write_text("pcm.!default { type hw card 77 }\n", encoding="utf-8")
    env = {**os.environ, "ALSA_CONFIG_PATH": str(tmp_path / "asound.conf"), "PULSE_SERVER": f"unix:{tmp_path}/nobody"}
    done = subprocess.run([COMMAND, "run", "--speech-rate", "7"], env=env, capture_output=True, text=True, check=False,
                          timeout=120)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "tastkreis run: --speech-rate: rate cannot be '7'; wanted: 80 to 450\n"


@pytest.mark.parametrize(("language", "sentence"), [
    ("de", "In der Datei des Bretts oder der Karten stimmt etwas nicht, und zwar bei 04A1."),
    ("en", "Something is wrong in the file of the board or of the cards, namely at 04A1."),
    ("fr", "Il y a une erreur dans le fichier du plateau ou des cartes, à savoir à 04A1."),
])  # fmt: skip
def test_a_tag_told_for_two_cards_is_said_and_nothing_is_written(language, sentence, said, tmp_path, capsys):
    tags = tmp_path / "t.json"
    tags.write_text('{"04A1": "7", "04a1": "8"}')
    for words in ("run --no-http", f"calibrate cards --profile {tmp_path / 'new'}"):
        said.clear()
        assert main([*words.split(), "--tags", str(tags), "--language", language]) == 2
        assert said == [(language, sentence)]
        assert "04A1: told twice, as '7' and as '8'" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]
