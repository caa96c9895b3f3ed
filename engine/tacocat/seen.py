"""A game of Tacocat as the table keeps it: cards are laid one by one, and what one of them begins can go on."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract import Card, Note, Picture, Seat
from engine.errors import InvalidNotation
from engine.tacocat.actions import LOW
from engine.tacocat.box import GOALS, SEATS, SPACES, arrow
from engine.tacocat.position import DUEL, EXCHANGE, SHOW, UNKNOWN, Hand, Position, read_rank
from engine.tacocat.settings import CELLS, TOKEN
from engine.tacocat.state import Cards, State, begin

Laid = tuple[Card, ...]
"""Cards as they were laid: ranks, one that is expressly given up with `low` before it."""
LAID = " laid:"
MORE, SECOND, EITHER = "_more", "_second", "_either"
"""Behind what is awaited: the same goes on, the other one does it too, or either may begin."""


class Seen(NamedTuple):
    """Frozen. `game`: the game itself, dealt; `laid`: the cards of an action that can go on, as they were laid; `by`:
    who acts, where the round waits for either; `deal`: number of the round; `began`: the play with which it began."""

    game: State
    laid: Laid = ()
    by: Seat = ""
    deal: int = 1
    ply: int = 0
    began: int = 0

    @property
    def position(self) -> str:
        """What everybody may know, in its text form; behind it the cards of an action that goes on."""
        told = self.game.position
        hands = (Hand((), told.hands[0].size), Hand((), told.hands[1].size))
        waits = told.waits._replace(cards=(UNKNOWN,)) if told.waits.kind == DUEL and told.waits.cards else told.waits
        more = f"{LAID}{self.seat}/{','.join(self.laid)}" if self.laid else ""
        return str(told._replace(hands=hands, waits=waits)) + more

    @property
    def picture(self) -> Picture:
        """What a board would show of it: one character a space."""
        return "".join([TOKEN if space == self.game.position.token else "." for space in range(len(CELLS))])

    @property
    def seat(self) -> Seat:
        """Who acts next; of a game that is over, the winner."""
        return self.by or self.game.position.waits.seat[:1] or SEATS[0]

    @property
    def what(self) -> str:
        """What is awaited, in a word."""
        waits = self.game.position.waits
        if self.laid:
            return waits.kind + MORE
        if waits.kind == EXCHANGE and waits.most is None and len(waits.seat) > 1:
            return waits.kind + EITHER
        is_second = bool(waits.cards) if waits.kind in (DUEL, SHOW) else waits.most is not None
        return waits.kind + (SECOND if is_second else "")

    @property
    def round(self) -> int:
        """Number of the play within the round, from 1."""
        return self.ply - self.began + 1

    @property
    def winner(self) -> tuple[Seat, ...] | None:
        """Who has brought the token home."""
        return None if self.game.winner is None else (self.game.winner,)

    @property
    def draw(self) -> str | None:
        """No game is drawn."""
        return None

    @property
    def left(self) -> Hand:
        """What the seat to act holds besides the cards that it has laid."""
        hand = self.game.position.hand(self.seat).without(ranks_of(self.laid))
        assert hand is not None, "only cards that can be in a hand are laid"
        return hand

    def hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """The cards of a player, None if not all are known."""
        hand = self.game.position.hand(seat)
        if self.laid and seat == self.seat:
            hand = self.left
        return tuple(map(str, hand.known)) if hand.is_known else None


def ranks_of(laid: Laid) -> Cards:
    """Which cards these are. Raises: InvalidNotation."""
    return tuple(read_rank(card.removeprefix(LOW)) for card in laid)


def opened(board: Position | None = None) -> Seen:
    """The game from its first deal, or from a position on."""
    return redealt(Seen(begin(board)))


def redealt(state: Seen) -> Seen:
    """The state with the next round dealt, if one is due; nobody knows the hands."""
    if not state.game.is_deal_due:
        return state
    hands: dict[str, Cards | None] = dict.fromkeys(SEATS)
    return state._replace(game=state.game.deal(hands), laid=(), by="", began=state.ply)


def read_position(text: str) -> tuple[Position, Seat, Laid]:
    """The position, and who has laid which cards of an action that goes on. Raises: InvalidNotation."""
    board, _, more = text.partition(LAID)
    position = Position.parse(board)
    if not more:
        return position, "", ()
    seat, _, laid = more.partition("/")
    cards = tuple(laid.split(","))
    is_fine = position.waits.is_for(seat) and seat in SEATS and position.waits.kind not in (DUEL, SHOW)
    if not is_fine or position.hand(seat).without(ranks_of(cards)) is None:
        raise InvalidNotation("cards laid", more, "who has laid which cards of an exchange, attack or answer: A/5,5")
    return position, seat, cards


def notes(state: Seen) -> tuple[Note, ...]:
    """What each space tells: the goals, hand size and arrow of those between, which are covered. Source: O1.1, O1.3."""
    position, box = state.game.position, state.game.box
    found = [Note(str(GOALS[seat]), "goal", seats=(seat,)) for seat in SEATS]
    for space in SPACES:
        if space in position.covered:
            found.append(Note(str(space), "covered"))
        else:
            found.append(Note(str(space), "hand_size", box.hand_size(space), tuple(arrow(space))))
    return tuple(sorted(found, key=lambda note: note.cell))
