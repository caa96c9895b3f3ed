"""What a phone in the room may do: look, play, or rule. Whoever typed `tastkreis run` chooses, with `--phones`.

| role | may say |
| --- | --- |
| `look` | `ask`, `again`: only looks and asks |
| `play` | whatever belongs to playing, its own hand, and the ways out that the companion has just offered |
| `rule` | everything that the terminal may |

Nobody ever reads a hand here: there is no way out of the companion for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum

from companion.sensing.said import Command
from companion.web.errors import Refused

LOOKING = frozenset({"ask", "again"})
RULING = frozenset({"game", "set", "overrule"})
OWN = frozenset({"hand", "swap"})
"""What only the phone of a seat may say for it."""
HINT = "It can be done at the terminal, or with --phones rule."


class Role(StrEnum):
    """What all phones in the room may do."""

    LOOK = "look"
    PLAY = "play"
    RULE = "rule"


class Phones:
    """Who may say what. A seat's hand belongs to the phone that told it first, until the companion is started anew."""

    def __init__(self, role: str, ways_out: Callable[[], Collection[str]]) -> None:
        self.role, self._ways_out = Role(role), ways_out
        self._owners: dict[str, str] = {}

    def check(self, command: Command, address: str) -> None:
        """Sees to it that this address may say this. Raises: Refused."""
        if self.role is Role.RULE or command.verb in LOOKING:
            return
        if self.role is Role.LOOK:
            raise self._refused("Phones only look and ask at this table.")
        if command.verb in OWN:
            self._check_hand(command.seat, address)
        elif command.verb in RULING and f"{command.verb} {command.text}" not in self._ways_out():
            raise self._refused("Phones cannot decide this at this table.")

    def check_hands(self) -> None:
        """Sees to it that the marbles of a virtual table may be moved. Raises: Refused."""
        if self.role is Role.LOOK:
            raise self._refused("Phones only look and ask at this table.")

    def _check_hand(self, seat: str, address: str) -> None:
        has_other = any(owner == address and other != seat for other, owner in self._owners.items())
        if self._owners.get(seat, address) != address or has_other:
            raise self._refused("A phone tells the hand of its own seat only.")

    def told(self, command: Command, address: str) -> None:
        """The table accepted what this address said."""
        if command.verb in OWN:
            self._owners.setdefault(command.seat, address)

    @staticmethod
    def _refused(message: str) -> Refused:
        return Refused(403, message, HINT, "not-for-phones")
