"""The FastAPI application."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI

from askwell.engine import Engine
from askwell.http import (
    ask_agent,
    assistants,
    attachments,
    branches,
    calls,
    chat,
    chat_memory,
    document_pages,
    documents,
    follow,
    health,
    import_export,
    memory,
    metrics,
    openapi,
    pages,
    problems,
    sessions,
    subjects,
    turns,
)
from askwell.http.encoding import JsonResponse
from askwell.http.gate import Gate
from askwell.settings import Settings

DESCRIPTION = (
    "Ask follow-up questions about your documents; every answer shows its passages. Errors are problems (RFC 9457). "
    "Every response carries X-Request-Id; send your own to find it in the log."
)
ROUTERS = tuple(
    each.router
    for each in (
        turns,
        branches,
        follow,
        memory,
        import_export,
        sessions,
        subjects,
        attachments,
        calls,
        documents,
        document_pages,
        assistants,
        chat,
        chat_memory,
        ask_agent,
        health,
        metrics,
        pages,
    )
)


def create_app(engine: Engine | Settings) -> FastAPI:
    """The application over an engine, or over settings; with settings it opens the engine and closes it at shutdown.

    The assistants' own documents are read in the background after the start; `/readyz` reports the progress.
    """
    settings = engine if isinstance(engine, Settings) else engine.settings

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            opened = await stack.enter_async_context(await Engine.open(engine)) if engine is settings else engine
            assert isinstance(opened, Engine)
            app.state.engine = opened
            await opened.load()
            opened.preparation.start()
            opened.health.start()
            opened.retention.start()
            try:
                yield
            finally:
                await opened.retention.stop()
                await opened.health.stop()
                await opened.preparation.stop()

    app = FastAPI(
        title="askwell",
        version="1",
        summary="Conversations over your documents.",
        description=DESCRIPTION,
        lifespan=lifespan,
        default_response_class=JsonResponse,
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.openapi = partial(openapi.describe, app, ROUTERS)  # type: ignore[method-assign]  # FastAPI's documented way
    app.add_middleware(Gate, settings=settings)
    problems.install(app, ROUTERS)
    for router in ROUTERS:
        app.include_router(router)
    pages.mount_static(app)
    return app
