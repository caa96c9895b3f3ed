"""Hands that never rest, cards told after them, no sensors in the yards: of all that can be, the likely is kept.

Each evening is one text: seconds, and a touch (`-05`, `+10`) or what is said.
"""

from __future__ import annotations

from table_top import FULL, HOLES, TableTop

GONE_ON = """
    0.63 -51; 0.88 card A 8; 0.99 +59; 1.21 -16; 1.47 +19; 1.8 card B 3; 3.11 card C 13; 3.31 +32; 4.01 -22;
    4.33 -19; 4.47 card A trickster; 4.5 +19; 5.25 +22; 5.64 -32; 6.64 -22; 7.12 +32; 7.17 card B 10; 8.52 -32;
    8.91 card C 1; 9.26 +32; 9.8 card A trickster; 10.02 -A2; 10.66 +A2; 11.86 -B2; 12.27 +B2; 12.68 -A4;
    12.98 +A4; 13.31 -A3; 14.17 +A3; 15.22 -B4; 15.83 +B4; 16.09 -19; 17.14 +19; 18.21 -C3; 18.69 +C3;
    19.01 -B3; 20.22 +B3; 21.34 -32; 22.14 -19; 22.72 +19; 22.86 +32; 23.06 card B 9; 24.06 -32;
    24.23 card C 7; 24.54 +C2; 25.45 -19; 25.94 +24
"""
"""Blue captures while red's exchange has hardly ended; then somebody feels the board before the next exchange."""

PUT_BACK = """
    0.63 -51; 0.74 card D 3; 0.98 +54; 1.81 -14; 2.03 card A 9; 2.1 +23; 2.5 -25; 3.12 +30; 3.39 card B 5;
    3.74 -01; 4.19 -30; 4.5 card C trickster; 4.67 +30; 5.19 +01; 5.57 -54; 5.7 card D 10; 6.14 +00; 6.73 -23;
    7.19 card A 6; 7.34 +29; 8.19 -30; 8.62 card B trickster; 8.66 -00; 9.4 +00; 9.94 +30; 10.5 -34;
    10.56 card C 8; 11.2 +42; 11.9 card D 5
"""
"""Two exchanges, each of which looks for a moment as if nothing had been moved."""

TAKEN_ON = """
    0.62 -54; 0.98 -07; 1.13 -C3; 1.26 +07; 1.55 +54; 2.08 card C trickster; 2.74 -07; 2.99 +09; 3.08 +C3; 3.15 -09;
    3.31 -37; 3.47 +10; 3.59 -10; 3.79 +11; 3.92 -11; 4.16 +12; 4.3 +37; 4.34 -12; 4.62 +13; 4.68 card A 7; 4.72 -13;
    4.95 +14; 5.37 -08; 5.65 -37; 5.77 +Cy; 6.04 +39; 6.3 card B 2; 6.97 -Cy; 7.15 +32; 7.39 card C 13; 8.79 -Ay;
    9.2 +00; 9.89 card A 1
"""
"""While somebody feels a piece of a house, an exchanged piece is moved on at once, before its card."""


def played(game: str, evening: str, mask: int = HOLES) -> TableTop:
    """The table after an evening."""
    table, t = TableTop(mask=mask), 0.0
    table.begin(game)
    for line in evening.split(";"):
        seconds, what = line.split(maxsplit=1)
        t = float(seconds)
        (table.say if what.startswith("card") else table.touch)(t, what.strip())
    table.tick(t + 8.0)
    return table


def test_an_action_upon_which_two_more_cards_lie_has_ended() -> None:
    table = played("master three-free first=A position=A:51,A2,A3,A4 B:16*,B2,B3,B4 C:22,C3,C4,y", GONE_ON)
    assert table.actions() == ["51-59", "16-19", "Cy-32", "19~22", "22-32", "Cy-32", "19~32", "discard", "19-24,32-C2"]
    assert not [*table.told("violation"), *table.told("disturbed"), *table.told("revised")]


def test_who_was_right_about_what_was_learnt_late_is_not_forgotten_for_having_begun_early() -> None:
    table = played("basic duel-teams first=D position=A:01,14,y,y B:25,y,y,y C:34,C4,y,y D:51,y,y,y", PUT_BACK)
    assert table.actions() == ["51-54", "14-23", "25-30", "01~30", "54-00", "23-29", "00~30", "34-42"]
    assert not [*table.told("violation"), *table.told("disturbed"), *table.told("revised")]


def test_an_exchanged_piece_is_moved_on_while_another_hand_holds_a_piece() -> None:
    table = played("master three-free first=C position=A:54,A4,y,y B:07,37,B3,B4 C:08,61,C3,C4", TAKEN_ON, FULL)
    assert table.actions() == ["07~54", "07-14", "37-39", "Cy-32", "Ay-00"]
    assert not [*table.told("violation"), *table.told("disturbed"), *table.told("revised")]


def test_what_hands_do_before_the_card_of_the_action_before_is_not_forgotten() -> None:
    """Two more pieces are in the air while the card of what was moved before is told."""
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=A position=A:05,y,y,y B:20,35,y,y C:y,y,y,y D:50,y,y,y")
    table.touches(1.0, 0.3, ("-05", "+10"))
    table.touches(2.0, 0.3, ("-20", "-50"))
    table.say(2.7, "card A 5")
    told = table.session.table
    assert told is not None
    (five,) = (option for option in told.attempt.fit.options if option.action == "05-10")
    ended = told.attempt.ended_as(five.picture, table.shown)
    assert len(ended.frames) == 3  # the end of red's action, one piece lifted, both lifted


def test_hands_seen_before_the_card_tell_an_exchange_better_than_what_no_sensor_sees() -> None:
    """Two fields without sensor hold pieces of two seats; a third one is lifted for long and put back before the
    Trickster is told. Nobody knows with which of both it was exchanged, or whether those two were."""
    blind = FULL & ~(1 << 0 | 1 << 7)
    table = TableTop(mask=blind)
    table.begin("basic teams first=A position=A:00,y,y,y B:20,y,y,y C:32,y,y,y D:07,y,y,y")
    table.touch(2.0, "-32")
    table.touch(4.6, "+32")
    table.say(4.7, "card A trickster")
    table.say(5.3, "card B 2")
    table.tick(9.0)
    (question,) = table.told("question")
    assert {"00~32", "07~32"} <= {choice["action"] for choice in question.data["choices"]}
    assert not table.actions()


def test_while_it_is_asked_what_a_tac_was_its_player_may_still_use_it() -> None:
    """A TAC upon an 8 that was a skip: with the next card it looks like another skip, or a card laid away."""
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=A position=A:40,y,y,y B:16,y,y,y C:33,y,y,y D:50,y,y,y")
    for t, card in ((1.0, "A 8"), (2.0, "B tac"), (5.0, "C 4")):
        table.say(t, f"card {card}")
    assert table.told("question")
    course = table.session.course
    assert course is not None
    kept = [one.reading.table for one in course.readings.kept]
    assert [one.card for one in kept if one.attempt.denied and one.ply == 1] == ["tac"]
