"""The debouncers under a real MicroPython: the same time lines give the same beliefs as under CPython."""

import json

from simulated_board import firmware_files, run
from test_debounce import BOUNCY, KINDS, TABLE, believed

RATES_MS = (1, 2, 3, 4)
LINES = [(kind, line) for kind, line, _ in TABLE] + [(kind, BOUNCY) for kind in KINDS]
CASES = [(kind, line, every_ms, jump_us) for kind, line in LINES
         for every_ms in RATES_MS for jump_us in (None, 0, 10**8)]  # fmt: skip

# `believed` of test_debounce once more: that file itself needs pytest.
PROBE = """
import json, parts
from debounce import AsymEagerDeferPk, SymDeferG, SymDeferPk

KINDS = {"sym_defer_pk": SymDeferPk, "asym_eager_defer_pk": AsymEagerDeferPk, "sym_defer_g": SymDeferG}

def believed(kind, line, every_ms, jump_us):
    debouncer, changes = KINDS[kind](1, 5000), []
    for at in range(0, len(line), every_ms):
        raw = bytes([64 if line[at] == "#" else 0])
        if debouncer.update(raw, 1000 * every_ms if jump_us is None else jump_us):
            changes.append((at, debouncer.stable[0] >> 6))
    return changes

with open("/cases.json") as file:
    cases = json.load(file)
found = []
for case in cases:
    found.append(believed(*case))
parts.figure("found", json.dumps(found))

whole, bits = SymDeferG(2, 5000), []
for at in range(60):
    whole.update(bytes([3 if at % 4 < 2 and at < 40 else 0, 128]), 1000)
    bits.append(list(whole.stable))
parts.figure("whole", json.dumps([bits[0], bits[-1], list(whole.restarts)]))
"""


def test_the_same_beliefs_on_micropython():
    files = {**firmware_files(), "cases.json": json.dumps(CASES)}
    figures = run(files=files, probe=PROBE)["figures"]
    assert json.loads(figures["found"]) == [list(map(list, believed(*each))) for each in CASES]
    first, last, restarts = json.loads(figures["whole"])
    assert (first, last) == ([0, 0], [0, 128])
    assert [contact for contact, count in enumerate(restarts) if count] == [6, 7]
