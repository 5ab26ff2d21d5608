"""A file that is removed while its passages are being embedded."""

import asyncio

import pytest
from sqlalchemy import delete, select

from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.embedding import embed_all
from askwell.knowledge.rows import bump_revision, remove_documents
from askwell.knowledge.schema import vectors
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import Principal, attached_collection

pytestmark = pytest.mark.anyio

ANNA = Principal("acme", "anna")
NOTE = b"# Lease\n\nThe rent is 900 euros. The deposit is two months of rent.\n"


async def test_the_removal_and_the_vectors_do_not_wait_for_each_other(
    attachments: LocalAttachments, knowledge: LocalKnowledge, engine: Database
) -> None:
    await attachments.add(ANNA, "talk", "lease.md", NOTE)
    [ready] = await attachments.settled(ANNA, "talk")
    collection = attached_collection("talk")
    shelf = await knowledge.shelf_of(collection)
    await attachments.close()  # its own embedding is over
    await engine.write(lambda tx: tx.execute(delete(vectors)))
    async with engine.begin() as connection:
        await bump_revision(connection, shelf.tenant, collection)
        embedding = asyncio.create_task(embed_all(shelf, collection))
        await asyncio.sleep(0.5)
        assert await remove_documents(connection, shelf.tenant, [ready.document_id]) == 1
    await asyncio.wait_for(embedding, 30)
    assert not await engine.read(lambda tx: tx.execute(select(vectors.c.chunk_id)).all())
