"""Cards that do not come first, once, and from the reader alone: early, late, told twice, lost and found again.

Where more than one answer would be right the card comes in the ordinary way, unless the evening is judged loosely.
"""

from __future__ import annotations

from tests.people.night import Night, Row, needs_hands
from tests.people.play import Ply
from tests.people.truth import Seen, alike
from tests.people.wire import Told, tag

QUESTIONS = ("ask position", "ask turn", "again", "stop", "ask last")
LONGEST_TAIL_S = 5.0
"""A card that lies longer than this on half an action may be called too early."""


def reader(night: Night, ply: Ply) -> str:
    """The reader on which this card is laid."""
    return ply.seat if night.profile.cards == "seats" else "pit"


def is_missed(night: Night, ply: Ply) -> bool:
    """Whether the reader does not see this card; its player's hands go on as ever."""
    chance = night.profile.quirks.unread
    night.is_unread = bool(chance) and needs_hands(ply) and night.rng.random() < chance
    return night.is_unread


def changed(night: Night, ply: Ply, t: float) -> float:
    """Another card of the hand is laid, and taken back before anything is touched; when the right one comes."""
    night.changed_at = None
    if not ply.spare or ply.card in ("tac", "trickster") or not needs_hands(ply):
        return t
    chance = night.profile.quirks.changes
    if not chance or night.is_early or night.standing is not None or night.rng.random() >= chance:
        return t
    card, later = night.rng.choice(ply.spare), t + night.rng.uniform(0.8, 4.0)
    night.changed_at = t
    if night.profile.cards == "said":
        night.lines.append((t, f">card {ply.seat} {card}"))
        return later
    place = reader(night, ply)
    night.told.append(Told(t - 0.1, f"CARD,{place},-"))
    night.told.append(Told(t, f"CARD,{place},{tag(card)}"))
    night.told.append(Told(later - 0.3, f"CARD,{place},-"))
    night.piles[place] = card
    return later


def lay_again(night: Night, ply: Ply, t: float) -> float:
    """The card is told a second time before anything is touched, or lost and found by its reader; when it is over."""
    rng, quirks = night.rng, night.profile.quirks
    if not needs_hands(ply) or night.profile.cards == "said":
        return t
    if rng.random() < quirks.again:
        t += rng.uniform(0.05, 0.6)
        night.lines.append((t, f">card {ply.seat} {ply.card}"))
    elif rng.random() < quirks.jitters:
        place = reader(night, ply)
        night.told.append(Told(t + rng.uniform(0.05, 0.1), f"CARD,{place},-"))
        t += rng.uniform(0.15, 0.3)
        night.told.append(Told(t, f"CARD,{place},{tag(ply.card)}"))
    return t


def talk(night: Night, t: float) -> None:
    """Somebody wants to know something; nothing of the game depends on it."""
    if night.rng.random() < night.profile.quirks.talks:
        night.lines.append((t + night.rng.uniform(0.0, 3.0), ">" + night.rng.choice(QUESTIONS)))


def comes_late(night: Night, number: int, ply: Ply) -> bool:
    """Whether the hands are quicker than the card: only where the action before is settled for certain."""
    if night.rng.random() >= night.profile.quirks.late or number == 0 or night.is_told or night.is_early:
        return False
    last = night.plies[number - 1]
    is_shown = last.option.action == "discard" or last.option.picture != last.before
    if not is_shown or not last.option.is_whole:
        return False
    if night.truth[-1][1].get("expect") != "move" or ply.by or last.by or "-" not in ply.option.action:
        return False
    is_single = ply.option.action.count("-") == 1 and ply.option.picture != ply.before and "x" not in ply.option.action
    is_known = len(alike(ply, night.board.eyes)) == 1 and ply.card not in ("tac", "7", "8", "trickster", "angel")
    return is_single and is_known and ply.deal == last.deal


def shown(night: Night, wire: int, since: int) -> list[tuple[float, Seen]]:
    """What the sensors would tell after each touch from number `since` on; `wire` are the places filled before it."""
    found = []
    for t, index, is_down in night.board.touches[since:]:
        wire = wire | 1 << index if is_down else wire & ~(1 << index)
        found.append((t, night.looks(wire)))
    return found


def early(night: Night, number: int, ply: Ply, row: Row, seen: list[tuple[float, Seen]]) -> float | None:
    """When the next card is laid while the hands still move, None if it waits.

    From then on no picture may be the end of another action of this card, nor the one before it: a complete action
    that the board shows would count at once.
    """
    rng, quirks, after = night.rng, night.profile.quirks, night.following(number)
    wants = rng.random() < max(quirks.early, quirks.hoards)
    if not wants or after is None or after.deal != ply.deal or after.seat == ply.seat or after.by or ply.by:
        return None
    if row["expect"] != "move" or after.card == ply.card or len(seen) < 2 or night.has_mistake(ply.n):
        return None
    if ply.card in ("8", "tac", "trickster", "devil", "fool", "angel") or night.late_answer is not None:
        return None
    bad = night.danger(ply) | {night.looks_like(ply.before)}
    spans = []
    for (t, picture), (end, _) in zip(reversed(seen[:-1]), reversed(seen[1:]), strict=True):
        if picture in bad or seen[-1][0] - t > LONGEST_TAIL_S:
            break
        spans.append((t, end))
    spans = [(t, end) for t, end in spans if end - t > 0.05]
    if not spans:
        return None
    t, end = spans[0] if rng.random() < quirks.hoards else rng.choice(spans)
    return rng.uniform(t + 0.025, end - 0.01)
