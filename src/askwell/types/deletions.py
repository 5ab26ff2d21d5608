"""Values about the deletion of personal data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

DeletionKind = Literal["subject", "conversation", "attachment"]
"""What was deleted: all data of a person, a conversation, or a file of one."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """An entry of the ledger: that something was deleted, without saying what."""

    id: str
    kind: DeletionKind
    digest: str
    """Keyed hash of the names of what was deleted, hexadecimal."""
    deleted_at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was erased, without personal data."""

    id: str
    """Id of the entry in the ledger."""
    erased_at: datetime
    counts: Mapping[str, int]
    """Kind of data to the number that was found and removed."""
