"""Compares what the companion told of an evening with what is true.

1. Each `move` is paired with the next action of the truth that it can be; what is left over is missing or wrong.
2. Questions belong to the action that is settled next after them, violations to the mistake in whose span they fall.
3. Everything that should not be there is a fault; delays are measured, not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]

MARKS = ("skip", "discard", "devil", "pass-hands")
AHEAD = 8
"""How many actions may be missed in a row before a move counts as wrong."""
EARLY, LATE = 0.05, 0.15
"""A violation may come this much before a mistake begins, or after its repair has begun."""


@dataclass(slots=True)
class Findings:
    """What came of one evening. `held` are the seconds from the last touch to the move."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[str, str]] = field(default_factory=list)
    held: list[float] = field(default_factory=list)
    """Only of actions after which it was quiet for three seconds."""

    def fault(self, kind: str, text: str) -> None:
        self.faults.append((kind, text))

    def add(self, other: Findings) -> None:
        """Takes in the findings of another evening."""
        self.counts.update(other.counts)
        self.faults += other.faults
        self.held += other.held


def _key(row: Row) -> tuple[Any, ...]:
    action = row.get("action")
    return row.get("seat"), row.get("card"), row.get("position"), action if action in MARKS else "*"


def pair(actions: Sequence[Row], moves: Sequence[Row]) -> dict[int, int]:
    """Which move settles which action: the longest run of both in order that agrees nearly everywhere."""
    found: dict[int, int] = {}
    at = 0
    for number, move in enumerate(moves):
        window = range(at, min(len(actions), at + AHEAD))
        hit = next((i for i in window if _key(actions[i]) == _key(move)), None)
        if hit is not None:
            found[hit] = number
            at = hit + 1
    return found


def _writings(row: Row) -> set[str]:
    return {row["action"], *row.get("also", ())}


def _same_choices(asked: Any, wanted: Sequence[Row]) -> bool:
    """Whether a question names exactly the wanted results, each once."""
    if not isinstance(asked, list) or len(asked) != len(wanted):
        return False
    return all(
        sum(choice.get("card") == want["card"] and choice.get("action") in _writings(want) for choice in asked) == 1
        for want in wanted
    )


def _holds(asked: Any, action: Row) -> bool:
    return any(c.get("card") == action["card"] and c.get("action") in _writings(action) for c in asked or ())


def judge(truth: Sequence[Row], events: Sequence[Row]) -> Findings:
    """What is right and wrong about these events."""
    found = Findings()
    head, rows = truth[0], truth[1:]
    actions = [row for row in rows if "expect" in row]
    mistakes = [row for row in rows if "mistake" in row]
    moves = [event for event in events if event["type"] == "move"]
    pairs = pair(actions, moves)
    _form(events, found)
    _actions(actions, moves, pairs, {row["n"] for row in mistakes}, found)
    _questions(actions, mistakes, events, moves, pairs, found)
    _mistakes(head, actions, mistakes, events, found)
    _rest(head, rows, events, found)
    return found


def _form(events: Sequence[Row], found: Findings) -> None:
    """Numbers without gaps, times that never run back."""
    last = 0.0
    for number, event in enumerate(events, 1):
        if event.get("n") != number or event.get("t", -1) < last - 1e-6:
            found.fault("form", f"event {number}: n={event.get('n')} t={event.get('t')} after {last}")
            return
        last = event["t"]


def _actions(
    actions: Sequence[Row], moves: Sequence[Row], pairs: Mapping[int, int], slipped: set[int], found: Findings
) -> None:
    for i, action in enumerate(actions):
        must = not action.get("optional")
        found.counts["actions"] += must
        if i not in pairs:
            if must:
                found.fault("missing", f"action {action['n']}: {action['seat']} {action['card']} {action['action']}")
            continue
        move = moves[pairs[i]]
        found.counts["right"] += must
        if move["action"] not in _writings(action):
            found.fault("writing", f"action {action['n']}: {move['action']} for {action['action']}")
        if action["changes"] and action["expect"] == "move" and action["n"] not in slipped:
            if move["t"] < action["t_done"] - 0.02:
                found.counts["early"] += 1
            if action["t_next"] - action["t_quiet"] >= 3:
                found.held.append(move["t"] - action["t_quiet"])
    for number, move in enumerate(moves):
        if number not in pairs.values():
            found.fault("wrong", f"t={move['t']}: {move['seat']} {move['card']} {move['action']} {move['position']}")


def _questions(
    actions: Sequence[Row], mistakes: Sequence[Row], events: Sequence[Row], moves: Sequence[Row],
    pairs: Mapping[int, int], found: Findings,
) -> None:  # fmt: skip
    asked: dict[int, list[Row]] = {}
    settled = sorted((moves[j]["n"], i) for i, j in pairs.items())
    for event in events:
        if event["type"] == "question":
            latest = [i for i, action in enumerate(actions) if action["t_card"] <= event["t"]]
            of = next((i for n, i in settled if n > event["n"]), latest[-1] if latest else 0)
            asked.setdefault(of, []).append(event)
            found.counts["questions"] += 1
    for i, action in enumerate(actions):
        here = asked.get(i, [])
        found.counts["questions bound"] += action["expect"] == "question"
        if action["expect"] == "question":
            if not here and not action.get("optional"):
                found.fault("question missing", f"action {action['n']}")
            elif here and not any(_same_choices(q["choices"], action["choices"]) for q in here):
                found.fault("question inexact", f"action {action['n']}: {here[-1]['choices']}")
        elif action["expect"] == "either":
            if here and not any(_holds(q["choices"], action) for q in here):
                found.fault("question without truth", f"action {action['n']}: {here[-1]['choices']}")
        else:
            for question in here:
                if not any(m["start"] - EARLY <= question["t"] <= m["repaired"] + 0.5 for m in mistakes):
                    found.fault("question needless", f"action {action['n']} t={question['t']}: {question['choices']}")


def _mistakes(
    head: Row, actions: Sequence[Row], mistakes: Sequence[Row], events: Sequence[Row], found: Findings
) -> None:
    positions = {action["n"]: action["position"] for action in actions}
    spans = [(m["start"] - EARLY, m["repair"] + LATE) for m in mistakes]
    violations = [event for event in events if event["type"] == "violation"]
    for mistake, (low, high) in zip(mistakes, spans, strict=True):
        name = f"{mistake['mistake']} (action {mistake['n']}, t={mistake['start']:.3f})"
        here = [v for v in violations if low <= v["t"] <= high]
        fits = any(v["rule"] in mistake["rules"] for v in here)
        disturbed = any(e["type"] == "disturbed" and low <= e["t"] <= high for e in events)
        found.counts["mistakes"] += 1
        is_named = fits or (mistake["demand"] == "reaction" and disturbed)
        if mistake["demand"] != "allowed":
            found.counts["to be named"] += 1
            found.counts["named"] += is_named
        if here and not fits:
            found.fault("wrong rule", f"{name}: {here[0]['rule']}, expected {'/'.join(mistake['rules'])}")
        elif not is_named and mistake["demand"] != "allowed":
            found.fault("not named", name)
        if mistake.get("again") and (here or disturbed):
            back = positions.get(mistake["n"] - 1, head["start"])
            late = mistake["again"] + LATE
            good = [e for e in events if e["type"] == "corrected" and mistake["repair"] <= e["t"] <= late]
            if not good:
                found.fault("corrected missing", name)
            elif all(e["position"] != back for e in good):
                found.fault("corrected wrong", name)
    for violation in violations:
        if not any(low <= violation["t"] <= high for low, high in spans):
            found.fault("false violation", f"t={violation['t']}: {violation['rule']} {violation.get('text', '')}")


def _rest(head: Row, rows: Sequence[Row], events: Sequence[Row], found: Findings) -> None:
    """Takebacks, the cable, the win."""
    for event in events:
        if event["type"] == "takeback":
            found.fault("takeback", f"t={event['t']}")
        if event["type"] == "won" and sorted(event.get("seats", ())) != sorted(head["won"] or ()):
            found.fault("won", f"t={event['t']}: {event.get('seats')}")
    if head["won"] and not any(event["type"] == "won" for event in events):
        found.counts["wins not told"] += 1
    cable = [row for row in rows if "board" in row]
    boards = [event for event in events if event["type"] == "board"]
    for out, back in zip(cable[::2], cable[1::2], strict=True):
        if not any(not b["connected"] and out["t"] - EARLY <= b["t"] <= back["t"] + EARLY for b in boards):
            found.fault("board", f"cable out at {out['t']}")
        if not any(b["connected"] and back["t"] - EARLY <= b["t"] <= back["t"] + 4 for b in boards):
            found.fault("board", f"cable back at {back['t']}")


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which this share of the values lies; not a number for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
