"""Teaching a camera without eyes: a hand shows the seat, the pack is laid card by card, the exposure is held."""

import copy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera_learn import learn
from calibration.camera_pack import PackWizard
from calibration.camera_profile import CARD_SIZE
from calibration.camera_wizard import CameraWizard
from calibration.errors import CannotCalibrate
from companion.cli import main
from companion.cli.camera_files import save_camera
from companion.sensing.camera_health import Exposure
from companion.sensing.camera_sources import PiCamera, V4l2Camera
from tests.vision.cards import card_picture
from tests.vision.paint import Painter
from tests.vision.scene import SKINS, Arm, Moment, installation, start
from tests.vision.scoring import calibrated, geometry

PLACE = replace(installation(3, size=(512, 384)), shape="ball", piece_mm=16.0)


@pytest.fixture(scope="module")
def painter():
    return Painter(PLACE)


@pytest.fixture(scope="module")
def bare(painter):
    return painter.shot(start(PLACE, 1)).image


def keys(said):
    return [each.key for each in said]


def hand_over(painter, *seats):
    """The start of a game with a flat hand over each of these yards."""
    arms = []
    for pit in PLACE.board.pits:
        if pit.kind == "yard" and pit.seat in seats:
            begin, tip = (pit.x_mm * 2.2, pit.y_mm * 2.2), (pit.x_mm * 0.78, pit.y_mm * 0.78)
            arms.append(Arm(begin, tip, 78, SKINS[1], None, 0.6, 5))
    return painter.shot(replace(start(PLACE, 2), arms=tuple(arms))).image


@pytest.fixture(scope="module")
def learned(bare):
    """A wizard that knows the board, and that nobody told who sits below."""
    wizard = CameraWizard(geometry(), None)
    said = [key for number in range(5) for key in keys(wizard.hear(number / 10, bare))]
    assert said[-1] == "hand"
    return wizard


def shown(painter, learned, *seats):
    """The same after a hand was held over these yards, and what was said."""
    wizard = copy.deepcopy(learned)
    assert wizard.step == "hand"
    hand = hand_over(painter, *seats)
    return wizard, [key for number in range(5) for key in keys(wizard.hear(10 + number / 10, hand))]


def test_a_hand_over_its_yard_names_the_first_seat(painter, learned):
    wizard, said = shown(painter, learned, "A")
    assert said[-1] == "colours"
    assert wizard.part.bottom == PLACE.bottom
    names = wizard.colours()
    assert names["A"] in PLACE.colours["A"]
    off = wizard.part.map.to_board(PLACE.view().to_image(np.array([[100.0, 60.0]]))) - [[100.0, 60.0]]
    assert np.abs(off).max() < 3.0


def test_the_other_side_may_be_the_first_seat_but_no_side_that_the_holes_do_not_fit(painter, learned):
    wizard, said = shown(painter, learned, "C")
    assert said[-1] == "colours"
    assert wizard.part.bottom == {"A": "C", "C": "A", "B": "D", "D": "B"}[PLACE.bottom]
    wizard, said = shown(painter, learned, "B")
    assert said[-1] == "hand_side"
    assert wizard.step == "hand"


def test_two_hands_name_nobody(painter, learned):
    wizard, _ = shown(painter, learned, "A", "B")
    assert wizard.step == "hand"


def square(face, turn, at=(300, 300)):
    """The pit with one card in it, as a picture of 600 pixels; None: empty felt."""
    image = np.full((600, 600, 3), (80, 40, 25), np.uint8)
    if face is not None:
        card = card_picture(face)
        height, width = card.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 400 / height)
        matrix[:, 2] += np.array(at) - (width / 2, height / 2)
        cv2.warpAffine(card, matrix, (600, 600), dst=image, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA)
    noise = np.random.default_rng(len(str(face))).normal(0, 3, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) * 0.8 + noise, 0, 255).astype(np.uint8)


def lie(wizard, t, picture, seconds=1.0, is_covered=False):
    """The same picture for a while; the keys that are said."""
    return [key for n in range(int(seconds * 10)) for key in keys(wizard.hear(t + n / 10, picture, is_covered))]


def test_the_pack_is_laid_card_by_card():
    wizard = PackWizard(("6", "9", "tac", "12"))
    assert keys(wizard.begin(0.0)) == ["pack_begin", "pack_ask"]
    assert lie(wizard, 1, square(None, 0), 3) == []
    six = square("6", 4)
    assert lie(wizard, 10, six, 2, is_covered=True) == []
    assert lie(wizard, 12, six) == ["pack_ask"]
    assert wizard.shown == ("6",)
    assert lie(wizard, 14, six, 5) == []
    assert lie(wizard, 20, square("12", -5, (310, 296))) == ["pack_ask"]
    assert (wizard.shown, wizard.asked) == (("6", "9"), "tac")
    assert keys(wizard.key(22.0, "back")) == ["pack_ask"]  # it was another card
    assert wizard.asked == "9"
    assert lie(wizard, 23, square("9", 180)) == ["pack_ask"]
    assert keys(wizard.key(25.0, "next")) == ["pack_ask"]
    assert wizard.asked == "12"
    assert lie(wizard, 26, square("12", -5, (310, 296))) == ["pack_learning"]
    assert keys(wizard.learn(28.0)) == ["pack_done"]
    assert wizard.is_done
    assert set(wizard.faces) == {"6", "9", "12"}
    wanted = cv2.resize(card_picture("12"), CARD_SIZE, interpolation=cv2.INTER_AREA)
    alike = cv2.matchTemplate(wizard.faces["12"][4:-4, 4:-4], wanted[8:-8, 8:-8], cv2.TM_CCOEFF_NORMED)
    assert alike.max() > 0.8


def test_a_film_that_ends_too_early_leaves_the_profile_as_it_was(painter, bare, tmp_path, capsys):
    profile, folder = tmp_path / "table.json", tmp_path / "pack"
    save_camera(str(profile), calibrated(PLACE, painter))
    before = profile.read_bytes()
    folder.mkdir()
    card = painter.shot(Moment(yards=dict.fromkeys("ABCD", 4), card="1", card_turn=3.0)).image
    for number in range(16):
        cv2.imwrite(str(folder / f"{number:02d}.png"), bare if number < 4 else card)
    words = ["enrol-cards", "--source", str(folder), "--profile", str(profile), "--deck", "basic"]
    assert main([*words, "--language", "en", "--speech", "print"]) == 2
    heard = capsys.readouterr().err
    assert "I learn fourteen cards" in heard
    assert "ended after 1 cards; the next was" in heard.splitlines()[-1]
    assert profile.read_bytes() == before
    assert main(["enrol-cards", "--profile", str(profile)]) == 2
    assert "--source or --pictures" in capsys.readouterr().err


def test_the_exposure_is_held_after_two_seconds_until_the_light_changes_for_good(bare):
    exposure = Exposure()
    frames = [(n / 10, bare) for n in range(30)] + [(3 + n / 10, bare // 9) for n in range(30)]
    told = [(t, change) for t, frame in frames if (change := exposure.hear(t, frame)) is not None]
    assert told == [(2.0, True), (5.0, False)]
    assert exposure.hear(7.2, bare) is True
    assert exposure.hear(7.3, bare // 9) is None  # an arm right before the lens
    assert exposure.hear(7.4, bare) is None


class Recorder:
    """What is asked of a camera that is not there."""

    def __init__(self, values):
        self.values, self.asked = values, []

    def get(self, key):
        return self.values.get(key, 0.0)

    def set(self, key, value):
        self.asked.append((key, value))
        self.values[key] = value

    def capture_metadata(self):
        return self.values

    def set_controls(self, controls):
        self.asked.append(controls)


def test_a_usb_camera_keeps_the_exposure_it_had():
    camera = V4l2Camera(0)
    camera.hold(True)  # not open: nothing happens
    device = Recorder({cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4100.0})
    camera._capture = device
    camera.hold(True)
    assert (cv2.CAP_PROP_EXPOSURE, 157.0) in device.asked
    assert device.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert (device.values[cv2.CAP_PROP_AUTO_WB], device.values[cv2.CAP_PROP_WB_TEMPERATURE]) == (0, 4100.0)
    camera.hold(False)
    assert (device.values[cv2.CAP_PROP_AUTO_EXPOSURE], device.values[cv2.CAP_PROP_AUTO_WB]) == (3, 1)


def test_a_ribbon_camera_is_exposed_for_whole_flickers_of_a_lamp():
    camera = PiCamera(0)
    camera._camera = Recorder({"ExposureTime": 24_000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.4)})
    camera.hold(True)
    (held,) = camera._camera.asked
    assert (held["ExposureTime"], held["AnalogueGain"]) == (20_000, pytest.approx(2.4))
    assert (held["AeEnable"], held["AwbEnable"]) == (False, False)
    camera.hold(False)
    assert camera._camera.asked[-1] == {"AeEnable": True, "AwbEnable": True}


def test_what_is_no_normal_start_is_refused():
    place = installation(4, size=(960, 720))
    painter = Painter(place)
    text = geometry()
    left = painter.shot(Moment({"11": "A", "20": "B", "37": "C", "41": "D"}, dict.fromkeys("ABCD", 3), seed=1)).image
    with pytest.raises(CannotCalibrate, match="ring and houses have to be empty") as refused:
        learn([left], text, place.bottom)
    assert refused.value.kind == "standing"
    bare = painter.shot(start(place, 1)).image
    with pytest.raises(CannotCalibrate, match="houses") as refused:
        learn([bare], geometry("tactik4-47cm"), place.bottom)
    assert refused.value.kind == "houses"


def test_a_picture_without_a_card_teaches_no_face(bare, painter, tmp_path, capsys):
    profile, before = tmp_path / "table.json", {"7": np.full((CARD_SIZE[1], CARD_SIZE[0], 3), 230, np.uint8)}
    save_camera(str(profile), calibrated(PLACE, painter).with_cards(before))
    kept = profile.read_bytes()
    shown = {"black": np.zeros((600, 600, 3), np.uint8), "wood": cv2.resize(bare[150:230, 60:140], (600, 600))}
    for name, picture in shown.items():
        folder = tmp_path / name
        folder.mkdir()
        cv2.imwrite(str(folder / "card_7.png"), picture)
        assert main(["enrol-cards", "--pictures", str(folder), "--profile", str(profile)]) == 2
        told = capsys.readouterr().err
        assert told.startswith(f"tastkreis enrol-cards: --pictures {folder}/card_7.png: no card is found")
        assert told.count("\n") == 1
        assert profile.read_bytes() == kept
