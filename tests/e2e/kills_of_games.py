"""The smaller games, killed in every phase: nothing is lost, what was told in private stays so, and the game goes on.

1. `tastkreis run --game NAME` with a virtual board, a log and a page. Hands lay cards, say ranks and move pieces over
its page; some players tell their hand in private. 2. It is killed with SIGKILL between two of these steps. 3. What was
announced is in the log, once and in order. 4. Started again with the same log it stands where the log has come to, each
phone reads the hand that its player told, nobody else does, and play goes on.
"""

import json
import urllib.error
import urllib.request
from collections import Counter
from random import Random

from companion.cli.private import hands_known
from companion.cli.tables import new_session
from companion.facts import KINDS
from companion.session.resume import resume
from companion.store.log import read_games
from companion.virtual.performance import Await, LayCard, MovePiece, SayDone, perform
from engine.registry import settings_of
from tests.e2e.whole_kills import Program
from tests.people.game_hands import PRIVATE, after, chosen, secrets_in

MOST_DOINGS = 5
"""So many doings between two kills."""


class GameEvening:
    """One log of one game that lives through many kills; `phases` counts what was awaited at each."""

    def __init__(self, folder, game, variant, seed):
        self.folder, self.log, self.lot = folder, folder / "evening.db", Random(f"{game}/{variant}/{seed}")
        self.words = ["--game", game, *(["--variant", variant] if variant else []), "--hands"]
        self._settings = game, {**settings_of(game).usual(), **({"variant": variant} if variant else {})}
        self.private = PRIVATE[game, variant] if self.lot.random() < 0.6 else ()
        self.phases = Counter()
        self.kills = self.announced = self.plays = 0
        self.is_over = False
        self._known, self._logged = [], []
        self._session = None

    def cut(self):
        """Starts, looks whether all is as it was, plays, is killed in the middle of it, and looks at the log."""
        program = Program(self.log, self.folder / f"{self.kills}.jsonl", *self.words)
        try:
            self._begin(program)
            for _ in range(self.lot.randrange(MOST_DOINGS)):
                self._do(program)
            if not self.is_over:
                self._do(program, is_cut=True)
        finally:
            program.end()
        self.kills += 1
        self._check_log(program)

    def go_on(self):
        """One more start without a kill: some more plays."""
        program = Program(self.log, self.folder / "last.jsonl", *self.words)
        try:
            self._begin(program)
            for _ in range(MOST_DOINGS):
                self._do(program)
        finally:
            program.end(is_killed=False)

    def _begin(self, program):
        program.wait(lambda: program.state.get("phase") in ("play", "question", "won"))
        if self._session is not None:
            self._check_state(program)
            return
        for text in self.private:
            assert program.post("api/say", text=text), program.lines
        self._game = new_session().games[self._settings[0]](self._settings[1])
        self._state, self._ply = self._told(self._game.begin(self._settings[1])), 0

    def _told(self, state):
        """The state with what was told in private."""
        for text in self.private:
            _, seat, cards = text.split()
            state = self._game.hand(state, seat, cards.split(","))
        return state

    def _read(self):
        """The session as the log alone tells it."""
        self._session = new_session()
        self.is_over = not resume(self._session, self._logged)
        if not self.is_over:
            self._state, self._ply = self._session.state, self._session.table.ply

    def _check_state(self, program):
        now, state = program.state, self._state
        told = (now["position"], now["ply"], now["seat"])
        assert told == (state.position, self._ply, state.seat), f"kill {self.kills}: {told}"
        lies = self._session.table.pile.cards
        assert (now["card"] or None) == (lies[-1].card if lies else None), f"kill {self.kills}: {now['card']}"
        own = hands_known(state, now["seats"])
        for seat in now["seats"]:
            read = hand_of(program, seat, len(now["seats"]))
            wanted = None if own.get(seat) is None else list(own[seat])
            assert read == wanted, f"kill {self.kills}: the phone of {seat} reads {read}"
        if self.private:
            assert not secrets_in(now["position"], self._known), f"kill {self.kills}: {now['position']}"

    def _do(self, program, is_cut=False):
        """One play, by hands and words; with `is_cut` only its first steps."""
        game, state, ply = self._game, self._state, self._ply
        scene = chosen(game, state, ply, self.lot)
        if scene is None:
            self.is_over = True
            return
        steps = [step for _, step in perform(game.layout, [scene], lot=self.lot, game=game)]
        if is_cut:
            awaited = game.awaits(state)
            self.phases[awaited.what or awaited.kind] += 1
            steps = steps[: self.lot.randrange(1, len(steps) + 1)]
        for step in steps:
            self._step(program, step, scene)
        if is_cut:
            return
        settle(program, ply, scene)
        self.plays += 1
        self._state, self._ply = after(game, scene), ply + 1
        assert program.state["position"] == self._state.position, (scene, program.state)

    def _step(self, program, step, scene):
        match step:
            case LayCard():
                program.post("api/say", text=f"card {step.seat} {step.card}")
            case SayDone():
                program.post("api/say", text="done")
            case MovePiece():
                what = {"index": step.index, **({"colour": step.colour} if step.is_down else {})}
                assert program.post(f"api/table/{'put' if step.is_down else 'lift'}", **what), (scene, program.lines)
            case Await():
                pass

    def _check_log(self, program):
        """Everything announced is in the log, in order; what was there before is as it was."""
        self._logged = facts = read_games(self.log)[-1]
        found = [fact.event(0) for fact in facts]
        assert found[: len(self._known)] == self._known, f"kill {self.kills}: what was there has changed"
        new = [event for event in found[len(self._known) :] if event["type"] in KINDS]
        told = [{**event, "n": 0} for event in program.announced()]
        assert new[: len(told)] == told, f"kill {self.kills}: announced and not there, or there twice"
        self._known, self.announced = found, self.announced + len(told)
        self._read()


def settle(program, ply, scene):
    """Waits until the play counts: a question is answered with what was played, and "done" is said where it is
    needed."""
    said = []

    def is_there():
        now = program.state
        if now["ply"] > ply:
            return True
        if now["question"] is not None and "answer" not in said:
            said.append("answer")
            program.post("api/say", text=f"answer {scene.action}")
        elif len(said) < 2 and not said.count("done") and is_there.looks > 150:
            said.append("done")
            program.post("api/say", text="done")
        is_there.looks += 1
        return False

    is_there.looks = 0
    program.wait(is_there)


def hand_of(program, seat, seats):
    """What the phone of a seat reads, once all `seats` have an address; another one's secret opens nothing."""

    def all_addresses():
        found = [line for line in list(program.lines) if "for its phone alone" in line]
        return found if len(found) == seats else []

    addresses = program.wait(all_addresses)
    tokens = {line.split("hand of ")[1][0]: line.partition("#hand=")[2] for line in addresses}
    for other in set(tokens) - {seat}:
        assert read_hand(program, seat, tokens[other]) == 403
    return read_hand(program, seat, tokens[seat])["cards"]


def read_hand(program, seat, token):
    request = urllib.request.Request(f"{program.url}api/hand/{seat}", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code
