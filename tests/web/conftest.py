"""A small table behind the page: the real virtual table and the real grammar of what people say, no session."""

import shutil
import threading
import warnings

import pytest
from page_tools import DESKTOP, WAIT_MS

from companion.cli.tables import played_on
from companion.facts import standing_data
from companion.sensing.said import parse_said
from companion.virtual.table import VirtualTable
from companion.web.app import create_app
from companion.web.deps import WebDeps
from companion.web.server import WebServer
from engine.contract import Layout
from engine.tac.game import TacGame
from hardware.geometry import load_board

with warnings.catch_warnings():
    # The test client tells of a successor of httpx at its first import; both do.
    warnings.simplefilter("ignore")
    import starlette.testclient  # noqa: F401

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TAC64 = Layout(
    "tac64",
    tuple(f"{i:02d}" for i in range(64)) + tuple(f"{seat}{i}" for seat in "ABCD" for i in range(1, 5)),
    tuple(f"{seat}y" for seat in "ABCD"),
    4,
    tuple("ABCD"),
)
CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "trickster", "tac")
START = "A:00*,12,y,y B:16,B2,y,y C:C1,C4,y,y D:59,y,y,y"
STANDING = standing_data(TacGame().standing(TacGame().begin({"position": START})))


class SmallTable:
    """Holds a public state and a list of events; tells its listener of each, as the session does."""

    def __init__(self):
        self.phones = "rule"
        self.receivers = {}
        self.own_cards = ["7", "tac"]
        self.table = VirtualTable(TAC64)
        self.said = []
        self.events = []
        self.listener = lambda event: None
        self.lock = threading.Lock()
        self.state = {
            "game": "tac", "variant": "teams", "deck": "basic", "seats": list("ABCD"), "cards": list(CARDS),
            "position": START, "standing": STANDING, "seat": "B", "by": None, "card": None,
            "question": None, "phase": "play",
            "connected": True, "deal": 1, "round": 2, "ply": 6, "language": "de", "winner": None, "utterances": [],
            "games": played_on("tac64"), "colours": {"A": "black", "B": "red", "C": "green", "D": "blue"},
            "hands": {"A": ["tac"]},
        }  # fmt: skip
        self.table.set_position("A" + "." * 11 + "A...B" + "." * 42 + "D...." + ".....B..C..C...." + "2223")

    def tell(self, kind, **data):
        with self.lock:
            self.events.append({"t": float(len(self.events)), "n": len(self.events) + 1, "type": kind, **data})
            self.listener(self.events[-1])

    def speak(self, text, **more):
        for spoken in ("started", "finished"):
            self.tell(
                "speech",
                **{"text": text, "language": "de", "priority": "normal", "private": None, "spoken": spoken, **more},
            )

    def submit(self, text, by):
        command = parse_said(text, CARDS)
        self.said.append((text, by))
        if command.verb == "card":
            self.state["card"] = {"seat": command.seat, "card": command.cards[0]}
            self.state["exchanges"] = command.cards[0] == "trickster"
            self.tell("card", seat=command.seat, card=command.cards[0], by=by)

    def lift(self, index):
        colour = self.table.lift(index)
        self.tell("lift", cell=TAC64.cell(index))
        return colour

    def put(self, index, colour):
        self.table.put(index, colour)
        self.tell("place", cell=TAC64.cell(index))

    def lay(self, card):
        self.submit(f"card {self.state['seat']} {card}", "tag")
        self.table.lay(card)

    def is_seen(self):
        return self.table.is_seen()

    def snapshot(self):
        return self.table.snapshot()

    def hand_of(self, seat, token):
        if token != "secret-" + seat:
            raise PermissionError(seat)
        return self.own_cards

    def can_of(self, seat, token):
        self.hand_of(seat, token)

    def deps(self, virtual=True):
        return WebDeps(
            geometry=load_board(),
            snapshot=lambda: dict(self.state),
            events_since=lambda n: self.events[n:],
            submit=self.submit,
            table=self if virtual else None,
            hand_of=self.hand_of,
            can_of=self.can_of,
            receiver_of=self.receivers.get,
            phones=self.phones,
            ways_out=lambda: self.state.get("ways_out", ()),
        )


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A server is waited for until it has ended, however busy the machine is."""
    monkeypatch.setattr("companion.web.server.STOP_S", 60.0)


@pytest.fixture
def small_table():
    return SmallTable()


# For one module only: while it is open, its event loop runs in this thread.
@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def site(small_table):
    app = create_app(small_table.deps())
    small_table.listener = app.state.hub.publish
    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    yield server
    assert server.stop()


@pytest.fixture
def open_page(browser, site):
    contexts, complaints = [], []

    def opening(query="?lang=de", **more):
        context = browser.new_context(reduced_motion="reduce", locale="de-DE", **(more or DESKTOP))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(site.url + query)
        page.wait_for_selector("#marbles .marble")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert [one for one in complaints if "400" not in one and "403" not in one] == []
