"""What is flashed: every file compiles for the Pico, and all of them together fit."""

import subprocess
from pathlib import Path

import pytest
from simulated_board import FILES, ROOT, mpy_cross

FLASH_BUDGET = 64 * 1024
"""Bytes of source on the Pico's file system, which has 848 kB beside MicroPython (Pico W) or 1.4 MB (Pico)."""
COMPILED_BUDGET = 24 * 1024


def test_every_file_of_the_firmware_is_flashed():
    lying = {path.stem for path in (ROOT / "firmware").glob("*.py")} - {"__init__"}
    assert lying == set(FILES)


def compiled(path, folder):
    out = Path(folder) / f"{path.stem}.mpy"
    subprocess.run([mpy_cross(), "-march=armv6m", "-o", str(out), str(path)], check=True, timeout=200)
    return out.stat().st_size


@pytest.mark.parametrize("name", FILES)
def test_it_compiles_for_a_pico(name, tmp_path):
    assert compiled(ROOT / "firmware" / f"{name}.py", tmp_path) > 100


def test_it_fits_into_the_flash(tmp_path):
    paths = [ROOT / "firmware" / f"{name}.py" for name in FILES]
    assert sum(path.stat().st_size for path in paths) < FLASH_BUDGET
    assert sum(compiled(path, tmp_path) for path in paths) < COMPILED_BUDGET
