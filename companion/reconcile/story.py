"""One story: where the pieces stand now if it is true."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reconcile.labels import NO_PIECE, NOT_YET
from companion.reconcile.sensors import Sensors
from engine.contract import Picture


@dataclass(frozen=True, slots=True)
class Story:
    """For each hole the label of its piece (0: none), the labels in each heap, the loose ones, the holes as they were
    when all pieces were down last, and whether two pieces were exchanged (both kept only while exchanges count)."""

    holes: bytes
    heaps: tuple[bytes, ...]
    pool: bytes
    down: bytes = b""
    has_exchanged: bool = False

    @staticmethod
    def begin(sensors: Sensors, picture: Picture) -> Story:
        """Each piece where the picture has it."""
        n = sensors.hole_count
        holes, pool = bytearray(n), bytearray()
        for index, mark in enumerate(sensors.layout.marks(picture)):
            if mark != ".":
                if sensors.mask >> index & 1:
                    holes[index] = 1 + index
                else:
                    pool.append(1 + index)
        heaps = []
        for heap, count in enumerate(sensors.layout.counts(picture)):
            # Pieces on places without sensor are loose from the start: nobody can see whether they are still there.
            unseen = min(count, sensors.heap_unseen[heap])
            heaps.append(bytes([1 + n + heap]) * (count - unseen))
            pool.extend([1 + n + heap] * unseen)
        return Story(bytes(holes), tuple(heaps), bytes(sorted(pool)))

    def with_hole(self, index: int, label: int, pool: bytes) -> Story:
        """The story with this label in a hole, and these loose ones."""
        holes = self.holes[:index] + bytes([label]) + self.holes[index + 1 :]
        return Story(holes, self.heaps, pool, self.down, self.has_exchanged)

    def with_pool(self, pool: bytes) -> Story:
        """The story with these loose ones."""
        return Story(self.holes, self.heaps, pool, self.down, self.has_exchanged)

    def settled(self) -> Story:
        """The story once another piece was lifted: what was seen too soon before was none."""
        if NOT_YET not in self.holes and NOT_YET not in self.down:
            return self
        holes, down = (seen.replace(bytes([NOT_YET]), bytes([NO_PIECE])) for seen in (self.holes, self.down))
        return Story(holes, self.heaps, self.pool, down, self.has_exchanged)

    def with_heap(self, heap: int, labels: bytes, pool: bytes) -> Story:
        """The story with these labels in a heap, and these loose ones."""
        heaps = (*self.heaps[:heap], labels, *self.heaps[heap + 1 :])
        return Story(self.holes, heaps, pool, self.down, self.has_exchanged)

    def blurred(self, alike: bytes) -> Story:
        """The story in which pieces have the label of all those like them."""
        heaps = tuple(bytes(sorted(labels.translate(alike))) for labels in self.heaps)
        pool = bytes(sorted(self.pool.translate(alike)))
        return Story(self.holes.translate(alike), heaps, pool, self.down.translate(alike), self.has_exchanged)

    def occupied(self, sensors: Sensors) -> int:
        """A frame that shows the story; heap places are filled from the first (only their number matters)."""
        bits = sum(1 << i for i, label in enumerate(self.holes) if label)
        for heap, labels in enumerate(self.heaps):
            free = sensors.heap_bits[heap]
            for _ in labels:
                low = free & -free
                bits |= low
                free ^= low
        return bits
