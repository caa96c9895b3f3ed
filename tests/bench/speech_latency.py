"""How long from the offer of an utterance to its first sample, and from a touch to silence.

    python tests/bench/speech_latency.py [RUNS]

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
from companion.speech.desk import SpeechDesk
from companion.speech.live import LiveDesk
from companion.speech.pyttsx3_voice import Pyttsx3Voice
from companion.speech.wording import Wording

RUNS = 30
SPEAKS_S = 0.4
"""So long each utterance is heard before it is cut."""
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


def row(name, values):
    """One line of the table, in ms."""
    ordered = sorted(1000 * value for value in values)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return f"{name:<28}{statistics.median(ordered):8.1f}{p95:8.1f}{ordered[-1]:8.1f}"


def main():
    if lacking := missing():
        sys.exit(f"not installed: {lacking}")
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
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
