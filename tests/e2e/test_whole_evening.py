"""One evening as users have it: a board at a cable, a voice, a page, a power cut in the middle, and a winner."""

import array
import threading
import wave

import pytest
from null_sink import NullSink, missing
from table_program import TableProgram

from companion.virtual.board import VirtualBoard
from companion.virtual.performance import Await, LayCard, MovePiece, perform, rehearse
from companion.virtual.table import VirtualTable
from engine.tac.board import LAYOUT

SEED = 12
"""A duel of 65 plays, with captures, exchanges and TAC in it."""
CUT_AT = 30
SPEED = 14
ENOUGH_SAID = 5
"""Hands as quick as these leave time for few sentences: the voice drops what is no news any more."""


class Evening:
    """Hands that play a known game on a board, whatever program is at the other end of the cable."""

    def __init__(self):
        self.scenes = list(rehearse("duel", "basic", SEED))
        self.table = VirtualTable(LAYOUT)
        self.table.set_position(self.scenes[0].before)
        self.board = VirtualBoard(self.table)
        self.board.plug()
        self._steps = perform(LAYOUT, self.scenes, SPEED)

    def play(self, program, until):
        """Plays on until so many plays are settled."""
        pause = threading.Event()
        for delay_s, step in self._steps:
            pause.wait(max(delay_s, 0.05))
            if isinstance(step, LayCard):
                self.table.lay("")
                self.table.lay(step.card)
            elif isinstance(step, MovePiece):
                self._move(step)
            elif isinstance(step, Await):
                self._await(program, step.ply)
                if step.ply >= until:
                    return

    def _move(self, step):
        if step.is_down:
            self.table.put(step.index, step.colour)
        else:
            self.table.lift(step.index)

    def _await(self, program, ply):
        action = self.scenes[ply - 1].action
        program.say("done") if self.scenes[ply - 1].card == "tac" else None

        def is_settled():
            if any(q["t"] > self._last_move(program) for q in program.events("question")):
                program.say(f"answer {action}")
            return self._settled_before + len(program.events("move")) >= ply

        program.wait(is_settled, f"play {ply} ({action}) was not settled")

    _settled_before = 0

    @staticmethod
    def _last_move(program):
        return max((move["t"] for move in program.events("move")), default=0.0)


@pytest.fixture
def evening():
    one = Evening()
    yield one
    one.board.close()


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


def test_whole_evening(evening, sound, tmp_path):
    first = TableProgram(*options(evening, tmp_path), events=tmp_path / "1.jsonl", environment=sound)
    try:
        first.wait_event("setup")
        evening.play(first, CUT_AT)
        before = first.events("move")
    finally:
        first.kill()
    evening._settled_before = len(before)

    second = TableProgram(*options(evening, tmp_path), events=tmp_path / "2.jsonl", environment=sound)
    try:
        assert second.wait_event("setup")["position"] == before[-1]["position"]
        second.wait(lambda: heard(second, "The game goes on"), "where the game stands was not said")
        evening.play(second, len(evening.scenes))
        second.wait_event("won")
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
    assert "Black has won." in said or "Green has won." in said
    check_page(page, moves[-1])
    if sound:
        check_sound(tmp_path / "said")


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
    """What was said is long enough to be words, and loud enough to be heard."""
    files = sorted(folder.glob("*.wav"))
    assert len(files) > ENOUGH_SAID
    for path in files:
        with wave.open(str(path)) as sound:
            seconds = sound.getnframes() / sound.getframerate()
            samples = array.array("h", sound.readframes(sound.getnframes()))
        assert 0.2 < seconds < 20, path
        assert max(map(abs, samples)) > 3000, path
