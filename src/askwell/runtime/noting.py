"""Notes deletions in the ledger: before, so that one that is interrupted is completed later, and after."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from askwell.composition.container import Container
from askwell.types import Deletion, DeletionKind


@asynccontextmanager
async def noted(container: Container, kind: DeletionKind, *names: str) -> AsyncIterator[Deletion]:
    """The entry of a deletion that is done in the context. If it raises, the deletion is repeated later.

    So what is deleted must exist, and `names` must not be given to something else later.
    """
    ledger = container.ledger
    if ledger is None:
        yield Deletion(container.ids.new(), kind, "", container.clock.now())
        return
    deletion = await ledger.begin(kind, *names)
    yield deletion
    await ledger.end(deletion)
