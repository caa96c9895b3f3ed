"""One attempt: the board against one card, from the position on which the card began.

Each card begins anew from the position: what fingers did before it, and undid again, is no part of its action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from companion.inputs import OccupancyFrame
from companion.reconcile.fit import Fit
from companion.reconcile.sensors import Sensors
from companion.reconcile.stories import Stories
from companion.reconcile.verdict import NOTHING, Kind, Verdict, judge
from companion.session import fingers
from engine.contract import Cell, Layout, Option, Picture

NOT_SEEN = 2.5
"""What it costs to say that lost lines have hidden the lifting of a piece, beside that of others that was seen, in
nats."""
GAP_LINES = 3
"""So many lost sentences can hide an exchange of two pieces that leaves the board as it was: it takes four touches. Two
can hide all but the last one."""
REACHED_S = 0.5
"""What the board has shown for so long was meant: a piece that hops rests for less."""
FRAMES_KEPT = 160
"""So many frames are read again when a card turns out to need what they showed."""
BLOCK = 8
"""After each so many of them, what they have told is remembered."""
REMEMBERED = 256
"""So often."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What the board has shown since `picture` was certain, and how it relates to the options of one card."""

    fit: Fit
    stories: Stories
    verdict: Verdict = NOTHING
    stood: Picture | None = None
    """What the board held when the frames begin, where that is not the picture of the position: the end of what was
    taken back since."""
    frames: tuple[int, ...] = ()
    """Occupancies since the picture was certain."""
    has_lost: bool = False
    """Whether sentences were lost since then."""
    has_gap: bool = False
    """Whether something can have happened since the card was opened that only lost sentences told."""
    denied: Picture | None = None
    """The end that is taken for none: whoever showed it meant to go on."""
    felt: float = 0.0
    """What it costs to say that nothing was done before the card, in nats."""
    passing_s: tuple[float, ...] = ()
    """Rests in seconds of pieces on holes that they left again."""
    rests: tuple[tuple[float, tuple[Option, ...]], ...] = ()
    """Rests in seconds on pictures that would have been the end of these options."""
    placed_on: Cell | None = None
    reached: Picture | None = None
    """The end, or the half of one, on which the board has rested last since hands have touched it."""
    hidden: int = 0
    """Places (bits) that a hand has covered since the card was opened, or laid, where that was earlier."""

    @staticmethod
    def begin(sensors: Sensors, picture: Picture, occupied: int | None) -> Attempt:
        """The position is certain, and no card lies there; the board shows `occupied`."""
        fit = Fit(sensors, (), picture, None)
        stories = Stories.begin(sensors, picture)
        if occupied is None:
            return Attempt(fit, stories)
        return Attempt(fit, stories.after(occupied), frames=(occupied,))._judged()

    def ended_as(self, picture: Picture, occupied: int | None, is_put_right: bool = False) -> Attempt:
        """An action has ended as `picture`. What hands have done since the board first showed that is no part of it:
        the next ones can be quicker than their card. `is_put_right`: not before that, where a mistake was put right."""
        sensors = self.sensors if occupied is None else self.sensors.given_home(picture, occupied)
        begun = Attempt.begin(sensors, picture, occupied)
        since = self._first_shown(picture)
        # Where occupancy is the same before and after, it does not tell when the end was first shown.
        is_alike = self._is_alike(picture)
        if is_alike or occupied is None or since is None or self.sensors.fits(self.picture, self.frames[since]):
            return begun
        meanwhile = () if is_put_right else self._meanwhile(picture, since)
        read = replace(begun, frames=(*meanwhile, *self.frames[since:]))._reading(begun.fit)
        return begun if read.stories.is_broken else read

    def _meanwhile(self, picture: Picture, since: int) -> Iterator[int]:
        """What other hands have lifted before frame `since`, which shows `picture`: the frames as if it had been
        reached by then."""
        end, touched, before = self.frames[since], self.fit.touched(picture), self.frames[since]
        if self.denied is not None:  # its player has made another end before
            touched |= self.fit.touched(self.denied)
        others = self.sensors.expected_holes(picture) & ~touched
        for occupied in self.frames[:since]:
            if (now := end & ~others | occupied & others) != before:
                yield now
                before = now

    def _first_shown(self, picture: Picture) -> int | None:
        """With which frame the action had ended as `picture`; a captured piece may have come home long after that."""
        home = next((number for number, frame in enumerate(self.frames) if self.sensors.fits(picture, frame)), None)
        # Where the board shows it now, what other hands have done meanwhile is undone again.
        if home is None or self.stories.is_broken or self.sensors.fits(picture, self.frames[-1]):
            return home
        expected, changed = self.sensors.expected_holes(picture), self.fit.changed(picture) & self.sensors.holes_mask
        if not any((frame ^ expected) & changed == 0 for frame in self.frames[:home]):
            return home
        stories = self._read(self.fit, ())
        for number, occupied in enumerate(self.frames[:home]):
            stories = stories.after(occupied)
            if any(option.picture == picture for option in self.fit.over_but_for_others(stories)):
                return number
        return home

    def still_holding(self, picture: Picture) -> Attempt:
        """An action has ended as `picture`, but for captured pieces that are still in a hand."""
        return self.believing(self.sensors.holding(picture, self.stories.occupied))

    def back_to(self, picture: Picture) -> Attempt:
        """What was played is taken back: the position is `picture` again, the board is what hands have made since."""
        begun = Attempt.begin(self.sensors, picture, self.frames[-1] if self.frames else None)
        if begun.verdict.kind is Kind.IDLE or self.stories.is_broken or len(self.frames) >= FRAMES_KEPT:
            return begun
        stood = self.picture if self.stood is None else self.stood
        return replace(begun, stood=stood, frames=self.frames)._reading(begun.fit)

    def awaiting(
        self, options: Sequence[Option], undone: Picture | None, has_lain: bool = False, is_touched: bool = True
    ) -> Attempt:
        """A card was laid: from now on the board is compared with its options; `undone` is what a TAC brings back.

        has_lain: it lay there before the last action was certain; is_touched: and hands have changed something since.
        """
        fit = Fit(self.sensors, options, self.picture, undone)
        if self.verdict.kind is Kind.IDLE and not self.stories.is_broken and not (has_lain and is_touched):
            # What fingers did before the card, and undid again, is no part of its action.
            felt = self.felt + self.felt_in_vain
            here = replace(self, stood=None, frames=self.frames[-1:], felt=felt, passing_s=(), rests=())
        else:
            here = replace(self, rests=())
        read = replace(here, hidden=self.hidden if has_lain else 0)._reading(fit)
        if undone is None and read.verdict.kind is Kind.IDLE and read.verdict.options:
            # What no sensor sees may be done at any time: where hands were seen before the card, they tell better.
            back = read.reaching_back(self.frames)
            if not set(back.verdict.options) - set(read.verdict.options):
                return read
            # Fingers that felt two pieces look the same: hands that begin only now tell.
            return replace(back, verdict=replace(back.verdict, kind=Kind.HIDDEN))
        return read

    def reaching_back(self, frames: tuple[int, ...]) -> Attempt:
        """The same with what the board has shown before the card: hands may have been quicker than the card."""
        return replace(self, frames=frames, felt=0.0)._reading(self.fit)

    @property
    def has_felt_two(self) -> bool:
        """Whether two pieces were in the air together, and may have been exchanged."""
        return self.felt_in_vain > 0.0

    @property
    def felt_in_vain(self) -> float:
        """What it costs to say that nothing was done with the pieces that were in the air, in nats."""
        return fingers.in_vain(self._stood, self.frames)

    def felt_beside(self, option: Option) -> float:
        """The same for an exchange, and those that were in the air without the two that it exchanges, in nats."""
        moved = self._exchanged(option)
        return fingers.beside(self._stood, self.frames, moved) if moved else 0.0

    def fumbled(self, option: Option) -> float:
        """What it costs to say that hands have exchanged two pieces as clumsily as the board has shown, in nats."""
        moved = self._exchanged(option)
        return fingers.fumbled(self._stood, self.frames, moved) if moved else 0.0

    @property
    def lifted(self) -> int:
        """The places (bits) from which pieces were lifted."""
        return fingers.lifted(self._stood, self.frames)

    @property
    def _stood(self) -> int:
        """The places (bits) on which pieces stood before."""
        return self.sensors.shape(self.picture)[0]

    def _exchanged(self, option: Option) -> int:
        """The sensed places (bits) of the pieces that this option exchanges; none where the board shows what moved."""
        return self.fit.touched(option.picture) & self.sensors.mask if self._is_alike(option.picture) else 0

    def _is_alike(self, picture: Picture) -> bool:
        """Whether the board looks as before the card where it shows this picture, but for whose pieces stand where."""
        return self.sensors.shape(self.picture) == self.sensors.shape(picture)

    def _reading(self, fit: Fit) -> Attempt:
        """The frames since the picture was certain, read for these options."""
        if self.stories.is_broken:
            return replace(self, fit=fit, denied=None)._judged()
        return replace(self, fit=fit, stories=self._read(fit, self.frames), denied=None)._judged()

    def _read(self, fit: Fit, frames: tuple[int, ...]) -> Stories:
        """The stories after the first of the frames, for these options."""
        # The way of single pieces is one from the position.
        stood = fit.before if fit.needs_single_pieces or self.stood is None else self.stood
        return _followed(fit.sensors, stood, fit.needs_single_pieces, fit.exchanged, fit.undone, frames)

    @property
    def sensors(self) -> Sensors:
        """The places that are sensed."""
        return self.fit.sensors

    @property
    def picture(self) -> Picture:
        """What the board held before."""
        return self.fit.before

    def single_pieces(self) -> Stories:
        """The stories with single pieces told apart, to say which piece went where."""
        if self.stories.is_broken or self.stories.is_fine or len(self.frames) >= FRAMES_KEPT:
            return self.stories
        stood = self.picture if self.stood is None else self.stood
        return _followed(self.sensors, stood, True, self.fit.exchanged, self.fit.undone, self.frames)

    def after(self, frame: OccupancyFrame, rest_s: float) -> Attempt:
        """The attempt after a frame; the picture before it had rested for `rest_s`."""
        now = self._bearing_gap(frame) if frame.lost else self
        if frame.hidden & ~now.hidden:
            now = replace(now, hidden=now.hidden | frame.hidden)
        lifted, placed = now.sensors.touches(now.stories.occupied, frame.occupied)
        if not (lifted or placed):
            return now
        stories = now.stories.after(frame.occupied)
        passing_s, rests = now.passing_s, now.rests
        if now.goes_on_with(lifted):
            passing_s = (*passing_s, rest_s)
        if now.verdict.kind is Kind.COMPLETE:
            rests = (*rests, (rest_s, now.verdict.options))
        only = placed[0] if len(placed) == 1 and placed[0] in now.sensors.layout.holes else None
        frames = (*now.frames, frame.occupied)[-FRAMES_KEPT:]
        reached = now._reached_before(rest_s)
        changed = replace(now, stories=stories, frames=frames, passing_s=passing_s, rests=rests, reached=reached)
        return replace(changed, placed_on=only)._judged()

    def goes_on_with(self, lifted: tuple[Cell, ...]) -> bool:
        """Whether the piece that was put down last is lifted from there, and no other one."""
        return lifted == (self.placed_on,)

    def _bearing_gap(self, frame: OccupancyFrame) -> Attempt:
        """Lost sentences can hide what only the stories tell: then only the picture counts.

        One or two of them hide little where no piece was loose and two places have not changed besides, or the picture
        is once more the end that was reached before: the stories go on, but that nothing was seen proves nothing any
        more.
        """
        needs, ends = self.fit.needs_stories, self.rests[-1][1] if self.rests else ()
        touched = sum(map(len, self.sensors.touches(self.stories.occupied, frame.occupied)))
        is_little = not self.stories.loose and frame.lost + touched < GAP_LINES
        is_known = is_little or not needs or any(self.sensors.fits(end.picture, frame.occupied) for end in ends)
        marked = replace(self, has_lost=True, has_gap=self.has_gap or needs)
        return marked if is_known and frame.lost < GAP_LINES else replace(marked, stories=self.stories.broken())

    def after_absence(self) -> Attempt:
        """The board was gone while the card lay there: what only the stories tell can have happened meanwhile."""
        return replace(self, has_lost=True, has_gap=self.fit.needs_stories)

    def mended(self) -> Attempt:
        """After a gap, at the picture before the card, the stories begin anew; that there was a gap is remembered."""
        is_whole = self.fit.undone is None or not self.fit.needs_stories
        if not self.stories.is_broken or not is_whole or not self.fit.shows(self.picture, self.stories):
            return self
        frames = (self.stories.occupied,)
        fresh = replace(self, stood=None, frames=frames, has_lost=True, has_gap=self.fit.needs_stories)
        begun = replace(fresh, stories=Stories.begin(self.sensors, self.picture))
        return begun._reading(self.fit)

    def broken(self) -> Attempt:
        """Only the picture counts from here on."""
        return replace(self, stories=self.stories.broken())._judged()

    def _reached_before(self, rest_s: float) -> Picture | None:
        """What the board has reached once it leaves the present picture, which has rested for `rest_s`."""
        if rest_s >= REACHED_S and self.ended is not None and len(self.frames) > 1:
            return self.ended
        return None if self.verdict.kind is Kind.IDLE else self.reached

    @property
    def put_down(self) -> int:
        """The holes (bits) that were empty before the card and are filled."""
        seen = self.stories.occupied & self.sensors.holes_mask
        return seen & ~self.sensors.expected_holes(self.picture)

    @property
    def ended(self) -> Picture | None:
        """What the board holds now if an action, or half of one, ends as it shows; None if none does, or several."""
        pictures = {option.picture for option in self.verdict.options}
        undone = self.fit.undone
        if not pictures and undone is not None and not self.fit.shows(self.picture, self.stories):
            pictures = {undone} if self.fit.shows(undone, self.stories) else set()
        return pictures.pop() if len(pictures) == 1 else None

    @property
    def is_reached_again(self) -> bool:
        """Whether the board shows the end on which it has rested before."""
        return self.ended is not None and self.ended == self.reached

    def denying(self, end: Picture) -> Attempt:
        """This end is taken for none."""
        return replace(self, denied=end)

    def is_on_its_way(self, is_likely: bool = False) -> bool:
        """Whether nothing is wrong yet, see `Fit.is_on_its_way`."""
        return self.fit.is_on_its_way(self.stories, is_likely, self.denied)

    def surprise(self, option: Option) -> float:
        """What it costs that this action has ended as the board shows, in nats: in the cheapest story, or where lost
        sentences leave it open whose pieces stand where, by the pieces that nobody was seen to lift."""
        ends = self.verdict.options
        if not self.stories.is_broken or option not in ends:
            return self.fit.surprise(option, self.stories)
        numbers = _not_seen(self.sensors.layout, self.picture, self.frames, ends)
        return NOT_SEEN * (numbers[ends.index(option)] - min(numbers))

    @property
    def is_denied(self) -> bool:
        """Whether the board shows the end that is taken for none."""
        return any(option.picture == self.denied for option in self.verdict.options)

    def believing(self, sensors: Sensors) -> Attempt:
        """The attempt on a board of which other places can be seen; what only new ones would have shown is unknown."""
        is_known = not sensors.mask & ~self.sensors.mask and len(self.frames) < FRAMES_KEPT
        begun = self if is_known else replace(self, frames=self.frames[-1:])
        read = replace(begun, stories=Stories.begin(sensors, self.picture))._reading(self.fit.seen_by(sensors))
        if self.stories.is_broken:
            read = read.broken()
        return replace(read, has_gap=self.has_gap or (not is_known and read.fit.needs_stories))

    def _judged(self) -> Attempt:
        verdict = judge(self.fit, self.stories)
        if len(verdict.options) > 1 and any(option.trails for option in verdict.options):
            verdict = replace(verdict, options=by_trail(self.fit.sensors, self.frames, verdict.options))
        others = tuple(option for option in verdict.options if option.picture != self.denied)
        verdict = replace(verdict, options=others) if others else verdict
        return replace(self, verdict=verdict)


@lru_cache(maxsize=REMEMBERED)
def _followed(
    sensors: Sensors,
    stood: Picture,
    is_fine: bool,
    exchanged: frozenset[int],
    undone: Picture | None,
    frames: tuple[int, ...],
) -> Stories:
    """The stories after these frames, which began with the picture `stood`; see `Stories.begin`. Readings that differ
    in something else ask for the same ones again and again, and later for those that go on from them."""
    done = max(0, len(frames) - 1) // BLOCK * BLOCK
    if done:
        stories = _followed(sensors, stood, is_fine, exchanged, undone, frames[:done])
    else:
        stories = Stories.begin(sensors, stood, is_fine, exchanged, undone)
    for occupied in frames[done:]:
        stories = stories.after(occupied)
    return stories


@lru_cache(maxsize=REMEMBERED)
def _not_seen(layout: Layout, before: Picture, frames: tuple[int, ...], ends: tuple[Option, ...]) -> tuple[int, ...]:
    """For each end, on how many holes another piece has come to stand though no frame shows them empty."""
    emptied = 0
    for frame in frames:
        emptied |= ~frame
    filled = {hole for number, hole in enumerate(layout.holes) if not emptied >> number & 1}

    def count(end: Option) -> int:
        if end.picture == before and end.ways:
            return min(sum(target in filled for _, target in way) for way in end.ways)
        both = zip(layout.holes, layout.marks(before), layout.marks(end.picture), strict=True)
        return sum("." != was != now != "." and hole in filled for hole, was, now in both)

    return tuple(map(count, ends))


def by_trail(sensors: Sensors, frames: Sequence[int], ends: tuple[Option, ...]) -> tuple[Option, ...]:
    """Of options with one picture those on whose way pieces were seen to rest; all where no way fits, or none was seen.

    Only what was seen counts since the board looked as at the beginning: who goes back begins anew.
    """
    first = frames[0] & sensors.holes_mask if frames else 0
    since = max((number for number, frame in enumerate(frames) if frame & sensors.holes_mask == first), default=0)
    seen = [cell for before, now in pairwise(frames[since:]) for cell in sensors.touches(before, now)[1]]
    fitting = tuple(option for option in ends if any(_visits(trail, seen[:-1]) for trail in option.trails or ((),)))
    return fitting or ends


def _visits(trail: Sequence[Cell], seen: Sequence[Cell]) -> bool:
    """Whether these cells lie on a way, in its order."""
    along = iter(trail)
    return all(cell in along for cell in seen)
