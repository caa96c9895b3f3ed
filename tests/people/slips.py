"""What careless people get wrong: wrong pictures that can be proved wrong, and the rules that fit each of them.

A slip is found from the picture before an action. It is no result of the card, and, where it is not said to be
finished (`>done`), it is no part of one either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.contract import Displacement, Layout, Picture, Seat
from tests.people.play import Ply

RING = 64
FORWARD = {"1": 1, "2": 2, "3": 3, "5": 5, "6": 6, "8": 8, "9": 9, "10": 10, "12": 12, "13": 13}
START = {"A": 0, "B": 16, "C": 32, "D": 48}


@dataclass(frozen=True, slots=True)
class Slip:
    """One wrong picture: the pieces displaced from the picture before, and what the referee may say of it."""

    kind: str
    rules: tuple[str, ...]
    attempt: str
    moved: tuple[Displacement, ...]
    demand: str = "violation"
    must_say_done: bool = False


def _walk(picture: Picture, origin: int, steps: int) -> tuple[int, bool]:
    """Where so many steps along the ring lead, and whether all fields on the way there are free."""
    sign = 1 if steps > 0 else -1
    way = [(origin + sign * k) % RING for k in range(1, abs(steps) + 1)]
    return way[-1], all(picture[field] == "." for field in way[:-1])


def _fields(picture: Picture, seats: Sequence[Seat]) -> list[int]:
    return [field for field in range(RING) if picture[field] in seats]


def _one(picture: Picture, origin: int, target: int) -> tuple[str, tuple[Displacement, ...]]:
    a, b = f"{origin:02d}", f"{target:02d}"
    return f"{a}-{b}", (Displacement(picture[origin], a, b),)


def own_seat(ply: Ply) -> Seat | None:
    """The seat whose pieces the player moves; None where that is not one seat alone."""
    house = {part[0]: part for part in ply.position.split()}[ply.seat]
    if not {f"{ply.seat}{k}" for k in "1234"} <= set(house[2:].split(",")):
        return ply.seat
    return None


def _more(card: str) -> tuple[str, ...]:
    return {"1": ("T4.2",), "13": ("T4.2",), "4": ("T4.3",), "8": ("T4.4",)}.get(card, ())


def _steps(picture: Picture, card: str, own: Seat) -> Iterator[Slip]:
    """One step too few or too many, or the wrong way."""
    count = FORWARD.get(card, -4 if card == "4" else 0)
    sign = 1 if count > 0 else -1
    if not count:
        return
    for origin in _fields(picture, own):
        for change, kind in ((-1, "one step too few"), (1, "one step too many")):
            steps = count + sign * change
            if not steps:
                continue
            target, is_free = _walk(picture, origin, steps)
            if is_free and picture[target] == ".":
                yield Slip(kind, ("T3.2", "T4.1", *_more(card)), *_one(picture, origin, target))
        target, is_free = _walk(picture, origin, -count)
        if is_free and picture[target] == ".":
            rules = ("T1.6", "T3.2", "T4.1", "T4.3", *(r for r in _more(card) if r != "T4.3"))
            yield Slip("backwards", rules, *_one(picture, origin, target))


def _others(picture: Picture, card: str, own: Seat) -> Iterator[Slip]:
    """Another seat's piece is moved, or a piece is jumped over."""
    count = FORWARD.get(card, 0)
    if not count:
        return
    for origin in (field for field in range(RING) if picture[field] != "."):
        target, is_free = _walk(picture, origin, count)
        if picture[target] != ".":
            continue
        if picture[origin] == own and not is_free:
            yield Slip("jumps over a piece", ("T3.6",), *_one(picture, origin, target))
        elif picture[origin] != own and is_free:
            rules = ("T3.5", "T7.1", *(("T4.2",) if card in ("1", "13") else ()))
            yield Slip("another seat's piece", rules, *_one(picture, origin, target))


def _house(picture: Picture, card: str, own: Seat, layout: Layout, is_fresh: bool) -> Iterator[Slip]:
    """A locked piece moves, a fresh one enters, a piece comes out without an opening card."""
    marks = {cell: picture[layout.holes.index(cell)] for cell in (f"{own}{k}" for k in range(1, 5))}
    start = START[own]
    if card in FORWARD or card == "7":
        for place in range(2, 5):
            is_locked = all(marks[f"{own}{k}"] != "." for k in range(place, 5))
            for target in range(place - 1, 0, -1):
                if not is_locked or marks[f"{own}{target}"] != ".":
                    break
                rules: tuple[str, ...] = ("T3.11", "T3.12", "T4.6", "T4.7")
                if card != "7":
                    rules = ("T1.6", "T3.11", "T3.12", "T3.2", "T4.1", "T4.6")
                    rules += ("T4.2",) if card in ("1", "13") else ()
                a, b = f"{own}{place}", f"{own}{target}"
                yield Slip("locked piece", rules, f"{a}-{b}", (Displacement(own, a, b),))
    if is_fresh and card in ("1", "2", "3", "4"):
        free = [marks[f"{own}{k}"] == "." for k in range(1, 5)]
        if all(free[: int(card)]):
            a, b = f"{start:02d}", f"{own}{card}"
            yield Slip("fresh piece into the house", ("T3.10", "T3.9"), f"{a}-{b}", (Displacement(own, a, b),))
    yard = int(picture[len(layout.holes) + layout.owners.index(own)])
    if yard and picture[start] == "." and (card == "4" or (card in FORWARD and card not in ("1", "13"))):
        a, b = f"{own}y", f"{start:02d}"
        moved = (Displacement(own, a, b),)
        yield Slip("opens without an opening card", ("T1.4", "T3.2", "T4.1", "T4.2"), f"{a}-{b}", moved)


def _sevens(picture: Picture, card: str, own: Seat) -> Iterator[Slip]:
    """A 7 with eight steps, or one with steps left over."""
    if card != "7":
        return
    fields = _fields(picture, own)
    for origin in fields:
        target, is_free = _walk(picture, origin, 8)
        if is_free and picture[target] == ".":
            rules = ("T3.2", "T3.6", "T4.5", "T4.7", "T4.8", "T8.1")
            yield Slip("7 with eight steps", rules, *_one(picture, origin, target))
        for steps in (2, 3, 4, 5, 6):
            target, is_free = _walk(picture, origin, steps)
            if is_free and picture[target] == ".":
                left = ("T3.2", "T3.6", "T3.8", "T4.5", "T4.6", "T4.7", "T4.8", "T8.1")
                yield Slip("7 with steps left over", left, *_one(picture, origin, target), must_say_done=True)


def _tac(ply: Ply, own: Seat, taken: str) -> Iterator[Slip]:
    """A TAC that moves on without putting back what the card before did."""
    if ply.card != "tac" or ply.undone is None or ply.undone == ply.before or taken not in FORWARD:
        return
    for origin in _fields(ply.before, own):
        target, is_free = _walk(ply.before, origin, FORWARD[taken])
        if is_free and ply.before[target] == ".":
            rules = ("T3.11", "T3.2", "T3.5", "T3.6", "T3.8", "T3.9", "T4.1", "T5.1", "T5.3", "T5.5")
            yield Slip("tac without the undo", rules, *_one(ply.before, origin, target), must_say_done=True)


def find(
    ply: Ply, taken: str, layout: Layout, accept: Callable[[Slip], bool], rng: Random
) -> Slip | None:
    """A slip that somebody could make instead of this action, of a kind by lot; None if there is none to prove."""
    own = own_seat(ply)
    if own is None:
        return None
    is_fresh = f"{START[own]:02d}*" in ply.position
    picture, card = ply.before, ply.card
    found = [
        *_steps(picture, card, own), *_others(picture, card, own), *_house(picture, card, own, layout, is_fresh),
        *_sevens(picture, card, own), *_tac(ply, own, taken),
    ]  # fmt: skip
    fitting = [slip for slip in found if accept(slip)]
    if not fitting:
        return None
    kind = rng.choice(sorted({slip.kind for slip in fitting}))
    return rng.choice([slip for slip in fitting if slip.kind == kind])


def out_of_turn(picture: Picture, silent: Sequence[Seat], rng: Random) -> Slip | None:
    """Somebody moves a piece although no card is laid; not one of the seats in `silent`."""
    found = []
    for origin in (field for field in range(RING) if picture[field] not in (".", *silent)):
        for steps in (2, 3, 4, 6, 9, 10, 12):
            target, is_free = _walk(picture, origin, steps)
            if is_free and picture[target] == ".":
                rules = ("T2.8", "T3.1", "T3.5")
                found.append(Slip("moves out of turn", rules, *_one(picture, origin, target), demand="reaction"))
    return rng.choice(found) if found else None
