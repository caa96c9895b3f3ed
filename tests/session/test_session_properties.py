"""What holds for any hands: nothing else than what was played is ever settled, and every mess can be mended."""

from __future__ import annotations

from random import Random

import pytest
import random_play
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import Hands, chosen, lay, make, manner, needs_hands, opened, settled, strokes, usable
from table_top import HOLES, TableTop

from companion.virtual.gestures import Stroke, run
from engine.contract import Option
from engine.tac.board.holes import LAYOUT
from engine.tac.board.position import Position

SAYINGS = ("done", "takeback", "answer 1", "answer takeback", "overrule play-on", "overrule board")
SEEDS = st.integers(0, 2**20)


def is_unseen(table: TableTop, option: Option) -> bool:
    """Whether two alike pieces are exchanged and the sensor of one is dead: no board can tell that from nothing."""
    cells = {LAYOUT.cell(index) for index in table.fixed}
    return option.picture == table.session.state.picture and any(cell in option.action for cell in cells)


def play_one(table: TableTop, t: float, rng: Random, card: str | None = None) -> float:
    """One action in a random manner; it is settled as what it is."""
    option = chosen(table, rng, card)
    if is_unseen(table, option):
        return t
    before, number = table.session.state.position, len(table.told("move"))
    lay(table, t, option.card)
    if needs_hands(table, option):
        done = strokes(table, option, manner(rng), rng.random() < 0.5)
        t = make(table, t + 0.2, done, rng)
    t = settled(table, t, option, before)
    assert len(table.told("move")) == number + 1, f"{before}: {option.card} {option.action}: {table.told('move')}"
    return t + 0.5


@pytest.mark.parametrize("deck", random_play.DECKS)
@settings(max_examples=120)
@given(seed=SEEDS)
def test_what_is_settled_is_what_was_played(deck: str, seed: int) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97)
    t = 1.0
    for _ in range(3):
        t = play_one(table, t, rng)
        if table.session.state.winner:
            return


@settings(max_examples=120)
@given(seed=SEEDS)
def test_a_tac_is_what_it_was_used_for(seed: int) -> None:
    rng = Random(seed)
    table = opened("basic", seed % 97)
    t = play_one(table, 1.0, rng)
    if table.session.state.winner:
        return
    t = play_one(table, t, rng, "tac")
    if not table.session.state.winner:
        play_one(table, t, rng, "tac")


@settings(max_examples=100)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_a_board_without_yards_is_never_wrong(seed: int, deck: str) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97, HOLES)
    t = 1.0
    for _ in range(3):
        t = play_one(table, t, rng)
        if table.session.state.winner:
            return


@settings(max_examples=100)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_a_board_with_a_failed_sensor_is_never_wrong(seed: int, deck: str) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97)
    table.fail(0.5, rng.choice(("stuck-on", "stuck-off")), f"{rng.randrange(64):02d}")
    t = 1.0
    for _ in range(3):
        t = play_one(table, t, rng)
        if table.session.state.winner:
            return


@settings(max_examples=120)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_quick_tables_are_followed(seed: int, deck: str) -> None:
    """The next card comes long before the hold is over, and is played at once; what is asked is answered right."""
    rng = Random(seed)
    table, t, story = opened(deck, seed % 97), 1.0, []
    game, truth = table.session.game, table.session.state
    for _ in range(4):
        option = usable(game, truth, rng)
        table.say(t, f"card {truth.seat} {option.card}")
        if option.gesture or option.picture != truth.picture:
            t = make(table, t, random_play.strokes_of(game, truth, option, manner(rng), rng.random() < 0.5), rng)
        story.append((truth.seat, option.card, option.action, option.position))
        truth = game.play(truth, option)
        if table.choices:
            assert story[len(table.told("move"))][1:3] in table.choices, f"{story}: {table.choices}"
            table.say(t, f"answer {story[len(table.told('move'))][2]}")
        t = round(t + rng.uniform(0.05, 1.2), 3)
        if truth.winner:
            break
    table.tick(t + 2.0)
    for _ in range(len(story)):
        if table.choices:
            table.say(table.session.now, f"answer {story[len(table.told('move'))][2]}")
        else:
            table.say(table.session.now, "done")
    told = [tuple(fact.data[key] for key in ("seat", "card", "action", "position")) for fact in table.told("move")]
    assert told == story[: len(told)], f"{table.session.settings['position']}: {story}, told {told}"
    wrong = [(fact.t, fact.kind, dict(fact.data)) for fact in table.told("violation", "disturbed", "takeback")]
    assert not wrong, f"{table.session.settings['position']}: {story}: {wrong}"
    assert len(told) == len(story), f"{table.session.settings['position']}: {story}, told {told}"


def permuted(done: tuple[Stroke, ...], picture: str, end: str, rng: Random) -> tuple[Stroke, ...]:
    """The same lifts and places in another order that hands can make.

    Alike pieces are exchanged with both in the hands: one after the other they would go back where they were.
    """
    from companion.virtual.gestures import GestureError

    for _ in range(30):
        order = list(done)
        rng.shuffle(order)
        if rng.random() < 0.5:
            order.sort(key=lambda stroke: stroke.kind)
        try:
            run(LAYOUT, picture, order)
        except GestureError:
            continue
        held: dict[str, int] = {}
        most = 0
        for stroke in order:
            held[stroke.owner] = held.get(stroke.owner, 0) + (1 if stroke.kind == "lift" else -1)
            most = max(most, *held.values())
            if held[stroke.owner] < 0:
                break
        else:
            if most > 1 or end != picture:
                return tuple(order)
    return done


@settings(max_examples=150)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_the_order_of_hands_changes_nothing(seed: int, deck: str) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97)
    option = chosen(table, rng)
    before = table.session.state
    lay(table, 1.0, option.card)
    t = 1.0
    if needs_hands(table, option):
        done = permuted(strokes(table, option, random_play.Manner()), before.picture, option.picture, rng)
        t = make(table, 1.2, done, rng)
    settled(table, t, option, before.position)


@settings(max_examples=100)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_fingers_move_nothing(seed: int, deck: str) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97)
    t = 1.0
    option = chosen(table, rng)
    if option.action == "discard" or not needs_hands(table, option):
        option = None
    else:
        lay(table, t, option.card)
    number = len(table.facts)
    picture = table.session.state.picture
    cells = [cell for cell, count in random_play.pieces_on(picture).items() for _ in range(count)]
    for _ in range(rng.randrange(1, 8)):
        cell = rng.choice(cells)
        t = round(t + rng.choice((0.02, 0.3, 2.0)), 3)
        table.touch(t, f"-{cell}")
        t = round(t + rng.choice((0.02, 0.1, 0.7, 2.5, 6.0)), 3)
        table.touch(t, f"+{cell}")
    table.tick(t + 4.0)
    told = {fact.kind for fact in table.facts[number:]}
    assert told <= {"lift", "place"}, f"{table.session.state.position} {option}: {table.facts[number:]}"
    if option is not None:
        t = make(table, t + 4.2, strokes(table, option, random_play.Manner()), rng)
        settled(table, t, option, table.session.state.position)


@settings(max_examples=150)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_every_mess_can_be_mended(seed: int, deck: str) -> None:
    rng = Random(seed)
    table = opened(deck, seed % 97)
    session = table.session
    t = 1.0
    if rng.random() < 0.5:
        option = chosen(table, rng)
        lay(table, t, option.card)
    state, card = session.state, session.table.card
    number = len(table.facts)
    hands = Hands(table, rng)
    t = hands.mess(t + 0.5)
    if table.told_since(number, "move", "answer") or table.choices:
        return  # what was a mess to us was the end of an action
    t = hands.restore(t)
    if table.told_since(number, "move") or table.choices:
        return
    table.tick(t + 1.5)
    if table.choices or table.told_since(number, "move"):
        return
    said = [fact.kind for fact in table.facts[number:] if fact.kind not in ("lift", "place")]
    complained = [kind for kind in said if kind in ("violation", "disturbed")]
    story = f"{state.position} {card}: {said}"
    assert (said[-1:] == ["corrected"]) if complained else not said, story
    assert (session.state, session.table.card) == (state, card), story
    assert not session.table.complaint.kind
    table.facts = [fact for fact in table.facts if fact.kind not in ("violation", "disturbed")]
    option = chosen(table, rng, card)
    if card is None:
        lay(table, t + 2.0, option.card)
    if needs_hands(table, option):
        t = make(table, t + 2.2, strokes(table, option, random_play.Manner()), rng)
    settled(table, t + 2.2, option, state.position)


@settings(max_examples=25)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_the_same_inputs_give_the_same_events(seed: int, deck: str) -> None:
    def events() -> list[str]:
        rng, table = Random(seed), opened(deck, seed % 97)
        t = 1.0
        for _ in range(3):
            option = chosen(table, rng)
            table.set(table.session.state.picture)
            table.frame(t)
            lay(table, t, option.card)
            if needs_hands(table, option):
                t = make(table, t, strokes(table, option, manner(rng)), rng)
            table.tick(t + 1.5)
            table.set(table.session.state.picture)
            t = Hands(table, rng).mess(t + 1.6) + 5.0
        table.tick(t + 20)
        return [repr(fact) for fact in table.facts]

    assert events() == events()


@settings(max_examples=60)
@given(seed=SEEDS, deck=st.sampled_from(random_play.DECKS))
def test_no_piece_is_lost_or_gained(seed: int, deck: str) -> None:
    rng, table = Random(seed), opened(deck, seed % 97)
    t = 1.0
    for _ in range(4):
        option = chosen(table, rng)
        lay(table, t, option.card)
        table.set(table.session.state.picture)
        t = Hands(table, rng).mess(t) + rng.choice((0.1, 1.0, 5.0))
        table.say(t, rng.choice(SAYINGS))
    table.tick(t + 5.0)
    told = [fact.data["position"] for fact in table.facts if "position" in fact.data]
    for text in told:
        assert str(Position.parse(text, "ABCD")) == text
