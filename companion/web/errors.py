"""The web room's errors, and the one shape in which a page is told of any.

WebError
  BadAddress (ValueError)   a text that is no HOST:PORT
  PortTaken (OSError)       another program listens there already
  Refused                   a request that is answered with a status and the error shape
"""

from __future__ import annotations

MESSAGES = {
    400: ("bad-input", "The request cannot be read.", "Send what docs/dashboard.md says."),
    403: ("forbidden", "This is not for you.", "Open the page from the companion's own address."),
    404: ("not-found", "There is nothing at this address.", "The page is at /."),
    405: ("wrong-verb", "This address does not take that verb.", "Actions are POST, everything else is GET."),
    408: ("too-slow", "The request took too long.", "Send it again."),
    413: ("too-large", "The request is too large.", "A request has at most 4096 bytes."),
    415: ("no-json", "The request has to be JSON.", "Send Content-Type: application/json."),
    421: ("wrong-host", "The companion does not answer under this name.", "Use its address or its .local name."),
    429: ("too-often", "Too many requests from this address.", "Wait a moment."),
    500: ("internal", "Something went wrong in the companion.", "The game is not lost; try again."),
    503: ("busy", "Too many pages are open.", "Close one and load again."),
}


class WebError(Exception):
    """Root of the web room's errors."""


class BadAddress(WebError, ValueError):
    """A text that is no address to listen on."""

    def __init__(self, text: str, problem: str) -> None:
        self.text, self.problem = text, problem
        super().__init__(f"no address to listen on: {text!r} ({problem}); write HOST:PORT, such as 127.0.0.1:8737")


class PortTaken(WebError, OSError):
    """Another program listens there already, or listening is not allowed."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        self.host, self.port = host, port
        super().__init__(f"cannot listen on {host}:{port}: {reason}; name another with --http HOST:PORT, or --no-http")


class Refused(WebError):
    """A request that is not done. `status` is the HTTP status, the rest goes to the page."""

    def __init__(self, status: int, message: str = "", hint: str = "", code: str = "") -> None:
        self.status = status
        self.body = error_body(status, message, hint, code)
        super().__init__(self.body["message"])


def error_body(status: int, message: str = "", hint: str = "", code: str = "") -> dict[str, str]:
    """The one error shape: `code`, `message`, `hint`. What is not given is filled in by the status."""
    usual = MESSAGES.get(status) or MESSAGES[400 if status < 500 else 500]
    return {"code": code or usual[0], "message": message or usual[1], "hint": hint or usual[2]}
