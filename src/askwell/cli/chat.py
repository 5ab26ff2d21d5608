"""`askwell chat`: a conversation in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.ask import DOCUMENTS, find_session
from askwell.cli.call import Call, call_of, run
from askwell.errors import AskwellError, BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.types import Answer, Session

COMMANDS = {
    "/sources": "the passages behind the last answer",
    "/why": "why the last answer came out so",
    "/new": "a new conversation",
    "/session": "the id of this conversation",
    "/help": "these commands",
    "/quit": "leave; Ctrl-D does the same",
}


def chat(
    context: typer.Context,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", help="Whom to talk to; `documents` is what `add` took in.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Go on with this conversation.")] = None,
    goes_on: Annotated[bool, typer.Option("--continue", "-c", help="Go on with the last conversation.")] = False,
) -> None:
    """Talk, with follow-ups; `/help` lists what else there is."""
    if session is not None and goes_on:
        raise BadInput("`--session` and `--continue` exclude each other", code="usage", hint="Choose one of them.")
    run(_chat(call_of(context), assistant, session, goes_on=goes_on))


async def _chat(call: Call, assistant: str | None, session: str | None, *, goes_on: bool) -> None:
    from askwell.cli.prepare import prepare
    from askwell.cli.repl import lines

    terminal = call.terminal
    async with call.engine() as engine:
        earlier = await find_session(engine, assistant, session, goes_on=goes_on)
        name = earlier.assistant if earlier else assistant or DOCUMENTS
        definition = engine.assistant(name)
        await prepare(engine, name, terminal)
        talk = Talk(engine, terminal, name, earlier)
        terminal.tell(f"{definition.title} · /help shows the commands")
        for starter in definition.starters[:3] if earlier is None else ():
            terminal.tell(f"  for example: {starter}")
        if earlier is not None:
            terminal.tell(f"going on after turn {earlier.head} of “{earlier.title or earlier.id}”")
        async for line in lines(terminal, engine.settings.home / "chat_history", COMMANDS):
            if not await talk.take(line):
                return


class Talk:
    """One conversation, and what its last answer was."""

    def __init__(self, engine: "Engine", terminal: "Terminal", assistant: str, session: "Session | None") -> None:
        self._engine = engine
        self._terminal = terminal
        self._assistant = assistant
        self._session = session
        self._asked = ""
        self._answer: Answer | None = None

    async def take(self, line: str) -> bool:
        """Answer a question or carry out a command; False when the talk is over."""
        text = line.strip()
        if text.startswith("/"):
            return self._command(text)
        if text:
            await self._ask(text)
        return True

    async def _ask(self, question: str) -> None:
        from askwell.cli.answers import INDENT, NO_MODEL, is_from_passages, show_sources
        from askwell.cli.failure import tell_failure
        from askwell.cli.follow import Look, watch

        first = self._answer is None
        try:
            if self._session is None:
                self._session = await self._engine.create_session(self._assistant)
            run = await self._engine.start(question, session=self._session.id)
            answer = await watch(run, Look(self._terminal, INDENT))
        except AskwellError as error:
            tell_failure(self._terminal, error)
            return
        self._asked, self._answer = question, answer
        show_sources(self._terminal, answer.sources, INDENT)
        if first and is_from_passages(answer):
            self._terminal.tell(f"{INDENT}{NO_MODEL}")
        self._terminal.say()

    def _command(self, text: str) -> bool:
        import difflib

        name = text.split(maxsplit=1)[0].lower()
        if name in {"/quit", "/exit", "/q"}:
            return False
        doing = {
            "/sources": self._tell_sources,
            "/why": self._tell_why,
            "/new": self._begin_anew,
            "/session": self._tell_session,
            "/help": self._tell_help,
        }
        if name in doing:
            doing[name]()
        else:
            near = difflib.get_close_matches(name, list(COMMANDS), n=1)
            guess = f"Did you mean {near[0]}?" if near else "/help shows the commands."
            self._terminal.warn(f"No command {name}. {guess}")
        return True

    def _tell_sources(self) -> None:
        from askwell.cli.answers import INDENT, show_passages

        if self._answer is None or not self._answer.sources:
            self._terminal.warn("There are no sources yet." if self._answer is None else "The last answer cites none.")
            return
        show_passages(self._terminal, self._answer.sources, INDENT)

    def _tell_why(self) -> None:
        from askwell.cli.answers import INDENT
        from askwell.cli.terminal import wrap
        from askwell.cli.why import why

        if self._answer is None:
            self._terminal.warn("There is no answer yet.")
            return
        for line in why(self._answer, self._asked):
            self._terminal.say(wrap(line, self._terminal.width, INDENT))
        self._terminal.say()

    def _begin_anew(self) -> None:
        self._session = self._answer = None
        self._terminal.warn("A new conversation begins with the next question.")

    def _tell_session(self) -> None:
        if self._session is None:
            self._terminal.warn("The conversation begins with the first question.")
            return
        self._terminal.say(self._session.id)

    def _tell_help(self) -> None:
        for name, what in COMMANDS.items():
            self._terminal.say(f"  {name:9} {what}")
        self._terminal.say("  Alt-Enter begins a new line; Ctrl-C stops an answer and keeps what was written.")
