"""Stories: every way in which the pieces can stand now, as the sensors have shown it since a position was certain.

Occupancy does not tell which piece was put down. A story says whose piece is on each sensed place; it needs no rules
and no clock. Rules come in when stories are compared with a picture (`fit`).

Flow of control
1. Stories begin at a position; every piece is where the position has it.
2. A frame arrives: a place that became empty gives its piece to the loose ones (in a hand, on the table, on a place
   without sensor); a place that became filled takes any loose piece, a story for each. Equal stories are one.
3. What sensors rarely miss costs a story something (`COSTS`); of equal stories the cheapest stays.
4. Beyond `STORY_LIMIT` single pieces are no longer told apart, and beyond it again the stories are given up
   (`is_broken`): then the picture alone counts. The same holds after lost lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType

from companion.reconcile.labels import NO_PIECE, NOT_YET, Labels, with_one, without
from companion.reconcile.sensors import UNSEEN, Sensors
from companion.reconcile.story import Story
from engine.contract import Cell, Picture, Seat

STORY_LIMIT = 200
"""More stories than this are no longer followed (a Pi has to follow them all, whatever changes in one frame)."""
MOST_STORIES = 2 * STORY_LIMIT
"""So many are looked at to find those that are not too dear."""
COSTS: Mapping[str, float] = MappingProxyType(
    {"in-vain": 3.0, "foreign-yard": 4.0, "from-nowhere": 4.0, "no-piece": 2.0, "late": 4.5, "unseen-exchange": 7.0}
)
"""What a surprise costs, in nats. `in-vain`: two pieces were in the air together where the card exchanges pieces, and
both went back. `foreign-yard`: a piece lies in a yard that is not its own. `from-nowhere`: a piece came from where no
sensor is, though the card only exchanges pieces. `no-piece`: a sensor saw a piece while all pieces were down, or
beside one that the card can exchange: a magnet near it, unless it was the piece of the next hole that came there.
`late`: of two pieces that were exchanged the sensor of one let it go only after the other hole was filled again.
`unseen-exchange`: a piece took another one's hole before the board saw it empty."""
DEAREST = 10.0
"""A story that costs this much more than the cheapest one is not followed."""
DEAREST_OF_MANY = 5.0
"""The same where there are too many."""
MARGIN = 2.0
"""An explanation that costs this much more than the cheapest one, in nats, is no explanation."""


Costs = dict[Story, float]
Outcomes = Iterator[tuple[Story, float]]
Step = Callable[[Story, float], Outcomes]
"""From a story and what it costs to those that one touch makes of it."""


def _cheapest(found: Outcomes) -> Costs:
    """Each story once, with the least that it costs, but for those that are too dear; never many above the limit."""
    costs: Costs = {}
    for story, cost in found:
        if cost < costs.get(story, cost + 1.0):
            costs[story] = cost
            if len(costs) > MOST_STORIES:
                costs = _near(costs, DEAREST_OF_MANY)
                if len(costs) > STORY_LIMIT:
                    return costs
    costs = _near(costs, DEAREST)
    return costs if len(costs) <= STORY_LIMIT else _near(costs, DEAREST_OF_MANY)


def _near(costs: Costs, dearer: float) -> Costs:
    """The stories that cost at most so much more than the cheapest one."""
    most = min(costs.values(), default=0.0) + dearer
    return {story: cost for story, cost in costs.items() if cost <= most}


@dataclass(frozen=True)
class Stories:
    """All stories since a position was certain; a frozen value.

    `is_fine`: single pieces are told apart. `exchanged`: holes whose pieces the awaited card can exchange.
    """

    sensors: Sensors
    picture: Picture
    labels: Labels
    costs: Mapping[Story, float]
    occupied: int
    unseen: int
    """Number of pieces that no sensor sees at the beginning."""
    is_fine: bool = False
    exchanged: frozenset[int] = frozenset()
    resting: frozenset[bytes] = frozenset()
    """Whose pieces are on the holes before any exchange, as far as sensors see them."""
    has_mingled: bool = False
    """Whether two pieces were in the air together, since all were down before pieces were lifted last."""
    aired: frozenset[int] = frozenset()
    """Holes whose pieces were lifted since all were down last."""
    placed_last: tuple[Cell, ...] = ()
    """The places that the last change has filled."""
    is_broken: bool = False
    kept_out: bytes = b""
    """The labels of the pieces that stood where no sensor is and that no exchange takes; kept only while one counts."""

    @staticmethod
    def begin(
        sensors: Sensors,
        picture: Picture,
        is_fine: bool = False,
        exchanged: frozenset[int] = frozenset(),
        undone: Picture | None = None,
    ) -> Stories:
        """The one story of a position that is certain. `exchanged`: holes whose pieces the card can exchange, after it
        has brought back `undone`, if that is given."""
        labels = Labels.of(sensors, picture)
        story = Story.begin(sensors, picture)
        kept_out = bytes(label for label in story.pool if label - 1 not in exchanged) if exchanged else b""
        if not is_fine:
            story, kept_out = story.blurred(labels.alike), kept_out.translate(labels.alike)
        if exchanged:
            story = replace(story, down=story.holes)
        occupied = story.occupied(sensors)
        resting = frozenset(map(sensors.visible_owners, (picture, undone or picture)))
        begun = Stories(sensors, picture, labels, {story: 0.0}, occupied, len(story.pool), is_fine, exchanged, resting)
        return replace(begun, kept_out=kept_out)

    # -- frames -------------------------------------------------------------------------------------------------------

    def after(self, occupied: int) -> Stories:
        """The stories after one frame."""
        if occupied == self.occupied:
            return self
        lifted, placed = self.sensors.touches(self.occupied, occupied)
        seen = replace(self, occupied=occupied, placed_last=placed if lifted or placed else self.placed_last)
        for cell in lifted:
            seen = seen._each(partial(self._lifted, cell))
        if self.exchanged and not seen.is_broken:
            holes = frozenset(map(self.sensors.layout.holes.index, set(lifted) - set(self.sensors.layout.heaps)))
            has_mingled = seen.loose > 1 or (seen.has_mingled and self.loose > 0)
            seen = replace(seen, aired=seen.aired | holes, has_mingled=has_mingled)
        for cell in placed:
            seen = seen._each(partial(self._placed, cell))
        if self.exchanged and not seen.is_broken and seen.loose == 0:
            seen = seen._put_down()
        return seen

    def _each(self, step: Step) -> Stories:
        """All stories one step on; blurred, or given up, where they become too many."""
        if self.is_broken:
            return self
        costs = _cheapest(out for story, cost in self.costs.items() for out in step(story, cost))
        if len(costs) > STORY_LIMIT:
            return self._alike()._each(step) if self.is_fine else self.broken()
        return replace(self, costs=costs) if costs else self.broken()

    def _alike(self) -> Stories:
        """Single pieces are no longer told apart."""
        alike = self.labels.alike
        costs = _cheapest((story.blurred(alike), cost) for story, cost in self.costs.items())
        return replace(self, costs=costs, is_fine=False, kept_out=self.kept_out.translate(alike))

    def broken(self) -> Stories:
        """From here on only the picture counts: something happened that nobody saw."""
        return replace(self, costs={}, is_broken=True)

    def _lifted(self, cell: Cell, story: Story, cost: float) -> Outcomes:
        heap = self._heap_number(cell)
        if heap is not None:
            for label in set(story.heaps[heap]):
                left = story.with_heap(heap, without(story.heaps[heap], label), story.pool)
                yield from self._taken(label, left, cost)
            return
        index = self.sensors.layout.holes.index(cell)
        label = story.holes[index]
        left = story.with_hole(index, 0, story.pool)
        if label >= NOT_YET:
            yield left, cost
        elif label:
            yield from self._taken(label, left, cost, {index - 1, index + 1})
            if index in self.exchanged and not self.has_mingled:
                yield from self._exchanged_late(index, label, left, cost)

    def _taken(self, label: int, left: Story, cost: float, beside: Set[int] = frozenset()) -> Outcomes:
        """A piece has left its place and is loose, or what a sensor saw since the last one left was this one: its own
        sensor was late, or the next one early. `beside`: the holes beside its place."""
        gone = left.settled()
        yield gone.with_pool(with_one(left.pool, label)), cost
        for there, other in enumerate(left.holes) if NO_PIECE in gone.holes else ():
            is_next = there in beside and gone.holes[there] == NO_PIECE
            if is_next or other == NOT_YET:
                yield gone.with_hole(there, label, left.pool), cost - COSTS["no-piece"] * is_next

    def _exchanged_late(self, index: int, label: int, left: Story, cost: float) -> Outcomes:
        """What was put back alone just now was this piece: a quick hand had it before its own sensor let it go."""
        for there in self.exchanged - {index}:
            back = left.holes[there]
            is_back = back == left.down[there] and back < NOT_YET
            if is_back and self.sensors.layout.holes[there] in self.placed_last:
                yield left.with_hole(there, label, with_one(left.pool, back)), cost + COSTS["late"]

    def _placed(self, cell: Cell, story: Story, cost: float) -> Outcomes:
        heap = self._heap_number(cell)
        if heap is None:
            index = self.sensors.layout.holes.index(cell)
            for label in set(story.pool):
                put = story.with_hole(index, label, without(story.pool, label))
                yield put, cost + self._from_nowhere_cost(story, label)
            if self.sensors.layout.heaps and (len(story.pool) <= self.unseen or self._is_beside(index, story)):
                yield story.with_hole(index, NOT_YET, story.pool), cost + COSTS["no-piece"]
            return
        for label in set(story.pool):
            put = story.with_heap(heap, with_one(story.heaps[heap], label), without(story.pool, label))
            yield put, cost + self.foreign_cost(label, heap)
            yield from self._exchanged_unseen(story, cost, heap, label)

    def _is_beside(self, index: int, story: Story) -> bool:
        """Whether this hole was empty, and a piece that the card can exchange stands in the next one: hands that come
        for it bring magnets near."""
        near = {index - 1, index + 1} & self.exchanged
        return any(0 < story.holes[there] < NOT_YET for there in near) and not story.down[index]

    def _from_nowhere_cost(self, story: Story, label: int) -> float:
        """What it costs that a piece comes from where no sensor is, though the card only exchanges pieces."""
        return COSTS["from-nowhere"] if 0 < story.pool.count(label) <= self.kept_out.count(label) else 0.0

    def foreign_cost(self, label: int, heap: int) -> float:
        """What it costs that a piece lies in this heap."""
        return 0.0 if self.owner(label) == self.sensors.layout.owners[heap] else COSTS["foreign-yard"]

    def _exchanged_unseen(self, story: Story, cost: float, heap: int, label: int) -> Outcomes:
        """A quick hand puts its piece into a hole and takes out the one there before the board sees the hole empty.

        Whatever goes to a heap can have been such an exchange.
        """
        pool = without(story.pool, label)
        for index, there in enumerate(story.holes):
            if there and self.owner(there) == self.sensors.layout.owners[heap]:
                put = story.with_hole(index, label, pool)
                yield put.with_heap(heap, with_one(story.heaps[heap], there), pool), cost + COSTS["unseen-exchange"]

    def _put_down(self) -> Stories:
        """All pieces are down: who had two of the exchanged ones in the air has hardly done so for nothing, and
        exchanges no second time."""
        costs: Costs = {}
        exchanges = {story: self._is_exchange(story) for story in self.costs}
        could = self.has_mingled and any(exchanges.values())
        for story, cost in self.costs.items():
            is_exchange = exchanges[story]
            # Who exchanges back can exchange another time.
            is_back = is_exchange and self.owners_of(story) in self.resting
            has_exchanged = not is_back and (story.has_exchanged or is_exchange)
            is_in_vain = could and not is_back and self._is_in_vain(story, is_exchange)
            rested = replace(story, down=story.holes, has_exchanged=has_exchanged)
            paid = cost + (COSTS["in-vain"] if is_in_vain else 0.0)
            costs[rested] = min(paid, costs.get(rested, paid))
        return replace(self, costs=costs, aired=frozenset())

    def _exchanged_since(self, story: Story) -> Sequence[tuple[int, int]]:
        """Labels (now, then) in holes changed since all pieces were down; none if not all of them can be exchanged."""
        pairs = enumerate(zip(story.holes, story.down, strict=True))
        changed = {index: (now, was) for index, (now, was) in pairs if now != was}
        return tuple(changed.values()) if self.exchanged.issuperset(changed) else ()

    def _is_exchange(self, story: Story) -> bool:
        changed = self._exchanged_since(story)
        return bool(changed) and sorted(now for now, _ in changed) == sorted(was for _, was in changed)

    def _is_exchange_with_unseen(self, story: Story) -> bool:
        """Whether pieces have come where others stood, from where no sensor is."""
        changed = self._exchanged_since(story)
        return bool(changed) and all(map(all, changed))

    def _is_in_vain(self, story: Story, is_exchange: bool) -> bool:
        """Whether two exchanges would be too many, two pieces that the card exchanges went back beside one, or all
        without any."""
        back = sum(story.holes[index] == story.down[index] for index in self.aired & self.exchanged)
        if back > 1 or (back and not is_exchange and self._is_exchange_with_unseen(story)):
            return True
        if is_exchange:
            return story.has_exchanged
        return story.holes.translate(self.labels.owners) == story.down.translate(self.labels.owners)

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def is_lifted_last(self) -> bool:
        """Whether the last change only took pieces off the board."""
        return not self.placed_last

    @property
    def loose(self) -> int:
        """How many pieces are seen to be off the board: in a hand or on the table."""
        return max((len(story.pool) for story in self.costs), default=self.unseen) - self.unseen

    @cached_property
    def least(self) -> float:
        """What the cheapest story costs."""
        return min(self.costs.values(), default=0.0)

    @cached_property
    def visible(self) -> Mapping[bytes, float]:
        """Whose pieces are on the holes (`?` where no sensor is), and what that costs."""
        found: dict[bytes, float] = {}
        for story, cost in self.costs.items():
            owners = self.owners_of(story)
            found[owners] = min(cost, found.get(owners, cost))
        return found

    @cached_property
    def likely(self) -> frozenset[bytes]:
        """Whose pieces are on the holes, in the stories that are not much dearer than the cheapest one."""
        return frozenset(owners for owners, cost in self.visible.items() if cost <= self.least + MARGIN)

    def plain(self, is_likely: bool = False) -> Iterator[Story]:
        """The stories in which no heap holds a foreign piece, but for those that are much dearer than the cheapest of
        them; `is_likely`: than the cheapest of all."""
        own = {story: cost for story, cost in self.costs.items() if not self.has_foreign_heap(story)}
        least = self.least if is_likely else min(own.values(), default=0.0)
        return (story for story, cost in own.items() if cost <= least + MARGIN)

    def owners_of(self, story: Story) -> bytes:
        """The seats on the holes in this story, `?` where no sensor is."""
        owners = bytearray(story.holes.translate(self.labels.owners))
        for index in self.sensors.unseen_holes:
            owners[index] = UNSEEN
        return bytes(owners)

    def owner(self, label: int) -> Seat:
        """The seat whose piece a label is; `?` where no piece can be."""
        return "?" if label >= NOT_YET else chr(self.labels.owners[label])

    def origin(self, label: int) -> Cell | None:
        """The place where the piece with this label stood; None if single pieces are not told apart, or it is none."""
        layout = self.sensors.layout
        n = len(layout.holes)
        if label <= n:
            return layout.holes[label - 1]
        return layout.heaps[label - 1 - n] if self.is_fine and label < NOT_YET else None

    def has_foreign_heap(self, story: Story) -> bool:
        """Whether a heap holds a piece that is not its owner's."""
        owners = self.sensors.layout.owners
        return any(self.owner(label) != owners[heap] for heap, labels in enumerate(story.heaps) for label in labels)

    def shows_way(self, story: Story, way: frozenset[tuple[Cell, Cell]]) -> bool:
        """Whether in this story each of these displacements (from, to) has been made."""
        return self.is_fine and all(self._stands(story, origin, target) for origin, target in way)

    def _stands(self, story: Story, origin: Cell, target: Cell) -> bool:
        heap = self._heap_number(target)
        # A piece put on a place without sensor has only vanished.
        if heap is None:
            index = self.sensors.layout.holes.index(target)
            labels = story.holes[index : index + 1] if self.sensors.mask >> index & 1 else story.pool
        else:
            labels = story.heaps[heap] + (story.pool if self.sensors.heap_unseen[heap] else b"")
        return any(label and self.origin(label) == origin for label in labels)

    def _heap_number(self, cell: Cell) -> int | None:
        heaps = self.sensors.layout.heaps
        return heaps.index(cell) if cell in heaps else None
