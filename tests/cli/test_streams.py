"""Standard streams that are closed, full or narrow, and files without an end: one line or none, never a traceback."""

import json
import os
import pty
import resource
import subprocess
import sys

import pytest
from command import COMMAND, PATIENCE_S, tastkreis
from test_stopping import has_event, wait_until

from calibration import reading
from companion.cli import main
from firmware import wire

QUESTION = '{"game":"tac","deck":"basic","variant":"duel","position":"A:05,y,y,y C:y,y,y,y","seat":"A","card":"1"}\n'
GAME = '{"game":"tac","deck":"basic","variant":"duel","dealer":"A"}\n'
RUN = ("run", "--no-http", "--speech", "none")
NAMED = ("run", "--no-http", "--speech", "print", "--names", "A=Ägir,C=Zoë")


def shell(script, stdin="", **more):
    """A line of a shell with `tastkreis` in it."""
    return subprocess.run(["bash", "-c", script.replace("tastkreis", COMMAND)], input=stdin, capture_output=True,
                          text=True, check=False, timeout=PATIENCE_S, **more)  # fmt: skip


@pytest.fixture
def trace(tmp_path):
    """An evening in which two seats discard again and again."""
    yards = (0b1111 << 80) | (0b1111 << 88)
    lines = [b"0.000 >game tac basic duel first=A position=A:y,y,y,y C:y,y,y,y\n"]
    for number in range(400):
        lines.append(b"%d.000 " % (number + 1) + wire.encode("OCC", number, number * 1000, [wire.to_hex(yards, 96)]))
        lines.append(b"%d.500 >card %s 3\n" % (number + 1, b"AC"[number % 2 :][:1]))
    path = tmp_path / "evening.trace"
    path.write_bytes(b"".join(lines).replace(b"\r", b""))
    return path


@pytest.mark.parametrize(
    ("script", "status", "told"),
    [
        ("tastkreis legal <&-", 0, ""),
        ("tastkreis legal >&-", 2, "standard output is closed"),
        ("tastkreis legal >/dev/full", 2, "No space left"),
        ("tastkreis rules >/dev/full", 2, "No space left"),
        ("tastkreis rules >&-", 2, "standard output is closed"),
        ("tastkreis run --no-http --speech none --events - >&-", 2, "--events -: standard output is closed"),
        ("tastkreis rules 2>&-", 0, ""),
        ("tastkreis dance 2>&- ; exit $?", 2, ""),
        ("tastkreis dance 2>/dev/full ; exit $?", 2, ""),
        ("tastkreis rules | head -1; exit ${PIPESTATUS[0]}", 0, ""),
        ("tastkreis --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("yes '' | head -c 300000 | tastkreis legal", 0, ""),
        ("tastkreis legal </dev/zero", 2, "more than"),
        ("printf '\\xff\\xfe\\n' | tastkreis legal", 2, "line 1"),
        ("tastkreis perft 3 </dev/zero", 2, "more than"),
        ("yes ' ' | tastkreis perft 3", 2, "without an end"),
    ],
)
def test_streams(script, status, told):
    done = shell(script, QUESTION)
    assert done.returncode == status, done
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (1 if told else 0), done.stderr


def test_a_reader_that_has_enough_of_an_evening_is_no_error(trace):
    done = shell(f"tastkreis run --board trace:{trace} --speech none --events - | head -2; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 2


def test_letters_that_an_encoding_lacks(trace):
    """Events are UTF-8 whatever the terminal can show; what it lacks is written as JSON writes it."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = tastkreis(*NAMED, "--board", f"trace:{trace}", "--events", "-", env=environment, encoding="utf-8")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done
    assert any("Ägir" in json.loads(line).get("text", "") for line in done.stdout.splitlines())
    assert "\\xc4gir" in done.stderr
    done = tastkreis("explain-trace", trace, "--language", "fr", env=environment, encoding="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    code = "from companion.cli import streams; streams.prepare(); print('Ä \U0001f3b2'); streams.finish()"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(f'"{done.stdout.strip()}"') == "Ä \U0001f3b2"


ENDLESS = ["/dev/zero", "/proc/self/mem", "{room}/pipe", "{room}/knot", "{room}/large", "{room}/deep.json"]
FILES = [
    ["run", "--no-http", "--speech", "none", "--profile", "{file}"], ["run", "--no-http", "--tags", "{file}"],
    ["run", "--no-http", "--rules", "{file}"], ["replay", "{file}"], ["run", "--board", "trace:{file}"],
    ["explain-trace", "{file}"], ["incidents", "{file}"], ["run", "--no-http", "--log", "{file}"],
]  # fmt: skip


@pytest.fixture
def room(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "knot").symlink_to(tmp_path / "knot")
    (tmp_path / "deep.json").write_text("[" * 200_000)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(reading.LARGEST_BYTES * 200)
    return tmp_path


@pytest.mark.parametrize("words", FILES, ids=lambda words: " ".join(words))
def test_files_without_an_end(room, words, capsys):
    """Each in one line that names the file."""
    for file in ENDLESS:
        wanted = file.format(room=room)
        assert main([word.format(file=wanted) for word in words]) == 2, file
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1, (file, told)
        assert os.path.basename(wanted) in told


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))


@pytest.mark.parametrize("file", ["/dev/zero", "{room}/large", "{room}/deep.json"])
@pytest.mark.parametrize("words", [["replay", "{file}"], ["explain-trace", "{file}"]], ids=" ".join)
def test_files_without_an_end_cost_little_memory(room, words, file):
    wanted = file.format(room=room)
    done = tastkreis(*(word.format(file=wanted) for word in words), preexec_fn=little_memory)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1


def test_a_pipe_that_was_asked_for_is_read(trace):
    done = shell(f"tastkreis explain-trace <(cat {trace})")
    assert (done.returncode, done.stderr) == (0, "")
    assert "card" in done.stdout


@pytest.mark.parametrize("depth", ["99999999999999999999", "65", "-1", "x\ny"])
def test_a_depth_that_never_ends(depth):
    done = tastkreis("perft", depth, stdin=QUESTION)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_fault_of_ours_is_one_line_and_the_traceback_is_there_for_who_asks(tmp_path):
    code = ("import sys; from companion.cli import main; import companion.cli.rules as rules; "
            "rules.main = lambda args: {}['broken']; sys.exit(main(['rules']))")  # fmt: skip
    for environment, lines in (({}, 1), ({"TASTKREIS_TRACEBACK": "1"}, 6)):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})  # fmt: skip
        assert done.returncode == 70
        assert "a fault in the program: KeyError: 'broken'" in done.stderr
        assert (len(done.stderr.splitlines()) == 1) == (lines == 1)


def test_a_terminal_that_is_closed_ends_no_table(tmp_path):
    """As when the line over the network breaks: the keyboard is gone, the table goes on."""
    master, slave = pty.openpty()
    words = [*RUN, "--events", str(tmp_path / "events")]
    process = subprocess.Popen([COMMAND, *words], stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    wait_until(lambda: has_event(tmp_path / "events", "setup"))
    os.close(master)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.0)
    process.terminate()
    assert process.wait(PATIENCE_S) == 0
