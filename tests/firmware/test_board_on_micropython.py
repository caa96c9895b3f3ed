"""The firmware's own files under a real MicroPython, on simulated parts, in the board's own time."""

import itertools
import json

import pytest
from simulated_board import firmware_files, run

from firmware import wire
from hardware.pins import load_pins

PINS = load_pins()
SECOND = 1_000_000
EMPTY = "0" * 24


def said(lines, *kinds):
    """(seconds, type, fields) of the sentences, each of which is decoded by the companion's codec."""
    found = []
    for us, line in lines:
        assert line.endswith("\r\n")
        kind, seq, ms, fields = wire.decode(line.encode())
        found.append((us / SECOND, kind, fields, seq, ms))
    assert [each[3] for each in found] == list(range(found[0][3], found[0][3] + len(found)))
    return [(t, kind, fields) for t, kind, fields, _, _ in found if not kinds or kind in kinds]


def pictures(lines):
    """The pictures that changed: (seconds, places)."""
    changed, last = [], None
    for t, _, (text,) in said(lines, "OCC"):
        if text != last:
            bits = wire.from_hex(text, 96)
            changed.append((t, {name for index, name in enumerate(PINS.index_order) if bits >> index & 1}))
        last = text
    return changed


def test_it_names_itself_and_beats():
    lines = run(until_us=3_500_000)["lines"]
    found = said(lines)
    assert found[0][1:] == ("HELLO", ["1", "tastkreis-7b2c", "1.0.0", "tac64", "F" * 24])
    assert found[1][1:] == ("OCC", [EMPTY])
    beats = [t for t, kind, _ in found if kind == "OCC"]
    assert len(beats) == 4
    assert all(0.99 < later - t < 1.05 for t, later in itertools.pairwise(beats))


def test_every_place_is_told_with_its_own_index():
    script = []
    for i, name in enumerate(PINS.channels):
        script += [[100_000 + 60_000 * i, "magnet", name, True], [160_000 + 60_000 * i, "magnet", name, False]]
    shown = pictures(run(script=script, until_us=60_000 * 96 + 300_000)["lines"])
    found = [places for _, places in shown if len(places) == 1]
    assert found == [{name} for name in PINS.channels]
    assert all(len(places) < 3 for _, places in shown)


def test_a_lifted_and_laid_piece_is_one_change_each_however_it_bounces():
    for seed in range(3):
        script = [[200_000, "magnet", "Ay3", True], [700_000, "magnet", "Ay3", False], [700_000, "magnet", "17", True]]
        shown = pictures(run(script=script, until_us=1_000_000, options={"seed": seed, "bounceUs": 3000})["lines"])
        assert [places for _, places in shown][:2] == [set(), {"Ay3"}]
        assert shown[-1][1] == {"17"}
        assert len(shown) <= 4


def test_a_brush_of_a_magnet_is_no_change():
    script = [[200_000, "magnet", "40", True], [215_000, "magnet", "40", False]]
    assert len(pictures(run(script=script, until_us=600_000)["lines"])) == 1


def test_the_computer_is_answered():
    script = [[300_000, "say", "?HELLO\r\n?HELLO\n"], [400_000, "say", "nonsense\n"],
              [500_000, "say", "x" * 300 + "\n"], [600_000, "say", "\xff\x00\n"],
              [700_000, "say", "!DEBOUNCE,4\n"]]  # fmt: skip
    found = [(kind, fields) for _, kind, fields in said(run(script=script, until_us=900_000)["lines"])][2:]
    hello = [("HELLO", ["1", "tastkreis-7b2c", "1.0.0", "tac64", "F" * 24]), ("OCC", [EMPTY])]
    assert found == [*hello, *hello, *[("FAULT", ["input", "-"])] * 4]


@pytest.mark.parametrize("hold_ms", [5, 20, 200])
def test_the_hold_time_is_what_was_told(hold_ms):
    script = [[300_000, "say", f"!DEBOUNCE,{hold_ms}\n"], [500_000, "magnet", "00", True]]
    shown = pictures(run(script=script, until_us=900_000, options={"bounceUs": 0, "sentenceUs": 0})["lines"])
    assert 0.5 + hold_ms / 1000 <= shown[1][0] <= 0.5 + hold_ms / 1000 + 0.005


def test_raw_values_while_they_are_wanted():
    script = [[200_000, "magnet", "17", True], [300_000, "say", "!RAW,on\n"], [900_000, "say", "!RAW,off\n"]]
    found = said(run(script=script, until_us=1_400_000)["lines"], "RAW")
    assert found[-1][0] < 0.95
    assert [int(fields[0]) for _, _, fields in found[:6]] == [0, 16, 32, 48, 64, 80]
    assert 30 <= len(found) <= 36
    assert found[1][2][1:] == ["0", "1023", *["0"] * 14]


def test_buttons():
    script = [[300_000, "press", "done", True], [500_000, "press", "done", False], [600_000, "press", "stop", True]]
    found = said(run(script=script, until_us=900_000)["lines"], "BTN")
    assert [fields for _, _, fields in found] == [["done", "down"], ["done", "up"], ["stop", "down"]]


def test_lights():
    script = [[300_000, "say", "!LED,3,ff8001\n"], [400_000, "say", "!LED,60,00FF00\n"],
              [450_000, "say", "!LED,96,00FF00\n"]]  # fmt: skip
    done = run(script=script, until_us=600_000, settings={"lights": 8})
    assert done["lights"] == ["000000"] * 3 + ["ff8001"] + ["000000"] * 4
    assert [fields for _, _, fields in said(done["lines"], "FAULT")] == [["input", "-"]]


def test_settings_name_the_board_and_what_it_lacks():
    lines = run(until_us=100_000, settings={"board": "table-3", "without": ["00", "Dy4"]})["lines"]
    assert said(lines)[0][2] == ["1", "table-3", "1.0.0", "tac64", "7" + "F" * 22 + "E"]


@pytest.mark.parametrize("reader", ["pit", "C"])
def test_a_card_is_told_when_it_comes_and_when_it_goes(reader):
    """At the pit over I2C, at a seat over SPI."""
    script = [[0, "reader", "C", True], [500_000, "tag", reader, ["04A1B2C3D4E5F6"]], [900_000, "tag", reader, []],
              [1_300_000, "tag", reader, [{"id": "DEADBEEF", "ats": "7880"}]]]  # fmt: skip
    found = said(run(script=script, until_us=2_000_000, settings={"readers": ["pit", "C"]})["lines"], "CARD", "FAULT")
    assert [(kind, fields) for _, kind, fields in found] == [
        ("CARD", [reader, "04A1B2C3D4E5F6"]), ("CARD", [reader, "-"]), ("CARD", [reader, "DEADBEEF"])]  # fmt: skip
    assert found[0][0] - 0.5 < 0.2
    assert found[1][0] - 0.9 < 0.4


def test_a_card_laid_upon_another():
    one, two = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
    script = [[500_000, "tag", "pit", [one]], [900_000, "tag", "pit", [one, two]], [1_300_000, "tag", "pit", [two]],
              [1_700_000, "tag", "pit", []]]  # fmt: skip
    found = said(run(script=script, until_us=2_200_000)["lines"], "CARD")
    assert [fields[1] for _, _, fields in found] == [one, two, "-"]


def test_a_card_that_flickers_at_the_rim_of_the_field_is_one_card():
    script = [[500_000, "tag", "pit", ["04A1B2C3"]]]
    for us in range(800_000, 1_600_000, 200_000):
        script += [[us, "tag", "pit", []], [us + 40_000, "tag", "pit", ["04A1B2C3"]]]
    assert len(said(run(script=script, until_us=2_000_000)["lines"], "CARD")) == 1


def test_a_reader_that_vanishes_is_told_and_found_again():
    script = [[500_000, "tag", "pit", ["04A1B2C3"]], [1_000_000, "reader", "pit", False],
              [2_000_000, "reader", "pit", True]]  # fmt: skip
    found = said(run(script=script, until_us=5_000_000)["lines"], "CARD", "FAULT")
    assert [(kind, fields) for _, kind, fields in found] == [
        ("CARD", ["pit", "04A1B2C3"]), ("CARD", ["pit", "-"]), ("FAULT", ["bus", "-"]), ("FAULT", ["clear", "-"]),
        ("CARD", ["pit", "04A1B2C3"])]  # fmt: skip


@pytest.mark.parametrize("what", ["mute", "nack"])
@pytest.mark.parametrize("reader", ["pit", "C"])
def test_a_reader_that_does_not_answer_is_told_and_found_again(reader, what):
    script = [[0, "reader", "C", True], [500_000, "tag", reader, ["04A1B2C3"]], [1_000_000, "mishap", reader, what],
              [3_000_000, "mishap", reader, ""]]  # fmt: skip
    lines = run(script=script, until_us=6_000_000, settings={"readers": ["pit", "C"]})["lines"]
    assert [(kind, fields) for _, kind, fields in said(lines, "CARD", "FAULT")] == [
        ("CARD", [reader, "04A1B2C3"]), ("CARD", [reader, "-"]), ("FAULT", ["bus", "-"]), ("FAULT", ["clear", "-"]),
        ("CARD", [reader, "04A1B2C3"])]  # fmt: skip


@pytest.mark.parametrize("what", ["bit", "length", "start", "list"])
def test_an_answer_that_was_damaged_on_its_way_tells_no_card(what):
    script = [[500_000, "tag", "pit", ["04A1B2C3"]], [1_000_000, "mishap", "pit", what],
              [2_000_000, "mishap", "pit", ""], [2_500_000, "tag", "pit", []]]  # fmt: skip
    found = said(run(script=script, until_us=3_500_000)["lines"], "CARD", "FAULT")
    assert [fields for _, _, fields in found] == [["pit", "04A1B2C3"], ["pit", "-"]]
    assert found[1][0] > 2.5


def test_the_upper_of_two_cards_is_taken_off_again():
    one, two = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7"
    script = [[500_000, "tag", "pit", [one]], [900_000, "tag", "pit", [one, two]], [1_300_000, "tag", "pit", [one]],
              [1_900_000, "tag", "pit", [one, two]]]  # fmt: skip
    found = said(run(script=script, until_us=2_500_000)["lines"], "CARD")
    assert [fields[1] for _, _, fields in found] == [one, two, "-", two]


def test_a_board_without_a_reader_says_nothing_of_it():
    done = run(script=[[0, "reader", "pit", False]], until_us=3_000_000)
    assert said(done["lines"], "FAULT", "CARD") == []


@pytest.mark.parametrize("register", [0, 3, 6, 9])
def test_a_cut_chain_is_told_and_its_pictures_are_not(register):
    script = [[200_000, "magnet", "20", True], [500_000, "cut", register], [1_500_000, "cut", -1]]
    lines = run(script=script, until_us=2_500_000)["lines"]
    assert [fields for _, _, fields in said(lines, "FAULT")] == [["bus", "-"], ["clear", "-"]]
    assert [places for _, places in pictures(lines)] == [set(), {"20"}]


def test_pieces_that_lie_there_when_the_power_comes_are_in_the_first_picture():
    script = [[0, "magnet", name, True] for name in ("00", "17", "Dy4")]
    lines = run(script=script, until_us=500_000, options={"bounceUs": 0})["lines"]
    assert pictures(lines) == [(pytest.approx(0.0, abs=0.1), {"00", "17", "Dy4"})]


def test_a_chain_that_is_broken_when_the_power_comes_is_told_and_pieces_only_once_it_is_whole():
    script = [[0, "cut", 6], [0, "magnet", "20", True], [1_500_000, "cut", -1]]
    lines = run(script=script, until_us=2_500_000)["lines"]
    assert [fields for _, _, fields in said(lines, "FAULT")] == [["bus", "-"], ["clear", "-"]]
    shown = pictures(lines)
    assert [places for _, places in shown] == [set(), {"20"}]
    assert shown[1][0] > 1.5


def test_a_place_that_chatters_is_told_and_the_board_lives_on():
    script = [[200_000, "chatter", "33", 3000, True], [3_000_000, "magnet", "10", True],
              [2_400_000, "say", "?HELLO\n"], [6_000_000, "chatter", "33", 3000, False]]  # fmt: skip
    lines = run(script=script, until_us=11_000_000)["lines"]
    assert [fields for _, _, fields in said(lines, "FAULT")] == [["stuck-off", "33"], ["clear", "33"]]
    assert {"10"} in [places for _, places in pictures(lines)]
    assert [t for t, _, _ in said(lines, "HELLO")][1] < 2.9
    beats = [t for t, _, _ in said(lines, "OCC")]
    assert max(later - t for t, later in itertools.pairwise(beats)) < 1.5


def test_the_board_looks_after_itself_also_while_hands_are_never_still():
    script = [[300_000 + 300_000 * i, "magnet", "17", i % 2 == 0] for i in range(20)]
    script += [[500_000, "supply", 4000], [600_000, "chatter", "33", 3000, True]]
    found = said(run(script=script, until_us=6_300_000)["lines"], "FAULT")
    assert [fields for _, _, fields in found] == [["brownout", "-"], ["stuck-off", "33"]]
    assert found[0][0] < 1.6
    assert found[1][0] < 5.2


def test_a_weak_supply():
    script = [[500_000, "supply", 4000], [2_600_000, "supply", 5000]]
    found = said(run(script=script, until_us=4_500_000)["lines"], "FAULT")
    assert [fields for _, _, fields in found] == [["brownout", "-"], ["clear", "-"]]


@pytest.mark.parametrize(("begin", "end", "fault"), [
    (["cut", 3], ["cut", -1], ["bus", "-"]),
    (["supply", 4000], ["supply", 5000], ["brownout", "-"]),
    (["chatter", "33", 3000, True], ["chatter", "33", 3000, False], ["stuck-off", "33"]),
])  # fmt: skip
def test_a_fault_that_lasts_is_told_to_whoever_comes_later(begin, end, fault):
    script = [[200_000, *begin], [5_000_000, "say", "?HELLO\n"], [5_500_000, *end], [10_000_000, "say", "?HELLO\n"]]
    found = [(kind, fields) for _, kind, fields in said(run(script=script, until_us=10_500_000)["lines"])]
    asked = [place for place, (kind, _) in enumerate(found) if kind == "HELLO"]
    assert len(asked) == 3
    assert found[asked[1] + 2] == ("FAULT", fault)
    assert [fields for kind, fields in found if kind == "FAULT"] == [fault, fault, ["clear", fault[1]]]


def test_a_board_that_hangs_starts_anew():
    done = run(script=[[500_000, "hang"]], until_us=4_000_000)
    assert [log["reset"] for log in done["logs"]] == ["watchdog"]
    hellos = [t for t, line in done["lines"] if "HELLO" in line]
    assert len(hellos) == 2
    assert 2.4 < hellos[1] / SECOND < 2.7


def test_no_clock_wraps_into_a_gap():
    """The ticks of MicroPython wrap at 2^30, in microseconds every 18 minutes; the uptime of the board goes on."""
    start = 2**30 - 700_000
    for start_us in (start, start * 1000):
        script = [[650_000 + 10_000 * i, "magnet", f"{i:02d}", True] for i in range(12)]
        lines = run(script=script, until_us=2_500_000, options={"startUs": start_us})["lines"]
        assert len(pictures(lines)) == 13
        uptimes = [wire.decode(line.encode())[2] for _, line in lines]
        assert uptimes == sorted(uptimes)
        assert uptimes[-1] < 2600


WRAPPING = """
import main
from time import sleep_us
board = main.build(main.read("pins.json"), {})
board.start()
board._up_s, board._up_ms = 4294967, 200
for _ in range(2200):
    board.step()
    sleep_us(900)
"""


def test_the_uptime_wraps_at_32_bits():
    uptimes = [wire.decode(line.encode())[2] for _, line in run(until_us=4_000_000, probe=WRAPPING)["lines"]][2:]
    assert len(uptimes) >= 2
    assert uptimes == sorted(uptimes)
    assert 0 < uptimes[0] < 1100


def test_the_button_stop_held_at_the_start_keeps_the_board_quiet():
    done = run(script=[[0, "press", "stop", True]], until_us=5_000_000, options={"bounceUs": 0})
    assert done["lines"] == []
    assert done["logs"][-1]["ended"]


class TestHall:
    SETTINGS = {"sensors": "hall"}  # noqa: RUF012

    def test_either_pole_fills_a_place(self):
        script = [[500_000, "magnet", "05", 300], [900_000, "magnet", "Cy4", -300], [1_300_000, "magnet", "05", False]]
        lines = run(script=script, until_us=1_800_000, settings=self.SETTINGS, options={"sensors": "hall"})["lines"]
        assert [places for _, places in pictures(lines)] == [set(), {"05"}, {"05", "Cy4"}, {"Cy4"}]

    def test_raw_values_tell_the_pole(self):
        script = [[200_000, "magnet", "05", 300], [200_000, "magnet", "06", -300], [300_000, "say", "!RAW,on\n"]]
        lines = run(script=script, until_us=600_000, settings=self.SETTINGS, options={"sensors": "hall"})["lines"]
        assert said(lines, "RAW")[0][2] == ["0", *["512"] * 5, "812", "212", *["512"] * 9]

    def test_a_broken_wire_is_told(self):
        lines = run(script=[[500_000, "hall", 7, 0]], until_us=6_000_000, settings=self.SETTINGS,
                    options={"sensors": "hall"})["lines"]  # fmt: skip
        assert [fields for _, _, fields in said(lines, "FAULT")] == [["stuck-on", "7"]]

    def test_it_scans_often_enough(self):
        done = run(until_us=2_000_000, settings=self.SETTINGS, options={"sensors": "hall", "opUs": 3})
        assert done["scans"] / 2 > 200


def test_another_pin_map_makes_another_board():
    """A board of one quarter: 24 places on three registers."""
    pins = json.loads(json.dumps({**json.loads(firmware_pins()), "layout": "tactik4"}))
    pins["quarters"] = pins["quarters"][:1]
    pins["index_order"] = [place for r in pins["quarters"][0]["registers"] for place in r["inputs"].values()]
    files = {**firmware_files(), "pins.json": json.dumps(pins)}
    lines = run(files=files, script=[[300_000, "magnet", "Ay4", True]], until_us=600_000)["lines"]
    assert said(lines)[0][2][3:] == ["tactik4", "FFFFFF"]
    assert said(lines)[-1][2] == ["000001"]


def firmware_pins():
    from hardware.pins import pins_text

    return pins_text()
