"""The table in one reading: all that is known and pending, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.reconcile.pace import Pace
from companion.reconcile.sensors import Sensors
from companion.session import asking
from companion.session.attempt import Attempt
from companion.session.complaint import WRONG, Complaint
from companion.session.history import History
from companion.session.offer import Offer
from companion.session.pile import Laid, Pile
from companion.session.scene import Scene
from engine.contract import HANDS, Card, Explanation, Option, State, TableGame


@dataclass(frozen=True, slots=True)
class Table:
    """A game in progress as one reading of the board has it; `state` is the game's own value."""

    game: TableGame
    state: State
    settings: Mapping[str, str]
    attempt: Attempt
    mode: str = "kind"
    """How the referee behaves: `kind`, `strict` or `silent`."""
    history: History = field(default_factory=History)
    pile: Pile = field(default_factory=Pile)
    accepted: Laid | None = None
    """The card whose action is awaited; the first of the pile."""
    complaint: Complaint = field(default_factory=Complaint)
    offer: Offer | None = None
    pace: Pace = field(default_factory=Pace)
    is_set_up: bool = False
    is_continued: bool = False
    """Whether the game was begun before a restart: people may have played on meanwhile."""
    is_resumed: bool = False
    """Whether a card lies there from before a restart: the board may show the middle of its action."""
    is_pressed: bool = False
    """Whether somebody has said "done" to the present picture."""
    is_won: bool = False
    parts_told: int | None = None
    """The picture (occupancy) of which it was told what is left of the card."""
    settled_at: float = 0.0
    is_urged: bool = False
    """Whether the player of the awaited card was told to use it, because the next one lies there."""
    uncounted_until: int = -1
    """The last deal in which nobody knows how many cards the hands hold: some were laid that were not told."""
    slips: int = 0
    """How often the table was found wrong since the last action was settled."""
    left_out: Explanation | None = None
    """The rule that is broken if captured pieces stay in somebody's hand (`Sensors.held`)."""
    is_called_home: bool = False
    """Whether these pieces were called for."""
    proof: Explanation | None = None
    """A broken rule that a later play has proven, not told yet."""

    @property
    def card(self) -> Card | None:
        """The card whose action is awaited."""
        return self.accepted.card if self.accepted else None

    @property
    def is_uncounted(self) -> bool:
        """Whether nobody knows how many cards the hands hold, and so whose turn it is. With the first card after a
        restart either: some may have been laid before it."""
        is_first = self.is_continued and self.pile.last is None
        return is_first or self.state.deal <= self.uncounted_until

    @property
    def marks(self) -> Sequence[str]:
        """What each hole holds in the position, as in `Layout.marks`."""
        return self.game.layout.marks(self.state.picture)

    @property
    def is_played_by_hands(self) -> bool:
        """Whether no card has to be laid first."""
        awaited = self.game.awaits(self.state)
        return awaited is not None and awaited.kind == HANDS

    @property
    def is_closing(self) -> bool:
        """Whether the next card lies there while the action before it is not settled."""
        return self.accepted is not None and len(self.pile.cards) > 1

    @property
    def is_passed(self) -> bool:
        """Whether the card after the next one lies there, too: who laid it takes the action of the first for ended."""
        return self.accepted is not None and len(self.pile.cards) > 2

    @property
    def ply(self) -> int:
        """Number of the newest settled action."""
        return len(self.history.actions)

    @property
    def shows_taken_back(self) -> bool:
        """Whether the board still shows what was taken back, and no card lies there anew: no hand has stirred since."""
        return not self.card and self.complaint.taken_back_at == self.attempt.stories.occupied

    @property
    def is_as_named(self) -> bool:
        """Whether the board shows the picture that was named or looked at last."""
        return self.complaint.named_at == self.attempt.stories.occupied

    @property
    def is_followed_alone(self) -> bool:
        """Whether the board can be followed without cards; what was just taken back would be believed anew."""
        is_named = self.complaint.kind == WRONG
        if self.complaint.is_restoring:
            # Who was told what to put back, and rests on something else, plays on.
            return is_named and self.is_as_named and self.complaint.taken_back_at != self.attempt.stories.occupied
        return self.is_set_up or (self.is_continued and is_named)

    def turned_after(self, option: Option) -> State:
        """The state once this action is over, with the player of the next card, which lies there, in turn where the
        game lets it."""
        return asking.turned(self.game, self.game.play(self.state, option), self.pile.cards[1].seat)

    def on_with(self, other: Table, ply: int, scene: Scene) -> Table:
        """The table after the first `ply` actions of another one that goes on; the rest of it is open."""
        actions = other.history.actions
        state = actions[ply - 1].after if ply else actions[0].before
        on = replace(self, state=state, history=History(actions[:ply]))
        return on.anew(on.attempt.sensors, scene.rest.occupied, scene.now)

    def anew(self, sensors: Sensors, occupied: int | None, now: float) -> Table:
        """The state was set from outside (a new game, a takeback, a ruling): what was pending is forgotten."""
        return replace(
            self,
            attempt=Attempt.begin(sensors, self.state.picture, occupied),
            pile=self.pile.cleared(),
            accepted=None,
            complaint=Complaint(),
            offer=None,
            is_pressed=False,
            is_urged=False,
            is_won=False,
            settled_at=now,
            left_out=None,
            is_called_home=False,
            proof=None,
        )
