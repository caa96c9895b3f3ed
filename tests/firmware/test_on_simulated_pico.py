"""The firmware's codec and debouncer on the very MicroPython that is flashed, on a simulated RP2040.

Skipped unless `TASTKREIS_PICO_UF2` names a UF2 of MicroPython for the Pico, `TASTKREIS_PICO_BOOTROM` the chip's boot
ROM (`b1.bin` of Raspberry Pi's pico-bootrom), and node finds the package rp2040js. None of
them comes with this project.
"""

import os
import subprocess
from pathlib import Path

import pytest
from simulated_board import PARTS, ROOT, node, node_environment, run

from firmware import wire

PROGRAM = """
from time import ticks_us, ticks_diff
{wire}
{debounce}
debouncer = SymDeferPk(12, 20000)
raw = bytearray(12)
raw[3] = 16
changed = [debouncer.update(raw, 1000) for _ in range(30)].index(1)
start = ticks_us()
line = encode("OCC", 65535, 4294967295, ["0" * 24])
print(line.decode().strip(), changed, ticks_diff(ticks_us(), start))
"""


def program():
    sources = {name: (ROOT / "firmware" / f"{name}.py").read_text("utf-8") for name in ("wire", "debounce")}
    return PROGRAM.format(**sources)


def judge(output):
    line, changed, spent_us = output.split()
    assert line.encode() == wire.encode("OCC", 65535, 4294967295, ["0" * 24]).rstrip()
    assert int(changed) == 20
    return int(spent_us)


def test_the_program_itself_is_sound():
    """It runs in node's MicroPython as well, so that only the chip is left to be tried by the test below."""
    lines = run(until_us=1_000_000, probe=program(), options={"sentenceUs": 0})["lines"]
    assert judge(lines[0][1]) >= 0


def test_codec_and_debouncer_on_the_real_image():
    files = [os.environ.get(name, "") for name in ("TASTKREIS_PICO_BOOTROM", "TASTKREIS_PICO_UF2")]
    if not all(path and Path(path).is_file() for path in files):
        pytest.skip("needs TASTKREIS_PICO_UF2 and TASTKREIS_PICO_BOOTROM")
    done = subprocess.run([node(), str(PARTS / "pico.mjs"), *files], input=program(), text=True,
                          capture_output=True, timeout=200, check=False, env=node_environment())  # fmt: skip
    if done.returncode == 77:
        pytest.skip("needs the npm package rp2040js")
    assert done.returncode == 0, done.stderr
    assert judge(done.stdout) < 3000  # what docs/sensing-board.md allows for a sentence
