"""A second, slow engine for Tacocat: every handful of cards and every order is tried, and judged by the rules' words.

It shares nothing with `engine.tacocat`: a position is taken apart into plain lists.
"""

from __future__ import annotations

from itertools import permutations, product

GOAL = {"A": 0, "B": 8}
FOE = {"A": "B", "B": "A"}


def read(text):
    token, covered, one, two, waits = text.split(" ")
    hands = {"A": cards(one[2:]), "B": cards(two[2:])}
    return int(token), [int(space) for space in covered[8:].split(",") if space != "-"], hands, waits


def cards(text):
    return [] if text == "-" else [word if word == "?" else int(word) for word in text.split(",")]


def write(token, covered, hands, waits):
    def row(hand):
        known = sorted(card for card in hand if card != "?")
        return ",".join(map(str, known + ["?"] * hand.count("?"))) or "-"

    spaces = ",".join(map(str, sorted(covered))) or "-"
    return f"{token} covered:{spaces} A:{row(hands['A'])} B:{row(hands['B'])} {waits}"


def handfuls(hand):
    """Every handful of a hand, cards by their place."""
    for chosen in product((False, True), repeat=len(hand)):
        yield [card for card, is_in in zip(hand, chosen, strict=True) if is_in]


def less(hand, gone):
    rest = list(hand)
    for card in gone:
        rest.remove(card)
    return rest


def results(text, seat):
    """Every position after an action, with the first way to write it."""
    token, covered, hands, waits = read(text)
    kind, _, rest = waits.partition(":")
    who, _, more = rest.partition("/")
    if seat not in who or kind == "won":
        return {}
    found = {}
    for action, after in tried(kind, who, more, token, covered, hands, seat):
        found[after] = min(action, found.get(after, action))
    return found


def tried(kind, who, more, token, covered, hands, seat):
    mine, theirs = hands[seat], hands[FOE[seat]]

    def table(own, waits):
        return write(token, covered, {seat: own, FOE[seat]: theirs}, waits)

    if kind == "exchange":
        for some in handfuls(mine):
            if not more or len(some) <= int(more):
                text = "exchange:" + (",".join(map(str, sorted(some))) or "-")
                if more or (who != "AB" and not some):
                    then = "duel:AB"
                else:
                    then = f"exchange:{FOE[seat]}/{len(theirs) if who == 'AB' else len(some)}"
                yield text, table(less(mine, some) + ["?"] * len(some), then)
    if kind == "attack":
        for some in handfuls(mine):
            if is_attack(sorted(some)) and len(some) < len(mine):
                text = ",".join(map(str, sorted(some)))
                yield f"attack:{text}", table(less(mine, some), f"answer:{FOE[seat]}/{text}")
    if kind == "answer":
        yield from answered([int(card) for card in more.split(",")], mine, theirs, seat, table)
    if kind in ("duel", "show"):
        for card in mine:
            own = less(mine, [card])
            if not more:
                yield f"{kind}:{card}", table(own, f"{kind}:{FOE[seat]}/{card}")
            else:
                yield f"{kind}:{card}", (dueled if kind == "duel" else shown)(
                    token, covered, {seat: own, FOE[seat]: theirs}, seat, card, int(more))  # fmt: skip


def is_attack(some):
    if not some:
        return False
    return len(set(some)) == 1 or (len(some) >= 3 and some == list(range(some[0], some[0] + len(some))))


def answered(attack, mine, theirs, seat, table):
    """Every order of every handful, each card in defence or given up."""
    for laid in set(permutations(mine, len(attack))):
        for lows in product((False, True), repeat=len(attack)):
            defence = [card for card, low in zip(laid, lows, strict=True) if not low]
            given = sorted(card for card, low in zip(laid, lows, strict=True) if low)
            is_good = all(low or card >= against for card, low, against in zip(laid, lows, attack, strict=True))
            if is_good and given == sorted(less(mine, defence))[: len(given)]:
                own = less(mine, laid)
                then = f"attack:{FOE[seat] if given else seat}"
                if len(own) == len(theirs) == 1:
                    then = "show:AB"
                words = [f"low{card}" if low else str(card) for card, low in zip(laid, lows, strict=True)]
                yield "answer:" + ",".join(words), table(own, then)


def dueled(token, covered, hands, seat, card, before):
    sizes = {len(hand) for hand in hands.values()}
    if card == before:
        if max(sizes) <= 1:
            return write(token, covered, {"A": [], "B": []}, "deal")
        return write(token, covered, hands, "duel:AB")
    first = seat if card > before else FOE[seat]
    return write(token, covered, hands, "show:AB" if sizes == {1} else f"attack:{first}")


def shown(token, covered, hands, seat, card, before):
    nobody = {"A": [], "B": []}
    if card == before:
        return write(token, covered, nobody, "deal")
    winner = seat if card < before else FOE[seat]
    row = [space for space in range(9) if space not in covered]
    row = row if winner == "B" else row[::-1]
    following = row[row.index(token) + 1]
    then = f"won:{winner}" if following == GOAL[winner] else "deal"
    return write(following, [*covered, token], nobody, then)


def perft(text, depth):
    counts = [0] * depth
    row = {text: 1}
    for level in range(depth):
        following = {}
        for position, times in row.items():
            hands = read(position)[2]
            for seat in "AB":
                if "?" not in hands[seat]:
                    for after in results(position, seat):
                        counts[level] += times
                        following[after] = following.get(after, 0) + times
        row = following
    return counts
