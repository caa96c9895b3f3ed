"""The clock on the wall jumps by a day, again and again: what happens at the table does not notice."""

import json

from test_live_table import Page
from test_stopping import address, ended, running, wait_until

JUMPS = """
import datetime, itertools, time
_real, _jumps = time.time, itertools.cycle((86400.0, -86400.0, 0.0, 31e6))
time.time = lambda: _real() + next(_jumps)
time.time_ns = lambda: int(time.time() * 1e9)
"""


def test_play_goes_on_while_the_clock_jumps(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(JUMPS)
    events = tmp_path / "events.jsonl"
    options = ("run", "--http", "127.0.0.1:0", "--speech", "print", "--events", events, "--log", tmp_path / "e.db")
    with running(*options, environment={"PYTHONPATH": str(tmp_path)}) as process:
        page = Page(address(process))
        wait_until(lambda: page.state["phase"] == "play")
        for ply in range(4):
            assert page.post("api/say", text=f"card {'ABCD'[ply]} 3") == 200
            wait_until(lambda wanted=ply: page.state["ply"] == wanted + 1)
        status, told = ended(process)
    assert status == 0
    assert "Traceback" not in told
    found = [json.loads(line) for line in events.read_text("utf-8").splitlines()]
    times = [event["t"] for event in found if event["type"] != "speech"]
    assert times == sorted(times)
    assert 0 <= times[0] <= times[-1] < 3600
    assert [event["n"] for event in found] == list(range(1, len(found) + 1))
    assert sum(event["type"] == "move" for event in found) == 4
