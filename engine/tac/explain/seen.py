"""Which rule a board breaks whatever card was laid: for a table at which nobody tells the cards.

Every card of the deck is judged as if it lay there. What is wrong with each of them is told by its own rule where that
rule needs no card to be understood, and as "no card allows that" otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Displacement, Explanation
from engine.tac.course.state import State
from engine.tac.explain.picture import explain_picture
from engine.tac.hands import cards
from engine.tac.hands.cards import ANGEL, FOOL, TAC, TRICKSTER, WARRIOR
from engine.tac.hands.cards import DEVIL as DEVIL_CARD

MOST_FIELDS = 13
_TOLD = (
    "wrong-yard", "captured-left-out", "not-own", "partner-too-early", "opening-wrong-field", "opening-other-seat",
    "other-house", "leaves-house", "locked", "house-occupied", "fresh", "jump", "house-backward", "not-captured",
    "in-hand", "backward", "too-many",
)  # fmt: skip
"""What may be told without a card, the clearest first."""
_NOT_SEEN = (TAC, TRICKSTER, FOOL, DEVIL_CARD, ANGEL, WARRIOR)
"""Cards that say nothing of how far a piece may go."""


def explain_seen(states: Sequence[State], moved: Sequence[Displacement]) -> Explanation:
    """The rule that these displaced pieces break with every card; `states`: the game with each seat to act that it may
    have been, the likeliest first."""
    owners = {one.owner for one in moved}
    fitting = [state for state in states if state.seat in owners] or list(states)
    first = states[0]
    found = [each for state in fitting for each in _wrongs(state, moved)]
    if not found:
        return Explanation("T3.2", "no-card", {"seat": first.seat}, moved_cells(moved))
    best = min(found, key=lambda wrong: _TOLD.index(wrong.key))
    facts = {key: value for key, value in best.facts.items() if key not in ("card", "taken")}
    return Explanation(best.rule, best.key, facts, best.cells or moved_cells(moved))


def _wrongs(state: State, moved: Sequence[Displacement]) -> Iterator[Explanation]:
    for card, _ in cards.deck(state.setup.deck):
        if card in _NOT_SEEN:
            continue
        wrong = explain_picture(state, card, moved)
        if wrong.key == "too-many" and not (card == "13" and wrong.number("made") > MOST_FIELDS):
            continue
        if wrong.key in _TOLD:
            yield wrong


def moved_cells(moved: Sequence[Displacement]) -> tuple[str, ...]:
    """The holes that these pieces left and came to."""
    return tuple(cell for one in moved for cell in (one.origin, one.target) if cell and not cell.endswith("y"))
