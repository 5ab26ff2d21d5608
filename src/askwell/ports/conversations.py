"""Where conversations live: sessions, their turns, and what they remember."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from askwell.ports.remembering import Memories
from askwell.types import Begun, CarriedMemory, Lease, Principal, Recalled, Session, Turn


class Sessions(Protocol):
    """The conversations of a store: what each is called, whose it is, which of its branches is shown."""

    async def create(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        """A new empty session, under a fresh id unless one is given. Raises Conflict (`session_exists`)."""
        ...

    async def get(self, principal: Principal, session_id: str) -> Session:
        """One session. Raises NotFound."""
        ...

    async def page(
        self,
        principal: Principal,
        *,
        limit: int = 50,
        before: str = "",
        assistant: str = "",
        search: str = "",
        pinned: bool | None = None,
    ) -> list[Session]:
        """Sessions by last activity, newest first; `before` is the id of the last one of the page before.

        `assistant` keeps those of one assistant; `search` those whose title or questions hold the text; `pinned` those
        that are, or are not.
        """
        ...

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        """The session under its new title. Raises NotFound."""
        ...

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        """The session, pinned or not; its last activity stays as it was. Raises NotFound."""
        ...

    async def delete(self, principal: Principal, session_id: str) -> None:
        """Remove a session with its turns, its memory and its sources. Raises NotFound."""
        ...

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        """Take in a whole conversation from elsewhere under its own id, times, numbers and sources, in one transaction.

        It becomes the principal's, whoever had it. A running turn comes in as interrupted. Raises Conflict
        (`session_exists`) when its id is taken, BadInput (`broken_session`) when its turns, or they and its memory, do
        not fit together.
        """
        ...

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        """Make a line through a turn the active one: of those through it, the one asked last.

        Raises NotFound (`turn_not_found`), Conflict (`session_busy`) while a turn is running.
        """
        ...


class Turns(Protocol):
    """The turns of sessions: begun, kept alive and finished by their owner, read by anybody whose session it is."""

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
        instead_of: int = 0,
        window_turns: int = 0,
    ) -> Begun:
        """Store the question as the next running turn of the active line, before any work.

        `instead_of` names a turn that gets a sibling: the new turn has the same parent and opens a branch, which
        becomes the active one. With the question of that turn it supersedes it (another answer), with another one it
        is an edit. Raises NotFound (`turn_not_found`).

        With an idempotency `key`: a final turn of that key is given back with `replayed`; a running one raises
        Conflict (`turn_in_progress`), another `body_hash` BadInput (`key_reused`). A live lease of another turn raises
        Conflict (`session_busy`); an expired one is swept first.

        With `window_turns` a new turn is given back with what `recall` gives of it.
        """
        ...

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        """Renew the lease and keep the partial answer (None: as it was), and return whether to go on.

        `lost`: another owner has taken over, and nothing was renewed. `stop`: somebody has asked to stop; renewed all
        the same, so that the owner can end the turn itself.
        """
        ...

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        """Ask the owner of the session's running turn, wherever it lives, to stop; False when none is running."""
        ...

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        """Make a turn final in one transaction: answer, sources with their numbers, decisions, ledger, outbox.

        A final turn stays as it is: the stored one is given back. Raises Conflict (`turn_fenced`) when the fence has
        moved on.
        """
        ...

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        """The last `window_turns` turns on the line that leads to turn `before`; work bounded by the window.

        Where there is no such turn it is the active line.
        """
        ...

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        """Numbers already given in the session to these documents; documents not cited so far are absent."""
        ...

    async def get(self, principal: Principal, session_id: str, number: int) -> Turn:
        """One turn, whole. Raises NotFound (`turn_not_found`)."""
        ...

    async def by_id(self, principal: Principal, turn_id: str) -> Turn:
        """One turn, whole. Raises NotFound (`turn_not_found`)."""
        ...

    async def page(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        """Turns of the active line with a number above `after`, in order. A running one carries its partial answer.

        `every_branch` brings the turns of all lines.
        """
        ...

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        """The turn with what the reader thought of its answer; a rating of 0 takes it back. Raises NotFound."""
        ...

    async def sweep(self) -> int:
        """Turn running turns with an expired lease into `interrupted`, their partial answer kept; how many.

        Idempotency keys older than three days go too.
        """
        ...


class Store(Protocol):
    """Where conversations live, in three parts over the same data.

    Every method of a part is one transaction at most. A method that takes a principal checks it: for a session of
    another principal it raises NotFound (`session_not_found`), as for one that does not exist. Any method may raise
    StorageFailed (`storage_unavailable`, `disk_full`).
    """

    @property
    def sessions(self) -> Sessions:
        """The conversations themselves."""
        ...

    @property
    def turns(self) -> Turns:
        """Their questions and answers."""
        ...

    @property
    def memory(self) -> Memories:
        """Their memory."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
