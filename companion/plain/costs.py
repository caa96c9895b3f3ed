"""What surprises cost, in nats: minus the logarithm of their chance.

Times are seconds. `within_*` is a rest in the middle of an action, `gap` the time from the last touch of one action
to the first of the next one, with so many silent plays between.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log

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
EPISODE_S = 0.5
"""After a rest of this length going on is a choice of its own, as dear as a piece."""
FOUND = 14.0
"""The board taken as it stands, although nothing explains it."""
AGAINST_TOLD = 9.0
"""A card that somebody told, and that this reading has to do without."""
DOUBT = 5.0
"""What is not dearer than the cheapest by this has to be reckoned with."""
NOT_DONE = 7.0
"""An action still on its way although somebody said "done"."""
MARGIN = 16.0
"""What is dearer than the cheapest by this is given up."""
MOST = 48
"""Readings at most."""
LEAST_S = 0.5
"""No play without trace takes less time."""
SHORT_S = 0.18
"""Rests shorter than this are only passing."""
_THOUGHT, _SWIFT_S, _LONG_S = 0.1, 0.5, 3.0
_STRAY, _HOP_S = 0.005, 0.2
_PACES_S = (1.7, 3.6, 6.5)
_SPREAD = 3.0
_DEAL_S, _DEAL_SPREAD = 11.0, 16.0


def within(rest_s: float, is_halfway: bool) -> float:
    """A rest of this length in the middle of an action. `is_halfway`: hands may well have waited there."""
    if rest_s < SHORT_S:
        return 0.0
    share, swift_s = (_THOUGHT, _SWIFT_S) if is_halfway else (_STRAY, _HOP_S)
    return -log((1 - share) / swift_s * exp(-rest_s / swift_s) + share / _LONG_S * exp(-rest_s / _LONG_S))


def within_still(rest_s: float, is_halfway: bool) -> float:
    """A rest in the middle of an action that lasts for so long already."""
    if rest_s < SHORT_S:
        return 0.0
    share, swift_s = (_THOUGHT, _SWIFT_S) if is_halfway else (_STRAY, _HOP_S)
    return -log((1 - share) * exp(-rest_s / swift_s) + share * exp(-rest_s / _LONG_S))


@lru_cache(maxsize=4096)
def _gap(tenths: int, plays: int, deals: int) -> float:
    x = max(0.05, tenths / 10)
    total = 0.0
    for pace in _PACES_S:
        mean = plays * pace + deals * _DEAL_S
        shape = mean * mean / (plays * pace * pace / _SPREAD + deals * _DEAL_SPREAD)
        rate = shape / mean
        total += exp(shape * log(rate) + (shape - 1) * log(x) - rate * x - lgamma(shape)) / len(_PACES_S)
    return min(12.0, -log(max(total, 1e-6)))


def gap(seconds: float, silent: int, deals: int) -> float:
    """So long a time between two actions, with so many silent plays and new deals between."""
    return _gap(round(seconds * 10), silent + 1, deals)
