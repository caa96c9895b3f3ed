"""How long from the offer of an utterance to its first sample, and from a touch to silence.

    python tests/bench/speech_latency.py [RUNS] [--queries]

With `--queries` every query there is, asked in silence and in the middle of other speech, which gives way to it.
Measured at the monitor of a PulseAudio null sink that plays in real time: a real sound card adds its own buffer.
"""

import os
import statistics
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "speech"))

from null_sink import NullSink, missing, wait_until

from companion.facts import Fact
from companion.speech.describe import OF_EVENING, OF_SEAT, OF_TABLE
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.utterance import Priority
from companion.speech.wording import Wording

RUNS = 30
SPEAKS_S = 0.4
"""So long each utterance is heard before it is cut."""
LIMIT_S = 0.2
OTHER = "Das ist ein langer Satz, der von nichts handelt und noch lange nicht zu Ende ist, wenn jemand etwas fragt"
ASKED_OF = {"hole": "hole 17", "far": "far 5 17", "last": "last 3"}
POSITION = "A:05,17,A4,y B:09,40,B3,B4 C:32*,y,y,y D:01,48,D3,D4"


def measure(sink, runs):
    """Seconds from offer to sound and from touch to silence, per run; without and with an earcon's lead."""
    heard = []
    desk = LiveDesk(SpeechDesk(Wording("de"), Pyttsx3Voice(), heard.append), time.monotonic)
    desk.hear(Fact("setup", time.monotonic(), {"position": POSITION}))
    to_sound, to_silence, to_fact = [], [], []
    for number in range(runs):
        desk.obey("stop", time.monotonic())
        threading.Event().wait(0.15 + 0.007 * number)  # not in step with the recorder's chunks
        offered = time.monotonic()
        desk.ask("position", offered)
        to_sound.append(sink.first_sound_after(offered) - offered)
        sink.listen(SPEAKS_S)
        count = len(heard)
        touched = time.monotonic()
        desk.hear(Fact("lift", touched, {"cell": "05"}))
        wait_until(lambda count=count: len(heard) > count)
        to_fact.append(time.monotonic() - touched)
        sink.listen(0.2)
        to_silence.append(max(0.0, sink.last_sound() - touched))
    desk.close()
    return to_sound, to_silence, to_fact


def measure_queries(sink):
    """Seconds from each question to the first sample of its answer: in silence, and while something else is said."""
    heard = []
    desk = LiveDesk(SpeechDesk(Wording("de"), Pyttsx3Voice(), lambda fact: heard.append((time.monotonic(), fact))),
                    time.monotonic)  # fmt: skip
    for fact in known():
        desk.hear(Fact(fact.kind, time.monotonic(), fact.data))
    queries = sorted(name for name in (*OF_TABLE, *OF_EVENING, "board", "question"))
    asked = [ASKED_OF.get(name, name) for name in queries] + [f"{name} A" for name in sorted(OF_SEAT)]
    quiet, busy = {}, {}
    for query in asked:
        for found, is_busy in ((quiet, False), (busy, True)):
            desk.obey("stop", time.monotonic())
            sink.listen(1.0 if is_busy else 0.2)  # a touch of the key stop silences for a while
            if is_busy:
                desk.say(OTHER, time.monotonic(), priority=Priority.NOW)
                sink.first_sound_after(time.monotonic())
                sink.listen(SPEAKS_S)
            count, offered = len(heard), time.monotonic()
            desk.ask(query, offered)
            wait_until(lambda count=count: any(fact.data["spoken"] == "started" for _, fact in heard[count:]))
            began = next(at for at, fact in heard[count:] if fact.data["spoken"] == "started")
            found[query] = sink.first_sound_after(began) - offered
    desk.close()
    return quiet, busy


def known():
    """What a table knows of its evening: where pieces stand, and a play."""
    from told import told

    ring = [f"{number:02d}" for number in range(64)]
    homes = [f"{seat}{number}" for seat in "ABCD" for number in range(1, 5)]
    game = Fact("game", 0.0, {"cells": [*ring, *homes], "heaps": [f"{seat}y" for seat in "ABCD"]})
    after = POSITION.replace("A:05", "A:08")
    move = Fact("move", 1.0, {"seat": "A", "card": "3", "action": "05-08", "position": after})
    return [game, *told([Fact("setup", 0.0, {"position": POSITION}), move])]


def row(name, values):
    """One line of the table, in ms."""
    ordered = sorted(1000 * value for value in values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{name:<28}{statistics.median(ordered):8.1f}{p95:8.1f}{ordered[-1]:8.1f}"


def main():
    if lacking := missing():
        sys.exit(f"not installed: {lacking}")
    words = [word for word in sys.argv[1:] if word != "--queries"]
    runs = int(words[0]) if words else RUNS
    sink = NullSink()
    os.environ.update(sink.environment)
    try:
        if "--queries" in sys.argv:
            quiet, busy = measure_queries(sink)
            print(f"{'ms, ' + str(len(quiet)) + ' queries':<28}{'median':>8}{'p95':>8}{'max':>8}")
            print(row("in silence", quiet.values()))
            print(row("in the middle of speech", busy.values()))
            slow = {query: round(1000 * took) for query, took in [*quiet.items(), *busy.items()] if took > LIMIT_S}
            print(f"slower than {1000 * LIMIT_S:.0f} ms: {slow or 'none'}")
            return
        to_sound, to_silence, to_fact = measure(sink, runs)
    finally:
        sink.close()
    print(f"{'ms, ' + str(runs) + ' runs':<28}{'median':>8}{'p95':>8}{'max':>8}")
    print(row("offer to first sample", to_sound))
    print(row("touch to last sample", to_silence))
    print(row("touch to `cut` event", to_fact))


if __name__ == "__main__":
    main()
