"""Cards that were used and cannot be laid again: a reader that finds one of them once more tells nothing new.

Only tags that stand for one card alone are known so; a tag that names its card (`card:7`) may be on four of them. A
card comes back with the next deal at the earliest, or when its action is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.facts import Fact
from companion.inputs import CardTag
from engine.contract import Card, Seat

REFUSED = ("out-of-turn", "not-held", "not-in-deck", "other-usable", "usable-discarded", "win-unanswered", "game-over")
"""Keys of broken rules with which a card is taken off again."""
KIND = "tag"
MOST_TOLD = 8
_OF_A_KIND = ("CAMERA:", b"card:".hex().upper())
"""How tags begin that tell the kind of a card, not which one it is."""


def is_about_play(ruling: Fact) -> bool:
    """Whether a ruling decided what was played; `sensor` and `stands` tell only where board and camera are wrong."""
    return str(ruling.data["ruling"]).partition(" ")[0] not in ("sensor", "stands")


def told(value: CardTag) -> list[Fact]:
    """A tag that tells a card, for the log; nothing where one is taken away, or nobody knows it."""
    tag = {"reader": value.reader, "tag": value.tag, "card": value.card}
    return [] if value.card is None else [Fact(KIND, value.t, tag)]


def lying(facts: Sequence[Fact]) -> dict[str, str]:
    """The tag that was told last on each reader."""
    return {str(fact.data["reader"]): str(fact.data["tag"]) for fact in facts if fact.kind == KIND}


@dataclass(frozen=True, slots=True)
class Used:
    """One play: who used which card, and its tag if a reader told it."""

    seat: Seat
    card: Card
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """The cards of this deal that readers told: those that wait for their action, and those that are used."""

    told: tuple[tuple[Card, str], ...] = ()
    """Cards that readers told, the newest last, before anything came of it."""
    laid: Mapping[Seat, Used] = field(default_factory=dict)
    used: tuple[Used, ...] = ()
    """One for each ply."""
    deal: int = 0

    @property
    def tags(self) -> frozenset[str]:
        """Tags that tell nothing new."""
        return frozenset(each.tag for each in (*self.laid.values(), *self.used) if each.tag)

    def after(self, facts: Sequence[Fact]) -> Spent:
        """What is spent after these facts."""
        spent = self
        for fact in facts:
            spent = spent._heard(fact)
        return spent

    def _heard(self, fact: Fact) -> Spent:
        data = fact.data
        match fact.kind:
            case "tag" if not str(data["tag"]).upper().startswith(_OF_A_KIND):
                return replace(self, told=(*self.told, (str(data["card"]), str(data["tag"])))[-MOST_TOLD:])
            case "card" if data["by"] == "tag":
                return self._laid(str(data["seat"]), str(data["card"]))
            case "move":
                return self._moved(data, ())
            case "takeback":
                return replace(self, used=self.used[:-1], laid={}, told=())
            case "revised":
                stay = max(0, int(data["ply"]) - 1)
                spent = replace(self, used=self.used[:stay])
                for move in data["moves"]:
                    spent = spent._moved(move, self.used[stay:])
                return spent
            case "ruling" if is_about_play(fact):
                return replace(self, laid={}, told=())
            case "violation" if data.get("key") in REFUSED:
                return replace(self, laid={}, told=())
            case "turn" if data.get("deal") not in (None, self.deal):
                used = tuple(replace(each, tag="") for each in self.used)
                return Spent(self.told, self.laid, used, int(data["deal"]))
            case "game":
                return Spent()
        return self

    def _laid(self, seat: Seat, card: Card) -> Spent:
        """A card opens its turn: its tag is the one told last for this card."""
        tag = next((tag for name, tag in reversed(self.told) if name == card), "")
        rest = tuple(each for each in self.told if each[1] != tag)
        return replace(self, told=rest, laid={**self.laid, seat: Used(seat, card, tag)})

    def _moved(self, move: Mapping[str, object], before: Sequence[Used]) -> Spent:
        """A play: of the card that its seat laid, or of one that was used before somebody changed what was played."""
        seat, card = str(move["seat"]), str(move["card"] or "")
        known = (one for one in (*self.laid.values(), *before) if (one.seat, one.card) == (seat, card))
        laid = {each: one for each, one in self.laid.items() if each != seat}
        return replace(self, laid=laid, used=(*self.used, next(known, Used(seat, card))))
