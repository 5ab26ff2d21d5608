"""`askwell chat`: a conversation in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from askwell.cli.ask import DOCUMENTS, find_session
from askwell.cli.call import Call, call_of, run
from askwell.cli.conversation import COMMANDS, Conversation, Switches
from askwell.errors import BadInput


def chat(
    context: typer.Context,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Assistant to ask; `documents` searches what `add` added.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Continue this conversation.")] = None,
    resumes: Annotated[bool, typer.Option("--continue", "-c", help="Continue the last conversation.")] = False,
    *,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Do not store new questions; only earlier turns are recalled.")
    ] = False,
    no_memory: Annotated[bool, typer.Option("--no-memory", help="Do not use memory, and add nothing to it.")] = False,
    attach: Annotated[
        list[Path] | None, typer.Option("--attach", help="Give this file to the conversation; repeatable.")
    ] = None,
) -> None:
    """Chat in the terminal, with follow-up questions; `/help` lists the commands."""
    if session is not None and resumes:
        raise BadInput("`--session` and `--continue` exclude each other", code="usage", hint="Choose one of them.")
    switches = Switches(uses_memory=not no_memory, stores=not no_store)
    run(_chat(call_of(context), assistant, session, switches, resumes=resumes, files=attach or ()))


async def _chat(
    call: Call,
    assistant: str | None,
    session: str | None,
    switches: Switches,
    *,
    resumes: bool,
    files: Sequence[Path],
) -> None:
    import asyncio

    from askwell.cli.prepare import prepare
    from askwell.cli.repl import read_lines

    terminal = call.terminal
    async with call.engine() as engine:
        earlier = await find_session(engine, assistant, session, resumes=resumes)
        name = earlier.assistant if earlier else assistant or DOCUMENTS
        definition = engine.assistant(name)
        await prepare(engine, name, terminal)
        chat = Conversation(engine, terminal, name, earlier, switches)
        terminal.info(f"{definition.title} · /help shows the commands")
        for starter in definition.starters[:3] if earlier is None else ():
            terminal.info(f"  for example: {starter}")
        if earlier is not None:
            terminal.info(f"continuing after turn {earlier.head} of “{earlier.title or earlier.id}”")
        if files:
            await chat.files.attach(*map(str, files))
        loading = asyncio.create_task(engine.load())  # while the first question is typed
        keeps_history = switches.stores and definition.privacy.store == "off"
        history = engine.settings.chat_history if keeps_history else None
        async for line in read_lines(terminal, history, COMMANDS):
            if not await chat.handle(line):
                break
        await loading
