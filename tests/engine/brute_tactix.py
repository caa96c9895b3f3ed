"""A second, slow engine for TACTIX: real dice with six painted faces, rolled square by square in every direction.

It shares nothing with `engine.tactix`: positions are dictionaries, and all ways of the right length are tried.
"""

from __future__ import annotations

from itertools import pairwise, product

FILES, ROWS = "abcdefghi", "123456789"
AHEAD = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def painted(top, south):
    """A western die with these faces: seen onto the corner of 1, 2 and 3 they follow counter-clockwise."""
    for east in {1, 2, 3, 4, 5, 6} - {top, south, 7 - top, 7 - south}:
        die = {"top": top, "bottom": 7 - top, "south": south, "north": 7 - south, "east": east, "west": 7 - east}
        if is_western(die):
            return die
    raise ValueError(f"no die has {top} next to {south}")


def is_western(die):
    """Whether the die has the faces 1, 2, 3 counter-clockwise, judged as a determinant of their directions."""
    vectors = {"top": (0, 0, 1), "bottom": (0, 0, -1), "south": (0, -1, 0), "north": (0, 1, 0),
               "east": (1, 0, 0), "west": (-1, 0, 0)}  # fmt: skip
    (a, b, c), (d, e, f), (g, h, i) = (vectors[next(k for k in die if die[k] == n)] for n in (1, 2, 3))
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1


def rolled(die, way):
    cycle = {"up": ("top", "north", "bottom", "south"), "down": ("top", "south", "bottom", "north"),
             "right": ("top", "east", "bottom", "west"), "left": ("top", "west", "bottom", "east")}[way]  # fmt: skip
    after = dict(die)
    for number, face in enumerate(cycle):
        after[cycle[(number + 1) % 4]] = die[face]
    return after


def read(text):
    *stand, end = text.split()
    return {word[:2]: word[3:] for word in stand}, end


def write(board, end):
    order = [file + row for row in ROWS for file in FILES]
    return " ".join([f"{square}={board[square]}" for square in order if square in board] + [end])


def beyond(square, way):
    across, up = AHEAD[way]
    file, row = FILES.find(square[0]) + across, ROWS.find(square[1]) + up
    return FILES[file] + ROWS[row] if 0 <= file < 9 and 0 <= row < 9 else None


def ways(length):
    """Every sequence of directions that is straight or has one right-angled turn."""
    for way in product(AHEAD, repeat=length):
        turns = [(one, other) for one, other in pairwise(way) if one != other]
        if len(turns) <= 1 and all(OPPOSITE[one] != other for one, other in turns):
            yield way


WAYS = {length: list(ways(length)) for length in range(1, 7)}


def results(text, variant):
    """Every position after a move, with the first way to write it."""
    board, side = read(text)
    found = {}
    for square, piece in board.items():
        if piece[0] == side:
            length = 1 if piece[1] == "K" else int(piece[1])
            for way in WAYS[length]:
                made = walked(board, square, piece, way, side)
                if made is not None:
                    after, action = made
                    key = write(after, ending(after, side, variant))
                    found[key] = min(action, found.get(key, action))
    return found


def walked(board, square, piece, way, side):
    die = None if piece[1] == "K" else painted(int(piece[1]), int(piece[2]))
    at, named = square, [square]
    for number, direction in enumerate(way):
        if number and way[number - 1] != direction:
            named.append(at)
        at = beyond(at, direction)
        if at is None:
            return None
        there = board.get(at)
        if there is not None and (number < len(way) - 1 or there[0] == side):
            return None
        die = die and rolled(die, direction)
    after = {place: other for place, other in board.items() if place != square}
    after[at] = side + ("K" if die is None else f"{die['top']}{die['south']}")
    return after, "-".join([*named, at])


def ending(board, side, variant):
    foe = "b" if side == "w" else "w"
    goals = ["e9" if side == "w" else "e1"] + (["e5"] if variant == "short" else [])
    if f"{foe}K" not in board.values() or any(board.get(goal) == f"{side}K" for goal in goals):
        return f"won:{side}"
    return foe


def perft(text, variant, depth):
    counts = [0] * depth
    row = {text: 1}
    for level in range(depth):
        following = {}
        for position, times in row.items():
            if "won" not in position:
                for after in results(position, variant):
                    counts[level] += times
                    following[after] = following.get(after, 0) + times
        row = following
    return counts
