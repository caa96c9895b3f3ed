"""A second, slow engine for TacTiki: columns are lists of letters, every pair of squares is tried.

Every rule is a question of its own. It shares nothing with `engine.tactiki`.
"""

from __future__ import annotations

import copy

FILES, ROWS = "abcde", "12345"
SQUARES = [file + row for row in ROWS for file in FILES]
FOE = {"T": "K", "K": "T"}
HOME = {"T": "1", "K": "5"}


def read(text):
    """(columns of [side, rank], defeated ranks, end)"""
    tac, tiki, end = text.split(" ", 2)
    columns, gone = {square: {} for square in SQUARES}, {}
    for side, word in (("T", tac[2:]), ("K", tiki[2:])):
        stand, _, gone_now = word.partition("+")
        gone[side] = list(gone_now)
        for piece in filter(None, stand.split(",")):
            columns[piece[:2]][int(piece[3 : piece.index("=")])] = [side, piece[-1]]
    return {square: [column[h] for h in sorted(column)] for square, column in columns.items()}, gone, end


def write(columns, gone, end):
    words = []
    for side in "TK":
        stand = [f"{square}.{height}={rank}" for square in SQUARES
                 for height, (owner, rank) in enumerate(columns[square], 1) if owner == side]  # fmt: skip
        left = "".join(sorted(gone[side], key="12345?".index))
        words.append(f"{side}:{','.join(stand)}" + (f"+{left}" if left else ""))
    return " ".join([*words, end])


def is_step(columns, side, origin, target):
    """Whether the top piece of one square may go to another."""
    column, there = columns[origin], columns[target]
    if not column or column[-1][0] != side or origin[1] == HOME[FOE[side]]:
        return False
    across = FILES.index(target[0]) - FILES.index(origin[0])
    up = int(target[1]) - int(origin[1])
    if (abs(across), up) != (1, 0) and (across, up) != (0, 1 if side == "T" else -1):
        return False
    return not (there and there[-1][0] != side and target[1] == HOME[side])


def is_reincarnation(columns, gone, side, square):
    return bool(gone[side]) and square[1] == HOME[side] and not columns[square]


def can_step(columns, side):
    return any(is_step(columns, side, one, other) for one in SQUARES for other in SQUARES)


def can_act(columns, gone, side):
    return can_step(columns, side) or any(is_reincarnation(columns, gone, side, square) for square in SQUARES)


def beats(one, other):
    return (one, other) == ("1", "5") or (one > other and (one, other) != ("5", "1"))


def attack(columns, gone, side, origin, target):
    """Fights an attack out; False if an unknown rank decides."""
    own = columns[origin].pop()
    column = columns[target]
    while column and column[-1][0] != side:
        if "?" in (own[1], column[-1][1]):
            return False
        if beats(own[1], column[-1][1]):
            gone[FOE[side]].append(column.pop()[1])
        elif own[1] == column[-1][1]:
            break
        else:
            gone[side].append(own[1])
            return True
    column.append(own)
    return True


def ended(columns, gone, side, left):
    """Who goes on, as it is written."""
    for square in SQUARES:
        if square[1] == HOME[FOE[side]] and [owner for owner, _ in columns[square]].count(side) >= 5:
            return f"won:{side}"
    if left and can_step(columns, side):
        return f"{side} {left}"
    if not can_act(columns, gone, FOE[side]) and can_act(columns, gone, side):
        return f"{side} 2"
    return f"{FOE[side]} 2"


def results(text):
    columns, gone, end = read(text)
    if end.startswith("won"):
        return {}
    side, left = end[0], int(end[2])
    found = {}
    for origin in SQUARES:
        for target in SQUARES:
            if is_step(columns, side, origin, target):
                board, lost = copy.deepcopy(columns), copy.deepcopy(gone)
                mark = f"#{origin}-{target}" if board[target] and board[target][-1][0] != side else ""
                if not mark:
                    board[target].append(board[origin].pop())
                elif not attack(board, lost, side, origin, target):
                    found[text + mark] = mark[1:]
                    continue
                found[write(board, lost, ended(board, lost, side, left - 1)) + mark] = f"{origin}-{target}"
    for square in SQUARES if left == 2 else ():
        for rank in sorted(set(gone[side])) if is_reincarnation(columns, gone, side, square) else ():
            board, lost = copy.deepcopy(columns), copy.deepcopy(gone)
            lost[side].remove(rank)
            if rank == "?":
                lost[side] = ["?"] * len(lost[side])
            board[square].append([side, rank])
            found[write(board, lost, ended(board, lost, side, 0))] = f"reincarnate:{rank}@{square}"
    return found


def perft(text, depth):
    counts = [0] * depth
    row = {text: 1}
    for level in range(depth):
        following = {}
        for position, times in row.items():
            for key in results(position):
                counts[level] += times
                after = key.partition("#")[0]
                if after != position:
                    following[after] = following.get(after, 0) + times
        row = following
    return counts
