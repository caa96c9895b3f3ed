"""The line to the computer: USB, as MicroPython's standard input and output."""

import select
import sys

import wire


class Link:
    """Bytes out at once; lines in, whole ones only. A line that is too long is given out cut, so that it is refused."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._line = bytearray(wire.MAX_LENGTH)
        self._used = 0

    def send(self, data: "bytes | bytearray", length: int) -> None:
        """Sends the first bytes of these."""
        sys.stdout.buffer.write(data, length)  # type: ignore[call-arg] # MicroPython's own

    def receive(self) -> "bytes | None":
        """The next line that has come, without its end; None if none has. Allocates nothing while nothing comes."""
        while self._is_waiting() and sys.stdin.buffer.readinto(self._byte):
            byte = self._byte[0]
            if byte == 10:
                line = bytes(self._line[: self._used])
                self._used = 0
                if line.strip():
                    return line
            elif self._used < len(self._line):
                self._line[self._used] = byte
                self._used += 1
        return None

    def _is_waiting(self) -> bool:
        for _ in self._poll.ipoll(0):
            return True
        return False
