"""The firmware on the very MicroPython that is flashed, on a simulated RP2040: codec, debouncer, and the whole of it.

Skipped unless `TASTKREIS_PICO_UF2` names a UF2 of MicroPython for the Pico, `TASTKREIS_PICO_BOOTROM` the chip's boot
ROM (`b1.bin` of Raspberry Pi's pico-bootrom), and node finds the package rp2040js. None of
them comes with this project.
"""

import json
import os
import struct
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from simulated_board import PARTS, ROOT, node, node_environment, run

from companion.cli.calibrate_firmware import board_files
from firmware import wire

MOST_S = 1800
"""A second of the chip takes a minute and more to simulate, and a busy computer several times that."""
PROGRAM = """
import sys
from time import ticks_us, ticks_diff
class Module:
    pass
for name, text in {sources}:
    names = {{}}
    try:
        exec(text, names)
    except SyntaxError:  # no compiler for machine code
        continue
    sys.modules[name] = Module()
    for each in names:
        setattr(sys.modules[name], each, names[each])
from debounce import SymDeferPk
from sentence import Sentence
debouncer = SymDeferPk(12, 20000)
raw = bytearray(12)
raw[3] = 16
changed = [debouncer.update(raw, 1000) for _ in range(30)].index(1)
sentence = Sentence()
for _ in range(2):
    start = ticks_us()
    sentence.begin(b"OCC", 65535, 4294967, 295)
    sentence.hex(raw, 24)
    length = sentence.end()
    spent = ticks_diff(ticks_us(), start)
print(bytes(sentence.data[:length]).decode().strip(), changed, spent)
"""
SAID = wire.encode("OCC", 65535, 4294967295, ["0" * 6 + "10" + "0" * 16]).rstrip()


def program():
    """Codec, debouncer and sentences as modules, in an order in which each finds those that it needs."""
    names = ("wire", "quick", "sentence", "debounce")
    return PROGRAM.format(sources=[(name, (ROOT / "firmware" / f"{name}.py").read_text("utf-8")) for name in names])


def judge(output):
    line, changed, spent_us = output.split()
    assert line.encode() == SAID
    assert int(changed) == 20
    return int(spent_us)


def test_the_program_itself_is_sound():
    """It runs in node's MicroPython as well, so that only the chip is left to be tried by the test below."""
    lines = run(until_us=1_000_000, probe=program(), options={"sentenceUs": 0})["lines"]
    assert judge(lines[0][1]) >= 0


def images():
    """The paths of boot ROM and UF2 that the user named."""
    names = ("TASTKREIS_PICO_BOOTROM", "TASTKREIS_PICO_UF2")
    files = [os.environ.get(name, "") for name in names]
    if not all(path and Path(path).is_file() for path in files):
        pytest.skip(f"{' and '.join(names)} name no files")
    return files


def on_pico(script, files, text):
    done = subprocess.run([node(), str(PARTS / script), *map(str, files)], input=text, text=True, capture_output=True,
                          timeout=MOST_S, check=False, env=node_environment())  # fmt: skip
    if done.returncode == 77:
        pytest.skip("needs the npm package rp2040js")
    return done


def test_codec_and_debouncer_on_the_real_image():
    done = on_pico("pico.mjs", images(), program())
    assert done.returncode == 0, done.stderr
    assert judge(done.stdout) < 1500  # what docs/sensing-board.md allows for a picture


@pytest.mark.timeout(2 * MOST_S)
def test_the_whole_firmware_on_the_real_image():
    """Magnets at the simulated chain; USB itself takes no time here, and is given a millisecond."""
    files = {name: text for name, text in board_files("pico").items() if name not in ("hall.py", "lights.py")}
    magnets = [[150_000 + 61_237 * number, number, 0x7F] for number in range(6)]
    done = on_pico("pico_board.mjs", images(), json.dumps({"files": files, "magnets": magnets, "until_us": 600_000}))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["scans"] / 0.6 > 200
    frames = [(us, line.split(",")[3]) for us, line in told["lines"] if "$OCC" in line]
    changes = [late[0] for before, late in pairwise(frames) if late[1].split("*")[0] != before[1].split("*")[0]]
    late_ms = [(us - told["start"] - after) / 1000 for us, (after, _, _) in zip(changes, magnets, strict=True)]
    assert 20 < min(late_ms) <= max(late_ms) < 29


@pytest.mark.parametrize(("image", "why"), [(b"", "cut short"), (b"x" * 512, "not a UF2 file"), (None, "cut short")])
def test_an_image_that_cannot_be_used_is_told(tmp_path, image, why):
    block = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0, 0x10000000, 256, 0, 2, 0).ljust(512, b"\0")
    (tmp_path / "rom").write_bytes(bytes(16384))
    (tmp_path / "uf2").write_bytes(block if image is None else image)  # the first of two blocks
    done = on_pico("pico.mjs", [tmp_path / "rom", tmp_path / "uf2"], "")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
