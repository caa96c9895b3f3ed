"""What a TAC takes back is one choice, whatever it was; so is a part of a 7 at which something is felt meanwhile."""

from plain_table import Hands


def a_seven_of_three_captures():
    """A plays a 7 that captures three pieces, and all of them go home."""
    hands = Hands(
        "A:03,46,A4,y B:28,47,57,B4 C:29,C1,C4,y D:11,48,53,D4", variant="duel-teams", deck="master"
    )
    hands.wait(3)
    hands.lift("46")
    for cell, home in (("47", "By"), ("48", "Dy"), ("53", "Dy")):
        hands.move(cell, home)
    hands.put("53")
    hands.wait(5)
    assert hands.told == [("A", "46-53")]
    return hands


def test_a_tac_takes_a_seven_back_while_its_own_pieces_are_on_their_way():
    hands = a_seven_of_three_captures()
    for cell in ("57", "53", "28", "By", "Dy", "Dy"):
        hands.lift(cell, 0.2)
    for cell in ("46", "33", "47", "59", "48", "53"):
        hands.put(cell, 1.2)
    hands.move("29", "Cy")
    hands.wait(9)
    assert hands.told == [("A", "46-53"), ("B", "28-33,57-59")]


def slid(hands, origin, target):
    """A piece is pushed from hole to hole of the ring, and over those that are filled."""
    way = [f"{(origin + step) % 64:02d}" for step in range((target - origin) % 64 + 1)]
    free = [cell for cell in way[1:] if not {*hands.indices(cell)} & hands.places]
    for before, cell in zip((way[0], *free), free, strict=False):
        hands.lift(before, 0.12)
        hands.put(cell, 0.07)


def test_what_a_tac_has_yet_to_take_back_has_not_moved():
    hands = Hands("A:00,29,A3,A4 B:16,45,63,B4 C:59,C4,y,y", first="B", variant="three-free", deck="master")
    hands.wait(3)
    hands.lift("63")
    for cell in ("16", "45"):
        hands.lift(cell, 0.2)
    hands.move("00", "Ay")
    for cell in ("00", "50", "17"):
        hands.put(cell, 0.6)
    hands.wait(6)
    assert hands.told == [("B", "16-17,45-50,63-00")]
    slid(hands, 0, 16)
    hands.wait(1)
    slid(hands, 17, 45)
    hands.wait(1.6)
    slid(hands, 59, 2)  # past the holes of the two pieces that it captures
    hands.wait(1)
    hands.move("50", "By")
    hands.wait(5)
    hands.move("29", "37")
    hands.wait(5)
    assert hands.position == "A:37,A3,A4,y B:16,45,B4,y C:02,C4,y,y"


def episodes(*felt):
    """How many parts of an action are counted when each of these is felt while a piece rests on its way."""
    hands = Hands("A:05,50,y,y B:10,30,y,y C:40,45,y,y D:20,60,y,y")
    hands.wait(3)
    first = hands.plain.readings[0].link
    hands.move("05", "09")
    for cell in felt:
        hands.wait(2)
        hands.lift(cell, 0.1)
        hands.put(cell, 0.1)
    hands.wait(2)
    hands.lift("50", 0.1)
    return {reading.rests for reading in hands.plain.readings if reading.link is first}


def test_what_is_felt_while_a_part_rests_begins_no_other_part():
    assert episodes() == episodes("20") == episodes("20", "30") == {1}
