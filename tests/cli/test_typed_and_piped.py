"""What is piped in is understood as what is typed; what cannot be done is said in the table's language."""

import contextlib
import json
import os
import pty
import subprocess
import threading

import pytest
from command import COMMAND, PATIENCE_S


@contextlib.contextmanager
def asked(way, text, *options):
    """A table to which somebody says this: at a terminal, or out of a pipe that ends with it."""
    ours, theirs = pty.openpty() if way == "typed" else os.pipe()[::-1]
    table = subprocess.Popen([COMMAND, "run", "--no-http", "--speech", "print", *options], stdin=theirs,
                             stderr=subprocess.PIPE, text=True)  # fmt: skip
    os.close(theirs)
    os.write(ours, text.encode())
    if way == "piped":
        os.close(ours)
    yield table
    if way == "typed":
        os.close(ours)


@pytest.mark.parametrize("way", ["typed", "piped"])
def test_what_is_typed_or_piped_in_is_said_to_the_table(tmp_path, way):
    events = tmp_path / "events.jsonl"
    said = ("tempo 220\nhäuser\ntakeback\ndance\ndance\nhand A 1,2\nask can lila\n"
            "zwei\nsprache klingonisch\nspeech rate 9\n")  # fmt: skip
    with asked(way, said, "--events", str(events)) as table:
        try:
            pause = threading.Event()
            for _ in range(4000):
                whole = events.read_bytes().rpartition(b"\n")[0] if events.exists() else b""
                told = [json.loads(line) for line in whole.splitlines()]
                texts = [one["text"] for one in told if one["type"] == "speech" and one["spoken"] == "started"]
                if any("80 bis 450" in text for text in texts):
                    break
                pause.wait(0.02)
        finally:
            table.terminate()
            with table.stderr as stderr:
                told = stderr.read()
            assert table.wait(PATIENCE_S) == 0
    for text in ("Tempo 220.", "Es gibt nichts zurückzunehmen.",
                 "Diesen Platz gibt es nicht. Es gibt Schwarz, Rot, Grün und Blau.",
                 "Es ist nichts gefragt.", "In dieser Sprache kann ich nicht sprechen.",
                 "Diese Karten passen nicht zu dem, was gegeben und gelegt wurde.",
                 "Für das Tempo geht 80 bis 450."):  # fmt: skip
        assert text in texts
    assert texts.count("Das habe ich nicht verstanden. Hilfe nennt alles, was man fragen kann.") == 2
    assert any(text.startswith("Schwarz: niemand im Haus") for text in texts)
    for line in ("tastkreis: unknown verb: 'dance'", "tastkreis: rate cannot be '9'; wanted: 80 to 450"):
        assert line in told


def test_something_that_lies_on_the_keyboard_makes_the_table_deaf_only_while_it_lies_there():
    table = subprocess.Popen([COMMAND, "run", "--no-http", "--speech", "print", "--language", "en"],
                             stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    try:
        table.stdin.write("card A 7" + "x" * 300_000 + "\n" + "dance\n")
        table.stdin.close()
        told = []
        for line in table.stderr:
            told.append(line)
            if "unknown verb" in line:
                break
    finally:
        table.terminate()
        table.stderr.close()
        assert table.wait(PATIENCE_S) == 0
    assert sum("a line of more than" in line for line in told) == 1
    assert not any("seven" in line for line in told)
