"""A second, slow engine for the card game for TAC, written from the rules page alone: the judge of the fast one.

It imports nothing from the engine. A board is a mapping from cell to seat, with `*` behind the seat of a fresh piece;
whatever is on no cell is in its yard. Every card is tried field by field and every 7 step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

Board = dict[str, str]
STARTS = {"A": "00", "B": "16", "C": "32", "D": "48"}
SEATS = {"duel": "AC", "three-free": "ABC", "two-against-one": "ABC"}
PARTNERS = {
    "duel": {},
    "three-free": {},
    "two-against-one": {"B": "C", "C": "B"},
}
USUAL = {"A": "C", "C": "A", "B": "D", "D": "B"}
TOGETHER = ("team-of-four", "solo")
COUNTS = {card: int(card) for card in ["1", "2", "3", "5", "6", "8", "9", "10", "12", "13"]}


@dataclass(frozen=True)
class Table:
    """Who sits where, and the two flags that a card may depend on."""

    variant: str
    is_last: bool = False
    is_next_empty: bool = False

    @property
    def seats(self) -> str:
        return SEATS.get(self.variant, "ABCD")

    def partner(self, seat: str) -> str | None:
        return PARTNERS.get(self.variant, USUAL).get(seat)

    def following(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


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


def mine(board: Board, seat: str) -> list[str]:
    return sorted(cell for cell, owner in board.items() if owner[0] == seat)


def on_ring(cell: str) -> bool:
    return cell.isdigit()


def is_home(board: Board, seat: str) -> bool:
    return all(f"{seat}{n}" in board for n in (1, 2, 3, 4))


def owners(board: Board, table: Table, seat: str) -> list[str]:
    """Whose pieces are "own" for this seat."""
    if not is_home(board, seat):
        return [seat]
    partner = table.partner(seat)
    if partner is None:
        return []
    if not is_home(board, partner):
        return [partner]
    if table.variant in TOGETHER:
        return [other for other in table.seats if not is_home(board, other)]
    return []


def beside(cell: str, way: int) -> str:
    return f"{(int(cell) + way) % 64:02d}"


def onward(board: Board, seat: str, cell: str, way: int, is_first: bool) -> list[str]:
    """The cells one field further on; `way` is 1 or -1 on the ring."""
    if not on_ring(cell):
        return [f"{seat}{int(cell[1]) + 1}"] if cell[1] < "4" else []
    is_fresh = is_first and board[cell].endswith("*")
    inside = [f"{seat}1"] if cell == STARTS[seat] and not is_fresh else []
    return [beside(cell, way), *inside]


def walks(board: Board, seat: str, origin: str, count: int, way: int = 1) -> Iterator[str]:
    """Where a piece can end after exactly `count` fields without a jump."""
    ends = [origin]
    for number in range(count):
        further = []
        for cell in ends:
            if number == 0 or cell not in board:
                further += onward(board, seat, cell, way, number == 0)
        ends = further
    return (cell for cell in ends if on_ring(cell) or cell not in board)


def moved(board: Board, origin: str, target: str) -> Board:
    after = dict(board)
    after[target] = after.pop(origin)[0]
    return after


def opened(board: Board, seat: str) -> Iterator[tuple[Board, str]]:
    if len(mine(board, seat)) < 4:
        yield {**board, STARTS[seat]: seat + "*"}, f"{seat}y-{STARTS[seat]}"


def stepped(
    board: Board, seat: str, count: int, way: int = 1, is_ring_only: bool = False
) -> Iterator[tuple[Board, str]]:
    for origin in mine(board, seat):
        if on_ring(origin) or not is_ring_only:
            for target in walks(board, seat, origin, count, way):
                yield moved(board, origin, target), f"{origin}-{target}"


def lock(board: Board, seat: str) -> set[str]:
    """House fields of a seat whose pieces are locked."""
    return {
        f"{seat}{n}"
        for n in (1, 2, 3, 4)
        if all(f"{seat}{further}" in board for further in range(n, 5))
    }


def single_steps(board: Board, seat: str, locks: set[str]) -> Iterator[tuple[str, str]]:
    """Every single step of a 7 with a piece of a seat."""
    for origin in mine(board, seat):
        if origin in locks:
            continue
        targets = onward(board, seat, origin, 1, True)
        if not on_ring(origin) and origin[1] > "1":
            targets.append(f"{seat}{int(origin[1]) - 1}")
        for target in targets:
            if on_ring(target) or target not in board:
                yield origin, target


def sevens(board: Board, table: Table, seat: str) -> set[str]:
    """Every position after seven single steps."""
    locks = {cell for other in table.seats for cell in lock(board, other)}
    reached = {(write(board, table.seats), owner) for owner in owners(board, table, seat)}
    for left in range(6, -1, -1):
        following = set()
        for text, owner in reached:
            here = read(text)
            for origin, target in single_steps(here, owner, locks):
                after = moved(here, origin, target)
                key = write(after, table.seats)
                if not is_home(after, owner) or not left:
                    following.add((key, owner))
                else:
                    following |= {(key, other) for other in owners(after, table, seat)}
        reached = following
    return {text for text, _ in reached}


def run_texts(board: Board, table: Table, seat: str) -> dict[str, str]:
    """The canonical text of every result of a 7, by trying all ways to write it. For few pieces only."""
    locks = {cell for other in table.seats for cell in lock(board, other)}
    best: dict[str, tuple[int, str]] = {}

    def follow(here: Board, owner: str, left: int, texts: tuple[str, ...]) -> None:
        if not left:
            entry, key = (len(texts), ",".join(texts)), write(here, table.seats)
            best[key] = min(best.get(key, entry), entry)
            return
        for origin in mine(here, owner):
            for way in (1, -1):
                run(here, owner, origin, origin, way, left, texts)

    def run(here: Board, owner: str, origin: str, cell: str, way: int, left: int, texts: tuple[str, ...]) -> None:
        for start, target in single_steps(here, owner, locks):
            is_back = not on_ring(start) and target < start
            if start != cell or is_back != (way < 0):
                continue
            after = moved(here, start, target)
            done = (*texts, f"{origin}-{target}")
            if left > 1 and is_home(after, owner):
                for other in owners(after, table, seat):
                    follow(after, other, left - 1, done)
                continue
            follow(after, owner, left - 1, done)
            if left > 1:
                run(after, owner, origin, target, way, left - 1, texts)

    for owner in owners(board, table, seat):
        follow(board, owner, 7, ())
    return {key: text for key, (_, text) in best.items()}


def exchanged(board: Board) -> Iterator[tuple[Board, str]]:
    for one, other in combinations(sorted(filter(on_ring, board)), 2):
        yield {**board, one: board[other][0], other: board[one][0]}, f"{one}~{other}"


def struck(board: Board, seat: str) -> Iterator[tuple[Board, str]]:
    for origin in filter(on_ring, mine(board, seat)):
        target = beside(origin, 1)
        while target not in board:
            target = beside(target, 1)
        after = {cell: owner for cell, owner in board.items() if cell != origin}
        if target != origin:
            after[target] = seat
        yield after, f"{origin}x{target}"


def blessed(board: Board, table: Table, seat: str) -> Iterator[tuple[Board, str]]:
    following = table.following(seat)
    meant = [following]
    if is_home(board, following):
        meant = [other for other in [table.partner(following)] if other is not None]
    if table.variant in TOGETHER and any(all(is_home(board, s) for s in pair) for pair in ("AC", "BD")):
        meant = list(table.seats)
    for owner in meant:
        if is_home(board, owner):
            continue
        if len(mine(board, owner)) < 4:
            yield from opened(board, owner)
        else:
            yield from stepped(board, owner, 1, is_ring_only=True)
            yield from stepped(board, owner, 13, is_ring_only=True)


def used(board: Board, table: Table, seat: str, card: str) -> Iterator[tuple[Board, str]]:
    """Every way to use a card other than TAC, written; not yet without doubles."""
    own = owners(board, table, seat)
    has_ring_piece = any(on_ring(cell) for owner in own for cell in mine(board, owner))
    if card == "7":
        yield from ((read(text), "7") for text in sevens(board, table, seat))
    if card == "trickster" and has_ring_piece:
        yield from exchanged(board)
    if card == "angel":
        yield from blessed(board, table, seat)
    if card == "fool" and not table.is_last:
        yield board, "pass-hands"
    if card == "devil" and not table.is_last and not table.is_next_empty:
        yield board, "devil"
    if card == "8" and has_ring_piece and not table.is_last and not table.is_next_empty:
        yield board, "skip"
    for owner in own:
        if card in ("1", "13"):
            yield from opened(board, owner)
        if card in COUNTS:
            yield from stepped(board, owner, COUNTS[card])
        if card == "4":
            yield from stepped(board, owner, 4, -1, is_ring_only=True)
        if card == "warrior":
            yield from struck(board, owner)


MARKS = ("skip", "devil", "pass-hands")


def results(board: Board, table: Table, seat: str, card: str) -> dict[str, str]:
    """Key and canonical action of every result of a card other than TAC (the action of a 7 is not told)."""
    found: dict[str, str] = {}
    for after, text in used(board, table, seat, card):
        key = write(after, table.seats) + (f"#{text}" if text in MARKS else "")
        found[key] = min(found.get(key, text), text)
    return found


@dataclass(frozen=True)
class Turn:
    """A moment in a deal with all hands open."""

    variant: str
    board: str
    hands: tuple[tuple[str, ...], ...]
    seat: str
    before: tuple[str, bool, str] | None = None
    """The card that a TAC takes over, whether it was used, the board before it."""
    beneath: tuple[str, bool, str] | None = None
    mode: str = "usual"
    """`usual`, `out` (sits out), `answer` (only TAC), `over`."""

    @property
    def hand(self) -> tuple[str, ...]:
        return self.hands[Table(self.variant).seats.index(self.seat)]

    def sides(self) -> list[str]:
        if self.variant in TOGETHER:
            return ["ABCD"]
        table = Table(self.variant)
        return sorted({"".join(sorted(seat + (table.partner(seat) or ""))) for seat in table.seats})


def uses(turn: Turn, card: str) -> dict[str, tuple[str, str]]:
    """Result key of each use of a card to the board it leaves and the card whose function was used."""
    seats = Table(turn.variant).seats
    following = Table(turn.variant).following(turn.seat)
    table = Table(turn.variant, sum(map(len, turn.hands)) == 1, not turn.hands[seats.index(following)])
    board = turn.board
    if card == "tac":
        if turn.before is None:
            return {}
        card, was_used, earlier = turn.before
        board = earlier if was_used else board
    return {key: (key.partition("#")[0], card) for key in results(read(board), table, turn.seat, card)}


def turns(turn: Turn) -> list[Turn]:
    """The moment after each play."""
    if turn.mode == "over":
        return []
    after = []
    for card in dict.fromkeys(turn.hand):
        if turn.mode == "usual" or card == "tac":
            after += [_used(turn, card, key, *entry) for key, entry in uses(turn, card).items()]
    if turn.mode == "out" or (turn.mode == "usual" and not after):
        after += [_discarded(turn, card) for card in dict.fromkeys(turn.hand)]
    return after


def _without(turn: Turn, card: str) -> tuple[tuple[str, ...], ...]:
    hand = list(turn.hand)
    hand.remove(card)
    seats = Table(turn.variant).seats
    return tuple(tuple(hand) if seat == turn.seat else held for seat, held in zip(seats, turn.hands, strict=True))


def _advanced(turn: Turn) -> Turn:
    table = Table(turn.variant)
    seat = turn.seat
    for number in range(len(table.seats)):
        seat = table.following(seat)
        if turn.hands[table.seats.index(seat)]:
            mode = turn.mode if number == 0 else "usual"
            return replace(turn, seat=seat, mode=mode)
    return replace(turn, mode="over")


def _used(turn: Turn, card: str, key: str, board: str, function: str) -> Turn:
    mark = key.partition("#")[2]
    after = replace(turn, board=board, hands=_without(turn, card), mode="usual")
    if mark == "pass-hands":
        reference = turn.beneath if card == "tac" else turn.before
        after = replace(after, hands=(*after.hands[1:], after.hands[0]), before=reference, beneath=None)
        if card != "tac":
            after = replace(after, beneath=turn.beneath)
        return after if after.hand else _advanced(after)
    won = [side for side in turn.sides() if all(is_home(read(board), seat) for seat in side)]
    was_answer = turn.mode == "answer"
    after = replace(after, before=None if was_answer else (function, True, turn.board), beneath=None)
    if won:
        seats = Table(turn.variant).seats
        answering = replace(after, seat=Table(turn.variant).following(turn.seat), mode="answer")
        holds = "tac" in after.hands[seats.index(answering.seat)]
        is_bound = answering.seat not in won[0] or turn.variant in TOGETHER
        if was_answer or not holds or not is_bound or not uses(answering, "tac"):
            return replace(after, mode="over")
        return answering
    return _advanced(replace(after, mode="out" if mark == "skip" else "usual"))


def _discarded(turn: Turn, card: str) -> Turn:
    after = replace(turn, hands=_without(turn, card), mode="usual")
    if card != "tac":
        beneath = turn.before if card == "fool" else None
        after = replace(after, before=(card, False, turn.board), beneath=beneath)
    elif turn.before is not None:
        after = replace(after, before=(turn.before[0], False, turn.board))
    return _advanced(after)


def perft(turn: Turn, depth: int) -> list[int]:
    """The number of sequences of plays of each length."""
    moments, counts = [turn], []
    for _ in range(depth):
        moments = [after for moment in moments for after in turns(moment)]
        counts.append(len(moments))
    return counts
