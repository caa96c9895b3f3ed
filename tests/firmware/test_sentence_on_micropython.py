"""The sentences of the board, put together in place, under a real MicroPython: the same as the codec makes."""

import json
import random

from simulated_board import firmware_files, run

from firmware import wire

SCRIPT = """
import json, micropython, parts
from sentence import Sentence

with open("/cases.json") as file:
    cases = json.load(file)
kept, told, length = Sentence(), [], 0  # a new name may take memory
def put(kind, seq, seconds, ms, fields):
    kept.begin(kind, seq, seconds, ms)
    for each in fields:
        if isinstance(each, int):
            kept.number(each)
        elif isinstance(each, bytearray):
            kept.hex(each, 2 * len(each))
        else:
            kept.text(each)
    return kept.end()
for kind, seq, ms, fields in cases:
    kind, seconds, ms = kind.encode(), ms // 1000, ms % 1000
    fields = [bytearray(each) if isinstance(each, list) else each if isinstance(each, int) else each.encode()
              for each in fields]
    micropython.heap_lock()
    length = put(kind, seq, seconds, ms, fields)
    micropython.heap_unlock()
    told.append(bytes(kept.data[:length]).decode())
parts.figure("told", json.dumps(told))
"""
UPTIMES = (0, 7, 999, 1000, 1007, 59_999, 10**6, 2**30 - 1, 2**30, 2**31, wire.MS_COUNT - 1)


def cases():
    """Type, number, uptime in ms and fields (bytes that are told as hex are a list): long sentences and short ones in
    any order."""
    lot = random.Random(4)

    def some(size):
        return [lot.randrange(256) for _ in range(size)]

    kinds = [("OCC", [some(12)]), ("OCC", [some(3)]), ("CARD", ["pit", some(4)]), ("CARD", ["C", some(10)]),
             ("CARD", ["pit", "-"]), ("BTN", ["done", "down"]), ("FAULT", ["stuck-off", 95]), ("FAULT", ["bus", "-"]),
             ("RAW", [0, *(lot.randrange(1024) for _ in range(16))]), ("RAW", [80, 0, 9, 10, 99, 100, 999, 1000]),
             ("HELLO", ["1", "tastkreis-01", "1.0.0", "tac64", some(12)])]  # fmt: skip
    for ms in UPTIMES:
        lot.shuffle(kinds)
        yield from ((kind, lot.choice((0, 9, 10, 99, 100, 12345, 65535)), ms, fields) for kind, fields in kinds)


def test_it_says_what_the_codec_would_say_and_allocates_nothing():
    tried = list(cases())
    told = json.loads(run(files={**firmware_files(), "cases.json": json.dumps(tried)}, probe=SCRIPT)["figures"]["told"])
    for (kind, seq, ms, fields), line in zip(tried, told, strict=True):
        words = [bytes(each).hex().upper() if isinstance(each, list) else str(each) for each in fields]
        assert line.encode() == wire.encode(kind, seq, ms, words)
