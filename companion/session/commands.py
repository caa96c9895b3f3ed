"""What people say to the table, carried out: one function a verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.facts import Fact
from companion.inputs import Said
from companion.sensing.said import Command, parse_said
from companion.session import news, rulings
from companion.session.carry_out import Outcome
from companion.session.colours import Colours
from companion.session.happening import Done, Happening, Paced
from companion.session.pile import Laid
from companion.session.rulings import RULINGS, Refused
from companion.session.scene import Scene
from companion.session.table import Table
from engine.contract import Seat, State, TableGame


class Host(Protocol):
    """What a saying can reach."""

    scene: Scene
    colours: Colours

    @property
    def game(self) -> TableGame | None: ...
    @property
    def state(self) -> State: ...
    @property
    def table(self) -> Table | None: ...
    @property
    def seats(self) -> frozenset[Seat] | None: ...
    def named(self, name: str, words: Sequence[str]) -> dict[str, str]: ...
    def begin(self, name: str, settings: Mapping[str, str]) -> None: ...
    def happen(self, value: Happening, scene: Scene | None = None, first: tuple[Fact, ...] = ()) -> None: ...
    def answer(self, text: str) -> None: ...
    def rule(self, ruling: Callable[[Table, Scene], Outcome], is_anew: bool = True) -> None: ...
    def look_at_colours(self, colours: Colours, *first: Fact) -> None: ...
    def distrust(self, stuck: frozenset[int], *first: Fact) -> None: ...


def obey(host: Host, said: Said) -> None:
    """Carries out one saying. Raises: ValueError (BadSaying, Refused, InvalidNotation) with the reason."""
    command = parse_said(said.text, host.game.cards if host.game else None, seats=host.seats)
    action = _VERBS.get(command.verb)
    if action is not None:
        action(host, command, said)


def _game(host: Host, command: Command, said: Said) -> None:
    host.begin(command.text, {**host.named(command.text, command.words), **command.settings})
    host.colours = Colours(host.colours.seen)


def _card(host: Host, command: Command, said: Said) -> None:
    if host.game is None:
        raise Refused("no game has been started", "no-game")
    host.happen(Laid(said.t, command.cards[0], command.seat, said.by))


def _answer(host: Host, command: Command, said: Said) -> None:
    host.answer(command.text)


def _hand(host: Host, command: Command, said: Said) -> None:
    host.rule(lambda table, scene: rulings.told_hand(table, scene, command.seat, command.cards), is_anew=False)


def _takeback(host: Host, command: Command, said: Said) -> None:
    host.rule(rulings.last_taken_back)


def _done(host: Host, command: Command, said: Said) -> None:
    host.happen(Done())


def _pace(host: Host, command: Command, said: Said) -> None:
    host.happen(Paced(command.seat, command.text), first=(news.pace(host.scene.now, command.seat, command.text),))


def _correct(host: Host, command: Command, said: Said) -> None:
    host.rule(lambda table, scene: rulings.corrected(table, scene, command.text))


def _set(host: Host, command: Command, said: Said) -> None:
    host.rule(lambda table, scene: rulings.with_position(table, scene, command.text))


def _overrule(host: Host, command: Command, said: Said) -> None:
    word, _, cell = command.text.partition(" ")
    if word not in RULINGS:
        wanted = "play-on, takeback, board, sensor CELL or stands CELL SEAT"
        raise Refused(f"a ruling is {wanted}, not {command.text!r}", "no-ruling")
    match word:
        case "sensor":
            _distrust(host, cell)
        case "stands":
            _stands(host, cell)
        case "board":
            host.rule(rulings.board_right)
        case "takeback":
            host.rule(rulings.ruled_back)
        case _:
            host.rule(rulings.played_on)


def _distrust(host: Host, cell: str) -> None:
    if host.game is None:
        raise Refused("no game has been started", "no-game")
    holes = host.game.layout.holes
    if cell not in holes:
        raise Refused(f"there is no hole {cell!r}", "no-hole")
    said = news.ruling(host.scene.now, f"sensor {cell}", host.state.position)
    host.distrust(host.scene.link.stuck | {holes.index(cell)}, said)


def _stands(host: Host, text: str) -> None:
    """The camera takes the piece on a hole for another seat's: `05 A` tells whose it is."""
    table = host.table
    if table is None:
        raise Refused("no game has been started", "no-game")
    cell, _, seat = text.partition(" ")
    layout = table.game.layout
    if cell not in layout.holes:
        raise Refused(f"there is no hole {cell!r}", "no-hole")
    if seat not in tuple(layout.owners):
        raise Refused(f"unknown seat: {seat!r}", "no-seat")
    colours = host.colours.stand(layout.holes.index(cell), seat, table)
    host.look_at_colours(colours, news.ruling(host.scene.now, f"stands {cell} {seat}", host.state.position))


_VERBS: Mapping[str, Callable[[Host, Command, Said], None]] = {
    "game": _game, "card": _card, "answer": _answer, "hand": _hand, "takeback": _takeback, "done": _done,
    "pace": _pace, "correct": _correct, "set": _set, "overrule": _overrule,
}  # fmt: skip
"""Verbs that change the session."""

VOICE_VERBS = frozenset({"ask", "again", "stop", "language", "speech"})
"""Verbs for the voice alone."""
