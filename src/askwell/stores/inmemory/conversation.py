"""A conversation in the process: its turns as a tree, its sources and its memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.common.folding import fold_case
from askwell.stores.common.restored import Restored
from askwell.stores.inmemory.memory_state import BranchPath, MemoryState
from askwell.types import Begun, Memory, Principal, Session, Source, Turn


@dataclass
class Conversation:
    """A session with all its data. Turns are numbered from 1."""

    session: Session
    turns: list[Turn] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """For each turn the number of its parent; 0 for none."""
    roots: list[int] = field(default_factory=list)
    """For each turn the number of the first turn on the path to it."""
    children: dict[int, list[int]] = field(default_factory=dict)
    """Number of a turn to the numbers of its children; 0 to the turns without a parent."""
    branches: int = 0
    """Number of branches besides the first."""
    tip: int = 0
    """Number of the last turn of the active branch."""
    fence: int = 0
    """Incremented whenever a turn gets or loses its owner."""
    fences: dict[str, int] = field(default_factory=dict)
    """Turn id to the fence at which the turn began or was taken from its owner."""
    lease_until: datetime | None = None
    """None if no turn is running."""
    stop_asked: bool = False
    partial: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    """Document id to the source as first cited."""
    memory: MemoryState = field(default_factory=MemoryState)

    @classmethod
    def restored(cls, imported: Restored) -> "Conversation":
        """The conversation of a validated import."""
        memory = MemoryState.of(imported.memory)
        conversation = cls(imported.session, tip=imported.tip, fence=imported.session.head, memory=memory)
        for each in imported.turns:
            for source in each.turn.sources:
                conversation.sources.setdefault(source.document_id, source)
            conversation.add(conversation.storable(each.turn), each.parent)
            conversation.fences[each.turn.id] = each.turn.number
        return conversation

    @property
    def owner(self) -> Principal:
        """The principal of the session."""
        return Principal(self.session.tenant, self.session.user)

    @property
    def recency(self) -> tuple[datetime, str]:
        """The sort key of a list of sessions."""
        return self.session.updated_at, self.session.id

    def mentions(self, text: str) -> bool:
        """Whether the title or a question contains a text that `fold_case` returned."""
        return any(text in fold_case(each) for each in (self.session.title, *(turn.question for turn in self.turns)))

    def path(self, number: int) -> Iterator[Turn]:
        """The turns on the path to a turn, the last one first. It is included."""
        while number > 0:
            yield self.turns[number - 1]
            number = self.parents[number - 1]

    def path_before(self, before: int) -> tuple["BranchPath", int]:
        """The path before turn `before`, and its branch. Without such a turn, those of the active branch."""
        if 1 <= before <= len(self.turns):
            return BranchPath(self.parents, self.parents[before - 1]), self.turns[before - 1].branch
        return BranchPath(self.parents, self.tip), self.session.branch

    def memory_before(self, before: int) -> Memory:
        """The memory of the branch before turn `before`. Without such a turn, that of the active branch."""
        return self.memory.memory(*self.path_before(before))

    def turn(self, number: int) -> Turn:
        """A turn as stored, without its siblings. Raises NotFound."""
        if not 1 <= number <= len(self.turns):
            raise validation.no_turn(self.session.id, number)
        return self.turns[number - 1]

    def as_read(self, turn: Turn) -> Turn:
        """A stored turn as it is read: with its siblings and, if it is running, its partial answer."""
        siblings = self.children[self.parents[turn.number - 1]]
        return replace(
            turn,
            siblings=tuple(siblings) if len(siblings) > 1 else (),
            answer=self.partial if turn.status == "running" else turn.answer,
        )

    def storable(self, turn: Turn) -> Turn:
        """A final turn as it is stored. Its documents keep the names of their first citation."""
        return replace(
            turn,
            standalone_question=validation.storable(turn.standalone_question),
            answer=validation.storable(turn.answer),
            warnings=tuple(validation.storable(each) for each in turn.warnings),
            sources=tuple(self._as_first_cited(source) for source in turn.sources),
            siblings=(),
        )

    def newest_through(self, number: int) -> int:
        """Number of the newest turn in the subtree of a turn."""
        newest, unvisited = number, [number]
        while unvisited:
            number = unvisited.pop()
            newest = max(newest, number)
            unvisited += self.children.get(number, ())
        return newest

    def placed(self, new: Turn, instead_of: int) -> tuple[Turn, int]:
        """The new turn with its position in the tree, and the number of its parent.

        It is at the end of the active branch or, with `instead_of`, a sibling of that turn on a new branch.
        """
        number = len(self.turns) + 1
        if not instead_of:
            parent_id = self.turns[self.tip - 1].id if self.tip else None
            return replace(new, number=number, parent_id=parent_id, branch=self.session.branch), self.tip
        sibling = self.turn(instead_of)
        turn = replace(
            new,
            number=number,
            parent_id=sibling.parent_id,
            branch=self.branches + 1,
            supersedes_id=sibling.id if sibling.question == new.question else None,
        )
        return turn, self.parents[instead_of - 1]

    def add(self, turn: Turn, parent: int) -> None:
        """Add the next turn as a child of turn `parent`; 0 for none."""
        self.turns.append(turn)
        self.parents.append(parent)
        self.roots.append(self.roots[parent - 1] if parent else turn.number)
        self.children.setdefault(parent, []).append(turn.number)
        self.branches = max(self.branches, turn.branch)

    def holds_lease(self, begun: Begun) -> bool:
        """Whether the caller that began a turn still owns it; not if the session was deleted and created again."""
        return self.lease_until is not None and self.fence == begun.fence and begun.turn.id in self.fences

    def has_expired(self, now: datetime) -> bool:
        """Whether a turn is running and its lease is over."""
        return self.lease_until is not None and validation.lease_has_expired(
            self.lease_until, self.turns[-1].created_at, now
        )

    def take_over(self, now: datetime) -> None:
        """Interrupt a running turn with an expired lease. Raises Conflict (`session_busy`) if its lease is live."""
        if self.lease_until is None:
            return
        if not self.has_expired(now):
            raise validation.busy(self.session.id, now, self.lease_until)
        self.interrupt(now)

    def interrupt(self, now: datetime) -> None:
        """End the running turn as interrupted, with the saved partial answer."""
        turn = self.turns[-1]
        self.turns[-1] = replace(turn, status="interrupted", answer=self.partial, finished_at=now)
        self.fence += 1
        self.fences[turn.id] = self.fence
        self.release(now)

    def release(self, now: datetime) -> None:
        """Remove the owner of the turn that has ended."""
        self.lease_until = None
        self.stop_asked = False
        self.partial = ""
        count = max((source.number for source in self.sources.values()), default=0)
        self.session = replace(self.session, updated_at=now, sources_count=count)

    def last_sources(self, limit: int) -> list[Source]:
        """The sources with the highest numbers, highest first."""
        return sorted(self.sources.values(), key=lambda source: -source.number)[:limit]

    def _as_first_cited(self, source: Source) -> Source:
        first = self.sources[source.document_id]
        return replace(source, document=first.document, title=first.title, url=first.url, date=first.date)
