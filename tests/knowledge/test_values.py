"""A value of a question is found in documents that spell it in another way."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pytest

from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from askwell.text.facts import find_facts, spellings
from askwell.types import Language, SearchQuery
from tests.knowledge.kit import make_knowledge

DOCUMENTS = {
    "fee-small": "The registration fee of the sailing club is 1.500 euro for boats up to eight metres.",
    "fee-large": "The registration fee of the sailing club is 2.500 euro for boats above eight metres.",
    "fee-trainee": "The registration fee of the sailing club is 150 euro for trainees.",
    "report-january": "Report of 31/01/2025: the pump of the eastern lock was replaced and tested.",
    "report-march": "Report of 31/03/2025: the pump of the eastern lock was replaced and tested again.",
    "report-may": "Report of 31/05/2024: the pump of the eastern lock was cleaned and tested.",
    "sales-q3": "Sales in the third quarter 2024 rose, mainly of tents and lamps.",
    "sales-q4": "Sales in the fourth quarter 2024 fell, mainly of tents and lamps.",
    "sales-q1": "Sales in the first quarter 2024 were flat, mainly of tents and lamps.",
    "grant-two": "A village may get a grant of 2,000,000 dollars for its library.",
    "grant-five": "A village may get a grant of 5,000,000 dollars for its library.",
    "minutes-jan": "Minutes of the board, January 2025: the roof was the subject, and then the garden.",
    "minutes-feb": "Minutes of the board, February 2025: the roof was the subject, and then the garden.",
    "minutes-dec": "Minutes of the board, December 2024: the roof was the subject, and then the garden.",
}

QUESTIONS: tuple[tuple[Language, str, str], ...] = (
    ("en", "Which boats pay a registration fee of €1,500 to the sailing club?", "fee-small"),
    ("en", "Which boats pay a registration fee of 2500 EUR to the sailing club?", "fee-large"),
    ("en", "Which boats pay fifteen hundred euros to the sailing club?", "fee-small"),
    ("en", "What does the report of 31 January 2025 say of the pump?", "report-january"),
    ("en", "What does the report of March 31, 2025 say of the pump?", "report-march"),
    ("it", "Che cosa dice il report del 31 maggio 2024?", "report-may"),
    ("nl", "Wat staat er in het report van 31 januari 2025?", "report-january"),
    ("en", "How were sales in Q3 2024?", "sales-q3"),
    ("en", "How were sales last quarter?", "sales-q4"),
    ("en", "How were sales from January to March 2024?", "sales-q1"),
    ("en", "Who gets a grant of $2 million for the library?", "grant-two"),
    ("en", "Who gets a grant of five million dollars for the library?", "grant-five"),
    ("en", "What was the subject of the board last month?", "minutes-jan"),
    ("en", "What was the subject of the board in 12/2024?", "minutes-dec"),
    ("it", "Quali sono le minutes di febbraio 2025?", "minutes-feb"),
)


@pytest.fixture
async def lexical(engine: Database, tmp_path: Path) -> AsyncIterator[LocalKnowledge]:
    """Knowledge of the documents, searched by words."""
    knowledge = make_knowledge(engine, tmp_path / "lexical")
    for name, text in DOCUMENTS.items():
        await knowledge.add(f"{name}.md", text.encode(), "c")
    yield knowledge
    await knowledge.close()


async def first(knowledge: LocalKnowledge, question: str, language: Language, *, with_values: bool) -> str:
    """The document of the best passage; empty if the two best are equal."""
    facts = find_facts(question, language, date(2025, 2, 12))
    values = tuple(spellings(fact) for fact in facts) if with_values else ()
    hits = await knowledge.search(SearchQuery((question,), ("c",), language=language, values=values))
    is_tie = len(hits) > 1 and hits[0].score - hits[1].score < 1e-6
    return "" if is_tie or not hits else hits[0].document_name.removesuffix(".md")


async def test_the_document_with_the_value_comes_first(lexical: LocalKnowledge) -> None:
    with_values = [await first(lexical, text, code, with_values=True) == name for code, text, name in QUESTIONS]
    without = [await first(lexical, text, code, with_values=False) == name for code, text, name in QUESTIONS]
    assert sum(without) <= 10, "the documents spell the values as the questions do"
    missed = [text for (_, text, _), is_first in zip(QUESTIONS, with_values, strict=True) if not is_first]
    assert missed == []


async def test_a_value_of_single_characters_is_not_searched_for(lexical: LocalKnowledge) -> None:
    [plain, valued] = [
        await lexical.search(SearchQuery(("the board",), ("c",), values=values)) for values in ((), (("5,5",),))
    ]
    assert [hit.score for hit in plain] == [hit.score for hit in valued]
