"""The text form of a position, and what a position tells."""

import brute_tac as brute
import pytest
from hypothesis import given
from tac_boards import boards

from engine.errors import InvalidNotation
from engine.tac.board.holes import LAYOUT
from engine.tac.board.position import Position

SEATS = "ABCD"
TEXT = "A:00*,A4,y,y B:17,B2,B3,B4 C:y,y,y,y D:05,48,D3,D4"


@given(boards(SEATS))
def test_text_reads_back(board):
    text = brute.write(board, SEATS)
    position = Position.parse(text, SEATS)
    assert str(position) == text
    assert Position.parse(str(position), SEATS) == position
    assert hash(Position.parse(text, SEATS)) == hash(position)


@given(boards(SEATS))
def test_tells_what_stands_where(board):
    position = Position.parse(brute.write(board, SEATS), SEATS)
    for hole in LAYOUT.holes:
        assert position.owner(hole) == (board[hole][0] if hole in board else None)
        assert position.is_fresh(hole) == board.get(hole, "").endswith("*")
    for seat in SEATS:
        pieces = position.pieces(seat)
        standing = [cell for cell in sorted(board) if board[cell][0] == seat]
        assert pieces == (*standing, *[f"{seat}y"] * (4 - len(standing)))
        assert position.yard(seat) == pieces.count(f"{seat}y")
        assert position.home(seat) == sum(cell[0] == seat for cell in standing)
        assert position.is_home(seat) == (position.home(seat) == 4)


@given(boards(SEATS))
def test_picture_shows_every_hole_and_yard(board):
    position = Position.parse(brute.write(board, SEATS), SEATS)
    picture = position.picture()
    assert len(picture) == len(LAYOUT.holes) + len(LAYOUT.heaps)
    shown = {hole: letter for hole, letter in zip(LAYOUT.holes, picture, strict=False) if letter != "."}
    assert shown == {cell: owner[0] for cell, owner in board.items()}
    assert [int(digit) for digit in picture[len(LAYOUT.holes) :]] == [position.yard(seat) for seat in SEATS]


def test_start_has_all_pieces_in_the_yards():
    assert str(Position.start("AC")) == "A:y,y,y,y C:y,y,y,y"
    assert Position.start("AC").picture() == "." * 80 + "4040"


def test_owner_of_a_strange_cell_is_nobody():
    position = Position.parse(TEXT, SEATS)
    assert position.owner("Ay") is None
    assert position.owner("E1") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A:00",
        TEXT.replace("A:00*,A4,y,y", "A:00*,A4,y"),
        TEXT.replace("A:00*,A4,y,y", "A:00*,A4,y,y,y"),
        TEXT.replace("A:00*,A4,y,y", "A:A4,00*,y,y"),
        TEXT.replace("A:00*,A4,y,y", "A:y,00*,A4,y"),
        TEXT.replace("00*", "01*"),
        TEXT.replace("B:17", "B:48"),
        TEXT.replace("B:17,B2", "B:17,17"),
        TEXT.replace("B2", "A2"),
        TEXT.replace("17", "64"),
        TEXT.replace("17", "7"),
        TEXT.replace("17", "\u0661\u0667"),
        TEXT.replace("B4", "B5"),
        TEXT.replace(" ", "  "),
        TEXT + " ",
        TEXT.replace("C:y,y,y,y ", ""),
        TEXT.replace("A:", "B:"),
        TEXT.lower(),
    ],
)
def test_any_other_text_is_refused(text):
    with pytest.raises(InvalidNotation, match="position cannot be read"):
        Position.parse(text, SEATS)


def test_seats_of_the_variant_are_wanted():
    with pytest.raises(InvalidNotation):
        Position.parse(TEXT, "ABC")
