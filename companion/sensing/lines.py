"""Lines out of a stream of bytes, whatever the pieces in which it arrives."""

from __future__ import annotations

LONGEST = 1024
_TAIL = 256


class LineSplitter:
    """Cuts a byte stream at its line feeds.

    1. Bytes are kept until a line feed comes; the line is given out without it.
    2. Noise without any line feed is cut every 1024 bytes (before a `$` near the cut), so that memory is bounded.
    Where lines are cut does not depend on the pieces in which the bytes arrive.
    """

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now."""
        lines = []
        self._rest += data
        while True:
            end = self._rest.find(b"\n", 0, LONGEST + 1)
            if end >= 0:
                lines.append(bytes(self._rest[:end]))
                del self._rest[: end + 1]
            elif len(self._rest) > LONGEST:
                cut = self._rest.rfind(b"$", LONGEST - _TAIL, LONGEST)
                cut = cut if cut > 0 else LONGEST
                lines.append(bytes(self._rest[:cut]))
                del self._rest[:cut]
            else:
                return lines

    def flush(self) -> bytes:
        """The half line that is still waiting; it is forgotten here."""
        rest = bytes(self._rest)
        self._rest.clear()
        return rest
