"""Figures of the sensing board: time from magnet to last byte, memory, sentences a second, the cost of `gpio:`.

    python -m tests.bench.sensing_board
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "firmware"))

from simulated_board import FILES, ROOT, run
from test_board_on_micropython import PINS, pictures
from test_time_and_memory_on_micropython import LATENCY, MEMORY, busy_latency

from companion.sensing.lines import LineSplitter
from companion.sensing.reader import SentenceReader
from engine.tac.board.holes import LAYOUT
from firmware import wire
from tests.bench.gpio_scan import main as gpio


def latency():
    """Magnet to last byte, in the board's own time; each place once."""
    for options in LATENCY:
        late = []
        for part in (PINS.channels[::2], PINS.channels[1::2]):
            moments = [100_000 + 61_237 * i for i in range(len(part))]
            script = [[us, "magnet", name, True] for us, name in zip(moments, part, strict=True)]
            lines = run(script=script, until_us=moments[-1] + 200_000, options=options)["lines"]
            late += [1000 * t - us / 1000 for (t, _), us in zip(pictures(lines)[1:], moments, strict=True)]
        line = f"at {options['baud']} baud" if options["baud"] else "over USB"
        print(f"magnet to last byte {line}: median {statistics.median(late):.1f} ms, worst {max(late):.1f} ms")


def busy(seeds=range(100, 110)):
    """Magnet to last byte while cards, buttons and the computer keep the board busy, in each of three ways."""
    for what, more in (("", {}), (", raw values told", {"raw": True}), (", a place chatters", {"chatter": True})):
        late = sorted(each for seed in seeds for each in busy_latency(seed, **more))
        middle = statistics.median(late)
        print(f"at a busy table{what}: {len(late)} magnets, median {middle:.1f} ms, worst {late[-1]:.1f} ms")


def memory():
    """Heap in use, and whether the scan loop allocates."""
    script = [[100_000, "tag", "pit", ["04A1B2C3"]], [950_000, "chatter", "33", 4000, True]]
    done = run(script=script, until_us=7_000_000, probe=MEMORY)
    figures = done["figures"]
    print(f"heap in use {figures['used'] / 1024:.0f} kB; allocated by 5000 scans: {figures['more']} bytes")
    print(f"source {sum((ROOT / 'firmware' / f'{name}.py').stat().st_size for name in FILES) / 1000:.0f} kB")
    print(f"scans a second {run(until_us=3_000_000)['scans'] / 3:.0f}")


def sentences():
    """Sentences that the driver's reader takes in a second."""
    lines = b"".join(wire.encode("OCC", n, n, [wire.to_hex(1 << n % 96, 96)]) for n in range(20_000))
    splitter, reader = LineSplitter(), SentenceReader(LAYOUT, {}, channels=list(reversed(range(96))))
    start = time.perf_counter()
    for line in splitter.feed(lines):
        reader.sentence(line, 0.0)
    print(f"sentences a second {reader.sentences / (time.perf_counter() - start):.0f}")


if __name__ == "__main__":
    for figure in (latency, busy, memory, sentences, gpio):
        figure()
