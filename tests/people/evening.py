"""A whole evening: what people did at the board, what the board told of it, and what is true.

`evening(seed, profile, variant, deck)` gives the bytes of a trace and the lines of its truth, in the form of the
recorded evenings. Nothing here knows how the companion thinks; what cannot be told apart is worked out from the
hidden course of things.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.virtual.gestures import Manner, Stroke, displacements, plan, undo_first
from companion.virtual.hands import occupied, places
from engine.contract import Layout, Option, Picture, Seat
from tests.people import slips as wrong
from tests.people.habits import PROFILES, Pace, Profile, span
from tests.people.hand import Board, Player, Third
from tests.people.play import PARTNERS, Ply, SEATS, Table
from tests.people.truth import Eyes, Seen, alike, choices, exchanged, is_part
from tests.people.wire import PLACES, Evening, Told, bits, tag, write

FULL = (1 << PLACES) - 1


@dataclass(slots=True)
class Night:
    """The people at the table.

    1. `plies` is the game as it will be played; `run` goes through it ply by ply.
    2. For each ply: the card, perhaps a slip and its repair, the gestures, fingers before and after, and its truth.
    3. `happenings` spreads weak magnets, restarts and pulled cables over the evening; `wire` makes bytes of it.
    """

    profile: Profile
    rng: Random
    layout: Layout
    plies: list[Ply]
    paces: dict[Seat, Pace]
    dead: tuple[int, int] | None
    """Ply from which on the sensor with this wire index is dead."""
    board: Board = field(init=False)
    told: list[Told] = field(default_factory=list)
    lines: list[tuple[float, str]] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)
    stuck: list[tuple[float, int, bool]] = field(default_factory=list)
    truth: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    start: int = 0
    t: float = 0.0
    pile: str | None = None
    lifted: list[str] = field(default_factory=list)
    """Holes whose pieces were in the hand during the action."""
    told_next: bool = False
    """Whether the next card lies already (it was laid too early) and is only said again."""

    def __post_init__(self) -> None:
        mask = FULL if self.profile.mask == "all" else (1 << len(self.layout.holes)) - 1
        picture = self.plies[0].before
        wire = occupied(self.layout, picture)
        pieces = {}
        for index in range(PLACES):
            if wire >> index & 1:
                cell = self.layout.cell(index)
                pieces[index] = picture[index] if index < len(self.layout.holes) else cell[0]
        self.board = Board(self.layout, Eyes(self.layout, mask), pieces)
        self.start = wire

    # -- small things --------------------------------------------------------------------------------------------

    def manner(self, ply: Ply) -> Manner:
        """How this action is played, by the habits of the evening."""
        ways, weights = zip(*self.profile.ways, strict=True)
        way = "carry" if "~" in ply.option.action else self.rng.choices(ways, weights)[0]
        return Manner(
            way, self.rng.choice((1, 1, 2)), self.rng.choice(("before", "while", "then", "then", "after")),
            "~" in ply.option.action or self.rng.random() < 0.15,
        )  # fmt: skip

    def strokes(self, ply: Ply, manner: Manner) -> tuple[Stroke, ...]:
        """The strokes of an action from the picture before it."""
        before, after, action = ply.before, ply.option.picture, ply.option.action
        if ply.undone is not None and (ply.undone != before or "~" in action):
            is_exchange = "~" in action or _is_swap(before, ply.undone)
            if is_exchange or self.rng.random() < 0.65:
                pairs = Manner(together=True) if is_exchange else manner
                return undo_first(self.layout, before, ply.undone, after, action, pairs)
            return plan(self.layout, before, displacements(self.layout, before, after), manner)
        moved = list(displacements(self.layout, before, after, action))
        if action.count("-") > 1:
            self.rng.shuffle(moved)
        return plan(self.layout, before, moved, manner)

    def danger(self, ply: Ply, is_all: bool = False) -> frozenset[Seen]:
        """Pictures on which nobody may rest for long while this action is played."""
        mine = self.board.eyes.see_picture(ply.option.picture)
        seen = {self.board.eyes.see_picture(option.picture) for option in ply.options}
        return frozenset(seen if is_all else seen - {mine})

    def player(self, seat: Seat, ply: Ply, is_all: bool = False) -> Player:
        """The hands of a seat, with what they have to keep to in this turn."""

        def is_calm(holes: dict[str, str]) -> bool:
            return any(is_part(holes, ply.before, ply.undone, option, self.layout) for option in (ply.option,))

        return Player(self.board, self.paces[seat], self.rng, self.danger(ply, is_all), is_calm)

    def is_delicate(self, number: int) -> bool:
        """Whether two pieces felt at once could be taken for an action: an exchange, or an opening onto an own piece."""
        near = self.plies[max(0, number - 1) : number + 2]
        return any(
            ply.card in ("trickster", "tac") or any(o.picture == ply.before and "-" in o.action for o in ply.options)
            for ply in near
        )

    # -- fingers ---------------------------------------------------------------------------------------------------

    def feel(self, t: float, number: int, until: float) -> float:
        """Somebody feels a piece or two, or nudges one; the time of the last touch (`t` if nothing was done)."""
        ply = self.plies[number]
        forbidden = self.danger(ply, True) | (self.danger(self.plies[number + 1], True) if number + 1 < len(self.plies) else frozenset())
        is_pair = self.rng.random() < self.profile.pairs and not self.is_delicate(number)
        picked = self.rng.sample(sorted(self.board.pieces), 2 if is_pair else 1)
        if any(self.looks(self.board.wire & ~_all(picked[:k])) in forbidden for k in (1, 2)):
            return t
        if any(self.looks(self.board.wire & ~(1 << one)) in forbidden for one in picked):
            return t
        for _ in range(1 if is_pair else self.rng.choice((1, 1, 2, 3))):
            begin = t + self.rng.uniform(0.1, 1.2)
            is_long = self.rng.random() < 0.5
            end = begin + (self.rng.uniform(0.4, 3.0) if is_long else self.rng.uniform(0.04, 0.15))
            if end + 0.7 > until:
                break
            t = self.touch_all(begin, end, picked)
            picked = picked if is_pair or t == begin else [self.board.touches[-1][1]]
        return t

    def touch_all(self, begin: float, end: float, picked: list[int]) -> float:
        """Lifts these places one after the other and puts the pieces back, yard pieces perhaps on another place."""
        held = {}
        for index in picked:
            held[index] = self.board.lift(begin, index)
            begin += self.rng.uniform(0.0, 0.05)
        for index, owner in held.items():
            cell = self.layout.cell(index)
            back = index
            if cell in self.layout.heaps and self.rng.random() < 0.3:
                back = self.rng.choice([i for i in self.board.free(cell) if i == index or i not in held])
            end = max(end, begin + 0.03) + self.rng.uniform(0.0, 0.12)
            self.board.put(end, back, owner)
        return end

    def looks(self, wire: int) -> Seen:
        return self.board.eyes.see(wire)

    def thirds(self, ply: Ply, number: int, strokes: tuple[Stroke, ...]) -> list[Third]:
        """A third piece that is touched meanwhile; none where that could be taken for something else."""
        is_exchange = "~" in ply.option.action and ply.card == "trickster"
        if is_exchange:
            if self.rng.random() > self.profile.clumsy:
                return []
            ring = [i for i in self.board.pieces if i < 64 and self.layout.cell(i) not in {s.cell for s in strokes}]
            return [Third(self.rng.choice(ring), self.rng.choice((0, 1, 2)), 99)] if ring else []
        is_plain = self.board.eyes.mask == FULL and not self.is_delicate(number)
        if not is_plain or self.rng.random() > self.profile.third or len(strokes) < 2:
            return []
        used = {s.cell for s in strokes}
        free = [i for i in self.board.pieces if self.layout.cell(i) not in used]
        if not free:
            return []
        lift = self.rng.randrange(1, len(strokes))
        return [Third(self.rng.choice(free), lift, self.rng.randrange(lift + 1, len(strokes) + 3))]

    # -- cards -----------------------------------------------------------------------------------------------------

    def lay(self, ply: Ply, t: float) -> float:
        """The card is laid at `t`; when it has been understood (later, if its line was damaged)."""
        if ply.hands is not None and self.profile.hands:
            for number, (seat, cards) in enumerate(ply.hands.items()):
                self.lines.append((t - 1.5 + 0.1 * number, f">hand {seat} {','.join(cards)}"))
        said = f">card {ply.seat} {ply.card}"
        if self.told_next:
            self.told_next = False
            self.lines.append((t, said))
            return t
        if self.profile.cards == "said":
            self.lines.append((t, said))
            return t
        if self.pile is not None and (self.pile == ply.card or self.rng.random() < 0.6):
            self.told.append(Told(t - self.rng.uniform(0.06, 0.14), "CARD,pit,-"))
        is_damaged = self.rng.random() < self.profile.wire.card_damaged
        self.told.append(Told(t, f"CARD,pit,{tag(ply.card)}", is_damaged))
        self.pile = ply.card
        if is_damaged:
            t += self.rng.uniform(1.0, 2.5)
            self.lines.append((t, said))
        return t

    def between(self, ply: Ply, following: Ply | None) -> float:
        """How long it is from the last touch to the next card."""
        pace = self.paces[(following or ply).seat]
        wait = span(self.rng, pace.after)
        if following is not None and following.hands is not None:
            wait += self.rng.uniform(8, 14)
        return wait

    # -- one ply ---------------------------------------------------------------------------------------------------

    def run(self) -> float:
        """Plays the whole evening; the time at which it ends."""
        self.t = self.set_up() + self.rng.uniform(2.5, 4.0)
        for number, ply in enumerate(self.plies):
            self.turn(number, ply)
        return self.t + 12.0

    def set_up(self) -> float:
        """Some pieces are still missing in the yards when the evening begins, and are put there one by one."""
        t = 0.3
        if self.rng.random() > self.profile.set_up:
            return t
        yards = [i for i in self.board.pieces if i >= len(self.layout.holes)]
        for index in self.rng.sample(yards, self.rng.randrange(1, len(yards))):
            self.start &= ~(1 << index)
            t += self.rng.uniform(0.3, 1.1)
            self.board.touches.append((t, index, True))
        return t

    def turn(self, number: int, ply: Ply) -> None:
        following = self.plies[number + 1] if number + 1 < len(self.plies) else None
        if self.dead is not None and ply.n == self.dead[0]:
            self.fail_sensor()
        if self.profile.slips and self.rng.random() < self.profile.slips * 0.12:
            self.out_of_turn(number, ply)
        t_card = self.t
        ready = self.lay(ply, t_card)
        row: dict[str, Any] = {
            "n": ply.n, "seat": ply.seat, "card": ply.card, "action": ply.option.action,
            "position": ply.option.position,
        }  # fmt: skip
        if ply.option.also:
            row["also"] = sorted(ply.option.also)
        if ply.by:
            row["by"] = ply.by
        place = len(self.truth)
        if _needs_hands(ply):
            first, done, quiet = self.gestures(number, ply, ready, following)
        else:
            first = done = quiet = t_card
            self.settle_expectation(row, ply, [])
        wait = self.between(ply, following)
        if row.get("expect") != "move" and "expect" in row:
            wait = max(wait, 4.6)
        self.finish(number, ply, row, (t_card, first, done, quiet, wait), place)

    def finish(
        self, number: int, ply: Ply, row: dict[str, Any], times: tuple[float, float, float, float, float], place: int
    ) -> None:
        """Expectation, answers, fingers afterwards, and the line of truth."""
        t_card, first, done, quiet, wait = times
        if "expect" not in row:
            self.settle_expectation(row, ply, self.lifted)
        if row["expect"] != "move":
            wait = max(wait, 4.6)
            t = done
            for _ in range(3):
                t += self.rng.uniform(1.4, 2.4)
                self.lines.append((t, f">answer {ply.option.action}"))
        self.t = max(quiet, done) + wait
        self.cable(ply, row, (t_card, done))
        if self.rng.random() < self.profile.feel:
            late = self.feel(max(quiet, done) + self.rng.uniform(0.3, 1.2), number, self.t)
            self.t = max(self.t, late + 0.3)
        elif ply.option.picture != ply.before and self.rng.random() < self.profile.says_done:
            self.lines.append((quiet + self.rng.uniform(0.05, 0.2), ">done"))
        row |= {"t_card": t_card, "t_first": first, "t_done": done, "t_quiet": quiet, "t_next": self.t}
        row["changes"] = ply.option.picture != ply.before
        if number + 1 == len(self.plies) and not row["changes"] and ply.option.action != "discard":
            row["optional"] = True
        self.truth.insert(place, (t_card, row))

    def settle_expectation(self, row: dict[str, Any], ply: Ply, lifted: list[str]) -> None:
        """What the companion can know of this action: `move`, `question` with its choices, or `either`."""
        row["expect"] = "move"
        if not _needs_hands(ply):
            if ply.sits_out and ply.card == "tac":
                kinds = sorted({"discard", *(o.action for o in ply.options if o.action == "skip")})
                if len(kinds) > 1 and ply.option.action in kinds:
                    row |= {"expect": "either", "choices": [{"card": "tac", "action": kind} for kind in kinds]}
            return
        same = alike(ply, self.board.eyes)
        if ply.card == "tac" and (any("~" in option.action for option in ply.options) or _is_swap(ply.before, ply.undone)):
            row |= {"expect": "either", "choices": choices(same)}
        elif len(lifted) > 2 and "~" in ply.option.action:
            asked = exchanged(ply, lifted)
            if len(asked) > 1:
                row |= {"expect": "question", "choices": choices(asked)}
        elif len(same) > 1 and not self.trail_tells(ply, same):
            row |= {"expect": "either", "choices": choices(same)}

    def trail_tells(self, ply: Ply, same: list[Any]) -> bool:
        """Whether clean gestures tell this action from all that end in the same picture."""
        action = ply.option.action
        if "~" in action:
            return all(self.board.eyes.mask >> self.index(cell, 0, False) & 1 for cell in action.split("~"))
        return ply.option.picture == ply.before

    def gestures(self, number: int, ply: Ply, ready: float, following: Ply | None) -> tuple[float, float, float]:
        """Slips, fingers and the strokes of an action; first touch, last stroke, last touch of anything."""
        seat = ply.by or ply.seat
        t = ready + span(self.rng, self.paces[seat].think)
        if self.rng.random() < self.profile.feel * 0.5:
            late = self.feel(t, number, t + 5.0)
            t = late + self.rng.uniform(0.35, 0.9) if late > t else t
        begun = None
        if self.rng.random() < self.profile.slips and not ply.sits_out:
            t, begun, done = self.slip(number, ply, t, following)
            if done is not None:
                return begun or done, done, done
        manner = self.manner(ply)
        strokes = self.strokes(ply, manner)
        thirds = [] if begun is not None else self.thirds(ply, number, strokes)
        self.lifted = [s.cell for s in strokes if s.kind == "lift"] + [
            self.layout.cell(x.index) for x in thirds if x.index < 64
        ]
        player = self.player(seat, ply)
        if "~" in ply.option.action and ply.card == "trickster" and thirds:
            strokes = tuple(s for s in strokes if s.kind == "lift") + tuple(s for s in strokes if s.kind == "place")
        first, done = player.play(t, strokes, manner, thirds)
        self.check(ply)
        return begun or first, done, player.quiet

    def check(self, ply: Ply) -> None:
        """The board is what the truth says. Raises: AssertionError."""
        shown = self.board.picture()
        if shown != ply.option.picture:
            raise AssertionError(f"action {ply.n} {ply.card} {ply.option.action}: {shown} is not {ply.option.picture}")

    # -- slips -----------------------------------------------------------------------------------------------------

    def note(self, t: float, row: dict[str, Any]) -> None:
        self.truth.append((t, row))

    def slip_row(self, slip: wrong.Slip, ply: Ply, seat: Seat, **times: Any) -> dict[str, Any]:
        return {
            "mistake": slip.kind, "n": ply.n, "seat": seat, "rules": sorted(slip.rules), "demand": slip.demand,
            **times, "attempt": slip.attempt,
        }  # fmt: skip

    def out_of_turn(self, number: int, ply: Ply) -> None:
        """Somebody moves before the card is laid, and puts it back."""
        last = self.plies[number - 1] if number else None
        if last is None or self.told_next or last.option.action not in ("discard",) and last.option.picture == last.before:
            return
        if self.truth[-1][1].get("expect") != "move":
            return
        silent = [last.seat, last.by or last.seat, ply.seat, ply.by or ply.seat]
        slip = wrong.out_of_turn(ply.before, silent, self.rng)
        if slip is None or not self.shows(slip, ply.before, self.plies[number - 1 : number + 1]):
            return
        seat = slip.moved[0].owner
        manner = Manner(self.rng.choice(("carry", "slide")))
        player = Player(self.board, self.paces[seat], self.rng)
        player.is_calm = lambda holes: False
        begin = self.t + self.rng.uniform(0.5, 1.0) + 1.2
        start, shown = player.play(begin, plan(self.layout, ply.before, slip.moved, manner), manner)
        repair = shown + self.rng.uniform(3.7, 6.5)
        back = displacements(self.layout, self.board.picture(), ply.before)
        _, repaired = player.play(repair, plan(self.layout, self.board.picture(), back), Manner())
        again = repaired + self.rng.uniform(1.8, 3.0)
        self.note(start, self.slip_row(slip, ply, seat, start=start, shown=shown, repair=repair, repaired=repaired,
                                       how="restore", again=again))  # fmt: skip
        self.t = again + self.rng.uniform(1.0, 4.0)

    def shows(self, slip: wrong.Slip, before: Picture, plies: list[Ply], owner_blind: bool = True) -> bool:
        """Whether this wrong picture can be told from all right ones, also by sensors alone."""
        strokes = plan(self.layout, before, slip.moved)
        cells = {self.layout.holes[i]: mark for i, mark in enumerate(before[: len(self.layout.holes)]) if mark != "."}
        for stroke in strokes:
            if stroke.kind == "lift":
                cells.pop(stroke.cell, None)
            elif stroke.cell not in self.layout.heaps:
                cells[stroke.cell] = stroke.owner
        wire = occupied(self.layout, before)
        for one in slip.moved:
            wire &= ~(1 << self.index(one.origin, wire, True))
            wire |= 1 << self.index(one.target, wire, False)
        seen = self.looks(wire)
        options = [option for ply in plies for option in ply.options]
        right = {self.board.eyes.see_picture(option.picture) for option in options} | {self.looks(occupied(self.layout, before))}
        right |= {self.board.eyes.see_picture(ply.undone) for ply in plies if ply.undone}
        if seen in right:
            return False
        if slip.must_say_done:
            return True
        blind = self.blind(cells)
        return not any(
            is_part(shown, ply.before, ply.undone, option, self.layout)
            for ply in plies for option in ply.options for shown in blind
        )  # fmt: skip

    def blind(self, cells: dict[str, str]) -> list[dict[str, str]]:
        """The same holes without what the dead sensor would have told."""
        unseen = {self.layout.cell(i) for i in range(len(self.layout.holes)) if not self.board.eyes.mask >> i & 1}
        return [cells, {cell: mark for cell, mark in cells.items() if cell not in unseen}]

    def index(self, cell: str, wire: int, is_filled: bool) -> int:
        return next(i for i in places(self.layout, cell) if bool(wire >> i & 1) is is_filled)

    def slip(
        self, number: int, ply: Ply, t: float, following: Ply | None
    ) -> tuple[float, float | None, float | None]:
        """A slip before or instead of the action: when the right gestures may begin, when it began, and, if the
        repair made the right picture at once, when that was done."""
        if "~" in ply.option.action or ply.option.picture == ply.before:
            return t, None, None
        kind = self.rng.random()
        if kind < 0.10 and self.can_forget(number, ply, following):
            return self.forget(ply, following)
        captured = [d for d in displacements(self.layout, ply.before, ply.option.picture, ply.option.action)
                    if d.target in self.layout.heaps and d.origin not in self.layout.heaps]  # fmt: skip
        if len(captured) == 1 and ply.card != "tac" and self.board.eyes.mask == FULL and self.rng.random() < 0.7:
            return self.lost_piece(ply, t)
        slip = wrong.find(ply, self.taken(number), self.layout, PARTNERS, lambda s: self.shows(s, ply.before, [ply]), self.rng)
        if slip is None:
            return t, None, None
        return self.wrong_move(ply, t, slip)

    def taken(self, number: int) -> str:
        """The card that a TAC takes over."""
        while number > 0 and self.plies[number].card in ("tac", "fool", "devil"):
            number -= 1
        return self.plies[number].card

    def wrong_move(self, ply: Ply, t: float, slip: wrong.Slip) -> tuple[float, float | None, float | None]:
        seat = ply.by or ply.seat
        player = self.player(seat, ply, is_all=True)
        manner = Manner(self.rng.choice(("carry", "slide", "hop")), self.rng.choice((1, 2)))
        start, shown = player.play(t, plan(self.layout, ply.before, slip.moved, manner), manner)
        self.board.careful.append((shown - 0.05, shown + 0.2))
        times: dict[str, Any] = {"start": start, "shown": shown}
        is_said = slip.must_say_done or self.rng.random() < 0.12
        said = shown + self.rng.uniform(0.35, 0.75)
        if is_said:
            self.lines.append((said, ">done"))
        repair = shown + self.rng.uniform(3.65, 6.9)
        here = self.board.picture()
        is_right = self.rng.random() < 0.4 and ply.card != "tac"
        target = ply.option.picture if is_right else ply.before
        moved = displacements(self.layout, here, target)
        player = self.player(seat, ply) if is_right else player
        _, repaired = player.play(repair, plan(self.layout, here, moved), Manner())
        times |= {"repair": repair, "repaired": repaired, "how": "right" if is_right else "restore"}
        again = None if is_right else repaired + self.rng.uniform(1.8, 3.4)
        if again:
            times["again"] = again
        if is_said:
            times["done"] = True
        self.note(start, self.slip_row(slip, ply, ply.seat, **times))
        if again:
            return again, start, None
        self.check(ply)
        return repaired, start, repaired

    def can_forget(self, number: int, ply: Ply, following: Ply | None) -> bool:
        """Whether leaving a usable card without any move can be proved when the next card comes."""
        return (
            following is not None and following.deal == ply.deal and ply.card not in ("8", "tac", "trickster")
            and all(_is_visible(option, ply) for option in ply.options) and ply.by is None and following.by is None
            and following.seat != ply.seat
        )  # fmt: skip

    def forget(self, ply: Ply, following: Ply | None) -> tuple[float, float | None, float | None]:
        """A usable card is laid and nothing moved; the next card follows, and then the move is made."""
        if following is None:
            raise AssertionError("nothing follows")
        start = self.t + self.rng.uniform(3.5, 6.0)
        if self.profile.cards == "said":
            self.lines.append((start, f">card {following.seat} {following.card}"))
        else:
            self.told.append(Told(start - 0.1, "CARD,pit,-"))
            self.told.append(Told(start, f"CARD,pit,{tag(following.card)}"))
            self.pile = following.card
        self.told_next = True
        repair = start + self.rng.uniform(3.6, 5.5)
        manner = self.manner(ply)
        player = self.player(ply.seat, ply)
        first, done = player.play(repair, self.strokes(ply, manner), manner)
        slip = wrong.Slip("usable card laid, nothing moved", ("T3.3",), "", ())
        row = self.slip_row(slip, ply, ply.seat, start=start, shown=start, repair=first, repaired=done, how="play")
        del row["attempt"]
        self.note(start, row)
        self.check(ply)
        return done, first, done

    def lost_piece(self, ply: Ply, t: float) -> tuple[float, float | None, float | None]:
        """A captured piece is put into the wrong yard, or kept in the hand."""
        manner = self.manner(ply)
        manner = Manner(manner.way, manner.stride, "after")
        strokes = self.strokes(ply, manner)
        *most, last = strokes
        if last.kind != "place" or last.role != "captured":
            return t, None, None
        yards = [y for y in self.layout.heaps if y != last.cell and y[0] in ply.position and self.board.free(y)]
        is_kept = self.rng.random() < 0.4 or not yards
        seat = ply.by or ply.seat
        player = self.player(seat, ply)
        if is_kept:
            start, shown = player.play(t, most, manner)
            slip = wrong.Slip("captured piece left out", ("T1.4", "T3.7"), ply.option.action, (), "allowed")
        else:
            most = [*most, Stroke("place", self.rng.choice(yards), last.owner, "captured")]
            start, shown = player.play(t, most, manner)
            slip = wrong.Slip("captured piece into the wrong yard", ("T1.4", "T3.7"), ply.option.action, (), "reaction")
        repair = shown + self.rng.uniform(3.65, 6.5)
        times: dict[str, Any] = {"start": start, "shown": shown, "repair": repair}
        if is_kept and self.rng.random() < 0.3:
            self.lines.append((shown + 0.5, ">done"))
            times["done"] = True
        mend = [last] if is_kept else [Stroke("lift", most[-1].cell, last.owner, "captured"), last]
        _, repaired = player.play(repair, mend, manner)
        self.note(start, self.slip_row(slip, ply, ply.seat, **times, repaired=repaired, how="right"))
        self.check(ply)
        return repaired, start, repaired

    # -- the board's own troubles ------------------------------------------------------------------------------------

    def cable(self, ply: Ply, row: dict[str, Any], times: tuple[float, float]) -> None:
        """The cable is pulled or the board restarts, perhaps while the action is played; the next card waits."""
        t_card, done = times
        wire, minutes = self.profile.wire, (self.t - t_card) / 60
        if self.is_delicate(ply.n - 1) or row["expect"] != "move" or any(r.get("n") == ply.n for _, r in self.truth):
            return
        is_pull = self.rng.random() < wire.pulls * minutes
        if not is_pull and self.rng.random() > wire.restarts * minutes:
            return
        t = self.rng.uniform(t_card + 0.3, max(done, t_card + 0.3) + 0.6)
        if any(a - 0.05 <= t <= b + 0.05 for a, b in self.board.careful) or self.told_next:
            return
        back = t + self.rng.uniform(2.4, 5.8) if is_pull else t
        if is_pull:
            self.lines += [(t, "!unplugged"), (back, "!plugged")]
            self.note(t, {"board": "unplugged", "t": t})
            self.note(back, {"board": "plugged", "t": back})
        else:
            self.restarts.append(t)
        self.t = max(self.t, back + 1.3 + self.rng.uniform(2.0, 3.5))
        same = alike(ply, self.board.eyes)
        if t < done + 0.1 and len(same) > 1:
            row |= {"expect": "either", "choices": choices(same)}

    def flicker(self, end: float) -> list[tuple[float, int, bool]]:
        """Weak magnets: short gaps in what their sensors tell, in bursts."""
        calm = [(row["t_card"] - 0.3, row["t_done"] + 1.2) for _, row in self.truth
                if "expect" in row and self.is_delicate(row["n"] - 1)]  # fmt: skip
        since = {i: 0.0 for i in range(PLACES) if self.start >> i & 1}
        spans = []
        for t, index, is_down in [*sorted(self.board.touches), *((end, i, False) for i in range(PLACES))]:
            if is_down:
                since[index] = t
            elif index in since:
                spans.append((since.pop(index), t, index))
        found = []
        for begin, stop, index in spans:
            if self.rng.random() > self.profile.wire.weak:
                continue
            t = begin + self.rng.uniform(0.5, 30)
            while t < stop - 1.5:
                for _ in range(self.rng.randrange(1, 5)):
                    off = self.rng.uniform(0.025, 0.12)
                    if t + off < stop - 0.2 and not any(a < t < b for a, b in calm):
                        found += [(t, index, False), (t + off, index, True)]
                    t += off + self.rng.uniform(0.05, 0.3)
                t += self.rng.expovariate(1 / 30)
        return found

    def fail_sensor(self) -> None:
        """A sensor fails between two turns, and the board says so."""
        if self.dead is None:
            return
        index = self.dead[1]
        is_on = self.rng.random() < 0.5
        self.t += 1.5
        t = self.t - self.rng.uniform(0.4, 0.7)
        self.stuck.append((t, index, is_on))
        name = "stuck-on" if is_on else "stuck-off"
        self.told.append(Told(t + 0.002, f"FAULT,{name},{index}"))
        self.note(t, {"fault": name, "cell": self.layout.cell(index), "t": t})
        self.board.eyes = Eyes(self.layout, self.board.eyes.mask & ~(1 << index))


def _all(picked: list[int]) -> int:
    return sum(1 << index for index in picked)


def _needs_hands(ply: Ply) -> bool:
    """Whether anything has to be touched for this action."""
    if ply.option.picture != ply.before:
        return True
    return any(sign in ply.option.action for sign in "~x") or (
        "-" in ply.option.action and ply.option.action != "pass-hands"
    )


def _is_visible(option: Any, ply: Ply) -> bool:
    return option.picture != ply.before


def _is_swap(before: Picture, undone: Picture | None) -> bool:
    """Whether taking back means exchanging pieces: the same holes filled, by others."""
    if undone is None or before == undone:
        return False
    return [m == "." for m in before] == [m == "." for m in undone]


def head(name: str, night: Night, variant: str, deck: str, first: Seat, end: float, won: Any) -> dict[str, Any]:
    """The first line of the truth."""
    rows = [row for _, row in night.truth]
    mask = FULL if night.profile.mask == "all" else (1 << len(night.layout.holes)) - 1
    return {
        "trace": name, "truth": 1, "deck": deck, "variant": variant, "first": first, "mask": bits(mask),
        "cards": night.profile.cards, "hands": night.profile.hands, "profile": night.profile.name,
        "actions": sum("expect" in row for row in rows),
        "questions": sum(row.get("expect") == "question" for row in rows),
        "mistakes": sum("mistake" in row for row in rows), "end": round(end, 3),
        "start": night.plies[0].position, "won": won,
    }  # fmt: skip


def prepare(
    game: Any, seed: int, profile: Profile, variant: str, deck: str, limit: int
) -> tuple[Night, Seat, tuple[Seat, ...] | None]:
    """The people and the whole game, before anything is touched."""
    rng = Random(f"{seed}-{profile.name}")
    paces = {seat: rng.choice(profile.paces) for seat in "ABCD"}
    first = rng.choice(SEATS.get(variant, "ABCD"))
    dead = None
    if profile.stuck:
        dead = (rng.randrange(12, 40), rng.randrange(64))

    def is_unseen(n: int, option: Option, before: Picture) -> bool:
        """An exchange with a dead sensor; an opening onto an own piece on a board that has no sensors in the yards."""
        if dead is not None and n >= dead[0] and "~" in option.action and f"{dead[1]:02d}" in option.action:
            return True
        return profile.mask != "all" and option.picture == before and "y-" in option.action

    plies = Table(game, variant, deck, rng, avoid=is_unseen).plies(first, limit)
    night = Night(profile, rng, game.layout, plies, paces, dead)
    return night, first, plies[-1].won


def evening(
    seed: int, profile: str, variant: str = "teams", deck: str = "basic", limit: int = 600, game: Any = None
) -> tuple[bytes, list[dict[str, Any]]]:
    """The trace of an evening and the lines of its truth (the first one tells of the evening itself)."""
    kind = PROFILES[profile]
    if game is None:
        from tests.people.tac_game import tac

        game = tac(variant, deck)
    night, first, won = prepare(game, seed, kind, variant, deck, limit)
    end = night.run()
    wires = Evening(
        night.start, night.board.eyes.mask | (1 << night.dead[1] if night.dead else 0), end,
        [*night.board.touches, *night.flicker(end)], night.told,
        [(0.0, f">game tac {deck} {variant} first={first}"), *night.lines], night.restarts, night.stuck,
        night.board.careful,
    )  # fmt: skip
    name = f"{seed:02d}-{profile}-{variant}-{deck}.trace"
    top = head(name, night, variant, deck, first, end, list(won) if won else None)
    rows = [_rounded(row) for _, row in sorted(night.truth, key=lambda pair: pair[0])]
    return write(wires, kind.wire, night.rng), [top, *rows]


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in row.items()}


def save(folder: str, trace: bytes, truth: list[dict[str, Any]]) -> str:
    """Writes an evening beside the others of a folder; the path of the trace."""
    path = Path(folder) / truth[0]["trace"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(trace)
    lines = "".join(json.dumps(row) + "\n" for row in truth)
    path.with_name(path.name.replace(".trace", ".truth.jsonl")).write_text(lines, encoding="utf-8")
    return str(path)
