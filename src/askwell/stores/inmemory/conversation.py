"""A conversation in memory: its turns as a tree, its owner, its sources."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.common.restored import Restored
from askwell.stores.inmemory.memory_state import Line, MemoryState
from askwell.types import Begun, Memory, Principal, Session, Source, Turn


@dataclass
class Conversation:
    """A session with all its data."""

    session: Session
    turns: list[Turn] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """For each turn the number of its parent; 0 for none."""
    roots: list[int] = field(default_factory=list)
    """For each turn the number of the first turn of its line."""
    children: dict[int, list[int]] = field(default_factory=dict)
    """Number of a turn (0 for none) to the numbers of its children."""
    branches: int = 0
    tip: int = 0
    """Number of the last turn of the active line."""
    fence: int = 0
    fences: dict[str, int] = field(default_factory=dict)
    """Turn id to the fence of its owner, or of the one that took it over."""
    lease_until: datetime | None = None
    """None: its last turn is not running."""
    stop_asked: bool = False
    partial: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    """Document id to the source as first cited."""
    notebook: MemoryState = field(default_factory=MemoryState)

    @classmethod
    def restored(cls, whole: Restored) -> "Conversation":
        """A valid imported conversation, as a tree."""
        made = cls(whole.session, tip=whole.tip, fence=whole.session.head, notebook=MemoryState.of(whole.memory))
        for each in whole.turns:
            for source in each.turn.sources:
                made.sources.setdefault(source.document_id, source)
            made.add(made.storable(each.turn), each.parent)
            made.fences[each.turn.id] = each.turn.number
        return made

    @property
    def owner(self) -> Principal:
        """The owner."""
        return Principal(self.session.tenant, self.session.user)

    @property
    def recency(self) -> tuple[datetime, str]:
        """The sort key of sessions."""
        return self.session.updated_at, self.session.id

    def mentions(self, text: str) -> bool:
        """Whether its title or a question contains a case-folded text."""
        return any(text in each.lower() for each in (self.session.title, *(turn.question for turn in self.turns)))

    def line(self, number: int) -> Iterator[Turn]:
        """The turns that lead to a turn, including itself, the last one first."""
        while number > 0:
            yield self.turns[number - 1]
            number = self.parents[number - 1]

    def line_before(self, before: int) -> tuple["Line", int]:
        """The turns below one on the branch that leads to it, and its branch. Without such a turn the active branch."""
        if 1 <= before <= len(self.turns):
            return Line(self.parents, self.parents[before - 1]), self.turns[before - 1].branch
        return Line(self.parents, self.tip), self.session.branch

    def remembers(self, before: int) -> Memory:
        """The memory of the branch below a turn; without such a turn the active branch."""
        return self.notebook.memory(*self.line_before(before))

    def turn(self, number: int) -> Turn:
        """A turn as stored. Raises NotFound."""
        if not 1 <= number <= len(self.turns):
            raise validation.no_turn(self.session.id, number)
        return self.turns[number - 1]

    def seen(self, turn: Turn) -> Turn:
        """A turn as returned to readers: with its siblings; a running one with its partial answer."""
        siblings = self.children[self.parents[turn.number - 1]]
        return replace(
            turn,
            siblings=tuple(siblings) if len(siblings) > 1 else (),
            answer=self.partial if turn.status == "running" else turn.answer,
        )

    def storable(self, turn: Turn) -> Turn:
        """A final turn as stored; its documents keep the names of their first citation."""
        return replace(
            turn,
            standalone_question=validation.storable(turn.standalone_question),
            answer=validation.storable(turn.answer),
            warnings=tuple(validation.storable(each) for each in turn.warnings),
            sources=tuple(self._as_first_cited(source) for source in turn.sources),
            siblings=(),
        )

    def newest_through(self, number: int) -> int:
        """Number of the newest turn on any branch through a turn."""
        newest, waiting = number, [number]
        while waiting:
            number = waiting.pop()
            newest = max(newest, number)
            waiting += self.children.get(number, ())
        return newest

    def placed(self, new: Turn, instead_of: int) -> tuple[Turn, int]:
        """A new turn at the end of the active branch, or a sibling of another turn, and its parent's number."""
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
        """Insert a turn in the tree."""
        self.turns.append(turn)
        self.parents.append(parent)
        self.roots.append(self.roots[parent - 1] if parent else turn.number)
        self.children.setdefault(parent, []).append(turn.number)
        self.branches = max(self.branches, turn.branch)

    def holds_lease(self, begun: Begun) -> bool:
        """Whether the owner of a turn may still write."""
        return self.lease_until is not None and self.fence == begun.fence

    def take_over(self, now: datetime) -> None:
        """Raise Conflict if a turn with a live lease is running; end one with an expired lease."""
        if self.lease_until is None:
            return
        if self.lease_until > now:
            raise validation.busy(self.session.id, now, self.lease_until)
        self.interrupt(now)

    def interrupt(self, now: datetime) -> None:
        """End the running turn as interrupted, with the saved partial answer."""
        turn = self.turns[-1]
        self.turns[-1] = replace(turn, status="interrupted", answer=self.partial, finished_at=now)
        self.fence += 1
        self.fences[turn.id] = self.fence
        self.free(now)

    def free(self, now: datetime) -> None:
        """Remove the owner of the running turn."""
        self.lease_until = None
        self.stop_asked = False
        self.partial = ""
        count = max((source.number for source in self.sources.values()), default=0)
        self.session = replace(self.session, updated_at=now, sources_count=count)

    def last_sources(self, most: int) -> list[Source]:
        """The sources that were numbered last."""
        return sorted(self.sources.values(), key=lambda source: -source.number)[:most]

    def _as_first_cited(self, source: Source) -> Source:
        first = self.sources[source.document_id]
        return replace(source, document=first.document, title=first.title, url=first.url)
