"""An ear that understands what the calibration asks for, in any language: by the catalogue, sentence for sentence."""

from companion.cli.tables import colours_on
from companion.speech.catalogue import load
from companion.speech.phrase import Phrase, sentence
from engine.tac.board.holes import LAYOUT
from engine.tac.hands.cards import BASIC, CARDS
from hardware.pins import load_pins

NAMES = load_pins().index_order
"""Names of the pin map, in the order of the layout's places."""
CELLS = dict.fromkeys(LAYOUT.cell(place) for place in range(LAYOUT.size))
FIRST = {cell: next(p for p in range(LAYOUT.size) if LAYOUT.cell(p) == cell) for cell in CELLS}
MOST_TAGS = sum(count for _, count in BASIC)


class Ear:
    """`request` finds in a text what hands are asked to do: the key of the sentence, and its facts."""

    def __init__(self, language):
        self.phrase = Phrase(load(language), None, colours_on(LAYOUT.name))
        self.known = {}
        for key, facts in requests():
            self.known.setdefault(self.sentence(key, facts), []).append((key, facts))
        self._last = 0

    def sentence(self, key, facts=None):
        return sentence(self.phrase.say(f"calibrate.{key}", facts))

    def word(self, name):
        """What one types for `next`, `done` or `stop`."""
        return self.phrase.catalogue.text(f"bench.{name}").split(" / ")[0]

    def request(self, text):
        """What the end of a text asks for, the longest that is known; None if it asks for nothing."""
        starts = [0, *(at + 2 for at in range(len(text)) if text[at : at + 2] in (". ", "? ", "! "))]
        return next((self.known[text[start:]][0] for start in starts if text[start:] in self.known), None)

    def place(self, text):
        """The place at which a piece is wanted, by its name in the pin map; None if none is."""
        key, facts = self.request(text) or ("", {})
        if key == "wiring_count":  # one more of the same house or yard
            self._last += 1
        elif "wanted" in facts or "cell" in facts:
            self._last = FIRST[facts.get("wanted") or facts["cell"]]
        elif key in ("wiring_close", "wiring_open"):
            self._last = 0
        else:
            return None
        return NAMES[self._last]


def requests():
    """Each request of the wizards, with each of its facts."""
    for cell in CELLS:
        if cell.isdecimal():
            yield "wiring_hole", {"cell": cell}
            yield from (("wiring_start", {"cell": cell, "seat": seat}) for seat in LAYOUT.owners)
        yield "wiring_yard" if cell.endswith("y") else "wiring_place", {"cell": cell}
        yield from ((key, {"cell": cell}) for key in ("wiring_search", "wiring_not_there"))
        yield from (("wiring_known", {"cell": other, "wanted": cell}) for other in CELLS)
    yield from (("wiring_count", {"n": n}) for n in range(1, LAYOUT.places + 1))
    yield from ((key, {}) for key in ("wiring_close", "wiring_open", "wiring_review", "thresholds_review"))
    yield from (("thresholds_piece", {"seat": seat}) for seat in LAYOUT.owners)
    for card in CARDS:
        yield from (("cards_ask", {"card": card, "n": n}) for n in range(1, dict(BASIC).get(card, 0) + 1))
    yield from (("cards_review", {"n": n}) for n in range(MOST_TAGS + 1))
