"""The codec under a real MicroPython: the same file gives the same answers as under CPython."""

import json
import subprocess
from pathlib import Path

from simulated_board import firmware_files, mpy_cross, run

from firmware import wire

SOURCE = Path(wire.__file__)

SCRIPT = """
import json, parts
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
    "texts": [str(tried(wire.from_hex, text, 96)) for text in cases["texts"]],
    "narrow": [tried(wire.from_hex, text, 5) for text in cases["narrow"]] + [tried(wire.to_hex, 1 << 96, 96)],
    "commands": [tried(wire.command, bytes(line)) for line in cases["commands"]],
}
parts.figure("answers", json.dumps(answers))
"""

CASES = {
    "sentences": [["OCC", 1, 15, ["00000000000000000000FFFF"]], ["CARD", 65535, 2**32 - 1, ["pit", "-"]],
                  ["RAW", 3, 4, ["16", *["1023"] * 16]], ["FAULT", 70000, 4, ["stuck-on", "53"]],
                  ["CARD", 1, 2, ["pit", "a,b"]], ["CARD", 1, 2, ["pit", "\u00e9"]], ["CARD", 1, 2, ["pit", "x" * 190]],
                  ["OCC", 1, 2, []], ["TEMP", 1, 2, ["3"]]],
    "lines": [list(line) for line in (
        b"$OCC,65414,4294903853,00000000000000000000FFFF*8E5B\r\n", b"$OCC,1,15,FF*0000", b"\xff\x00$", b"",
        b"$BTN,7,4294967295,done,down*" + b"%04X" % wire.crc16(b"BTN,7,4294967295,done,down"), b"x" * 300,
        b"$TEMP,1,2,3*" + b"%04X" % wire.crc16(b"TEMP,1,2,3"), b"$OCC,1,2*" + b"%04X" % wire.crc16(b"OCC,1,2"),
        *(b"$" + body + b"*%04X" % wire.crc16(body) for body in (
            b"OCC,1,2,\x01", b"OCC", b"OCC,x,2,FF", b"OCC,,2,FF", b"OCC,65536,2,FF", b"OCC,1,4294967296,FF")),
    )],
    "texts": ["F" * 23, "G" * 24, "f" * 24, "0" * 24],
    "narrow": ["1F", "18"],
    "pictures": [str(picture) for picture in (0, 1, 1 << 95, 0xFFFF << 80, (1 << 96) - 1, 0x123456789ABCDEF)],
    "commands": [list(line) for line in (
        b"?HELLO\r\n", b"!DEBOUNCE,20", b"!DEBOUNCE,4", b"!DEBOUNCE,x", b"!LED,3,ff0000", b"!LED,3,gg0000", b"!RAW,x",
        b"!RAW,on", b"\xff")],
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
        "texts": [str(tried(wire.from_hex, text, 96)) for text in CASES["texts"]],
        "narrow": [tried(wire.from_hex, text, 5) for text in CASES["narrow"]] + [tried(wire.to_hex, 1 << 96, 96)],
        "commands": [tried(wire.command, bytes(line)) for line in CASES["commands"]],
    }
    return json.loads(json.dumps(answers))


def test_the_same_answers_on_micropython():
    found = run(files={**firmware_files(), "cases.json": json.dumps(CASES)}, probe=SCRIPT)["figures"]["answers"]
    assert json.loads(found) == expected()


def test_it_compiles_for_a_board(tmp_path):
    subprocess.run([mpy_cross(), "-o", str(tmp_path / "wire.mpy"), str(SOURCE)], check=True, timeout=200)
    assert (tmp_path / "wire.mpy").read_bytes()[:1] == b"M"
