"""`askwell sessions import` and `export`: conversations from other systems, and conversations as files."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from askwell.cli.branches import all_turns
from askwell.cli.call import Call, call_of, run
from askwell.errors import AskwellError, BadInput

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.projections.export import ExportedConversation, Format
    from askwell.stores.exchange.importers import ImportedConversation

FORMATS = ("json", "markdown", "html")
PAGE = 100

Outcome = Literal["imported", "already there", "failed"]


@dataclass(frozen=True, slots=True)
class Row:
    """Result for one conversation, or for a file that could not be read."""

    outcome: Outcome
    name: str
    detail: str


def export_sessions(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="[ID]", help="Id of the conversation.")] = "",
    *,
    everything: Annotated[bool, typer.Option("--all", help="Export all conversations.")] = False,
    form: Annotated[str, typer.Option("--format", "-f", help="json, markdown or html.")] = "json",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file instead of stdout.")] = None,
) -> None:
    """Export one conversation or all of them. The JSON format can be imported again."""
    if bool(session) == everything:
        raise BadInput("Give either an id or `--all`", code="usage", hint="`askwell sessions list` shows the ids.")
    if form not in FORMATS:
        raise BadInput(f"`--format` is {form!r}", code="usage", hint=f"One of {', '.join(FORMATS)}.")
    run(_export(call_of(context), session, cast("Format", form), output))


def import_sessions(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(help="A JSON file, or a folder of them.")],
    *,
    assistant: Annotated[
        str,
        typer.Option(
            "--assistant", "-a", help="Assistant to continue with; by default the one in the file, or `documents`."
        ),
    ] = "",
) -> None:
    """Import conversations from exports, message files or answer files. Existing conversations are kept."""
    if not path.exists():
        raise BadInput(f"{str(path)!r} does not exist", code="usage", hint="Give a JSON file or a folder.")
    failed = run(_import(call_of(context), path, assistant))
    if failed:
        raise typer.Exit(1)


async def _export(call: Call, session_id: str, form: "Format", output: Path | None) -> None:
    from askwell.projections.export import export

    async with call.reader() as engine:
        conversations = [await read_conversation(engine, session_id)] if session_id else await _all(engine)
    written = export(conversations, form)
    if output is None:
        call.terminal.out.write(written)
        return
    await asyncio.to_thread(output.write_text, written, encoding="utf-8")
    if session_id:
        call.terminal.info(f"{len(conversations[0].turns)} turns written to {output}")
    else:
        call.terminal.info(f"{len(conversations)} conversations written to {output}")


async def read_conversation(engine: "Engine", session_id: str) -> "ExportedConversation":
    """A conversation with the turns of all its branches. Raises NotFound."""
    from askwell.engine import LOCAL
    from askwell.projections.export import ExportedConversation

    memory = await engine.exported.memory.carried(
        LOCAL, session_id
    )  # read first, so that it refers to no turn that is missing below
    session = await engine.exported.sessions.get(LOCAL, session_id)
    return ExportedConversation(
        session, [turn async for turn in all_turns(engine.exported, session_id, every_branch=True)], memory
    )


async def _all(engine: "Engine") -> "list[ExportedConversation]":
    from askwell.engine import LOCAL

    found: list[ExportedConversation] = []
    before = ""
    while page := await engine.store.sessions.page(LOCAL, limit=PAGE, before=before):
        found += [await read_conversation(engine, session.id) for session in page]
        before = page[-1].id
    return found


async def _import(call: Call, path: Path, assistant: str) -> int:
    """The number of conversations and files that failed."""
    files = await asyncio.to_thread(_files, path)
    rows: list[Row] = []
    async with call.engine() as engine:
        if assistant:
            engine.assistant(assistant)
        for file in files:
            rows += await _import_file(engine, file, assistant)
    _show(call, rows)
    return sum(row.outcome == "failed" for row in rows)


async def _import_file(engine: "Engine", file: Path, assistant: str) -> list[Row]:
    try:
        found = await asyncio.to_thread(_read, file, assistant)
    except (AskwellError, OSError) as error:
        return [Row("failed", file.name, str(error))]
    return [await _import_one(engine, each, file) for each in found]


async def _import_one(engine: "Engine", found: "ImportedConversation", file: Path) -> Row:
    from askwell.engine import LOCAL
    from askwell.text.words import counted

    session = found.session
    try:
        engine.assistant(session.assistant)
        await engine.store.sessions.restore(LOCAL, session, found.turns, found.memory)
    except AskwellError as error:
        if error.code == "session_exists":
            return Row("already there", session.id, file.name)
        return Row("failed", session.id, f"{file.name}: {error.message}")
    dropped = f"; its memory was dropped: {found.memory_fault}" if found.memory_fault else ""
    return Row("imported", session.id, f"{counted(len(found.turns), 'turn')} with {session.assistant}{dropped}")


def _read(file: Path, assistant: str) -> "list[ImportedConversation]":
    """The conversations in a file, moved to `assistant` unless it is empty. Raises BadInput, OSError."""
    from dataclasses import replace

    from askwell.composition.models import DOCUMENTS
    from askwell.stores.exchange.importers import read_conversations, unreadable

    try:
        data = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise unreadable(file.name, f"it is not JSON: {error}") from error
    written_at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    found = read_conversations(data, name=file.stem, assistant=assistant or DOCUMENTS, at=written_at)
    return [
        replace(each, session=replace(each.session, assistant=assistant or each.session.assistant)) for each in found
    ]


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("[!.]*.json")) if path.is_dir() else [path]


def _show(call: Call, rows: Sequence[Row]) -> None:
    terminal = call.terminal
    width = max((len(row.name) for row in rows), default=0)
    for row in rows:
        terminal.write(f"{row.outcome:13}  {row.name:{width}}  {row.detail}".rstrip())
    counts = Counter(row.outcome for row in rows)
    terminal.info(", ".join(f"{count} {outcome}" for outcome, count in counts.items()) or "There is nothing to import.")
