"""The live table through its page, as a user has it."""

import json
import urllib.error
import urllib.request

import pytest
from command import PATIENCE_S
from test_stopping import address, running, wait_until


class Page:
    """What a page can ask and do."""

    def __init__(self, url):
        self.url = url

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def post(self, path, **data):
        """The answer's status."""
        headers = {"Content-Type": "application/json", "Origin": self.url[:-1]}
        request = urllib.request.Request(self.url + path, data=json.dumps(data).encode(), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    @property
    def state(self):
        return self.get("api/state")["state"]

    @property
    def game(self):
        """The state without what the board and the voice may still be about to tell."""
        return {**self.state, "occupied": None, "is_speaking": None}


@pytest.fixture
def page(tmp_path):
    options = ("run", "--http", "127.0.0.1:0", "--speech", "none", "--language", "en", "--names", "A=Anna",
               "--phones", "rule")  # fmt: skip
    with running(*options) as process:
        page = Page(address(process))
        wait_until(lambda: page.state["phase"] == "play")
        yield page


def test_names_and_colours_are_part_of_the_state(page):
    state = page.state
    assert state["names"] == {"A": "Anna"}
    assert state["colours"] == {"A": "black", "B": "red", "C": "green", "D": "blue"}


def test_a_new_game_sets_up_the_virtual_table(page):
    assert page.post("api/say", text="game tac basic duel first=C position=A:05,17,y,y C:40,y,y,y") == 200
    wait_until(lambda: page.state["phase"] == "play")
    state = page.state
    assert (state["variant"], state["seat"]) == ("duel", "C")
    places = state["table"]["places"]
    assert [index for index, colour in enumerate(places) if colour == "A" and index < 80] == [5, 17]
    assert places[40] == "C"
    assert sum(1 for colour in places if colour) == 8


def test_what_is_refused_is_told_and_changes_nothing(page):
    before = page.game
    for text in ("card A 99", "dance", "takeback", "game chess", "set A:99", "language xx", "overrule dance"):
        assert page.post("api/say", text=text) == 400, text
    assert page.game == before


def test_a_change_of_language_reaches_the_page(page):
    assert page.post("api/say", text="language fr") == 200
    assert page.state["language"] == "fr"


def test_a_play_on_the_page(page):
    assert page.post("api/say", text="card A 1", by="phone") == 200
    assert page.post("api/table/lift", index=80) == 200
    assert page.post("api/table/put", index=0, colour="A") == 200
    wait_until(lambda: page.state["ply"] == 1)
    events = page.get("api/events?since=0")["events"]
    (move,) = [event for event in events if event["type"] == "move"]
    assert (move["seat"], move["action"]) == ("A", "Ay-00")
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert any("Anna" in event["text"] for event in events if event["type"] == "speech")


def test_an_exchange_as_quick_as_a_page_can_is_seen(page):
    assert page.post("api/say", text="set A:05,y,y,y B:09,y,y,y C:y,y,y,y D:y,y,y,y") == 200
    for yard, hole, colour in ((80, 5, "A"), (84, 9, "B")):
        assert page.post("api/table/lift", index=yard) == 200
        assert page.post("api/table/put", index=hole, colour=colour) == 200
    assert page.post("api/say", text="card A trickster") == 200
    assert page.post("api/table/lift", index=9) == 200
    assert page.post("api/table/put", index=9, colour="A") == 400, "no such marble in the hand"
    assert page.post("api/table/lift", index=5) == 200
    assert page.post("api/table/put", index=9, colour="A") == 200
    assert page.post("api/table/put", index=5, colour="B") == 200
    wait_until(lambda: page.state["ply"] == 1)
    (move,) = [event for event in page.get("api/events?since=0")["events"] if event["type"] == "move"]
    assert move["action"] in ("05~09", "09~05")


def test_phones_that_only_play_cannot_rule():
    options = ("run", "--http", "127.0.0.1:0", "--speech", "none")
    with running(*options) as process:
        page = Page(address(process))
        wait_until(lambda: page.state["phase"] == "play")
        before = page.game
        for text in ("game tac basic duel", "set A:y,y,y,y", "overrule board", "overrule play-on"):
            assert page.post("api/say", text=text) == 403, text
        assert page.game == before
        assert page.post("api/say", text="card A 3") == 200


def test_who_does_not_sit_here_cannot_lay_a_card(page):
    before = page.game
    assert page.post("api/say", text="card E 7") == 400
    assert page.game == before
