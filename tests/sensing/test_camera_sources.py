"""Where pictures come from, and how a camera that no longer sees is noticed."""

import http.server
import threading

import cv2
import numpy as np
import pytest

from companion.sensing.camera_health import DARK, FROZEN, SILENT, Health
from companion.sensing.camera_pictures import film_pictures, read_picture
from companion.sensing.camera_sources import FilmFile, PictureFolder, SnapshotCamera, V4l2Camera, source_of
from companion.sensing.errors import BadPicture, NoCamera


def picture(seed=0):
    return np.random.default_rng(seed).integers(0, 255, (120, 160, 3), dtype=np.uint8)


def coded(ending=".jpg"):
    return cv2.imencode(ending, picture())[1].tobytes()


@pytest.fixture
def server():
    """A camera in the network that answers with what stands in `content`."""

    class Handler(http.server.BaseHTTPRequestHandler):
        content = coded()

        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(Handler.content)

        def log_message(self, *_):
            """Nothing on the terminal."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/shot.jpg", Handler
    server.shutdown()
    server.server_close()


def test_a_name_means_a_source(tmp_path):
    assert isinstance(source_of("0"), V4l2Camera)
    assert isinstance(source_of("v4l2:2"), V4l2Camera)
    assert isinstance(source_of("/dev/video1"), V4l2Camera)
    assert isinstance(source_of("http://phone.local/shot.jpg"), SnapshotCamera)
    assert isinstance(source_of(str(tmp_path)), PictureFolder)
    assert isinstance(source_of("evening.mp4"), FilmFile)
    for name in ("nothing", "picamera2:x", "v4l2:"):
        with pytest.raises(NoCamera):
            source_of(name)


@pytest.mark.parametrize("name", ["v4l2:987", "picamera2:0", "http://127.0.0.1:9/x.jpg", "none.mp4"])
def test_a_camera_that_is_not_there_says_so(name):
    with pytest.raises(NoCamera):
        source_of(name).open()


def test_a_camera_in_the_network_gives_pictures(server):
    address, handler = server
    camera = source_of(address)
    camera.open()
    assert camera.read().shape == (120, 160, 3)
    handler.content = b"<html>"
    with pytest.raises(NoCamera, match="no picture"):
        camera.read()


def test_a_folder_gives_its_pictures_and_then_nothing(tmp_path):
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((80, 80, 3), number, np.uint8))
    folder = source_of(str(tmp_path))
    folder.open()
    assert [int(folder.read()[0, 0, 0]) for _ in range(3)] == [0, 1, 2]
    assert folder.read() is None


def test_a_film_file_is_read(tmp_path):
    path = str(tmp_path / "film.avi")
    film = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    for seed in range(3):
        film.write(picture(seed))
    film.release()
    source = source_of(path)
    source.open()
    assert sum(source.read() is not None for _ in range(5)) == 3
    source.close()


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.jpg", b"", "empty"),
        ("a.jpg", b"hello", "no picture"),
        ("a.jpg", coded()[:-40], "cut off"),
        ("a.png", coded(".png")[:-40], "cut off"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\0\0\0\1\0\0" + b"IEND", "too large"),
        ("a.png", cv2.imencode(".png", np.zeros((20, 20, 3), np.uint8))[1].tobytes(), "too small"),
    ],
)
def test_a_file_that_is_no_picture_is_named(tmp_path, name, data, told):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BadPicture, match=told) as caught:
        read_picture(path)
    assert name in str(caught.value)


def test_a_folder_is_no_picture_and_no_film(tmp_path):
    with pytest.raises(BadPicture):
        read_picture(tmp_path)
    with pytest.raises(BadPicture, match="no numbered pictures"):
        film_pictures(tmp_path)


def test_a_film_is_read_in_the_order_of_its_numbers(tmp_path):
    for name in ("frame_10.jpg", "frame_9.jpg", "calib_1.jpg", "real_2.jpg", "notes.txt", "cover.jpg"):
        (tmp_path / name).write_bytes(coded())
    assert [path.name for path in film_pictures(tmp_path)] == ["frame_9.jpg", "frame_10.jpg"]


def trouble_after(frames, is_live=True):
    """When what trouble is first seen: ten pictures a second."""
    health = Health(is_live)
    for number, frame in enumerate(frames):
        t = number / 10
        health.hear(t, frame)
        if health.trouble(t):
            return t, health.trouble(t)
    return None


def test_a_camera_that_sees_is_in_no_trouble():
    assert trouble_after([picture(seed) for seed in range(60)]) is None


@pytest.mark.parametrize(
    ("frame", "told"), [(picture(), FROZEN), (np.zeros((120, 160, 3), np.uint8), DARK), (None, SILENT)]
)
def test_trouble_is_noticed_within_three_seconds(frame, told):
    t, trouble = trouble_after([picture(seed) for seed in range(1, 11)] + [frame] * 40)
    assert trouble == told
    assert 1.0 < t < 4.0


def test_a_still_film_is_not_frozen():
    assert trouble_after([picture()] * 60, is_live=False) is None
