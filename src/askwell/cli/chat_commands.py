"""What a talk offers beside its answers: the documents that it searches, and itself as a file."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from askwell.cli.import_export import told
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine

MOST_DOCUMENTS = 50
"""Documents of a collection that are listed."""


async def list_documents(engine: "Engine", assistant: str, terminal: "Terminal") -> None:
    """The documents that an assistant searches, by name."""
    counts = await engine.knowledge.collections()
    searched = engine.assistant(assistant).collections
    for collection in searched:
        documents = await engine.knowledge.documents(collection, limit=MOST_DOCUMENTS)
        width = max((len(each.name) for each in documents), default=0)
        for each in documents:
            terminal.say(f"  {each.name:{width}}  {each.title if each.title != each.name else ''}".rstrip())
        more = counts.get(collection, 0) - len(documents)
        if more > 0:
            terminal.say(f"  and {more} more")
    if not any(counts.get(collection) for collection in searched):
        terminal.warn("There are no documents yet: `askwell add FOLDER` takes some in.")


async def write_talk(engine: "Engine", session_id: str, file: str, terminal: "Terminal") -> None:
    """A conversation in a file, in the form that its name ends with.

    Raises BadInput for another ending, and for a file that is there already or cannot be written.
    """
    from askwell.projections.export import ENDINGS, Format, export
    from askwell.text.words import counted

    forms: dict[str, Format] = {ending: form for form, ending in ENDINGS.items()}
    form = forms.get(file.rpartition(".")[2])
    if form is None:
        endings = ", ".join(f".{ending}" for ending in forms)
        raise BadInput(f"{file!r} ends with none of {endings}", code="usage", hint="Such as: /export talk.md")
    conversation = await told(engine, session_id)
    try:
        await asyncio.to_thread(_write_new, file, export([conversation], form))
    except OSError as error:
        raise BadInput(
            f"{file!r} cannot be written: {error.strerror}", code="usage", hint="Name another file; none is replaced."
        ) from error
    terminal.warn(f"{counted(len(conversation.turns), 'turn')} written to {file}")


def _write_new(file: str, text: str) -> None:
    with Path(file).expanduser().open("x", encoding="utf-8") as opened:
        opened.write(text)
