"""The door for sockets: so many from one address, so many in all, and whoever comes in has to say what it wants.

A neighbour on the Wi-Fi who opens a thousand sockets must not lock the players out. So a new socket is let in rather
than an old one kept that says nothing; only where every place of an address is in use, the newcomer is turned away.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

HEAD_S = 5.0
"""So long a request's head may take, and so long a socket may rest between two requests."""
LOOK_S = 0.5
MOST_EACH = 32
"""Sockets of one address: a browser opens six and one for the news, for each page."""
MOST = 256
"""Sockets in all; fewer where the system allows few open files."""
SHARE_OF_FILES = 3
PAUSE_S = 0.2
"""After the system refused a socket it is asked again this late."""


@dataclass(eq=False, slots=True)
class Guest:
    """One socket that was let in."""

    address: str
    transport: asyncio.Transport
    protocol: Any
    waits_since: float
    last_cycle: object = None

    @property
    def is_gone(self) -> bool:
        """Whether it was closed."""
        return self.transport.is_closing()

    @property
    def says_nothing(self) -> bool:
        """Whether no request of it is being answered, and it is no page that listens for news."""
        present: Any = self.transport.get_protocol()
        if present is not self.protocol:
            return False  # a page that listens for news
        cycle: Any = self.protocol.cycle
        return cycle is None or bool(cycle.response_complete)


class Door:
    """Who is in. Everything on the server's own thread.

    1. `admit` tells whether a newcomer may come in; for it the oldest socket may go that says nothing.
    2. `enter` notes it. 3. `look` sends away who has said nothing for too long.
    """

    def __init__(self, most: int = 0, most_each: int = MOST_EACH) -> None:
        self.most, self.most_each = most or _most(), most_each
        self._guests: list[Guest] = []

    def admit(self, address: str) -> bool:
        """Whether one more socket of this address may come in."""
        self._guests = [guest for guest in self._guests if not guest.is_gone]
        counts = Counter(guest.address for guest in self._guests)
        if counts[address] >= self.most_each:
            return self._make_room(address)
        if len(self._guests) < self.most:
            return True
        crowd, size = counts.most_common(1)[0]
        return size > counts[address] + 1 and self._make_room(crowd)

    def enter(self, guest: Guest) -> None:
        """It is in."""
        self._guests.append(guest)

    def look(self, now: float) -> None:
        """Sends away who says nothing for too long."""
        for guest in self._guests:
            if not guest.says_nothing or guest.protocol.cycle is not guest.last_cycle:
                guest.waits_since, guest.last_cycle = now, guest.protocol.cycle
            elif now - guest.waits_since > HEAD_S:
                guest.transport.abort()

    def _make_room(self, address: str) -> bool:
        """Closes the socket of this address that has said nothing for longest; False if all of them are in use."""
        quiet = [guest for guest in self._guests if guest.address == address and guest.says_nothing]
        if not quiet:
            return False
        oldest = min(quiet, key=lambda guest: guest.waits_since)
        oldest.transport.abort()
        self._guests.remove(oldest)
        return True


async def accept(listening: socket.socket, door: Door, new_protocol: Any) -> None:
    """Lets sockets in for ever. Where the system has no more files it waits, without a turn of its processor."""
    loop = asyncio.get_running_loop()
    listening.setblocking(False)
    while True:
        try:
            connection, place = await loop.sock_accept(listening)
        except OSError:
            await asyncio.sleep(PAUSE_S)
            continue
        address = str(place[0])
        if not door.admit(address):
            connection.close()
            continue
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            transport, protocol = await loop.connect_accepted_socket(new_protocol, connection)
        except OSError:
            connection.close()
            continue
        door.enter(Guest(address, transport, protocol, time.monotonic()))


async def watch(door: Door) -> None:
    """Looks again and again whether somebody says nothing."""
    while True:
        await asyncio.sleep(LOOK_S)
        door.look(time.monotonic())


def _most() -> int:
    """Sockets in all: a part of the files that the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST * SHARE_OF_FILES
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard > soft):
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(8, min(MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // SHARE_OF_FILES))
