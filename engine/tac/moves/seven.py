"""The 7 for TAC: seven single steps, forward on the ring and both ways in the house, over as many pieces as one likes.

How they are searched stands in `engine.ring.seven`; here is whose pieces they are for, and what may be moved on once
the last own piece is home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from engine.contract import Displacement
from engine.ring import parts
from engine.ring import seven as steps_of_seven
from engine.ring.pieces import Masks, Result, with_mask
from engine.ring.seven import Frame, Group
from engine.ring.seven_apart import STEPS, at_home, joined, locked, loners
from engine.tac.board.holes import BOARD, START
from engine.tac.board.position import HOUSE_BITS, RING_BITS
from engine.tac.moves.situation import Situation, movers
from engine.tac.moves.steps import cleared


def _frame(situation: Situation) -> Frame:
    """The frame of a 7 that is used in this situation."""
    (seats, masks), rules = situation.position, situation.setup.rules
    is_remainder_free = rules.seven_remainder == "free"

    def onward(after: Masks, group: Group, place: int) -> Group:
        """Source: T4.8, T9.2, T10.3."""
        if after[place] & HOUSE_BITS == HOUSE_BITS:
            return movers(situation.setup.seating, after, situation.seat)
        return group if is_remainder_free else (place,)

    return Frame.of(BOARD, seats, masks, onward, can_go_back=rules.seven_in_house == "both-ways")


def uses(situation: Situation) -> Sequence[Result]:
    """Every result of the 7 with its canonical text. Source: T4.5 to T4.8."""
    group = situation.movers()
    if len(group) != 1:
        return list(search(situation).items())
    (seats, masks), place = situation.position, group[0]
    seat, own = seats[place], masks[place]
    alone = loners(BOARD, own, START[seat])
    rest = own & ~alone
    sweep = partial(cleared, seats)
    if not rest & RING_BITS:
        can_go_back = situation.setup.rules.seven_in_house == "both-ways"
        ways = at_home(BOARD, seat, masks, place, rest, can_go_back)
        return joined(BOARD, seat, place, masks, alone, ways, sweep)
    if not alone:
        return list(search(situation).items())
    found, nodes = steps_of_seven.explored(_frame(situation), with_mask(masks, place, rest), group)
    ways = [[] for _ in range(STEPS + 1)]
    ways[STEPS] = list(found.items())
    for after, left, _, text, _ in nodes:
        ways[STEPS - left].append((after, text[:-1]))
    return joined(BOARD, seat, place, masks, alone, ways, sweep)


@lru_cache(maxsize=4)
def search(situation: Situation) -> Mapping[Masks, str]:
    """Every result of the 7 with its canonical text, all pieces being looked at together.

    Kept for the newest situations: each of its options is looked up in it when it is played."""
    return steps_of_seven.explored(_frame(situation), situation.position.masks, situation.movers())[0]


def can_use(situation: Situation) -> bool:
    """Whether a 7 can be used: a ring piece can always step on, a piece with a gap before it to and fro."""
    if situation.setup.rules.seven_in_house != "both-ways":
        return bool(search(situation))
    masks = situation.position.masks
    return any(
        masks[place] & RING_BITS or masks[place] & HOUSE_BITS & ~locked(BOARD, masks[place])
        for place in situation.movers()
    )


def follow(situation: Situation, texts: list[str]) -> Masks | None:
    """The pieces after these runs, however the seven steps are split; None if that is no legal 7."""
    return steps_of_seven.follow(_frame(situation), situation.position.masks, situation.movers(), texts)


def spellings(situation: Situation, wanted: Masks, count: int) -> list[str]:
    """Every text of `count` runs that leads to the wanted pieces, in plain order."""
    begun, group = situation.position.masks, situation.movers()
    return steps_of_seven.spellings(_frame(situation), begun, group, wanted, count)


def left_after(situation: Situation, moved: Sequence[Displacement]) -> int | None:
    """The steps that are left where these pieces are displaced; None if the 7 cannot go on from there."""
    return parts.steps_left(_frame(situation), situation.position.masks, situation.movers(), moved)
