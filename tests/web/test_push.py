"""News reach every page, in order, none lost and none twice, whoever is slow or was away."""

import asyncio
import threading

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.facts import Fact
from companion.web.app import create_app
from companion.web.push import FIRST_SIGHT, MEMORY, Hub


@pytest.fixture
def hub(small_table):
    hub = Hub(small_table.deps())
    small_table.listener = hub.publish
    return hub


async def numbers(page, last):
    """The numbers of all events that the page is told until number `last`."""
    found = []
    while not found or found[-1] < last:
        found += [event["n"] for event in (await page.news())["events"]]
    return found


def test_a_new_page_gets_everything_so_far_and_then_what_comes(hub, small_table):
    async def story():
        small_table.tell("lift", cell="00")
        page = hub.join(0, "")
        first = await asyncio.wait_for(numbers(page, 1), 60)
        small_table.tell("place", cell="05")
        return first, await asyncio.wait_for(numbers(page, 2), 60)

    assert asyncio.run(story()) == ([1], [2])


def test_a_page_that_comes_back_goes_on_where_it_was(hub, small_table):
    async def story():
        for _ in range(5):
            small_table.tell("lift", cell="00")
        page = hub.join(3, hub.run)
        return await asyncio.wait_for(numbers(page, 5), 60)

    assert asyncio.run(story()) == [4, 5]


def test_the_count_of_another_run_is_no_count_here(hub, small_table):
    async def story():
        small_table.tell("lift", cell="00")
        page = hub.join(900, "another run")
        return await asyncio.wait_for(numbers(page, 1), 60)

    assert asyncio.run(story()) == [1]


def test_a_page_slower_than_the_memory_is_caught_up_from_the_log(hub, small_table):
    async def story():
        page = hub.join(0, "")
        small_table.tell("lift", cell="00")
        first = await asyncio.wait_for(numbers(page, 1), 60)
        for _ in range(MEMORY + 30):
            small_table.tell("lift", cell="00")
        return first + await asyncio.wait_for(numbers(page, MEMORY + 31), 60)

    found = asyncio.run(story())
    assert found[-1] == MEMORY + 31
    assert found == sorted(set(found))
    assert len(found) >= FIRST_SIGHT


def test_many_threads_many_pages_nothing_lost_nothing_twice(hub, small_table):
    total = 4 * 50

    def speak():
        for _ in range(50):
            small_table.tell("lift", cell="00")

    async def story():
        pages = [hub.join(0, "") for _ in range(5)]
        threads = [threading.Thread(target=speak) for _ in range(4)]
        for thread in threads:
            thread.start()
        found = await asyncio.wait_for(asyncio.gather(*(numbers(page, total) for page in pages)), 60)
        for thread in threads:
            thread.join()
        return found

    assert asyncio.run(story()) == [list(range(1, total + 1))] * 5


def test_publishing_never_waits_for_a_page_that_does_not_read(hub, small_table):
    async def story():
        page = hub.join(0, "")
        for _ in range(2000):
            small_table.tell("lift", cell="00")
        return page.sent

    assert asyncio.run(story()) == 0
    assert len(hub._recent) == MEMORY


def test_a_page_whose_loop_is_gone_is_forgotten(hub, small_table):
    async def story():
        hub.join(0, "")

    asyncio.run(story())
    assert hub.pages == 1
    small_table.tell("lift", cell="00")
    assert hub.pages == 0


def test_facts_are_told_as_events(hub):
    hub.listen(Fact("lift", 1.23456, {"cell": "05", "hand": ["tac"]}), 1)
    events, _ = hub.news_since(0)
    assert events == [{"t": 1.235, "n": 1, "type": "lift", "cell": "05"}]


def test_over_the_wire_an_event_and_the_state_come_together(small_table):
    app = create_app(small_table.deps())
    small_table.listener = app.state.hub.publish
    with TestClient(app) as client, client.websocket_connect("/ws") as socket:
        first = socket.receive_json()
        assert (first["events"], first["state"]["seat"]) == ([], "B")
        small_table.state["seat"] = "C"
        small_table.tell("turn", seat="C", round=2, deal=1)
        news = socket.receive_json()
        assert [event["n"] for event in news["events"]] == [1]
        assert news["state"]["seat"] == "C"
        client.post("/api/table/lift", json={"index": 0})
        told = socket.receive_json()
        assert told["state"]["table"]["loose"] == ["A"]


def test_a_state_that_follows_its_event_late_is_told_too(small_table):
    app = create_app(small_table.deps())
    small_table.listener = app.state.hub.publish
    with TestClient(app) as client, client.websocket_connect("/ws") as socket:
        socket.receive_json()
        small_table.tell("turn", seat="C", round=2, deal=1)
        assert socket.receive_json()["state"]["seat"] == "B"
        small_table.state["seat"] = "C"
        late = socket.receive_json()
        assert (late["events"], late["state"]["seat"]) == ([], "C")


def test_a_closed_page_is_no_page_any_more(small_table):
    app = create_app(small_table.deps())
    with TestClient(app) as client:
        with client.websocket_connect("/ws") as socket:
            socket.receive_json()
            assert app.state.hub.pages == 1
            socket.send_text("x" * 100)
        assert app.state.hub.pages == 0


def test_too_many_pages_are_turned_away(small_table):
    deps = small_table.deps()
    client = TestClient(create_app(deps, Hub(deps, most_pages=1)))
    with client.websocket_connect("/ws") as socket:
        socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as caught, client.websocket_connect("/ws"):
            pass
    assert caught.value.code == 1013


def test_a_count_that_is_none_is_turned_away(small_table):
    client = TestClient(create_app(small_table.deps()))
    with pytest.raises(WebSocketDisconnect) as caught, client.websocket_connect("/ws?since=abc"):
        pass
    assert caught.value.code == 1008
