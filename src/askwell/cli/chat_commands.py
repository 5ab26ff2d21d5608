"""Chat commands that list documents and export the conversation."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from askwell.cli.import_export import read_conversation
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine

MAX_DOCUMENTS = 50
"""Documents listed per collection."""


async def list_documents(engine: "Engine", assistant: str, terminal: "Terminal") -> None:
    """Print the documents that an assistant searches, by name."""
    counts = await engine.knowledge.collections()
    searched = engine.assistant(assistant).collections
    for collection in searched:
        documents = await engine.knowledge.documents(collection, limit=MAX_DOCUMENTS)
        width = max((len(each.name) for each in documents), default=0)
        for each in documents:
            terminal.write(f"  {each.name:{width}}  {each.title if each.title != each.name else ''}".rstrip())
        more = counts.get(collection, 0) - len(documents)
        if more > 0:
            terminal.write(f"  and {more} more")
    if not any(counts.get(collection) for collection in searched):
        terminal.warn("There are no documents yet. Add some with `askwell add FOLDER`.")


async def export_conversation(engine: "Engine", session_id: str, file: str, terminal: "Terminal") -> None:
    """Write a conversation to a new file, in the format of the file's suffix.

    Raises BadInput for an unknown suffix, and for a file that exists or cannot be written.
    """
    from askwell.projections.export import ENDINGS, Format, export
    from askwell.text.words import counted

    formats: dict[str, Format] = {suffix: form for form, suffix in ENDINGS.items()}
    form = formats.get(file.rpartition(".")[2])
    if form is None:
        suffixes = ", ".join(f".{suffix}" for suffix in formats)
        raise BadInput(f"{file!r} has none of the suffixes {suffixes}", code="usage", hint="Example: /export chat.md")
    conversation = await read_conversation(engine, session_id)
    try:
        await asyncio.to_thread(_write_new, file, export([conversation], form))
    except OSError as error:
        raise BadInput(
            f"{file!r} cannot be written: {error.strerror}",
            code="usage",
            hint="Choose another name; existing files are not overwritten.",
        ) from error
    terminal.warn(f"{counted(len(conversation.turns), 'turn')} written to {file}")


def _write_new(file: str, text: str) -> None:
    with Path(file).expanduser().open("x", encoding="utf-8") as opened:
        opened.write(text)
