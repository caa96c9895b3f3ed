"""The referee: names what is wrong, follows the repair, and says when the board is right again.

Flow of control
1. A picture that is no action and not on its way rests: it is named, the first time as a broken rule, or with what
   differs where nobody can have meant it. It is told again only when the table repairs or asks.
2. The board is right again when it shows the position, or when a legal action from it is settled.
3. Modes: `kind` tells, `strict` also takes no card while something is wrong, `silent` only records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.reconcile.fit import Fit
from companion.reconcile.verdict import Kind
from companion.session import asking
from companion.session.attempt import Attempt
from companion.session.complaint import WRONG
from companion.session.decision import (
    CallHome,
    ComeHome,
    Correct,
    Decision,
    Excuse,
    GiveUpStories,
    Mend,
    Name,
    NameMissing,
    Prove,
    Settle,
    SetUp,
    TellPart,
)
from companion.session.repair import MOST_HELD, out_of_place
from companion.session.rest import LONG_REST_S
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Displacement

WRONG_REST_S = 1.4
"""A picture that no legal action explains is wrong after this rest (the events page asks for 1 to 3.5 s)."""
OVERDUE_S = 6.0
"""Once the next card lies there, or where there are no cards, half an action is named after this rest."""
STILL_S = 3.0
"""So long after the next card who thought for long may still put a piece down."""
NEXT_FRAME_S = 1.1
"""After so long the board has told its picture again."""
LATE_SENSOR_S = 0.35
"""After so long a sensor has let its piece go, or a quick hand has put it down, though "done" was said before."""
LAST_REST_S = 3.3
"""A wrong picture is named after this rest all the same, where no further frame has confirmed it, or where only a hand
quicker than the sensors would make it right."""
SETUP_REST_S = 6.0
"""So long a board being set up may rest before the missing pieces are named."""
PART_REST_S = 2.0
"""After this rest on a part of an action it is told what is left."""
MODES = ("strict", "kind", "silent")


def setting_up(table: Table, scene: Scene) -> Decision | None:
    """The board is compared with the position before play can go on."""
    if table.attempt.fit.shows(table.state.picture, table.attempt.stories):
        return SetUp()
    if table.is_resumed and _is_in_action(table):
        return SetUp()
    return NameMissing() if any(scene.now >= t for t in missing(table, scene)) else None


def _is_in_action(table: Table) -> bool:
    """Whether the board shows an action, or half of one, of the card that lay there before a restart."""
    laid, state, attempt = table.pile.first, table.state, table.attempt
    if laid is None:
        return False
    options = table.game.options(state, laid.card)
    undone = asking.undone_by(table.game, state, laid.card) if options else None
    fit = Fit(attempt.sensors, options, state.picture, undone)
    return bool(fit.ends(attempt.stories)) or fit.is_half_made(attempt.stories)


def missing(table: Table, scene: Scene) -> Iterator[float]:
    """When a set-up that is not complete will have rested; where a game is gone on with, people may have played on."""
    if scene.is_showing and table.complaint.named_at != scene.rest.occupied:
        yield scene.rest.last_change + (LAST_REST_S if table.is_continued else SETUP_REST_S)


def proving(table: Table, scene: Scene) -> Decision | None:
    """What a play proves is told when the board shows that play to be right."""
    return Prove(table.proof) if table.proof is not None and table.attempt.verdict.kind is Kind.IDLE else None


def calling_home(table: Table, scene: Scene) -> Decision | None:
    """Captured pieces that a hand has kept are put home, or called for once nobody plays on."""
    sensors, shown = table.attempt.sensors, table.attempt.stories.occupied
    if not sensors.held:
        return None
    home = sensors.given_home(table.state.picture, shown)
    if home != sensors:
        return ComeHome(home)
    is_due = any(scene.now >= t for t in calls(table, scene))
    return CallHome(table.left_out) if table.left_out is not None and is_due else None


def calls(table: Table, scene: Scene) -> Iterator[float]:
    """When captured pieces that a hand has kept are called for; whoever has laid a card is about to play on."""
    is_open = table.left_out is not None and not table.is_called_home
    if not is_open or table.attempt.verdict.kind is not Kind.IDLE or not scene.is_showing:
        return
    laid = table.pile.first
    since, rest_s = (scene.rest.last_change, LAST_REST_S) if laid is None else (laid.t, OVERDUE_S)
    yield max(since, scene.rest.last_change) + rest_s


def recovering(table: Table, scene: Scene) -> Decision | None:
    """The board is as before the card."""
    if any(scene.now >= t for t in halves(table, scene)):
        return Correct()
    if table.attempt.verdict.kind is not Kind.IDLE:
        return None
    if table.complaint.kind == WRONG or table.offer is not None or table.complaint.is_restoring:
        return Correct()
    return Mend() if table.attempt.mended() is not table.attempt else None


def halves(table: Table, scene: Scene) -> Iterator[float]:
    """When a board that was wrong has been put back to what may be half an action."""
    attempt = table.attempt
    is_half = attempt.verdict.kind in (Kind.HALF, Kind.HIDDEN)
    if table.complaint.kind == WRONG and is_half and not table.shows_taken_back and scene.is_showing:
        # What was lifted is in the hand that puts it back, rather than where no sensor is.
        is_unseen = attempt.verdict.kind is Kind.HIDDEN and not attempt.is_reached_again
        is_in_hand = attempt.stories.is_lifted_last or is_unseen
        hold_s = LONG_REST_S if is_in_hand else table.pace.hold_s(table.state.seat)
        yield scene.rest.last_change + hold_s


def parts(table: Table, scene: Scene) -> Iterator[float]:
    """When it is told what is left of a card that is used in part."""
    attempt = table.attempt
    is_part = attempt.verdict.kind in (Kind.CHANGING, Kind.HALF) and not attempt.stories.is_broken
    if table.card is None or table.complaint.kind or table.parts_told == scene.rest.occupied or not is_part:
        return
    if scene.is_showing and _left_after(table, ()) is not None:
        yield scene.rest.rested_at(PART_REST_S)


def telling_parts(table: Table, scene: Scene) -> Decision | None:
    """A hand rests in the middle of an action: it is told how many steps are left (0: nothing to tell)."""
    if not any(scene.now >= t for t in parts(table, scene)):
        return None
    moved = out_of_place(table)
    is_down = bool(moved) and all(one.target for one in moved)
    return TellPart(_steps_left(table) if is_down else 0)


def _steps_left(table: Table) -> int:
    """How many steps of the card are left from what stands there; 0 where it cannot legally go on from there."""
    if _left_after(table, ()) is None:
        return 0
    moved = out_of_place(table)
    return (_left_after(table, moved) or 0) if moved else 0


def _left_after(table: Table, moved: Sequence[Displacement]) -> int | None:
    """How many steps of the card are left once these pieces were moved; None if no card is used in parts, or it cannot
    legally go on from there."""
    return asking.steps_left(table.game, table.state, table.card, moved) if table.card else None


def naming(table: Table, scene: Scene) -> Decision | None:
    """A wrong picture has rested long enough, or "done" was said to it."""
    attempt, complaint = table.attempt, table.complaint
    if not any(scene.now >= t for t in wrongs(table, scene)):
        return None
    is_overdue = complaint.excused_at == scene.rest.occupied
    if not (table.is_pressed or is_overdue or table.shows_taken_back):
        if attempt.is_on_its_way(is_likely=True) or _steps_left(table) or _is_clearing_a_hole(table):
            return Excuse()
        if scene.now < scene.rest.rested_at(LAST_REST_S) and attempt.is_on_its_way():
            return None
    if _is_untold_end(attempt):
        return GiveUpStories()
    ended = attempt.fit.exchanged_unseen(attempt.stories) if table.is_pressed or table.is_closing else ()
    return Settle(ended[0]) if len(ended) == 1 else Name()


def _is_untold_end(attempt: Attempt) -> bool:
    """Whether the board shows the end of an action that no story tells of: it is one where other places are filled than
    before the card, however it came about, and may be one where lines were lost."""
    stories = attempt.stories
    if stories.is_broken or not attempt.fit.allowed(stories):
        return False
    return attempt.has_lost or not attempt.sensors.fits(attempt.picture, stories.occupied)


def _is_clearing_a_hole(table: Table) -> bool:
    """Whether no card lies there, nothing has to be put back, and a few pieces were only taken up, or to their own
    yards: hands may do that for a capture before its card is told."""
    if table.card is not None or table.complaint.is_restoring:
        return False
    layout, moved = table.attempt.sensors.layout, out_of_place(table)
    homes = dict(zip(layout.owners, layout.heaps, strict=True))
    return 0 < len(moved) <= MOST_HELD and all(one.target in ("", homes.get(one.owner)) for one in moved)


def wrongs(table: Table, scene: Scene) -> Iterator[float]:
    """When the picture, if it is wrong, will have rested long enough to be named."""
    complaint, occupied = table.complaint, scene.rest.occupied
    is_wrong = table.attempt.verdict.kind is Kind.CHANGING or table.shows_taken_back
    if not is_wrong or complaint.named_at == occupied or not scene.is_showing:
        return
    if table.is_pressed:
        # What nobody could read may have been the picture that was meant; and a sensor may let a piece go late.
        readable = scene.rest.damaged_at + NEXT_FRAME_S if scene.rest.is_damaged else scene.now
        yield max(readable, scene.rest.rested_at(LATE_SENSOR_S))
    elif complaint.excused_at != occupied:
        yield scene.rest.rested_at(WRONG_REST_S if scene.rest.is_confirmed else LAST_REST_S)
        yield scene.rest.rested_at(LAST_REST_S)
    elif table.is_closing:
        yield max(scene.rest.rested_at(OVERDUE_S), table.pile.cards[1].t + STILL_S)
    elif table.card == "" or (table.card is None and _is_cleared(table)):
        yield scene.rest.rested_at(OVERDUE_S)


def _is_cleared(table: Table) -> bool:
    """Whether more pieces are gone than hands hold that think: the board was knocked, or is being cleared."""
    stories = table.attempt.stories
    if not stories.is_broken:
        return stories.loose > MOST_HELD
    return sum(not one.target for one in out_of_place(table)) > MOST_HELD
