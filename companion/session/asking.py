"""What only some games offer, asked of any: without it the answer is that there is nothing.

Whether a game offers something is a matter of its class, and asked once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from engine.contract import (
    Account,
    Answered,
    Card,
    Cell,
    Counted,
    Decided,
    Displacement,
    Either,
    Explanation,
    Note,
    Option,
    Picture,
    Proven,
    Reach,
    Recounted,
    Seat,
    State,
    TableGame,
    TakesBack,
    WithGiving,
    WithHands,
    WithNotes,
    WithReach,
    WithSecrets,
)


@lru_cache(maxsize=256)
def _has(kind: type, name: str) -> bool:
    return hasattr(kind, name)


def undone_by(game: TableGame, state: State, card: Card) -> Picture | None:
    """What the board would show with the last action taken back, if laying this card does that."""
    if not _has(type(game), "undone_by"):
        return None
    return cast(TakesBack[State], game).undone_by(state, card)


def is_answerable(game: TableGame, state: State) -> bool:
    """Whether the win has still to be answered."""
    return _has(type(game), "is_answerable") and cast(Answered[State], game).is_answerable(state)


def decider(game: TableGame, state: State) -> Seat | None:
    """The seat that decides in the stead of the one to act."""
    return cast(Decided[State], game).decider(state) if _has(type(game), "decider") else None


def is_turn_of(game: TableGame, state: State, seat: Seat) -> bool:
    """Whether a card told of this seat may be laid now; nobody knows where no seat is told."""
    return not seat or seat in (state.seat, decider(game, state))


def is_over(game: TableGame, state: State) -> bool:
    """Whether somebody has won, and nobody can answer that."""
    return bool(state.winner) and not is_answerable(game, state)


def meant(game: TableGame, state: State, option: Option | None) -> Account:
    """What everybody may hear of an action that people are asked about; nothing where there is none."""
    if option is None:
        return Account()
    if _has(type(game), "meant"):
        return cast(WithSecrets[State], game).meant(state, option)
    return game.account(state, option)


def turned(game: TableGame, state: State, seat: Seat) -> State:
    """The state with this seat as the one to act, where the game lets it; else the same."""
    if not seat or seat == state.seat or not _has(type(game), "turned"):
        return state
    return cast(Either[State], game).turned(state, seat) or state


def with_turn(game: TableGame, state: State, seat: Seat) -> State:
    """The state with this seat to act, because the table plays on so; else the same. Raises: InvalidNotation."""
    if seat == state.seat or not _has(type(game), "with_turn"):
        return state
    return cast(Recounted[State], game).with_turn(state, seat)


def what(game: TableGame, state: State) -> str:
    """What the game waits for, in a word; empty in games that wait for one thing only."""
    awaited = game.awaits(state)
    return "" if awaited is None else awaited.what


def proof(game: TableGame, state: State) -> Explanation | None:
    """What is proven now of an earlier play."""
    return cast(Proven[State], game).proof(state) if _has(type(game), "proof") else None


def steps_left(game: TableGame, state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
    """How many steps of a card are left."""
    return cast(Counted[State], game).steps_left(state, card, moved) if _has(type(game), "steps_left") else None


def hands_of(game: TableGame) -> WithHands[State] | None:
    """The game, if seats hold cards in it."""
    return cast(WithHands[State], game) if _has(type(game), "possible_cards") else None


def possible(game: TableGame, state: State) -> tuple[Option, ...]:
    """All that the seat to act can do, whichever of the cards that it can hold it plays."""
    hands = hands_of(game)
    cards = () if hands is None else hands.possible_cards(state, state.seat)
    return tuple(option for card in cards for option in game.options(state, card))


def held(game: TableGame, state: State) -> dict[Seat, int]:
    """How many cards each seat holds, in games with cards in which more than one thing is awaited."""
    hands = hands_of(game) if state.deal and what(game, state) else None
    return {} if hands is None else {seat: hands.held(state, seat) for seat in game.seats(state)}


def receiver(game: TableGame, state: State, seat: Seat) -> Seat | None:
    """Who gets the card that a seat gives after the deal; None where it gives none."""
    return cast(WithGiving[State], game).receiver(state, seat) if _has(type(game), "receiver") else None


def notes(game: TableGame, state: State) -> tuple[Note, ...]:
    """What cells tell besides the pieces on them."""
    return cast(WithNotes[State], game).notes(state) if _has(type(game), "notes") else ()


def can_tell_reach(game: TableGame) -> bool:
    """Whether the game tells where a piece could go."""
    return _has(type(game), "reach")


def reach(game: TableGame, state: State, cell: Cell) -> Reach | None:
    """Where the piece on a cell could go; None where nobody stands. Raises: KeyError for no such cell."""
    return cast(WithReach[State], game).reach(state, cell) if can_tell_reach(game) else None
