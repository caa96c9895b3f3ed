"""Everything that comes from outside, and what it is read by: given any bytes, each either works or says why not.

A target takes bytes; whatever it raises is a fault. `SEEDS` are good inputs, from which odd ones are made.
"""

import argparse
import contextlib
import json
import os
import tempfile
from pathlib import Path

import numpy as np

from calibration.camera_canvas import SIDE_PX
from calibration.camera_colours import Colour
from calibration.camera_map import CameraMap
from calibration.camera_profile import CameraPart, part_data, read_part
from calibration.errors import BadCameraPart, CalibrationError
from calibration.profile import load_deck, load_profile
from companion.cli import BadInput
from companion.cli.games import commands_for, game_of
from companion.cli.parts import names_of
from companion.cli.rules import read_rules_file
from companion.cli.tables import new_session
from companion.facts import Fact, check
from companion.inputs import OccupancyFrame, Said
from companion.sensing.errors import SensingError
from companion.sensing.gpio_settings import load_gpio
from companion.sensing.reader import SentenceReader
from companion.sensing.said import parse_said
from companion.sensing.trace import read_trace
from companion.session.resume import CannotResume, resume
from companion.speech.memory import Memory
from companion.store.log import read_fact
from companion.web.errors import BadAddress, Refused
from companion.web.server import parse_address
from companion.web.words import read_line, read_object
from engine.errors import EngineError
from engine.jsonlines import read_object as read_question
from engine.tac.board.holes import LAYOUT
from engine.tac.board.position import Position
from engine.tac.game import TacGame
from engine.tac.hands.cards import CARDS
from engine.tac.record.notation import parse_record
from firmware import wire
from hardware.errors import BadBoardFile, HardwareError
from hardware.geometry import parse_board
from hardware.pins import parse_pins

BOARDS = Path(__file__).parents[2] / "hardware" / "boards"
YARDS = 0xFFFF << 80
POSITION = "A:00*,12,y,y B:16,B2,y,y C:C1,C4,y,y D:59,y,y,y"
MOST_LOST = 1000
LEGAL = commands_for(argparse.Namespace(rule=[], rules=None))
_FOLDER = tempfile.mkdtemp(prefix="fuzz")
SCRATCH = os.path.join(_FOLDER, "input")


def sentences():
    """Good sentences of every type."""
    mask = wire.to_hex((1 << 96) - 1, 96)
    kinds = [("HELLO", "1", "b", "1", "tac64", mask), ("OCC", wire.to_hex(YARDS, 96)), ("CARD", "pit", "636172643A37"),
             ("CARD", "pit", "-"), ("CARD", "A", "04A1B2"), ("BTN", "done", "down"), ("FAULT", "stuck-on", "53"),
             ("FAULT", "input", "-"), ("RAW", "0", "0", "1023")]  # fmt: skip
    return [wire.encode(kind, number, number * 10, fields) for number, (kind, *fields) in enumerate(kinds)]


BEGUN = b"0.000 >game tac basic duel first=A position=A:y,y,y,y C:y,y,y,y\n0.500 "
TRACE = BEGUN + sentences()[1] + (
    b"1.000 >card A 3\n1.200 !unplugged\n1.300 !plugged\n2.000 noise\n3.000 >takeback\n4.000 >hand A 7,tac\n"
)  # fmt: skip
RECORD = (b'{"game":"tac","deck":"basic","variant":"duel","dealer":"C"}\n'
          b'{"deal":{"A":["1","2","3","4","5"],"C":["1","2","3","4","5"]}}\n'
          b'{"seat":"A","card":"1","action":"Ay-00"}\n{"note":"odd"}\n')  # fmt: skip
PROFILE = (b'{"format":"tastkreis-profile","version":1,"board":"b","layout":"tac64","without":[3,4],'
           b'"tags":{"04A1":"7"},"seats":{"A":{"pace":"quick"}}}')  # fmt: skip
GPIO = (b'{"format":"tastkreis-gpio","version":1,"board":"pi-1","load":8,"clock":11,"data":9,"spi":[0,0],'
        b'"buttons":{"done":5},"encoder":{"a":20,"b":21,"left":"takeback"},"scan_hz":400,'
        b'"debounce_ms":20}')  # fmt: skip
BOARD = (BOARDS / "tac-wood-49cm.json").read_text("utf-8")
CAMERA = json.dumps(part_data(CameraPart(
    BOARD, "A", CameraMap((1.0, 0.0, 320.0, 0.0, 1.0, 240.0, 0.0, 0.0, 1.0), 0.0, (640, 480)), 1.0,
    np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8), {"A": Colour((20.0, 20.0, 20.0), (9.0, 9.0, 9.0))}))).encode()
QUESTION = (b'{"game":"tac","deck":"basic","variant":"duel","position":"A:05,y,y,y C:y,y,y,y","seat":"A","card":"7",'
            b'"previous":{"card":"1","before":"A:y,y,y,y C:y,y,y,y"}}')  # fmt: skip
SAYINGS = [b"card A 7", b"game tac basic duel first=A position=A:05,y,y,y C:y,y,y,y", b"answer 05-12", b"hand A 7,tac",
           b"overrule board", b"set A:y,y,y,y", b"ask position", b"pace A quick", b"language en", b"correct 1",
           b"done", b"takeback"]  # fmt: skip

DUEL = "A:05,y,y,y C:y,y,y,y"
GAME = [Fact("game", 0.0, {"game": "tac", "settings": {"variant": "duel", "first": "A", "position": DUEL}}),
        Fact("setup", 0.5, {"position": DUEL})]  # fmt: skip
MOVE = '{"seat":"A","card":"2","action":"05-07","position":"A:07,y,y,y C:y,y,y,y","certainty":1}'
LOG_ROWS = [row.encode() for row in (
    'game {"game":"tac","settings":{"variant":"duel","deck":"basic","first":"A"},"rules":{"fool":"x"}}',
    f"move {MOVE}", f'revised {{"ply":1,"position":"A:07,y,y,y C:y,y,y,y","moves":[{MOVE}]}}',
    'takeback {"position":"A:05,y,y,y C:y,y,y,y"}', 'card {"seat":"A","card":"2","by":"tag"}',
    'hand {"seat":"A","cards":["1","7","tac"]}', 'ruling {"ruling":"set","position":"A:09,y,y,y C:y,y,y,y"}',
    'pace {"seat":"A","kind":"quick"}', 'stuck {"indices":[3,80]}', 'language {"language":"fr"}', 'won {"seats":["A"]}',
    'violation {"rule":"T3.6","seat":"A","cells":["05"],"text":"x"}', 'turn {"seat":"C","round":1,"deal":1}',
    'question {"choices":[{"card":"7","action":"05-12"}],"ply":1}', 'board {"connected":true,"source":"b"}',
    'disturbed {"differences":[{"cell":"05","expected":"A","observed":"empty"}]}', 'answer {"choice":{},"ply":1}',
    'lift {"cell":"05"}', 'place {"cell":"09"}',
)]  # fmt: skip


def wire_bytes(data):
    """A reader hears it, in two pieces, and then a good sentence: whatever came before, that one counts.

    Only behind a name with a right check sum, which one in 65,536 damaged ones has, the board is to say its own first.
    """
    reader = SentenceReader(LAYOUT, {"04A1B2": "7"})
    half = len(data) // 2
    for piece in (data[:half], data[half:]):
        reader.feed(piece, 1.0)
    is_foreign = b"$HELLO," in data and reader.feed(b"\n" + good_picture(76), 1.5) == [] and reader.counts["foreign"]
    found = reader.feed(b"\n" + (sentences()[0] if is_foreign else b"") + good_picture(77), 2.0)
    assert found, data
    assert isinstance(found[-1], OccupancyFrame), found
    assert found[-1].occupied == YARDS
    assert 0 <= found[-1].lost <= MOST_LOST


def good_picture(number):
    return wire.encode("OCC", number, 4_000_000, [wire.to_hex(YARDS, 96)])


def sentence(data):
    """One line, to the codec on both sides."""
    for read in (wire.decode, wire.command):
        with contextlib.suppress(wire.BadSentence):
            read(data)


def whole_sentence(data):
    """The same with a right check sum: what only a board of ours, or an enemy, would send."""
    body = data.replace(b"$", b"").replace(b"*", b"")[:194]
    line = b"$" + body + b"*%04X" % wire.crc16(body)
    SentenceReader(LAYOUT, {"04A1B2": "7"}).sentence(line, 1.0)
    sentence(line)


def trace(data):
    Path(SCRATCH).write_bytes(data)
    with contextlib.suppress(SensingError):
        for _ in read_trace(SCRATCH, SentenceReader(LAYOUT, {}), CARDS):
            pass


def record(data):
    with contextlib.suppress(EngineError):
        parse_record(data.decode("utf-8", "replace"))


def position(data):
    text = data.decode("utf-8", "replace")
    for seats in ("ABCD", "AC"):
        with contextlib.suppress(EngineError):
            assert str(Position.parse(text, tuple(seats))).split(" ")


def profile(data):
    Path(SCRATCH).write_bytes(data)
    for read in (lambda path: load_profile(path, LAYOUT), load_deck):
        with contextlib.suppress(CalibrationError):
            read(SCRATCH)


def rules(data):
    for ending in (".json", ".toml"):
        Path(SCRATCH + ending).write_bytes(data)
        with contextlib.suppress(BadInput):
            read_rules_file(SCRATCH + ending)
    with contextlib.suppress(BadInput):
        names_of(data.decode("utf-8", "replace"))
    with contextlib.suppress(BadAddress):
        parse_address(data.decode("utf-8", "replace"))


def geometry(data):
    with contextlib.suppress(BadBoardFile):
        parse_board(data.decode("utf-8", "replace"))


def gpio(data):
    """The settings of a board at the pins, and a pin map."""
    Path(SCRATCH).write_bytes(data)
    with contextlib.suppress(SensingError):
        load_gpio(SCRATCH)
    with contextlib.suppress(HardwareError):
        parse_pins(data.decode("utf-8", "replace"))


def camera(data):
    """What a camera was calibrated to."""
    try:
        known = json.loads(data)
    except (ValueError, RecursionError):
        return
    with contextlib.suppress(BadCameraPart):
        read_part(known)


def question(data):
    with contextlib.suppress(EngineError, RecursionError):
        asked = read_question(data.decode("utf-8", "replace"))
        LEGAL(game_of(asked, "question")).legal(asked)


def saying(data):
    """A person says it: it is refused, or it counts; refused, it has changed nothing."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(SensingError):
        parse_said(text, CARDS)
    session = new_session()
    session.begin("tac", {"variant": "duel", "deck": "basic", "first": "A"})
    session.take(OccupancyFrame(0.0, (0b1111 << 80) | (0b1111 << 88)))
    session.tick(5.0)
    before = session.state
    try:
        session.take(Said(6.0, text))
    except ValueError:
        assert session.state == before
    session.tick(20.0)


def page(data):
    with contextlib.suppress(Refused):
        for value in read_object(data, "text", optional=("by", "index")).values():
            read_line(value, "text")


def log_row(data):
    """A row of a log, of the kind that it names: it is damaged, or the game goes on with it, or why not is told."""
    kind, _, text = data.decode("utf-8", "replace").partition(" ")
    try:
        fact = read_fact(1.0, kind, text)
        check(fact)
    except (ValueError, RecursionError):
        return
    json.dumps(fact.event(1))
    known = [fact] if kind == "game" else [*GAME, fact]
    memory = Memory()
    for each in known:
        memory = memory.after(each)
    memory.resumed()
    with contextlib.suppress(CannotResume):
        resume(new_session(), known)


def option(data):
    """Every card at every position that can be read."""
    text = data.decode("utf-8", "replace")
    with contextlib.suppress(EngineError):
        game = TacGame()
        state = game.begin({"variant": "teams", "first": "A", "position": text})
        for card in ("7", "1", "trickster", "tac"):
            game.options(state, card)


TARGETS = {
    "wire": (wire_bytes, [b"".join(sentences()), *sentences()]),
    "sentence": (sentence, [*sentences(), b"!RAW,on", b"!LED,3,ff00ff", b"?HELLO", b"!DEBOUNCE,20"]),
    "whole-sentence": (whole_sentence, [each[1:-7] for each in sentences()]),
    "trace": (trace, [TRACE]),
    "record": (record, [RECORD]),
    "position": (position, [POSITION.encode(), b"A:y,y,y,y C:05,C1,y,y"]),
    "profile": (profile, [PROFILE, b'{"04A1": "7", "0A": "tac"}']),
    "rules": (rules, [b'{"empty_hand": "pass-over"}', b'fool_empty_hand = "turn-ends"\n', b"A=Anna,B=Ben",
                      b"127.0.0.1:8737", b"[::1]:80"]),
    "geometry": (geometry, [(BOARDS / "tac-wood-49cm.json").read_bytes()]),
    "gpio": (gpio, [GPIO, (BOARDS.parent / "pins" / "tac64.json").read_bytes()]),
    "camera": (camera, [CAMERA]),
    "question": (question, [QUESTION]),
    "saying": (saying, SAYINGS),
    "page": (page, [b'{"text": "card A 7", "by": "phone"}', b'{"text": "done", "index": 4}']),
    "log-row": (log_row, LOG_ROWS),
    "option": (option, [POSITION.encode()]),
}  # fmt: skip
TOKENS = [
    b"$", b"*", b",", b"\n", b"\r", b"\0", b"\xff", b"{", b"}", b"[", b'"', b":", b"-", b" ", b">", b"!", b"nan",
    b"1e999", b"null", b"true", b"-1", b"9" * 40, b"\xe2\x80\xae", b"\xed\xa0\x80", b"[" * 3000, b"A", b"y", b"tac",
]  # fmt: skip


def mutated(seed, rng):
    """An input that was good once."""
    data = bytearray(seed)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((0, 1, 1, 2, 5, 20)))
        what = rng.randrange(5)
        if what == 0:
            data[at:end] = rng.randbytes(rng.randrange(4))
        elif what == 1:
            data[at:end] = rng.choice(TOKENS)
        elif what == 2:
            data[at:at] = data[at:end] * rng.randrange(1, 5)
        elif what == 3:
            del data[at:end]
        else:
            start = rng.randrange(len(data) + 1)
            data[at:end] = data[start : start + rng.randrange(30)]
    return bytes(data[:20_000])
