"""Compares what the companion told of an evening with what is true.

1. Each `move` is paired with the next action of the truth that it can be; what is left over is missing or wrong.
2. Questions belong to the action that is settled next after them, violations to the mistake in whose span they fall.
3. Everything that should not be there is a fault; delays are measured, not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

Row = Mapping[str, Any]

MARKS = ("skip", "discard", "devil", "pass-hands")
EARLY, LATE = 0.05, 0.15
"""A violation names a mistake if it comes at most this much before it begins, or after its repair has begun."""
WORDS_S = 0.5
"""As long as a board is wrong, and this much longer, words about it are right."""


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
    """Which move settles which action: runs of both, in order, that agree."""
    found: dict[int, int] = {}
    keys = [_key(action) for action in actions], [_key(move) for move in moves]
    for i, j, length in SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks():
        found |= {i + k: j + k for k in range(length)}
    return found


@dataclass(slots=True)
class Told:
    """What the companion says was played: as it stands in the end, and all that it ever said."""

    stands: list[dict[str, Any]] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    revisions: int = 0
    bad: list[str] = field(default_factory=list)

    @staticmethod
    def of(events: Iterable[Row]) -> Told:
        """Reads `move`, `takeback` and `revised` in their order."""
        told = Told()
        for event in events:
            if event["type"] == "move":
                told._add([dict(event)])
            elif event["type"] == "takeback":
                told.stands = told.stands[:-1]
            elif event["type"] == "revised":
                told._revise(event)
        return told

    def _add(self, moves: list[dict[str, Any]]) -> None:
        self.stands += moves
        self.said += moves

    def _revise(self, event: Row) -> None:
        self.revisions += 1
        if not 1 <= event["ply"] <= len(self.stands):
            self.bad.append(f"event {event['n']}: revised from ply {event['ply']} of {len(self.stands)}")
            return
        del self.stands[event["ply"] - 1 :]
        self._add([{**move, "t": event["t"], "n": event["n"]} for move in event["moves"]])


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
    """What is right and wrong about these events.

    Where the head of the truth says `loose`, more than one answer is right: then only what stands wrong and certain in
    the end, what is lost at the end, and what is called a broken rule without any cause is a fault.
    """
    found = Findings()
    head, rows = truth[0], truth[1:]
    actions = [row for row in rows if "expect" in row]
    mistakes = [row for row in rows if "mistake" in row]
    told = Told.of(events)
    pairs = pair(actions, told.stands)
    _form(events, found)
    _actions(actions, told.stands, pairs, {row["n"] for row in mistakes}, found)
    _questions(actions, mistakes, events, told.stands, pairs, found)
    _mistakes(head, actions, mistakes, events, found)
    _calls(rows, events, found)
    _rest(head, rows, events, found)
    found.counts["revised"] += told.revisions
    found.counts["lost"] += bool(actions) and not _is_there(actions, told.stands)
    if head.get("loose"):
        return _loosely(actions, told, pairs, found)
    found.faults += [("form", text) for text in told.bad]
    found.faults += [("revised", f"t={e['t']}: from ply {e['ply']}") for e in events if e["type"] == "revised"]
    return found


def _is_there(actions: Sequence[Row], stands: Sequence[Row]) -> bool:
    """Whether the game stands in the end where it really stands; the last actions may still be open."""
    least = len(actions)
    while least and (actions[least - 1].get("optional") or actions[least - 1]["expect"] != "move"):
        least -= 1
    return bool(stands) and stands[-1]["position"] in {row["position"] for row in actions[max(0, least - 2) :]}


def _loosely(actions: Sequence[Row], told: Told, pairs: Mapping[int, int], found: Findings) -> Findings:
    """Keeps only the faults that are faults whatever the answer."""
    kept = [(kind, text) for kind, text in found.faults if kind in ("form", "false violation")]
    wrong = [move for number, move in enumerate(told.stands) if number not in pairs.values()]
    kept += [("wrong", f"t={m['t']}: {m['seat']} {m['card']} {m['action']}") for m in wrong
             if m.get("certainty", 1.0) >= 1.0]  # fmt: skip
    if found.counts["lost"]:
        kept.append(("lost", f"ends at {told.stands[-1]['position'] if told.stands else 'nothing'}"))
    found.counts["open"] += len(actions) - len(pairs)
    found.faults = kept
    return found


def _calls(rows: Sequence[Row], events: Sequence[Row], found: Findings) -> None:
    """How often the board was called wrong although nobody had done anything: `disturbed` outside of any mistake."""
    spans = [(row["start"] - EARLY, row["repaired"] + 1.5) for row in rows if "mistake" in row]
    spans += [(row["t_done"], row["restored"] + 1.5) for row in rows if "takeback" in row]
    spans += [(row["t"], row["t"] + 6.0) for row in rows if "board" in row or "fault" in row]
    first = next((row["t_card"] for row in rows if "expect" in row), 0.0)
    for event in events:
        if event["type"] == "disturbed" and event["t"] > first:
            found.counts["calls"] += not any(low <= event["t"] <= high for low, high in spans)


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
    by_ply = {j + 1: i for i, j in pairs.items()}
    for event in events:
        if event["type"] == "question":
            latest = [i for i, action in enumerate(actions) if action["t_card"] <= event["t"]]
            named = by_ply.get(event["ply"]) if isinstance(event.get("ply"), int) else None
            of = next((i for n, i in settled if n > event["n"]), latest[-1] if latest else 0)
            of = of if named is None else named
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
                if not any(m["start"] - EARLY <= question["t"] <= m["repaired"] + WORDS_S for m in mistakes):
                    found.counts["needless"] += 1
                    text = f"action {action['n']} t={question['t']}: {question['choices']}"
                    found.fault("question needless", text)


def _is_of_another(
    violation: Row, mistake: Row, mistakes: Sequence[Row], spans: Sequence[tuple[float, float]]
) -> bool:
    """Whether it may be about another mistake at the same time: a rest on the way to a wrong place."""
    return any(
        other is not mistake and low <= violation["t"] <= high and violation["rule"] in other["rules"]
        for other, (low, high) in zip(mistakes, spans, strict=True)
    )


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
        wrong = [v["rule"] for v in here if not _is_of_another(v, mistake, mistakes, spans)]
        if wrong and not fits:
            found.fault("wrong rule", f"{name}: {wrong[0]}, expected {'/'.join(mistake['rules'])}")
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
    # Without its card an action breaks T3.1 for all that the companion can know, and the next one comes too early.
    after = [*actions[1:], *actions[-1:]]
    spans = [(m["start"] - EARLY, m["repaired"] + WORDS_S) for m in mistakes]
    spans += [(a["t_card"], b["t_next"] + LATE) for a, b in zip(actions, after, strict=True) if a.get("unread")]
    for violation in violations:
        if not any(low <= violation["t"] <= high for low, high in spans):
            found.fault("false violation", f"t={violation['t']}: {violation['rule']} {violation.get('text', '')}")


def _rest(head: Row, rows: Sequence[Row], events: Sequence[Row], found: Findings) -> None:
    """Takebacks, the cable, the win."""
    wanted = [row for row in rows if "takeback" in row]
    for event in events:
        if event["type"] == "takeback":
            row = next((w for w in wanted if w["takeback"] - EARLY <= event["t"] <= w["takeback"] + 1.5), None)
            if row is None or row["position"] != event["position"]:
                found.fault("takeback", f"t={event['t']}")
            else:
                wanted.remove(row)
        if event["type"] == "won" and sorted(event.get("seats", ())) != sorted(head["won"] or ()):
            found.fault("won", f"t={event['t']}: {event.get('seats')}")
    for row in wanted:
        found.fault("takeback missing", f"t={row['takeback']:.3f}")
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
