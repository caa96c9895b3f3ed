"""From a slide to a search for what it left open, and from that search to the map of the ring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from calibration.ring_search import RingSearch
from calibration.ring_slide import RingSlide


def search_of(ring: int, places: Mapping[int, int], slide: RingSlide, skipped: Iterable[int]) -> RingSearch:
    """The search for what is lacking. places: the channel of each hole, as they were counted; skipped: those that were
    passed over, counted so too."""
    slid = sorted(place for place in places if place < ring)
    clear = [place for place in slid if place not in slide.unclear]
    if 2 * len(clear) < len(slid) or (slide.has_too_many and not slide.unclear):
        clear = []  # most were not clear, or all and yet more than there are holes: then none is to be believed
    lacking = {*slid, *(place for place in skipped if place < ring)} - set(clear)
    unclear = [sum(other < place for other in clear) for place in sorted(lacking)]
    return RingSearch(ring, [places[place] for place in clear], unclear)


def found_by(search: RingSearch, ring: int, slid: Mapping[int, int], doubles: Mapping[int, int]) \
        -> tuple[dict[int, int], dict[int, int], set[int]]:  # fmt: skip
    """What a search that has ended found: places and doubles as the wizard keeps them, and holes whose sensors cannot
    be told from those of another. slid, doubles: what it kept before; of the ring only that counts which the search is
    sure of."""
    solved = search.solved()
    hole_of = {channel: hole for hole, channel in solved.items()}
    places = solved | {place: channel for place, channel in slid.items() if place >= ring}
    left: dict[int, int] = {}
    for channel, place in doubles.items():
        hole = place if place >= ring else hole_of.get(slid.get(place, -1))
        if hole is not None:
            left[channel] = hole
    heard = Counter(channel for channels in search.answered.values() for channel in channels)
    open_holes = {hole: set(channels) for hole, channels in search.answered.items() if hole not in places}
    joined: set[int] = set()
    while open_holes:
        taken = set(places.values())
        open_holes = {hole: channels - taken for hole, channels in open_holes.items()}
        hole = min(open_holes, key=lambda each: (len(open_holes[each]), each))
        together = set(search.answered[hole])
        if mine := sorted(likeliest(open_holes.pop(hole), left), key=heard.__getitem__):
            places[hole] = mine[0]
            left.pop(mine[0], None)
            left.update(dict.fromkeys(mine[1:], hole))
        if len(together) > 1:  # sensors that always answer together cannot be told apart
            joined |= {other for other in open_holes if set(search.answered[other]) == together}
            open_holes = {other: own for other, own in open_holes.items() if other not in joined}
    return dict(sorted(places.items())), left, joined


def likeliest(channels: Iterable[int], doubles: Mapping[int, int]) -> list[int]:
    """Channels that answer together, first the one that is likeliest to lie there: not one that answered elsewhere."""
    return sorted(channels, key=lambda channel: (channel in doubles, channel))
