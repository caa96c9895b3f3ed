"""What surprises cost, in nats: minus the logarithm of their chance.

Times are seconds. `within_*` is a rest in the middle of an action, `gap` the time from the last touch of one action
to the first of the next one, with so many silent plays between. Seats are numbers, in the order of the layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from operator import mul
from typing import NamedTuple

Shares = tuple[float, ...]

TOUCH = 2.0
"""A piece touched that the reading does not need."""
PAIR = 3.0
"""Two pieces felt at once, besides each touch."""
UNSEEN_CHANGE = 7.0
"""A hole whose piece became another one without having been seen empty."""
LOST_CHANGE = 2.0
"""The same where a line of the board was lost meanwhile."""
LIFTED = 1.8
"""The first piece lifted is none that the seat to act may move: until it is seen what becomes of it."""
FELT_S = 0.9
"""A piece that is in a hand for longer is felt rather than moved: whose turn it is does not matter then."""
HASTE = 0.3
"""An action that ended without a rest, besides what the gap costs: 2.0 on top of it lost tables of 0.3 s for a play."""
TWICE = 4.5
"""Two seats had their pieces in the hand at the same time: two actions that ended in one picture."""
ASTRAY = 3.0
"""A hole in which a piece rested for long although it is not on the way."""
STILL_OUT = 2.0
"""A captured piece that is not in its yard yet."""
PIECE = 4.0
"""A piece on its way, before it is known how far it goes."""
FURTHER = 3.0
"""Where hands go on from ends that are all dearer than this, besides what it cost on its way, it was none of them."""
OTHERS = 6.0
"""Pieces of one more owner on their way in the same action."""
FOUND = 14.0
"""The board taken as it stands, although nothing explains it."""
TOO_FAR = 3.0
"""Where pieces stand in it that no single action of their owner can have brought there, besides."""
MISTAKEN = 5.0
"""Two pieces in it that have been taken for one another, besides."""
MISCOUNTED = 5.0
"""After that, where nobody knows how many cards there were, another seat acts than was thought, or from new hands."""
AGAINST_TOLD = 9.0
"""A card that somebody told, and that this reading has to do without."""
TOLD = 2.5
"""What a card costs at least, being one of many; that has been paid where it was told."""
TO_COME = 3.0
"""A card told of what is yet to come, although it fits what its seat has just done."""
TOLD_DISCARD = 3.0
"""A card told of what left no trace: it has been laid aside."""
TOLD_PAIR = 8.0
"""Two pieces felt at once after a card was told, instead of using it."""
COLOUR = 4.5
"""A piece that a camera sees as another owner's."""
HIDDEN_DOUBT, CALM_DOUBT = 3.0, 1.7
"""On a board without sensors in its yards all that was seen counts for so much less while some ply may have left the
holes as they are: an opening onto another piece, a capture that was taken back, a piece felt and one of two that were
exchanged look alike there. The second: once the board has rested for long."""
EVEN, EXCHANGE_DOUBT = 4.8, 1.6
"""The same on any board while it is in question whether two pieces were exchanged: what is not dearer than the cheapest
by the first is as good."""
IN_QUESTION = 10.0
"""Such a ply is thought of where it is not dearer than the cheapest by this."""
DOUBT = 5.0
"""What is not dearer than the cheapest by this has to be reckoned with."""
PATIENCE = 12.0
"""What may be halfway is not wrong, even where it is dearer by this: a 7 of four pieces, each of them thought over."""
NOT_DONE = 7.0
"""An action still on its way although somebody said "done"."""
MARGIN = 18.0
"""What is dearer than the cheapest by this is given up."""
MOST = 64
"""Readings at most."""
MOST_FOUND = 40
"""Of these so many at most that take a board as it stands, and that has not been told yet: there are many ways to."""
MOST_ALIKE, MOST_SAME = 8, 2
"""Readings at most that have the same position; and of these that agree in all that is to come but for what hands have
just touched."""
ALIKE = 2.0
"""Of readings that have the same position each further one counts as dearer by this where more are known than live on:
what several exchanges in a row leave open is worth more than one more count of the cards that were laid."""
LEAST_S = 0.5
"""No play without trace takes less time."""
SHORT_S = 0.18
"""Rests shorter than this are only passing."""
_USUAL_S = 3.5
_HOP_S, _CARRY_S = 0.16, 0.5
"""How long pieces rest that are pushed or hop on, and that are in a hand, at a usual pace."""
_HAND = (0.5, 0.47, 0.03, 3.0)
_PARTS = (0.84, 0.11, 0.05, 3.0)
_PLAIN = (0.996, 0.0, 0.004, 1.8)
"""Shares of such short rests, of such longer ones, of thinking, and how long that takes."""
_LONG, _LONG_S = 0.02, 20.0
"""So many of these thoughts are long ones: somebody is called away, or asks what a card can do."""

_MUSES, _MUSES_S = (0.0002, 0.03), 12.0
"""How often somebody thinks for long although the piece stands where it might stay, at tables that do not and at those
that do: on its way, or since it was put into a wrong hole; and for how long on average. A hole of a slide is one such
rest."""
_MUSING = 0.05
"""So many tables do."""
_MUSING_MOST = 0.98
_MUSED_S = 4.0
"""A rest as long as this was such a thought; at slow tables longer."""


class Rest(IntEnum):
    """What a picture that rests in the middle of an action shows: pieces are missing; some part of an action that may
    have several; a piece that goes on at once if it goes on."""

    HAND = 0
    PARTS = 1
    PLAIN = 2


PACES_S = (0.4, 0.65, 1.0, 1.5, 2.3, 3.5, 5.0, 7.0)
"""Seconds from one play to the next, as people differ."""
_SPREAD, _FADE = 8.0, 0.04
SILENT_SHARE = 0.74
"""A play without trace takes so much of a pace: nothing has to be thought of where to put a piece."""
_ALIKE = 0.2
"""How much what is learnt of one seat counts for each other seat."""
_EPISODE_S = 0.8
_LONGEST_S = 60.0
_ODDS = ((0.04, 10.0), (0.01, 60.0))
"""Gaps that have nothing to do with anybody's pace: share and mean of each kind."""
_PACED = 1 - sum(share for share, _ in _ODDS)
_DEALS = ((0.7, 11.0, 10.0), (0.3, 25.0, 200.0))
"""How long it takes to shuffle, deal and swap: share, mean and variance."""


def either(one: float, other: float) -> float:
    """What it costs that one of two things is so that exclude each other: their chances are added."""
    return min(one, other) - log(1 + exp(-abs(one - other)))


class Pace(NamedTuple):
    """How fast a seat plays: how likely each of `PACES_S` is, their mean, and the variance of one play."""

    shares: Shares
    mean_s: float
    variance: float

    @classmethod
    def of(cls, shares: Shares) -> Pace:
        """The pace with these chances."""
        mean_s = sum(share * pace for share, pace in zip(shares, PACES_S, strict=True))
        square = sum(share * pace * pace for share, pace in zip(shares, PACES_S, strict=True))
        return cls(shares, mean_s, square - mean_s * mean_s + mean_s * mean_s / _SPREAD)


class Paces(NamedTuple):
    """The pace of each seat, in seconds that of the whole table, and the chance that somebody there thinks for long
    where a piece might stay."""

    seats: tuple[Pace, ...]
    common_s: float
    musing: float = _MUSING

    @classmethod
    def of(cls, seats: Sequence[Pace], musing: float = _MUSING) -> Paces:
        """The paces of these seats."""
        return cls(tuple(seats), sum(seat.mean_s for seat in seats) / len(seats), musing)

    def mused(self, rests: int, thoughts: int) -> Paces:
        """The same after so many rests of a piece where it might have stayed, so many of them long ones."""
        seldom, often = ((1 - share) ** (rests - thoughts) * share**thoughts for share in _MUSES)
        musing = self.musing * often / (self.musing * often + (1 - self.musing) * seldom)
        return self._replace(musing=min(musing, _MUSING_MOST))


def any_paces(seats: int) -> Paces:
    """So many seats of which nothing is known."""
    return Paces.of((Pace.of((1 / len(PACES_S),) * len(PACES_S)),) * seats)


def is_episode(rest_s: float, pace_s: float) -> bool:
    """Whether going on after such a rest is a choice of its own, as dear as a piece."""
    return rest_s > _EPISODE_S * max(1.0, pace_s / _USUAL_S)


def is_thought(rest_s: float, pace_s: float) -> bool:
    """Whether somebody thought for long during such a rest."""
    return rest_s > _MUSED_S * max(1.0, pace_s / _USUAL_S)


@lru_cache(maxsize=2048)
def _rests(kind: Rest, tenths: int, musing: int) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Usual rests, and those in which somebody thinks (share, seconds each), at a pace in tenths of seconds, with a
    chance of musing in fiftieths."""
    slow = tenths / 10 / _USUAL_S
    hops, carries, thoughts, thought_s = (_HAND, _PARTS, _PLAIN)[kind]
    thought_s *= max(1.0, slow) if kind == Rest.PLAIN else 1.0
    usual = ((hops, _HOP_S * sqrt(slow)), (carries, _CARRY_S * slow))
    muses = 0.0 if kind == Rest.HAND else sum(map(mul, _MUSES, (1 - musing / 50, musing / 50)))
    return usual, (
        (thoughts * (1 - _LONG), thought_s), (thoughts * _LONG, max(thought_s, _LONG_S)), (muses, _MUSES_S)
    )  # fmt: skip


def within(rest_s: float, kind: Rest, paces: Paces) -> float:
    """A rest of this length in the middle of an action."""
    rest_s = min(rest_s, _LONGEST_S)
    usual, thoughts = _rests(kind, round(10 * paces.common_s), round(50 * paces.musing))
    density = sum(share / mean_s * exp(-rest_s / mean_s) for share, mean_s in thoughts)
    for share, length_s in usual:
        density += share * exp(-max(0.0, rest_s - length_s) / length_s) / (2 * length_s)
    return -log(density)


def within_still(rest_s: float, kind: Rest, paces: Paces) -> float:
    """A rest in the middle of an action that lasts for so long already."""
    if rest_s < SHORT_S:
        return 0.0
    rest_s = min(rest_s, _LONGEST_S)
    usual, thoughts = _rests(kind, round(10 * paces.common_s), round(50 * paces.musing))
    chance = sum(share * exp(-rest_s / mean_s) for share, mean_s in thoughts)
    for share, length_s in usual:
        is_short = rest_s <= length_s
        chance += share * (1 - rest_s / length_s / 2 if is_short else exp(1 - rest_s / length_s) / 2)
    return -log(chance)


class Gap(NamedTuple):
    """Between two actions that were seen: seconds, who played without trace meanwhile, who acted then, new deals."""

    seconds: float
    silent: tuple[int, ...]
    actor: int
    deals: int


@lru_cache(maxsize=16384)
def _densities(tenths: int, quarters: int, squares: int, deals: int) -> Shares:
    """For each pace of who acts the density of such a gap; `quarters`: mean of all that comes before, `squares`: its
    variance."""
    x = max(0.05, tenths / 10)
    found = []
    for pace in PACES_S:
        total = sum(share / mean_s * exp(-x / mean_s) for share, mean_s in _ODDS)
        for share, mean_s, variance in _DEALS if deals else ((1.0, 0.0, 0.0),):
            whole = quarters / 4 + pace + deals * mean_s
            shape = whole * whole / (squares / 4 + pace * pace / _SPREAD + deals * variance)
            total += _PACED * share * exp(
                shape * log(shape / whole) + (shape - 1) * log(x) - shape * x / whole - lgamma(shape)
            )
        found.append(total)
    return tuple(found)


def _likelihoods(between: Gap, paces: Paces) -> Shares:
    before_s = variance = 0.0
    for seat in between.silent:
        before_s += SILENT_SHARE * paces.seats[seat].mean_s
        variance += SILENT_SHARE * paces.seats[seat].variance
    tenths = round(10 * min(between.seconds, 10 * _LONGEST_S))
    return _densities(tenths, round(4 * before_s), round(4 * variance), between.deals)


def gap(between: Gap, paces: Paces) -> float:
    """So long a time between two actions."""
    return -log(sum(map(mul, paces.seats[between.actor].shares, _likelihoods(between, paces))))


@lru_cache(maxsize=2048)
def learnt(between: Gap, paces: Paces) -> Paces:
    """The pace of each seat after such a gap; what was learnt long ago fades."""
    densities = _likelihoods(between, paces)
    alike = tuple(density**_ALIKE for density in densities)
    return Paces.of([
        _weighed(each.shares, densities, _FADE) if seat == between.actor else _weighed(each.shares, alike, 0.0)
        for seat, each in enumerate(paces.seats)
    ], paces.musing)  # fmt: skip


def _weighed(shares: Shares, densities: Shares, fade: float) -> Pace:
    weighed = list(map(mul, shares, densities))
    whole = sum(weighed)
    return Pace.of(tuple((1 - fade) * share / whole + fade / len(PACES_S) for share in weighed))
