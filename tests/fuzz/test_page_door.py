"""The page's door and odd bytes. `tests/bench/fuzz.py` sends tens of thousands."""

import pytest
from page_door import Door

MANY = 150


@pytest.mark.parametrize("kind", ["request", "frames"])
def test_odd_bytes_at_the_door(kind):
    door = Door(f"door {kind}")
    try:
        for number in range(MANY):
            getattr(door, kind)()
            if number % 50 == 0:
                door.answers()
        door.answers()
    finally:
        door.close()
