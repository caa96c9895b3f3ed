"""What surprises cost, in nats: minus the logarithm of their chance.

Times are seconds. `within_*` is a rest in the middle of an action, `gap` the time from the last touch of one action
to the first of the next one, with so many silent plays between.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log

Paces = tuple[float, ...]

TOUCH = 2.0
"""A piece touched that the reading does not need."""
PAIR = 3.0
"""Two pieces felt at once, besides each touch."""
UNSEEN_CHANGE = 7.0
"""A hole whose piece became another one without having been seen empty."""
LOST_CHANGE = 2.0
"""The same where a line of the board was lost meanwhile."""
STILL_OUT = 2.0
"""A captured piece that is not in its yard yet."""
PIECE = 4.0
"""A piece on its way, before it is known how far it goes."""
OTHERS = 6.0
"""Pieces of one more owner on their way in the same action."""
FOUND = 14.0
"""The board taken as it stands, although nothing explains it."""
MISTAKEN = 5.0
"""Two pieces in it that have been taken for one another, besides."""
AGAINST_TOLD = 9.0
"""A card that somebody told, and that this reading has to do without."""
DOUBT = 5.0
"""What is not dearer than the cheapest by this has to be reckoned with."""
NOT_DONE = 7.0
"""An action still on its way although somebody said "done"."""
MARGIN = 18.0
"""What is dearer than the cheapest by this is given up."""
MOST = 64
"""Readings at most."""
MOST_ALIKE = 4
"""Readings at most that have the same position."""
LEAST_S = 0.5
"""No play without trace takes less time."""
SHORT_S = 0.18
"""Rests shorter than this are only passing."""
_THOUGHT, _SWIFT_S, _LONG_S = 0.1, 0.5, 3.0
_STRAY, _HOP_S, _USUAL_S = 0.005, 0.25, 3.5
PACES_S = (1.3, 2.2, 3.5, 5.0, 7.0)
"""Seconds from one play to the next, as tables differ."""
ANY_PACE: Paces = (1 / len(PACES_S),) * len(PACES_S)
_SPREAD, _FADE = 4.0, 0.08
_EPISODE_S = 0.8
_LONGEST_S = 60.0
_ODD, _ODD_S = 0.03, 30.0
_DEALS = ((0.7, 11.0, 10.0), (0.3, 25.0, 200.0))
"""How long it takes to shuffle, deal and swap: share, mean and variance."""


def mean(paces: Paces) -> float:
    """The likeliest pace in seconds."""
    return sum(share * pace for share, pace in zip(paces, PACES_S, strict=True))


def _swift(is_halfway: bool, pace_s: float) -> tuple[float, float]:
    """How often hands wait in the middle of an action, and how long they rest where they don't."""
    slow = pace_s / _USUAL_S
    return (_THOUGHT, _SWIFT_S * slow) if is_halfway else (_STRAY, _HOP_S * slow)


def is_episode(rest_s: float, pace_s: float) -> bool:
    """Whether going on after such a rest is a choice of its own, as dear as a piece."""
    return rest_s > _EPISODE_S * max(1.0, pace_s / _USUAL_S)


def within(rest_s: float, is_halfway: bool, pace_s: float) -> float:
    """A rest of this length in the middle of an action. `is_halfway`: hands may well have waited there."""
    rest_s = min(rest_s, _LONGEST_S)
    share, swift_s = _swift(is_halfway, pace_s)
    usual = exp(-max(0.0, rest_s - swift_s) / swift_s) / (2 * swift_s)
    return -log((1 - share) * usual + share / _LONG_S * exp(-rest_s / _LONG_S))


def within_still(rest_s: float, is_halfway: bool, pace_s: float) -> float:
    """A rest in the middle of an action that lasts for so long already."""
    if rest_s < SHORT_S:
        return 0.0
    rest_s = min(rest_s, _LONGEST_S)
    share, swift_s = _swift(is_halfway, pace_s)
    usual = exp(1 - rest_s / swift_s) / 2 if rest_s > swift_s else 1 - rest_s / swift_s / 2
    return -log((1 - share) * usual + share * exp(-rest_s / _LONG_S))


@lru_cache(maxsize=8192)
def _densities(tenths: int, plays: int, deals: int) -> Paces:
    """For each pace the density of such a gap."""
    x = max(0.05, tenths / 10)
    found = []
    for pace in PACES_S:
        total = _ODD / _ODD_S * exp(-x / _ODD_S)
        for share, mean_s, variance in _DEALS if deals else ((1.0, 0.0, 0.0),):
            mean = plays * pace + deals * mean_s
            shape = mean * mean / (plays * pace * pace / _SPREAD + deals * variance)
            total += (1 - _ODD) * share * exp(
                shape * log(shape / mean) + (shape - 1) * log(x) - shape * x / mean - lgamma(shape)
            )
        found.append(total)
    return tuple(found)


def gap(seconds: float, silent: int, deals: int, paces: Paces) -> float:
    """So long a time between two actions, with so many silent plays and new deals between; `paces`: how likely each
    pace is."""
    densities = _densities(round(10 * min(seconds, 10 * _LONGEST_S)), silent + 1, deals)
    return -log(sum(share * density for share, density in zip(paces, densities, strict=True)))


def learnt(seconds: float, silent: int, deals: int, paces: Paces) -> Paces:
    """How likely each pace is after such a gap; what was learnt long ago fades."""
    densities = _densities(round(10 * min(seconds, 10 * _LONGEST_S)), silent + 1, deals)
    shares = [share * density for share, density in zip(paces, densities, strict=True)]
    whole = sum(shares)
    return tuple((1 - _FADE) * share / whole + _FADE / len(PACES_S) for share in shares)
