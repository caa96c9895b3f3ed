"""How fast the board tells a magnet, and that it allocates nothing: a real MicroPython, in the board's own time."""

import random

import pytest
from simulated_board import run
from test_board_on_micropython import PINS, pictures, said

LATENCY = [{"baud": 0}, {"baud": 115200}]


@pytest.mark.parametrize("options", LATENCY)
def test_from_magnet_to_last_byte_in_30_ms(options):
    """Places change at odd moments, with 0.8 ms of bouncing, a reader at work and a heartbeat now and then."""
    places = [name for name in PINS.channels if name[-1] in "02468"]
    moments = [100_000 + 61_237 * i for i in range(len(places))]
    script = [[us, "magnet", name, True] for us, name in zip(moments, places, strict=True)]
    lines = run(script=script, until_us=moments[-1] + 200_000, options=options)["lines"]
    late_ms = [1000 * t - us / 1000 for (t, _), us in zip(pictures(lines)[1:], moments, strict=True)]
    assert max(late_ms) <= 30, sorted(late_ms)
    assert min(late_ms) >= 20


def test_sixteen_pieces_at_once_in_30_ms():
    """Laid and lifted in the same microsecond, anywhere on the board: bounces fall apart, and with them pictures."""
    for seed in range(3):
        places = random.Random(seed).sample(PINS.channels, 16)
        script = [[us, "magnet", name, us < 200_000] for us in (100_000, 400_000) for name in places]
        done = run(script=script, until_us=700_000, options={"seed": seed})
        told = [(1000 * t, len(shown)) for t, shown in pictures(done["lines"])]
        laid = [t for t, count in told if count == 16]
        assert 20 <= laid[0] - 100 <= 30
        assert 20 <= told[-1][0] - 400 <= 30
        assert told[-1][1] == 0


PLACES = [name for name in PINS.channels if name != "33"]
BUTTONS = ("done", "again", "stop")


def busy_table(seed, raw=False, chatter=False):
    """A script of busy hands, with the moment at which each place gets its magnet: buttons, cards at two readers and
    lines from the computer come at odd moments around each of them."""
    lot, t, moments = random.Random(seed), 1_200_000, []
    script = [[0, "reader", "C", True]]
    for i, name in enumerate(PLACES):
        t += lot.randrange(70_000, 110_000)
        moments.append(t)
        script += [[t, "magnet", name, True], [t + 1_500_000, "magnet", name, False]]
        for is_down in (i % 2 == 0, i % 2 == 1):
            script.append([t + lot.randrange(-25_000, 25_000), "press", lot.choice(BUTTONS), is_down])
        for reader, tag in (("pit", "04A1B2C3D4E5F6"), ("C", "04A1B2C3D4E5F7")):
            script.append([t + lot.randrange(-80_000, 10_000), "tag", reader, [tag] if i % 2 else []])
        if i % 5 < 3:
            word = ("?HELLO", "nonsense", "!DEBOUNCE,20")[i % 5]
            script.append([t + lot.randrange(-20_000, 10_000), "say", word + "\n"])
    script += [[1_000_000, "say", "!RAW,on\n"]] * raw + [[1_000_000, "chatter", "33", 4000, True]] * chatter
    return script, moments


def busy_latency(seed, raw=False, chatter=False, **options):
    """Milliseconds from magnet to last byte at a busy table, of each place."""
    script, moments = busy_table(seed, raw, chatter)
    done = run(script=script, until_us=moments[-1] + 300_000, options={"seed": seed, **options},
               settings={"readers": ["pit", "C"]})  # fmt: skip
    assert {kind for _, kind, _ in said(done["lines"])} >= {"HELLO", "OCC", "CARD", "BTN", "FAULT"}
    first = {}
    for t, places in pictures(done["lines"]):
        for place in places:
            first.setdefault(place, t)
    return [1000 * first[name] - us / 1000 for us, name in zip(moments, PLACES, strict=True)]


@pytest.mark.parametrize(("raw", "chatter"), [(False, False), (True, False), (False, True)])
def test_nothing_else_that_is_said_makes_a_picture_late(raw, chatter):
    """Also while raw values are told ten times a second, or a place chatters."""
    late_ms = busy_latency(1, raw, chatter)
    assert min(late_ms) >= 20
    assert max(late_ms) <= 30, sorted(late_ms)[-5:]


MEMORY = """
import gc, micropython, main, parts
from time import sleep_us
used = more = 0  # a new name may take memory
board = main.build(main.read("pins.json"), main.read("settings.json"))
board.start()
def steps(count):
    for _ in range(count):
        board.step()
        sleep_us(900)
steps(800)
gc.collect()
used = gc.mem_alloc()
micropython.heap_lock()
try:
    steps(5000)
finally:
    micropython.heap_unlock()
more = gc.mem_alloc() - used
parts.figure("used", used)
parts.figure("more", more)
"""


def test_the_board_allocates_nothing_whatever_happens_and_the_heap_suffices():
    """The heap is locked for seconds, while pieces move, a place chatters, cards come and go at the pit and at a seat,
    buttons are pressed, the supply sinks, the chain breaks and is whole again, and the computer asks and orders."""
    moves = [[1_500_000 + 200_000 * i, "magnet", "17", i % 2 == 0] for i in range(6)]
    lying = (["04A1B2C3"], ["04A1B2C3", "04A1B2C3D4E5F6"], [])
    cards = [[900_000 + 260_000 * i, "tag", "pit", lying[i % 3]] for i in range(9)]
    presses = [[1_000_000 + 90_000 * i, "press", ("done", "again")[i % 4 // 2], i % 2 == 0] for i in range(20)]
    words = ["?HELLO", "!LED,3,ff8001", "!DEBOUNCE,20", "!RAW,on", "nonsense", "x" * 300, "\r", "!RAW,off"]
    orders = [[1_050_000 + 130_000 * i, "say", word + "\n"] for i, word in enumerate(words)]
    script = [[0, "reader", "C", True], [900_000, "chatter", "33", 4000, True], [4_500_000, "chatter", "33", 4, False],
              *moves, *cards, *presses, *orders, [1_600_000, "supply", 4000], [4_600_000, "tag", "C", ["DEADBEEF"]],
              [5_000_000, "cut", 3], [5_100_000, "cut", -1]]  # fmt: skip
    settings = {"readers": ["pit", "C"], "lights": 8}
    done = run(script=script, until_us=7_000_000, probe=MEMORY, settings=settings)
    figures = done["figures"]
    assert figures["more"] == 0
    told = [(kind, fields[0]) for t, kind, fields in said(done["lines"]) if 0.9 < t < 5.5]
    assert {*told} >= {("CARD", "pit"), ("CARD", "C"), ("BTN", "done"), ("BTN", "again"), ("FAULT", "brownout"),
                       ("RAW", "80"), ("FAULT", "bus"), ("FAULT", "input"), ("FAULT", "stuck-off"), ("HELLO", "1")}
    assert done["lights"][3] == "ff8001"
    assert [places - {"33"} for _, places in pictures(done["lines"])][-6:] == [{"17"}, set()] * 3
    assert figures["used"] < 96 * 1024  # of about 190 kB that MicroPython leaves on a Pico; compiled code is among them


LOST = """
import gc, main, parts
from time import sleep_us
board = main.build(main.read("pins.json"), {})
board.start()
reader, began = board._readers[0][1], gc.mem_alloc()
for _ in range(500_000):
    reader.step()
lost = reader.lost
parts.figure("lost", lost)
parts.figure("left", gc.mem_alloc() - began)
collect, collected = gc.collect, []
class Counted:
    def collect():
        collected.append(1)
import board as module
module.gc = Counted
for word in (b"?HELLO", b"?HELLO"):
    for at in range(len(word)):
        board._link.line[at] = word[at]
    board._obey(len(word))
parts.figure("again", reader.lost)
parts.figure("collected", len(collected))
"""


def test_a_reader_that_is_not_there_leaves_little_behind_until_the_computer_asks():
    """Each error of the bus takes memory: they are few, and collected when nobody plays."""
    figures = run(script=[[0, "reader", "pit", False]], probe=LOST)["figures"]
    assert (figures["lost"], figures["again"], figures["collected"]) == (100, 0, 1)
    assert figures["left"] < 60_000


def test_it_scans_more_than_two_hundred_times_a_second():
    done = run(until_us=3_000_000)
    assert done["scans"] / 3 > 200
