"""`askwell search`: passages with their scores, and no answer."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput, NotFound

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Passage


@dataclass(frozen=True, slots=True)
class Wish:
    """What one call of `search` wants."""

    query: str
    assistant: str | None
    collection: str | None
    k: int
    labels: tuple[str, ...]


def search(
    context: typer.Context,
    *,
    query: Annotated[str, typer.Argument(help="What to look for.")],
    assistant: Annotated[str | None, typer.Option("--assistant", "-a", help="In its collections.")] = None,
    collection: Annotated[str | None, typer.Option("--collection", help="In this collection.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=200, help="Passages to show.")] = 8,
    label: Annotated[list[str] | None, typer.Option("--label", help="Only documents with it; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Search without an answer: passages as they are found."""
    if assistant and collection:
        raise BadInput("`--assistant` and `--collection` exclude each other", code="usage", hint="Choose one of them.")
    if not query.strip():
        raise BadInput("The query is empty", code="empty_question", hint="Say what to look for.")
    wish = Wish(query, assistant, collection, k, tuple(label or ()))
    run(_search(call_of(context), wish, as_json=as_json))


async def _search(call: Call, wish: Wish, *, as_json: bool) -> None:
    from askwell.cli.prepare import prepare
    from askwell.projections import passage_json
    from askwell.text.detect import detect_language
    from askwell.types import SearchQuery

    terminal = call.terminal
    async with call.engine() as engine:
        definition = engine.assistant(wish.assistant or "documents")
        if wish.collection is None:
            await prepare(engine, definition.name, terminal)
        places = (wish.collection,) if wish.collection else definition.collections
        await _check_collections(engine, places, optional=wish.collection is None)
        language = detect_language(wish.query, allowed=definition.languages, default=definition.languages[0])
        wanted = (*definition.knowledge.labels, *wish.labels) if wish.collection is None else wish.labels
        found = await engine.knowledge.search(SearchQuery((wish.query,), places, wanted, wish.k, language))
    if as_json:
        said = {"query": wish.query, "collections": list(places), "passages": [passage_json(each) for each in found]}
        terminal.out.write(json.dumps(said, ensure_ascii=False, indent=2) + "\n")
        return
    for rank, passage in enumerate(found, 1):
        _show(terminal, rank, passage)
    terminal.tell(f"{len(found)} passages in {', '.join(places)}")


async def _check_collections(engine: "Engine", places: tuple[str, ...], *, optional: bool) -> None:
    known = await engine.knowledge.collections()
    if any(known.get(place) for place in places):
        return
    if optional:
        raise NotFound(
            f"There are no documents in {', '.join(places)}",
            code="no_documents",
            hint="Take some in with `askwell add FOLDER`.",
        )
    listed = ", ".join(sorted(known)) or "none yet"
    raise NotFound(f"No collection {places[0]!r}; known: {listed}", code="collection_not_found", hint="Check the name.")


def _show(terminal: "Terminal", rank: int, passage: "Passage") -> None:
    from askwell.cli.answers import passage_name
    from askwell.cli.terminal import wrap

    parts = ", ".join(f"{name} {score:.2f}" for name, score in passage.scores.items())
    terminal.say(f"{rank:>3}  {passage.score:.3f}  {passage_name(passage)}")
    if parts:
        terminal.say(f"     {parts}")
    terminal.say(wrap(" ".join(passage.chunk.text.split()), terminal.width, "     "))
    terminal.say()
