"""Figures of the camera: installations, lamps, hands and cards that were never seen while it was made.

    python -m tests.bench.vision [--installations N] [--pictures N] [--wild N] [--broad N] [--steep N] [--odd N]
                                 [--films N] [--cards N] [--packs N] [--evenings N] [--plies N] [--tracks N]
                                 [--track-games N] [--first SEED] [--renders FOLDER]

1. Single pictures: wrong per reported open hole, open holes left unread, whole boards right, installations lost.
   Ordinary ones, wild ones, such where everything varies or that are seen from far aside (`tests/vision/broad.py`), and
   such with one odd thing each (`tests/vision/odd.py`).
2. Films: the same after evidence over time, and states that settled wrongly.
3. Cards: a pack of our own, enrolled from pictures on a pile, read on others.
4. Speed on one core and memory.
5. What was photographed and filmed: holes found on a real board, squares of a real film that seem to change.
6. Evenings of the simulated people by camera, judged as those by switches are.
7. Tracks with one token: single pictures where everything varies (`tests/vision/track.py`), and whole games as films.
`--renders` names a folder of rendered pictures with their truth beside them (`calib_*`, `test_*`), to be scored too.
A count of 0 leaves its part out. Nothing here is asserted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2

from calibration.camera_faces import cut_card, find_cards
from calibration.camera_learn import learn
from calibration.camera_register import register
from companion.cli import main as command
from companion.cli.camera_files import save_camera
from companion.sensing.camera_cards import HEIGHTS_MM, PX_PER_MM, CardReader, read_square
from companion.sensing.camera_film import FilmReader
from companion.sensing.camera_read import BoardReader
from companion.sensing.camera_still import StillReader
from tests.people.judge import judge
from tests.vision import real_film, real_photo
from tests.vision.broad import broad_installation, broad_moment, steep_installation
from tests.vision.cards import FACES
from tests.vision.evening_film import record, told
from tests.vision.odd import ODD, score_odd
from tests.vision.packs import hard_pit, pack, pit_picture, shown_once
from tests.vision.paint import Painter
from tests.vision.scene import Installation, Moment, arm, installation, lamp, midgame
from tests.vision.scoring import HIDDEN, Score, calibrated, geometry, score_stills
from tests.vision.track import TrackPainter, track_installation, track_moment
from tests.vision.track_film import GAME, judged, record_track
from tests.vision.wild import wild_installation, wild_moment

HARDER = {"wild": (wild_installation, wild_moment), "broad": (broad_installation, broad_moment),
          "steep": (steep_installation, broad_moment)}  # fmt: skip
LOOK = """
import sys
from companion.cli import main
main(sys.argv[1:])
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")), file=sys.stderr)
"""


def stills(first: int, installations: int, pictures: int) -> None:
    """Single pictures of many installations."""
    score = Score()
    for seed in range(first, first + installations):
        score_stills(installation(seed), pictures, score)
    print("\n".join(score.lines()))
    lost, unseen = score.counts["not calibrated"], score.counts["not registered"]
    print(f"installations not calibrated {lost} of {installations}; pictures not registered {unseen}")
    for fault in score.faults:
        if "WRONG" in fault or "not " in fault:
            print("  ", fault)


def harder(name: str, first: int, installations: int, pictures: int) -> None:
    """Single pictures that are harder than an evening should be.

    wild: hard light, shade, things that do not belong there. broad: all that may vary varies at once. steep: the
    same on a board of close holes, with tall pieces, from far aside.
    """
    place, moment = HARDER[name]
    score = Score()
    for seed in range(first, first + installations):
        score_stills(place(seed), pictures, score, moment)
    print(f"{name} ones: " + "; ".join(score.lines()))
    lost, unseen = score.counts["not calibrated"], score.counts["not registered"]
    print(f"   installations not calibrated {lost} of {installations}; pictures not registered {unseen}")
    print("\n".join(f"   {fault}" for fault in score.faults))


def odd(first: int, installations: int, pictures: int) -> None:
    """Single pictures with one thing each that is otherwise than usual."""
    for name in ODD:
        score = Score()
        for seed in range(first, first + installations):
            score_odd(name, seed, pictures, score)
        c = score.counts
        read = c["open"] - c["unread"]
        print(f"odd: {name}: wrong {c['wrong']} of {read}, hidden wrong {c['wrong under a hand']} of {c['hidden']}, "
              f"unread {c['unread'] / max(1, c['open']):.2%}, not calibrated {c['not calibrated']} of {installations}, "
              f"not registered {c['not registered']}", flush=True)  # fmt: skip
        print("".join(f"   {fault}\n" for fault in score.faults if "WRONG" in fault), end="")


def films(first: int, count: int) -> None:
    """Short films: pieces move under hands, lamps change, the board is pushed."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        place = installation(seed, size=(960, 720))
        painter, rng = Painter(place), Random(seed)
        try:
            film = FilmReader(calibrated(place, painter))
        except ValueError:
            counts["not calibrated"] += 1
            continue
        moment = replace(midgame(place, 1), arms=(), shift=(0.0, 0.0), turn=0.0, lamp=None)
        changes = {40: {"lamp": lamp(rng)}, 60: {"shift": (6.0, -8.0), "turn": 1.5}}
        since: dict[str, int] = {}
        for number in range(80):
            if number in (12, 28):
                moment = _moved(moment, rng)
            moment = replace(moment, **changes.get(number, {}))
            is_handled = 8 <= number < 16 or 24 <= number < 32
            hands = (arm(place, Random(seed * 100 + number // 8)),) if is_handled else ()
            shot = painter.shot(replace(moment, arms=hands, seed=number + 1))
            film.look(number / 10, shot.image)
            for name, state in film.stable_cells().items():
                is_wrong = state != "unknown" and state != shot.holes[name]
                since[name] = since.get(name, 0) + 1 if is_wrong and shot.covered[name] == 0 else 0
                counts["states"] += shot.covered[name] == 0
                # A change takes half a second to be believed; what is wrong for longer is wrong.
                counts["wrong for more than 1.5 s"] += since[name] > 15
                counts["unknown"] += state == "unknown" and number > 10
    states = max(1, counts["states"])
    print(f"films: {dict(counts)}, wrong {counts['wrong for more than 1.5 s'] / states:.4%}")


def _moved(moment: Moment, rng: Random) -> Moment:
    """One piece goes to another hole of the ring."""
    holes = dict(moment.holes)
    name = rng.choice(sorted(holes))
    target = rng.choice([f"{n:02d}" for n in range(64) if f"{n:02d}" not in holes])
    holes[target] = holes.pop(name)
    return replace(moment, holes=holes)


def cards(first: int, count: int) -> None:
    """Cards on a pile, at any turn."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        place = installation(seed)
        painter, rng = Painter(place), Random(seed)
        try:
            part = calibrated(place, painter)
        except ValueError:
            continue
        reader = CardReader(part)
        squares = []
        for number, face in enumerate(FACES):
            shot = painter.shot(_card_moment(face, rng.choice((0, 180)) + rng.uniform(-20, 20), rng, number))
            squares.append(cv2.resize(reader.square(shot.image, part.map), (600, 600)))
        faces = {face: cut_card(square, card)
                 for face, square, card in zip(FACES, squares, find_cards(squares), strict=True) if card}  # fmt: skip
        counts["enrolled"] += len(faces)
        reader = CardReader(part.with_cards(faces))
        for number in range(36):
            face = FACES[number % len(FACES)]
            shot = painter.shot(_card_moment(face, rng.uniform(0, 360), rng, 100 + number))
            seen = reader.read(shot.image, part.map)
            kind = "asked" if seen is None or seen.chance < 0.9 else "right" if seen.face == face else "wrong"
            counts[kind] += 1
    print(f"cards: {dict(counts)}")


def packs(first: int, count: int) -> None:
    """Cards of packs of any design, on a pile, at any turn, with shine and fingers, read at 1.8 px a mm."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        deck = pack(seed)
        shown = shown_once(deck)
        faces = {face: cut_card(picture, card)
                 for face, picture, card in zip(FACES, shown, find_cards(shown), strict=True) if card}  # fmt: skip
        for number, face in enumerate(FACES):
            square = cv2.resize(pit_picture(deck, hard_pit(deck, face, number), 1.8, number), (300, 300))
            seen = read_square(square, faces, [height * PX_PER_MM for height in HEIGHTS_MM])
            kind = "asked" if seen is None or seen.chance < 0.9 else "right" if seen.face == face else "wrong"
            counts[kind] += 1
    print(f"cards of other packs: {dict(counts)}")


def _card_moment(face: str, turn: float, rng: Random, seed: int) -> Moment:
    pile = tuple((rng.choice(FACES), rng.uniform(0, 360)) for _ in range(rng.randrange(0, 5)))
    return Moment(card=face, card_turn=turn, pile=pile, seed=seed)


def speed(seed: int) -> None:
    """Milliseconds a picture of 1280 x 960, and of a registration; memory of the command in a process of its own."""
    place = installation(seed)
    painter = Painter(place)
    part = calibrated(place, painter)
    images = [painter.shot(midgame(place, number)).image for number in range(6)]
    reader = BoardReader(part)
    lookup = reader.lookup(part.map)
    reader.read(images[0], lookup)
    times = []
    for number in range(60):
        began = time.process_time()
        reader.read(images[number % 6], lookup)
        times.append((time.process_time() - began) * 1000)
    began = time.process_time()
    for image in images:
        register(image, place.board, place.bottom)
    each = (time.process_time() - began) / len(images)
    print(f"reading {sorted(times)[len(times) // 2]:.1f} ms (median, one core); registration {each:.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        profile, names = f"{folder}/table.json", []
        save_camera(profile, part)
        for number, image in enumerate(images):
            names.append(f"{folder}/{number}.jpg")
            cv2.imwrite(names[-1], image)
        done = subprocess.run([sys.executable, "-c", LOOK, "look", "--profile", profile, *names],
                              check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
    print(f"memory of `look`: {done.stderr.split()[-2]} kB")


def _is_taught(folder: Path, place: Installation, painter: Painter, name: str) -> bool:
    """Whether a camera could be calibrated; its profile is then `table.json` in the folder."""
    try:
        save_camera(str(folder / "table.json"), calibrated(place, painter))
    except ValueError as error:
        print(f"{name}: not calibrated: {error}")
        return False
    return True


def evenings(first: int, count: int, plies: int, odd: bool = False) -> None:
    """Evenings by camera, some with changing lamps, some with a push.

    odd: the camera vanishes now and then, lamps go out, exposure wanders, and heads lean in besides.
    """
    for seed in range(first, first + count):
        place = replace(installation(seed, size=(800, 600)), shape="ball", piece_mm=16.0)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if not _is_taught(folder, place, Painter(place), f"evening {seed}"):
                continue
            film = record(place, seed, folder, plies, lamps=seed % 2 == 1, bump=seed % 3 == 2, odd=odd)
            for kind, truth in (("by camera alone", film.truth_alone), ("beside a sensing board", film.truth)):
                if kind.startswith("beside"):
                    (folder / "said.trace").write_bytes(film.beside)
                began = time.monotonic()
                events = _played(folder)
                if truth is not film.truth and (answers := film.answers(events)):
                    said = folder / "said.trace"
                    lines = [*said.read_text(encoding="utf-8").splitlines(keepends=True), *answers]
                    said.write_text("".join(sorted(lines, key=_time)), encoding="utf-8")
                    events = _played(folder)
                found = judge(truth, events)
                took = time.monotonic() - began
                print(f"{'odd ' * odd}evening {seed} {kind}: {film.end:.0f} s in {took:.0f} s, {dict(found.counts)}")
                for fault in found.faults:
                    print("  ", *fault)


def _played(folder: Path) -> list[dict[str, Any]]:
    """The events of a run over the film in this folder."""
    events = folder / "events.jsonl"
    words = ["run", "--board", f"film:{folder}", "--profile", str(folder / "table.json")]
    command([*words, "--events", str(events), "--no-http", "--speech", "none"])
    return told(events)


def _time(line: str) -> float:
    """The time in a line of a trace."""
    return float(line.split(maxsplit=1)[0])


def tracks(first: int, installations: int, pictures: int) -> None:
    """Single pictures of tracks."""
    score = Score()
    for seed in range(first, first + installations):
        score_stills(track_installation(seed), pictures, score, track_moment, TrackPainter)
    print("tracks: " + "; ".join(score.lines()))
    lost, unseen = score.counts["not calibrated"], score.counts["not registered"]
    print(f"   installations not calibrated {lost} of {installations}; pictures not registered {unseen}")
    for fault in score.faults:
        if "WRONG" in fault or "is token" in fault or "covered" not in fault:
            print("  ", fault)


def track_games(first: int, count: int) -> None:
    """Whole games on a track by camera, with changing lamps, a push, and shades."""
    for seed in range(first, first + count):
        place = track_installation(seed)
        width, height = place.size
        share = 800 / width
        place = replace(place, size=(800, round(height * share)), focal_px=place.focal_px * share,
                        blur=place.blur * share)  # fmt: skip
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if not _is_taught(folder, place, TrackPainter(place), f"track game {seed}"):
                continue
            film = record_track(place, seed, folder, lamps=seed % 2 == 1, bump=seed % 3 == 2, shade=seed % 4 > 1)
            events = folder / "events.jsonl"
            words = ["run", "--game", GAME, "--board", f"film:{folder}", "--profile", str(folder / "table.json")]
            command([*words, "--events", str(events), "--no-http", "--speech", "none"])
            print(f"track game {seed}: {film.end:.0f} s, {dict(judged(film, told(events)))}", flush=True)


def renders(folder: Path) -> None:
    """Rendered pictures with their truth beside them."""
    calib = [cv2.imread(str(path)) for path in sorted(folder.glob("calib_*.jpg"))]
    truth = json.loads(next(folder.glob("calib_*.json")).read_text(encoding="utf-8"))
    reader = StillReader(learn(calib, geometry(truth["board"]), truth["camera"]["seat_at_bottom"]))
    score = Score()
    for path in sorted(folder.glob("*.jpg")):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        if truth["kind"] == "calibration":
            continue
        look = reader.look(cv2.imread(str(path)))
        states = list(look.reading.states) if look.reading else [HIDDEN[1]] * len(truth["holes"])
        holes = {name: hole["state"] for name, hole in truth["holes"].items()}
        covered = {name: hole["covered_fraction"] for name, hole in truth["holes"].items()}
        score.add(path.name, list(holes), states, holes, covered, least=0.0)
    print(f"{folder.name}: " + "; ".join(score.lines()))
    print("\n".join(f"   {fault}" for fault in score.faults))


def real() -> None:
    """The real photograph and the real film that the tests keep."""
    seen = real_photo.look()
    empty = seen.states.count("empty")
    print(f"real photograph: {seen.matched} of {len(seen.states)} holes, {seen.residual_mm:.2f} mm left over, "
          f"{empty} empty")  # fmt: skip
    print(f"real film: {dict(real_film.score())}")


def main() -> None:
    """Measures what the command line asks for."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser()
    parser.add_argument("--installations", type=int, default=20)
    parser.add_argument("--pictures", type=int, default=6)
    parser.add_argument("--wild", type=int, default=10)
    parser.add_argument("--broad", type=int, default=10)
    parser.add_argument("--steep", type=int, default=6)
    parser.add_argument("--odd", type=int, default=2)
    parser.add_argument("--films", type=int, default=6)
    parser.add_argument("--cards", type=int, default=3)
    parser.add_argument("--packs", type=int, default=2)
    parser.add_argument("--evenings", type=int, default=2)
    parser.add_argument("--tracks", type=int, default=20)
    parser.add_argument("--track-games", type=int, default=2)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--renders", type=Path, action="append", default=[])
    args = parser.parse_args()
    for folder in args.renders:
        renders(folder)
    real()
    speed(args.first)
    for count, measured in (
        (args.installations, lambda n: stills(args.first, n, args.pictures)),
        (args.wild, lambda n: harder("wild", args.first + 500, n, 4)),
        (args.broad, lambda n: harder("broad", args.first + 600, n, 4)),
        (args.steep, lambda n: harder("steep", args.first + 650, n, 4)),
        (args.odd, lambda n: odd(args.first + 700, n, 4)),
        (args.films, lambda n: films(args.first + 1000, n)),
        (args.cards, lambda n: cards(args.first + 2000, n)),
        (args.packs, lambda n: packs(args.first + 2500, n)),
        (args.evenings, lambda n: evenings(args.first + 3000, n, args.plies)),
        (args.evenings, lambda n: evenings(args.first + 3500, n, args.plies, odd=True)),
        (args.tracks, lambda n: tracks(args.first + 4000, n, args.pictures)),
        (args.track_games, lambda n: track_games(args.first + 4500, n)),
    ):  # a count of 0 leaves a part out
        if count:
            measured(count)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
