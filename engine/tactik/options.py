"""What a card can do now: its results, each once, and how each is written.

For the rules and the players bare results are enough (`results`, `can_use`); for the table `options` adds what a board
would show of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Card, Cell, Option
from engine.ring.actions import Exchange, Move, Runs
from engine.ring.pieces import Masks, Result
from engine.tactik import seven, steps
from engine.tactik.actions import Discard, parse_action
from engine.tactik.cards import BACK, BACKWARD, FORWARD, SEVEN, STARTING, SWAP
from engine.tactik.position import Position, text_of
from engine.tactik.situation import Situation

Way = frozenset[tuple[Cell, Cell]]


def _moved(situation: Situation, card: Card, movers: tuple[int, ...]) -> Iterator[Result]:
    """Every result that a card has with one piece or with two that change places; one result can stand there under
    several texts."""
    board, seats, masks = situation.position
    if card == SWAP:
        yield from steps.exchanges(board, seats, masks, movers)
        return
    for place in movers:
        if card == BACK:
            yield from steps.ring_moves(board, seats, masks, place, BACKWARD, is_back=True)
        elif card in FORWARD:
            yield from steps.forward(board, seats, masks, place, FORWARD[card])
        if card in STARTING:
            yield from steps.starts(board, seats, masks, place)


def uses(situation: Situation, card: Card) -> Sequence[Result]:
    """Every distinct result of a card as bare numbers with its canonical action. Source: I4."""
    movers = situation.movers
    if card == SEVEN:
        position = situation.position
        if len(movers) == 1:
            return seven.uses(*position, movers[0])
        return [result for place in movers for result in seven.uses(*position, place)]
    if card != SWAP:
        return list(_moved(situation, card, movers))  # each from another hole or to another one: no two are alike
    texts: dict[Masks, str] = {}
    for masks, text in _moved(situation, card, movers):
        texts.setdefault(masks, text)
    return list(texts.items())


def results(situation: Situation, card: Card) -> dict[str, str]:
    """Every distinct result of a card: the position after it and its canonical action."""
    board, seats, _ = situation.position
    return {text_of(board, seats, masks): action for masks, action in uses(situation, card)}


def count(situation: Situation, card: Card) -> int:
    """The number of distinct results of a card."""
    return len(uses(situation, card))


def example(situation: Situation, card: Card) -> str | None:
    """An action that the card allows, None if it cannot be used. Source: I3.1."""
    if card == SEVEN:
        found = uses(situation, card)
        return found[0][1] if found else None
    return next((text for _, text in _moved(situation, card, situation.movers)), None)


def can_use(situation: Situation, card: Card) -> bool:
    """Whether a card has any result. Source: I3.1."""
    return example(situation, card) is not None


def resolve(situation: Situation, card: Card, action: str) -> tuple[Position, str] | None:
    """The position after an action and its canonical text, however it is written; None if it is not legal.

    Raises: InvalidNotation."""
    parsed = parse_action(situation.variant.board, action)
    if isinstance(parsed, Discard):
        return None
    masks = _followed(situation, card, parsed)
    if masks is None:
        return None
    return situation.position.with_masks(masks), dict(uses(situation, card))[masks]


def _followed(situation: Situation, card: Card, action: Move | Runs | Exchange) -> Masks | None:
    movers = situation.movers
    if card != SEVEN:
        text = str(action)
        return next((masks for masks, written in _moved(situation, card, movers) if written == text), None)
    if isinstance(action, Exchange):
        return None
    runs = [str(run) for run in (action.segments if isinstance(action, Runs) else (action,))]
    tried = (seven.follow(*situation.position, place, runs) for place in movers)
    return next((masks for masks in tried if masks is not None), None)


def options(situation: Situation, card: Card) -> tuple[Option, ...]:
    """Every distinct result of a card as the table needs it, sorted by position and action."""
    position = situation.position
    before = position.picture()
    texts: dict[Masks, list[str]] = {}
    for masks, text in uses(situation, card) if card == SEVEN else _moved(situation, card, situation.movers):
        texts.setdefault(masks, []).append(text)
    found = []
    for masks, written in texts.items():
        after = position.with_masks(masks)
        picture = after.picture()
        ways = tuple(map(_way, written)) if picture == before else ()
        found.append(Option(card, written[0], str(after), picture, tuple(written[1:]), ways))
    return tuple(sorted(found, key=lambda option: (option.position, option.action)))


def _way(text: str) -> Way:
    """What hands must have displaced for an action that looks like no change: a start onto an own piece, or two alike
    pieces that changed places."""
    one, other = text.replace("~", "-").split("-")
    return frozenset({(one, other), (other, one)})
