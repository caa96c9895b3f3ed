"""The sound card of the tests that are heard."""

import os

import pytest
from null_sink import NullSink, missing


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
