"""Habits that break what the others promise: for each promise of docs/people.md somebody who does not keep it.

All numbers are chances: for each action where nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quirks:
    """What people do beside the ordinary. Nothing of it unless told."""

    thinks: float = 0.0
    """In the middle of a 7 the hands rest up to five seconds, also where what was moved could be a whole one."""
    ponders: float = 0.0
    """A piece rests for seconds on a hole on its way."""
    dawdles: float = 0.0
    """The hands rest for seconds on what is the end of another action."""
    early: float = 0.0
    """The next card is laid before the move is finished."""
    late: float = 0.0
    """The card is laid after the move."""
    again: float = 0.0
    """The card is told twice, by different ways."""
    jitters: float = 0.0
    """The reader loses the card for a moment and sees it again."""
    changes: float = 0.0
    """Another card is laid first, and changed before anything is touched."""
    keeps: float = 0.0
    """A piece stays in the hand for up to twenty seconds."""
    crosstalk: float = 0.0
    """The magnet of a piece that comes or goes closes the sensor next to it for a moment, too."""
    unread: float = 0.0
    """The reader does not see the card at all, and nobody cares what the companion says to it."""
    talks: float = 0.0
    """Somebody asks the companion something, or silences it."""
    hoards: float = 0.0
    """Captured pieces go home last, after the next card."""
    owes: float = 0.0
    """Captured pieces go home only after the next action."""
    heaps: float = 0.0
    """What can be put down together is put down at the same moment (for each two strokes)."""
    snatches: float = 0.0
    """The captor takes the place of the captured piece so quickly that the hole never looks empty."""
    strays: float = 0.0
    """A piece is put down somewhere else for a moment before it comes to its hole."""
    muddles: float = 0.0
    """A TAC's undo and its move are made in any order that is possible."""
    walks: float = 0.0
    """Steps to and fro in the house are really made."""
    knocks: float = 0.0
    """A sleeve throws pieces over; they are put back one by one."""
    hasty: float = 0.0
    """A mistake is mended before anybody could name it (for each mistake)."""
    says_done_early: float = 0.0
    """`>done` is said in the middle of an action."""
    takes_back: float = 0.0
    """An action is played, taken back by word, and another one played."""
    takes_back_by_hand: float = 0.0
    """The pieces go back first and the word comes seconds later (for each takeback)."""
    wavers: float = 0.0
    """Another action of the card is played first, and after a rest changed into the right one without a word."""
    answers_late: float = 0.0
    """A question is answered only some turns later (for each question)."""
    breaks: float = 0.0
    """The table pauses for minutes."""
    blurs: float = 0.0
    """The next hand is so quick that the end of the action before is never seen."""
    is_midgame: bool = False
    """The evening begins in the middle of a game."""
    heals: bool = False
    """The sensor that failed works again later; the board reports other trouble, too."""
    is_silent: bool = False
    """The board does not notice that a sensor has failed."""
    is_ignored: bool = False
    """Nobody tells the companion of it either."""
    feels_anywhere: bool = False
    """Fingers feel two pieces at once even where that could be an exchange."""
    is_flaky: bool = False
    """Magnets flicker and lines are lost at any moment."""
    is_loose: bool = False
    """More than one answer is right: see docs/people.md, "Judged loosely"."""
