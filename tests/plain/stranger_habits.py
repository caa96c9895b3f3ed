"""What is odd about the people of `tests.plain.strangers`: each number is a chance for each action."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import Literal

from companion.virtual.gestures import Way


@dataclass(frozen=True, slots=True)
class Habit:
    """What these people do. Seconds are medians."""

    name: str
    pace_s: float = 2.4
    """From one action to the next touch; a card that moves nothing takes two thirds of it."""
    hand_s: float = 0.55
    """Between two strokes."""
    spread: float = 0.45
    ways: tuple[tuple[Way, float], ...] = (("carry", 0.7), ("slide", 0.15), ("hop", 0.15))
    broods: float = 0.0
    """Two to fifteen seconds of thought between two pieces of a 7."""
    beside: float = 0.0
    """A piece lies beside its hole for three to fifteen seconds before it is put in."""
    overlaps: float = 0.0
    """The next seat has its piece in the hand before this one has put its last one down."""
    keeps: float = 0.0
    """A captured piece goes home three to twelve seconds later, perhaps after the next action."""
    reuses: float = 0.0
    """What is kept of a seat that opens is put on its start at once, and no other piece out of the yard."""
    lingers: float = 0.0
    """Fingers play with a piece or two of a yard for one to ten seconds."""
    misses: float = 0.0
    """A piece stands in a wrong hole for five to nine seconds before it is put right."""
    hovers: float = 0.0
    """Another own piece is lifted and put back first."""
    straightens: float = 0.0
    """Pieces nearby are lifted for a moment and set straight afterwards."""
    explores: float = 0.0
    """Fingers go over the board first: four to twelve pieces of anybody are lifted and put back, one by one."""
    crosses: float = 0.0
    """A piece goes from hand to hand: it stands in some free hole for a second or so."""
    joins: float = 0.0
    """Somebody else feels a piece of another owner while the action is made."""
    tidies: float = 0.0
    """Somebody sets all pieces of a yard straight while the action is made."""
    ponders: float = 0.0
    """Fifteen to forty seconds of thought before a stroke, wherever the pieces are."""
    bounces: float = 0.0
    """A contact opens and closes once more within some hundredths of a second."""


STRANGERS = {
    habit.name: habit
    for habit in (
        Habit("calm"),
        Habit("lively", pace_s=1.1, hand_s=0.3, spread=0.35),
        Habit("broods", broods=0.8, pace_s=3.2),
        Habit("beside", beside=0.12),
        Habit("overlaps", overlaps=0.15, pace_s=1.6),
        Habit("keeps", keeps=0.7),
        Habit("reuses", keeps=0.7, reuses=1.0),
        Habit("lingers", lingers=0.25),
        Habit("misses", misses=0.04),
        Habit("hovers", hovers=0.3, pace_s=3.0),
        Habit("straightens", straightens=0.4),
        Habit("pushes", ways=(("carry", 0.1), ("slide", 0.6), ("hop", 0.3)), spread=0.6),
        Habit("explores", explores=0.12),
        Habit("crosses", crosses=0.05),
        Habit("joins", joins=0.2),
        Habit("tidies", tidies=0.1),
        Habit("ponders", ponders=0.03, pace_s=5.0, hand_s=0.8),
        Habit("rushes", pace_s=0.3, hand_s=0.2, spread=0.3),
        Habit("bounces", bounces=0.2),
        Habit("mixed", spread=0.55, broods=0.4, beside=0.03, overlaps=0.08, keeps=0.2, lingers=0.08, hovers=0.08,
              straightens=0.08, ways=(("carry", 0.6), ("slide", 0.2), ("hop", 0.2))),
    )
}  # fmt: skip

_MOST = {
    "broods": 0.8, "beside": 0.08, "overlaps": 0.15, "keeps": 0.5, "lingers": 0.15, "hovers": 0.3, "straightens": 0.3,
    "explores": 0.08, "crosses": 0.05, "joins": 0.2, "tidies": 0.08, "ponders": 0.03, "bounces": 0.1,
}  # fmt: skip
"""What drawn people do at most of each."""
Said = Literal["prompt", "early", "late", "mixed"]
"""When a card is said: once hands have left the board; up to half a second sooner; with its action, or up to 0.8 s
later; or now so, now so."""


def drawn(seed: int) -> Habit:
    """Somebody who does a little of much, as the lot has it."""
    rng = Random(f"drawn-{seed}")
    found = {name: rng.uniform(0.0, most) for name, most in _MOST.items() if rng.random() < 0.4}
    pace_s = exp(rng.uniform(-0.7, 1.6))
    hand_s, spread = min(pace_s, exp(rng.uniform(-1.4, 0.2))), rng.uniform(0.25, 0.6)
    ways = (("carry", rng.uniform(0.2, 1.0)), ("slide", rng.uniform(0.0, 0.6)), ("hop", rng.uniform(0.0, 0.6)))
    return Habit(f"drawn-{seed}", pace_s, hand_s, spread, ways, **found)
