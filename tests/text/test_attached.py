"""What a question says of the files of its conversation."""

from datetime import UTC, datetime

import pytest

from askwell.text.attached import find_mention, is_about_all
from askwell.types import Attachment, Language


def attachment(number: int, name: str, media_type: str = "text/markdown") -> Attachment:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return Attachment(str(number), "talk", number, name, media_type, 1, "", "ready", moment)


FILES = (attachment(1, "lease.pdf", "application/pdf"), attachment(3, "house rules.md"))
"""The second one was removed."""


@pytest.mark.parametrize(
    ("language", "question", "numbers", "rest"),
    [
        ("en", "What does the second file say about pets?", (3,), "What does it say about pets?"),
        ("en", "According to lease.pdf, how much is the rent?", (1,), "how much is the rent?"),
        ("en", "What does the PDF say about pets?", (1,), "What does it say about pets?"),
        ("en", "Which day is named in file 3?", (3,), "Which day is named?"),
        ("en", "Which day is named in file 2?", (), ""),
        ("en", "Who signs the lease?", (1,), "Who signs the lease?"),
        ("en", "Do the house rules allow dogs?", (3,), "Do the house rules allow dogs?"),
        ("en", "How much is the rent in the attached document?", (1, 3), "How much is the rent?"),
        ("en", "What is said of pets in both files?", (1, 3), "What is said of pets?"),
        ("en", "Compare the first and the second file on pets", (1, 3), "Compare it on pets"),
        ("en", "Which document do I need for a permit?", (), ""),
        ("en", "How much is the deposit?", (), ""),
        ("nl", "Wat staat er in het tweede bestand over honden?", (3,), "Wat staat er over honden?"),
        ("nl", "Hoe hoog is de borg volgens bijlage 1?", (1,), "Hoe hoog is de borg?"),
        ("nl", "Welke dag noemt de pdf?", (1,), "Welke dag noemt het?"),
        ("it", "Nel secondo file, quando si svuotano i bidoni?", (3,), "quando si svuotano i bidoni?"),
        ("it", "Quanto costa l'affitto secondo l'allegato 1?", (1,), "Quanto costa l'affitto?"),
        ("it", "Che cosa serve per il permesso?", (), ""),
    ],
)
def test_files_are_named_by_position_number_kind_and_name(
    language: Language, question: str, numbers: tuple[int, ...], rest: str
) -> None:
    found = find_mention(question, FILES, language)
    assert (found.numbers if found else ()) == numbers
    assert not found or found.rest == rest


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "What does the document say about pets?", "What does only.md say about pets?"),
        ("nl", "Wat zegt het document over honden?", "Wat zegt only.md over honden?"),
        ("it", "Cosa dice il documento sui cani?", "Cosa dice only.md sui cani?"),
        ("it", "Quanto costa nel documento?", "Quanto costa in only.md?"),
    ],
)
def test_the_document_is_the_only_one(language: Language, question: str, expected: str) -> None:
    found = find_mention(question, [attachment(4, "only.md")], language)
    assert found is not None
    assert (found.numbers, found.question) == ((4,), expected)


def test_the_document_is_the_one_of_the_question_before() -> None:
    found = find_mention("What does the document say about dogs?", FILES, "en", before=(3,))
    assert found is not None
    assert found.numbers == (3,)
    other = find_mention("And in the other document?", FILES, "en", before=(3,))
    assert other is not None
    assert other.numbers == (1,)


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "What is on page 12?"), ("nl", "Wat staat er op pagina 12?"), ("it", "Che cosa c'è a pagina 12?")],
)
def test_a_page_is_one_of_the_file_that_is_spoken_of(language: Language, question: str) -> None:
    only = find_mention(question, [attachment(4, "only.pdf")], language)
    assert only is not None
    assert (only.numbers, only.page) == ((4,), 12)
    assert "12" not in only.rest
    assert find_mention(question, FILES, language) is None
    several = find_mention(question, FILES, language, before=(1,))
    assert several is not None
    assert several.numbers == (1,)


@pytest.mark.parametrize(
    ("language", "question", "other"),
    [
        ("en", "What does it say about pets?", "Does it rain in May?"),
        ("nl", "Wat zegt het over honden?", "Wat kost het?"),
        ("it", "Cosa dice sugli animali?", "Quanto costa?"),
    ],
)
def test_it_is_a_file_that_was_just_given(language: Language, question: str, other: str) -> None:
    found = find_mention(question, FILES, language, fresh=(3,))
    assert found is not None
    assert (found.numbers, found.question, found.rest) == ((3,), question, question)
    assert find_mention(question, FILES, language) is None
    assert find_mention(other, FILES, language, fresh=(3,)) is None


def test_a_question_about_a_whole_file_asks_nothing_certain() -> None:
    assert is_about_all("What does it say?", "en")
    assert is_about_all("Waar gaat het over?", "nl")
    assert is_about_all("Di cosa parla?", "it")
    assert not is_about_all("What does it say about pets?", "en")


def test_a_name_is_data() -> None:
    odd = attachment(1, "a(b+c[*.md")
    found = find_mention("What is in a(b+c[*.md?", [odd], "en")
    assert found is not None
    assert found.rest == "What is?"
    assert find_mention("x" * 100_000 + " the document", [odd], "en") is None
