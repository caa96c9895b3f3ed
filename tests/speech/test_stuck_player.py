"""A player that hangs does not silence the evening: it is killed and replaced, the text comes again, and it is told."""

import os
import shutil
import signal
import stat
import sys
import threading
import time

import pytest

from companion.speech import player
from companion.speech.errors import SpeechError, VoiceStuck
from companion.speech.fallback import FallbackVoice
from companion.speech.player import Player, Players
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.voices import PrintVoice, Progress

HANGS = "#!{python}\nimport time\ntime.sleep(1000)\n"
READS_AND_HANGS = "#!{python}\nimport sys, time\nsys.stdin.buffer.read()\ntime.sleep(1000)\n"
PLAYS = """#!{python}
import sys, time
began = time.monotonic()
data = sys.stdin.buffer.read()
open({heard!r}, "ab").write(data)
time.sleep(max(0.0, len(data) / 44100 - (time.monotonic() - began)))
"""
LEAVES_A_CHILD = "#!/bin/sh\n/bin/sleep 20 >/dev/null </dev/null &\n/bin/cat >/dev/null\nexit 0\n"
QUITS = "#!/bin/sh\nexit 0\n"
PATIENCE_S = 60.0


class Machine:
    """A machine with these players."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.heard = folder, folder / "heard"
        monkeypatch.setenv("PATH", str(folder))

    def install(self, name, script):
        path = self.folder / name
        path.write_text(script.format(python=sys.executable, heard=str(self.heard)))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def has_heard(self):
        return self.heard.exists() and self.heard.stat().st_size > 4000


@pytest.fixture
def machine(tmp_path, monkeypatch):
    if shutil.which("espeak-ng") is None:
        pytest.skip("not installed: espeak-ng")
    # As much as a busy machine may need to start a player that plays.
    monkeypatch.setattr(player, "MARGIN_S", 1.5)
    monkeypatch.setattr(player, "REST_S", 1000.0)
    return Machine(tmp_path, monkeypatch)


@pytest.fixture
def voice():
    """The spoken voice with the printed one in reserve; what was printed, and what was told."""
    printed, told = [], []
    try:
        spoken = Pyttsx3Voice()
    except (SpeechError, OSError) as error:
        pytest.skip(str(error))
    one = FallbackVoice(spoken, PrintVoice(printed.append), told.append)
    yield one, printed, told
    one.close()


def said(voice, text):
    """Says a text to its end; how it ended, and how long that took."""
    began, pause = time.monotonic(), threading.Event()
    voice.start(text, "en")
    while (progress := voice.poll()) is Progress.SPEAKING:
        assert time.monotonic() - began < PATIENCE_S, "it hangs"
        pause.wait(0.005)
    return progress, time.monotonic() - began


@pytest.mark.parametrize("script", [HANGS, READS_AND_HANGS])
def test_without_another_player_the_text_is_printed_and_it_is_told(machine, voice, script):
    machine.install("aplay", script)
    one, printed, told = voice
    progress, took_s = said(one, "Black moves seven.")
    assert progress is Progress.FINISHED
    assert printed == ["Black moves seven."]
    assert any("aplay hangs" in line for line in told)
    assert took_s < PATIENCE_S
    machine.install("aplay", "#!/bin/sh\n: >{heard}\n")
    said(one, "Red to play.")
    assert printed == ["Black moves seven.", "Red to play."]
    assert not machine.heard.exists(), "the player that hung is not asked again"


def test_another_player_says_the_same_text(machine, voice):
    machine.install("aplay", HANGS)
    machine.install("pacat", PLAYS)
    one, printed, told = voice
    assert said(one, "Black moves seven.")[0] is Progress.FINISHED
    assert machine.has_heard()
    assert printed == []
    assert len(told) == 1
    before = machine.heard.stat().st_size
    said(one, "Red to play.")
    assert machine.heard.stat().st_size > before
    assert len(told) == 1


@pytest.mark.parametrize("script", [LEAVES_A_CHILD, QUITS])
def test_a_player_that_ends_well_and_too_soon_was_not_heard(machine, voice, script):
    """One that starts a sound server leaves a child behind, which holds its standard error open."""
    machine.install("aplay", script)
    one, printed, told = voice
    for number in range(1, 4):
        said(one, f"{number} marbles of Black are at home, three of Red; Green and Blue wait for a one or a thirteen.")
        assert len(printed) == number
    assert len(told) == 1


def test_a_player_that_works_again_is_asked_again(machine, voice, monkeypatch):
    machine.install("aplay", HANGS)
    one, printed, _ = voice
    said(one, "Black moves seven.")
    assert printed
    machine.install("aplay", PLAYS)
    monkeypatch.setattr(player, "REST_S", 0.0)
    said(one, "Red to play.")
    assert machine.has_heard()
    assert len(printed) == 1


NO_DEVICE = "#!/bin/sh\n/bin/cat >/dev/null\necho 'audio open error: No such device' >&2\nexit 1\n"


def test_a_device_that_is_gone_and_comes_back(machine, voice):
    """A loudspeaker whose plug is pulled in the middle of the evening, and put back."""
    machine.install("aplay", PLAYS)
    one, printed, told = voice
    assert said(one, "Black to play.")[0] is Progress.FINISHED
    assert machine.has_heard()
    machine.install("aplay", NO_DEVICE)
    for text in ("Black moves seven.", "Red to play."):
        assert said(one, text)[0] is Progress.FINISHED
    assert printed == ["Black moves seven.", "Red to play."]
    assert len(told) == 1
    assert "No such device" in told[0]
    before = machine.heard.stat().st_size
    machine.install("aplay", PLAYS)
    said(one, "Red discards three.")
    assert machine.heard.stat().st_size > before
    assert len(printed) == 2


def test_a_player_that_is_killed_has_not_played(machine, voice):
    machine.install("aplay", "#!/bin/sh\necho $$ > {heard}.pid\nexec /bin/sleep 1000\n")
    one, printed, told = voice
    one.start("Black moves seven.", "en")
    pid_file, end = machine.folder / "heard.pid", time.monotonic() + PATIENCE_S
    while not (pid_file.exists() and pid_file.read_text().strip()):
        assert time.monotonic() < end
    os.kill(int(pid_file.read_text()), signal.SIGKILL)
    while one.poll() is Progress.SPEAKING:
        assert time.monotonic() < end
    assert printed == ["Black moves seven."]
    assert len(told) == 1


def test_sound_that_nobody_takes_does_not_hold_up_whoever_gives_it(machine):
    """More than a pipe holds: the write ends when the player is killed."""
    path = machine.install("aplay", HANGS)
    one = Player([str(path)], 22050)
    ended = []
    writer = threading.Thread(target=lambda: ended.append(one.write(bytes(3_000_000))))
    writer.start()
    writer.join(0.2)
    assert writer.is_alive()
    one.kill()
    writer.join(PATIENCE_S)
    assert ended == [False]


def test_players_that_hang_rest_for_a_while(machine):
    now = [0.0]
    players = Players(lambda: now[0])
    best, other = str(machine.install("aplay", HANGS)), str(machine.install("paplay", HANGS))
    assert players.command(22050)[0] == best
    players.hangs(best)
    assert players.command(22050)[0] == other
    players.hangs(other)
    with pytest.raises(VoiceStuck, match="hangs"):
        players.command(22050)
    now[0] = player.REST_S
    assert players.command(22050)[0] == best
