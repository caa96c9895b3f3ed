"""A pack of cards of our own design, drawn: numbers in the corners, a figure in the middle."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np

FACES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13",
         "trickster", "tac", "fool", "warrior", "angel", "devil")  # fmt: skip
WIDTH, HEIGHT = 300, 500
RED, BLACK = (40, 40, 200), (25, 25, 25)


@cache
def card_picture(face: str) -> Any:
    """The picture of a face: uint8 (500, 300, 3)."""
    card = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    ink = BLACK if face in ("tac", "fool", "warrior", "angel", "devil") else RED
    text = face if face.isdigit() else face.upper()
    scale = 2.2 if len(text) < 3 else 1.0
    for turned in (False, True):
        width = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 6)[0][0]
        cv2.putText(card, text, (18, 78), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 6, cv2.LINE_AA)
        if face.isdigit() or face == "tac":
            cv2.putText(card, text, (WIDTH - 18 - width, 78), cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 6, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1]) if not turned else card
    card = np.ascontiguousarray(card[::-1, ::-1])
    _figure(card, face, ink)
    cv2.rectangle(card, (0, 0), (WIDTH - 1, HEIGHT - 1), (190, 190, 190), 2)
    return card


def _figure(card: Any, face: str, ink: tuple[int, int, int]) -> None:
    middle = (WIDTH // 2, HEIGHT // 2)
    if face in ("1", "13"):
        cv2.fillPoly(card, [np.array([[150, 200], [195, 290], [105, 290]])], ink, cv2.LINE_AA)
    elif face in ("8", "trickster"):
        for x in (150,) if face == "8" else (120, 180):
            cv2.fillPoly(card, [np.array([[x, 205], [x + 30, 250], [x, 295], [x - 30, 250]])], ink, cv2.LINE_AA)
    elif face.isdigit():
        for number in range(int(face)):
            angle = 2 * np.pi * number / int(face)
            at = (int(middle[0] + 48 * np.sin(angle)), int(middle[1] - 48 * np.cos(angle)))
            cv2.circle(card, at, 10, ink, -1, cv2.LINE_AA)
    elif face == "tac":
        cv2.putText(card, "TAC", (75, 275), cv2.FONT_HERSHEY_TRIPLEX, 2.2, ink, 3, cv2.LINE_AA)
    elif face == "fool":
        cv2.fillPoly(
            card, [np.array([[90, 300], [90, 210], [120, 255], [150, 200], [180, 255], [210, 210], [210, 300]])], ink
        )
    elif face == "warrior":
        cv2.line(card, (150, 180), (150, 330), ink, 14)
        cv2.line(card, (110, 225), (190, 225), ink, 12)
    elif face == "angel":
        cv2.ellipse(card, (105, 255), (45, 70), 25, 0, 360, ink, -1)
        cv2.ellipse(card, (195, 255), (45, 70), -25, 0, 360, ink, -1)
    else:
        cv2.circle(card, (150, 260), 52, ink, -1)
        cv2.fillPoly(card, [np.array([[105, 235], [100, 180], [140, 215]])], ink)
        cv2.fillPoly(card, [np.array([[195, 235], [200, 180], [160, 215]])], ink)
