"""TAC at the table, where hands are unknown until they are told: the contract of a game, and what a board shows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tac_tables import table

from engine.contract import Displacement, Game, Option
from engine.errors import IllegalAction, InvalidNotation
from engine.tac.board.holes import LAYOUT
from engine.tac.course.state import State
from engine.tac.game import TacGame
from engine.tac.settings.variants import VARIANTS

GAME = TacGame("master")


def begun(position: str = "", variant: str = "teams", first: str = "A", deck: str = "master") -> State:
    settings = {"variant": variant, "deck": deck, "first": first}
    return GAME.begin({**settings, "position": position} if position else settings)


def played(state: State, *plays: str) -> State:
    """The state after plays, each written `7 05-12`."""
    for text in plays:
        card, action = text.split(" ")
        options = (GAME.aside(state, card),) if action == "discard" else GAME.options(state, card)
        state = GAME.play(state, next(option for option in options if option.action == action))
    return state


def moved(*texts: str) -> tuple[Displacement, ...]:
    """Displacements written `A 05-12`; `B 12-` is a piece in a hand."""
    return tuple(Displacement(text[0], *text[2:].split("-")) for text in texts)


def named(state: State, card: str | None, *texts: str) -> tuple[str, str]:
    found = GAME.explain_picture(state, card, moved(*texts))
    return found.rule, found.key


ON_RING = "A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"


def test_it_keeps_the_contract() -> None:
    game: Game = GAME
    assert (game.name, game.layout, len(game.cards)) == ("tac", LAYOUT, 18)
    assert len(TacGame().cards) == 14


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_a_game_begins_with_unknown_hands(variant: str) -> None:
    seats = VARIANTS[variant].seats
    state = begun(variant=variant, first=seats[-1])
    assert (state.seat, state.deal, state.round, state.ply, state.winner) == (seats[-1], 1, 1, 0, None)
    assert VARIANTS[variant].next_seat(state.dealer) == seats[-1]
    assert [state.hand(seat) for seat in seats] == [None] * len(seats)
    assert state.undone is None
    assert len(state.picture) == len(LAYOUT.holes) + len(LAYOUT.heaps)


@pytest.mark.parametrize(
    "settings",
    [
        {"variant": "x"}, {"deck": "x"}, {"first": "E"}, {"variant": "duel", "first": "B"}, {"position": "A:"},
        {"who": "A"},
    ],
)  # fmt: skip
def test_settings_that_cannot_be_read(settings: dict[str, str]) -> None:
    with pytest.raises(InvalidNotation):
        GAME.begin(settings)


def test_the_next_deal_begins_by_itself() -> None:
    state = begun(variant="duel")
    for _ in range(10):
        assert state.deal == 1
        state = played(state, "2 discard")
    assert (state.deal, state.seat, state.dealer, state.size("A"), state.undone) == (2, "C", "A", 5, None)


def test_what_tac_could_take_back_is_shown() -> None:
    before = begun(ON_RING)
    state = played(before, "2 10-12")
    assert state.undone == before.picture
    assert played(state, "3 20-23", "9 40-49").undone != before.picture
    assert played(begun("A:A1,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"), "5 discard").undone is None


def test_an_illegal_play_is_refused_with_its_reason() -> None:
    state = begun(ON_RING)
    with pytest.raises(IllegalAction, match=r"T3\.3"):
        GAME.play(state, GAME.aside(state, "2"))
    wrong = Option("2", "10-13", state.position, state.picture)
    with pytest.raises(IllegalAction, match="too-many") as caught:
        GAME.play(state, wrong)
    assert caught.value.explanation.rule == "T3.2"


def test_told_hands_bind() -> None:
    state = GAME.hand(begun(ON_RING), "A", ["2", "3", "trickster", "tac", "5"])
    assert state.hand("A") == ("2", "3", "trickster", "tac", "5")
    found = GAME.explain_play(state, "A", "tac", "discard")
    assert found is not None
    assert (found.rule, found.key) == ("T3.3", "other-usable")
    assert GAME.possible_cards(state, "A") == ("2", "3", "5", "trickster", "tac")
    assert "9" in GAME.possible_cards(state, "B")


def test_a_card_that_was_not_told_does_not_stop_the_game() -> None:
    state = GAME.hand(begun(ON_RING), "A", ["2", "3", "trickster", "tac", "5"])
    found = GAME.explain_play(state, "A", "9", "10-19")
    assert found is not None
    assert found.key == "not-held"
    state = played(state, "9 10-19")
    assert (state.seat, state.hand("A"), state.size("A")) == ("B", None, 4)


def test_five_tacs_are_no_reason_to_stop() -> None:
    state = begun("A:A1,y,y,y B:B1,y,y,y C:C1,y,y,y D:D1,y,y,y")
    state = played(state, "5 discard", *["tac discard"] * 6)
    assert state.ply == 7


def test_a_hand_can_be_told_again() -> None:
    state = GAME.hand(begun(ON_RING), "A", ["2", "3", "trickster", "tac", "5"])
    assert GAME.hand(state, "A", ["9", "9", "9", "9", "9"]).hand("A") == ("9",) * 5
    for cards in (["2"], ["2", "3", "4", "5", "11"], ["tac"] * 5):
        with pytest.raises(InvalidNotation):
            GAME.hand(state, "A", cards)
    with pytest.raises(InvalidNotation):
        GAME.hand(state, "E", ["2"] * 5)


def test_a_told_hand_without_tac_settles_the_win() -> None:
    state = begun("A:60,A2,A3,A4 B:20,y,y,y C:C1,C2,C3,C4 D:50,y,y,y")
    state = played(state, "5 60-A1")
    assert (state.winner, state.is_answerable, state.is_win_pending) == (("A", "C"), True, False)
    assert GAME.options(state, "9") == ()
    assert [option.action for option in GAME.options(state, "tac")] == ["20-25"]
    assert not GAME.hand(state, "B", ["2", "3", "5", "6", "9"]).is_answerable
    assert GAME.hand(state, "B", ["2", "tac", "5", "6", "9"]).is_win_pending


def test_a_shown_card_proves_an_earlier_discard_wrong() -> None:
    state = played(begun("A:A1,A2,y,y C:40,y,y,y", variant="duel"), "3 discard", "2 40-42")
    assert GAME.proof(state) is None
    found = GAME.proof(played(state, "1 Ay-00"))
    assert found is not None
    assert (found.rule, found.key, found.facts["discarded"]) == ("T3.3", "shown-later", "3")


def test_a_told_hand_proves_the_last_discard_wrong() -> None:
    state = played(begun("A:A1,A2,y,y C:40,y,y,y", variant="duel"), "3 discard")
    assert GAME.proof(GAME.hand(state, "A", ["3", "9", "10", "12"])) is None
    found = GAME.proof(GAME.hand(state, "A", ["3", "13", "10", "12"]))
    assert found is not None
    assert (found.key, found.facts["card"], found.facts["ply"]) == ("shown-later", "13", 1)
    assert GAME.proof(GAME.hand(state, "C", ["1", "13", "10", "12", "4"])) is None


def test_alike_exchanges_are_one_option_with_other_spellings() -> None:
    state = begun("A:10,12,y,y B:20,22,y,y C:y,y,y,y D:y,y,y,y")
    options = {option.action: option for option in GAME.options(state, "trickster")}
    assert options["10~12"].also == ("20~22",)
    assert len(options["10~12"].ways) == 2
    assert options["10~20"].also == ()


PICTURES = """
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 5 | A 10-16 | T3.2 too-many
A:10,y,y,y B:12,y,y,y C:40,y,y,y D:50,y,y,y | 5 | A 10-15 | T3.6 jump
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 5 | B 20-25 | T3.5 not-own
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 5 | A Ay-00 | T4.2 opening-needs-card
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 1 | A Ay-03 | T4.2 opening-wrong-field
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10-20;B 20-Cy | T3.7 wrong-yard
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10-20;B 20- | T3.7 captured-left-out
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10-20;B 20-21 | T3.7 wrong-yard
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10-19;B 20-By | T3.7 not-captured
A:10,y,y,y B:12,y,y,y C:40,y,y,y D:50,y,y,y | 7 | A 10-17 | T3.7 captured-left-out
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10- | T3.7 captured-left-out
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10-Ay | T3.2 too-many
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10-11;A 20-28 | T4.5 spread-needs-seven
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 7 | A 10-14;A 20-24 | T4.7 seven-too-many
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 7 | A 10-22;A 20-12 | T4.7 seven-too-few
A:10,20,y,y B:y,y,y,y C:40,y,y,y D:50,y,y,y | 7 | A 10-12;C 40-45 | T3.5 partner-too-early
A:10,20,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10-20;A 20-10 | T4.9 exchange-needs-trickster
A:10,20,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10- | T3.2 in-hand
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10-Cy | T3.7 wrong-yard
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10-Ay | T3.7 wrong-yard
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 10 | A 10- | T3.7 captured-left-out
A:10,y,y,y B:20,y,y,y C:y,y,y,y D:50,y,y,y | 9 | A 10-Cy | T1.4 wrong-yard
A:10,y,y,y B:00,y,y,y C:40,y,y,y D:50,y,y,y | 1 | A Ay-Cy | T3.7 wrong-yard
A:10,y,y,y B:00,y,y,y C:40,y,y,y D:50,y,y,y | 1 | A Ay- | T3.7 captured-left-out
A:10,y,y,y B:01,y,y,y C:40,y,y,y D:50,y,y,y | 2 | A Ay-Cy | T1.4 wrong-yard
A:10,y,y,y B:00,y,y,y C:40,y,y,y D:50,y,y,y | 2 | D Dy- | T3.5 not-own
A:10,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y | 9 | A 10-By | T3.2 too-many
A:10,y,y,y B:18,y,y,y C:40,y,y,y D:50,y,y,y | 7 | A 10-By | T4.7 seven-too-many
A:10,y,y,y B:00,y,y,y C:40,y,y,y D:50,y,y,y | 2 | A Ay-By | T4.2 opening-needs-card
A:A4,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y | 1 | A A4-A3 | T3.12 locked
A:00*,y,y,y B:30,y,y,y C:40,y,y,y D:50,y,y,y | 3 | A 00-A3 | T3.9 fresh
A:10,y,y,y B:20,30,y,y C:40,y,y,y D:50,y,y,y | warrior | A 10-30;B 30-By | T6.4 strike-not-next
A:10,y,y,y B:20,30,y,y C:40,y,y,y D:50,y,y,y | angel | C Cy-32 | T6.5 angel-other-seat
A:10,y,y,y B:20,30,y,y C:40,y,y,y D:50,y,y,y | tac | A 10-12 | T5.2 tac-first
"""


@pytest.mark.parametrize("line", PICTURES.strip().splitlines())
def test_what_a_board_shows_is_explained(line: str) -> None:
    position, card, pieces, expected = (part.strip(" ") for part in line.split("|"))
    pieces = pieces + " " if pieces.endswith("-") else pieces
    texts = [text.rstrip() for text in pieces.split(";")]
    assert " ".join(named(begun(position), card, *texts)) == expected


SEVENS = """
A 10-13 | 4
A 10-13;A 20-22 | 2
A 10-17 | 0
A 10-18 | none
A 10-08 | none
A A4-A3 | none
A A2-A1 | 6
A 10-13;A A4-A3 | none
A 20-21;A 10-Ay | none
A 10-13;A 20-Ay | none
A 10-14;A 20-Ay | none
A 10-13;B 12-By | 4
A 10-11;B 12-By | 6
A 10-11;B 19-By | none
A 10-13;B 12-Cy | none
A 10-13;B 12-40 | none
A 10-13;? -40 | none
A 10-13;B 12- | 4
A 10- | 7
C 40-42 | none
A Ay-00 | none
"""


@pytest.mark.parametrize("line", SEVENS.strip().splitlines())
def test_steps_that_are_left_of_a_seven(line: str) -> None:
    pieces, left = line.split(" | ")
    state = begun("A:10,20,A2,A4 B:12,19,y,y C:40,y,y,y D:50,y,y,y")
    wanted = None if left == "none" else int(left)
    assert GAME.steps_left(state, "7", moved(*pieces.split(";"))) == wanted
    assert GAME.steps_left(state, "6", moved(*pieces.split(";"))) is None


def test_a_seven_that_its_last_piece_ends_too_early_leaves_nothing_to_go_on_with() -> None:
    state = begun("A:62,A2,A3,A4 B:20,y,y,y C:y,y,y,y D:y,y,y,y")
    assert GAME.steps_left(state, "7", moved("A 62-A1")) is None
    state = begun("A:62,A2,A3,A4 B:20,y,y,y C:40,y,y,y D:y,y,y,y")
    assert GAME.steps_left(state, "7", moved("A 62-A1")) == 4, "for the partner"


def test_what_a_tac_takes_back_is_no_part_of_its_seven() -> None:
    state = played(begun("A:05,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"), "7 05-12")
    assert GAME.steps_left(state, "tac", moved("A 12-05", "B 20-23")) == 4
    assert GAME.steps_left(state, "tac", moved("B 20-23")) is None


def test_pieces_moved_before_a_card_lies() -> None:
    state = begun(ON_RING)
    assert named(state, None, "A 10-12") == ("T3.1", "card-first")
    assert named(state, None, "C 40-42") == ("T2.8", "out-of-turn")
    found = GAME.explain_picture(state, None, moved("C 40-42"))
    assert found.facts == {"seat": "C", "expected": "A"}


def test_whose_pieces_are_home_moves_those_of_the_partner_before_a_card_lies() -> None:
    state = begun("A:A1,A2,A3,A4 B:20,y,y,y C:40,y,y,y D:50,y,y,y")
    found = GAME.explain_picture(state, None, moved("C 40-42"))
    assert (found.rule, found.facts) == ("T3.1", {"seat": "A", "owner": "C"})
    assert named(state, None, "B 20-22") == ("T2.8", "out-of-turn")


def test_tac_on_the_board() -> None:
    state = played(begun("A:12,y,y,y B:10,y,y,y C:40,y,y,y D:50,y,y,y"), "5 12-17")
    assert named(state, "tac", "B 10-15") == ("T5.1", "tac-no-undo")
    state = played(begun("A:12,y,y,y B:20,y,y,y C:40,y,y,y D:50,y,y,y"), "5 12-17")
    assert named(state, "tac", "A 17-12", "B 20-26") == ("T3.2", "too-many")
    assert named(state, "tac", "A 17-12") == ("T5.1", "tac-only-undone")
    assert named(state, "tac", "A 17-12", "C 40-45") == ("T3.5", "not-own")
    state = played(state, "2 20-22")
    assert GAME.explain_picture(state, "tac", moved("C 40-42")).rule == "T5.1"


def test_a_seat_that_sits_out_moves_nothing() -> None:
    state = played(begun(ON_RING), "8 skip")
    assert named(state, "9", "B 20-29") == ("T4.4a", "sits-out")


@settings(max_examples=150)
@given(st.integers(0, 1 << 30))
def test_no_board_is_left_without_an_explanation(seed: int) -> None:
    lot = random.Random(seed)
    fields = [f"{n:02d}" for n in sorted(lot.sample(range(64), 8))]
    position = " ".join(f"{s}:{fields[2 * i]},{fields[2 * i + 1]},{s}4,y" for i, s in enumerate("ABCD"))
    state = begun(position)
    if lot.random() < 0.5:
        card = lot.choice(["2", "5", "7", "8", "warrior", "trickster"])
        options = GAME.options(state, card)
        state = GAME.play(state, lot.choice(options) if options else GAME.aside(state, card))
    pieces = [(seat, cell) for seat in "ABCD" for cell in state.board.pieces(seat)]
    places = [*LAYOUT.holes, *LAYOUT.heaps, ""]
    shown = [Displacement(seat, cell, lot.choice(places)) for seat, cell in lot.sample(pieces, lot.randint(0, 5))]
    shown.append(Displacement(lot.choice("ABCD?"), "", lot.choice(LAYOUT.holes)))
    for card in (None, *GAME.cards):
        found = GAME.explain_picture(state, card, shown)
        assert found.rule.startswith("T")


@settings(max_examples=25)
@given(st.integers(0, 1 << 30), st.sampled_from(sorted(VARIANTS)))
def test_play_goes_on_with_unknown_hands_whatever_is_laid(seed: int, variant: str) -> None:
    lot = random.Random(seed)
    seats = VARIANTS[variant].seats
    state = begun(" ".join(f"{s}:{s}2,{s}3,{s}4,y" for s in seats), variant=variant, first=seats[0])
    for _ in range(60):
        if state.is_over:
            break
        before = State(*state)
        cards = [card for card in GAME.cards if GAME.options(state, card)] or ["9"]
        card = "tac" if state.winner else lot.choice(cards)
        options = GAME.options(state, card) or (GAME.aside(state, card),)
        state, old = GAME.play(state, lot.choice(options)), state
        assert old == before
        assert (state.ply, state.size(state.seat) > 0 or state.winner is not None) == (old.ply + 1, True)


def test_a_table_with_known_hands_is_the_same_kind_of_state() -> None:
    state = table(ON_RING, {"A": "2 3"})
    assert GAME.options(state, "2")[0].action == "10-12"
