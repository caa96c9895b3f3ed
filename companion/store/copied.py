"""A second copy of what was written, packed in memory: a file that somebody overwrites cannot be read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from companion.facts import Fact
from companion.store.packed import Packed

MOST_BYTES = 16 << 20
"""Of a packed copy: a year of evenings. Then only the present game is kept, without what it does not need to go on."""
DISPENSABLE = frozenset({"lift", "place", "speech"})
"""Kinds that no game needs to go on."""


class Copy:
    """All facts since a start, in order; some 20 bytes each."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._most = MOST_BYTES
        self._begin(facts)

    def __len__(self) -> int:
        """How many facts it holds."""
        return self._count

    def __iter__(self) -> Iterator[Fact]:
        rest = b""
        for data in self._packed:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                t, kind, data = json.loads(line)
                yield Fact(kind, t, data)

    def add(self, facts: Iterable[Fact]) -> None:
        """Adds facts behind those that are there."""
        self._pack(facts)
        if self.packed_bytes > self._most:
            self._begin(self._of_last_game())
            self._most = max(MOST_BYTES, 2 * self.packed_bytes)

    @property
    def packed_bytes(self) -> int:
        """What it takes in memory."""
        return self._packed.packed_bytes

    def _begin(self, facts: Iterable[Fact]) -> None:
        self._packed, self._count = Packed(), 0
        self._pack(facts)

    def _pack(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self._packed.add(json.dumps([fact.t, fact.kind, dict(fact.data)]).encode() + b"\n")
            self._count += 1

    def _of_last_game(self) -> list[Fact]:
        """What the last game needs to go on."""
        kept: list[Fact] = []
        for fact in self:
            if fact.kind == "game":
                kept.clear()
            if fact.kind not in DISPENSABLE:
                kept.append(fact)
        return kept
