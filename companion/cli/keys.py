"""The buttons of a table: what each says, as the profile has it, and the mode in which they are only told.

A button stands for something that a person can say (`done`, `ask position`). Who lays a hand on an unknown one asks
for it: after `keys learn` every button tells what it does and does nothing, until `keys play`. `key 5 ask turn` gives a
button another order, `key 5 -` its usual one back.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.cli.bad_input import BadInput
from companion.inputs import Button, Input, Said
from companion.sensing.errors import BadSaying
from companion.sensing.said import parse_said

LEARN, PLAY, USUAL = "learn", "play", "-"
OWN = frozenset({"done", "again", "stop", *map(str, range(1, 10))})
"""Names that table and voice know themselves; a number answers the open question."""
ORDERS: Mapping[str, str] = {
    **{name: name for name in ("done", "again", "stop", "takeback")}, **{str(n): f"answer {n}" for n in range(1, 10)},
    "0": "ask turn", "enter": "done", "plus": "again", "minus": "takeback", "times": "ask position",
    "divide": "stop", "dot": "ask last",
}  # fmt: skip
"""What buttons say unless they were given another order: those of a board, and of a number pad."""


class Keys:
    """What each button says.

    1. `translated` turns a button into what it says, where the table does not know it itself. 2. `obey` reads what a
    person says about keys, and answers with the button that is to be told, or with the new mode. 3. A new order is
    handed to `save`, with all that differ from the usual ones.
    """

    def __init__(self, chosen: Mapping[str, str] | None = None,
                 save: Callable[[Mapping[str, str]], object] = lambda chosen: None) -> None:  # fmt: skip
        self._chosen = dict(chosen or {})
        self._save = save
        self.is_learning = False

    def order(self, name: str) -> str:
        """What this button says; empty where it has no use."""
        return self._chosen.get(name, ORDERS.get(name, ""))

    def translated(self, value: Input) -> Input:
        """The input; a button that stands for a saying of its own as that saying."""
        if self.is_learning or not isinstance(value, Button) or (value.name in OWN and value.name not in self._chosen):
            return value
        order = self.order(value.name)
        return Said(value.t, order, "button") if order and value.is_down else value

    def of_all(self, values: Iterable[Input]) -> Iterable[Input]:
        """All inputs, each translated when its turn has come."""
        return map(self.translated, values)

    def obey(self, text: str) -> str:
        """`keys learn`, `keys play`, `key NAME`, `key NAME ORDER`, `key NAME -`: the button to be told, or `learn` or
        `play`. Raises: BadSaying."""
        verb, *words = text.split()
        if verb == "keys":
            if words not in ([LEARN], [PLAY]):
                raise BadSaying(f"it is keys learn or keys play, not {text!r}")
            self.is_learning = words == [LEARN]
            return words[0]
        name, *order = words
        if order:
            self._give(name, " ".join(order))
        return name

    def _give(self, name: str, order: str) -> None:
        if order == USUAL:
            self._chosen.pop(name, None)
        else:
            if parse_said(order).verb in ("key", "keys"):
                raise BadSaying(f"a key cannot say {order!r}", "key")
            self._chosen[name] = order
        self._save(dict(self._chosen))


def keys_of(args: argparse.Namespace, notify: Callable[[str, str], object] | None = None) -> Keys:
    """The buttons as the profile has them. With `notify` what they are given goes there; what cannot be saved counts
    for this evening, and is told. Raises: BadInput."""
    if not args.profile:
        return Keys()
    from calibration.profile import load_profile, save_profile
    from companion.cli.boards import read_profile

    chosen = read_profile(args.profile).keys
    try:
        for order in chosen.values():
            parse_said(order)
    except ValueError as error:
        raise BadInput(f"--profile {args.profile}: keys: {error}") from error

    def save(keys: Mapping[str, str]) -> None:
        try:
            save_profile(replace(load_profile(args.profile), keys=keys), args.profile)
        except OSError as error:
            if notify is not None:
                notify("key_unsaved", f"--profile {args.profile}: {error.strerror}")

    return Keys(chosen, save) if notify is not None else Keys(chosen)
