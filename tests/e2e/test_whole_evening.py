"""One evening as users have it: a board at a cable, a voice, a page, a power cut in the middle, and a winner."""

import array
import wave

import pytest
from known_evening import KnownEvening
from null_sink import NullSink, missing
from table_program import TableProgram

SEED = 232
"""A short duel of 48 plays, with captures, exchanges and TAC in it."""
CUT_AT = 20
SPEED = 14
WON = ("Black has won.", "Green has won.")
ENOUGH_SAID = 5
"""Hands as quick as these leave time for few sentences: the voice drops what is no news any more."""


SHORT_S = 0.2
"""A click for a hole that a piece went is shorter than this; so may be a sentence that a hand cuts as it begins."""


@pytest.fixture
def evening():
    one = KnownEvening("duel", SEED, SPEED)
    yield one
    one.close()


@pytest.fixture
def sound():
    """The environment of a machine with a sound card; empty where none can be had."""
    if missing():
        yield {}
        return
    sink = NullSink()
    yield sink.environment
    sink.close()


def options(evening, tmp_path):
    return (
        "--board", f"serial:{evening.board.port}", "--variant", "duel", "--language", "en", "--pace", "quick",
        "--log", str(tmp_path / "evening.db"), "--http", "127.0.0.1:0", "--speech-wav", str(tmp_path / "said"),
    )  # fmt: skip


@pytest.mark.timeout(900)
def test_whole_evening(evening, sound, tmp_path):
    first = TableProgram(*options(evening, tmp_path), events=tmp_path / "1.jsonl", environment=sound)
    try:
        first.wait_event("setup")
        evening.play(first, CUT_AT)
        before = first.events("move")
    finally:
        first.kill()

    second = TableProgram(*options(evening, tmp_path), events=tmp_path / "2.jsonl", environment=sound)
    try:
        assert second.wait_event("setup")["position"] == before[-1]["position"]
        second.wait(lambda: heard(second, "The game goes on"), "where the game stands was not said")
        evening.play(second, len(evening.scenes))
        second.wait_event("won")
        # Where the voice is behind, the winner is told in one breath with the last plays.
        second.wait(lambda: said_at_last(second).endswith(WON), "who has won was not said")
        page = read_page(second.url)
        moves = before + second.events("move")
    finally:
        status = second.stop()

    assert status == 0
    played = [(scene.seat, scene.card, scene.action) for scene in evening.scenes]
    assert [(move["seat"], move["card"], move["action"]) for move in moves] == played
    assert second.events("won")[0]["seats"] == list(evening.scenes[-1].seat)
    said = [event["text"] for program in (first, second) for event in program.events("speech")]
    assert len(set(said)) > ENOUGH_SAID
    check_page(page, moves[-1])
    if sound:
        check_sound(tmp_path / "said")


def said_at_last(program):
    return ([event["text"] for event in program.events("speech")] or [""])[-1]


def heard(program, beginning):
    """Whether a sentence that begins so was said to its end."""
    said = [event["text"] for event in program.events("speech") if event["spoken"] == "finished"]
    return any(text.startswith(beginning) for text in said)


def check_page(page, last_move):
    text, labels = page
    assert len(labels) == 96
    home = [label for label in labels if label.startswith(("House", "home")) or "house" in label.lower()]
    assert home
    assert any(word in text for word in ("wins", "won")), text[-500:]
    assert last_move["seat"] in text


def read_page(url):
    """The words and the places of the page, as a browser shows them; skips where there is no browser."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-background-networking"]
        )
        page = browser.new_page()
        page.goto(url + "?lang=en")
        page.wait_for_function("() => document.querySelectorAll('#places button').length === 96")
        page.wait_for_function("() => document.body.innerText.length > 400")
        text = page.inner_text("body")
        labels = [button.get_attribute("aria-label") or "" for button in page.query_selector_all("#places button")]
        browser.close()
    return text, labels


def check_sound(folder):
    """What was said is long enough to be words, and loud enough to be heard; between the words there are clicks."""
    words = 0
    for path in sorted(folder.glob("*.wav")):
        with wave.open(str(path)) as sound:
            seconds = sound.getnframes() / sound.getframerate()
            samples = array.array("h", sound.readframes(sound.getnframes()))
        if seconds < SHORT_S:
            continue
        words += 1
        assert seconds < 20, path
        assert max(map(abs, samples)) > 3000, path
    assert words > ENOUGH_SAID
