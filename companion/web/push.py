"""The hub: every fact to every open page at the same time, whoever is slow.

1. `publish` appends the event to a short memory and wakes the pages; it never waits and may be called from any thread.
2. Each page has a place in the count (the last `n` it was sent) and its own task, which sends what came since then.
3. The state may follow its event by a moment, so each page looks once more shortly after.
4. A page that was away, or too slow for the memory, is caught up from the log (`events_since`). Nothing is lost,
   nothing piles up: for a slow page only its place in the count is kept.
5. `run` names this run of the companion. A page that comes back with another run's count starts from the beginning.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any

from companion.facts import Fact
from companion.web.deps import WebDeps
from companion.web.public import public_event, public_state

MEMORY = 512
FIRST_SIGHT = 400
"""So many events at most are sent to a page that is new; older ones are in the log."""

LOOK_AGAIN_S = 0.15


MOST_PAGES = 64
MOST_EACH = 12
"""Pages of one address."""


class PageClosed(Exception):
    """The page gave its place to another."""


class Page:
    """One open page: a place in the count, and a bell in the event loop that it lives in."""

    def __init__(self, hub: Hub, since: int, address: str = "") -> None:
        self.sent, self.address = since, address
        self.is_closed = False
        """Whether it gave its place to another."""
        self._hub = hub
        self._state: dict[str, Any] = {}
        self._looks_again = False
        self._bell = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Ring the bell, from any thread; a loop that is closed already has no page any more."""
        try:
            self._loop.call_soon_threadsafe(self._bell.set)
        except RuntimeError:
            self._hub.leave(self)

    async def news(self) -> dict[str, Any]:
        """Waits until there is something new; the events since the last call, and the state as it is now.

        Raises: PageClosed.
        """
        while True:
            is_rung = await self._rung()
            if self.is_closed:
                raise PageClosed
            events, state = await asyncio.to_thread(self._hub.news_since, self.sent)
            if is_rung or events or state != self._state:
                break
        if events:
            self.sent = int(events[-1]["n"])
        self._state = state
        return {"kind": "news", "run": self._hub.run, "events": events, "state": state}

    async def _rung(self) -> bool:
        """Whether the bell rang; False when it is time to look once more."""
        try:
            await asyncio.wait_for(self._bell.wait(), LOOK_AGAIN_S if self._looks_again else None)
        except TimeoutError:
            self._looks_again = False
            return False
        self._bell.clear()
        self._looks_again = True
        return True


class Hub:
    """All open pages, and the facts on their way to them."""

    def __init__(self, deps: WebDeps, most_pages: int = MOST_PAGES, most_each: int = MOST_EACH) -> None:
        self.run = secrets.token_hex(4)
        self._deps = deps
        self._most_pages, self._most_each = most_pages, most_each
        self._players: dict[str, None] = {}
        """Addresses from which somebody took part, the latest last; their pages have precedence."""
        self._lock = threading.Lock()
        self._recent: deque[dict[str, Any]] = deque(maxlen=MEMORY)
        self._pages: dict[Page, None] = {}
        """All open pages, the oldest first."""

    @property
    def pages(self) -> int:
        """Number of pages open."""
        return len(self._pages)

    def publish(self, event: Mapping[str, Any]) -> None:
        """Tell every page of this event. Quick, never waits, from any thread."""
        shown = public_event(event)
        with self._lock:
            self._recent.append(shown)
            pages = tuple(self._pages)
        for page in pages:
            page.wake()

    def listen(self, fact: Fact, number: int) -> None:
        """The same as a listener to facts."""
        self.publish(fact.event(number))

    def nudge(self) -> None:
        """Make every page look at the state again although no event came (hands on the virtual table)."""
        with self._lock:
            pages = tuple(self._pages)
        for page in pages:
            page.wake()

    def join(self, since: int, run: str, address: str = "") -> Page | None:
        """A new page that knows everything up to `since` of that run; None if there is no place for it.

        An address that has all its places in use gives its oldest page for the new one. Where all places of the table
        are in use, the address with the most pages gives one; who has taken part also takes that of who has not.
        """
        with self._lock:
            given = self._given_for(address)
            if given is None and len(self._pages) >= self._most_pages:
                return None
            page = Page(self, since if run == self.run else 0, address)
            self._pages[page] = None
        if given is not None:
            self.leave(given)
            given.is_closed = True
            given.wake()
        page.wake()
        return page

    def leave(self, page: Page) -> None:
        """The page was closed."""
        with self._lock:
            self._pages.pop(page, None)

    def took_part(self, address: str) -> None:
        """Somebody at this address said something that the table accepted."""
        with self._lock:
            self._players.pop(address, None)
            self._players[address] = None
            if len(self._players) > self._most_pages:
                del self._players[next(iter(self._players))]

    def _given_for(self, address: str) -> Page | None:
        """The page that has to go for a new one of this address, None if none has to or none can."""
        counts = Counter(page.address for page in self._pages)
        if counts[address] >= self._most_each:
            return next(page for page in self._pages if page.address == address)
        if len(self._pages) < self._most_pages:
            return None
        strangers = {each: count for each, count in counts.items() if each not in self._players}
        crowd = max(strangers or counts, key=lambda each: counts[each])
        has_right = counts[crowd] > counts[address] + 1 or (address in self._players and crowd in strangers)
        return next(page for page in self._pages if page.address == crowd) if has_right else None

    def news_since(self, n: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Public events after number n, and the public state."""
        with self._lock:
            recent = tuple(self._recent)
        if recent and recent[0]["n"] <= n + 1:
            events = [event for event in recent if event["n"] > n]
        else:
            events = self._from_log(n)
        return events, self.state()

    def state(self) -> dict[str, Any]:
        """The public state as it is now."""
        table = self._deps.table
        shown = public_state(self._deps.snapshot(), table.snapshot() if table is not None else None)
        return shown | {"phones": self._deps.phones}

    def _from_log(self, n: int) -> list[dict[str, Any]]:
        told: Sequence[Mapping[str, Any]] = self._deps.events_since(n)
        return [public_event(event) for event in told[-FIRST_SIGHT:]]
