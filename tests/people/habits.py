"""The people: how fast they are, what they like to do with their fingers, and how their board behaves.

All figures are seconds or chances. A pace fits one seat, a profile fits an evening.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.virtual.gestures import Way
from tests.people.quirks import Quirks

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
    step: float = 0.0
    """So often the board looks at its places, in seconds; 0.0: all the time."""
    lags: float = 0.0
    """Share of the lifts that the sensor notices late, often after the piece was put down elsewhere."""
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
    """How cards are told: `pit` and `seats` by readers, `said` by people."""
    hands: bool = False
    mask: str = "all"
    """Where sensors are: `all`, `ring` (none in the yards), `gaps` (three holes without), `bare` (the ring alone)."""
    stuck: bool = False
    quirks: Quirks = field(default_factory=Quirks)
    """What these people do that others promise never to do."""


RUSHED = Pace("rushed", 0.25, (0.02, 0.15), (0.08, 0.35), (0.04, 0.25), (0.06, 0.12), (0.08, 0.18), (0.01, 0.30))

_GOOD = Wire()
_STILL = Wire(weak=0.0)
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

# Each breaks promises of those above; what is right is still certain.
_BREAKERS = (
    Profile("clean", (NORMAL,), (("carry", 1.0),), feel=0.0, third=0.0, set_up=0.0, wire=_STILL),
    Profile("thinker", (NORMAL, SLOW), wire=_GOOD, quirks=Quirks(thinks=0.7)),
    Profile("brooder", (NORMAL, SLOW, QUICK), feel=0.1, third=0.1, wire=_USUAL, quirks=Quirks(thinks=0.9, early=0.2)),
    Profile("ponderer", _MIX, (("carry", 0.2), ("slide", 0.3), ("hop", 0.5)), wire=_GOOD, quirks=Quirks(ponders=0.25)),
    Profile("early", (QUICK, NORMAL, NORMAL), wire=_GOOD, quirks=Quirks(early=0.6)),
    Profile("rushed", (RUSHED,), (("carry", 0.8), ("slide", 0.1), ("hop", 0.1)), wire=_GOOD, quirks=Quirks(early=0.2)),
    Profile("late", (QUICK, NORMAL), wire=_GOOD, quirks=Quirks(late=0.3)),
    Profile("twice", _MIX, wire=_USUAL, quirks=Quirks(again=0.5, talks=0.2)),
    Profile("readers", cards="seats", wire=_USUAL),
    Profile("hoarder", (NORMAL, SLOW), wire=_GOOD, quirks=Quirks(hoards=0.9, heaps=0.5)),
    Profile("snatcher", (QUICK, NORMAL), wire=_GOOD, quirks=Quirks(snatches=0.9, heaps=0.9)),
    Profile("stray", _MIX, wire=_GOOD, quirks=Quirks(strays=0.5, muddles=0.7, walks=0.7)),
    Profile("knocker", _MIX, feel=0.2, third=0.1, wire=_GOOD, quirks=Quirks(knocks=0.25)),
    Profile("hasty", (QUICK, NORMAL), slips=0.2, wire=_GOOD, quirks=Quirks(hasty=1.0)),
    Profile("done", _MIX, says_done=0.8, wire=_USUAL, quirks=Quirks(says_done_early=0.2)),
    Profile("undecided", _MIX, wire=_GOOD, quirks=Quirks(takes_back=0.12, takes_back_by_hand=0.4)),
    Profile("mute", feel=0.35, third=0.3, pairs=0.5, clumsy=0.9, wire=_GOOD, quirks=Quirks(answers_late=1.0)),
    Profile("pauses", _MIX, wire=_USUAL, quirks=Quirks(breaks=0.03, talks=0.1)),
    Profile("midgame", _MIX, slips=0.05, wire=_USUAL, quirks=Quirks(is_midgame=True)),
    Profile("healing", _MIX, stuck=True, wire=_USUAL, quirks=Quirks(heals=True)),
    Profile("silent", (NORMAL,), stuck=True, wire=_GOOD, quirks=Quirks(is_silent=True)),
    Profile("gaps", _MIX, mask="gaps", wire=_GOOD),
    Profile("keeper", _MIX, wire=_USUAL, quirks=Quirks(keeps=0.15)),
    Profile("sticky", (QUICK, NORMAL), wire=Wire(lags=0.4)),
    Profile("coarse", _MIX, wire=Wire(step=0.1)),
    Profile("strong", _MIX, wire=_GOOD, quirks=Quirks(crosstalk=0.4)),
    Profile("changer-said", _MIX, cards="said", wire=_GOOD, quirks=Quirks(changes=0.3)),
    Profile("odd", _MIX, feel=0.2, third=0.1, clumsy=0.2, slips=0.05, wire=_USUAL, quirks=Quirks(
        thinks=0.5, early=0.15, late=0.05, again=0.1, hoards=0.3, heaps=0.3, snatches=0.3, strays=0.1, muddles=0.3,
        walks=0.3, knocks=0.05, hasty=0.3, says_done_early=0.03, takes_back=0.03, takes_back_by_hand=0.4, breaks=0.01,
        talks=0.05)),
)  # fmt: skip

# What these do leaves more than one right answer: judged loosely.
_LOOSE = (
    Profile("dawdler", (NORMAL, SLOW), (("carry", 0.3), ("slide", 0.4), ("hop", 0.3)), wire=_GOOD,
            quirks=Quirks(dawdles=0.6, is_loose=True)),
    Profile("wavering", (NORMAL, SLOW), wire=_GOOD, quirks=Quirks(wavers=0.12, is_loose=True)),
    Profile("fumbler", feel=0.5, pairs=0.8, third=0.1, wire=_GOOD, quirks=Quirks(feels_anywhere=True, is_loose=True)),
    Profile("flaky", _MIX, wire=Wire(lost=0.01, damaged=0.01, doubled=0.01, weak=0.3),
            quirks=Quirks(is_flaky=True, is_loose=True)),
    Profile("blur", (RUSHED,), (("carry", 1.0),), wire=_GOOD, quirks=Quirks(early=0.3, blurs=0.5, is_loose=True)),
    Profile("debtor", (NORMAL,), wire=_GOOD, quirks=Quirks(owes=0.6, is_loose=True)),
    Profile("jitter", _MIX, wire=_GOOD, quirks=Quirks(jitters=0.15, is_loose=True)),
    Profile("changer", _MIX, wire=_USUAL, quirks=Quirks(changes=0.3, is_loose=True)),
    Profile("unread", (NORMAL, SLOW), wire=_GOOD, quirks=Quirks(unread=0.03, is_loose=True)),
    Profile("haunted", (NORMAL,), stuck=True, wire=_GOOD,
            quirks=Quirks(is_silent=True, is_ignored=True, is_loose=True)),
    Profile("bare", (NORMAL, SLOW), mask="bare", wire=_GOOD, quirks=Quirks(is_loose=True)),
)  # fmt: skip
PROFILES |= {profile.name: profile for profile in (*_BREAKERS, *_LOOSE)}
BREAKERS = tuple(profile.name for profile in _BREAKERS)
LOOSE = tuple(profile.name for profile in _LOOSE)


def span(rng: Random, limits: Span) -> float:
    """A time between two limits; shorter ones are likelier."""
    low, high = limits
    return low + (high - low) * min(rng.random(), rng.random() * 1.4)
