"""Whatever comes in, nothing but the errors that are meant comes out. `tests/bench/fuzz.py` tries millions."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from targets import TARGETS, mutated

SLOW = {"camera": 60, "gpio": 150, "saying": 40, "option": 60, "geometry": 150, "trace": 150, "profile": 200,
        "rules": 200}  # fmt: skip
MANY, FEW = 600, 60


@pytest.mark.parametrize("name", TARGETS)
def test_inputs_that_were_good_once(name):
    target, seeds = TARGETS[name]
    rng = random.Random(f"fuzz {name}")
    for number in range(SLOW.get(name, MANY)):
        data = mutated(rng.choice(seeds), rng)
        try:
            target(data)
        except Exception as error:
            raise AssertionError(f"input {number}: {data!r}") from error


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes(name):
    target, _ = TARGETS[name]

    @settings(max_examples=SLOW.get(name, FEW) // 2, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=300))
    def tried(data):
        target(data)

    tried()
