"""The app: the page's addresses, all of them listed in docs/dashboard.md.

Plain HTTP for what is asked and done, one WebSocket for what happens. Every failure has the one error shape.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from companion.sensing.said import Command, parse_said
from companion.web.deps import TableHands, WebDeps
from companion.web.errors import Refused, error_body
from companion.web.guard import Guard
from companion.web.phones import Phones
from companion.web.push import Hub, Page, PageClosed
from companion.web.words import read_index, read_line, read_object, read_way
from hardware.geometry import BoardGeometry

STATIC = Path(__file__).parent / "static"
TOUCH_S = 0.05
"""What a touch on the page takes at least: a board's usual debounce of 20 ms, and room to spare."""
MOST_LOOKS = 20
"""A machine that is busy may hold a board up: so often it is looked whether the board has seen the touch."""

log = logging.getLogger(__name__)


def create_app(deps: WebDeps, hub: Hub | None = None) -> FastAPI:
    """The app on these dependencies. Its hub is `app.state.hub`: publish the session's facts there."""
    app = FastAPI(title="Tastkreis", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hub = hub or Hub(deps)
    app.state.deps = deps
    _add_errors(app)
    _add_reading(app, deps, app.state.hub)
    phones = Phones(deps.phones, deps.ways_out)
    _add_doing(app, deps, app.state.hub, phones)
    if deps.table is not None:
        _add_table(app, deps.table, len(deps.geometry.places()), app.state.hub, phones)
    app.add_api_websocket_route("/ws", _socket)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_middleware(Guard)
    return app


def board_json(geometry: BoardGeometry) -> dict[str, Any]:
    """The board as the page draws it: every place in wire order with its middle in millimetres; `size` is how wide a
    square or a space is, 0 for a hole."""
    sizes = {hole.name: hole.diameter_mm for hole in geometry.holes if not hole.is_round}
    return {
        "board": geometry.name,
        "layout": geometry.layout,
        "side_mm": geometry.side_mm,
        "pitch_mm": geometry.pitch_mm,
        "seats": {seat: {"start": geometry.start(seat)} for seat in geometry.seats},
        "places": [
            {"index": p.index, "cell": p.cell, "kind": p.kind, "seat": p.seat, "x": p.x_mm, "y": p.y_mm,
             "size": sizes.get(p.cell, 0.0)}
            for p in geometry.places()
        ],
        "pits": [
            {"name": p.name, "kind": p.kind, "seat": p.seat, "x": p.x_mm, "y": p.y_mm,
             "rim": p.rim_radius_mm, "felt": p.felt_radius_mm}
            for p in geometry.pits
        ],
    }  # fmt: skip


def _add_errors(app: FastAPI) -> None:
    async def refused(_request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return JSONResponse(error.body, error.status)

    async def by_status(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse(error_body(error.status_code), error.status_code, headers=error.headers)

    async def broken(_request: Request, error: Exception) -> Response:
        log.error("a page's request failed", exc_info=error)
        return JSONResponse(error_body(500), 500)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, by_status)
    app.add_exception_handler(Exception, broken)


def _add_reading(app: FastAPI, deps: WebDeps, hub: Hub) -> None:
    board = board_json(deps.geometry)

    @app.get("/")
    async def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @app.get("/api/board")
    async def the_board() -> Response:
        return JSONResponse(board)

    @app.get("/api/state")
    def the_state() -> Response:
        return JSONResponse({"run": hub.run, "state": hub.state()})

    @app.get("/api/events")
    def the_events(since: str = "0") -> Response:
        return JSONResponse({"run": hub.run, "events": hub.news_since(_count(since))[0]})

    @app.get("/api/hand/{seat}")
    def the_hand(seat: str, request: Request) -> Response:
        cards = _of_own(deps, deps.hand_of, seat, request)
        known = None if cards is None else list(cards)
        return JSONResponse({"seat": seat, "cards": known, "receiver": deps.receiver_of(seat)})

    @app.get("/api/hand/{seat}/can")
    def the_usable(seat: str, request: Request) -> Response:
        can = _of_own(deps, deps.can_of, seat, request)
        return JSONResponse({"seat": seat, "can": None if can is None else dict(can)})


def _of_own(deps: WebDeps, ask: Callable[[str, str], Any] | None, seat: str, request: Request) -> Any:
    """What only the phone of a seat may know. Raises: Refused."""
    if ask is None or seat not in _seats(deps):
        raise Refused(404, "There is no such seat with a page of its own.")
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    try:
        return ask(seat, token)
    except PermissionError:
        raise Refused(403, "This hand is another player's.") from None


def _add_doing(app: FastAPI, deps: WebDeps, hub: Hub, phones: Phones) -> None:
    @app.post("/api/say")
    async def say(request: Request) -> Response:
        data = read_object(await request.body(), "text", optional=("by",))
        text, way = read_line(data["text"], "text"), read_way(data.get("by", "phone"))
        seats = _seats(deps)
        command: Command = await _try(partial(parse_said, seats=seats), text)
        seat, address = command.seat, _address(request)
        if seat and seat not in seats:
            raise Refused(400, f"There is no seat {seat} at this table.", f"Seats: {', '.join(seats)}.")
        phones.check(command, address)
        await _try(deps.submit, text, way)
        phones.told(command, address)
        hub.took_part(address)
        return JSONResponse({"said": text})


def _seats(deps: WebDeps) -> tuple[str, ...]:
    """Whom a page can mean: who has a yard, and else who plays."""
    return deps.geometry.seats or tuple(deps.snapshot().get("seats", ()))


def _add_table(app: FastAPI, table: TableHands, size: int, hub: Hub, phones: Phones) -> None:
    one_at_a_time = asyncio.Lock()

    async def touch(do: Callable[..., Any], *what: object) -> Any:
        """One touch, done when the board has had time to see it; whoever comes meanwhile waits.

        A page can lift and put within a millisecond. A board sees a picture only once it has rested, so two marbles
        that change places would otherwise look as if nobody had touched them.
        """
        async with one_at_a_time:
            given = await _try(do, *what)
            hub.nudge()
            await asyncio.sleep(TOUCH_S)
            for _ in range(MOST_LOOKS):
                if table.is_seen():
                    break
                await asyncio.sleep(TOUCH_S)
            return given

    @app.post("/api/table/lift")
    async def lift(request: Request) -> Response:
        phones.check_hands()
        data = read_object(await request.body(), "index")
        colour = await touch(table.lift, read_index(data["index"], size))
        return JSONResponse({"colour": colour})

    @app.post("/api/table/put")
    async def put(request: Request) -> Response:
        phones.check_hands()
        data = read_object(await request.body(), "index", "colour")
        index, colour = read_index(data["index"], size), read_line(data["colour"], "colour")
        await touch(table.put, index, colour)
        return JSONResponse({"index": index})

    @app.post("/api/table/lay")
    async def lay(request: Request) -> Response:
        phones.check_hands()
        card = read_line(read_object(await request.body(), "card")["card"], "card")
        await _try(table.lay, card)
        hub.nudge()
        return JSONResponse({"card": card})


async def _try(do: Callable[..., Any], *what: object) -> Any:
    """Do it on a thread of its own, since the session may be busy; a ValueError is the person's, not the program's."""
    try:
        return await asyncio.to_thread(do, *what)
    except (ValueError, LookupError) as error:
        message = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
        raise Refused(400, message[:300], "Nothing was changed.", "refused") from None


async def _socket(socket: WebSocket) -> None:
    """One open page: news goes out; what comes in is only listened to for the end."""
    hub: Hub = socket.app.state.hub
    try:
        since = _count(socket.query_params.get("since", "0"))
    except Refused:
        await socket.close(1008)
        return
    page = hub.join(since, socket.query_params.get("run", ""), _address(socket))
    if page is None:
        await socket.close(1013)
        return
    await socket.accept()
    tasks = {asyncio.create_task(_send_news(socket, page)), asyncio.create_task(_until_closed(socket))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(page)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for error in (task.exception() for task in tasks if not task.cancelled()):
            if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError, PageClosed)):
                log.error("a page's news could not be told", exc_info=error)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def _send_news(socket: WebSocket, page: Page) -> None:
    while True:
        await socket.send_json(await page.news())


async def _until_closed(socket: WebSocket) -> None:
    message: Mapping[str, Any] = {}
    while message.get("type") != "websocket.disconnect":
        message = await socket.receive()


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise Refused(400, "since has to be a whole number.")
    return int(text)
