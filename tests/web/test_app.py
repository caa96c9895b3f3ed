"""The page's addresses: what they give, what they refuse, and that every refusal has the one shape."""

import json

import pytest
from starlette.testclient import TestClient

from companion.web.app import create_app
from companion.web.guard import LARGEST_BODY


@pytest.fixture
def client(small_table):
    app = create_app(small_table.deps())
    small_table.listener = app.state.hub.publish
    return TestClient(app, raise_server_exceptions=False)


def is_error(answer, status, code=None):
    body = answer.json()
    return (
        answer.status_code == status
        and set(body) == {"code", "message", "hint"}
        and all(isinstance(text, str) and text and "\n" not in text for text in body.values())
        and code in (None, body["code"])
    )


def test_the_page_and_its_parts_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for part in ("main.js", "page.css", "texts/fr.json", "icon.svg"):
        assert client.get(f"/static/{part}").status_code == 200
    assert "javascript" in client.get("/static/main.js").headers["content-type"]


def test_the_board_has_all_places_in_wire_order(client):
    board = client.get("/api/board").json()
    assert [place["index"] for place in board["places"]] == list(range(96))
    assert board["places"][64] == {
        "index": 64,
        "cell": "A1",
        "kind": "house",
        "seat": "A",
        "x": 0.0,
        "y": 157.78,
        "size": 0.0,
    }
    assert board["seats"]["D"] == {"start": "48"}
    assert {pit["name"] for pit in board["pits"]} == {"Ay", "By", "Cy", "Dy", "pit"}


def test_the_state_is_public_and_has_no_hands(client):
    state = client.get("/api/state").json()["state"]
    assert state["seat"] == "B"
    assert "hands" not in state
    assert len(state["table"]["places"]) == 96


def test_what_people_say_reaches_the_table(client, small_table):
    assert client.post("/api/say", json={"text": " card B 7 "}).json() == {"said": "card B 7"}
    assert client.post("/api/say", json={"text": "done", "by": "voice"}).status_code == 200
    assert small_table.said == [("card B 7", "phone"), ("done", "voice")]


@pytest.mark.parametrize("text", ["card E 7", "card B 99", "card B", "fly away", "done now", "hand X 1", "answer a b"])
def test_what_cannot_be_meant_is_refused_with_its_reason(client, small_table, text):
    assert is_error(client.post("/api/say", json={"text": text}), 400)
    assert small_table.said == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"done"', b'{"text": 3}', b'{"text": ""}', b'{"text": "done", "hands": 1}',
        b'{"by": "phone"}', b'{"text": "done", "by": "telepathy"}', b'{"text": "done\\ncard A 1"}', b"\xff\xfe",
        b'{"text": "done\\u2028"}', b"[" * 4000, b'{"text": "' + b"x" * 500 + b'"}',
        b'{"text": "done", "text": "takeback"}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(client, small_table, body):
    answer = client.post("/api/say", content=body, headers={"content-type": "application/json"})
    assert is_error(answer, 400)
    assert small_table.said == []


def test_a_huge_body_is_refused_whatever_length_it_claims(client, small_table):
    big = json.dumps({"text": "done", "by": "x" * LARGEST_BODY}).encode()
    head = {"content-type": "application/json"}
    assert is_error(client.post("/api/say", content=big, headers=head), 413, "too-large")

    def drops():
        for _ in range(80):
            yield b" " * 64

    assert is_error(client.post("/api/say", content=drops(), headers=head), 413, "too-large")
    assert small_table.said == []


@pytest.mark.parametrize(
    ("verb", "path", "status"),
    [
        ("GET", "/api/say", 405), ("PUT", "/api/say", 405), ("DELETE", "/", 405), ("GET", "/api/nothing", 404),
        ("GET", "/static/../app.py", 404), ("GET", "/static/..%2fapp.py", 404), ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static//etc/passwd", 404), ("GET", "/static/", 404), ("GET", "/docs", 404),
        ("GET", "/openapi.json", 404), ("GET", "/api/events?since=-1", 400), ("GET", "/api/events?since=x", 400),
        ("GET", "/api/events?since=" + "9" * 40, 400), ("GET", "/api/hand/E", 404), ("GET", "/api/hand/ay", 404),
    ],
)  # fmt: skip
def test_wrong_verbs_and_addresses_get_the_one_shape(client, verb, path, status):
    assert is_error(client.request(verb, path), status)


def test_hands_move_marbles_on_the_virtual_table(client, small_table):
    assert client.post("/api/table/lift", json={"index": 0}).json() == {"colour": "A"}
    assert client.get("/api/state").json()["state"]["table"]["loose"] == ["A"]
    assert client.post("/api/table/put", json={"index": 5, "colour": "A"}).json() == {"index": 5}
    assert client.get("/api/state").json()["state"]["table"]["places"][5] == "A"
    assert [event["type"] for event in small_table.events] == ["lift", "place"]
    client.post("/api/table/lay", json={"card": "5"})
    assert small_table.events[-1] == {"t": 2.0, "n": 3, "type": "card", "seat": "B", "card": "5", "by": "tag"}


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("lift", {"index": 1}), ("lift", {"index": 96}), ("lift", {"index": -1}), ("lift", {"index": True}),
        ("lift", {"index": "0"}), ("lift", {"index": 1.0}), ("lift", {}), ("put", {"index": 0, "colour": "A"}),
        ("put", {"index": 1, "colour": "A"}), ("put", {"index": 1, "colour": 7}), ("put", {"index": 1}),
        ("lay", {"card": "joker"}), ("lay", {"card": ["7"]}),
    ],
)  # fmt: skip
def test_hands_cannot_do_the_impossible(client, small_table, path, data):
    before = small_table.table.snapshot()
    assert is_error(client.post(f"/api/table/{path}", json=data), 400)
    assert small_table.table.snapshot() == before


def test_with_a_real_board_there_are_no_hands_on_the_page(small_table):
    client = TestClient(create_app(small_table.deps(virtual=False)))
    assert is_error(client.post("/api/table/lift", json={"index": 0}), 404)
    assert client.get("/api/state").json()["state"]["table"] is None


def test_a_hand_is_shown_to_its_own_seat_only(client):
    assert is_error(client.get("/api/hand/A"), 403)
    assert is_error(client.get("/api/hand/A", headers={"authorization": "Bearer secret-B"}), 403)
    mine = client.get("/api/hand/A", headers={"authorization": "Bearer secret-A"})
    assert mine.json() == {"seat": "A", "cards": ["7", "tac"], "receiver": None}


def test_a_fault_inside_has_the_shape_too_and_tells_nothing(small_table):
    def broken():
        raise RuntimeError("secret of the session")

    deps = small_table.deps()
    app = create_app(type(deps)(deps.geometry, broken, deps.events_since, deps.submit))
    answer = TestClient(app, raise_server_exceptions=False).get("/api/state")
    assert is_error(answer, 500, "internal")
    assert "secret" not in answer.text
