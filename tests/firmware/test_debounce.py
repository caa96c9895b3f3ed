"""Debouncing by time lines: what a contact did, and what may be believed of it and when; at several scan rates.

A time line is written a millisecond a character: `_` open, `#` closed. The line below it is what is believed, with a
contact scanned every millisecond; at other rates a change may come a scan later, never earlier, and never another one.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.debounce import AsymEagerDeferPk, SymDeferG, SymDeferPk

HOLD_MS = 5
KINDS = {"sym_defer_pk": SymDeferPk, "asym_eager_defer_pk": AsymEagerDeferPk, "sym_defer_g": SymDeferG}

TABLE = [
    # a clean contact
    ("sym_defer_pk",        "__########________",
                            "_______########___"),
    ("asym_eager_defer_pk", "__########________",
                            "__#############___"),
    ("sym_defer_g",         "__########________",
                            "_______########___"),
    # bounces at both ends
    ("sym_defer_pk",        "__#_##_########_#___#_______",
                            "____________##############__"),
    ("asym_eager_defer_pk", "__#_##_########_#___#_______",
                            "__########################__"),
    ("sym_defer_g",         "__#_##_########_#___#_______",
                            "____________##############__"),
    # a short pulse is no change, except for who is eager
    ("sym_defer_pk",        "__####__________",
                            "________________"),
    ("asym_eager_defer_pk", "__####__________",
                            "__###########___"),
    ("sym_defer_g",         "__####__________",
                            "________________"),
    # exactly the hold time is enough, one less is not
    ("sym_defer_pk",        "_######_________",
                            "______######____"),
    ("sym_defer_pk",        "_#####__________",
                            "________________"),
    # a contact that opens for a moment stays closed
    ("sym_defer_pk",        "_##########_#########",
                            "______###############"),
    ("asym_eager_defer_pk", "_##########____######",
                            "_####################"),
]  # fmt: skip


def believed(kind, line, every_ms=1, jump_us=None):
    """The changes (ms, level) that a debouncer believes of one contact, which is the second of eight."""
    debouncer, changes = KINDS[kind](1, HOLD_MS * 1000), []
    for at in range(0, len(line), every_ms):
        raw = bytes([64 if line[at] == "#" else 0])
        if debouncer.update(raw, 1000 * every_ms if jump_us is None else jump_us):
            assert debouncer.changed == bytes([64])
            changes.append((at, debouncer.stable[0] >> 6))
    return changes


def edges(line):
    return [(at, int(line[at] == "#")) for at in range(1, len(line)) if line[at] != line[at - 1]]


@pytest.mark.parametrize(("kind", "line", "expected"), TABLE)
def test_time_lines(kind, line, expected):
    assert believed(kind, line) == edges(expected)


BOUNCY = "__#_##_####################_#__#____________________"
"""Rests are long enough to be seen at each rate: hold time and two scans."""
RESTS_FROM = {"sym_defer_pk": (7, 32), "asym_eager_defer_pk": (2, 32), "sym_defer_g": (7, 32)}


@pytest.mark.parametrize("every_ms", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_other_scan_rates_give_the_same_changes_a_little_later(kind, every_ms):
    found = believed(kind, BOUNCY, every_ms)
    assert [level for _, level in found] == [1, 0]
    for (ms, level), rests_ms in zip(found, RESTS_FROM[kind], strict=True):
        hold_ms = 0 if kind.startswith("asym") and level else HOLD_MS
        # Who looks seldom may miss bounces: the first ones, or the last, and takes the rest to begin where it saw it.
        assert rests_ms + hold_ms - 5 <= ms <= rests_ms + hold_ms + 2 * every_ms + 1


@pytest.mark.parametrize("kind", KINDS)
def test_no_time_no_change_and_a_jump_is_believed_only_with_two_looks(kind):
    if kind != "asym_eager_defer_pk":
        assert believed(kind, "_" + "#" * 50, jump_us=0) == []
        assert believed(kind, "_##", jump_us=10**8) == [(2, 1)]
    assert believed(kind, "_#_#_#_#_#", jump_us=0)[1:] == []


@pytest.mark.parametrize("kind", ["sym_defer_pk", "asym_eager_defer_pk"])
def test_a_contact_that_chatters_holds_up_no_other(kind):
    debouncer = KINDS[kind](2, 5000)
    changes = []
    for at in range(40):
        raw = bytes([1 if at % 2 else 0, 128 if at >= 10 else 0])
        if debouncer.update(raw, 1000):
            changes.append((at, bytes(debouncer.changed)))
    assert [at for at, changed in changes if changed[1]] == [15 if kind == "sym_defer_pk" else 10]


def test_a_contact_that_chatters_holds_up_everything_with_one_clock_for_all():
    debouncer = SymDeferG(2, 5000)
    assert not any(debouncer.update(bytes([at % 2, 128]), 1000) for at in range(40))


def test_chatter_is_counted_by_contact():
    debouncer = SymDeferPk(1, 5000)
    for at in range(20):
        debouncer.update(bytes([8 if at % 2 else 0]), 1000)
    assert list(debouncer.restarts) == [0, 0, 0, 0, 9, 0, 0, 0]
    for at in range(2000):
        debouncer.update(bytes([8 if at % 2 else 0]), 1000)
    assert debouncer.restarts[4] == 255


@given(kind=st.sampled_from(["sym_defer_pk", "sym_defer_g"]), line=st.text("_#", min_size=1, max_size=60),
       every_us=st.integers(300, 2500))  # fmt: skip
def test_only_what_has_rested_is_believed(kind, line, every_us):
    """Each belief stands for the hold time in what was seen before it, and what rests at the end is believed."""
    debouncer, seen = KINDS[kind](1, 5000), []
    line = "_" + line + line[-1] * 16
    for at in range(len(line) * 1000 // every_us):
        level = int(line[at * every_us // 1000] == "#")
        seen.append(level)
        if debouncer.update(bytes([level << 7]), every_us):
            assert seen[-1 - -(-5000 // every_us) :] == [level] * (1 - (-5000 // every_us))
    assert debouncer.stable[0] >> 7 == int(line[-1] == "#")
    assert debouncer.pending == 0


def test_buttons_with_the_level_turned_round():
    debouncer = AsymEagerDeferPk(1, 5000, b"\xff", closed=0)
    found = [debouncer.update(bytes([0x7F if 2 <= at < 12 else 0xFF]), 1000) for at in range(30)]
    assert [at for at, count in enumerate(found) if count] == [2, 17]
