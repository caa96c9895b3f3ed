"""Mistakes while they happen: the wrong picture, how long it stays, and how it is put right.

Each function plays the hands and notes the truth. Those of a turn return when the right gestures may begin, when the
mistake began, and, where the repair made the right picture at once, when that was done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.virtual.gestures import Manner, Stroke, displacements, plan
from companion.virtual.hands import occupied
from engine.contract import Cell, Picture, Seat
from tests.people.hand import Player
from tests.people.night import FULL, Night, Row
from tests.people.play import Ply
from tests.people.slips import Slip, find, out_of_turn
from tests.people.truth import is_part
from tests.people.wire import Told, tag

Turn = tuple[float, float | None, float | None]
STAYS = (3.65, 6.8)
"""How long a wrong picture is left alone."""
HASTY = (0.3, 3.0)


def _note(night: Night, slip: Slip, ply: Ply, seat: Seat, **times: Any) -> None:
    """The truth of a mistake; no line is lost while the trail has to prove whose piece went where."""
    night.board.careful.append((times["start"] - 3.0, times["shown"] + 0.3))
    night.note(times["start"], _row(slip, ply, seat, **times))


def _row(slip: Slip, ply: Ply, seat: Seat, **times: Any) -> Row:
    return {
        "mistake": slip.kind, "n": ply.n, "seat": seat, "rules": sorted(slip.rules), "demand": slip.demand, **times,
        **({"attempt": slip.attempt} if slip.attempt else {}),
    }  # fmt: skip


def turn(night: Night, number: int, ply: Ply, t: float) -> Turn:
    """A mistake of a kind by lot before or instead of this action; none where none could be proved."""
    if "~" in ply.option.action or ply.option.picture == ply.before:
        return t, None, None
    if night.rng.random() < 0.10 and _can_forget(night, number, ply):
        return _forget(night, number, ply, t)
    moved = displacements(night.layout, ply.before, ply.option.picture, ply.moved)
    heaps = night.layout.heaps
    captured = [one for one in moved if one.target in heaps and one.origin not in heaps]
    if len(captured) == 1 and ply.card != "tac" and night.board.eyes.mask == FULL and night.rng.random() < 0.7:
        return _lost_piece(night, ply, t)
    slip = find(ply, _taken(night, number), night.layout, lambda s: shows(night, s, ply.before, [ply]), night.rng)
    return (t, None, None) if slip is None else _wrong_move(night, ply, t, slip)


def before_card(night: Night, number: int, ply: Ply) -> None:
    """Somebody whose turn it is not moves before the card is laid, and puts it back."""
    last = night.plies[number - 1] if number else None
    if last is None or night.is_told or night.is_early or night.truth[-1][1].get("expect") != "move":
        return
    if last.option.action != "discard" and last.option.picture == last.before:
        return
    silent = [last.seat, last.by or last.seat, ply.seat, ply.by or ply.seat]
    slip = out_of_turn(ply.before, silent, night.rng)
    if slip is None or not shows(night, slip, ply.before, night.plies[number - 1 : number + 1]):
        return
    seat = slip.moved[0].owner
    player = Player(night.board, night.paces[seat], night.rng, frozenset(), lambda holes: False)
    manner = Manner(night.rng.choice(("carry", "slide")))
    begin = night.t + night.rng.uniform(1.7, 2.2)
    start, shown = player.play(begin, plan(night.layout, ply.before, slip.moved, manner), manner)
    repair = shown + night.rng.uniform(*STAYS)
    here = night.board.picture()
    back = plan(night.layout, here, displacements(night.layout, here, ply.before))
    _, repaired = player.play(repair, back, Manner())
    again = repaired + night.rng.uniform(1.8, 3.0)
    times = {"start": start, "shown": shown, "repair": repair, "repaired": repaired, "how": "restore", "again": again}
    _note(night, slip, ply, seat, **times)
    night.t = again + night.rng.uniform(1.0, 4.0)


def shows(night: Night, slip: Slip, before: Picture, plies: list[Ply]) -> bool:
    """Whether this wrong picture can be told from all right ones by the sensors, and from parts of right ones."""
    layout = night.layout
    wire = occupied(layout, before)
    cells = {layout.holes[i]: mark for i, mark in enumerate(before[: len(layout.holes)]) if mark != "."}
    for one in slip.moved:
        wire &= ~(1 << night.index(one.origin, wire, True))
        wire |= 1 << night.index(one.target, wire, False)
        cells.pop(one.origin, None)
    cells |= {one.target: one.owner for one in slip.moved if one.target not in layout.heaps}
    right = {night.looks_like(option.picture) for ply in plies for option in ply.options}
    right |= {night.looks_like(ply.undone) for ply in plies if ply.undone} | {night.looks_like(before)}
    if night.looks(wire) in right:
        return False
    if slip.must_say_done:
        return True
    return not any(
        is_part(shown, ply.before, ply.undone, option, layout)
        for ply in plies for option in ply.options for shown in _seen(night, cells)
    )  # fmt: skip


def _seen(night: Night, cells: dict[Cell, Seat]) -> list[dict[Cell, Seat]]:
    """These holes, and the same without what a dead sensor would have told."""
    mask = night.board.eyes.mask
    unseen = {cell for i, cell in enumerate(night.layout.holes) if not mask >> i & 1}
    return [cells, {cell: mark for cell, mark in cells.items() if cell not in unseen}]


def _taken(night: Night, number: int) -> str:
    """The card that a TAC takes over."""
    while number > 0 and night.plies[number].card in ("tac", "fool", "devil"):
        number -= 1
    return night.plies[number].card


def _wrong_move(night: Night, ply: Ply, t: float, slip: Slip) -> Turn:
    """A piece goes where it may not; later it goes back, or straight to where it belongs."""
    rng, seat = night.rng, ply.by or ply.seat
    player = night.player(seat, ply, is_all=True)
    manner = Manner(rng.choice(("carry", "slide", "hop")), rng.choice((1, 2)))
    start, shown = player.play(t, plan(night.layout, ply.before, slip.moved, manner), manner)
    night.board.careful.append((shown - 0.05, shown + 0.2))
    is_said = slip.must_say_done or rng.random() < 0.12
    if is_said:
        night.lines.append((shown + rng.uniform(0.35, 0.75), ">done"))
    is_hasty = rng.random() < night.profile.quirks.hasty
    repair = shown + (0.8 if is_said and is_hasty else 0.0) + rng.uniform(*(HASTY if is_hasty else STAYS))
    if is_hasty and not is_said:
        slip = replace(slip, demand="allowed")
    is_right = rng.random() < 0.4 and ply.card != "tac"
    here = night.board.picture()
    moved = displacements(night.layout, here, ply.option.picture if is_right else ply.before)
    player = night.player(seat, ply) if is_right else player
    _, repaired = player.play(repair, plan(night.layout, here, moved), Manner())
    times: Row = {"start": start, "shown": shown, "repair": repair, "repaired": repaired}
    times["how"] = "right" if is_right else "restore"
    again = repaired + rng.uniform(1.8, 3.4)
    if not is_right:
        times["again"] = again
    if is_said:
        times["done"] = True
    _note(night, slip, ply, ply.seat, **times)
    if not is_right:
        return again, start, None
    night.check(ply)
    return repaired, start, repaired


def _can_forget(night: Night, number: int, ply: Ply) -> bool:
    """Whether leaving a usable card without any move can be proved when the next card comes."""
    after = night.following(number)
    if after is None or after.deal != ply.deal or after.seat == ply.seat or ply.by or after.by:
        return False
    is_seen = all(option.picture != ply.before for option in ply.options)
    return is_seen and ply.card not in ("8", "tac", "trickster")


def _forget(night: Night, number: int, ply: Ply, t: float) -> Turn:
    """A usable card is laid and nothing moved; the next card follows, and then the move is made."""
    after = night.plies[number + 1]
    start = max(t, night.t + 3.5) + night.rng.uniform(0.0, 2.5)
    if night.profile.cards == "said":
        night.lines.append((start, f">card {after.seat} {after.card}"))
    else:
        place = after.seat if night.profile.cards == "seats" else "pit"
        night.told += [Told(start - 0.1, f"CARD,{place},-"), Told(start, f"CARD,{place},{tag(after.card)}")]
        night.piles[place] = after.card
    night.is_told = True
    manner = night.manner(ply)
    player = night.player(ply.seat, ply)
    first, done = player.play(start + night.rng.uniform(3.6, 5.5), night.strokes(ply, manner), manner)
    slip = Slip("usable card laid, nothing moved", ("T3.3",), "", ())
    times = {"start": start, "shown": start, "repair": first, "repaired": done, "how": "play"}
    _note(night, slip, ply, ply.seat, **times)
    night.check(ply)
    return done, first, done


def _lost_piece(night: Night, ply: Ply, t: float) -> Turn:
    """A captured piece is put into the wrong yard, or kept in the hand."""
    rng, manner = night.rng, night.manner(ply)
    manner = Manner(manner.way, manner.stride, "after")
    *most, last = night.strokes(ply, manner)
    if last.kind != "place" or last.role != "captured":
        return t, None, None
    lifted = {stroke.cell for stroke in most if stroke.kind == "lift"}
    yards = [y for y in night.layout.heaps if y != last.cell and y not in lifted and night.board.free(y)]
    yards = [y for y in yards if f"{y[0]}:" in ply.position]
    is_kept = rng.random() < 0.4 or not yards
    kind, demand = "captured piece left out", "allowed"
    mend = [last]
    if not is_kept:
        kind, demand = "captured piece into the wrong yard", "reaction"
        most = [*most, Stroke("place", rng.choice(yards), last.owner, "captured")]
        mend = [Stroke("lift", most[-1].cell, last.owner, "captured"), last]
    player = night.player(ply.by or ply.seat, ply)
    start, shown = player.play(t, most, manner)
    times: Row = {"start": start, "shown": shown}
    if is_kept and rng.random() < 0.3:
        night.lines.append((shown + rng.uniform(0.35, 0.6), ">done"))
        times["done"] = True
    times["repair"], times["repaired"] = player.play(shown + rng.uniform(*STAYS), mend, manner)
    slip = Slip(kind, ("T1.4", "T3.7"), ply.option.action, (), demand)
    _note(night, slip, ply, ply.seat, **times, how="right")
    night.check(ply)
    return times["repaired"], start, times["repaired"]
