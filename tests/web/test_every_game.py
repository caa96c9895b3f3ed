"""Every game that is at the table: 30 actions by simulated hands, heard in three languages, found on the page."""

import argparse
import json
import re
import threading
from pathlib import Path

import pytest
from page_tools import DESKTOP, PHONE, WAIT_MS, hole

import companion.web
from companion.cli import demo, main, tables
from companion.cli.clock import fast_table
from companion.cli.players import Players
from companion.cli.stopping import Stopping
from companion.cli.tables import colours_on, games_at_table, new_session, packs, played_on
from companion.facts import Fact
from companion.inputs import Hello
from companion.session.snapshot import snapshot
from companion.speech.catalogue import LANGUAGES
from companion.speech.memory import Memory
from companion.speech.telling import tell
from companion.speech.wording import Wording
from companion.virtual.rehearsal import FIRST, rehearse
from companion.web.app import create_app
from companion.web.deps import WebDeps
from companion.web.server import WebServer
from engine import registry
from engine.registry import GAMES, at_table, settings_of
from hardware.geometry import board_with

PLIES = 30
STATIC = Path(companion.web.__file__).parent / "static"
TABLES = [(game, variant) for game in games_at_table() for variant in settings_of(game).layouts]
"""Every variant of every game."""
HEARD = [
    (game, variant, language)
    for number, (game, variant) in enumerate(TABLES)
    for language in (LANGUAGES if variant == next(iter(settings_of(game).layouts)) else [LANGUAGES[number % 3]])
]
"""With the language in which the voice tells it as it is played: the usual variant in all of them."""


def test_the_games_at_the_table():
    assert set(games_at_table()) <= set(GAMES)
    assert {"tac", "tactik", "tactix", "tacocat", "tactiki"} <= set(games_at_table())


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_every_seat_and_piece_has_a_word_of_its_own(game, variant):
    opened = at_table(game).at_table({"variant": variant} if variant else {})
    state = opened.begin({})
    letters = {*opened.seats(state), *opened.layout.owners, *(piece.owner for piece in opened.standing(state))} - {""}
    colours = colours_on(opened.layout.name)
    for language in LANGUAGES:
        words = json.loads((STATIC / "texts" / f"{language}.json").read_text("utf-8"))
        spoken = [Wording(language, colours=colours).phrase.seat(letter) for letter in letters]
        shown = [words[f"colour_{colours[letter]}"] for letter in letters]
        assert len(set(spoken)) == len(set(shown)) == len(letters)
        assert not letters & set(spoken)


@pytest.mark.parametrize("game", games_at_table())
def test_the_tags_of_every_card_can_be_learnt(game):
    known = settings_of(game)
    kinds = {card for pack in known.packs.values() for card, _ in pack}
    for deck in known.choices.get("deck", ("",)):
        cards = at_table(game).at_table({"deck": deck} if deck else {}).cards
        assert {card.removeprefix("low") for card in cards} <= kinds, "one that is given up is the same card"
    assert set(known.packs) <= set(packs())


@pytest.mark.parametrize(("layout", "colours"), [
    ("tactik4", ["red", "blue", "yellow", "green"]),
    ("tactik6", ["red", "white", "blue", "yellow", "black", "green"]),
])  # fmt: skip
def test_pieces_are_called_by_the_colours_of_the_box(layout, colours):
    assert list(colours_on(layout).values()) == colours


def test_a_game_that_is_not_there_yet_is_refused_in_one_line(capsys, monkeypatch):
    monkeypatch.setattr(registry, "GAMES", {**GAMES, "chess": "engine.ring.shown"})
    monkeypatch.setattr(tables, "GAMES", registry.GAMES)
    monkeypatch.setattr(tables, "games_at_table", lambda: ("tac",))
    for command in ("run", "demo"):
        assert main([command, "--game", "chess"]) == 2
        assert "--game chess: not at the table yet" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "variant", "language"), HEARD)
def test_thirty_actions_are_settled_and_told(game, variant, language, tmp_path):
    words = ["--language", language, "--clock", "fast", "--game", game, "--plies", str(PLIES), "--seed", "4"]
    words += ["--speech", "none"]
    words += ["--variant", variant] if "variant" in settings_of(game).choices else []
    assert main(["demo", *words, "--events", str(tmp_path / "events")]) == 0
    events = [json.loads(line) for line in (tmp_path / "events").read_text(encoding="utf-8").splitlines()]
    kinds = [event["type"] for event in events]
    moves = [event for event in events if event["type"] == "move"]
    # The last action can be one that only what follows would settle.
    assert PLIES - 1 <= len(moves) <= PLIES or "won" in kinds
    assert not {"violation", "disturbed", "revised"} & set(kinds)
    colours = colours_on(settings_of(game).layouts[variant])
    seats = settings_of(game).seats[variant]
    called = Wording(language, colours=colours).phrase
    sounded = [event for event in events if event["type"] == "speech" and event["spoken"] == "started"]
    assert {event["language"] for event in sounded} == {language}
    assert not [event for event in sounded if event["private"] or "{" in event["text"]]
    # Everybody who played was heard of, and a quick table sums up: seldom more than a few plays in one sentence.
    heard = " ".join(event["text"] for event in sounded)
    assert {seat for seat in seats if called.seat(seat) in heard} >= {move["seat"] for move in moves}
    assert len(sounded) >= len(moves) / 2
    for language in LANGUAGES:
        wording, memory = Wording(language, colours=colours), Memory()
        said = []
        for event in events:
            fact = Fact(event["type"], event["t"], {k: v for k, v in event.items() if k not in ("t", "n", "type")})
            if fact.kind == "move":
                said.append(tell(wording.phrase, memory.after(fact).plays[-1]))
            memory = memory.after(fact)
        assert all(text.endswith((".", "!")) and "{" not in text for text in said)
        # Nobody is told of an action by its notation.
        told = [move["action"] for move in moves if any(letter.isdigit() for letter in move["action"])]
        assert not [action for action in told if any(action in text for text in said)]
        assert len(wording.answer("position", memory)) > 20


@pytest.mark.parametrize("game", games_at_table())
def test_what_was_played_is_found_on_the_page(game, browser, tmp_path):
    parser = argparse.ArgumentParser()
    demo.configure(parser)
    args = parser.parse_args(["--game", game, "--clock", "fast", "--speech", "none", "--language", "en"])
    args.stopping = Stopping()
    chosen, scenes = rehearse(game, settings_of(game).usual(), 4)
    args.first = chosen.get(FIRST)
    tables = []

    def players(table):
        tables.append(table)
        return Players(table.virtual, scenes[:PLIES], game=table.session.game)

    with fast_table(args, players) as perform:
        assert perform().status == 0
        (table,) = tables
        layout = table.session.game.layout
        colours = colours_on(layout.name)
        more = {"games": played_on(layout.name), "colours": colours}
        deps = WebDeps(board_with(layout.name), lambda: {**table.state, **more}, table.events_since,
                       lambda text, by: None, table.virtual)  # fmt: skip
        app = create_app(deps)
        server = WebServer(app, "127.0.0.1", 0)
        server.start()
        try:
            read_on_the_page(browser, server.url, table.state["standing"], layout, game)
            wait_until_left(app.state.hub)
        finally:
            assert server.stop()


WAITING = [
    ("tacocat", "3 covered:4 A:?,?,? B:?,? answer:B/5", "B", 3),
    ("tacocat", "4 covered:- A:?,?,?,?,?,?,? B:?,?,?,?,?,?,? exchange:AB", "A", 3),
    ("tacocat", "3 covered:4 A:?,?,?,?,?,? B:?,?,?,?,?,? exchange:B laid:B/3", "B", 3),
    ("tactiki", "T:a1.1=?,b2.1=? K:e5.1=? T 1", "T", 12),
]
"""Positions in which something is awaited, and whose name has to be told; a cell whose label has to tell of it."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "position", "seat", "cell"), WAITING)
def test_what_is_awaited_is_on_the_page(game, position, seat, cell, language, browser):
    session = new_session()
    session.take(Hello(0.0, "board", "1", "x", 0))
    session.begin(game, {**settings_of(game).usual(), "position": position})
    layout = session.game.layout
    state = {**snapshot(session), "games": played_on(layout.name), "language": language, "phones": "rule",
             "colours": colours_on(layout.name)}  # fmt: skip
    deps = WebDeps(board_with(layout.name), lambda: state, lambda n: [], lambda text, by: None, None)
    server = WebServer(create_app(deps), "127.0.0.1", 0)
    server.start()
    context = browser.new_context(locale="nl-NL", **DESKTOP)
    try:
        page = context.new_page()
        page.goto(server.url)
        page.locator("#deal:not(:empty)").wait_for()
        words = json.loads((STATIC / "texts" / f"{language}.json").read_text("utf-8"))
        called = Wording(language, colours=colours_on(layout.name)).phrase
        told = page.locator("#deal").text_content()
        what, is_begun = re.sub("_(either|more)$", "", state["awaits"]["what"]), "_more" in state["awaits"]["what"]
        assert called.seat(seat) in told
        for each in state["awaits"]["seats"]:  # either may begin; what one has begun is the same one's
            assert (called.seat(each) in page.locator("#turn").text_content()) == (each == seat or not is_begun)
        assert words[f"await_{what}"].partition("{who}")[2] in told
        assert (words["await_done"] in told) == state["awaits"]["can_end"]
        held = page.locator("#held")
        assert held.is_visible() == (game == "tacocat")
        for each, count in state["held"].items():
            assert words["held"].replace("{who}", called.seat(each)).replace("{n}", str(count)) in held.text_content()
        label = hole(page, cell).get_attribute("aria-label")
        for note in (one for one in state["notes"] if one["cell"] == layout.holes[cell]):
            who = called.seat(note["seats"][0])
            assert words["note_hand_size"].replace("{n}", "6").replace("{who}", who) in label
        drawn = [one for one in state["notes"] if one["what"] != "goal"]
        assert page.locator("[data-note]").count() == len(drawn)
        assert (page.locator("#memory option").count() == 2) == (game == "tactiki")
        assert not [text for text in page.locator("#memory option").all_text_contents() if "memory" in text]
    finally:
        context.close()
        assert server.stop()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draw_is_told_on_the_page_with_its_reason(language, browser):
    session = new_session()
    session.take(Hello(0.0, "board", "1", "x", 0))
    session.begin("tactix", settings_of("tactix").usual())
    state = {**snapshot(session), "language": language, "draw": "fifty", "phase": "won", "games": {}}
    deps = WebDeps(board_with("tactix9"), lambda: state, lambda n: [], lambda text, by: None, None)
    server = WebServer(create_app(deps), "127.0.0.1", 0)
    server.start()
    context = browser.new_context(locale="nl-NL", **DESKTOP)
    try:
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.goto(server.url)
        page.locator("#turn:not(:empty)").wait_for()
        words = json.loads((STATIC / "texts" / f"{language}.json").read_text("utf-8"))
        assert page.locator("#turn").text_content() == words["drawn"].replace("{why}", words["draw_fifty"])
    finally:
        context.close()
        assert server.stop()


NEAREST_BADGE = """() => {
  const at = (one) => [one.cx.baseVal.value, one.cy.baseVal.value];
  const holes = [...document.querySelectorAll("#wood .hole-lip")].map(at);
  const gaps = [...document.querySelectorAll("#wood .badge-disc")].map(at).flatMap(
    ([x, y]) => holes.map(([hx, hy]) => Math.hypot(x - hx, y - hy)));
  return Math.min(1000, ...gaps);
}"""
"""How near the letters of the seats come to a hole (mm)."""


def wait_until_left(hub):
    """Until the server knows that the page was closed."""
    for _ in range(3000):
        if not hub.pages:
            return
        threading.Event().wait(0.02)


def is_upon(one, other):
    """Whether a piece stands on another."""
    return one["cell"] == other["cell"] and one.get("height", 0) > other.get("height", 0)


def on(game, variant, layout):
    """Whether a variant is played on this board."""
    return settings_of(game).layouts[variant] == layout.name


def variant_of(layout, game):
    """One that is played on this board."""
    return settings_of(game).on_board(layout.name)[0]


def read_on_the_page(browser, url, standing, layout, game):
    """Every piece has its place with a name that tells it, and the form for a new game offers this one."""
    complaints = []
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", **DESKTOP)
    try:
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url + "?lang=en")
        page.wait_for_selector("#marbles .marble")
        covered = [one for one in standing if any(is_upon(other, one) for other in standing)]
        assert page.locator("#marbles .marble").count() == len(standing) - len(covered)
        called = Wording("en", colours=colours_on(layout.name)).phrase
        for piece in standing:
            if piece["cell"] in layout.holes and piece not in covered:
                name = hole(page, layout.holes.index(piece["cell"])).get_attribute("aria-label")
                assert called.seat(piece["owner"]) in name, (piece, name)
                assert piece.get("height", 0) < 2 or f"{piece['height']} high" in name
                assert not piece.get("home") or str(piece["home"]) in name
                assert not piece.get("face") or f"{piece['face']} up" in name
        assert page.locator("#log li").count() > 5
        assert page.evaluate(NEAREST_BADGE) > 15, "a letter stands upon no hole"
        # Words and questions fit the board, and no card lies upon its squares.
        assert ("yard" in page.locator("#board-keys").text_content()) == bool(layout.heaps)
        owned = {piece["owner"] for piece in standing} & set(settings_of(game).seats[variant_of(layout, game)])
        assert page.locator("#ask-mine").is_visible() == bool(owned)
        assert ("marbles" in page.locator("#ask-mine").text_content()) == bool(layout.heaps)
        is_beside = bool(layout.heaps) or not owned
        assert is_beside or not page.locator(".card-face").count()
        page.set_viewport_size(PHONE["viewport"])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        assert game in page.evaluate("[...document.querySelectorAll('#game option')].map((one) => one.value)")
        variants = settings_of(game).choices.get("variant", ())
        assert page.locator("#variant option").count() == len([one for one in variants if on(game, one, layout)])
        assert not [text for text in page.locator("#variant option").all_text_contents() if "variant_" in text]
    finally:
        context.close()
    assert not complaints
