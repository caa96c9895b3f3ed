"""What is plugged in by USB and speaks as a serial port."""

from __future__ import annotations


def attached_ports() -> tuple[str, ...]:
    """Paths of the serial ports behind USB, in order."""
    from serial.tools import list_ports

    return tuple(sorted(port.device for port in list_ports.comports() if port.vid is not None))
