"""Odd bytes at the page's door: requests and WebSocket frames that were good once, sent to the real server.

Each comes from an address of its own, so that none is sent away for asking too often. Whatever is sent, the server
never answers 500, writes no complaint, and answers the next good request at once.
"""

import base64
import contextlib
import json
import logging
import os
import random
import socket
import struct
import threading
import time
import urllib.request

from targets import mutated

from companion.sensing.said import parse_said
from companion.virtual.table import VirtualTable
from companion.web.app import create_app
from companion.web.deps import WebDeps
from companion.web.logs import LOGGERS, OneLine
from companion.web.push import Hub
from companion.web.server import WebServer
from engine.tac.board.holes import LAYOUT
from engine.tac.hands.cards import CARDS
from hardware.geometry import load_board

HEAD = b"Host: 127.0.0.1\r\n"
PATIENCE_S = 60.0
PROMPT_S = 30.0
"""At once, on a machine that may be slow and busy."""


def _post(path, **data):
    body = json.dumps(data).encode()
    return (b"POST %s HTTP/1.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            % (path, HEAD, len(body), body))  # fmt: skip


REQUESTS = [
    b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /api/state HTTP/1.1\r\n" + HEAD + b"Accept: */*\r\n\r\n",
    b"GET /api/events?since=3 HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /api/board HTTP/1.0\r\n" + HEAD + b"\r\n",
    b"GET /api/hand/A HTTP/1.1\r\n" + HEAD + b"Authorization: Bearer secret\r\n\r\n",
    b"GET /static/../../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /static/main.js HTTP/1.1\r\n" + HEAD + b"Range: bytes=0-5\r\nIf-None-Match: x\r\n\r\n",
    _post(b"/api/say", text="card A 7", by="phone"),
    _post(b"/api/say", text="ask position"),
    _post(b"/api/table/lift", index=80),
    _post(b"/api/table/put", index=5, colour="A"),
    _post(b"/api/table/lay", card="7"),
    b"POST /api/say HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    b'f\r\n{"text":"done"}\r\n0\r\n\r\n',
    b"GET /api/state HTTP/1.1\r\n" + HEAD + b"\r\nGET /api/board HTTP/1.1\r\n" + HEAD + b"\r\n",
]
KEY = base64.b64encode(bytes(16))
HANDSHAKE = (b"GET /ws?since=0&run=ab HTTP/1.1\r\n" + HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
             b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + b"\r\n\r\n")  # fmt: skip
MASK = b"\1\2\3\4"


def frame(opcode, payload=b"", is_last=True):
    """A frame as a browser sends it."""
    masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
    return bytes([(0x80 if is_last else 0) | opcode]) + length + MASK + masked


FRAMES = [
    frame(1, b'{"text":"done"}'), frame(2, b"\0\1\2"), frame(9, b"ping"), frame(10, b""),
    frame(8, struct.pack("!H", 1000) + b"bye"), frame(1, b"a" * 5000),
    frame(1, b"half", is_last=False) + frame(0, b"!"),
    frame(1, b"\xff\xfe"), b"\xc1\x05" + MASK + b"xxxxx", b"\x81\xff" + b"\xff" * 8, frame(3, b"?"), b"\x81\x05hello",
]  # fmt: skip


KNOWN = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""Complaints about who sends such a thing; any other is one about us."""


class Door:
    """A page on the real server, and a table behind it that takes whatever can be read."""

    def __init__(self, seed):
        self._lot = random.Random(seed)
        self.tried = 0
        self._complaints = []
        self._ear = OneLine(self._complaints.append)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self._ear)
        table = VirtualTable(LAYOUT)
        state = {"phase": "play", "position": "", "seat": "A", "ways_out": []}
        deps = WebDeps(load_board(), lambda: state, lambda since: [], lambda text, by: parse_said(text, CARDS) and None,
                       table)  # fmt: skip
        self._server = WebServer(create_app(deps, Hub(deps)), "127.0.0.1", 0)
        self._server.start()

    def close(self):
        """Ends the server; within the time that was promised."""
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self._ear)
        assert self._server.stop()

    def request(self):
        """One odd request."""
        self._send(mutated(self._lot.choice(REQUESTS), self._lot))

    def frames(self):
        """A good handshake, then odd frames; sometimes an odd handshake."""
        if self._lot.random() < 0.2:
            self._send(mutated(HANDSHAKE, self._lot))
        else:
            self._send(HANDSHAKE + mutated(b"".join(self._lot.choices(FRAMES, k=self._lot.randrange(1, 4))), self._lot))

    def _send(self, data):
        self.tried += 1
        source = f"127.{self._lot.randrange(1, 250)}.{self._lot.randrange(1, 250)}.{self._lot.randrange(1, 250)}"
        answer = b""
        with socket.socket() as one:
            one.bind((source, 0))
            one.settimeout(PATIENCE_S)
            one.connect(("127.0.0.1", self._server.port))
            with contextlib.suppress(ConnectionError, BrokenPipeError):
                one.sendall(data)
                one.shutdown(socket.SHUT_WR)
                while got := one.recv(1 << 16):
                    answer += got
        status = answer[:12].partition(b" ")[2]
        assert not status.startswith(b"5") or status in (b"501", b"505"), (answer[:200], data)
        assert all(line.strip().endswith(KNOWN) for line in self._complaints), (self._complaints, data)

    def answers(self):
        """A good request is answered at once."""
        began = time.monotonic()
        with urllib.request.urlopen(f"http://127.0.0.1:{self._server.port}/api/state", timeout=PATIENCE_S) as answer:
            assert json.load(answer)["state"]["phase"] == "play"
        assert time.monotonic() - began < PROMPT_S
        assert threading.active_count() < 100
        assert len(os.listdir("/proc/self/fd")) < 400
