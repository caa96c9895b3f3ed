"""What a table may decide over the companion's head: take back, correct an answer, overrule, set the position.

Each ruling makes one table of another, with the facts of it; live and resumed games use the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.facts import Fact
from companion.reconcile.diagnose import shown_picture
from companion.session import asking, news
from companion.session.carry_out import Outcome, settled, undone
from companion.session.history import CannotCorrect, Settled
from companion.session.offer import Offer
from companion.session.scene import Scene
from companion.session.table import Table
from engine.errors import InvalidNotation

RULINGS = ("play-on", "takeback", "board", "sensor", "stands")


class Refused(ValueError):
    """Something that cannot be done now; the text says why, and `key` names the sentence for those who listen."""

    def __init__(self, text: str, key: str = "") -> None:
        self.key = key
        super().__init__(text)


def told_hand(table: Table, scene: Scene, seat: str, cards: Sequence[str]) -> Outcome:
    """The whole hand of a seat is told; it can prove an earlier broken rule (T10.2). Raises: Refused."""
    hands = asking.hands_of(table.game)
    if hands is None:
        raise Refused("nobody holds cards in this game")
    try:
        state = hands.hand(table.state, seat, cards)
    except InvalidNotation as error:
        raise Refused(str(error), "no-hand") from error
    facts = [news.hand(scene.now, seat, cards)]
    proof = asking.proof(table.game, state)
    if proof is not None:
        facts.append(news.violation(scene.now, proof, state.seat, (), table.mode))
    return replace(table, state=state), tuple(facts)


def taken_back(table: Table, scene: Scene, count: int = 1) -> Outcome:
    """The last `count` actions are taken back; the board has then to show the position before them. Raises: Refused."""
    if table.ply < count:
        raise Refused("nothing has been played that could be taken back", "nothing-played")
    return undone(table, scene, count)


def last_taken_back(table: Table, scene: Scene) -> Outcome:
    """The last action is taken back: the one that the board shows whole, if there is one that was not told yet, or
    that of a card which lies there and may be used without a move.

    Raises: Refused.
    """
    attempt = table.attempt
    is_as_before = attempt.sensors.fits(table.state.picture, attempt.stories.occupied)
    shown = attempt.fit.silent(attempt.stories) if is_as_before else attempt.verdict.options
    if not table.card or not shown:
        return taken_back(table, scene)
    made, told = settled(table, scene, shown[0], 1 / len(shown))
    back, facts = taken_back(made, scene)
    return back, (*told, *facts)


def agreed(table: Table, scene: Scene, offer: Offer) -> Outcome:
    """Yes to what was offered: actions are taken back, or one was made, and the sensor of a hole is wrong.

    Raises: Refused.
    """
    said = news.answer(scene.now, offer.card, offer.action, table.ply + (offer.option is not None))
    if offer.option is None:
        after, facts = taken_back(table, scene, offer.count)
        return after, (said, *facts)
    attempt = table.attempt
    if offer.sensor is not None:
        attempt = attempt.believing(attempt.sensors.without(offer.sensor))
    after, facts = settled(replace(table, attempt=attempt), scene, offer.option)
    return after, (said, *facts)


def corrected(table: Table, scene: Scene, action: str) -> Outcome:
    """Answers the last question otherwise, and plays what came after it again. Raises: Refused."""
    try:
        stays, again = table.history.corrected(table.game, action)
    except CannotCorrect as error:
        raise Refused(str(error)) from error
    t = scene.now
    facts = [news.takeback(t, table.game, entry.before) for entry in reversed(table.history.actions[stays:])]
    history = table.history.without(table.ply - stays)
    for entry in again:
        history = history.add(entry)
        facts.append(news.move(t, table.game, history))
    after = renewed(replace(table, state=again[-1].after, history=history), scene)
    return after, (*facts, news.turn(t, after.game, after.state))


def with_position(table: Table, scene: Scene, position: str) -> Outcome:
    """The pieces stand where the table says. Raises: InvalidNotation."""
    state = table.game.set_position(table.state, position)
    placed = renewed(replace(table, state=state, is_set_up=False), scene)
    return placed, (news.ruling(scene.now, "set", state.position),)


def played_on(table: Table, scene: Scene) -> Outcome:
    """The board counts as it stands, and the turn is over. Raises: Refused."""
    if not table.complaint.kind or table.card is None:
        raise Refused("there is nothing to overrule", "nothing-to-overrule")
    stood, ruling = _as_shown(table, scene, "play-on")
    return laid_aside(stood, scene, ruling)


def laid_aside(table: Table, scene: Scene, ruling: Fact) -> Outcome:
    """The card of the seat to act is spent without effect."""
    assert table.card is not None
    state = table.state
    after = table.game.lay_aside(state, table.card)
    entry = Settled(state, after, table.game.aside(state, table.card))
    history = table.history.add(entry)
    spent = renewed(replace(table, state=after, history=history), scene)
    return spent, (ruling, news.move(scene.now, table.game, history), news.turn(scene.now, table.game, after))


def board_right(table: Table, scene: Scene) -> Outcome:
    """The board is right and the companion wrong; the turn goes on. Raises: Refused."""
    stood, ruling = _as_shown(table, scene, "board")
    return renewed(replace(stood, is_set_up=False), scene), (ruling,)


def _as_shown(table: Table, scene: Scene, ruling: str) -> tuple[Table, Fact]:
    """The position is what the board shows, as far as the stories tell whose pieces they are. Raises: Refused."""
    attempt = table.attempt
    picture = shown_picture(attempt.single_pieces(), table.state.picture, table.state.seat)
    if picture is None:
        raise Refused("it cannot be told whose piece stands where: say the position with `set`", "whose-piece")
    state = table.game.set_position(table.state, table.game.position_of(table.state, picture))
    return replace(table, state=state), news.ruling(scene.now, ruling, state.position)


def renewed(table: Table, scene: Scene) -> Table:
    """What was pending is forgotten; the board is compared with the state anew."""
    return table.anew(table.attempt.sensors, scene.rest.occupied, scene.now)


def ruled_back(table: Table, scene: Scene) -> Outcome:
    """As `takeback`, and noted as a ruling. Raises: Refused."""
    back, facts = last_taken_back(table, scene)
    return back, (*facts, news.ruling(scene.now, "takeback", back.state.position))
