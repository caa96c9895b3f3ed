"""A game of Tacocat at one moment: the table, the box it is played with, and the cards that are gone in this round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import Explanation
from engine.errors import IllegalAction
from engine.tacocat.actions import Action, read_action
from engine.tacocat.box import SEATS, Box, usual
from engine.tacocat.course import after
from engine.tacocat.explain import explain_action, explain_deal
from engine.tacocat.options import actions, is_told
from engine.tacocat.position import DEAL, WON, Hand, Position, dealt, start

Cards = tuple[int, ...]
Dealt = Mapping[str, Cards | None]
"""Hands by seat; a card that is not known is 0, a hand that nobody knows None."""


class State(NamedTuple):
    """Frozen. `gone`: every card that left a hand since the last deal."""

    position: Position
    box: Box
    ply: int = 0
    gone: Cards = ()

    @property
    def winner(self) -> str | None:
        """The player who has won."""
        waits = self.position.waits
        return waits.seat if waits.kind == WON else None

    @property
    def is_deal_due(self) -> bool:
        """Whether a new round is to be dealt."""
        return self.position.waits.kind == DEAL

    def seats(self) -> tuple[str, ...]:
        """The players who may do something now."""
        return tuple(seat for seat in SEATS if self.position.waits.is_for(seat))

    def actions(self, seat: str) -> list[Action]:
        """Every action of a player whose hand is known."""
        return actions(self.position, seat)

    def legal(self, seat: str) -> int | None:
        """How many actions a player has; None if that is not known."""
        return len(self.actions(seat)) if is_told(self.position, seat) else None

    def deal(self, hands: Dealt) -> State:
        """The state after a deal. Raises: IllegalAction."""
        wrong = explain_deal(self.position, self.box, hands)
        if wrong is not None:
            raise IllegalAction(wrong, str(self.position))
        size = self.box.hand_size(self.position.token)
        one, two = (_hand(hands[seat], size) for seat in SEATS)
        return self._replace(position=dealt(self.position, (one, two)), gone=())

    def after(self, seat: str, action: Action, drawn: Cards | None = None) -> State:
        """The state after an allowed action. `drawn`: as in `play`."""
        position = after(self.position, seat, action, drawn)
        return self._replace(position=position, ply=self.ply + 1, gone=self.gone + action.cards)

    def wrong(self, seat: str, action: Action, drawn: Cards | None = None) -> Explanation | None:
        """The rule that an action breaks; None if it is allowed."""
        return explain_action(self.position, self.box, self.gone, seat, action, drawn)

    def play(self, seat: str, action: str, drawn: Cards | None = None) -> State:
        """The state after an action, written in any correct way. `drawn`: the cards drawn in an exchange, 0 for one
        that is not known; None: nobody knows them. Raises: InvalidNotation, IllegalAction."""
        meant = read_action(action)
        wrong = self.wrong(seat, meant, drawn)
        if wrong is not None:
            raise IllegalAction(wrong, str(self.position))
        return self.after(seat, meant, drawn)

    def view(self, seat: str) -> State:
        """What a player may know: the own hand and what lies open, not the card that lies face down in a duel."""
        position = self.position.view(seat)
        is_hidden = position.waits != self.position.waits
        return self._replace(position=position, gone=self.gone[:-1] if is_hidden else self.gone)


def _hand(cards: Cards | None, size: int) -> Hand:
    return Hand((), size) if cards is None else Hand().plus(cards)


def begin(position: Position | None = None, box: Box | None = None) -> State:
    """The game before its first deal, or from a position on; cards laid in it are gone."""
    position = position or start()
    return State(position, box or usual(), gone=tuple(card for card in position.waits.cards if card))
