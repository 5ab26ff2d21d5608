"""A conversation of `askwell chat`: answers questions and runs the commands that begin with `/`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from askwell.cli.attachments import AttachmentCommands
from askwell.errors import AskwellError

if TYPE_CHECKING:
    from askwell.cli.terminal import Terminal
    from askwell.engine import Engine
    from askwell.runtime.run import Run
    from askwell.types import Answer, Session, Turn, TurnOptions

COMMANDS = {
    "/sources": "show the passages of the last answer",
    "/why": "explain the last answer; /why 2 explains turn 2",
    "/as": "edit the search question of the last turn: /as What does the pass cost for children?",
    "/retry": "answer the last question again; /regenerate does the same",
    "/edit": "replace the question of a turn: /edit 2 And for children?",
    "/branches": "list turns with several versions; /branches 2 continues from turn 2",
    "/docs": "list the documents that are searched",
    "/attach": "give a file to this conversation: /attach contract.pdf",
    "/documents": "list the files of this conversation",
    "/remove": "remove a file: /remove 2",
    "/only": "search one file alone: /only 2; /only all searches everything again",
    "/export": "write this conversation to a file: /export chat.md, or .html, or .json",
    "/new": "start a new conversation",
    "/session": "show the id of this conversation",
    "/help": "list these commands",
    "/quit": "leave; Ctrl-D does the same",
}


@dataclass(frozen=True, slots=True)
class Switches:
    """Options for every question of a chat."""

    uses_memory: bool = True
    stores: bool = True


class Conversation:
    """One conversation in the terminal, with its last answer."""

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
        self.files = AttachmentCommands(engine, terminal, self._session_id, stores=switches.stores)
        self._number: int | None = None
        """Number of the last turn that was asked here, whether or not it failed."""

    async def handle(self, line: str) -> bool:
        """Answer a question or run a command; False ends the chat."""
        text = line.strip()
        if text.startswith("/"):
            return await self._command(text)
        if text:
            await self._ask(text)
        return True

    async def _ask(self, question: str, options: "TurnOptions | None" = None) -> None:
        async def start() -> "Run":
            session = await self._session_id() if self._switches.stores or self._session else None
            return await self._engine.start(
                question, session=session, assistant=self._assistant, options=options or self._options()
            )

        await self._follow(question, start())

    async def _session_id(self) -> str:
        """The id of the conversation, which is created if there is none."""
        if self._session is None:
            self._session = await self._engine.create_session(self._assistant)
            self._terminal.info(f"conversation {self._session.id}")
        return self._session.id

    def _options(self) -> "TurnOptions":
        from askwell.types import TurnOptions

        return TurnOptions(use_memory=self._switches.uses_memory, store=self._switches.stores)

    async def _follow(self, question: str, starting: "Awaitable[Run]") -> None:
        """Show a turn from start to end. An error is printed and does not end the chat."""
        from askwell.cli.answers import INDENT, NO_MODEL, is_from_passages, show_doubts, show_sources
        from askwell.cli.failure import print_failure
        from askwell.cli.follow import Display, watch

        first = self._answer is None
        try:
            run = await starting
            self._number = run.number
            answer = await watch(run, Display(self._terminal, INDENT))
        except AskwellError as error:
            print_failure(self._terminal, error)
            return
        self._asked, self._answer = question, answer
        show_doubts(self._terminal, answer, INDENT)
        show_sources(self._terminal, answer.sources, answer.support, INDENT)
        if first and is_from_passages(answer):
            self._terminal.info(f"{INDENT}{NO_MODEL}")
        self._terminal.write()

    async def _command(self, text: str) -> bool:
        import difflib

        from askwell.cli.chat_commands import list_documents

        name, *rest = text.lower().split()
        if name in {"/quit", "/exit", "/q"}:
            return False
        async_commands: dict[str, Callable[[], Awaitable[None]]] = {
            "/why": lambda: self._show_why(*rest[:1]),
            "/as": lambda: self._correct(*text.split(maxsplit=1)[1:]),
            "/edit": lambda: self._edit(*text.split(maxsplit=2)[1:]),
            "/retry": self._retry,
            "/regenerate": self._retry,
            "/branches": lambda: self._branches(*rest[:1]),
            "/docs": lambda: list_documents(self._engine, self._assistant, self._terminal),
            "/attach": lambda: self.files.attach(*text.split(maxsplit=1)[1:]),
            "/documents": self.files.show,
            "/remove": lambda: self.files.remove(*rest[:1]),
            "/only": lambda: self.files.only(*rest[:1]),
            "/export": lambda: self._export(*text.split(maxsplit=1)[1:]),
        }
        if name in async_commands:
            await async_commands[name]()
            return True
        commands = {
            "/sources": self._show_sources,
            "/new": self._start_new,
            "/session": self._show_session,
            "/help": self._show_help,
        }
        if name in commands:
            commands[name]()
        else:
            near = difflib.get_close_matches(name, list(COMMANDS), n=1)
            guess = f"Did you mean {near[0]}?" if near else "/help shows the commands."
            self._terminal.warn(f"No command {name}. {guess}")
        return True

    def _show_sources(self) -> None:
        from askwell.cli.answers import INDENT, show_passages

        if self._answer is None or not self._answer.sources:
            self._terminal.warn("There are no sources yet." if self._answer is None else "The last answer cites none.")
            return
        show_passages(self._terminal, self._answer.sources, INDENT)

    async def _show_why(self, number: str = "") -> None:
        """Explain the turn with this number, or the last one; also turns from before this chat."""
        from askwell.cli.answers import INDENT
        from askwell.cli.why import why, wrap_lines

        answer, asked = self._answer, self._asked
        if number or answer is None:
            turn = await self._turn(number)
            if turn is None:
                return
            from askwell.engine import answer_of

            answer, asked = answer_of(turn), turn.question
        for line in wrap_lines(why(answer, asked), self._terminal.width, INDENT):
            self._terminal.write(line)
        self._terminal.write()

    async def _turn(self, number: str) -> "Turn | None":
        """The turn with this number, or the last one. None if it does not exist; a message says so."""
        from askwell.engine import LOCAL

        turns = self._session.head if self._session else 0
        if self._session is not None and (self._answer is not None or self._number is not None):
            turns = (await self._engine.store.sessions.get(LOCAL, self._session.id)).head
        if not turns or self._session is None:
            self._terminal.warn("There is no answer yet.")
            return None
        wanted = number or str(turns)
        if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= turns):
            self._terminal.warn(f"There is no turn {wanted}; turns are numbered 1 to {turns}.")
            return None
        return await self._engine.store.turns.get(LOCAL, self._session.id, int(wanted))

    async def _retry(self) -> None:
        if not self._switches.stores and self._asked:
            await self._ask(self._asked)
            return
        turn = await self._last_turn()
        if turn is not None:
            await self._follow(turn.question, self._engine.regenerate(turn.session_id, turn.number))

    async def _correct(self, search_question: str = "") -> None:
        """Ask the last question again, with the user's own search question."""
        from dataclasses import replace

        if not search_question:
            self._terminal.warn("Give the search question: /as What does the pass cost for children?")
            return
        options = replace(self._options(), standalone_question=search_question)
        if not self._switches.stores and self._asked:
            await self._ask(self._asked, options)
            return
        turn = await self._last_turn()
        if turn is not None:
            again = self._engine.edit(turn.session_id, turn.number, turn.question, options=options)
            await self._follow(turn.question, again)

    async def _edit(self, number: str = "", question: str = "") -> None:
        if not question:
            self._terminal.warn("Give the turn and the new question: /edit 2 And for children?")
            return
        turn = await self._turn(number)
        if turn is not None:
            await self._follow(
                question, self._engine.edit(turn.session_id, turn.number, question, options=self._options())
            )

    async def _branches(self, number: str = "") -> None:
        """List the branches, or continue from a turn."""
        from askwell.cli.branches import branch_lines

        if number:
            turn = await self._turn(number)
            if turn is not None:
                await self._engine.choose(turn.session_id, turn.number)
                self._number = None
                self._terminal.warn(f"The conversation continues from turn {turn.number}: {turn.question}")
            return
        lines = await branch_lines(self._engine, self._session.id) if self._session else []
        for line in lines:
            self._terminal.write(line)
        if not lines:
            self._terminal.warn("There are no branches yet; /retry and /edit create them.")

    async def _export(self, file: str = "") -> None:
        from askwell.cli.chat_commands import export_conversation
        from askwell.cli.failure import print_failure

        if self._session is None or not file:
            self._terminal.warn(
                "Give a file name: /export chat.md" if self._session else "There is nothing to export yet."
            )
            return
        try:
            await export_conversation(self._engine, self._session.id, file, self._terminal)
        except AskwellError as error:
            print_failure(self._terminal, error)

    async def _last_turn(self) -> "Turn | None":
        """The last turn of the active branch. None if nothing was asked; a message says so."""
        from askwell.engine import LOCAL

        number = self._number
        if number is None and self._session is not None:
            recalled = await self._engine.store.turns.recall(LOCAL, self._session.id, before=2**31 - 1, window_turns=1)
            number = recalled.turns[-1].number if recalled.turns else None
        if self._session is None or number is None:
            self._terminal.warn("There is no question yet.")
            return None
        return await self._engine.store.turns.get(LOCAL, self._session.id, number)

    def _start_new(self) -> None:
        self._session = self._answer = self._number = None
        self._terminal.warn("The next question starts a new conversation.")

    def _show_session(self) -> None:
        if self._session is None:
            self._terminal.warn("The first question starts the conversation.")
            return
        self._terminal.write(self._session.id)

    def _show_help(self) -> None:
        for name, description in COMMANDS.items():
            self._terminal.write(f"  {name:11} {description}")
        self._terminal.write("  Alt-Enter inserts a line break; Ctrl-C stops an answer and keeps its text.")
