"""What a player can do now: every action in its canonical way. Source: O2.2 to O2.7."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

from engine.tacocat.actions import Action
from engine.tacocat.box import other
from engine.tacocat.course import after
from engine.tacocat.position import ANSWER, ATTACK, EXCHANGE, UNKNOWN, Position

Cards = tuple[int, ...]


def actions(position: Position, seat: str) -> list[Action]:
    """Every action of a player whose hand is known, each result once; none if the round does not wait for it."""
    waits = position.waits
    if not waits.is_for(seat):
        return []
    cards = position.hand(seat).known
    match waits.kind:
        case "exchange":
            most = len(cards) if waits.most is None else waits.most
            return [Action(EXCHANGE, part) for part in _parts(cards, most)]
        case "attack":
            return [Action(ATTACK, attack) for attack in attacks(cards)]
        case "answer":
            return answers(cards, waits.cards, position.hand(other(seat)).size == 1)
        case "duel" | "show":
            return [Action(waits.kind, (card,)) for card in dict.fromkeys(cards)]
    return []


def results(position: Position, seat: str) -> dict[str, str]:
    """The text of every position after an action, with the action; drawn cards are not known."""
    return {str(after(position, seat, action)): str(action) for action in actions(position, seat)}


def is_told(position: Position, seat: str) -> bool:
    """Whether everything is known that decides what this player can do, and what becomes of it."""
    return position.hand(seat).is_known and UNKNOWN not in position.waits.cards


def _parts(cards: Cards, most: int) -> Iterator[Cards]:
    """Every choice of at most so many cards, ascending; cards of one rank are alike."""
    ranks = [(rank, len(list(alike))) for rank, alike in groupby(cards)]
    for numbers in product(*(range(many + 1) for _, many in ranks)):
        if sum(numbers) <= most:
            yield tuple([rank for (rank, _), many in zip(ranks, numbers, strict=True) for _ in range(many)])


def attacks(cards: Cards) -> Iterator[Cards]:
    """Every attack with a hand (ascending); one card always stays. Source: O2.4."""
    most = len(cards) - 1
    ranks = list(dict.fromkeys(cards))
    for rank in ranks:
        for many in range(1, min(cards.count(rank), most) + 1):
            yield (rank,) * many
    for start in range(len(ranks)):
        for end in range(start + 3, len(ranks) + 1):
            row = tuple(ranks[start:end])
            if row[-1] - row[0] == len(row) - 1 and len(row) <= most:
                yield row


def answers(cards: Cards, attack: Cards, is_foe_at_end: bool = False) -> list[Action]:
    """Every answer with a hand to attacking cards (both ascending), the canonical way of each. Source: O2.5.

    `is_foe_at_end`: the attacker holds one card; if one is left here too, nobody attacks next (O2.6)."""
    is_end = is_foe_at_end and len(cards) == len(attack) + 1
    found: dict[tuple[Cards, bool], Action] = {}
    for defence in _parts(cards, len(attack)):
        if not holds(defence, attack):
            continue
        rest = list(cards)
        for card in defence:
            rest.remove(card)
        given = len(attack) - len(defence)
        if given > len(rest):
            continue
        action = first_way(defence, tuple(rest[:given]), attack)
        key = tuple(rest[given:]), given > 0 and not is_end
        if key not in found or str(action) < str(found[key]):
            found[key] = action
    return list(found.values())


def holds(defence: Cards, attack: Cards) -> bool:
    """Whether each of these cards can stand against another one of the attack: the lowest ones are the easiest."""
    return all(card >= against for card, against in zip(defence, attack, strict=False))


def first_way(defence: Cards, sacrifices: Cards, attack: Cards) -> Action:
    """The way to lay these cards that comes first in plain string order."""
    laid: list[int] = []
    lows: list[bool] = []
    left, given = list(defence), list(sacrifices)
    for number, against in enumerate(attack):
        rest = attack[number + 1 :]
        for card in sorted(set(left), key=str):
            others = left.copy()
            others.remove(card)
            if card >= against and len(others) <= len(rest) and holds(tuple(others), rest):
                left = others
                laid.append(card)
                lows.append(False)
                break
        else:
            # Sacrifices are written after all plain ranks: "low" comes behind every digit.
            card = min(given, key=str)
            given.remove(card)
            laid.append(card)
            lows.append(True)
    return Action(ANSWER, tuple(laid), tuple(lows))
