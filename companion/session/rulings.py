"""What a table may decide over the companion's head: take back, correct an answer, overrule, set the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.reconcile.diagnose import shown_picture
from companion.session.history import CannotCorrect
from engine.contract import Game, Option
from engine.errors import InvalidNotation

if TYPE_CHECKING:
    from companion.session.session import Session


class Refused(ValueError):
    """Something that cannot be done now; the text says why."""


def tell_hand(session: Session, seat: str, cards: Sequence[str]) -> None:
    """The whole hand of a seat is told; it can prove an earlier broken rule (T10.2). Raises: Refused."""
    game = _game(session)
    try:
        session.state = game.hand(session.state, seat, cards)
    except InvalidNotation as error:
        raise Refused(str(error)) from error
    session.emit("hand", seat=seat, cards=list(cards))
    session.tell_proof()


def take_back(session: Session, count: int = 1) -> None:
    """The last `count` actions are taken back; the board has then to show the position before them. Raises: Refused."""
    _game(session)
    if len(session.history.actions) < count:
        raise Refused("nothing has been played that could be taken back")
    for _ in range(count):
        session.state = session.history.actions.pop().before
        session.emit("takeback", position=session.state.position)
    session.changed_by_hand()
    session.referee.is_restoring = True
    session.look()
    session.tell_turn()


def correct(session: Session, action: str) -> None:
    """Answers the last question otherwise, and plays what came after it again. Raises: Refused."""
    game = _game(session)
    try:
        count, again = session.history.corrected(game, action)
    except CannotCorrect as error:
        raise Refused(str(error)) from error
    others = session.history.actions[-count].others
    first = len(session.history.actions) - count
    for _ in range(count):
        entry = session.history.pop()
        assert entry is not None
        session.emit("takeback", position=entry.before.position)
        session.state = entry.before
    for state, option in again:
        _played(session, session.state, state, option)
    session.history.add_others(first, others)
    session.changed_by_hand()
    session.tell_turn()


def set_position(session: Session, position: str) -> None:
    """The pieces stand where the table says. Raises: InvalidNotation."""
    game = _game(session)
    session.state = game.set_position(session.state, position)
    session.emit("ruling", ruling="set", position=session.state.position)
    session.is_set_up = False
    session.changed_by_hand()


def overrule(session: Session, ruling: str) -> None:
    """A ruling of the table.

    `play-on`: the board counts as it stands and the turn is over; `takeback`: the last action never happened;
    `board`: the board is right and the companion wrong, the turn goes on; `sensor CELL`: that sensor is not believed.
    Raises: Refused.
    """
    game = _game(session)
    word, _, cell = ruling.partition(" ")
    if word == "sensor":
        _distrust(session, cell)
        return
    if ruling == "board":
        _believe_board(session)
        return
    if ruling == "takeback":
        take_back(session)
        session.emit("ruling", ruling="takeback", position=session.state.position)
        return
    card = session.turns.card
    if not session.referee.complaint or card is None or session.watch is None:
        raise Refused("there is nothing to overrule")
    before = session.state
    _take_over(session, "play-on")
    _played(session, before, game.lay_aside(session.state, card), game.discard(session.state, card))
    session.changed_by_hand()
    session.tell_turn()


def instead(session: Session, option: Option) -> None:
    """The last action was another one with the same card: the piece went on. Raises: Refused."""
    game = _game(session)
    entry = session.history.pop()
    if entry is None:
        raise Refused("nothing has been played that could be corrected")
    session.emit("takeback", position=entry.before.position)
    _played(session, entry.before, game.play(entry.before, option), option)
    session.changed_by_hand()
    session.tell_turn()


def _played(session: Session, before: Any, after: Any, option: Option) -> None:
    """An action is settled by ruling."""
    session.history.add(before, option)
    session.state = after
    session.emit(
        "move", seat=before.seat, card=option.card, action=option.action, position=after.position, certainty=1.0
    )


def _take_over(session: Session, ruling: str) -> None:
    """The position is what the board shows, as far as the trail tells whose pieces they are. Raises: Refused."""
    game = _game(session)
    assert session.watch is not None
    picture = shown_picture(session.watch.trail, session.state.picture, session.state.seat)
    if picture is None:
        raise Refused("it cannot be told whose piece stands where: say the position with `set`")
    session.state = game.set_position(session.state, game.position_of(session.state, picture))
    session.emit("ruling", ruling=ruling, position=session.state.position)


def _believe_board(session: Session) -> None:
    _take_over(session, "board")
    session.is_set_up = False
    session.changed_by_hand()


def _distrust(session: Session, cell: str) -> None:
    layout = _game(session).layout
    if cell not in layout.holes:
        raise Refused(f"there is no hole {cell!r}")
    session.emit("ruling", ruling=f"sensor {cell}", position=session.state.position)
    session.link.distrust(session.link.stuck | {layout.holes.index(cell)})


def _game(session: Session) -> Game:
    if session.game is None:
        raise Refused("no game has been started")
    return session.game
