"""Neighbours on the Wi-Fi who open sockets and say nothing, or too much: the players' pages stay open."""

import asyncio
import contextlib
import functools
import http.client
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.web import door, guard
from companion.web.app import create_app
from companion.web.logs import OneLine
from companion.web.push import Hub
from companion.web.rates import BURST, Rates
from companion.web.server import WebServer

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PATIENCE_S = 60.0


@pytest.fixture
def server(small_table):
    server = WebServer(create_app(small_table.deps()), "127.0.0.1", 0)
    server.start()
    yield server
    assert server.stop()


def answers(server, source="127.0.0.1", path="/api/state"):
    """The status of a request from this address."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (source, 0)) as one:
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        head = one.recv(100)
    return int(head.split()[1]) if head else 0


@contextlib.contextmanager
def half_requests(server, count, source="127.0.0.9", half=HALF):
    with contextlib.ExitStack() as stack:
        sockets = []
        for _ in range(count):
            one = stack.enter_context(socket.socket())
            one.bind((source, 0))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            with contextlib.suppress(OSError):
                one.connect(("127.0.0.1", server.port))
                one.sendall(half)
            sockets.append(one)
        yield sockets


def is_closed(one, patience_s=PATIENCE_S):
    one.settimeout(patience_s)
    try:
        return one.recv(1000) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.fixture
def endless_patience(monkeypatch):
    """Nobody is sent away for saying nothing unless a place is wanted: whoever is answered was not kept waiting."""
    monkeypatch.setattr(door, "HEAD_S", 1000.0)
    monkeypatch.setattr(guard, "BODY_S", 1000.0)


@pytest.mark.parametrize("source", ["127.0.0.9", "127.0.0.1"])
def test_a_crowd_of_half_requests_keeps_nobody_out(server, source, endless_patience):
    with half_requests(server, 300, source) as sockets:
        assert answers(server) == 200
        assert is_closed(sockets[0]), "the oldest gave its place"


def test_crowds_from_many_addresses_keep_nobody_out(server, endless_patience):
    with contextlib.ExitStack() as stack:
        for number in range(2, 14):
            stack.enter_context(half_requests(server, door.MOST_EACH, f"127.0.0.{number}"))
        assert answers(server, "127.0.0.100") == 200


BODY = (b"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{")  # fmt: skip
SLOW = b"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 6


@pytest.mark.parametrize("half", [b"", HALF, BODY, SLOW], ids=["nothing", "head", "body", "answers not taken"])
def test_a_crowd_with_an_address_each_keeps_nobody_out(server, half, endless_patience, monkeypatch):
    if half is SLOW:
        monkeypatch.setattr(door, "HEAD_S", 0.5)
        monkeypatch.setattr(door, "LOOK_S", 0.05)
    with contextlib.ExitStack() as stack:
        for number in range(door.MOST + 10):
            stack.enter_context(half_requests(server, 1, f"127.0.{1 + number // 200}.{1 + number % 200}", half))
        end = time.monotonic() + (PATIENCE_S if half is SLOW else 0.0)
        while answers(server, "127.0.0.100") != 200:
            assert time.monotonic() < end, "it is kept out"
        for _ in range(2):
            assert answers(server, "127.0.0.100") == 200


def test_half_bodies_of_the_own_address_keep_nobody_out(server, endless_patience):
    with half_requests(server, 100, "127.0.0.1", BODY):
        assert answers(server) == 200


def test_an_answer_that_nobody_takes_is_given_up(server, monkeypatch):
    monkeypatch.setattr(door, "ANSWER_S", 0.3)
    monkeypatch.setattr(door, "LOOK_S", 0.05)
    with half_requests(server, 1, half=SLOW * 100) as (one,):
        end = time.monotonic() + PATIENCE_S
        with contextlib.suppress(ConnectionError):
            while one.send(b"\n"):
                threading.Event().wait(0.02)
                assert time.monotonic() < end, "it is waited for"


@pytest.mark.parametrize("half", [b"", HALF, b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /"])
def test_who_does_not_say_what_it_wants_is_sent_away(server, monkeypatch, half):
    monkeypatch.setattr(door, "HEAD_S", 0.3)
    monkeypatch.setattr(door, "LOOK_S", 0.05)
    with half_requests(server, 1, half=half) as (one,):
        one.settimeout(PATIENCE_S)
        while one.recv(4096) if half.endswith(b"GET /") else not is_closed(one):
            pass


def test_a_body_that_does_not_come_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(guard, "BODY_S", 0.2)
    with half_requests(server, 1, half=BODY) as (one,):
        one.settimeout(PATIENCE_S)
        assert one.recv(100).startswith(b"HTTP/1.1 408")


def test_a_page_that_rests_keeps_its_socket(server, monkeypatch):
    monkeypatch.setattr(door, "LOOK_S", 0.02)
    with page(server, "127.0.0.1") as one:
        assert json.loads(one.recv(timeout=PATIENCE_S))["kind"] == "news"
        monkeypatch.setattr(door, "HEAD_S", 0.1)
        threading.Event().wait(0.6)
        assert one.ping().wait(PATIENCE_S)


def test_a_browser_that_goes_on_asking_keeps_its_socket(server, monkeypatch):
    monkeypatch.setattr(door, "HEAD_S", 1.0)
    monkeypatch.setattr(door, "LOOK_S", 0.02)
    # A machine that is busy may hold the browser up for longer than a head may take: then it is tried again.
    assert any(is_kept(server) for _ in range(20))


def is_kept(server):
    """Whether a browser that asks for longer than a head may take keeps its socket."""
    browser = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    with contextlib.closing(browser):
        browser.connect()
        kept = browser.sock
        try:
            for _ in range(15):
                browser.request("GET", "/api/events?since=999")
                assert browser.getresponse().read()
                threading.Event().wait(0.1)
        except ConnectionError:
            return False
        return browser.sock is kept


ATTACK = """
import resource, socket, sys, threading, time
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
sys.path.append(sys.argv[1])
from conftest import SmallTable
from companion.web.app import create_app
from companion.web.logs import OneLine
from companion.web.server import WebServer
server = WebServer(create_app(SmallTable().deps()), "127.0.0.1", 0)
server.start()
began, spent = time.monotonic(), time.process_time()
print(server.port, flush=True)
sys.stdin.read()
print((time.process_time() - spent) / (time.monotonic() - began), flush=True)
server.stop()
"""


def test_few_files_cost_neither_the_page_nor_the_processor():
    """A system that allows 64 files, and 100 sockets that say nothing."""
    folder = os.path.dirname(__file__)
    with subprocess.Popen([sys.executable, "-c", ATTACK, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:  # fmt: skip
        port = int(process.stdout.readline())
        place = type("Place", (), {"port": port})
        with half_requests(place, 100):
            assert answers(place) == 200
            threading.Event().wait(2.0)
            assert answers(place) == 200
        told, errors = process.communicate("", timeout=PATIENCE_S)
    assert errors == ""
    assert float(told) < 0.6, "so much of the processor's time"


# -- pages ----------------------------------------------------------------------------------------------------------


def page(server, source):
    url = server.url.replace("http", "ws") + "ws"
    return connect(url, source_address=(source, 0), proxy=None, open_timeout=PATIENCE_S)


def test_pages_of_one_phone_do_not_take_the_places_of_others(server):
    with contextlib.ExitStack() as stack:
        old = [stack.enter_context(page(server, "127.0.0.9")) for _ in range(20)]
        other = stack.enter_context(page(server, "127.0.0.2"))
        assert json.loads(other.recv(timeout=PATIENCE_S))["kind"] == "news"
        assert json.loads(old[-1].recv(timeout=PATIENCE_S))["kind"] == "news"
        with pytest.raises(ConnectionClosed):
            news_until_closed(old[0])


def news_until_closed(one):
    while True:
        one.recv(timeout=PATIENCE_S)


def pages_of(hub):
    found = {}
    for one in hub._pages:
        found[one.address] = found.get(one.address, 0) + 1
    return found


def test_places_are_kept_for_players(small_table):
    async def story():
        hub = Hub(small_table.deps(), most_pages=6, most_each=3)
        hub.took_part("player")
        assert hub.join(0, "", "player")
        strangers = [hub.join(0, "", f"stranger {number}") for number in range(5)]
        assert all(strangers)
        assert hub.join(0, "", "one more") is None
        assert hub.join(0, "", "player") is not None
        assert pages_of(hub)["player"] == 2
        assert strangers[0].is_closed
        assert hub.join(0, "", "stranger 4") is None

    asyncio.run(story())


def test_a_full_table_is_shared_fairly(small_table):
    async def story():
        hub = Hub(small_table.deps(), most_pages=6, most_each=5)
        greedy = [hub.join(0, "", "greedy") for _ in range(5)]
        assert hub.join(0, "", "a")
        assert hub.join(0, "", "b")
        assert greedy[0].is_closed
        assert pages_of(hub) == {"greedy": 4, "a": 1, "b": 1}

    asyncio.run(story())


# -- garbage --------------------------------------------------------------------------------------------------------

UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")  # fmt: skip
FRAMES = {
    "text that is no UTF-8": b"\x81\x83\0\0\0\0\xff\xfe\xfd",
    "without a mask": b"\x81\x02hi",
    "too large": b"\x81\xfe\x13\x88\0\0\0\0" + b"x" * 5000,
    "unknown": b"\x83\x82\0\0\0\0zz",
    "a piece of nothing": b"\x80\x81\0\0\0\0z",
    "half a close": b"\x88\x81\0\0\0\0\0",
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_that_is_garbage_closes_its_page_alone(server, capfd, frame):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as one:
        one.sendall(UPGRADE)
        assert one.recv(100).startswith(b"HTTP/1.1 101")
        one.sendall(frame)
        while one.recv(4096):
            pass
    assert answers(server) == 200
    told = capfd.readouterr().err
    assert "Traceback" not in told
    assert len(told.splitlines()) <= 1


REQUESTS = {
    "nothing but noise": b"\xff\xfe\x00garbage\r\n\r\n",
    "an endless line": b"GET /" + b"a" * 40_000,
    "headers without end": b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 4000,
    "two lengths": b"POST /api/say HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\n{}",
    "length and chunks": b"POST /api/say HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                         b"Transfer-Encoding: chunked\r\n\r\n",
    "a chunk too large": b"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                         b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n" + b"x" * 9000,
    "a negative length": b"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    "a way out of the folder": b"GET /static/../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "the same, hidden": b"GET /static/%2e%2e/%2e%2e/deps.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "an upgrade to nothing": b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "a reader half gone": UPGRADE[:-2] + b"Sec-WebSocket-Extensions: permessage-deflate; x=\xff\r\n\r\n\x81",
}  # fmt: skip


@pytest.mark.parametrize("request_bytes", REQUESTS.values(), ids=REQUESTS)
def test_a_request_that_is_garbage_is_refused_and_forgotten(server, small_table, capfd, request_bytes):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as one:
        one.settimeout(PATIENCE_S)
        with contextlib.suppress(ConnectionError):
            one.sendall(request_bytes)
            assert not one.recv(4096).startswith(b"HTTP/1.1 200")
    assert small_table.said == []
    assert answers(server) == 200
    assert "Traceback" not in capfd.readouterr().err


def test_complaints_are_lines_and_do_not_repeat():
    lines, now = [], [0.0]
    handler = OneLine(lines.append, lambda: now[0])
    logger = logging.getLogger("companion.web.test")
    logger.propagate = False
    logger.addHandler(handler)
    for t in (0.0, 1.0, 11.0):
        now[0] = t
        logger.warning("garbage\nin two lines")
    try:
        raise ValueError("odd")
    except ValueError:
        logger.exception("it failed")
    logger.removeHandler(handler)
    assert lines[:2] == ["tastkreis: page: garbage in two lines\n"] * 2
    assert lines[2].startswith("tastkreis: page: it failed (ValueError: odd at test_complaints")
    assert len(lines) == 3


# -- rates ----------------------------------------------------------------------------------------------------------


def test_each_address_has_its_own_measure():
    rates = Rates(per_s=10.0, burst=5.0)
    assert [rates.is_allowed("a", 0.0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert rates.is_allowed("b", 0.0)
    assert rates.is_allowed("a", 0.2)


def test_addresses_remembered_are_bounded():
    rates = Rates()
    for number in range(5000):
        rates.is_allowed(str(number), 0.0)
    assert len(rates._buckets) <= 1024


def test_who_asks_too_often_is_told(server, monkeypatch):
    monkeypatch.setattr(guard, "Rates", functools.partial(Rates, per_s=0.0))
    statuses = []
    request = urllib.request.Request(server.url + "api/board")
    for _ in range(402):
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                statuses.append(answer.status)
        except urllib.error.HTTPError as error:
            statuses.append(error.code)
            error.close()
    assert statuses == [200] * int(BURST) + [429] * 2
    assert answers(server, "127.0.0.3") == 200
