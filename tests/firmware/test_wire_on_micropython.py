"""The codec under a real MicroPython: the same file gives the same answers as under CPython."""

import json
import subprocess
from pathlib import Path

import pytest
from simulated_board import mpy_cross, node, node_environment

from firmware import wire

PACKAGE = "@micropython/micropython-webassembly-pyscript"
SOURCE = Path(wire.__file__)

RUN = """
import { createRequire } from 'module';
import { pathToFileURL } from 'url';
import fs from 'fs';
const require = createRequire(process.cwd() + '/');
let found;
try { found = require.resolve('%s/micropython.mjs'); } catch { process.exit(77); }
const { loadMicroPython } = await import(pathToFileURL(found));
const python = await loadMicroPython();
const [source, script, cases] = JSON.parse(fs.readFileSync(0, 'utf8'));
python.FS.writeFile('/wire.py', source);
python.FS.writeFile('/cases.json', cases);
python.runPython(script);
"""

SCRIPT = """
import json, sys
sys.path.append("/")
import wire

def tried(call, *values):
    try:
        return call(*values)
    except wire.BadSentence as error:
        return error.reason

with open("/cases.json") as file:
    cases = json.load(file)
answers = {
    "crc": wire.crc16(b"123456789"),
    "decoded": [tried(wire.decode, bytes(line)) for line in cases["lines"]],
    "encoded": [list(tried(wire.encode, *fields)) for fields in cases["sentences"]],
    "hex": [wire.to_hex(int(picture), 96) for picture in cases["pictures"]],
    "int": [str(wire.from_hex(wire.to_hex(int(picture), 96), 96)) for picture in cases["pictures"]],
    "commands": [tried(wire.command, bytes(line)) for line in cases["commands"]],
}
print(json.dumps(answers))
"""

CASES = {
    "sentences": [["OCC", 1, 15, ["00000000000000000000FFFF"]], ["CARD", 65535, 2**32 - 1, ["pit", "-"]],
                  ["RAW", 3, 4, ["16", *["1023"] * 16]], ["FAULT", 70000, 4, ["stuck-on", "53"]]],
    "lines": [list(line) for line in (
        b"$OCC,65414,4294903853,00000000000000000000FFFF*8E5B\r\n", b"$OCC,1,15,FF*0000", b"\xff\x00$", b"",
        b"$BTN,7,4294967295,done,down*" + b"%04X" % wire.crc16(b"BTN,7,4294967295,done,down"), b"x" * 300,
        b"$TEMP,1,2,3*" + b"%04X" % wire.crc16(b"TEMP,1,2,3"), b"$OCC,1,2*" + b"%04X" % wire.crc16(b"OCC,1,2"),
    )],
    "pictures": [str(picture) for picture in (0, 1, 1 << 95, 0xFFFF << 80, (1 << 96) - 1, 0x123456789ABCDEF)],
    "commands": [list(line) for line in (b"?HELLO\r\n", b"!DEBOUNCE,20", b"!LED,3,ff0000", b"!RAW,x", b"\xff")],
}  # fmt: skip


def expected():
    def tried(call, *values):
        try:
            return call(*values)
        except wire.BadSentence as error:
            return error.reason

    answers = {
        "crc": 0x29B1,
        "decoded": [tried(wire.decode, bytes(line)) for line in CASES["lines"]],
        "encoded": [list(tried(wire.encode, *fields)) for fields in CASES["sentences"]],
        "hex": [wire.to_hex(int(picture), 96) for picture in CASES["pictures"]],
        "int": CASES["pictures"],
        "commands": [tried(wire.command, bytes(line)) for line in CASES["commands"]],
    }
    return json.loads(json.dumps(answers))


def test_the_same_answers_on_micropython():
    done = subprocess.run(
        [node(), "--input-type=module", "-e", RUN % PACKAGE],
        input=json.dumps([SOURCE.read_text(encoding="utf-8"), SCRIPT, json.dumps(CASES)]),
        capture_output=True, text=True, timeout=200, check=False, env=node_environment(),
    )  # fmt: skip
    if done.returncode == 77:
        pytest.skip(f"needs the npm package {PACKAGE} (in node_modules or on NODE_PATH)")
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == expected()


def test_it_compiles_for_a_board(tmp_path):
    subprocess.run([mpy_cross(), "-o", str(tmp_path / "wire.mpy"), str(SOURCE)], check=True, timeout=200)
    assert (tmp_path / "wire.mpy").read_bytes()[:1] == b"M"
