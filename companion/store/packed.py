"""Bytes that grow all evening, packed in memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterator


class Packed:
    """What was added, in order; lines that are alike need some 20 bytes each."""

    def __init__(self) -> None:
        # In parts: a single one that grows would be copied again and again and leave holes in memory.
        self._parts: list[bytes] = []
        self._packer, self.packed_bytes = zlib.compressobj(), 0

    def __iter__(self) -> Iterator[bytes]:
        unpacker = zlib.decompressobj()
        for part in (*self._parts, self._packer.copy().flush()):
            yield unpacker.decompress(part)

    def add(self, data: bytes) -> None:
        """Adds bytes at the end."""
        if part := self._packer.compress(data):
            self._parts.append(part)
            self.packed_bytes += len(part)
