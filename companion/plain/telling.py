"""A card that somebody told: strong evidence for what a seat has just done, or is going to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.plain import costs
from companion.plain.links import Link, linked
from companion.plain.reading import Ground, Reading, begin, is_doing, waited
from companion.plain.turns import between, silences
from engine.contract import Card, Seat

AGES_S = 20.0
"""What a seat did longer ago is not meant any more."""


def card_told(
    ground: Ground, readings: Sequence[Reading], seat: Seat, card: Card, t: float
) -> tuple[Reading, ...]:
    """The readings in which this card belongs to what the seat has just done, or to what it does next."""
    links = [_latest(reading.link, seat, t) for reading in readings]
    named = [_named(each, link, card) for each, link in zip(readings, links, strict=True) if link is not None]
    is_done = any(link is not None and card in dict(link.cards) for link in links)
    cost = costs.TO_COME if is_done else 0.0
    coming = [new for each in readings for new in _to_come(ground, each, seat, card, t)]
    return (*named, *(each._replace(cost=each.cost + cost) for each in coming))


def _to_come(ground: Ground, reading: Reading, seat: Seat, card: Card, t: float) -> list[Reading]:
    """The readings in which this card belongs to what the seat does next."""
    game = ground.game
    found: list[Reading] = []
    elapsed = t - reading.ended_at
    for number, steps in enumerate(silences(game, reading.moment, costs.MARGIN)):
        if number * costs.LEAST_S > elapsed:
            break
        for step in steps:
            if game.seat(step.moment) == seat:
                if not number:
                    found.append(reading._replace(told=(seat, card)))
                elif not is_doing(reading):
                    waits = waited(reading, between(ground, reading, elapsed, step))
                    line = linked(game, reading.link, step.entries(game, t))
                    fresh = begin(game, step.moment, line, reading.cost + step.cost + waits, t, reading.paces)
                    found.append(fresh._replace(told=(seat, card), held=reading.held))
        if number >= len(reading.pieces):
            break
    return found


def _latest(link: Link | None, seat: Seat, t: float) -> Link | None:
    """The newest ply of this seat, if it is recent and its card was not told yet."""
    steps = 0
    while link is not None and steps < 4:
        if link.seat == seat:
            return link if t - link.ended_at < AGES_S and not link.is_told else None
        link, steps = link.before, steps + 1
    return None


def _named(reading: Reading, link: Link, card: Card) -> Reading:
    """The reading with this card named in one of its plies; dear where that card cannot have done it."""
    prices = dict(link.cards)
    cost = costs.AGAINST_TOLD
    if not prices and link is reading.link:
        cost = costs.TOLD_DISCARD
    elif card in prices:
        cost = prices[card] - min(prices.values()) - costs.TOLD
    named = replace(link, cards=((card, 0.0),), is_told=True)
    return reading._replace(link=_replaced(reading.link, link, named), cost=reading.cost + cost)


def _replaced(chain: Link | None, old: Link, new: Link) -> Link | None:
    if chain is None or chain is old:
        return new if chain is old else None
    return replace(chain, before=_replaced(chain.before, old, new))
