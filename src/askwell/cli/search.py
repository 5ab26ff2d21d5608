"""`askwell search`: show passages with their scores, without an answer."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.cli.documents import no_collection
from askwell.errors import BadInput, NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Passage


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of one `search` command."""

    query: str
    assistant: str | None
    collection: str | None
    k: int
    labels: tuple[str, ...]


def search(
    context: typer.Context,
    *,
    query: Annotated[str, typer.Argument(help="The search query.")],
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Search the collections of this assistant.")
    ] = None,
    collection: Annotated[str | None, typer.Option("--collection", help="Search this collection.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=200, help="Number of passages to show.")] = 8,
    label: Annotated[
        list[str] | None, typer.Option("--label", help="Search only documents with this label; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Search the documents and show the best passages, without an answer."""
    if assistant and collection:
        raise BadInput("`--assistant` and `--collection` exclude each other", code="usage", hint="Choose one of them.")
    if not query.strip():
        raise BadInput("The query is empty", code="empty_question", hint="Give some words to search for.")
    arguments = Arguments(query, assistant, collection, k, tuple(label or ()))
    run(_search(call_of(context), arguments, as_json=as_json))


async def _search(call: Call, arguments: Arguments, *, as_json: bool) -> None:
    from askwell.cli.prepare import prepare
    from askwell.projections import passage_json
    from askwell.text.detect import detect_language
    from askwell.types import SearchQuery

    terminal = call.terminal
    async with call.reader() as engine:
        definition = engine.assistant(arguments.assistant or "documents")
        if arguments.collection is None:
            await prepare(engine, definition.name, terminal)
        collections = (arguments.collection,) if arguments.collection else definition.collections
        await _check_collections(engine, collections, optional=arguments.collection is None)
        language = detect_language(arguments.query, allowed=definition.languages, default=definition.languages[0])
        labels = (*definition.knowledge.labels, *arguments.labels) if arguments.collection is None else arguments.labels
        found = await engine.knowledge.search(
            SearchQuery((arguments.query,), collections, labels, arguments.k, language)
        )
    if as_json:
        result = {
            "query": arguments.query,
            "collections": list(collections),
            "passages": [passage_json(each) for each in found],
        }
        terminal.out.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")
        return
    for rank, passage in enumerate(found, 1):
        _show(terminal, rank, passage)
    terminal.info(f"{len(found)} passages in {', '.join(collections)}")


async def _check_collections(engine: "Engine", collections: tuple[str, ...], *, optional: bool) -> None:
    known = await engine.knowledge.collections()
    if any(known.get(collection) for collection in collections):
        return
    if optional:
        raise NotFound(
            f"There are no documents in {', '.join(collections)}",
            code="no_documents",
            hint="Add some with `askwell add FOLDER`.",
        )
    raise no_collection(collections[0], known)


def _show(terminal: "Terminal", rank: int, passage: "Passage") -> None:
    from askwell.cli.answers import passage_name
    from askwell.cli.terminal import wrap

    parts = ", ".join(f"{name} {score:.2f}" for name, score in passage.scores.items())
    terminal.write(f"{rank:>3}  {passage.score:.3f}  {passage_name(passage)}")
    if parts:
        terminal.write(f"     {parts}")
    terminal.write(wrap(" ".join(passage.chunk.text.split()), terminal.width, "     "))
    terminal.write()
