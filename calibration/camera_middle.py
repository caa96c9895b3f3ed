"""Medians and quantiles of small arrays, some twenty in each picture.

They are those of numpy, in a fraction of the time: numpy looks for numbers that are none first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def median(values: Array, axis: int = 0) -> Array:
    """The middle one of values along an axis, or the mean of the two in the middle."""
    ordered, last = np.sort(values, axis=axis), values.shape[axis] - 1
    middle: Array = (ordered.take(last // 2, axis=axis) + ordered.take((last + 1) // 2, axis=axis)) / 2
    return middle


def quantile(values: Array, share: float) -> Array:
    """What this share of values lies below, along their last axis."""
    ordered, place = np.sort(values, axis=-1), share * (values.shape[-1] - 1)
    below, above = ordered[..., int(place)], ordered[..., min(int(place) + 1, values.shape[-1] - 1)]
    found: Array = below + (above - below) * (place - int(place))
    return found
