"""The program was gone while people played on: it says what it does not know, and finds the game again by itself."""

from __future__ import annotations

import pytest
from table_top import LAYOUT, TableTop, of_game

from companion.cli.tables import new_session
from companion.inputs import Hello
from companion.session.resume import resume

GAME = "basic teams first=A position=A:05,y,y,y B:20,y,y,y C:40,y,y,y D:58,y,y,y"


def begun(cards: str) -> TableTop:
    """A table at which A has played a 3."""
    table = TableTop(cards=cards)
    table.begin(GAME)
    played(table, 4.0, "A 3", "-05", "+08")
    table.tick(8.0)
    assert len(table.told("move")) == 1
    return table


def played(table: TableTop, t: float, card: str, *touches: str) -> None:
    """A card that is told, where cards are told, and its action."""
    if table.session.course is not None and table.session.course.cardless is None:
        table.say(t - 1.0, f"card {card}")
    table.touches(t, 0.6, touches)


def started_again(table: TableTop, t: float, cards: str, *unseen: str) -> TableTop:
    """The program comes back at `t`; meanwhile hands have done this."""
    for word in unseen:
        (table.lift if word[0] == "-" else table.put)(word[1:])
    again = TableTop(cards=cards)
    again.session, again.truth = new_session(cards=cards), table.truth
    again.session.tick(t)
    again._sent_at = t
    assert resume(again.session, [one for one in of_game(table.facts) if one.kind not in ("lift", "place", "board")])
    again.take(Hello(t, "board", "1", LAYOUT.name, again.mask))
    again.frame(t)
    return again


def goes_on(table: TableTop, t: float) -> None:
    """C, D, A, B and C play, a card each."""
    lines = (("C 9", "-40", "+49"), ("D 5", "-58", "+63"), ("A 10", "-08", "+18"), ("B 5", "-26", "+31"),
             ("C 2", "-49", "+51"))  # fmt: skip
    for number, (card, *touches) in enumerate(lines):
        played(table, t + 5.0 * number, card, *touches)
    table.tick(t + 30.0)


@pytest.mark.parametrize("cards", ["told", "inferred"])
def test_the_game_is_found_again(cards: str) -> None:
    table = started_again(begun(cards), 20.0, cards, "-20", "+26")
    table.tick(24.0)
    assert [fact.t for fact in table.told("disturbed")] == pytest.approx([23.3])
    goes_on(table, 30.0)
    assert table.session.state.position == "A:18,y,y,y B:31,y,y,y C:51,y,y,y D:63,y,y,y"
    assert table.session.state.seat == "D"
    assert not table.told("violation")


def test_who_plays_on_hears_only_a_few_times_what_differs() -> None:
    table = started_again(begun("told"), 20.0, "told", "-20", "+26")
    for number in range(6):
        table.touch(30.0 + 5 * number, f"-{40 + number} +{41 + number}")
    table.tick(70.0)
    assert len(table.told("disturbed")) <= 3
    assert len(table.told("ways-out")) <= 1


def test_a_card_laid_away_before_the_restart_accuses_nobody() -> None:
    table = started_again(begun("told"), 20.0, "told")
    played(table, 25.0, "C 9", "-40", "+49")
    played(table, 30.0, "D 5", "-58", "+63")
    table.tick(35.0)
    assert not table.told("violation")
    assert table.actions() == ["40-49", "58-63"]


def test_later_the_turn_is_known_again() -> None:
    table = started_again(begun("told"), 20.0, "told")
    played(table, 25.0, "B 6", "-20", "+26")
    table.tick(28.0)
    table.say(29.0, "card D 5")
    assert [fact.data["rule"] for fact in table.told("violation")] == ["T2.8"]
