"""Games of TAC-TIK by the slow engine, with its own pack, its own giving and its own memory of what is known.

Source: I1 to I5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import brute_tactik as brute
from outside import Case

VARIANTS = ("teams4", "teams6", "three", "two", "simple4", "simple2")
GETS = {
    "teams4": "AC CA BD DB", "simple4": "AC CA BD DB", "teams6": "AD DA BE EB CF FC", "three": "AB BC CA",
    "two": "AB BA", "simple2": "",
}  # fmt: skip
DEALT = {"simple2": "I2.4", "two": "I2.3", "three": "I2.3"}
MOST = 60


def scattered(lot: Random, variant: str) -> str:
    """Pieces anywhere, nobody has won; now and then somebody is all at home."""
    while True:
        board: brute.Board = {}
        for seat in brute.seats_of(variant):
            is_late = lot.random() < 0.3
            for _ in range(4):
                cell = f"{lot.randrange(brute.size_of(variant)):02d}"
                if lot.random() < (0.9 if is_late else 0.2):
                    cell = f"{seat}{lot.randint(1, 4)}"
                elif lot.random() < 0.2:
                    cell = lot.choice(sorted(board)) if board else cell
                    cell = f"{(int(cell) + lot.randint(1, 5)) % 64:02d}" if cell.isdigit() else brute.start_of(seat)
                if lot.random() < 0.25 or cell in board:
                    continue
                board[cell] = seat + "*" * (cell == brute.start_of(seat) and lot.random() < 0.6)
        if not brute.is_won(board, variant):
            return brute.write(board, brute.seats_of(variant))


def first_texts(board: brute.Board, variant: str, player: str, card: str) -> dict[str, str]:
    """Every position that a card leads to, with the first way to write it."""
    own, found = brute.own_colours(board, variant, player), {}
    seats = brute.seats_of(variant)
    for seat in own if card == "7x1" else ():
        found |= brute.run_texts(board, variant, seat)
    for text, after in brute.exchanges(board, variant, own) if card == "swap" else ():
        found[after] = min(text, found.get(after, text))
    if card in ("7x1", "swap"):
        return found
    for seat in own:
        start, way, count = brute.start_of(seat), *((-1, 4) if card == "4" else (1, brute.COUNTS[card]))
        for cell in brute.mine(board, seat):
            if way == 1 or cell.isdigit():
                for target in ends(board, variant, seat, cell, count, way):
                    found[brute.write(brute.moved(board, cell, target), seats)] = f"{cell}-{target}"
        if card in ("1", "10") and len(brute.mine(board, seat)) < 4 and not board.get(start, "").endswith("*"):
            found[brute.write({**board, start: seat + "*"}, seats)] = f"{seat}y-{start}"
    return found


def ends(board: brute.Board, variant: str, seat: str, cell: str, count: int, way: int) -> set[str]:
    """Where a piece can be after so many steps."""
    found = {cell}
    for number in range(count):
        found = {far for at in found for far in brute.onward(board, variant, seat, at, way, number == 0)}
    return found


class Hands:
    """All hands as they are, and as far as they are known."""

    def __init__(self, players: str) -> None:
        self.held: dict[str, list[str]] = {player: [] for player in players}
        self.known: dict[str, list[str]] = {player: [] for player in players}
        self.gone: list[str] = []

    def is_known(self, player: str) -> bool:
        """Whether the whole hand is known."""
        return len(self.known[player]) == len(self.held[player])

    def lay(self, player: str, card: str) -> None:
        """A card is laid."""
        self.held[player].remove(card)
        if card in self.known[player]:
            self.known[player].remove(card)
        self.gone.append(card)


def cases(lot: Random) -> Iterator[Case]:
    """Everything about one game."""
    variant = lot.choice(VARIANTS)
    players = brute.players_of(variant)
    if variant in brute.COLOURS:
        players = "".join(brute.COLOURS[variant])
    how = {player: lot.choice(("open", "open", "closed", "half")) for player in players}
    dealer = lot.choice(players)
    record: list[dict] = [{"game": "tactik", "notation": 1, "variant": variant, "dealer": dealer}]
    text = brute.write({}, brute.seats_of(variant))
    if lot.random() < 0.8:
        text = record[0]["position"] = scattered(lot, variant)
    lines: list[dict] = []
    hands, pack = Hands(players), []
    while not brute.is_won(brute.read(text), variant) and len(lines) < MOST:
        if not any(hands.held.values()):
            if len(pack) < len(players) * (6 if variant == "two" else 4):
                pack = [card for card in brute.CARDS for _ in range(4)]
                lot.shuffle(pack)
                hands.gone = []
            dealer = dealer if not lines else follows(players, dealer)
            yield from dealt(lot, record, variant, hands, pack, how, len(lines) + 1)
            player = follows(players, dealer)
        while not hands.held[player]:
            player = follows(players, player)
        board = brute.read(text)
        found = {card: first_texts(board, variant, player, card) for card in sorted(set(hands.held[player]))}
        if lot.random() < 0.3:
            card = lot.choice(brute.CARDS)
            request = {"game": "tactik", "variant": variant, "position": text, "seat": player, "card": card}
            after = first_texts(board, variant, player, card)
            assert set(after) == brute.results(variant, text, player, card)
            yield Case("legal", request, after)
        if lot.random() < 0.15:
            yield from broken(lot, record, variant, text, player, hands, len(lines) + 1)
        plays = [(card, after) for card in found for after in found[card]]
        card, after = lot.choice(plays) if plays else (lot.choice(hands.held[player]), text)
        legal = len(plays) if hands.is_known(player) else None
        record.append({"seat": player, "card": card, "action": found[card][after] if plays else "discard"})
        lines.append({"ply": len(lines) + 1, "position": after, "legal": legal})
        hands.lay(player, card)
        text, player = after, follows(players, player)
    board = brute.read(text)
    won = brute.is_won(board, variant)
    end = {"winner": winner(board, variant) if won else None, "plies": len(lines)}
    yield Case("replay", record, [*lines, end], str(how))
    if won:
        line = {"seat": players[0], "card": "5", "action": "discard"}
        yield Case("broken", [*record, line], (len(lines) + 1, ["I5.1"]), "over")


def winner(board: brute.Board, variant: str) -> list[str]:
    """The colours at home."""
    if variant == "simple2":
        return [seat for seat in "AC" if brute.is_home(board, seat)]
    seats = brute.seats_of(variant)
    team = next(s for s in seats if brute.is_home(board, s) and brute.is_home(board, brute.opposite(variant, s)))
    return sorted([team, brute.opposite(variant, team)])


def follows(players: str, player: str) -> str:
    """The left neighbour."""
    return (players * 2)[players.index(player) + 1]


def dealt(
    lot: Random, record: list[dict], variant: str, hands: Hands, pack: list[str], how: dict[str, str], ply: int
) -> Iterator[Case]:
    """A deal and the giving, with what can be wrong about them."""
    rule = DEALT.get(variant, "I2.2")
    size = 6 if variant == "two" else 4
    if lot.random() < 0.2:
        closed = dict.fromkeys(how)
        for hand in (["?"] * (size + 1), ["?"] * (size - 1)):
            yield Case("broken", [*record, {"deal": {**closed, "A": hand}}], (ply, ["I2.2", "I2.3", "I2.4"]), "size")
        five = {player: ["5", "5", "5", *["?"] * (size - 3)] for player in how}
        yield Case("broken", [*record, {"deal": five}], (ply, ["I2.1"]), "five of a kind")
        line = {"seat": "A", "card": "5", "action": "discard"}
        yield Case("broken", [*record, line], (ply, ["I2.2", "I2.3", "I2.4"]), "no deal")
        yield Case("broken", [*record, {"swap": closed}], (ply, ["I2.2", "I2.3", "I2.4"]), "no deal")
    told: dict[str, list[str] | None] = {}
    for player in hands.held:
        hands.held[player] = [pack.pop() for _ in range(size)]
        hands.known[player] = []
        told[player] = None
        if how[player] != "closed":
            is_open = how[player] == "open"
            told[player] = [card if is_open or lot.random() < 0.5 else "?" for card in hands.held[player]]
            hands.known[player] = [card for card in told[player] or () if card != "?"]
    record.append({"deal": told})
    if not GETS[variant]:
        if lot.random() < 0.3:
            yield Case("broken", [*record, {"swap": dict.fromkeys(how)}], (ply, ["I2.4"]), "no giving")
        return
    if lot.random() < 0.3:
        line = {"seat": "A", "card": "5", "action": "discard"}
        yield Case("broken", [*record, line], (ply, ["I2.2", "I2.3", "I2.4"]), "give first")
    given = {player: lot.choice(cards) for player, cards in hands.held.items()}
    shown: dict[str, str | None] = {}
    for player, card in given.items():
        is_told = lot.random() < (1.0 if how[player] == "open" else 0.5)
        shown[player] = card if is_told else None
        hands.held[player].remove(card)
        if not is_told:
            hands.known[player] = []
        elif card in hands.known[player]:
            hands.known[player].remove(card)
    if lot.random() < 0.3:
        for player in (one for one in how if how[one] == "open"):
            missing = [card for card in brute.CARDS if card not in (told[player] or ())]
            line = {"swap": {**shown, player: lot.choice(missing)}}
            yield Case("broken", [*record, line], (ply, ["I3.3", "I2.2", "I2.3", "I2.4"]), f"not held, {rule}")
    for pair in GETS[variant].split():
        hands.held[pair[1]].append(given[pair[0]])
        if shown[pair[0]] is not None:
            hands.known[pair[1]].append(given[pair[0]])
    record.append({"swap": shown})


def broken(
    lot: Random, record: list[dict], variant: str, text: str, player: str, hands: Hands, ply: int
) -> Iterator[Case]:
    """Plays that are none, as far as that is known, with the rules that they can be said to break."""
    board, players = brute.read(text), "".join(hands.held)

    def case(seat: str, card: str, action: str, rules: list[str], why: str) -> Case:
        line = {"seat": seat, "card": card, "action": action}
        return Case("broken", [*record, line], (ply, rules), f"{why} {variant} {text}")

    if len(players) > 1:
        yield case(lot.choice([one for one in players if one != player]), "5", "discard", ["I2.2"], "turn")
    yield Case("broken", [*record, {"deal": dict.fromkeys(players)}], (ply, ["I2.2"]), "deal")
    held = hands.held[player]
    if hands.is_known(player):
        card = lot.choice([one for one in brute.CARDS if one not in held])
        yield case(player, card, "discard", ["I3.3"], "not held")
    card = lot.choice(held)
    known = [*hands.known[player], card]
    if any(brute.results(variant, text, player, one) for one in known):
        yield case(player, card, "discard", ["I3.1"], "discard")
    seen = Counter(hands.gone) + sum((Counter(cards) for cards in hands.known.values()), Counter())
    for one in brute.CARDS:
        if seen[one] >= 4 and one not in hands.known[player] and not hands.is_known(player):
            yield case(player, one, "discard", ["I2.1"], "a fifth")
    good = first_texts(board, variant, player, card)
    for _ in range(8):
        action, rules = tried(lot, board, variant, card)
        after = done(board, variant, action, player)
        if after not in good or "," in action:
            if card == "7x1" and is_good_seven(board, variant, player, action):
                continue
            if card != "7x1" and after in good:
                continue
            yield case(player, card, action, rules, f"with {card}")


ANY_WAY = [f"I4.{number}" for number in range(1, 9)] + ["I3.1", "I3.2"]


def tried(lot: Random, board: brute.Board, variant: str, card: str) -> tuple[str, list[str]]:
    """Something that somebody might try with a card, and the rules of which it may break some."""
    seat = lot.choice(brute.seats_of(variant))
    cells = sorted(board) or ["05"]
    origin = lot.choice(cells)
    ring = [f"{number:02d}" for number in range(brute.size_of(variant))]
    kind = lot.random()
    if kind < 0.15:
        target = lot.choice((brute.start_of(seat), lot.choice(ring)))
        return f"{seat}y-{target}", ["I4.1", "I4.2", "I4.3", "I3.2", "I4.7", "I4.8"]
    if kind < 0.3:
        one, other = sorted((origin, lot.choice(cells)))
        return f"{one}~{other}", ["I4.7", "I3.2", "I4.6"]
    if not origin.isdigit():
        return f"{origin}-{origin[0]}{lot.randint(1, 4)}", ANY_WAY
    step = lot.choice((1, 2, 3, 5, 6, 7, 8, 9, 10, 12, -4, -3, 4, 11))
    target = f"{(int(origin) + step) % brute.size_of(variant):02d}"
    if lot.random() < 0.3:
        target = f"{board.get(origin, 'A')[0]}{lot.randint(1, 4)}"
    more = f",{origin}-{target}" if card == "7x1" and lot.random() < 0.2 else ""
    return f"{origin}-{target}{more}", ANY_WAY


def done(board: brute.Board, variant: str, action: str, player: str) -> str:
    """The position as it would be after an action of one piece, whether or not that is allowed."""
    after = dict(board)
    if "~" in action:
        one, other = action.split("~")
        if one not in board or other not in board or one == other:
            return ""
        return brute.write({**board, one: board[other][0], other: board[one][0]}, brute.seats_of(variant))
    origin, target = action.split(",")[0].split("-")
    if origin.endswith("y"):
        return brute.write({**board, target: origin[0] + "*"}, brute.seats_of(variant))
    if origin not in after or origin == target:
        return ""
    after[target] = after.pop(origin)[0]
    return brute.write(after, brute.seats_of(variant))


def is_good_seven(board: brute.Board, variant: str, player: str, action: str) -> bool:
    """Whether a 7x1 can be written so."""
    for seat in brute.own_colours(board, variant, player):
        states = [(board, 7)]
        for run in action.split(","):
            states = [
                (after, left - steps)
                for now, left in states
                for text, steps, after in brute.runs(now, variant, seat, left)
                if text == run
            ]
        if any(not left for _, left in states):
            return True
    return False
