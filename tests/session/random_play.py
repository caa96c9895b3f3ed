"""Random tables: positions that games reach, and legal actions played by hand in random manners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from table_top import TableTop

from companion.virtual.gestures import Manner, Stroke, displacements, plan, undo_first
from engine.contract import Game, Layout, Option
from engine.tac.board.holes import LAYOUT
from engine.tac.game import TacGame

DECKS = ("basic", "master")
REST_S = (0.03, 0.8)
"""Rests between two touches: shorter than the hold of a seat whose pace is not known."""
SETTLED_S = 1.2
GAME = {deck: TacGame(deck) for deck in DECKS}


@cache
def reached(deck: str, seed: int) -> tuple[str, str]:
    """A position that a game of random plays reaches, and the seat to act in it."""
    rng, game = Random(f"reached-{deck}-{seed}"), GAME[deck]
    for _ in range(20):
        state = game.begin({"variant": "teams", "deck": deck, "first": rng.choice("ABCD")})
        for _ in range(rng.randrange(4, 70)):
            # Opening cards come more often, so that there is something on the ring.
            may = game.possible_cards(state, state.seat)
            card = rng.choice([*may, *(one for one in may if one in ("1", "13"))])
            option = _use(game, state, card, rng)
            state = state if option is None else game.play(state, option)
            if state.winner:
                break
        if not state.winner:
            return state.position, state.seat
    raise AssertionError("every game was won")


def _use(game: Game, state: Any, card: str, rng: Random) -> Option | None:
    """One use of a card, None where it may not be laid."""
    options = game.options(state, card)
    if options:
        return rng.choice(options)
    return None if game.explain_play(state, state.seat, card, "discard") else game.aside(state, card)


def opened(deck: str, seed: int, mask: int | None = None) -> TableTop:
    """A table at such a position, all pieces placed."""
    position, first = reached(deck, seed)
    table = TableTop() if mask is None else TableTop(mask=mask)
    table.begin(f"{deck} teams first={first} position={position}")
    return table


def chosen(table: TableTop, rng: Random, card: str | None = None) -> Option:
    """A card that somebody may lay now, and what it is used for."""
    assert table.session.game is not None
    return usable(table.session.game, table.session.state, rng, card)


def usable(game: Game, state: Any, rng: Random, card: str | None = None) -> Option:
    """A card that the seat to act may lay, `card` if it may, and what it is used for."""
    may = list(game.possible_cards(state, state.seat))
    rng.shuffle(may)
    for one in [card, *may] if card in may else may:
        option = _use(game, state, one, rng)
        if option is not None:
            return option
    raise AssertionError(f"no card can be laid in {state.position}")


def manner(rng: Random) -> Manner:
    """How somebody likes to play."""
    return Manner(
        rng.choice(("carry", "carry", "slide", "hop")), rng.choice((1, 2, 3)),
        rng.choice(("before", "while", "then", "after")), rng.random() < 0.3,
    )  # fmt: skip


def needs_hands(table: TableTop, option: Option) -> bool:
    """Whether a piece has to be touched; a TAC that makes somebody sit out has the undo to be made."""
    return option.gesture or option.picture != table.session.state.picture


def strokes(table: TableTop, option: Option, how: Manner, is_undone_first: bool = False) -> tuple[Stroke, ...]:
    """The strokes of an action from where the game stands."""
    assert table.session.game is not None
    return strokes_of(table.session.game, table.session.state, option, how, is_undone_first)


def strokes_of(game: Game, state: Any, option: Option, how: Manner, is_undone_first: bool) -> tuple[Stroke, ...]:
    """The strokes of an action; an exchange of alike pieces is made as it is written."""
    layout, before, moved = game.layout, state.picture, game.account(state, option).moved
    undone = game.undone_by(state, option.card)
    if undone is not None and undone != before and is_undone_first:
        return undo_first(layout, before, undone, option.picture, moved, how)
    if option.picture == before and option.gesture and undone is None:
        return tuple(_alike(layout, before, option))
    return plan(layout, before, displacements(layout, before, option.picture, moved), how)


def _alike(layout: Layout, picture: str, option: Option) -> list[Stroke]:
    """An exchange or an opening that leaves the board as it was."""
    if "~" in option.action:
        low, high = option.action.split("~")
        mine, other = (picture[layout.holes.index(cell)] for cell in (low, high))
        return [Stroke("lift", low, mine), Stroke("lift", high, other),
                Stroke("place", high, mine), Stroke("place", low, other)]  # fmt: skip
    heap, hole = option.action.split("-")
    lifts = [Stroke("lift", hole, heap[0]), Stroke("place", heap, heap[0])]
    return [*lifts, Stroke("lift", heap, heap[0]), Stroke("place", hole, heap[0])]


def make(table: TableTop, t: float, done: Sequence[Stroke], rng: Random, rests: tuple[float, float] = REST_S) -> float:
    """Makes these strokes from `t` on; the time of the last one."""
    for stroke in done:
        t = round(t + rng.uniform(*rests), 3)
        table.touch(t, f"{'-' if stroke.kind == 'lift' else '+'}{stroke.cell}")
    return t


def lay(table: TableTop, t: float, card: str) -> None:
    """The seat to act lays a card."""
    table.say(t, f"card {table.session.state.seat} {card}")


def settled(table: TableTop, t: float, option: Option, before: str) -> float:
    """Waits, says done and answers until the action is settled; it is this one, and nothing was complained about."""
    session = table.session
    table.tick(t + SETTLED_S)
    if not table.choices and session.table.card is not None:
        table.say(t + SETTLED_S, "done")
    if table.choices:
        assert (option.card, option.action) in table.choices, f"{option.action} is not among {table.choices}"
        table.say(t + 2 * SETTLED_S, f"answer {option.action}")
    moves = table.told("move")
    wrong = [(f.t, f.kind, dict(f.data)) for f in table.told("violation", "disturbed", "takeback")]
    story = f"{before}: {option.card} {option.action}"
    assert not wrong, f"{story}: {wrong}"
    assert moves, f"{story}: nothing was settled, {session.table.attempt.verdict}"
    last = moves[-1].data
    assert (last["action"], last["position"]) == (option.action, option.position), f"{story}: {last}"
    return t + 2 * SETTLED_S + 0.1


def pieces_on(picture: str) -> dict[str, int]:
    """How many pieces stand on each cell."""
    found = {cell: 1 for cell, mark in zip(LAYOUT.holes, picture, strict=False) if mark != "."}
    heaps = zip(LAYOUT.heaps, picture[len(LAYOUT.holes) :], strict=True)
    return found | {heap: int(digit) for heap, digit in heaps if digit != "0"}


@dataclass
class Hands:
    """Hands that lift and place anything, and know whose pieces stand where."""

    table: TableTop
    rng: Random
    stands: dict[str, list[str]] = field(default_factory=dict)
    held: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        picture = self.table.session.state.picture
        for cell, count in pieces_on(picture).items():
            owner = cell[0] if cell in LAYOUT.heaps else picture[LAYOUT.holes.index(cell)]
            self.stands[cell] = [owner] * count

    def lift(self, t: float, cell: str) -> None:
        self.held.append(self.stands[cell].pop())
        self.table.touch(t, f"-{cell}")

    def put(self, t: float, cell: str, owner: str) -> None:
        self.held.remove(owner)
        self.stands.setdefault(cell, []).append(owner)
        self.table.touch(t, f"+{cell}")

    def mess(self, t: float) -> float:
        """Anything goes anywhere; the time after it."""
        rng = self.rng
        for _ in range(rng.randrange(1, 9)):
            t = round(t + rng.choice((0.03, 0.2, 0.7, 1.2, 4.0)), 3)
            if self.held and rng.random() < 0.5:
                room = [cell for cell in LAYOUT.holes if not self.stands.get(cell)]
                room += [cell for cell in LAYOUT.heaps if len(self.stands.get(cell, ())) < LAYOUT.places] * 4
                self.put(t, rng.choice(room), rng.choice(self.held))
            else:
                self.lift(t, rng.choice([cell for cell, there in self.stands.items() if there]))
        self.table.tick(round(t + rng.choice((0.1, 1.0, 4.0)), 3))
        return self.table.session.now

    def restore(self, t: float) -> float:
        """Puts everything back where the position has it, touch by touch; the time of the last one."""
        wanted = Hands(self.table, self.rng).stands
        wrong = []
        for cell, there in self.stands.items():
            left = list(wanted.get(cell, ()))
            for owner in there:
                if owner in left:
                    left.remove(owner)
                else:
                    wrong.append((cell, owner))
        self.rng.shuffle(wrong)
        for cell, owner in wrong:
            t = self._later(t)
            self.stands[cell].remove(owner)
            self.stands[cell].append(owner)
            self.lift(t, cell)
        missing = [(c, o) for c, owners in wanted.items() for o in sorted(set(owners))
                   for _ in range(owners.count(o) - self.stands.get(c, []).count(o))]  # fmt: skip
        self.rng.shuffle(missing)
        for cell, owner in missing:
            t = self._later(t)
            self.put(t, cell, owner)
        return t

    def _later(self, t: float) -> float:
        return round(t + self.rng.choice((0.05, 0.4, 0.8)), 3)
