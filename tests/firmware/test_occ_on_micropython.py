"""The sentence of a picture, put together in place, under a real MicroPython: the same as the codec makes."""

import json
import random

from simulated_board import firmware_files, run

from firmware import wire

SCRIPT = """
import json, micropython, parts
from occ import Occ

with open("/cases.json") as file:
    cases = json.load(file)
kept = {size: Occ(size) for size, _, _, _ in cases}
told = []
for size, picture, seq, ms in cases:
    picture, seconds, ms = bytearray(picture), ms // 1000, ms % 1000
    micropython.heap_lock()
    length = kept[size].put(picture, seq, seconds, ms)
    micropython.heap_unlock()
    told.append(bytes(kept[size].data[:length]).decode())
parts.figure("told", json.dumps(told))
"""
UPTIMES = (0, 7, 999, 1000, 1007, 59_999, 10**6, 2**30 - 1, 2**30, 2**31, wire.MS_COUNT - 1)


def cases():
    """Size, picture as bytes, number and uptime in ms: long numbers and short ones in any order."""
    lot = random.Random(4)
    for size in (96, 24, 18, 64, 133):
        for ms in UPTIMES:
            bits = [lot.random() < 0.3 for _ in range(size)] + [False] * (-size % 8)
            whole = [sum(128 >> i for i in range(8) if bits[at + i]) for at in range(0, len(bits), 8)]
            yield size, whole, lot.choice((0, 9, 10, 99, 100, 12345, 65535)), ms


def test_it_says_what_the_codec_would_say_and_allocates_nothing():
    tried = list(cases())
    told = json.loads(run(files={**firmware_files(), "cases.json": json.dumps(tried)}, probe=SCRIPT)["figures"]["told"])
    for (size, whole, seq, ms), line in zip(tried, told, strict=True):
        picture = bytes(whole).hex().upper()[: wire.digits(size)]
        assert line.encode() == wire.encode("OCC", seq, ms, [picture])
        assert wire.from_hex(picture, size) >= 0
