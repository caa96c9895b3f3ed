"""A second, slow engine for TAC-TIK, written from the rules page alone: the judge of the fast one.

It imports nothing from the engine. A board is a mapping from cell to colour, with `*` behind the colour of a pieu;
whatever is on no cell is in its yard. Everything is walked hole by hole.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Board = dict[str, str]
SIX = ("teams6", "three")
SEATS = {"teams6": "ABCDEF", "three": "ABCDEF", "simple2": "AC"}
COLOURS = {"three": {"A": "AD", "B": "BE", "C": "CF"}, "two": {"A": "AC", "B": "BD"}}
COUNTS = {card: int(card) for card in ["1", "2", "3", "5", "6", "8", "9", "10", "12"]}
CARDS = [*COUNTS, "4", "swap", "7x1"]


def seats_of(variant: str) -> str:
    return SEATS.get(variant, "ABCD")


def players_of(variant: str) -> str:
    return "".join(COLOURS[variant]) if variant in COLOURS else seats_of(variant)


def size_of(variant: str) -> int:
    return 96 if variant in SIX else 64


def start_of(seat: str) -> str:
    return f"{16 * 'ABCDEF'.index(seat):02d}"


def opposite(variant: str, seat: str) -> str:
    ring = "ABCDEF" if variant in SIX else "ABCD"
    return ring[(ring.index(seat) + len(ring) // 2) % len(ring)]


def read(text: str) -> Board:
    board: Board = {}
    for part in text.split(" "):
        seat, _, words = part.partition(":")
        for word in words.split(","):
            if word != "y":
                board[word.rstrip("*")] = seat + "*" * word.endswith("*")
    return board


def write(board: Board, seats: str) -> str:
    parts = []
    for seat in seats:
        cells = sorted(cell for cell, owner in board.items() if owner[0] == seat)
        words = [cell + "*" * board[cell].endswith("*") for cell in cells]
        parts.append(f"{seat}:" + ",".join(words + ["y"] * (4 - len(words))))
    return " ".join(parts)


def is_home(board: Board, seat: str) -> bool:
    return all(f"{seat}{n}" in board for n in (1, 2, 3, 4))


def is_won(board: Board, variant: str) -> bool:
    if variant == "simple2":
        return any(is_home(board, seat) for seat in "AC")
    return any(is_home(board, seat) and is_home(board, opposite(variant, seat)) for seat in seats_of(variant))


def own_colours(board: Board, variant: str, player: str) -> str:
    """The colours whose pieces this player moves now."""
    if is_won(board, variant):
        return ""
    if variant in COLOURS:
        return COLOURS[variant][player]
    return opposite(variant, player) if is_home(board, player) else player


def onward(board: Board, variant: str, seat: str, cell: str, way: int, is_leaving: bool) -> list[str]:
    """The cells that a piece may step on from a cell; `is_leaving`: it is its first step."""
    if not cell.isdigit():
        further = f"{seat}{int(cell[1]) + 1}"
        return [further] if cell[1] < "4" and way == 1 and further not in board else []
    beside = f"{(int(cell) + way) % size_of(variant):02d}"
    found = [] if board.get(beside, "").endswith("*") else [beside]
    is_pieu = is_leaving and board[cell].endswith("*")
    if way == 1 and cell == start_of(seat) and not is_pieu and f"{seat}1" not in board:
        found.append(f"{seat}1")
    return found


def moved(board: Board, origin: str, target: str) -> Board:
    after = dict(board)
    after[target] = after.pop(origin)[0]
    return after


def walked(board: Board, variant: str, seat: str, origin: str, count: int, way: int) -> Iterator[Board]:
    ends = {origin}
    for number in range(count):
        ends = {far for cell in ends for far in onward(board, variant, seat, cell, way, number == 0)}
    return (moved(board, origin, target) for target in ends)


def mine(board: Board, seat: str) -> list[str]:
    return sorted(cell for cell, owner in board.items() if owner[0] == seat)


def stepped(board: Board, variant: str, seat: str, cell: str) -> Iterator[tuple[str, Board]]:
    """Every single step of one piece of a 7x1."""
    for target in onward(board, variant, seat, cell, 1, True):
        yield target, moved(board, cell, target)


def sevens(board: Board, variant: str, seat: str) -> set[str]:
    """Every position after seven single steps with pieces of one colour."""
    seats, now = seats_of(variant), {write(board, seats_of(variant))}
    for _ in range(7):
        now = {
            write(after, seats)
            for text in now
            for cell in mine(read(text), seat)
            for _, after in stepped(read(text), variant, seat, cell)
        }
    return now


def runs(board: Board, variant: str, seat: str, most: int) -> Iterator[tuple[str, int, Board]]:
    """Every run of one piece of at most so many steps: its text, its steps, the board after it."""
    for origin in mine(board, seat):
        ends = [(origin, board)]
        for steps in range(1, most + 1):
            ends = [
                (target, after)
                for cell, now in ends
                for target, after in stepped(now, variant, seat, cell)
            ]
            for target, after in ends:
                yield f"{origin}-{target}", steps, after


def run_texts(board: Board, variant: str, seat: str) -> dict[str, str]:
    """For every result of a 7x1 the first of its shortest texts."""
    seats = seats_of(variant)
    found: dict[str, str] = {}
    level: dict[tuple[str, int], set[str]] = {(write(board, seats), 7): {""}}
    while level:
        ends: dict[str, str] = {}
        following: dict[tuple[str, int], set[str]] = {}
        for (text, left), ways in level.items():
            for run, steps, after in runs(read(text), variant, seat, left):
                key, longer = write(after, seats), {f"{way},{run}".lstrip(",") for way in ways}
                if steps == left:
                    ends[key] = min([ends[key], *longer] if key in ends else longer)
                else:
                    following.setdefault((key, left - steps), set()).update({min(longer)})
        found.update({key: text for key, text in ends.items() if key not in found})
        level = following
    return found


def exchanges(board: Board, variant: str, own: str) -> Iterator[tuple[str, str]]:
    ring = sorted(cell for cell in board if cell.isdigit())
    for lower, higher in combinations(ring, 2):
        one, other = board[lower], board[higher]
        if one[0] not in own and other[0] not in own:
            continue
        if any(piece.endswith("*") and piece[0] not in own for piece in (one, other)):
            continue
        yield f"{lower}~{higher}", write({**board, lower: other[0], higher: one[0]}, seats_of(variant))


def results(variant: str, text: str, player: str, card: str) -> set[str]:
    """Every position that a card leads to."""
    board, seats = read(text), seats_of(variant)
    own, found = own_colours(read(text), variant, player), set()
    if card == "swap":
        return {after for _, after in exchanges(board, variant, own)}
    for seat in own:
        if card == "7x1":
            found |= sevens(board, variant, seat)
            continue
        way, count = (-1, 4) if card == "4" else (1, COUNTS[card])
        for cell in mine(board, seat):
            if way == 1 or cell.isdigit():
                found |= {write(after, seats) for after in walked(board, variant, seat, cell, count, way)}
        start = start_of(seat)
        if card in ("1", "10") and len(mine(board, seat)) < 4 and not board.get(start, "").endswith("*"):
            found.add(write({**board, start: seat + "*"}, seats))
    return found


def perft(variant: str, text: str, player: str, hands: dict[str, tuple[str, ...]], depth: int) -> list[int]:
    """Sequences of plays of each length; who holds no card is passed over."""
    counts = [0] * depth
    if not depth or not any(hands.values()) or is_won(read(text), variant):
        return counts
    order = players_of(variant)
    while not hands.get(player):
        player = (order * 2)[order.index(player) + 1]
    held = hands[player]
    plays = [(card, after) for card in sorted(set(held)) for after in results(variant, text, player, card)]
    for card, after in plays or [(card, text) for card in sorted(set(held))]:
        left = list(held)
        left.remove(card)
        later = {**hands, player: tuple(left)}
        counts[0] += 1
        following = (order * 2)[order.index(player) + 1]
        for number, more in enumerate(perft(variant, after, following, later, depth - 1), 1):
            counts[number] += more
    return counts
