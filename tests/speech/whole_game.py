"""A whole game as it is heard, a line a play, one file a language: `tests/golden/speech/game-de.txt` and so on.

The game is kept as it was played (`game.jsonl`): every card is in it, and a win that could have been answered. Run this
file to write the lines anew; then read the difference aloud.
"""

import json
from pathlib import Path

from told import told

from companion.facts import Fact
from companion.speech.announce import announce
from companion.speech.compose import compose
from companion.speech.memory import Memory
from companion.speech.settings import Settings
from companion.speech.wording import Wording

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
FOLDER = Path(__file__).parents[1] / "golden" / "speech"
LANGUAGES = ("de", "en", "fr")
TOLD = ("move", "turn", "won")


def played():
    """The facts of the game: with all cards, to its end."""
    lines = [json.loads(line) for line in (FOLDER / "game.jsonl").read_text(encoding="utf-8").splitlines()]
    return told([Fact(line.pop("type"), 0.0, line) for line in lines])


def heard(facts, language):
    """What a table hears that has time for everything, in the usual style."""
    wording, memory, waiting, lines = Wording(language, None, COLOURS), Memory(), [], []

    def tell():
        if waiting:
            lines.append(f"{memory.ply:4}  {compose(wording.phrase, waiting, 1e9, lambda text: 0.0).text}")
            waiting.clear()

    for fact in facts:
        utterances = announce(wording, fact, memory, Settings()) if fact.kind in TOLD else []
        if fact.kind in ("move", "won"):
            tell()
        memory = memory.after(fact)
        for one in utterances:
            if one.is_play:
                waiting.append(one)
            else:
                lines.append(f"{memory.ply:4}  {one.text}")
    tell()
    return "\n".join(lines) + "\n"


def path_of(language):
    return FOLDER / f"game-{language}.txt"


if __name__ == "__main__":
    found = played()
    for name in LANGUAGES:
        path_of(name).write_text(heard(found, name), encoding="utf-8")
