"""The protocol of a logged evening, in one language throughout."""

import pytest
from command import tastkreis
from test_voice_of_the_table import Trace, duel

from companion.cli.incidents import _time

OUT = duel() & ~(1 << 80) | 1


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """An evening in German in which somebody played after the own turn was over, and put it right."""
    folder = tmp_path_factory.mktemp("evening")
    trace = Trace(folder / "evening.trace").said(0.0, "game tac basic duel first=A").hello(0.5).picture(0.6, duel())
    trace.said(5.0, "card A 2").picture(6.0, duel() & ~(1 << 80)).picture(6.5, OUT).picture(20.0, OUT)
    trace.picture(21.0, duel() & ~(1 << 80)).picture(21.5, duel()).picture(30.0, duel())
    path = folder / "evening.db"
    done = tastkreis("run", "--board", f"trace:{trace.write()}", "--log", path, "--language", "de")
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize(
    ("language", "words", "never"),
    [
        ("de", ["Schwarz ist nicht dran, sondern Grün.", "Schwarz auf 0 gehört ins Vorfeld.", "ein Vorfall",
                "Hände: -Ay +00", "Das Brett wurde in Ordnung gebracht"], ["hands", "board", "incident"]),
        ("en", ["It is not the turn of Black but of Green.", "Black on 0 belongs in the yard.", "one incident",
                "hands: -Ay +00", "the board was put right"], ["nicht dran", "Schwarz", "incidents"]),
        ("fr", ["un incident", "le plateau a été remis en ordre"], ["Schwarz", "board"]),
    ],
)  # fmt: skip
def test_the_protocol_is_in_one_language(log, language, words, never):
    printed = tastkreis("incidents", log, "--language", language).stdout
    assert [word for word in words if word not in printed] == []
    assert [word for word in never if word in printed] == []


def test_a_moment_is_replayed_in_words(log):
    printed = tastkreis("incidents", log, "--number", "1", "--language", "de").stdout
    said = [line.split("  ", 1)[1] for line in printed.splitlines()]
    assert "Schwarz, Zwei." in said
    assert "aus dem Vorfeld von Schwarz aufgehoben" in said
    assert any(text.startswith("Schwarz ist nicht dran") for text in said)
    assert said[-1] == "Stimmt wieder."


def test_a_minute_has_sixty_seconds():
    assert [_time(seconds) for seconds in (59.94, 59.96, 179.96, 180.0)] == ["0:59.9", "1:00.0", "3:00.0", "3:00.0"]
