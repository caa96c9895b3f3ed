"""What a side can play: every move with the position after it. Source: X2, X3.1."""

from __future__ import annotations

from typing import NamedTuple

from engine.tactix.dice import BLACK, BLACK_PIECE, REACH, TEXTS
from engine.tactix.paths import SQUARES, paths
from engine.tactix.position import Position, has_won, other


class Move(NamedTuple):
    """One way to move one piece. `piece`: as it lies on its last square; `captured`: what stood there (0: nothing)."""

    origin: int
    target: int
    piece: int
    captured: int
    action: str


def moves(position: Position) -> list[Move]:
    """Every move of the side to move, each result once, in its canonical way; none if the game is won."""
    pieces, side, winner = position
    found: list[Move] = []
    if winner is not None:
        return found
    is_black = side == BLACK
    mine = taken = 0
    own = []
    for square, piece in enumerate(pieces):
        if piece:
            taken |= 1 << square
            if (piece >= BLACK_PIECE) == is_black:
                mine |= 1 << square
                own.append((square, piece))
    for origin, piece in own:
        for between, end_bit, target, turns, action, twin in paths(origin, REACH[piece]):
            if not (taken & between or mine & end_bit) and (twin is None or taken & twin):
                found.append(Move(origin, target, turns[piece], pieces[target], action))
    return found


def after(position: Position, move: Move, variant: str) -> Position:
    """The position after a legal move."""
    pieces = bytearray(position.pieces)
    pieces[move.origin] = 0
    pieces[move.target] = move.piece
    side = position.side
    board = bytes(pieces)
    return Position(board, other(side), side if has_won(board, side, variant) else None)


def results(position: Position, variant: str) -> dict[str, str]:
    """The text of every position after a move, with its canonical action."""
    pieces, side, _ = position
    words = [f"{SQUARES[square]}={TEXTS[piece]} " if piece else "" for square, piece in enumerate(pieces)]
    board = bytearray(pieces)
    nobody_won, won = other(side), f"won:{side}"
    found = {}
    for origin, target, piece, _captured, action in moves(position):
        kept, word = words[target], words[origin]
        words[origin], words[target] = "", f"{SQUARES[target]}={TEXTS[piece]} "
        standing, board[target] = board[target], piece
        moved, board[origin] = board[origin], 0
        found["".join(words) + (won if has_won(board, side, variant) else nobody_won)] = action
        words[origin], words[target] = word, kept
        board[origin], board[target] = moved, standing
    return found


def perft(position: Position, variant: str, depth: int) -> list[int]:
    """The number of sequences of moves of each length from 1 to `depth`; a game that is won ends."""
    counts = [0] * depth
    if depth:
        _count(position, variant, counts, 0)
    return counts


def _count(position: Position, variant: str, counts: list[int], level: int) -> None:
    found = moves(position)
    counts[level] += len(found)
    if level + 1 < len(counts):
        for move in found:
            _count(after(position, move, variant), variant, counts, level + 1)
