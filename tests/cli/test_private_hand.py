"""A hand in private, from the command line to the phone: its own seat reads it, and nobody else any of it."""

import argparse
import contextlib
import json
import re
import threading
import urllib.error
import urllib.request

import pytest
from command import tastkreis
from test_voice_of_the_table import Trace, duel

from companion.cli import run
from companion.cli.opening import opened
from companion.cli.private import PrivateHands
from companion.cli.stopping import Stopping
from companion.virtual.electronics import tag_of_card

HAND = ("1", "7", "tac", "4", "13")


class Phone:
    """What a phone asks of the companion."""

    def __init__(self, url):
        self.url = url

    def get(self, path, token=""):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=60) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def say(self, text):
        body = json.dumps({"text": text}).encode()
        request = urllib.request.Request(self.url + "api/say", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status


@pytest.fixture
def table(tmp_path):
    """A running table that gives hands out; its address, the tokens, and where its events go."""
    parser = argparse.ArgumentParser()
    run.configure(parser)
    events = tmp_path / "events.jsonl"
    args = parser.parse_args(["--hands", "--http", "127.0.0.1:0", "--speech", "none", "--events", str(events)])
    errors = tmp_path / "errors.txt"
    with (
        errors.open("w", buffering=1, encoding="utf-8") as stream,
        contextlib.redirect_stderr(stream),
        Stopping() as args.stopping,
        opened(args, "virtual", "") as live,
    ):
        thread = threading.Thread(target=live.run)
        thread.start()
        printed = ""
        for _ in range(4000):
            printed = errors.read_text("utf-8")
            if printed.count("for its phone alone") == 4 and printed.endswith("\n"):
                break
            threading.Event().wait(0.02)
        found = dict(re.findall(r"hand of (\w), for its phone alone: \S+#hand=(\S+)", printed))
        yield Phone(re.search(r"open at (\S+)", printed)[1]), found, events
        live.stop()
        thread.join()


def at_rest(phone):
    """State and events, when the table has said what it had to say."""
    before, now = None, (phone.get("api/state"), phone.get("api/events"))
    while before != now or "'finished'" not in str(now):
        threading.Event().wait(0.3)
        before, now = now, (phone.get("api/state"), phone.get("api/events"))
    return now


def test_it_works_from_the_command_line_to_the_phone(table):
    phone, tokens, events = table
    assert sorted(tokens) == list("ABCD")
    assert len(set(tokens.values())) == 4
    assert phone.get("api/hand/A", tokens["A"]) == (200, {"seat": "A", "cards": None, "receiver": "C"})
    before = at_rest(phone)
    assert phone.say(f"hand A {','.join(HAND)}") == 200
    status, told = phone.get("api/hand/A", tokens["A"])
    assert (status, sorted(told["cards"])) == (200, sorted(HAND))
    for token in ("", tokens["B"], tokens["A"][:-1], "secret-A"):
        assert phone.get("api/hand/A", token)[0] == 403
    assert phone.get("api/hand/Z", tokens["A"])[0] == 404
    assert (phone.get("api/state"), phone.get("api/events")) == before, "nobody else learns even that it was told"
    assert not any(token in json.dumps(before) for token in tokens.values())
    assert "hand" not in events.read_text("utf-8")


def test_a_token_opens_one_hand_only():
    hands = PrivateHands("AB", lambda: {"A": ("7",), "B": ("tac",)})
    tokens = {seat: address.rpartition("=")[2] for seat, address in hands.addresses("http://x/").items()}
    assert hands.hand_of("A", tokens["A"]) == ("7",)
    for seat, token in (("A", tokens["B"]), ("A", ""), ("C", ""), ("A", "ü")):
        with pytest.raises(PermissionError):
            hands.hand_of(seat, token)


def test_the_phone_of_a_seat_is_told_which_cards_can_be_used_and_no_other(table):
    phone, tokens, _ = table
    assert phone.get("api/hand/A/can", tokens["A"]) == (200, {"seat": "A", "can": None})
    phone.say(f"hand A {','.join(HAND)}")
    wanted = {"1": True, "13": True, "4": False, "7": False, "tac": False}
    assert phone.get("api/hand/A/can", tokens["A"]) == (200, {"seat": "A", "can": wanted})
    assert [phone.get("api/hand/A/can", token)[0] for token in ("", tokens["B"])] == [403, 403]
    assert phone.get("api/hand/B/can", tokens["B"]) == (200, {"seat": "B", "can": None})
    before = at_rest(phone)[0]
    assert phone.say("swap A tac") == 200
    assert phone.get("api/state") == before
    assert sorted(phone.get("api/hand/A", tokens["A"])[1]["cards"]) == sorted(HAND)


def test_whose_phone_told_a_hand_gives_its_cards_alone(table):
    phone, _, _ = table
    phone.say(f"hand A {','.join(HAND)}")
    with pytest.raises(urllib.error.HTTPError, match="403"):
        phone.say("swap C 1")


@pytest.mark.parametrize(("option", "cards"), [("lay", 1), ("hand", 0)])
def test_an_evening_out_of_a_file_lays_no_card_that_was_only_shown(tmp_path, option, cards):
    trace = Trace(tmp_path / "evening.txt").said(0.0, "game tac basic duel first=A").hello(0.1).picture(0.2, duel())
    path = trace.said(5.0, "hand A 1,2,3,5,6").board(8.0, "CARD", "A", tag_of_card("1")).picture(20.0, duel()).write()
    done = tastkreis("run", "--board", f"trace:{path}", "--speech", "none", "--events", "-", "--seat-readers", option)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["type"] for line in done.stdout.splitlines()].count("card") == cards
