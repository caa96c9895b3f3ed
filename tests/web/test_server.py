"""The server: its address, a port that is taken, starting and stopping."""

import asyncio
import contextlib
import json
import os
import resource
import socket
import threading
import time
import urllib.request

import pytest
from fastapi import FastAPI, WebSocket

from companion.web.app import create_app
from companion.web.errors import BadAddress, PortTaken
from companion.web.server import STANDARD_ADDRESS, WebServer, parse_address


@pytest.fixture
def app(small_table):
    return create_app(small_table.deps())


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (STANDARD_ADDRESS, ("127.0.0.1", 8737)), ("0.0.0.0:80", ("0.0.0.0", 80)), ("[::1]:8737", ("::1", 8737)),
        (" pi.local:0 ", ("pi.local", 0)),
    ],
)  # fmt: skip
def test_an_address_is_read(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "8737", ":8737", "host:", "host:x", "host:70000", "::1:8737", "host:-1", "[::1:8"]
)
def test_what_is_no_address_is_told(text):
    with pytest.raises(BadAddress, match="HOST:PORT") as caught:
        parse_address(text)
    assert isinstance(caught.value, ValueError)


def test_it_serves_and_stops_and_the_port_is_free_again(app):
    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    with urllib.request.urlopen(server.url + "api/state", timeout=60) as answer:
        assert json.load(answer)["state"]["seat"] == "B"
    assert server.stop()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", server.port))


def test_it_stops_with_a_page_open(app):
    from websockets.sync.client import connect

    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    with connect(server.url.replace("http", "ws") + "ws", open_timeout=60) as page:
        assert json.loads(page.recv(timeout=60))["kind"] == "news"
        assert server.stop()


def test_it_stops_while_a_page_is_closing():
    """Its close has come, and the answer waits behind what the page has not read."""
    app, has_begun = FastAPI(), threading.Event()

    @app.websocket("/ws")
    async def much(page: WebSocket):
        await page.accept()
        has_begun.set()
        await asyncio.gather(page.send_bytes(bytes(1 << 26)), page.receive())

    server = WebServer(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as page:
        page.sendall(
            b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
        assert has_begun.wait(60)
        assert page.recv(12) == b"HTTP/1.1 101"
        page.sendall(b"\x88\x80\0\0\0\0")  # the frame that closes (RFC 6455, 5.5.1)
        time.sleep(0.2)
        assert server.stop()


def test_a_taken_port_is_told_at_once(app):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"127.0.0.1:{port}.*another program") as caught:
            WebServer(app, "127.0.0.1", port).start()
    assert isinstance(caught.value, OSError)


def test_a_host_that_is_not_this_machine_is_told(app):
    with pytest.raises(PortTaken, match=r"192\.0\.2\.1"):
        WebServer(app, "192.0.2.1", 0).start()


def test_a_page_without_files_to_open_it_is_told_at_once(app):
    """Enough files for the socket, but not for the loop that serves it."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 16, before[1]))
    filled, threads = [], threading.active_count()
    with contextlib.suppress(OSError):
        while len(filled) < 1000:
            filled.append(os.open(os.devnull, os.O_RDONLY))
    try:
        for _ in range(4):
            with pytest.raises(PortTaken, match="no more files"):
                WebServer(app, "127.0.0.1", 0).start()
            os.close(filled.pop())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for one in filled:
            os.close(one)
    assert threading.active_count() == threads


def test_stopping_what_was_not_started_is_fine(app):
    assert WebServer(app, "127.0.0.1", 0).stop()
