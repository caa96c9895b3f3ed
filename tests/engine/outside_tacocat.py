"""Games of Tacocat by the slow engine, with its own pack and its own memory of what is known. Source: O1 to O3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import brute_tacocat as brute
from outside import Case

COUNTS = {1: 2, 2: 3, 3: 5, 4: 5, 5: 5, 6: 5, 7: 3, 8: 3, 9: 2, 10: 2, 11: 2, 12: 1}
SIZES = {1: 4, 2: 9, 3: 6, 4: 7, 5: 6, 6: 9, 7: 4}
MOST = 60
START = "4 covered:- A:- B:- deal"


class Masked:
    """What is known of both hands when some cards are hidden: the known ones, and how many are not."""

    def __init__(self) -> None:
        self.known: dict[str, list[int]] = {"A": [], "B": []}
        self.hidden = {"A": 0, "B": 0}

    def take(self, seat: str, cards: list[int], told: list | None) -> None:
        """Cards come into a hand; `told`: as the record has them, None for all unknown."""
        self.known[seat] += [int(card) for card in told or () if card != "?"]
        self.hidden[seat] += len(cards) if told is None else told.count("?")

    def lay(self, seat: str, cards: list[int]) -> None:
        """Cards leave a hand."""
        for card in cards:
            if card in self.known[seat]:
                self.known[seat].remove(card)
            else:
                self.hidden[seat] -= 1

    def hand(self, seat: str) -> list:
        """The hand as it is written."""
        return sorted(self.known[seat]) + ["?"] * self.hidden[seat]


def veiled(lot: Random, cards: list[int], how: str) -> list | None:
    """A row of cards as a record may tell it."""
    if how == "open":
        return [str(card) for card in cards]
    if how == "closed":
        return None
    return [str(card) if lot.random() < 0.6 else "?" for card in cards]


def laid(action: str) -> list[int]:
    """The cards that an action names."""
    return [int(word.removeprefix("low")) for word in action.partition(":")[2].split(",") if word != "-"]


def seats_of(waits: str) -> str:
    """Whom the round waits for."""
    return waits.partition(":")[2].partition("/")[0]


def cases(lot: Random) -> Iterator[Case]:
    """Everything about one game."""
    record: list[dict] = [{"game": "tacocat", "notation": 1}]
    text, lines, left = START, [], []
    how = {seat: lot.choice(("open", "open", "open", "closed", "half")) for seat in "AB"}
    seen, gone = Masked(), []
    if lot.random() < 0.5:
        token = lot.randint(1, 7)
        covered = sorted(set(lot.sample(range(1, 8), lot.randint(0, 4))) - {token})
        text = record[0]["position"] = brute.write(token, covered, {"A": [], "B": []}, "deal")
    while "won" not in text and len(lines) < MOST:
        token, covered, hands, waits = brute.read(text)
        if waits == "deal":
            if lot.random() < 0.3:
                yield from bad_deals(lot, record, text, len(lines) + 1)
            left = [rank for rank, many in COUNTS.items() for _ in range(many)]
            lot.shuffle(left)
            dealt = {seat: [left.pop() for _ in range(SIZES[token])] for seat in "AB"}
            told = {seat: veiled(lot, dealt[seat], how[seat]) for seat in "AB"}
            seen, gone = Masked(), []
            for seat in "AB":
                seen.take(seat, dealt[seat], told[seat])
            record.append({"deal": told})
            arrow = "AB" if token == 4 else "B" if token < 4 else "A"
            text = brute.write(token, covered, dealt, f"exchange:{arrow}")
            continue
        seat = lot.choice(seats_of(waits))
        found = brute.results(text, seat)
        if lot.random() < 0.2:
            yield from asked(lot, text, seat, found)
        if lot.random() < 0.15:
            yield from broken(lot, record, text, waits, seat, seen, gone, len(lines) + 1)
        after = lot.choice(sorted(found))
        play: dict = {"seat": seat, "action": found[after]}
        cards = laid(found[after])
        is_known = not seen.hidden[seat]
        seen.lay(seat, cards)
        gone += cards
        if "?" in after:
            drawn = [left.pop() for _ in cards]
            play["draw"] = veiled(lot, drawn, how[seat])
            seen.take(seat, drawn, play["draw"])
            hand = brute.less(hands[seat], cards) + drawn
            after_token, after_covered, after_hands, after_waits = brute.read(after)
            after = brute.write(after_token, after_covered, {**after_hands, seat: hand}, after_waits)
        elif waits.startswith("exchange"):
            play["draw"] = lot.choice(([], None))
        record.append(play)
        text = after
        token, covered, hands, waits = brute.read(text)
        if waits == "deal" or "won" in waits:
            seen = Masked()
        shown = brute.write(token, covered, {each: seen.hand(each) for each in "AB"}, waits)
        lines.append({"ply": len(lines) + 1, "position": shown, "legal": len(found) if is_known else None})
    end = {"winner": [text[-1]] if "won" in text else None, "plies": len(lines)}
    yield Case("replay", record, [*lines, end], str(how))
    if "won" in text:
        for line in ({"deal": {"A": None, "B": None}}, {"seat": "A", "action": "attack:5"}):
            yield Case("broken", [*record, line], (len(lines) + 1, ["O3.2", "O2.7"]), "over")


def asked(lot: Random, text: str, seat: str, found: dict[str, str]) -> Iterator[Case]:
    """Questions about this moment, the other hand known or not."""
    token, covered, hands, waits = brute.read(text)
    foe = brute.FOE[seat]
    yield Case("legal", {"game": "tacocat", "position": text, "seat": seat}, found)
    if foe not in seats_of(waits):
        yield Case("legal", {"game": "tacocat", "position": text, "seat": foe}, {})
    hidden = brute.write(token, covered, {seat: hands[seat], foe: ["?"] * len(hands[foe])}, waits)
    request = {"game": "tacocat", "position": hidden, "seat": seat}
    yield Case("legal", request, brute.results(hidden, seat), "the other hand hidden")


def bad_deals(lot: Random, record: list[dict], text: str, ply: int) -> Iterator[Case]:
    """Deals that no box allows."""
    size = SIZES[brute.read(text)[0]]
    hand = [str(lot.randint(2, 9)) for _ in range(size - 2)]
    for one, other, rules in (
        (None, ["3"] * (size + 1), ["O2.1"]), (["4"] * (size - 1), None, ["O2.1"]),
        (None, ["12", "12", *["?"] * (size - 2)], ["O1.2"]),
        (["12", *["?"] * (size - 1)], ["12", "?", *hand], ["O1.2"]),
    ):  # fmt: skip
        yield Case("broken", [*record, {"deal": {"A": one, "B": other}}], (ply, rules), "deal")
    yield Case("broken", [*record, {"seat": "A", "action": "duel:5"}], (ply, ["O2.7", "O2.1", "O2.3"]), "no deal yet")


def broken(
    lot: Random, record: list[dict], text: str, waits: str, seat: str, seen: Masked, gone: list[int], ply: int
) -> Iterator[Case]:
    """Plays that are none, as far as that is known, with the rules that they can be said to break."""
    kind, foe = waits.partition(":")[0], brute.FOE[seat]
    other = lot.choice([one for one in ("duel:5", "attack:5", "show:5", "answer:5", "exchange:-") if kind not in one])
    yield Case("broken", [*record, {"seat": seat, "action": other}], (ply, ["O2.7"]), "kind")
    yield Case("broken", [*record, {"deal": {"A": None, "B": None}}], (ply, ["O2.7", "O2.1"]), "deal")
    if foe not in seats_of(waits):
        same = f"{kind}:5" + (",5" * waits.count(",") if kind == "answer" else "")
        line = {"seat": foe, "action": same} | ({"draw": None} if kind == "exchange" else {})
        yield Case("broken", [*record, line], (ply, ["O2.7"]), "seat")
    known, hidden = Counter(seen.known[seat]), seen.hidden[seat]
    for _ in range(8):
        cards = [lot.randint(1, 12) for _ in range(lot.choice((1, 1, 2, 3, 4)))]
        more = sum((Counter(cards) - known).values()) - hidden
        rules = wrong_cards(kind, waits, cards, known, hidden, more)
        if kind == "answer" and rules == ["count"]:
            rules = ["O2.5", "O2.7"]
        if rules:
            cards = cards[:1] if kind in ("duel", "show") else cards
            line = {"seat": seat, "action": f"{kind}:" + ",".join(map(str, cards))}
            if kind == "exchange":
                line["draw"] = None
            yield Case("broken", [*record, line], (ply, rules), "cards")
    out = Counter(gone) + known + Counter(seen.known[foe])
    for rank in range(1, 13):
        if out[rank] >= COUNTS[rank] and not known[rank] and hidden and kind in ("duel", "show", "attack"):
            line = {"seat": seat, "action": f"{kind}:{rank}"}
            yield Case("broken", [*record, line], (ply, ["O1.2", "O2.4", "O2.7"]), "all of them are gone or held")


def wrong_cards(kind: str, waits: str, cards: list[int], known: Counter, hidden: int, more: int) -> list[str]:
    """The rules that these cards break for sure; none if they may be right."""
    size = sum(known.values()) + hidden
    rules = set()
    if kind in ("duel", "show"):
        return ["O2.7", "O2.3", "O2.6"] if not known[cards[0]] and not hidden else []
    if more > 0:
        rules |= {"O2.7", "O2.4", "O2.2", "O2.5"}
    if kind == "exchange" and "/" in waits and len(cards) > int(waits.partition("/")[2]):
        rules.add("O2.2")
    if kind == "attack":
        if not brute.is_attack(sorted(cards)):
            rules.add("O2.4")
        if len(cards) >= size:
            rules |= {"O2.4", "O2.7"}
    if kind == "answer":
        attack = [int(card) for card in waits.partition("/")[2].split(",")]
        if len(cards) != len(attack) or any(card < against for card, against in zip(cards, attack, strict=True)):
            rules |= {"O2.5", "O2.7"}
    return sorted(rules | {"O2.7"}) if rules else []
