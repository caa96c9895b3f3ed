"""What is wrong with a picture: the shortest list of displaced pieces, and how to put them back.

The story told is the one nearest to the position or to a legal action; of equal ones the one with the fewest pieces
out of place, of these the one that blames the seat to act, and of these the cheapest.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.reconcile.sensors import EMPTY, UNSEEN
from companion.reconcile.stories import COSTS, MARGIN, Stories
from companion.reconcile.story import Story
from engine.contract import Cell, Displacement, Layout, Picture, Seat

IN_HAND: Cell = ""
"""Target of a piece that stands nowhere: in a hand or on the table."""
Places = dict[int, int]
"""For each seat (its mark) the holes that its pieces fill, as bits."""


def surprise(stories: Stories) -> float:
    """What the cheapest story costs, in nats, but for the pieces that lie in foreign yards: what breaks a rule counts
    as that."""
    return min((cost - _in_foreign_yards(stories, story) for story, cost in stories.costs.items()), default=0.0)


def _in_foreign_yards(stories: Stories, story: Story) -> float:
    return sum(stories.foreign_cost(label, heap) for heap, labels in enumerate(story.heaps) for label in labels)


def displaced(
    stories: Stories, picture: Picture, seat: Seat | None, ends: Sequence[Picture] = ()
) -> tuple[Displacement, ...]:
    """The pieces that are not where `picture` has them, in the likeliest story.

    `ends` are the pictures of the legal actions. Where the stories are broken the owner of a piece too many is unknown
    (`?`), and it is told as coming from nowhere.
    """
    if stories.is_broken:
        return _by_occupancy(stories, picture)
    aims = [stories.sensors.visible_owners(aim) for aim in dict.fromkeys((picture, *ends))]
    places = [_places(aim) for aim in aims]
    known = {story: cost - stories.least for story, cost in stories.costs.items()}
    # A captured piece in a foreign yard is what people do wrong; an exchange that nobody saw is no mistake.
    reached = [s for s, cost in known.items() if cost < COSTS["unseen-exchange"] and stories.owners_of(s) in aims[1:]]
    common = reached or [story for story, cost in known.items() if cost <= MARGIN]
    # How many pieces are out of place in each story against the nearest aim.
    nearest = {
        story: min(_pieces_between(seen, aim) for aim in places)
        for story, seen in ((story, _places(stories.owners_of(story))) for story in common)
    }
    least = min(nearest.values())
    told = [(_told(stories, story, picture), known[story]) for story, distance in nearest.items() if distance == least]
    layout = stories.sensors.layout
    return min(told, key=lambda one: (*_blame(layout, one[0], seat), one[1], repr(one[0])))[0]


def _places(owners: bytes) -> Places:
    found: Places = {}
    for index, owner in enumerate(owners):
        if owner not in (EMPTY, UNSEEN):
            found[owner] = found.get(owner, 0) | 1 << index
    return found


def _pieces_between(seen: Places, aim: Places) -> int:
    """How many pieces have to be moved from one picture of the holes to get the other."""
    pairs = ((seen.get(seat, 0), aim.get(seat, 0)) for seat in seen.keys() | aim.keys())
    return sum(max((one & ~other).bit_count(), (other & ~one).bit_count()) for one, other in pairs)


def _blame(layout: Layout, moved: tuple[Displacement, ...], seat: Seat | None) -> tuple[int, int, int]:
    strangers = sum(1 + (d.target not in layout.heaps and bool(d.target)) for d in moved if d.owner != seat)
    from_heap = sum(1 for d in moved if d.origin in layout.heaps and d.target)
    return len(moved), strangers, from_heap


def _told(stories: Stories, story: Story, picture: Picture) -> tuple[Displacement, ...]:
    """Displacements of one story against a picture; pieces of one seat are alike, so only real differences count."""
    layout = stories.sensors.layout
    marks, counts = layout.marks(picture), layout.counts(picture)
    stands = {layout.holes[i]: label for i, label in enumerate(story.holes) if label}
    has: dict[Cell, Seat] = {cell: stories.owner(label) for cell, label in stands.items()}
    came: dict[Cell, Cell | None] = {cell: stories.origin(label) for cell, label in stands.items()}
    missing: dict[Seat, list[Cell]] = {}
    for index, cell in enumerate(layout.holes):
        wanted = marks[index]
        if wanted != "." and stories.sensors.mask >> index & 1 and has.get(cell) != wanted:
            missing.setdefault(wanted, []).append(cell)
    extra = [(owner, cell) for cell, owner in has.items() if marks[layout.holes.index(cell)] != owner]
    foreign: list[tuple[Seat, Cell]] = []
    for heap, labels in enumerate(story.heaps):
        owners = [stories.owner(label) for label in labels]
        own = owners.count(layout.owners[heap])
        short = counts[heap] - own - stories.sensors.heap_unseen[heap]
        missing.setdefault(layout.owners[heap], []).extend([layout.heaps[heap]] * max(0, short))
        over = own - counts[heap]
        foreign += [(layout.owners[heap], layout.heaps[heap])] * max(0, over)
        foreign += [(owner, layout.heaps[heap]) for owner in owners if owner != layout.owners[heap]]
    out = [_pair(owner, cell, came.get(cell), missing) for owner, cell in (*extra, *foreign)]
    out += [Displacement(owner, cell, IN_HAND) for owner, cells in missing.items() for cell in cells]
    return tuple(sorted(out, key=lambda d: (d.owner, d.origin, d.target)))


def _pair(owner: Seat, cell: Cell, came_from: Cell | None, missing: dict[Seat, list[Cell]]) -> Displacement:
    """The displaced piece on `cell` with the place it left: its own if that lacks a piece, else any of its seat."""
    places = missing.get(owner, [])
    if came_from in places:
        places.remove(came_from)
        return Displacement(owner, came_from, cell)
    return Displacement(owner, places.pop(0) if places else came_from or "", cell)


def _by_occupancy(stories: Stories, picture: Picture) -> tuple[Displacement, ...]:
    """Displacements without stories; whose a piece too many is, is known if all missing ones are of one seat."""
    sensors = stories.sensors
    layout, marks = sensors.layout, sensors.layout.marks(picture)
    wanted, seen = sensors.expected_holes(picture), stories.occupied & sensors.holes_mask
    missing = [(marks[i], cell) for i, cell in enumerate(layout.holes) if (wanted & ~seen) >> i & 1]
    extra = [cell for i, cell in enumerate(layout.holes) if (seen & ~wanted) >> i & 1]
    counts = zip(sensors.heap_counts(stories.occupied), layout.counts(picture), strict=True)
    for heap, (count, target) in enumerate(counts):
        owner, cell = layout.owners[heap], layout.heaps[heap]
        missing += [(owner, cell)] * max(0, target - sensors.heap_unseen[heap] - count)
        extra += [cell] * max(0, count - target)
    is_one_seat = len({owner for owner, _ in missing}) == 1 and len(extra) <= len(missing)
    out = [Displacement(*missing.pop(0), cell) if is_one_seat else Displacement("?", "", cell) for cell in extra]
    return (*out, *(Displacement(owner, cell, IN_HAND) for owner, cell in missing))


def differences(stories: Stories, picture: Picture) -> list[dict[str, str | None]]:
    """The `differences` of a `disturbed` event: each cell with what is expected and what is observed."""
    return unlike(displaced(stories, picture, None), stories.sensors.layout)


def unlike(moved: Sequence[Displacement], layout: Layout, is_sure: bool = True) -> list[dict[str, str | None]]:
    """The same for displaced pieces; `is_sure`: it is known whose piece stands where none belongs."""
    told: dict[Cell, dict[str, str | None]] = {}
    stood = {one.origin: one.owner for one in moved if one.origin in layout.holes}
    for one in moved:
        if one.target:
            expected = stood.get(one.target)
            is_known = one.owner != "?" and (is_sure or expected is not None)
            told[one.target] = _difference(one.target, expected, one.owner if is_known else "occupied")
        if one.origin and one.origin not in told:
            told[one.origin] = _difference(one.origin, one.owner, "empty")
    return list(told.values())


def _difference(cell: Cell, expected: str | None, observed: str) -> dict[str, str | None]:
    return {"cell": cell, "expected": expected, "observed": observed}


def shown_picture(stories: Stories, picture: Picture, seat: Seat | None) -> Picture | None:
    """The picture that the board shows in the likeliest story, every loose piece back in its seat's heap, or gone where
    that has none.

    None if the stories do not tell whose pieces they are.
    """
    return picture_with(stories.sensors.layout, picture, displaced(stories, picture, seat))


def picture_with(layout: Layout, picture: Picture, moved: Sequence[Displacement]) -> Picture | None:
    """`picture` with these pieces displaced, every loose one back in its seat's heap, or gone where that has none.

    None if it is not known whose pieces they are.
    """
    if any(d.owner == "?" for d in moved):
        return None
    holes, heaps = list(layout.marks(picture)), list(layout.counts(picture))
    for d in moved:
        if d.origin in layout.holes:
            holes[layout.holes.index(d.origin)] = "."
        elif d.origin:
            heaps[layout.heaps.index(d.origin)] -= 1
    for d in moved:
        if d.target in layout.holes:
            holes[layout.holes.index(d.target)] = d.owner
        elif d.owner in layout.owners:
            heaps[layout.owners.index(d.owner)] += 1
    return layout.picture(holes, heaps)
