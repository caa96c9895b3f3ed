"""Turns: a card opens the turn of the seat to act, and the next card closes it.

1. The first card of the pile is accepted when the board agrees with the position. Without use it is a discard at
   once; what moves nothing and leaves no choice (a Devil, a Fool) is settled at once too.
2. The next card closes an open turn by what follows: the action that the board shows, else one without gesture.
   Where neither is there, the card was laid and nothing done (T3.3).
3. A card of a seat that is not to act, or one that the known hand forbids, is refused with its rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs import CardTag
from companion.reconcile.verdict import follows
from companion.session.pile import Laid, Pile
from companion.session.referee import Due
from companion.session.watch import Watch
from engine.contract import Option

if TYPE_CHECKING:
    from companion.session.session import Session


OPEN_REST_S = 6.0
"""An end that may be only half an action, where no sensor sees the other half, counts after this rest."""


class Turns:
    """The pile of one session, and the card whose action is awaited."""

    def __init__(self, session: Session) -> None:
        self.pile = Pile()
        self.accepted: Laid | None = None
        self._session = session

    @property
    def card(self) -> str | None:
        """The card whose action is awaited."""
        return self.accepted.card if self.accepted else None

    @property
    def next_card(self) -> str | None:
        """The card that waits behind it."""
        return self.pile.cards[1].card if len(self.pile.cards) > 1 else None

    @property
    def is_closing(self) -> bool:
        """Whether the next card lies there while the action before it is not clear yet."""
        return self.accepted is not None and self.next_card is not None and not self._session.asking.choices

    def clear(self) -> None:
        """No card lies there any more."""
        self.pile.clear()
        self.accepted = None

    def tag(self, value: CardTag) -> None:
        """A reader tells a card."""
        self._told(self.pile.tag(value))

    def say(self, laid: Laid) -> None:
        """A person tells a card."""
        self._told(self.pile.say(laid, self._session.state.seat))

    def _told(self, new: Laid | None) -> None:
        if new is not None:
            self.laid(new)
        elif self.pile.is_told_again and self.is_closing:
            self.close_by_what_follows()

    def laid(self, laid: Laid) -> None:
        """A new card is on the pile: it opens a turn, or closes the one before by what follows."""
        session = self._session
        if session.game is None or (session.state.winner and not session.state.is_answerable):
            self.pile.drop(laid)
        elif session.referee.is_strict:
            self.pile.drop(laid)
            session.referee.disturbed()
        elif self.accepted is None:
            self.accept_next()
        elif not session.asking.choices:
            self.close_by_what_follows()
        else:
            session.look()

    def accept_next(self) -> None:
        """Opens the turn of the seat to act with the first card that waits."""
        session, laid = self._session, self.pile.first
        if laid is None or self.accepted is not None or not session.is_set_up or session.game is None:
            return
        state, broken = session.state, None
        if laid.seat and laid.seat not in (state.seat, state.by):
            broken = session.game.explain_play(state, laid.seat, laid.card, "discard")
        elif not session.game.options(state, laid.card):
            broken = session.game.explain_play(state, state.seat, laid.card, "discard")
        session.emit("card", seat=laid.seat or state.seat, card=laid.card, by=laid.by)
        if broken is not None:
            self.pile.drop(laid)
            session.referee.violation(broken)
            self.accept_next()
        else:
            self._open(laid)

    def _open(self, laid: Laid) -> None:
        session = self._session
        assert session.game is not None
        assert session.watch is not None
        self.accepted = laid
        session.is_pressed = False
        if session.watch.is_idle and not session.watch.is_replayed:
            # What fingers did before the card, and undid again, is no part of its action.
            session.watch.restart(session.state.picture)
        session.await_card(laid.card)
        options = session.watch.fit.options
        if not options:
            session.settle(session.game.discard(session.state, laid.card))
        elif len(options) == 1 and not options[0].gesture and options[0].action != "skip":
            session.settle(options[0])
        elif self.is_closing:
            self.close_by_what_follows()
        else:
            session.look()

    def close_by_what_follows(self) -> None:
        """The next card is laid: the action before it is settled, asked, or found missing."""
        session = self._session
        assert session.watch is not None
        options = self._with_discard(follows(session.watch.fit, session.watch.trail, session.watch.has_gap))
        if options:
            session.decide(options)
        elif session.watch.is_changing:
            session.referee.look_again()
            session.asking.begin_frames(session.watch.occupied)
        else:
            session.referee.name_idle()

    def _with_discard(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """A seat that sits out may lay any card away, a usable TAC too: then the board cannot tell which it was."""
        session, card = self._session, self.card
        assert session.game is not None
        assert session.watch is not None
        is_untouched = session.watch.fit.shows(session.state.picture, session.watch.trail)
        if card is None or not is_untouched or any(option.gesture for option in options):
            return options
        if session.game.explain_play(session.state, session.state.seat, card, "discard") is None:
            return (*options, session.game.discard(session.state, card))
        return options

    def open_due(self, watch: Watch) -> Due | None:
        """When an end that may be only half an action counts all the same: after a long rest.

        While a piece may be in a hand, or half a TAC be undone, only if the game is won by it: then nothing follows.
        """
        session = self._session
        is_half = watch.trail.is_lifted_last or watch.fit.undone is not None
        if is_half and not self._wins(watch.verdict.options):
            return None
        return watch.last_change + OPEN_REST_S, session.conclude

    def _wins(self, ends: tuple[Option, ...]) -> bool:
        game, state = self._session.game, self._session.state
        return game is not None and all(game.play(state, end).winner for end in ends)

    def settled(self, seat: str) -> None:
        """The awaited action of `seat` is settled: its card is done with."""
        self.pile.settle(seat)
        self.accepted = None
