"""Hands in private: each seat has a secret address under which its own phone reads its own cards, and nobody else's."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Seat

TOKEN_BYTES = 9


class PrivateHands:
    """Who may read which hand.

    1. Every seat gets a token, new with each start. 2. `hand_of` gives a hand to who has its token. The hands come
    from `source`, which is asked anew each time, from the web server's own threads.
    """

    def __init__(self, seats: Sequence[Seat], source: Callable[[], Mapping[Seat, Sequence[str] | None]]) -> None:
        self._tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in seats}
        self._source = source

    def hand_of(self, seat: Seat, token: str) -> Sequence[str] | None:
        """The cards of a seat, None if they are not known. Raises: PermissionError without the seat's token."""
        wanted = self._tokens.get(seat, "")
        if not wanted or not secrets.compare_digest(token.encode(), wanted.encode()):
            raise PermissionError("this hand is another player's")
        return self._source().get(seat)

    def addresses(self, url: str) -> dict[Seat, str]:
        """The secret address of each seat; what stands behind the hash never leaves the phone."""
        return {seat: f"{url.rstrip('/')}/?seat={seat}#hand={token}" for seat, token in self._tokens.items()}


def hands_known(state: Any, seats: Sequence[Seat]) -> dict[Seat, Sequence[str] | None]:
    """The hands as far as the game knows them; none in a game without cards."""
    hand = getattr(state, "hand", None)
    return {seat: hand(seat) for seat in seats} if callable(hand) else {}
