"""What a conversation remembers beside its turns: a summary, things it settled, and a line about each turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from askwell.types.usage import Usage

ItemKind = Literal["fact", "wish", "decision", "correction"]
"""What an item is: told of the world or of oneself, wanted, settled, or said in place of something said before."""

RememberedBy = Literal["rules", "model", "user"]
"""Who worded it. What people worded stays as they did."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a conversation settled, as it was said at one turn."""

    id: str
    """Empty for a new one, to which the store gives an id."""
    turn_id: str
    number: int
    """Number of its turn."""
    text: str
    kind: ItemKind = "fact"
    supersedes_id: str | None = None
    """The item that it is said in place of; that one is no longer in force on the lines that hold this one."""
    by: RememberedBy = "rules"
    corrects: tuple[int, ...] = ()
    """Numbers of the turns whose items it is said in place of, directly or by way of another; not stored, but read."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A turn's entry in the topic index of its conversation."""

    turn_id: str
    """By it the whole answer is to be had: the `exchange_id` of the tools."""
    number: int
    line: str
    """What was asked and answered, in one line of at most 200 characters."""
    topics: tuple[str, ...]
    source_ids: tuple[str, ...]
    """Ids of the documents that its answer cites."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a line of turns remembers; its size does not grow with the line."""

    summary: str = ""
    """About 200 words."""
    summary_by: RememberedBy = "rules"
    up_to: int = 0
    """Number of the last turn of the line that was taken in; 0 for none."""
    items: tuple[Item, ...] = ()
    """The latest ones that are in force, oldest first."""
    changed_at: datetime | None = field(default=None, compare=False)
    """When anything of it was last changed, where the store keeps that."""

    def items_with(self, new: Sequence[Item]) -> tuple[Item, ...]:
        """What is in force once something new is: what none of it supersedes, and the new ones."""
        superseded = {item.supersedes_id for item in new}
        return (*[item for item in self.items if item.id not in superseded], *new)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What one more turn adds to the memory of its line; stored in one transaction."""

    after: int
    """`Memory.up_to` that it was made from: where memory has moved on since, nothing is stored."""
    topic: Topic
    summary: str
    """The whole of the new one; empty leaves the old one."""
    summary_by: RememberedBy = "rules"
    items: tuple[Item, ...] = ()
    """New ones."""
    index_entry: bytes = b""
    """What search in the conversation needs of the turn, packed by `HistorySearcher.index_entry`; empty for nothing."""
    made_from: datetime | None = None
    """`Memory.changed_at` that it was made from; None where that is not known, and then it does not count."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """How a store has taken in what one more turn adds."""

    summary: str
    """The whole of it as it stands now."""
    summary_by: RememberedBy
    items: tuple[Item, ...]
    """The new ones, with their ids."""
    changed_at: datetime | None = field(default=None, compare=False)
    """`Memory.changed_at` from now on."""


@dataclass(frozen=True, slots=True)
class TurnIndexEntry:
    """What a turn left for search in its conversation."""

    number: int
    turn_id: str
    packed: bytes


@dataclass(frozen=True, slots=True)
class Digest:
    """What a summariser makes of one finished turn."""

    line: str
    topics: tuple[str, ...]
    items: tuple[Item, ...]
    summary: str
    summary_by: RememberedBy = "rules"
    usage: Usage = Usage()
    refused: str = ""
    """Why a model that was asked was not followed, as a stable name; empty where it was, or where none was asked."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """An older turn that may matter for a question."""

    number: int
    turn_id: str
    score: float
    """0 to 1; comparable between questions."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary that one branch of a conversation keeps."""

    branch: int = 0
    text: str = ""
    by: RememberedBy = "rules"
    up_to: int = 0
    """Number of the last turn that was taken in when it was written; 0 for none."""
    changed_at: datetime | None = field(default=None, compare=False)
    """When it, or anything else that the conversation remembers, was last changed, where the store keeps that."""


@dataclass(frozen=True, slots=True)
class CarriedMemory:
    """All that a conversation remembers, on every line, as it goes from one place to another."""

    summaries: tuple[Summary, ...] = ()
    """One a branch at most."""
    topics: tuple[Topic, ...] = ()
    """By number. Of one that was forgotten the line is empty: it keeps the turn from being learnt again."""
    items: tuple[Item, ...] = ()
    """By number of their turn, also those that are not in force."""
    index_entries: tuple[TurnIndexEntry, ...] = ()
    """By number."""
