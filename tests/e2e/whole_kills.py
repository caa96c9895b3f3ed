"""The whole program under load, killed at random moments: what it announced is there after the next start.

1. `tastkreis run` with a virtual board, a log and events. Hands play over its page as fast as it takes them: cards,
touches, half moves, language, pace, takebacks, questions. 2. It is killed with SIGKILL in the middle of that. 3. Every
fact that was announced has to be in the log, once and in order, and nothing that was there before may have changed.
4. The next start, without the names, goes on: position, ply, seat, language, names, and the card that lay there, are
those of before.
"""

import contextlib
import json
import random
import subprocess
import threading
import time
import urllib.request

from companion.facts import KINDS, Fact
from companion.store.log import read_games
from engine.tac.board.holes import LAYOUT
from engine.tac.game import TacGame
from tests.e2e.table_program import COMMAND

PATIENCE_S = 120.0
LONGEST_S = 0.7
PLAYS = 4
LOOKS, LOOK_S = 50, 0.1
TOUCH_S = 0.06
"""A board does not see what lasts shorter than 20 ms."""
LANGUAGES, PACES, SEATS = ("de", "en", "fr"), ("quick", "normal", "slow"), "ABCD"
POSITION = "A:00,17,y,y B:16,33,y,y C:32,49,y,y D:01,48,y,y"
CARDS = ("1", "2", "3", "4", "5", "6", "8", "9", "10", "12", "13", "7", "trickster", "tac")


class Program:
    """One run of the program on this log. `words`: further options."""

    def __init__(self, log, events, *words):
        self.events_path, self.lines = events, []
        words = ["run", "--board", "virtual", "--log", str(log), "--events", str(events), "--http", "127.0.0.1:0",
                 "--speech", "none", "--phones", "rule", *words]  # fmt: skip
        self.process = subprocess.Popen([COMMAND, *words], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self.wait(lambda: next((x.split()[-1] for x in self.lines if "http://" in x), ""))

    def _read(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip())

    def wait(self, is_so):
        end, pause = time.monotonic() + PATIENCE_S, threading.Event()
        while not (found := is_so()):
            pause.wait(0.02)
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {self.lines}"
            assert time.monotonic() < end, f"it did not happen: {self.lines[-5:]}"
        return found

    @property
    def state(self):
        with urllib.request.urlopen(self.url + "api/state", timeout=60) as answer:
            return json.load(answer)["state"]

    def post(self, path, **data):
        """Whether it was done; False for a refusal, and when the program is gone."""
        headers = {"Content-Type": "application/json", "Origin": self.url[:-1]}
        request = urllib.request.Request(self.url + path, json.dumps(data).encode(), headers)
        with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status == 200
        return False

    def announced(self):
        """The events so far; a line that was cut off is left out."""
        whole = self.events_path.read_bytes().rpartition(b"\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def end(self, is_killed=True):
        """Kills it, or asks it to end."""
        self.process.kill() if is_killed else self.process.terminate()
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        self.process.stderr.close()
        assert not any("Traceback" in line or "internal fault" in line for line in self.lines), self.lines


class Evening:
    """One log that lives through many kills."""

    def __init__(self, folder, seed):
        self.folder, self.lot, self.log = folder, random.Random(seed), folder / "evening.db"
        self.kills = self.announced = self.laid = 0
        self._known = []
        self._before = None

    def cut(self):
        """Starts, looks whether all is as it was, plays under load, kills, and looks whether all is there."""
        program = self._started(f"{self.kills}.jsonl")
        try:
            self._check_state(program)
            self._play_until_cut(program)
        finally:
            program.end()
        self.kills += 1
        self._check_log(program)

    def _started(self, events):
        words = ["--position", POSITION, *([] if self.log.exists() else ["--names", "A=Anna"])]
        return Program(self.log, self.folder / events, *words)

    def _play_until_cut(self, program):
        stopped = threading.Event()
        hands = [threading.Thread(target=self._hands, args=(program, stopped, self.lot.random())) for _ in range(2)]
        for each in hands:
            each.start()
        stopped.wait(self.lot.uniform(0.02, LONGEST_S))
        program.process.kill()
        stopped.set()
        for each in hands:
            each.join(PATIENCE_S)

    def _hands(self, program, stopped, seed):
        lot = random.Random(seed)
        while not stopped.is_set():
            what = lot.random()
            if what < 0.45:
                program.post("api/say", text=f"card {lot.choice(SEATS)} {lot.choice(CARDS)}")
            elif what < 0.75:
                if program.post("api/table/lift", index=(here := lot.randrange(LAYOUT.size))):
                    for seat in SEATS:
                        there = lot.choice((here, lot.randrange(LAYOUT.size)))
                        program.post("api/table/put", index=there, colour=seat)
            else:
                says = ("done", "takeback", f"language {lot.choice(LANGUAGES)}", "overrule board", "overrule play-on",
                        f"pace {lot.choice(SEATS)} {lot.choice(PACES)}", "answer 1")  # fmt: skip
                program.post("api/say", text=lot.choice(says))

    def _check_log(self, program):
        """Everything announced is in the log, in order; what was there before is as it was."""
        events = program.announced()
        (game,) = read_games(self.log)
        found = [fact.event(0) for fact in game]
        assert found[: len(self._known)] == self._known, f"kill {self.kills}: what was there has changed"
        new = [event for event in found[len(self._known) :] if event["type"] in KINDS]
        told = [{**event, "n": 0} for event in events]
        assert new[: len(told)] == told, f"kill {self.kills}: announced and not there, or there twice"
        self._known, self.announced = found, self.announced + len(told)
        self._before = game

    def _check_state(self, program):
        """After the start the game stands where it stood, but for what has been told since."""
        if self._before is None:
            return
        assert program.state["names"] == {"A": "Anna"}, f"kill {self.kills}: {program.state['names']}"
        for _ in range(LOOKS):
            events, state = program.announced(), program.state
            facts = [Fact(event["type"], event["t"], event) for event in events]
            wanted = expected([*self._before, *facts])
            wrong = {key: (value, state[key]) for key, value in wanted.items() if state[key] != value}
            if not wrong:
                break
            threading.Event().wait(LOOK_S)  # a fact may just be on its way into the file
        assert not wrong, f"kill {self.kills}: wanted and found: {wrong}; told since the start: {events}"
        self.laid += expected(self._before).get("card") is not None

    def play_on(self):
        """The game can still be played, first with the card that lies there."""
        program = self._started("last.jsonl")
        try:
            self._check_state(program)
            program.wait(lambda: program.state["phase"] == "play")
            for _ in range(PLAYS):
                play_one(program)
        finally:
            program.end(is_killed=False)


def play_one(program):
    """Plays the card that lies there, or lays one: a legal action, done by hand on the virtual table."""
    state = program.state
    ply, card = state["ply"], state["card"]
    if card is None:
        card = next((one for one in CARDS if options(state, one)), CARDS[0])
        assert program.post("api/say", text=f"card {state['seat']} {card}"), program.lines
    found = options(state, card)
    if found:
        game, before, option = found[0]
        move(program, before.picture, game.play(before, option).picture)
    program.post("api/say", text="done")
    question = program.wait(lambda: (now := program.state)["ply"] > ply or now["question"])
    if isinstance(question, dict):
        assert program.post("api/say", text=f"answer {question['choices'][0]['action']}")
        program.wait(lambda: program.state["ply"] > ply)


def options(state, card):
    """What the rules allow with this card, as far as it shows on the board: the game, its state, and the option."""
    game = TacGame()
    before = game.begin({"variant": state["variant"], "deck": state["deck"], "first": state["seat"],
                         "position": state["position"]})  # fmt: skip
    found = ((game, before, option) for option in game.options(before, card))
    return [each for each in found if game.play(before, each[2]).picture != before.picture]


def move(program, before, after):
    """Takes all pieces that move off the table, and puts them where they belong."""
    holes, per_yard = len(LAYOUT.holes), LAYOUT.places
    changed = [index for index in range(holes) if before[index] != after[index]]
    lifted = [index for index in changed if before[index] != "."]
    put = [(index, after[index]) for index in changed if after[index] != "."]
    places = program.state["table"]["places"]
    for yard, (was, will_be) in enumerate(zip(before[holes:], after[holes:], strict=True)):
        indices = range(holes + yard * per_yard, holes + (yard + 1) * per_yard)
        change = int(will_be) - int(was)
        lifted += [index for index in indices if places[index]][: max(0, -change)]
        put += [(index, SEATS[yard]) for index in indices if not places[index]][: max(0, change)]
    for index in lifted:
        assert program.post("api/table/lift", index=index)
    threading.Event().wait(TOUCH_S)
    for index, colour in put:
        assert program.post("api/table/put", index=index, colour=colour)
    threading.Event().wait(TOUCH_S)


def expected(game):
    """What the public state has to say after a restart, by the facts of the log alone."""
    wanted = {"ply": 0, "language": "de", "card": None}
    for fact in game:
        data = fact.data
        if fact.kind == "move":
            wanted["ply"] += 1
        elif fact.kind == "takeback":
            wanted["ply"] -= 1
        elif fact.kind == "revised":
            wanted["ply"] = data["ply"] - 1 + len(data["moves"])
        elif fact.kind == "card":
            wanted["card"] = data["card"]
        elif fact.kind == "violation":
            wanted.pop("card", None)  # whether that card was refused does not matter here
        elif fact.kind == "language":
            wanted["language"] = data["language"]
        if fact.kind in ("move", "takeback", "revised", "ruling"):
            wanted["card"] = None
        if "position" in data and fact.kind in ("move", "takeback", "revised", "setup", "ruling"):
            wanted["position"] = data["position"]
    return wanted
