"""The page in a real browser: what it shows, what a screen reader is told, what its buttons and keys do."""

import itertools
import re
from pathlib import Path

import pytest
from page_tools import DESKTOP, PHONE, WAIT_MS, hole, label, middle, wait_label

import companion.web
from companion.speech.settings import NAMES
from companion.web.app import create_app
from companion.web.errors import Refused
from companion.web.server import WebServer

STATIC = Path(companion.web.__file__).parent / "static"


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_accessibility_tree_has_every_place_and_one_live_region(open_page, device):
    page = open_page(**device)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    named = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in tree if not n["ignored"]]
    buttons = [name for role, name in named if role == "button"]
    places = [name for name in buttons if re.match(r"(Feld \d+|Haus \d von \w+|Vorfeld von \w+, Platz \d)(,|$)", name)]
    assert len(places) == len(set(places)) == 96
    assert all(buttons)
    assert "Feld 12, Schwarz, noch 53 bis zum Haus" in places
    assert "Feld 0, Start Schwarz, Schwarz, frisch, noch 65 bis zum Haus" in places
    assert "Haus 2 von Rot, Rot" in places
    assert "Vorfeld von Blau, Platz 4, leer" in places
    live = [n for n in tree for p in n.get("properties", []) if p["name"] == "live" and p["value"]["value"] != "off"]
    assert len({n["nodeId"] for n in live}) == 1
    assert page.locator("[aria-live]").count() == 1


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("size", ["", "huge"])
def test_nothing_hangs_over_the_edge(open_page, device, size):
    page = open_page(**device)
    page.evaluate("size => { document.documentElement.dataset.size = size }", size)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    page.click("#open-settings")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_is_one_stop_of_the_tab_key(open_page):
    page = open_page()
    assert page.evaluate("document.querySelectorAll('#places button[tabindex=\"0\"]').length") == 1
    hole(page, 0).focus()
    for key, index in (("ArrowLeft", 63), ("ArrowRight", 0), ("PageDown", 64), ("End", 67), ("PageDown", 80),
                       ("PageUp", 64), ("PageUp", 0), ("End", 63), ("Home", 0)):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.index") == str(index), key
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('#places')")


def test_what_is_spoken_is_in_the_live_region_and_in_the_log(open_page, small_table):
    page = open_page()
    small_table.speak("Rot ist am Zug.")
    page.wait_for_function("() => document.querySelector('#live').textContent === 'Rot ist am Zug.'")
    assert page.locator("#live").evaluate("node => node.children.length") == 1
    assert page.locator("#live p").get_attribute("lang") == "de"
    assert page.locator("#log li").first.text_content().endswith("Rot ist am Zug.")
    assert page.locator("#log li").count() == 1
    # What was given just before is given once more after an urgent text: that one stands there for a moment only.
    listen(page)
    small_table.speak("Red to play.", language="en", priority="now")
    page.wait_for_function("() => window.given.length")
    assert page.evaluate("window.given[0]") == ["Red to play.", "en", "assertive"]


def test_the_same_text_twice_is_two_announcements(open_page, small_table):
    page = open_page()
    listen(page)
    small_table.speak("Feld 16: Rot fehlt.")
    small_table.speak("Feld 16: Rot fehlt.")
    small_table.speak("Feld 16: Rot fehlt.")
    page.wait_for_function("() => window.heard.length === 3")
    heard = page.evaluate("window.heard")
    assert {text.strip() for text in heard} == {"Feld 16: Rot fehlt."}
    assert all(here != there for here, there in itertools.pairwise(heard))


def heard_of(page, count):
    """What the live region was given, one after the other, as soon as there are so many."""
    page.wait_for_function("count => window.heard.length >= count", arg=count)
    return page.evaluate("window.heard.map((text) => text.trim())")


def listen(page):
    """Keeps what the live region is given from now on, and with each text its language and how urgent it is."""
    page.evaluate(
        """() => { const live = document.querySelector('#live'); window.heard = []; window.given = [];
        new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
        window.heard.push(node.textContent); window.given.push([node.textContent, node.lang, live.ariaLive]);
        }))).observe(live, { childList: true }) }"""
    )


def test_urgent_news_goes_first_and_swallows_nothing_that_waits(open_page, small_table):
    page = open_page()
    listen(page)
    for text, priority in (("Eins.", "normal"), ("Zwei.", "normal"), ("Dringend.", "now"), ("Drei.", "normal"),
                           ("Noch dringender.", "now")):  # fmt: skip
        small_table.speak(text, priority=priority)
    page.wait_for_function("() => window.heard.includes('Zwei.') && window.heard.includes('Drei.')")
    heard = heard_of(page, 5)
    assert set(heard) == {"Eins.", "Zwei.", "Drei.", "Dringend.", "Noch dringender."}
    assert heard.index("Dringend.") < heard.index("Zwei.") < heard.index("Drei.")
    last = max(at for at, text in enumerate(heard) if text == "Eins.")
    assert heard.index("Dringend.") < last < heard.index("Zwei."), "what was only just given is given again"


def test_a_private_word_never_comes_to_the_page(open_page, small_table):
    page = open_page()
    small_table.speak("Deine Karten: 7, TAC.", private="A")
    small_table.speak("Blau ist am Zug.")
    page.wait_for_function("() => document.querySelector('#live').textContent === 'Blau ist am Zug.'")
    assert "Deine Karten" not in page.content()
    assert page.locator("#log li").count() == 1


def test_a_question_is_answered_by_its_number(open_page, small_table):
    page = open_page()
    choices = [{"card": "7", "action": "16-20,B2-B4"}, {"card": "7", "action": "16-23"}]
    ways = [[{"owner": "B", "origin": c["action"][:2], "target": c["action"][3:], "kind": "forward"}] for c in choices]
    small_table.state["question"] = {"text": "Was hast du gemeint?", "choices": choices, "moved": ways}
    small_table.tell("question", text="Was hast du gemeint?", choices=choices)
    page.wait_for_selector("#choices button")
    assert "Feld 16 nach Feld 23" in page.locator("#choices button").nth(1).text_content()
    with page.expect_response("**/api/say"):
        page.keyboard.press("2")
    small_table.state["question"] = None
    small_table.tell("answer", choice="16-23")
    page.wait_for_selector("#question", state="hidden")
    assert small_table.said == [("answer 16-23", "phone")]


def test_keys_ask_and_cards_are_laid(open_page, small_table):
    page = open_page("?lang=de&seat=C")
    for key in "lpmtd":
        with page.expect_response("**/api/say"):
            page.keyboard.press(key)
    with page.expect_response("**/api/table/lay"):
        page.get_by_role("button", name="Karte Trickser legen").click()
    assert [text for text, _ in small_table.said] == [
        "ask last", "ask position", "ask pieces C", "ask turn", "done", "card B trickster",
    ]  # fmt: skip


def test_keys_rest_where_text_is_chosen_and_when_switched_off(open_page, small_table):
    page = open_page()
    page.click("#open-settings")
    page.focus("#size")
    page.keyboard.press("l")
    page.uncheck("#shortcuts")
    page.focus("#board")
    page.keyboard.press("l")
    with page.expect_response("**/api/say"):
        page.get_by_role("button", name="Fertig").click()
    assert small_table.said == [("done", "phone")]


def test_every_setting_of_the_voice_has_its_field():
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r'data-speech="(\w+)"', text)) == sorted([*NAMES, "language"])


def test_the_voice_of_the_table_is_shown_and_changed(open_page, small_table):
    page = open_page()
    assert page.locator("#table-voice").is_hidden(), "a companion that tells nothing of its voice shows no fields"
    small_table.state |= {"language": "de", "voice": {"rate": 200, "style": "short", "earcons": "on", "volume": 90}}
    small_table.tell("turn", seat="B", round=1, deal=1)
    page.click("#open-settings")
    page.wait_for_function("() => document.querySelector('[data-speech=rate]').value === '200'")
    assert page.locator("[data-speech=style]").input_value() == "short"
    with page.expect_response("**/api/say"):
        page.locator("[data-speech=style]").select_option("full")
    with page.expect_response("**/api/say"):
        page.locator("[data-speech=rate]").fill("260")
        page.keyboard.press("Tab")
    page.locator("[data-speech=rate]").fill("9999")
    page.keyboard.press("Tab")
    assert small_table.said == [("speech style full", "phone"), ("speech rate 260", "phone")]


def test_a_refusal_is_told_on_the_page_and_to_the_ear(open_page, small_table):
    page = open_page()
    small_table.state["seat"] = "Z"
    page.evaluate("fetch('/api/state')")
    small_table.tell("turn", seat="Z", round=1, deal=1)
    page.wait_for_function("() => document.querySelector('#turn').textContent.includes('Z')")
    page.click("#cards button >> nth=0")
    page.wait_for_selector("#problem:not([hidden])")
    assert "Geht nicht" in page.locator("#problem").text_content()
    page.wait_for_function("() => document.querySelector('#live').textContent.startsWith('Geht nicht')")


def test_a_board_that_is_not_right_is_marked(open_page, small_table):
    page = open_page()
    small_table.lift(16)
    small_table.put(30, "B")
    small_table.state["phase"] = "wrong"
    small_table.tell("disturbed", differences=[{"cell": "16", "expected": "B", "observed": "empty"}])
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#trouble-list").text_content() == "Feld 16: hier fehlt Rot"
    wait_label(page, 16, "hier fehlt Rot")
    wait_label(page, 30, "gehört nicht hierher")
    assert page.locator("#marbles .mark-missing.is-trouble").count() == 2
    missing = [{"cell": "By", "expected": "B", "observed": "empty"}] * 2
    small_table.tell("disturbed", differences=[*missing, {"cell": "16", "expected": "B", "observed": "empty"}])
    page.wait_for_function("() => document.querySelectorAll('#trouble-list li').length === 2")
    lines = page.locator("#trouble-list li").all_text_contents()
    assert lines == ["Vorfeld von Rot: hier fehlen 2 von Rot", "Feld 16: hier fehlt Rot"]
    small_table.lift(30)
    small_table.put(16, "B")
    small_table.tell("corrected", position=small_table.state["position"])
    page.wait_for_selector("#trouble", state="hidden")
    assert "fehlt" not in label(page, 16)


def test_a_broken_rule_is_shown_until_play_goes_on(open_page, small_table):
    page = open_page()
    small_table.tell("violation", rule="T3.6", seat="B", text="Rot springt über Schwarz.", cells=["12"])
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#trouble-title").text_content() == "Gegen die Regel (T3.6)"
    assert page.locator("#trouble-text").text_content() == "Rot springt über Schwarz."
    small_table.tell("card", seat="C", card="7", by="tag")
    page.wait_for_selector("#trouble", state="hidden")


@pytest.fixture
def role(request, small_table):
    small_table.phones = request.param
    return request.param


@pytest.mark.parametrize("role", ["look", "play", "rule"], indirect=True)
def test_what_a_phone_may_not_do_is_not_there_and_a_line_says_so(role, open_page, small_table):
    page = open_page()
    notes = {"look": "An diesem Tisch schauen und fragen Telefone nur.", "rule": "",
             "play": "Ein neues Spiel beginnt man am Rechner des Tisches, nicht am Telefon."}  # fmt: skip
    assert page.locator("#phones-note").text_content() == notes[role]
    assert page.locator("#phones-note").is_visible() == (role != "rule")
    assert page.locator("#new-game").is_visible() == (role == "rule")
    for selector in ("#cards", "[data-say=done]", "[data-say=takeback]"):
        assert page.locator(selector).is_visible() == (role != "look"), selector
    page.keyboard.press("d")
    with page.expect_response(lambda told: '"again"' in (told.request.post_data or "")) as answer:
        page.keyboard.press("a")
    assert answer.value.status == 200
    assert [text for text, _ in small_table.said] == (["again"] if role == "look" else ["done", "again"])


def test_what_is_said_arrives_in_the_order_in_which_it_was_said(open_page, small_table):
    page = open_page()
    held = []
    page.route("**/api/say", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/say"):
        page.evaluate("document.querySelector('[data-key=l]').click()")
    page.evaluate("document.querySelector('[data-key=d]').click()")
    page.wait_for_function("() => document.querySelector('#problem').hidden")
    assert small_table.said == []
    with page.expect_response(lambda told: '"done"' in (told.request.post_data or "")):
        held[0].continue_()
    assert [text for text, _ in small_table.said] == ["ask last", "done"]


@pytest.mark.parametrize("role", ["look", "play"], indirect=True)
def test_ways_out_that_were_offered_are_buttons(role, open_page, small_table):
    page = open_page()
    assert not page.locator("#ways").is_visible()
    small_table.state |= {"ways_out": ["overrule board"], "phase": "wrong"}
    small_table.tell("disturbed", differences=[{"cell": "16", "expected": "B", "observed": "empty"}])
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#ways").is_visible() == (role == "play")
    if role == "play":
        button = page.get_by_role("region", name="Wie weiter?").get_by_role("button")
        assert button.all_text_contents() == ["Das Brett stimmt so, wie es steht"]
        with page.expect_response("**/api/say") as answer:
            button.click()
        assert answer.value.status == 200
        assert small_table.said == [("overrule board", "phone")]
    small_table.state["ways_out"] = []
    small_table.tell("corrected", position=small_table.state["position"])
    page.wait_for_selector("#ways", state="hidden")


def test_where_a_camera_takes_a_colour_for_another_a_button_tells_whose_it_is(open_page, small_table):
    page = open_page()
    small_table.state |= {"ways_out": ["overrule stands 16 B", "overrule stands A3 A"]}
    small_table.tell("disturbed", differences=[{"cell": "16", "expected": "B", "observed": "A"}])
    page.wait_for_selector("#ways:not([hidden])")
    buttons = page.get_by_role("region", name="Wie weiter?").get_by_role("button")
    told = buttons.all_text_contents()
    assert told[0].startswith("Feld 16: da steht ")
    assert told[1].startswith("Haus 3 von ")
    with page.expect_response("**/api/say") as answer:
        buttons.first.click()
    assert answer.value.status == 200
    assert small_table.said == [("overrule stands 16 B", "phone")]


def test_what_phones_may_not_decide_is_refused_in_the_words_of_the_page(open_page, small_table):
    page = open_page()
    small_table.state["ways_out"] = ["overrule board"]
    small_table.tell("disturbed", differences=[])
    page.wait_for_selector("#ways:not([hidden])")
    refused = Refused(403, "No.", "", "not-for-phones").body
    page.route("**/api/say", lambda route: route.fulfill(status=400, json=refused))
    page.click("#ways button")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").text_content() == "Geht nicht: das entscheidet an diesem Tisch kein Telefon"


def test_two_pages_see_the_same_at_the_same_time(open_page, small_table):
    one, other = open_page(), open_page("?lang=en")
    hole(one, 12).focus()
    one.keyboard.press("Enter")
    wait_label(other, 12, "empty")
    one.keyboard.press("Escape")
    wait_label(other, 12, "Black")


def test_a_page_comes_back_without_loss_when_the_companion_was_away(open_page, small_table):
    page = open_page()
    small_table.speak("Eins.")
    page.wait_for_function("() => document.querySelector('#log').children.length === 1")
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    small_table.speak("Zwei.")
    small_table.speak("Drei.")
    page.context.set_offline(False)
    page.wait_for_function("() => document.querySelector('#log').children.length === 3")
    said = page.locator("#log li").all_text_contents()
    assert [text.split()[-1] for text in said] == ["Drei.", "Zwei.", "Eins."]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Red to play"), ("fr", "C’est à Rouge"), ("de", "Rot ist am Zug")]
)
def test_the_page_speaks_the_language_it_is_asked_for(open_page, language, words):
    page = open_page(f"?lang={language}")
    assert page.evaluate("document.documentElement.lang") == language
    assert words in page.locator("#turn").text_content()


def test_the_page_follows_the_language_of_the_companion(open_page, small_table):
    page = open_page("")
    assert "Rot ist am Zug" in page.locator("#turn").text_content()
    small_table.state["language"] = "fr"
    small_table.tell("turn", seat="B", round=2, deal=1)
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    assert "C’est à Rouge" in page.locator("#turn").text_content()


def test_seats_are_called_as_the_voice_calls_them(open_page, small_table):
    del small_table.state["colours"]
    page = open_page()
    assert page.locator("#turn").text_content().endswith("B ist am Zug")
    assert label(page, 12) == "Feld 12, A, noch 53 bis zum Haus"
    small_table.state["names"] = {"B": "Bea"}
    small_table.tell("turn", seat="B", round=2, deal=1)
    page.wait_for_function("() => document.querySelector('#turn').textContent.includes('Bea ist am Zug')")


def test_a_real_board_shows_what_its_sensors_tell(browser, small_table):
    app = create_app(small_table.deps(virtual=False))
    small_table.listener = app.state.hub.publish
    small_table.state["occupied"] = f"{int('1' + '0' * 29 + '1' + '0' * 65, 2):024X}"
    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(server.url)
    page.wait_for_selector("#marbles .marble")
    assert label(page, 0).startswith("Feld 0, Start Schwarz, Schwarz")
    assert label(page, 30) == "Feld 30, eine Kugel, gehört nicht hierher"
    assert label(page, 12) == "Feld 12, leer, hier fehlt Schwarz"
    hole(page, 30).focus()
    with page.expect_response("**/api/say"):
        page.keyboard.press("Enter")
    with page.expect_response("**/api/say"):
        page.get_by_role("button", name="Karte 7 legen").click()
    context.close()
    assert server.stop()
    assert [text for text, _ in small_table.said] == ["ask hole 30", "card B 7"]


def test_the_own_seat_sits_at_the_bottom(open_page):
    page = open_page("?lang=de&seat=B")
    assert middle(page, 16)[1] > middle(page, 0)[1]
    assert middle(page, 16)[1] > middle(page, 48)[1]


def test_the_log_keeps_its_times_when_the_language_changes(open_page, small_table):
    page = open_page()
    small_table.speak("Rot ist am Zug.")
    line = page.locator("#log li").first
    page.wait_for_function("() => document.querySelector('#log li time')")
    before = line.text_content()
    page.click("#open-settings")
    page.select_option("#language", "en")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    assert line.text_content() == before
    assert line.locator("time").count() == 1
    assert line.get_attribute("lang") == "de"
    assert page.locator("#trouble-text").count() == 1
