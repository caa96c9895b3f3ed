"""A table in memory: a real session, a board whose places are filled and emptied, and what the session tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from companion.cli.tables import new_session
from companion.cli.texts import worded
from companion.facts import Fact
from companion.inputs import Button, Cable, CardTag, Fault, Hello, Input, Lost, OccupancyFrame, Said
from companion.session.snapshot import snapshot
from companion.speech.wording import Wording
from companion.virtual.hands import occupied, places
from engine.contract import Picture
from engine.tac.board.holes import LAYOUT

FULL = (1 << LAYOUT.size) - 1
HOLES = (1 << len(LAYOUT.holes)) - 1
RING = (1 << 64) - 1
BEAT_S = 1.0
"""A board tells its picture again after this time."""
RESTART = 1000


@cache
def english() -> Wording:
    return Wording("en")


def of_game(facts: Sequence[Fact]) -> Sequence[Fact]:
    """The facts as a log gives them back: from the start of the game on."""
    return facts[next(i for i, fact in enumerate(facts) if fact.kind == "game") :]


class TableTop:
    """One table. Times only run forward; the board's heartbeat runs by itself."""

    def __init__(self, referee: str = "kind", mask: int = FULL, cards: str = "told") -> None:
        self.session = new_session(referee=referee, cards=cards)
        self.mask = mask
        self.truth = 0
        """Places that are filled in truth; what a failed sensor tells instead is in `fixed`."""
        self.fixed: dict[int, bool] = {}
        self.lost = 0
        self.hidden = 0
        """Places that a hand covers."""
        self.is_connected = True
        self.facts: list[Fact] = []
        self.refused: list[tuple[float, str]] = []
        self._sent_at = 0.0

    def begin(self, game: str, missing: Iterable[str] = ()) -> None:
        """Starts a game; the board shows its position but for these missing pieces."""
        self.take(Hello(0.0, "board", "1", LAYOUT.name, self.mask))
        self.take(Said(0.0, f"game tac {game}"))
        self.truth = occupied(LAYOUT, self.session.state.picture)
        for cell in missing:
            self.lift(cell)
        self.frame(0.0)

    # -- the board ----------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """What the sensors tell."""
        wire = self.truth & self.mask
        for index, is_on in self.fixed.items():
            wire = wire | 1 << index if is_on else wire & ~(1 << index)
        return wire

    def lift(self, cell: str) -> None:
        index = next((i for i in places(LAYOUT, cell) if self.truth >> i & 1), None)
        assert index is not None, f"nothing stands on {cell}"
        self.truth &= ~(1 << index)

    def put(self, cell: str) -> None:
        index = next((i for i in places(LAYOUT, cell) if not self.truth >> i & 1), None)
        assert index is not None, f"{cell} is full"
        self.truth |= 1 << index

    def set(self, picture: Picture) -> None:
        """The pieces stand as in this picture."""
        self.truth = occupied(LAYOUT, picture)

    def frame(self, t: float) -> None:
        """The board tells its picture."""
        if self.is_connected:
            self.take(OccupancyFrame(t, self.shown, self.lost, hidden=self.hidden))
            self.lost, self._sent_at = 0, t

    def touch(self, t: float, words: str) -> None:
        """Lifts and places at one instant, such as `-05 +12`."""
        self.until(t)
        self._moved(words)
        self.frame(t)

    def _moved(self, words: str) -> None:
        for word in words.split():
            (self.lift if word[0] == "-" else self.put)(word[1:])

    def touches(self, t: float, every_s: float, each: Iterable[str]) -> None:
        """One touch after the other, the first at `t`."""
        for number, words in enumerate(each):
            self.touch(t + every_s * number, words)

    # -- time and inputs ----------------------------------------------------------------------------------------------

    def until(self, t: float) -> None:
        """Lets time pass, with the board's heartbeats."""
        while self.is_connected and self._sent_at + BEAT_S < t:
            self.frame(round(self._sent_at + BEAT_S, 3))

    def tick(self, t: float) -> None:
        self.until(t)
        self.facts += worded(self.session.tick(t), english(), self.session.game)

    def take(self, value: Input) -> None:
        try:
            self.facts += worded(self.session.take(value), english(), self.session.game)
        except ValueError as error:
            self.refused.append((value.t, f"{type(error).__name__}: {error}"))
            self.facts += worded(self.session.tick(value.t), english(), self.session.game)

    def say(self, t: float, text: str) -> None:
        self.until(t)
        self.take(Said(t, text))

    def tag(self, t: float, card: str, reader: str = "pit") -> None:
        """A card is laid on the pile's reader, or on a seat's; `-`: taken away."""
        self.until(t)
        name = f"card:{card}".encode().hex().upper()
        self.take(CardTag(t, reader, "-", None) if card == "-" else CardTag(t, reader, name, card))

    def press(self, t: float, button: str) -> None:
        self.until(t)
        self.take(Button(t, button, True))

    def lose(self, count: int) -> None:
        """The next picture comes after so many lost sentences."""
        self.lost += count

    def damage(self, t: float, words: str) -> None:
        """The sentence that tells these touches cannot be read; the next one comes with the next heartbeat."""
        self.until(t)
        self._moved(words)
        self._sent_at = t
        self.lose(1)
        self.take(Lost(t, "checksum"))

    def restart(self, t: float) -> None:
        """The board starts anew and names itself."""
        self.until(t)
        self.lost = RESTART
        self.take(Hello(t, "board", "1", LAYOUT.name, self.mask, is_restart=True))
        self.frame(t)

    def unplug(self, t: float) -> None:
        self.until(t)
        self.take(Cable(t, False, "board"))
        self.is_connected = False

    def plug(self, t: float) -> None:
        self.take(Cable(t, True, "board"))
        self.is_connected = True
        self.lost = RESTART
        self.frame(t)

    def fail(self, t: float, code: str, cell: str) -> None:
        """A sensor sticks (`stuck-on`, `stuck-off`) or works again (`clear`)."""
        self.until(t)
        index = places(LAYOUT, cell)[0]
        if code == "clear":
            self.fixed.pop(index, None)
        else:
            self.fixed[index] = code == "stuck-on"
        self.take(Fault(t, code, index))
        self.frame(t)

    # -- what was told ------------------------------------------------------------------------------------------------

    def told(self, *kinds: str) -> list[Fact]:
        return [fact for fact in self.facts if fact.kind in kinds]

    def actions(self) -> list[str]:
        """What was played, as it was told."""
        return [fact.data["action"] for fact in self.told("move")]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The (card, action) pairs of the open question."""
        shown = snapshot(self.session)
        return [(c["card"], c["action"]) for c in shown["question"]["choices"]] if shown["phase"] == "question" else []

    def told_since(self, number: int, *kinds: str) -> list[Fact]:
        """What was told after the first `number` facts."""
        return [fact for fact in self.facts[number:] if fact.kind in kinds]
