"""What everybody at the table can know about the hands, and when that proves a broken "who can, must" (T3.3).

Between the swap and the end of a deal a hand only shrinks, and a Fool passes it on whole. So the cards with which one
seat began to play are kept as one `packet`: whoever holds it later, a card shown from it was in it all the time. What
is not known of a swap is kept as a few `worlds`, one for each pair of cards that may have changed hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

from engine.contract import Card, Seat
from engine.errors import InvalidNotation
from engine.tac.hands.hands import Proof, Use


@dataclass(frozen=True, slots=True)
class Rest:
    """What one packet still holds in one world: `known` cards and `unknown` more."""

    known: tuple[Card, ...]
    unknown: int

    @property
    def size(self) -> int:
        """Number of cards still held."""
        return len(self.known) + self.unknown

    def without(self, card: Card) -> Rest | None:
        """The packet after `card` was laid from it; None if it cannot have held that card."""
        if card in self.known:
            at = self.known.index(card)
            return Rest(self.known[:at] + self.known[at + 1 :], self.unknown)
        return Rest(self.known, self.unknown - 1) if self.unknown else None

    def told(self, cards: Sequence[Card]) -> Rest | None:
        """The packet once its whole content is told; None if that cannot be."""
        fits = len(cards) == self.size and not Counter(self.known) - Counter(cards)
        return Rest(tuple(cards), 0) if fits else None


World = tuple[Rest, ...]
"""One possibility for the packets of a group, in the order of its members."""


@dataclass(frozen=True, slots=True)
class Group:
    """Packets that depend on one another through a swap (two), or a packet by itself, and all that is possible."""

    members: tuple[int, ...]
    worlds: tuple[World, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A discard from a packet that is not proven wrong so far."""

    packet: int
    ply: int
    seat: Seat
    by: Seat | None
    card: Card
    use: Use = field(compare=False, repr=False)
    is_usable: Callable[[Card], bool] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Public knowledge of the hands; each method gives the knowledge after one more thing became known."""

    seats: tuple[Seat, ...]
    deck: tuple[tuple[Card, int], ...]
    pairs: tuple[tuple[Seat, Seat], ...] = ()
    """Seats that swap cards with one another."""
    gone: tuple[Card, ...] = ()
    """Every card shown since the last shuffle."""
    holding: tuple[int, ...] = ()
    """The packet that each seat holds, in the order of `seats`."""
    groups: tuple[Group, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    """For each packet the index of its group and its place there."""
    pending: tuple[Pending, ...] = ()
    proofs: tuple[Proof, ...] = ()
    """What the last card laid or hand told proves."""

    @classmethod
    def begin(
        cls, seats: Sequence[Seat], deck: Mapping[Card, int], pairs: Iterable[tuple[Seat, Seat]] = ()
    ) -> Knowledge:
        """Nothing dealt yet. `deck`: number of cards of each kind; `pairs`: the seats that swap."""
        return cls(tuple(seats), tuple(deck.items()), tuple(pairs))

    def dealt(
        self, size: int, hands: Mapping[Seat, Sequence[Card] | None] | None = None, is_shuffled: bool = False
    ) -> Knowledge:
        """A new deal of `size` cards a seat; a hand nobody knows is None or missing. Raises: InvalidNotation."""
        known = hands or {}
        rests = [_dealt_rest(seat, known.get(seat), size) for seat in self.seats]
        paired = [tuple(self.seats.index(seat) for seat in pair) for pair in self.pairs]
        alone = [(i,) for i in range(len(self.seats)) if not any(i in pair for pair in paired)]
        members = (*paired, *alone)
        groups = tuple(Group(m, (tuple(rests[i] for i in m),)) for m in members)
        places = {packet: (g, at) for g, group in enumerate(members) for at, packet in enumerate(group)}
        return replace(
            self,
            gone=() if is_shuffled else self.gone,
            holding=tuple(range(len(self.seats))),
            groups=groups,
            places=tuple(places[packet] for packet in range(len(places))),
            pending=(),
        )

    def swapped(self, given: Mapping[Seat, Card | None] | None = None) -> Knowledge:
        """Every pair swapped one card; what nobody knows is None or missing. Raises: InvalidNotation."""
        known = given or {}
        groups = []
        for group in self.groups:
            cards = [known.get(self.seats[i]) for i in group.members]
            worlds = tuple(dict.fromkeys(_swaps(group.worlds[0], cards))) if len(cards) == 2 else group.worlds
            if not worlds:
                raise InvalidNotation("swap", dict(known), "a seat gave a card that it did not hold")
            groups.append(Group(group.members, worlds))
        return replace(self, groups=tuple(groups))

    def played(self, seat: Seat, card: Card, ply: int) -> Knowledge:
        """`seat` laid `card`, used or, where it had to sit out, thrown in. Raises: InvalidNotation."""
        packet = self._packet(seat)
        groups = self._narrowed(packet, lambda rest: rest.without(card))
        if groups is None:
            raise InvalidNotation(f"card laid by {seat}", card, "its hand cannot hold it")
        return self._with(groups, (*self.gone, card))._judged(ply, packet, (card,))

    def discarded(
        self,
        seat: Seat,
        card: Card,
        ply: int,
        use: Use,
        by: Seat | None = None,
        is_usable: Callable[[Card], bool] | None = None,
    ) -> Knowledge:
        """`seat` discarded `card` as unusable. `use` tells of any card what it could have done at that moment,
        `is_usable` (if that is quicker) whether anything; `by`: the seat that chose it under a Devil.

        Raises: InvalidNotation."""
        can_use = is_usable or (lambda other: use(other) is not None)
        entry = Pending(self._packet(seat), ply, seat, by, card, use, cache(can_use))
        return replace(self, pending=(*self.pending, entry)).played(seat, card, ply)

    def told(self, seat: Seat, cards: Sequence[Card], ply: int) -> Knowledge:
        """The whole hand that `seat` holds now became known. Raises: InvalidNotation."""
        packet = self._packet(seat)
        groups = self._narrowed(packet, lambda rest: rest.told(cards))
        if groups is None:
            raise InvalidNotation(f"hand of {seat}", list(cards), "it does not fit what was dealt and laid")
        return self._with(groups, self.gone)._judged(ply, packet, tuple(cards))

    def hands_passed(self) -> Knowledge:
        """A Fool was used: each seat now holds what its left neighbour held."""
        return replace(self, holding=(*self.holding[1:], *self.holding[:1]))

    def size(self, seat: Seat) -> int:
        """Number of cards that `seat` holds."""
        if not self.holding:
            return 0
        number, at = self.places[self.holding[self.seats.index(seat)]]
        rest = self.groups[number].worlds[0][at]
        return len(rest.known) + rest.unknown

    @property
    def cards_left(self) -> int:
        """Number of cards in all hands."""
        return sum(map(self.size, self.seats))

    def hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """The whole hand of `seat`, None if it is not known for certain."""
        if not self.holding:
            return ()
        group, at = self._place(self._packet(seat))
        rest = group.worlds[0][at]
        is_known = len(group.worlds) == 1 or len({tuple(sorted(world[at].known)) for world in group.worlds}) == 1
        return rest.known if is_known and not rest.unknown else None

    def possible_cards(self, seat: Seat) -> tuple[Card, ...]:
        """Kinds of card that `seat` can still hold, in the order of the deck."""
        if not self.holding:
            return ()
        group, at = self._place(self._packet(seat))
        found: set[Card] = set()
        for world, pools in self._worlds(group):
            found.update(world[at].known)
            if world[at].unknown:
                found.update(card for pool in pools for card in pool)
        return tuple(card for card, _ in self.deck if card in found)

    def can_hold(self, seat: Seat, card: Card) -> bool:
        """Whether `seat` can hold this card (T3.13)."""
        return card in self.possible_cards(seat)

    def _packet(self, seat: Seat) -> int:
        return self.holding[self.seats.index(seat)]

    def _place(self, packet: int) -> tuple[Group, int]:
        number, at = self.places[packet]
        return self.groups[number], at

    def _with(self, groups: tuple[Group, ...], gone: tuple[Card, ...]) -> Knowledge:
        """The same with other groups and cards gone, and nothing proven yet."""
        return Knowledge(self.seats, self.deck, self.pairs, gone, self.holding, groups, self.places, self.pending)

    def _narrowed(self, packet: int, step: Callable[[Rest], Rest | None]) -> tuple[Group, ...] | None:
        """The groups with only those worlds in which `step` can be done with this packet; None if there is none."""
        number, at = self.places[packet]
        group = self.groups[number]
        worlds: list[World] = []
        for world in group.worlds:
            rest = step(world[at])
            if rest is not None:
                worlds.append((*world[:at], rest, *world[at + 1 :]))
        if not worlds:
            return None
        distinct = tuple(dict.fromkeys(worlds)) if len(worlds) > 1 else (worlds[0],)
        return (*self.groups[:number], Group(group.members, distinct), *self.groups[number + 1 :])

    def _worlds(self, group: Group) -> Iterator[tuple[World, list[Counter[Card]]]]:
        """Each world of `group` that the deck allows, with the cards from which its unknown ones come (one count for
        each possibility of the other groups)."""
        if all(len(g.worlds) == 1 and not any(rest.unknown for rest in g.worlds[0]) for g in self.groups):
            yield group.worlds[0], [Counter()]
            return
        others = [{_total(world) for world in g.worlds} for g in self.groups if g is not group]
        base = Counter(dict(self.deck))
        base.subtract(self.gone)
        found: dict[tuple[Card, ...], list[Counter[Card]]] = {}
        for world in group.worlds:
            total = _total(world)
            if total not in found:
                found[total] = list(_pools(base, product([total], *others)))
            if found[total]:
                yield world, found[total]

    def _judged(self, ply: int, packet: int, shown: tuple[Card, ...]) -> Knowledge:
        """Looks at all discards again after these cards of a packet were shown."""
        if not self.pending:
            return self
        proofs, pending = [], []
        for entry in self.pending:
            usable = [c for c in shown if entry.is_usable(c)] if entry.packet == packet else []
            held = tuple(usable[:1]) or self._forced(entry)
            if held:
                use = entry.use(held[0]) or ""
                proofs.append(Proof(entry.ply, entry.seat, entry.by, entry.card, held, use, ply))
            elif not self._is_open(entry.packet):
                continue
            else:
                pending.append(entry)
        return replace(self, pending=tuple(pending), proofs=tuple(proofs))

    def _is_open(self, packet: int) -> bool:
        """Whether more can become known of this packet."""
        group, at = self._place(packet)
        return len(group.worlds) > 1 or group.worlds[0][at].unknown > 0

    def _forced(self, entry: Pending) -> tuple[Card, ...]:
        """Usable cards of which the packet must hold one although none was shown; empty if that is not certain."""
        group, at = self._place(entry.packet)
        if not any(world[at].size for world in group.worlds):
            return ()
        found: dict[Card, None] = {}
        for world, pools in self._worlds(group):
            usable = [card for card in world[at].known if entry.is_usable(card)]
            if usable:
                found[usable[0]] = None
                continue
            for pool in pools:
                if _can_fill(pool, world[at].unknown, entry.is_usable):
                    return ()
                found.update(dict.fromkeys(card for card in pool if entry.is_usable(card)))
        return tuple(found)


def _total(world: World) -> tuple[Card, ...]:
    """All known cards of a world; what matters of it to the rest of the deck."""
    return tuple(sorted(card for rest in world for card in rest.known))


def _pools(base: Counter[Card], totals: Iterable[Iterable[tuple[Card, ...]]]) -> Iterator[Counter[Card]]:
    """What the deck leaves over once these cards are taken out, wherever it has them all."""
    for cards in totals:
        pool = base.copy()
        for some in cards:
            pool.subtract(some)
        if min(pool.values()) >= 0:
            yield +pool


def _dealt_rest(seat: Seat, hand: Sequence[Card] | None, size: int) -> Rest:
    if hand is None:
        return Rest((), size)
    if len(hand) != size:
        raise InvalidNotation(f"hand of {seat}", list(hand), f"{size} cards are dealt")
    return Rest(tuple(hand), 0)


def _swaps(world: World, given: Sequence[Card | None]) -> Iterator[World]:
    """All worlds after two seats swapped these cards (None: unknown)."""
    one, two = world
    for a, b in product(_gifts(one, given[0]), _gifts(two, given[1])):
        yield (_received(a[1], b[0]), _received(b[1], a[0]))


def _gifts(rest: Rest, given: Card | None) -> Iterator[tuple[Card | None, Rest]]:
    """What a seat may have given away (None: a card nobody knows), and what it kept."""
    for card in dict.fromkeys(rest.known) if given is None else (given,):
        kept = rest.without(card)
        if kept is not None:
            yield card, kept
    if given is None and rest.unknown:
        yield None, Rest(rest.known, rest.unknown - 1)


def _received(kept: Rest, card: Card | None) -> Rest:
    return Rest(kept.known, kept.unknown + 1) if card is None else Rest((*kept.known, card), kept.unknown)


def _can_fill(pool: Mapping[Card, int], places: int, is_usable: Callable[[Card], bool]) -> bool:
    """Whether `places` cards of the pool can all be unusable ones."""
    left = places
    for card, number in pool.items():
        if left <= 0:
            break
        if not is_usable(card):
            left -= number
    return left <= 0
