"""The web server: uvicorn in a thread of its own, so that the table never waits for a page.

1. `start` binds the port at once, in the caller's thread: a taken port is told then and there.
2. uvicorn runs its own event loop in the thread until `stop`.
3. `stop` closes the pages, waits a moment at most, and gives the port back.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import threading

import uvicorn
from fastapi import FastAPI

from companion.web.door import Door, accept, watch
from companion.web.errors import BadAddress, PortTaken
from companion.web.logs import quieten

STANDARD_ADDRESS = "127.0.0.1:8737"
STOP_S = 1.2
"""So long the end waits for pages; the rest of the two seconds is for trace and voice."""
LARGEST_HEAD = 16384
"""Bytes of a request's head."""
LOOP_FILES = 3
"""So many files a loop opens."""
REASONS = {
    errno.EADDRINUSE: "another program listens there already",
    errno.EACCES: "this port needs more rights",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EMFILE: "the companion may open no more files (ulimit -n)",
}


def parse_address(text: str) -> tuple[str, int]:
    """HOST and PORT of `HOST:PORT`; an IPv6 host stands in brackets. Raises: BadAddress."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or not host:
        raise BadAddress(text, "there is no host, or no port")
    if not port.isdecimal() or not port.isascii() or not 0 <= int(port[:6]) <= 65535:
        raise BadAddress(text, "the port has to be a number from 0 to 65535")
    if host.startswith("[") != host.endswith("]") or (":" in host and not host.startswith("[")):
        raise BadAddress(text, "an IPv6 host stands in brackets")
    return host.strip("[]"), int(port)


class DoorServer(uvicorn.Server):
    """uvicorn behind a door of our own: it lets sockets in, and sends those away that say nothing."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to let sockets in."""
        await self.lifespan.startup()

        def new_protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        door = Door()
        self.servers = []
        self._work = [asyncio.create_task(accept(each, door, new_protocol)) for each in sockets or ()]
        self._work.append(asyncio.create_task(watch(door)))
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets nobody in any more, then closes what is open; what is not gone by then is cut off.

        Who has begun to leave is not told to: uvicorn raises where both close at the same time.
        """
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        open_now = self.server_state.connections
        leaving = {each for each in open_now if each.transport.is_closing()}
        open_now -= leaving
        await super().shutdown(sockets)
        for each in open_now | leaving:
            each.transport.abort()


class WebServer:
    """The app on one address. With port 0 the system chooses one; `port` tells which."""

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._app = app
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """What to type into a browser."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"

    def start(self) -> None:
        """Listen and serve. Raises: PortTaken."""
        self._socket = self._bind()
        self._loop = self._new_loop(self._socket)
        quieten()
        self.port = self._socket.getsockname()[1]
        config = uvicorn.Config(
            self._app, log_config=None, access_log=False, lifespan="off", ws_max_size=4096,
            timeout_graceful_shutdown=1, server_header=False, proxy_headers=False, http="h11",
            h11_max_incomplete_event_size=LARGEST_HEAD,
        )  # fmt: skip
        self._server = DoorServer(config)
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """End it; False if it did not end in time (its thread ends with the program then)."""
        if self._server is None or self._thread is None:
            return True
        self._server.should_exit = True
        self._thread.join(STOP_S)
        is_ended = not self._thread.is_alive()
        if self._socket is not None:
            self._socket.close()
        return is_ended

    def _serve(self) -> None:
        assert self._server is not None
        assert self._socket is not None
        loop = self._loop
        assert loop is not None
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._server.serve(sockets=[self._socket]))

    def _new_loop(self, bound: socket.socket) -> asyncio.AbstractEventLoop:
        """Made in the caller's thread, since it needs files of its own: what cannot be is told then and there."""
        try:
            with contextlib.ExitStack() as room:  # a loop that is broken off half made complains when it is forgotten
                for _ in range(LOOP_FILES):
                    room.callback(os.close, os.open(os.devnull, os.O_RDONLY))
            return asyncio.new_event_loop()
        except OSError as error:
            bound.close()
            raise self._refused(error) from None

    def _bind(self) -> socket.socket:
        try:
            family, kind, _, _, place = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
        except OSError as error:
            raise self._refused(error, f"the host is not known ({error})") from None
        try:
            bound = socket.socket(family, kind)
        except OSError as error:
            raise self._refused(error) from None
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(place)
            bound.listen(512)
        except (OSError, OverflowError) as error:
            bound.close()
            raise self._refused(error) from None
        return bound

    def _refused(self, error: OSError | OverflowError, usual: str = "") -> PortTaken:
        number = error.errno if isinstance(error, OSError) else None
        return PortTaken(self.host, self.port, REASONS.get(number or 0, usual or str(error)))
