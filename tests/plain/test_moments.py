"""How a game goes on whose cards nobody tells: Fools, TACs that take an exchange back, actions without a rest."""

from plain_table import Hands

from engine.tac.game import TacGame
from engine.tac.unseen.chances import Chances

FOUR = "A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def moment(deck="master", position=FOUR, first="A"):
    game = TacGame(deck)
    return Chances().moment(game.begin({"variant": "teams", "deck": deck, "first": first, "position": position}))


def play(before, action):
    return next(each for each in Chances().silent(before) if each.action == action)


def test_a_fool_passes_every_hand_to_the_right_and_the_same_seat_plays_on():
    chances = Chances()
    before = chances.moment(chances.state(moment()))._replace(sizes=(5, 5, 4, 3))
    fool = play(before, "pass-hands")
    assert fool.after.seat == before.seat
    assert fool.after.sizes == (5, 4, 3, 4)  # what A held after its Fool went to D, what B held came to A
    assert fool.cost > 3
    assert "pass-hands" not in [each.action for each in chances.silent(fool.after)]


def test_a_seat_whose_hand_is_empty_after_a_fool_is_passed_over():
    before = moment()._replace(sizes=(2, 2, 2, 1), seat=0)
    after = play(before, "pass-hands").after
    assert after.sizes == (2, 2, 1, 1)
    for _ in range(4):
        after = play(after, "discard").after
    assert (after.sizes, after.seat) == ((1, 1, 0, 0), 0)


def test_the_basic_deck_and_a_last_card_have_no_fool():
    assert all(each.action != "pass-hands" for each in Chances().silent(moment("basic")))
    last = moment()._replace(sizes=(1, 0, 0, 0))
    assert all(each.action != "pass-hands" for each in Chances().silent(last))


def test_a_tac_takes_an_exchange_back_rests_and_makes_its_own():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:02,y,y,y D:y,y,y,y")
    hands.wait(3)
    for cells in (("05", "30"), ("05", "30"), ("02", "30")):
        for cell in cells:
            hands.lift(cell)
        for cell in cells[::-1]:
            hands.put(cell)
        hands.wait(1.0 if cells == ("05", "30") and hands.t > 6 else 3.5)
    hands.move("30", "38")  # now a piece of C
    hands.wait(4)
    hands.move("05", "13")
    hands.wait(4)
    hands.move("02", "12")  # of B: the second exchange began where the first one had
    hands.wait(4)
    assert hands.position == "A:13,y,y,y B:12,y,y,y C:38,y,y,y D:y,y,y,y"
    assert ("B", "02~30") in hands.told
    assert next(ply.card for ply in hands.plain.belief.plies if ply.option.action == "02~30") == "tac"


def test_two_actions_without_a_rest_between_them():
    hands = Hands(FOUR)
    hands.wait(3)
    hands.move("05", "15")
    hands.lift("30", 0.1)
    hands.put("39")
    hands.wait(6)
    assert hands.told == [("A", "05-15"), ("B", "30-39")]


def test_two_seats_with_their_pieces_in_the_hand_at_once():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    for cell in ("05", "30"):
        hands.lift(cell)
    for cell in ("14", "40"):
        if cell == "40":
            hands.lift("40")
        hands.put(cell)
    hands.put("Cy")
    hands.wait(4)
    hands.move("60", "03")
    hands.wait(4)
    assert hands.told[:2] == [("A", "05-14"), ("B", "30-40")]
    assert hands.position == "A:14,y,y,y B:40,y,y,y C:y,y,y,y D:03,y,y,y"


def test_the_next_seat_has_its_piece_in_the_hand_while_pieces_are_exchanged():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y", first="D")
    hands.wait(3)
    hands.move("60", "02")
    hands.wait(4)
    for cell in ("05", "30"):
        hands.lift(cell)
    hands.put("30")
    hands.lift("By", 0.1)
    hands.put("05", 0.2)
    hands.put("16")
    hands.wait(4)
    hands.move("40", "52")
    hands.wait(4)
    hands.move("02", "04")
    hands.wait(4)
    hands.move("30", "38")
    hands.wait(8)
    assert hands.told[1:3] == [("A", "05~30"), ("B", "By-16")]
    assert hands.position == "A:38,y,y,y B:05,16,y,y C:52,y,y,y D:04,y,y,y"


def test_three_seats_with_their_pieces_in_the_hand_at_once():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y")
    hands.wait(3)
    for cell in ("05", "30", "40"):
        hands.lift(cell)
    for cell in ("14", "36", "50"):
        hands.put(cell)
    hands.wait(4)
    hands.move("60", "03")
    hands.wait(4)
    hands.move("14", "15")
    hands.wait(8)
    assert hands.told == [("A", "05-14"), ("B", "30-36"), ("C", "40-50"), ("D", "60-03"), ("A", "14-15")]


def test_two_openings_at_once():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:y,y,y,y D:y,y,y,y", first="C")
    hands.wait(3)
    for cell in ("Cy", "Dy"):
        hands.lift(cell)
    for cell in ("32", "48"):
        hands.put(cell)
    hands.wait(8)
    assert hands.told == [("C", "Cy-32"), ("D", "Dy-48")]


def test_a_question_counts_plies_without_trace_and_can_be_answered_with_nothing():
    hands = Hands("A:05,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y", first="D")
    hands.wait(2)
    hands.move("50", "60")
    hands.wait(8)
    for cell in ("40", "30"):
        hands.lift(cell, 0.2)
    for cell in ("30", "40"):
        hands.put(cell, 0.5)
    hands.wait(12)
    question = hands.plain.belief.question
    assert question is not None
    assert question.actions == {"30~40", "nothing"}
    assert question.ply == 2 + sum(action in ("discard", "skip") for _, action in _before(hands, "30~40"))
    answered = hands.plain.answered("nothing")
    assert answered.belief.question is None
    assert [ply.option.action for ply in answered.belief.plies] == ["50-60"]
    exchanged = hands.plain.answered("30~40")
    assert [ply.option.action for ply in exchanged.belief.plies][-1] == "30~40"


def _before(hands, action):
    """The plies between what was told and this one, in the likeliest reading in which it was made."""
    for reading in sorted(hands.plain.readings, key=lambda each: each.cost):
        link, plies = reading.link, []
        while link is not None and link.depth > 0:
            plies.insert(0, (link.seat, link.option.action))
            link = link.before
        if plies and plies[-1][1] == action:
            return plies
    raise AssertionError(action)
