"""The engine's errors: broken contracts only. An illegal play that somebody made is a value, not an error.

    EngineError
      InvalidNotation (ValueError)   a text of none of the forms of the notation
      IllegalAction (ValueError)     an action applied although it is not legal; carries the Explanation
"""

from __future__ import annotations

from engine.contract import Explanation


class EngineError(Exception):
    """Root of the engine's errors."""


class InvalidNotation(EngineError, ValueError):
    """A text that cannot be read. `what` names the kind of text, `value` quotes it."""

    def __init__(self, what: str, value: object, hint: str = "") -> None:
        self.what, self.value, self.hint = what, value, hint
        super().__init__(f"{what} cannot be read: {value!r}" + (f" ({hint})" if hint else ""))


class IllegalAction(EngineError, ValueError):
    """A play that the rules do not allow."""

    def __init__(self, explanation: Explanation, where: str = "") -> None:
        self.explanation = explanation
        what = f"{explanation.rule}: {explanation.key} {dict(explanation.facts)}"
        super().__init__(f"{what} in {where}" if where else what)
