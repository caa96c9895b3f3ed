"""The program as a user starts it: a process, its events, its page; and a real board at the end of its cable."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

COMMAND = str(Path(sys.executable).parent / "tastkreis")
PATIENCE_S = 120.0


class TableProgram:
    """`tastkreis run` with these options; its events are read as they come. `program`: the words that start it;
    `folder`: where it runs."""

    def __init__(self, *options, events, environment=None, program=(COMMAND,), folder=""):
        self.events_path = Path(folder) / events
        env = {**os.environ, **(environment or {})}
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*program, "run", *options, "--events", str(events)], stderr=subprocess.PIPE, text=True, env=env
        )
        self.lines = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())

    def events(self, kind=None):
        """The events so far, in order; a half-written last line is left out."""
        if not self.events_path.exists():
            return []
        whole = self.events_path.read_text("utf-8").rpartition("\n")[0]
        found = [json.loads(line) for line in whole.splitlines()]
        return found if kind is None else [event for event in found if event["type"] == kind]

    def wait(self, is_so, what):
        """Waits until `is_so()`; tells what did not happen, and what the program said."""
        pause = threading.Event()
        end = time.monotonic() + PATIENCE_S
        while not (found := is_so()):
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.lines}"
            assert time.monotonic() < end, f"{what}; last events: {self.events()[-5:]}"
            pause.wait(0.01)
        return found

    def wait_event(self, kind):
        """The first event of a kind."""
        return self.wait(lambda: self.events(kind), f"no {kind}")[0]

    @property
    def url(self):
        """Where its page is."""
        line = self.wait(lambda: next((x for x in self.lines if "http://" in x), ""), "no address of the page")
        return re.search(r"http://\S+", line).group()

    def say(self, text):
        """What a person says on the phone; the status of the answer."""
        body = json.dumps({"text": text, "by": "phone"}).encode()
        request = urllib.request.Request(
            self.url + "api/say", data=body, headers={"Content-Type": "application/json", "Origin": self.url[:-1]}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status

    def kill(self):
        """The power goes."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()

    def stop(self):
        """The user ends it; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE_S)
        self._reader.join()
        self.process.stderr.close()
        return status
