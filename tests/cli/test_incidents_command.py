"""The protocol of a logged evening, in one language throughout."""

import pytest
from command import tastkreis
from test_voice_of_the_table import Trace, duel

from companion.cli.incidents import _time
from engine.tac.board.holes import LAYOUT

OUT = duel() & ~(1 << 80) | 1
FAR_OUT = duel() & ~(1 << 88) | 1 << 33


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """An evening in German in which somebody played after the own turn was over, and put it right."""
    return logged(tmp_path_factory.mktemp("evening"))


def logged(folder, more=lambda trace: trace):
    """The log of an evening with one incident, and whatever `more` adds to its trace."""
    trace = Trace(folder / "evening.trace").said(0.0, "game tac basic duel first=A").hello(0.5).picture(0.6, duel())
    trace.said(5.0, "card A 2").picture(6.0, duel() & ~(1 << 80)).picture(6.5, OUT).picture(20.0, OUT)
    trace.picture(21.0, duel() & ~(1 << 80)).picture(21.5, duel()).picture(30.0, duel())
    more(trace)
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


def test_a_replay_goes_on_to_the_play_that_was_made_right(tmp_path):
    begun = duel() & ~(1 << 88) | 1 << 32
    path = logged(tmp_path, lambda trace: trace.said(31.0, "card C 1").picture(32.0, duel() & ~(1 << 88))
                  .picture(33.0, FAR_OUT).picture(40.0, duel() & ~(1 << 88)).picture(41.0, begun)
                  .picture(45.0, begun))  # fmt: skip
    printed = tastkreis("incidents", path, "--number", "2", "--language", "en").stdout
    said = [line.split("  ", 1)[1] for line in printed.splitlines()]
    assert said[-1] == "Green comes out."
    assert "Green comes out on the start, not on 33. Green on 33 belongs in the yard." in said


def test_incidents_before_the_replayed_one_are_told_in_the_same_language(tmp_path):
    path = logged(tmp_path, lambda trace: trace.said(31.0, "card C 1").picture(32.0, duel() & ~(1 << 88))
                  .picture(33.0, FAR_OUT).picture(45.0, FAR_OUT))  # fmt: skip
    printed = tastkreis("incidents", path, "--number", "2", "--language", "fr").stdout
    assert "Ce n'est pas à Noir de jouer mais à Vert." in printed
    assert "Vert sort au départ, pas sur 33." in printed
    assert [name for name in ("Schwarz", "Grün") if name in printed] == []
    told = tastkreis("incidents", path, "--language", "de").stdout
    assert "Hände: -Ay +00\n" in told
    assert "Hände: -Cy +33\n" in told


def test_where_a_marble_belongs_is_told_as_it_was_told_at_the_table(tmp_path):
    begun, home = duel() & ~(1 << 88) | 1 << 32, next(i for i in range(LAYOUT.size) if LAYOUT.cell(i) == "C2")
    path = logged(tmp_path, lambda trace: trace.said(31.0, "card C 1").picture(32.0, duel() & ~(1 << 88))
                  .picture(33.0, begun).picture(39.0, begun).said(40.0, "card A 3").said(42.0, "card C 2")
                  .picture(43.0, begun & ~(1 << 32)).picture(44.0, begun & ~(1 << 32) | 1 << home)
                  .picture(55.0, begun & ~(1 << 32) | 1 << home))  # fmt: skip
    for options in ((), ("--number", "2")):
        printed = tastkreis("incidents", path, "--language", "en", *options).stdout
        assert "Green in the house goes back to the start." in printed


def test_a_minute_has_sixty_seconds():
    assert [_time(seconds) for seconds in (59.94, 59.96, 179.96, 180.0)] == ["0:59.9", "1:00.0", "3:00.0", "3:00.0"]
