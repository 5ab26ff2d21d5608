"""`askwell chat`: a conversation in the terminal."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from askwell.cli.ask import DOCUMENTS, find_session
from askwell.cli.call import Call, call_of, run
from askwell.errors import AskwellError, BadInput

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.runtime.run import Run
    from askwell.types import Answer, Session, Turn, TurnOptions

COMMANDS = {
    "/sources": "the passages behind the last answer",
    "/why": "why the last answer came out so; /why 2 tells it of turn 2",
    "/as": "the last question again, searched for in your words: /as What does the pass cost for children?",
    "/retry": "another answer to the last question; so does /regenerate",
    "/edit": "another question in the place of a turn: /edit 2 And for children?",
    "/branches": "turns that were asked in more than one way; /branches 2 goes on from turn 2",
    "/docs": "the documents that are searched",
    "/export": "this conversation as a file: /export talk.md, or .html, or .json",
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
    *,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Store nothing of what is asked; only what was said before is recalled.")
    ] = False,
    no_memory: Annotated[
        bool, typer.Option("--no-memory", help="Recall nothing, and learn nothing of what is asked.")
    ] = False,
) -> None:
    """Talk, with follow-ups; `/help` lists what else there is."""
    if session is not None and goes_on:
        raise BadInput("`--session` and `--continue` exclude each other", code="usage", hint="Choose one of them.")
    switches = Switches(uses_memory=not no_memory, stores=not no_store)
    run(_chat(call_of(context), assistant, session, switches, goes_on=goes_on))


@dataclass(frozen=True, slots=True)
class Switches:
    """What holds for every question of a talk."""

    uses_memory: bool = True
    stores: bool = True


async def _chat(call: Call, assistant: str | None, session: str | None, switches: "Switches", *, goes_on: bool) -> None:
    import asyncio

    from askwell.cli.prepare import prepare
    from askwell.cli.repl import lines

    terminal = call.terminal
    async with call.engine() as engine:
        earlier = await find_session(engine, assistant, session, goes_on=goes_on)
        name = earlier.assistant if earlier else assistant or DOCUMENTS
        definition = engine.assistant(name)
        await prepare(engine, name, terminal)
        talk = Talk(engine, terminal, name, earlier, switches)
        terminal.tell(f"{definition.title} · /help shows the commands")
        for starter in definition.starters[:3] if earlier is None else ():
            terminal.tell(f"  for example: {starter}")
        if earlier is not None:
            terminal.tell(f"going on after turn {earlier.head} of “{earlier.title or earlier.id}”")
        loading = asyncio.create_task(engine.load())  # while the first question is typed
        async for line in lines(terminal, engine.settings.home / "chat_history", COMMANDS):
            if not await talk.take(line):
                break
        await loading


class Talk:
    """One conversation, and what its last answer was."""

    def __init__(
        self,
        engine: "Engine",
        terminal: "Terminal",
        assistant: str,
        session: "Session | None",
        switches: Switches = Switches(),
    ) -> None:
        self._engine = engine
        self._terminal = terminal
        self._assistant = assistant
        self._session = session
        self._switches = switches
        self._asked = ""
        self._answer: Answer | None = None
        self._number: int | None = None
        """Number of the last turn of this talk, failed or not."""

    async def take(self, line: str) -> bool:
        """Answer a question or carry out a command; False when the talk is over."""
        text = line.strip()
        if text.startswith("/"):
            return await self._command(text)
        if text:
            await self._ask(text)
        return True

    async def _ask(self, question: str, options: "TurnOptions | None" = None) -> None:
        async def begin() -> "Run":
            if self._session is None and self._switches.stores:
                self._session = await self._engine.create_session(self._assistant)
            session = self._session.id if self._session else None
            return await self._engine.start(
                question, session=session, assistant=self._assistant, options=options or self._options()
            )

        await self._follow(question, begin())

    def _options(self) -> "TurnOptions":
        from askwell.types import TurnOptions

        return TurnOptions(use_memory=self._switches.uses_memory, store=self._switches.stores)

    async def _follow(self, question: str, beginning: "Awaitable[Run]") -> None:
        """Show a turn from its begin to its end; what goes wrong does not end the talk."""
        from askwell.cli.answers import INDENT, NO_MODEL, is_from_passages, show_sources
        from askwell.cli.failure import tell_failure
        from askwell.cli.follow import Look, watch

        first = self._answer is None
        try:
            run = await beginning
            self._number = run.number
            answer = await watch(run, Look(self._terminal, INDENT))
        except AskwellError as error:
            tell_failure(self._terminal, error)
            return
        self._asked, self._answer = question, answer
        show_sources(self._terminal, answer.sources, INDENT)
        if first and is_from_passages(answer):
            self._terminal.tell(f"{INDENT}{NO_MODEL}")
        self._terminal.say()

    async def _command(self, text: str) -> bool:
        import difflib

        from askwell.cli.chat_commands import list_documents

        name, *rest = text.lower().split()
        if name in {"/quit", "/exit", "/q"}:
            return False
        acting: dict[str, Callable[[], Awaitable[None]]] = {
            "/why": lambda: self._tell_why(*rest[:1]),
            "/as": lambda: self._correct(*text.split(maxsplit=1)[1:]),
            "/edit": lambda: self._edit(*text.split(maxsplit=2)[1:]),
            "/retry": self._retry,
            "/regenerate": self._retry,
            "/branches": lambda: self._branches(*rest[:1]),
            "/docs": lambda: list_documents(self._engine, self._assistant, self._terminal),
            "/export": lambda: self._export(*text.split(maxsplit=1)[1:]),
        }
        if name in acting:
            await acting[name]()
            return True
        doing = {
            "/sources": self._tell_sources,
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

    async def _tell_why(self, number: str = "") -> None:
        """The reasons of a turn by its number, else of the last one; also of one stored before this talk."""
        from askwell.cli.answers import INDENT
        from askwell.cli.why import laid_out, why

        answer, asked = self._answer, self._asked
        if number or answer is None:
            turn = await self._turn(number)
            if turn is None:
                return
            from askwell.engine import answer_of

            answer, asked = answer_of(turn), turn.question
        for line in laid_out(why(answer, asked), self._terminal.width, INDENT):
            self._terminal.say(line)
        self._terminal.say()

    async def _turn(self, number: str) -> "Turn | None":
        """The turn of this number, or the last one; None, with a word about it, where there is none."""
        from askwell.engine import LOCAL

        turns = self._session.head if self._session else 0
        if self._session is not None and (self._answer is not None or self._number is not None):
            turns = (await self._engine.store.sessions.get(LOCAL, self._session.id)).head
        if not turns or self._session is None:
            self._terminal.warn("There is no answer yet.")
            return None
        wanted = number or str(turns)
        if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= turns):
            self._terminal.warn(f"There is no turn {wanted}; turns go from 1 to {turns}.")
            return None
        return await self._engine.store.turns.get(LOCAL, self._session.id, int(wanted))

    async def _retry(self) -> None:
        if not self._switches.stores and self._asked:
            await self._ask(self._asked)
            return
        turn = await self._last_turn()
        if turn is not None:
            await self._follow(turn.question, self._engine.regenerate(turn.session_id, turn.number))

    async def _correct(self, understood: str = "") -> None:
        """The last question again, with the reader's words for what was understood."""
        from dataclasses import replace

        if not understood:
            self._terminal.warn("Say what to search for: /as What does the pass cost for children?")
            return
        options = replace(self._options(), standalone_question=understood)
        if not self._switches.stores and self._asked:
            await self._ask(self._asked, options)
            return
        turn = await self._last_turn()
        if turn is not None:
            again = self._engine.edit(turn.session_id, turn.number, turn.question, options=options)
            await self._follow(turn.question, again)

    async def _edit(self, number: str = "", question: str = "") -> None:
        if not question:
            self._terminal.warn("Say which turn, and what to ask instead: /edit 2 And for children?")
            return
        turn = await self._turn(number)
        if turn is not None:
            await self._follow(
                question, self._engine.edit(turn.session_id, turn.number, question, options=self._options())
            )

    async def _branches(self, number: str = "") -> None:
        """Show where the talk parts, or go on from a turn."""
        from askwell.cli.branches import branch_lines

        if number:
            turn = await self._turn(number)
            if turn is not None:
                await self._engine.choose(turn.session_id, turn.number)
                self._number = None
                self._terminal.warn(f"It goes on from turn {turn.number}: {turn.question}")
            return
        lines = await branch_lines(self._engine, self._session.id) if self._session else []
        for line in lines:
            self._terminal.say(line)
        if not lines:
            self._terminal.warn("Every question was asked once; /retry and /edit make branches.")

    async def _export(self, file: str = "") -> None:
        from askwell.cli.chat_commands import write_talk
        from askwell.cli.failure import tell_failure

        if self._session is None or not file:
            self._terminal.warn(
                "Say which file: /export talk.md" if self._session else "There is nothing to export yet."
            )
            return
        try:
            await write_talk(self._engine, self._session.id, file, self._terminal)
        except AskwellError as error:
            tell_failure(self._terminal, error)

    async def _last_turn(self) -> "Turn | None":
        """The last turn of the active branch; None, with a word about it, where nothing was asked."""
        from askwell.engine import LOCAL

        number = self._number
        if number is None and self._session is not None:
            recalled = await self._engine.store.turns.recall(LOCAL, self._session.id, before=2**31 - 1, window_turns=1)
            number = recalled.turns[-1].number if recalled.turns else None
        if self._session is None or number is None:
            self._terminal.warn("There is no question yet.")
            return None
        return await self._engine.store.turns.get(LOCAL, self._session.id, number)

    def _begin_anew(self) -> None:
        self._session = self._answer = self._number = None
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
