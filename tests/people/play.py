"""Whole games for the simulated people: dealt here, played by a simple sensible player, legal by the engine's word.

Only the contract of a game is used, so that nothing of the companion's own way of thinking gets into the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.contract import Card, Moved, Option, Picture, Seat

BASIC = {"1": 9, "7": 8, "13": 9, "trickster": 7, "tac": 4, **dict.fromkeys("2 3 4 5 6 8 9 10 12".split(), 7)}
MASTER = dict.fromkeys(("fool", "warrior", "angel", "devil"), 1)
PARTNERS = {
    "teams": ("AC", "BD"), "team-of-four": ("AC", "BD"), "solo": ("AC", "BD"), "duel-teams": ("AC", "BD"),
    "three-double": ("AC", "BD"), "two-against-one": ("BC",), "duel": (), "three-free": (),
}  # fmt: skip
SEATS = {"duel": "AC", "three-free": "ABC", "two-against-one": "ABC"}


@dataclass(frozen=True, slots=True)
class Ply:
    """One card laid and what was done with it; `options` are all results that the card had."""

    n: int
    seat: Seat
    by: Seat | None
    card: Card
    option: Option
    options: tuple[Option, ...]
    before: Picture
    position: str
    undone: Picture | None
    deal: int
    hands: dict[Seat, tuple[Card, ...]] | None
    """The hands with which play begins, at the first card of a deal."""
    sits_out: bool
    won: tuple[Seat, ...] | None
    spare: tuple[Card, ...] = ()
    """The other cards of the hand that only hands on the board can use."""
    wins: frozenset[Picture] = frozenset()
    """The ends of a 7 that would win the game."""
    told: Callable[[Option], tuple[Moved, ...]] = field(default=lambda option: (), compare=False, repr=False)
    """What an option of this card would do."""

    @property
    def moved(self) -> tuple[Moved, ...]:
        """What was done."""
        return self.told(self.option)


def _order(seats: Sequence[Seat], first: Seat) -> list[Seat]:
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


@dataclass(slots=True)
class Dealer:
    """Deals five cards each (six in a master round), shuffles when too few are left. Source: T2."""

    seats: str
    deck: str
    rng: Random
    talon: list[Card]
    number: int = 0

    def deal(self) -> dict[Seat, list[Card]]:
        size = 6 if self.deck == "master" and len(self.seats) == 4 and self.number % 5 == 4 else 5
        if len(self.talon) < size * len(self.seats):
            counts = {**BASIC, **(MASTER if self.deck == "master" else {})}
            self.talon = list(Counter(counts).elements())
            self.rng.shuffle(self.talon)
            self.number = 0
        self.number += 1
        return {seat: [self.talon.pop() for _ in range(size)] for seat in self.seats}


def swap(hands: dict[Seat, list[Card]], pairs: Sequence[str], rng: Random) -> None:
    """Partners pass one card each: an opening card if the other has none. Source: T2.7."""
    for pair in pairs:
        a, b = tuple(pair)
        given = [_gift(hands[a], hands[b], rng), _gift(hands[b], hands[a], rng)]
        for seat, card in zip((a, b), given, strict=True):
            hands[seat].remove(card)
        hands[a].append(given[1])
        hands[b].append(given[0])


def _gift(mine: list[Card], other: list[Card], rng: Random) -> Card:
    opening = [card for card in mine if card in ("1", "13")]
    if len(opening) > 1 or (opening and not {"1", "13"} & set(other)):
        return opening[0]
    return rng.choice([card for card in mine if card not in ("1", "13")] or mine)


def worth(position: str, side: str) -> float:
    """How good a position is for a side: pieces home, on the ring, and how far they are."""
    total = 0.0
    for part in position.split():
        seat, _, words = part.partition(":")
        sign = 1.0 if seat in side else -0.7
        start = {"A": 0, "B": 16, "C": 32, "D": 48}[seat]
        for word in words.split(","):
            cell = word.rstrip("*")
            if cell == "y":
                continue
            if not cell.isdigit():
                total += sign * (110 + 9 * int(cell[1]))
                continue
            way = (int(cell) - start) % 64
            total += sign * (30 + (45 if 0 < way <= 3 else way) - (8 if word.endswith("*") else 0))
    return total


def side_of(variant: str, seat: Seat) -> str:
    """The seats whose pieces are worth something to this one."""
    if variant in ("team-of-four", "solo"):
        return "ABCD"
    return next((pair for pair in PARTNERS[variant] if seat in pair), seat)


@dataclass(slots=True)
class Table:
    """A game in progress, with all hands seen.

    1. `plies` deals when the engine's deal number goes up.
    2. It picks a card and a result, as T3.3 and T4.4a ask, and lets the engine play it.
    3. It ends with the win, once the next seat has answered it if it can, or after `limit` plies.
    """

    game: Any
    variant: str
    deck: str
    rng: Random
    wild: float = 0.25
    """Share of cards and results that are taken by lot."""
    avoid: Callable[[int, Option, Picture], bool] = lambda n, option, before: False
    """Whether a ply with this number and option could not be seen at all by the board of the evening."""

    def plies(self, first: Seat, limit: int, position: str = "") -> list[Ply]:
        """The plies of one game, from this position on (default: all pieces in the yards)."""
        seats = SEATS.get(self.variant, "ABCD")
        settings = {"variant": self.variant, "deck": self.deck, "first": first}
        state = self.game.begin({**settings, "position": position} if position else settings)
        dealer = Dealer(seats, self.deck, self.rng, [])
        hands: dict[Seat, list[Card]] = {}
        found: list[Ply] = []
        dealt, skipped = 0, False
        while len(found) < limit:
            fresh = None
            if state.deal != dealt:
                dealt, hands = state.deal, dealer.deal()
                swap(hands, PARTNERS[self.variant], self.rng)
                fresh = {seat: tuple(hands[seat]) for seat in _order(seats, state.seat)}
            if state.winner is not None and not self._answers(state, hands[state.seat]):
                break
            picked = self._pick(state, hands[state.seat], skipped, len(found) + 1)
            if picked is None:
                break
            card, option, options = picked
            after = self.game.play(state, option)
            hands[state.seat].remove(card)
            found.append(
                Ply(
                    len(found) + 1, state.seat, state.by, card, option, options, state.picture, state.position,
                    state.undone if card == "tac" else None, state.deal, fresh, skipped, after.winner,
                    self._spare(state, hands[state.seat], card),
                    self._wins(state, options) if card == "7" else frozenset(), self._told(state),
                )
            )  # fmt: skip
            skipped = option.action == "skip"
            if option.action == "pass-hands":
                order = list(seats)
                hands = {order[k - 1]: hands[seat] for k, seat in enumerate(order)}
            state = after
        return found

    def _spare(self, state: Any, hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
        others = sorted(set(hand) - {card, "tac", "trickster", "angel"}) if state.winner is None else []
        found = [(other, self.game.options(state, other)) for other in others]
        return tuple(other for other, options in found if options and all(option.gesture for option in options))

    def _told(self, state: Any) -> Callable[[Option], tuple[Moved, ...]]:
        return lambda option: tuple(self.game.account(state, option).moved)

    def _wins(self, state: Any, options: Sequence[Option]) -> frozenset[Picture]:
        return frozenset(o.picture for o in options if self.game.play(state, o).winner is not None)

    def _answers(self, state: Any, hand: Sequence[Card]) -> bool:
        return bool(state.is_answerable and "tac" in hand and self.game.options(state, "tac"))

    def _pick(
        self, state: Any, hand: list[Card], skipped: bool, n: int
    ) -> tuple[Card, Option, tuple[Option, ...]] | None:
        """A card of the hand and one of its results, or the discard of a card; None if nothing could be seen."""
        usable = {card: self.game.options(state, card) for card in dict.fromkeys(hand)}
        usable = {card: options for card, options in usable.items() if options}
        if state.winner is not None:
            usable = {"tac": usable["tac"]}
        elif skipped and self.rng.random() < 0.5:
            usable = {}
        if not usable:
            card = self.rng.choice(hand)
            return card, self.game.aside(state, card), self.game.options(state, card)
        shown = [(card, option) for card, options in usable.items() for option in options
                 if not self.avoid(n, option, state.picture)]  # fmt: skip
        if not shown:
            return None
        if self.rng.random() < self.wild:
            card = self.rng.choice(sorted({card for card, _ in shown}))
            return card, self.rng.choice([option for c, option in shown if c == card]), usable[card]
        side = side_of(self.variant, state.by or state.seat)
        ranked = [
            (worth(option.position, side) - (25 if card in ("1", "13", "tac") and option.action[1] != "y" else 0),
             self.rng.random(), card, option)
            for card, option in shown
        ]  # fmt: skip
        _, _, card, option = max(ranked, key=lambda row: row[:2])
        return card, option, usable[card]
