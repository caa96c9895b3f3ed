"""Games of TACTIX by the slow engine, with its own count of repetitions and quiet moves. Source: X1 to X4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import brute_tactix as brute
from outside import Case

START = (
    "a1=w53 b1=w13 c1=w23 d1=w63 e1=wK f1=w63 g1=w23 h1=w13 i1=w53 "
    "a9=b54 b9=b14 c9=b24 d9=b64 e9=bK f9=b64 g9=b24 h9=b14 i9=b54 w"
)
MOST = 130


def scattered(lot: Random, variant: str) -> str:
    """Both kings and some dice anywhere, nobody has won."""
    while True:
        squares = lot.sample([file + row for file in brute.FILES for row in brute.ROWS], lot.choice((2, 3, 4, 10, 18)))
        board = {squares[0]: "wK", squares[1]: "bK"}
        many = {"w": lot.randint(0, 8), "b": lot.randint(0, 8)}
        for square in squares[2:]:
            side = lot.choice("wb")
            if many[side]:
                many[side] -= 1
                top = lot.randint(1, 6)
                board[square] = f"{side}{top}{lot.choice([n for n in range(1, 7) if n not in (top, 7 - top)])}"
        if not any(brute.ending(board, side, variant).startswith("won") for side in "wb"):
            return brute.write(board, lot.choice("wb"))


def cases(lot: Random) -> Iterator[Case]:
    """Everything about one game."""
    variant = lot.choice(("full", "short"))
    header = {"game": "tactix", "notation": 1, "variant": variant}
    text = START
    if lot.random() < 0.7:
        text = header["position"] = scattered(lot, variant)
    record, lines = [header], []
    seen, quiet, draw = Counter([text]), 0, None
    if not brute.results(text, variant):
        draw = "no-move"
    while draw is None and "won" not in text and len(lines) < MOST:
        found = brute.results(text, variant)
        if lot.random() < 0.15:
            yield Case("legal", {"game": "tactix", "variant": variant, "position": text}, found)
        if lot.random() < 0.08:
            yield from broken(lot, record, text, variant, len(lines) + 1)
        shy = [after for after in found if "won" not in after and after.count("=") == text.count("=")]
        after = lot.choice(shy if shy and lot.random() < 0.9 else sorted(found))
        if shy and lot.random() < 0.5:  # back to where it was, if it can be
            after = max(shy, key=lambda one: seen[one])
        record.append({"seat": text[-1], "action": found[after]})
        lines.append({"ply": len(lines) + 1, "position": after, "legal": len(found)})
        quiet = quiet + 1 if after.count("=") == text.count("=") else 0
        text = after
        seen[text] += 1
        if "won" not in text:
            stuck = not brute.results(text, variant)
            draw = "repetition" if seen[text] >= 3 else "fifty" if quiet >= 100 else "no-move" if stuck else None
    end = {"winner": [text[-1]] if "won" in text else None, "plies": len(lines)}
    yield Case("replay", record, [*lines, {**end, "draw": draw} if draw else end])
    if "won" in text or draw:
        rule = ("X3.1", "X3.2")
        yield Case("broken", [*record, {"seat": lot.choice("wb"), "action": "e1-e2"}], (len(lines) + 1, rule), "over")


def broken(lot: Random, record: list[dict], text: str, variant: str, ply: int) -> Iterator[Case]:
    """Moves that are none, with the rules that they can be said to break."""
    board, side = brute.read(text)
    good = {tuple(named) for after, named in every_way(text, variant)}
    for _ in range(6):
        names = [lot.choice(sorted(board) if lot.random() < 0.8 else ["e5"])]
        for _ in range(lot.choice((1, 1, 2, 2, 3))):
            names.append(lot.choice(brute.FILES) + names[-1][1] if lot.random() < 0.5
                         else names[-1][0] + lot.choice(brute.ROWS))  # fmt: skip
        if tuple(names) in good:
            continue
        rules = {"X2.1", "X2.2", "X2.3"}
        if board.get(names[0], "?")[0] != side:
            rules = {"X4.1", "X4.2"}
        elif text_kind(names) == "line":
            rules = {"X2.2", "X2.1"}
        yield Case("broken", [*record, {"seat": side, "action": "-".join(names)}], (ply, sorted(rules)), "move")
    foe = "b" if side == "w" else "w"
    yield Case("broken", [*record, {"seat": foe, "action": "a1-a2"}], (ply, ["X4.1"]), "out of turn")


def text_kind(names: list[str]) -> str:
    """`line`: it turns more than once, goes back, stays or goes on straight on at a corner."""
    ways = [(one[0] == other[0], one[1] == other[1]) for one, other in pairwise(names)]
    is_odd = len(ways) > 2 or any(way == (True, True) for way in ways) or len(set(ways)) < len(ways)
    return "line" if is_odd else "way"


def every_way(text: str, variant: str) -> Iterator[tuple[str, list[str]]]:
    """Every correct way to write a move: the squares that it names."""
    board, side = brute.read(text)
    for square, piece in board.items():
        if piece[0] == side:
            for way in brute.WAYS[1 if piece[1] == "K" else int(piece[1])]:
                made = brute.walked(board, square, piece, way, side)
                if made is not None:
                    yield brute.write(made[0], ""), made[1].split("-")
