"""Passages of attachments are told from those of the assistant's collections by their collection."""

from dataclasses import replace
from pathlib import Path

import pytest

from askwell.errors import BadInput
from askwell.knowledge.search import LocalKnowledge
from askwell.types import ATTACHED
from tests.knowledge.kit import drain, write
from tests.passages import passage

pytestmark = pytest.mark.anyio


def test_a_passage_knows_whether_it_is_attached() -> None:
    found = passage("Rent is due on the first day.")
    attached = replace(found, collection=f"{ATTACHED}0a1b")
    assert not found.is_attached
    assert attached.is_attached
    assert attached.scored(0.5).is_attached


async def test_no_document_is_added_to_a_reserved_collection(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    write(tmp_path / "files", rent="# Rent\n\nDue on the first day.")
    name = f"{ATTACHED}0a1b"
    with pytest.raises(BadInput) as added:
        await knowledge.add("rent.md", b"# Rent", name)
    with pytest.raises(BadInput) as ingested:
        await drain(knowledge.ingest(tmp_path / "files", name))
    with pytest.raises(BadInput) as planned:
        await knowledge.plan(tmp_path / "files", name)
    assert {each.value.code for each in (added, ingested, planned)} == {"reserved_collection"}
