"""Earcons: short tones before the words, made on the fly. Each says what kind of news follows."""

from __future__ import annotations

import math
from array import array

from companion.speech.utterance import Earcon

TONES: dict[Earcon, tuple[tuple[float, int], ...]] = {
    Earcon.TURN: ((660.0, 70),),
    Earcon.CAPTURED: ((660.0, 60), (440.0, 60), (293.7, 90)),
    Earcon.ASKED: ((523.3, 70), (784.0, 90)),
    Earcon.WRONG: ((196.0, 90), (0.0, 40), (196.0, 90)),
    Earcon.CARD: ((880.0, 35), (660.0, 35)),
    Earcon.MOVED: ((587.3, 50), (587.3, 50)),
    Earcon.STEP: ((1200.0, 12), (0.0, 1), (1200.0, 12), (0.0, 1)),
    Earcon.WON: ((523.3, 80), (659.3, 80), (784.0, 80), (1046.5, 160)),
    # The better it gets, the higher and the more pulses, as in a car that backs towards a wall.
    Earcon.NEAR_1: ((392.0, 30), (0.0, 20)) * 3 + ((392.0, 30),),
    Earcon.NEAR_2: ((493.9, 30), (0.0, 20)) * 4 + ((493.9, 30),),
    Earcon.NEAR_3: ((587.3, 30), (0.0, 20)) * 5 + ((587.3, 30),),
    Earcon.NEAR_4: ((740.0, 30), (0.0, 20)) * 6 + ((740.0, 30),),
    Earcon.NEAR_5: ((880.0, 30), (0.0, 20)) * 7 + ((880.0, 30),),
}
"""Frequency in Hz (0: a pause) and length in ms. They differ in contour, not only in pitch, so that nobody needs a
musical ear: one tone, falling, rising, a double knock, a fanfare."""
LOUDNESS = 0.25
"""Of full scale; speech has its peaks at about 0.6."""
EDGE_MS = 5
"""Fade in and out, against clicks."""
GAP_MS = 60
"""Silence between the tones and the words."""


def tone(earcon: Earcon, sample_rate: int) -> bytes:
    """The earcon as PCM, signed 16 bit, one channel, with the gap after it."""
    samples = array("h")
    for frequency, length_ms in TONES[earcon]:
        samples.extend(_note(frequency, length_ms, sample_rate))
    samples.extend([0] * (sample_rate * GAP_MS // 1000))
    return samples.tobytes()


def lead_in(lead_ms: int, earcon: Earcon | None, sample_rate: int) -> bytes:
    """What comes before the words: silence for outputs that swallow their beginning, then the earcon."""
    silence = bytes(2 * (sample_rate * lead_ms // 1000))
    return silence + (tone(earcon, sample_rate) if earcon else b"")


def _note(frequency: float, length_ms: int, sample_rate: int) -> list[int]:
    count, edge = sample_rate * length_ms // 1000, max(1, sample_rate * EDGE_MS // 1000)
    swing = 2 * math.pi * frequency / sample_rate
    peak = 32767 * LOUDNESS
    return [round(peak * min(1.0, i / edge, (count - i) / edge) * math.sin(swing * i)) for i in range(count)]
