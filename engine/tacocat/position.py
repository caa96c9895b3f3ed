"""A position of Tacocat: the token, covered spaces, both hands, and what the round waits for. One text form."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import InvalidNotation
from engine.tacocat.box import BOTH, GOALS, MIDDLE, SEATS, SPACES, Box, arrow, other, usual

DEAL, EXCHANGE, DUEL, ATTACK, ANSWER, SHOW, WON = "deal", "exchange", "duel", "attack", "answer", "show", "won"
UNKNOWN = 0
"""A card that is not known, in place of its rank."""
_RANK = re.compile(r"[1-9]|1[0-2]")
_NUMBER = re.compile(r"[1-9][0-9]?")


class Hand(NamedTuple):
    """The cards of a player: those that are known, ascending, and how many are not."""

    known: tuple[int, ...] = ()
    unknown: int = 0

    def __str__(self) -> str:
        return ",".join([*map(str, self.known), *("?" * self.unknown)]) or "-"

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.known) + self.unknown

    @property
    def is_known(self) -> bool:
        """Whether all cards are known."""
        return not self.unknown

    def without(self, cards: tuple[int, ...]) -> Hand | None:
        """The hand after these cards were played; what is not among the known ones was an unknown one.

        None if it cannot have held them."""
        known, unknown = list(self.known), self.unknown
        for card in cards:
            if card in known:
                known.remove(card)
            elif unknown:
                unknown -= 1
            else:
                return None
        return Hand(tuple(known), unknown)

    def plus(self, cards: tuple[int, ...]) -> Hand:
        """The hand with these cards more, unknown ones as 0."""
        known = tuple(sorted([*self.known, *(card for card in cards if card)]))
        return Hand(known, self.unknown + cards.count(UNKNOWN))


NO_CARDS = Hand()


class Waits(NamedTuple):
    """What the round waits for. `seat`: whose doing it is (`AB`: either's). `cards`: what was laid before, 0 for a card
    that is not known; `most`: of a second exchange, the greatest number of cards."""

    kind: str
    seat: str = ""
    cards: tuple[int, ...] = ()
    most: int | None = None

    def __str__(self) -> str:
        if not self.seat:
            return self.kind
        more = ",".join("?" if card == UNKNOWN else str(card) for card in self.cards)
        if self.most is not None:
            more = str(self.most)
        return f"{self.kind}:{self.seat}" + (f"/{more}" if more else "")

    def is_for(self, seat: str) -> bool:
        """Whether this player may do something now."""
        return seat in self.seat and self.kind != WON


class Position(NamedTuple):
    """The table at one moment. `covered` ascending; `hands` of A and B."""

    token: int
    covered: tuple[int, ...]
    hands: tuple[Hand, Hand]
    waits: Waits

    def __str__(self) -> str:
        """As it is written: `3 covered:4 A:3,5,5,7 B:?,?,?,? attack:A`."""
        one, two = self.hands
        return f"{self.token} covered:{','.join(map(str, self.covered)) or '-'} A:{one} B:{two} {self.waits}"

    def hand(self, seat: str) -> Hand:
        """The hand of a player."""
        return self.hands[seat == SEATS[1]]

    def with_hand(self, seat: str, hand: Hand) -> tuple[Hand, Hand]:
        """Both hands, that of `seat` replaced."""
        one, two = self.hands
        return (hand, two) if seat == SEATS[0] else (one, hand)

    def view(self, seat: str) -> Position:
        """What a player may know: not the other's hand, nor a card that lies face down in a duel. Source: O2.3."""
        foe = other(seat)
        waits = self.waits
        if waits.kind == DUEL and waits.seat == seat and waits.cards:
            waits = waits._replace(cards=(UNKNOWN,))
        return self._replace(hands=self.with_hand(foe, Hand((), self.hand(foe).size)), waits=waits)

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Position:
        """The position that a text tells. Raises: InvalidNotation."""
        words = text.split(" ")
        heads = ("", "covered:", "A:", "B:", "")
        if len(words) != len(heads) or not all(map(str.startswith, words, heads)):
            raise InvalidNotation("position", text, "as in: 3 covered:4 A:3,5,5,7 B:?,?,?,? attack:A")
        token, covered, one, two, waits = (word[len(head) :] for word, head in zip(words, heads, strict=True))
        if not re.fullmatch("[0-8]", token):
            raise InvalidNotation("token", token, "a space from 0 to 8")
        position = cls(int(token), _covered(covered), (_hand(one), _hand(two)), _waits(waits))
        wrong = _impossible(position, box or usual())
        if wrong:
            raise InvalidNotation("position", text, wrong)
        return position


def read_rank(text: str) -> int:
    """The rank that a text names. Raises: InvalidNotation."""
    if not _RANK.fullmatch(text):
        raise InvalidNotation("card", text, "a rank from 1 to 12")
    return int(text)


def _covered(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    spaces = tuple(int(space) if re.fullmatch("[1-7]", space) else 0 for space in text.split(","))
    if 0 in spaces or list(spaces) != sorted(set(spaces)):
        raise InvalidNotation("covered spaces", text, "spaces from 1 to 7, ascending, or -")
    return spaces


def _hand(text: str) -> Hand:
    if text == "-":
        return NO_CARDS
    words = text.split(",")
    known = [read_rank(word) for word in words if word != "?"]
    hand = Hand(tuple(known), len(words) - len(known))
    if known != sorted(known) or str(hand) != text:
        raise InvalidNotation("hand", text, "ranks ascending, then the unknown cards")
    return hand


def _waits(text: str) -> Waits:
    kind, sign, rest = text.partition(":")
    seat, slash, more = rest.partition("/")
    waits = _read_waits(kind, seat, more) if bool(more) == bool(slash) else None
    if waits is None or str(waits) != text or bool(sign) != bool(seat):
        raise InvalidNotation("what the round waits for", text, "as in: deal, exchange:A/3, duel:AB, attack:A, won:B")
    return waits


def _read_waits(kind: str, seat: str, more: str) -> Waits | None:
    """None if no round waits for that. Raises: InvalidNotation."""
    if kind == DEAL:
        return Waits(DEAL) if not seat else None
    one = seat in SEATS
    if kind in (ATTACK, WON):
        return Waits(kind, seat) if one and not more else None
    if kind == ANSWER and one and more:
        cards = tuple(map(read_rank, more.split(",")))
        return Waits(ANSWER, seat, cards) if list(cards) == sorted(cards) else None
    if kind == EXCHANGE and more:
        return Waits(EXCHANGE, seat, most=int(more)) if one and _NUMBER.fullmatch(more) else None
    if kind == EXCHANGE:
        return Waits(EXCHANGE, seat) if one or seat == BOTH else None
    if kind in (DUEL, SHOW) and more:
        is_hidden = kind == DUEL and more == "?"
        return Waits(kind, seat, (UNKNOWN if is_hidden else read_rank(more),)) if one else None
    return Waits(kind, BOTH) if kind in (DUEL, SHOW) and seat == BOTH else None


def _impossible(position: Position, box: Box) -> str:
    """Why a position cannot be; empty if it can."""
    token, covered, hands, waits = position
    won = [seat for seat in SEATS if GOALS[seat] == token]
    if won != ([waits.seat] if waits.kind == WON else []):
        return f"the token is on the goal of {won[0]}" if won else f"the token is not on the goal of {waits.seat}"
    if token in covered:
        return f"space {token} is covered and has the token"
    if waits.kind in (DEAL, WON) and any(hand.size for hand in hands):
        return "hands are empty between the rounds"
    if waits.kind == EXCHANGE and waits.most is None and waits.seat != arrow(token):
        return f"the arrow of space {token} points to {arrow(token)}"
    seen = [*hands[0].known, *hands[1].known, *waits.cards]
    for rank in sorted(set(seen) - {UNKNOWN}):
        if seen.count(rank) > box.count(rank):
            return f"there are no {seen.count(rank)} cards of rank {rank}"
    return ""


def start() -> Position:
    """The position before the first deal. Source: O1.1."""
    return Position(MIDDLE, (), (NO_CARDS, NO_CARDS), Waits(DEAL))


def dealt(position: Position, hands: tuple[Hand, Hand]) -> Position:
    """The position after a deal. Source: O2.1, O2.2."""
    return position._replace(hands=hands, waits=Waits(EXCHANGE, arrow(position.token)))


def moved(position: Position, winner: str) -> Position:
    """The position after a round that this player won: the token goes on, the space it left is covered. Source: O3."""
    goal = GOALS[winner]
    step = 1 if goal > position.token else -1
    token = position.token + step
    while token in position.covered:
        token += step
    covered = tuple(sorted({*position.covered, position.token} & set(SPACES)))
    waits = Waits(WON, winner) if token == goal else Waits(DEAL)
    return Position(token, covered, (NO_CARDS, NO_CARDS), waits)


def void(position: Position) -> Position:
    """The position after a round that nobody won: the token stays, all cards are dealt anew. Source: O2.3, O2.6."""
    return position._replace(hands=(NO_CARDS, NO_CARDS), waits=Waits(DEAL))
