"""`askwell documents`: list and remove stored documents."""

import json
import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import NotFound

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.types import Document

app = typer.Typer(help="List and remove stored documents.", no_args_is_help=True)

DEFAULT = "documents"
PAGE = 200
"""Documents read at once where all of a collection are needed."""

Collection = Annotated[str, typer.Option("--collection", help="Collection of the documents.")]


@app.command("list")
def list_documents(
    context: typer.Context,
    *,
    collection: Collection = DEFAULT,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="Maximum number of documents.")] = 100,
    after: Annotated[str, typer.Option("--after", help="Continue after this name, as the previous page shows.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the documents of a collection by name: id, day of addition, number of passages, name and title."""
    run(_list(call_of(context), collection, limit, after, as_json=as_json))


@app.command("remove")
def remove_documents(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(metavar="ID|NAME...", help="Ids or names of documents.")],
    collection: Collection = DEFAULT,
) -> None:
    """Remove documents with their passages. The files are kept, and `askwell add` of their folder adds them again."""
    run(_remove(call_of(context), documents, collection))


async def _list(call: Call, collection: str, limit: int, after: str, *, as_json: bool) -> None:
    from askwell.projections import document_json
    from askwell.text.words import counted

    terminal = call.terminal
    async with call.reader() as engine:
        counts = await engine.knowledge.collections()
        if collection not in counts and collection != DEFAULT:
            raise no_collection(collection, counts)
        found = await engine.knowledge.documents(collection, after=after, limit=limit + 1)
    page, more = found[:limit], len(found) > limit
    if as_json:
        listed = {"documents": [document_json(each) for each in page], "next": page[-1].cursor if more else None}
        terminal.out.write(json.dumps(listed, ensure_ascii=False, indent=2) + "\n")
        return
    width = max((len(each.name) for each in page), default=0)
    for each in page:
        day = each.added_at.astimezone().strftime("%Y-%m-%d")
        title = each.title if each.title != each.name else ""
        terminal.write(f"{each.id}  {day}  {each.chunks:>6,}  {each.name:{width}}  {title}".rstrip())
    if more:
        given = ["--collection", collection, "--after", page[-1].cursor]
        terminal.info(f"more: {shlex.join(['askwell', 'documents', 'list', *given])}")
    others = ", ".join(f"{name} ({count:,})" for name, count in counts.items() if name != collection)
    terminal.info(
        f"{counted(counts.get(collection, 0), 'document')} in {collection!r}"
        + (f" · other collections: {others}" if others else "")
    )


async def _remove(call: Call, wanted: list[str], collection: str) -> None:
    from askwell.assistant import refuse_mirrored

    async with call.engine() as engine:
        # All are found before the first is removed, so that a misspelt name removes nothing.
        found = {each.id: each for name in wanted for each in await _find(engine, name, collection)}
        for each in found.values():
            refuse_mirrored(engine.assistants, each.collection)
        for each in found.values():
            await engine.knowledge.remove(each.id)
            call.terminal.info(f"removed {each.name} from {each.collection!r}")


async def _find(engine: "Engine", wanted: str, collection: str) -> "list[Document]":
    """The document with this id, or those of the collection with this name. Raises NotFound."""
    try:
        return [(await engine.knowledge.document(wanted))[0]]
    except NotFound:
        pass
    found: list[Document] = []
    after = ""
    while page := await engine.knowledge.documents(collection, after=after, limit=PAGE):
        found += [each for each in page if each.name == wanted]
        after = page[-1].cursor
    if not found:
        raise NotFound(
            f"No document {wanted!r} in {collection!r}",
            code="document_not_found",
            hint=f"`askwell documents list --collection {collection}` lists ids and names.",
        )
    return found


def no_collection(collection: str, known: Iterable[str]) -> NotFound:
    """The error for a collection without documents."""
    listed = ", ".join(sorted(known)) or "none yet"
    return NotFound(
        f"No collection {collection!r}; known: {listed}", code="collection_not_found", hint="Check the name."
    )
