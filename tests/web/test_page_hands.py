"""Playing on the page in a real browser, by mouse, finger and keyboard."""

from page_tools import PHONE, hole, middle, wait_hands, wait_label


def test_a_marble_moves_by_mouse(open_page, small_table):
    page = open_page()
    page.mouse.move(*middle(page, 12))
    page.mouse.down()
    page.mouse.move(*middle(page, 15), steps=4)
    assert page.locator("#marbles .held .marble").count() == 1
    page.mouse.move(*middle(page, 19), steps=4)
    page.mouse.up()
    wait_label(page, 19, "Schwarz")
    wait_hands(page)
    assert [(e["type"], e["cell"]) for e in small_table.events] == [("lift", "12"), ("place", "19")]
    assert small_table.table.snapshot()["places"][19] == "A"


def test_a_marble_moves_by_keyboard(open_page, small_table):
    page = open_page()
    hole(page, 0).focus()
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("document.activeElement.dataset.index") == "12"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#live').textContent.includes('Schwarz in der Hand')")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_label(page, 19, "Schwarz")
    page.wait_for_function("() => document.querySelector('#live').textContent.includes('Feld 19')")
    wait_hands(page)
    assert [(e["type"], e["cell"]) for e in small_table.events] == [("lift", "12"), ("place", "19")]


def test_escape_puts_a_marble_back(open_page, small_table):
    page = open_page()
    hole(page, 12).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('#live').textContent.includes('zurück auf Feld 12')")
    wait_hands(page)
    assert small_table.table.snapshot()["places"][12] == "A"


def test_a_marble_dropped_on_another_sends_it_home(open_page, small_table):
    page = open_page()
    hole(page, 12).focus()
    page.keyboard.press("Enter")
    hole(page, 16).focus()
    page.keyboard.press("Enter")
    wait_hands(page)
    table = small_table.table.snapshot()
    assert table["places"][84:88].count("B") == 3
    assert table["loose"] == []


def test_a_finger_moves_a_marble_by_two_taps(open_page, small_table):
    page = open_page(**PHONE)
    page.touchscreen.tap(*middle(page, 12))
    page.wait_for_function("() => document.querySelectorAll('#hands button').length === 1")
    page.touchscreen.tap(*middle(page, 19))
    wait_label(page, 19, "Schwarz")
    wait_hands(page)
    assert small_table.table.snapshot()["places"][19] == "A"


def test_a_finger_drags_a_marble(open_page, small_table):
    page = open_page(**PHONE)
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page, 12), middle(page, 19)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + to_x) / 2, "y": (y + to_y) / 2}]),
        ("touchMove", [{"x": to_x, "y": to_y}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    wait_label(page, 19, "Schwarz")
    wait_hands(page)
    assert [(e["type"], e["cell"]) for e in small_table.events] == [("lift", "12"), ("place", "19")]


def test_a_marble_dropped_beside_the_board_goes_back(open_page, small_table):
    page = open_page()
    page.mouse.move(*middle(page, 12))
    page.mouse.down()
    page.mouse.move(*middle(page, 30), steps=3)
    page.mouse.move(1270, 790, steps=3)
    page.mouse.up()
    wait_hands(page)
    assert small_table.table.snapshot()["places"][12] == "A"
    assert page.locator("#marbles .held .marble").count() == 0


def test_with_an_exchange_on_the_pile_two_marbles_change_places(open_page, small_table):
    page = open_page()
    page.get_by_role("button", name="Karte Trickser legen").click()
    page.wait_for_function("() => document.querySelector('#deal').textContent.includes('Trickser')")
    hole(page, 12).focus()
    page.keyboard.press("Enter")
    hole(page, 59).focus()
    page.keyboard.press("Enter")
    wait_hands(page)
    places = small_table.table.snapshot()["places"]
    assert (places[12], places[59]) == ("D", "A")


def test_a_yard_counts_pieces_not_places(open_page, small_table):
    page = open_page()
    small_table.lift(80)
    small_table.put(83, "A")
    wait_label(page, 83, "Schwarz")
    assert page.locator("#marbles .mark-diff").count() == 0


def test_one_button_puts_every_marble_where_it_belongs(open_page, small_table):
    page = open_page()
    before = small_table.table.snapshot()["places"]
    for index, target in ((12, 40), (16, 12), (80, 5), (67, 66)):
        if before[index]:
            small_table.put(target, small_table.lift(index))
    small_table.lift(81)
    wait_label(page, 12, "hier gehört Schwarz hin")
    page.click("#tidy")
    wait_hands(page)
    page.wait_for_selector("#tidy", state="hidden")
    table = small_table.table.snapshot()
    assert table["loose"] == []
    assert table["places"][:80] == before[:80]


def test_the_own_hand_is_shown_to_its_phone_and_the_secret_leaves_the_address(open_page, small_table):
    page = open_page("?lang=de&seat=A#hand=secret-A")
    page.wait_for_function("() => document.querySelector('#hand-text').textContent === '7, TAC'")
    assert "secret" not in page.url
    page.fill("#hand-cards", "1, 13 tac")
    with page.expect_response("**/api/say"):
        page.keyboard.press("Enter")
    assert small_table.said == [("hand A 1,13,tac", "phone")]


def test_a_hand_that_was_told_elsewhere_is_shown_although_no_event_tells_of_it(open_page, small_table):
    page = open_page("?lang=de&seat=A#hand=secret-A")
    page.wait_for_function("() => document.querySelector('#hand-text').textContent === '7, TAC'")
    small_table.own_cards = ["1", "13"]
    page.wait_for_function("() => document.querySelector('#hand-text').textContent === '1, 13'")


def test_only_who_has_somebody_to_give_a_card_to_is_asked_for_one(open_page, small_table):
    page = open_page("?lang=de&seat=A#hand=secret-A")
    page.wait_for_function("() => document.querySelector('#hand-text').textContent === '7, TAC'")
    assert page.locator("#swap-form").is_hidden()
    small_table.receivers["A"] = "C"
    page = open_page("?lang=de&seat=A#hand=secret-A")
    page.wait_for_selector("#swap-form:not([hidden])")
    page.select_option("#swap-card", "tac")
    with page.expect_response("**/api/say"):
        page.click("#swap-form button")
    assert small_table.said == [("swap A tac", "phone")]


def test_a_wrong_secret_shows_no_hand_and_without_one_there_is_no_place_for_it(open_page):
    page = open_page("?lang=de&seat=B#hand=secret-A")
    page.wait_for_function("() => document.querySelector('#hand-text').textContent.startsWith('Diese Karten')")
    assert open_page("?lang=de&seat=A").locator("#hand").is_hidden()
