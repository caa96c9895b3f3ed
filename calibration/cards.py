"""Cards by ear: each card is laid on a reader, and which tag it carries is learnt.

1. One kind of card after the other is asked for; each tag is counted aloud, and the last one brings the next kind.
2. A tag that was told for another card is asked about: `1` gives it the new card, `2` leaves it as it is.
3. `next` goes on although some are missing, `back` forgets the last, a card that is named is asked for again.
4. At the end what is missing is named; `done` saves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from calibration.wizard import BaseWizard, Said, brief, meaning, say

AWAY = "-"


class CardsWizard(BaseWizard):
    """Learns `tags`: the card of each tag id. `deck`: the cards there are, and how many of each.

    Raises: ValueError for a `progress` that cannot be read.
    """

    def __init__(self, deck: Sequence[tuple[str, int]], tags: Mapping[str, str] | None = None,
                 progress: Mapping[str, Any] | None = None) -> None:  # fmt: skip
        known = progress or {}
        self._deck = dict(deck)
        self.tags: dict[str, str] = {**(tags or {}), **known.get("tags", {})}
        self._itself: set[tuple[str, str]] = {(tag, card) for tag, card in known.get("itself", {}).items()}
        self._passed: set[str] = set(known.get("passed", ()))
        self._order: list[str] = [tag for tag in dict.fromkeys(known.get("order", ())) if tag in self.tags]
        if not all(isinstance(card, str) for card in (*self.tags.values(), *self._passed)):
            raise ValueError("a card that is no name")
        self._asked: str | None = None
        self._question: tuple[str, str] | None = None

    def progress(self) -> Mapping[str, Any]:
        """All that was learnt, for a later start."""
        return {"tags": dict(sorted(self.tags.items())), "itself": dict(sorted(self._itself)),
                "passed": sorted(self._passed), "order": self._order}  # fmt: skip

    def begin(self) -> Said:
        """The first words, and the first kind of card."""
        count = sum(self._counts().values())
        return [say("cards_resumed", n=count) if count else say("cards_begin"), *self._ask()]

    def tag(self, t: float, tag: str, card: str | None) -> Said:
        """A tag came to a reader. `card`: what the tag itself says, if it says anything."""
        if tag == AWAY or self._question is not None:
            return []
        tag = tag.upper()
        if card is not None and tag not in self.tags:
            if (tag, card) not in self._itself:
                self._itself.add((tag, card))
                return [say("cards_itself", card=card), *self._after(card)]
            return [brief("cards_known")]
        known = self.tags.get(tag)
        if self._asked is None:
            return [say("cards_itself", card=known)] if known else [say("cards_review", n=len(self.tags))]
        if known is None:
            return self._learn(tag, self._asked)
        if known == self._asked:
            return [brief("cards_known")]
        self._question = (tag, self._asked)
        return [say("cards_twice", known=known, card=self._asked)]

    def key(self, t: float, word: str) -> Said:
        """A typed word, or a button: `next`, `back`, `done`, or the name of a card."""
        word = meaning(word) if word.strip().lower() not in self._deck or word.strip() in ("1", "2") else word.strip()
        if self._question is not None:
            return self._answer(word)
        if word == "next" and self._asked is not None:
            self._passed.add(self._asked)
            return self._ask()
        if word == "back":
            return self._back()
        if word == "done" and self._asked is None:
            self.is_done = True
            return [say("cards_saved")]
        name = word.removeprefix("card ").strip()
        if name in self._deck:
            self._passed.discard(name)
            self._asked = name
            return [brief("cards_ask", card=name, n=self._missing(name))]
        return [say("unknown_key", word=word)]

    def _counts(self) -> Counter[str]:
        return Counter(self.tags.values()) + Counter(card for _, card in self._itself)

    def _missing(self, card: str) -> int:
        return max(0, self._deck[card] - self._counts()[card])

    def _learn(self, tag: str, card: str) -> Said:
        self.tags[tag] = card
        self._order = [*(each for each in self._order if each != tag), tag]
        return self._after(card)

    def _after(self, card: str) -> Said:
        """What follows a card that was learnt."""
        count = brief("cards_count", n=self._counts()[card])
        if card != self._asked or self._missing(card):
            return [count]
        return self._ask()

    def _ask(self) -> Said:
        self._asked = next((c for c in self._deck if self._missing(c) and c not in self._passed), None)
        if self._asked is not None:
            return [brief("cards_ask", card=self._asked, n=self._missing(self._asked))]
        missing = [say("cards_missing", card=card, n=self._missing(card)) for card in self._deck if self._missing(card)]
        return [*missing, say("cards_review", n=sum(self._counts().values()))]

    def _answer(self, word: str) -> Said:
        assert self._question is not None
        tag, card = self._question
        known = self.tags[tag]
        if word == "back":  # key one
            self._question = None
            return [say("cards_changed", card=card), *self._learn(tag, card)]
        if word == "next":  # key two
            self._question = None
            return [say("cards_kept", known=known)]
        return [say("cards_twice", known=known, card=card)]

    def _back(self) -> Said:
        if not self._order:
            return self._ask()
        card = self.tags.pop(self._order.pop())
        self._asked = card
        self._passed.discard(card)
        return [say("cards_forgotten", card=card, n=self._missing(card))]
