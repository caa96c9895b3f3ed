"""Games of TacTiki by the slow engine, with its own count of quiet steps and its own memory of what was shown.

Source: K1 to K5.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import brute_tactiki as brute
from outside import Case

MOST = 260


def cases(lot: Random) -> Iterator[Case]:
    """Everything about one game."""
    record: list[dict] = [{"game": "tactiki", "notation": 1}]
    how = {side: lot.choice(("open", "open", "closed", "half")) for side in "TK"}
    is_shuffling = lot.random() < 0.3
    if lot.random() < 0.4:
        text = ranks = record[0]["position"] = scattered(lot)
        how = dict.fromkeys("TK", "open")
    else:
        if lot.random() < 0.2:
            yield from bad_setups(lot, record)
        placing = {side: placed(lot, side) for side in "TK"}
        setup = {side: told(lot, placing[side], how[side]) for side in "TK"}
        record.append({"setup": setup})
        text, ranks = first(placing), first({side: setup[side] or unknown(side) for side in "TK"})
    yield from followed(lot, record, text, ranks, how, is_shuffling)


def unknown(side: str) -> str:
    """A setup of which nothing is known."""
    return ",".join(f"{file}{brute.HOME[side]}=??" for file in brute.FILES)


def placed(lot: Random, side: str) -> str:
    """A setup with all ranks."""
    ranks = list("1122334455")
    lot.shuffle(ranks)
    return ",".join(f"{file}{brute.HOME[side]}={ranks.pop()}{ranks.pop()}" for file in brute.FILES)


def told(lot: Random, placing: str, how: str) -> str | None:
    """A setup as a record may tell it."""
    if how == "closed":
        return None
    if how == "open":
        return placing
    words = [
        word[:3] + "".join(rank if lot.random() < 0.5 else "?" for rank in word[3:]) for word in placing.split(",")
    ]
    lot.shuffle(words)
    return ",".join(words)


def first(setup: dict[str, str]) -> str:
    """The position after a setup."""
    columns, gone = {square: [] for square in brute.SQUARES}, {"T": [], "K": []}
    for side, text in setup.items():
        for word in text.split(","):
            columns[word[:2]] = [[side, rank] for rank in word[3:]]
    return brute.write(columns, gone, "K 2")


def scattered(lot: Random) -> str:
    """Some pieces anywhere, nobody has won."""
    while True:
        columns, gone = {square: [] for square in brute.SQUARES}, {"T": [], "K": []}
        squares = lot.sample(brute.SQUARES, lot.choice((2, 4, 8, 25)))
        for side in "TK":
            ranks = lot.sample("1122334455", lot.choice((1, 2, 5, 10)))
            for rank in ranks:
                if lot.random() < 0.2:
                    gone[side].append(rank)
                else:
                    columns[lot.choice(squares)].append([side, rank])
        for column in columns.values():
            lot.shuffle(column)
        ends = {brute.ended(columns, gone, side, 0) for side in "TK"}
        side = lot.choice("TK")
        if not any(end.startswith("won") for end in ends) and brute.can_act(columns, gone, side):
            steps = lot.choice((1, 2)) if brute.can_step(columns, side) else 2
            return brute.write(columns, gone, f"{side} {steps}")


def followed(
    lot: Random, record: list[dict], text: str, known: str, how: dict[str, str], is_shuffling: bool
) -> Iterator[Case]:
    """The game from here on. `text`: as it really is; `known`: as the record tells it."""
    lines: list[dict] = []
    quiet, draw = 0, None
    while "won" not in text and draw is None and len(lines) < MOST:
        found = brute.results(text)
        seen = brute.results(known)
        if lot.random() < 0.05:
            yield Case("legal", {"game": "tactiki", "position": known}, seen)
            yield Case("legal", {"game": "tactiki", "position": text}, found)
        if lot.random() < 0.02:
            yield from broken(lot, record, text, known, len(lines) + 1)
        key = lot.choice(sorted(found))
        if is_shuffling and lot.random() < 0.97:
            aside = [
                one for one in found if "@" not in found[one] and found[one][1] == found[one][4] and "#" not in one
            ]
            key = lot.choice(sorted(aside)) if aside else key
        action, side = found[key], text[-3]
        after = key.partition("#")[0]
        play: dict = {"seat": side, "action": action}
        met = fought(text, action) if "#" in key else ""
        if met and (f"{known}#{action}" in seen or lot.random() < 0.5):
            play["shown"] = met
        if "@" in action and how[side] != "open":
            rank = action[12]
            if lot.random() < 0.7 or rank not in gone_of(known, side):
                play["action"] = action = action.replace(f":{rank}@", ":?@")
        lines.append({"ply": len(lines) + 1, "position": "", "legal": len(seen)})
        lost = text.count("=") - after.count("=")
        is_aside = "@" not in action and action[1] == action[4]
        quiet = quiet + 1 if is_aside and not lost else 0
        known = learnt(known, after, action, met)
        text = after
        if "won" not in text:
            stuck = not brute.results(text)
            draw = "no-move" if stuck else "no-progress" if quiet >= 200 else None
        if draw == "no-progress":
            foe = brute.FOE[side]
            text, known = f"{text[:-3]}{foe} 2", f"{known[:-3]}{foe} 2"
        record.append(play)
        lines[-1]["position"] = known
    end = {"winner": [text[-1]] if "won" in text else None, "plies": len(lines)}
    yield Case("replay", record, [*lines, {**end, "draw": draw} if draw else end], f"{how}")
    if "won" in text or draw:
        side = lot.choice("TK")
        yield Case("broken", [*record, {"seat": side, "action": "a2-a3"}], (len(lines) + 1, ["K4.1", "K4.2"]), "over")


def gone_of(text: str, side: str) -> str:
    """The defeated ranks of a side."""
    return "".join(brute.read(text)[1][side])


def fought(text: str, action: str) -> str:
    """The ranks shown in an attack."""
    columns, _, end = brute.read(text)
    own = columns[action[:2]][-1][1]
    ranks = own
    for side, rank in reversed(columns[action[3:]]):
        if side == end[0]:
            break
        ranks += rank
        if not brute.beats(own, rank):
            break
    return ranks


def learnt(known: str, after: str, action: str, met: str) -> str:
    """What is known after an action: the same board as it really is, with the ranks that are not known left out."""
    columns, gone, end = brute.read(known)
    side, end = end[0], after.split(" ", 2)[2]
    if "@" in action:
        rank, square = action[12], action[14:]
        if rank == "?":
            gone[side] = ["?"] * (len(gone[side]) - 1)
        else:
            gone[side].remove(rank if rank in gone[side] else "?")
        columns[square] = [[side, rank]]
        return brute.write(columns, gone, end)
    origin, target = action.split("-")
    if met:
        columns[origin][-1][1] = met[0]
        for number, rank in enumerate(met[1:], 1):
            columns[target][-number][1] = rank
        brute.attack(columns, gone, side, origin, target)
    else:
        columns[target].append(columns[origin].pop())
    return brute.write(columns, gone, end)


def bad_setups(lot: Random, record: list[dict]) -> Iterator[Case]:
    """Setups that the rules do not allow."""
    good = placed(lot, "T")
    words = good.split(",")
    wrong = [
        (",".join(words[1:]), ["K1.3"]), (",".join([words[0] + "?", *words[1:]]), ["K1.3"]),
        (good.replace("a1", "a2"), ["K1.3"]), ("a1=11,b1=1?,c1=??,d1=??,e1=??", ["K1.2"]),
        (",".join([words[0][:4], *words[1:]]), ["K1.3"]),
    ]  # fmt: skip
    for text, rules in wrong:
        yield Case("broken", [*record, {"setup": {"T": text, "K": None}}], (1, rules), "setup")
    yield Case("broken", [*record, {"seat": "K", "action": "a5-a4"}], (1, ["K1.3"]), "no setup")


def broken(lot: Random, record: list[dict], text: str, known: str, ply: int) -> Iterator[Case]:
    """Plays that are none, with the rules that they can be said to break."""
    columns, gone, end = brute.read(known)
    side, left = end[0], end[2]
    foe = brute.FOE[side]
    line = {"seat": foe, "action": "c3-c4"}
    yield Case("broken", [*record, line], (ply, ["K2.1", "K2.2"]), "seat")
    for _ in range(10):
        origin, target = lot.choice(brute.SQUARES), lot.choice(brute.SQUARES)
        if lot.random() < 0.7:
            target = brute.FILES[max(0, min(4, brute.FILES.index(origin[0]) + lot.randint(-1, 1)))]
            target += str(max(1, min(5, int(origin[1]) + lot.randint(-1, 1))))
        if brute.is_step(columns, side, origin, target):
            yield from bad_ranks(lot, record, known, text, origin, target, ply)
            continue
        yield Case("broken", [*record, {"seat": side, "action": f"{origin}-{target}"}], (ply, ["K2.3", "K2.4"]), "step")
    for rank in "12345?":
        square = lot.choice(brute.SQUARES)
        is_there = rank in gone[side] or "?" in gone[side] or (rank == "?" and gone[side])
        if left == "2" and is_there and brute.is_reincarnation(columns, gone, side, square):
            continue
        line = {"seat": side, "action": f"reincarnate:{rank}@{square}"}
        yield Case("broken", [*record, line], (ply, ["K2.5"]), "reincarnation")


def bad_ranks(
    lot: Random, record: list[dict], known: str, text: str, origin: str, target: str, ply: int
) -> Iterator[Case]:
    """An attack with ranks that cannot be."""
    side = known.split(" ", 2)[2][0]
    columns = brute.read(known)[0]
    line = {"seat": side, "action": f"{origin}-{target}"}
    if not columns[target] or columns[target][-1][0] == side:
        yield Case("broken", [*record, {**line, "shown": "34"}], (ply, ["K3.1"]), "nobody attacked")
        return
    met = fought(text, f"{origin}-{target}")
    yield Case("broken", [*record, {**line, "shown": met[:-1]}], (ply, ["K3.1", "K3.3"]), "broken off")
    yield Case("broken", [*record, {**line, "shown": met + "3" * 11}], (ply, ["K3.1", "K3.3"]), "too long")
    stand = [columns[origin][-1][1], *(rank for _, rank in reversed(columns[target]))]
    for number in range(len(met)):
        if stand[number] != "?":
            other = lot.choice([rank for rank in "12345" if rank != met[number]])
            shown = met[:number] + other + met[number + 1 :]
            yield Case("broken", [*record, {**line, "shown": shown}], (ply, ["K3.1", "K3.3", "K3.2"]), "another rank")
