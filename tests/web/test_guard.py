"""Strangers: pages of other hosts can neither act nor listen."""

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.web.app import create_app
from companion.web.guard import is_home_name, is_same_origin


@pytest.fixture
def client(small_table):
    return TestClient(create_app(small_table.deps()))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8737", "192.168.1.20", "[::1]:80", "localhost", "raspberrypi", "tastkreis.local:8737", "a.fritz.box"],
)
def test_names_of_home_are_answered(client, host):
    assert is_home_name(host)
    assert client.get("/api/board", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:8737", "127.0.0.1.evil.example", "local.evil.com"])
def test_foreign_names_that_point_here_are_not(client, host):
    assert not is_home_name(host)
    answer = client.get("/api/board", headers={"host": host})
    assert answer.status_code == 421
    assert set(answer.json()) == {"code", "message", "hint"}


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("", True), ("http://testserver", True), ("https://testserver", True), ("http://testserver:81", False),
        ("http://evil.example", False), ("null", False), ("file://testserver", False), ("http://[", False),
    ],
)  # fmt: skip
def test_only_the_own_page_may_act(client, small_table, origin, expected):
    headers = {"origin": origin} if origin else {}
    answer = client.post("/api/say", json={"text": "done"}, headers=headers)
    assert (answer.status_code == 200) is expected
    assert bool(small_table.said) is expected
    if not expected:
        assert set(answer.json()) == {"code", "message", "hint"}


def test_the_browser_s_own_mark_of_another_site_counts(client, small_table):
    answer = client.post("/api/say", json={"text": "done"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert not small_table.said


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_cannot_act(client, small_table, kind):
    answer = client.post("/api/say", content=b'{"text": "done"}', headers={"content-type": kind})
    assert answer.status_code == 415
    assert answer.json()["code"] == "no-json"
    assert not small_table.said


def test_another_page_cannot_listen(client):
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        client.websocket_connect("/ws", headers={"origin": "http://evil.example"}),
    ):
        pass
    assert caught.value.code == 1008


def test_the_own_page_can_listen(client):
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        assert socket.receive_json()["kind"] == "news"


def test_no_other_site_is_ever_allowed_in(client):
    answer = client.get("/api/state", headers={"origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_origin_is_compared_whole():
    assert is_same_origin("http://pi.local:8737", "pi.local:8737")
    assert not is_same_origin("http://pi.local:8737.evil.example", "pi.local:8737")
    assert not is_same_origin("http://user@pi.local:8737", "pi.local:8737")
