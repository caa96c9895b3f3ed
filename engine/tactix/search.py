"""Looking ahead in TACTIX: alpha-beta with a transposition table, deeper and deeper until the budget is used.

1. `best` tries depths one by one; what the last finished one found stays.
2. `_value` looks at the moves of one side, best guesses first, and leaves out what the other side would never allow.
3. At the end of a line `_quiet` still follows captures, so that no exchange is judged in its middle.

The search plays on one board and takes every move back. Source: Knuth and Moore, An analysis of alpha-beta pruning
(1975); Zobrist, A new hashing method (1970).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.tactix.dice import BLACK, BLACK_PIECE, REACH, WHITE, is_king
from engine.tactix.moves import Move
from engine.tactix.paths import paths
from engine.tactix.position import CENTRE, HOME, SHORT, Position, king_of, other
from engine.tactix.worth import BLACK_TO_MOVE, KEYS, WORTH

WIN = 100_000
MOST_PLIES = 64
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
_SIGN = {WHITE: 1, BLACK: -1}
Step = tuple[int, int, int, int, int]
"""Guess of its worth, origin, target, piece after, captured piece."""


class Found(NamedTuple):
    """What the table keeps of a position: how deep it was searched, its worth, if that is a bound, the best move."""

    depth: int
    value: int
    kind: int
    move: tuple[int, int, int]


class OutOfBudget(Exception):
    """The search has looked at as many positions as it may."""


class Search:
    """One search from one position. `nodes` counts the positions looked at."""

    def __init__(self, position: Position, variant: str, budget: int) -> None:
        self.nodes = 0
        self._budget = budget
        self._board = bytearray(position.pieces)
        self._side = position.side
        self._table: dict[int, Found] = {}
        self._goals = {side: {HOME[other(side)]} | ({CENTRE} if variant == SHORT else set()) for side in (WHITE, BLACK)}

    def best(self, found: list[Move], depth: int) -> Move:
        """The best of the legal moves, looked at in this order, to a depth of so many moves."""
        order = list(found)
        best = order[0]
        try:
            for deep in range(1, depth + 1):
                values = self._root(order, deep)
                order = [move for _, _, move in sorted(values)]
                best = order[0]
                if -values[0][0] >= WIN - MOST_PLIES:
                    break
        except OutOfBudget:
            pass
        return best

    def value(self, depth: int) -> int:
        """What the position is worth to the side to move, so many moves deep. Raises: OutOfBudget."""
        key, score = self._start()
        return self._value(self._side, depth, -WIN, WIN, key, score, 0)

    def _root(self, order: list[Move], depth: int) -> list[tuple[int, int, Move]]:
        """Every move with its worth (negative, so that the best comes first), and its place in the order."""
        side, alpha = self._side, -WIN
        key, score = self._start()
        values = []
        for number, move in enumerate(order):
            step = (0, move.origin, move.target, move.piece, move.captured)
            value = self._after(step, side, depth, -WIN, -alpha, key, score, 0)
            if value > alpha:
                alpha = value
                values.append((-value, number, move))
            else:
                # Not better than one before: its worth is a bound only, and it stays behind.
                values.append((WIN + number, number, move))
        return sorted(values)

    def _start(self) -> tuple[int, int]:
        """Key and score (for white) of the board."""
        key, score = (BLACK_TO_MOVE if self._side == BLACK else 0), 0
        for square, piece in enumerate(self._board):
            key ^= KEYS[square][piece]
            score += WORTH[square][piece]
        return key, score

    def _after(self, step: Step, side: str, depth: int, alpha: int, beta: int, key: int, score: int, ply: int) -> int:
        """What a move is worth to the side that makes it."""
        _, origin, target, piece, captured = step
        if self._wins(side, target, piece, captured):
            return WIN - ply
        board, keys, worth = self._board, KEYS[target], WORTH[target]
        moved = board[origin]
        key ^= KEYS[origin][moved] ^ keys[piece] ^ keys[captured] ^ BLACK_TO_MOVE
        score += worth[piece] - worth[captured] - WORTH[origin][moved]
        board[origin], board[target] = 0, piece
        try:
            if depth > 1:
                return -self._value(other(side), depth - 1, alpha, beta, key, score, ply + 1)
            return -self._quiet(other(side), alpha, beta, score, ply + 1)
        finally:
            board[origin], board[target] = moved, captured

    def _wins(self, side: str, target: int, piece: int, captured: int) -> bool:
        return is_king(captured) or (target in self._goals[side] and piece == king_of(side))

    def _value(self, side: str, depth: int, alpha: int, beta: int, key: int, score: int, ply: int) -> int:
        """What a position is worth to the side to move, exactly between the two bounds."""
        self._count()
        known = self._table.get(key)
        if known is not None and known.depth >= depth:
            _, value, kind, _ = known
            if kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha):
                return value
        steps = self._steps(side, False)
        if not steps:
            return 0
        if known is not None:
            first = known.move
            steps.sort(key=lambda step: (step[1:4] != first, -step[0]))
        else:
            steps.sort(reverse=True)
        bound, best, move = alpha, -WIN, (0, 0, 0)
        for step in steps:
            value = self._after(step, side, depth, -beta, -alpha, key, score, ply)
            if value > best:
                best, move = value, step[1:4]
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        kind = AT_LEAST if best >= beta else EXACT if best > bound else AT_MOST
        self._table[key] = Found(depth, best, kind, move)
        return best

    def _quiet(self, side: str, alpha: int, beta: int, score: int, ply: int) -> int:
        """The same at the end of a line: only captures are followed, and nobody has to capture."""
        self._count()
        best = score * _SIGN[side]
        if best >= beta:
            return best
        alpha = max(alpha, best)
        for step in sorted(self._steps(side, True), reverse=True):
            _, origin, target, piece, captured = step
            if self._wins(side, target, piece, captured):
                return WIN - ply
            board, worth = self._board, WORTH[target]
            moved = board[origin]
            board[origin], board[target] = 0, piece
            after = score + worth[piece] - worth[captured] - WORTH[origin][moved]
            try:
                value = -self._quiet(other(side), -beta, -alpha, after, ply + 1)
            finally:
                board[origin], board[target] = moved, captured
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self._budget:
            raise OutOfBudget

    def _steps(self, side: str, only_captures: bool) -> list[Step]:
        """The moves of a side, each with a first guess of its worth. `only_captures`: and the king's last step."""
        board, goals, king = self._board, self._goals[side], king_of(side)
        is_black = side == BLACK
        mine = taken = 0
        own = []
        for square, piece in enumerate(board):
            if piece:
                taken |= 1 << square
                if (piece >= BLACK_PIECE) == is_black:
                    mine |= 1 << square
                    own.append((square, piece))
        found: list[Step] = []
        for origin, piece in own:
            for between, end_bit, target, turns, _, twin in paths(origin, REACH[piece]):
                if taken & between or mine & end_bit or not (twin is None or taken & twin):
                    continue
                captured = board[target]
                if captured:
                    guess = WIN if is_king(captured) else 1000 + REACH[captured] * 10 - REACH[piece]
                elif piece == king and target in goals:
                    guess = WIN
                elif only_captures:
                    continue
                else:
                    guess = REACH[turns[piece]]
                found.append((guess, origin, target, turns[piece], captured))
        return found
