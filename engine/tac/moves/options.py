"""What a card can do now: its results, each once, and how each is written.

Think of a card's results, not of step sequences: first whether it can be used at all (`can_use`, cheap), then which
positions it leads to (`results`), and only for the table what the board would show (`options`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.contract import Card, Cell, Option, Picture
from engine.ring.pieces import Masks, Result, Seats
from engine.ring.seven_apart import locked
from engine.tac.board.holes import BOARD, start_cell, yard_cell
from engine.tac.board.position import HOUSE_BITS, Position, standing
from engine.tac.hands.cards import ANGEL, BACKWARD, FOOL, FORWARD, OPENING, TAC, TRICKSTER, WARRIOR
from engine.tac.hands.cards import DEVIL as DEVIL_CARD
from engine.tac.moves import masters, seven, steps
from engine.tac.moves.actions import DEVIL, PASS_HANDS, SKIP, Exchange, Mark, Move, Opening, Seven, parse_action
from engine.tac.moves.situation import Situation, movers

Way = frozenset[tuple[Cell, Cell]]

_SKIPPING = "8"
_SEVEN = "7"
_BACK = str(BACKWARD)
_OF_ONE_PIECE = frozenset({*FORWARD, _BACK})
_MARKED = frozenset({_SKIPPING, FOOL, DEVIL_CARD})
"""Cards that can do something without moving a piece."""


def taken_over(situation: Situation, card: Card) -> tuple[Situation, Card] | None:
    """The situation and the card that count: for TAC those after the undo; None if nothing can be laid.

    Source: T5, T6.3, T6.8, T8.2.
    """
    previous = situation.previous
    if card != TAC:
        return None if previous is not None and previous.winning else (situation, card)
    if previous is None or previous.card == TAC or (previous.card == FOOL and previous.used):
        return None
    position = previous.before if previous.used else situation.position
    return situation._replace(position=position, previous=None), previous.card


def _mark(situation: Situation, card: Card) -> str | None:
    """The action of this card that moves no piece, if it has one that is allowed now."""
    rules = situation.setup.rules
    if card == FOOL:
        lapses = rules.fool_empty_hand == "lapses" and _is_received_hand_empty(situation)
        return None if situation.last_card_of_deal or lapses else PASS_HANDS
    if card == DEVIL_CARD:
        lapses = situation.next_hand_empty and rules.devil_empty_hand == "lapses"
        return None if situation.last_card_of_deal or lapses else DEVIL
    if card == _SKIPPING:
        is_barred = situation.next_hand_empty and rules.skip_empty_hand == "forbidden"
        if not situation.last_card_of_deal and not is_barred and masters.has_own_on_ring(situation):
            return SKIP
    return None


def _is_received_hand_empty(situation: Situation) -> bool:
    """Whether a Fool would bring an empty hand: the left neighbour's. Source: T6.2."""
    neighbour = situation.setup.seating.next_seat(situation.seat)
    return situation.next_hand_empty or situation.next_seat != neighbour


def _moved(situation: Situation, card: Card) -> Sequence[Result]:
    """Every result that moves pieces; one result can stand there under several texts (but not for a 7)."""
    if card in _OF_ONE_PIECE:
        return _moved_one(situation, card)
    if card == _SEVEN:
        return seven.uses(situation)
    if card == TRICKSTER:
        return masters.exchanges(situation)
    if card == WARRIOR:
        return masters.strikes(situation)
    return masters.blessings(situation) if card == ANGEL else ()


def _moved_one(situation: Situation, card: Card) -> list[Result]:
    """Every result of a card that moves one own piece by its number, or opens."""
    seats, masks = situation.position
    places = movers(situation.setup.seating, masks, situation.seat)
    if card not in OPENING and len(places) == 1:
        return _moved_by_number(seats, masks, places[0], card)
    found: list[Result] = []
    for place in places:
        found += _moved_by_number(seats, masks, place, card)
        if card in OPENING:
            found += steps.opening(seats, masks, place)
    return found


def _moved_by_number(seats: Seats, masks: Masks, place: int, card: Card) -> list[Result]:
    if card == _BACK:
        return steps.ring_moves(seats, masks, place, BACKWARD, is_back=True)
    return steps.forward(seats, masks, place, FORWARD[card])


def _distinct(found: Iterable[Result]) -> dict[Masks, str]:
    texts: dict[Masks, str] = {}
    for masks, text in found:
        if masks not in texts or text < texts[masks]:
            texts[masks] = text
    return texts


def uses(situation: Situation, card: Card) -> Sequence[Result]:
    """Every distinct result of a card as bare numbers with its canonical action, as `results` has them."""
    previous = situation.previous
    if card == TAC or (previous is not None and previous.winning):
        taken = taken_over(situation, card)
        if taken is None:
            return ()
        situation, card = taken
    if card in _OF_ONE_PIECE:
        found = _moved_one(situation, card)  # each from another field or to another one: no two are alike
    elif card == TRICKSTER:
        return masters.distinct_exchanges(situation)
    elif card == _SEVEN:
        return seven.uses(situation)
    else:
        found = list(_distinct(_moved(situation, card)).items())
    if card in _MARKED:
        mark = _mark(situation, card)
        if mark is not None:
            found.append((situation.position.masks, mark))
    return found


def results(situation: Situation, card: Card) -> list[tuple[Position, str]]:
    """Every distinct result of a card with its canonical action, in no order that means anything.

    For `skip`, `devil` and `pass-hands` the position is the one on which the card acts.
    """
    seats = situation.position.seats
    return [(Position(seats, masks), text) for masks, text in uses(situation, card)]


def count(situation: Situation, card: Card) -> int:
    """The number of distinct results of a card."""
    return len(uses(situation, card))


def can_use(situation: Situation, card: Card) -> bool:
    """Whether a card has any result; much cheaper than all results. Source: T3.3."""
    taken = taken_over(situation, card)
    if taken is None:
        return False
    situation, card = taken
    if card == _SEVEN:
        return seven.can_use(situation)
    if card == TRICKSTER:
        return masters.can_exchange(situation)
    if card == WARRIOR:
        return masters.has_own_on_ring(situation)
    if card == ANGEL:
        return bool(masters.blessings(situation))
    return _mark(situation, card) is not None or _can_move(situation, card)


def _can_move(situation: Situation, card: Card) -> bool:
    seats, masks = situation.position.seats, situation.position.masks
    for place in situation.movers():
        if card in OPENING and steps.has_yard(masks[place]):
            return True
        if card in FORWARD and steps.can_forward(seats, masks, place, FORWARD[card]):
            return True
        if card == _BACK and steps.can_back(seats, masks, place, BACKWARD):
            return True
    return False


def options(situation: Situation, card: Card) -> tuple[Option, ...]:
    """Every distinct result of a card as the table needs it, sorted by position and action."""
    taken = taken_over(situation, card)
    if taken is None:
        return ()
    acting, acting_card = taken
    before = acting.position.picture()
    chosen = [
        _option(card, Position(acting.position.seats, masks), texts, before, acting.position)
        for masks, texts in _written(acting, acting_card).items()
    ]
    mark = _mark(acting, acting_card)
    if mark is not None:
        chosen.append(Option(card, mark, str(acting.position), before, gesture=False, is_forced=mark != SKIP))
    return tuple(sorted(chosen, key=lambda option: (option.position, option.action)))


def _option(card: Card, position: Position, texts: list[str], shown: Picture, before: Position) -> Option:
    picture = position.picture()
    ways = tuple(map(_way, texts)) if picture == shown else ()
    is_whole = not has_untraced_steps(texts[0])
    stops = () if is_whole else _stops(texts[0], before)
    return Option(card, texts[0], str(position), picture, tuple(texts[1:]), ways, is_whole=is_whole, stops=stops)


def _stops(text: str, before: Position) -> tuple[Cell, ...]:
    """The holes of the houses in which a 7 written so moves a piece, but those of locked pieces. Source: T3.12."""
    seats = dict.fromkeys(cell[0] for cell in text.replace(",", "-").split("-") if cell[0].isalpha())
    return tuple(cell for seat in seats for cell in standing(seat, HOUSE_BITS & ~locked(BOARD, before.mask(seat))))


def has_untraced_steps(text: str) -> bool:
    """Whether a 7 written so has a piece go to and fro in its house: steps that leave no trace on the board."""
    ways: dict[Cell, int] = {}
    for segment in text.split(",") if "," in text else ():
        origin, target = segment.split("-")
        before = ways.pop(origin, 0)
        way = int(target[1]) - int(origin[1]) if origin[0] == target[0] and origin[0].isalpha() else 1
        if before * way < 0:
            return True
        ways[target] = way if target[0].isalpha() else 0
    return False


def _way(text: str) -> Way:
    """What hands must have displaced for an action that looks like no change: two places changed their pieces."""
    match parse_action(text):
        case Opening(seat):
            one, other = yard_cell(seat), start_cell(seat)
        case Exchange(one, other):
            pass
        case _:
            return frozenset()
    return frozenset({(one, other), (other, one)})


def _written(situation: Situation, card: Card) -> dict[Masks, list[str]]:
    """Every text of each result, the canonical one first; of a 7 only that."""
    texts: dict[Masks, list[str]] = {}
    for masks, text in _moved(situation, card):
        texts.setdefault(masks, []).append(text)
    for several in texts.values():
        several.sort()
    return texts


def spellings(situation: Situation, card: Card, key: str) -> tuple[str, ...]:
    """All correct ways to write the action that leads to the position `key`, the canonical one first.

    For a 7 only those with the fewest segments. A key with `#skip`, `#devil` or `#pass-hands` has the one way.

    Raises: InvalidNotation."""
    text, _, name = key.partition("#")
    position = Position.parse(text, situation.setup.seating.seats)
    taken = taken_over(situation, card)
    if taken is None:
        return ()
    acting, acting_card = taken
    if name:
        return (name,) if position == acting.position and name == _mark(acting, acting_card) else ()
    texts = _written(acting, acting_card).get(position.masks, [])
    if acting_card == _SEVEN and texts:
        texts = seven.spellings(acting, position.masks, texts[0].count(",") + 1)
    return tuple(texts)


def resolve(situation: Situation, card: Card, action: str) -> tuple[Position, str] | None:
    """The position after an action and its canonical text, however it is written; None if it is not legal.

    Raises: InvalidNotation."""
    parsed = parse_action(action)
    taken = taken_over(situation, card)
    if taken is None:
        return None
    acting, acting_card = taken
    seats = acting.position.seats
    if isinstance(parsed, Mark):
        return (acting.position, action) if parsed.name == _mark(acting, acting_card) else None
    if acting_card == _SEVEN:
        runs = parsed.segments if isinstance(parsed, Seven) else (parsed,)
        if not all(isinstance(run, Move) for run in runs):
            return None
        masks = seven.follow(acting, [str(run) for run in runs])
        return None if masks is None else (Position(seats, masks), seven.search(acting)[masks])
    found = _moved(acting, acting_card)
    masks = next((masks for masks, text in found if text == action), None)
    return None if masks is None else (Position(seats, masks), _distinct(found)[masks])
