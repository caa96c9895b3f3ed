"""How long from the offer of an utterance to its first sample, and from a touch to silence.

    python tests/bench/speech_latency.py [RUNS] [--queries [LANGUAGE]]

With `--queries` every query there is, asked in silence and in the middle of other speech, which gives way to it; in
every language, or in one.
Measured at the monitor of a PulseAudio null sink that plays in real time: a real sound card adds its own buffer.
"""

import argparse
import os
import statistics
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "speech"))

from null_sink import NullSink, missing, wait_until

from companion.cli import run
from companion.cli.opening import opened
from companion.cli.stopping import Stopping
from companion.facts import Fact
from companion.speech.catalogue import LANGUAGES
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


def measure_queries(language):
    """Seconds from each question to the first sample of its answer: in silence, and while something else is said. Asked
    at a real table: TAC with pieces on the ring and a hand that one seat hears in its ear; TACTIX for its dice."""
    quiet, busy = {}, {}
    for options, asked in TABLES:
        sink = NullSink()
        os.environ.update(sink.environment)
        try:
            with table("--language", language, *options) as live:
                for query in asked():
                    quiet[query] = answered(live, sink, query, is_busy=False)
                    busy[query] = answered(live, sink, query, is_busy=True)
        finally:
            sink.close()
    return quiet, busy


def queries():
    """Every query there is, with what it is asked about, and one that nobody knows."""
    named = sorted({*OF_TABLE, *OF_EVENING, "board", "question", "status"})
    return [*(ASKED_OF.get(name, name) for name in named), *(f"{name} A" for name in sorted(OF_SEAT)), "can A", "kugel"]


HAND = "1,7,13,trickster,8"
TABLES = (
    (("--position", POSITION, "--audio", "A=pulse:null"), queries),
    (("--game", "tactix"), lambda: ["reach c1", "reach e1", "hole c1"]),
)


@contextmanager
def table(*options):
    """A running table with a real voice, in the middle of a game."""
    parser = argparse.ArgumentParser()
    run.configure(parser)
    args = parser.parse_args(["--no-http", "--cards", "told", *options])
    with Stopping() as args.stopping, opened(args, "virtual", "") as live:
        thread = threading.Thread(target=live.run, daemon=True)
        thread.start()
        assert live.wait_for(lambda state: state.get("phase") == "play", 60)
        if live.session.game.name == "tac":
            live.submit(f"hand A {HAND}", "button")
        yield live
        live.stop()
        thread.join()


def answered(live, sink, query, is_busy):
    """Seconds from a question to the first sample of its answer."""
    live.submit("stop", "button")
    sink.listen(1.0 if is_busy else 0.3)  # a touch of the key stop silences for a while
    if is_busy:
        live.desk.say(OTHER, live.clock(), priority=Priority.NOW)
        sink.first_sound_after(time.monotonic())
        sink.listen(SPEAKS_S)
    begun = []

    def hear(fact, number):
        if fact.kind == "speech" and fact.data["spoken"] == "started":
            begun.append(time.monotonic())

    live.publisher.wire(hear)
    offered = time.monotonic()
    live.submit(f"ask {query}", "button")
    wait_until(lambda: begun)
    # What was being said has given way by now: what is heard from here on is the answer.
    return sink.first_sound_after(begun[0]) - offered


def row(name, values):
    """One line of the table, in ms."""
    ordered = sorted(1000 * value for value in values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{name:<28}{statistics.median(ordered):8.1f}{p95:8.1f}{ordered[-1]:8.1f}"


def tell_queries(language):
    """Prints how soon questions are answered in this language."""
    quiet, busy = measure_queries(language)
    print(f"{f'ms, {language}, {len(quiet)} queries':<28}{'median':>8}{'p95':>8}{'max':>8}")
    print(row("in silence", quiet.values()))
    print(row("in the middle of speech", busy.values()))
    slow = [(query, round(1000 * took)) for query, took in [*quiet.items(), *busy.items()] if took > LIMIT_S]
    print(f"slower than {1000 * LIMIT_S:.0f} ms: {slow or 'none'}", flush=True)


def main():
    if lacking := missing():
        sys.exit(f"not installed: {lacking}")
    words = [word for word in sys.argv[1:] if word != "--queries"]
    runs = next((int(word) for word in words if word.isdecimal()), RUNS)
    if "--queries" in sys.argv:
        for language in [word for word in words if word in LANGUAGES] or LANGUAGES:
            tell_queries(language)
        return
    sink = NullSink()
    os.environ.update(sink.environment)
    try:
        to_sound, to_silence, to_fact = measure(sink, runs)
    finally:
        sink.close()
    print(f"{'ms, ' + str(runs) + ' runs':<28}{'median':>8}{'p95':>8}{'max':>8}")
    print(row("offer to first sample", to_sound))
    print(row("touch to last sample", to_silence))
    print(row("touch to `cut` event", to_fact))


if __name__ == "__main__":
    main()
