"""Cards with little print, on felt as white as they are, are found by their edges and by the rest of their pack."""

from random import Random

import numpy as np

from calibration.camera_faces import find_cards
from calibration.camera_outlines import choose, middles_by_edges
from tests.vision.cards import FACES
from tests.vision.packs import Pit, pack, pit_picture


def test_sparse_cards_of_a_pack_lie_as_they_lie():
    deck, rng = pack(7505), Random(5)
    turns = [rng.uniform(-18, 18) for _ in range(5)]
    pictures = []
    for number, turn in enumerate(turns):
        below = tuple((rng.choice(FACES), rng.uniform(0, 360)) for _ in range(min(number, 3)))
        pictures.append(pit_picture(deck, Pit(FACES[number + 3], turn, below), 2.0, number))
    found = find_cards(pictures)
    assert [abs(card.turn - turn) < 3.0 for card, turn in zip(found, turns, strict=True)] == [True] * 5


def test_a_blank_card_is_found_by_its_edges():
    import cv2

    sheet = np.full((240, 240), 90, np.uint8)
    corners = cv2.boxPoints(((118.0, 127.0), (90.0, 150.0), 12.0))
    cv2.fillPoly(sheet, [np.round(corners).astype(np.int32)], 210, cv2.LINE_AA)
    x, y, turn = middles_by_edges(sheet, 90.0, 150.0, tuple(range(-36, 37, 3)))[0]
    assert np.hypot(x - 118, y - 127) < 3.0
    assert abs(turn - 12) <= 3


def test_the_outline_whose_print_stands_where_the_others_stand_is_taken():
    alike, other = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    prints = [[alike], [alike], [alike], [alike], [other, alike], []]
    scores = [[1.0], [1.0], [1.0], [1.0], [1.5, 1.0], []]
    assert choose(prints, scores) == [0, 0, 0, 0, 1, None]
