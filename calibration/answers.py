"""What single holes answered, and the one map that fits all of it: no sensor is believed against what holes tell.

A sensor that works answers each time a piece lies on its hole; others may answer there too, always or now and then. So
the sensor of a hole is among those that answered there every time, none lies beneath two holes, and the map is the one
that finds a sensor for most holes (the greatest matching of a graph). Where several do, it cannot be told which is
right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

Holes = dict[int, frozenset[int]]
"""Of each hole the sensors that may lie beneath it."""


class Answers:
    """`heard`: the sensors that answered each time a piece rested on a hole for which it had been asked."""

    def __init__(self, heard: Mapping[int, Iterable[int]] | None = None) -> None:
        self.heard: Holes = {place: frozenset(channels) for place, channels in (heard or {}).items()}
        self._doubted: set[int] = set()

    def rest(self, place: int, channels: Iterable[int]) -> None:
        """A piece rested there. An answer that has nothing of those before was another hole's: it begins anew."""
        now = frozenset(channels)
        before = now if place in self._doubted else self.heard.get(place, now)
        self._doubted.discard(place)
        self.heard[place] = (before & now) or now

    def doubt(self, places: Set[int]) -> None:
        """They are asked for once more; what was heard there counts until they answer."""
        self._doubted |= places

    def drop(self, channel: int) -> None:
        """Leaves out a sensor that is not to be trusted any more."""
        left = {place: channels - {channel} for place, channels in self.heard.items()}
        self.heard = {place: channels for place, channels in left.items() if channels}

    def told(self) -> dict[str, list[int]]:
        """What was heard, for a file."""
        return {str(place): sorted(channels) for place, channels in sorted(self.heard.items())}

    def settled(self, places: Mapping[int, int], bad: Set[int]) -> tuple[dict[int, int], set[int]]:
        """The map that fits, and the holes of which it cannot be told. places: the map so far, that is kept where it
        fits; of holes that no piece rested on it is all that is known. bad: sensors that are not to be trusted."""
        holes = {place: frozenset({channel}) for place, channel in places.items()}
        for place, channels in self.heard.items():
            if channels - bad and places.get(place) not in bad:
                holes[place] = channels - bad
        owners = matched(holes, places)
        groups = _alike(holes)
        one_of_each = {place: channel for channel, place in owners.items()
                       if not any(place in alike[1:] for alike in groups)}  # fmt: skip
        left = [place for place in holes if place not in one_of_each and not any(place in alike for alike in groups)]
        return dict(sorted(one_of_each.items())), _uncertain(left, holes, owners)


def matched(holes: Holes, places: Mapping[int, int]) -> dict[int, int]:
    """The hole of each sensor, so that most holes have one; as in `places` where that can be."""
    owners: dict[int, int] = {}
    for place, channel in places.items():
        if channel in holes.get(place, ()):
            owners.setdefault(channel, place)

    def give(place: int, tried: set[int]) -> bool:
        for channel in sorted(holes[place] - tried, key=lambda each: (each in owners, each)):
            tried.add(channel)
            if channel not in owners or give(owners[channel], tried):
                owners[channel] = place
                return True
        return False

    for place in sorted(set(holes) - set(owners.values())):
        give(place, set())
    return owners


def _alike(holes: Holes) -> list[list[int]]:
    """Holes at which the same sensors always answer together: no hand can tell them apart."""
    groups: dict[frozenset[int], list[int]] = {}
    for place, channels in sorted(holes.items()):
        if len(channels) > 1:
            groups.setdefault(channels, []).append(place)
    return [group for group in groups.values() if len(group) > 1]


def _uncertain(left: Iterable[int], holes: Holes, owners: Mapping[int, int]) -> set[int]:
    """Holes without a sensor of their own, and those whose sensor may as well be theirs."""
    found: set[int] = set()
    waiting = list(left)
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += [owners[channel] for channel in holes[place] if channel in owners]
    return found
