"""Utterances: what is to be said, as data. One `Utterance` is one unit that is spoken, cut, resumed or dropped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.contract import Seat


class Priority(StrEnum):
    """How an utterance gets in. The values are those of the `speech` event."""

    NOW = "now"
    """Cuts what is being said; that comes again afterwards if it is still true."""
    NEXT = "next"
    """Right after what is being said."""
    NORMAL = "normal"
    """After everything that waits."""


class Earcon(StrEnum):
    """A short sound before the words; each has one fixed meaning."""

    TURN = "turn"
    CAPTURED = "captured"
    ASKED = "asked"
    WRONG = "wrong"
    WON = "won"
    CARD = "card"
    MOVED = "moved"
    STEP = "step"
    NEAR_1 = "near-1"
    NEAR_2 = "near-2"
    NEAR_3 = "near-3"
    NEAR_4 = "near-4"
    NEAR_5 = "near-5"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing to say, with what it is worth.

    `slot`: of one slot at most one waits, the newest. `ended_by`: fact kinds that make it untrue. `lasts_s`: seconds
    after which it is no news any more. `forms`: for news of the play, the ways to say it together with other news, from
    the longest to the briefest; such news is never dropped for being late, but said more briefly.
    """

    text: str
    language: str
    kind: str
    priority: Priority = Priority.NORMAL
    private: Seat | None = None
    earcon: Earcon | None = None
    ended_by: frozenset[str] = frozenset()
    lasts_s: float | None = None
    slot: str = ""
    is_asked: bool = False
    is_sound_only: bool = False
    """Told by its earcon alone; `text` is what that means."""
    forms: tuple[str, ...] = ()
    ply: int = 0
    """Of a play: its number; what takes this play back makes it untrue."""
    delay_s: float = 0.0
    """So long it waits whether it is needed at all."""
    is_anew: bool = False
    """Hands have just brought it about: it is said even where it was the last thing said, too."""
    haste: float = 1.0
    """How much faster than usual it is said."""
    is_after_plays: bool = False
    """What was played and has not been heard yet is told first, in the same breath."""
    is_new_deal: bool = False
    """Cards are dealt now, and nobody plays meanwhile: there is time for it."""
    is_must: bool = False
    """Somebody has to act on it, or has lost or won something: it is heard to its end, however often it is cut."""

    @property
    def heap(self) -> str:
        """The slot it waits in; where none is named, that of its kind."""
        return self.slot or self.kind

    @property
    def is_play(self) -> bool:
        """Whether it tells of a play: then it can be put together with others."""
        return bool(self.forms)
