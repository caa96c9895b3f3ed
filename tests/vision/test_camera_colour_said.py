"""A piece that the camera takes for another seat's is told by voice, through the very path of a live camera."""

import cv2

from companion.cli import main
from companion.cli.camera_files import save_camera
from tests.vision.evening_film import told
from tests.vision.paint import Painter
from tests.vision.scene import Moment, installation
from tests.vision.scoring import calibrated

SAID = """0.000 >game tac basic teams first=A position=A:05,y,y,y B:17,y,y,y C:y,y,y,y D:y,y,y,y
4.500 >overrule stands 05 A
"""


def test_the_table_puts_a_colour_right_by_voice(tmp_path):
    place = installation(21, size=(800, 600))
    painter = Painter(place)
    save_camera(str(tmp_path / "table.json"), calibrated(place, painter))
    for number in range(75):
        # On 05 stands A's piece, which looks like one of C's.
        moment = Moment({"05": "C", "17": "B"}, {"A": 3, "B": 3, "C": 4, "D": 4}, seed=number + 1)
        cv2.imwrite(str(tmp_path / f"{number:06d}.jpg"), painter.shot(moment).image)
    (tmp_path / "said.trace").write_text(SAID, encoding="utf-8")
    events = tmp_path / "events.jsonl"
    words = ["run", "--board", f"film:{tmp_path}", "--profile", str(tmp_path / "table.json"), "--events", str(events)]
    assert main([*words, "--cards", "told", "--no-http", "--speech", "none"]) == 0
    rows = [(row["type"], row["t"]) for row in told(events) if row["type"] in ("disturbed", "corrected")]
    assert [kind for kind, _ in rows] == ["disturbed", "corrected"]
    assert rows[0][1] < 4.5 <= rows[1][1]
