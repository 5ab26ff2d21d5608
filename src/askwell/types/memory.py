"""Memory of a conversation in addition to its turns: a summary, items, and a topic line per turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from askwell.types.usage import Usage

ItemKind = Literal["fact", "wish", "decision", "correction"]
"""Kind of an item: a statement about the world or the user, a wish, a decision, or a correction of an earlier one."""

RememberedBy = Literal["rules", "model", "user"]
"""Who wrote the text. Text written by a user is never changed."""


@dataclass(frozen=True, slots=True)
class Item:
    """A fact, wish, decision or correction, as stated in one turn."""

    id: str
    """Empty for a new item; the store assigns an id."""
    turn_id: str
    number: int
    """Number of its turn."""
    text: str
    kind: ItemKind = "fact"
    supersedes_id: str | None = None
    """Id of the item that this one replaces. The replaced item is not in force on branches that contain this one."""
    by: RememberedBy = "rules"
    corrects: tuple[int, ...] = ()
    """Numbers of the turns whose items it replaces, directly or indirectly; derived when read, not stored."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A turn's entry in the topic index of its conversation."""

    turn_id: str
    """Id for retrieving the full answer: the `exchange_id` of the tools."""
    number: int
    line: str
    """Question and answer in one line of at most 200 characters."""
    topics: tuple[str, ...]
    source_ids: tuple[str, ...]
    """Ids of the documents that the answer cites."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of one branch of turns; its size does not grow with the number of turns."""

    summary: str = ""
    """About 200 words."""
    summary_by: RememberedBy = "rules"
    up_to: int = 0
    """Number of the last turn of the branch that memory includes; 0 for none."""
    items: tuple[Item, ...] = ()
    """The latest items in force, oldest first."""
    changed_at: datetime | None = field(default=None, compare=False)
    """Time of the last change, if the store records it."""

    def items_with(self, new: Sequence[Item]) -> tuple[Item, ...]:
        """Items in force after adding new ones: without the superseded items, with the new ones at the end."""
        superseded = {item.supersedes_id for item in new}
        return (*[item for item in self.items if item.id not in superseded], *new)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Additions of one turn to the memory of its branch; stored in one transaction."""

    after: int
    """`Memory.up_to` that it was made from. If memory has advanced since then, nothing is stored."""
    topic: Topic
    summary: str
    """The complete new summary; empty keeps the old one."""
    summary_by: RememberedBy = "rules"
    items: tuple[Item, ...] = ()
    """New items."""
    index_entry: bytes = b""
    """The turn's entry in the search index, packed by `HistorySearcher.index_entry`; empty for none."""
    made_from: datetime | None = None
    """`Memory.changed_at` that it was made from; None if unknown, then it is not compared."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """Memory as stored after the additions of one turn."""

    summary: str
    """The complete current summary."""
    summary_by: RememberedBy
    items: tuple[Item, ...]
    """The new items with their ids."""
    changed_at: datetime | None = field(default=None, compare=False)
    """The new `Memory.changed_at`."""


@dataclass(frozen=True, slots=True)
class TurnIndexEntry:
    """The entry of a turn in the search index of its conversation."""

    number: int
    turn_id: str
    packed: bytes


@dataclass(frozen=True, slots=True)
class Digest:
    """Result of a summariser for one finished turn."""

    line: str
    topics: tuple[str, ...]
    items: tuple[Item, ...]
    summary: str
    summary_by: RememberedBy = "rules"
    usage: Usage = Usage()
    refused: str = ""
    """Stable code for why the result of a model was rejected; empty if it was accepted or no model was used."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """An older turn that may be relevant for a question."""

    number: int
    turn_id: str
    score: float
    """0 to 1; comparable between questions."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of one branch of a conversation."""

    branch: int = 0
    text: str = ""
    by: RememberedBy = "rules"
    up_to: int = 0
    """Number of the last turn that it includes; 0 for none."""
    changed_at: datetime | None = field(default=None, compare=False)
    """Time of the last change of any memory of the conversation, if the store records it."""


@dataclass(frozen=True, slots=True)
class CarriedMemory:
    """All memory of a conversation, on every branch, for export and import."""

    summaries: tuple[Summary, ...] = ()
    """At most one per branch."""
    topics: tuple[Topic, ...] = ()
    """Sorted by number. A deleted topic has an empty line, which prevents the turn from being digested again."""
    items: tuple[Item, ...] = ()
    """Sorted by number of their turn, including items that are not in force."""
    index_entries: tuple[TurnIndexEntry, ...] = ()
    """Sorted by number."""
