"""Evenings of the other four games by simulated hands, judged: `python tests/bench/other_tables.py --games 20`.

Hands carry, slide, hop and tip, feel pieces and put them back, and now and then make what no rule allows; then they
wait for the companion to say so, and put it right. The judge compares every settled action with what was meant.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.inputs import Hello, OccupancyFrame, Said
from companion.session import asking
from companion.session.session import Session
from companion.session.snapshot import snapshot
from companion.virtual.gestures import Manner, displacements, plan
from companion.virtual.hands import occupied, places
from engine.contract import HANDS, Awaited, Option
from engine.registry import at_table, settings_of

GAMES = ("tactik", "tactix", "tacocat", "tactiki")
MOST_PLIES = 150
ENDS = 0.35
"""How often "done" is said where more cards could be laid."""
FEELS, SLIPS = 0.08, 0.05
"""How often pieces are felt and put back, and how often a piece goes where it must not."""


class Evening:
    """One table, its hands and its judge."""

    def __init__(self, name: str, variant: str, lot: Random) -> None:
        chosen = {"variant": variant} if variant else {}
        self.game = at_table(name).at_table(chosen)
        self.session, self.lot = Session({name: lambda settings: self.game}), lot
        self.layout = self.game.layout
        self.figures: Counter[str] = Counter()
        self.now, self.count = 0.0, 0
        full = (1 << self.layout.size) - 1
        self.take(Hello(0.0, "board", "1", self.layout.name, full))
        self.session.begin(name, chosen)
        self.truth = occupied(self.layout, self.session.state.picture)
        self.pause(0.1)
        self.pause(1.0)

    def take(self, value: Any) -> None:
        for fact in self.session.take(value):
            self.figures[fact.kind] += 1

    def pause(self, seconds: float) -> None:
        """Time passes; the board tells its picture every second."""
        end = round(self.now + seconds, 3)
        while self.now < end:
            self.now = round(min(end, self.now + 1.0), 3)
            self.take(OccupancyFrame(self.now, self.truth, 0))

    def touch(self, kind: str, cell: str) -> None:
        index = self.lot.choice([i for i in places(self.layout, cell) if bool(self.truth >> i & 1) == (kind == "lift")])
        self.truth ^= 1 << index
        self.now = round(self.now + self.lot.uniform(0.12, 0.7), 3)
        self.take(OccupancyFrame(self.now, self.truth, 0))

    def say(self, text: str) -> None:
        self.now = round(self.now + self.lot.uniform(0.3, 1.5), 3)
        self.take(Said(self.now, text))

    def play(self) -> None:
        """The game to its end, or so many actions."""
        for _ in range(MOST_PLIES):
            state = self.session.state
            awaited = self.game.awaits(state)
            if awaited is None:
                return
            if awaited.kind != HANDS and not self.layout.heaps and self.lot.random() < SLIPS:
                self._slip(None)  # no card asks for a piece to be moved
            option = self._choose(awaited)
            if option is None:
                continue
            state = self.session.state
            if self.lot.random() < FEELS:
                self._feel()
            if self.lot.random() < SLIPS and option.picture != state.picture:
                self._slip(option)
                # Among stacks two steps can look like one wrong one; and a step can be thought better of.
                if self._has_moved_on(state):
                    self._set_right(option)
                    continue
            if option.gesture or self.layout.stack > 1:
                self._make(option)

    def _choose(self, awaited: Awaited) -> Option | None:
        """What a player means to do, its card laid; None where the card alone has done it."""
        state, game = self.session.state, self.game
        if awaited.kind == HANDS:
            return self.lot.choice(game.options(state, ""))
        if awaited.can_end and self.lot.random() < ENDS:
            return self._told("done", game.options(state, "")[0])
        seat = self.lot.choice(awaited.seats)
        state = asking.turned(game, state, seat)
        cards = list(game.possible_cards(state, seat))  # type: ignore[attr-defined]
        self.lot.shuffle(cards)
        used = next((card for card in cards if game.options(state, card)), None)
        if used is None and awaited.what:  # nothing can be added to what was laid
            return self._told("takeback", None)
        card = used if used is not None and (self.lot.random() < 0.9 or awaited.what) else cards[0]
        options = game.options(state, card)
        if len(options) == 1 and options[0].is_forced:
            return self._told(f"card {seat} {card}", options[0])
        self.say(f"card {seat} {card}")
        if not options:
            self.pause(0.3)
            self.figures["right"] += self.session.state.ply == state.ply + 1
            return None
        return self.lot.choice(options)

    def _told(self, text: str, option: Option | None) -> None:
        """What is done by a word alone."""
        ply = self.session.state.ply
        self.say(text)
        self.pause(0.3)
        state = self.session.state
        is_right = option is None or (state.ply, state.position) == (ply + 1, option.position)
        self.figures["right" if is_right else "wrong"] += 1

    def _feel(self) -> None:
        held = [cell for cell, pieces in self._standing().items() if len(pieces) == 1]
        for cell in self.lot.sample(held, min(len(held), 1)):
            self.touch("lift", cell)
            self.touch("place", cell)

    def _slip(self, meant: Option | None) -> None:
        """A piece goes where no action puts one, and back once it was named."""
        holes, picture = self.layout.holes, self.session.state.picture
        state = self.session.state
        option_cells = {one.target for one in self.game.account(state, meant).moved} if meant else set()
        # A die of the other side that goes on can have been the end of its move before.
        seats = set(self.game.seats(self.session.state)) - {self.session.state.seat}
        mine = [cell for cell, (owner, *more) in self._standing().items()
                if not more and (self.layout.heaps or owner not in seats)]  # fmt: skip
        free = [c for i, c in enumerate(holes) if picture[i] == "." and c not in option_cells]
        if not mine or not free:
            return
        one, other = self.lot.choice(mine), self.lot.choice(free)
        ends = {option.picture for option in self.game.options(state, meant.card)} if meant else set()
        marks = list(picture)
        marks[holes.index(other)], marks[holes.index(one)] = marks[holes.index(one)], "."
        shown = {tuple(mark != "." for mark in end[: len(holes)]) for end in ends}
        if tuple(mark != "." for mark in marks[: len(holes)]) in shown:
            return
        before = self.figures["violation"] + self.figures["disturbed"]
        self.touch("lift", one)
        self.touch("place", other)
        self.pause(8.0)
        if self._has_moved_on(state):
            return
        self.figures["slips"] += 1
        self.figures["noticed"] += self.figures["violation"] + self.figures["disturbed"] > before
        self.touch("lift", other)
        self.touch("place", one)
        self.pause(1.5)

    def _has_moved_on(self, state: Any) -> bool:
        """Whether what a hand did wrong was taken for an action, or for another one than the last."""
        now = self.session.state
        return (now.ply, now.position) != (state.ply, state.position)

    def _standing(self) -> dict[str, list[str]]:
        """Whose pieces stand in each hole."""
        found: dict[str, list[str]] = {}
        for piece in self.game.standing(self.session.state):
            if piece.cell in self.layout.holes:
                found.setdefault(piece.cell, []).append(piece.owner)
        return found

    def _manners(self) -> Manner:
        way = self.lot.choice(("hop", "slide", "carry", "carry"))
        return Manner(way, self.lot.choice((1, 2)), self.lot.choice(("before", "while", "then", "after")))

    def _make(self, option: Option) -> None:
        state, how = self.session.state, self._manners()
        moved = self.game.account(state, option).moved
        if self.layout.stack > 1:
            strokes: Sequence[object] = self._step(option)
        else:
            strokes = plan(self.layout, state.picture,
                           displacements(self.layout, state.picture, option.picture, moved), how)  # fmt: skip
            for stroke in strokes:
                self.touch(stroke.kind, stroke.cell)
        self.pause(4.0)
        is_asked = snapshot(self.session)["phase"] == "question"
        if not is_asked and (not strokes or self.session.state.ply == state.ply):
            self.say("done")
            self.pause(0.5)
        if snapshot(self.session)["phase"] == "question":
            self.figures["asked"] += 1
            self.say(f"answer {option.action}")
            self.pause(0.5)
        is_right = (self.session.state.ply, self.session.state.position) == (state.ply + 1, option.position)
        self.figures["right" if is_right else "wrong"] += 1
        if not is_right:
            self._set_right(option)

    def _step(self, option: Option) -> list[str]:
        """A step among stacks: only squares that become empty, or filled, show it. Before it is put down a piece can
        be in the hand for a while."""
        before = self.session.state.picture
        changed = [cell for cell, was, now in zip(self.layout.holes, before, option.picture, strict=True) if was != now]
        for cell in sorted(changed, key=lambda one: before[self.layout.holes.index(one)] == "."):
            self.touch("lift" if before[self.layout.holes.index(cell)] != "." else "place", cell)
        return changed

    def _set_right(self, option: Option) -> None:
        """Plays on from what the companion holds, so that one mistake is counted once; what it asks is answered."""
        if snapshot(self.session)["phase"] == "question":
            self.say("answer 1")
            self.pause(0.5)
        self.truth = occupied(self.layout, self.session.state.picture)
        self.pause(8.0)


def evenings(games: int, seed: int) -> Iterator[tuple[str, str, Counter[str]]]:
    """The figures of each evening."""
    for name in GAMES:
        for number in range(games):
            variants = list(settings_of(name).layouts)
            variant = variants[number % len(variants)]
            evening = Evening(name, variant, Random(f"{seed}/{name}/{number}"))
            evening.play()
            yield name, variant, evening.figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="evenings of each game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    totals: dict[str, Counter[str]] = {name: Counter() for name in GAMES}
    for name, _, figures in evenings(args.games, args.seed):
        totals[name] += figures
    keys = ("right", "wrong", "asked", "slips", "noticed", "violation", "disturbed", "revised", "takeback")
    for name, figures in totals.items():
        print(json.dumps({"game": name, "evenings": args.games, **{key: figures[key] for key in keys}}))


if __name__ == "__main__":
    main()
