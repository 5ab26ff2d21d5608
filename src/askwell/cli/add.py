"""`askwell add`: add documents to a collection."""

from pathlib import Path
from typing import Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import AskwellError


def add(
    context: typer.Context,
    *,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders or files.", show_default=False)],
    collection: Annotated[str, typer.Option("--collection", help="Collection to add them to.")] = "documents",
    label: Annotated[list[str] | None, typer.Option("--label", help="Label for all of them; repeatable.")] = None,
    password: Annotated[
        list[str] | None, typer.Option("--password", help="Password of encrypted PDF files; repeatable.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be done, without doing it.")] = False,
) -> None:
    """Add folders and files. Unchanged files are skipped; files that fail or are not read are listed at the end.

    Documents whose file is gone from an added folder are removed; with the folder itself, all of its documents.
    """
    labels = tuple(label or ())
    if dry_run:
        run(_show_plans(call_of(context), paths, collection, labels))
    elif not run(_add(call_of(context), paths, collection, labels, tuple(password or ()))):
        raise typer.Exit(1)


async def _show_plans(call: Call, paths: list[Path], collection: str, labels: tuple[str, ...]) -> None:
    from askwell.cli.progress import failure_lines, skipped_lines

    terminal = call.terminal
    async with call.reader() as engine:
        for path in paths:
            plan = await engine.knowledge.plan(path, collection, labels=labels)
            for verb, names in (("add", plan.added), ("update", plan.changed), ("remove", plan.removed)):
                for name in names:
                    terminal.write(f"{verb:6}  {name}")
            for line in (*failure_lines(plan.failures), *skipped_lines(plan.skipped)):
                terminal.warn(line)
            counts = ((plan.added, "to add"), (plan.changed, "to update"), (plan.removed, "to remove"))
            others = ((plan.unchanged, "unchanged"), (plan.failures, "cannot be opened"), (plan.skipped, "not read"))
            parts = [f"{len(names):,} {what}" for names, what in (*counts, *others) if names]
            terminal.info(f"{path} · {', '.join(parts)} · nothing was changed")


async def _add(
    call: Call, paths: list[Path], collection: str, labels: tuple[str, ...], passwords: tuple[str, ...]
) -> bool:
    """Whether at least one of the documents can be searched now, or was removed."""
    from askwell.cli.failure import print_failure
    from askwell.cli.progress import (
        MOST_SKIPPED,
        announce,
        failure_lines,
        large_table_lines,
        skipped_lines,
        summary,
        watch_ingest,
    )

    terminal = call.terminal
    found = False
    refused: list[AskwellError] = []
    named = {path: f"adding {path.name or path}" for path in paths}
    announced = {path: announce(terminal, path, label) for path, label in named.items()}
    async with call.engine() as engine:
        for path in paths:
            updates = engine.knowledge.ingest(path, collection, labels=labels, passwords=passwords)
            try:
                last = await watch_ingest(terminal, updates, named[path], announced=announced[path])
            except AskwellError as error:
                refused.append(error)
                continue
            assert last is not None, "the last progress of an ingestion is done"
            for line in (*failure_lines(last.failures), *skipped_lines(last.skipped, MOST_SKIPPED)):
                terminal.warn(line)
            for line in large_table_lines(last.only_searched):
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
