"""Why a card cannot do what was tried with it: one function for each kind of card."""

from __future__ import annotations

from engine.contract import Cell, Explanation, Seat
from engine.tac.board.holes import is_ring, ring_number, start_cell, yard_cell
from engine.tac.explain.attempt import is_from_yard
from engine.tac.explain.moves import Case, explain_move, explain_owner, explain_path, forward_distance
from engine.tac.explain.seven import explain_seven
from engine.tac.hands.cards import ANGEL, FORWARD, OPENING, TRICKSTER, WARRIOR
from engine.tac.hands.cards import DEVIL as DEVIL_CARD
from engine.tac.hands.cards import FOOL as FOOL_CARD
from engine.tac.moves.actions import DEVIL, PASS_HANDS, SKIP, Action, Exchange, Mark, Move, Opening, Seven, Strike
from engine.tac.moves.masters import ANGEL_COUNTS, angel_seats

_RULE = {
    "4": "T4.3", "7": "T4.5", "8": "T4.4", "1": "T4.2", "13": "T4.2", TRICKSTER: "T4.9", FOOL_CARD: "T6.2",
    WARRIOR: "T6.4", ANGEL: "T6.5", DEVIL_CARD: "T6.6",
}  # fmt: skip
_EIGHT = "8"
_SEVEN = "7"


def explain_card(case: Case, action: Action) -> Explanation:
    """Why this action is no legal use of the card; never without an answer."""
    match action:
        case Mark(name):
            found = _mark(case, name)
        case Opening(seat):
            found = _opening(case, seat)
        case Exchange():
            found = _exchange(case, action)
        case Strike():
            found = _strike(case, action)
        case Seven(segments):
            found = _spread(case, segments)
        case Move():
            found = _move(case, action)
    return found or nothing_fits(case)


def nothing_fits(case: Case) -> Explanation:
    """No use of the card gives this, and no narrower reason is known."""
    return case.broken(_RULE.get(case.card, "T4.1"), "no-such-action")


def _not_for_card(case: Case) -> Explanation:
    return case.broken(_RULE.get(case.card, "T4.1"), "not-for-card")


def _mark(case: Case, name: str) -> Explanation | None:
    if name == SKIP:
        return _skip(case)
    if name == PASS_HANDS:
        return _passing(case)
    if name == DEVIL:
        return _devil(case)
    return None


def _skip(case: Case) -> Explanation | None:
    if case.card != _EIGHT:
        return case.broken("T4.4", "skip-needs-eight")
    situation = case.situation
    if situation.last_card_of_deal:
        return case.broken("T4.4b", "skip-last")
    if not any(is_ring(cell) for seat in case.own for cell in case.board.pieces(seat)):
        return case.broken("T4.4", "skip-no-piece")
    if situation.next_hand_empty:
        return case.broken("T10.3", "skip-empty-hand", next=situation.next_seat)
    return None


def _passing(case: Case) -> Explanation | None:
    if case.card != FOOL_CARD:
        return case.broken("T6.2", "hands-need-fool")
    if case.situation.last_card_of_deal:
        return case.broken("T6.2", "fool-last")
    return case.broken("T6.2", "fool-empty-hand", next=case.situation.next_seat)


def _devil(case: Case) -> Explanation | None:
    if case.card != DEVIL_CARD:
        return case.broken("T6.6", "needs-devil")
    if case.situation.last_card_of_deal:
        return case.broken("T6.6", "devil-last")
    return case.broken("T6.6", "devil-empty-hand", next=case.situation.next_seat)


def _opening(case: Case, owner: Seat) -> Explanation | None:
    if case.card == ANGEL:
        return _blessing(case, Opening(owner), owner)
    if case.card not in OPENING:
        return case.broken("T4.2", "opening-needs-card", _doorstep(owner), owner=owner)
    if owner not in case.own:
        return case.broken("T3.5", "opening-other-seat", _doorstep(owner), owner=owner)
    if case.board.yard(owner) == 0:
        return case.broken("T4.2", "opening-empty-yard", _doorstep(owner), owner=owner)
    return None


def _doorstep(owner: Seat) -> tuple[Cell, ...]:
    return (yard_cell(owner), start_cell(owner))


def _wrong_doorstep(case: Case, move: Move) -> Explanation:
    """A piece that left its yard for a field that is not its start field. Source: T4.2."""
    owner = move.origin[0]
    wrong = _opening(case, owner)
    if wrong is not None and case.card != ANGEL:
        return wrong
    facts = {"owner": owner, "target": move.target, "start": start_cell(owner)}
    return case.broken("T4.2", "opening-wrong-field", (move.target, start_cell(owner)), **facts)


def _exchange(case: Case, action: Exchange) -> Explanation | None:
    cells = (action.lower, action.higher)
    if case.card != TRICKSTER:
        facts = {"origin": action.lower, "target": action.higher}
        return case.broken("T4.9", "exchange-needs-trickster", cells, **facts)
    for cell in cells:
        if not is_ring(cell):
            return case.broken("T4.9", "exchange-off-ring", cells, origin=cell)
    for cell in cells:
        if case.board.owner(cell) is None:
            return case.broken("T4.9", "no-piece", (cell,), origin=cell)
    if not any(is_ring(cell) for seat in case.own for cell in case.board.pieces(seat)):
        return case.broken("T4.9", "exchange-no-own-piece", cells)
    return None


def _strike(case: Case, action: Strike) -> Explanation | None:
    if case.card != WARRIOR:
        return case.broken("T6.4", "strike-needs-warrior", (action.origin, action.target))
    owner = case.board.owner(action.origin)
    if owner not in case.own or not is_ring(action.origin):
        return case.broken("T6.4", "strike-not-own", (action.origin,), origin=action.origin, owner=owner)
    hit = _next_piece(case, action.origin)
    if hit != action.target:
        facts = {"origin": action.origin, "target": action.target, "next": hit}
        return case.broken("T6.4", "strike-not-next", (action.origin, action.target), **facts)
    return None


def _next_piece(case: Case, origin: Cell) -> Cell:
    ring = sorted(cell for seat in case.board.seats for cell in case.board.pieces(seat) if is_ring(cell))
    return min(ring, key=lambda cell: (ring_number(cell) - ring_number(origin) - 1) % 64)


def _spread(case: Case, segments: tuple[Move, ...]) -> Explanation | None:
    if case.card == _SEVEN:
        return explain_seven(case, segments)
    wrong = explain_owner(case, segments[0].origin, case.own)
    if wrong is not None:
        return wrong
    cells = tuple(cell for move in segments for cell in (move.origin, move.target))
    return case.broken("T4.5", "spread-needs-seven", cells, pieces=len(segments))


def _move(case: Case, move: Move) -> Explanation | None:
    if is_from_yard(move):
        return _wrong_doorstep(case, move)
    if case.card == _SEVEN:
        return explain_seven(case, (move,))
    if case.card == ANGEL:
        return _blessing(case, move, case.board.owner(move.origin))
    if case.card in FORWARD or case.card == "4":
        return explain_move(case, move)
    return explain_owner(case, move.origin, case.own) or _not_for_card(case)


def _blessing(case: Case, action: Move | Opening, owner: Seat | None) -> Explanation | None:
    """What is wrong with a use of the Angel. Source: T6.5."""
    meant = tuple(case.board.seats[place] for place in angel_seats(case.situation))
    if isinstance(action, Move) and owner is None:
        return case.broken("T3.5", "no-piece", (action.origin,), origin=action.origin)
    assert owner is not None
    cells = _doorstep(owner) if isinstance(action, Opening) else (action.origin, action.target)
    if owner not in meant:
        return case.broken("T6.5", "angel-other-seat", cells, owner=owner, meant=meant)
    if isinstance(action, Opening):
        return case.broken("T6.5", "opening-empty-yard", cells, owner=owner)
    if case.board.yard(owner):
        return case.broken("T6.5", "angel-must-open", cells, owner=owner)
    made = forward_distance(owner, action)
    if made not in ANGEL_COUNTS:
        facts = {"origin": action.origin, "target": action.target, "made": made}
        return case.broken("T6.5", "angel-count", cells, **facts)
    return explain_path(Case(case.situation, str(made), case.facts), action)
