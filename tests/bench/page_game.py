"""Can a whole game be played on the page with the mouse alone? Chromium clicks one, play by play, at `tastkreis run`.

    python -m tests.bench.page_game [--seed 13] [--plies N] [--url ADDRESS | -- OPTIONS OF run ...]

At an address the page is one that somebody has started; without one a program is started. Where some plays of the
game were made already, it goes on. The game is one of the built-in players, begun by the seat that begins at the table.
For each play its card is clicked, then each marble and where it goes; what is asked is answered, and where nothing is
told soon, "done" is clicked. One line: plays that were settled as they were meant, how often "done" was needed,
questions, broken rules, and seconds for a play. Exit status 0 only where the game came to its end.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from companion.virtual.gestures import displacements
from companion.virtual.performance import Scene
from companion.virtual.rehearsal import rehearse
from engine.contract import Layout
from engine.registry import at_table
from engine.values import Displacement
from tests.e2e.table_program import TableProgram
from tests.people.judge import Told
from tests.web.page_tools import hole, wait_hands

PATIENCE_S = 20.0
DONE_AFTER_S = 3.5
"""Somebody who has waited so long for an action to be told says that this is all."""


@contextlib.contextmanager
def companion_at_work(options: Sequence[str]) -> Iterator[str]:
    """The program with a page of its own: the address."""
    with tempfile.TemporaryDirectory() as folder:
        program = TableProgram("--http", "127.0.0.1:0", *options, events=Path(folder, "events.jsonl"))
        try:
            yield program.url
        finally:
            program.stop()


def asked(url: str, what: str) -> dict[str, Any]:
    """What the program answers to its page."""
    with urllib.request.urlopen(f"{url}api/{what}") as answer:
        found: dict[str, Any] = json.load(answer)
    return found


class Player:
    """Somebody who clicks."""

    def __init__(self, page: Any, url: str, layout: Layout) -> None:
        self.page, self.url, self.layout = page, url, layout
        self.done = 0
        self.facts: dict[int, dict[str, Any]] = {}

    def state(self) -> dict[str, Any]:
        """What the page is told."""
        return dict(asked(self.url, "state")["state"])

    def listen(self) -> None:
        """Hears what has been told since."""
        heard = asked(self.url, f"events?since={max(self.facts, default=0)}")["events"]
        self.facts.update({fact["n"]: fact for fact in heard})

    def wait(self, until: Any, seconds: float = PATIENCE_S) -> bool:
        """Whether this becomes true of the state soon."""
        end = time.monotonic() + seconds
        while not until(self.state()):
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(60)
        return True

    def lay(self, card: str) -> None:
        """The card is clicked, and lies there."""
        state = self.state()
        shown = (state["awaits"] or {}).get("cards") or state["cards"]
        self.page.locator("#cards button").nth(shown.index(card)).click()
        self.page.wait_for_timeout(150)

    def move(self, scene: Scene) -> None:
        """The marbles of a play are clicked."""
        before = scene.before
        if scene.undone is not None:
            self._carry(displacements(self.layout, before, scene.undone))
            before = scene.undone
        self._carry(displacements(self.layout, before, scene.after, scene.moved))

    def _carry(self, moved: Sequence[Displacement]) -> None:
        movers = [one for one in moved if one.target not in self.layout.heaps]
        sent = [one for one in moved if one.target in self.layout.heaps]
        while movers:
            blocked = {one.origin for one in movers if one.origin not in self.layout.heaps}
            one = next((one for one in movers if one.target not in blocked), movers[0])
            self._click(one)
            movers.remove(one)
            # What stood there goes home by the page, or, with an exchange, to where the other came from.
            sent = [other for other in sent if other.origin != one.target]
            movers = [other for other in movers if (other.origin, other.target) != (one.target, one.origin)]
        for one in sent:
            self._click(one)

    def _click(self, one: Displacement) -> None:
        places = self.state()["table"]["places"]
        for cell, is_filled in ((one.origin, True), (one.target, False)):
            numbers = [i for i in range(len(places)) if self.layout.cell(i) == cell]
            is_heap = cell in self.layout.heaps
            number = next(i for i in numbers if not is_heap or bool(places[i]) is is_filled)
            hole(self.page, number).click(force=True)
        wait_hands(self.page)

    def settle(self, scene: Scene) -> bool:
        """Whether the play is told; what is asked is answered, and where nothing is told soon, done is said."""
        for wait_s in (DONE_AFTER_S, PATIENCE_S):
            if self.wait(lambda state: state["ply"] >= scene.ply or state["question"], wait_s):
                return self._answered(scene)
            self.done += 1
            self.page.locator("[data-say=done]").click()
        return False

    def _answered(self, scene: Scene) -> bool:
        question = self.state()["question"]
        if question:
            actions = [choice["action"] for choice in question["choices"]]
            self.page.locator("#choices button").nth(actions.index(scene.action)).click()
        return self.wait(lambda state: state["ply"] >= scene.ply)


def game_for(state: dict[str, Any], seed: int) -> tuple[dict[str, str], list[Scene]]:
    """A game that is, or can become, the one at this table: what it was begun with, and its plays."""
    chosen = {"variant": state["variant"], "deck": state["deck"]} if state["game"] == "tac" else {}
    ply = state["ply"]
    for one in count(seed):
        settings, scenes = rehearse(state["game"], chosen, one)
        if (scenes[ply].seat, scenes[ply].before) == (state["seat"], state["picture"]):
            return settings, scenes[ply:]
    raise AssertionError


def play(url: str, seed: int, most: int) -> bool:
    """One game by clicks; whether it came to its end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
        page.goto(url)
        page.wait_for_selector("#marbles .marble")
        begun = asked(url, "state")["state"]
        settings, scenes = game_for(begun, seed)
        player = Player(page, url, at_table(begun["game"]).at_table(settings).layout)
        since, told = time.monotonic(), 0
        for told, scene in enumerate(scenes[:most]):  # noqa: B007
            if not scene.is_said and not player.state()["question"]:
                player.lay(scene.card)
            player.move(scene)
            is_told = player.settle(scene)
            player.listen()
            if not is_told:
                print(f"play {scene.ply} was not told: {scene.seat} {scene.card} {scene.action}", file=sys.stderr)
                break
        else:
            told = min(most, len(scenes))
        lasted = time.monotonic() - since
        if told == len(scenes):
            player.wait(lambda state: state["winner"] or state["draw"])
        state = player.state()
        browser.close()
    _report(player, scenes[:told], lasted, state)
    return told == len(scenes) and bool(state["winner"] or state["draw"])


def _report(player: Player, scenes: Sequence[Scene], lasted: float, state: dict[str, Any]) -> None:
    facts = [fact for _, fact in sorted(player.facts.items())]
    kinds = [fact["type"] for fact in facts]
    stands = Told.of(facts).stands  # of the whole game, those before these plays too
    right = sum([move["action"] for move in stands[scene.ply - 1 : scene.ply]] == [scene.action] for scene in scenes)
    print(f"{len(scenes)} plays, {right} as meant, done {player.done}, questions {kinds.count('question')}, "
          f"rules {kinds.count('violation')}, {lasted / max(len(scenes), 1):.2f} s a play, "
          f"won by {state['winner'] or '-'}")  # fmt: skip


def main() -> int:
    words = sys.argv[1:]
    rest = words[words.index("--") + 1 :] if "--" in words else []
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--plies", type=int, default=10_000)
    parser.add_argument("--url", help="a page that is open already")
    args = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    with contextlib.nullcontext(args.url) if args.url else companion_at_work(rest) as url:
        return 0 if play(url, args.seed, args.plies) else 1


if __name__ == "__main__":
    sys.exit(main())
