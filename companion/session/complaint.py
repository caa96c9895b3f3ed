"""What the table has been told is wrong, and how often."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.contract import Explanation

WRONG, IDLE = "wrong", "idle"
SHORT = frozenset({"too-few", "seven-too-few", "angel-count", "in-hand"})
"""What is named where a piece has not gone far enough: its player may only have paused on the way."""
MOST_TOLD = 3
"""A wrong board is told so often at the most; then the two ways out are told once, and it is waited for."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """`kind`: `wrong` (the board), `idle` (nothing was moved with a card), or nothing."""

    kind: str = ""
    is_restoring: bool = False
    """Whether the board has to be put back, because the table took something back."""
    taken_back_at: int | None = None
    """The picture (occupancy) that still shows what was taken back."""
    named_at: int | None = None
    """The picture (occupancy) that was looked at last, and needs no second look."""
    excused_at: int | None = None
    """The picture that was found to be half an action."""
    told: int = 0
    length: int = 0
    """How often the wrong board was told, and how many pieces were out of place then."""
    is_hasty: bool = False
    """Whether it was told because somebody said "done": that may have been too soon, which breaks no rule."""
    rule: str = ""
    moved: frozenset[tuple[str, str]] = frozenset()
    """The broken rule that was named, and from where to where the pieces went that broke it."""
    is_short: bool = False
    """Whether that was a piece that had not gone far enough."""

    @property
    def is_counted(self) -> bool:
        """Whether the board was told to be wrong, and that counts as a broken rule."""
        return self.kind == WRONG and not self.is_hasty

    def tells_again(self, length: int) -> bool:
        """Whether a wrong board with so many pieces out of place is worth telling (again): the table repairs it, or
        more has been knocked over."""
        is_news = length < self.length or length > self.length + 1
        return self.told == 0 or (self.told < MOST_TOLD and is_news)

    def blaming(self, broken: Explanation, moved: frozenset[tuple[str, str]]) -> Complaint:
        """These pieces were told to have broken this rule."""
        return replace(self, rule=broken.rule, moved=moved, is_short=broken.key in SHORT)

    def goes_on(self, moved: frozenset[tuple[str, str]]) -> bool:
        """Whether the pieces that were named have gone on from where they stood then, to break another rule maybe, with
        others or without."""
        are_the_same = sorted(origin for origin, _ in moved) == sorted(origin for origin, _ in self.moved)
        have_left = bool(self.moved) and self.moved.isdisjoint(moved)
        return self.kind == WRONG and self.told < MOST_TOLD and (are_the_same or have_left) and moved != self.moved

    def named(self, occupied: int | None, kind: str, length: int = 0) -> Complaint:
        """The board was told to be wrong, or a card to be unused."""
        told = replace(self, kind=kind, named_at=occupied)
        return replace(told, told=self.told + 1, length=length) if kind == WRONG else told

    def looked(self, occupied: int | None, length: int = 0) -> Complaint:
        """The picture was looked at, and nothing new is to be said of it. `length`: how many pieces are out of place;
        what is then put right of it is progress."""
        return replace(self, named_at=occupied, length=max(length, self.length))

    def excused(self, occupied: int | None) -> Complaint:
        """The picture is half an action."""
        return replace(self, excused_at=occupied)

    def looked_again(self) -> Complaint:
        """Somebody asks: the present picture may be named although it was looked at before."""
        return replace(self, named_at=None, excused_at=None, told=0)
