"""People drawn by lot: each evening has its own paces, its own cable and its own mixture of habits.

The habits that have names were thought of, and what was thought of is mended sooner or later. These were not.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

from tests.people.habits import NORMAL, PROFILES, QUICK, SLOW, Pace, Profile, Span, Wire
from tests.people.quirks import Quirks

NAME = "drawn"
LOOSE_QUIRKS = ("dawdles", "wavers", "owes", "jitters", "unread", "blurs")
"""What leaves more than one right answer: never drawn, so that the judge stays strict."""
_CHANCES = [item.name for item in fields(Quirks) if item.type == "float" and item.name not in LOOSE_QUIRKS]


def profile_of(name: str, seed: int) -> Profile:
    """The people of an evening: those of that name, or, for `drawn`, those that the seed draws. Raises: KeyError."""
    return _drawn(Random(f"people-{seed}")) if name == NAME else PROFILES[name]


def _drawn(rng: Random) -> Profile:
    """Somebody whom nobody thought of."""
    has_all = rng.random() < 0.75
    ways = tuple((way, rng.random() ** 2 + 0.02) for way, _ in PROFILES["normal"].ways)
    quirks = _quirks(rng)
    people = Profile(
        NAME, tuple(_pace(rng) for _ in range(rng.randrange(1, 5))), ways,
        feel=_some(rng, 0.5, 0.6), third=_some(rng, 0.5, 0.3), pairs=rng.random(), clumsy=_some(rng, 0.4, 1.0),
        slips=_some(rng, 0.4, 0.2), says_done=_some(rng, 0.4, 0.8), set_up=rng.random(), wire=_wire(rng, quirks),
        cards=rng.choice(("pit", "pit", "seats", "said")), hands=rng.random() < 0.15,
        mask="all" if has_all else rng.choice(("ring", "gaps")), stuck=has_all and rng.random() < 0.2,
        quirks=quirks,
    )  # fmt: skip
    return replace(people, wire=replace(people.wire, lags=_some(rng, 0.3, 0.5)))


def _some(rng: Random, chance: float, most: float) -> float:
    """Often nothing, else up to `most`."""
    return rng.random() * most if rng.random() < chance else 0.0


def _pace(rng: Random) -> Pace:
    """A hand somewhere between the quick, the normal and the slow one, quicker at one thing than at another."""
    low, high = rng.choice(((QUICK, NORMAL), (NORMAL, SLOW)))
    share = rng.random()

    def between(a: Span, b: Span) -> Span:
        own = min(1.0, max(0.0, share + rng.uniform(-0.2, 0.2)))
        return a[0] + own * (b[0] - a[0]), a[1] + own * (b[1] - a[1])

    return replace(
        low, name="drawn", hold=low.hold + share * (high.hold - low.hold), think=between(low.think, high.think),
        carry=between(low.carry, high.carry), between=between(low.between, high.between),
        slide_rest=between(low.slide_rest, high.slide_rest), hop_rest=between(low.hop_rest, high.hop_rest),
        after=between(low.after, high.after),
    )  # fmt: skip


def _wire(rng: Random, quirks: Quirks) -> Wire:
    """A cable and a board between the best and the worst. No card that comes late is lost, too."""
    bad = rng.random() ** 3
    return Wire(
        lost=0.02 * bad, doubled=0.03 * bad, damaged=0.03 * bad, noise=0.004 * bad,
        card_damaged=0.0 if quirks.late else 0.01 * bad, restarts=0.1 * bad, pulls=0.15 * bad,
        weak=0.2 * rng.random(), first_seq=rng.randrange(65536),
    )  # fmt: skip


def _quirks(rng: Random) -> Quirks:
    """Each habit with one chance in six, as strong as it comes."""
    chances = {name: rng.random() ** 2 for name in _CHANCES if rng.random() < 1 / 6}
    chances |= {name: share * 0.1 for name, share in chances.items() if name in ("breaks", "knocks", "takes_back")}
    if "late" in chances:
        # Who changes a card lays both before anything is touched.
        chances.pop("changes", None)
    return Quirks(**chances, is_midgame=rng.random() < 0.1)
