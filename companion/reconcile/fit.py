"""Which legal actions a board can show: the picture against the legal set, and the stories tell apart what looks alike.

Pure: a `Fit` is made once per card laid, and asked after each frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter

from companion.reconcile.sensors import Sensors, bits
from companion.reconcile.stories import COSTS, MARGIN, Stories
from companion.reconcile.underway import Underway
from engine.contract import Cell, Option, Picture

UNSEEN_ACTION = 4.0
"""What it costs, in nats, to say that an action was made of which nothing was seen but the end."""
UNUSED = 3.0
"""What it costs, in nats, to say that a card that can be used was laid and nothing moved: a broken rule."""
MOST_DEARER = 4
"""So many ends are kept in mind at most that are dearer than what is taken for the action."""
MOST_OF_OTHERS = 6
"""So many holes at most are not as an action leaves them because the next seat has moved already."""

WORDS = re.compile(r"\w+")
"""The cells in an action as it is written, and the words of one that names none."""


class Fit:
    """The legal options of one card against what the board shows; never changed.

    `before` is the picture before the card; `undone` what a TAC on the pile would bring back, if anything.
    """

    def __init__(self, sensors: Sensors, options: Sequence[Option], before: Picture, undone: Picture | None) -> None:
        self.sensors = sensors
        self.options = tuple(options)
        self.before = before
        self.undone = undone

    def seen_by(self, sensors: Sensors) -> Fit:
        """The same options on a board with these sensors."""
        return Fit(sensors, self.options, self.before, self.undone)

    @cached_property
    def _by_holes(self) -> dict[int, list[Option]]:
        table: dict[int, list[Option]] = {}
        for option in self.options:
            table.setdefault(self.sensors.expected_holes(option.picture), []).append(option)
        return table

    @cached_property
    def resting(self) -> tuple[Picture, ...]:
        """What is no action: the picture before the card, and what a TAC brings back."""
        return (self.before,) if self.undone is None else (self.before, self.undone)

    # -- the ends of actions ------------------------------------------------------------------------------------------

    def ends(self, stories: Stories) -> tuple[Option, ...]:
        """Options that this picture can be the end of: those that cost little more than the cheapest explanation."""
        allowed = self.allowed(stories)
        if not allowed or stories.is_broken:
            return allowed
        # Pieces on places without sensor may have moved too, but only where nothing that was seen explains the board.
        return self._told(allowed, stories, is_plain=True) or self._told(allowed, stories, is_plain=False)

    def allowed(self, stories: Stories) -> tuple[Option, ...]:
        """Options that occupancy alone allows: what can have happened while nobody saw it."""
        shown = self._by_holes.get(stories.occupied & self.sensors.holes_mask, ())
        fits, occupied = self.sensors.heaps_fit, stories.occupied
        return tuple(option for option in shown if option.gesture and fits(option.picture, occupied))

    def used(self, stories: Stories) -> tuple[Option, ...]:
        """The ends of a card that has to be used where the board looks as before: what hands have done then is hardly
        nothing."""
        allowed = () if stories.is_broken else self.allowed(stories)
        return self._told(allowed, stories, is_plain=True, idling=UNUSED) if allowed else ()

    def dearer(self, stories: Stories, ends: Sequence[Option]) -> tuple[Option, ...]:
        """Options beside `ends` that stories tell of as well, though they cost more: the cheapest ones."""
        if stories.is_broken or not ends:
            return ()
        others = [option for option in self.allowed(stories) if option not in ends]
        costs = [(self._cost(option, stories, is_plain=False), option) for option in others]
        told = [(cost, option) for cost, option in costs if cost is not None]
        return tuple(option for _, option in sorted(told, key=itemgetter(0))[:MOST_DEARER])

    def _told(
        self, allowed: Sequence[Option], stories: Stories, is_plain: bool, idling: float = 0.0
    ) -> tuple[Option, ...]:
        costs = {option: self._cost(option, stories, is_plain) for option in allowed}
        known = [cost for cost in costs.values() if cost is not None]
        idle = self._idle_cost(stories)
        least = min([*known, *([] if idle is None else [idle + idling])], default=0.0)
        return tuple(option for option, cost in costs.items() if cost is not None and cost <= least + MARGIN)

    def surprise(self, option: Option, stories: Stories) -> float:
        """What the cheapest story costs in which this action ends as the board shows, in nats."""
        if not option.gesture or stories.is_broken:  # what lost sentences would have shown speaks for nothing
            return 0.0
        cost = self._cost(option, stories, is_plain=False)
        return UNSEEN_ACTION if cost is None else cost

    def _cost(self, option: Option, stories: Stories, is_plain: bool) -> float | None:
        is_as_before = option.picture == self.before and self.undone is None and bool(option.ways)
        if is_as_before and not stories.is_fine:
            return self._blurred_cost(stories)
        owners = self.sensors.visible_owners(option.picture)
        costs = (
            cost
            for story, cost in stories.costs.items()
            if stories.owners_of(story) == owners
            and (not is_plain or len(story.pool) == stories.unseen)
            # The board looks as before: only hands that were seen to exchange alike pieces tell.
            and (not is_as_before or any(stories.shows_way(story, way) for way in option.ways))
        )
        return min(costs, default=None)

    def _blurred_cost(self, stories: Stories) -> float | None:
        """What it costs to say that alike pieces were exchanged, where too much was in the air to tell single ones
        apart: what it costs to say that nothing was, without one pair in the air in vain. None if there was no pair."""
        idle = self._idle_cost(stories)
        return None if idle is None or idle < COSTS["in-vain"] else idle - COSTS["in-vain"]

    def _idle_cost(self, stories: Stories) -> float | None:
        """What it costs to say that nothing was done; None if the board does not show that."""
        if not self.sensors.fits(self.before, stories.occupied):
            return None
        owners = self.sensors.visible_owners(self.before)
        ways = [way for option in self.options if option.picture == self.before for way in option.ways]
        costs = (
            cost
            for story, cost in stories.costs.items()
            if stories.owners_of(story) == owners and not any(stories.shows_way(story, way) for way in ways)
        )
        return min(costs, default=None)

    def may_be_idle(self, ends: Sequence[Option], stories: Stories) -> bool:
        """Whether it is as likely that nothing was done as that it was one of these actions: no sensor sees half of
        them, or they leave the picture as it was and single pieces are told apart no more."""
        idle = None if stories.is_broken else self._idle_cost(stories)
        if idle is None or self.undone is not None:
            return False
        if not stories.is_fine and all(option.picture == self.before for option in ends):
            return True
        if not all(map(self._is_half_seen, ends)):
            return False
        costs = [self._cost(option, stories, is_plain=False) for option in ends]
        return idle <= min((cost for cost in costs if cost is not None), default=idle) + MARGIN

    def silent(self, stories: Stories) -> tuple[Option, ...]:
        """Options without gesture whose picture the board shows: settled by what follows (a skip, say)."""
        return tuple(option for option in self.options if not option.gesture and self.shows(option.picture, stories))

    # -- what the card can do -----------------------------------------------------------------------------------------

    @cached_property
    def needs_single_pieces(self) -> bool:
        """Whether an option leaves the picture as it was, so that only the way of single pieces tells it."""
        return any(option.picture in self.resting and option.ways for option in self.options)

    @cached_property
    def needs_stories(self) -> bool:
        """Whether the card has options that the picture alone does not tell."""
        return bool(self.exchanged) or any(option.picture in self.resting for option in self.options)

    @cached_property
    def exchanged(self) -> frozenset[int]:
        """Holes (index) whose pieces an option of this card can exchange; empty if it exchanges none."""
        shapes = {self.sensors.shape(picture) for picture in self.resting}
        moved = [option for option in self.options if option.gesture and option.picture not in self.resting]
        if not any(self.sensors.shape(option.picture) in shapes for option in moved):
            return frozenset()
        found: set[int] = set()
        for option in self.options:
            for before in self.resting:
                found.update(self._differing(before, option.picture))
            touched = _cells(option)
            found.update(i for i, cell in enumerate(self.sensors.layout.holes) if cell in touched)
        return frozenset(found)

    @cached_property
    def changing(self) -> int:
        """The places (bits) of the holes that an option changes, or a TAC first brings back."""
        ends = {option.picture for option in self.options} | set(self.resting)
        return sum(1 << index for index in {i for end in ends for i in self._differing(self.before, end)})

    def is_within(self, option: Option, places: int) -> bool:
        """Whether an option changes holes, and none but these places (bits)."""
        changed = self.changed(option.picture)
        return bool(changed) and not changed & ~places

    def changed(self, picture: Picture) -> int:
        """The holes (bits) on which other pieces stand than before the card."""
        return sum(1 << index for index in self._differing(self.before, picture))

    def touched(self, picture: Picture) -> int:
        """The holes (bits) that an action which ends so changes or names. One alike piece can leave a hole for another
        one: it looks the same at the end, and is empty while that one is in the hand."""
        names = {name for option in self.options if option.picture == picture for name in WORDS.findall(option.action)}
        holes = enumerate(self.sensors.layout.holes)
        return self.changed(picture) | sum(1 << index for index, cell in holes if cell in names)

    def _differing(self, before: Picture, after: Picture) -> Iterator[int]:
        """The holes (index) on which other pieces stand."""
        marks = self.sensors.layout.marks
        pairs = zip(marks(before), marks(after), strict=True)
        return (index for index, (was, now) in enumerate(pairs) if was != now)

    @cached_property
    def only_unseen(self) -> tuple[Option, ...]:
        """The options if none of them changes anything that the board shows: then one of them was meant."""
        return self.options if all(option.picture == self.before for option in self.options) else ()

    # -- the board against pictures -----------------------------------------------------------------------------------

    def shows(self, picture: Picture, stories: Stories) -> bool:
        """Whether the board can be this picture, owners included where the stories know them."""
        is_like = self.sensors.fits(picture, stories.occupied)
        return is_like and (stories.is_broken or self.sensors.visible_owners(picture) in stories.likely)

    def is_at_rest(self, stories: Stories) -> bool:
        """Whether the board shows what it held before the card, or what a TAC brings back. Without a card for it no
        pieces have changed places."""
        if self.needs_stories:
            return any(self.shows(picture, stories) for picture in self.resting)
        return any(self.sensors.fits(picture, stories.occupied) for picture in self.resting)

    def is_on_its_way(self, stories: Stories, is_likely: bool = False, left: Picture | None = None) -> bool:
        """Whether nothing is wrong yet: at rest, or on the way to one of the options; `is_likely`: without a hand so
        quick that sensors miss it, or one that has put down a piece of which that option says nothing; `left`: an end
        from which hands go back to make another one."""
        resting = self.resting if left is None else (*self.resting, left)
        underway = Underway(self.sensors, resting, stories, is_likely)
        if underway.is_at_rest():
            return True
        is_down = is_likely and stories.loose == 0
        return underway.leads_to(self._moving_all_gone(stories.occupied) if is_down else self.options)

    def is_half_made(self, stories: Stories) -> bool:
        """Whether the board shows half of an option, and nothing is gone that this option leaves where it is."""
        return Underway(self.sensors, self.resting, stories).leads_to(self._moving_all_gone(stories.occupied))

    def _moving_all_gone(self, occupied: int) -> list[Option]:
        """The options that move all pieces which are gone from where they stood, see `_lacks_only`."""
        return [option for option in self.options if self._lacks_only(option, occupied)]

    def _lacks_only(self, option: Option, occupied: int) -> bool:
        """Whether only pieces that the option moves are gone from where they stood (another one may stand there at its
        end), and none went home that stays."""
        layout, seen, ways = self.sensors.layout, self.sensors.heap_counts(occupied), _cells(option)
        pictures, moved = (*self.resting, option.picture), ways | set(WORDS.findall(option.action))
        moved |= {layout.holes[i] for rest in self.resting for i in self._differing(rest, option.picture)}
        gone = {layout.holes[i] for i in bits(self.sensors.expected_holes(self.before) & ~occupied)}
        # Where a piece changes places with one of its heap, either can move first; unless the holes show another end.
        is_end = occupied & self.sensors.holes_mask in self._by_holes
        slack = [heap in ways and not is_end for heap in layout.heaps]
        counts = zip(*map(layout.counts, pictures), strict=True)
        heaps = zip(counts, slack, seen, self.sensors.heap_unseen, strict=True)
        return gone <= moved and all(min(n) - more <= have + free and have <= max(n) + more
                                     for n, more, have, free in heaps)  # fmt: skip

    def is_half_undone(self, stories: Stories) -> bool:
        """Whether every place shows what it held before, what a TAC brings back, or nothing."""
        return Underway(self.sensors, self.resting, stories).is_at_rest()

    def can_go_on(self, stories: Stories, ends: Sequence[Option]) -> bool:
        """Whether the board can also be on its way to another action than `ends`."""
        others = [option for option in self.options if option not in ends]
        return Underway(self.sensors, self.resting, stories).leads_to(others)

    def reached(self, stories: Stories) -> frozenset[Picture]:
        """The ends that all holes show; only heaps may hold other pieces."""
        shown = self._by_holes.get(stories.occupied & self.sensors.holes_mask, ())
        moved = (option.picture for option in shown if option.picture != self.before)
        return frozenset(end for end in moved if self.sensors.visible_owners(end) in stories.visible)

    def over_but_for_others(self, stories: Stories) -> tuple[Option, ...]:
        """Options that have ended, though the board shows none: a captured piece is in a hand yet, or the next seat has
        moved already. Those that leave it the fewest holes to explain."""
        over: dict[Option, int] = {}
        for expected, options in self._by_holes.items():
            wrong = expected ^ stories.occupied & self.sensors.holes_mask
            if wrong.bit_count() <= MOST_OF_OTHERS:
                over |= {one: wrong.bit_count() for one in options if self._is_over_but_for(wrong, one, stories)}
        least = min(over.values(), default=0)
        return tuple(option for option, count in over.items() if count == least)

    def _is_over_but_for(self, wrong: int, option: Option, stories: Stories) -> bool:
        """Whether the action has ended; these holes (bits) are not as it leaves them."""
        if not option.gesture or (not wrong and self.sensors.heaps_fit(option.picture, stories.occupied)):
            return False
        if option.picture == self.before:
            return any(self._is_made_on_holes(wrong, way, stories) for way in option.ways)
        if wrong & self.touched(option.picture) or not self._have_come_out(option, stories.occupied):
            return False
        own = self.changed(option.picture)
        wanted = self.sensors.visible_owners(option.picture)
        return any(all(owners[index] == wanted[index] for index in bits(own)) for owners in stories.likely)

    def _have_come_out(self, option: Option, occupied: int) -> bool:
        """Whether each yard lacks a piece from which the action brings one out."""
        counts = self.sensors.layout.counts
        heaps = zip(counts(self.before), counts(option.picture), self.sensors.heap_counts(occupied), strict=True)
        return all(seen < was for was, now, seen in heaps if now < was)

    def _is_made_on_holes(self, wrong: int, way: frozenset[tuple[Cell, Cell]], stories: Stories) -> bool:
        """Whether alike pieces have gone this way, but for what goes to a yard, and none stands wrong since."""
        layout = self.sensors.layout
        made = frozenset((origin, target) for origin, target in way if target not in layout.heaps)
        if not made or any(wrong >> layout.holes.index(target) & 1 for _, target in made):
            return False
        return any(stories.shows_way(story, made) for story in stories.plain(is_likely=True))

    def exchanged_unseen(self, stories: Stories) -> tuple[Option, ...]:
        """Options that have ended if the piece in a hand took another one's hole before the board saw that hole empty,
        and the captured piece went where no sensor is."""
        is_seen = not any(self.sensors.heap_unseen)  # with a sensor for each place of the yards
        if is_seen or stories.is_broken or self.sensors.fits(self.before, stories.occupied):
            return ()
        return tuple(
            option
            for option in self.allowed(stories)
            if any(self._differs_by_capture(shown, option) for shown in stories.likely)
        )

    def _differs_by_capture(self, shown: bytes, option: Option) -> bool:
        """Whether one hole alone holds another piece than at the end of this action, one that it sends home unseen."""
        ended = self.sensors.visible_owners(option.picture)
        other = [was for was, is_now in zip(shown, ended, strict=True) if was != is_now]
        owners = self.sensors.layout.owners
        sent = owners.index(chr(other[0])) if len(other) == 1 and chr(other[0]) in owners else None
        return sent is not None and self.sensors.heap_unseen[sent] > 0

    def only_wrong_hole(self, picture: Picture, stories: Stories) -> int | None:
        """The hole (index) that alone tells the board from this picture; None if there is none, or more."""
        wrong = (stories.occupied ^ self.sensors.expected_holes(picture)) & self.sensors.holes_mask
        if wrong.bit_count() != 1 or not self.sensors.heaps_fit(picture, stories.occupied):
            return None
        return wrong.bit_length() - 1

    def suspects(self, stories: Stories) -> frozenset[int]:
        """Holes (index) each of which, with a sensor that fails, would make the board what it was or the end of an
        action."""
        pictures = {self.before, *(option.picture for option in self.options)}
        return frozenset(
            hole for picture in pictures if (hole := self.only_wrong_hole(picture, stories)) is not None
        )

    # -- what the board cannot see ------------------------------------------------------------------------------------

    def enters_unseen(self, option: Option) -> bool:
        """Whether the action puts a piece where no sensor may see it arrive."""
        layout = self.sensors.layout
        before, after = layout.marks(self.before), layout.marks(option.picture)
        if any(after[i] not in (".", before[i]) for i in self.sensors.unseen_holes):
            return True
        gained = zip(layout.counts(self.before), layout.counts(option.picture), strict=True)
        return any(
            unseen and now > was for unseen, (was, now) in zip(self.sensors.heap_unseen, gained, strict=True)
        )

    def _is_half_seen(self, option: Option) -> bool:
        """Whether the action changes a place that no sensor sees."""
        layout, cells = self.sensors.layout, _cells(option)
        before, after = layout.marks(self.before), layout.marks(option.picture)
        if any(after[i] != before[i] or layout.holes[i] in cells for i in self.sensors.unseen_holes):
            return True
        counts = layout.counts(self.before), layout.counts(option.picture)
        heaps = zip(*counts, layout.heaps, self.sensors.heap_unseen, strict=True)
        return any(unseen and (was != now or name in cells) for was, now, name, unseen in heaps)

    def is_hidden(self, option: Option, stories: Stories) -> bool:
        """Whether the board looks as before this option, and nobody can have seen the hands do it."""
        if self._look(option.picture) != self._look(self.before):
            return False
        if option.picture != self.before or stories.is_broken:
            return True
        layout = self.sensors.layout
        cells = _cells(option)
        heaps = {name for unseen, name in zip(self.sensors.heap_unseen, layout.heaps, strict=True) if unseen}
        holes = {layout.holes[index] for index in self.sensors.unseen_holes}
        return bool(cells & heaps) or any(_cells_of(way) <= holes for way in option.ways)

    def _look(self, picture: Picture) -> tuple[bytes, tuple[int | None, ...]]:
        """What can be seen of a picture: owners on sensed holes, numbers in heaps that are wholly sensed."""
        counts = zip(self.sensors.layout.counts(picture), self.sensors.heap_unseen, strict=True)
        heaps = tuple(None if unseen else count for count, unseen in counts)
        return self.sensors.visible_owners(picture), heaps


def _cells(option: Option) -> set[str]:
    return {cell for way in option.ways for cell in _cells_of(way)}


def _cells_of(way: Iterable[tuple[Cell, Cell]]) -> set[str]:
    return {cell for pair in way for cell in pair}

