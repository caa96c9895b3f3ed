"""The trail: every way in which the pieces can have gone since the last settled picture.

Occupancy does not tell which piece was put down. A trail therefore keeps all `World`s, each one consistent story of
where every piece is now, by the place it came from. It needs no rules and no owners: those come in when a world is
compared with a picture.

Flow of control
1. A trail starts at a settled picture; every piece is where the position has it.
2. A frame arrives: the cells that became empty give their pieces to the pool of loose pieces (in a hand, on the
   table, on a place without sensor); then each newly filled cell takes any one of them, a world for each.
3. Equal worlds are one. Beyond `WORLD_LIMIT` the pieces of one heap's owner are no longer told apart.
4. Where a card exchanges pieces, who has two of them in the air has exchanged: when all are down again, a story in
   which nothing came of it is dropped.
5. A gap in the line (lost sentences, a restart, a pulled cable) breaks the trail: only occupancy counts then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.reconcile.sensors import EMPTY, UNSEEN, Sensors
from engine.contract import Cell, Picture

WORLD_LIMIT = 400
"""More stories than this are no longer told apart piece by piece (a Pi has to follow them all)."""


@dataclass(frozen=True, slots=True)
class World:
    """One story: for each hole the label of its piece (0: none), the labels in each heap, and the loose ones.

    A label is 1 + the wire index of the hole where the piece stood, or 1 + number of holes + heap number.
    """

    holes: bytes
    heaps: tuple[bytes, ...]
    pool: bytes
    is_rare: bool = False
    """Whether it needs an exchange that the sensors missed: true if it explains a legal end, no excuse for less."""


def _without(labels: bytes, label: int) -> bytes:
    at = labels.index(label)
    return labels[:at] + labels[at + 1 :]


def _with(labels: bytes, label: int) -> bytes:
    return bytes(sorted((*labels, label)))


Story = tuple[World, World]
"""A world, and the world when all pieces were down last (kept only while exchanges count)."""


class Trail:
    """All worlds since a settled picture. One thread only; time plays no part here."""

    def __init__(self, sensors: Sensors, picture: Picture) -> None:
        self.sensors = sensors
        self.picture = picture
        self.is_broken = False
        self.exchanged_holes: frozenset[int] = frozenset()
        """Holes whose pieces the awaited card can exchange."""
        self.is_lifted_last = False
        """Whether the last change only took pieces off the board."""
        self._owners = self._owner_table()
        self.start = self._start_world()
        self._stories: frozenset[Story] = frozenset([(self.start, self.start)])
        self._has_mingled = False
        self.occupied = self._occupied_by_picture()

    def _owner_table(self) -> bytes:
        """Translates a label into the letter of its owner."""
        layout = self.sensors.layout
        table = bytearray(range(256))
        table[0] = EMPTY
        for index in range(len(layout.holes)):
            table[1 + index] = ord(self.picture[index])
        for heap, owner in enumerate(layout.owners):
            table[1 + len(layout.holes) + heap] = ord(owner)
        return bytes(table)

    def _start_world(self) -> World:
        sensors, n = self.sensors, self.sensors.hole_count
        holes, pool = bytearray(n), bytearray()
        for index in range(n):
            if self.picture[index] != ".":
                if sensors.mask >> index & 1:
                    holes[index] = 1 + index
                else:
                    pool.append(1 + index)
        heaps = []
        for heap in range(len(sensors.layout.heaps)):
            count = int(self.picture[n + heap])
            # Pieces on places without sensor are loose from the start: nobody can see whether they are still there.
            unseen = min(count, sensors.heap_unseen[heap])
            heaps.append(bytes([1 + n + heap]) * (count - unseen))
            pool.extend([1 + n + heap] * unseen)
        return World(bytes(holes), tuple(heaps), bytes(sorted(pool)))

    def _occupied_by_picture(self) -> int:
        """A frame that shows the picture; heap places are filled from the first (only their number matters)."""
        world = next(iter(self.worlds))
        bits = sum(1 << i for i, label in enumerate(world.holes) if label)
        for heap, labels in enumerate(world.heaps):
            free = self.sensors.heap_bits[heap]
            for _ in labels:
                low = free & -free
                bits |= low
                free ^= low
        return bits

    def changes(self, occupied: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Cells lifted from and cells placed on between the last frame and this one (heaps by number)."""
        seen, before = occupied & self.sensors.holes_mask, self.occupied & self.sensors.holes_mask
        names = self.sensors.layout.holes
        lifted = [names[i] for i in _bits(before & ~seen)]
        placed = [names[i] for i in _bits(seen & ~before)]
        old, new = self.sensors.heap_counts(self.occupied), self.sensors.heap_counts(occupied)
        for heap, name in enumerate(self.sensors.layout.heaps):
            lifted += [name] * max(0, old[heap] - new[heap])
            placed += [name] * max(0, new[heap] - old[heap])
        return tuple(lifted), tuple(placed)

    def follow(self, occupied: int) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Takes one frame; returns the cells lifted from and placed on."""
        lifted, placed = self.changes(occupied)
        if lifted or placed:
            self.is_lifted_last = not placed
        for cell in lifted:
            self._stories = frozenset((w, base) for world, base in self._stories for w in self._lifted(world, cell))
        self._has_mingled = self._has_mingled or self.loose > 1
        for cell in placed:
            self._stories = frozenset((w, base) for world, base in self._stories for w in self._placed(world, cell))
        if self.exchanged_holes and self.loose == 0:
            self._put_down()
        if not self._stories:
            self.break_off()
        elif len(self._stories) > WORLD_LIMIT:
            self._blur()
        self.occupied = occupied
        return lifted, placed

    @property
    def worlds(self) -> frozenset[World]:
        """Every consistent story of where the pieces are now."""
        return frozenset(world for world, _ in self._stories)

    def expect_exchange(self, holes: frozenset[int]) -> None:
        """From here on who has two pieces of these holes in the air at once exchanges them (docs/people.md)."""
        self.exchanged_holes = holes
        self._stories = frozenset((world, world) for world, _ in self._stories)

    def _put_down(self) -> None:
        """All pieces are down again: if any of them can have been exchanged, coming to nothing was none of it."""
        kept = self._stories
        if self._has_mingled and any(self._is_exchange(world, base) for world, base in kept):
            kept = frozenset((world, base) for world, base in kept if world != base)
        self._stories = frozenset((world, world) for world, _ in kept)
        self._has_mingled = False

    def _is_exchange(self, world: World, base: World) -> bool:
        changed = {index for index, (now, was) in enumerate(zip(world.holes, base.holes, strict=True)) if now != was}
        return bool(changed) and changed <= self.exchanged_holes and world.heaps == base.heaps

    @property
    def loose(self) -> int:
        """How many pieces are seen to be off the board: in a hand or on the table."""
        return max((len(world.pool) for world, _ in self._stories), default=0) - len(self.start.pool)

    def break_off(self) -> None:
        """From here on only occupancy counts: something happened that nobody saw."""
        self.is_broken = True
        self._stories = frozenset()

    def _lifted(self, world: World, cell: Cell) -> Iterator[World]:
        heap = self._heap_number(cell)
        if heap is None:
            index = self._hole_number(cell)
            label = world.holes[index]
            if label:
                holes = world.holes[:index] + b"\0" + world.holes[index + 1 :]
                yield World(holes, world.heaps, _with(world.pool, label), world.is_rare)
            return
        for label in set(world.heaps[heap]):
            yield self._with_heap(world, heap, _without(world.heaps[heap], label), _with(world.pool, label))

    def _placed(self, world: World, cell: Cell) -> Iterator[World]:
        heap = self._heap_number(cell)
        for label in set(world.pool):
            pool = _without(world.pool, label)
            if heap is None:
                index = self._hole_number(cell)
                holes = world.holes[:index] + bytes([label]) + world.holes[index + 1 :]
                yield World(holes, world.heaps, pool, world.is_rare)
                continue
            yield self._with_heap(world, heap, _with(world.heaps[heap], label), pool)
            if not self._has_own(world.pool, heap):
                yield from self._exchanged_unseen(world, heap, label, pool)

    def _has_own(self, pool: bytes, heap: int) -> bool:
        return any(self.owner(label) == self.sensors.layout.owners[heap] for label in pool)

    def _exchanged_unseen(self, world: World, heap: int, label: int, pool: bytes) -> Iterator[World]:
        """A quick hand can put its piece into a hole and take out the one there before the board sees the hole empty.

        Where a piece goes to a heap and no loose one belongs there, it can have been such an exchange.
        """
        for index, there in enumerate(world.holes):
            if there and self.owner(there) == self.sensors.layout.owners[heap]:
                holes = world.holes[:index] + bytes([label]) + world.holes[index + 1 :]
                exchanged = World(holes, world.heaps, pool, is_rare=True)
                yield self._with_heap(exchanged, heap, _with(world.heaps[heap], there), pool)

    @staticmethod
    def _with_heap(world: World, heap: int, labels: bytes, pool: bytes) -> World:
        return World(world.holes, (*world.heaps[:heap], labels, *world.heaps[heap + 1 :]), pool, world.is_rare)

    def _hole_number(self, cell: Cell) -> int:
        return self.sensors.layout.holes.index(cell)

    def _heap_number(self, cell: Cell) -> int | None:
        heaps = self.sensors.layout.heaps
        return heaps.index(cell) if cell in heaps else None

    def _blur(self) -> None:
        """Pieces of one seat become alike; if even that leaves too many stories, the trail breaks."""
        n = self.sensors.hole_count
        table = bytearray(range(256))
        for index in range(n):
            if self.picture[index] != ".":
                table[1 + index] = 1 + n + self.sensors.layout.owners.index(self.picture[index])
        alike = bytes(table)
        self._stories = frozenset((_blurred(world, alike), _blurred(base, alike)) for world, base in self._stories)
        if len(self._stories) > WORLD_LIMIT:
            self.break_off()

    def visible(self, world: World) -> bytes:
        """The owners on the holes in this world, `?` where no sensor is."""
        owners = bytearray(world.holes.translate(self._owners))
        for index in self.sensors.unseen_holes:
            owners[index] = UNSEEN
        return bytes(owners)

    def owner(self, label: int) -> str:
        """The seat whose piece a label is."""
        return chr(self._owners[label])

    def origin(self, label: int) -> Cell:
        """The place where the piece with this label stood."""
        layout = self.sensors.layout
        n = len(layout.holes)
        return layout.holes[label - 1] if label <= n else layout.heaps[label - 1 - n]

    def has_foreign_heap(self, world: World) -> bool:
        """Whether a heap holds a piece that is not its owner's."""
        owners = self.sensors.layout.owners
        return any(self.owner(label) != owners[heap] for heap, labels in enumerate(world.heaps) for label in labels)

    def shows_way(self, world: World, way: Sequence[tuple[Cell, Cell]] | frozenset[tuple[Cell, Cell]]) -> bool:
        """Whether in this world each of these displacements (from, to) has been made."""
        return all(self._stands(world, origin, target) for origin, target in way)

    def _stands(self, world: World, origin: Cell, target: Cell) -> bool:
        layout = self.sensors.layout
        heap = self._heap_number(target)
        if heap is None:
            labels = world.holes[layout.holes.index(target) :][:1]
        else:
            # A piece put into a heap without sensors has only vanished.
            labels = world.heaps[heap] + (world.pool if self.sensors.heap_unseen[heap] else b"")
        return any(label and self.origin(label) == origin for label in labels)


def _blurred(world: World, alike: bytes) -> World:
    """The world with its labels translated."""
    return World(
        world.holes.translate(alike),
        tuple(bytes(sorted(labels.translate(alike))) for labels in world.heaps),
        bytes(sorted(world.pool.translate(alike))),
        world.is_rare,
    )


def _bits(value: int) -> list[int]:
    out = []
    while value:
        low = value & -value
        out.append(low.bit_length() - 1)
        value ^= low
    return out
