"""Medians and quantiles of small arrays, some twenty in each picture.

They are those of numpy, in a fraction of the time: numpy looks for numbers that are none first. Of no values they are
no number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def median(values: Array, axis: int = 0) -> Array:
    """The middle one of values along an axis, or the mean of the two in the middle."""
    last = values.shape[axis] - 1
    if last < 0:
        return np.full(np.delete(values.shape, axis), np.nan)
    ordered = np.sort(values, axis=axis)
    middle: Array = (ordered.take(last // 2, axis=axis) + ordered.take((last + 1) // 2, axis=axis)) / 2
    return middle


def quantile(values: Array, share: float) -> Array:
    """What this share of values lies below, along their last axis."""
    if not values.shape[-1]:
        return np.full(values.shape[:-1], np.nan)
    ordered, place = np.sort(values, axis=-1), share * (values.shape[-1] - 1)
    below, above = ordered[..., int(place)], ordered[..., min(int(place) + 1, values.shape[-1] - 1)]
    found: Array = below + (above - below) * (place - int(place))
    return found
