"""Passages are found by words and by meaning, in three languages, whatever is asked."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from askwell.errors import BadInput, NotFound
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.types import Document, Earlier, SearchQuery, SearchTerm
from tests.knowledge.kit import HashingEmbedder, make_knowledge


@pytest.fixture
def lexical(engine: Database, tmp_path: Path) -> LocalKnowledge:
    """Knowledge without an embedder."""
    return make_knowledge(engine, tmp_path / "lexical")


async def add(knowledge: LocalKnowledge, name: str, text: str, *labels: str, collection: str = "c") -> Document:
    return await knowledge.add(f"{name}.md", text.encode(), collection, labels=labels)


async def found(knowledge: LocalKnowledge, *wordings: str, language: str = "en", k: int = 24) -> list[str]:
    hits = await knowledge.search(SearchQuery(wordings, ("c",), language=language, k=k))
    return [hit.document_name.removesuffix(".md") for hit in hits]


async def test_collection_that_does_not_exist_gives_nothing(knowledge: LocalKnowledge) -> None:
    assert await knowledge.search(SearchQuery(("anything",), ("nowhere",))) == []


async def test_empty_wordings_give_nothing(knowledge: LocalKnowledge) -> None:
    await add(knowledge, "a", "Text.")
    assert await knowledge.search(SearchQuery(("", "  "), ("c",))) == []


async def test_passage_comes_with_its_document_and_all_scores(knowledge: LocalKnowledge) -> None:
    await add(
        knowledge, "harbour", "---\ntitle: The harbour\nurl: https://x.org\n---\n# Times\n\nIt opens at six.", "sea"
    )
    await add(knowledge, "museum", "The museum opens at nine.")
    best, other = await knowledge.search(SearchQuery(("When does the harbour open?",), ("c",)))
    assert (best.title, best.url, best.labels, best.collection) == ("The harbour", "https://x.org", ("sea",), "c")
    assert best.chunk.headings == ("Times",)
    assert best.scores["lexical"] == 1.0
    assert set(other.scores) == {"lexical", "dense", "context", "near"}
    assert 0 <= other.score < best.score <= 1


async def test_chunks_next_to_others_come_in_order(knowledge: LocalKnowledge) -> None:
    parts = "\n\n".join(f"## Part {number}\n\n" + f"Part {number} of the story. " * 60 for number in range(5))
    await add(knowledge, "story", f"# Story\n\n{parts}", "sea")
    await add(knowledge, "other", "Another story.")
    hits = await knowledge.search(SearchQuery(("part of the story",), ("c",), k=50))
    story = sorted((hit.chunk for hit in hits if hit.document_name == "story.md"), key=lambda chunk: chunk.ordinal)
    around = await knowledge.around([story[0].id, story[2].id, "gone"])
    assert [passage.chunk for passage in around] == [story[1], story[3]]
    assert [passage.score for passage in around] == [0.0, 0.0]
    assert await knowledge.around([story[0].id], labels=("sea",)) == around[:1]
    assert await knowledge.around([story[0].id], labels=("land",)) == []
    assert await knowledge.around([]) == []


async def test_dense_score_is_the_cosine_of_the_first_wording(
    knowledge: LocalKnowledge, embedder: HashingEmbedder
) -> None:
    await add(knowledge, "a", "The ferry leaves at noon.")
    [hit] = await knowledge.search(SearchQuery(("when does the ferry leave", "and the bus"), ("c",)))
    question = (await embedder.embed(["when does the ferry leave"], kind="query"))[0]
    passage = (await embedder.embed(["a\nThe ferry leaves at noon."], kind="query"))[0]
    assert hit.scores["dense"] == pytest.approx(float(question @ passage), abs=1e-3)


async def test_what_was_said_before_colours_the_meaning(knowledge: LocalKnowledge) -> None:
    await add(knowledge, "museum", "A museum has a price for a child.")
    await add(knowledge, "ferry", "A ferry has a price for a child, and one for dogs.")
    before = Earlier("When does the ferry leave?", "Is there a ferry to the island?", "The ferry leaves at noon.")
    for earlier, expected in ((Earlier(), "museum.md"), (before, "ferry.md")):
        hits = await knowledge.search(SearchQuery(("price for a child",), ("c",), earlier=earlier))
        assert hits[0].document_name == expected


async def test_search_terms_count_by_their_chance(lexical: LocalKnowledge) -> None:
    await add(lexical, "museum", "A museum has a price.")
    await add(lexical, "ferry", "A ferry has a price.")
    for ferry, first in ((0.8, "ferry.md"), (0.2, "museum.md")):
        terms = tuple(sorted((SearchTerm("ferry", ferry), SearchTerm("museum", 0.5)), key=lambda term: -term.weight))
        hits = await lexical.search(SearchQuery(("what price",), ("c",), terms=terms))
        assert hits[0].document_name == first


async def test_search_terms_do_not_displace_what_the_typed_question_found(lexical: LocalKnowledge) -> None:
    await add(lexical, "harbour", "The harbour opens at six.")
    await add(lexical, "ferry", "The ferry to Texel leaves at noon from the north.")
    for number in range(8):
        await add(lexical, f"other{number}", "A museum of boats.")
    terms = (SearchTerm("ferry", 0.9), SearchTerm("Texel", 0.9), SearchTerm("noon", 0.9))
    hits = await lexical.search(SearchQuery(("when does the harbour open",), ("c",), terms=terms))
    assert [hit.document_name for hit in hits] == ["harbour.md", "ferry.md"]


async def test_what_was_said_before_is_never_searched_by_its_words(lexical: LocalKnowledge) -> None:
    await add(lexical, "museum", "The museum opens at nine.")
    await add(lexical, "ferry", "The ferry leaves at noon.")
    query = SearchQuery(("when does it open",), ("c",), earlier=Earlier("ferry", "ferry", "The ferry leaves at noon."))
    assert [hit.document_name for hit in await lexical.search(query)] == ["museum.md"]


async def test_without_an_embedder_words_alone_decide(lexical: LocalKnowledge) -> None:
    await add(lexical, "a", "The ferry leaves at noon.")
    await add(lexical, "b", "The museum opens at nine.")
    [hit] = await lexical.search(SearchQuery(("ferries",), ("c",)))
    assert hit.document_name == "a.md"
    assert hit.scores == {"lexical": 1.0}


@pytest.mark.parametrize(
    ("language", "document", "question"),
    [
        (
            "en",
            "Parents are reimbursed for the cost of travelling to the hospital in winter.",
            "reimbursing travel costs",
        ),
        (
            "nl",
            "De gemeente vergoedt de kosten van alle schoolboeken voor leerlingen met een laag inkomen.",
            "vergoeden schoolboek",
        ),
        (
            "it",
            "Il comune rimborsa le spese dei libri scolastici alle famiglie numerose della città.",
            "libro scolastico città",
        ),
    ],
)
async def test_inflected_words_are_found(lexical: LocalKnowledge, language: str, document: str, question: str) -> None:
    await add(lexical, "wanted", document)
    assert (await lexical.documents("c"))[0].language == language
    assert await found(lexical, question, language=language) == ["wanted"]


async def test_diacritics_capitals_and_invisible_characters_do_not_matter(lexical: LocalKnowledge) -> None:
    await add(lexical, "cafe", "The CAF\u00c9 by the har\u00adbour serves cr\u00e8me br\u00fbl\u00e9e all day long.")
    for question in ("cafe", "cafe\u0301", "HARBOUR", "cre\u200bme brulee"):
        assert await found(lexical, question) == ["cafe"]


async def test_compound_words_are_found_by_their_parts(lexical: LocalKnowledge) -> None:
    await add(lexical, "gpt", "We tested GPT-3.5 in a state-of-the-art set-up.")
    for question in ("gpt-3.5", "GPT", "state of the art"):
        assert await found(lexical, question) == ["gpt"]


async def test_a_hyphen_that_people_leave_out_or_put_in_does_not_matter(lexical: LocalKnowledge) -> None:
    await add(lexical, "router", "Wi-Fi reaches one floor.")
    await add(lexical, "letters", "An email is answered within a day.")
    assert await found(lexical, "wifi") == ["router"]
    assert await found(lexical, "e-mail") == ["letters"]


async def test_title_and_headings_are_searched(lexical: LocalKnowledge) -> None:
    await add(lexical, "a", "---\ntitle: Lighthouses\n---\n# Upkeep\n\nIt is painted every year.")
    await add(lexical, "b", "# Bridges\n\nThey are painted every year.")
    assert await found(lexical, "lighthouse") == ["a"]
    assert await found(lexical, "upkeep") == ["a"]


@pytest.mark.parametrize(
    "question",
    [
        '"+-AND title:( *',
        "NOT a OR (b",
        "text:*",
        "[a TO z]",
        "\\",
        'a^9 ~ "open',
        "label:secret",
        "\0\ud800",
        "🙂 ؟",
        "'" * 500,
    ],
)
async def test_question_full_of_syntax_is_harmless(knowledge: LocalKnowledge, question: str) -> None:
    await add(knowledge, "a", "Plain text about titles and secrets.")
    assert await found(knowledge, question) in ([], ["a"])


async def test_question_of_function_words_only_still_finds(lexical: LocalKnowledge) -> None:
    await add(lexical, "a", "To be or not to be.")
    assert await found(lexical, "to be or not to be") == ["a"]


@pytest.mark.parametrize("embedder", [HashingEmbedder(), None])
async def test_filter_holds_before_ranking(engine: Database, tmp_path: Path, embedder: HashingEmbedder | None) -> None:
    source = make_knowledge(engine, tmp_path, embedder)
    near = "The ferry leaves at noon and the ferry is fast, for the ferry has to be back before it is dark. " * 4
    await add(source, "near", "".join(f"## Island {number}\n\n{near}\n\n" for number in range(120)))
    await add(source, "far", "One more boat: a small ferry.", "boats", "small")
    await add(source, "half", "One more boat: a big ferry.", "boats")
    hits = await source.search(SearchQuery(("When does the ferry leave?",), ("c",), labels=("boats", "small")))
    assert [hit.document_name for hit in hits] == ["far.md"]
    assert await source.search(SearchQuery(("ferry",), ("c",), labels=("unknown",))) == []


async def test_further_wordings_find_what_the_first_one_misses(lexical: LocalKnowledge) -> None:
    await add(lexical, "price", "The boat trip costs ten euro.")
    await add(lexical, "ferry", "The ferry is white.")
    assert await found(lexical, "ferry") == ["ferry"]
    assert sorted(await found(lexical, "ferry", "boat trip cost")) == ["ferry", "price"]


async def test_no_more_than_k_come_back_best_first(knowledge: LocalKnowledge) -> None:
    for number in range(8):
        await add(knowledge, f"d{number}", "ferry " * (number + 1) + "noise " * (8 - number) + ".")
    hits = await knowledge.search(SearchQuery(("ferry",), ("c",), k=3))
    assert len(hits) == 3
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_several_collections_are_searched_as_one(knowledge: LocalKnowledge) -> None:
    await add(knowledge, "a", "The ferry leaves at noon.", collection="first")
    await add(knowledge, "b", "The ferry returns at six.", collection="second")
    await add(knowledge, "c", "The ferry is white.", collection="third")
    hits = await knowledge.search(SearchQuery(("ferry",), ("first", "second", "nowhere")))
    assert {hit.collection for hit in hits} == {"first", "second"}


async def test_documents_in_other_languages_are_found_by_shared_words(lexical: LocalKnowledge) -> None:
    await add(lexical, "it", "Il sistema Debian si installa con il programma apt in pochi minuti, senza fatica.")
    await add(lexical, "en", "The weather in the north of the country is wet and cold for most of the year.")
    assert await found(lexical, "How do I use Debian apt?") == ["it"]


async def test_removed_document_is_gone_everywhere(knowledge: LocalKnowledge) -> None:
    document = await add(knowledge, "a", "The ferry leaves at noon.")
    [hit] = await knowledge.search(SearchQuery(("ferry",), ("c",)))
    await knowledge.remove(document.id)
    assert await found(knowledge, "ferry") == []
    for missing in (knowledge.document(document.id), knowledge.passage(hit.chunk.id), knowledge.remove(document.id)):
        with pytest.raises(NotFound):
            await missing
    assert await knowledge.collections() == {}


async def test_added_bytes_replace_an_earlier_file_of_that_name(knowledge: LocalKnowledge) -> None:
    first = await add(knowledge, "a", "The ferry leaves at noon.")
    second = await add(knowledge, "a", "The bus leaves at one.")
    assert second.id == first.id
    assert [hit.chunk.text for hit in await knowledge.search(SearchQuery(("ferry or bus",), ("c",)))] == [
        "The bus leaves at one."
    ]


async def test_document_says_what_is_known_of_it(knowledge: LocalKnowledge) -> None:
    added = await add(knowledge, "a", "---\norigin: The board\n---\n# Ferry\n\nIt leaves at noon.", "boats")
    document, text = await knowledge.document(added.id)
    assert document == added
    assert text == "Ferry\n\nIt leaves at noon."
    assert (document.title, document.origin, document.labels) == ("Ferry", "The board", ("boats",))
    assert (document.chunks, document.chars, document.media_type) == (1, len(text), "text/markdown")
    assert document.added_at == datetime(2026, 3, 1, 12, tzinfo=UTC)


async def test_passage_is_shown_by_its_id_with_score_zero(knowledge: LocalKnowledge) -> None:
    await add(knowledge, "a", "The ferry leaves at noon.")
    [hit] = await knowledge.search(SearchQuery(("ferry",), ("c",)))
    passage = await knowledge.passage(hit.chunk.id)
    assert passage.chunk == hit.chunk
    assert (passage.score, passage.scores) == (0.0, {})


async def test_documents_are_paged_by_name(knowledge: LocalKnowledge) -> None:
    for name in ("b", "a", "c"):
        await add(knowledge, name, "Text.")
    assert [document.name for document in await knowledge.documents("c", limit=2)] == ["a.md", "b.md"]
    assert [document.name for document in await knowledge.documents("c", after="b.md")] == ["c.md"]


@pytest.mark.parametrize("name", ["", " ", "a\0.md", "\udc80.md"])
async def test_impossible_names_are_refused(knowledge: LocalKnowledge, name: str) -> None:
    with pytest.raises(BadInput) as raised:
        await knowledge.add(name, b"Text.", "c")
    assert raised.value.code == "bad_name"


async def test_name_that_looks_like_a_path_is_only_a_name(knowledge: LocalKnowledge, tmp_path: Path) -> None:
    document = await knowledge.add("../../escape.md", b"The ferry.", "../up")
    assert document.name == "../../escape.md"
    assert len(await knowledge.search(SearchQuery(("ferry",), ("../up",)))) == 1
    assert not (tmp_path.parent / "escape.md").exists()
    assert not (tmp_path / "up").exists()


async def test_tenants_see_their_own_documents_only(engine: Database, tmp_path: Path) -> None:
    mine, theirs = make_knowledge(engine, tmp_path), make_knowledge(engine, tmp_path, tenant="theirs")
    document = await add(mine, "a", "The ferry leaves at noon.")
    await add(theirs, "a", "The ferry of others.")
    [hit] = await mine.search(SearchQuery(("ferry",), ("c",)))
    assert hit.chunk.text == "The ferry leaves at noon."
    assert await theirs.collections() == {"c": 1}
    for hidden in (theirs.document(document.id), theirs.passage(hit.chunk.id), theirs.remove(document.id)):
        with pytest.raises(NotFound):
            await hidden
