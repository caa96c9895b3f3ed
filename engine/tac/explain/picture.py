"""Which rule a board breaks: from displaced pieces to what was tried, then judged as if it had been written.

1. Without a card the only question is whose piece was touched.
2. `attempts` turns displacements into actions; pieces that only went home are their victims.
3. An attempt that the card allows is wrong in its victims: wrong yard, left out, or not captured at all.
4. With TAC both boards count: the one after the undo, and the one before it, where the undo was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.contract import Card, Cell, Displacement, Explanation
from engine.ring.shown import Shown, is_exchange, spreads
from engine.tac.board.edit import difference, shown
from engine.tac.board.holes import LAYOUT, OWNERS, is_ring, start_cell, yard_cell
from engine.tac.board.position import Position
from engine.tac.course.state import State
from engine.tac.explain.attempt import resolve_action
from engine.tac.explain.cards import explain_card, nothing_fits
from engine.tac.explain.moves import Case
from engine.tac.explain.play import Laid, acting_case, explain_card_now, explain_turn, without_undo
from engine.tac.hands.cards import ANGEL, TAC, WARRIOR
from engine.tac.moves.actions import Action, Exchange, Move, Opening, Seven, Strike

MOST_ATTEMPTS = 120
"""Ways to read one picture that are looked at: enough for three pieces paired and ordered in every way."""

_LIKELY = (
    "seven-too-few", "seven-too-many", "too-few", "too-many", "fresh", "jump", "house-occupied", "backward",
    "four-forward", "locked", "house-backward", "leaves-house",
)  # fmt: skip


def _shown(moved: Sequence[Displacement]) -> Shown:
    return Shown.of(LAYOUT, OWNERS, moved)


def explain_victims(state: State, card: Card, moved: Sequence[Displacement]) -> Explanation | None:
    """What is wrong where all holes show the end of a legal action: a captured piece is not in its yard (T3.7)."""
    gone = _shown(moved).gone
    facts = {"seat": state.seat, "card": card}
    for one in gone:
        if one.target and one.target != yard_cell(one.owner):
            told = {**facts, "owner": one.owner, "origin": one.origin, "heap": one.target}
            return Explanation("T3.7", "wrong-yard", told, (one.target,))
    for one in gone:
        if not one.target:
            told = {**facts, "owner": one.owner, "origin": one.origin}
            return Explanation("T3.7", "captured-left-out", told, (one.origin,))
    return None


def explain_picture(state: State, card: Card | None, moved: Sequence[Displacement]) -> Explanation:
    """The rule broken by a board on which these pieces were displaced, with `card` laid (None: no card)."""
    seen = _shown(moved)
    if card is None:
        return _before_card(state, seen)
    laid = Laid(state.seat, card, "", state.by)
    wrong = explain_turn(state, laid) or explain_card_now(state, laid)
    if wrong is not None:
        return wrong
    if card == TAC:
        return _with_tac(state, seen, moved)
    return judged(acting_case(state, card), seen)


def _before_card(state: State, seen: Shown) -> Explanation:
    """Pieces moved although no card lies for them. Source: T2.8, T3.1, T7.1."""
    if state.is_over:
        return Explanation("T8.1", "game-over", {"seat": state.seat, "winner": state.winner})
    touched = seen.travels or seen.gone
    owners = [d.owner for d in touched]
    cells = tuple(cell for d in touched for cell in (d.origin, d.target) if cell in LAYOUT.holes)
    mine = [owner for owner in owners if owner in (state.seat, *state.situation.own)]
    if mine or not owners:
        owner = mine[0] if mine else state.seat
        return Explanation("T3.1", "card-first", {"seat": state.seat, "owner": owner}, cells)
    return Explanation("T2.8", "out-of-turn", {"seat": owners[0], "expected": state.seat}, cells)


def _with_tac(state: State, seen: Shown, moved: Sequence[Displacement]) -> Explanation:
    """The board under a TAC: with the undo, or with the undo forgotten. Source: T5.1."""
    case = acting_case(state, TAC)
    if case.board == state.board:
        return judged(case, seen)
    kept = acting_case(without_undo(state), TAC)
    if any(resolve_action(kept.situation, kept.card, tried) for tried in attempts(kept, seen)):
        return case.broken("T5.1", "tac-no-undo", _cells(seen))
    undone = _shown(difference(case.board, shown(state.board, moved), moved))
    if not undone.size:
        return case.broken("T5.1", "tac-only-undone")
    if undone.size <= seen.size:
        return judged(case, undone)
    wrong = judged(kept, seen)
    return wrong if wrong.key == "not-own" else case.broken("T5.1", "tac-no-undo", _cells(seen))


def _cells(seen: Shown) -> tuple[Cell, ...]:
    return tuple(cell for d in (*seen.travels, *seen.gone) for cell in (d.origin, d.target) if cell)


def judged(case: Case, seen: Shown) -> Explanation:
    """What is wrong with the likeliest reading of the displacements."""
    found: list[Explanation] = []
    for twin in seen.twins():
        for tried in islice(attempts(case, twin), MOST_ATTEMPTS):
            result = resolve_action(case.situation, case.card, tried)
            if result is not None:
                return _victims(case, twin, result[0], tried)
            if twin.travels or _fills_a_yard(case, twin, tried):
                found.append(explain_card(case, tried))
    if not found:
        return _only_gone(case, seen)
    return min(found, key=_rank)


def _rank(wrong: Explanation) -> tuple[int, int]:
    place = _LIKELY.index(wrong.key) if wrong.key in _LIKELY else len(_LIKELY)
    return place, abs(wrong.number("made") - wrong.number("needed"))


def attempts(case: Case, seen: Shown) -> Iterator[Action]:
    """The actions that may have been meant, the likeliest first."""
    if not seen.travels:
        yield from _onto_pieces(case, seen)
        return
    travels = seen.movers()
    if len(travels) == 1:
        yield _single(case, travels[0])
        return
    if is_exchange(travels):
        yield Exchange(*sorted((travels[0].origin, travels[0].target)))
        return
    if any(d.origin in LAYOUT.heaps for d in travels):
        yield from (_single(case, d) for d in travels)
        return
    if case.card == "7" or all(d.owner in case.own for d in travels):
        yield from spreads(travels)
        return
    yield from (_single(case, d) for d in sorted(travels, key=lambda d: d.owner in case.own))


def _single(case: Case, one: Displacement) -> Action:
    if one.origin in LAYOUT.heaps:
        return Opening(one.owner) if one.target == start_cell(one.owner) else Move(one.origin, one.target)
    if case.card == WARRIOR and is_ring(one.origin) and is_ring(one.target):
        return Strike(one.origin, one.target)
    return Move(one.origin, one.target)


def _onto_pieces(case: Case, seen: Shown) -> Iterator[Action]:
    """A piece that seems to have gone may stand where another one stood; own ones first."""
    for one in seen.gone:
        if one.owner not in case.own and case.card != ANGEL:
            continue
        if one.origin in LAYOUT.heaps:
            yield Opening(one.owner)
            continue
        cells = [cell for seat in case.board.seats for cell in case.board.pieces(seat) if cell in LAYOUT.holes]
        for cell in sorted(cells, key=lambda cell: case.board.owner(cell) != one.owner):
            if cell != one.origin:
                yield Strike(one.origin, cell) if case.card == WARRIOR else Move(one.origin, cell)


def _fills_a_yard(case: Case, seen: Shown, tried: Action) -> bool:
    """Whether the piece that stood on the target would lie in its own yard now."""
    homes = {(d.origin, d.target) for d in seen.gone}
    return all((origin, f"{case.board.owner(target)}y") in homes for origin, target in _ways(tried))


def _only_gone(case: Case, seen: Shown) -> Explanation:
    """Pieces only left their places, and nothing stands anywhere new."""
    for one in seen.gone:
        facts = {"owner": one.owner, "origin": one.origin}
        if one.target in LAYOUT.heaps and one.target != yard_cell(one.owner):
            return case.broken("T1.4", "wrong-yard", (one.target,), **facts, heap=one.target)
        if one.owner not in case.own:
            return case.broken("T3.5", "not-own", (one.origin,), **facts)
        if not one.target:
            return case.broken("T3.2", "in-hand", (one.origin,), **facts)
    return nothing_fits(case)


def _victims(case: Case, seen: Shown, after: Position, tried: Action) -> Explanation:
    """The action is right; what is wrong with the pieces that it captured. Source: T3.7."""
    ways = dict(_ways(tried))
    for one in (*seen.gone, *(d for d in seen.travels if d.origin not in (*ways, *LAYOUT.heaps))):
        owner, origin = one.owner, one.origin
        if origin in ways and not seen.travels:
            origin = ways[origin]
            owner = case.board.owner(origin) or owner
        elif after.yard(owner) <= case.board.yard(owner):
            return case.broken("T3.7", "not-captured", (origin,), owner=owner, origin=origin)
        if not one.target:
            return case.broken("T3.7", "captured-left-out", (origin,), owner=owner, origin=origin)
        if one.target != yard_cell(owner):
            return case.broken("T3.7", "wrong-yard", (one.target,), owner=owner, origin=origin, heap=one.target)
    return _left_standing(case, seen, after) or nothing_fits(case)


def _left_standing(case: Case, seen: Shown, after: Position) -> Explanation | None:
    """A piece that the action captured and that still stands where it stood: one that a 7 stepped over."""
    left = {d.origin for d in (*seen.gone, *seen.travels)}
    for owner in case.board.seats:
        for cell in case.board.pieces(owner):
            if cell in LAYOUT.holes and cell not in left and after.owner(cell) != owner:
                return case.broken("T3.7", "captured-left-out", (cell,), owner=owner, origin=cell)
    return None


def _ways(action: Action) -> tuple[tuple[Cell, Cell], ...]:
    """From where to where an action moves its own pieces."""
    match action:
        case Seven(segments):
            return tuple((move.origin, move.target) for move in segments)
        case Move() | Strike():
            return ((action.origin, action.target),)
        case Opening(seat):
            return ((yard_cell(seat), start_cell(seat)),)
        case _:
            return ()
