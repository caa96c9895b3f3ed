"""Faces that look much alike are told apart where they differ; what is not enrolled is not told surely."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.camera_profile import CARD_SIZE
from companion.sensing.camera_cards import PX_PER_MM, read_square
from companion.sensing.camera_rivals import Sheet
from tests.vision.cards import FACES, card_picture
from tests.vision.packs import Pit, hard_pit, pack, pit_picture

HEIGHT = 198.0


@cache
def faces(*names):
    return {name: cv2.resize(card_picture(name), CARD_SIZE, interpolation=cv2.INTER_AREA) for name in names}


def square(name, turn, seed, under=(), apart=9):
    """A square of felt with a pile of cards, the named one on top, in dim warm light and with noise."""
    rng = np.random.default_rng(seed)
    image = np.full((300, 300, 3), (80, 40, 25), np.uint8)
    for face, angle in (*under, (name, turn)):
        picture = card_picture(face)
        height, width = picture.shape[:2]
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle, HEIGHT / height)
        matrix[:, 2] += np.array([150, 150]) + rng.uniform(-apart, apart, 2) - ((width - 1) / 2, (height - 1) / 2)
        inside = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, (300, 300)) > 128
        image[inside] = cv2.warpAffine(picture, matrix, (300, 300), flags=cv2.INTER_AREA)[inside]
    lit = cv2.GaussianBlur(image, (0, 0), 0.8) * np.array([0.55, 0.7, 0.8]) + rng.normal(0, 3, image.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("name", "turn"), [("9", 37.0), ("6", 221.0), ("10", 100.0), ("12", 318.0)])
def test_faces_that_look_alike_are_told_apart(name, turn):
    seen = read_square(square(name, turn, 5, under=(("2", turn + 50),)), faces("6", "9", "10", "12", "2"), [HEIGHT])
    assert seen.face == name
    assert seen.chance > 0.9
    # A card looks alike when it is turned by half.
    assert abs((seen.turn - turn + 90) % 180 - 90) < 3


@pytest.mark.parametrize(("name", "turn"), [("5", 37.0), ("6", 215.0)])
def test_a_shine_and_a_leaning_camera_do_no_harm(name, turn):
    picture = square(name, turn, 7, under=(("5" if name == "6" else "6", turn - 60),)).astype(np.float32)
    spot = cv2.GaussianBlur(cv2.circle(np.zeros((300, 300), np.float32), (200, 100), 22, 1.0, -1), (0, 0), 9)
    lit = np.clip(picture + 150 * spot[..., None], 0, 255).astype(np.uint8)
    askew = cv2.warpAffine(lit, np.array([[0.97, 0.0, 4.0], [0.0, 1.01, -2.0]]), (300, 300))
    seen = read_square(askew, faces("5", "6", "9", "10", "2"), [HEIGHT])
    assert (seen.face, seen.chance > 0.9) == (name, True)


@pytest.mark.parametrize(("seed", "turn", "below", "aside"), [(34, 346.8, "9", 25.5), (68, 355.7, "6", 19.5)])
def test_a_card_below_whose_corners_show_is_not_taken_for_the_top_one(seed, turn, below, aside):
    picture = square("7", turn, seed, under=((below, turn + aside),), apart=1)
    seen = read_square(picture, faces(*FACES), [0.95 * HEIGHT, 1.03 * HEIGHT])
    assert (seen.face, seen.chance > 0.9) == ("7", True)
    assert abs((seen.turn - turn + 90) % 180 - 90) < 3


@pytest.mark.parametrize(("seed", "number", "name", "turn"), [(375, 561, "5", 31.1), (137, 582, "fool", 42.5)])
def test_a_lamp_that_is_mirrored_in_a_card_hides_what_is_printed_there_and_no_more(seed, number, name, turn):
    deck = pack(seed)
    seen = read_of(deck, Pit(name, turn, glare=1.0), number, ("2", "5", "6", "7", "9", "10", "tac", "fool"))
    assert (seen.face, seen.chance > 0.9) == (name, True)


def test_ink_of_a_light_colour_is_no_paper_where_wood_is_as_bright():
    deck = pack(981002)
    seen = read_of(deck, hard_pit(deck, "1", 0), 0, ("1", "2", "4", "5", "6", "7"))
    assert (seen.face, seen.chance > 0.9) == ("1", True)


def read_of(deck, pit, number, names):
    """What is read in a picture of the pit by somebody who knows these faces of the pack."""
    wide = round(CARD_SIZE[1] * deck.shape)
    drawn = {face: cv2.resize(deck.face(face), (wide, CARD_SIZE[1]), interpolation=cv2.INTER_AREA) for face in names}
    middle = (wide - 1) / 2, (CARD_SIZE[1] - 1) / 2
    known = {face: cv2.getRectSubPix(picture, CARD_SIZE, middle) for face, picture in drawn.items()}
    picture = cv2.resize(pit_picture(deck, pit, 1.8, number), (300, 300))
    return read_square(picture, known, [0.98 * deck.height_mm * PX_PER_MM, 1.02 * deck.height_mm * PX_PER_MM])


@pytest.mark.parametrize(("name", "turn"), [("8", 9.0), ("warrior", 219.0)])
def test_the_edge_of_a_shade_across_a_card_does_no_harm(name, turn):
    picture = square(name, turn, 3, under=(("12", turn - 30), ("7", turn + 50))).astype(np.float32)
    across = np.linspace(-1, 1, 300, dtype=np.float32)[:, None] + 0.3 * np.linspace(-1, 1, 300, dtype=np.float32)
    shade = 0.3 + 0.7 / (1 + np.exp(across * 25))
    seen = read_square((picture * shade[..., None]).astype(np.uint8), faces("8", "warrior", "9", "12", "7"), [HEIGHT])
    assert (seen.face, seen.chance > 0.9) == (name, True)


def test_a_finger_over_a_corner_does_no_harm():
    picture = square("9", 20.0, 4, under=(("2", 75.0),))
    cv2.line(picture, (215, 75), (300, 30), (60, 80, 110), 34, cv2.LINE_AA)
    seen = read_square(picture, faces("6", "9", "10", "12", "2"), [HEIGHT])
    assert (seen.face, seen.chance > 0.9) == ("9", True)


def test_black_ink_leads_no_better_than_red_of_the_same_shape():
    grid = np.zeros((60, 40), np.float32)
    red, black = grid.copy(), grid.copy()
    red[20:40, 10:18] = 0.5
    black[20:40, 22:30] = 1.6
    sheet = Sheet(np.full((60, 40, 3), 200, np.uint8), 60)
    sheet._ink = 0.8 * red
    inside = np.ones(grid.shape, bool)
    assert sheet.lead(red, black, inside) > 0.9
    assert sheet.lead(black, red, inside) < -0.9


def test_a_card_that_was_never_shown_is_asked_about():
    seen = read_square(square("devil", 15.0, 2), faces("6", "9", "10", "12", "2"), [HEIGHT])
    assert seen is None or seen.chance < 0.9
