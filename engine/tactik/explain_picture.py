"""Which rule a board breaks: from displaced pieces to what was tried, then judged as if it had been written.

1. Without a card the only question is whose piece was touched.
2. `attempts` turns displacements into actions; pieces that only went home are their victims.
3. An attempt that the card allows is wrong in its victims: wrong yard, left out, or not captured at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.contract import Card, Cell, Displacement, Explanation
from engine.ring.actions import Exchange, Move, Runs
from engine.ring.shown import Shown, is_exchange, spreads
from engine.tactik.actions import Action
from engine.tactik.cards import SEVEN
from engine.tactik.explain import explain_turn
from engine.tactik.explain_moves import STEPS, Case, explain_card, nothing_fits
from engine.tactik.options import resolve
from engine.tactik.position import Position
from engine.tactik.seven import left_after
from engine.tactik.state import State

MOST_ATTEMPTS = 120
"""Ways to read one picture that are looked at: enough for three pieces paired and ordered in every way."""

_LIKELY = (
    "too-few", "too-many", "pieu-into-base", "pieu-blocks", "jump", "house-occupied", "backward", "four-forward",
    "four-into-base", "steps-backward", "base-backward", "leaves-house",
)  # fmt: skip


def _shown(board: Position, moved: Sequence[Displacement]) -> Shown:
    return Shown.of(board.board.layout, board.seats, moved)


def explain_victims(state: State, card: Card, moved: Sequence[Displacement]) -> Explanation | None:
    """What is wrong where all holes show the end of a legal action: a captured piece is not in its yard (I4.5)."""
    gone = _shown(state.board, moved).gone
    for one in sorted(gone, key=lambda one: not one.target):
        found = _lying_wrong(Case(state.situation, card), one)
        if found is not None:
            return found
    return None


def _lying_wrong(case: Case, one: Displacement) -> Explanation | None:
    """What is wrong with where a captured piece lies. Source: I1.2, I4.5."""
    if not one.target:
        return case.broken("I4.5", "captured-left-out", (one.origin,), owner=one.owner, origin=one.origin)
    if one.target != f"{one.owner}y":
        facts = {"owner": one.owner, "origin": one.origin, "heap": one.target}
        return case.broken("I4.5", "wrong-yard", (one.target,), **facts)
    return None


def explain_picture(state: State, card: Card | None, moved: Sequence[Displacement]) -> Explanation:
    """The rule broken by a board on which these pieces were displaced, with `card` laid (None: no card)."""
    seen = _shown(state.board, moved)
    if card is None:
        return _before_card(state, seen)
    return explain_turn(state, state.seat) or judged(Case(state.situation, card), seen)


def _before_card(state: State, seen: Shown) -> Explanation:
    """Pieces moved although no card lies for them. Source: I2.2, I3.1."""
    if state.winner is not None:
        return Explanation("I5.1", "game-over", {"seat": state.seat, "winner": state.winner})
    touched, layout = seen.travels or seen.gone, state.variant.board.layout
    own = [state.board.seats[place] for place in state.situation.movers]
    cells = tuple([cell for one in touched for cell in (one.origin, one.target) if cell in layout.holes])
    strangers = [one.owner for one in touched if one.owner not in own]
    if not strangers or len(strangers) < len(touched):
        owner = next((one.owner for one in touched if one.owner in own), state.seat)
        return Explanation("I3.1", "card-first", {"seat": state.seat, "owner": owner}, cells)
    player = state.variant.player_of(strangers[0])
    if player == state.seat:  # an own piece that is not to be moved at this time, or a partner's
        return Explanation("I3.1", "card-first", {"seat": state.seat, "owner": strangers[0]}, cells)
    return Explanation("I2.2", "out-of-turn", {"seat": player, "expected": state.seat}, cells)


def judged(case: Case, seen: Shown) -> Explanation:
    """What is wrong with the likeliest reading of the displacements."""
    found: list[Explanation] = []
    for twin in seen.twins():
        for tried in islice(attempts(case, twin), MOST_ATTEMPTS):
            result = resolve(case.situation, case.card, str(tried))
            if result is not None:
                return _victims(case, twin, result[0], tried)
            if twin.travels or _fills_a_yard(case, twin, tried):
                found.append(explain_card(case, tried))
    return min(found, key=_rank) if found else _only_gone(case, seen)


def steps_left(state: State, card: Card, moved: Sequence[Displacement]) -> int | None:
    """Steps of a 7x1 that are left once these pieces were displaced; captured ones may lie in their yards, or not yet.

    None if the card is no 7x1, or if it cannot legally go on from there. Source: I4.8.
    """
    if card != SEVEN or not moved:
        return STEPS if card == SEVEN else None
    found = (left_after(*state.board, place, moved) for place in state.situation.movers)
    return next((left for left in found if left is not None), None)


def _rank(wrong: Explanation) -> tuple[int, int]:
    place = _LIKELY.index(wrong.key) if wrong.key in _LIKELY else len(_LIKELY)
    return place, abs(wrong.number("made") - wrong.number("needed"))


def attempts(case: Case, seen: Shown) -> Iterator[Action]:
    """The actions that may have been meant, the likeliest first."""
    if not seen.travels:
        yield from _onto_pieces(case, seen)
        return
    travels = seen.movers()
    heaps = case.board.board.layout.heaps
    if len(travels) == 1:
        yield Move(travels[0].origin, travels[0].target)
        return
    if is_exchange(travels):
        yield Exchange(*sorted((travels[0].origin, travels[0].target)))
    elif any(one.origin in heaps for one in travels):
        yield from (Move(one.origin, one.target) for one in travels)
    elif case.card == SEVEN or all(one.owner in case.own for one in travels):
        yield from spreads(travels)
    else:
        ordered = sorted(travels, key=lambda one: one.owner in case.own)
        yield from (Move(one.origin, one.target) for one in ordered)


def _onto_pieces(case: Case, seen: Shown) -> Iterator[Action]:
    """A piece that seems to have gone may stand where another one stood; own ones first."""
    holes = case.board.board.layout.holes
    cells = [cell for seat in case.board.seats for cell in case.board.pieces(seat) if cell in holes]
    for one in seen.gone:
        if one.owner not in case.own:
            continue
        if one.origin not in holes:
            yield Move(one.origin, case.board.board.start_cell(one.owner))
            continue
        for cell in sorted(cells, key=lambda cell: case.board.owner(cell) != one.owner):
            if cell != one.origin:
                yield Move(one.origin, cell)


def _fills_a_yard(case: Case, seen: Shown, tried: Action) -> bool:
    """Whether the piece that stood on the target would lie in its own yard now."""
    homes = {(one.origin, one.target) for one in seen.gone}
    return all((origin, f"{case.board.owner(target)}y") in homes for origin, target in _ways(tried))


def _only_gone(case: Case, seen: Shown) -> Explanation:
    """Pieces only left their places, and nothing stands anywhere new."""
    for one in seen.gone:
        facts = {"owner": one.owner, "origin": one.origin}
        if one.target and one.target != f"{one.owner}y":
            return case.broken("I4.5", "wrong-yard", (one.target,), **facts, heap=one.target)
        if one.owner not in case.own:
            return case.broken("I3.2", "not-own", (one.origin,), **facts)
        if not one.target:
            return case.broken("I3.1", "in-hand", (one.origin,), **facts)
    return nothing_fits(case)


def _victims(case: Case, seen: Shown, after: Position, tried: Action) -> Explanation:
    """The action is right; what is wrong with the pieces that it captured. Source: I4.5."""
    ways, heaps = dict(_ways(tried)), case.board.board.layout.heaps
    for one in (*seen.gone, *(o for o in seen.travels if o.origin not in (*ways, *heaps))):
        if one.origin in ways and not seen.travels:
            stood = ways[one.origin]
            one = Displacement(case.board.owner(stood) or one.owner, stood, one.target)
        elif after.yard(one.owner) <= case.board.yard(one.owner):
            return case.broken("I4.5", "not-captured", (one.origin,), owner=one.owner, origin=one.origin)
        wrong = _lying_wrong(case, one)
        if wrong is not None:
            return wrong
    return _left_standing(case, seen, after) or nothing_fits(case)


def _left_standing(case: Case, seen: Shown, after: Position) -> Explanation | None:
    """A piece that the action captured and that still stands where it stood: one that a 7x1 stepped over."""
    left = {one.origin for one in (*seen.gone, *seen.travels)}
    for owner in case.board.seats:
        for cell in case.board.pieces(owner):
            if not cell.endswith("y") and cell not in left and after.owner(cell) != owner:
                return case.broken("I4.5", "captured-left-out", (cell,), owner=owner, origin=cell)
    return None


def _ways(action: Action) -> tuple[tuple[Cell, Cell], ...]:
    """From where to where an action moves its own pieces."""
    match action:
        case Runs(segments):
            return tuple([(move.origin, move.target) for move in segments])
        case Move():
            return ((action.origin, action.target),)
        case _:
            return ()
