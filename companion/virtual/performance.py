"""A whole game played on the virtual table, at a tempo at which a newcomer can follow with eyes and ears.

Pure: `perform` yields a delay and then what is to be done; whoever drives it keeps the clock and waits where it says
so. One flow for each play: the card, a moment to hear its name, the strokes, then waiting for the companion.

The hands are those of people: they think in the middle of a 7, count a step to and fro aloud or make it, and do not
rest on what is the end of another action of the card for longer than hands of their pace do.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.inputs import PIT
from companion.virtual.gestures import (
    GestureError,
    Manner,
    Stroke,
    displacements,
    plan,
    run,
    undo_first,
    walk,
)  # fmt: skip
from companion.virtual.hands import Touch, occupied, places, stacked, touches
from engine.contract import SWAP, Card, Layout, Moved, Picture, Seat, State, TableGame

Seen = tuple[int, tuple[int, ...]]
"""What sensors tell of a board: the filled holes as bits, and how many pieces lie in each yard."""
ON_THE_WAY_S = 0.9
"""A piece rests no longer than this on a hole that is not its end."""


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
    moved: tuple[Moved, ...] = ()
    """What is done with it, as the game tells it."""
    is_whole: bool = True
    """False where its end looks like half an action."""
    reader: str = PIT
    is_said: bool = False
    """Whether it is no more than a word: done."""
    is_aside: bool = False
    """Whether its card is laid without effect."""
    state: State | None = field(default=None, compare=False, repr=False)
    """The game before this play, for whoever asks what else the card could do."""


@dataclass(frozen=True, slots=True)
class LayCard:
    """Somebody lays a card on the pile; on a seat's turn by a Devil it is still that seat's card."""

    seat: Seat
    card: Card
    reader: str = PIT


@dataclass(frozen=True, slots=True)
class SayDone:
    """Somebody says that this is all, once so many plays are settled."""

    ply: int


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


@dataclass(frozen=True, slots=True)
class Breathe:
    """Nobody lays a card: the hands wait until all is said."""


Step = LayCard | SayDone | MovePiece | Await | Breathe


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds at speed 1: after a play, from the card to the first touch, of a carried piece, of a hop, between, of
    thinking in the middle of a play; the longest rest on the end of another action; and dealing cards."""

    before_card_s: float = 1.6
    think_s: float = 1.2
    carry_s: float = 0.7
    hop_s: float = 0.22
    between_s: float = 0.5
    ponder_s: float = 1.5
    rest_s: float = 0.22
    deal_s: float = 4.0

    def faster(self, speed: float) -> Tempo:
        """The same tempo `speed` times as fast; the longest rest stays. Raises: ValueError, if speed is not above 0."""
        if speed <= 0:
            raise ValueError(f"speed must be above 0, not {speed}")
        waits = self.before_card_s, self.think_s, self.carry_s, self.hop_s, self.between_s, self.ponder_s
        faster = Tempo(*(seconds / speed for seconds in waits))
        return replace(faster, rest_s=self.rest_s, deal_s=self.deal_s / speed)


TEMPOS = {
    "quick": Tempo(),
    "normal": Tempo(2.0, 1.6, 0.9, 0.28, 0.7, 2.2, 0.40),
    "slow": Tempo(2.6, 2.2, 1.4, 0.45, 1.1, 3.5, 0.70),
    "auto": Tempo(rest_s=0.40),
}
"""How hands of each pace play; those whose pace is not said are quick, and careful."""


@dataclass(frozen=True, slots=True)
class Ends:
    """What the card of a play could end in, other than what is played: nobody rests there, but for half a 7."""

    others: frozenset[Seen] = frozenset()
    halves: frozenset[Seen] = frozenset()

    @staticmethod
    def of(game: TableGame, scene: Scene) -> Ends:
        """The ends of all actions that the card allows."""
        layout, own = game.layout, see(game.layout, occupied(game.layout, scene.after))
        options = [] if scene.is_aside or scene.state is None else list(game.options(scene.state, scene.card))
        half = [o for o in options if not o.is_whole and scene.state and not game.play(scene.state, o).winner]
        whole = {see(layout, occupied(layout, option.picture)) for option in options if option not in half}
        halves = {see(layout, occupied(layout, option.picture)) for option in half}
        return Ends(frozenset(whole - {own}), frozenset(halves - whole))


def _is_spread(scene: Scene) -> bool:
    """Whether a play moves several pieces, one after the other: people think in the middle of it."""
    return len(scene.moved) > 1 and scene.moved[0].kind != SWAP


def see(layout: Layout, wire: int) -> Seen:
    """What a board with all sensors tells of these filled places."""
    holes = wire & ((1 << len(layout.holes)) - 1)
    return holes, tuple(sum(wire >> index & 1 for index in places(layout, heap)) for heap in layout.heaps)


def perform(
    layout: Layout, scenes: Iterable[Scene], speed: float = 1.0, lot: random.Random | None = None,
    pace: str = "quick", game: TableGame | None = None,
) -> Iterator[tuple[float, Step]]:  # fmt: skip
    """Each step of a game with the seconds to wait before it.

    Pieces of the first plays hop from hole to hole, so that the way is heard; later ones are often carried. With
    `game` the hands know what else a card could do, and where they must not rest.
    Raises: ValueError, if speed is not above 0.
    """
    lot = lot or random.Random(0)
    tempo = TEMPOS[pace].faster(speed)
    wire: int | None = None
    deal = 0
    for scene in scenes:
        if scene.reader != PIT and scene.state is not None:  # who lays cards at the own place has just got them there
            if deal and scene.state.deal != deal:
                yield tempo.deal_s, Breathe()
            deal = scene.state.deal
        wire = occupied(layout, scene.before) if wire is None else wire
        if scene.card:
            yield tempo.before_card_s, LayCard(scene.seat, scene.card, scene.reader)
        elif scene.is_said:
            yield tempo.before_card_s, SayDone(scene.ply - 1)
            yield 0.0, Await(scene.ply)
            continue
        else:
            yield tempo.before_card_s, Breathe()
        if layout.stack > 1:
            for delay_s, touch in _timed(layout, wire, scene, stacked(layout, scene.moved), tempo, None):
                yield delay_s, MovePiece(touch.index, touch.is_down, touch.stroke.owner)
            wire = occupied(layout, scene.after)
            yield 0.0, Await(scene.ply)
            continue
        done = touches(layout, wire, strokes(layout, scene, manner(scene, lot), lot), lot.choice)
        for delay_s, touch in _timed(layout, wire, scene, done, tempo, game):
            yield delay_s, MovePiece(touch.index, touch.is_down, touch.stroke.owner)
            wire ^= 1 << touch.index
        if done or scene.is_aside:
            yield 0.0, Await(scene.ply)


def _timed(
    layout: Layout, wire: int, scene: Scene, done: Iterable[Touch], tempo: Tempo, game: TableGame | None
) -> Iterator[tuple[float, Touch]]:
    """Each touch of a play with the seconds before it, as a careful hand times it."""
    before: Stroke | None = None
    ends = Ends()
    for touch in done:
        delay_s = _delay(tempo, before, touch.stroke)
        if before is None:
            ends = Ends.of(game, scene) if game is not None and scene.state is not None else ends
        elif _is_spread(scene) and touch.stroke.kind == "lift" and before.role == touch.stroke.role == "own":
            delay_s = tempo.ponder_s
        if before is not None and see(layout, wire) in ends.others:
            delay_s = min(delay_s, tempo.rest_s)
        elif before is not None and before.role == "way" and before.kind == "place":
            delay_s = min(delay_s, ON_THE_WAY_S)
        yield delay_s, touch
        wire ^= 1 << touch.index
        before = touch.stroke


def manner(scene: Scene, lot: random.Random) -> Manner:
    """How this play is performed: plainly, and captured pieces go home where everybody sees it."""
    if any(one.kind == SWAP for one in scene.moved):
        return Manner(together=True)
    if any(one.face.isdecimal() for one in scene.moved):
        return Manner("hop", captured="before")  # a die is tipped from square to square
    is_shown = scene.ply <= 8 or lot.random() < 0.4
    return Manner("hop" if is_shown else "carry", captured=lot.choice(("while", "then")))


def strokes(layout: Layout, scene: Scene, how: Manner, lot: random.Random | None = None) -> tuple[Stroke, ...]:
    """The strokes of a play; a TAC first puts back what the card before did. Steps to and fro in a house are made or,
    by lot, only counted aloud."""
    if scene.undone is not None and scene.undone != scene.before:
        return undo_first(layout, scene.before, scene.undone, scene.after, scene.moved, how)
    if not scene.is_whole and lot is not None and lot.random() < 0.5:
        walked = walk(layout, scene.before, scene.moved)
        if walked is not None and _leads(layout, scene, walked):
            return walked
    return plan(layout, scene.before, displacements(layout, scene.before, scene.after, scene.moved), how)


def _leads(layout: Layout, scene: Scene, walked: tuple[Stroke, ...]) -> bool:
    """Whether these strokes end where the play ends."""
    try:
        return run(layout, scene.before, walked) == scene.after
    except GestureError:
        return False


def _delay(tempo: Tempo, before: Stroke | None, stroke: Stroke) -> float:
    if before is None:
        return tempo.think_s
    if "way" in (before.role, stroke.role):
        return tempo.hop_s
    return tempo.carry_s if stroke.kind == "place" else tempo.between_s
