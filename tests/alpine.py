"""An engine over two documents about a mountain, with no model or with one that says what it is told to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from askwell.engine import Engine
from askwell.events import Token
from askwell.llm.table_query import LlmTableQueryWriter
from askwell.llm.write import LlmWriter
from askwell.models.scripted import Script, ScriptedChat
from askwell.runtime.run import Run
from askwell.settings import Settings

PASS = """---
title: The Alpine pass
url: https://example.org/pass
---
# The Alpine pass

The Alpine pass costs 90 euros for adults. The Alpine pass costs 45 euros for children.

## Opening

The Alpine pass is valid from December to April. The lifts open at 8 in the morning.
"""
SKIS = """# Ski rental

Ski rental costs 30 euros a day. Skis are rented at the valley station.
"""
COST = "What does the Alpine pass cost for adults?"


@asynccontextmanager
async def alpine(settings: Settings, folder: Path) -> AsyncIterator[Engine]:
    """An engine that has read the two documents, which are written below `folder`."""
    documents = folder / "docs"
    documents.mkdir(exist_ok=True)
    (documents / "pass.md").write_text(PASS)
    (documents / "skis.md").write_text(SKIS)
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(documents, "documents"):
            pass
        yield engine


async def until_it_writes(run: Run) -> None:
    """Return at the first piece of the answer."""
    async for event in run.follow():
        if isinstance(event, Token):
            return


def let_write(engine: Engine, script: Script, *, piece_s: float = 0.0) -> ScriptedChat:
    """Let a scripted model write for the built-in assistant."""
    runtime = engine.container.runtimes["documents"]
    model = ScriptedChat(script, piece_s=piece_s)
    runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
    return model


def let_query(engine: Engine, script: Script) -> ScriptedChat:
    """Let a scripted model write queries of tables for the built-in assistant."""
    runtime = engine.container.runtimes["documents"]
    model = ScriptedChat(script)
    runtime.services = replace(runtime.services, table_queries=LlmTableQueryWriter(model, runtime.assistant))
    return model
