"""`askwell memory`: show, edit and delete the memory of a conversation."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.call import Call, call_of, run
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.cli.wording import Words
    from askwell.runtime.memory_editor import MemoryEditor, Remembered

app = typer.Typer(help="Show, edit and delete the memory of a conversation.", no_args_is_help=True)

Id = Annotated[str, typer.Argument(metavar="SESSION", help="Id of the conversation.")]

INDENT = "  "


@app.command("show")
def show_memory(
    context: typer.Context,
    session: Id,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="Maximum number of topics.")] = 20,
    below: Annotated[int, typer.Option("--below", min=0, help="Show topics of turns before this number.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the summary, the items, and one line per turn, newest first."""
    run(_show(call_of(context), session, limit, below, as_json=as_json))


@app.command("forget")
def forget_memory(
    context: typer.Context,
    session: Id,
    *,
    item: Annotated[str, typer.Option("--item", metavar="ID", help="Delete this item.")] = "",
    topic: Annotated[
        int, typer.Option("--topic", metavar="N", help="Delete all memory of turn N.", show_default=False)
    ] = 0,
    everything: Annotated[bool, typer.Option("--all", help="Delete all memory of the conversation.")] = False,
) -> None:
    """Delete an item, the line and items of a turn, or the whole memory. The turns are kept."""
    if sum((bool(item), topic != 0, everything)) != 1:
        raise BadInput(
            "Give one of `--item ID`, `--topic N`, `--all`",
            code="usage",
            hint=f"`askwell memory show {session}` lists items and topics.",
        )
    run(_forget(call_of(context), session, item, topic))


@app.command("edit")
def edit_memory(
    context: typer.Context,
    session: Id,
    text: Annotated[str | None, typer.Argument(help="The new text of the item.")] = None,
    *,
    summary: Annotated[str | None, typer.Option("--summary", metavar="TEXT", help="The new summary.")] = None,
    item: Annotated[str, typer.Option("--item", metavar="ID", help="Id of the item to edit.")] = "",
) -> None:
    """Replace the text of the summary (`--summary TEXT`) or of an item (`--item ID TEXT`)."""
    if (summary is None) == (not item) or (text is None) == bool(item):
        raise BadInput(
            "Give either `--summary TEXT`, or `--item ID TEXT`",
            code="usage",
            hint=f"`askwell memory show {session}` lists items and topics.",
        )
    run(_edit(call_of(context), session, item, summary if text is None else text))


async def _show(call: Call, session: str, limit: int, below: int, *, as_json: bool) -> None:
    from askwell.projections import memory_json

    async with call.reader() as engine:
        memory = await engine.memory_of(session)
        found = await memory.read(below=below, limit=limit)
        words = await _words(memory)
    if as_json:
        shown = memory_json(found.memory, found.topics, found.below)
        call.terminal.out.write(json.dumps(shown, ensure_ascii=False, indent=2) + "\n")
        return
    _print_memory(call.terminal, words, found)
    if found.below:
        command = f"askwell memory show {session} --below {found.below}"
        call.terminal.info(words.line("more", table="memory", command=command))


async def _forget(call: Call, session: str, item: str, topic: int) -> None:
    async with call.engine() as engine:
        memory = await engine.memory_of(session)
        words = await _words(memory)
        if item:
            await memory.forget_item(item)
        elif topic:
            await memory.forget_topic(topic)
        else:
            await memory.forget()
    done = "forgot_item" if item else "forgot_topic" if topic else "forgot_all"
    call.terminal.info(words.line(done, table="memory", n=str(topic)))


async def _edit(call: Call, session: str, item: str, text: str | None) -> None:
    assert text is not None, "the command checks this"
    async with call.engine() as engine:
        memory = await engine.memory_of(session)
        words = await _words(memory)
        if item:
            await memory.word_item(item, text)
        else:
            await memory.word_summary(text)
    call.terminal.info(words.line("worded_item" if item else "worded_summary", table="memory"))


async def _words(memory: "MemoryEditor") -> "Words":
    """The words of the language that the conversation used last."""
    from askwell.cli.wording import words_of

    return words_of(await memory.language((await memory.read(limit=1)).memory))


def _print_memory(terminal: "Terminal", words: "Words", found: "Remembered") -> None:
    from askwell.cli.terminal import wrap

    def head(name: str, *notes: str) -> None:
        terminal.write(" · ".join((words.name("memory", name), *notes)), "bold")

    def entry(text: str, *notes: str) -> None:
        terminal.write(wrap(text, terminal.width, INDENT))
        terminal.write(f"{INDENT}{' · '.join(note for note in notes if note)}", "dim")

    memory = found.memory
    if memory.summary:
        head("summary", *_by(words, memory.summary_by))
        terminal.write(wrap(memory.summary, terminal.width, INDENT))
    if memory.items:
        head("settled")
    for item in memory.items:
        kind = words.name("items", item.kind)
        turn = words.line("turn", table="memory", n=str(item.number))
        instead = words.name("memory", "supersedes") if item.supersedes_id else ""
        entry(item.text, kind, turn, instead, *_by(words, item.by), item.id)
    if found.topics:
        head("discussed")
    for topic in found.topics:
        entry(topic.line, words.line("turn", table="memory", n=str(topic.number)), ", ".join(topic.topics))
    if not (memory.summary or memory.items or found.topics):
        terminal.info(words.name("memory", "nothing"))


def _by(words: "Words", by: str) -> tuple[str, ...]:
    return () if by == "rules" else (words.name("memory", f"by_{by}"),)
