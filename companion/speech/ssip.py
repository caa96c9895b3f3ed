"""A client of speech-dispatcher, over its socket: commands and their answers in lines, and news of each message.

Source: the Speech Synthesis Interface Protocol (SSIP) as the manual of speech-dispatcher has it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import subprocess
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.speech.errors import NoSound, VoiceMissing

PROGRAM = PACKAGE = "speech-dispatcher"
ANSWER_S = 2.0
"""A server that takes longer to answer a command hangs."""
SPAWN_S = 5.0
END_OF_TEXT = "."
BEGIN, END, CANCEL = "701", "702", "703"


def address(environment: Mapping[str, str] = os.environ) -> str | tuple[str, int]:
    """Where the server listens: the path of its socket, or host and port."""
    kind, _, rest = environment.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and rest:
        return rest
    if kind == "inet_socket" and rest.rpartition(":")[2].isdecimal():
        host, _, port = rest.rpartition(":")
        return host, int(port)
    folder = environment.get("XDG_RUNTIME_DIR") or environment.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return str(Path(folder) / "speech-dispatcher" / "speechd.sock")


class Ssip:
    """One connection.

    1. A thread reads lines: answers go to whoever asked, news (`701` began, `702` ended, `703` cancelled) to `on_news`
    with the number of the message. 2. `ask` sends a command and waits for its answer. 3. `speak` sends a text and
    returns its number. 4. When the server goes, `is_open` turns False. `ask` and `speak`: one thread at a time.
    Raises: VoiceMissing, NoSound.
    """

    def __init__(self, on_news: Callable[[str, str], object], where: str | tuple[str, int] | None = None) -> None:
        self._on_news = on_news
        self._answers: queue.SimpleQueue[tuple[str, list[str]] | None] = queue.SimpleQueue()
        self.is_open = True
        self._socket = _connected(address() if where is None else where)
        threading.Thread(target=self._read, name="speechd", daemon=True).start()

    def ask(self, command: str) -> list[str]:
        """The lines of the answer, without their codes. Raises: NoSound for a refusal, or no answer."""
        self._send(command)
        return self._answer(command)

    def speak(self, text: str) -> str:
        """Queues a text; returns its number. Raises: NoSound."""
        self.ask("SPEAK")
        lines = [f".{line}" if line.startswith(".") else line for line in text.splitlines()]
        self._send("\r\n".join([*lines, END_OF_TEXT]))
        return next(iter(self._answer("SPEAK")), "")

    def send(self, command: str) -> None:
        """Sends a command and leaves its answer to `skip`."""
        self._send(command)
        with contextlib.suppress(NoSound):
            self._answer(command)

    def close(self) -> None:
        """Ends the connection."""
        with contextlib.suppress(NoSound, OSError):
            self._send("QUIT")
        self.is_open = False
        self._socket.close()

    def _send(self, text: str) -> None:
        try:
            self._socket.sendall(f"{text}\r\n".encode())
        except OSError as error:
            self.is_open = False
            raise NoSound(f"speech-dispatcher is gone: {error.strerror or error}") from error

    def _answer(self, command: str) -> list[str]:
        try:
            answer = self._answers.get(timeout=ANSWER_S)
        except queue.Empty:
            raise NoSound("speech-dispatcher does not answer") from None
        if answer is None:
            raise NoSound("speech-dispatcher is gone")
        code, lines = answer
        if not code.startswith("2"):
            raise NoSound(f"speech-dispatcher refuses {command.split()[0]}: {' '.join(lines) or code}")
        return lines

    def _read(self) -> None:
        lines: list[str] = []
        try:
            with self._socket.makefile("r", encoding="utf-8", errors="replace", newline="\n") as file:
                for line in file:
                    code, mark, rest = line[:3], line[3:4], line[4:].rstrip("\r\n")
                    lines.append(rest)
                    if mark == "-":
                        continue
                    if code.startswith("7"):
                        self._on_news(code, lines[0])
                    else:
                        self._answers.put((code, lines))
                    lines = []
        except (OSError, ValueError):
            pass
        self.is_open = False
        self._answers.put(None)
        self._on_news("", "")


def _connected(where: str | tuple[str, int]) -> socket.socket:
    """A socket to the server, which is started where nobody listens. Raises: VoiceMissing, NoSound."""
    try:
        return _socket(where)
    except OSError:
        pass
    try:
        subprocess.run([PROGRAM, "--spawn"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=SPAWN_S, check=False)  # fmt: skip
    except FileNotFoundError:
        raise VoiceMissing("speech-dispatcher is not installed", PACKAGE) from None
    except subprocess.TimeoutExpired:
        raise NoSound("speech-dispatcher does not start") from None
    try:
        return _socket(where)
    except OSError as error:
        raise NoSound(f"speech-dispatcher cannot be reached: {error.strerror or error}") from error


def _socket(where: str | tuple[str, int]) -> socket.socket:
    if not isinstance(where, str):
        return socket.create_connection(where, timeout=None)
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        one.connect(where)
    except OSError:
        one.close()
        raise
    return one
