"""The table plays on where something was wrong: a card was not seen, or twice, or a piece was another seat's."""

from __future__ import annotations

import pytest
from table_top import FULL, HOLES, LAYOUT, TableTop, english

from companion.inputs import Cable
from companion.speech.announce import announce
from companion.speech.memory import Memory
from companion.speech.settings import Settings

GAME = "basic teams first=A position=A:05,y,y,y B:20,y,y,y C:40,y,y,y D:60,y,y,y"


def begun(game: str = GAME) -> TableTop:
    table = TableTop()
    table.begin(game)
    return table


def plays(table: TableTop) -> list[tuple[str, str | None, str]]:
    """The moves as they stand in the end."""
    stands: list[tuple[str, str | None, str]] = []
    for fact in table.told("move", "revised"):
        moves = fact.data["moves"] if fact.kind == "revised" else [fact.data]
        stands = stands[: fact.data["ply"] - 1] if fact.kind == "revised" else stands
        stands += [(move["seat"], move["card"], move["action"]) for move in moves]
    return stands


def play(table: TableTop, t: float, card: str, *touches: str) -> None:
    """A card on the reader (none: it does not see it), and what hands do."""
    if card:
        table.tag(t, "-")
        table.tag(t + 0.1, card)
    table.touches(t + 1.0, 0.5, touches)


def spoken(table: TableTop) -> list[str]:
    """All that is said of what was told."""
    memory, said = Memory(), list[str]()
    for fact in table.facts:
        said += [one.text for one in announce(english(), fact, memory, Settings())]
        memory = memory.after(fact)
    return said


@pytest.mark.parametrize("pause_s", [4.0, 9.0])
def test_after_a_card_that_no_reader_saw_play_is_followed(pause_s: float) -> None:
    table = begun()
    play(table, 1.0, "3", "-05", "+08")
    play(table, 5.0, "", "-20", "+25")
    assert not table.told("violation")
    t = 6.5 + pause_s
    play(table, t, "2", "-40", "+42")
    play(table, t + 5, "1", "-60", "+61")
    play(table, t + 10, "6", "-08", "+14")
    table.tick(t + 15)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.1"]
    followed = [("B", "5", "20-25"), ("C", "2", "40-42"), ("D", "1", "60-61"), ("A", "6", "08-14")]
    assert plays(table)[-4:] == followed
    assert table.session.state.position == "A:14,y,y,y B:25,y,y,y C:42,y,y,y D:61,y,y,y"
    assert "Going on from the board as it stands." not in spoken(table)


def test_a_card_seen_twice_does_not_put_the_turns_out_for_good() -> None:
    table = begun()
    play(table, 1.0, "3", "-05", "+08")
    table.tag(4.0, "-")
    table.tag(4.1, "5")
    table.tag(6.0, "-")
    table.tag(6.1, "9")
    play(table, 9.0, "", "-20", "+29")
    play(table, 14.0, "2", "-40", "+42")
    play(table, 19.0, "1", "-60", "+61")
    play(table, 24.0, "6", "-08", "+14")
    table.tick(30.0)
    assert plays(table)[-1] == ("A", "6", "08-14")
    assert table.session.state.position == "A:14,y,y,y B:29,y,y,y C:42,y,y,y D:61,y,y,y"


def test_the_count_of_cards_is_right_again_at_the_next_deal() -> None:
    """Of the second round one card is not seen; the next deal begins with the right seat all the same."""
    table = begun("basic teams first=A position=A:02,y,y,y B:17,y,y,y C:33,y,y,y D:50,y,y,y")
    at, steps = {"A": 2, "B": 17, "C": 33, "D": 50}, {"A": 1, "B": 2, "C": 3, "D": 2}
    for number in range(20):
        seat = "ABCD"[number % 4]
        here, there = at[seat], at[seat] + steps[seat]
        play(table, 1.0 + 5 * number, "" if number == 5 else str(steps[seat]), f"-{here:02}", f"+{there:02}")
        at[seat] = there
    table.tick(103.0)
    assert table.session.state.position == "A:07,y,y,y B:27,y,y,y C:48,y,y,y D:60,y,y,y"
    assert (table.session.state.deal, table.session.state.seat) == (2, "B"), "the next one clockwise begins"


def test_an_exchange_that_nobody_told_is_found_by_the_next_moves() -> None:
    """The reader misses A's Trickster; A then moves the piece that it got."""
    table = begun("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:30,40,y,y D:60,y,y,y")
    table.touch(1.0, "-05 -40")
    table.touch(1.5, "+05 +40")
    play(table, 4.0, "2", "-20", "+22")
    play(table, 10.0, "3", "-30", "+33")
    play(table, 16.0, "1", "-60", "+61")
    play(table, 22.0, "5", "-40", "+45")
    play(table, 28.0, "3", "-22", "+25")
    table.tick(33.0)
    assert table.session.state.position == "A:45,y,y,y B:25,y,y,y C:05,33,y,y D:61,y,y,y"
    assert table.session.state.seat == "C"


def test_captured_pieces_may_go_home_several_actions_later() -> None:
    table = begun("basic teams first=A position=A:05,y,y,y B:10,20,y,y C:29,50,y,y D:60,y,y,y")
    play(table, 1.0, "5", "-05", "-10", "+10")
    play(table, 5.0, "9", "-20", "-29", "+29")
    table.touch(8.0, "+By")
    play(table, 9.0, "1", "-50", "+51")
    table.touch(11.5, "+Cy")
    play(table, 12.0, "1", "-60", "+61")
    table.tick(16.0)
    assert table.session.state.position == "A:10,y,y,y B:29,y,y,y C:51,y,y,y D:61,y,y,y"
    assert [(seat, action) for seat, _, action in plays(table)] == [
        ("A", "05-10"), ("B", "20-29"), ("C", "50-51"), ("D", "60-61"),
    ]  # fmt: skip
    assert not table.told("violation")


def test_an_own_piece_that_was_opened_onto_may_go_home_while_the_next_seat_moves() -> None:
    """Alike pieces: only the hands tell that one has come out, and the other one is still held."""
    table = begun("basic teams first=D position=A:60,y,y,y B:16,y,y,y C:28,y,y,y D:48,y,y,y")
    table.tag(1.0, "1")
    for t, touched in ((1.7, "-Dy"), (2.4, "-48"), (2.5, "+48")):
        table.touch(t, touched)
    table.tag(6.1, "8")
    for t, touched in ((7.2, "-60"), (7.7, "+00"), (8.4, "-00"), (9.2, "+A4"), (9.7, "+Dy")):
        table.touch(t, touched)
    table.tag(11.3, "4")
    table.touch(12.2, "-16")
    table.touch(12.7, "+12")
    table.tick(16.0)
    assert plays(table) == [("D", "1", "Dy-48"), ("A", "8", "60-A4"), ("B", "4", "16-12")]
    assert not table.told("violation")


def test_a_ruling_proves_nothing_about_a_hand() -> None:
    """What the table let be is no discard: the card shown later would have been usable."""
    table = begun()
    table.say(1.0, "card A 3")
    table.touch(2.0, "-20")
    table.touch(2.5, "+21")
    table.tick(6.0)
    assert [fact.data["rule"] for fact in table.told("violation")]
    table.say(7.0, "overrule play-on")
    for number, seat in enumerate("BCD"):
        table.say(8.0 + 5 * number, f"card {seat} 1")
        here = {"B": ("21", "22"), "C": ("40", "41"), "D": ("60", "61")}[seat]
        table.touch(9.0 + 5 * number, f"-{here[0]}")
        table.touch(9.5 + 5 * number, f"+{here[1]}")
    table.say(24.0, "card A 6")
    table.touch(25.0, "-05")
    table.touch(25.5, "+11")
    table.tick(28.0)
    assert plays(table)[-1] == ("A", "6", "05-11")
    assert not [fact for fact in table.told("violation") if fact.data["key"] == "shown-later"]


def test_the_only_card_of_its_kind_told_twice_is_one() -> None:
    table = begun(GAME.replace("basic", "master"))
    table.say(1.0, "card A fool")
    table.say(4.0, "card A fool")
    assert [play for play in plays(table) if play[1] == "fool"] == [("A", "fool", "pass-hands")]


def test_a_blink_of_the_reader_while_another_piece_flickers_is_no_other_card() -> None:
    table = begun()
    table.tag(1.0, "2")
    table.tag(1.1, "-")
    table.touch(1.15, "-40")
    table.tag(1.2, "2")
    table.touch(1.3, "+40")
    table.tick(5.0)
    assert not table.told("violation")
    table.touch(6.0, "-05")
    table.touch(6.5, "+07")
    table.tick(9.0)
    assert plays(table) == [("A", "2", "05-07")]
    assert table.session.state.seat == "B"


def test_a_piece_exchanged_quicker_than_the_sensors_see_is_understood_by_what_follows() -> None:
    """A TAC takes a TAC back; the hand puts A's piece on 19 while it takes B's from there, and goes on with that."""
    table = begun("basic teams first=A position=A:13,y,y,y B:19,54,y,y C:44,y,y,y D:60,y,y,y")
    play(table, 1.0, "6", "-13", "-19", "+19", "+By")
    play(table, 5.0, "tac", "-19", "+13", "-54", "+19", "-By", "-60", "+60", "+Dy")
    play(table, 12.0, "tac", "-13", "+54", "-60", "+60", "-Dy", "+By", "-44", "+50")
    table.tick(20.0)
    told = len(table.facts)
    play(table, 21.0, "1", "-60", "+61")
    play(table, 25.0, "3", "-19", "+22")
    table.tick(30.0)
    assert table.session.state.position == "A:22,y,y,y B:54,y,y,y C:50,y,y,y D:61,y,y,y"
    assert not table.told_since(told, "violation")


@pytest.mark.parametrize("lost_s", [0.27, 1.05])
def test_what_a_card_seen_twice_would_prove_is_not_told(lost_s: float) -> None:
    """The second eight is the first one, found again; else black would show a Devil after a discard."""
    table = begun("master teams first=A position=A:y,y,y,y B:y,y,y,y C:56,y,y,y D:y,y,y,y")
    for t, card in enumerate(["warrior", "-", "6", "-", "8"]):
        table.tag(1.0 + t, card)
    table.tag(5.1, "-")
    table.tag(5.0 + lost_s, "8")
    table.touch(7.2, "-56")
    table.touch(7.6, "+00")
    table.tag(8.0, "-")
    table.tag(8.1, "devil")
    table.tick(12.0)
    assert not table.told("violation")
    assert plays(table)[-2:] == [("C", "8", "56-00"), ("D", "devil", "devil")]


def test_a_card_that_is_used_as_it_comes_again_is_another_one() -> None:
    """Three seats lay a twelve each, one after the other, as fast as hands can."""
    table = begun("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:40,y,y,y D:y,y,y,y")
    moves = [("-05", "+17"), ("-20", "+32"), ("-40", "+52")]
    for number, (lifted, placed) in enumerate(moves):
        t = 1.0 + 0.48 * number
        table.tag(t, "12")
        table.touch(t + 0.06, lifted)
        table.touch(t + 0.18, placed)
        table.tag(t + 0.4, "-")
    table.tick(12.0)
    assert plays(table) == [("A", "12", "05-17"), ("B", "12", "20-32"), ("C", "12", "40-52")]
    assert not table.told("violation")


def test_a_seat_that_tells_another_card_has_changed_it() -> None:
    table = begun()
    table.say(1.0, "card A 5")
    table.say(3.0, "card A 6")
    table.touch(4.0, "-05")
    table.touch(5.0, "+11")
    table.tick(8.0)
    assert plays(table) == [("A", "6", "05-11")]
    assert not table.told("violation")


def test_a_seat_tells_that_the_card_that_its_reader_saw_just_now_is_the_right_one() -> None:
    """A reader at the pit does not know whose the second card is, until somebody says so."""
    table = begun()
    play(table, 1.0, "5")
    table.tag(4.0, "-")
    table.tag(4.1, "6")
    table.say(4.2, "card A 6")
    table.touch(5.5, "-05")
    table.touch(6.0, "+11")
    table.tick(10.0)
    assert plays(table) == [("A", "6", "05-11")]
    assert not table.told("violation")


def test_what_a_board_shows_that_has_come_back_is_seen_before_it_is_judged() -> None:
    """"Done" was said while the cable was out: the picture of before says nothing."""
    table = begun()
    play(table, 1.0, "3", "-05")
    table.unplug(3.0)
    table.put("08")
    table.say(4.0, "done")
    table.take(Cable(5.0, True, "board"))
    table.tick(5.5)
    assert not table.told("violation")
    table.is_connected = True
    table.frame(6.0)
    table.tick(8.0)
    assert plays(table) == [("A", "3", "05-08")]
    assert not table.told("violation")


def test_a_hopping_piece_is_no_end_of_the_next_card() -> None:
    """The next two cards come while a piece hops its way; what the first could have done in the middle is not told."""
    table = begun("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:40,y,y,y D:y,y,y,y")
    play(table, 1.0, "4", "-05", "+01")
    play(table, 3.0, "10", "-20", "+30")
    play(table, 6.0, "10", "-40", "+46")
    table.tag(7.55, "-")
    table.tag(7.6, "8")
    table.touch(7.7, "-46")
    table.touch(7.8, "+47")
    table.tag(7.85, "-")
    table.tag(7.9, "2")
    for hole in (47, 48, 49):
        table.touch(8.0 + 0.2 * (hole - 47), f"-{hole}")
        table.touch(8.1 + 0.2 * (hole - 47), f"+{hole + 1}")
    table.tick(12.0)
    assert plays(table)[-2:] == [("C", "10", "40-50"), ("D", "8", "discard")]
    assert not table.told("violation", "revised")


def test_a_used_card_is_not_changed() -> None:
    table = begun()
    table.say(1.0, "card A 5")
    table.touch(2.0, "-05")
    table.touch(3.0, "+10")
    table.say(3.2, "card A 6")
    table.tick(8.0)
    assert plays(table) == [("A", "5", "05-10")]


def test_a_card_that_was_laid_instead_of_another_one_is_used() -> None:
    """A reader cannot tell who laid the second card; whose piece moves tells it."""
    table = begun()
    play(table, 1.0, "5")
    play(table, 2.8, "6", "-05", "+11")
    play(table, 8.0, "2", "-20", "+22")
    table.tick(12.0)
    assert plays(table) == [("A", "6", "05-11"), ("B", "2", "20-22")]
    assert not table.told("violation")


def test_two_seats_in_a_row_change_their_cards() -> None:
    """The first can make the same move with both of its cards: only what the second one does tells what they were."""
    table = begun("basic teams first=A position=A:y,y,y,y B:y,y,y,y C:40,y,y,y D:60,y,y,y")
    play(table, 1.0, "13")
    play(table, 2.8, "1", "-Ay", "+00")
    play(table, 6.0, "13")
    play(table, 7.8, "1", "-By", "+16")
    play(table, 12.0, "3", "-40", "+43")
    play(table, 16.0, "4", "-60", "+56")
    play(table, 20.0, "5", "-00", "+05")
    table.tick(25.0)
    assert plays(table)[:3] == [("A", "1", "Ay-00"), ("B", "1", "By-16"), ("C", "3", "40-43")]
    assert plays(table)[3:] == [("D", "4", "60-56"), ("A", "5", "00-05")]


def test_a_changed_card_takes_back_nothing_that_was_told() -> None:
    """A TAC has taken an exchange back and made another one; that red then changes its card says nothing of that."""
    table = begun("master teams first=D position=A:01,A3,A4,y B:16,B2,B3,B4 C:00,33,52,C4 D:D1,D2,D3,D4")
    table.tag(1.0, "trickster")
    table.touches(1.9, 0.5, ("-01", "-16", "+16", "+01"))
    table.tag(4.4, "-")
    table.tag(4.5, "tac")
    table.touches(5.1, 0.5, ("-16", "-01", "+01", "+16", "-01", "-52", "+52", "+01"))
    for t, card in ((14.0, "-"), (14.1, "1"), (15.2, "-"), (16.6, "2")):
        table.tag(t, card)
    table.touches(19.0, 0.6, ("-16", "+18"))
    table.tick(23.0)
    assert plays(table) == [("D", "trickster", "01~16"), ("A", "tac", "01~52"), ("B", "2", "16-18")]
    assert not table.told("revised")


def test_who_uses_the_card_after_all_has_not_changed_it() -> None:
    table = begun()
    play(table, 1.0, "5")
    play(table, 2.8, "6", "-05", "+10", "-20", "+26")
    table.tick(9.0)
    assert plays(table) == [("A", "5", "05-10"), ("B", "6", "20-26")]


def test_who_has_changed_the_card_and_then_moves_a_foreign_piece() -> None:
    """What is named looks like another seat's turn at first; what follows is legal only with the changed card."""
    table = begun()
    play(table, 1.0, "9")
    play(table, 4.0, "2", "-20", "+22")
    play(table, 9.0, "", "-22", "+20", "-05", "+07")
    play(table, 15.0, "3", "-20", "+23")
    play(table, 20.0, "1", "-40", "+41")
    table.tick(25.0)
    assert plays(table) == [("A", "2", "05-07"), ("B", "3", "20-23"), ("C", "1", "40-41")]
    assert table.session.state.position == "A:07,y,y,y B:23,y,y,y C:41,y,y,y D:60,y,y,y"


def test_a_card_unused_is_named_once_though_something_else_is_named_meanwhile() -> None:
    table = begun()
    play(table, 1.0, "6")
    play(table, 4.0, "9", "-05", "+08")
    play(table, 12.0, "", "-08", "+05")
    table.tick(20.0)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.2", "T3.3"]
    play(table, 20.0, "", "-05", "+11", "-20", "+29")
    table.tick(26.0)
    assert plays(table) == [("A", "6", "05-11"), ("B", "9", "20-29")]


def test_who_says_done_too_soon_breaks_no_rule() -> None:
    """What is named then does not speak against what was told before; a board that rests wrong does."""
    table = begun()
    play(table, 1.0, "3", "-05")
    table.say(2.5, "done")
    table.touch(2.8, "+08")
    play(table, 6.0, "5", "-20", "+26")
    table.touch(14.0, "-26")
    table.touch(14.4, "+25")
    table.tick(18.0)
    assert plays(table) == [("A", "3", "05-08"), ("B", "5", "20-25")]
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.2", "T3.2"]
    assert table.session.table is not None
    assert [action.slips for action in table.session.table.history.actions] == [0, 1]


@pytest.mark.parametrize("is_quick", [False, True], ids=["after the turn", "before the turn is settled"])
def test_hands_that_open_onto_a_piece_before_their_card_have_made_its_action(is_quick: bool) -> None:
    """No sensor in the yards: that a piece was changed for another shows only as a hole that was empty for a while."""
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=A position=A:05,16,y,y B:20,y,y,y C:40,y,y,y D:60,y,y,y")
    play(table, 1.0, "3", "-05", "+08")
    t = 2.8 if is_quick else 4.0
    table.touch(t, "-16")
    table.touch(t + 2.0, "+16")
    table.tag(t + 2.4, "-")
    table.tag(t + 2.5, "13")
    table.touch(t + 4.0, "-40")
    table.touch(t + 4.6, "+42")
    table.tag(t + 5.0, "-")
    table.tag(t + 5.1, "2")
    play(table, t + 8.0, "1", "-60", "+61")
    table.tick(t + 13.0)
    assert plays(table) == [("A", "3", "05-08"), ("B", "13", "By-16"), ("C", "2", "40-42"), ("D", "1", "60-61")]
    assert not table.told("violation", "revised")


def test_fingers_that_feel_a_piece_before_a_card_are_no_action() -> None:
    table = TableTop(mask=HOLES)
    table.begin("basic teams first=B position=A:16,y,y,y B:20,y,y,y C:40,y,y,y D:60,y,y,y")
    table.touch(1.0, "-16")
    table.touch(3.0, "+16")
    play(table, 4.0, "13", "-20", "+33")
    play(table, 8.0, "2", "-40", "+42")
    table.tick(13.0)
    assert plays(table) == [("B", "13", "20-33"), ("C", "2", "40-42")]


def test_who_had_two_pieces_in_the_air_has_hardly_changed_the_card_that_exchanges_them() -> None:
    """Two broken rules in a row do not make the exchange before them untrue."""
    table = begun("basic teams first=D position=A:40,A2,A3,A4 B:B2,B3,B4,y C:C1,C2,C3,C4 D:22,D3,D4,y")
    play(table, 1.0, "trickster", "-22", "-40", "+22", "+40")
    table.touch(8.5, "-B3")
    table.tag(8.8, "-")
    table.tag(8.9, "10")
    table.touch(9.3, "+B3")
    table.touch(10.0, "-22")
    table.touch(10.5, "+33")
    table.touch(16.0, "-33")
    table.touch(16.5, "+32")
    play(table, 20.0, "13", "-40", "+53")
    table.tick(24.9)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.2", "T3.5"]
    assert plays(table)[:2] == [("D", "trickster", "22~40"), ("A", "10", "22-32")]
    assert not table.told("revised")


def test_that_a_card_was_changed_is_not_shown_by_what_was_played_before_it() -> None:
    """With the 1 red can have moved in a house as well, while green's 7 lay there; that says nothing of the card after
    it, with which nothing is moved."""
    table = begun("master two-against-one first=B position=A:00,A1,A2,A4 B:B1,B2,B3,B4 C:03,C1,C2,C4")
    for t, card in ((0.1, "-"), (0.2, "1")):
        table.tag(t, card)
    table.touches(1.8, 0.7, ("-03", "+04"))
    table.tag(6.9, "7")
    table.touches(9.4, 1.2, ("-C2", "+C3", "-04", "+09", "-C1"))
    table.touches(14.5, 0.1, (*("-09", "+09") * 3, "+C2"))
    for t, card in ((17.9, "6"), (23.1, "-"), (23.2, "warrior")):
        table.tag(t, card)
    table.tick(27.0)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.3"]
    assert not table.told("revised")


def test_an_exchange_of_alike_pieces_that_nobody_told_is_not_thought_of() -> None:
    """Fingers at the yard of red, and two pieces in the air before: red, whose 5 lies there, moves a piece of green."""
    table = TableTop(mask=FULL & ~(1 << LAYOUT.holes.index("13")))
    table.begin("basic teams first=A position=A:07,49,61,A4 B:26,B4,y,y C:31,44,C3,C4 D:63,D1,D3,D4")
    table.tag(0.2, "6")
    table.touches(1.0, 0.4, ("-07", "+10 -61", "+61", "-10", "+12", "-12"))
    table.touch(3.2, "+13")
    table.touches(3.8, 0.1, ("-B4", "+B4") * 4)
    for t, card in ((8.0, "-"), (8.1, "5")):
        table.tag(t, card)
    table.touches(10.0, 0.5, ("-31", "+36"))
    table.tick(15.0)
    assert plays(table) == [("A", "6", "07-13")]
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.5"]


def test_two_pieces_that_were_twice_in_the_air_are_exchanged_once_the_next_card_lies_there() -> None:
    table = begun("basic three-free first=B position=A:41,A1,A4,y B:54,B2,B3,B4 C:27,C4,y,y")
    table.tag(0.2, "trickster")
    table.touches(1.2, 0.4, ("-41", "-27", "+41", "+27"))
    table.touches(2.9, 0.5, ("-27", "-41", "+41", "+27"))
    table.tag(5.5, "13")
    table.tick(8.0)
    assert plays(table) == [("B", "trickster", "27~41")]
    assert not table.told("violation")


def test_a_piece_that_somebody_feels_meanwhile_keeps_no_action_from_being_over() -> None:
    """While blue moves, somebody feels another piece of blue, and the next ones play on before their cards."""
    table = TableTop(mask=HOLES)
    table.begin("basic duel-teams first=D position=A:00,y,y,y B:12,31,38,y C:49,y,y,y D:08,35,y,y")
    table.say(0.2, "card D 2")
    table.touches(1.0, 0.3, ("-08", "-35"))
    table.say(1.5, "card A 7")
    table.touch(1.6, "+10")
    table.touch(2.2, "-00")
    table.say(2.3, "card B 5")
    table.touches(2.6, 0.4, ("+07", "+35"))
    table.touches(5.0, 0.5, ("-12", "+17"))
    table.tick(9.0)
    assert plays(table) == [("D", "2", "08-10"), ("A", "7", "00-07"), ("B", "5", "12-17")]
    assert not table.told("violation")


def test_while_the_board_is_gone_nobody_is_told_to_have_moved_nothing() -> None:
    """The next card is laid meanwhile; once the board is back, what it shows tells."""
    table = TableTop()
    table.begin("basic teams first=A position=A:05,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    table.tag(1.0, "5")
    table.unplug(2.0)
    table.tag(6.0, "6")
    table.tick(20.0)
    assert not table.told("violation")
    table.plug(21.0)
    table.frame(21.1)
    table.tick(25.0)
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T3.3"]
