"""Boards for the reconciler's tests: a position in words, and hands as a line of lifts and places."""

from __future__ import annotations

from companion.reconcile.fit import Fit
from companion.reconcile.sensors import Sensors
from companion.reconcile.stories import Stories
from companion.virtual.hands import occupied, places
from engine.contract import Option
from engine.tac.board.holes import LAYOUT
from engine.tac.board.position import Position
from engine.tac.game import TacGame

ALL = Sensors.all_of(LAYOUT)
HOLES = Sensors(LAYOUT, (1 << len(LAYOUT.holes)) - 1)
RING = Sensors(LAYOUT, (1 << 64) - 1)


def picture(text: str) -> str:
    """The picture of a position, seats without a word in their yards: `A:05 B:20,21`."""
    return Position.parse(position(text), "ABCD").picture()


def position(text: str) -> str:
    """The whole text of such a position."""
    words = dict(part.split(":") for part in text.split())
    found = []
    for seat in "ABCD":
        cells = [cell for cell in words.get(seat, "").split(",") if cell]
        found.append(f"{seat}:" + ",".join(cells + ["y"] * (4 - len(cells))))
    return " ".join(found)


def wire(text: str, sensors: Sensors = ALL) -> int:
    """What the board shows of a position."""
    return occupied(LAYOUT, picture(text)) & sensors.mask


def stories_of(
    text: str, hands: str = "", sensors: Sensors = ALL, exchanged: frozenset[int] = frozenset(), is_fine: bool = True
) -> Stories:
    """The stories from a position through these touches; `-05/-20` is one frame."""
    stories = Stories.begin(sensors, picture(text), is_fine, exchanged)
    shown = occupied(LAYOUT, picture(text))
    for words in hands.split():
        for word in words.split("/"):
            there = places(LAYOUT, word[1:])
            is_down = word[0] == "+"
            shown ^= 1 << next(index for index in there if bool(shown >> index & 1) is not is_down)
        stories = stories.after(shown & sensors.mask)
    return stories


def fit_of(text: str, card: str, sensors: Sensors = ALL, first: str = "A", after: str = "") -> Fit:
    """What a card allows in a position; `after`: the plays before it, such as `5 05-10`."""
    game = TacGame("master")
    state = game.begin({"variant": "teams", "deck": "master", "first": first, "position": position(text)})
    for play in filter(None, after.split("; ")):
        before, action = play.split()
        options = (*game.options(state, before), game.aside(state, before))
        state = game.play(state, next(o for o in options if action in (o.action, *o.also)))
    return Fit(sensors, game.options(state, card), state.picture, game.undone_by(state, card))


def actions(options: tuple[Option, ...]) -> set[str]:
    return {option.action for option in options}
