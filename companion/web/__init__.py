"""The table on a page: what the companion hears and says, and a board to play on without a board.

Flow: 1. the session's facts reach `Hub.publish`, from any thread. 2. Every open page gets them at the same time over
its WebSocket, together with the public state. 3. What people click goes to `WebDeps.submit` as the words of a trace.
FastAPI and uvicorn are imported in `app` and `server` only.
"""
