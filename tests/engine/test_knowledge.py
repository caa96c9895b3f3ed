"""What is known of the hands, held against an enumeration of every deal that fits what was seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidNotation
from engine.tac.hands.knowledge import Knowledge

Hand = tuple[str, ...]
BASIC = {"1": 9, "2": 7, "4": 7, "7": 8, "8": 7, "13": 9, "tac": 4}


def _begin(**hands: Iterable[str] | None) -> Knowledge:
    known = {seat: None if hand is None else tuple(hand) for seat, hand in hands.items()}
    return Knowledge.begin("ABCD", BASIC, [("A", "C"), ("B", "D")]).dealt(5, known)


def _only(*cards: str):
    return lambda card: f"use of {card}" if card in cards else None


def test_a_usable_discard_is_proven_at_once() -> None:
    (proof,) = _begin().discarded("A", "2", 1, _only("2")).proofs
    assert (proof.ply, proof.seat, proof.held, proof.use, proof.shown_at) == (1, "A", ("2",), "use of 2", 1)


def test_a_card_shown_later_proves_the_earlier_discard() -> None:
    known = _begin().discarded("A", "2", 1, _only("13", "1"))
    assert not known.proofs
    known = known.played("B", "13", 2)
    assert not known.proofs, "another seat's card proves nothing"
    (proof,) = known.played("A", "13", 5).proofs
    assert (proof.ply, proof.card, proof.held, proof.use, proof.shown_at) == (1, "2", ("13",), "use of 13", 5)


def test_a_discard_is_reported_once() -> None:
    known = _begin().discarded("A", "2", 1, _only("13")).played("A", "13", 5)
    assert known.proofs
    assert not known.played("A", "13", 9).proofs


def test_the_next_deal_forgets_old_discards() -> None:
    known = _begin().discarded("A", "2", 1, _only("13")).dealt(5).played("A", "13", 21)
    assert not known.proofs


def test_a_fool_carries_the_cards_to_the_right_neighbour() -> None:
    known = _begin().discarded("A", "2", 1, _only("13")).played("B", "8", 2).hands_passed()
    assert not known.played("A", "13", 3).proofs, "what A holds now was B's then"
    (proof,) = known.played("D", "13", 3).proofs
    assert (proof.seat, proof.ply) == ("A", 1)


def test_a_hand_told_later_proves_too() -> None:
    known = _begin().discarded("A", "2", 1, _only("13"))
    (proof,) = known.told("A", ["1", "1", "13", "4"], 2).proofs
    assert proof.held == ("13",)


def test_a_known_hand_proves_at_once() -> None:
    (proof,) = _begin(A=["2", "2", "2", "4", "13"]).discarded("A", "2", 1, _only("13")).proofs
    assert proof.held == ("13",)


def test_an_unknown_swap_may_have_taken_the_card_away() -> None:
    known = _begin(A=["2", "2", "2", "4", "13"]).swapped().discarded("A", "2", 1, _only("13"))
    assert not known.proofs
    known = _begin(A=["2", "2", "2", "13", "13"]).swapped().discarded("A", "2", 1, _only("13"))
    assert known.proofs, "it gave away one card only"


def test_the_deck_alone_can_prove_it() -> None:
    known = Knowledge.begin("AB", {"1": 2, "2": 1, "3": 1}).dealt(2).discarded("A", "2", 1, _only("1"))
    assert not known.proofs
    known = known.played("B", "3", 2)
    assert known.proofs, "only 1 is left for A"


def test_the_seat_under_a_devil_and_its_player_are_both_named() -> None:
    (proof,) = _begin().discarded("B", "2", 3, _only("2"), by="A").proofs
    assert (proof.seat, proof.by) == ("B", "A")


def test_a_card_that_cannot_be_there_is_refused() -> None:
    known = _begin(A=["2", "2", "2", "4", "13"])
    assert not known.can_hold("A", "7")
    with pytest.raises(InvalidNotation):
        known.played("A", "7", 1)
    with pytest.raises(InvalidNotation):
        known.told("A", ["7"] * 5, 1)
    with pytest.raises(InvalidNotation):
        known.swapped({"A": "7"})


def test_possible_cards_follow_the_deck() -> None:
    known = _begin(B=["tac"] * 4 + ["2"])
    assert "tac" not in known.possible_cards("A")
    assert known.possible_cards("B") == ("2", "tac")
    assert "tac" in known.swapped().possible_cards("D")
    assert "tac" in known.dealt(5, is_shuffled=True).possible_cards("A")


@dataclass(frozen=True)
class World:
    """One full deal after the swap, as an enumeration sees it: what each packet holds now and held all along."""

    now: tuple[Hand, ...]
    start: tuple[Hand, ...]


def _less(hand: Hand, card: str) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _given(hands: tuple[Hand, ...], pairs: list[tuple[int, int]]) -> Iterator[tuple[tuple[Hand, ...], dict[int, str]]]:
    for gifts in product(*(product(set(hands[a]), set(hands[b])) for a, b in pairs)):
        after, gave = list(hands), {}
        for (a, b), (x, y) in zip(pairs, gifts, strict=True):
            after[a], after[b] = (*_less(hands[a], x), y), (*_less(hands[b], y), x)
            gave.update({a: x, b: y})
        yield tuple(after), gave


class Enumeration:
    """Every world that fits the public record."""

    def __init__(self, deck: Counter[str], size: int, known: list[Hand | None], pairs: list[tuple[int, int]]) -> None:
        kinds = sorted(deck)
        choices = [[tuple(sorted(k))] if k else list(combinations_with_replacement(kinds, size)) for k in known]
        fits = [hands for hands in product(*choices) if not Counter(c for h in hands for c in h) - deck]
        self.deals, self.pairs = fits, pairs
        self.worlds: set[World] = set()
        self.discards: list[tuple[int, int, frozenset[str], Counter[str]]] = []
        self.shown = [Counter[str]() for _ in known]

    def swapped(self, gave: dict[int, str | None]) -> None:
        for hands in self.deals:
            for after, gifts in _given(hands, self.pairs):
                if all(gave.get(i) in (None, card) for i, card in gifts.items()):
                    whole = tuple(tuple(sorted(hand)) for hand in after)
                    self.worlds.add(World(whole, whole))

    def laid(self, packet: int, card: str) -> None:
        self.shown[packet][card] += 1
        self.worlds = {
            World((*w.now[:packet], _less(w.now[packet], card), *w.now[packet + 1 :]), w.start)
            for w in self.worlds
            if card in w.now[packet]
        }

    def told(self, packet: int, hand: Hand) -> None:
        self.worlds = {w for w in self.worlds if w.now[packet] == tuple(sorted(hand))}

    def proven(self) -> set[int]:
        """Plies of the discards that were wrong in every world."""
        return {
            ply
            for packet, ply, usable, before in self.discards
            if all(usable & set(Counter(w.start[packet]) - before) for w in self.worlds)
        }

    def possible(self, packet: int) -> set[str]:
        return {card for world in self.worlds for card in world.now[packet]}


TABLES = [
    ("AC", [("A", "C")], 3, 8),
    ("ABC", [("B", "C")], 2, 8),
    ("ABCD", [("A", "C"), ("B", "D")], 2, 9),
    ("AC", [], 3, 9),
]
"""Seats, pairs that swap, cards a hand, cards of the deck."""


def _play_through(seed: int, deals: int) -> None:
    rng = random.Random(seed)
    seats, pairs, size, cards = rng.choice(TABLES)
    kinds = "abc" if len(seats) == 4 else "abcd"
    left = [rng.choice(kinds) for _ in range(cards + len(seats) * size * (deals - 1))]
    deck = Counter(left)
    known = Knowledge.begin(seats, dict(deck), pairs)
    ply = 0
    for _ in range(deals):
        rng.shuffle(left)
        ply, known = _one_deal(rng, known, Counter(left), [left.pop() for _ in range(len(seats) * size)], ply)


def _one_deal(
    rng: random.Random, known: Knowledge, deck: Counter[str], cards: list[str], ply: int
) -> tuple[int, Knowledge]:
    seats, size = known.seats, len(cards) // len(known.seats)
    hands: list[Hand] = [tuple(cards[i * size : (i + 1) * size]) for i in range(len(seats))]
    pairs = [(seats.index(a), seats.index(b)) for a, b in known.pairs]
    public = [hand if rng.random() < 0.5 else None for hand in hands]
    truth = Enumeration(deck, size, public, pairs)
    known = known.dealt(size, dict(zip(seats, public, strict=True)))
    after, gave = rng.choice(list(_given(tuple(hands), pairs)))
    told = {i: card if rng.random() < 0.3 else None for i, card in gave.items()}
    truth.swapped(told)
    known, hands = known.swapped({seats[i]: card for i, card in told.items()}), list(after)
    turn, holding, reported = 0, list(range(len(seats))), set[int]()
    while any(hands):
        ply, at = ply + 1, holding[turn % len(seats)]
        known = _one_event(rng, known, truth, hands, at, seats[turn % len(seats)], ply)
        if rng.random() < 0.1:
            known = known.hands_passed()
            holding = holding[1:] + holding[:1]
        proven = truth.proven()
        new = {proof.ply for proof in known.proofs}
        assert new == proven - reported
        for proof in known.proofs:
            usable = next(u for _, p, u, _ in truth.discards if p == proof.ply)
            assert set(proof.held) <= usable
            assert proof.use == f"use of {proof.held[0]}"
        reported |= new
        turn += 1
        for i, seat in enumerate(seats):
            assert set(known.possible_cards(seat)) == truth.possible(holding[i])
            assert known.size(seat) == len(hands[holding[i]])
    return ply, known


def _one_event(
    rng: random.Random, known: Knowledge, truth: Enumeration, hands: list[Hand], at: int, seat: str, ply: int
) -> Knowledge:
    if not hands[at]:
        return known.told(seat, (), ply)
    if rng.random() < 0.1:
        truth.told(at, hands[at])
        return known.told(seat, hands[at], ply)
    card = rng.choice(hands[at])
    if rng.random() < 0.6:
        usable = frozenset(kind for kind in "abcd" if rng.random() < 0.4)
        truth.discards.append((at, ply, usable, truth.shown[at].copy()))
        known = known.discarded(seat, card, ply, _only(*usable))
    else:
        known = known.played(seat, card, ply)
    truth.laid(at, card)
    hands[at] = _less(hands[at], card)
    return known


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 32))
def test_proofs_are_exactly_those_of_an_enumeration(seed: int) -> None:
    _play_through(seed, deals=1)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 32))
def test_the_deck_is_counted_from_deal_to_deal(seed: int) -> None:
    _play_through(seed, deals=2)
