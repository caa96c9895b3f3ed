"""The line to the computer: USB, as MicroPython's standard input and output."""

import select
import sys

import wire


class Link:
    """Bytes out at once; lines in, whole ones only. A line that is too long is given out cut, so that it is refused.
    `line` holds the last one in its first bytes. Nothing here allocates memory."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self.line = bytearray(wire.MAX_LENGTH)
        self._used, self._is_blank = 0, True

    def send(self, data: "bytes | bytearray", length: int) -> None:
        """Sends the first bytes of these."""
        sys.stdout.buffer.write(data, length)  # type: ignore[call-arg] # MicroPython's own

    def receive(self) -> int:
        """The length of the next line that has come, without its end; 0 if none has. Blank lines are none."""
        while self._is_waiting() and sys.stdin.buffer.readinto(self._byte):
            byte = self._byte[0]
            if byte == 10:
                length = 0 if self._is_blank else self._used
                self._used, self._is_blank = 0, True
                if length:
                    return length
            elif self._used < len(self.line):
                self.line[self._used] = byte
                self._used += 1
                if byte != 32 and byte != 13:
                    self._is_blank = False
        return 0

    def _is_waiting(self) -> bool:
        for _ in self._poll.ipoll(0):
            return True
        return False
