"""Storage of conversations: sessions, their turns, and their memory."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from askwell.ports.remembering import Memories
from askwell.types import Begun, CarriedMemory, Lease, Principal, Recalled, Session, Turn


class Sessions(Protocol):
    """Sessions of a store: title, owner, active branch."""

    async def create(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        """Create an empty session, with a new id unless one is given. Raises Conflict (`session_exists`)."""
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
        """Sessions by last activity, newest first; `before` is the id of the last one on the previous page.

        `assistant` selects those of one assistant; `search` those whose title or questions contain the text, ignoring
        case as `askwell.stores.common.folding.fold_case` does; `pinned` those that are pinned, or not pinned.
        """
        ...

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        """Rename a session and return it. Raises NotFound."""
        ...

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        """Pin or unpin a session and return it; its last activity does not change. Raises NotFound."""
        ...

    async def delete(self, principal: Principal, session_id: str) -> None:
        """Remove a session with its turns, its memory and its sources. Raises NotFound."""
        ...

    async def unused_since(self, moment: datetime, *, after: str = "", limit: int = 100) -> list[Session]:
        """Sessions of all owners without activity since a time, by id, after the id `after`.

        For retention, and to find what was deleted before; no route shows them.
        """
        ...

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        """Import a whole conversation with its own id, times, numbers and sources, in one transaction.

        The principal becomes its owner. A running turn is imported as interrupted. Raises Conflict (`session_exists`)
        if the id is taken, BadInput (`broken_session`) if its turns and its memory are inconsistent.
        """
        ...

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        """Activate a branch through a turn; of several, the one with the latest turn.

        Raises NotFound (`turn_not_found`), Conflict (`session_busy`) while a turn is running.
        """
        ...


class Turns(Protocol):
    """The turns of sessions: begun, kept alive and finished by their owner; readable by the owner of the session."""

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
        """Store the question as the next running turn of the active branch, before any work.

        `instead_of` names a turn that gets a sibling: the new turn has the same parent and opens a branch, which
        becomes the active one. With the same question it supersedes that turn (another answer), with another one it is
        an edit. Raises NotFound (`turn_not_found`).

        With an idempotency `key`: a final turn with that key is returned with `replayed`; a running one raises Conflict
        (`turn_in_progress`), another `body_hash` BadInput (`key_reused`). A live lease of another turn raises Conflict
        (`session_busy`); an expired one is swept first.

        With `window_turns` a new turn is returned with the result of `recall`.
        """
        ...

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        """Renew the lease, save the partial answer (None: unchanged), and return whether to continue.

        `lost`: another owner has taken over, and nothing was renewed. `stop`: a stop was requested; the lease was still
        renewed, so that the owner can end the turn itself.
        """
        ...

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        """Request the owner of the session's running turn, in any process, to stop. False if no turn is running."""
        ...

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        """Make a turn final in one transaction: answer, sources with their numbers, decisions, ledger, outbox.

        A final turn does not change: the stored one is returned. Raises Conflict (`turn_fenced`) if the fence has moved
        on.
        """
        ...

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        """The last `window_turns` turns on the branch that leads to turn `before`. Work is bounded by the window.

        If there is no such turn, it is the active branch.
        """
        ...

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        """Numbers that these documents already have in the session; documents not cited yet are absent."""
        ...

    async def get(self, principal: Principal, session_id: str, number: int) -> Turn:
        """One complete turn. Raises NotFound (`turn_not_found`)."""
        ...

    async def by_id(self, principal: Principal, turn_id: str) -> Turn:
        """One complete turn. Raises NotFound (`turn_not_found`)."""
        ...

    async def page(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        """Turns of the active branch with a number above `after`, in order. A running one has its partial answer.

        `every_branch` returns the turns of all branches.
        """
        ...

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        """Store a reader's feedback and return the turn; a rating of 0 removes the feedback. Raises NotFound."""
        ...

    async def sweep(self) -> int:
        """Mark running turns with an expired lease as `interrupted` and keep their partial answers; returns how many.

        Idempotency keys older than three days are removed too.
        """
        ...


class Store(Protocol):
    """A store of conversations, in three parts over the same data.

    Every method of a part is at most one transaction. A method that takes a principal checks it: for a session of
    another principal it raises NotFound (`session_not_found`), as for one that does not exist. Any method may raise
    StorageFailed (`storage_unavailable`, `disk_full`).
    """

    @property
    def sessions(self) -> Sessions:
        """The sessions."""
        ...

    @property
    def turns(self) -> Turns:
        """Their turns."""
        ...

    @property
    def memory(self) -> Memories:
        """Their memory."""
        ...

    async def close(self) -> None:
        """Release the connections."""
        ...
