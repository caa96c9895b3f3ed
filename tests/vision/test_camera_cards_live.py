"""At a live table cards are read beside the pictures: no picture waits for a card."""

import threading
import time

import cv2

from calibration.camera_profile import CARD_SIZE
from companion.inputs import CardTag
from companion.sensing.camera_inputs import CameraInputs
from engine.tac.board.holes import LAYOUT
from tests.vision.cards import card_picture
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated


def test_a_card_is_told_with_a_later_picture():
    place = installation(21, size=(960, 720))
    painter = Painter(place)
    faces = {name: cv2.resize(card_picture(name), CARD_SIZE, interpolation=cv2.INTER_AREA) for name in ("13", "angel")}
    inputs = CameraInputs(calibrated(place, painter).with_cards(faces), LAYOUT, is_live=True)
    reader, readers = inputs.film.cards.tell, []

    def noted(square):
        readers.append(threading.current_thread())
        return reader(square)

    inputs.film.cards.tell = noted
    told = []
    for number in range(2000):
        shot = painter.shot(Moment(yards=dict.fromkeys("ABCD", 4), card="angel", card_turn=12.0, seed=number))
        told += [value for value in inputs.picture(number / 10, shot.image) if isinstance(value, CardTag)]
        if told:
            break
        time.sleep(0.02)
    assert [value.card for value in told] == ["angel"]
    assert threading.current_thread() not in readers
