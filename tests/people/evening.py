"""A whole evening: what people did at the board, what the board told of it, and what is true.

`evening(seed, profile, variant, deck)` gives the bytes of a trace and the lines of its truth, in the form of the
recorded evenings. Nothing here knows how the companion thinks; what cannot be told apart is worked out from the
hidden course of things.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.virtual.gestures import Manner, Stroke, displacements, plan
from engine.contract import Option, Picture, Seat
from tests.people import mishaps, odd_cards, odd_tables, troubles
from tests.people.drawn import profile_of
from tests.people.fingers import RING, feel, thirds
from tests.people.habits import Profile, span
from tests.people.night import Night, Row, is_swap, needs_hands, sensors
from tests.people.play import SEATS, Ply, Table
from tests.people.tac_game import tac
from tests.people.truth import Eyes, alike, choice, choices, exchanged
from tests.people.wire import Evening, Told, bits, tag, write

Truth = list[Row]
LOST_S = 3.2
"""A lost line is made good by the next heartbeat: who goes on sooner has to be heard."""


def evening(
    seed: int, profile: str, variant: str = "teams", deck: str = "basic", limit: int = 600, game: Any = None
) -> tuple[bytes, Truth]:
    """The trace of an evening and the lines of its truth (the first one tells of the evening itself)."""
    kind = profile_of(profile, seed)
    night, first = prepare(game or tac(variant, deck), seed, kind, variant, deck, limit)
    end = run(night)
    wires = Evening(
        night.start, night.mask, end, [*night.board.touches, *troubles.weakness(night, end)], night.told,
        [(0.0, _game_line(night, deck, variant, first)), *night.lines], night.restarts, night.stuck,
        [] if kind.quirks.is_flaky else night.board.careful,
    )  # fmt: skip
    rows = [row for _, row in sorted(night.truth, key=lambda pair: pair[0])]
    head = {
        "trace": f"{seed:02d}-{profile}-{variant}-{deck}.trace", "truth": 1, "deck": deck, "variant": variant,
        "first": first, "mask": bits(night.mask), "cards": kind.cards, "hands": kind.hands, "profile": profile,
        "actions": sum("expect" in row for row in rows),
        "questions": sum(row.get("expect") == "question" for row in rows),
        "mistakes": sum("mistake" in row for row in rows), "end": end, "start": night.plies[0].position,
        "won": list(night.plies[-1].won) if night.plies[-1].won else None, "loose": kind.quirks.is_loose,
    }  # fmt: skip
    return write(wires, kind.wire, night.rng), [_rounded(row) for row in (head, *rows)]


def _game_line(night: Night, deck: str, variant: str, first: Seat) -> str:
    """What somebody says to begin."""
    line = f">game tac {deck} {variant} first={first}"
    return f"{line} position={night.plies[0].position}" if night.profile.quirks.is_midgame else line


def prepare(game: Any, seed: int, profile: Profile, variant: str, deck: str, limit: int) -> tuple[Night, Seat]:
    """The people and the whole game, before anything is touched; and who begins."""
    rng = Random(f"{seed}-{profile.name}-{variant}-{deck}")
    paces = {seat: rng.choice(profile.paces) for seat in "ABCD"}
    first = rng.choice(SEATS.get(variant, "ABCD"))
    dead = (rng.randrange(12, 40), rng.randrange(64)) if profile.stuck else None
    holes = tuple(rng.sample(range(64), 3)) if profile.mask == "gaps" else ()
    eyes = Eyes(game.layout, sensors(profile.mask, game.layout, holes))
    is_odd = profile.mask in ("gaps", "bare")

    def is_unseen(n: int, option: Option, before: Picture) -> bool:
        """An exchange with a dead sensor; an opening onto an own piece on a board that has no sensors in the yards."""
        if dead is not None and n >= dead[0] and "~" in option.action and f"{dead[1]:02d}" in option.action:
            return True
        if is_odd and "~" in option.action:
            return any(f"{place:02d}" in option.action for place in holes)
        if is_odd and option.picture != before:
            return eyes.see_picture(option.picture) == eyes.see_picture(before)
        return profile.mask != "all" and option.picture == before and "y-" in option.action

    position = _middle(game, variant, deck, rng, first) if profile.quirks.is_midgame else ""
    plies = Table(game, variant, deck, rng, avoid=is_unseen).plies(first, limit, position)
    return Night(profile, rng, game.layout, plies, paces, dead, holes=holes), first


def _middle(game: Any, variant: str, deck: str, rng: Random, first: Seat) -> str:
    """A position out of the middle of a game."""
    plies = Table(game, variant, deck, rng).plies(first, 160)
    return plies[rng.randrange(len(plies) // 3, len(plies) * 3 // 4)].position


def run(night: Night) -> float:
    """Plays the whole evening; the time at which it ends."""
    night.t = _set_up(night) + night.rng.uniform(2.5, 4.0)
    healed = night.dead[0] + night.rng.randrange(8, 25) if night.dead and night.profile.quirks.heals else None
    for number, ply in enumerate(night.plies):
        if night.dead is not None and ply.n == night.dead[0]:
            troubles.fail_sensor(night, night.dead[1])
        if night.dead is not None and ply.n == healed:
            troubles.heal_sensor(night, night.dead[1])
        if night.profile.quirks.heals and night.rng.random() < 0.05:
            troubles.grumble(night)
        if night.rng.random() < night.profile.slips * 0.12:
            mishaps.before_card(night, number, ply)
        odd_tables.before_turn(night, number, ply)
        turn(night, number, ply)
    _give_back(night, night.hands_free + 1.0)
    if night.late_answer is not None:
        night.lines.append((night.t + 1.0, f">answer {night.late_answer[1]}"))
    return max(night.t, night.hands_free) + 12.0


def _set_up(night: Night) -> float:
    """Some pieces are still missing in the yards when the evening begins, and are put there one by one."""
    t = 0.3
    yards = [i for i in night.board.pieces if i >= len(night.layout.holes)]
    if night.rng.random() > night.profile.set_up or len(yards) < 2:
        return t
    for index in night.rng.sample(yards, night.rng.randrange(1, len(yards))):
        night.start &= ~(1 << index)
        t += night.rng.uniform(0.3, 1.1)
        night.board.touches.append((t, index, True))
    return t


def turn(night: Night, number: int, ply: Ply) -> None:
    """One ply: the card, what hands do, fingers afterwards, and the line of truth."""
    row: Row = {"n": ply.n, "seat": ply.seat, "card": ply.card, "action": ply.option.action}
    row["position"] = ply.option.position
    row |= {"also": sorted(ply.option.also)} if ply.option.also else {}
    row |= {"by": ply.by} if ply.by else {}
    night.is_unread = False
    place, wire, since = len(night.truth), night.board.wire, len(night.board.touches)
    night.lifted = []
    t_card, first, done, quiet = _card_and_hands(night, number, ply)
    seen = odd_cards.shown(night, wire, since)
    odd_tables.afterwards(night, ply, seen)
    expect(night, ply, row)
    is_bound = row["expect"] == "question" or (row["expect"] == "move" and is_told_by_trail(night, ply))
    if is_bound:
        _shelter(night, ply, row, t_card, quiet)
    wait = _wait(night, ply, night.following(number))
    if row["expect"] != "move":
        wait = _answer(night, number, ply, quiet, wait, row["expect"] == "question")
    elif night.late_answer is not None:
        row |= {"expect": "either", "choices": choices(alike(ply, night.board.eyes)) or [choice(ply.option)]}
    is_plain = first > t_card and not night.owed and not is_bound
    early = odd_cards.early(night, number, ply, row, seen) if is_plain else None
    night.hands_free = max(night.hands_free, max(quiet, done) + _gap(night))
    night.t = max(quiet, done) + wait if early is None else early
    if wait < LOST_S or early is not None:
        night.board.careful.append((min(night.t, quiet) - 0.01, max(quiet, night.t) + wait + 0.05))
    if early is None:
        _afterwards(night, number, ply, row, (t_card, done, quiet))
    odd_cards.talk(night, night.t)
    row |= {"t_card": t_card, "t_first": first, "t_done": done, "t_quiet": quiet, "t_next": night.t}
    row["changes"] = ply.option.picture != ply.before
    row |= {"unread": True} if night.is_unread else {}
    if number + 1 == len(night.plies) and _waits_for_more(night, ply):
        row["optional"] = True
    night.truth.insert(place, (t_card, row))


def _waits_for_more(night: Night, ply: Ply) -> bool:
    """Whether only what follows could settle this action."""
    if ply.option.picture == ply.before:
        return ply.option.action != "discard"
    waits = not ply.won and (not ply.option.is_whole or night.is_in_hand)
    return waits or night.profile.mask in ("gaps", "bare")


def _afterwards(night: Night, number: int, ply: Ply, row: Row, times: tuple[float, float, float]) -> None:
    """The cable, fingers on the board, a word: what happens between an action and the next card."""
    t_card, done, quiet = times
    troubles.cable(night, ply, row, t_card, done)
    if night.rng.random() < night.profile.feel and row["expect"] == "move":
        late = feel(night, max(quiet, done) + night.rng.uniform(0.3, 1.2), number, night.t)
        night.t = max(night.t, late + 0.3)
        night.hands_free = max(night.hands_free, late + 0.04)
    elif ply.option.picture != ply.before and night.rng.random() < night.profile.says_done:
        word = quiet + night.rng.uniform(0.05, 0.2)
        night.lines.append((word, ">done"))
        night.board.careful.append((quiet - 0.01, word + 0.01))


def _card_and_hands(night: Night, number: int, ply: Ply) -> tuple[float, float, float, float]:
    """The card is laid and the action made, in this order or the other; card, first touch, last stroke, last touch."""
    _recall(night, ply)
    if odd_cards.comes_late(night, number, ply):
        begin = max(night.t, night.hands_free + 2.0)
        player = night.player(ply.seat, ply)
        first, done = player.play(begin, night.strokes(ply, Manner(captured="before")), Manner(captured="before"))
        night.check(ply)
        t_card = done + night.rng.uniform(0.08, 0.7)
        _lay(night, ply, t_card)
        return t_card, first, done, t_card
    t_card = night.t
    ready = _lay(night, ply, t_card)
    if not needs_hands(ply):
        return t_card, t_card, t_card, ready
    return (t_card, *_gestures(night, number, ply, ready))


def _recall(night: Night, ply: Ply) -> None:
    """Somebody answers a question of some turns ago."""
    if night.late_answer is not None and ply.n >= night.late_answer[0]:
        t = max(night.t, night.hands_free + 0.3) + 0.3
        night.lines.append((t, f">answer {night.late_answer[1]}"))
        night.t = t + night.rng.uniform(1.4, 2.6)
        night.late_answer = None


def _gap(night: Night) -> float:
    """How soon after the last touch the next hand may come: the end of an action is seen, unless hands blur."""
    if night.rng.random() < night.profile.quirks.blurs:
        return night.rng.uniform(0.0, 0.015)
    return 0.04


def _lay(night: Night, ply: Ply, t: float) -> float:
    """The card is laid at `t`; when it has been understood (later, if its line was damaged)."""
    rng, profile = night.rng, night.profile
    if ply.hands is not None and profile.hands:
        for number, (seat, cards) in enumerate(ply.hands.items()):
            night.lines.append((t - 1.5 + 0.1 * number, f">hand {seat} {','.join(cards)}"))
    said = (0.0, f">card {ply.seat} {ply.card}")
    if night.keeps_card:
        night.keeps_card = False
        return t
    if night.is_told or profile.cards == "said":
        t = t if night.is_told else odd_cards.changed(night, ply, t)
        night.is_told = False
        night.lines.append((t, said[1]))
        return t
    if odd_cards.is_missed(night, ply):
        return t
    t = odd_cards.changed(night, ply, t)
    place = odd_cards.reader(night, ply)
    if place in night.piles and (night.piles[place] == ply.card or rng.random() < 0.6):
        night.told.append(Told(t - rng.uniform(0.06, 0.14), f"CARD,{place},-"))
    is_damaged = rng.random() < profile.wire.card_damaged and not is_told_by_trail(night, ply)
    night.told.append(Told(t, f"CARD,{place},{tag(ply.card)}", is_damaged))
    night.piles[place] = ply.card
    if not is_damaged:
        return odd_cards.lay_again(night, ply, t)
    t += rng.uniform(1.0, 2.5)
    night.lines.append((t, said[1]))
    return t


SAME_CARD_S = 0.35


def _wait(night: Night, ply: Ply, following: Ply | None) -> float:
    """How long it is from the last touch to the next card."""
    wait = span(night.rng, night.paces[(following or ply).seat].after)
    if following is not None and following.card == ply.card:
        # A reader that tells a card again sooner than this has only lost it for a moment.
        wait = max(wait, SAME_CARD_S)
    if following is not None and following.hands is not None:
        wait += night.rng.uniform(8, 14)
    return wait


def _gestures(night: Night, number: int, ply: Ply, ready: float) -> tuple[float, float, float]:
    """Mistakes, fingers and the strokes of an action; first touch, last stroke, last touch of anything."""
    rng, seat = night.rng, ply.by or ply.seat
    is_free = not night.is_early and night.standing is None
    t = max(ready, night.asked_until, night.hands_free) + span(rng, night.paces[seat].think)
    if is_free and rng.random() < night.profile.feel * 0.5:
        late = feel(night, t, number, t + 5.0)
        t = late + rng.uniform(0.35, 0.9) if late > t else t
    begun = None
    if is_free and rng.random() < night.profile.slips and not ply.sits_out:
        t, begun, done = mishaps.turn(night, number, ply, t)
        if done is not None:
            return begun or done, done, done
    manner = night.manner(ply)
    strokes = _strokes(night, ply, manner)
    extra = [] if begun is not None or not is_free else thirds(night, ply, number, strokes)
    if extra and "~" in ply.option.action:
        strokes = tuple(sorted(strokes, key=lambda stroke: stroke.kind))
    night.lifted = [stroke.cell for stroke in strokes if stroke.kind == "lift"]
    night.lifted += [night.layout.cell(third.index) for third in extra]
    player = night.player(seat, ply)
    strokes, owed = _owe(night, number, ply, strokes)
    first, done = player.play(t, strokes, manner, extra)
    quiet = max(player.quiet, done, _give_back(night, done + 0.5))
    night.owed = owed
    if not owed:
        night.check(ply)
    return begun or first, done, quiet


def _owe(
    night: Night, number: int, ply: Ply, strokes: tuple[Stroke, ...]
) -> tuple[tuple[Stroke, ...], list[Stroke]]:
    """The strokes that are made now, and the captured pieces that are kept in the hand until after the next action."""
    after = night.following(number)
    if after is None or not needs_hands(after) or night.rng.random() >= night.profile.quirks.owes:
        return strokes, []
    kept = len(strokes)
    while kept and strokes[kept - 1].role == "captured" and strokes[kept - 1].kind == "place":
        kept -= 1
    busy = {cell for one in displacements(night.layout, after.before, after.option.picture, after.moved)
            for cell in (one.origin, one.target)}  # fmt: skip
    if kept == len(strokes) or after.card == "tac" or any(stroke.cell in busy for stroke in strokes[kept:]):
        return strokes, []
    return strokes[:kept], list(strokes[kept:])


def _give_back(night: Night, t: float) -> float:
    """What was kept in the hand goes home; when that is done."""
    for stroke in night.owed:
        night.board.put(t, night.rng.choice(night.board.free(stroke.cell)), stroke.owner)
        t += 0.4
    return t if night.owed else 0.0


def _strokes(night: Night, ply: Ply, manner: Manner) -> tuple[Stroke, ...]:
    """The strokes of the action, from what the board really shows."""
    if night.standing is None:
        return night.strokes(ply, manner)
    here, night.standing = night.standing, None
    return plan(night.layout, here, displacements(night.layout, here, ply.option.picture), manner)


def expect(night: Night, ply: Ply, row: Row) -> None:
    """What the companion can know of this action: `move`, `question` with its choices, or `either`."""
    row["expect"] = "move"
    action = ply.option.action
    if not needs_hands(ply):
        kinds = sorted({"discard", *(o.action for o in ply.options if o.action == "skip")})
        if ply.sits_out and ply.card == "tac" and len(kinds) > 1 and action in kinds:
            row |= {"expect": "either", "choices": [{"card": "tac", "action": kind} for kind in kinds]}
        return
    same = alike(ply, night.board.eyes)
    is_exchange = any("~" in option.action for option in ply.options) or is_swap(ply.before, ply.undone)
    if ply.card == "tac" and is_exchange and len(same) > 1:
        row |= {"expect": "either", "choices": choices(same)}
    elif len(night.lifted) > 2 and "~" in action:
        asked = exchanged(ply, night.lifted)
        row |= {"expect": "question", "choices": choices(asked)} if len(asked) > 1 else {}
    elif len(same) > 1 and not _trail_tells(night, ply):
        row |= {"expect": "either", "choices": choices(same)}


def is_told_by_trail(night: Night, ply: Ply) -> bool:
    """Whether only the trail tells this action from others."""
    return needs_hands(ply) and len(alike(ply, night.board.eyes)) > 1


def _shelter(night: Night, ply: Ply, row: Row, t_card: float, quiet: float) -> None:
    """No line is lost while the trail has to be whole; on a bad cable now and then one is, and then it may be asked."""
    if row["expect"] == "move" and night.profile.wire.lost > 0.01 and night.rng.random() < 0.3:
        row |= {"expect": "either", "choices": choices(alike(ply, night.board.eyes))}
    else:
        night.board.careful.append((t_card - 1.2, quiet + 1.2))


def _trail_tells(night: Night, ply: Ply) -> bool:
    """Whether clean gestures tell this action from all that end in the same picture: no piece may move unseen."""
    if "~" in ply.option.action:
        mask = night.board.eyes.mask
        ring = [index for index in night.board.pieces if index < RING]
        return all(mask >> index & 1 for index in ring)
    return ply.option.picture == ply.before


def _answer(night: Night, number: int, ply: Ply, quiet: float, wait: float, is_asked: bool) -> float:
    """People answer, whether they were asked or not: twice before the next card, and once after it, with their hands
    off the board. Others play on and answer some turns later. How long the next card waits."""
    can_wait = is_asked and night.late_answer is None and ply.card == "trickster"
    if can_wait and night.rng.random() < night.profile.quirks.answers_late:
        night.late_answer = (ply.n + night.rng.randrange(2, 5), ply.option.action)
        return wait
    first = max(quiet + night.rng.uniform(1.4, 1.9), night.asked_until)
    second = first + night.rng.uniform(1.6, 2.2)
    wait = max(wait, second - quiet + night.rng.uniform(1.4, 2.1))
    third = quiet + wait + night.rng.uniform(1.4, 1.7)
    night.lines += [(t, f">answer {ply.option.action}") for t in (first, second, third)]
    night.asked_until = third + night.rng.uniform(1.8, 2.6)
    return wait


def _rounded(row: Row) -> Row:
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in row.items()}


def save(folder: str, trace: bytes, truth: Truth) -> str:
    """Writes an evening beside the others of a folder; the path of the trace."""
    path = Path(folder) / truth[0]["trace"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(trace)
    lines = "".join(json.dumps(row) + "\n" for row in truth)
    path.with_name(path.name.replace(".trace", ".truth.jsonl")).write_text(lines, encoding="utf-8")
    return str(path)
