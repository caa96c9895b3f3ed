"""WAV files."""

from __future__ import annotations

import wave


def write_wav(path: str, pcm: bytes, sample_rate: int) -> float:
    """Writes PCM (signed 16 bit, one channel) as a WAV file; returns its seconds. Raises: OSError."""
    with open(path, "wb") as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(sample_rate)
        out.writeframes(pcm)
    return len(pcm) / 2 / sample_rate
