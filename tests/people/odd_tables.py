"""Tables that do what nobody foresaw: takebacks, second thoughts, sleeves, breaks, words at the wrong moment."""

from __future__ import annotations

from itertools import pairwise

from companion.virtual.gestures import Manner, displacements, plan
from engine.contract import Option
from tests.people.hand import Player
from tests.people.night import FULL, Night, Row, needs_hands
from tests.people.odd_cards import reader
from tests.people.play import Ply
from tests.people.truth import Seen
from tests.people.wire import Told, tag

ANY_RULE = sorted(
    f"T{chapter}.{number}" for chapter, last in ((1, 6), (2, 8), (3, 13), (4, 9), (5, 8), (6, 6), (7, 2), (8, 2))
    for number in range(1, last + 1)
)  # fmt: skip
"""What may be said of a picture that is wrong for a while: nobody can tell what its maker had in mind."""


def excuse(night: Night, kind: str, ply: Ply, start: float, end: float, repaired: float | None = None) -> None:
    """The companion may name what the table shows in this span, and need not."""
    night.note(start, {
        "mistake": kind, "n": ply.n, "seat": ply.seat, "rules": ANY_RULE, "demand": "allowed", "start": start,
        "shown": start, "repair": end, "repaired": end if repaired is None else repaired, "how": "right",
    })  # fmt: skip


def before_turn(night: Night, number: int, ply: Ply) -> None:
    """What happens before the card of this turn is laid."""
    quirks, rng = night.profile.quirks, night.rng
    if night.is_early or night.is_told:
        return
    if rng.random() < quirks.breaks:
        night.t += rng.uniform(60, 400)
    if rng.random() < quirks.knocks:
        knock(night, number)
    for is_silent, chance in ((False, quirks.takes_back), (True, quirks.wavers)):
        if rng.random() < chance:
            _try_another(night, number, ply, is_silent)
            return


def knock(night: Night, number: int) -> None:
    """A sleeve empties some neighbouring places at once; each piece goes back where it stood, one after the other.

    Not where that could be an exchange, nor where sensors are missing, nor so that it looks like an action.
    """
    rng, board = night.rng, night.board
    if board.eyes.mask != FULL or night.is_delicate(number):
        return
    standing = sorted(board.pieces)
    at = rng.randrange(len(standing))
    picked = standing[at : at + rng.randrange(2, 6)]
    forbidden = night.danger(night.plies[number], True)
    forbidden |= night.danger(night.plies[number - 1], True) if number else frozenset()
    wire, pictures = board.wire, []
    for index in [*picked, *picked]:
        wire ^= 1 << index
        pictures.append(night.looks(wire))
    if forbidden & set(pictures[:-1]):
        return
    t = max(night.t, night.hands_free) + rng.uniform(0.3, 1.0)
    owners = {}
    for index in picked:
        owners[index] = board.lift(t, index)
        t += rng.uniform(0.0, 0.012)
    t += rng.uniform(0.5, 3.0)
    for index in picked:
        board.put(t, index, owners[index])
        t += rng.uniform(0.06, 1.2)
    night.t = max(night.t, t + rng.uniform(1.2, 2.5))


def _another(night: Night, ply: Ply) -> Option | None:
    """Another plain action of the same card: one that no other looks like, and that rest alone would settle."""
    if ply.card in ("tac", "trickster", "8", "devil", "fool", "angel", "warrior") or ply.by or ply.sits_out:
        return None
    seen = [night.looks_like(option.picture) for option in ply.options]
    found = [
        option for option, picture in zip(ply.options, seen, strict=True)
        if option.action != ply.option.action and seen.count(picture) == 1 and picture != night.looks_like(ply.before)
        and option.picture not in ply.wins and option.is_whole
    ]  # fmt: skip
    return night.rng.choice(found) if found else None


def _try_another(night: Night, number: int, ply: Ply, is_silent: bool) -> None:
    """An action is played and settled; then the table takes it back (or, silently, simply plays another one)."""
    option = _another(night, ply)
    if option is None or not needs_hands(ply) or (number and night.truth[-1][1].get("expect") != "move"):
        return
    rng, seat = night.rng, ply.seat
    t_card = night.t
    lay(night, ply, t_card)
    player = Player(night.board, night.paces[seat], rng, _others(night, ply, option), lambda holes: False)
    moved = displacements(night.layout, ply.before, option.picture, ply.told(option))
    first, done = player.play(t_card + rng.uniform(0.4, 2.0), plan(night.layout, ply.before, moved), Manner())
    trial = {"seat": ply.seat, "card": ply.card, "action": option.action, "position": option.position}
    row: Row = {"tried": trial, "n": ply.n, "t_card": t_card, "t_first": first, "t_done": done, "t_quiet": done}
    night.note(t_card, row)
    if is_silent:
        night.keeps_card = True
        night.standing = option.picture
        night.hands_free = done + 0.04
        night.t = done + rng.uniform(1.0, 4.0)
        return
    word = done + rng.uniform(2.6, 4.5)
    back = plan(night.layout, option.picture, displacements(night.layout, option.picture, ply.before))
    is_by_hand = rng.random() < night.profile.quirks.takes_back_by_hand
    start, put = player.play(word if is_by_hand else word + rng.uniform(0.5, 1.5), back, Manner())
    if is_by_hand:
        word = put + rng.uniform(3.7, 6.0)
        excuse(night, "moved back without a word", ply, start, word, word + 0.5)
    night.lines.append((word, ">takeback"))
    row |= {"takeback": word, "position": ply.position, "restored": max(put, word)}
    night.hands_free = put + 0.04
    night.t = max(put, word) + rng.uniform(1.6, 3.0)


def _others(night: Night, ply: Ply, option: Option) -> frozenset[Seen]:
    """The ends of all other actions of the card."""
    return frozenset({night.looks_like(o.picture) for o in ply.options} - {night.looks_like(option.picture)})


def lay(night: Night, ply: Ply, t: float) -> None:
    """The card is told, plainly."""
    if night.profile.cards == "said":
        night.lines.append((t, f">card {ply.seat} {ply.card}"))
        return
    place = reader(night, ply)
    if place in night.piles:
        night.told.append(Told(t - 0.1, f"CARD,{place},-"))
    night.told.append(Told(t, f"CARD,{place},{tag(ply.card)}"))
    night.piles[place] = ply.card


def afterwards(night: Night, ply: Ply, seen: list[tuple[float, Seen]]) -> None:
    """The truth of long rests on the way, and a `>done` that comes too soon."""
    for begin, end in night.board.pondered:
        excuse(night, "rests on the way", ply, begin, end, seen[-1][0])
    night.board.pondered.clear()
    if night.changed_at is not None:
        excuse(night, "the card was changed", ply, night.changed_at, seen[-1][0])
        night.changed_at = None
    if night.rng.random() >= night.profile.quirks.says_done_early or night.has_mistake(ply.n):
        return
    bad = night.danger(ply, True) | {night.looks_like(ply.before)}
    gaps = [(t, end) for (t, picture), (end, _) in pairwise(seen)
            if picture not in bad and end - t > 0.2]  # fmt: skip
    if gaps and len(ply.options) and ply.card != "tac":
        begin, end = night.rng.choice(gaps)
        t = night.rng.uniform(begin + 0.06, end - 0.06)
        night.lines.append((t, ">done"))
        excuse(night, "done is said too soon", ply, t, seen[-1][0], seen[-1][0])
