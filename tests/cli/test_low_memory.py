"""A machine that has no memory left for a while: what was said meanwhile may be refused, and play goes on."""

import contextlib
import resource
import subprocess
import urllib.error
from pathlib import Path

import pytest
from command import COMMAND, PATIENCE_S
from test_live_table import Page
from test_stopping import address, ended, running, wait_until

from companion.cli import main, opening, rules

SPARE = 1 << 20


def size_of(process):
    line = next(x for x in Path(f"/proc/{process.pid}/status").read_text().splitlines() if x.startswith("VmSize"))
    return int(line.split()[1]) * 1024


def test_play_goes_on_when_there_is_memory_again(tmp_path):
    options = ("run", "--http", "127.0.0.1:0", "--speech", "none", "--log", tmp_path / "e.db")
    with running(*options) as process:
        page = Page(address(process))
        wait_until(lambda: page.state["phase"] == "play")
        assert page.post("api/say", text="card A 3") == 200
        wait_until(lambda: page.state["ply"] == 1)
        resource.prlimit(process.pid, resource.RLIMIT_AS, (size_of(process) + SPARE, resource.RLIM_INFINITY))
        for number in range(20):
            with contextlib.suppress(urllib.error.URLError, OSError):
                page.post("api/say", text=f"ask position {'x' * number}")
        resource.prlimit(process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        ply = wait_until(lambda: page.state["ply"])
        assert page.post("api/say", text=f"card {'ABCD'[ply % 4]} 3") == 200
        wait_until(lambda: page.state["ply"] == ply + 1)
        assert ended(process)[0] == 0


@pytest.mark.parametrize("kilobytes", [60_000, 110_000, 160_000, 200_000])
def test_a_start_without_memory_is_told_in_one_line(kilobytes, tmp_path):
    """Whichever library is the one that gets none."""
    words = f"ulimit -v {kilobytes}; exec {COMMAND} run --speech none --http 127.0.0.1:0 --log {tmp_path}/e.db"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 2, done.stderr
    assert done.stderr == "tastkreis run: there is not enough memory\n"


@pytest.mark.parametrize("error", [
    MemoryError(), RuntimeError("can't start new thread"),
    ImportError("_core.so: failed to map segment from shared object"), ImportError("x.so: cannot allocate memory"),
])  # fmt: skip
def test_a_library_without_memory_is_no_fault_of_ours(error, monkeypatch, capsys):
    def without(args):
        raise error

    monkeypatch.setattr(rules, "main", without)
    assert main(["rules"]) == 2
    assert capsys.readouterr().err == "tastkreis rules: there is not enough memory\n"


def test_there_has_to_be_room_for_the_page():
    opening._find_room(1 << 20)
    with pytest.raises(MemoryError):
        opening._find_room(1 << 62)
