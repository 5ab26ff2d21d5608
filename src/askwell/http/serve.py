"""The server: uvicorn, set up so that streams end in time and nothing is told that need not be."""

import uvicorn
from fastapi import FastAPI

DRAIN_S = 10
"""Seconds that open streams get at the end; then their turns are marked as interrupted."""


def server(app: FastAPI, *, host: str, port: int) -> uvicorn.Server:
    """The server for an application; port 0 takes a free one."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=DRAIN_S,
    )
    return uvicorn.Server(config)
