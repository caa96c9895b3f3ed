"""Whole games as they are heard, a line a play, one file a game and language: `tests/golden/speech/game-de.txt` (TAC),
`tactix-de.txt` and so on.

The game for TAC is kept as it was played (`game.jsonl`): every card is in it, and a win that could have been answered.
Of the others the plays are kept (`tactix.plays`: how it began, then a play a line), and played again. Run this file to
write the lines anew; then read the difference aloud. `python whole_game.py tactik 5 variant=simple2` keeps the plays
of another game of the built-in players (seed 5).
"""

import json
import sys
from pathlib import Path

from told import told

from companion.cli.tables import colours_on
from companion.facts import Fact
from companion.session import asking, news
from companion.session.history import History, Settled
from companion.speech.announce import announce
from companion.speech.compose import compose
from companion.speech.memory import Memory
from companion.speech.settings import Settings
from companion.speech.wording import Wording
from companion.virtual.rehearsal import rehearse
from engine.registry import at_table

TAC_COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}
FOLDER = Path(__file__).parents[1] / "golden" / "speech"
LANGUAGES = ("de", "en", "fr")
TAC, OTHERS = "game", ("tactik", "tactix", "tacocat", "tactiki")
TOLD = ("move", "turn", "won")


def played(name=TAC):
    """The facts of a game, with all cards, to its end; and the colours of its seats."""
    if name == TAC:
        lines = [json.loads(line) for line in (FOLDER / "game.jsonl").read_text(encoding="utf-8").splitlines()]
        return told([Fact(line.pop("type"), 0.0, line) for line in lines]), TAC_COLOURS
    begun, *plays = (FOLDER / f"{name}.plays").read_text(encoding="utf-8").splitlines()
    settings = dict(word.split("=") for word in begun.split())
    return replayed(at_table(name).at_table(settings), settings, plays)


def replayed(game, settings, plays):
    """The facts of plays that are written `seat card action` (no card: `-`), as the session tells them."""
    state, history = game.begin(settings), History()
    facts = [news.setup(0.0, game, state), news.turn(0.0, game, state)]
    for play in plays:
        seat, card, action = play.split(" ")
        card, state = card.replace("-", ""), asking.turned(game, state, seat)
        options = (*game.options(state, card), game.aside(state, card))
        option = next(one for one in options if one.is_written(action))
        after = game.play(state, option)
        history = history.add(Settled(state, after, option))
        facts.append(news.move(0.0, game, history))
        if not (after.winner or after.draw):
            facts.append(news.turn(0.0, game, after))
        state = after
    return [*facts, news.won(0.0, state)], colours_on(game.layout.name)


def heard(facts, language, colours):
    """What a table hears that has time for everything, in the usual style."""
    wording, memory, waiting, lines = Wording(language, None, colours), Memory(), [], []

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


def path_of(name, language):
    return FOLDER / f"{name}-{language}.txt"


def keep(name, seed, *words):
    """Keeps the plays of a game of the built-in players."""
    settings, scenes = rehearse(name, dict(word.split("=") for word in words), int(seed))
    begun = " ".join(f"{key}={value}" for key, value in settings.items())
    plays = [f"{one.seat} {one.card or '-'} {one.action}" for one in scenes]
    (FOLDER / f"{name}.plays").write_text("\n".join([begun, *plays]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        keep(*sys.argv[1:])
    for game in (TAC, *OTHERS):
        found = played(game)
        for tongue in LANGUAGES:
            path_of(game, tongue).write_text(heard(found[0], tongue, found[1]), encoding="utf-8")
