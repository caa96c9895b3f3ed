"""A camera sees another seat's piece on a hole that is rightly filled: no switch can tell that."""

from itertools import pairwise

import pytest
from table_top import HOLES, TableTop

from companion.cli.texts import ways_out
from companion.inputs import Identities, Said
from companion.session.resume import resume
from engine.tac.board.holes import LAYOUT

POSITION = "A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y"


def owners(**seats):
    at = {name.removeprefix("h"): seat for name, seat in seats.items()}
    return "".join(at.get(hole, ".") for hole in LAYOUT.holes)


def table():
    top = TableTop()
    top.begin(f"basic teams first=A position={POSITION}")
    return top


def watch(top, begin, end, seen):
    """The camera tells it once, the board its picture ten times a second."""
    top.take(Identities(begin, seen))
    for number in range(round((end - begin) * 10)):
        top.frame(begin + number / 10)


def test_a_wrong_colour_on_a_right_hole_is_named_once_and_its_repair_told():
    top = table()
    watch(top, 1.0, 4.0, owners(h05="A", h17="B"))
    assert not top.told("disturbed")
    watch(top, 4.0, 9.0, owners(h05="C", h17="B"))
    told = top.told("disturbed")
    assert [fact.data["differences"] for fact in told] == [[{"cell": "05", "expected": "A", "observed": "C"}]]
    assert 6.0 <= told[0].t <= 6.2
    watch(top, 9.0, 9.5, owners(h05="A", h17="B"))
    assert len(top.told("corrected")) == 1


def test_what_the_camera_tells_for_a_moment_or_not_at_all_is_no_fault():
    top = table()
    for begin in (1.0, 3.0, 5.0):
        watch(top, begin, begin + 1.5, owners(h05="C", h17="B"))
        watch(top, begin + 1.5, begin + 2.0, owners(h05="?", h17="B"))
    assert not top.told("disturbed")


def test_a_move_that_the_camera_has_not_seen_yet_is_no_fault():
    top = table()
    watch(top, 0.5, 1.0, owners(h05="A", h17="B"))
    top.say(1.0, "card A 5")
    top.touch(1.5, "-05")
    top.touch(2.0, "+10")
    top.say(5.0, "card B 2")
    for number in range(40):
        top.frame(6.0 + number / 10)
    assert top.actions() == ["05-10"]
    assert not top.told("disturbed")


def test_people_tell_whose_piece_it_is_where_the_camera_is_wrong():
    top = table()
    watch(top, 1.0, 5.0, owners(h05="C", h17="B"))
    assert len(top.told("disturbed")) == 1
    top.say(5.0, "overrule stands 05 A")
    assert len(top.told("corrected")) == 1
    # The camera goes on seeing C there, now and after a moment in which it sees nothing.
    watch(top, 5.1, 9.0, owners(h05="C", h17="B"))
    watch(top, 9.0, 9.5, owners(h05="?", h17="B"))
    watch(top, 9.5, 14.0, owners(h05="C", h17="B"))
    assert len(top.told("disturbed")) == 1
    # Once that piece has left the hole, the camera counts again.
    watch(top, 14.0, 15.0, owners(h17="B"))
    watch(top, 15.0, 19.0, owners(h05="C", h17="B"))
    assert len(top.told("disturbed")) == 2


def test_a_colour_that_was_named_is_offered_to_be_put_right_until_it_is():
    top = table()
    assert ways_out(top.session) == []
    watch(top, 1.0, 2.5, owners(h05="C", h17="B"))
    assert ways_out(top.session) == []
    watch(top, 2.5, 5.0, owners(h05="C", h17="B"))
    assert ways_out(top.session) == ["overrule stands 05 A"]
    top.say(5.0, ways_out(top.session)[0])
    assert len(top.told("corrected")) == 1
    assert ways_out(top.session) == []


def test_what_people_say_of_a_piece_can_be_wrong_too():
    top = table()
    watch(top, 1.0, 4.0, owners(h05="A", h17="B"))
    top.say(4.0, "overrule stands 05 D")
    watch(top, 4.1, 8.0, owners(h05="A", h17="B"))
    assert [fact.data["differences"][0]["observed"] for fact in top.told("disturbed")] == ["D"]


def test_what_was_said_of_a_piece_that_was_captured_says_nothing_of_the_one_that_came():
    top = TableTop()
    top.begin("basic teams first=B position=A:05,y,y,y B:03,y,y,y C:y,y,y,y D:y,y,y,y")
    watch(top, 1.0, 5.0, owners(h05="C", h03="B"))
    top.say(5.0, "overrule stands 05 A")
    top.say(5.5, "card B 2")
    top.touch(6.0, "-03")
    top.touch(6.5, "-05")
    top.touch(7.0, "+05 +Ay")
    # The camera never saw the hole empty: a hand was above it.
    watch(top, 7.5, 12.0, owners(h05="B"))
    assert top.actions() == ["03-05"]
    assert len(top.told("disturbed")) == 1


def started_again(top):
    """The table after the companion was started again, with the same log."""
    later = TableTop()
    assert resume(later.session, top.facts[begun(top) :])
    later.truth = top.truth
    return later


def begun(top):
    return next(i for i, fact in enumerate(top.facts) if fact.kind == "game")


def test_what_people_said_of_a_piece_still_holds_after_a_new_start():
    top = table()
    watch(top, 1.0, 5.0, owners(h05="C", h17="B"))
    top.say(5.0, "overrule stands 05 A")
    top.say(5.5, "card A 5")
    later = started_again(top)
    watch(later, 1.0, 9.0, owners(h05="C", h17="B"))
    assert not later.told("disturbed")
    assert later.session.table.card == "5"  # whose piece it is decides nothing of the card that lies there


def test_what_people_said_of_a_piece_that_has_gone_holds_no_more_after_a_new_start():
    top = table()
    watch(top, 1.0, 5.0, owners(h05="C", h17="B"))
    top.say(5.0, "overrule stands 05 A")
    top.say(5.5, "card A 5")
    top.touch(6.0, "-05")
    top.touch(6.5, "+10")
    top.tick(12.0)
    assert top.actions() == ["05-10"]
    assert not started_again(top).session.colours.by_voice


def test_a_new_game_knows_nothing_of_what_was_said_of_pieces():
    top = table()
    watch(top, 1.0, 5.0, owners(h05="C", h17="B"))
    top.say(5.0, "overrule stands 05 A")
    top.begin(f"basic teams first=A position={POSITION}")
    watch(top, 6.0, 10.0, owners(h05="C", h17="B"))
    assert len(top.told("disturbed")) == 2


@pytest.mark.parametrize("text", ["05", "05 Z", "05 a", "99 A", "06 A", "", "05 A B"])
def test_a_saying_about_a_colour_that_cannot_be_is_refused(text):
    top = table()
    watch(top, 1.0, 2.0, owners(h05="A", h17="B"))
    top.take(Said(2.0, f"overrule stands {text}"))
    assert len(top.refused) == 1


UNDER_HANDS = ((16.8, "00 32 48", ""), (18.7, "00 32 48", "16"), (21.1, "00 32 48", "16 48"), (25.0, "00 32 48", "48"),
               (25.3, "00 32", ""), (26.3, "00 32 48", "28"), (26.5, "00 32 48", "28 32"), (27.0, "00 28 32 48", "32"),
               (27.1, "00 28 32 48", ""), (30.1, "28 32 48", ""), (30.5, "28 32 48 60", ""),
               (40.0, "28 32 48 60", ""))  # fmt: skip
"""Red comes out on 16, green exchanges that piece for blue's on 48, blue goes on to 28; then black goes back 4. When,
which holes are filled then, and which a hand covers."""


def test_what_three_players_did_under_hands_is_known_by_their_cards_and_the_colours():
    """Seen are only the ends of it; cards and holes alone would allow red on 28 as well."""
    top = TableTop(mask=HOLES)
    top.begin("basic teams first=B position=A:00*,y,y,y B:y,y,y,y C:32*,y,y,y D:48*,y,y,y")
    events = [(t, "card", card) for t, card in ((16.82, "B 1"), (20.5, "C trickster"), (23.7, "D 12"), (29.0, "A 4"))]
    events += [(t, "seen", owners(**seen)) for t, seen in (
        (16.8, {"h00": "A", "h32": "C", "h48": "D"}), (25.3, {"h00": "A", "h32": "C", "h48": "B"}),
        (27.0, {"h00": "A", "h28": "D", "h32": "C", "h48": "B"}),
        (30.5, {"h60": "A", "h28": "D", "h32": "C", "h48": "B"}),
    )]  # fmt: skip
    for (t, filled, hidden), (until, *_) in pairwise(UNDER_HANDS):
        beats = [t + number for number in range(20) if t + number < until]
        events += [(beat, "board", (bits(filled), bits(hidden))) for beat in beats]
    for t, kind, what in sorted(events, key=lambda event: event[0]):
        if kind == "card":
            top.say(t, f"card {what}")
        elif kind == "seen":
            top.take(Identities(t, what))
        else:
            top.truth, top.hidden = what
            top.frame(t)
    assert not top.told("violation", "disturbed", "question")
    played = [(fact.data["seat"], fact.data["action"]) for fact in top.told("move")]
    assert played == [("B", "By-16"), ("C", "16~48"), ("D", "16-28"), ("A", "00-60")]


def bits(holes):
    return sum(1 << LAYOUT.holes.index(hole) for hole in holes.split())


def test_an_exchange_that_only_the_camera_has_seen_is_one():
    """The hand that exchanges came before the action before was certain: the places are filled as they were."""
    top = table()
    top.say(0.5, "card A trickster")
    watch(top, 2.0, 4.0, owners(h05="B", h17="A"))
    assert top.actions() == ["05~17"]
    assert top.told("move")[0].t == pytest.approx(2.5)
    watch(top, 4.0, 9.0, owners(h05="B", h17="A"))
    assert not top.told("disturbed", "violation", "question")


@pytest.mark.parametrize("seen", [owners(h05="B", h17="B"), owners(h05="B", h17="?"), owners(h05="B")])
def test_one_wrong_colour_is_no_exchange(seen):
    top = table()
    top.say(0.5, "card A trickster")
    watch(top, 1.0, 6.0, seen)
    assert not top.actions()
    assert len(top.told("disturbed")) == 1


def test_the_next_card_does_not_wait_for_what_the_camera_has_seen():
    top = table()
    top.say(0.5, "card A trickster")
    watch(top, 1.0, 1.6, owners(h05="B", h17="A"))
    top.say(1.7, "card B 2")
    top.tick(2.2)
    assert top.actions() == ["05~17"]
    assert not top.told("violation")
