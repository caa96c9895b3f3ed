"""Hands, gifts, deals and wins by hand from the text of the rules: TAC-TIK, and the track of Tacocat."""

from __future__ import annotations

import pytest
from by_hand import replayed

HIDDEN = dict.fromkeys("ABCD")
YARDS = "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
"""TAC-TIK, nobody in play."""


def read(play):
    """A play of a record: `seat card action`."""
    return dict(zip(("seat", "card", "action"), play.split(), strict=True))


def tactik_record(variant, position, *plays, deal=None, swap=None):
    """What follows of some plays, `seat card action`, with the hands and gifts that are known."""
    head = {"game": "tactik", "notation": 1, "variant": variant, "dealer": "D", "position": position}
    dealt = [{"deal": {**HIDDEN, **(deal or {})}}, {"swap": {**HIDDEN, **(swap or {})}}]
    return replayed(head, *dealt, *map(read, plays))


@pytest.mark.parametrize("variant", ["teams4", "simple4"])
@pytest.mark.parametrize(("rule", "deal", "swap", "play"), [
    ("I2.2", {}, {}, "B 1 By-16"),  # the one to the left of the dealer begins
    ("I2.2", {"A": ["1", "2", "3", "4", "5"]}, {}, "A 1 Ay-00"),
    ("I3.3", {"A": ["1", "2", "3", "4"]}, {"A": "5"}, "A 1 Ay-00"),
    ("I3.3", {"A": ["1", "2", "3", "4"]}, {"A": "1", "C": "2"}, "A 1 Ay-00"),
    ("I3.3", {"A": ["1", "2", "3", "4"]}, {"A": "1", "C": "2"}, "A 6 discard"),
    ("I3.1", {"A": ["1", "2", "3", "4"]}, {"A": "2", "C": "2"}, "A 3 discard"),
    ("", {"A": ["1", "2", "3", "4"]}, {"A": "1", "C": "2"}, "A 3 discard"),
    ("", {"A": ["2", "3", "4", "5"], "C": ["10", "2", "3", "4"]}, {"A": "2", "C": "10"}, "A 10 Ay-00"),
])  # fmt: skip
def test_tactik_hands(variant, rule, deal, swap, play):
    step = tactik_record(variant, YARDS, play, deal=deal, swap=swap)[-1]
    assert (step["violation"].rule if "violation" in step else "") == rule


def test_tactik_harm_must_be_done():
    # I3.1: the only card that can be used takes the partner's piece
    board = "A:05,y,y,y B:y,y,y,y C:11,y,y,y D:y,y,y,y"
    alone = {"deal": {"A": ["6", "12", "12", "12"]}, "swap": {"A": "12"}}
    step = tactik_record("teams4", board, "A 6 05-11", **alone)[0]
    assert step["position"] == "A:11,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y"
    assert tactik_record("teams4", board, "A 6 discard", **alone)[-1]["violation"].rule == "I3.1"


def test_tactik_next_deal_moves_left():
    # I2.2: four cards each, then the deal moves left and the next seat begins
    thrown = [f"{seat} {card} discard" for card in "2345" for seat in "ABCD"]
    head = {"game": "tactik", "notation": 1, "variant": "teams4", "dealer": "D", "position": YARDS}
    again = [{"deal": HIDDEN}, {"swap": HIDDEN}]
    first = [head, *again, *map(read, thrown)]
    assert replayed(*first, read("A 6 discard"))[-1]["violation"].rule == "I2.2"
    assert replayed(*first, *again, read("A 1 Ay-00"))[-1]["violation"].rule == "I2.2"
    assert replayed(*first, *again, read("B 1 By-16"))[-1]["plies"] == 17


@pytest.mark.parametrize(("variant", "partner", "winner"), [
    ("teams4", "C1,C2,C3,C4", ["A", "C"]), ("teams4", "40,C2,C3,C4", None),
    ("simple4", "C1,C2,C3,C4", ["A", "C"]), ("simple4", "40,C2,C3,C4", None),
    ("two", "C1,C2,C3,C4", ["A", "C"]), ("two", "40,C2,C3,C4", None),
])  # fmt: skip
def test_tactik_wins(variant, partner, winner):
    # I5.1: all eight, not the own four
    board = f"A:62,A2,A3,A4 B:y,y,y,y C:{partner} D:y,y,y,y"
    players, dealer = ("AB", "B") if variant == "two" else ("ABCD", "D")
    head = {"game": "tactik", "notation": 1, "variant": variant, "dealer": dealer, "position": board}
    hidden = dict.fromkeys(players)
    end = replayed(head, {"deal": hidden}, {"swap": hidden}, read("A 3 62-A1"))[-1]
    assert end == {"winner": winner, "plies": 1}


def test_tactik_simple2():
    # I2.4: nobody gives a card, four at home win
    head = {"game": "tactik", "notation": 1, "variant": "simple2", "dealer": "C", "position": "A:62,A2,A3,A4 C:y,y,y,y"}
    deal, play = {"deal": {"A": None, "C": None}}, read("A 3 62-A1")
    assert replayed(head, deal, play)[-1] == {"winner": ["A"], "plies": 1}
    assert replayed(head, deal, {"swap": {"A": "1", "C": None}}, play)[0]["violation"].rule == "I2.4"


SEVEN = [str(n) for n in range(1, 8)]


@pytest.mark.parametrize(("rule", "hands"), [
    ("O2.1", (SEVEN[:6], SEVEN)),
    ("O2.1", (SEVEN, [*SEVEN, "8"])),
    ("O1.2", (["1", "1", *SEVEN[2:]], SEVEN)),  # there are two ones
    ("O1.2", (["12", *SEVEN[1:]], ["12", *SEVEN[1:]])),
    ("", (["1", "1", *SEVEN[2:]], [*SEVEN[1:], "12"])),
])  # fmt: skip
def test_tacocat_deals(rule, hands):
    step = replayed({"game": "tacocat", "notation": 1}, {"deal": dict(zip("AB", hands, strict=True))})[-1]
    assert (step["violation"].rule if "violation" in step else "") == rule


@pytest.mark.parametrize(("space", "cards", "first"), [
    (1, 4, "B"), (2, 9, "B"), (3, 6, "B"), (4, 7, "AB"), (5, 6, "A"), (6, 9, "A"), (7, 4, "A"),
])  # fmt: skip
def test_tacocat_track(space, cards, first):
    # O1.1: what each space says, and to whom its arrows point
    head = {"game": "tacocat", "notation": 1, "position": f"{space} covered:- A:- B:- deal"}
    for seat in "AB":
        step = replayed(head, {"deal": {"A": None, "B": None}}, {"seat": seat, "action": "exchange:-", "draw": []})[0]
        if seat not in first:
            assert step["violation"].rule == "O2.7"
            continue
        hand = ",".join("?" * cards)
        waits = f"exchange:{'B' if seat == 'A' else 'A'}/{cards}" if first == "AB" else "duel:AB"
        assert step["position"] == f"{space} covered:- A:{hand} B:{hand} {waits}"


def test_tacocat_covered_spaces_are_skipped_by_the_arrows_too():
    # O1.3, O3.1: from 3 over the covered 4 to 5; the space that was left is covered as well
    head = {"game": "tacocat", "notation": 1, "position": "3 covered:4 A:5 B:3 show:AB"}
    step = replayed(head, {"seat": "A", "action": "show:5"}, {"seat": "B", "action": "show:3"})[1]
    assert step["position"] == "5 covered:3,4 A:- B:- deal"
