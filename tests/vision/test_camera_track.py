"""A track under the camera: taught by its markers and its token, read with tiles and hands, told to a game's end."""

import json
import re
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from calibration.camera_corners import follow_corners
from calibration.camera_learn import learn
from calibration.camera_markers import find_markers
from calibration.camera_profile import part_data, read_part
from calibration.camera_token import TOKEN
from calibration.camera_wizard import CameraWizard
from calibration.errors import BadCameraPart, CannotCalibrate
from companion.cli import main
from companion.cli.camera_files import save_camera
from companion.cli.tables import layouts
from companion.inputs import MIRRORED, Hello, Identities, OccupancyFrame
from companion.sensing.camera_inputs import CameraInputs
from companion.sensing.camera_reading import COVERED, EMPTY
from companion.sensing.camera_still import StillReader
from tests.vision.evening_film import told
from tests.vision.scene import Arm, Lamp, start
from tests.vision.scoring import Score, calibrated, geometry, score_stills
from tests.vision.track import (
    BOARD,
    TrackMoment,
    TrackPainter,
    tile_on,
    track_installation,
    track_look,
    track_moment,
)
from tests.vision.track_film import judged, record_track

ARM = Arm((60.0, 700.0), (0.0, -10.0), 62, (95, 130, 190), (30, 30, 30), 0.6, 2)
"""An arm along the track, its hand over the middle."""


def plain(seed=4, **more):
    """A track on which nothing is drawn by lot that matters here."""
    place = replace(track_installation(seed), size=(960, 720), roll=4.0, **more)
    share = 720 / track_installation(seed).size[1]
    return replace(place, focal_px=place.focal_px * share, lamp=Lamp(40, 60, (1, 1, 1), 1.0, 0.1, 0.5), noise=1.5)


@pytest.fixture(scope="module")
def table():
    place = plain()
    painter = TrackPainter(place)
    return place, painter, calibrated(place, painter)


def states_of(part, painter, moment):
    look = StillReader(part).look(painter.shot(moment).image)
    assert look.reading is not None
    return dict(zip((hole.name for hole in part.board.holes), look.reading.states, strict=True))


def with_token(states):
    return [name for name, state in states.items() if state == TOKEN]


def test_the_token_is_told_on_every_space(table):
    _, painter, part = table
    for name in "012345678":
        states = states_of(part, painter, TrackMoment({name: TOKEN}, seed=3, off_centre=5.0))
        assert with_token(states) == [name]
        assert set(states.values()) == {TOKEN, EMPTY}


def test_tiles_are_no_token_whatever_they_look_like(table):
    place, painter, part = table
    rng = np.random.default_rng(5)
    for _ in range(4):
        look = replace(track_look(place.seed), tile=tuple(float(v) for v in rng.uniform(20, 230, 3)))
        lot = Random(7)
        tiles = tuple(tile_on(look, hole.x_mm, hole.y_mm, lot) for hole in place.board.holes[2:7])
        states = states_of(part, painter, TrackMoment({"7": TOKEN}, tiles=tiles, seed=4))
        assert with_token(states) == ["7"]
        assert set(states.values()) == {TOKEN, EMPTY}


def test_under_a_hand_nothing_is_guessed_and_elsewhere_there_is_no_second_token(table):
    _, painter, part = table
    hidden = states_of(part, painter, TrackMoment({"4": TOKEN}, arms=(ARM,), seed=5))
    assert with_token(hidden) == []
    assert hidden["4"] == COVERED
    assert hidden["8"] == EMPTY
    seen = states_of(part, painter, TrackMoment({"7": TOKEN}, arms=(ARM,), seed=6))
    assert with_token(seen) == ["7"]
    assert seen["4"] == EMPTY  # there is but one token


def test_the_colour_of_a_small_token_is_not_that_of_its_edges():
    """A violet one on green: where they run into each other it is grey, as the edges of tiles are."""
    place = track_installation(684501)
    width, height = place.size
    share = 800 / width
    place = replace(place, size=(800, round(height * share)), focal_px=place.focal_px * share, blur=place.blur * share)
    assert place.colours == {TOKEN: "purple"}
    red, green, _ = calibrated(place, TrackPainter(place)).colours[TOKEN].mean
    assert red > 0.7
    assert green < -0.5


@pytest.mark.parametrize("number", [0, 3])
def test_a_token_whose_shade_or_another_falls_over_the_edge_is_in_no_hand(number):
    place = track_installation(684001)
    painter = TrackPainter(place)
    part = calibrated(place, painter)
    moment = track_moment(place, number)
    assert states_of(part, painter, moment) == painter.shot(moment).holes


def test_a_token_in_a_hand_stands_nowhere(table):
    place, painter, part = table
    held = painter.shot(TrackMoment({"4": TOKEN}, seed=2)).image
    hand = held.copy()
    x, y = (round(float(v)) for v in place.view().to_image(np.array([[0.0, 0.0]]))[0])
    cv2.line(hand, (x, y), (x, 720), (95, 130, 190), 90)
    cv2.circle(hand, (x, y), 60, (95, 130, 190), -1)
    token = np.zeros(hand.shape[:2], np.uint8)
    cv2.circle(token, (x, y), 18, 1, -1)
    hand[token > 0] = held[token > 0]
    look = StillReader(part).look(hand)
    told_of = dict(zip((hole.name for hole in part.board.holes), look.reading.states, strict=True))
    assert told_of["4"] == COVERED


def test_without_a_token_every_space_is_empty(table):
    _, painter, part = table
    assert set(states_of(part, painter, TrackMoment(seed=7)).values()) == {EMPTY}


def test_in_too_much_light_nothing_is_told(table):
    _, painter, part = table
    dazzled = TrackMoment({"2": TOKEN}, exposure=3.2, seed=7)
    assert set(states_of(part, painter, dazzled).values()) == {COVERED}


def test_a_push_and_another_lamp_are_no_move(table):
    _, painter, part = table
    moment = TrackMoment({"2": TOKEN}, shift=(9.0, -7.0), turn=3.0, lamp=Lamp(200, 40, (0.7, 0.9, 1), 0.6, 0.2, 0.4))
    assert with_token(states_of(part, painter, replace(moment, seed=8))) == ["2"]


def test_two_markers_tell_where_the_board_was_pushed(table):
    place, painter, part = table
    image = painter.shot(TrackMoment({"4": TOKEN}, shift=(9.0, -7.0), turn=3.0, seed=9)).image
    found = find_markers(image)
    assert len(found) == 4
    middle = np.mean(found[0], axis=0), np.mean(found[2], axis=0)
    for x, y in middle:  # a hand over the others
        cv2.circle(image, (int(x), int(y)), 45, (90, 120, 170), -1)
    assert len(find_markers(image)) == 2
    followed = follow_corners(find_markers(image), part.map, part.markers)
    assert followed is not None
    points = np.array([[0.0, -180.0], [0.0, 180.0]])
    truth = place.view((9.0, -7.0), 3.0).to_image(points) - place.view().to_image(points)
    moved = followed.map.to_image(points) - part.map.to_image(points)
    assert np.abs(truth - moved).max() < 3.0 * part.map.scale_px_per_mm()
    assert follow_corners(find_markers(np.full_like(image, 90)), part.map, part.markers) is None


def test_a_mirrored_picture_is_told(table):
    place, painter, part = table
    image = np.ascontiguousarray(painter.shot(start(place, 1)).image[:, ::-1])
    assert StillReader(part).look(image).trouble == MIRRORED
    assert [say.key for say in CameraWizard(geometry(BOARD), "A").hear(0.0, image)] == ["mirrored"]
    with pytest.raises(CannotCalibrate, match="mirror"):
        learn([image], geometry(BOARD), "A")


@pytest.mark.parametrize(
    ("moment", "kind"),
    [
        (TrackMoment(seed=1), "token_missing"),
        (TrackMoment({"3": TOKEN}, seed=1), "token_place"),
        (TrackMoment({"4": TOKEN, "6": TOKEN}, seed=1), "token_beside"),
    ],
)
def test_another_start_is_refused_and_told(table, moment, kind):
    place, painter, _ = table
    wizard = CameraWizard(geometry(BOARD), place.bottom)
    wizard.begin(0.0)
    told_of = [say.key for n in range(5) for say in wizard.hear(n / 10, painter.shot(moment).image)]
    assert told_of == ["steady", kind]
    assert wizard.part is None


def test_a_token_of_the_boards_own_colour_is_refused():
    place = plain(dyes={TOKEN: (1.0, 1.0, 1.0)})
    wood = place.wood_look[0]
    shares = tuple(want / have for want, have in zip(wood, place.dye(TOKEN), strict=True))
    painter = TrackPainter(replace(place, dyes={TOKEN: shares}, shape="disc", gloss=0.0))
    with pytest.raises(CannotCalibrate, match=r"colour|looks like"):
        calibrated(place, painter)


def test_by_ear_a_hand_over_the_goal_tells_who_sits_where(table):
    place, painter, _ = table
    wizard = CameraWizard(geometry(BOARD), None)
    said = [say.key for say in wizard.begin(0.0)]
    two = painter.shot(start(place, 1)).image.copy()
    for four in list(find_markers(two).values())[:2]:
        x, y = four.mean(axis=0)
        cv2.circle(two, (int(x), int(y)), 45, (90, 120, 170), -1)
    said += [(say.key, say.facts["n"]) for say in wizard.hear(0.1, two)]
    assert wizard.quality == 0.5
    said += [say.key for n in range(5) for say in wizard.hear(1 + n / 10, painter.shot(start(place, n)).image)]
    goal = place.board.holes[0]
    hand = Arm((60.0, 700.0), (goal.x_mm, goal.y_mm - 55), 80, (95, 130, 190), None, 0.6, 5)
    moment = replace(start(place), arms=(hand,))
    said += [say.key for n in range(6) for say in wizard.hear(3 + n / 10, painter.shot(replace(moment, seed=n)).image)]
    assert said == ["track_begin", ("markers", 2), "steady", "found", "hand_goal", "colours"]
    assert wizard.part is not None
    assert wizard.part.bottom == place.bottom
    assert wizard.colours() == {TOKEN: "yellow"}
    assert [say.key for say in wizard.answer(9.0, True)] == ["done"]


def test_the_part_is_kept_and_what_is_wrong_with_it_named(table):
    _, _, part = table
    data = json.loads(json.dumps(part_data(part)))
    again = read_part(data)
    assert (again.token, again.colours, again.markers) == (part.token, part.colours, part.markers)
    for key, value in (("token", {"area_mm2": 0, "lean_mm": [0, 0]}), ("token", 3), ("bottom", "C"),
                       ("colours", {"A": data["colours"][TOKEN]})):  # fmt: skip
        with pytest.raises(BadCameraPart, match=key):
            read_part({**data, key: value})
    del data["token"]
    with pytest.raises(BadCameraPart, match="token"):
        read_part(data)


def test_the_board_is_told_by_its_own_layout_and_without_owners(table):
    _, painter, part = table
    layout = layouts()[part.board.layout]
    inputs, heard = CameraInputs(part, layout), []
    for number in range(14):
        heard += inputs.picture(number / 10, painter.shot(TrackMoment({"5": TOKEN}, seed=number + 1)).image)
    assert next(value for value in heard if isinstance(value, Hello)).layout == part.board.layout
    assert [value.occupied for value in heard if isinstance(value, OccupancyFrame)][-1] == 1 << 5
    assert not any(isinstance(value, Identities) for value in heard)


def test_the_sheet_for_a_track_fits_into_its_corners(tmp_path, capsys):
    path = tmp_path / "sheet.svg"
    assert main(["calibrate", "markers", "--board", BOARD, "--out", str(path)]) == 0
    assert "30 mm" in capsys.readouterr().out
    text = path.read_text()
    page = np.full((1485, 1050, 3), 255, np.uint8)
    for x, y, side in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', text):
        left, top, wide = float(x) * 5, float(y) * 5, float(side) * 5
        page[round(top) : round(top + wide), round(left) : round(left + wide)] = 0
    found = find_markers(page)
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(150, abs=3)
    assert text.count('d="M') == 4
    assert main(["calibrate", "markers", "--board", BOARD, "--out", str(tmp_path / "sheet.pdf")]) == 0
    assert main(["calibrate", "markers", "--board", "none", "--out", str(path)]) == 2


def test_the_commands_from_pictures_to_sight(table, tmp_path, capsys):
    place, painter, _ = table
    names = [str(tmp_path / f"start{number}.png") for number in (1, 2)]
    for number, name in enumerate(names):
        cv2.imwrite(name, painter.shot(start(place, number)).image)
    game, profile = str(tmp_path / "game.png"), str(tmp_path / "table.json")
    cv2.imwrite(game, painter.shot(TrackMoment({"6": TOKEN}, seed=2)).image)
    words = ["calibrate", "camera", "--board", BOARD, "--bottom", place.bottom, "--profile", profile]
    assert main([*words, "--pictures", *names]) == 0
    assert "token yellow" in capsys.readouterr().out
    assert main(["look", game, "--profile", profile, "--draw", str(tmp_path / "drawn")]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert [name for name, cell in cells.items() if cell["state"] == TOKEN] == ["6"]
    for wrong in (
        [*words, "--pictures", game],
        ["enrol-cards", "--pictures", str(tmp_path), "--profile", profile],
        ["calibrate", "camera", "--board", "tactix-48cm", "--bottom", "A", "--pictures", game, "--profile", profile],
        ["run", "--board", f"film:{tmp_path}", "--profile", profile, "--no-http", "--speech", "none"],
    ):
        assert main(wrong) == 2
        line = capsys.readouterr().err
        assert line.count("\n") == 1, line


def test_tables_of_all_kinds_are_read_without_a_wrong_space():
    score = Score()
    for seed in (70, 71, 73):
        place = track_installation(seed)
        width, height = place.size
        place = replace(place, size=(800, 800 * height // width), focal_px=place.focal_px * 800 / width)
        score_stills(place, 4, score, track_moment, TrackPainter)
    assert score.counts["not calibrated"] == 0, score.faults
    assert score.counts["wrong"] == score.counts["wrong under a hand"] == 0, score.faults
    assert score.counts["boards"] >= 11


def test_a_game_by_camera_is_settled_to_its_end(tmp_path):
    place = replace(plain(), size=(640, 480), focal_px=plain().focal_px * 640 / 960)
    save_camera(str(tmp_path / "table.json"), calibrated(place, TrackPainter(place)))
    position = "7 covered:4,5,6 A:?,? B:?,? attack:A"
    film = record_track(place, 5, tmp_path, position)
    events = tmp_path / "events.jsonl"
    words = ["run", "--game", "tacocat", "--board", f"film:{tmp_path}", "--profile", str(tmp_path / "table.json")]
    assert main([*words, "--events", str(events), "--no-http", "--speech", "none"]) == 0
    found = judged(film, told(events))
    assert found["plies"] == found["right"] >= 1
    assert found["moves"] >= 1
    assert found["question"] == found["disturbed"] == found["violation"] == found["wrong"] == 0
