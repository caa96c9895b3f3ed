"""The hands of the demonstration: what they do, and what they wait for, without knowing by which clock.

`Players.script` yields what it waits for and is told whether that came; a thread at the real clock (`ScriptThread`)
and the loop at the fast one (`companion.cli.clock`) drive the very same script.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cli.live import LiveTable
from companion.virtual.performance import Await, Breathe, LayCard, MovePiece, SayDone, Scene, Step, perform
from companion.virtual.table import VirtualTable
from engine.contract import TableGame

PATIENCE_S = 15.0
"""A play that the companion has not understood after this time is given up, with a line that says so."""
UNDERSTOOD_S = 2.5
"""A play that is not settled after this time is closed with "done"."""
LEAST_S = 0.03
"""Between two touches: a board that waits 20 ms for a picture to be stable would not see quicker ones."""
BREATH_S = 0.2
LAST_WORD_S = 2.0
"""So long after the last play the voice may take to begin."""
QUIET_S = 20.0
"""So long the hands wait at the most for the voice before they go on."""
FOREVER_S = 1e6
"""So long is waited for what people do in their own time."""

State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Until:
    """Wait until the public state of the table is so, `timeout_s` at the most."""

    is_true: Callable[[State], bool]
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Say:
    """Say this to the companion."""

    text: str


Wait = Pause | Until | Say
Script = Generator[Wait, bool, None]


class Players:
    """The hands of the demonstration.

    1. A card is laid, then the hands do what the performance says, each step after its delay.
    2. Before the next card they wait until the companion has settled the play, and has said so.
    3. A question is answered with what was played. After the last play the voice is heard out, also by hands that did
       not wait for it before; then the script ends.
    """

    def __init__(
        self, hands: VirtualTable, scenes: Sequence[Scene], speed: float = 1.0, pace: str = "quick",
        is_patient: bool = True, game: TableGame | None = None, tell: Callable[[str], object] = print,
    ) -> None:  # fmt: skip
        self.status = 0
        """1 as soon as a play was not understood."""
        self._hands, self._scenes, self._tell = hands, scenes, tell
        self._speed, self._pace, self._game, self._is_patient = speed, pace, game, is_patient
        self._ply = 0
        self._is_card_new = False
        """Whether the card was laid and no piece touched since: its name is heard before the hands begin."""

    def script(self) -> Script:
        """Plays the game; what is sent back is whether what was waited for has come."""
        yield Until(lambda state: state.get("phase") == "play", PATIENCE_S)
        yield from self._quiet()
        steps = perform(self._hands.layout, self._scenes, self._speed, pace=self._pace, game=self._game)
        for delay_s, step in steps:
            yield Pause(max(delay_s, LEAST_S if isinstance(step, MovePiece) else 0.0))
            if not (yield from self._do(step)):
                return
        yield Until(lambda state: state.get("phase") == "won" or state.get("finished") is None, PATIENCE_S)
        # The voice waits for the hands before it tells who has won.
        yield Pause(LAST_WORD_S)
        yield from _heard_out()
        last = self._scenes[-1]
        if not (yield Until(lambda state: state.get("picture") == last.after, 0.0)):
            self._give_up(last)

    def _do(self, step: Step) -> Generator[Wait, bool, bool]:
        match step:
            case LayCard():
                yield from self._quiet()
                self._hands.lay("", step.reader)
                self._hands.lay(step.card, step.reader)
                self._is_card_new = True
            case Breathe():
                yield from self._quiet()
            case MovePiece():
                if self._is_card_new:
                    yield from self._quiet()
                    self._is_card_new = False
                if step.is_down:
                    self._hands.put(step.index, step.colour)
                else:
                    self._hands.lift(step.index)
            case SayDone():
                yield from self._quiet()
                if not (yield from self._is_settled(step.ply)):
                    return False
                yield Say("done")
            case Await():
                return (yield from self._is_settled(step.ply))
        return True

    def _is_settled(self, ply: int) -> Generator[Wait, bool, bool]:
        answered = -1

        def is_there(state: State) -> bool:
            self._ply = state.get("ply", 0)
            return self._ply >= ply or (state.get("question") is not None and self._ply != answered)

        # Half a 7, and what a TAC may still become, only counts with a word or the next card: then the hands say it.
        if not (yield Until(is_there, UNDERSTOOD_S)):
            yield Say("done")
        while (yield Until(is_there, PATIENCE_S)):
            if self._ply >= ply:
                return True
            # What is asked can be an earlier play that needed no gesture.
            answered = self._ply
            yield Say(f"answer {self._scenes[answered].action}")
        self._give_up(self._scenes[ply - 1])
        return False

    def _give_up(self, scene: Scene) -> None:
        self.status = 1
        self._tell(f"tastkreis demo: play {scene.ply} ({scene.seat} {scene.card} {scene.action}) was not understood")

    def _quiet(self) -> Generator[Wait, bool, None]:
        """Hands that are patient hear the voice out."""
        if self._is_patient:
            yield from _heard_out()


def _heard_out() -> Generator[Wait, bool, None]:
    """Waits until nothing has been said for a breath: one sentence often follows another."""
    while (yield Until(is_silent, QUIET_S)):
        yield Pause(BREATH_S)
        if (yield Until(is_silent, 0.0)):
            return


def is_silent(state: State) -> bool:
    """Whether nothing is said at a table."""
    return not state.get("is_speaking")


class ScriptThread:
    """A script at the real clock, on a thread of its own; when it is through the table is closed."""

    def __init__(self, table: LiveTable, script: Script, name: str = "players") -> None:
        self._table, self._script = table, script
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends it and waits for the hands to rest."""
        self._stopped.set()
        self._table.wake()
        self._thread.join()

    def _run(self) -> None:
        script = self._script
        with contextlib.suppress(StopIteration):
            wait = next(script)
            while not self._stopped.is_set():
                has_come = self._has_come(wait)
                if self._stopped.is_set():
                    break
                wait = script.send(has_come)
        script.close()
        self._table.stop()

    def _has_come(self, wait: Wait) -> bool:
        match wait:
            case Pause(seconds):
                return not self._stopped.wait(seconds)
            case Until(is_true, timeout_s):
                return self._table.wait_for(lambda state: self._stopped.is_set() or is_true(state), timeout_s)
            case Say(text):
                # A table that is closing does not answer any more.
                with contextlib.suppress(ValueError):
                    self._table.submit(text, "button")
        return True
