"""`askwell add`: add documents to a collection."""

from pathlib import Path
from typing import Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import AskwellError


def add(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders or files.", show_default=False)],
    collection: Annotated[str, typer.Option("--collection", help="Collection to add them to.")] = "documents",
    label: Annotated[list[str] | None, typer.Option("--label", help="Label for all of them; repeatable.")] = None,
) -> None:
    """Add folders and files. Unchanged files are skipped; files that fail or are not read are listed at the end.

    Documents whose file is gone from an added folder are removed; with the folder itself, all of its documents.
    """
    if run(_add(call_of(context), paths, collection, tuple(label or ()))):
        return
    raise typer.Exit(1)


async def _add(call: Call, paths: list[Path], collection: str, labels: tuple[str, ...]) -> bool:
    """Whether at least one of the documents can be searched now, or was removed."""
    from askwell.cli.failure import print_failure
    from askwell.cli.progress import failure_lines, skipped_lines, summary, watch_ingest

    terminal = call.terminal
    found = False
    refused: list[AskwellError] = []
    async with call.engine() as engine:
        for path in paths:
            updates = engine.knowledge.ingest(path, collection, labels=labels)
            try:
                last = await watch_ingest(terminal, updates, f"adding {path.name or path}")
            except AskwellError as error:
                refused.append(error)
                continue
            assert last is not None, "the last progress of an ingestion is done"
            for line in (*failure_lines(last.failures), *skipped_lines(last.skipped)):
                terminal.warn(line)
            terminal.info(f"{path} · {summary(last)}")
            found = found or bool(last.added + last.changed + last.unchanged + last.removed)
        for embedder in engine.container.embedders.values():
            if embedder.fault is not None:
                terminal.warn(
                    f"Added without vectors: {embedder.fault.message}. {embedder.fault.hint} Then add them again."
                )
    if len(paths) == 1 and refused:
        raise refused[0]
    for refusal in refused:
        print_failure(terminal, refusal)
    return found
