"""What page and voice tell, and when, over a whole game: a real voice at a real-time sink, the page in Chromium.

    python tests/bench/page_and_voice.py [--game tac] [--variant duel] [--seed 2] [--speed 3] [--no-wait]

A demonstration is played; Chromium tells each change of its page with its time. Three things are compared: each
sentence against the line of the page that shows it, and against the live region that a screen reader reads out; each
play as the page shows it (where the pieces stand) against the sentence that names it; and who has won. Seconds; what is
told on one side only is listed, but for plays that a sentence counts: of more than nine in one go some are counted, as
hands far quicker than a person's bring about. Exit status 1 if anything is listed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "speech"))

from null_sink import NullSink, missing
from playwright.sync_api import sync_playwright

from companion.cli.tables import colours_on, new_session
from companion.facts import Fact
from companion.inputs import Said
from companion.speech.brief import forms
from companion.speech.memory import Memory
from companion.speech.settings import Style
from companion.speech.wording import Wording

CHROMIUM = "/usr/bin/chromium"
COMMAND = str(Path(sys.executable).parent / "tastkreis")
LONGEST_S = 1800
WATCH = """() => {
  window.seen = [];
  const tell = (what, text) => window.seen.push([Date.now() / 1000, what, text]);
  const watch = (id, what, read) => {
    const node = document.getElementById(id);
    const changes = {childList: true, subtree: true, characterData: true};
    new MutationObserver(() => tell(what, read(node))).observe(node, changes);
  };
  watch("live", "live", (node) => node.textContent.replace(/\\u00a0$/, ""));
  watch("log", "log", (node) => node.firstChild?.dataset.said ?? "");
  watch("turn", "turn", (node) => node.textContent);
  watch("standing", "standing", (node) => node.innerText);
}"""


class Tail(threading.Thread):
    """Reads events as they are written, each with the time at which it was there."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.events, self.is_over = path, [], threading.Event()

    def run(self):
        while not self.path.exists():
            time.sleep(0.01)
        with self.path.open(encoding="utf-8") as file:
            rest = ""
            while not self.is_over.is_set():
                now, more = time.time(), file.read()
                *whole, rest = (rest + more).split("\n")
                self.events += [(now, json.loads(line)) for line in whole if line]
                if not more:
                    time.sleep(0.002)


def perform(args, folder, environment):
    """The events with their times, and what the page showed with its times."""
    events = folder / "events.jsonl"
    words = ["demo", "--game", args.game, "--seed", str(args.seed), "--speed", str(args.speed), "--language",
             args.language, "--http", "127.0.0.1:0", "--events", str(events), *args.more]  # fmt: skip
    process = subprocess.Popen([COMMAND, *words], stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
    tail = Tail(events)
    tail.start()
    url = next(found.group() for line in process.stderr if (found := re.search(r"http://\S+", line)))
    threading.Thread(target=process.stderr.read, daemon=True).start()
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
            page = browser.new_page()
            page.goto(f"{url}?lang={args.language}")
            page.wait_for_selector("#marbles .marble")
            page.evaluate(WATCH)
            since, end = time.time(), time.monotonic() + LONGEST_S
            while process.poll() is None:
                page.wait_for_timeout(200)
                if time.monotonic() > end:
                    sys.exit("the game did not end")
            seen = page.evaluate("() => window.seen")
            browser.close()
    finally:
        process.terminate()
        process.wait()
        tail.is_over.set()
    return since, [(t, event) for t, event in tail.events if t >= since], tail.events, seen


def delays(spoken, shown):
    """(seconds from each sentence to the page, what the page never showed): each change of the page is used once."""
    out, lost, left = [], [], list(shown)
    for t, text in spoken:
        found = next((one for one in left if one[1] == text and one[0] > t - 1), None)
        if found is None:
            lost.append(text)
        else:
            left.remove(found)
            out.append(found[0] - t)
    return out, lost


def plays(wording, events, since, seen):
    """(seconds from the page to the sentence that names the play, plays that no sentence names)."""
    out, lost, memory, used = [], [], Memory(), {}
    spoken = [(t, event["text"]) for t, event in events if event["type"] == "speech" and event["spoken"] == "started"]
    pictures = [t for t, what, _ in seen if what == "standing"]
    for t, event in events:
        memory = memory.after(Fact(event["type"], event["t"], event))
        if event["type"] != "move" or t < since:
            continue
        told = tuple(form.rstrip(".").casefold() for form in forms(wording.phrase, memory.plays[-1], Style.FULL))
        said = next((at for at, text in spoken if at >= t - 0.05 and at > used.get(told, 0)
                     and any(form in text.casefold() for form in told)), None)  # fmt: skip
        if said is None:
            lost.append(told[0])
            continue
        used[told] = said
        shown = next((at for at in pictures if at >= t - 0.05), t) if event.get("moved") else t
        out.append(said - shown)
    return out, lost


def counted(wording, events):
    """How many plays sentences count without naming them."""
    marks = {n: wording.phrase.say("say.meanwhile_many", n=n, parts="").strip().casefold() for n in range(1, 100)}
    said = [event for _, event in events if event["type"] == "speech" and event["spoken"] == "started"]
    return sum(n for event in said for n, mark in marks.items() if mark in event["text"].casefold())


def row(name, values):
    ordered = sorted(values) or [0.0]
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return (f"| {name} | {len(values)} | {statistics.median(ordered):.2f} s | {p95:.2f} s | {ordered[-1]:.2f} s |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="tac")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--speed", type=float, default=3.0)
    parser.add_argument("--language", default="de")
    args, args.more = parser.parse_known_args()
    if lacking := missing():
        sys.exit(f"not installed: {lacking}")
    sink = NullSink()
    try:
        with tempfile.TemporaryDirectory() as folder:
            since, events, every, seen = perform(args, Path(folder), sink.environment)
    finally:
        sink.close()
    session = new_session()
    session.take(Said(0.0, f"game {args.game}"))
    layout = session.game.layout.name
    wording = Wording(args.language, None, colours_on(layout))
    spoken = [(t, event["text"]) for t, event in events if event["type"] == "speech" and event["spoken"] == "started"]
    print(f"{args.game}, seed {args.seed}, {sum(event['type'] == 'move' for _, event in events)} plays")
    print("| | how many | median | 95 % | longest |\n| --- | --- | --- | --- | --- |")
    lines, unshown = delays(spoken, [(t, text) for t, what, text in seen if what == "log"])
    print(row("sentence to its line on the page", lines))
    read, unread = delays(spoken, [(t, text) for t, what, text in seen if what == "live"])
    print(row("sentence to the live region", read))
    named, unnamed = plays(wording, every, since, seen)
    print(row("play on the page to the sentence that names it", named))
    won = next((t for t, event in events if event["type"] == "won"), None)
    if won is not None:
        shown = next((t for t, what, _ in seen if what == "turn" and t >= won - 0.05), None)
        said = next((t for t, text in spoken if t >= won and text), None)
        if shown and said:
            print(row("win on the page to the sentence that tells it", [said - shown]))
    many = counted(wording, events)
    uncounted = unnamed if len(unnamed) > many else []
    print(f"counted, not named: {many}")
    lists = (("no line on the page", unshown), ("not in the live region", unread), ("not named", uncounted))
    for name, lost in lists:
        print(f"{name}: {lost or 'nothing'}")
    sys.exit(1 if any(lost for _, lost in lists) else 0)


if __name__ == "__main__":
    main()
