"""How the machine is while people play: looked at twice a minute; what becomes wrong is said once, and what got well.

Each change is a fact `health` in the log, and at the end one that counts: lines of the board that were dropped, and
what else had to be told (players of sound that failed, files that could not be written). `tastkreis doctor` and
`tastkreis report` read it there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.cli.health import Health, health, judged
from companion.facts import Fact

LOOK_S = 30.0
AGAIN_S = 600.0
"""The same is not said again sooner: what is on the brink comes and goes."""

Counts = Callable[[], Mapping[str, int]]
"""What happened so often: `dropped`, and the keys of the notices that were told."""


class Care:
    """Looks after the machine. `look` may be called from one thread at a time.

    folder: on whose disk the evening is; report: takes facts for the log; tell: says a notice.
    """

    def __init__(self, folder: Path, counts: Counts, clock: Callable[[], float], report: Callable[[Fact], object],
                 tell: Callable[[str, str], object]) -> None:  # fmt: skip
        self._folder, self._counts, self._clock, self._report, self._tell = folder, counts, clock, report, tell
        self._wrong: frozenset[str] = frozenset()
        self._told_at: dict[str, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="care", daemon=True)

    def start(self) -> None:
        """Begins to look, on a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Ends it; the last fact tells what had been counted."""
        self._ended.set()
        if any(self._counts().values()):
            self._note(self._machine())

    def look(self) -> None:
        """Looks once."""
        machine = self._machine()
        if machine is None:
            return
        found = {finding.subject: finding.text for finding in judged(machine) if not finding.is_well}
        news, self._wrong = found.keys() ^ self._wrong, frozenset(found)
        for subject in sorted(news & found.keys()):
            self._say(subject, found[subject])
        if news and not found:
            self._say("well", "disk, memory, heat and power are well again")
        if news:
            self._note(machine)

    def _say(self, subject: str, text: str) -> None:
        now = self._clock()
        if now - self._told_at.get(subject, -AGAIN_S) >= AGAIN_S:
            self._told_at[subject] = now
            self._tell(f"health_{subject}", f"{subject}: {text}")

    def _run(self) -> None:
        self.look()
        while not self._ended.wait(LOOK_S):
            self.look()

    def _machine(self) -> Health | None:
        try:
            return health(self._folder)
        except OSError:  # the folder has gone: the log itself tells that
            return None

    def _note(self, machine: Health | None) -> None:
        known: dict[str, Any] = asdict(machine) if machine is not None else {}
        counts = {key: count for key, count in self._counts().items() if count}
        self._report(Fact("health", self._clock(), {**known, "wrong": sorted(self._wrong), "counts": counts}))
