"""Medians and quantiles are those of numpy, whatever is counted and however many."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera_middle import median, quantile


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 12, 145])
def test_they_are_those_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(size=(7, count, 3)).astype(np.float32)
    for axis in range(3):
        assert np.array_equal(median(values, axis=axis), np.median(values, axis=axis))
    for share in (0.0, 0.25, 0.6, 0.75, 1.0):
        assert quantile(values[..., 0], share) == pytest.approx(np.quantile(values[..., 0], share, axis=-1), abs=1e-6)


def test_of_no_values_they_are_no_number() -> None:
    assert np.isnan(median(np.zeros((0, 3)))).tolist() == [True] * 3
    assert np.isnan(quantile(np.zeros((2, 0)), 0.5)).tolist() == [True] * 2
