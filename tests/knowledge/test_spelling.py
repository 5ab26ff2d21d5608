"""Words that no document has become the nearest ones in spelling."""

from pathlib import Path

import pytest

from askwell.knowledge.search import LocalKnowledge
from askwell.knowledge.spelling import is_one_apart
from askwell.stores.sql.database import Database
from tests.knowledge.kit import make_knowledge


@pytest.fixture
async def harbour(engine: Database, tmp_path: Path) -> LocalKnowledge:
    knowledge = make_knowledge(engine, tmp_path / "lexical")
    await knowledge.add("ferry.md", b"# Timetable\n\nThe harbour office opens at six. The ferries leave at noon.", "c")
    await knowledge.add(
        "havik.md", b"# Loket\n\nDe vergunning van de havendienst is geldig tot het einde van het jaar.", "c"
    )
    return knowledge


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("harbour", "harbor", True),
        ("harbor", "harbour", True),
        ("harbour", "harbuor", True),
        ("harbour", "harbous", True),
        ("harbour", "harbour", False),
        ("harbour", "harbuors", False),
        ("harbour", "harb", False),
        ("", "a", True),
    ],
)
def test_one_letter_apart(one: str, other: str, *, expected: bool) -> None:
    assert is_one_apart(one, other) is expected
    assert is_one_apart(other, one) is expected


@pytest.mark.parametrize(
    ("word", "language", "written"),
    [
        ("harbuor", "en", "harbour"),
        ("harrbour", "en", "harbour"),
        ("ferrries", "en", "ferries"),
        ("ofice", "en", "office"),
        ("vergunnin", "nl", "vergunning"),
        ("havendeinst", "nl", "havendienst"),
    ],
)
async def test_a_misspelt_word_becomes_the_one_that_a_chunk_has(
    harbour: LocalKnowledge, word: str, language: str, written: str
) -> None:
    assert await harbour.spellings([word, "office"], ("c",), language) == {word: written}


@pytest.mark.parametrize("word", ["harbour", "timetable", "ferry", "nonn", "zeppelin", "b2b-gate", "vergunning"])
async def test_other_words_stay(harbour: LocalKnowledge, word: str) -> None:
    """Known ones, those of a heading, those without a neighbour, and short ones, which have too many."""
    assert await harbour.spellings([word], ("c",), "en") == {}


@pytest.mark.parametrize(
    ("word", "language", "nearby"),
    [
        ("masters", "en", "matters"),
        ("lezingen", "nl", "leningen"),
        ("mattina", "it", "mattino"),
        ("casting", "it", "casing"),
    ],
)
async def test_a_word_of_a_frequency_list_is_never_replaced(
    engine: Database, tmp_path: Path, word: str, language: str, nearby: str
) -> None:
    knowledge = make_knowledge(engine, tmp_path / "lexical")
    await knowledge.add("near.md", f"{nearby}, {nearby} and {nearby}".encode(), "c")
    assert await knowledge.spellings([word], ("c",), language) == {}
    assert await knowledge.spellings([f"{nearby[:3]}{nearby[2:]}"], ("c",), language) == {
        f"{nearby[:3]}{nearby[2:]}": nearby
    }


@pytest.mark.parametrize(
    ("word", "documents"),
    [
        ("velkamp", "Velkump lives here."),
        ("stalion", "The stallion waits at the station."),
    ],
)
async def test_a_name_or_one_of_several_words_is_not_guessed(
    engine: Database, tmp_path: Path, word: str, documents: str
) -> None:
    knowledge = make_knowledge(engine, tmp_path / "lexical")
    await knowledge.add("near.md", documents.encode(), "c")
    assert await knowledge.spellings([word], ("c",), "en") == {}


async def test_a_collection_that_does_not_exist_has_no_words(harbour: LocalKnowledge) -> None:
    assert await harbour.spellings(["harbuor"], ("nowhere",), "en") == {}
    assert await harbour.spellings([], ("c",), "en") == {}


async def test_words_that_no_document_has_are_absent(harbour: LocalKnowledge) -> None:
    """In any form, in the language of each document; without documents nothing is known."""
    asked = ["harbours", "ferry", "vergunningen", "passport", "six-pack", "seven-pack"]
    assert await harbour.absent(asked, ("c",), "en") == frozenset({"passport", "seven-pack"})
    assert await harbour.absent(["haven", "have", "havik"], ("c",), "nl") == frozenset({"have", "havik"})
    assert await harbour.absent(asked, ("none",), "en") is None
