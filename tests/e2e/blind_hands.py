"""Hands that know the board only by what the voice says, in any language: one piece and a deck of cards. They drive a
simulated sensing board, wired anyhow."""

import json
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "calibration"))

from calibration_ear import Ear

from companion.speech.voices import estimate_s
from hardware.pins import load_pins, pins_text

COMMAND = str(Path(sys.executable).parent / "tastkreis")
PATIENCE_S = 120.0


def wired_anyhow(seed):
    """A pin map whose inputs were soldered in any order within their quarters."""
    data, lot = json.loads(pins_text()), random.Random(seed)
    for quarter in data["quarters"]:
        places = [place for register in quarter["registers"] for place in register["inputs"].values()]
        lot.shuffle(places)
        for register in quarter["registers"]:
            register["inputs"] = {pin: places.pop() for pin in register["inputs"]}
    return data


class Calibration:
    """`tastkreis calibrate ...` as a process; `said` is what its voice has said. `program`: the words that start it."""

    def __init__(self, *words, language="en", program=(COMMAND,)):
        self.language = language
        command = [*program, "calibrate", *map(str, words), "--language", language, "--speech", "print"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self.said, self.other = [], []
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self):
        for line in self.process.stderr:
            with self._news:
                heard = re.fullmatch(r"« (.*) »\n", line)
                (self.said if heard else self.other).append(heard[1] if heard else line.rstrip())
                self._news.notify_all()
        with self._news:
            self.said.append("")
            self._news.notify_all()

    def hear(self, number):
        """The sentence of this number; empty when the program has ended."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.said) > number, PATIENCE_S), (self.said[-3:], self.other)
            return self.said[number]

    def wait_for_more(self, number, seconds):
        with self._news:
            return self._news.wait_for(lambda: len(self.said) > number, seconds)

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        out = self.process.stdout.read()
        self.process.wait(timeout=PATIENCE_S)
        self._thread.join(timeout=PATIENCE_S)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        return self.process.returncode, out

    @property
    def speech_s(self):
        """Seconds of speech, had every sentence been heard out."""
        return sum(estimate_s(text) for text in self.said)


class Hands:
    """One piece and a deck. `dead`: places that never answer, which the hands find out by waiting."""

    def __init__(self, board, dead=()):
        self.board, self.dead = board, set(dead)
        self._at = None

    def put(self, place):
        if self._at is not None:
            self.board.do("magnet", self._at, False)
        self._at = place
        if place is not None and place not in self.dead:
            self.board.rest(0.15)  # no hand is faster
            self.board.do("magnet", place, True)

    def wire(self, calibration, most=None):
        """Follows `calibrate wiring` to its end, or so many sentences far."""
        number, ear = 0, Ear(calibration.language)
        while (text := calibration.hear(number)) and (most is None or number < most):
            number += 1
            if ear.request(text) == ("wiring_review", {}):
                self.board.do("press", "done", True)
                self.board.rest(0.1)
                self.board.do("press", "done", False)
            elif place := ear.place(text):
                self.put(place)
                if place in self.dead and not calibration.wait_for_more(number, 1.0):
                    calibration.type(ear.word("next"))
        self.put(None)

    def teach(self, calibration, deck, most=None):
        """Follows `calibrate cards`: lays each card that is asked for. `most`: so many of a kind; others are lost."""
        number, laid, ear = 0, {}, Ear(calibration.language)
        while text := calibration.hear(number):
            number += 1
            key, facts = ear.request(text) or ("", {})
            if key == "cards_ask":
                card = facts["card"]
                for tag in deck[card][: most or None]:
                    heard = len(calibration.said)
                    self.board.do("tag", "pit", [tag])
                    calibration.hear(heard)
                    self.board.do("tag", "pit", [])
                    self.board.rest(0.12)
                    laid[tag] = card
                if most and most < len(deck[card]):
                    calibration.type(ear.word("next"))
                number = max(number, len(calibration.said) - 1)
            elif key == "cards_review":
                calibration.type(ear.word("done"))
        return laid


def deck_of_tags(counts):
    """Tag ids of a deck: for each card as many as there are."""
    numbers = iter(range(0x04A1000001, 0x04A1FFFFFF))
    return {card: [f"{next(numbers):010X}" for _ in range(count)] for card, count in counts}


YARDS = [name for name in load_pins().index_order if "y" in name]
