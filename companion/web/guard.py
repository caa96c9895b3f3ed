"""The door: who may talk to the companion. It may listen on a home network, so every page of the web is a stranger.

Refused are: a host name that could be anybody's (a foreign name that points here), an origin that is not this host,
bodies above the limit (counted as they arrive, whatever their length claims) or too slow, POST that is no JSON, and
more requests of one address than hands can make.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from companion.web.errors import Refused, error_body
from companion.web.rates import Rates

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

LARGEST_BODY = 4096
BODY_S = 5.0
"""So long the body of a request may take."""
HOME_DOMAINS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box", ".localhost")
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
)


def is_home_name(host: str) -> bool:
    """Whether a Host header names a machine at home: an address, a name without dots, or a home domain."""
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(HOME_DOMAINS))
    return True


def is_same_origin(origin: str, host: str) -> bool:
    """Whether the Origin header is this very host; programs that are no browser send none."""
    return not origin or (urlsplit(origin).scheme in ("http", "https") and urlsplit(origin).netloc == host)


class Guard:
    """Stands before the app and answers strangers itself."""

    def __init__(self, app: Asgi) -> None:
        self._app = app
        self._rates = Rates()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One request, WebSocket or life-span message."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        try:
            self._admit(scope, headers)
            body = await self._whole_body(receive) if scope.get("method") == "POST" else None
        except Refused as refused:
            await self._refuse(scope, receive, send, refused)
            return
        await self._app(scope, receive if body is None else _replay(body, receive), self._with_headers(send))

    def _admit(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> None:
        if not self._rates.is_allowed((scope.get("client") or ("",))[0], time.monotonic()):
            raise Refused(429)
        host = headers.get("host", "")
        try:
            is_home, is_same = is_home_name(host), is_same_origin(headers.get("origin", ""), host)
        except ValueError:
            raise Refused(400) from None
        if not is_home:
            raise Refused(421)
        is_acting = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if is_acting and (not is_same or headers.get("sec-fetch-site") in ("cross-site", "same-site")):
            raise Refused(403)
        if scope.get("method") == "POST" and not headers.get("content-type", "").startswith("application/json"):
            raise Refused(415)
        claimed = headers.get("content-length", "0")
        if not claimed.isdecimal() or int(claimed[:12]) > LARGEST_BODY:
            raise Refused(413)

    async def _whole_body(self, receive: Receive) -> bytes:
        try:
            return await asyncio.wait_for(self._body(receive), BODY_S)
        except TimeoutError:
            raise Refused(408) from None

    async def _body(self, receive: Receive) -> bytes:
        body = b""
        while True:
            message = await receive()
            body += bytes(message.get("body", b""))
            if len(body) > LARGEST_BODY:
                raise Refused(413)
            if message["type"] != "http.request" or not message.get("more_body"):
                return body

    async def _refuse(self, scope: MutableMapping[str, Any], receive: Receive, send: Send, refused: Refused) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refused.body["code"]})
            return
        await send_json(send, refused.status, refused.body)

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        return sending


async def send_json(send: Send, status: int, body: dict[str, str]) -> None:
    """Answer with the error shape, without an app."""
    payload = json.dumps(body or error_body(status)).encode()
    length = str(len(payload)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": payload})


def _replay(body: bytes, receive: Receive) -> Receive:
    is_told = False

    async def replaying() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replaying
