"""Figures of the board's way in: how long from a marble to its frame, and how many sentences a second can be read.

Run by hand: `python -m tests.bench.board_figures`. Nothing here is asserted.
"""

from __future__ import annotations

import queue
import statistics
import time

from companion.inputs import Input, OccupancyFrame
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import SerialBoard
from companion.virtual.board import VirtualBoard
from companion.virtual.table import VirtualTable
from engine.contract import Layout
from firmware import wire

LAYOUT = Layout("tac64", tuple(f"{number:02d}" for number in range(80)), ("Ay", "By", "Cy", "Dy"), 4, tuple("ABCD"))


def latencies(count: int) -> list[float]:
    """Milliseconds from a marble leaving its place to the frame that tells of it, default debounce (20 ms) included."""
    table, heard = VirtualTable(LAYOUT), queue.Queue[Input]()
    board = VirtualBoard(table)
    board.plug()
    serial = SerialBoard(board.port, SentenceReader(LAYOUT, {}), heard.put, time.monotonic)
    serial.start()
    found = []
    _await(heard, table.occupied())
    for number in range(count):
        began = time.monotonic()
        if number % 2:
            table.put(80, "A")
        else:
            table.lift(80)
        _await(heard, table.occupied())
        found.append((time.monotonic() - began) * 1000)
    serial.close()
    board.close()
    return found


def _await(heard: queue.Queue[Input], occupied: int) -> None:
    found: Input | None = None
    while not isinstance(found, OccupancyFrame) or found.occupied != occupied:
        found = heard.get(timeout=5)


def sentences_a_second(count: int) -> float:
    """How many good `OCC` sentences of 96 places the reader takes in a second of one core."""
    lines = [wire.encode("OCC", number, number * 50, [wire.to_hex(number << 7, 96)]) for number in range(count)]
    data = b"".join(lines)
    reader = SentenceReader(LAYOUT, {})
    began = time.process_time()
    for start in range(0, len(data), 4096):
        reader.feed(data[start : start + 4096], 0.0)
    return count / (time.process_time() - began)


if __name__ == "__main__":
    found = latencies(300)
    print(
        f"marble to frame: median {statistics.median(found):.1f} ms, "
        f"p95 {statistics.quantiles(found, n=20)[-1]:.1f} ms, worst {max(found):.1f} ms ({len(found)} changes)"
    )
    print(f"reading: {sentences_a_second(20000):.0f} sentences a second")
