"""A whole game played on the virtual table, at a tempo at which a newcomer can follow with eyes and ears.

Pure: `perform` yields a delay and then what is to be done; whoever drives it keeps the clock and waits where it says
so. One flow for each play: the card, a moment to hear its name, the strokes, then waiting for the companion.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.virtual.gestures import Manner, Stroke, displacements, plan, undo_first
from companion.virtual.hands import occupied, touches
from engine.contract import Card, Layout, Picture, Seat


@dataclass(frozen=True, slots=True)
class Scene:
    """One play of the game to be performed; `undone` is what a TAC takes back before it acts, if it does."""

    ply: int
    seat: Seat
    card: Card
    action: str
    before: Picture
    after: Picture
    undone: Picture | None = None


@dataclass(frozen=True, slots=True)
class LayCard:
    """Somebody lays a card on the pile; on a seat's turn by a Devil it is still that seat's card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class MovePiece:
    """One place of the board is emptied or filled; `colour` is the seat letter of the piece."""

    index: int
    is_down: bool
    colour: Seat


@dataclass(frozen=True, slots=True)
class Await:
    """Do not go on before so many plays are settled."""

    ply: int


Step = LayCard | MovePiece | Await


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds at speed 1: after a play, from the card to the first touch, of a carried piece, of a hop, between."""

    before_card_s: float = 1.6
    think_s: float = 1.2
    carry_s: float = 0.7
    hop_s: float = 0.22
    between_s: float = 0.5

    def faster(self, speed: float) -> Tempo:
        """The same tempo `speed` times as fast. Raises: ValueError, if speed is not above 0."""
        if speed <= 0:
            raise ValueError(f"speed must be above 0, not {speed}")
        return Tempo(*(value / speed for value in (
            self.before_card_s, self.think_s, self.carry_s, self.hop_s, self.between_s,
        )))  # fmt: skip


def perform(
    layout: Layout, scenes: Iterable[Scene], speed: float = 1.0, lot: random.Random | None = None
) -> Iterator[tuple[float, Step]]:
    """Each step of a game with the seconds to wait before it.

    Pieces of the first plays hop from hole to hole, so that the way is heard; later ones are often carried.
    Raises: ValueError, if speed is not above 0.
    """
    lot = lot or random.Random(0)
    tempo = Tempo().faster(speed)
    wire: int | None = None
    for scene in scenes:
        wire = occupied(layout, scene.before) if wire is None else wire
        yield tempo.before_card_s, LayCard(scene.seat, scene.card)
        before: Stroke | None = None
        for touch in touches(layout, wire, strokes(layout, scene, manner(scene, lot)), lot.choice):
            yield _delay(tempo, before, touch.stroke), MovePiece(touch.index, touch.is_down, touch.stroke.owner)
            wire ^= 1 << touch.index
            before = touch.stroke
        if before is not None or scene.action == "discard":
            yield 0.0, Await(scene.ply)


def manner(scene: Scene, lot: random.Random) -> Manner:
    """How this play is performed: plainly, and captured pieces go home where everybody sees it."""
    if "~" in scene.action:
        return Manner(together=True)
    is_shown = scene.ply <= 8 or lot.random() < 0.4
    return Manner("hop" if is_shown else "carry", captured=lot.choice(("while", "then")))


def strokes(layout: Layout, scene: Scene, how: Manner) -> tuple[Stroke, ...]:
    """The strokes of a play; a TAC first puts back what the card before did."""
    if scene.undone is not None and scene.undone != scene.before:
        return undo_first(layout, scene.before, scene.undone, scene.after, scene.action, how)
    return plan(layout, scene.before, displacements(layout, scene.before, scene.after, scene.action), how)


def _delay(tempo: Tempo, before: Stroke | None, stroke: Stroke) -> float:
    if before is None:
        return tempo.think_s
    if "way" in (before.role, stroke.role):
        return tempo.hop_s
    return tempo.carry_s if stroke.kind == "place" else tempo.between_s


def rehearse(variant: str = "teams", deck: str = "basic", seed: int = 1, players: Any = None) -> Iterator[Scene]:
    """The scenes of one game of the built-in players. `players`: one for each seat (default: sensible ones).

    Raises: InvalidNotation for an unknown variant or deck.
    """
    from engine.players.match import play_game
    from engine.players.sensible import SensiblePlayer
    from engine.tac.record import Play
    from engine.tac.situation import Setup

    setup = Setup(variant, deck)
    seats = setup.seating.seats
    found: list[Scene] = []
    last: list[Any] = [None]

    def watch(state: Any, event: Any) -> None:
        before, last[0] = last[0], state
        if isinstance(event, Play):
            undone = before.undone if event.card == "tac" and event.action != "discard" else None
            found.append(
                Scene(len(found) + 1, event.seat, event.card, event.action, before.picture, state.picture, undone)
            )

    play_game(setup, players or dict.fromkeys(seats, SensiblePlayer()), random.Random(seed), seats[-1], watch=watch)
    yield from found
