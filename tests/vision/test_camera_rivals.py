"""Faces that look much alike are told apart where they differ; what is not enrolled is not told surely."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.camera_profile import CARD_SIZE
from companion.sensing.camera_cards import read_square
from companion.sensing.camera_rivals import Sheet
from tests.vision.cards import card_picture

HEIGHT = 198.0


@cache
def faces(*names):
    return {name: cv2.resize(card_picture(name), CARD_SIZE, interpolation=cv2.INTER_AREA) for name in names}


def square(name, turn, seed, under=()):
    """A square of felt with a pile of cards, the named one on top, in dim warm light and with noise."""
    rng = np.random.default_rng(seed)
    image = np.full((300, 300, 3), (80, 40, 25), np.uint8)
    for face, angle in (*under, (name, turn)):
        picture = card_picture(face)
        height, width = picture.shape[:2]
        matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle, HEIGHT / height)
        matrix[:, 2] += np.array([150, 150]) + rng.uniform(-9, 9, 2) - ((width - 1) / 2, (height - 1) / 2)
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
