"""Where several exchanges are in question at once: three pieces in the air, one exchange after the other."""

from dataclasses import replace

from plain_table import Hands

from companion.plain import costs
from companion.plain.belief import Mark, doubt
from companion.plain.links import added
from companion.plain.reading import begin, standing_cost
from companion.plain.surviving import surviving

MIDDLE = "A:05,20,y,y B:30,y,y,y C:40,y,y,y D:60,y,y,y"


def felt_together(hands, *cells):
    for cell in cells:
        hands.lift(cell)
    for cell in cells:
        hands.put(cell)


def exchanged(hands, lifted):
    """The readings after each exchange of two of these pieces (holes as bits)."""
    game, base = hands.plain.ground.game, hands.plain.readings[0]
    found = []
    for use in game.exchanges(base.moment, lifted):
        after = game.after(base.moment, use)
        link = added(game, None, base.moment, after, game.option(base.moment, use), use.cards, 1.0)
        found.append(begin(game, after, link, 0.0, 1.0))
    return found


def bits(hands, *cells):
    return sum(1 << hands.layout.holes.index(cell) for cell in cells)


def test_which_pieces_were_exchanged_is_in_question_although_some_were():
    hands = Hands(MIDDLE)
    hands.wait(3)
    one, other = exchanged(hands, bits(hands, "05", "30", "40"))[:2]
    ground = hands.plain.ground
    assert doubt(ground, [one, other], [0.0, 4.0], Mark(), 3.0) == costs.EXCHANGE_DOUBT
    assert doubt(ground, [one, one], [0.0, 4.0], Mark(), 3.0) == 1.0


def test_of_three_pieces_in_the_air_two_were_exchanged_rather_than_all_three_felt():
    hands = Hands(MIDDLE)
    hands.wait(3)
    felt_together(hands, "05", "30", "40")
    hands.wait(4)
    plain = hands.plain
    totals = {each.depth: standing_cost(plain.ground, each, plain.view, 4.0) for each in plain.readings[::-1]}
    assert totals[1] < totals[0] + costs.EVEN
    hands.move("30", "38")
    hands.wait(4)
    assert hands.told == []
    assert hands.plain.belief.question is not None
    assert hands.plain.belief.question.actions == {"05~40", "nothing"}


def test_what_several_exchanges_leave_open_lives_on_beside_many_counts_of_the_cards():
    hands = Hands(MIDDLE)
    hands.wait(3)
    plain = hands.plain
    game, base = plain.ground.game, plain.readings[0]
    boards = [base, *exchanged(hands, base.holes)]
    readings = []
    for each, cost in zip(boards, (0.0,) * costs.MOST_ALIKE + (9.0,) * len(boards), strict=False):
        moments = [each.moment]
        while len(moments) < costs.MOST_ALIKE:
            moments.append(game.silent(moments[-1])[0].after)
        readings += [each._replace(moment=moment, cost=cost) for moment in moments]
    assert len(boards) > costs.MOST_ALIKE
    kept = surviving(plain.ground, readings, plain.view, 0.0, frozenset())
    assert len(kept) == costs.MOST
    assert {game.board(each.moment) for _, each in kept} == {game.board(each.moment) for each in boards}


def test_half_an_action_that_rests_for_a_moment_decides_nothing():
    hands = Hands(MIDDLE)
    hands.wait(3)
    hands.plain = replace(hands.plain, readings=tuple(exchanged(hands, bits(hands, "05", "40"))))
    hands.lift("30", 0.1)
    hands.put("29")  # on its way back by four
    hands.wait(0.3)
    assert hands.told == []
    hands.wait(0.8)
    assert hands.told == [("A", "05~40")]
