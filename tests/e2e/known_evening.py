"""Hands that play a known game on a real board, whatever program is at the other end of the cable."""

import threading

from companion.virtual.board import VirtualBoard
from companion.virtual.performance import Await, LayCard, MovePiece, perform
from companion.virtual.rehearsal import rehearse
from companion.virtual.table import VirtualTable
from engine.tac.board.holes import LAYOUT

QUICKEST_S = 0.05
SOON_S = 0.005


class KnownEvening:
    """A game of the built-in players, and a board on which it is played."""

    def __init__(self, variant="duel", seed=12, speed=14):
        self.scenes = rehearse("tac", {"variant": variant}, seed)[1]
        self.speed = speed
        self.table = VirtualTable(LAYOUT)
        self.board = VirtualBoard(self.table)
        self.ply = 0
        """So many plays are settled."""
        self._power = threading.Event()
        self.go_on_at(0)
        self.board.plug()

    def close(self):
        self.board.close()

    def go_on_at(self, ply):
        """Sets the board up as it is after so many plays."""
        self.ply = ply
        self._power.clear()
        self.table.lay("")
        self.table.set_position(self.scenes[ply].before if ply < len(self.scenes) else self.scenes[-1].after)
        self._steps = perform(LAYOUT, self.scenes[ply:], self.speed)

    def power_cut(self):
        """The hands stop where they are."""
        self._power.set()

    def play(self, program, until):
        """Plays on until so many plays are settled, or the power is cut."""
        settled_before = self.ply - len(program.events("move"))
        for delay_s, step in self._steps:
            if self._power.wait(max(delay_s, QUICKEST_S)):
                return
            if isinstance(step, LayCard):
                self.table.lay("")
                self.table.lay(step.card)
            elif isinstance(step, MovePiece):
                self._move(step)
            elif isinstance(step, Await):
                self._await(program, step.ply, settled_before)
                if step.ply >= until:
                    return

    def _move(self, step):
        if step.is_down:
            self.table.put(step.index, step.colour)
        else:
            self.table.lift(step.index)
        while not self.table.is_seen() and not self._power.wait(SOON_S):
            pass

    def _await(self, program, ply, settled_before):
        """Waits until a play is settled; says "done" after a TAC and a 7, and answers what is asked."""
        scene = self.scenes[ply - 1]
        if scene.card in ("tac", "7"):
            self.table.press("done")

        def is_settled():
            answer_question(program, scene.action, self.table.press)
            self.ply = settled_before + len(program.events("move"))
            return self.ply >= ply or self._power.is_set()

        program.wait(is_settled, f"play {ply} ({scene.seat} {scene.card} {scene.action}) was not settled")


def answer_question(program, action, press):
    """Presses the button of the choice that was played, if there is an open question."""
    moves, questions = program.events("move"), program.events("question")
    if questions and (not moves or questions[-1]["t"] > moves[-1]["t"]):
        actions = [choice["action"] for choice in questions[-1]["choices"]]
        if action in actions:
            press(str(actions.index(action) + 1))
