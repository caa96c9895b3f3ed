"""Files of lines: a reader who stops reading, or comes late, holds up nobody who plays."""

import contextlib
import fcntl
import os
import resource
import shutil
import threading
import time

import pytest

from companion.store.lines import KeptLines

LINE = b"x" * 999 + b"\n"
PATIENCE_S = 60.0


class Notes:
    """What a file told."""

    def __init__(self):
        self.told = []

    def __call__(self, what, line):
        self.told.append(what)


@contextlib.contextmanager
def pipe():
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 65536)
    try:
        yield read, write
    finally:
        for each in (read, write):
            with contextlib.suppress(OSError):
                os.close(each)


def drained(read, wanted):
    """What comes out of a pipe, as much as is wanted."""
    found = b""
    while len(found) < wanted:
        found += os.read(read, 1 << 16)
    return found


def test_a_reader_who_stops_reading_holds_up_nobody():
    notes = Notes()
    with pipe() as (read, write):
        lines = KeptLines("standard output", notes, fd=write)
        began = time.monotonic()
        for number in range(200):
            lines.write(b"%03d " % number + LINE)
        assert time.monotonic() - began < PATIENCE_S
        assert notes.told == ["full"]
        wanted = 201 * (len(LINE) + 4)
        reader = threading.Thread(target=lambda: found.append(drained(read, wanted)))
        found = []
        reader.start()
        while notes.told != ["full", "back"]:
            assert time.monotonic() - began < PATIENCE_S
            threading.Event().wait(0.01)
            if "back" not in notes.told:
                lines.write(b"")
        lines.write(b"200 " + LINE)
        lines.close()
        reader.join(PATIENCE_S)
    assert found[0] == b"".join(b"%03d " % number + LINE for number in range(201))
    assert notes.told == ["full", "back"] * (len(notes.told) // 2), "a slow reader can be behind more than once"


def test_a_reader_who_never_reads_does_not_hold_up_the_end():
    notes = Notes()
    with pipe() as (_read, write):
        lines = KeptLines("standard output", notes, fd=write)
        for _ in range(100):
            lines.write(LINE)
        began = time.monotonic()
        lines.close()
        assert time.monotonic() - began < PATIENCE_S
    assert notes.told == ["full", "lost"]


def test_a_named_pipe_is_not_waited_for_and_may_be_read_later(tmp_path):
    path, notes = tmp_path / "pipe", Notes()
    os.mkfifo(path)
    lines = KeptLines(path, notes)
    lines.write(LINE)
    reader = os.open(path, os.O_RDONLY)
    lines.write(LINE)
    assert drained(reader, 2 * len(LINE)) == 2 * LINE
    os.close(reader)
    lines.write(LINE)
    lines.close()
    assert notes.told == []


def test_the_patient_wait_for_a_reader():
    with pipe() as (read, write):
        lines = KeptLines("standard output", Notes(), fd=write, is_patient=True)
        writer = threading.Thread(target=lambda: [lines.write(LINE) for _ in range(200)])
        writer.start()
        writer.join(0.1)
        assert writer.is_alive()
        assert drained(read, 200 * len(LINE)) == 200 * LINE
        writer.join(PATIENCE_S)
        lines.close()


def test_the_patient_are_told_of_a_full_disk():
    notes = Notes()
    lines = KeptLines("/dev/full", notes, is_patient=True)
    with pytest.raises(OSError, match="No space"):
        lines.write(LINE)


@pytest.mark.parametrize("act", [shutil.rmtree, lambda path: [each.unlink() for each in path.iterdir()]])
def test_a_file_deleted_with_its_folder_is_there_again_whole(act, tmp_path):
    folder, notes = tmp_path / "evenings", Notes()
    folder.mkdir()
    lines = KeptLines(folder / "events", notes)
    lines.write(LINE)
    act(folder)
    lines.write(LINE)
    lines.close()
    assert (folder / "events").read_bytes() == 2 * LINE
    assert notes.told == ["gone"]


@pytest.mark.parametrize(("now", "beside"), [(b"", []), (b"other", [b"other"]), (LINE, [LINE])])
def test_a_file_written_over_is_written_anew(now, beside, tmp_path):
    notes = Notes()
    lines = KeptLines(tmp_path / "events", notes)
    for _ in range(3):
        lines.write(LINE)
    (tmp_path / "events").write_bytes(now)
    lines.write(LINE)
    lines.close()
    assert (tmp_path / "events").read_bytes() == 4 * LINE
    assert [path.read_bytes() for path in tmp_path.glob("events.overwritten*")] == beside
    assert notes.told == ["changed"]


def test_a_file_written_over_on_a_full_disk_is_written_anew_when_there_is_room(tmp_path):
    notes = Notes()
    lines = KeptLines(tmp_path / "events", notes)
    for _ in range(3):
        lines.write(LINE)
    (tmp_path / "events").write_bytes(b"other")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, limit[1]))
    try:
        for _ in range(2):
            lines.write(LINE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    lines.write(LINE)
    lines.close()
    assert (tmp_path / "events").read_bytes() == 6 * LINE
    assert [path.read_bytes() for path in tmp_path.glob("events.overwritten*")] == [b"other"]
    assert notes.told == ["full", "changed", "back"]


def test_two_companions_do_not_write_into_one_file(tmp_path):
    """The second is refused before it empties anything; when the first has ended the file is free."""
    path = tmp_path / "e.jsonl"
    first = KeptLines(path, print)
    first.write(b"first\n")
    with pytest.raises(OSError, match="another companion"):
        KeptLines(path, print, is_emptied=True)
    first.write(b"and on\n")
    first.close()
    assert path.read_bytes() == b"first\nand on\n"
    KeptLines(path, print, is_emptied=True).close()
    assert path.read_bytes() == b""
