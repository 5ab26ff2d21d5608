"""A collection of no assistant gets the embedder of the language of its documents, and keeps it."""

from pathlib import Path

import pytest

from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.by_language import ByLanguage
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import Principal, SearchQuery, attached_collection
from tests.knowledge.kit import CountingIds, FixedClock, HashingEmbedder, drain, write
from tests.knowledge.test_spaces import embedded_by

FERRY = "The ferry leaves at noon, and the next one leaves in the evening after the museum has closed its doors."
MUSEUM = "The museum opens at nine in the morning. Children of less than twelve years do not pay for a ticket."
PONT = "De pont vaart om twaalf uur, en de volgende vaart pas in de avond als het museum zijn deuren heeft gesloten."
WINKEL = "De winkel gaat om negen uur open. Kinderen van minder dan twaalf jaar betalen er niets voor een kaartje."


def make(engine: Database, folder: Path, **own: HashingEmbedder) -> LocalKnowledge:
    between = ByLanguage(HashingEmbedder("english"), HashingEmbedder("many", 96))
    return LocalKnowledge(engine, folder, between, embedders=own, clock=FixedClock(), ids=CountingIds())


async def dense(knowledge: LocalKnowledge, question: str) -> list[bool]:
    """Whether each passage that is found has been compared by its vector."""
    return ["dense" in hit.scores for hit in await knowledge.search(SearchQuery((question,), ("files",)))]


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ({"ferry": FERRY, "museum": MUSEUM}, "english"),
        ({"pont": PONT, "winkel": WINKEL}, "many"),
        ({"ferry": FERRY, "museum": MUSEUM, "pont": PONT}, "english"),
        ({"ferry": FERRY, "pont": PONT}, "many"),
    ],
)
async def test_the_language_of_most_documents_decides(
    engine: Database, tmp_path: Path, texts: dict[str, str], name: str
) -> None:
    write(tmp_path / "files", **texts)
    knowledge = make(engine, tmp_path / "index")
    last = await drain(knowledge.ingest(tmp_path / "files", "files"))
    assert last.embedded == last.to_embed == len(texts)
    assert await embedded_by(engine) == {"files": {name}}
    assert await dense(knowledge, "museum") == [True] * len(texts)


async def test_one_file_is_enough_to_decide(engine: Database, tmp_path: Path) -> None:
    knowledge = make(engine, tmp_path / "index")
    await knowledge.add("pont.md", PONT.encode(), "files")
    assert await embedded_by(engine) == {"files": {"many"}}
    assert await dense(knowledge, "pont") == [True]


async def test_what_is_added_later_gets_the_embedder_of_what_is_there(engine: Database, tmp_path: Path) -> None:
    write(tmp_path / "files", pont=PONT)
    await drain(make(engine, tmp_path / "index").ingest(tmp_path / "files", "files"))
    write(tmp_path / "files", ferry=FERRY, museum=MUSEUM)
    await drain(make(engine, tmp_path / "index").ingest(tmp_path / "files", "files"))
    assert await embedded_by(engine) == {"files": {"many"}}


async def test_an_embedder_of_its_own_goes_before_the_language(engine: Database, tmp_path: Path) -> None:
    knowledge = make(engine, tmp_path / "index", files=HashingEmbedder("own", 32))
    await knowledge.add("pont.md", PONT.encode(), "files")
    assert await embedded_by(engine) == {"files": {"own"}}


async def test_a_process_that_searched_before_sees_what_another_one_chose(engine: Database, tmp_path: Path) -> None:
    server = make(engine, tmp_path / "index")
    assert await dense(server, "pont") == []
    await make(engine, tmp_path / "index").add("pont.md", PONT.encode(), "files")
    assert await dense(server, "pont") == [True]


async def test_a_collection_that_was_emptied_is_decided_again(engine: Database, tmp_path: Path) -> None:
    server, other = make(engine, tmp_path / "index"), make(engine, tmp_path / "index")
    pont = await other.add("pont.md", PONT.encode(), "files")
    assert await dense(server, "pont") == [True]
    await other.remove(pont.id)
    await make(engine, tmp_path / "index").add("ferry.md", FERRY.encode(), "files")
    assert await embedded_by(engine) == {"files": {"english"}}
    assert await dense(server, "ferry") == [False]  # this search notices it
    assert await dense(server, "ferry") == [True]


async def test_the_files_of_a_conversation_have_that_of_their_own_language(engine: Database, tmp_path: Path) -> None:
    knowledge = make(engine, tmp_path / "index")
    await knowledge.add("ferry.md", FERRY.encode(), "files")
    attachments = LocalAttachments(knowledge, tmp_path / "attachments", most=3, most_bytes=10_000)
    await attachments.add(Principal("local", "anna"), "talk", "pont.md", PONT.encode(), embedder_of="files")
    await attachments.settled(Principal("local", "anna"), "talk")
    await attachments.close()
    assert await embedded_by(engine) == {"files": {"english"}, attached_collection("talk"): {"many"}}
