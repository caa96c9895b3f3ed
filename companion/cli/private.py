"""Hands in private: each seat has a secret address under which its own phone reads its own cards, and nobody else's."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.facts import Fact
from companion.session import asking
from companion.session.session import Session
from engine.contract import Seat

TOKEN_BYTES = 9


class PrivateHands:
    """Who may read which hand.

    1. Every seat gets a token, new with each start. 2. `hand_of` gives a hand to who has its token. The hands come
    from `source`, which is asked anew each time, from the web server's own threads.
    """

    def __init__(self, seats: Sequence[Seat], source: Callable[[], Mapping[Seat, Sequence[str] | None]],
                 usable: Callable[[Seat], Mapping[str, bool] | None] = lambda seat: None) -> None:  # fmt: skip
        self._tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in seats}
        self._source, self._usable = source, usable

    def hand_of(self, seat: Seat, token: str) -> Sequence[str] | None:
        """The cards of a seat, None if they are not known. Raises: PermissionError without the seat's token."""
        self._check(seat, token)
        return self._source().get(seat)

    def can_of(self, seat: Seat, token: str) -> Mapping[str, bool] | None:
        """Which of its cards a seat can use now, None while that is not to be told. Raises: PermissionError."""
        self._check(seat, token)
        return self._usable(seat)

    def _check(self, seat: Seat, token: str) -> None:
        wanted = self._tokens.get(seat, "")
        if not wanted or not secrets.compare_digest(token.encode(), wanted.encode()):
            raise PermissionError("this hand is another player's")

    def addresses(self, url: str) -> dict[Seat, str]:
        """The secret address of each seat; what stands behind the hash never leaves the phone."""
        return {seat: f"{url.rstrip('/')}/?seat={seat}#hand={token}" for seat, token in self._tokens.items()}


def hands_known(state: Any, seats: Sequence[Seat]) -> dict[Seat, Sequence[str] | None]:
    """The hands as far as the game knows them; none in a game without cards."""
    hand = getattr(state, "hand", None)
    return {seat: _cards(hand(seat)) for seat in seats} if callable(hand) else {}


def _cards(hand: Any) -> Sequence[str] | None:
    """The cards of a hand, None where not all are known; some games count the unknown ones beside the known."""
    if hasattr(hand, "is_known"):
        return tuple(hand.known) if hand.is_known else None
    return None if hand is None else tuple(hand)


class Refused(ValueError):
    """A wish about a hand that cannot be granted; the text names no card."""

    key = "no-swap"


class SeatReaders:
    """Readers at the seats that show a player the own cards, instead of laying them: each is told in the seat's ear.

    When so many different tags were read as the seat holds cards, they are its hand.
    """

    def __init__(self) -> None:
        self._read: dict[Seat, dict[str, str]] = {}

    def read(self, seat: Seat, tag: str, card: str, size: int) -> tuple[str, ...] | None:
        """One card was shown; the whole hand once all of it was."""
        cards = self._read.setdefault(seat, {})
        cards[tag] = card
        if len(cards) < size:
            return None
        del self._read[seat]
        return tuple(cards.values()) if size else None


class Swaps:
    """Cards that seats give each other after the deal: nobody learns of one before it has given its own.

    1. `give` keeps what a seat gives. 2. Once a seat has given and its own giver has too, its new hand is known; where
    two give each other, both hands at once. 3. When all those hands are told, the next deal can be given; in another
    deal than theirs gifts count no more. `recall` knows all of this again from the facts of a log (`given`).
    """

    def __init__(self) -> None:
        self._given: dict[Seat, str] = {}
        self._told: set[Seat] = set()
        self._deal = 0

    def give(self, session: Session, hands: Mapping[Seat, Sequence[str] | None], seat: Seat,
             card: str) -> dict[Seat, tuple[str, ...]]:  # fmt: skip
        """A seat gives a card; the hands that are new by it, of those that were told. Raises: Refused."""
        givers = givers_of(session)
        if seat not in givers.values():
            raise Refused("nobody gets a card from this seat")
        hand = hands.get(seat)
        if hand is None or card not in hand:
            raise Refused("this card is not in the hand that was told")
        self._keep(seat, card, session.state.deal)
        return self._new(givers, hands)

    def recall(self, session: Session, hands: Mapping[Seat, Sequence[str] | None],
               logged: Sequence[Fact]) -> dict[Seat, tuple[str, ...]]:  # fmt: skip
        """Goes on where the log has come to; the hands that are new by what was given and were not told any more."""
        givers = givers_of(session)
        for fact in logged:
            seat = fact.data.get("seat")
            if fact.kind == "given" and seat in givers:
                self._keep(seat, fact.data["card"], fact.data["deal"])
            elif fact.kind == "hand" and seat in self._given and givers[seat] in self._given:
                self._told.add(seat)
        return self._new(givers, hands) if session.game is not None and self._deal == session.state.deal else {}

    def _keep(self, seat: Seat, card: str, deal: int) -> None:
        if seat in self._told or deal != self._deal:
            self._given, self._told, self._deal = {}, set(), deal
        self._given[seat] = card

    def _new(
        self, givers: Mapping[Seat, Seat], hands: Mapping[Seat, Sequence[str] | None]
    ) -> dict[Seat, tuple[str, ...]]:
        """The hands that are new by what was given, of those that were told; each once."""
        found: dict[Seat, tuple[str, ...]] = {}
        for each, giver in givers.items():
            held = hands.get(each)
            if each in self._given and giver in self._given and each not in self._told:
                self._told.add(each)
                if held is not None and self._given[each] in held:
                    found[each] = _with(held, self._given[each], self._given[giver])
        if self._told == set(givers):
            self._given, self._told = {}, set()
        return found


def given(t: float, seat: Seat, card: str, deal: int) -> Fact:
    """A seat gave this card away. For the log alone."""
    return Fact("given", t, {"seat": seat, "card": card, "deal": deal})


def _with(hand: Sequence[str], given: str, got: str) -> tuple[str, ...]:
    left = list(hand)
    left.remove(given)
    return (*left, got)


def givers_of(session: Session) -> dict[Seat, Seat]:
    """Of each seat that gets a card after the deal, who gives it; empty where nobody gives any."""
    game = session.game
    if game is None:
        return {}
    state = session.state
    pairs = {seat: asking.receiver(game, state, seat) for seat in game.seats(state)}
    return {receiver: seat for seat, receiver in pairs.items() if receiver is not None}


def receiver(session: Session, seat: Seat) -> Seat | None:
    """Who gets a card from this seat after the deal; None where it gives none."""
    game = session.game
    if game is None or seat not in game.seats(session.state):
        return None
    return asking.receiver(game, session.state, seat)


def usable(session: Session, hands: Mapping[Seat, Sequence[str] | None], seat: Seat) -> dict[str, bool] | None:
    """Each kind of card in a seat's hand, and whether it can be used now; None where it is not its turn, or its hand is
    not known. For this seat alone: the loudspeaker gives no hints (T10.1)."""
    game, hand = session.game, hands.get(seat)
    if game is None or hand is None or seat not in game.seats(session.state):
        return None
    state = asking.turned(game, session.state, seat)  # some things either of two may do first
    if state.seat != seat:
        return None
    return {card: bool(game.options(state, card)) for card in dict.fromkeys(hand)}
