"""TAC-TIK at the table, where hands are unknown until they are told: the contract of a game, and what a board shows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tactik_boards import board

from engine.contract import Displacement, Game, Option
from engine.errors import IllegalAction, InvalidNotation
from engine.tactik.cards import CARDS
from engine.tactik.game import TactikGame
from engine.tactik.state import State, view
from engine.tactik.variants import VARIANTS

GAME = TactikGame()
EMPTY = "C:y,y,y,y D:y,y,y,y"
ON_RING = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"


def begun(position: str = "", variant: str = "teams4", first: str = "A") -> State:
    chosen = {"variant": variant, "first": first}
    return TactikGame(variant).begin({**chosen, "position": position} if position else chosen)


def played(state: State, *plays: str) -> State:
    """The state after plays, each written `5 05-10`."""
    for text in plays:
        card, action = text.split(" ")
        options = (GAME.aside(state, card),) if action == "discard" else GAME.options(state, card)
        state = GAME.play(state, next(option for option in options if option.action == action))
    return state


def moved(*texts: str) -> tuple[Displacement, ...]:
    """Displacements written `A 05-12`; `B 12-` is a piece in a hand."""
    return tuple(Displacement(text[0], *text[2:].split("-")) for text in texts)


def named(state: State, card: str | None, *texts: str) -> str:
    found = GAME.explain_picture(state, card, moved(*texts))
    return f"{found.rule} {found.key}"


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_it_keeps_the_contract(name: str) -> None:
    game: Game = TactikGame(name)
    state = game.begin({})
    colours = 6 if name in ("teams6", "three") else 4
    assert (game.name, game.cards) == ("tactik", CARDS)
    assert (game.layout.name, game.layout.size) == (f"tactik{colours}", colours * 24)
    assert game.seats(state) == VARIANTS[name].players
    assert (state.seat, state.deal, state.round, state.ply, state.winner) == ("A", 1, 1, 0, None)
    offered = {name for name in ("undone_by", "is_answerable", "decider", "proof", "reach") if hasattr(game, name)}
    assert (offered, state.draw, game.awaits(state).kind) == (set(), None, "card")
    assert len(state.picture) == len(game.layout.holes) + len(game.layout.heaps)
    assert game.position_of(state, state.picture) == state.position


@pytest.mark.parametrize("wrong", [
    {"variant": "x"}, {"first": "E"}, {"variant": "simple2", "first": "B"}, {"position": "A:"}, {"deck": "basic"},
    {"variant": "teams6"}, {"variant": "two", "first": "C"},
])  # fmt: skip
def test_settings_that_cannot_be_read(wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidNotation):
        GAME.begin(wrong)


def test_places_on_the_wire() -> None:
    layout = TactikGame("teams6").layout
    assert [layout.cell(index) for index in (0, 95, 96, 99, 119, 120, 143)] == [
        "00", "95", "A1", "A4", "F4", "Ay", "Fy"
    ]  # fmt: skip


def test_the_next_deal_begins_by_itself() -> None:
    state = begun(variant="two")
    for number in range(12):
        assert (state.deal, state.size(state.seat)) == (1, 6 - number // 2)
        state = played(state, "2 discard")
    assert (state.deal, state.round, state.seat, state.size("A")) == (2, 1, "B", 6)


def test_rounds_are_counted() -> None:
    state = begun(variant="three", first="B")
    rounds = []
    for _ in range(12):
        rounds.append((state.seat, state.round))
        state = played(state, "2 discard")
    assert rounds[:4] == [("B", 1), ("C", 1), ("A", 1), ("B", 2)]
    assert (state.deal, state.seat) == (2, "C")


def test_a_pieu_is_remembered_though_no_board_shows_it() -> None:
    state = played(begun(), "1 Ay-00")
    assert state.position.startswith("A:00*,")
    assert state.picture[0] == "A"
    assert GAME.position_of(state, state.picture) == state.position
    again = played(state, *["2 discard"] * 3, "1 00-01")
    assert again.position.startswith("A:01,")


def test_the_last_piece_wins_at_once() -> None:
    state = begun("A:61,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:50,y,y,y")
    state = played(state, "4 61-57", "2 20-22", "8 57-A1")
    assert (state.winner, state.is_over) == (("A", "C"), True)
    assert GAME.options(state, "2") == ()
    found = GAME.explain_play(state, "B", "2", "22-24")
    assert found is not None
    assert (found.rule, found.facts["winner"]) == ("I5.1", ("A", "C"))
    assert named(state, "2", "B 22-24") == "I5.1 game-over"
    assert GAME.set_position(state, ON_RING).winner is None


def test_no_cards_are_dealt_once_the_last_card_has_won() -> None:
    state = begun("A:50,A2,A3,A4 C:20,y,y,y", variant="simple2", first="C")
    for text in ("2 20-22", "2 50-52", "2 22-24", "2 52-54", "3 24-27", "3 54-57", "3 27-30", "8 57-A1"):
        assert state.deal == 1
        state = played(state, text)
    assert (state.winner, state.deal, state.size("A"), state.size("C")) == (("A",), 1, 0, 0)


def test_an_illegal_play_is_refused_with_its_reason() -> None:
    state = begun(ON_RING)
    with pytest.raises(IllegalAction, match=r"I3\.1"):
        GAME.play(state, GAME.aside(state, "2"))
    wrong = Option("2", "10-13", state.position, state.picture)
    with pytest.raises(IllegalAction, match="too-many") as caught:
        GAME.play(state, wrong)
    assert caught.value.explanation.rule == "I3.1"
    assert GAME.lay_aside(state, "2").seat == "B"


def test_told_hands_bind_but_stop_nothing() -> None:
    state = GAME.hand(begun(ON_RING), "A", ["2", "3", "swap", "5"])
    assert GAME.possible_cards(state, "A") == ("2", "3", "5", "swap")
    found = GAME.explain_play(state, "A", "12", "10-22")
    assert found is not None
    assert found.key == "not-held"
    state = played(state, "12 10-22")
    assert (state.seat, state.hand("A").known, state.size("A")) == ("B", (), 3)
    for cards in (["2"], ["2", "3", "4", "11"], ["2"] * 5, ["2", "2", "2", "2"]):
        with pytest.raises(InvalidNotation):
            GAME.hand(state, "A", cards)
    with pytest.raises(InvalidNotation):
        GAME.hand(state, "E", ["2"] * 4)


def test_a_told_hand_forbids_the_discard_of_another_card() -> None:
    state = GAME.hand(begun("A:10,A1,A2,A4 B:20,y,y,y C:40,y,y,y D:50,y,y,y"), "A", ["swap", "4", "1", "2"])
    assert [option.action for option in GAME.options(state, "2")] == ["10-12"]
    state = GAME.set_position(state, "A:A1,A2,A4,y B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    found = GAME.explain_play(state, "A", "swap", "discard")
    assert found is not None
    assert (found.key, found.facts["usable"]) == ("other-usable", ("1",))


def test_a_card_of_another_game_is_named() -> None:
    state = begun(ON_RING)
    found = GAME.explain_play(state, "A", "13", "discard")
    assert found is not None
    assert (found.rule, found.key, GAME.options(state, "13")) == ("I2.1", "not-in-deck", ())
    with pytest.raises(IllegalAction, match="not-in-deck"):
        GAME.play(state, GAME.aside(state, "13"))


def test_five_cards_of_a_kind_are_no_reason_to_stop() -> None:
    state = begun()
    for _ in range(7):
        state = played(state, "12 discard")
    assert state.ply == 7
    assert "12" not in GAME.possible_cards(state, "A")


def test_a_player_sees_its_own_hand_only() -> None:
    state = GAME.hand(GAME.hand(begun(), "A", ["1", "2", "3", "4"]), "B", ["5", "6", "8", "9"])
    seen = view(state, "B")
    assert (seen.hand("B").known, seen.hand("A").known, seen.size("A")) == (("5", "6", "8", "9"), (), 4)


PICTURES = """
A:10,y,y,y B:20,y,y,y | 5 | A 10-16 | I3.1 too-many
A:10,y,y,y B:20,y,y,y | 5 | A 10-05 | I4.1 backward
A:10,y,y,y B:16*,y,y,y | 8 | A 10-18 | I4.2 pieu-blocks
A:10,y,y,y B:16*,y,y,y | 6 | A 10-16;B 16-By | I4.2 pieu-blocks
A:10,y,y,y B:20,y,y,y | 5 | B 20-25 | I3.2 not-own
A:10,y,y,y B:20,y,y,y | 5 | A Ay-00 | I4.1 start-needs-card
A:10,y,y,y B:20,y,y,y | 1 | A Ay-03 | I4.1 opening-wrong-field
A:00*,y,y,y B:20,y,y,y | 3 | A 00-A3 | I4.2 pieu-into-base
A:00,y,y,y B:20,y,y,y | 3 | A 00-A2 | I3.1 too-few
A:10,y,y,y B:20,y,y,y | 10 | A 10-20;B 20-Cy | I4.5 wrong-yard
A:10,y,y,y B:20,y,y,y | 10 | A 10-20;B 20- | I4.5 captured-left-out
A:10,y,y,y B:20,y,y,y | 9 | A 10-19;B 20-By | I4.5 not-captured
A:10,y,y,y B:12,y,y,y | 7x1 | A 10-17 | I4.5 captured-left-out
A:10,y,y,y B:18,y,y,y | 7x1 | A 10-By | I4.8 too-many
A:10,y,y,y B:20,y,y,y | 10 | A 10-By | no
A:10,20,y,y B:y,y,y,y | 10 | A 10- | I4.5 captured-left-out
A:10,20,y,y B:y,y,y,y | 9 | A 10-11;A 20-28 | I4.8 spread-needs-7x1
A:10,20,y,y B:y,y,y,y | 7x1 | A 10-14;A 20-24 | I4.8 too-many
A:10,20,y,y B:30,y,y,y | 9 | A 10-20;A 20-10 | I4.7 exchange-needs-swap
A:10,20,y,y B:30,40,y,y | swap | B 30-40;B 40-30 | I4.7 exchange-not-own
A:10,20,y,y B:16*,y,y,y | swap | A 10-16;B 16-10 | I4.7 exchange-pieu
A:10,20,y,y B:30,y,y,y | swap | A 10-12 | I4.7 not-for-card
A:10,20,y,y B:30,y,y,y | 9 | A 10- | I3.1 in-hand
A:10,20,y,y B:30,y,y,y | 9 | B 30- | I3.2 not-own
A:10,y,y,y B:20,y,y,y | 9 | A 10-Cy | I4.5 wrong-yard
A:A2,y,y,y B:30,y,y,y | 1 | A A2-A1 | I4.6 base-backward
A:02,y,y,y B:30,y,y,y | 4 | A 02-A2 | I4.1 four-into-base
A:10,y,y,y B:20,y,y,y | - | A 10-12 | I3.1 card-first
A:10,y,y,y B:20,y,y,y | - | B 20-22 | I2.2 out-of-turn
"""


@pytest.mark.parametrize("line", PICTURES.strip().splitlines())
def test_what_a_board_shows_is_explained(line: str) -> None:
    position, card, pieces, expected = (part.strip() for part in line.split("|"))
    state = begun(f"{position} {EMPTY}")
    found = named(state, None if card == "-" else card, *(text.strip() for text in pieces.split(";")))
    if expected == "no":
        assert found.startswith("I")
    else:
        assert found == expected


def test_a_captured_piece_that_lies_wrong_is_named_where_the_holes_are_right() -> None:
    state = begun(ON_RING)
    found = GAME.explain_picture(state, "10", moved("A 10-20", "B 20-Cy"), is_reached=True)
    assert (found.rule, found.key, found.facts["heap"]) == ("I4.5", "wrong-yard", "Cy")
    found = GAME.explain_picture(state, "10", moved("A 10-20", "B 20-"), is_reached=True)
    assert found.key == "captured-left-out"


@pytest.mark.parametrize(("card", "pieces", "left"), [
    ("7x1", ["A 10-13"], 4), ("7x1", ["A 10-13", "A 12-16"], 0), ("7x1", ["A 10-17"], 0), ("7x1", ["A 10-18"], None),
    ("7x1", ["A 10-08"], None), ("7x1", ["B 20-22"], None), ("7x1", ["A 10-", "A 12-13"], 6),
    ("5", ["A 10-13"], None),
    ("7x1", ["A 10-12", "A 12-14", "B 20-By"], None), ("7x1", ["A 12-17", "B 18-By"], 2), ("7x1", [], 7),
])  # fmt: skip
def test_steps_that_are_left(card: str, pieces: list[str], left: int | None) -> None:
    state = begun("A:10,12,y,y B:18,20,y,y C:40,y,y,y D:50,y,y,y")
    assert GAME.steps_left(state, card, moved(*pieces)) == left


def test_two_alike_pieces_are_told_apart_by_what_makes_sense() -> None:
    state = begun("A:10,12,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    found = GAME.explain_picture(state, "7x1", moved("A 12-17", "A 10-"))
    assert (found.key, found.facts["origin"]) == ("captured-left-out", "12"), "10 went to 17, over 12"


def test_the_second_colour_of_a_player_is_its_own() -> None:
    position = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"
    state = begun(position, variant="two")
    assert named(state, None, "C 40-42") == "I3.1 card-first"
    assert GAME.explain_picture(state, None, moved("D 50-52")).facts == {"seat": "B", "expected": "A"}
    assert named(state, "7x1", "A 10-13", "C 40-44") == "I4.8 one-colour"


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 1 << 30), st.sampled_from(sorted(VARIANTS)))
def test_no_board_is_left_without_an_explanation(seed: int, name: str) -> None:
    lot, kind, game = random.Random(seed), VARIANTS[name], TactikGame(name)
    state = game.begin({"position": str(board(lot, kind)), "first": lot.choice(kind.players)})
    pieces = [(seat, cell) for seat in kind.seats for cell in state.board.pieces(seat)]
    places = [*game.layout.holes, *game.layout.heaps, ""]
    shown = [Displacement(seat, cell, lot.choice(places)) for seat, cell in lot.sample(pieces, lot.randint(0, 5))]
    shown.append(Displacement(lot.choice([*kind.seats, "?"]), "", lot.choice(game.layout.holes)))
    for card in (None, *game.cards):
        assert game.explain_picture(state, card, shown).rule.startswith("I")


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1 << 30), st.sampled_from(sorted(VARIANTS)))
def test_play_goes_on_with_unknown_hands_whatever_is_laid(seed: int, name: str) -> None:
    lot, kind, game = random.Random(seed), VARIANTS[name], TactikGame(name)
    state = game.begin({"position": " ".join(f"{seat}:{seat}2,{seat}3,{seat}4,y" for seat in kind.seats)})
    for _ in range(60):
        if state.is_over:
            break
        cards = [card for card in game.cards if game.options(state, card)] or ["9"]
        card = lot.choice(cards)
        options = game.options(state, card) or (game.aside(state, card),)
        before, old = State(*state), state
        state = game.play(state, lot.choice(options))
        assert old == before
        assert (state.ply, state.size(state.seat) > 0 or state.winner is not None) == (old.ply + 1, True)
