"""How the machine is: versions, disk, memory, and on a Raspberry Pi heat and power.

Sources: /proc/meminfo and sysfs of Linux; the bits of `get_throttled` as the Raspberry Pi documentation has them.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from companion.cli.logbook import version

PACKAGES = ("numpy", "opencv-python", "pyserial", "gpiozero", "lgpio", "pyttsx3", "fastapi", "uvicorn", "websockets",
            "starlette")  # fmt: skip
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = (
    Path("/sys/devices/platform/soc/soc:firmware/get_throttled"),
)
POWER = Path("/sys/class/power_supply")
MODEL = Path("/proc/device-tree/model")
MEMORY = Path("/proc/meminfo")
LEAST_DISK_MB, LEAST_MEMORY_MB = 200, 100
HOTTEST_C = 80.0
"""A Raspberry Pi slows down from here on."""
ASK_S = 1.0
"""So long the firmware of a Raspberry Pi may take to answer."""
UNDERVOLTAGE, THROTTLING = 0x1 | 0x10000, 0x4 | 0x40000
"""Now, or at any time since the start."""


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of the machine; None where it does not tell."""

    temperature_c: float | None
    is_undervolted: bool | None
    is_throttled: bool | None
    memory_free_mb: int | None
    disk_free_mb: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried: `subject` is the key of its sentence, `doctor.SUBJECT`, if it is not well."""

    subject: str
    is_well: bool
    text: str


def health(folder: Path) -> Health:
    """The machine as it is now; the disk is that of `folder`. Raises: OSError for a folder that is not there."""
    heat = _number(HEAT)
    bits = next((value for path in THROTTLED if (value := _number(path, 16)) is not None), None)
    bits = _asked_bits() if bits is None else bits
    disk = os.statvfs(folder)
    return Health(
        None if heat is None else heat / 1000,
        None if bits is None else bool(bits & UNDERVOLTAGE),
        None if bits is None else bool(bits & THROTTLING),
        _memory_mb(),
        disk.f_bavail * disk.f_frsize >> 20,
    )


def judged(machine: Health) -> Iterator[Finding]:
    """What the figures of a machine mean."""
    yield Finding("disk", machine.disk_free_mb >= LEAST_DISK_MB, f"{machine.disk_free_mb} MB free")
    if machine.memory_free_mb is not None:
        yield Finding("memory", machine.memory_free_mb >= LEAST_MEMORY_MB, f"{machine.memory_free_mb} MB free")
    if machine.temperature_c is not None:
        yield Finding("heat", machine.temperature_c < HOTTEST_C, f"{machine.temperature_c:.0f} degrees Celsius")
    if machine.is_undervolted is not None:
        is_well = not machine.is_undervolted and not machine.is_throttled
        yield Finding("power", is_well, "enough" if is_well else "the power supply is too weak, the machine slows down")


def battery_percent() -> int | None:
    """How full the battery is, in percent; None where there is none."""
    levels = (_number(path) for path in sorted(POWER.glob("*/capacity")))
    return next((level for level in levels if level is not None), None)


def local_time() -> str:
    """The time of day, as `20:15`."""
    return time.strftime("%H:%M")


def versions() -> dict[str, str]:
    """What runs here, and in which version."""
    found = {
        "tastkreis": version(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.platform(),
        "machine": _text(MODEL) or platform.machine(),
    }
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found | {"executable": os.path.basename(sys.executable)}


def _asked_bits() -> int | None:
    """What the firmware of a Raspberry Pi answers, where the kernel has no file for it: `throttled=0x50005`."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    try:
        done = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=ASK_S, check=False)
        return int(done.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _memory_mb() -> int | None:
    for line in _text(MEMORY).splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) >> 10
    return None


def _number(path: Path, base: int = 10) -> int | None:
    try:
        return int(_text(path), base)
    except ValueError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
