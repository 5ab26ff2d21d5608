"""`askwell serve`: the HTTP service."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput

if TYPE_CHECKING:
    from uvicorn import Server

    from askwell.settings import Settings


def serve(
    context: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(
            "--host", help="Address to listen on; a public one needs a token, an API key or an identity provider."
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65_535, help="Port to listen on; 0 picks a free one.")
    ] = None,
) -> None:
    """Serve the web page and the HTTP API until Ctrl-C."""
    call = call_of(context)
    chosen = {"host": host, "port": port}
    loaded = call.load()
    call.notify(loaded)
    settings = loaded.settings.model_copy(update={key: value for key, value in chosen.items() if value is not None})
    run(_serve(call, settings))


async def _serve(call: Call, settings: "Settings") -> None:
    from askwell.engine import Engine
    from askwell.http.app import create_app
    from askwell.http.connections import limits_of
    from askwell.http.logs import log_to_stderr
    from askwell.http.security import refuse_open_bind
    from askwell.http.serve import server, share_memory_between_threads

    share_memory_between_threads()
    if not call.debug:
        log_to_stderr()
    async with await Engine.open(settings) as engine:
        await refuse_open_bind(settings, engine.access)
        service = server(create_app(engine), host=settings.host, port=settings.port, limits=limits_of(settings))
        await _run(call, service)


async def _run(call: Call, service: "Server") -> None:
    """Run the server until it is stopped. Its address is printed when it accepts requests."""
    try:
        bound = service.config.bind_socket()
    except SystemExit as error:  # uvicorn exits the process if it cannot bind the address
        raise BadInput(
            f"{service.config.host}:{service.config.port} cannot be bound",
            code="address_in_use",
            hint="Another program may use this port. `--port 0` picks a free one.",
        ) from error
    address, port = bound.getsockname()[:2]
    shown = f"[{address}]" if ":" in address else address
    with bound:
        serving = asyncio.create_task(service.serve(sockets=[bound]))
        while not service.started and not serving.done():  # noqa: ASYNC110  # uvicorn has only the flag
            await asyncio.sleep(0.02)
        if service.started:
            call.terminal.warn(f"askwell listens on http://{shown}:{port} · stop it with Ctrl-C")
        await serving
