"""The clock of the system, and fresh ids."""

from datetime import UTC, datetime

import uuid_utils


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        """Now in UTC."""
        return datetime.now(UTC)


class Uuid7Ids:
    """Ids that sort by creation time (RFC 9562, version 7)."""

    def new(self) -> str:
        """A fresh id."""
        return str(uuid_utils.uuid7())
