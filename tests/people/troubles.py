"""What the board does by itself: weak magnets, restarts, a pulled cable, a sensor that fails."""

from __future__ import annotations

from tests.people.night import RING, Night, Row
from tests.people.odd_tables import excuse
from tests.people.play import Ply
from tests.people.truth import Eyes, alike, choices
from tests.people.wire import PLACES, Told


def cable(night: Night, ply: Ply, row: Row, t_card: float, done: float) -> None:
    """The cable is pulled or the board restarts, perhaps while the action is played; the next card waits.

    Not where only the trail could tell what happened, nor while somebody rests on a hole on his way.
    """
    rng, wire, minutes = night.rng, night.profile.wire, (night.t - t_card) / 60
    if night.is_delicate(ply.n - 1) or row["expect"] != "move" or night.is_told:
        return
    if any(other.get("n") == ply.n for _, other in night.truth):
        return
    is_pull = rng.random() < wire.pulls * minutes
    if not is_pull and rng.random() > wire.restarts * minutes:
        return
    t = rng.uniform(t_card + 0.3, max(done, t_card + 0.3) + 0.6)
    if any(a - 0.05 <= t <= b + 0.05 for a, b in [*night.board.careful, *night.board.frail]):
        return
    back = t
    if is_pull:
        back = t + rng.uniform(2.4, 5.8)
        night.lines += [(t, "!unplugged"), (back, "!plugged")]
        night.note(t, {"board": "unplugged", "t": t})
        night.note(back, {"board": "plugged", "t": back})
    else:
        night.restarts.append(t)
    night.t = max(night.t, back + 1.3 + rng.uniform(2.0, 3.5))
    same = alike(ply, night.board.eyes)
    if t < done + 0.1 and len(same) > 1:
        row |= {"expect": "either", "choices": choices(same)}


def fail_sensor(night: Night, index: int) -> None:
    """A sensor fails between two turns, and the board says so; or it does not, and the table does (or nobody)."""
    quirks = night.profile.quirks
    is_filled = index in night.board.pieces
    is_on = not is_filled if quirks.is_silent else night.rng.random() < 0.5
    night.t = max(night.t, night.hands_free) + 1.5
    t = night.t - night.rng.uniform(0.4, 0.7)
    name = "stuck-on" if is_on else "stuck-off"
    night.stuck.append((t, index, is_on))
    night.note(t, {"fault": name, "cell": night.layout.cell(index), "t": t, "silent": quirks.is_silent})
    if quirks.is_silent:
        _puzzle(night, index, t)
        return
    night.told.append(Told(t + 0.002, f"FAULT,{name},{index}"))
    night.board.eyes = Eyes(night.layout, night.board.eyes.mask & ~(1 << index))


def _puzzle(night: Night, index: int, t: float) -> None:
    """A sensor has failed without a word: somebody tells the companion, or it has to live with it."""
    if night.profile.quirks.is_ignored:
        excuse(night, "a sensor fails unnoticed", night.plies[-1], t, t + 100_000.0)
        return
    word = t + night.rng.uniform(5.0, 9.0)
    night.lines.append((word, f">overrule sensor {night.layout.cell(index)}"))
    excuse(night, "a sensor fails unnoticed", night.plies[-1], t, word, word + 0.5)
    night.board.eyes = Eyes(night.layout, night.board.eyes.mask & ~(1 << index))
    night.t = word + night.rng.uniform(1.5, 3.0)


def heal_sensor(night: Night, index: int) -> None:
    """The sensor works again, and the board says so; now and then it reports trouble that concerns no hole."""
    night.t = max(night.t, night.hands_free) + 2.5
    t = night.t - night.rng.uniform(1.2, 1.6)
    night.stuck.append((t, index, None))
    night.told.append(Told(t + 0.05, f"FAULT,clear,{index}"))
    night.note(t, {"fault": "clear", "cell": night.layout.cell(index), "t": t})
    night.board.eyes = Eyes(night.layout, night.board.eyes.mask | 1 << index)


def grumble(night: Night) -> None:
    """The board reports something that no hole is to blame for."""
    what = night.rng.choice(("bus,-", "brownout,-", f"bus,{night.rng.randrange(64)}", "input,-"))
    night.told.append(Told(night.t + night.rng.uniform(0.0, 1.0), f"FAULT,{what}"))


def _standing(night: Night, end: float) -> list[tuple[float, float, int]]:
    """How long each piece stood where: from, to, place."""
    since = {index: 0.0 for index in range(PLACES) if night.start >> index & 1}
    spans = []
    for t, index, is_down in [*sorted(night.board.touches), *((end, index, False) for index in range(PLACES))]:
        if is_down:
            since[index] = t
        elif index in since:
            spans.append((since.pop(index), t, index))
    return spans


def weakness(night: Night, end: float) -> list[tuple[float, int, bool]]:
    """What sensors tell besides the truth: weak magnets, and strong ones that reach the next hole."""
    return [*flicker(night, end), *crosstalk(night, end)]


def crosstalk(night: Night, end: float) -> list[tuple[float, int, bool]]:
    """A piece that comes or goes closes the sensor of a free hole beside it for a moment.

    Not where the picture of one moment counts.
    """
    rng, chance = night.rng, night.profile.quirks.crosstalk
    if not chance:
        return []
    calm = _counted(night)
    found = []
    filled = _standing(night, end)
    for t, index, _ in night.board.touches:
        beside = (index + rng.choice((-1, 1))) % RING
        begin, stop = t - rng.uniform(0.0, 0.08), t + rng.uniform(0.025, 0.15)
        is_near = any(a - 0.3 < stop and begin < b + 0.3 for a, b, other in filled if other == beside)
        if index >= RING or is_near or any(a < stop and begin < b for a, b in calm) or rng.random() >= chance:
            continue
        found += [(begin, beside, True), (stop, beside, False)]
        filled.append((begin, stop, beside))
    return found


def _counted(night: Night) -> list[tuple[float, float]]:
    """When a picture counts at once: at `>done`, with the next card, and where somebody rests on a mistake."""
    calm = [(row["shown"] - 0.1, row["shown"] + 2.5) for _, row in night.truth if "mistake" in row]
    calm += [(t - 0.4, t + 0.3) for t, text in night.lines if text == ">done"]
    return calm + [(row["t_next"] - 0.2, row["t_next"] + 0.1) for _, row in night.truth if "expect" in row]


def flicker(night: Night, end: float) -> list[tuple[float, int, bool]]:
    """Weak magnets: short gaps in what their sensors tell, in bursts.

    None in turns where that could be an exchange, and none where the picture of one moment counts: when `>done` is
    said, when the next card comes, and right after a mistake, so that a wrong picture is at rest for once.
    """
    rng = night.rng
    is_flaky = night.profile.quirks.is_flaky
    calm = [] if is_flaky else [
        (row["t_card"] - 0.3, row["t_quiet"] + 1.2)
        for _, row in night.truth if "expect" in row and night.is_delicate(row["n"] - 1)
    ]  # fmt: skip
    calm += _counted(night)
    calm += [
        (min(row["t_next"], row["t_first"]) - 0.1, row["t_quiet"] + 0.15)
        for _, row in night.truth if "expect" in row and row["t_next"] < row["t_quiet"] + 0.5 and not is_flaky
    ]  # fmt: skip
    found = []
    for begin, stop, index in _standing(night, end):
        if rng.random() > night.profile.wire.weak:
            continue
        t = begin + rng.uniform(0.5, 30)
        while t < stop - 1.5:
            for _ in range(rng.randrange(1, 5)):
                off = rng.uniform(0.025, 0.12)
                if t + off < stop - 0.2 and not any(a < t < b for a, b in calm):
                    found += [(t, index, False), (t + off, index, True)]
                t += off + rng.uniform(0.05, 0.3)
            t += rng.expovariate(1 / 30)
    return found
