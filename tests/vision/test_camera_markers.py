"""Printed markers: the sheet is what it should be, and a board that is covered is found by them."""

import re

import cv2
import numpy as np
import pytest

from calibration.camera_markers import SIZE_MM, by_markers, find_markers, learned, pattern
from calibration.camera_profile import part_data, read_part
from companion.cli import main
from companion.sensing.camera_read import BoardReader
from companion.sensing.camera_still import locate
from tests.vision.paint import Painter
from tests.vision.scene import installation, start
from tests.vision.scoring import calibrated

SIZE = (960, 720)
PLACES = ((-212.0, 150.0), (150.0, -212.0), (-150.0, -212.0), (212.0, 150.0))


def with_markers(image, view, side_mm=34.0):
    """The picture with four markers on the table, where the board lies under `view`."""
    out = image.copy()
    for number, (x, y) in enumerate(PLACES):
        tile = np.pad(np.where(pattern(number), 20, 235).astype(np.uint8), 1, constant_values=235)
        tile = cv2.resize(tile, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
        half = side_mm / 2 * 8 / 6
        corners = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        edge = tile.shape[0] - 1
        source = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, view.to_image(corners).astype(np.float32))
        drawn = cv2.warpPerspective(cv2.merge([tile] * 3), matrix, SIZE, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full_like(tile, 255), matrix, SIZE) > 127
        out[inside] = drawn[inside]
    return out


def test_the_sheet_shows_four_markers_of_the_right_size(tmp_path, capsys):
    path = tmp_path / "sheet.svg"
    assert main(["calibrate", "markers", "--out", str(path)]) == 0
    assert "100 %" in capsys.readouterr().out
    page = np.full((1485, 1050, 3), 255, np.uint8)
    squares = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', path.read_text())
    for x, y, side in (map(float, square) for square in squares):
        page[round(y * 5) : round((y + side) * 5), round(x * 5) : round((x + side) * 5)] = 0
    found = find_markers(page)
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(SIZE_MM * 5, abs=3)


def test_the_same_sheet_as_pdf(tmp_path):
    path = tmp_path / "sheet.pdf"
    assert main(["calibrate", "markers", "--out", str(path)]) == 0
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b" re\n") == sum(int(pattern(number).sum()) for number in range(4))
    start_of_table = int(re.search(rb"startxref\n(\d+)", data)[1])
    assert data[start_of_table:].startswith(b"xref")


@pytest.mark.parametrize("name", ["sheet.png", "no/such/folder/sheet.pdf"])
def test_a_sheet_that_cannot_be_written_is_one_line(tmp_path, name, capsys):
    assert main(["calibrate", "markers", "--out", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_covered_board_is_found_by_its_markers():
    place = installation(21, size=SIZE)
    painter = Painter(place)
    part = calibrated(place, painter)
    image = painter.shot(start(place)).image
    known = learned(with_markers(image, part.map), part.map)
    part = read_part({**part_data(part), "markers": {str(n): [list(c) for c in four] for n, four in known.items()}})
    assert part.markers == known
    moved = part.map.moved(np.array([[0.998, -0.06, 12.0], [0.06, 0.998, -8.0], [0, 0, 1.0]]))
    rng = np.random.default_rng(1)
    cloth = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8) + rng.integers(0, 9, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
    seen = with_markers(cloth, moved)
    found, _ = locate(seen, BoardReader(part), part.map)
    assert found is not None
    assert found.residual_mm < 0.5
    middle = np.array([[0.0, 0.0], [100.0, 100.0], [-150.0, 60.0]])
    assert np.linalg.norm(found.map.to_board(moved.to_image(middle)) - middle, axis=1).max() < 1.5
    assert by_markers(find_markers(cloth), part.map, part.markers) is None
