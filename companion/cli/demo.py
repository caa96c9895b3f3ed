"""`tastkreis demo`: built-in players play a game on the virtual table, with hands that lift, slide and capture."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from companion.cli import BadInput, run
from companion.cli.live import LiveTable
from companion.virtual.performance import Await, LayCard, MovePiece, Scene, perform, rehearse
from engine.contract import Layout
from engine.errors import InvalidNotation

HELP = "watch and hear a whole game by built-in players on the virtual table"
PATIENCE_S = 15.0
"""A play that the companion has not understood after this time is given up, with a line that says so."""
UNDERSTOOD_S = 2.5
"""A play that is not settled after this time is closed with "done"."""
LEAST_S = 0.03
"""Between two touches: a board that waits 20 ms for a picture to be stable would not see quicker ones."""
FASTEST = 100
BREATH_S = 0.2
QUIET_S = 20.0
"""So long the hands wait at the most for the voice before they go on."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `run`, and how the players play."""
    run.configure(parser)
    parser.set_defaults(pace="quick")
    parser.add_argument("--speed", type=float, default=1.0, help="how fast the hands are (default: 1)")
    parser.add_argument("--seed", type=int, default=2, help="which game (default: 2)")
    parser.add_argument("--plies", type=int, default=None, help="stop after so many plays (default: the whole game)")
    parser.add_argument("--no-wait", action="store_true", help="the hands do not wait for the voice")


def main(args: argparse.Namespace) -> int:
    """Plays one game and ends when it is won."""
    from companion.cli.opening import opened

    if not 0 < args.speed <= FASTEST:
        raise BadInput(f"--speed {args.speed:g}: it has to be above 0, and {FASTEST} at most")
    if args.plies is not None and args.plies < 1:
        raise BadInput(f"--plies {args.plies}: it has to be 1 at least")
    if args.board not in ([], ["virtual"]):
        raise BadInput("--board: a demonstration is played on the virtual table only")
    if args.log or args.position:
        raise BadInput("--log and --position: a demonstration always begins at the beginning")
    args.first = "A"
    try:
        scenes = list(rehearse(args.variant, args.deck, args.seed))[: args.plies]
    except InvalidNotation as error:
        raise BadInput(str(error)) from error
    with opened(args, "virtual", "") as table:
        args.stopping.by(table.stop)
        players = Players(table, scenes, args.speed, is_patient=not args.no_wait)
        players.start()
        try:
            table.run()
        finally:
            players.stop()
    return players.status


class Players:
    """The hands of the demonstration, on a thread of their own.

    1. A card is laid, then the hands do what the performance says, each step after its delay.
    2. Before the next card they wait until the companion has settled the play, and has said so.
    3. A question is answered with what was played. After the last play the table is closed.
    """

    def __init__(self, table: LiveTable, scenes: list[Scene], speed: float, is_patient: bool) -> None:
        assert table.virtual is not None
        self.status = 0
        self._table, self._hands, self._scenes = table, table.virtual, scenes
        self._speed, self._is_patient = speed, is_patient
        self._is_card_new = False
        """Whether the card was laid and no piece touched since: its name is heard before the hands begin."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="players", daemon=True)

    def start(self) -> None:
        """Begins to play."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the playing and waits for the hands to rest."""
        self._stopped.set()
        self._table.wake()
        self._thread.join()

    def _run(self) -> None:
        layout = self._layout()
        for delay_s, step in self._steps(layout):
            least_s = LEAST_S if isinstance(step, MovePiece) else 0.0
            if self._stopped.wait(max(delay_s, least_s)) or not self._do(step):
                break
        else:
            self._wait(lambda state: state.get("phase") == "won" or not _is_won(state), PATIENCE_S)
            self._wait_for_quiet()
        self._table.stop()

    def _layout(self) -> Layout:
        return self._hands.layout

    def _steps(self, layout: Layout) -> Iterator[tuple[float, Any]]:
        self._wait(lambda state: state.get("phase") == "play", PATIENCE_S)
        self._wait_for_quiet()
        return perform(layout, self._scenes, self._speed)

    def _do(self, step: LayCard | MovePiece | Await) -> bool:
        match step:
            case LayCard():
                self._wait_for_quiet()
                self._hands.lay("")
                self._hands.lay(step.card)
                self._is_card_new = True
            case MovePiece():
                if self._is_card_new:
                    self._wait_for_quiet()
                    self._is_card_new = False
                if step.is_down:
                    self._hands.put(step.index, step.colour)
                else:
                    self._hands.lift(step.index)
            case Await():
                return self._is_settled(step.ply)
        return True

    def _is_settled(self, ply: int) -> bool:
        def is_there(state: Mapping[str, Any]) -> bool:
            return state.get("ply", 0) >= ply or state.get("question") is not None

        # After a TAC the board can look as if nothing, or only half, had been done: then the hands say that they are.
        if not self._wait(is_there, UNDERSTOOD_S):
            self._say("done")
        answered = -1
        while self._wait(is_there, PATIENCE_S):
            settled = self._table.state.get("ply", 0)
            if settled >= ply:
                return True
            if settled == answered:
                break
            # What is asked can be an earlier play that needed no gesture.
            self._say(f"answer {self._scenes[settled].action}")
            answered = settled
        if not self._stopped.is_set():
            self.status = 1
            scene = self._scenes[ply - 1]
            print(f"tastkreis demo: play {ply} ({scene.seat} {scene.card} {scene.action}) was not understood")
        return False

    def _say(self, text: str) -> None:
        """Presses a button of the page; a table that is closing does not answer any more."""
        if not self._stopped.is_set():
            with contextlib.suppress(ValueError):
                self._table.submit(text, "button")

    def _wait(self, is_true: Any, timeout_s: float) -> bool:
        return self._table.wait_for(lambda state: self._stopped.is_set() or is_true(state), timeout_s) and (
            not self._stopped.is_set()
        )

    def _wait_for_quiet(self) -> None:
        """Waits until nothing has been said for a breath: one sentence often follows another."""
        while self._is_patient and self._wait(lambda state: not state.get("is_speaking"), QUIET_S):
            if self._stopped.wait(BREATH_S) or not self._table.state.get("is_speaking"):
                return


def _is_won(state: Mapping[str, Any]) -> bool:
    return state.get("winner") is not None

