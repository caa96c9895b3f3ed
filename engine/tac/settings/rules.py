"""The choices that the rule book leaves open, in one place: a house rule is another value of one of them.

Each attribute of `Rules` is one choice. Its first value is what the rules page settles; every further value is
honoured wherever the rule is applied. In files and on the command line a name is written with hyphens: `next-seat`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from engine import house_rules
from engine.house_rules import Choice


def _choice(rule: str, meaning: str, values: Mapping[str, str]) -> Any:
    return field(default=next(iter(values)), metadata={"rule": rule, "meaning": meaning, "values": values})


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each choice that the book leaves open; without arguments those of the rules page."""

    empty_hand: Literal["pass-over", "end-deal"] = _choice(
        "T2.9",
        "What happens when a seat with an empty hand is to play while others still hold cards.",
        {
            "pass-over": "the seat is passed over",
            "end-deal": "the deal ends there; the cards still held are laid aside unused",
        },
    )
    fool_empty_hand: Literal["turn-ends", "lapses"] = _choice(
        "T6.2",
        "What a Fool does when the hand that its player would receive is empty.",
        {
            "turn-ends": "hands are passed and the turn ends there",
            "lapses": "it lapses: it cannot be used",
        },
    )
    angel_impossible: Literal["unusable", "partner"] = _choice(
        "T6.5",
        "What an Angel does when the seat it is for can neither open nor move 1 or 13.",
        {
            "unusable": "the Angel cannot be used",
            "partner": "it is for that seat's partner instead; unusable only if that fails too",
        },
    )
    devil_empty_hand: Literal["lapses", "used"] = _choice(
        "T6.6",
        "What a Devil does when the next seat's hand is empty.",
        {
            "lapses": "it lapses: it cannot be used",
            "used": "it is a used card without effect; play goes on with the seat after",
        },
    )
    next_seat: Literal["left-neighbour", "with-cards"] = _choice(
        "T10.3",
        "Who is the next seat for 8, Angel, Devil and for the answer to a winning move.",
        {
            "left-neighbour": "the left neighbour among the occupied places, even with an empty hand",
            "with-cards": "the first seat clockwise that still holds a card; the left neighbour if none does",
        },
    )
    skip_empty_hand: Literal["forbidden", "allowed"] = _choice(
        "T10.3",
        "Whether an 8 can make a seat sit out whose hand is empty.",
        {
            "forbidden": "the 8 can then only be moved",
            "allowed": "it can; nothing is discarded for it",
        },
    )
    winning_side_answers: Literal["cooperative", "always", "never"] = _choice(
        "T10.3",
        "Whether a seat of the winning side has to answer the winning move with TAC.",
        {
            "cooperative": "only in team-of-four and solo",
            "always": "in every variant",
            "never": "in no variant",
        },
    )
    tac_after_passed: Literal["last-played", "nothing"] = _choice(
        "T10.3",
        "What the card before is for TAC where an empty-handed seat was passed over.",
        {
            "last-played": "the last card that was played in the deal",
            "nothing": "there is none: TAC cannot be used",
        },
    )
    seven_remainder: Literal["one-seat", "free"] = _choice(
        "T10.3",
        "Where the steps of a 7 go that are left when it brings a pair's last piece home in team-of-four or solo.",
        {
            "one-seat": "to one of the two other seats, to the fourth only once the third is home",
            "free": "to the two other seats as the player likes",
        },
    )
    seven_in_house: Literal["both-ways", "forward-only"] = _choice(
        "T10.3",
        "Which way the steps of a 7 may go with an unlocked piece in a house, also in the winning move.",
        {
            "both-ways": "forward and backward, to and fro",
            "forward-only": "forward only",
        },
    )
    few_seats_deck: Literal["use-up", "fresh-each-deal"] = _choice(
        "T10.3",
        "When all cards are shuffled again with two or three seats.",
        {
            "use-up": "when fewer than five a seat are left",
            "fresh-each-deal": "before every deal",
        },
    )
    trickster_same_seat: Literal["use", "no-use"] = _choice(
        "T10.3",
        "Whether exchanging two pieces of one seat uses the Trickster.",
        {
            "use": "it does, even though the board looks the same",
            "no-use": "it does not; only pieces of two seats can be exchanged",
        },
    )

    @classmethod
    def default(cls) -> Rules:
        """The choices of the rules page."""
        return cls()

    @classmethod
    def read(cls, mapping: Mapping[str, object]) -> Rules:
        """House rules by name; what is not named stays as the rules page has it. Raises: InvalidNotation."""
        chosen = house_rules.read(CHOICES, mapping)
        return cls(**{choice.attribute: chosen[choice.name] for choice in CHOICES if choice.name in chosen})  # type: ignore[arg-type]

    def changes(self) -> dict[str, str]:
        """Only what differs from the rules page, by name: what a record or a log has to tell."""
        return house_rules.changes(CHOICES, {each.name: getattr(self, each.attribute) for each in CHOICES})


def _choices() -> tuple[Choice, ...]:
    return tuple(Choice(f.name.replace("_", "-"), **f.metadata) for f in fields(Rules))


CHOICES: tuple[Choice, ...] = _choices()
"""Every open point, in the order of the rules page."""
