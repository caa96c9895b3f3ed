"""How much of a quick game is heard: every style at several paces, with a real voice at a sink that plays in real time.

    python tests/bench/quick_play.py [--plays 40] [--pace 3.5 --pace 1.8 --pace 1.3] [--style short] [--language de]
        [--fast | --wav]

The plays are those of a demonstration game, with its cards, touches and turns, one every so many seconds. A play counts
as told when a sentence that names it has been heard to its end. Lag: from the play to the beginning of that sentence,
in seconds and in plays settled meanwhile. Speech a play: the sound of all sentences, divided among the plays.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "speech"))

from null_sink import NullSink, missing

from companion.facts import Fact
from companion.speech.brief import forms
from companion.speech.desk import SpeechDesk
from companion.speech.earcon import lead_in
from companion.speech.live import LiveDesk
from companion.speech.memory import Memory
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.settings import Settings, Style
from companion.speech.voices import TimedVoice
from companion.speech.wording import Wording

ROOT = Path(__file__).parents[2]
COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
LAST_WORDS_S = 12.0
SAMPLE_RATE = 22050


def game(plays, seed, deck="basic"):
    """The facts of a demonstration game up to this many plays, without those of its voice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.jsonl"
        command = ["demo", "--clock", "fast", "--no-wait", "--speech", "none", "--seed", str(seed), "--deck", deck,
                   "--plies", str(plays), "--events", str(path)]  # fmt: skip
        start = "import sys; from companion.cli import main; sys.exit(main(sys.argv[1:]))"
        subprocess.run([sys.executable, "-c", start, *command], cwd=ROOT, check=True, capture_output=True)
        events = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    facts = []
    for event in events:
        t, kind = event.pop("t"), event.pop("type")
        event.pop("n")
        if kind not in ("speech", "board"):
            facts.append(Fact(kind, t, event))
    return facts


def paced(facts, pace_s):
    """The same facts with one play every `pace_s` seconds; what comes between two plays keeps its share of the time."""
    out, before, began, count = [], [], 0.0, 0
    for fact in facts:
        before.append(fact)
        if fact.kind != "move":
            continue
        span = (fact.t - began) or 1.0
        out += [Fact(one.kind, pace_s * (count + max(0.0, one.t - began) / span), one.data) for one in before]
        before, began, count = [], fact.t, count + 1
    return out


def perform(facts, style, language):
    """Speech facts with their real times, and when each play was told to the voice."""
    heard, settled = [], []
    wording = Wording(language, None, COLOURS)
    start = time.monotonic()

    def clock():
        return time.monotonic() - start

    settings = Settings(style=style)
    desk = LiveDesk(SpeechDesk(wording, Pyttsx3Voice(), heard.append, settings=settings), clock)
    memory, pause = Memory(), threading.Event()
    for fact in facts:
        pause.wait(max(0.0, fact.t - clock()))
        now = clock()
        desk.hear(Fact(fact.kind, now, fact.data))
        memory = memory.after(fact)
        if fact.kind == "move":
            settled.append((now, forms(wording.phrase, memory.plays[-1], Style.FULL)))
    pause.wait(LAST_WORDS_S)
    desk.close()
    return heard, settled


class MadeVoice(TimedVoice):
    """A timed voice that takes exactly as long as the sound that eSpeak NG makes of each text."""

    def __init__(self):
        super().__init__()
        self._made, self._folder, self._known = Pyttsx3Voice(), tempfile.mkdtemp(), {}

    def start(self, text, language, earcon=None):
        key = text, language, self._settings.rate(language), earcon
        if key not in self._known:
            self._made.tune(self._settings)
            words = self._made.render(text, language, Path(self._folder) / "one.wav") if text else 0.0
            self._known[key] = words + len(lead_in(0, earcon, SAMPLE_RATE)) / 2 / SAMPLE_RATE
        return self._known[key]


def simulated(facts, style, language, voice=TimedVoice):
    """The same at a clock of its own, with the time that speaking is estimated to take."""
    heard, settled, memory = [], [], Memory()
    wording = Wording(language, None, COLOURS)
    desk = SpeechDesk(wording, voice(), heard.append, settings=Settings(style=style))
    for fact in facts:
        while (due := desk.next_deadline()) is not None and due <= fact.t:
            desk.tick(due)
        desk.hear(fact)
        memory = memory.after(fact)
        if fact.kind == "move":
            settled.append((fact.t, forms(wording.phrase, memory.plays[-1], Style.FULL)))
    desk.tick(facts[-1].t + LAST_WORDS_S)
    return heard, settled


def spoken(heard):
    """(began, ended, text, whether it was heard to its end) of each sentence."""
    out, began = [], None
    for fact in heard:
        if fact.data["spoken"] == "started":
            began = fact.t
        elif began is not None:
            out.append((began, fact.t, fact.data["text"], fact.data["spoken"] == "finished"))
            began = None
    return out


def tells(text, told):
    """Whether a sentence names this play, in any of its forms."""
    return any(form.rstrip(".").lower() in text.lower() for form in told)


def measure(heard, settled, total):
    """One line of the table: share told, lag, sound a play."""
    said = spoken(heard)
    lags, behind, sound = [], [], [0.0] * len(settled)
    for number, (t, told) in enumerate(settled):
        first = next(((b, e) for b, e, text, is_whole in said if e > t and is_whole and tells(text, told)), None)
        if first is not None:
            lags.append(max(0.0, first[0] - t))
            behind.append(sum(1 for later, _ in settled[number + 1 :] if later <= first[0]))
    for began, ended, text, _ in said:
        named = [number for number, (t, told) in enumerate(settled) if t <= ended and tells(text, told)][-9:]
        nearest = min(range(len(settled)), key=lambda number: abs(settled[number][0] - began))
        for number in named or [nearest]:
            sound[number] += (ended - began) / len(named or [nearest])
    busy = sum(ended - began for began, ended, _, _ in said) / total
    return {"told": len(lags) / len(settled), "lag": statistics.median(lags), "lag95": quantile(lags),
            "most": max(lags), "behind": max(behind), "sound": statistics.median(sound), "busy": busy}  # fmt: skip


def quantile(values, share=0.95):
    """The value that this share of them does not pass."""
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plays", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--pace", type=float, action="append", default=[])
    parser.add_argument("--style", action="append", default=[])
    parser.add_argument("--language", default="de")
    parser.add_argument("--fast", action="store_true", help="without sound, by estimated lengths")
    parser.add_argument("--wav", action="store_true", help="without a sink, by the length of the sound that is made")
    args = parser.parse_args()
    is_played = not (args.fast or args.wav)
    if is_played and (lacking := missing()):
        sys.exit(f"not installed: {lacking}")
    facts, sink = game(args.plays, args.seed), NullSink() if is_played else None
    if sink is not None:
        os.environ.update(sink.environment)
    voice = MadeVoice if args.wav else TimedVoice
    print(f"{args.plays} plays, {args.language}")
    columns = ("style", "pace", "heard or summed up", "lag, median", "95 %", "longest", "plays behind", "speech a play",
               "speech fills")  # fmt: skip
    print(f"| {' | '.join(columns)} |\n{'| --- ' * len(columns)}|")
    try:
        for style in args.style or list(Style):
            for pace_s in args.pace or [3.5, 1.8, 1.3]:
                at_pace = paced(facts, pace_s)
                chosen = at_pace, Style(style), args.language
                heard, settled = perform(*chosen) if is_played else simulated(*chosen, voice)
                one = measure(heard, settled, at_pace[-1].t)
                print(f"| {style} | {pace_s:g} s | {one['told']:.0%} | {one['lag']:.2f} s | {one['lag95']:.2f} s | "
                      f"{one['most']:.2f} s | "
                      f"{one['behind']} | {one['sound']:.2f} s | {one['busy']:.0%} |", flush=True)  # fmt: skip
    finally:
        if sink is not None:
            sink.close()


if __name__ == "__main__":
    main()
