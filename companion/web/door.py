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
FEW = 8
"""Sockets that an address may have although no other has more: those of one page."""
ANSWER_S = 15.0
"""So long an answer may take, the table's and the reading of whoever asked."""
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
    was_at: object = None
    """The request that it was at when it was looked at last, and whether that was answered."""

    @property
    def is_gone(self) -> bool:
        """Whether it was closed."""
        return self.transport.is_closing()

    @property
    def is_page(self) -> bool:
        """Whether it is a page that listens for news."""
        return self.transport.get_protocol() is not self.protocol

    @property
    def says_nothing(self) -> bool:
        """Whether no request of it is being answered, and it is no page that listens for news."""
        cycle: Any = self.protocol.cycle
        return not self.is_page and (cycle is None or bool(cycle.response_complete))

    def may_go(self, now: float) -> bool:
        """Whether it may be sent away for a newcomer: it says nothing, not all that it wants, or takes no answer."""
        if self.is_page or self.says_nothing:
            return not self.is_page
        return bool(self.protocol.cycle.more_body) or now - self.waits_since > HEAD_S


class Door:
    """Who is in. Everything on the server's own thread.

    1. `admit` tells whether a newcomer may come in; for it the oldest socket may go that says nothing: of its own
    address where that has all its places, else of the address that has most, else of any. 2. `enter` notes it.
    3. `look` sends away who has said nothing for too long.
    """

    def __init__(self, most: int = 0, most_each: int = MOST_EACH) -> None:
        self.most, self.most_each = most or _most(), most_each
        self._guests: list[Guest] = []

    def admit(self, address: str, now: float) -> bool:
        """Whether one more socket of this address may come in."""
        self._guests = [guest for guest in self._guests if not guest.is_gone]
        counts = Counter(guest.address for guest in self._guests)
        if counts[address] >= self.most_each:
            return self._make_room([guest for guest in self._guests if guest.address == address], now)
        if len(self._guests) < self.most:
            return True
        size = counts.most_common(1)[0][1]
        crowd = [guest for guest in self._guests if counts[guest.address] == size > counts[address]]
        return self._make_room(crowd, now) or (counts[address] < FEW and self._make_room(self._guests, now))

    def enter(self, guest: Guest) -> None:
        """It is in."""
        self._guests.append(guest)

    def look(self, now: float) -> None:
        """Sends away who says nothing for too long."""
        for guest in self._guests:
            now_at = (guest.protocol.cycle, guest.says_nothing)
            if guest.is_page or now_at != guest.was_at:
                guest.waits_since, guest.was_at = now, now_at
            elif now - guest.waits_since > (HEAD_S if guest.says_nothing else ANSWER_S):
                guest.transport.abort()

    def _make_room(self, crowd: list[Guest], now: float) -> bool:
        """Closes the one of these sockets that may go and came first; False if all of them are in use."""
        quiet = [guest for guest in crowd if guest.may_go(now)]
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
        if not door.admit(address, time.monotonic()):
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
