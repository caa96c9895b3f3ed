"""The people: how fast they are, what they like to do with their fingers, and how their board behaves.

All figures are seconds or chances. A pace fits one seat, a profile fits an evening.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.virtual.gestures import Way

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast one person's hands are. `hold`: the longest rest on a picture that is the end of another action."""

    name: str
    hold: float
    think: Span
    carry: Span
    between: Span
    slide_rest: Span
    hop_rest: Span
    after: Span


QUICK = Pace("quick", 0.25, (0.08, 0.45), (0.10, 0.55), (0.05, 0.40), (0.06, 0.15), (0.08, 0.21), (0.30, 2.6))
NORMAL = Pace("normal", 0.45, (0.40, 1.80), (0.35, 1.15), (0.25, 1.10), (0.06, 0.25), (0.18, 0.40), (0.9, 5.4))
SLOW = Pace("slow", 0.80, (0.80, 3.50), (0.70, 2.60), (0.60, 2.40), (0.08, 0.25), (0.28, 0.70), (1.6, 9.5))


@dataclass(frozen=True, slots=True)
class Wire:
    """The electrical side: chances for each sentence, and how often a minute something bigger happens."""

    lost: float = 0.0
    doubled: float = 0.0
    damaged: float = 0.0
    noise: float = 0.0
    card_damaged: float = 0.0
    restarts: float = 0.0
    pulls: float = 0.0
    weak: float = 0.08
    """Share of the pieces whose magnet is weak and flickers now and then."""
    first_seq: int = 0
    uptime_ms: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """One kind of evening."""

    name: str
    paces: tuple[Pace, ...] = (NORMAL,)
    ways: tuple[tuple[Way, float], ...] = (("carry", 0.5), ("slide", 0.3), ("hop", 0.2))
    feel: float = 0.05
    """Chance that somebody feels a piece before or after an action; `third`: while one is being played."""
    third: float = 0.02
    pairs: float = 0.3
    """Chance that feeling is done with two pieces at once."""
    clumsy: float = 0.0
    """Chance that a third piece is lifted together with two that are exchanged."""
    slips: float = 0.0
    says_done: float = 0.0
    set_up: float = 0.3
    wire: Wire = field(default_factory=Wire)
    cards: str = "pit"
    hands: bool = False
    mask: str = "all"
    stuck: bool = False


_GOOD = Wire()
_USUAL = Wire(lost=0.002, doubled=0.003, damaged=0.002, noise=0.0005)
_BAD = Wire(
    lost=0.02, doubled=0.035, damaged=0.04, noise=0.004, card_damaged=0.01, restarts=0.15, pulls=0.2,
    first_seq=65380, uptime_ms=4294904000,
)  # fmt: skip
_MIX = (QUICK, NORMAL, NORMAL, SLOW)
_SLIDE: tuple[tuple[Way, float], ...] = (("carry", 0.1), ("slide", 0.8), ("hop", 0.1))
_HOP: tuple[tuple[Way, float], ...] = (("carry", 0.1), ("slide", 0.1), ("hop", 0.8))

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("normal", wire=_USUAL, says_done=0.01),
        Profile("slow", (SLOW,), wire=_GOOD),
        Profile("quick", (QUICK,), wire=_GOOD),
        Profile("slider", _MIX, _SLIDE, wire=_GOOD),
        Profile("hopper", (QUICK, QUICK, NORMAL), _HOP, wire=_GOOD),
        Profile("explorer", _MIX, feel=0.55, third=0.25, wire=_GOOD),
        Profile("clumsy", feel=0.35, third=0.3, pairs=0.5, clumsy=0.5, wire=_USUAL),
        Profile("trouble", _MIX, clumsy=0.1, wire=_BAD),
        Profile("careless", (NORMAL, NORMAL, SLOW), slips=0.13, wire=_USUAL),
        Profile("careless-quick", (QUICK,), slips=0.13, feel=0.1, wire=_GOOD),
        Profile("careless-slow", (SLOW,), slips=0.13, feel=0.1, wire=_GOOD),
        Profile("careless-said", (NORMAL, SLOW), slips=0.13, cards="said", wire=_GOOD),
        Profile("careless-hands", (NORMAL,), slips=0.13, hands=True, wire=_GOOD),
        Profile("careless-stuck", (NORMAL, SLOW), slips=0.13, stuck=True, wire=_USUAL),
        Profile(
            "rough", _MIX, feel=0.35, third=0.15, clumsy=0.5, slips=0.09,
            wire=Wire(0.004, 0.004, 0.003, 0.001, 0.003, 0.04, 0.03, 0.15),
        ),
        Profile("stuck", stuck=True, wire=Wire(0.02, 0.03, 0.03, 0.002, 0.0, 0.03, 0.03)),
        Profile("ring", mask="ring", wire=_GOOD),
        Profile("hands", hands=True, wire=_USUAL),
        Profile("said", cards="said", wire=_GOOD),
    )
}  # fmt: skip


def span(rng: Random, limits: Span) -> float:
    """A time between two limits; shorter ones are likelier."""
    low, high = limits
    return low + (high - low) * min(rng.random(), rng.random() * 1.4)
