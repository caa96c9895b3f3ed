"""Spoken scripts: facts in, exact utterances out, as text files.

A line of JSON is a fact (`type` and its keys); the indented lines below it are what the loudspeaker says of it, one a
language, style and utterance: `de next asked | text` (language, priority, earcon or `-`), with the styles before the
text where they differ: `de normal - | short: text`. `#` starts a comment. Run this file to write the expected lines
anew; then read the difference.
"""

import json
from pathlib import Path

from told import YARDS, Teller

from companion.facts import Fact
from companion.speech.announce import announce
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.wording import Wording

FOLDER = Path(__file__).parents[1] / "golden" / "speech"
LANGUAGES = ("de", "en", "fr")


def scripts():
    return sorted(FOLDER.glob("*.script"))


def performed(lines):
    """The script with the utterances that its facts give now."""
    wordings = [Wording(language) for language in LANGUAGES]
    memory, teller = Memory(yards=YARDS), Teller()
    for line in lines:
        if line.startswith("  "):
            continue
        yield line
        if line.startswith("{"):
            data = json.loads(line)
            fact = teller(Fact(data.pop("type"), 0.0, data))
            for wording in wordings:
                yield from said(wording, fact, memory)
            memory = memory.after(fact)


def said(wording, fact, memory):
    """What is said of a fact in one language; where the styles differ, each of them."""
    by_style = {style: announce(wording, fact, memory, Settings(style=style)) for style in Style}
    for together in zip(*by_style.values(), strict=True):
        one, texts = together[0], [each.text for each in together]
        head = f"  {one.language} {one.priority} {one.earcon or '-'} | "
        for style, text in zip(Style, texts, strict=True):
            if len(set(texts)) == 1:
                yield head + text
                break
            yield f"{head}{style}: {text}"


def main():
    for path in scripts():
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(performed(lines)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
