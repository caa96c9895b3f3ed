"""Scores readings against the truth of pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources

from calibration.camera_learn import learn
from calibration.camera_profile import CameraPart
from companion.sensing.camera_reading import COVERED, UNKNOWN
from companion.sensing.camera_still import StillReader
from tests.vision.paint import Painter
from tests.vision.scene import Installation, Moment, midgame, start

HIDDEN = (COVERED, UNKNOWN)
Moments = Callable[[Installation, int], Moment]


def geometry(name: str = "tac-wood-49cm") -> str:
    """The text of a board's file."""
    return resources.files("hardware").joinpath("boards", f"{name}.json").read_text("utf-8")


@dataclass
class Score:
    """Counts over many pictures."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, where: str, names: list[str], states: list[str], holes: dict[str, str], covered: dict[str, float],
            least: float = 0.04) -> None:  # fmt: skip
        """One picture. A hole hidden by more than `least` but not whole may be read or not."""
        wrong = unread = 0
        for name, state in zip(names, states, strict=True):
            share = covered.get(name, 0.0)
            if share > least:
                self.counts["hidden"] += 1
                if state not in HIDDEN and state != holes[name]:
                    self.counts["wrong under a hand"] += 1
                continue
            self.counts["open"] += 1
            if state in HIDDEN:
                unread += 1
                self.faults.append(f"{where} {name}: {state}, is {holes[name]}")
            elif state != holes[name]:
                wrong += 1
                self.faults.append(f"{where} {name}: WRONG {state}, is {holes[name]}")
        self.counts["unread"] += unread
        self.counts["wrong"] += wrong
        self.counts["boards"] += 1
        self.counts["boards right"] += wrong == 0
        self.counts["boards whole"] += wrong == 0 and unread == 0

    def lines(self) -> list[str]:
        """The figures in words."""
        c = self.counts
        read = c["open"] - c["unread"]
        return [
            f"boards {c['boards']}, without a wrong hole {c['boards right'] / max(1, c['boards']):.1%}, "
            f"whole {c['boards whole'] / max(1, c['boards']):.1%}",
            f"wrong per reported open hole {c['wrong'] / max(1, read):.4%} ({c['wrong']} of {read})",
            f"open holes left unread {c['unread'] / max(1, c['open']):.2%}",
            f"hidden holes read wrongly {c['wrong under a hand']} of {c['hidden']}",
        ]


def calibrated(place: Installation, painter: Painter) -> CameraPart:
    """The camera of an installation, calibrated from two pictures of the start."""
    frames = [painter.shot(start(place, seed)).image for seed in (1, 2)]
    text = geometry(place.board.name)
    return learn(frames, text, place.bottom)


def told(place: Installation, moment: Moment,
         painted: Callable[[Installation], Painter] = Painter) -> tuple[dict[str, str], dict[str, str]]:  # fmt: skip
    """What is told of each hole in a picture of the board as it lies, and what is true."""
    painter = painted(place)
    shot = painter.shot(moment)
    reading = StillReader(calibrated(place, painter)).look(shot.image).reading
    assert reading is not None
    return dict(zip([hole.name for hole in place.board.holes], reading.states, strict=True)), shot.holes


def score_stills(place: Installation, count: int, score: Score, moments: Moments = midgame,
                 painted: Callable[[Installation], Painter] = Painter) -> None:  # fmt: skip
    """Scores some pictures of an installation, each read by itself. moments: what they show, by number."""
    painter = painted(place)
    try:
        part = calibrated(place, painter)
    except ValueError as error:
        score.counts["not calibrated"] += 1
        score.faults.append(f"installation {place.seed}: {error}")
        return
    reader = StillReader(part)
    for seed in range(count):
        moment = moments(place, seed)
        shot = painter.shot(moment)
        look = reader.look(shot.image)
        if look.reading is None:
            score.counts["not registered"] += 1
            score.faults.append(f"installation {place.seed} picture {seed}: not registered")
            continue
        names = [hole.name for hole in place.board.holes]
        score.add(
            f"installation {place.seed} picture {seed}", names, list(look.reading.states), shot.holes, shot.covered
        )
