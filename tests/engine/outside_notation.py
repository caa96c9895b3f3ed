"""Texts that can be read and texts that cannot, by a second reading of the notation page; and counts of perft.

Patterns say what a position and an action look like, and a spoiled text is judged by them alone. What the page leaves
open (a position that no game leads to, a form that is nearly one) is judged as None: nobody asks for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import brute_tacocat
import brute_tactik
import brute_tactiki
import brute_tactix
import outside_tacocat
import outside_tactik
import outside_tactiki
import outside_tactix
from outside import Case

LETTERS = "0123456789abcdefghiABCDEFKTwby:=.,-+?~*@ #/lowx\n\t\u00b2\u0663\uff11\ud800"
"""Put into texts: signs of every notation, a line end, and digits that are none here."""
RANK = "(?:[1-9]|1[0-2])"
SPOILED = 12


def cases(lot: Random) -> Iterator[tuple[str, Case]]:
    """One moment of every game."""
    for name in MOMENTS:
        yield from ((name, case) for case in written(name, lot))


def written(name: str, lot: Random) -> Iterator[Case]:
    """One moment of a game: how many plays can follow, and texts of a position and of an action, spoiled."""
    for request, seat, action, counts in MOMENTS[name](lot):
        yield Case("perft", request, counts)
        for _ in range(SPOILED):
            text = spoiled(lot, request["position"])
            can_be_read = text == request["position"] or READ[name](text, request)
            yield Case("position", {**request, "position": text}, can_be_read, repr(text))
            text = spoiled(lot, action)
            line = {"seat": seat, "action": text} | ({"card": "7x1"} if name == "tactik" else {})
            if text.startswith("exchange"):
                line["draw"] = None
            can_be_read = re.fullmatch(ACTIONS[name], text, re.ASCII) is not None
            if name == "tactik":
                can_be_read = read_tactik_action(text, request)
            yield Case("action", [header(name, request), line], can_be_read, repr(text))


def header(name: str, request: dict) -> dict:
    """The first line of a record that begins here."""
    head = {"game": name, "notation": 1, "position": request["position"]}
    if "variant" in request:
        head["variant"] = request["variant"]
    return {**head, "dealer": "A"} if name == "tactik" else head


def spoiled(lot: Random, text: str) -> str:
    """A text in which one thing, or nothing, is changed."""
    parts = re.split("([ ,:-])", text)
    one, other = lot.randrange(len(parts)), lot.randrange(len(parts))
    match lot.randrange(6):
        case 0:
            parts[one], parts[other] = parts[other], parts[one]
        case 1:
            parts[one] = parts[other]
        case 2:
            del parts[one]
        case 3:
            parts.insert(one, parts[other])
        case 4:
            at = lot.randrange(len(text) + 1)
            return text[:at] + lot.choice(LETTERS) + text[at + lot.randrange(2) :]
    return "".join(parts)


ACTIONS = {
    "tactix": "[a-i][1-9](?:-[a-i][1-9])+",
    "tactiki": "[a-e][1-5]-[a-e][1-5]|reincarnate:[1-5?]@[a-e][1-5]",
    "tacocat": f"exchange:-|(?:exchange|attack):{RANK}(?:,{RANK})*|(?:duel|show):{RANK}"
               f"|answer:(?:low)?{RANK}(?:,(?:low)?{RANK})*",
    "tactik": r"([0-9A-F][0-9y])-([0-9A-F][0-9])|([0-9A-F][0-9])~([0-9A-F][0-9])|discard",
}  # fmt: skip
"""Every form of an action; one of TAC-TIK without its runs and without its board."""


def read_tactik_action(text: str, request: dict) -> bool | None:
    """Whether an action of TAC-TIK can be read on this board."""
    seats, size = brute_tactik.seats_of(request["variant"]), brute_tactik.size_of(request["variant"])
    answers: list[bool | None] = []
    for run in text.split(","):
        found = re.fullmatch(ACTIONS["tactik"], run, re.ASCII)
        if not found:
            return False
        for cell in filter(None, found.groups()):
            if cell.isdigit():
                answers.append(int(cell) < size)
            elif cell[0] not in "ABCDEF" or cell[1] not in "1234y":
                return False
            else:
                answers.append(None if cell[0] not in seats or found[3] or found[1][1] == "y" else True)
        if "," in text and (found[3] or run == "discard" or "y" in run):
            answers.append(None)
    return False if False in answers else None if None in answers else True


def read_tactix(text: str, request: dict) -> bool | None:
    """Whether a position of TACTIX can be read."""
    *words, end = text.split(" ")
    found = [re.fullmatch(r"([a-i])([1-9])=([wb])(?:K|([1-6])([1-6]))", word, re.ASCII) for word in words]
    if not all(found) or not re.fullmatch("w|b|won:[wb]", end):
        return False
    stand = [(one[2], one[1]) for one in found if one]
    if any(one[4] and one[5] in (one[4], str(7 - int(one[4]))) for one in found if one) or stand != sorted(set(stand)):
        return False
    board = {word[:2]: word[3:] for word in words}
    pieces = list(board.values())
    ends = {brute_tactix.ending(board, side, request["variant"]) for side in "wb"}
    is_odd = any(pieces.count(f"{side}K") != 1 or sum(one[0] == side for one in pieces) > 9 for side in "wb")
    return None if is_odd or end.startswith("won") or ends != {"w", "b"} else True


def read_tactiki(text: str, request: dict) -> bool | None:
    """Whether a position of TacTiki can be read."""
    place = r"[a-e][1-5]\.[1-9][0-9]?=[1-5?]"
    side = rf"({place}(?:,{place})*)?(?:\+(1*2*3*4*5*\?*))?"
    found = re.fullmatch(rf"T:{side} K:{side} (?:[TK] [12]|won:[TK])", text, re.ASCII)
    if not found or "+ " in text:
        return False
    stand = []
    for words in (found[1], found[3]):
        row = [(word[1], word[0], int(word[3 : word.index("=")])) for word in (words or "").split(",") if word]
        if row != sorted(set(row)):
            return False
        stand += row
    high = Counter(place[:2] for place in stand)
    is_whole = len(set(stand)) == len(stand) and all(height <= high[row, file] for row, file, height in stand)
    if not is_whole:
        return False
    return None if is_odd_tactiki(text) else True


def is_odd_tactiki(text: str) -> bool:
    """Whether no game leads to this position: too many of a rank or of a side, or somebody has won."""
    columns, gone, end = brute_tactiki.read(text)
    for side in "TK":
        ranks = [rank for column in columns.values() for owner, rank in column if owner == side] + gone[side]
        if len(ranks) > 10 or any(ranks.count(rank) > 2 for rank in "12345"):
            return True
        if brute_tactiki.ended(columns, gone, side, 0).startswith("won"):
            return True
    return end.startswith("won")


def read_tacocat(text: str, request: dict) -> bool | None:
    """Whether a position of Tacocat can be read."""
    row = rf"(-|{RANK}(?:,{RANK})*(?:,\?)*|\?(?:,\?)*)"
    waits = (rf"deal|exchange:(?:AB|[AB](?:/[1-9][0-9]?)?)|duel:(?:AB|[AB]/(?:{RANK}|\?))|attack:[AB]"
             rf"|answer:[AB]/{RANK}(?:,{RANK})*|show:(?:AB|[AB]/{RANK})|won:[AB]")  # fmt: skip
    found = re.fullmatch(rf"([0-8]) covered:(-|[1-7](?:,[1-7])*) A:{row} B:{row} ({waits})", text, re.ASCII)
    if not found:
        return False
    for words in (found[2], found[3], found[4]):
        numbers = [int(word) for word in words.split(",") if word not in "?-"]
        if numbers != sorted(numbers) or (words is found[2] and len(set(numbers)) < len(numbers)):
            return False
    return None


def read_tactik(text: str, request: dict) -> bool | None:
    """Whether a position of TAC-TIK can be read."""
    seats, size = brute_tactik.seats_of(request["variant"]), brute_tactik.size_of(request["variant"])
    parts = [f"{seat}:((?:(?:[0-9][0-9]\\*?|{seat}[1-4]|y)(?:,|(?= |$))){{4}})" for seat in seats]
    found = re.fullmatch(" ".join(parts), text, re.ASCII)
    if not found or "," in (part[-1] for part in text.split(" ")):
        return False
    ring: list[str] = []
    for seat, words in zip(seats, found.groups(), strict=True):
        row = words.split(",")
        ring += [cell.rstrip("*") for cell in row if cell[0].isdigit()]
        placed = [cell for cell in row if cell != "y"]
        if row != sorted(row) or len(set(placed)) < len(placed):
            return False
        if any(cell.endswith("*") and cell != f"{brute_tactik.start_of(seat)}*" for cell in row):
            return False
    return len(set(ring)) == len(ring) and all(int(cell) < size for cell in ring)


READ = {"tactik": read_tactik, "tactix": read_tactix, "tacocat": read_tacocat, "tactiki": read_tactiki}


def tactix(lot: Random) -> Iterator[tuple[dict, str, str, list[int]]]:
    """A board with few dice."""
    variant = lot.choice(("full", "short"))
    text = outside_tactix.scattered(lot, variant)
    found = brute_tactix.results(text, variant)
    if found and text.count("=") < 11:
        request = {"game": "tactix", "variant": variant, "position": text}
        yield request, text[-1], lot.choice(sorted(found.values())), brute_tactix.perft(text, variant, 2)


def tactiki(lot: Random) -> Iterator[tuple[dict, str, str, list[int]]]:
    """Columns in the middle of a game."""
    text = outside_tactiki.scattered(lot)
    request = {"game": "tactiki", "position": text}
    action = lot.choice(sorted(brute_tactiki.results(text).values()))
    yield request, text[-3], action, brute_tactiki.perft(text, 2)


def tacocat(lot: Random) -> Iterator[tuple[dict, str, str, list[int]]]:
    """A moment of a round, as far as an exchange of nothing leads to it."""
    size = lot.choice((2, 3, 4, 5))
    pack = [rank for rank, many in outside_tacocat.COUNTS.items() for _ in range(many)]
    hands = {seat: [pack.pop(lot.randrange(len(pack))) for _ in range(size)] for seat in "AB"}
    waits = lot.choice(("duel:AB", "attack:A", "attack:B", "exchange:A/2"))
    text = brute_tacocat.write(5, [4], hands, waits)
    seat = waits[waits.index(":") + 1]
    action = lot.choice(sorted(brute_tacocat.results(text, seat).values()))
    yield {"game": "tacocat", "position": text}, seat, action, brute_tacocat.perft(text, 2)


def tactik(lot: Random) -> Iterator[tuple[dict, str, str, list[int]]]:
    """Pieces anywhere, two cards each."""
    variant = lot.choice(outside_tactik.VARIANTS)
    text = outside_tactik.scattered(lot, variant)
    players = brute_tactik.players_of(variant)
    cards = [card for card in brute_tactik.CARDS if card != "7x1"]
    hands = {player: lot.sample(cards, 2) for player in players}
    request = {"game": "tactik", "variant": variant, "position": text, "seat": lot.choice(players), "hands": hands}
    counts = brute_tactik.perft(variant, text, request["seat"], {s: tuple(h) for s, h in hands.items()}, 2)
    card = lot.choice(brute_tactik.CARDS)
    actions = outside_tactik.first_texts(brute_tactik.read(text), variant, request["seat"], card).values()
    yield request, request["seat"], lot.choice(["discard", *sorted(actions)]), counts


MOMENTS = {"tactik": tactik, "tactix": tactix, "tacocat": tacocat, "tactiki": tactiki}
