"""The sound card of the tests that are heard."""

import os
import shutil
import subprocess

import pytest
from null_sink import NullSink, missing, wait_until


@pytest.fixture(scope="session")
def null_sink():
    """A sound server that plays in real time; skips where this machine has none."""
    if lacking := missing():
        pytest.skip(f"not installed: {lacking}")
    sink = NullSink()
    yield sink
    sink.close()


@pytest.fixture
def sink(null_sink, monkeypatch):
    """The sound server, as the default device of this test."""
    for name, value in null_sink.environment.items():
        monkeypatch.setenv(name, value)
    return null_sink


@pytest.fixture
def no_sound_device(tmp_path, monkeypatch):
    """A machine without any sound device."""
    if lacking := missing():
        pytest.skip(f"not installed: {lacking}")
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type hw card 77 }\n", encoding="utf-8")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(config))
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nobody")
    return os.environ


@pytest.fixture(scope="session")
def dispatcher(null_sink, tmp_path_factory):
    """A speech-dispatcher of our own, on the tests' sound server; the environment in which it is found."""
    if shutil.which("speech-dispatcher") is None:
        pytest.skip("not installed: speech-dispatcher")
    folder = tmp_path_factory.mktemp("speechd")
    where = folder / "speechd.sock"
    environment = {**null_sink.environment, "SPEECHD_ADDRESS": f"unix_socket:{where}"}
    server = subprocess.Popen(
        ["speech-dispatcher", "-s", "-c", "unix_socket", "-S", where, "-L", folder, "-P", folder / "pid", "-t", "0"],
        env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        wait_until(where.exists)
        yield environment
    finally:
        server.terminate()
        server.wait()


@pytest.fixture
def speech_dispatcher(dispatcher, monkeypatch):
    """speech-dispatcher, as it is found by a program of this test."""
    for name, value in dispatcher.items():
        monkeypatch.setenv(name, value)
    return dispatcher
